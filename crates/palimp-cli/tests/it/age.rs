//! What a home costs and keeps after years.

use std::collections::BTreeMap;
use std::fs;

use palimp_testing::{Machine, fixtures_dir, run_with_input};
use serde_json::{Value, json};

use crate::machine;

const DAY: i64 = 86_400_000;

fn now() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    i64::try_from(since.as_millis()).unwrap()
}

/// Lets sessions of the past be on a machine, oldest first: `per_day` on each of `days` days, each
/// with six observations and an exchange.
fn live(machine: &Machine, days: i64, per_day: i64) {
    machine.hook_bash("first", "git status --short", "ok");
    let known = machine.run_json(&["timeline"]);
    let project = known[0]["projectId"].as_str().unwrap().to_owned();
    let mut rows = String::new();
    for number in (1..=days * per_day).rev() {
        let at = now() - number * DAY / per_day + DAY / 24;
        let session = format!("past-{number}");
        let of = |more: Value| {
            let mut row = json!({
                "sessionId": session, "client": "claude", "agent": "main", "projectId": project,
                "project": "app", "workingDir": "/app",
            });
            row.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            format!("{row}\n")
        };
        rows += &of(json!({
            "kind": "session", "summary": if number % 3 == 0 { "" } else { "Edited 1 file: a.rs" },
            "toolsUsed": ["Edit"], "filesChanged": ["a.rs"], "memoryCount": 6,
            "startedAt": at, "endedAt": at + 600_000, "durationSec": 600,
        }));
        for turn in 0..6 {
            rows += &of(json!({
                "kind": "observation", "id": 0, "toolName": "Bash", "tags": "git",
                "type": if turn == 0 { "error" } else { "command" }, "filePath": null,
                "content": format!("git commit -m 'step {turn} of {number}'"), "pinned": false,
                "importance": 1 + turn % 2, "commitSha": null, "callId": null,
                "createdAt": at + turn * 1_000,
            }));
        }
        for role in ["user", "assistant"] {
            rows += &of(json!({
                "kind": "message", "id": 0, "role": role, "content": format!("{role} {number}"),
                "trace": null, "turn": null, "createdAt": at,
            }));
        }
    }
    assert!(machine.run_with(["import", "-"], rows.as_bytes()).status.success());
    machine.execute_sql(
        "INSERT INTO injections (session_id, client, agent, project_id, project, event, content, chars, created_at)
         SELECT session_id, client, agent, project_id, project, 'UserPromptSubmit', summary, 20, started_at
         FROM sessions;
         INSERT OR IGNORE INTO given SELECT session_id, '{}' FROM sessions;
         INSERT OR IGNORE INTO flush_marks (session_id, agent, mark)
           SELECT session_id, agent, max(id) FROM messages GROUP BY session_id;",
    );
}

/// A day's work of an agent: every event that a hook answers or keeps.
fn work(machine: &Machine, session: &str) {
    let send = |event: &str, fields: Value| {
        machine.hook("claude", &machine.claude_payload(event, session, fields));
    };
    send("SessionStart", json!({"source": "startup"}));
    for number in 0..3 {
        let id = format!("{session}-{number}");
        let prompt = format!("which port does the staging database of {session} have? {number}");
        send("UserPromptSubmit", json!({"prompt": prompt, "prompt_id": id}));
        machine.hook_bash(session, &format!("git commit -m '{id}'"), "ok");
        let command = json!({"command": format!("npm test {id}")});
        send(
            "PostToolUseFailure",
            json!({"tool_name": "Bash", "tool_input": command, "error": "Exit code 1\nno"}),
        );
        send("Stop", json!({"last_assistant_message": format!("5433, {id}"), "prompt_id": id}));
    }
    send("PreCompact", json!({"trigger": "manual"}));
    send("SessionEnd", json!({"reason": "other"}));
}

