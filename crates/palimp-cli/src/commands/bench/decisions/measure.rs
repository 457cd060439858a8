//! Compares the context injected into a task's session with the decision.

use std::collections::HashSet;

use palimp_core::pointer::pointers_in;
use palimp_engine::retrieval::session_view::MAX_VIEW_CHARS;
use serde::Serialize;

use super::data::DecisionTask;
use super::source_home::SourceHome;
use crate::error::CliError;

/// Words in a row that make a text the decision's own.
const GRAM_WORDS: usize = 6;
/// Pointers that are opened.
const MAX_OPENED: usize = 2;
/// Words that decide nothing.
const COMMON_WORDS: &str = "that with must this from only when then than into have been were will they them \
    their there which what where each also after before first last same kept keep make made your does done \
    over both very just like more most some such other wins post amendment";

/// Measurement of a task.
#[derive(Debug, Serialize)]
pub(super) struct Measured {
    id: String,
    /// Six words in a row of its chat or commit were told.
    pub(super) told: bool,
    /// A pointer to the session or the commit was told.
    pub(super) pointed: bool,
    /// The share of the policy's words and numbers that were told, of those that its chat or commit says
    /// and neither the bug report nor the code does.
    pub(super) literals: f64,
    /// The same once the first two pointers were opened.
    pub(super) opened: f64,
    /// The newest of its decisions was told or pointed to.
    pub(super) newest: bool,
    /// The event at which the decision was first told or pointed to.
    pub(super) at: Option<&'static str>,
    pub(super) chars: usize,
}

/// Sends a task's session and compares the answers.
pub(super) fn measure_task(home: &SourceHome, task: &DecisionTask) -> Result<Measured, CliError> {
    let sources = task.decision_texts();
    let of_source: Vec<HashSet<String>> = sources.iter().map(|text| word_grams(text)).collect();
    let literals = policy_literals(task, sources.last().map_or("", String::as_str));
    let own = home.pointers(task);
    let (mut text, mut at) = (String::new(), None);
    for (event, answer) in home.task_answers(task)? {
        let (grams, named) = (word_grams(&answer), pointers_in(&answer));
        let is_told = of_source.iter().any(|source| !source.is_disjoint(&grams));
        if at.is_none() && (is_told || named.iter().any(|it| own.contains(it))) {
            at = Some(event);
        }
        text.push('\n');
        text.push_str(&answer);
    }
    let pointers = pointers_in(&text);
    let mut opened = text.clone();
    for pointer in pointers.iter().take(MAX_OPENED) {
        let shown = home.open_pointer(pointer)?.unwrap_or_default();
        opened.push('\n');
        opened.extend(shown.chars().take(MAX_VIEW_CHARS));
    }
    let told = word_grams(&text);
    let share = |text: &str| {
        let held = literals.intersection(&significant_words(text)).count();
        if literals.is_empty() { 1.0 } else { held as f64 / literals.len() as f64 }
    };
    let newest = of_source.last().is_some_and(|source| !source.is_disjoint(&told));
    Ok(Measured {
        id: task.id.clone(),
        told: of_source.iter().any(|source| !source.is_disjoint(&told)),
        pointed: pointers.iter().any(|it| own.contains(it)),
        literals: share(&text),
        opened: share(&opened),
        newest: newest || own.last().is_some_and(|own| pointers.contains(own)),
        at,
        chars: text.trim().chars().count(),
    })
}

/// The policy's own words and numbers.
fn policy_literals(task: &DecisionTask, source: &str) -> HashSet<String> {
    let mut own = significant_words(&task.policy);
    let source = significant_words(source);
    own.retain(|word| source.contains(word));
    for known in [&task.bug_report, &task.code] {
        let known = significant_words(known);
        own.retain(|word| !known.contains(word));
    }
    own
}

/// The numbers, and the words of four letters and more that are not common.
fn significant_words(text: &str) -> HashSet<String> {
    let text = text.to_lowercase();
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '%';
    let all = text.split(|c| !is_part(c)).filter(|word| !word.is_empty());
    let counts = |word: &&str| word.len() > 3 || word.bytes().all(|b| b.is_ascii_digit());
    let is_common = |word: &str| COMMON_WORDS.split_whitespace().any(|common| common == word);
    all.filter(counts).filter(|word| !is_common(word)).map(str::to_owned).collect()
}

/// The runs of six words.
fn word_grams(text: &str) -> HashSet<String> {
    let text = text.to_lowercase();
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    words.windows(GRAM_WORDS).map(|words| words.join(" ")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_numbers_and_rare_words() {
        let words = significant_words("Exactly 7, then 12.7s: keep `utm_content` at 50%");
        let mut words: Vec<_> = words.into_iter().collect();
        words.sort();
        assert_eq!(words, ["12", "7", "exactly", "utm_content"]);
        assert!(word_grams("one two three four five").is_empty());
        assert_eq!(word_grams("One, two; three four - five SIX").len(), 1);
    }
}
