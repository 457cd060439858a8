//! Recurrences: items that a session needed again although an earlier session of its project knew
//! them.
//!
//! These are wishes that the user repeats, failures, places and options that the agent finds out
//! anew, and searches for known files.
//!
//! Every definition is conservative: a doubtful case does not count. An item counts as injected in
//! time if an answer of a hook held it before it was needed.

mod failures;
mod injected_passages;
mod remote_targets;
mod searches;

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use palimp_core::text::{ellipsis, one_line};
use palimp_core::{EventKind, HookEvent, ToolAction, ToolOutcome, ToolUse};
use palimp_redact::Redactor;
use serde::Serialize;

use self::failures::Failures;
use self::injected_passages::InjectedPassages;
use super::ReplayAnswer;
use crate::injection::habits::{self, StatedWish};

/// A record that repeats so many prompts of other sessions, word for word, is a copy of one: a session that
/// was forked, or resumed elsewhere. Shorter prompts prove nothing.
const MIN_COPIED_PROMPTS: usize = 3;
const MIN_COPIED_WORDS: usize = 8;
/// The longest text that is shown of what was needed, in characters.
const MAX_TEXT_CHARS: usize = 200;

/// The kinds of what is needed again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum RecurrenceKind {
    /// A turn in which the user said again what an earlier session was told.
    Wishes,
    /// A command that failed as in an earlier session.
    Failures,
    /// A host, port, unit or path of a command that an earlier session had used.
    Places,
    /// Options of a program that an earlier session had asked for.
    Options,
    /// A search that found a file which an earlier session had changed.
    Searches,
}

impl RecurrenceKind {
    /// All kinds.
    pub const ALL: [RecurrenceKind; 5] = [
        RecurrenceKind::Wishes,
        RecurrenceKind::Failures,
        RecurrenceKind::Places,
        RecurrenceKind::Options,
        RecurrenceKind::Searches,
    ];

    /// The kind in words.
    pub fn title(self) -> String {
        match self {
            RecurrenceKind::Wishes => crate::messages::wishes_said_again(),
            RecurrenceKind::Failures => crate::messages::failures_met_again(),
            RecurrenceKind::Places => crate::messages::places_found_again(),
            RecurrenceKind::Options => crate::messages::options_asked_again(),
            RecurrenceKind::Searches => crate::messages::known_files_searched(),
        }
    }
}

/// Something that was needed again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Recurrence {
    /// The kind.
    pub kind: RecurrenceKind,
    /// The prompt, failure, place, program or file, without secrets.
    pub text: String,
    /// An answer held it before it was needed.
    pub told: bool,
}

/// Wishes, failures, places, options and files that earlier sessions of a project knew.
#[derive(Debug, Default)]
pub(super) struct SessionFindings {
    wishes: Vec<StatedWish>,
    failures: Failures,
    places: HashSet<String>,
    options: HashSet<String>,
    files: HashSet<String>,
    /// Prompts of some length, word for word.
    prompts: HashSet<String>,
}

impl SessionFindings {
    /// Returns true if a session with these prompts repeats the record of another.
    fn is_copied(&self, prompts: &HashSet<String>) -> bool {
        prompts.intersection(&self.prompts).count() >= MIN_COPIED_PROMPTS
    }
}

/// Looks for recurrences while a session is replayed.
pub(super) struct RecurrenceWatch {
    root: PathBuf,
    redactor: Redactor,
    told: InjectedPassages,
    /// The passages before the answers to the present event.
    before: usize,
    prompts: String,
    is_first_prompt: bool,
    own: SessionFindings,
    met: HashSet<(RecurrenceKind, String)>,
    touched: HashSet<String>,
    found: Vec<Recurrence>,
    is_copy: bool,
}

impl RecurrenceWatch {
    /// Watches a session of these events that works in `root`.
    pub(super) fn new(
        events: &[HookEvent],
        root: &Path,
        redactor: Redactor,
        past: &SessionFindings,
    ) -> RecurrenceWatch {
        let prompts: HashSet<String> = events.iter().filter_map(long_prompt).collect();
        let is_copy = past.is_copied(&prompts);
        RecurrenceWatch {
            root: root.to_owned(),
            redactor,
            told: InjectedPassages::default(),
            before: 0,
            prompts: String::new(),
            is_first_prompt: true,
            own: SessionFindings { prompts, ..SessionFindings::default() },
            met: HashSet::new(),
            touched: HashSet::new(),
            found: Vec::new(),
            is_copy,
        }
    }

    /// Processes an event before it is answered.
    pub(super) fn before_answer(&mut self, event: &HookEvent, past: &SessionFindings) {
        self.before = self.told.len();
        match &event.kind {
            EventKind::Prompt { text, .. } if !event.subagent => self.check_prompt(text, past),
            EventKind::Tool(tool) => {
                if let ToolAction::Shell { command } = &tool.action {
                    self.check_command(command, tool, past);
                }
                self.check_search(tool, past);
                self.record_files(tool);
            }
            _ => {}
        }
    }

