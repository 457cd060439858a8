//! Many hooks at once: 16 processes that each hand over 500 events, one hook process an event.

use std::error::Error;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use rusqlite::Connection;
use serde_json::json;

use crate::{built, quantiles};

const WRITERS: usize = 16;
const EVENTS: usize = 500;

pub(crate) fn run() -> Result<(), Box<dyn Error>> {
    let dir = tempfile::tempdir()?;
    println!("writers, {WRITERS} at once, {EVENTS} events each");
    let (palimp, mut times) = time(|writer, event| palimp(dir.path(), writer, event));
    let (median, p95) = quantiles(&mut times);
    println!(
        "    palimp hook                {:6.0} events/s   {median:6.1} ms median {p95:6.1} ms p95",
        palimp
    );
    let (minimal, mut times) = time(|_, _| minimal(dir.path()));
    let (median, p95) = quantiles(&mut times);
    println!(
        "    (a) minimal insert         {:6.0} events/s   {median:6.1} ms median {p95:6.1} ms p95",
        minimal
    );
    println!("    palimp reaches {:.2} of (a)", palimp / minimal);
    let (kept, waiting) = kept(&dir.path().join("home"))?;
    println!("    kept {kept} of {}, {waiting} of them in the spool", WRITERS * EVENTS);
    assert_eq!(kept, WRITERS * EVENTS, "none lost, none doubled");
    Ok(())
}

/// Events a second, and how long each took.
fn time(one: impl Fn(usize, usize) + Sync) -> (f64, Vec<Duration>) {
    let start = Instant::now();
    let times = std::thread::scope(|scope| {
        let one = &one;
        let writers: Vec<_> = (0..WRITERS)
            .map(|writer| {
                scope.spawn(move || {
                    (0..EVENTS)
                        .map(|event| {
                            let start = Instant::now();
                            one(writer, event);
                            start.elapsed()
                        })
                        .collect::<Vec<_>>()
                })
            })
            .collect();
        writers.into_iter().flat_map(|writer| writer.join().expect("a writer")).collect()
    });
    ((WRITERS * EVENTS) as f64 / start.elapsed().as_secs_f64(), times)
}

fn palimp(dir: &Path, writer: usize, event: usize) {
    let payload = json!({
        "session_id": format!("writer-{writer}"), "cwd": dir, "hook_event_name": "PostToolUse",
        "tool_name": "Bash", "tool_input": { "command": format!("git commit -m 'event {writer} {event}'") },
        "tool_response": { "stdout": "ok", "stderr": "", "interrupted": false },
    });
    let mut child = Command::new(built("palimp"))
        .args(["hook", "claude", "--home"])
        .arg(dir.join("home"))
        .stdin(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("palimp starts");
    let _ = child.stdin.take().expect("a pipe").write_all(payload.to_string().as_bytes());
    assert!(child.wait().expect("palimp ends").success());
}

fn minimal(dir: &Path) {
    let status = Command::new(built("baseline-insert"))
        .arg(dir.join("minimal.db"))
        .stderr(Stdio::null())
        .status();
    // The baseline gives up when it does not get the lock in time; it has no spool.
    let _ = status.expect("the baseline starts");
}

fn kept(home: &Path) -> Result<(usize, usize), Box<dyn Error>> {
    let waiting = palimp_store::spool::Spool::new(home.join("spool")).pending_files().len();
    let conn = Connection::open(home.join("activity.db"))?;
    let rows: usize = conn.query_row("SELECT count(*) FROM observations", [], |row| row.get(0))?;
    Ok((rows + waiting, waiting))
}
