//! Sentences of a moment: courtesies, questions and tasks, which state nothing that outlasts them.

use super::classifier::{is_concrete, is_question, is_task, is_topic};
use super::keep::cues::{Cue, Cues};
use super::order::is_standing_order;
use super::scope::names_something;
use super::sentence_marks::SentenceMarks;
use super::user_statements::is_request;
use super::words;

/// Returns true for a sentence that names nothing: `thank you`, `알겠습니다`.
pub(crate) fn names_nothing(sentence: &str) -> bool {
    let own = words::without_fillers(sentence);
    !names_something(own, &words::split_words(&words::lowercase_sentence(own)))
}

/// Returns true for a sentence that names nothing, or is a word alone that is no name: `LGTM`.
pub(crate) fn is_courtesy(sentence: &str) -> bool {
    let lower = words::lowercase_sentence(words::without_fillers(sentence));
    let words = words::split_words(&lower);
    words.len() < 2 && !is_concrete(&words, &lower) || names_nothing(sentence)
}

/// Returns true for a sentence that asks something, or wants something that is done once.
pub(crate) fn wants_something(sentence: &str) -> bool {
    let own = words::without_fillers(sentence);
    let lower = words::lowercase_sentence(own);
    let words = words::split_words(&lower);
    let Some(last) = words.last() else { return true };
    let cues = Cues::from_text(own);
    let begins = is_task(&words) || is_request(own) || cues.has(Cue::Act) && cues.has(Cue::Task);
    let ends =
        ["줘", "줘요", "주세요", "줄래", "봐", "봐요"].iter().any(|end| last.text.ends_with(end));
    let wants = begins || ends && !words.iter().take(3).any(is_topic);
    is_question(&lower, SentenceMarks::from_words(&words)) || wants && !is_standing_order(sentence)
}
