//! The pieces of a conversation that may be kept, and how much each is worth.

use palimp_core::activity::MessageRole;
use palimp_core::distill::ConversationTurn;

use super::fact::Fact;
use super::judge::{Kind, Verdict, asks_to_remember, is_command, is_talk_of, judge};
use super::keep::cues::{Cue, Cues};
use super::keep::says_why;
use super::keep::shape::{is_line, speaks_of_itself};
use super::keep::units::{Unit, explained, units};
use super::keep::worth::{Seen, Source};
use super::prose::{is_prose, sentences};
use super::scope::{commands_agent, is_trial};
use super::signals::Marks;
use super::taken_back::TakenBack;
use super::words;
use crate::reflect::{Place, Voice, lasting};

/// A piece of text that may be kept.
#[derive(Debug)]
pub(crate) struct Candidate {
    /// As it is written down.
    pub(crate) fact: Fact,
    /// What it is worth.
    pub(crate) worth: f32,
    /// Whether the user told once and for all how something is to be.
    pub(crate) is_order: bool,
    /// Whether the agent said it and it outlasts the session.
    pub(crate) lasts: bool,
    /// Its place in the conversation.
    pub(crate) at: usize,
    /// Behind which of the user's messages.
    pub(crate) exchange: usize,
    kind: Kind,
    /// As it was said.
    text: String,
}

/// What was read of a conversation.
#[derive(Debug, Default)]
pub(crate) struct Candidates {
    pub(crate) found: Vec<Candidate>,
    /// How many messages of the user's there were.
    pub(crate) exchanges: usize,
}

/// What may be kept of a conversation, in its order.
pub(crate) fn candidates(turns: &[ConversationTurn]) -> Candidates {
    let mut reading = Reading::default();
    for turn in turns {
        if turn.role == MessageRole::User {
            reading.begin(&turn.text);
        }
        if !commands_agent(&turn.text) {
            match turn.role {
                MessageRole::User => reading.prompt(&turn.text),
                MessageRole::Assistant => reading.agent(&turn.text, Source::Reply),
                MessageRole::Step => reading.agent(&turn.text, Source::Step),
                MessageRole::Summary => reading.agent(&turn.text, Source::Summary),
                MessageRole::Plan => reading.agent(&turn.text, Source::Plan),
            }
        }
    }
    Candidates { found: reading.found, exchanges: reading.exchange }
}