/// Hands every recorded payload of every client to the hook.
fn replay_everything(machine: &Machine) {
    let mut replayed = 0;
    for client in
        ["claude", "codex", "gemini", "opencode", "copilot/camelCase", "copilot/PascalCase"]
    {
        let mut files: Vec<_> =
            fs::read_dir(fixtures_dir().join(client)).unwrap().flatten().collect();
        files.sort_by_key(fs::DirEntry::path);
        for file in files {
            let name = file.file_name().into_string().unwrap();
            let Some(stem) = name.strip_suffix(".json") else { continue };
            let payload = machine.recorded_payload(client, &name);
            let event = stem.split('.').next().unwrap();
            let args = ["hook", client.split('/').next().unwrap(), event];
            assert!(machine.run_with(args, payload.as_bytes()).status.success());
            replayed += 1;
        }
    }
    assert!(replayed > 100, "{replayed} recordings");
}

#[test]
fn every_statement_of_a_hook_is_looked_up_by_index() {
    let machine = machine();
    fs::create_dir_all(machine.home().join("vault/semantic")).unwrap();
    fs::write(
        machine.home().join("vault/semantic/db.md"),
        "# Database\nThe staging database listens on port 5433.\n",
    )
    .unwrap();
    live(&machine, 30, 1);
    machine.run_ok(["index"]);
    work(&machine, "one");
    let lock = machine.lock_database();
    machine.hook_bash("one", "git push", "ok");
    drop(lock);
    work(&machine, "two");
    replay_everything(&machine);
    let mut seen: Vec<String> = machine.drain_statements().into_iter().map(|one| one.sql).collect();
    seen.sort();
    seen.dedup();
    let asks = |sql: &&String| {
        ["SELECT", "INSERT", "UPDATE", "DELETE", "REPLACE", "WITH"]
            .iter()
            .any(|verb| sql.starts_with(verb))
    };
    let asked: Vec<_> = seen.iter().filter(asks).collect();
    for expected in ["INTO observations ", "FROM sessions", "INTO injections", "FROM given", "meta"]
    {
        assert!(asked.iter().any(|sql| sql.contains(expected)), "{expected} in {asked:#?}");
    }
    let slow: Vec<_> = asked.iter().map(|sql| (sql, machine.table_scans(sql))).collect();
    let slow: Vec<_> = slow.iter().filter(|(_, scans)| !scans.is_empty()).collect();
    assert!(slow.is_empty(), "{slow:#?}");
}

#[test]
fn a_hook_costs_the_same_after_many_days() {
    let cost = |days| {
        let machine = machine();
        live(&machine, days, 4);
        work(&machine, "before");
        machine.drain_statements();
        work(&machine, "measured");
        let mut steps: BTreeMap<String, u64> = BTreeMap::new();
        // The full text's own come and go: now and then it merges what many hooks wrote.
        let own = |sql: &str| sql.contains("'main'.'");
        for one in machine.drain_statements().into_iter().filter(|one| !own(&one.sql)) {
            *steps.entry(one.sql).or_default() += one.steps;
        }
        steps
    };
    let (young, old) = (cost(60), cost(300));
    let total = |steps: &BTreeMap<String, u64>| steps.values().sum::<u64>();
    let grown: Vec<_> = old
        .iter()
        .map(|(sql, steps)| (*steps, young.get(sql).copied().unwrap_or(0), sql))
        .filter(|(old, young, _)| old > &(young * 6 / 5 + 50))
        .collect();
    assert!(
        total(&old) * 10 <= total(&young) * 12,
        "{} → {}: {grown:#?}",
        total(&young),
        total(&old)
    );
}

/// Moves everything that was captured into the past, as a clock that jumps ahead does.
fn jump(machine: &Machine, days: i64) {
    for (table, column) in [
        ("observations", "created_at"),
        ("messages", "created_at"),
        ("injections", "created_at"),
        ("sessions", "started_at"),
        ("sessions", "ended_at"),
    ] {
        machine.execute_sql(&format!("UPDATE {table} SET {column} = {column} - {}", days * DAY));
    }
}

