//! Place of a sentence where a word answers, by prepositions and particles.

use super::claim::AnswerPart;
use super::lexicon::{self, WordRole};
use super::token::FactToken;
use super::turned_down::Positions;

/// Words that may stand between a preposition and its noun.
const ARTICLES: [&str; 5] = ["the", "a", "an", "our", "all"];

/// The most words that answer in one place.
const MAX_ANSWER_WORDS: usize = 2;

/// Returns the last place of a clause where words answer, and their positions.
pub(super) fn find_answer_part(
    clause: &[FactToken],
    rejected: &Positions,
) -> Option<(AnswerPart, Vec<usize>)> {
    let free = |at: usize| clause[at].is_item() && !rejected.contains(&at);
    (0..clause.len()).rev().find_map(|at| {
        let (part, start, end) = match english_part(clause, at) {
            Some((part, start)) if start < at => (part, start, at),
            Some((part, start)) => (part, start, clause.len().min(start + MAX_ANSWER_WORDS)),
            None => (korean_part(clause, at)?, at, at + 1),
        };
        let words: Vec<usize> = (start..end).take_while(|&at| free(at)).collect();
        (!words.is_empty()).then_some((part, words))
    })
}

/// `by date`, `as CSV`, `the owner is Kim`, `Kim owns`: the place, and where its words begin.
fn english_part(clause: &[FactToken], at: usize) -> Option<(AnswerPart, usize)> {
    let before = &clause[..at];
    let owned = before.last().is_some_and(|it| it.name == "own");
    let part = match clause[at].text.as_str() {
        "owns" if at > 0 => return Some((AnswerPart::As, at - 1)),
        "per" => AnswerPart::Per,
        "by" if !owned => AnswerPart::By,
        "by" | "as" | "with" | "via" | "into" | "in" | "to" | "using" if at > 0 => AnswerPart::As,
        "is" if is_slot(before) => AnswerPart::As,
        _ => return None,
    };
    let start = (at + 1..clause.len()).find(|&at| clause[at].is_item())?;
    let close = !clause[at + 1..start].iter().any(FactToken::is_preposition);
    close.then_some((part, start))
}

/// `날짜순으로`, `파일로`, `담당자는 민수다`.
fn korean_part(clause: &[FactToken], at: usize) -> Option<AnswerPart> {
    let token = &clause[at];
    let is_last = at + 1 == clause.len();
    let ends = |ends: &[&str]| ends.iter().any(|end| token.text.ends_with(end));
    match () {
        () if token.sense == WordRole::Weak && is_last => None,
        () if ends(&["마다", "별로", "당"]) => Some(AnswerPart::Per),
        () if ends(&["순으로", "순"]) => Some(AnswerPart::By),
        () if ends(&["로"]) && !token.particle.is_empty() => Some(AnswerPart::As),
        () if token.particle == "에" => Some(AnswerPart::As),
        () if is_last && has_topic(&clause[..at]) && is_slot(&clause[..at]) => Some(AnswerPart::As),
        () => None,
    }
}

/// Returns true if a project has one of what the words name, called by a word.
fn is_slot(words: &[FactToken]) -> bool {
    let last = words.iter().rev().find(|token| token.is_item());
    last.is_some_and(|it| lexicon::is_slot(&it.name))
}

/// Returns true for words of which one bears the particle of a topic.
fn has_topic(words: &[FactToken]) -> bool {
    words.iter().any(|token| matches!(token.particle.as_str(), "은" | "는" | "이" | "가"))
}

/// Returns true for a word that says for what or where alone something holds.
pub(super) fn narrows_claim(clause: &[FactToken], at: usize) -> bool {
    let lead =
        clause[..at].iter().rev().find(|token| !token.is_item() && !token.is_any_of(&ARTICLES));
    let english = lead.is_some_and(|it| it.is_any_of(&["for", "in", "when", "if", "during"]));
    english || matches!(clause[at].particle.as_str(), "에서" | "에서는" | "에서만" | "용" | "용은")
}
