//! Infers which commands of a line succeeded, and which one failed.
//!
//! Clients report only how a whole line ended. A command's outcome is known if it follows from that
//! with certainty, otherwise it is unknown.

use super::scan::Joint;
use super::step::{CommandStep, ParsedCommand, parse_line};

/// The outcome of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepOutcome {
    /// It ran well, as far as is known.
    Well,
    /// It failed.
    Ill,
    /// Nothing says.
    Unknown,
}

/// Commands that do not fail on the way to others.
const HARMLESS_PROGRAMS: [&str; 12] = [
    "echo", "printf", "export", "sleep", "set", "pwd", "true", "date", "wait", "cd", "pushd",
    "unset",
];

/// The steps of a line that ran well or failed, and printed `said`: a failure's line that tells
/// most, or the last line.
///
/// ```
/// use palimp_core::shell::{StepOutcome, step_outcomes};
/// let of = |line: &str, failed, said: &str| {
///     let all = step_outcomes(line, failed, said);
///     Vec::from_iter(all.into_iter().map(|(step, ended)| (step.display_text(), ended)))
/// };
/// let line = "goreleaser check && go test ./...";
/// assert_eq!(of(line, true, "(eval):1: command not found: goreleaser"), [
///     ("goreleaser check".to_owned(), StepOutcome::Ill),
///     ("go test ./...".to_owned(), StepOutcome::Unknown),
/// ]);
/// ```
pub fn step_outcomes(line: &str, failed: bool, said: &str) -> Vec<(CommandStep, StepOutcome)> {
    let (mut pieces, ends_inside) = parse_line(line);
    // What was cut off a script that was typed is most likely its end.
    let is_cut = line.ends_with('…') && !ends_inside;
    if is_cut {
        pieces.pop();
    }
    let ends = match failed {
        _ if is_cut || pieces.iter().any(|piece| piece.is_conditional) => {
            vec![StepOutcome::Unknown; pieces.len()]
        }
        true => of_failure(&pieces, said, line.contains("pipefail")),
        false => of_success(&pieces, said),
    };
    let steps = pieces.into_iter().zip(ends);
    steps.filter_map(|(piece, ended)| Some((piece.step?, ended))).collect()
}

/// Returns the start of the last list of a line: its outcome is the outcome of the line.
fn last_list(pieces: &[ParsedCommand]) -> usize {
    let before = pieces.len().saturating_sub(1);
    let stops = |piece: &ParsedCommand| matches!(piece.joint, Joint::Then | Joint::Background);
    // `set -e` lets nothing go on that failed.
    let stop = pieces[..before].iter().rposition(stops);
    if pieces.iter().any(|piece| piece.program == "set") { 0 } else { stop.map_or(0, |at| at + 1) }
}

fn of_success(pieces: &[ParsedCommand], said: &str) -> Vec<StepOutcome> {
    let mut ends = vec![StepOutcome::Unknown; pieces.len()];
    let mut start = last_list(pieces);
    // Before `||` nobody knows which of the two ran.
    if let Some(at) = pieces.iter().rposition(|piece| piece.joint == Joint::Or) {
        start = start.max(at + 2);
    }
    for at in start..pieces.len() {
        let is_piped = pieces[at].joint == Joint::Pipe;
        let is_doubtful = pieces[at].joint == Joint::Background || (is_piped && says_failure(said));
        ends[at] = if is_doubtful { StepOutcome::Unknown } else { StepOutcome::Well };
    }
    ends
}

fn of_failure(pieces: &[ParsedCommand], said: &str, is_pipe_strict: bool) -> Vec<StepOutcome> {
    let mut ends = vec![StepOutcome::Unknown; pieces.len()];
    let start = last_list(pieces);
    let missing = missing_program(said);
    let named = |at: &usize| {
        let piece = &pieces[*at];
        let launcher = piece.step.as_ref().map_or("", CommandStep::launcher);
        // An alias stands for another program: `python3` for `python3.12`.
        let is_alias = |it: &str| piece.program.len() > 3 && it.starts_with(&piece.program);
        missing.is_some_and(|it| is_alias(it) || it == piece.program || it == launcher)
            || names_program(said, &piece.program)
    };
    // Of a pipe the last command alone says how it ended.
    let is_last = |at: &usize| is_pipe_strict || pieces[*at].joint != Joint::Pipe;
    let may_fail = |at: &usize| !HARMLESS_PROGRAMS.contains(&pieces[*at].program.as_str());
    let all: Vec<usize> = (start..pieces.len()).collect();
    let might: Vec<usize> = all.iter().copied().filter(is_last).filter(may_fail).collect();
    let failed = match (
        all.iter().copied().filter(named).collect::<Vec<_>>().as_slice(),
        might.as_slice(),
    ) {
        ([one], _) => Some(*one),
        ([], [one]) if !names_program(said, "cd") => Some(*one),
        _ => None,
    };
    let Some(failed) = failed else { return ends };
    let wrapped = pieces[failed].step.as_ref();
    if missing.is_some_and(|it| wrapped.is_some_and(|step| step.is_wrapped_by(it))) {
        return ends;
    }
    ends[failed] = StepOutcome::Ill;
    let before = pieces[start..failed].iter().rev().take_while(|piece| piece.joint == Joint::And);
    let before = before.count();
    ends[failed - before..failed].fill(StepOutcome::Well);
    ends
}

