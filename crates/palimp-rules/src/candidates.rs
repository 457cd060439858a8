//! The pieces of a conversation that may be kept, and how much each is worth.

use palimp_core::activity::MessageRole;
use palimp_core::distill::ConversationTurn;

use super::classifier::{
    FactKind, FactVerdict, asks_to_remember, classify_sentence, is_command, is_talk_of,
};
use super::fact::ExtractedFact;
use super::keep::cues::{Cue, Cues};
use super::keep::keep_score::{PieceFeatures, PieceSource};
use super::keep::says_why;
use super::keep::shape::{is_line, speaks_of_itself};
use super::keep::units::{Unit, split_explained_units, split_units};
use super::prose::{for_each_sentence, is_prose};
use super::retractions::TakenBack;
use super::scope::{commands_agent, is_trial};
use super::sentence_marks::SentenceMarks;
use super::words;
use crate::reflect::{FactCategory, Voice, lasting_category};

/// Piece of text that may be kept.
#[derive(Debug)]
pub(crate) struct FactCandidate {
    /// As it is written down.
    pub(crate) fact: ExtractedFact,
    /// Weight of the piece; higher is kept first.
    pub(crate) worth: f32,
    /// True for a standing order of the user.
    pub(crate) is_order: bool,
    /// True if the agent wrote it and it outlasts the session.
    pub(crate) lasts: bool,
    /// Its place in the conversation.
    pub(crate) at: usize,
    /// Behind which of the user's messages.
    pub(crate) exchange: usize,
    kind: FactKind,
    /// As it was said.
    text: String,
}

/// Pieces found in a conversation.
#[derive(Debug, Default)]
pub(crate) struct CandidateList {
    pub(crate) found: Vec<FactCandidate>,
    /// Number of messages of the user.
    pub(crate) exchanges: usize,
}

/// Returns the pieces of a conversation that may be kept, in order.
pub(crate) fn collect_candidates(turns: &[ConversationTurn]) -> CandidateList {
    let mut reading = CandidateScanner::default();
    for turn in turns {
        if turn.role == MessageRole::User {
            reading.begin_exchange(&turn.text);
        }
        if !commands_agent(&turn.text) {
            match turn.role {
                MessageRole::User => reading.scan_prompt(&turn.text),
                MessageRole::Assistant => reading.scan_agent_text(&turn.text, PieceSource::Reply),
                MessageRole::Step => reading.scan_agent_text(&turn.text, PieceSource::Step),
                MessageRole::Summary => reading.scan_agent_text(&turn.text, PieceSource::Summary),
                MessageRole::Plan => reading.scan_agent_text(&turn.text, PieceSource::Plan),
            }
        }
    }
    CandidateList { found: reading.found, exchanges: reading.exchange }
}

/// Scanner over the turns of a conversation, with the pieces found so far.
#[derive(Default)]
struct CandidateScanner {
    found: Vec<FactCandidate>,
    /// Number of pieces so far.
    at: usize,
    /// Number of user messages so far.
    exchange: usize,
    /// The last of them that asked for something.
    asked: usize,
    /// True if the answered message only asked for a trial, or took something back.
    passes: bool,
}

/// Longest message of the user, in words, that only tells the agent to go on.
const MAX_NOD_WORDS: usize = 3;
/// Longest prompt that counts as typed, in characters and in lines; longer ones were pasted.
const MAX_TYPED_CHARS: usize = 700;
const TYPED_LINES: usize = 9;
/// Longest pasted text that is scanned for standing orders, in characters.
const MAX_PASTED_CHARS: usize = 3_000;
/// Maximum number of pieces read of a prompt and of an agent's text.
const MAX_PROMPT_UNITS: usize = 30;
const MAX_AGENT_UNITS: usize = 200;
/// Worth added to a piece per point of its [`FactVerdict`].
const VERDICT_POINT_WORTH: f32 = 0.5;

/// Worth of a piece that follows a request to remember it.
const MEMO_WORTH: f32 = 4.0;

impl CandidateScanner {
    /// Begins the exchange of a user message.
    fn begin_exchange(&mut self, text: &str) {
        self.exchange += 1;
        let back = TakenBack::from_message(text);
        if let Some(back) = &back {
            self.take_back(back);
        }
        self.passes = back.is_some() || asks_for_trial(text);
        if text.split_whitespace().count() > MAX_NOD_WORDS || self.passes {
            self.asked = self.exchange;
        }
    }

    /// Drops what was done last, and what is taken back by its name.
    fn take_back(&mut self, back: &TakenBack) {
        let asked = self.asked;
        self.found.retain(|it| {
            let was_done = is_done(it.kind) && it.exchange >= asked;
            let may_change = is_done(it.kind) || it.kind == FactKind::Preference;
            !(was_done || may_change && back.undoes_statement(&it.text))
        });
    }

