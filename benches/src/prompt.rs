//! Cost of a prompt: a whole `UserPromptSubmit` hook that searches a hundred thousand chunks of notes and
//! five thousand sessions of its project, beside the hook that only captures.

use std::error::Error;
use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use palimp_core::AgentClient;
use palimp_core::activity::{Capture, CaptureEntry, MessageRole, NewMessage, SessionRef};
use palimp_core::home::HomePaths;
use palimp_store::activity::{ActivityDb, BusyPolicy};
use serde_json::{Value, json};

use crate::{built, corpus, quantiles, recall};

/// How often each hook is run.
const RUNS: usize = 200;
/// How many notes are searched.
const NOTES: usize = 3_000;
/// Sessions of the project, and the prompts and answers of each.
const SESSIONS: usize = 5_000;
const MESSAGES: usize = 8;

pub(crate) fn run() -> Result<(), Box<dyn Error>> {
    let dir = tempfile::tempdir()?;
    let home = HomePaths::new(dir.path().join("home"));
    let project = dir.path().join("app");
    fs::create_dir_all(project.join(".git"))?;
    let texts = corpus::notes(NOTES, NOTES * recall::CHUNKS_A_NOTE);
    corpus::write(&home.vault_dir("main"), &texts)?;
    sessions(&home, &project, &texts)?;
    let (_, chunks) = recall::index(&home)?;
    // Files that changed just now are looked at again, in this bench as in life.
    std::thread::sleep(Duration::from_secs(3));
    recall::index(&home)?;
    let queries = corpus::queries(&texts);
    let event = project.join("event.json");
    let (mut captures, mut prompts, mut answered) = (Vec::new(), Vec::new(), 0);
    for run in 0..RUNS + 5 {
        let query = &queries[run % queries.len()];
        let asked =
            format!("I looked at the module again. {query}: how did we decide on that, and why?");
        let (capture, _) = once(&home, &event, &tool(&project, run))?;
        let (prompt, answer) = once(&home, &event, &said(&project, run, &asked))?;
        // The files are in the cache before anything is measured.
        if run >= 5 {
            captures.push(capture);
            prompts.push(prompt);
            answered += usize::from(!answer.is_empty());
        }
    }
    let ((capture, capture95), (prompt, prompt95)) =
        (quantiles(&mut captures), quantiles(&mut prompts));
    println!(
        "prompt, whole process over {chunks} chunks of {} notes and {SESSIONS} sessions, median and p95 of {RUNS} runs (ms)",
        texts.len()
    );
    println!("    palimp hook, a command is captured {capture:7.2} {capture95:7.2}");
    println!(
        "    palimp hook, a prompt is answered  {prompt:7.2} {prompt95:7.2}   {:5.2} ×   ({answered} were given something)",
        prompt / capture
    );
    Ok(())
}

/// Fills the home with sessions of the project that speak of what its notes say.
fn sessions(home: &HomePaths, project: &Path, texts: &[String]) -> Result<(), Box<dyn Error>> {
    let here = palimp_engine::home::project_discovery::locate_project(project).project;
    let mut db = ActivityDb::open(&home.activity_db(), BusyPolicy::Command)?;
    let mut paragraphs =
        texts.iter().flat_map(|text| text.split("\n\n")).filter(|it| it.len() > 80).cycle();
    for number in 0..SESSIONS {
        let session = SessionRef {
            id: format!("{number:08x}-past"),
            client: AgentClient::Claude,
            agent: "main".to_owned(),
            project_id: here.id.clone(),
            project: here.name.clone(),
            working_dir: project.to_string_lossy().into_owned(),
        };
        let message = |at: usize, text: &str| {
            let role =
                if at.is_multiple_of(2) { MessageRole::User } else { MessageRole::Assistant };
            let content = text.chars().take(1_200).collect();
            CaptureEntry::Message(NewMessage {
                role,
                content,
                trace: None,
                turn: Some(at.to_string()),
            })
        };
        let said = paragraphs.by_ref().take(MESSAGES).enumerate();
        let entries = said.map(|(at, text)| message(at, text)).collect();
        let at = 1_700_000_000_000 + number as i64 * 3_600_000;
        db.apply_capture(&Capture { session, at, dedupe_ms: 0, entries })?;
    }
    Ok(())
}

fn tool(project: &Path, number: usize) -> Value {
    json!({
        "session_id": "s", "transcript_path": "/home/dev/.claude/projects/app/s.jsonl", "cwd": project,
        "hook_event_name": "PostToolUse", "tool_name": "Bash",
        "tool_input": {"command": format!("git commit -m 'feat: retry on 503' # {number}")},
        "tool_response": {"stdout": "[main 4f2a91c] feat: retry on 503", "stderr": "", "interrupted": false},
        "tool_use_id": format!("toolu_{number}"),
    })
}

pub(crate) fn said(project: &Path, number: usize, prompt: &str) -> Value {
    json!({
        "session_id": "s", "transcript_path": "/home/dev/.claude/projects/app/s.jsonl", "cwd": project,
        "hook_event_name": "UserPromptSubmit", "prompt": prompt, "prompt_id": format!("p{number}"),
    })
}

/// One event, one process; how long it took and what it answered.
pub(crate) fn once(
    home: &HomePaths,
    event: &Path,
    payload: &Value,
) -> Result<(Duration, Vec<u8>), Box<dyn Error>> {
    fs::write(event, payload.to_string())?;
    let answer = event.with_extension("answer");
    let mut command = Command::new(built("palimp"));
    command.args(["hook", "claude", "--home"]).arg(home.root());
    command.stdin(File::open(event)?).stdout(File::create(&answer)?).stderr(Stdio::inherit());
    let start = Instant::now();
    let status = command.status()?;
    let time = start.elapsed();
    assert!(status.success(), "a hook failed");
    Ok((time, fs::read(answer)?))
}
