//! A conversation → the few facts that are worth keeping.

use std::cmp::Reverse;

use super::fact::Fact;
use super::judge::{Verdict, judge};
use super::prose::sentences;
use crate::distill::{SKIP, Turn};
use crate::reflect::Said;

/// How many facts are kept of a conversation.
const FACTS: usize = 4;
/// How many are compared with each other.
const CANDIDATES: usize = 48;

/// A sentence that may be kept.
struct Candidate {
    sentence: String,
    verdict: Verdict,
    at: usize,
}

/// A fact that is kept unless a better one says the same.
struct Kept {
    fact: Fact,
    said: Said,
    at: usize,
}

/// The lines of an episode, or [`SKIP`].
pub(crate) fn flush(turns: &[Turn]) -> String {
    let lines: Vec<String> = facts(turns, FACTS).iter().map(Fact::line).collect();
    if lines.is_empty() { SKIP.to_owned() } else { lines.join("\n") }
}

/// At most `count` facts of a conversation, in its order.
pub(crate) fn facts(turns: &[Turn], count: usize) -> Vec<Fact> {
    let mut found = candidates(turns);
    // The best first; of two that are equally good, the later one.
    found.sort_by_key(|candidate| Reverse((candidate.verdict.score, candidate.at)));
    let mut kept: Vec<Kept> = Vec::new();
    for candidate in found.into_iter().take(CANDIDATES.max(count)) {
        let fact = Fact::of(&candidate.sentence, candidate.verdict.kind);
        let new = Kept { said: Said::of(&fact.text), fact, at: candidate.at };
        if kept.len() < count && !kept.iter().any(|other| new.is_covered_by(other)) {
            kept.push(new);
        }
    }
    kept.sort_by_key(|kept| kept.at);
    kept.into_iter().map(|kept| kept.fact).collect()
}

impl Kept {
    /// Whether `other` says the same, or says later that it is not so.
    fn is_covered_by(&self, other: &Kept) -> bool {
        self.said.same(&other.said) || other.at > self.at && other.said.contradicts(&self.said)
    }
}

fn candidates(turns: &[Turn]) -> Vec<Candidate> {
    let mut found: Vec<Candidate> = Vec::new();
    let mut at = 0;
    for turn in turns {
        sentences(&turn.text, |sentence| {
            at += 1;
            if let Some(verdict) = judge(turn.role, sentence) {
                found.push(Candidate { sentence: sentence.to_owned(), verdict, at });
            }
        });
    }
    found
}
