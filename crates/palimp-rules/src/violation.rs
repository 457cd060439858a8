//! Detects standing rules that a shell command violates: `use pnpm, not npm` ↔ `npm install`.
//!
//! A rule counts only where its words forbid the very program, arguments or branch of the command, or
//! demand another way to run it: a text that merely names a program is none. Precision comes before recall,
//! because whoever reads a warning without cause stops reading them.
//!
//! There are two readings. [`violated_sentence`] reads any line of a note, most of which are no rules, by grammar.
//! [`speaks_against`] reads statements that are known to lay something down, by the words next to a command.

mod command_mention;
mod commands;
mod demand;
mod english;
mod korean;
mod lexicon;
mod stance;
mod stance_words;
mod target;
#[cfg(test)]
mod tests;
mod token;

pub use commands::Commands;
pub use stance::{forbids_command, may_take_back, speaks_against, takes_back};

use lexicon::{ENGLISH_CUES, KOREAN_CUES};
use target::Directive;
use token::{RuleToken, split_sentences, tokenize_rule};

/// Returns the first sentence of `text` that forbids one of the commands.
///
/// ```
/// use palimp_rules::violation::{Commands, violated_sentence};
///
/// let commands = Commands::parse("npm install", "/home/dev/shop", &|| None);
/// let text = "Fast. Use pnpm, not npm.";
/// assert_eq!(violated_sentence(text, &commands), Some("Use pnpm, not npm."));
/// assert_eq!(violated_sentence("npm is slow on CI", &commands), None);
/// ```
pub fn violated_sentence<'t>(text: &'t str, commands: &Commands) -> Option<&'t str> {
    split_sentences(text).find(|sentence| {
        let forbids =
            |it: &Directive| commands.runs.iter().any(|run| it.is_violated_by(run, commands));
        sentence_directives(sentence).iter().any(forbids)
    })
}

/// Returns true for a text that forbids a command, or demands another way to run it.
///
/// ```
/// use palimp_rules::violation::is_command_rule;
///
/// assert!(is_command_rule("Use pnpm, not npm."));
/// assert!(!is_command_rule("npm is slow on CI"));
/// ```
pub fn is_command_rule(text: &str) -> bool {
    split_sentences(text).any(|sentence| !sentence_directives(sentence).is_empty())
}

/// The directives of a sentence; a question has none.
fn sentence_directives(sentence: &str) -> Vec<Directive> {
    let lower = sentence.to_ascii_lowercase();
    let (is_english, is_korean) = (has_any(&lower, ENGLISH_CUES), has_any(&lower, KOREAN_CUES));
    // Notes have many lines that name a program, and few that forbid anything: a client waits for this.
    if sentence.trim_end().ends_with('?')
        || !(is_english || is_korean || demand::may_demand(&lower))
    {
        return Vec::new();
    }
    let tokens: Vec<RuleToken> = tokenize_rule(sentence);
    let mut found: Vec<Directive> = Vec::new();
    if is_english {
        found.extend(english::english_directives(&tokens));
    }
    if is_korean {
        found.extend(korean::korean_directives(&tokens));
    }
    found.extend(demand::required_runner(&tokens));
    found.extend(demand::chosen_program(&tokens));
    found.extend(korean::chosen_program(&tokens));
    found
}

fn has_any(text: &str, words: &[&str]) -> bool {
    words.iter().any(|word| text.contains(word))
}
