//! A home after half a year of work, beside a new one: what its hooks cost, and how large it is. A home of one day
//! stands between the two, so that what notes cost is told from what age does.

use std::error::Error;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use palimp_testing::life::Life;
use palimp_testing::{Machine, run_with_input};
use rusqlite::Connection;
use serde_json::{Value, json};

use crate::{built, quantiles};

/// What a hook may cost in an old home, beside a new one.
const SLOWER: f64 = 1.2;
/// How often each hook is run in each home.
const ROUNDS: usize = 60;
/// The settings' own, in days.
const RETENTION: i64 = 90;
const DAY_MS: i64 = 24 * 3_600_000;

/// Lives `days` days of twelve sessions with sixty events, and measures.
pub(crate) fn run(days: u64) -> Result<(), Box<dyn Error>> {
    let old = Machine::new(built("palimp"));
    println!("{days} days of 12 sessions × 60 events; KB:");
    println!(
        "    {:>4} {:>9} {:>9} {:>9} {:>9} {:>7} {:>7}",
        "day", "activity", "index", "history", "vault", "spool", "log"
    );
    let life = Life { days, sessions: 12, events: 60 };
    life.live_on(&old, &mut |day| {
        if day % 30 == 0 || day == days {
            tell_sizes(&old, day);
        }
    });
    let young = Machine::new(built("palimp"));
    Life { days: 1, ..life }.live_on(&young, &mut |_| ());
    let new = Machine::new(built("palimp"));
    Life { days: 1, sessions: 1, events: 16 }.live_on(&new, &mut |_| ());
    old.run_ok(["status"]);
    let mut wrong = out_of_bounds(&old)?;
    wrong.extend(compare([&old, &young, &new]));
    match wrong.as_slice() {
        [] => Ok(()),
        wrong => Err(wrong.join("; ").into()),
    }
}

fn tell_sizes(machine: &Machine, day: u64) {
    let home = machine.home();
    let of = |name: &str| size(&home.join(name)) / 1024;
    let database = ["activity.db", "activity.db-wal"].map(of).iter().sum::<u64>();
    println!(
        "    {day:>4} {database:>9} {:>9} {:>9} {:>9} {:>7} {:>7}",
        of("index"),
        of("history"),
        of("vault"),
        of("spool"),
        of("log")
    );
}

/// The bytes in a file, or in all files below a directory.
fn size(path: &Path) -> u64 {
    match fs::read_dir(path) {
        Ok(entries) => entries.flatten().map(|entry| size(&entry.path())).sum(),
        Err(_) => fs::metadata(path).map_or(0, |meta| meta.len()),
    }
}

/// What is there although the settings say that it goes.
fn out_of_bounds(machine: &Machine) -> Result<Vec<String>, Box<dyn Error>> {
    let conn = Connection::open(machine.database())?;
    let newest: i64 =
        conn.query_row("SELECT max(created_at) FROM messages", [], |row| row.get(0))?;
    // The daily run comes once a day, at the first session that starts.
    let before = newest - (RETENTION + 2) * DAY_MS;
    let mut wrong = Vec::new();
    for (what, rest) in [
        ("observations", "FROM observations WHERE type <> 'error' AND pinned = 0"),
        ("records of what was told", "FROM injections WHERE true"),
        ("long messages", "FROM messages WHERE length(content) > 500"),
    ] {
        let sql = format!("SELECT count(*) {rest} AND created_at < ?");
        let count: i64 = conn.query_row(&sql, [before], |row| row.get(0))?;
        if count > 0 {
            wrong.push(format!("{count} {what} are older than {RETENTION} days"));
        }
    }
    let (spool, log) = (size(&machine.home().join("spool")), size(&machine.home().join("log")));
    if spool > 0 || log > 2 * 600 * 1024 {
        wrong.push(format!("{spool} bytes in the spool, {log} in the log"));
    }
    Ok(wrong)
}

/// Hooks in all homes, whole processes in turn: in an old one, in one of a day, and in a new one, which opens no
/// index and has nothing to tell.
fn compare(homes: [&Machine; 3]) -> Vec<String> {
    println!("  hooks, ms, p50 p95: old home, home of one day, new home");
    let mut wrong = Vec::new();
    for (name, event, fields) in hooks() {
        let mut times = [const { Vec::new() }; 3];
        for round in 0..ROUNDS {
            for (at, machine) in homes.into_iter().enumerate() {
                times[at].push(once(machine, event, round, &fields));
            }
        }
        let [(old50, old95), (young50, young95), (new50, new95)] =
            times.each_mut().map(|times| quantiles(times));
        let ratio = old50 / new50;
        println!(
            "    {name:<14} {old50:6.2} {old95:6.2}   {young50:6.2} {young95:6.2}   {new50:6.2} {new95:6.2}   = {ratio:.2} × a new one, {:.2} × one of a day",
            old50 / young50
        );
        if ratio > SLOWER {
            wrong.push(format!("{name} costs {ratio:.2} times as much as in a new home"));
        }
    }
    wrong
}

fn hooks() -> [(&'static str, &'static str, Value); 4] {
    let edit = json!({
        "tool_name": "Edit",
        "tool_input": { "file_path": "src/api/file_7.rs", "old_string": "a", "new_string": "b" },
    });
    [
        ("session start", "SessionStart", json!({ "source": "startup" })),
        ("capture", "PostToolUse", edit),
        ("prompt", "UserPromptSubmit", json!({ "prompt": "please split the gateway service" })),
        ("turn end", "Stop", json!({ "last_assistant_message": "I did." })),
    ]
}

fn once(machine: &Machine, event: &str, round: usize, fields: &Value) -> Duration {
    let mut fields = fields.clone();
    fields["prompt_id"] = json!(format!("{event}-{round}"));
    let mut payload = machine.claude_payload(event, &format!("measured-{round}"), fields);
    payload["cwd"] = json!(machine.root().join("project-1"));
    let mut command = machine.command(["hook", "claude"]);
    let payload = payload.to_string();
    let start = Instant::now();
    let output = run_with_input(&mut command, payload.as_bytes());
    let time = start.elapsed();
    assert!(output.status.success() && output.stderr.is_empty(), "a hook failed");
    time
}
