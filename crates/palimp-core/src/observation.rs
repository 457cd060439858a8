//! Converts one use of a tool to the observation that is stored.

use serde::{Deserialize, Serialize};

use crate::event::{FileChange, FileEdit, ToolAction, ToolOutcome, ToolUse};
use crate::ignored_paths::is_noise;
use crate::shell::{CommandLine, on_one_line};
use crate::text::{ellipsis, matches_glob, one_line, prefix, suffix};

/// The kind of an observation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ObservationType {
    /// A file was changed.
    FileEdit,
    /// A command ran, and did not fail as far as is known.
    Command,
    /// Something failed by its exit code or the client's own mark.
    Error,
    /// Anything else that the settings asked for.
    Observation,
}

impl ObservationType {
    /// All of them, in the order in which help texts show them.
    pub const ALL: [ObservationType; 4] = [
        ObservationType::FileEdit,
        ObservationType::Command,
        ObservationType::Error,
        ObservationType::Observation,
    ];

    /// The name used in the database and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            ObservationType::FileEdit => "file_edit",
            ObservationType::Command => "command",
            ObservationType::Error => "error",
            ObservationType::Observation => "observation",
        }
    }

    /// The type with this name.
    pub fn from_name(name: &str) -> Option<ObservationType> {
        ObservationType::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// Importance of what only reads.
pub const LOW_IMPORTANCE: u8 = 1;
/// Importance of what changes something.
pub const MEDIUM_IMPORTANCE: u8 = 2;
/// Importance of failures, and of what later work showed to matter.
pub const HIGH_IMPORTANCE: u8 = 3;

/// Observation of one use of a tool; its text is not redacted yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observation {
    /// The tool, as in [`ToolUse::name`].
    pub tool_name: String,
    /// The kind.
    pub kind: ObservationType,
    /// The file that was changed.
    pub file_path: Option<String>,
    /// The text that is searched and shown. Of a command, the first line is the command and the
    /// second its outcome.
    pub content: String,
    /// Programs, sub-commands or the file's ending.
    pub tags: Vec<String>,
    /// [`LOW_IMPORTANCE`], [`MEDIUM_IMPORTANCE`] or [`HIGH_IMPORTANCE`].
    pub importance: u8,
    /// The client's id of the call.
    pub call_id: Option<String>,
}

/// Capture rules from the settings.
#[derive(Clone, Debug)]
pub struct CapturePolicy<'a> {
    /// Names of tools that are kept besides those which change something or run commands.
    pub tools: &'a [String],
    /// Patterns of paths that are noise for this user.
    pub skip_paths: &'a [String],
    /// The longest content, in characters.
    pub max_chars: usize,
    /// The project's root.
    pub root: Option<&'a str>,
}

/// Returns the observations of `tool`: none for noise, one for a command, one for each file of an
/// edit.
pub fn observe_tool_use(tool: &ToolUse, policy: &CapturePolicy) -> Vec<Observation> {
    let mut kept = match &tool.action {
        ToolAction::Edit(edits) => {
            edits.iter().filter_map(|edit| file_edit(tool, edit, policy)).collect()
        }
        ToolAction::Shell { command } => Vec::from_iter(observe_shell(tool, command)),
        ToolAction::Other { input } => Vec::from_iter(observe_other(tool, input, policy)),
    };
    for observation in &mut kept {
        if observation.content.len() > policy.max_chars {
            observation.content = ellipsis(&observation.content, policy.max_chars);
        }
    }
    kept
}

/// Maximum length of each side of a change, in characters.
const MAX_CHANGE_SIDE_CHARS: usize = 300;
/// Maximum length of a command line, in characters.
const MAX_COMMAND_CHARS: usize = 500;
/// Maximum length of a failure's output, in characters.
const MAX_FAILURE_CHARS: usize = 1_200;
/// Maximum length of the preview of a written file, in characters.
const MAX_PREVIEW_CHARS: usize = 400;

fn file_edit(tool: &ToolUse, edit: &FileEdit, policy: &CapturePolicy) -> Option<Observation> {
    if is_noise(&edit.path, policy.root, policy.skip_paths) {
        return None;
    }
    let failed = matches!(tool.outcome, ToolOutcome::Failure { .. });
    let change = describe_change(&edit.change);
    let content = if failed {
        let said = tail_from_line_start(&tool.output, MAX_FAILURE_CHARS);
        format!("{} {}\nfailed: {said}\n{change}", tool.name, edit.path)
    } else {
        format!("{} {}{change}", tool.name, edit.path)
    };
    Some(Observation {
        tool_name: tool.name.clone(),
        kind: if failed { ObservationType::Error } else { ObservationType::FileEdit },
        file_path: Some(edit.path.clone()),
        content,
        tags: file_extension(&edit.path).map(str::to_owned).into_iter().collect(),
        importance: if failed { HIGH_IMPORTANCE } else { MEDIUM_IMPORTANCE },
        call_id: tool.id.clone(),
    })
}

