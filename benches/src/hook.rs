//! Whole-process latency of a hook: palimp, the least a program could do, and the same in Node.

use std::error::Error;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use rusqlite::Connection;
use serde_json::json;

use crate::{built, quantiles};

/// How often each program is run in each situation.
const RUNS: usize = 200;

/// A program that takes one event from a file on its standard input.
struct Program {
    name: &'static str,
    command: Box<dyn Fn() -> Command>,
    database: PathBuf,
}

pub(crate) fn run() -> Result<(), Box<dyn Error>> {
    let dir = tempfile::tempdir()?;
    let project = dir.path().join("app");
    fs::create_dir_all(project.join(".git/refs/heads"))?;
    fs::write(project.join(".git/HEAD"), "ref: refs/heads/main\n")?;
    fs::write(project.join(".git/refs/heads/main"), format!("{:040x}\n", 0xabcdef))?;
    let mut programs = vec![minimal(dir.path()), palimp(dir.path())];
    programs.extend(node(dir.path()));
    println!("hook, whole process, median and p95 of {RUNS} runs (ms)");
    for held in [true, false] {
        let situation = if held { "another process holds the database open" } else { "alone" };
        println!("  {situation}");
        let medians = measure(&programs, &project, held)?;
        let base = medians[0].0;
        for (program, (median, p95)) in programs.iter().zip(&medians) {
            println!(
                "    {:<28} {median:7.2} {p95:7.2}   {:5.2} × (a)",
                program.name,
                median / base
            );
        }
        if let (Some(palimp), Some(node)) = (medians.get(1), medians.get(2)) {
            println!("    palimp is {:.1} × faster than (b)", node.0 / palimp.0);
        }
    }
    Ok(())
}

fn minimal(dir: &Path) -> Program {
    let database = dir.join("minimal.db");
    let path = database.clone();
    Program {
        name: "(a) minimal insert",
        database,
        command: Box::new(move || {
            let mut command = Command::new(built("baseline-insert"));
            command.arg(&path);
            command
        }),
    }
}

fn palimp(dir: &Path) -> Program {
    let home = dir.join("home");
    let database = home.join("activity.db");
    Program {
        name: "palimp hook claude",
        database,
        command: Box::new(move || {
            let mut command = Command::new(built("palimp"));
            command.args(["hook", "claude"]).env("PALIMP_HOME", &home);
            command
        }),
    }
}

/// The script, with better-sqlite3 from npm, installed once below `target`.
fn node(dir: &Path) -> Option<Program> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("baseline");
    let installed = built("baseline-node");
    fs::create_dir_all(&installed).ok()?;
    for name in ["package.json", "hook.mjs"] {
        fs::copy(source.join(name), installed.join(name)).ok()?;
    }
    if !installed.join("node_modules/better-sqlite3/build").exists() {
        let done =
            Command::new("npm").args(["install", "--silent"]).current_dir(&installed).status();
        if !done.is_ok_and(|status| status.success()) {
            println!("  (b) is left out: npm could not install better-sqlite3");
            return None;
        }
    }
    let database = dir.join("node.db");
    let path = database.clone();
    Some(Program {
        name: "(b) Node, better-sqlite3",
        database,
        command: Box::new(move || {
            let mut command = Command::new("node");
            command.arg(installed.join("hook.mjs")).arg(&path);
            command
        }),
    })
}

/// Runs the programs in turn, so that whatever else the machine does meets all of them.
fn measure(
    programs: &[Program],
    project: &Path,
    held: bool,
) -> Result<Vec<(f64, f64)>, Box<dyn Error>> {
    let event = project.join("event.json");
    let mut times = vec![Vec::with_capacity(RUNS); programs.len()];
    for (number, program) in programs.iter().enumerate() {
        // The tables are made, and the files are in the cache, before anything is measured.
        for _ in 0..5 {
            once(program, &event, project, number)?;
        }
    }
    let holders = programs
        .iter()
        .filter(|_| held)
        .map(|program| {
            let conn = Connection::open(&program.database)?;
            conn.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get::<_, i64>(0))?;
            Ok(conn)
        })
        .collect::<rusqlite::Result<Vec<_>>>()?;
    for run in 0..RUNS {
        for (program, times) in programs.iter().zip(&mut times) {
            times.push(once(program, &event, project, run)?);
        }
    }
    drop(holders);
    for program in programs {
        let rows: usize = Connection::open(&program.database)?.query_row(
            "SELECT count(*) FROM observations",
            [],
            |row| row.get(0),
        )?;
        assert!(rows >= RUNS, "{} kept {rows} rows of {RUNS}", program.name);
    }
    Ok(times.iter_mut().map(|times| quantiles(times)).collect())
}

/// One event, one process.
fn once(
    program: &Program,
    event: &Path,
    project: &Path,
    number: usize,
) -> Result<Duration, Box<dyn Error>> {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH)?.as_nanos();
    let payload = json!({
        "session_id": "11111111-2222-4333-8444-555555555555",
        "transcript_path": "/home/dev/.claude/projects/-home-dev-app/11111111.jsonl",
        "cwd": project,
        "permission_mode": "default",
        "hook_event_name": "PostToolUse",
        "tool_name": "Bash",
        "tool_input": {
            "command": format!("git commit -m 'feat: retry fetchUser on 503' # {number} {now}"),
            "description": "Commit the change"
        },
        "tool_response": {
            "stdout": "[main 4f2a91c] feat: retry fetchUser on 503\n 2 files changed, 31 insertions(+), 4 deletions(-)",
            "stderr": "", "interrupted": false, "isImage": false, "noOutputExpected": false
        },
        "tool_use_id": format!("toolu_{now}"),
        "duration_ms": 34
    });
    fs::write(event, payload.to_string())?;
    let mut command = (program.command)();
    command.stdin(File::open(event)?).stdout(Stdio::null()).stderr(Stdio::inherit());
    let start = Instant::now();
    let status = command.status()?;
    let time = start.elapsed();
    assert!(status.success(), "{} failed", program.name);
    Ok(time)
}
