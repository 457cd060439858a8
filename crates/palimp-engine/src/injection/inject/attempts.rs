//! Attempts: the commands of the last sessions, taken apart, each with its outcome.

use palimp_core::observation::{command_of, failure_of, last_line_of};
use palimp_core::shell::{CommandStep, Dir, StepOutcome, step_outcomes};
use palimp_store::activity::{RunEnd, RunRecord};

/// Programs that say nothing about how this project is worked on.
const GENERIC_PROGRAMS: [&str; 22] = [
    "git", "gh", "rm", "mv", "cp", "mkdir", "touch", "chmod", "kill", "pkill", "curl", "wget",
    "ssh", "scp", "rsync", "ln", "tar", "sqlite3", "open", "lsof", "killall", "brew",
];

/// A command that was run.
pub(super) struct Attempt<'r> {
    pub step: CommandStep,
    pub ended: StepOutcome,
    pub dir: Dir,
    /// Task of the command; `form` is the form in which it was called.
    pub task: String,
    pub form: String,
    /// The command as it can be typed at the project's root.
    pub shown: String,
    pub session: &'r str,
    pub at: i64,
    /// Of a failure, the line that tells most.
    pub said: &'r str,
    /// True where the line that it stood in did more than look.
    pub matters: bool,
}

/// A command that was run, or a change of a file.
pub(super) enum SessionAction<'r> {
    Ran(Box<Attempt<'r>>),
    Edited(&'r str),
}

/// Parses the command lines that were run in a project at `root`; newest first, as they come.
pub(super) fn parse_actions<'r>(runs: &'r [RunRecord], root: &str) -> Vec<SessionAction<'r>> {
    let mut acts = Vec::with_capacity(runs.len());
    for run in runs {
        match run.ended {
            Some(ended) => acts.extend(
                parse_attempts(run, ended, root)
                    .into_iter()
                    .rev()
                    .map(|it| SessionAction::Ran(Box::new(it))),
            ),
            None => acts.push(SessionAction::Edited(&run.session)),
        }
    }
    acts
}

fn parse_attempts<'r>(run: &'r RunRecord, ended: RunEnd, root: &str) -> Vec<Attempt<'r>> {
    let failed = ended == RunEnd::Ill;
    let said = if failed { failure_of(&run.content) } else { last_line_of(&run.content) };
    let attempt = |(step, ended): (CommandStep, StepOutcome)| Attempt {
        dir: step.working_dir(root),
        task: step.task_name(),
        form: step.command_shape(),
        shown: step.shown_from(root),
        step,
        ended,
        session: &run.session,
        at: run.at,
        said,
        matters: run.matters,
    };
    step_outcomes(command_of(&run.content), failed, said).into_iter().map(attempt).collect()
}

/// Returns the attempts among the actions.
pub(super) fn filter_attempts<'a, 'r>(
    acts: &'a [SessionAction<'r>],
) -> impl Iterator<Item = &'a Attempt<'r>> {
    acts.iter().filter_map(|act| match act {
        SessionAction::Ran(attempt) => Some(&**attempt),
        SessionAction::Edited(_) => None,
    })
}

impl Attempt<'_> {
    /// Returns the directory and the task: commands of one kind share both.
    pub(super) fn kind(&self) -> (&Dir, &str) {
        (&self.dir, &self.task)
    }

    /// True where it says how this project is worked on.
    pub(super) fn is_of_here(&self) -> bool {
        let program = self.task.split(' ').next().unwrap_or_default();
        let is_name = |c: char| c.is_alphanumeric() || "-_./+@".contains(c);
        self.dir != Dir::Elsewhere
            && !GENERIC_PROGRAMS.contains(&program)
            && program.chars().all(is_name)
            && !self.step.is_everyday()
    }
}

/// True for a line that tells of a place in a file: `src/pool.rs:40:3: …`.
pub(super) fn is_of_a_line(said: &str) -> bool {
    said.split_whitespace().any(|word| {
        let mut parts = word.split(':');
        let is_file = parts.next().is_some_and(|path| path.contains('.'));
        let number = parts.next().unwrap_or_default();
        is_file && !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
    })
}