    /// Adds an answer to the present event.
    pub(super) fn add_answer(&mut self, answer: &ReplayAnswer) {
        self.told.add_answer(&answer.text);
    }

    /// Processes the end of an event: the answer to a failure may explain it.
    pub(super) fn after_event(&mut self, event: &HookEvent, past: &SessionFindings) {
        let EventKind::Tool(tool) = &event.kind else { return };
        let ToolAction::Shell { command } = &tool.action else { return };
        let Some(failure) = self.own.failures.record_command(tool, command) else { return };
        let Some(known) = past.failures.find_known(&failure) else { return };
        let told = known.is_told(&failure, &self.told, self.before);
        self.add_once(RecurrenceKind::Failures, &failure.reason, &failure.reason, told);
    }

    /// Adds the session's findings to those of earlier sessions, and returns its recurrences.
    pub(super) fn finish_session(self, past: &mut SessionFindings) -> Vec<Recurrence> {
        past.wishes.extend(self.own.wishes);
        past.failures.merge_later(self.own.failures);
        past.places.extend(self.own.places);
        past.options.extend(self.own.options);
        past.files.extend(self.own.files);
        past.prompts.extend(self.own.prompts);
        self.found
    }

    fn check_prompt(&mut self, text: &str, past: &SessionFindings) {
        let said = habits::find_wishes(text, self.is_first_prompt);
        self.is_first_prompt = false;
        let is_new = |wish: &&StatedWish| !self.own.wishes.iter().any(|own| wish.is_repeat_of(own));
        let again: Vec<&StatedWish> = said
            .iter()
            .filter(is_new)
            .filter(|wish| past.wishes.iter().any(|known| wish.is_repeat_of(known)))
            .collect();
        if !again.is_empty() {
            let told = again.iter().all(|wish| self.told.states_wish(wish));
            let texts: Vec<&str> = again.iter().map(|wish| wish.text.as_str()).collect();
            let text = texts.join(" ");
            self.add_once(RecurrenceKind::Wishes, &text, &text, told);
        }
        self.own.wishes.extend(said);
        self.prompts.push_str(text);
        self.prompts.push('\n');
    }

    fn check_command(&mut self, command: &str, tool: &ToolUse, past: &SessionFindings) {
        let succeeded = !matches!(tool.outcome, ToolOutcome::Failure { .. });
        for place in remote_targets::find_targets(command, &self.root) {
            if past.places.contains(&place) && !self.prompts.contains(&place) {
                let told = self.told.contains_name(&place);
                self.add_once(RecurrenceKind::Places, &place, &place, told);
            }
            if succeeded {
                self.own.places.insert(place);
            }
        }
        for asked in remote_targets::requested_options(command) {
            if past.options.contains(&asked) {
                let told = self.told.contains_name(&asked);
                self.add_once(RecurrenceKind::Options, &asked, &asked, told);
            }
            self.own.options.insert(asked);
        }
    }

    fn check_search(&mut self, tool: &ToolUse, past: &SessionFindings) {
        let found = searches::found_files(tool, &self.root);
        let is_known = |file: &&String| {
            past.files.contains(*file)
                && !self.touched.contains(*file)
                && !self.prompts.contains(searches::name_of(file))
        };
        let known: Vec<String> = found.iter().filter(is_known).cloned().collect();
        let Some(first) = known.first().cloned() else { return };
        let told = known.iter().any(|file| self.told.contains_name(searches::name_of(file)));
        self.add_once(RecurrenceKind::Searches, &first, &first, told);
        self.touched.extend(known);
    }

    fn record_files(&mut self, tool: &ToolUse) {
        for path in super::edited_files(tool, &self.root) {
            self.own.files.insert(path.clone());
            self.touched.insert(path);
        }
        self.touched.extend(super::read_path(tool, &self.root));
    }

    /// Adds a recurrence once a session.
    fn add_once(&mut self, kind: RecurrenceKind, key: &str, text: &str, told: bool) {
        if !self.is_copy && self.met.insert((kind, key.to_owned())) {
            let text = ellipsis(&one_line(&self.redactor.redact(text)), MAX_TEXT_CHARS);
            self.found.push(Recurrence { kind, text, told });
        }
    }
}

/// The prompt of an event on one line, where it is long enough to be recognised.
fn long_prompt(event: &HookEvent) -> Option<String> {
    let EventKind::Prompt { text, .. } = &event.kind else { return None };
    let words: Vec<&str> = text.split_whitespace().collect();
    (words.len() >= MIN_COPIED_WORDS).then(|| words.join(" "))
}

#[cfg(test)]
mod tests;
