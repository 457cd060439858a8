//! What sessions cost, from the transcripts of a machine.

use std::fs;

use palimp_testing::{Machine, create_sqlite, fixtures_dir};
use serde_json::{Value, json};

use crate::bootstrap::tree;
use crate::machine;

/// A machine with the fixtures where the clients would keep them, and a session of opencode's.
pub(crate) fn machine_of_all() -> Machine {
    let machine = machine();
    for (fixture, place) in [
        ("claude.session.jsonl", ".claude/projects/-home-dev-app/session.jsonl"),
        (
            "claude.subagent.jsonl",
            ".claude/projects/-home-dev-app/session/subagents/agent-a1.jsonl",
        ),
        ("claude.resumed.jsonl", ".claude/projects/-home-dev-app/resumed.jsonl"),
        ("codex.records.jsonl", ".codex/sessions/2026/11/20/rollout-records.jsonl"),
        ("codex.counts.jsonl", ".codex/sessions/2026/11/20/rollout-counts.jsonl"),
        ("codex.fork.jsonl", ".codex/sessions/2026/11/20/rollout-fork.jsonl"),
        ("gemini.jsonl", ".gemini/tmp/app/chats/session-1.jsonl"),
        ("gemini.document.json", ".gemini/tmp/app/chats/session-2.json"),
        ("copilot.records.jsonl", ".copilot/session-state/one/events.jsonl"),
        ("copilot.sums.jsonl", ".copilot/session-state/two/events.jsonl"),
    ] {
        let path = machine.user_home().join(place);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::copy(fixtures_dir().join("usage").join(fixture), path).unwrap();
    }
    opencode(&machine);
    machine
}

#[test]
fn excluded_project_costs_without_its_name() {
    let machine = machine_of_all();
    let names = |machine: &Machine| {
        let report = &machine.run_json(&["tokens", "--by", "project"])["report"];
        let rows = report["rows"].as_array().unwrap().iter();
        let names = rows.map(|row| row["name"].as_str().unwrap().to_owned());
        (names.collect::<Vec<_>>(), report["total"]["requests"].clone())
    };
    let (before, requests) = names(&machine);
    assert!(before.contains(&"app".to_owned()), "{before:?}");
    machine.run_ok(["config", "set", "capture.exclude", "app"]);
    let (after, same) = names(&machine);
    assert!(!after.contains(&"app".to_owned()) && after.contains(&"(excluded)".to_owned()));
    assert_eq!(requests, same);
}

/// Two requests of a session and one of its sub-agent's; the second sums the conversation up.
fn opencode(machine: &Machine) {
    let answer = |minute: i64, input: u64, read: u64, write: u64| {
        json!({"role": "assistant", "modelID": "gpt-5.5", "providerID": "openai",
            "path": {"cwd": "/home/dev/app", "root": "/home/dev/app"}, "cost": 0,
            "summary": minute == 1,
            "time": {"created": 1_795_184_236_000 + minute * 60_000},
            "tokens": {"input": input, "output": 20, "reasoning": 5, "cache": {"read": read, "write": write}}})
    };
    let statements = format!(
        "PRAGMA journal_mode = WAL;
         CREATE TABLE session (id TEXT PRIMARY KEY, project_id TEXT NOT NULL, parent_id TEXT, directory TEXT NOT NULL, title TEXT NOT NULL, time_created INTEGER NOT NULL, time_updated INTEGER NOT NULL);
         CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT NOT NULL, time_created INTEGER NOT NULL, time_updated INTEGER NOT NULL, data TEXT NOT NULL);
         INSERT INTO session VALUES ('ses_1', 'p', NULL, '/home/dev/app', 'lint', 1, 1), ('ses_2', 'p', 'ses_1', '/home/dev/app', 'look', 1, 1);
         INSERT INTO message VALUES ('msg_0', 'ses_1', 1, 1, '{{\"role\":\"user\"}}'), ('msg_1', 'ses_1', 1, 1, '{}'),
           ('msg_2', 'ses_1', 2, 2, '{}'), ('msg_3', 'ses_1', 3, 3, '{}'), ('msg_4', 'ses_2', 4, 4, '{}'), ('msg_5', 'ses_1', 5, 5, 'no json');",
        answer(0, 100, 0, 9_000),
        answer(1, 100, 9_000, 100),
        answer(2, 3_000, 1_000, 0),
        answer(2, 700, 0, 0),
    );
    create_sqlite(&machine.user_home().join(".local/share/opencode/opencode.db"), &statements);
}