/// Describes a change, beginning with the separator behind the path.
fn describe_change(change: &FileChange) -> String {
    match change {
        FileChange::Replace(pairs) => {
            let room = MAX_CHANGE_SIDE_CHARS / pairs.len().clamp(1, 5);
            let shown = pairs.iter().take(8).map(|(old, new)| describe_replacement(old, new, room));
            let mut text = format!(": {}", shown.collect::<Vec<_>>().join("; "));
            if pairs.len() > 8 {
                text.push_str(&format!("; {} more", pairs.len() - 8));
            }
            text
        }
        FileChange::Write(content) => {
            let lines = content.lines().count();
            let unit = if lines == 1 { "line" } else { "lines" };
            format!(
                " ({lines} {unit}): {}",
                ellipsis(prefix(content, MAX_PREVIEW_CHARS + 1).trim(), MAX_PREVIEW_CHARS)
            )
        }
        FileChange::Cell { cell, mode, source } => {
            format!(
                " cell {cell} ({mode}): {}",
                ellipsis(prefix(source, MAX_CHANGE_SIDE_CHARS + 1).trim(), MAX_CHANGE_SIDE_CHARS)
            )
        }
        FileChange::Delete => " (deleted)".to_owned(),
    }
}

/// `old → new`, without the lines that both begin and end with.
fn describe_replacement(old: &str, new: &str, room: usize) -> String {
    let (old, new) = without_common_lines(old, new);
    let side = |text: &str| ellipsis(&one_line(prefix(text, room * 4)), room);
    match (old.trim().is_empty(), new.trim().is_empty()) {
        (true, true) => "white space".to_owned(),
        (true, false) => format!("added {}", side(new)),
        (false, true) => format!("removed {}", side(old)),
        (false, false) => format!("{} → {}", side(old), side(new)),
    }
}

/// Strips the lines with which both texts begin, and the lines with which both end.
fn without_common_lines<'t>(old: &'t str, new: &'t str) -> (&'t str, &'t str) {
    let head: usize = old
        .split_inclusive('\n')
        .zip(new.split_inclusive('\n'))
        .take_while(|(a, b)| a == b)
        .map(|(a, _)| a.len())
        .sum();
    let (old, new) = (&old[head..], &new[head..]);
    let tail: usize = old
        .rsplit_inclusive_lines()
        .zip(new.rsplit_inclusive_lines())
        .take_while(|(a, b)| a == b)
        .map(|(a, _)| a.len())
        .sum();
    (&old[..old.len() - tail], &new[..new.len() - tail])
}

/// Lines from the last to the first, each with the line end before it.
trait RsplitLines {
    fn rsplit_inclusive_lines(&self) -> impl Iterator<Item = &str>;
}

impl RsplitLines for str {
    fn rsplit_inclusive_lines(&self) -> impl Iterator<Item = &str> {
        let mut rest = self;
        std::iter::from_fn(move || {
            // The first line has no line end before it and so is never wholly common.
            let start = rest.rfind('\n')?;
            let line = &rest[start..];
            rest = &rest[..start];
            Some(line)
        })
    }
}

fn observe_shell(tool: &ToolUse, command: &str) -> Option<Observation> {
    let line = CommandLine::parse(command);
    let failure = match tool.outcome {
        ToolOutcome::Failure { code } => Some(code),
        ToolOutcome::Success | ToolOutcome::Unknown => None,
    };
    if failure.is_none() && !line.is_worth_keeping() {
        return None;
    }
    let head = ellipsis(&on_one_line(prefix(command, MAX_COMMAND_CHARS * 2)), MAX_COMMAND_CHARS);
    let content = match failure {
        Some(code) => format!("{head}\n{}", failure_text(code, &tool.output)),
        None => match telling_line(&tool.output, false) {
            Some(said) => format!("{head}\n→ {}", ellipsis(said, 200)),
            None => head,
        },
    };
    Some(Observation {
        tool_name: tool.name.clone(),
        kind: if failure.is_some() { ObservationType::Error } else { ObservationType::Command },
        file_path: None,
        content,
        tags: line.tags(),
        importance: if failure.is_some() { HIGH_IMPORTANCE } else { line.importance() },
        call_id: tool.id.clone(),
    })
}

