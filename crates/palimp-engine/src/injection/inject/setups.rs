//! Set-ups: commands after which one ran well that had failed, while no file was changed.
//!
//! `npm test` fails because no database listens, `docker compose up -d db` runs, `npm test` passes.

use palimp_core::shell::{CommandStep, Dir, StepOutcome};
use palimp_core::text::one_line;

use super::attempts::{Attempt, SessionAction, is_of_a_line};
use super::command_kind::has_command_word;

/// So many commands behind a failure are looked at for the same one.
const MAX_STEPS_BEHIND: usize = 12;
/// The most commands of a set-up, the last before the command ran well.
const MAX_SETUP_COMMANDS: usize = 2;
/// A failure says what it is about from so many words on.
const MIN_REASON_WORDS: usize = 3;
/// Words of commands that change what others need: services, packages, generated files, databases.
/// Matched by prefix.
const SETUP_COMMAND_WORDS: [&str; 22] = [
    "add", "build", "bootstrap", "compose", "configure", "create", "enable", "generate", "init",
    "install", "link", "login", "make", "migrate", "prepare", "provision", "restart", "seed",
    "setup", "start", "sync", "up",
];

/// Pairs each failure of a session with what set up its later success.
pub(super) fn setup_pairs<'a, 'r>(
    session: &[&'a SessionAction<'r>],
) -> Vec<(&'a Attempt<'r>, String)> {
    let failures = session.iter().enumerate().filter_map(|(at, act)| match act {
        SessionAction::Ran(failed) if may_lack_setup(failed) => Some((at, &**failed)),
        _ => None,
    });
    failures
        .filter_map(|(at, failed)| Some((failed, setup_of(failed, &session[at + 1..])?)))
        .collect()
}

/// True for a failure that may lie outside the code: it says what is missing and names no line.
fn may_lack_setup(failed: &Attempt) -> bool {
    let words = failed.said.split_whitespace().filter(|it| it.contains(char::is_alphabetic));
    failed.ended == StepOutcome::Ill
        && failed.is_of_here()
        && words.count() >= MIN_REASON_WORDS
        && !is_of_a_line(&one_line(failed.said).to_lowercase())
}

/// Returns the commands between a failure and the success of the same command that may have helped;
/// none where a file was changed, because that may have helped as well.
fn setup_of(failed: &Attempt, behind: &[&SessionAction]) -> Option<String> {
    let mut setups: Vec<&str> = Vec::new();
    for act in behind.iter().take(MAX_STEPS_BEHIND) {
        let SessionAction::Ran(attempt) = act else { return None };
        if changes_files(&attempt.step) {
            return None;
        }
        let is_same = attempt.form == failed.form && attempt.dir == failed.dir;
        match attempt.ended {
            StepOutcome::Well if is_same => {
                let last = setups.len().saturating_sub(MAX_SETUP_COMMANDS);
                return (!setups.is_empty()).then(|| setups[last..].join("` and `"));
            }
            StepOutcome::Well if is_setup(attempt, failed) => setups.push(&attempt.shown),
            // Its own set-up is looked for where it failed last.
            StepOutcome::Ill if is_same => return None,
            _ => {}
        }
    }
    None
}

/// True for a command that may have changed what the failed one ran on.
fn changes_files(step: &CommandStep) -> bool {
    const EDITORS: [&str; 4] = ["sed", "perl", "patch", "tee"];
    const GIT_CHANGES: [&str; 11] = [
        "apply", "checkout", "cherry-pick", "merge", "pull", "rebase", "reset", "restore",
        "revert", "stash", "switch",
    ];
    EDITORS.contains(&step.program())
        || step.program() == "git" && step.arguments().any(|it| GIT_CHANGES.contains(&it))
}

fn is_setup(attempt: &Attempt, failed: &Attempt) -> bool {
    // Their other commands build what they need by themselves.
    const BUILDS_ANYWAY: [&str; 2] = ["cargo build", "go build"];
    attempt.task != failed.task
        && !BUILDS_ANYWAY.contains(&attempt.task.as_str())
        && attempt.dir != Dir::Elsewhere
        && !attempt.step.is_everyday()
        && !attempt.shown.ends_with('…')
        && has_command_word(&attempt.shown, &SETUP_COMMAND_WORDS)
}
