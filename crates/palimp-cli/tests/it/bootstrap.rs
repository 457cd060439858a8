//! What other tools remember is taken in once, as it is, without secrets.

pub(crate) mod sources;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use palimp_testing::{Machine, create_sqlite};
use serde_json::{Value, json};

use self::sources::{ALL, write};
use crate::machine;

/// Put together here so that no file of the repository holds one.
fn secret() -> String {
    format!("ghp_{}", "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8")
}

/// Every file below `dir` with what it holds.
pub(crate) fn tree(dir: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut tree = BTreeMap::new();
    for entry in fs::read_dir(dir).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            tree.extend(self::tree(&path));
        } else {
            let bytes = fs::read(&path).unwrap_or_default();
            tree.insert(path, bytes);
        }
    }
    tree
}

/// What came of the one source that was taken.
fn taken(answer: &Value) -> &Value {
    assert_eq!(answer["sources"].as_array().map(Vec::len), Some(1), "{answer}");
    &answer["sources"][0]["taken"]
}

fn number(taken: &Value, keys: &[&str]) -> u64 {
    keys.iter().map(|key| taken[key].as_u64().unwrap_or_else(|| panic!("{key}: {taken}"))).sum()
}

const NEW: [&str; 5] = ["messages", "observations", "notes", "renewed", "episodes"];

fn hits(machine: &Machine, query: &str, sources: &str) -> String {
    machine.run_json(&["search", query, "--source", sources]).to_string()
}

#[test]
fn every_source_is_imported_once_and_found() {
    for source in ALL {
        let machine = machine();
        (source.plant)(&machine, &secret());
        let before = tree(machine.root());

        let looked = machine.run_json(&["bootstrap", "--dry-run"]);
        assert!(looked.to_string().contains(&format!("\"kind\":\"{}\"", source.kind)), "{looked}");
        assert_eq!(tree(machine.root()), before, "{}: a look writes nothing", source.kind);

        let first = machine.run_json(&["bootstrap", "--from", source.kind]);
        assert!(number(taken(&first), &NEW) > 0, "{first}");
        let complaints = taken(&first)["complaints"].as_array().map_or(0, Vec::len);
        assert_eq!(complaints, usize::from(source.kind == "opencode"), "a broken row: {first}");
        let found = hits(&machine, source.query, source.sources);
        assert!(found.contains(source.says), "{}: {found}", source.kind);

        let second = machine.run_json(&["bootstrap", "--from", source.kind]);
        assert_eq!(number(taken(&second), &NEW), 0, "{second}");
        assert!(machine.files_with(&secret()).is_empty(), "{}: no secret", source.kind);
        let after = tree(machine.root());
        let theirs = after.iter().filter(|(path, _)| !path.starts_with(machine.home()));
        let theirs: BTreeMap<_, _> =
            theirs.map(|(path, text)| (path.clone(), text.clone())).collect();
        assert_eq!(theirs, before, "{}: what is theirs stays as it is", source.kind);
    }
}

#[test]
fn everything_at_once_is_imported_once() {
    let machine = machine();
    ALL.iter().for_each(|source| (source.plant)(&machine, &secret()));
    machine.run_ok(["bootstrap", "--yes"]);
    for source in ALL {
        let found = hits(&machine, source.query, source.sources);
        assert!(found.contains(source.says), "{}: {found}", source.kind);
    }
    let again = machine.run_json(&["bootstrap", "--yes"]);
    for source in again["sources"].as_array().expect("a list") {
        assert_eq!(number(&source["taken"], &NEW), 0, "{source}");
    }
    assert!(machine.files_with(&secret()).is_empty());
}