/// The program that a shell did not find.
pub fn missing_program(said: &str) -> Option<&str> {
    let word = |text: &'_ str| -> Option<usize> { text.find(|c: char| c.is_whitespace()) };
    if let Some((_, name)) = said.split_once("command not found: ") {
        return Some(&name[..word(name).unwrap_or(name.len())]);
    }
    let ends = [": command not found", ": not found", ": No such file or directory"];
    let before = ends.iter().find_map(|end| said.trim_end().strip_suffix(end))?;
    // `bash: line 1: go: command not found`, and of no longer line: `ls: x: No such file`.
    let (shell, name) = before.rsplit_once(": ").unwrap_or(("", before));
    let is_shell = ["bash", "sh", "zsh", "line", "(eval)", "dash", "fish"];
    let is_shell = is_shell.iter().any(|it| shell.contains(it)) || shell.is_empty();
    (is_shell && !name.contains(char::is_whitespace)).then_some(name)
}

/// True where a line of an output begins with a program's name, or says it between colons.
fn names_program(said: &str, program: &str) -> bool {
    if program.len() < 2 {
        return false;
    }
    let lower = said.to_lowercase();
    let program = program.to_lowercase();
    lower.match_indices(&program).any(|(at, _)| {
        let behind = &lower[at + program.len()..];
        let before = lower[..at].chars().next_back();
        let begins = before.is_none_or(|c| matches!(c, ' ' | ':' | '[' | '/' | '`' | '\''));
        let starts =
            at == 0 && [" error", " err!", " failed"].iter().any(|it| behind.starts_with(it));
        begins && (behind.starts_with(": ") || behind.starts_with(':') && at > 0 || starts)
    })
}

/// True where the last line of an output says that something failed.
fn says_failure(said: &str) -> bool {
    let lower = said.trim().to_lowercase();
    let counts = || lower.split_whitespace().zip(lower.split_whitespace().skip(1));
    let some_failed = |(count, what): (&str, &str)| {
        count.parse::<u64>().is_ok_and(|count| count > 0)
            && ["failed", "failure", "failing", "error"].iter().any(|it| what.starts_with(it))
    };
    ["error", "fatal:", "fail", "✗", "traceback"].iter().any(|it| lower.starts_with(it))
        || [
            "not found", "no such file", "exit status ", "exit code ", "elifecycle",
            "permission denied",
        ]
        .iter()
        .any(|it| lower.contains(it))
        || counts().any(some_failed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use StepOutcome::{Ill, Unknown, Well};

    #[track_caller]
    fn check(line: &str, failed: bool, said: &str, expect: &[StepOutcome]) {
        let ends: Vec<_> =
            step_outcomes(line, failed, said).into_iter().map(|(_, it)| it).collect();
        assert_eq!(ends, expect, "{line}");
    }

    #[test]
    fn success_counts_for_what_must_have_run() {
        for (line, said, expect) in [
            ("make && make check", "ok", vec![Well, Well]),
            ("make; make check", "ok", vec![Unknown, Well]),
            ("make || make check", "ok", vec![Unknown, Unknown]),
            ("make || true && make check", "ok", vec![Unknown, Well]),
            ("go test ./... | tail -3", "ok  \tapp\t0.2s", vec![Well]),
            ("go test ./... | tail -3", "FAIL", vec![Unknown]),
            ("cargo test | tail -3", "test result: ok. 3 passed; 0 failed; 0 ignored", vec![Well]),
            ("npm start & sleep 3", "up", vec![Unknown]),
            ("for f in a b; do make; done", "ok", vec![Unknown]),
        ] {
            check(line, false, said, &expect);
        }
    }

    #[test]
    fn failure_counts_for_what_must_have_failed() {
        for (line, said, expect) in [
            ("cd web && npm test", "1 failing", vec![Ill]),
            ("make lint && go test ./...", "x.go:3: not formatted", vec![Unknown, Unknown]),
            ("make lint && make test && ./run", "make: *** [test] Error 2", vec![Unknown; 3]),
            ("make lint && pytest", "bash: line 1: pytest: command not found", vec![Well, Ill]),
            ("go test ./... | grep FAIL", "", vec![Unknown]),
            ("timeout 9 npm start", "(eval):1: command not found: timeout", vec![Unknown]),
            ("cd web && npm test", "cd: no such file or directory: web", vec![Unknown]),
            ("make; npm test", "1 failing", vec![Unknown, Ill]),
        ] {
            check(line, true, said, &expect);
        }
    }

    #[test]
    fn a_shell_says_what_it_did_not_find() {
        for (said, program) in [
            ("(eval):1: command not found: python3.12", Some("python3.12")),
            ("/bin/sh: 1: go: not found", Some("go")),
            ("bash: line 3: pytest: command not found", Some("pytest")),
            ("ls: docs/: No such file or directory", None),
            ("gh: Not Found (HTTP 404)", None),
        ] {
            assert_eq!(missing_program(said), program, "{said}");
        }
    }
}
