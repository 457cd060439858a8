//! What of a conversation is worth remembering, and where it belongs: told by rules, without a model.
//!
//! For programs that keep notes of what people and agents say to each other. [`Rules`] picks the
//! sentences in which something was decided, found out or asked for; [`reflect`] sorts them into
//! notes and sees which of two contradicts the other. It costs nothing, asks nobody, and says the
//! same each time; so it is also what a program falls back on whose model cannot be reached.
//!
//! What a sentence is, is told by phrases, English and Korean, which are data. A fact is written
//! down in the words in which it was said; only a first person goes, where no other word has to
//! change with it. What may be otherwise, what is asked, tried or taken back, what is wanted at this
//! moment alone, what others said, and what stands in code or output is no fact.

mod compact;
mod fact;
mod flush;
mod judge;
mod prose;
mod quote;
pub mod reflect;
mod report;
mod scope;
mod signals;
mod taken_back;
#[cfg(test)]
mod tests;
mod tools;
mod topic;
mod words;

use palimp_core::activity::Role;
use palimp_core::chat::ModelError;
use palimp_core::distill::{Distilled, Distiller, Task, Turn};
use palimp_core::text::one_line;

/// Picks sentences by rules; costs nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rules;

impl Distiller for Rules {
    fn name(&self) -> String {
        "rules".to_owned()
    }

    fn spends(&self) -> bool {
        false
    }

    fn distill(&self, task: &Task) -> Result<Distilled, ModelError> {
        let text = match task {
            Task::Flush { turns, .. } => flush::flush(turns),
            Task::Slug { turns } => topic::slug(turns),
            Task::Reflect { facts, known } => reflect::answer(facts, known),
            Task::Compact { turns, instructions } => compact::compact(turns, *instructions),
        };
        Ok(Distilled { text, ..Distilled::default() })
    }
}

/// The facts in a text that a person or another program wrote as prose, at most `count`.
pub fn facts_in(text: &str, count: usize) -> Vec<String> {
    let turn = Turn { role: Role::User, text: text.to_owned() };
    flush::facts(&[turn], count).into_iter().map(|fact| fact.text).collect()
}

/// Whether `fact` is what one of a prompt's sentences states: in its very words, but for letter case,
/// the marks at its ends, and the first person that is not written down. Part of a sentence is
/// not enough, for what is left out may be a `not`.
///
/// ```
/// use palimp_rules::is_said_in;
///
/// assert!(is_said_in("Hi! I'm a backend engineer. Fix the tests.", "User is a backend engineer"));
/// assert!(!is_said_in("I am not an admin.", "User is an admin"));
/// assert!(!is_said_in("Never use tabs.", "use tabs"));
/// ```
pub fn is_said_in(prompt: &str, fact: &str) -> bool {
    let fact = bare(fact);
    let mut said = false;
    prose::sentences(prompt, |sentence| {
        said |= bare(sentence) == fact || bare(&fact::stated(sentence)) == fact;
    });
    said && !fact.is_empty()
}

/// Has the compiler try what the readme shows.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// A sentence in lower case on one line, without the marks at its ends.
fn bare(sentence: &str) -> String {
    let text = one_line(&sentence.replace('’', "'")).to_lowercase();
    text.trim_matches(|c: char| !c.is_alphanumeric()).to_owned()
}
