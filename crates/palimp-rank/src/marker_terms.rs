//! Marker terms: terms in the index that say that a chunk asks a question or names a time.
//!
//! Signs of chunks are terms of their own, which no text can have: terms of the analyzer begin with
//! no colon. So a question that wants a sign finds it as it finds a word.

use super::dates;

/// The sign of a message that ends with a question.
pub(super) const ASKS_SIGN: &str = "::asks";
/// The sign of a chunk that says when something was or will be.
pub(super) const WHEN_SIGN: &str = "::when";

/// Returns true if a message ends with a question.
pub(super) fn ends_with_question(text: &str) -> bool {
    // What is attached in brackets is not said.
    let mut said = text.trim_end();
    while let Some((before, _)) = said.strip_suffix(']').and_then(|inner| inner.rsplit_once('[')) {
        said = before.trim_end();
    }
    said.ends_with(['?', '？'])
}

/// Returns true if a text tells a time.
pub(super) fn says_when(text: &str) -> bool {
    split_words(text).any(|word| {
        let word = word.to_lowercase();
        contains_word(WHEN_WORDS, &word) || dates::is_relative(&word)
    })
}

/// Returns true if a question asks for a time.
pub(super) fn wants_when(question: &str) -> bool {
    let question = question.to_lowercase();
    let begins =
        split_words(&question).next().is_some_and(|word| word == "when" || word == "since");
    begins || ASKS_WHEN_PHRASES.iter().any(|sign| question.contains(sign))
}

fn split_words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}

fn contains_word(list: &[&str], word: &str) -> bool {
    list.iter().flat_map(|line| line.split(' ')).any(|known| known == word)
}

const WHEN_WORDS: &[&str] = &[
    "yesterday today tomorrow tonight ago since soon recently last next monday tuesday wednesday",
    "thursday friday saturday sunday weekend week weeks month months year years january february",
    "march april june july august september october november december",
];

const ASKS_WHEN_PHRASES: &[&str] = &[
    "when did", "when was", "when is", "when were", "when will", "which year", "what year",
    "which month", "what month", "what date", "which date", "what day", "which day", "how long",
    "언제", "며칠", "몇 년", "몇 월", "몇년", "몇월", "어느 해", "연도", "얼마나 오래",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_asks_when_it_ends_so() {
        assert!(ends_with_question("Fine. What about you?"));
        assert!(ends_with_question("이거 언제 배포해？ "));
        assert!(ends_with_question("Like it? [image: a dog] [file]"));
        assert!(!ends_with_question("Why? Because it is slow."));
        assert!(!ends_with_question(""));
    }

    #[test]
    fn times_are_seen_in_both_languages() {
        assert!(says_when("I went there Yesterday."));
        assert!(says_when("지난주에 고쳤다"));
        assert!(!says_when("It works."));
    }

    #[test]
    fn a_question_asks_when_in_both_languages() {
        assert!(wants_when("When did we move to Rust?"));
        assert!(wants_when("언제 옮겼지?"));
        assert!(!wants_when("why is it slow when I scroll"));
    }
}