fn observations(machine: &Machine) -> i64 {
    machine.query_number("SELECT count(*) FROM observations")
}

#[test]
fn a_clock_that_jumped_ahead_costs_nothing() {
    let machine = machine();
    live(&machine, 30, 1);
    let before = observations(&machine);
    jump(&machine, 5 * 365);
    machine
        .hook("claude", &machine.claude_payload("SessionStart", "t", json!({"source": "startup"})));
    let injections = machine.query_number("SELECT count(*) FROM injections");
    for _ in 0..3 {
        machine.run_ok(["cleanup", "--due"]);
    }
    // What is captured by the new clock does not make the old rows older.
    machine.hook_bash("t", "git push", "ok");
    machine.run_ok(["cleanup", "--due"]);
    assert_eq!(observations(&machine), before + 1);
    assert_eq!(machine.query_number("SELECT count(*) FROM injections"), injections);
    let log = fs::read_to_string(machine.home().join("log/palimp.log")).unwrap();
    assert!(log.contains("the clock may have jumped"), "{log}");
    let refused = machine.run(["cleanup"]);
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert_eq!(refused.status.code(), Some(1), "{said}");
    assert!(said.contains("palimp cleanup --days 90"), "{said}");
    assert_eq!(observations(&machine), before + 1);
}

#[test]
fn what_a_wrong_clock_dated_into_1970_is_as_young_as_what_came_after() {
    let machine = machine();
    live(&machine, 30, 1);
    let before = observations(&machine);
    machine.execute_sql("UPDATE observations SET created_at = id WHERE id % 3 = 0");
    machine.run_ok(["cleanup", "--due"]);
    assert_eq!(observations(&machine), before);
    // They go with what was captured after them.
    machine.execute_sql(&format!(
        "UPDATE observations SET created_at = {} WHERE id = 100",
        now() - 91 * DAY
    ));
    machine.run_ok(["cleanup", "--due"]);
    assert!(machine.query_number("SELECT max(id) FROM observations WHERE created_at < 1000") > 100);
    assert!(observations(&machine) < before);
}

#[test]
fn a_day_takes_a_share_of_what_is_past_its_age() {
    let machine = machine();
    live(&machine, 120, 1);
    let all = observations(&machine);
    let old =
        machine.run_json(&["cleanup", "--dry-run"])["removed"]["observations"].as_i64().unwrap();
    assert!(old > all / 5, "{old} of {all}");
    machine.run_ok(["cleanup", "--due"]);
    assert_eq!(observations(&machine), all - (all + 9) / 10);
    for _ in 0..9 {
        machine.run_ok(["cleanup", "--due"]);
    }
    assert_eq!(observations(&machine), all - old, "the rest of it goes on the days that follow");
    let failures = machine.query_number("SELECT count(*) FROM observations WHERE type = 'error'");
    assert_eq!(failures, 120, "failures stay");
    assert!(machine.run_ok(["doctor"]).contains(": no damage"));
}

#[test]
fn the_earlier_versions_of_a_note_that_grows_take_little_room() {
    let machine = machine();
    let line = "what was done that day, in a line as long as such lines are";
    for number in 0..12 {
        machine.run_ok(["save", "memory/day.md", &format!("{line} {number}")]);
    }
    let kept = machine.home().join("history/main/memory/day.md");
    let sizes = fs::read_dir(kept).unwrap().map(|entry| entry.unwrap().metadata().unwrap().len());
    let sizes: Vec<u64> = sizes.collect();
    let note = fs::metadata(machine.home().join("vault/memory/day.md")).unwrap().len();
    assert_eq!(sizes.len(), 2);
    assert!(sizes.iter().sum::<u64>() < note * 5 / 2, "{sizes:?} for {note}");
    let versions = machine.run_json(&["history", "memory/day.md"])["versions"].clone();
    let oldest = versions.as_array().unwrap().last().unwrap()["version"].as_str().unwrap();
    let shown = machine.run_ok(["history", "memory/day.md", "--show", oldest]);
    assert!(
        shown.contains(&format!("{line} 0")) && !shown.contains(&format!("{line} 1")),
        "{shown}"
    );
    machine.run_ok(["history", "memory/day.md", "--restore", oldest]);
    assert_eq!(machine.run_ok(["read", "memory/day.md"]), shown);
    machine.run_ok(["forget", &format!("{line} 11"), "--yes"]);
    assert_eq!(machine.files_with(&format!("{line} 11")), [""; 0].map(std::path::PathBuf::from));
}