/// A failure in two parts: the line that tells most, and the end of the output.
fn failure_text(code: Option<i32>, output: &str) -> String {
    let exit = code.map_or_else(|| "failed".to_owned(), |code| format!("exit {code}"));
    let output = output.trim();
    match telling_line(output, true) {
        None => exit,
        Some(telling) if telling == output => {
            format!("{exit}: {}", ellipsis(output, MAX_FAILURE_CHARS))
        }
        Some(telling) => {
            let rest = without_line(tail_from_line_start(output, MAX_FAILURE_CHARS), telling);
            format!("{exit}: {}\n{}", ellipsis(telling, 300), rest.trim()).trim_end().to_owned()
        }
    }
}

/// A text without the first of its lines that says `line`.
fn without_line(text: &str, line: &str) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    if let Some(at) = lines.iter().position(|it| it.trim() == line) {
        lines.remove(at);
    }
    lines.join("\n")
}

fn observe_other(tool: &ToolUse, input: &str, policy: &CapturePolicy) -> Option<Observation> {
    if !policy.tools.iter().any(|name| matches_glob(name, &tool.name)) {
        return None;
    }
    let failed = matches!(tool.outcome, ToolOutcome::Failure { .. });
    let said = if failed {
        tail_from_line_start(&tool.output, MAX_FAILURE_CHARS)
    } else {
        prefix(&tool.output, MAX_PREVIEW_CHARS)
    };
    let mut content = format!(
        "{} {}",
        tool.name,
        ellipsis(&one_line(prefix(input, MAX_COMMAND_CHARS * 2)), MAX_COMMAND_CHARS)
    );
    if !said.trim().is_empty() {
        content.push_str(if failed { "\nfailed: " } else { "\n→ " });
        content.push_str(said.trim());
    }
    Some(Observation {
        tool_name: tool.name.clone(),
        kind: if failed { ObservationType::Error } else { ObservationType::Observation },
        file_path: None,
        content,
        tags: Vec::new(),
        importance: if failed { HIGH_IMPORTANCE } else { LOW_IMPORTANCE },
        call_id: tool.id.clone(),
    })
}

/// Words that mark the line of an output which tells what went wrong.
const ERROR_WORDS: &[&str] = &[
    "error", "fatal", "panicked", "exception", "enoent", "eacces", "cannot ", "can't ", "denied",
    "not found", "no such file", "failed", "failure", "undefined", "unexpected", "illegal option",
    "unrecognized", "unknown flag", "unknown option", "unknown command", "unknown shorthand",
    "no module named", "connection refused", "오류", "에러", "실패",
];

/// The line of an output that tells most: of a failure, the first that speaks of an error; else
/// the last that is not empty.
fn telling_line(output: &str, failure: bool) -> Option<&str> {
    // A line far from both ends is seldom the one, and an output may be megabytes long.
    const LINE_SEARCH_CHARS: usize = 16_384;
    let mut lines = prefix(output, LINE_SEARCH_CHARS).lines().map(str::trim);
    let telling = lines.find(|line| failure && line.len() > 3 && speaks_of_an_error(line));
    telling.or_else(|| {
        suffix(output, LINE_SEARCH_CHARS).lines().rev().map(str::trim).find(|line| !line.is_empty())
    })
}

fn speaks_of_an_error(line: &str) -> bool {
    let line = prefix(line, 400).to_lowercase();
    ERROR_WORDS.iter().any(|word| line.contains(word))
}

/// The last `max` characters of `text`, from a line's beginning where there is one.
fn tail_from_line_start(text: &str, max: usize) -> &str {
    let text = text.trim();
    let end = suffix(text, max);
    if end.len() == text.len() {
        return text;
    }
    end.split_once('\n').map_or(end, |(_, rest)| rest)
}

/// The file's ending, when it is one.
fn file_extension(path: &str) -> Option<&str> {
    let name = path.rsplit(['/', '\\']).next()?;
    let (stem, ending) = name.rsplit_once('.')?;
    (!stem.is_empty() && (1..=8).contains(&ending.len())).then_some(ending)
}

/// The command of an observation's content.
pub fn command_of(content: &str) -> &str {
    content.lines().next().unwrap_or("")
}

/// The last line that a command printed, of its observation's content.
pub fn last_line_of(content: &str) -> &str {
    content.lines().nth(1).and_then(|line| line.strip_prefix("→ ")).unwrap_or("")
}