    fn scan_prompt(&mut self, text: &str) {
        if is_accepted_plan(text) {
            return;
        }
        let pasted = is_pasted(text);
        let corrects = Cues::from_text(text).has(Cue::Correction);
        let mut is_memo = false;
        for (number, unit) in split_units(text).iter().take(MAX_PROMPT_UNITS).enumerate() {
            self.at += 1;
            let standing = || Cues::from_text(&unit.text).has(Cue::Standing);
            let read = !pasted || text.chars().count() < MAX_PASTED_CHARS && standing();
            if read && is_prose(&unit.text) {
                let corrects =
                    corrects && number < 2 || Cues::from_text(&unit.text).has(Cue::Correction);
                if is_memo {
                    self.push_memo(unit);
                } else {
                    self.push_unit(unit, PieceSource::Prompt { corrects });
                }
            }
            is_memo = asks_to_remember(&unit.text);
        }
    }

    /// Keeps a piece that follows a request to remember it, whatever it says by itself.
    fn push_memo(&mut self, unit: &Unit) {
        if is_command(&unit.text) || unit.text.ends_with(['?', '？']) {
            return;
        }
        let kind = FactKind::Remember;
        self.found.push(FactCandidate {
            fact: ExtractedFact::from_sentence(&unit.text, kind),
            worth: MEMO_WORTH,
            lasts: false,
            is_order: true,
            at: self.at,
            exchange: self.exchange,
            kind,
            text: unit.text.clone(),
        });
    }

    fn scan_agent_text(&mut self, text: &str, source: PieceSource) {
        for unit in split_explained_units(text).iter().take(MAX_AGENT_UNITS) {
            self.at += 1;
            let read = match source {
                PieceSource::Step => says_why(&unit.text),
                PieceSource::Summary => !is_of_the_moment(&unit.head),
                _ => true,
            };
            if read && !is_command(&unit.text) && !speaks_of_itself(&unit.text) {
                self.push_unit(unit, source);
            }
        }
    }

    /// Keeps a piece if it may become a line.
    fn push_unit(&mut self, unit: &Unit, source: PieceSource) {
        let (role, text) = match source {
            PieceSource::Prompt { .. } => (MessageRole::User, unit.text.clone()),
            _ => (MessageRole::Assistant, unit.standalone_text()),
        };
        let verdict = classify_sentence(role, &unit.text);
        let talks = || role == MessageRole::User && (is_talk_of(&unit.text) || is_task(&unit.text));
        if verdict.is_none() && (!is_line(&text) || talks()) {
            return;
        }
        let kind = verdict.map_or_else(|| kind_of(&text), |verdict| verdict.kind);
        if self.passes && role == MessageRole::Assistant && is_done(kind) {
            return;
        }
        let worth = PieceFeatures::from_text(&text).total_worth(&unit.head, source);
        let worth =
            verdict.map_or(worth, |it| worth.max(0.0) + VERDICT_POINT_WORTH * it.score as f32);
        let fact = ExtractedFact::from_sentence(&text, kind);
        let voice = match source {
            PieceSource::Step | PieceSource::Summary | PieceSource::Plan => Voice::AgentExtra,
            PieceSource::Prompt { .. } | PieceSource::Reply => Voice::Agent,
        };
        let lasts = role == MessageRole::Assistant
            && lasting_category(voice, &fact.topic, &fact.text, false) != FactCategory::Nowhere;
        self.found.push(FactCandidate {
            fact,
            worth,
            lasts,
            is_order: role == MessageRole::User && verdict.is_some_and(FactVerdict::is_order),
            at: self.at,
            exchange: self.exchange,
            kind,
            text,
        });
    }
}

/// Returns true for a section of a summary that tells what was asked and what is under way, not
/// what was found.
fn is_of_the_moment(head: &str) -> bool {
    const MOMENTARY_HEADINGS: [&str; 6] =
        ["user message", "pending", "current work", "next step", "primary request", "state of"];
    let head = head.to_lowercase();
    MOMENTARY_HEADINGS.iter().any(|part| head.contains(part))
}

/// Returns the kind of a piece whose phrases do not tell it.
fn kind_of(text: &str) -> FactKind {
    if Cues::from_text(text).has(Cue::Root) { FactKind::Cause } else { FactKind::State }
}

/// Returns true for a prompt that only wants something done once.
fn is_task(text: &str) -> bool {
    let cues = Cues::from_text(text);
    cues.has(Cue::Task) && !cues.has(Cue::Standing)
}

/// Returns true for kinds of facts that report what was done, which can be undone.
const fn is_done(kind: FactKind) -> bool {
    matches!(kind, FactKind::Decision | FactKind::State)
}

/// Returns true if a prompt holds text that somebody else wrote.
pub(crate) fn is_pasted(text: &str) -> bool {
    is_accepted_plan(text)
        || text.chars().count() > MAX_TYPED_CHARS
        || text.trim().lines().count() > TYPED_LINES
}

/// Returns true for a plan that the agent wrote and the user accepted: a client sends it as a prompt.
fn is_accepted_plan(text: &str) -> bool {
    const ACCEPTED_PLAN_PREFIX: &str = "implement the following plan";
    text.trim_start()
        .get(..ACCEPTED_PLAN_PREFIX.len())
        .is_some_and(|start| start.eq_ignore_ascii_case(ACCEPTED_PLAN_PREFIX))
}

/// Returns true if a message only asks to try something.
fn asks_for_trial(text: &str) -> bool {
    let mut tries = false;
    for_each_sentence(text, |sentence| {
        tries |= is_trial(SentenceMarks::from_words(&words::split_words(
            &words::lowercase_sentence(sentence),
        )));
    });
    tries
}