#[test]
fn nothing_is_imported_unasked() {
    let machine = machine();
    sources::claw(&machine, "x");
    let output = machine.run(["bootstrap"]);
    assert!(String::from_utf8_lossy(&output.stdout).contains("cli-claw"));
    assert!(String::from_utf8_lossy(&output.stderr).contains("--yes"));
    assert!(!machine.home().join("vault").exists());
    let output = machine.run(["bootstrap", "--from", "nowhere"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("claude-memory"));
}

#[test]
fn up_offers_it() {
    let machine = machine();
    sources::claude(&machine, &secret());
    sources::rules(&machine, &secret());
    let answer = machine.run_json(&["up", "--yes"]);
    assert_eq!(answer["imported"]["messages"], 2, "{answer}");
    assert!(answer["imported"]["notes"].as_u64() > Some(3), "{answer}");
    assert!(machine.files_with(&secret()).is_empty());
}

#[test]
fn a_note_says_where_it_comes_from_and_whose_it_is() {
    let machine = machine();
    sources::claude_memory(&machine, "x");
    machine.run_ok(["bootstrap", "--from", "claude-memory"]);
    let path = machine.home().join("vault/semantic/claude-memory-app-databases.md");
    let note = fs::read_to_string(path).expect("a note");
    assert!(note.starts_with("---\nproject: \"app\"\nsource: \"~/.claude/projects/"), "{note}");
    assert!(note.contains("\nname: databases\ntype: project\n---\n<!-- palimp: by=import client=claude project=app at="), "{note}");
}

#[test]
fn a_changed_source_renews_its_note_unless_a_person_edited_it() {
    let machine = machine();
    let theirs = machine.user_home().join(".cli-claw/memory/MEMORY.md");
    write(&theirs, "The build takes ten minutes.\n");
    machine.run_ok(["bootstrap", "--from", "cli-claw"]);
    let note = machine.home().join("vault/semantic/cli-claw-memory.md");
    assert!(fs::read_to_string(&note).expect("a note").contains("ten minutes"));

    write(&theirs, "The build takes two minutes.\n");
    let answer = machine.run_json(&["bootstrap", "--from", "cli-claw"]);
    assert_eq!((number(taken(&answer), &["renewed"]), number(taken(&answer), &["notes"])), (1, 0));
    assert!(fs::read_to_string(&note).expect("a note").contains("two minutes"));
    assert!(machine.run_ok(["history", "semantic/cli-claw-memory.md"]).lines().count() > 0);

    let edited = format!("{}And I know why.\n", fs::read_to_string(&note).expect("a note"));
    fs::write(&note, &edited).expect("written");
    write(&theirs, "The build takes one minute.\n");
    let answer = machine.run_json(&["bootstrap", "--from", "cli-claw"]);
    assert!(answer.to_string().contains("edited since"), "{answer}");
    assert_eq!(fs::read_to_string(&note).expect("a note"), edited);
    let beside = machine.home().join("vault/semantic/cli-claw-memory-2.md");
    assert!(fs::read_to_string(beside).expect("a note").contains("one minute"));
    let again = machine.run_json(&["bootstrap", "--from", "cli-claw"]);
    assert_eq!(number(taken(&again), &NEW), 0, "{again}");
}

#[test]
fn the_older_hooks_database_becomes_observations() {
    let machine = machine();
    let statements = format!(
        "CREATE TABLE memories (id INTEGER PRIMARY KEY, session_id TEXT, tool_name TEXT, type TEXT, project TEXT, file_path TEXT, content TEXT, tags TEXT, importance INTEGER, created_at TEXT);
         CREATE TABLE session_summaries (session_id TEXT PRIMARY KEY, project TEXT, summary TEXT, tools_used TEXT, files_changed TEXT, memory_count INTEGER, duration_sec INTEGER);
         INSERT INTO memories VALUES (1, 'old-1', 'Bash', 'error', 'app', NULL, 'psql migrate: 마이그레이션 실패 {}', 'db', 3, '2026-02-23T10:00:00.000Z');
         INSERT INTO session_summaries VALUES ('old-1', 'app', 'Errors (1): psql migrate', '[\"Bash\"]', '[]', 1, 30);",
        secret()
    );
    create_sqlite(&machine.user_home().join(".claude/memory.db"), &statements);
    machine.run_ok(["bootstrap", "--from", "memory-hooks"]);
    assert!(hits(&machine, "마이그레이션", "observations").contains("실패"));
    assert!(machine.run_ok(["sessions"]).contains("psql migrate"));
    let again = machine.run_json(&["bootstrap", "--from", "memory-hooks"]);
    assert_eq!(number(taken(&again), &NEW), 0, "{again}");
    assert!(machine.files_with(&secret()).is_empty());
}

#[test]
fn an_export_of_chatgpt_is_imported_from_where_it_lies() {
    let machine = machine();
    let node = |id: &str, parent: Value, role: &str, words: &str| {
        json!({ "id": id, "parent": parent, "children": [], "message": { "id": id, "author": { "role": role },
            "create_time": 1_759_741_200.5, "recipient": "all", "content": { "content_type": "text", "parts": [words] } } })
    };
    let export = json!([{ "title": "t", "conversation_id": "gpt-1", "create_time": 1_759_741_200.0, "current_node": "b",
        "mapping": { "a": node("a", Value::Null, "user", &format!("여행 가방 목록 {}", secret())), "b": node("b", json!("a"), "assistant", "어댑터와 우산을 챙기세요") } }]);
    let dir = machine.user_home().join("Downloads/chatgpt");
    write(&dir.join("conversations.json"), &export.to_string());
    write(&dir.join("memories.json"), r#"["Lives in Busan", {"content": "우산을 늘 잊는다"}]"#);
    let from = format!("chatgpt:{}", dir.display());
    let first = machine.run_json(&["bootstrap", "--from", &from]);
    assert_eq!(number(taken(&first), &["messages", "notes"]), 3, "{first}");
    assert!(hits(&machine, "여행 가방", "messages").contains("우산"));
    assert!(hits(&machine, "Lives in Busan", "notes").contains("우산을 늘 잊는다"));
    let again = machine.run_json(&["bootstrap", "--from", &from]);
    assert_eq!(number(taken(&again), &NEW), 0, "{again}");
    let file = format!("chatgpt:{}", dir.join("memories.json").display());
    let moved = machine.run_json(&["bootstrap", "--from", &file]);
    assert_eq!(number(taken(&moved), &NEW), 0, "the same memory: {moved}");
    assert!(machine.files_with(&secret()).is_empty());
}

#[test]
fn what_cannot_be_read_at_all_is_named_once() {
    let machine = machine();
    let user = machine.user_home();
    let told = |arguments: &[&str], code: i32| {
        let output = machine.run(arguments);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {told}");
        told
    };
    create_sqlite(&user.join(".claude-mem/claude-mem.db"), "CREATE TABLE future (x)");
    write(&user.join(".local/share/opencode/opencode.db"), "");
    for arguments in [&["bootstrap", "--dry-run"][..], &["bootstrap", "--yes"]] {
        let told = told(arguments, 0);
        assert_eq!(
            told.matches("claude-mem.db: it has no table 'observations'").count(),
            1,
            "{told}"
        );
        assert_eq!(told.matches("opencode.db: it has no table 'session'").count(), 1, "{told}");
    }
    assert!(
        told(&["bootstrap", "--from", "claude-mem"], 1)
            .contains("cannot read anything of claude-mem")
    );
    told(&["bootstrap", "--from", "opencode"], 1);

    let junk = "this is no database at all, but long enough to be read".repeat(40);
    write(&user.join(".claude-mem/claude-mem.db"), &junk);
    let told_of = told(&["bootstrap", "--from", "claude-mem"], 1);
    assert_eq!(told_of.matches("claude-mem.db: it is damaged").count(), 1, "{told_of}");

    let zip = user.join("broken.zip");
    write(&zip, "PK no zip");
    let told = told(&["bootstrap", "--from", &format!("chatgpt:{}", zip.display())], 1);
    assert_eq!(told.matches("broken.zip").count(), 1, "{told}");
}

#[test]
fn what_is_broken_is_told_and_the_rest_is_imported() {
    let machine = machine();
    let user = machine.user_home();
    sources::claude(&machine, "x");
    let good = user.join(".claude/projects/-app/claude-1.jsonl");
    let text = fs::read_to_string(&good).expect("a transcript");
    let huge = format!("{{\"type\":\"user\",\"padding\":\"{}", "x".repeat(50 << 20));
    write(&good, &format!("not json\n{huge}\n{text}{{\"type\":\"user\",\"mess"));
    write(
        &user.join(".local/share/opencode/opencode.db"),
        "this is no database at all, but long enough to be read",
    );
    create_sqlite(&user.join(".claude-mem/claude-mem.db"), "CREATE TABLE future (x)");
    write(&user.join(".cli-claw/memory/a.md"), "Kept.\n");
    fs::write(user.join(".cli-claw/memory/b.md"), b"\0\x01\x02").expect("written");

    let output = machine.run(["bootstrap", "--yes"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.contains("cannot parse 2 lines"), "{told}");
    assert!(told.contains("opencode.db: it is damaged, or not an SQLite database"), "{told}");
    assert!(told.contains("b.md: not a text file"), "{told}");
    write(&user.join("a/user.json"), "{}");
    let output =
        machine.run(["bootstrap", "--from", &format!("chatgpt:{}", user.join("a").display())]);
    assert!(
        String::from_utf8_lossy(&output.stderr).contains("contains neither conversations.json")
    );
    assert!(hits(&machine, "결제 재시도", "messages").contains("지수 백오프"));
    assert!(hits(&machine, "Kept", "notes").contains("Kept"));
}

#[test]
fn what_hooks_captured_is_recognised() {
    for (client, file, place, hooks) in [
        (
            "gemini",
            "transcript.1.jsonl",
            ".gemini/tmp/app/chats/session-1.jsonl",
            &[
                "BeforeAgent.json",
                "AfterTool.run_shell_command.json",
                "AfterTool.run_shell_command-exit3.json",
                "AfterTool.write_file.json",
                "AfterTool.replace.json",
                "AfterAgent.json",
            ][..],
        ),
        (
            "claude",
            "transcript.main.jsonl",
            ".claude/projects/-app/s.jsonl",
            &[
                "UserPromptSubmit.json",
                "PostToolUse.Write.json",
                "PostToolUse.Edit.json",
                "PostToolUseFailure.Bash-exit3.json",
                "Stop.json",
            ],
        ),
        (
            "codex",
            "transcript.direct-tools.jsonl",
            ".codex/sessions/2026/11/20/rollout-1.jsonl",
            &[
                "UserPromptSubmit.json",
                "PostToolUse.Bash.json",
                "PostToolUse.Bash-exit3.json",
                "PostToolUse.apply_patch.json",
                "Stop.json",
            ],
        ),
        (
            "copilot",
            "transcript.events.jsonl",
            ".copilot/session-state/s/events.jsonl",
            &[
                "camelCase/userPromptSubmitted.json",
                "camelCase/postToolUse.bash-exit3.json",
                "camelCase/postToolUse.create.json",
                "camelCase/postToolUse.edit.json",
                "camelCase/agentStop.json",
            ],
        ),
    ] {
        let fresh = machine();
        write(&fresh.user_home().join(place), &fresh.recorded_payload(client, file));
        let all = fresh.run_json(&["bootstrap", "--from", client]);
        let all = number(taken(&all), &["messages", "observations"]);

        let machine = machine();
        for hook in hooks {
            machine.run_with(["hook", client], machine.recorded_payload(client, hook).as_bytes());
        }
        let captured = number(&machine.run_json(&["stats"]), &["messages", "observations"]);
        assert!(captured > 2, "{client}: {captured}");
        write(&machine.user_home().join(place), &machine.recorded_payload(client, file));
        let rest = machine.run_json(&["bootstrap", "--from", client]);
        let rest = number(taken(&rest), &["messages", "observations"]);
        assert_eq!(rest + captured, all, "{client}");
        let again = machine.run_json(&["bootstrap", "--from", client]);
        assert_eq!(number(taken(&again), &NEW), 0, "{again}");
    }
}

#[test]
fn what_opencodes_plugin_sent_is_recognised_in_its_database() {
    let machine = machine();
    sources::opencode(&machine, "오늘");
    let hook = |hook: &str, input: Value, output: Value| json!({ "hook": hook, "directory": machine.project(), "time": 1_795_000_000_000_i64, "input": input, "output": output });
    let said = json!([{ "type": "text", "text": "린트를 고쳐줘 오늘" }]);
    let prompt = json!({ "message": { "id": "msg_1", "role": "user" }, "parts": said });
    machine.hook(
        "opencode",
        &hook("chat.message", json!({ "sessionID": "ses_1", "messageID": "msg_1" }), prompt),
    );
    let lint = json!({ "sessionID": "ses_1", "tool": "bash", "callID": "c1", "args": { "command": "make lint" } });
    let failed = json!({ "title": "lint", "output": "2 problems", "metadata": { "exit": 3, "output": "2 problems" } });
    machine.hook("opencode", &hook("tool.execute.after", lint, failed));
    let reply = json!({ "text": "린트 규칙 두 개를 고쳤습니다." });
    machine.hook(
        "opencode",
        &hook("turn.end", json!({ "sessionID": "ses_1", "messageID": "msg_2" }), reply),
    );
    let stats = machine.run_json(&["stats"]);
    assert_eq!((&stats["messages"], &stats["observations"]), (&json!(2), &json!(1)));
    let answer = machine.run_json(&["bootstrap", "--from", "opencode"]);
    assert_eq!(number(taken(&answer), &NEW), 0, "{answer}");
}

#[test]
fn imported_conversations_are_not_flushed_again_and_live_ones_still_are() {
    let machine = machine();
    sources::claude(&machine, "x");
    let prompt = machine.claude_payload(
        "UserPromptSubmit",
        "live",
        json!({ "prompt": "use port 5544 from now on" }),
    );
    machine.hook("claude", &prompt);
    machine.run_ok(["bootstrap", "--from", "claude"]);
    assert_eq!(machine.run_json(&["flush"])["messages"], 1, "the live one alone");
    assert_eq!(
        machine.run_json(&["bootstrap", "--from", "claude"])["sources"][0]["taken"]["episodes"],
        0
    );

    // A session of which a part waits is left to its flush, the imported part included.
    let machine = crate::machine();
    machine.hook(
        "claude",
        &machine.claude_payload("UserPromptSubmit", "claude-1", json!({ "prompt": "다른 질문" })),
    );
    sources::claude(&machine, "x");
    machine.run_ok(["bootstrap", "--from", "claude"]);
    assert_eq!(machine.run_json(&["flush"])["messages"], 3);
}

#[test]
fn what_openclaws_plugin_told_is_not_imported_again() {
    let machine = machine();
    sources::openclaw(&machine, "");
    let send = |hook: &str, event: Value| {
        let ctx = json!({"sessionId": "claw-1", "runId": "r", "workspaceDir": machine.project()});
        machine.hook("openclaw", &json!({"hook": hook, "event": event, "ctx": ctx}));
    };
    send("before_prompt_build", json!({"prompt": "배포 상태 알려줘"}));
    let reply = json!({"role": "assistant", "content": "배포 상태: 스테이징까지 끝"});
    send("agent_end", json!({"messages": [reply], "success": true}));
    for _ in 0..2 {
        machine.run_ok(["bootstrap", "--from", "openclaw"]);
        assert_eq!(machine.run_json(&["stats"])["messages"], 2);
    }
}

#[test]
fn imported_profile_reaches_sessions_by_review() {
    let machine = machine();
    let structured = machine.user_home().join(".cli-jaw/memory/structured");
    write(
        &structured.join("profile.md"),
        "# Profile\n\n## 언어\n- 한국어로 답한다\n- ES Module only\n",
    );
    write(&structured.join("shared/soul.md"), "# Soul\n\nBe brief and candid.\n");
    let answer = machine.run_json(&["bootstrap", "--from", "cli-jaw"]);
    assert_eq!(number(taken(&answer), &["proposed"]), 3, "{answer}");
    assert!(!machine.run_ok(["context"]).contains("candid"));
    let waiting = machine.run_json(&["review"])["proposals"].clone();
    let waiting = waiting.as_array().unwrap();
    assert_eq!(waiting.len(), 3, "{waiting:?}");
    for proposal in waiting {
        let verb = if proposal["fact"] == "언어: ES Module only" { "reject" } else { "accept" };
        machine.run_ok(["review", verb, proposal["id"].as_str().unwrap()]);
    }
    let told = machine.run_ok(["context"]);
    assert!(
        told.contains("[import] 언어: 한국어로 답한다") && told.contains("Be brief and candid"),
        "{told}"
    );
    assert!(!told.contains("ES Module"), "{told}");
    let again = machine.run_json(&["bootstrap", "--from", "cli-jaw"]);
    assert!(taken(&again)["proposed"].is_null(), "{again}");
    assert!(machine.run_json(&["review"])["proposals"].as_array().unwrap().is_empty());
}