/// Returns the error message of an error's content: the second line, without its mark.
pub fn failure_of(content: &str) -> &str {
    let said = content.lines().nth(1).unwrap_or(content);
    match said.split_once(": ") {
        Some((mark, rest)) if mark == "failed" || mark.starts_with("exit ") => rest,
        _ => said,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const POLICY: CapturePolicy<'static> =
        CapturePolicy { tools: &[], skip_paths: &[], max_chars: 2_000, root: Some("/p") };

    fn bash(command: &str, outcome: ToolOutcome, output: &str) -> ToolUse {
        ToolUse {
            name: "Bash".to_owned(),
            id: None,
            action: ToolAction::Shell { command: command.to_owned() },
            outcome,
            output: output.to_owned(),
        }
    }

    fn edit(path: &str, change: FileChange) -> ToolUse {
        ToolUse {
            name: "Edit".to_owned(),
            id: None,
            action: ToolAction::Edit(vec![FileEdit { path: path.to_owned(), change }]),
            outcome: ToolOutcome::Success,
            output: String::new(),
        }
    }

    #[track_caller]
    fn check(tool: ToolUse, expect: &[(ObservationType, u8, &str)]) {
        let kept = observe_tool_use(&tool, &POLICY);
        let kept: Vec<_> =
            kept.iter().map(|o| (o.kind, o.importance, o.content.as_str())).collect();
        assert_eq!(kept, expect);
    }

    #[test]
    fn warnings_with_exit_zero_are_no_error() {
        check(
            bash(
                "npm install",
                ToolOutcome::Success,
                "npm warn deprecated x\nError: not really\nadded 3 packages",
            ),
            &[(ObservationType::Command, MEDIUM_IMPORTANCE, "npm install\n→ added 3 packages")],
        );
    }

    #[test]
    fn every_failure_is_kept() {
        check(
            bash(
                "ls nowhere",
                ToolOutcome::Failure { code: Some(2) },
                "ls: cannot access 'nowhere': No such file",
            ),
            &[(
                ObservationType::Error,
                HIGH_IMPORTANCE,
                "ls nowhere\nexit 2: ls: cannot access 'nowhere': No such file",
            )],
        );
        check(bash("ls", ToolOutcome::Success, "a"), &[]);
        check(bash("ls", ToolOutcome::Unknown, "ls: cannot access"), &[]);
    }

    #[test]
    fn a_failure_leads_with_the_line_that_tells_most() {
        let output =
            "running 2 tests\nok\nError: ENOENT: no such file, open '/x'\n    at open\nfin";
        let kept = observe_tool_use(
            &bash("npm test", ToolOutcome::Failure { code: Some(1) }, output),
            &POLICY,
        );
        assert!(kept[0].content.starts_with(
            "npm test\nexit 1: Error: ENOENT: no such file, open '/x'\nrunning 2 tests\nok\n"
        ));
        assert_eq!(failure_of(&kept[0].content), "Error: ENOENT: no such file, open '/x'");
        assert_eq!(command_of(&kept[0].content), "npm test");
    }

    #[test]
    fn an_edit_shows_what_changed_alone() {
        let pair = ("a\nold line\nz\n".to_owned(), "a\nnew line\nz\n".to_owned());
        check(
            edit("/p/src/x.rs", FileChange::Replace(vec![pair])),
            &[(
                ObservationType::FileEdit,
                MEDIUM_IMPORTANCE,
                "Edit /p/src/x.rs: old line → new line",
            )],
        );
        let pair = ("a\n".to_owned(), "a\nb\n".to_owned());
        check(
            edit("x.rs", FileChange::Replace(vec![pair])),
            &[(ObservationType::FileEdit, MEDIUM_IMPORTANCE, "Edit x.rs: added b")],
        );
    }

    #[test]
    fn a_written_file_shows_its_size_and_beginning() {
        check(
            edit("x.md", FileChange::Write("# T\nbody\n".to_owned())),
            &[(ObservationType::FileEdit, MEDIUM_IMPORTANCE, "Edit x.md (2 lines): # T\nbody")],
        );
        check(edit("/p/node_modules/x.js", FileChange::Write(String::new())), &[]);
    }

    #[test]
    fn other_tools_are_kept_when_named() {
        let tool = ToolUse {
            name: "WebFetch".to_owned(),
            id: None,
            action: ToolAction::Other { input: "url: https://x".to_owned() },
            outcome: ToolOutcome::Success,
            output: "page".to_owned(),
        };
        assert_eq!(observe_tool_use(&tool, &POLICY), []);
        let tools = ["Web*".to_owned()];
        let kept = observe_tool_use(&tool, &CapturePolicy { tools: &tools, ..POLICY });
        assert_eq!(kept[0].content, "WebFetch url: https://x\n→ page");
    }

    proptest! {
        #[test]
        fn content_never_exceeds_the_limit(old in ".{0,500}", new in ".{0,500}", out in ".{0,500}", max in 1usize..200) {
            let policy = CapturePolicy { max_chars: max, ..POLICY };
            let tools = [
                edit("x", FileChange::Replace(vec![(old.clone(), new.clone())])),
                bash(&format!("git {old}"), ToolOutcome::Failure { code: None }, &out),
                edit("x", FileChange::Write(new)),
            ];
            for kept in tools.iter().flat_map(|tool| observe_tool_use(tool, &policy)) {
                prop_assert!(kept.content.chars().count() <= max);
            }
        }
    }
}
