//! Latency of the hook before a tool, beside the hook that captures a command in the same home.

use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use palimp_core::home::HomePaths;
use serde_json::{Value, json};

use crate::prompt::once;
use crate::{quantiles, recall};

/// How often each hook is run.
const RUNS: usize = 200;
/// How many lines the notes with rules have, by note.
const LINES: [(&str, usize); 4] = [
    ("MEMORY.md", 60),
    ("shared/preferences.md", 60),
    ("shared/decisions.md", 120),
    ("shared/projects.md", 150),
];

/// One kind of hook, and its event in a run.
type Hook<'a> = (&'a str, &'a dyn Fn(usize) -> Value);

pub(crate) fn run() -> Result<(), Box<dyn Error>> {
    let dir = tempfile::tempdir()?;
    let home = HomePaths::new(dir.path().join("home"));
    let project = dir.path().join("app");
    fs::create_dir_all(project.join(".git"))?;
    let bytes = write_notes(&home.vault_dir("main"))?;
    recall::index(&home)?;
    let event = project.join("event.json");
    let capture = |run| after(&project, &format!("git commit -m 'feat: retry on 503' # {run}"));
    let command = |run| before(&project, "s", &format!("cargo test -p pool --test t{run}"));
    let again = |_| before(&project, "s", "npm run build");
    let breaks = |run| before(&project, &format!("s{run}"), "npm install");
    let edits = |run| edit(&project, &format!("src/file{run}.rs"));
    let touched = |_| edit(&project, "src/file0.rs");
    let reads =
        |_| tool(&project, "PreToolUse", "Read", &json!({"file_path": project.join("a.rs")}));
    let hooks: [Hook; 7] = [
        ("a command is captured", &capture),
        ("before a command", &command),
        ("  that broke a rule before", &again),
        ("  that breaks a rule (told)", &breaks),
        ("before a file's first change", &edits),
        ("before a later change", &touched),
        ("before a read", &reads),
    ];
    let mut times = vec![Vec::new(); hooks.len()];
    let mut answered = vec![0; hooks.len()];
    for run in 0..RUNS + 5 {
        for (at, (_, payload)) in hooks.iter().enumerate() {
            let (time, answer) = once(&home, &event, &payload(run))?;
            // The files are in the cache before anything is measured.
            if run >= 5 {
                times[at].push(time);
                answered[at] += usize::from(!answer.is_empty());
            }
        }
    }
    println!(
        "before a tool, whole process, {} KB of notes with rules, median and p95 of {RUNS} runs (ms)",
        bytes >> 10
    );
    let all: Vec<(f64, f64)> = times.iter_mut().map(|times| quantiles(times)).collect();
    for (((name, _), (median, p95)), answered) in hooks.iter().zip(&all).zip(answered) {
        let ratio = median / all[0].0;
        println!("    {name:<30} {median:7.2} {p95:7.2}   {ratio:5.2} ×   ({answered} answered)");
    }
    Ok(())
}

/// Writes notes as reflection leaves them, with a rule here and there; answers their size.
fn write_notes(vault: &Path) -> Result<usize, Box<dyn Error>> {
    let mut bytes = 0;
    for (path, lines) in LINES {
        let mut text = String::from("# Notes\n\n## From conversations: app\n\n");
        for line in 0..lines {
            let said = match line % 10 {
                3 => format!("Never run `make release{line}` without a tag"),
                1 | 5 => format!(
                    "The cargo cache of module {line} is not shared: its lock waits instead of failing"
                ),
                7 if line == 7 => "Use pnpm, not npm".to_owned(),
                _ => format!(
                    "The cargo build of module {line} takes the pool from src/pool{line}.rs, and git keeps its history in branch {line}"
                ),
            };
            writeln!(
                text,
                "- {said} ([2026-11-20 14:02](../memory/2026-11-20.md)) <!-- palimp: by=user client=claude session=11111111-2222-4333-8444-{line:012} at=2026-11-20 -->"
            )?;
        }
        let path = vault.join(path);
        fs::create_dir_all(path.parent().unwrap_or(vault))?;
        fs::write(path, &text)?;
        bytes += text.len();
    }
    Ok(bytes)
}

fn tool(project: &Path, event: &str, name: &str, input: &Value) -> Value {
    json!({
        "session_id": "s", "transcript_path": "/home/dev/.claude/projects/app/s.jsonl", "cwd": project,
        "hook_event_name": event, "tool_name": name, "tool_input": input, "tool_use_id": "toolu_1",
    })
}

fn after(project: &Path, command: &str) -> Value {
    let mut event = tool(project, "PostToolUse", "Bash", &json!({ "command": command }));
    event["tool_response"] =
        json!({"stdout": "[main 4f2a91c] feat: retry on 503", "stderr": "", "interrupted": false});
    event
}

fn before(project: &Path, session: &str, command: &str) -> Value {
    let mut event = tool(project, "PreToolUse", "Bash", &json!({ "command": command }));
    event["session_id"] = json!(session);
    event
}

fn edit(project: &Path, file: &str) -> Value {
    let input = json!({"file_path": project.join(file), "old_string": "a", "new_string": "b"});
    tool(project, "PreToolUse", "Edit", &input)
}
