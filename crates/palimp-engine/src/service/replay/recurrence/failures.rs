//! Failures that are met again: the same program with the same reason in its first line of error.

use std::collections::HashMap;

use palimp_core::observation::{CapturePolicy, ObservationType, failure_of, observe_tool_use};
use palimp_core::shell::{CommandStep, parse_steps};
use palimp_core::text::one_line;
use palimp_core::{ToolOutcome, ToolUse};
use palimp_rank::analysis::content_terms;

use super::injected_passages::InjectedPassages;

/// A command that ran so soon after a failure ran in its place, in commands.
const MAX_COMMANDS_BETWEEN: usize = 6;
/// A reason says something from so many words on.
const MIN_REASON_WORDS: usize = 3;
/// Reasons that do not explain the failure.
const GENERIC_REASONS: [&str; 12] = [
    "tests failed",
    "test suite failed",
    "build failed",
    "task failed",
    "user doesn't want",
    "sibling tool call",
    "timed out",
    "interrupted",
    "process completed with",
    "command failed",
    "exit code",
    "request cancelled",
];

/// Words that mark a reason: a line without any of them is merely the last printed line.
const REASON_WORDS: [&str; 16] = [
    "error", "fail", "not found", "cannot", "can't", "could not", "denied", "no such", "undefined",
    "unexpected", "fatal", "panic", "refused", "invalid", "unknown", "오류",
];

/// A command that failed.
#[derive(Clone, Debug)]
pub(super) struct CommandFailure {
    /// The programs of the line, those that only look left out.
    programs: Vec<String>,
    /// The line that tells most, with `#` for numbers.
    pub(super) reason: String,
}

/// A failure that a session met, and what ran well after it.
#[derive(Clone, Debug)]
pub(super) struct KnownFailure {
    programs: Vec<String>,
    ran: Option<String>,
}

/// The failures of sessions, by their reasons.
#[derive(Debug, Default)]
pub(super) struct Failures {
    known: HashMap<String, KnownFailure>,
    /// Those that wait for a command that runs well, with the commands since.
    open: Vec<(String, usize)>,
}

impl Failures {
    /// Records a command; returns its failure.
    pub(super) fn record_command(
        &mut self,
        tool: &ToolUse,
        command: &str,
    ) -> Option<CommandFailure> {
        if !matches!(tool.outcome, ToolOutcome::Failure { .. }) {
            self.record_success(command);
            return None;
        }
        let failure = detect_failure(tool, command)?;
        let known = KnownFailure { programs: failure.programs.clone(), ran: None };
        self.known.entry(failure.reason.clone()).or_insert(known);
        self.open.push((failure.reason.clone(), 0));
        Some(failure)
    }

    fn record_success(&mut self, command: &str) {
        let ran: Vec<CommandStep> = parse_steps(command);
        for (reason, between) in std::mem::take(&mut self.open) {
            let Some(known) = self.known.get_mut(&reason) else { continue };
            let same = ran.iter().find(|step| known.programs.contains(&step.task_program()));
            if let Some(step) = same {
                known.ran.get_or_insert_with(|| step.display_text());
            } else if between < MAX_COMMANDS_BETWEEN {
                self.open.push((reason, between + 1));
            }
        }
    }

    /// Returns an earlier session's failure with this reason and program.
    pub(super) fn find_known(&self, failure: &CommandFailure) -> Option<&KnownFailure> {
        let known = self.known.get(&failure.reason)?;
        known.programs.iter().any(|it| failure.programs.contains(it)).then_some(known)
    }

    /// Adds the failures of a later session.
    pub(super) fn merge_later(&mut self, later: Failures) {
        for (reason, known) in later.known {
            let before = self.known.entry(reason).or_insert_with(|| known.clone());
            before.ran = known.ran.or(before.ran.take());
        }
    }
}

impl KnownFailure {
    /// Returns true if what ran instead, or the reason, was told before the agent's next step. Passages
    /// from `answer` on answered the failure itself, and count where they name anything of it.
    pub(super) fn is_told(
        &self,
        failure: &CommandFailure,
        told: &InjectedPassages,
        answer: usize,
    ) -> bool {
        let reason = content_terms(&failure.reason);
        let ran = self.ran.as_deref().filter(|ran| !ran.is_empty());
        told.passages().iter().enumerate().any(|(number, passage)| {
            let names_it = || {
                failure.programs.iter().any(|it| passage.text.contains(it.as_str()))
                    || !passage.terms.is_disjoint(&reason)
            };
            ran.is_some_and(|ran| passage.text.contains(ran))
                || passage.contains_terms(&reason)
                || number >= answer && names_it()
        })
    }
}

fn detect_failure(tool: &ToolUse, command: &str) -> Option<CommandFailure> {
    const POLICY: CapturePolicy<'static> =
        CapturePolicy { tools: &[], skip_paths: &[], max_chars: 2_000, root: None };
    let observed = observe_tool_use(tool, &POLICY);
    let error = observed.iter().find(|it| it.kind == ObservationType::Error)?;
    let reason = normalize_line(failure_of(&error.content));
    let programs = significant_programs(command);
    let words = reason.split_whitespace().filter(|word| word.chars().any(char::is_alphabetic));
    let says_something = words.count() >= MIN_REASON_WORDS
        && REASON_WORDS.iter().any(|it| reason.contains(it))
        && !GENERIC_REASONS.iter().any(|it| reason.contains(it));
    (says_something && !programs.is_empty()).then_some(CommandFailure { programs, reason })
}

/// The programs of a command line, whichever program starts them, without those that look around.
fn significant_programs(command: &str) -> Vec<String> {
    let told = parse_steps(command).into_iter().filter(|step| !step.is_everyday());
    told.map(|step| step.task_program()).filter(|it| !it.is_empty()).collect()
}

/// A line in lower case with `#` for each number.
fn normalize_line(line: &str) -> String {
    let mut plain = String::new();
    for c in one_line(line).to_lowercase().chars() {
        match c {
            '0'..='9' if plain.ends_with('#') => {}
            '0'..='9' => plain.push('#'),
            c => plain.push(c),
        }
    }
    plain
}
