//! A conversation → the few facts that are worth keeping.

use std::cmp::Reverse;

use palimp_core::activity::Role;
use palimp_core::distill::{SKIP, Turn};

use super::fact::Fact;
use super::judge::{Kind, Verdict, judge};
use super::prose::sentences;
use super::scope::{commands_agent, is_trial};
use super::signals::Marks;
use super::taken_back::TakenBack;
use super::words;
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
    /// Behind which of the user's messages.
    exchange: usize,
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
    let mut reading = Reading::default();
    for turn in turns {
        if turn.role == Role::User {
            reading.begin(&turn.text);
        }
        if !commands_agent(&turn.text) {
            reading.read(turn);
        }
    }
    reading.found
}

/// A conversation as far as it has been read.
#[derive(Default)]
struct Reading {
    found: Vec<Candidate>,
    /// How many sentences there were.
    at: usize,
    /// How many messages of the user's.
    exchange: usize,
    /// The last of them that asked for something.
    asked: usize,
    /// Whether what is answered was only tried, or took something back.
    passes: bool,
}

/// A message of the user's up to this length, in words, only says that she goes on.
const NOD: usize = 3;

impl Reading {
    /// Goes on to a message of the user's.
    fn begin(&mut self, text: &str) {
        self.exchange += 1;
        let back = TakenBack::of(text);
        if let Some(back) = &back {
            self.take_back(back);
        }
        self.passes = back.is_some() || tries(text);
        if text.split_whitespace().count() > NOD || self.passes {
            self.asked = self.exchange;
        }
    }

    /// Drops what was done last, and what is taken back by its name.
    fn take_back(&mut self, back: &TakenBack) {
        let asked = self.asked;
        self.found.retain(|it| {
            let was_done = is_done(it.verdict.kind) && it.exchange >= asked;
            let may_change = is_done(it.verdict.kind) || it.verdict.kind == Kind::Preference;
            !(was_done || may_change && back.undoes(&it.sentence))
        });
    }

    fn read(&mut self, turn: &Turn) {
        let passes = self.passes && turn.role == Role::Assistant;
        sentences(&turn.text, |sentence| {
            self.at += 1;
            let Some(verdict) = judge(turn.role, sentence) else { return };
            if !passes || !is_done(verdict.kind) {
                let sentence = sentence.to_owned();
                let (at, exchange) = (self.at, self.exchange);
                self.found.push(Candidate { sentence, verdict, at, exchange });
            }
        });
    }
}

/// Whether a fact of this kind says what was done, which can be undone.
const fn is_done(kind: Kind) -> bool {
    matches!(kind, Kind::Decision | Kind::State)
}

/// Whether a message only wants something tried.
fn tries(text: &str) -> bool {
    let mut tries = false;
    sentences(text, |sentence| {
        tries |= is_trial(Marks::of(&words::words(&words::lower(sentence))));
    });
    tries
}
