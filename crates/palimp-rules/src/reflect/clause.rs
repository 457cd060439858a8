//! Clauses of a sentence.

use super::token::{FactToken, StopMark};

/// Words with which a sentence begins that says first where or when something holds.
const SCOPE_LEAD_WORDS: [&str; 10] =
    ["for", "in", "on", "at", "when", "if", "once", "unless", "during", "to"];
/// Words with which a clause goes on that says what comes second.
const SEQUENCE_WORDS: [&str; 4] = ["then", "나중에", "다음에", "그다음"];

/// Returns the tokens without the reason that is given for them.
pub(super) fn without_reason(mut tokens: Vec<FactToken>) -> Vec<FactToken> {
    if let Some(at) = tokens.iter().position(|token| token.text.starts_with("때문에")) {
        tokens.drain(..=at);
    }
    let reason = |token: &FactToken| token.is_any_of(&["because", "since", "so"]);
    if let Some(at) = tokens.iter().skip(2).position(reason) {
        tokens.truncate(at + 2);
    }
    tokens
}

/// Returns the clauses of a text.
pub(super) fn split_clauses(tokens: &[FactToken]) -> Vec<&[FactToken]> {
    let mut clauses = Vec::new();
    let mut start = 0;
    for at in 0..tokens.len() {
        if ends_clause(tokens, start, at) {
            clauses.push(&tokens[start..=at]);
            start = at + 1;
        }
    }
    clauses
}

fn ends_clause(tokens: &[FactToken], start: usize, at: usize) -> bool {
    let Some(next) = tokens.get(at + 1) else { return true };
    let negated =
        at > 0 && tokens[at].is_any_of(&["말고", "않고"]) && tokens[at - 1].text.ends_with('지');
    // `For the docs, use npm` is one clause.
    let leads = tokens[start].is_any_of(&SCOPE_LEAD_WORDS)
        && tokens[at].stop == StopMark::Clause
        && tokens[start..at].iter().all(|token| token.stop == StopMark::None);
    let stops = tokens[at].stop > StopMark::None && !next.is_any_of(&SEQUENCE_WORDS) && !leads;
    stops || negated || next.text == "하지만"
}