/// palimp in another time zone; its standard output.
fn in_zone(machine: &Machine, zone: &str, args: &[&str]) -> String {
    let output = machine.command(args).env("TZ", zone).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_note_that_bears_a_day_is_of_that_day_everywhere() {
    let machine = machine();
    let note = machine.home().join("vault/memory/2026-10-22.md");
    fs::create_dir_all(note.parent().unwrap()).unwrap();
    fs::write(note, "# 2026-10-22\n\nThe heron was moved to the annex.\n").unwrap();
    // When that day begins, in minutes after it does so in UTC.
    for (zone, begins) in
        [("America/Los_Angeles", 420), ("Asia/Seoul", -540), ("UTC", 0), ("Asia/Kolkata", -330)]
    {
        let shown = in_zone(&machine, zone, &["search", "heron"]);
        let head = shown.lines().next().unwrap();
        assert!(head.ends_with(" · 2026-10-22"), "{zone}: {head}");
        let hits: Value =
            serde_json::from_str(&in_zone(&machine, zone, &["search", "heron", "--json"])).unwrap();
        let at = hits["hits"][0]["createdAt"].as_i64().unwrap();
        assert_eq!(at - 1_792_627_200_000, begins * 60_000, "{zone}");
        let told = served_in_zone(&machine, zone, "heron");
        assert!(told.contains(r#""day":"2026-10-22""#), "{zone}: {told}");
        assert!(told.contains(" · 2026-10-22\\n"), "{zone}: {told}");
    }
}

/// Searches over MCP from another time zone, and returns the answer.
fn served_in_zone(machine: &Machine, zone: &str, query: &str) -> String {
    let hello = json!({
        "protocolVersion": "2025-06-18", "capabilities": {},
        "clientInfo": { "name": "claude-code", "version": "1" },
    });
    let call = json!({ "name": "memory_search", "arguments": { "query": query } });
    let lines = [
        json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello }),
        json!({ "jsonrpc": "2.0", "method": "notifications/initialized", "params": {} }),
        json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": call }),
    ];
    let lines: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let output = run_with_input(machine.command(["mcp"]).env("TZ", zone), lines.as_bytes());
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn what_was_imported_is_as_old_as_where_it_comes_from() {
    let machine = machine();
    let kept = machine.user_home().join(".openclaw/workspace/memory");
    fs::create_dir_all(&kept).unwrap();
    fs::write(kept.join("2026-10-03.md"), "# Friday\n\nThe ibis nests in the east wing.\n")
        .unwrap();
    fs::write(kept.join("notes.md"), "The stork is on the west roof.\n").unwrap();
    let file = fs::File::options().write(true).open(kept.join("notes.md")).unwrap();
    let then = std::time::UNIX_EPOCH + std::time::Duration::from_secs(1_760_000_000);
    file.set_modified(then).unwrap();
    machine.run_ok(["bootstrap", "--yes"]);
    let head = |query: &str| {
        let shown = machine.run_ok(["search", query]);
        shown.lines().next().unwrap_or_default().to_owned()
    };
    assert!(head("ibis").ends_with(" · 2026-10-03"), "{}", head("ibis"));
    assert!(head("stork").ends_with(" · 2025-10-09"), "{}", head("stork"));
}