fn figures(row: &Value) -> [u64; 5] {
    ["requests", "input", "output", "cacheRead", "cacheWrite"].map(|key| row[key].as_u64().unwrap())
}

#[test]
fn the_command_tells_every_client_by_every_sum() {
    let machine = machine_of_all();
    let all = [31, 289_205 + 3_900, 793 + 100, 66_200 + 10_000, 115_800 + 9_100];
    for by in ["day", "project", "client", "model", "session"] {
        let told = machine.run_json(&["tokens", "--by", by]);
        let report = &told["report"];
        assert_eq!(figures(&report["total"]), all, "{by}");
        let rows = report["rows"].as_array().unwrap().iter().map(figures);
        let sum = rows.fold([0; 5], |sum, row| std::array::from_fn(|at| sum[at] + row[at]));
        assert_eq!(sum, all, "{by}");
        assert_eq!(told["complaints"], json!([]));
    }
    let told = machine.run_json(&["tokens", "--by", "session", "--client", "opencode"]);
    let rows = told["report"]["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 1, "a sub-agent's work is its session's");
    assert_eq!((&rows[0]["name"], &rows[0]["project"]), (&json!("ses_1"), &json!("app")));
    assert_eq!(
        told["report"]["cold"]["causes"],
        json!({"compaction": {"times": 1, "tokens": 3_000}})
    );
    let source = told["sources"].as_array().unwrap().iter().find(|it| it["client"] == "opencode");
    assert_eq!(source.unwrap()["unread"], 1);
    let narrow =
        machine.run_json(&["tokens", "--project", "app", "--since", "2026-11-21T00:40:00Z"]);
    assert_eq!(narrow["report"]["total"]["requests"], 1);
    assert_eq!(narrow["palimp"]["distillers"], json!([]));
}

#[test]
fn what_is_printed_says_what_was_measured_and_what_estimated() {
    let machine = machine_of_all();
    insta::with_settings!({filters => vec![(r"\d+\.\d KB|\d+ bytes", "[size]"), (r"(?m)^  tools .*$", "  tools        [characters: about N tokens]")]}, {
        insta::assert_snapshot!("tokens", machine.run_ok(["tokens", "--by", "model"]));
    });
    let said = machine.run_ok(["tokens", "--by", "session"]);
    assert!(said.contains("6a1b0000-2222-4333-8444-bbbbbbbbbbbb · app · claude"), "{said}");
    assert!(machine.run_ok(["tokens", "--project", "other"]).contains("No request matches"));
}

#[test]
fn the_form_of_the_document_is_settled() {
    let machine = machine_of_all();
    let mut told = machine.run_json(&["tokens", "--client", "codex", "--by", "model"]);
    for source in told["sources"].as_array_mut().unwrap() {
        source["roots"] = json!("[roots]");
    }
    let definitions = &mut told["palimp"]["definitions"];
    assert!(definitions["characters"].as_u64() > Some(3_000));
    *definitions = json!({"characters": "[n]", "estimatedTokens": "[n]"});
    insta::assert_json_snapshot!("tokens_json", told);
}

#[test]
fn an_empty_home_is_told_where_palimp_looked() {
    let machine = machine();
    let said = machine.run_ok(["tokens"]);
    for place in [".claude/projects", ".codex/sessions", ".gemini/tmp", "opencode", "session-state"]
    {
        assert!(said.contains(place), "{said}");
    }
    assert!(!machine.home().exists(), "nothing was made");
}

#[test]
fn palimps_own_share_is_what_was_recorded() {
    let machine = machine();
    machine.hook_bash("s", "cargo test", "ok");
    let given = |client: &str, content: &str, at: &str| {
        machine.execute_sql(&format!(
            "INSERT INTO injections (session_id, client, agent, project_id, project, event, content, chars, created_at)
             VALUES ('s', '{client}', 'main', 'p', 'app', 'e', '{content}', {}, unixepoch('{at}') * 1000)",
            content.chars().count()
        ));
    };
    given("claude", "sixteen letters.", "2026-11-20");
    given("codex", "결정은 이것", "2026-11-20");
    given("claude", "long ago", "2025-11-20");
    machine.execute_sql(
        "INSERT INTO token_meter (day, distiller, calls, input, output) VALUES
         ('2026-11-19', 'it', 1, 1000, 10), ('2026-11-20', 'it', 2, 300, 20), ('2026-11-21', 'it', 1, 40, 3)",
    );
    let own = |args: &[&str]| machine.run_json(&[&["tokens"], args].concat())["palimp"].take();
    // Four characters of English are a token, and each syllable of Korean is one.
    let told = |times, characters, tokens| json!({"times": times, "characters": characters, "estimatedTokens": tokens});
    let recent = own(&["--since", "2026-11-20"]);
    assert_eq!(recent["told"], told(2, 16 + 6, 4 + 6));
    assert_eq!(
        recent["distillers"],
        json!([{"name": "it", "calls": 3, "input": 340, "output": 23}])
    );
    assert_eq!(own(&[])["told"], told(3, 16 + 6 + 8, 4 + 6 + 2));
    assert_eq!(own(&["--client", "codex"])["told"], told(1, 6, 6));
    let said = machine.run_ok(["tokens"]);
    assert!(said.contains("it: 4 calls, 1340 tokens in, 33 out (measured)"), "{said}");
}

#[test]
fn what_is_forgotten_leaves_the_cache_too() {
    let machine = machine_of_all();
    machine.run_ok(["save", "codex uses gpt-6.1-sol here"]);
    machine.run_ok(["tokens"]);
    let cache = machine.home().join("cache/tokens.jsonl");
    machine.run_ok(["forget", "--yes", "walrus"]);
    assert!(cache.exists(), "it says nothing of that");
    machine.run_ok(["forget", "--yes", "gpt-6.1-sol"]);
    assert_eq!(machine.files_with("gpt-6.1-sol"), [""; 0].map(std::path::PathBuf::from));
}

#[test]
fn names_in_transcripts_command_no_terminal() {
    let machine = machine_of_all();
    let place = machine.user_home().join(".claude/projects/-home-dev-app/hostile.jsonl");
    let hostile = "walrus\u{1b}]0;owned\u{7}\u{1b}[31m\u{202e}\u{200b}\nforged line";
    let line = json!({"type": "assistant", "sessionId": hostile, "cwd": format!("/home/dev/{hostile}"),
        "timestamp": "2026-11-20T10:00:00Z",
        "message": {"id": "m", "model": hostile, "usage": {"input_tokens": 5}}});
    fs::write(place, format!("{line}\n")).unwrap();
    for by in ["day", "project", "model", "session"] {
        let said = machine.run_ok(["tokens", "--by", by]);
        assert!(said.contains("walrus"), "{said}");
        assert!(!said.contains(['\u{1b}', '\u{7}', '\u{202e}', '\u{200b}']), "{said:?}");
        assert!(!said.lines().any(|line| line.starts_with("forged")), "{said}");
    }
}

#[test]
fn transcripts_and_other_programs_data_stay_as_they_are() {
    let machine = machine_of_all();
    let listing = || {
        let homes = [".claude", ".codex", ".gemini", ".copilot", ".local"];
        homes.map(|home| tree(&machine.user_home().join(home)))
    };
    let before = listing();
    machine.run_ok(["tokens"]);
    machine.run_ok(["tokens", "--json"]);
    assert!(listing() == before, "a file outside of palimp's home changed, came or went");
}
