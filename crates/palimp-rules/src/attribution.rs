//! Statements of texts, by which the speaker of a line is found.

use std::collections::HashSet;

use palimp_core::distill::split_decider;
use palimp_core::text::one_line;

use super::fact::normalize_sentence;
use super::keep::units::{Unit, split_explained_units, split_units};
use super::own_words::own_words;
use super::prose::for_each_sentence;

/// The statements of texts: their sentences, list items and rows, each as it is and as it would be
/// written down.
#[derive(Clone, Debug, Default)]
pub struct Statements(HashSet<String>);

impl Statements {
    /// Adds the statements of a text.
    pub fn add_text(&mut self, text: &str) {
        let mut add = |said: &str| {
            self.0.insert(comparable_form(said));
            self.0.insert(comparable_form(&normalize_sentence(said)));
        };
        for_each_sentence(text, &mut add);
        for unit in split_units(text).into_iter().chain(split_explained_units(text)) {
            add(&unit.text);
            add(&Unit::standalone_text(&unit));
        }
        self.0.remove("");
    }

    /// Adds those of a prompt that are the user's own.
    pub fn add_prompt(&mut self, prompt: &str) {
        self.add_text(&own_words(prompt));
    }

    /// Returns true if one of the statements is `fact`, ignoring letter case, the marks at its
    /// ends, a first person that is not written down, and the mark of its decider. Part of a
    /// sentence is not enough, because the rest may be a `not`.
    pub fn contains_fact(&self, fact: &str) -> bool {
        self.0.contains(&comparable_form(split_decider(fact).0))
    }
}

/// Returns true if a sentence of the prompt states `fact`.
///
/// ```
/// use palimp_rules::is_said_in;
///
/// assert!(is_said_in("Hi! I'm a backend engineer. Fix the tests.", "User is a backend engineer"));
/// assert!(!is_said_in("I am not an admin.", "User is an admin"));
/// assert!(!is_said_in("Never use tabs.", "use tabs"));
/// ```
pub fn is_said_in(prompt: &str, fact: &str) -> bool {
    let mut statements = Statements::default();
    statements.add_prompt(prompt);
    statements.contains_fact(fact)
}

/// A sentence in lower case on one line, without the marks at its ends.
fn comparable_form(sentence: &str) -> String {
    let text = one_line(&sentence.replace('’', "'")).to_lowercase();
    text.trim_matches(|c: char| !c.is_alphanumeric()).to_owned()
}