/// A conversation as far as it has been read.
#[derive(Default)]
struct Reading {
    found: Vec<Candidate>,
    /// How many pieces there were.
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
/// A prompt that is longer, in characters or lines, was pasted.
const TYPED: usize = 700;
const TYPED_LINES: usize = 9;
/// What was pasted is read for standing orders up to this length, in characters.
const PASTED: usize = 3_000;
/// So many pieces of a prompt and of what the agent says are read.
const PROMPT: usize = 30;
const AGENT: usize = 200;
/// What a point of a [`Verdict`] adds to the worth of a piece.
const TOLD: f32 = 0.5;

/// What follows the request to remember it is worth so much.
const MEMO: f32 = 4.0;

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
            let was_done = is_done(it.kind) && it.exchange >= asked;
            let may_change = is_done(it.kind) || it.kind == Kind::Preference;
            !(was_done || may_change && back.undoes(&it.text))
        });
    }

    fn prompt(&mut self, text: &str) {
        if is_accepted_plan(text) {
            return;
        }
        let pasted = is_pasted(text);
        let corrects = Cues::of(text).has(Cue::Correction);
        let mut is_memo = false;
        for (number, unit) in units(text).iter().take(PROMPT).enumerate() {
            self.at += 1;
            let standing = || Cues::of(&unit.text).has(Cue::Standing);
            let read = !pasted || text.chars().count() < PASTED && standing();
            if read && is_prose(&unit.text) {
                let corrects = corrects && number < 2 || Cues::of(&unit.text).has(Cue::Correction);
                if is_memo {
                    self.remember(unit);
                } else {
                    self.say(unit, Source::Prompt { corrects });
                }
            }
            is_memo = asks_to_remember(&unit.text);
        }
    }

    /// Takes a piece in that follows the request to remember it, whatever it says by itself.
    fn remember(&mut self, unit: &Unit) {
        if is_command(&unit.text) || unit.text.ends_with(['?', '？']) {
            return;
        }
        let kind = Kind::Remember;
        self.found.push(Candidate {
            fact: Fact::of(&unit.text, kind),
            worth: MEMO,
            lasts: false,
            is_order: true,
            at: self.at,
            exchange: self.exchange,
            kind,
            text: unit.text.clone(),
        });
    }

    fn agent(&mut self, text: &str, source: Source) {
        for unit in explained(text).iter().take(AGENT) {
            self.at += 1;
            let read = match source {
                Source::Step => says_why(&unit.text),
                Source::Summary => !is_of_the_moment(&unit.head),
                _ => true,
            };
            if read && !is_command(&unit.text) && !speaks_of_itself(&unit.text) {
                self.say(unit, source);
            }
        }
    }

    /// Takes a piece in, if it may be a line.
    fn say(&mut self, unit: &Unit, source: Source) {
        let (role, text) = match source {
            Source::Prompt { .. } => (MessageRole::User, unit.text.clone()),
            _ => (MessageRole::Assistant, unit.standing()),
        };
        let verdict = judge(role, &unit.text);
        let talks = || role == MessageRole::User && (is_talk_of(&unit.text) || is_task(&unit.text));
        if verdict.is_none() && (!is_line(&text) || talks()) {
            return;
        }
        let kind = verdict.map_or_else(|| kind_of(&text), |verdict| verdict.kind);
        if self.passes && role == MessageRole::Assistant && is_done(kind) {
            return;
        }
        let worth = Seen::of(&text).worth(&unit.head, source);
        let worth = verdict.map_or(worth, |it| worth.max(0.0) + TOLD * it.score as f32);
        let fact = Fact::of(&text, kind);
        let voice = match source {
            Source::Step | Source::Summary | Source::Plan => Voice::Aside,
            Source::Prompt { .. } | Source::Reply => Voice::Agent,
        };
        let lasts = role == MessageRole::Assistant
            && lasting(voice, &fact.topic, &fact.text, false) != Place::Nowhere;
        self.found.push(Candidate {
            fact,
            worth,
            lasts,
            is_order: role == MessageRole::User && verdict.is_some_and(Verdict::is_order),
            at: self.at,
            exchange: self.exchange,
            kind,
            text,
        });
    }
}

/// Whether a part of a summary tells what was asked and what is under way, and not what was found.
fn is_of_the_moment(head: &str) -> bool {
    const PARTS: [&str; 6] =
        ["user message", "pending", "current work", "next step", "primary request", "state of"];
    let head = head.to_lowercase();
    PARTS.iter().any(|part| head.contains(part))
}

/// What a piece is whose phrases do not tell.
fn kind_of(text: &str) -> Kind {
    if Cues::of(text).has(Cue::Root) { Kind::Cause } else { Kind::State }
}

/// Whether a prompt only wants something done once.
fn is_task(text: &str) -> bool {
    let cues = Cues::of(text);
    cues.has(Cue::Task) && !cues.has(Cue::Standing)
}

/// Whether a fact of this kind says what was done, which can be undone.
const fn is_done(kind: Kind) -> bool {
    matches!(kind, Kind::Decision | Kind::State)
}

/// Whether a prompt holds what somebody else wrote.
pub(crate) fn is_pasted(text: &str) -> bool {
    is_accepted_plan(text)
        || text.chars().count() > TYPED
        || text.trim().lines().count() > TYPED_LINES
}

/// Returns true for a plan that the agent wrote and the user accepted: a client sends it as a prompt.
fn is_accepted_plan(text: &str) -> bool {
    const HEAD: &str = "implement the following plan";
    text.trim_start().get(..HEAD.len()).is_some_and(|start| start.eq_ignore_ascii_case(HEAD))
}

/// Whether a message only wants something tried.
fn tries(text: &str) -> bool {
    let mut tries = false;
    sentences(text, |sentence| {
        tries |= is_trial(Marks::of(&words::words(&words::lower(sentence))));
    });
    tries
}
