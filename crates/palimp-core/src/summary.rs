//! Builds a session's summary from captured events, without a model.

use crate::lang::{Lang, current_lang};
use crate::observation::{ObservationType, command_of, failure_of};
use crate::shell::CommandLine;
use crate::text::{ellipsis, one_line};

/// An observation as the summary reads it; inputs come oldest first.
#[derive(Clone, Debug)]
pub struct SummaryInput {
    /// Its number in the database.
    pub id: i64,
    /// The tool.
    pub tool_name: String,
    /// The kind.
    pub kind: ObservationType,
    /// The file that was changed.
    pub file_path: Option<String>,
    /// The text.
    pub content: String,
    /// Its present importance.
    pub importance: u8,
}

/// A session in short.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SessionSummary {
    /// The text that is shown; empty when nothing was captured.
    pub text: String,
    /// The tools, in the order of their first use.
    pub tools: Vec<String>,
    /// The files changed, in the order of their first change.
    pub files: Vec<String>,
}

/// Maximum number of files, commands and errors that a summary names.
const MAX_LISTED_ITEMS: usize = 10;
/// Maximum length of a command or an error in a summary, in characters.
const MAX_ITEM_CHARS: usize = 100;

/// Sums up a session of `duration_sec` seconds:
///
/// ```text
/// Edited 3 files: config.ts, handler.ts, schema.ts
/// Commands: npm test; git commit -m "feat: memory"
/// Errors (1): ENOENT /tmp/missing.txt
/// [15 observations, 120s, tools: Edit/Bash/Write]
/// ```
pub fn summarize(facts: &[SummaryInput], duration_sec: i64) -> SessionSummary {
    let of = |kind| facts.iter().filter(move |fact| fact.kind == kind);
    let files = deduplicate(of(ObservationType::FileEdit).filter_map(|f| f.file_path.clone()));
    let tools = deduplicate(facts.iter().map(|fact| fact.tool_name.clone()));
    if facts.is_empty() {
        return SessionSummary::default();
    }
    let mut lines = Vec::new();
    if !files.is_empty() {
        let names = deduplicate(files.iter().map(|path| file_name(path).to_owned()));
        let unit = if files.len() == 1 { "file" } else { "files" };
        lines.push(format!("Edited {} {unit}: {}", files.len(), join_limited(&names, ", ")));
    }
    let commands = deduplicate(
        of(ObservationType::Command).map(|fact| shorten_item(command_of(&fact.content))),
    );
    if !commands.is_empty() {
        lines.push(format!("Commands: {}", join_limited(&commands, "; ")));
    }
    let errors: Vec<_> = of(ObservationType::Error).collect();
    if !errors.is_empty() {
        let said = deduplicate(errors.iter().map(|fact| shorten_item(failure_of(&fact.content))));
        lines.push(format!("Errors ({}): {}", errors.len(), join_limited(&said, "; ")));
    }
    let unit = if facts.len() == 1 { "observation" } else { "observations" };
    let count = facts.len();
    lines.push(format!("[{count} {unit}, {duration_sec}s, tools: {}]", tools.join("/")));
    SessionSummary { text: lines.join("\n"), tools, files }
}

/// Returns a summary in the thread's language. Captured text stays as it is, and so does a summary
/// that [`summarize`] did not write: it lacks the last line.
pub fn localized(summary: &str) -> String {
    let is_ours = summary.lines().last().is_some_and(|line| korean_totals(line).is_some());
    match current_lang() {
        Lang::Ko if is_ours => {
            let lines = summary.lines().map(|line| korean_line(line).unwrap_or(line.to_owned()));
            lines.collect::<Vec<_>>().join("\n")
        }
        _ => summary.to_owned(),
    }
}

fn korean_line(line: &str) -> Option<String> {
    if let Some(commands) = line.strip_prefix("Commands: ") {
        return Some(format!("명령: {commands}"));
    }
    if let Some(errors) = line.strip_prefix("Errors (") {
        let (count, said) = errors.split_once("): ")?;
        return Some(format!("실패 {count}개: {said}"));
    }
    if let Some(files) = line.strip_prefix("Edited ") {
        let (count, names) = files.split_once(": ")?;
        return Some(format!("고친 파일 {}개: {names}", parse_count(count, "file")?));
    }
    korean_totals(line)
}

/// Translates the last line of a summary, with its totals.
fn korean_totals(line: &str) -> Option<String> {
    let (count, rest) = line.strip_prefix('[')?.strip_suffix(']')?.split_once(", ")?;
    let (seconds, tools) = rest.split_once("s, tools: ")?;
    let count = parse_count(count, "observation")?;
    Some(format!("[관찰 {count}개, {seconds}초, 도구: {tools}]"))
}

/// Parses `3 files`.
fn parse_count(text: &str, one: &str) -> Option<usize> {
    let (number, noun) = text.split_once(' ')?;
    (noun.strip_suffix('s').unwrap_or(noun) == one).then(|| number.parse().ok())?
}

