//! Clauses of a sentence.

use super::token::{Stop, Token};

/// Words with which a sentence begins that says first where or when something holds.
const LEADS: [&str; 10] = ["for", "in", "on", "at", "when", "if", "once", "unless", "during", "to"];
/// Words with which a clause goes on that says what comes second.
const THEN: [&str; 4] = ["then", "나중에", "다음에", "그다음"];

/// Returns the tokens without the reason that is given for them.
pub(super) fn without_reason(mut tokens: Vec<Token>) -> Vec<Token> {
    if let Some(at) = tokens.iter().position(|token| token.text.starts_with("때문에")) {
        tokens.drain(..=at);
    }
    let reason = |token: &Token| token.is(&["because", "since", "so"]);
    if let Some(at) = tokens.iter().skip(2).position(reason) {
        tokens.truncate(at + 2);
    }
    tokens
}

/// Returns the clauses of a text.
pub(super) fn clauses(tokens: &[Token]) -> Vec<&[Token]> {
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

fn ends_clause(tokens: &[Token], start: usize, at: usize) -> bool {
    let Some(next) = tokens.get(at + 1) else { return true };
    let negated = at > 0 && tokens[at].is(&["말고", "않고"]) && tokens[at - 1].text.ends_with('지');
    // `For the docs, use npm` is one clause.
    let leads = tokens[start].is(&LEADS)
        && tokens[at].stop == Stop::Clause
        && tokens[start..at].iter().all(|token| token.stop == Stop::None);
    let stops = tokens[at].stop > Stop::None && !next.is(&THEN) && !leads;
    stops || negated || next.text == "하지만"
}