/// Returns the observations that later work showed to matter, each with its raised importance.
///
/// The last edit of a file that was edited three times or more, and the command that succeeded
/// after the same program had failed, are as important as a failure. (The database finds a failure
/// that came back from an earlier session.)
pub fn raised_importances(facts: &[SummaryInput]) -> Vec<(i64, u8)> {
    let mut risen = Vec::new();
    for (at, fact) in facts.iter().enumerate() {
        let matters = match fact.kind {
            ObservationType::FileEdit => {
                let same = |other: &&SummaryInput| {
                    other.kind == ObservationType::FileEdit && other.file_path == fact.file_path
                };
                facts[..=at].iter().filter(same).count() >= 3
                    && !facts[at + 1..].iter().any(|other| same(&other))
            }
            ObservationType::Command => ended_a_failure(facts, at),
            ObservationType::Error | ObservationType::Observation => false,
        };
        if matters && fact.importance < crate::observation::HIGH_IMPORTANCE {
            risen.push((fact.id, crate::observation::HIGH_IMPORTANCE));
        }
    }
    risen
}

/// True if the command at `at` is the first success of its program and sub-command after a failure.
fn ended_a_failure(facts: &[SummaryInput], at: usize) -> bool {
    let does = |fact: &SummaryInput| CommandLine::parse(command_of(&fact.content)).tags();
    let work = does(&facts[at]);
    if work.is_empty() {
        return false;
    }
    let before = facts[..at].iter().rev().find(|fact| {
        matches!(fact.kind, ObservationType::Command | ObservationType::Error) && does(fact) == work
    });
    before.is_some_and(|fact| fact.kind == ObservationType::Error)
}

fn deduplicate(items: impl Iterator<Item = String>) -> Vec<String> {
    let mut seen = std::collections::HashSet::new();
    items.filter(|item| seen.insert(item.clone())).collect()
}

fn join_limited(items: &[String], separator: &str) -> String {
    let mut text = items[..items.len().min(MAX_LISTED_ITEMS)].join(separator);
    if items.len() > MAX_LISTED_ITEMS {
        text.push_str(&format!("{separator}{} more", items.len() - MAX_LISTED_ITEMS));
    }
    text
}

fn shorten_item(text: &str) -> String {
    ellipsis(&one_line(text), MAX_ITEM_CHARS)
}

/// The last component of a path of either kind of separator.
pub fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fact(
        id: i64,
        tool: &str,
        kind: ObservationType,
        path: Option<&str>,
        content: &str,
    ) -> SummaryInput {
        SummaryInput {
            id,
            tool_name: tool.to_owned(),
            kind,
            file_path: path.map(str::to_owned),
            content: content.to_owned(),
            importance: if kind == ObservationType::Error { 3 } else { 2 },
        }
    }

    use ObservationType::{Command, Error, FileEdit};

    #[test]
    fn a_session_reads_as_four_lines() {
        let facts = [
            fact(1, "Edit", FileEdit, Some("/p/config.ts"), "Edit /p/config.ts: a → b"),
            fact(2, "Bash", Command, None, "npm test\n→ 3 passed"),
            fact(3, "Edit", FileEdit, Some("/p/handler.ts"), ""),
            fact(4, "Write", FileEdit, Some("/p/schema.ts"), ""),
            fact(5, "Edit", FileEdit, Some("/p/config.ts"), ""),
            fact(6, "Bash", Error, None, "cat x\nexit 1: ENOENT /tmp/missing.txt"),
            fact(7, "Bash", Command, None, "git commit -m \"feat: memory\""),
        ];
        let summary = summarize(&facts, 120);
        assert_eq!(
            summary.text,
            "Edited 3 files: config.ts, handler.ts, schema.ts\n\
             Commands: npm test; git commit -m \"feat: memory\"\n\
             Errors (1): ENOENT /tmp/missing.txt\n\
             [7 observations, 120s, tools: Edit/Bash/Write]"
        );
        assert_eq!(summary.files, ["/p/config.ts", "/p/handler.ts", "/p/schema.ts"]);
    }

    #[test]
    fn localized_summary_keeps_captured_words() {
        let korean = |summary: &str| crate::lang::with_lang(Lang::Ko, || localized(summary));
        let summary = "Edited 1 file: a: b.rs\nCommands: there is no embedder\nErrors (2): x: y\n\
                       [2 observations, 5s, tools: Bash]";
        assert_eq!(
            korean(summary),
            "고친 파일 1개: a: b.rs\n명령: there is no embedder\n실패 2개: x: y\n\
             [관찰 2개, 5초, 도구: Bash]"
        );
        assert_eq!(localized(summary), summary);
        for captured in ["there is no embedder", "Commands: deploy", "Done.\nCommands: pnpm test"] {
            assert_eq!(korean(captured), captured);
        }
    }

    #[test]
    fn nothing_captured_is_nothing_said() {
        assert_eq!(summarize(&[], 5), SessionSummary::default());
    }

    #[test]
    fn a_file_edited_again_and_again_rises() {
        let edit = |id| fact(id, "Edit", FileEdit, Some("a.rs"), "");
        assert_eq!(raised_importances(&[edit(1), edit(2)]), []);
        assert_eq!(raised_importances(&[edit(1), edit(2), edit(3)]), [(3, 3)]);
    }

    #[test]
    fn the_command_that_ended_a_failure_rises() {
        let facts = [
            fact(1, "Bash", Command, None, "cargo test"),
            fact(2, "Bash", Error, None, "cargo test\nexit 101: panicked"),
            fact(3, "Bash", Command, None, "git status"),
            fact(4, "Bash", Command, None, "cargo test\n→ ok"),
            fact(5, "Bash", Command, None, "cargo test\n→ ok"),
        ];
        assert_eq!(raised_importances(&facts), [(4, 3)]);
    }
}
