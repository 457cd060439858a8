//! A home that the first version made is this version's too: all of it is there, and goes on.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use palimp_redact::Redactor;
use palimp_testing::Machine;
use palimp_testing::first_version;
use serde_json::{Value, json};

fn old() -> Machine {
    Machine::of_first_version(env!("CARGO_BIN_EXE_palimp"))
}

/// What was captured, in an order of its own.
fn captured(machine: &Machine) -> Vec<String> {
    let lines = machine.run_ok(["export"]);
    let rows = lines.lines().map(|line| serde_json::from_str::<Value>(line).expect(line));
    let mut contents: Vec<_> =
        rows.filter_map(|row| row["content"].as_str().map(str::to_owned)).collect();
    contents.sort();
    contents
}

/// The notes that nobody but a person wrote, by their paths in the home.
fn by_hand(machine: &Machine) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut notes = BTreeMap::new();
    for path in first_version::HANDWRITTEN_NOTES {
        let path = machine.user_home().join(path);
        notes.insert(path.clone(), fs::read(&path).expect("a note"));
    }
    notes
}

#[track_caller]
fn finds(machine: &Machine, source: &str, query: &str, says: &str) {
    let found = machine.run_json(&["search", "--source", source, query]);
    let hits = found["hits"].as_array().expect("hits");
    assert!(hits.iter().any(|hit| hit.to_string().contains(says)), "{query}: {found:#}");
}

#[test]
fn every_verb_works_on_it() {
    let machine = old();
    let chats = fs::read_dir(machine.home().join("chat/main")).expect("chats");
    let mut chats = chats.map(|chat| chat.expect("a file").path().display().to_string());
    let record = chats.find(|path| path.ends_with(".jsonl")).expect("a record");
    for args in [
        &["status"][..],
        &["recent"],
        &["timeline"],
        &["sessions"],
        &["stats"],
        &["injections"],
        &["context"],
        &["context", "--prompt", "Which animal is our mascot?"],
        &["list"],
        &["read", "MEMORY.md"],
        &["history", "ideas.md"],
        &["review"],
        &["review", "list"],
        &["search", "heron"],
        &["search", "--agent", "job", "payroll"],
        &["scan"],
        &["keys", "list"],
        &["config", "list"],
        &["embed", "status"],
        &["embed", "estimate"],
        &["cleanup", "--dry-run"],
        &["forget", "heron", "--dry-run"],
        &["bootstrap", "--dry-run"],
        &["transcript", "stats", &record],
        &["export"],
        &["save", "a line of today"],
        &["pin", "3"],
        &["unpin", "1"],
        &["flush"],
        &["reflect"],
        &["index"],
        &["index", "--force"],
        &["init"],
        &["cleanup"],
        &["up", "--yes"],
    ] {
        let output = machine.run(args);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{args:?}: {said}");
        assert!(!said.contains("damaged") && !said.contains("newer"), "{args:?}: {said}");
    }
}

#[test]
fn all_that_was_captured_is_there_and_what_waited_is_imported() {
    let machine = old();
    // An export shows nothing that today's rules take out.
    let redactor = Redactor::default();
    let before = first_version::captured_contents(&machine).into_iter();
    let mut before: Vec<_> = before.map(|text| redactor.redact(&text).into_owned()).collect();
    before.sort();
    assert_eq!(captured(&machine), before);
    for work in ["flush", "reflect", "index", "cleanup"] {
        machine.run_ok([work]);
    }
    machine.run_ok(["up", "--yes"]);
    // The record of a client tells of a summary, which the first version did not take in.
    let mut now = captured(&machine);
    now.retain(|text| !text.contains("<tools-used-before-summary>"));
    assert_eq!(now, before);
    assert_eq!(fs::read_dir(machine.home().join("spool")).expect("a spool").count(), 0);
    let stats = machine.run_json(&["stats"]);
    assert_eq!(stats["pinned"], 1, "{stats}");
}

#[test]
fn secrets_that_the_first_version_kept_are_taken_out_of_the_database() {
    let machine = old();
    let kept = ["Zq8vN3kT6wYb1Lx9RmPd4Hs7", "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC"];
    assert!(kept.iter().all(|secret| !machine.files_with(secret).is_empty()));
    assert_ne!(machine.run_json(&["scan"])["found"], json!([]));
    machine.run_ok(["scan", "--fix"]);
    for secret in kept {
        let files = machine.files_with(secret);
        assert!(!files.contains(&machine.database()), "{secret} in {files:?}");
    }
}

#[test]
fn old_notes_messages_and_observations_are_found() {
    let machine = old();
    for (source, query, says) in [
        ("notes", "heron mascot", "ideas.md"),
        ("notes", "데이터베이스는 무엇을 쓰나", "결정.md"),
        ("notes", "배포 롤백", "배포 절차.md"),
        ("notes", "on-call rota", "handbook.md"),
        ("notes", "deploy approvals", "two approvals"),
        ("notes", "integration database port", "5544"),
        ("notes", "staging database port", "5433"),
        ("messages", "mascot of the chat", "ibis"),
        ("messages", "test_clock flaky", "test_clock"),
        ("messages", "스풀에서 기다리는 질문", "스풀"),
        ("observations", "what waits in the spool", "spool"),
        ("observations", "goodbye", "a.txt"),
    ] {
        finds(&machine, source, query, says);
    }
    let asked = machine.run_json(&["search", "--archive", "narwhal endpoint"]);
    assert!(asked.to_string().contains("old-narwhal.md"), "{asked}");
    assert!(!machine.run_ok(["search", "xenotime", "--json"]).contains("raw.md"));
    let job = machine.run_json(&["search", "--agent", "job", "급여일"]);
    assert!(job.to_string().contains("Calendar.md"), "{job}");
    assert!(!machine.run_json(&["search", "급여일"]).to_string().contains("Calendar.md"));
}

#[test]
fn what_a_person_wrote_stays_byte_for_byte() {
    let machine = old();
    let before = by_hand(&machine);
    machine.run_ok(["up", "--yes"]);
    for work in ["flush", "reflect", "index"] {
        machine.run_ok([work]);
    }
    machine.run_ok(["search", "heron"]);
    assert_eq!(by_hand(&machine), before);
    // Where agents wrote too, every line of hers still stands.
    for (note, lines) in first_version::HANDWRITTEN_LINES {
        let text = fs::read_to_string(machine.home().join("vault").join(note)).expect("a note");
        for line in *lines {
            assert!(text.lines().any(|it| it == *line), "{line} in {text}");
        }
    }
    let versions = machine.run_json(&["history", "ideas.md"]);
    assert!(versions["versions"].as_array().expect("versions").len() >= 2, "{versions}");
}

#[test]
fn its_settings_hold_and_unknown_ones_stay() {
    let machine = old();
    machine.run_ok(["up", "--yes"]);
    for (key, value) in [
        ("capture.maxChars", json!(1500)),
        ("inject.maxChars", json!(8000)),
        ("flush.every", json!(6)),
        ("memory.retentionDays", json!(36500)),
        ("search.maxResults", json!(8)),
        ("index.extraPaths", json!(["~/docs"])),
        ("redaction.allow", json!(["dev@example.com"])),
        ("session.reset.mode", json!("idle")),
    ] {
        let shown = machine.run_json(&["config", "get", key]);
        assert_eq!((&shown["value"], &shown["source"]), (&value, &json!("settings.json")), "{key}");
    }
    machine.run_ok(["config", "set", "search.maxResults", "7"]);
    let file = fs::read(machine.home().join("settings.json")).expect("settings");
    let file: Value = serde_json::from_slice(&file).expect("JSON");
    assert_eq!(file["mine"], json!({ "note": "palimp leaves this alone", "list": [1, 2] }));
    assert_eq!(file["agents"]["job"]["projects"], json!(["payroll"]));
}

#[test]
fn sessions_go_on() {
    let machine = old();
    let start = machine.claude_then("SessionStart", "new", json!({ "source": "startup" }));
    let told = machine.hook("claude", &start);
    assert!(told.contains("heron") && told.contains("app"), "{told}");
    let asked = json!({ "prompt": "Where are the flags again?", "prompt_id": "open-3" });
    machine.hook("claude", &machine.claude_then("UserPromptSubmit", "open", asked));
    let before = captured(&machine);
    // The hooks set one off too, which may have done its part before.
    machine.run_ok(["flush"]);
    let read = "SELECT count(*) FROM messages JOIN flush_marks USING (session_id)
                WHERE session_id = 'open' AND id <= mark";
    assert_eq!(machine.query_number(read), 8, "those of the old home and the new one");
    assert_eq!(machine.run_json(&["flush"])["messages"], 0);
    assert_eq!(captured(&machine), before);
}

#[test]
fn a_proposal_that_waits_can_be_decided() {
    let machine = old();
    let waiting = machine.run_json(&["review"]);
    let proposals = waiting["proposals"].as_array().expect("proposals");
    let old = proposals.iter().find(|it| it["fact"] == "앞으로 너는 반말로 말해");
    let id = old.expect("the proposal of then")["id"].as_str().expect("an id");
    machine.run_ok(["review", "accept", id]);
    let soul = fs::read_to_string(machine.home().join("vault/shared/soul.md")).expect("a note");
    assert!(soul.contains("반말") && soul.contains("- Be calm and exact."), "{soul}");
}

#[test]
fn what_agents_wrote_for_every_session_is_told_once_the_user_agrees() {
    let machine = old();
    let theirs = ["database is reset every night", "likes long explanations", "terse and cheeky"];
    let told = |session: &str| {
        let start = machine.claude_then("SessionStart", session, json!({ "source": "startup" }));
        machine.hook("claude", &start)
    };
    let before = told("before");
    assert!(before.contains("Ask before touching the billing schema."), "{before}");
    assert!(before.contains("Prefers short answers.") && before.contains("Be calm"), "{before}");
    assert!(!theirs.iter().any(|text| before.contains(text)), "{before}");
    let up = machine.run(["up", "--yes", "--no-import"]);
    let said = String::from_utf8_lossy(&up.stderr).into_owned();
    let waiting = machine.run_json(&["review"]).to_string();
    for text in theirs {
        assert!(said.contains(text) && waiting.contains(text), "{text}: {said} {waiting}");
    }
    for proposal in machine.run_json(&["review"])["proposals"].as_array().expect("proposals") {
        if proposal["kind"] == "always" {
            machine.run_ok(["review", "accept", proposal["id"].as_str().expect("an id")]);
        }
    }
    let after = told("after");
    for text in ["[agent] The test database is reset", "[agent] The user likes", "[agent] Be terse"]
    {
        assert!(after.contains(text), "{text}: {after}");
    }
}

#[test]
fn the_hooks_that_it_installed_still_work() {
    let machine = old();
    let lines = first_version::hook_lines(&machine);
    for (line, folder, event, id) in [
        ("hook claude", "claude", "PostToolUse.Edit.json", "session_id"),
        ("hook codex", "codex", "PostToolUse.apply_patch.json", "session_id"),
        ("hook gemini", "gemini", "AfterTool.replace.json", "session_id"),
        ("hook copilot postToolUse", "copilot/camelCase", "postToolUse.edit.json", "sessionId"),
    ] {
        assert!(lines.contains(line), "{line}: {lines:?}");
        let recorded = palimp_testing::read_fixture(folder, event);
        let mut payload: Value = serde_json::from_str(&recorded).expect("JSON");
        payload[id] = json!(format!("after {line}"));
        let output = machine.run_with(line.split(' '), payload.to_string().as_bytes());
        assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0), "{line}");
        let newest = &machine.run_json(&["recent", "-n", "1"])[0];
        assert_eq!(newest["sessionId"], payload[id], "{line}: {newest}");
    }
}

const CLIENTS: [&str; 5] = ["claude", "codex", "gemini", "opencode", "copilot"];

#[test]
fn uninstalling_leaves_the_clients_files_as_they_were() {
    let machine = old();
    assert_ne!(machine.clients_now(), machine.clients_before());
    for client in CLIENTS {
        machine.run_ok(["uninstall", client]);
    }
    same(&machine.clients_now(), &machine.clients_before());
}

#[test]
fn uninstalling_after_an_upgrade_leaves_the_clients_files_as_they_were() {
    let machine = old();
    machine.run_ok(["up", "--yes"]);
    let now: Vec<u8> = machine.clients_now().into_values().flatten().collect();
    assert!(
        !palimp_testing::contains_text(&now, first_version::PROGRAM),
        "all of them are reconnected"
    );
    for client in CLIENTS {
        machine.run_ok(["uninstall", client]);
    }
    same(&machine.clients_now(), &machine.clients_before());
}

/// Where the first version kept its command `/memory`, and whether that stays.
const COMMANDS: [(&str, bool); 5] = [
    (".claude/commands/memory.md", false),
    (".codex/prompts/memory.md", false),
    (".gemini/commands/memory.toml", false),
    (".config/opencode/commands/memory.md", true),
    (".copilot/skills/memory/SKILL.md", false),
];

#[test]
fn clients_are_reconnected_by_up_and_by_mending() {
    for renewing in [&["up", "--yes", "--no-import"][..], &["doctor", "--fix"]] {
        let machine = old();
        let doctor = machine.run(["doctor"]);
        assert_eq!(doctor.status.code(), Some(1));
        let told = String::from_utf8_lossy(&doctor.stdout).into_owned();
        let renewable =
            |line: &&str| line.starts_with("WRONG") && line.contains("hint: `palimp install");
        assert_eq!(told.lines().filter(renewable).count(), CLIENTS.len(), "{told}");
        machine.run_ok(renewing);
        let doctor = machine.run(["doctor"]);
        let told = String::from_utf8_lossy(&doctor.stdout);
        assert!(!told.lines().any(|line| renewable(&line)), "{told}");
        for (path, stays) in COMMANDS {
            let path = machine.user_home().join(path);
            assert_eq!(path.exists(), stays, "{}", path.display());
            let name =
                path.to_string_lossy().replace("prompts/memory.md", "skills/palimp/SKILL.md");
            assert!(fs::exists(name.replace("memory", "palimp")).expect("a path"), "{name}");
        }
        let empty = machine.user_home().join(".copilot/skills/memory");
        assert!(!empty.exists(), "an empty directory would be an empty skill");
        for client in CLIENTS {
            machine.run_ok(["uninstall", client]);
        }
        same(&machine.clients_now(), &machine.clients_before());
    }
}

#[test]
fn an_earlier_command_that_its_user_changed_stays() {
    let machine = old();
    let path = machine.user_home().join(COMMANDS[0].0);
    let mine = fs::read_to_string(&path).expect("the command") + "\nmore\n";
    fs::write(&path, &mine).expect("written");
    let output = machine.run(["install", "claude"]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && said.contains("delete it by hand"), "{said}");
    assert_eq!(fs::read_to_string(&path).expect("the command"), mine);
}

/// Files one by one, so that a failure says which.
#[track_caller]
fn same(now: &BTreeMap<PathBuf, Vec<u8>>, before: &BTreeMap<PathBuf, Vec<u8>>) {
    for (path, bytes) in before {
        let found = now.get(path).map(|found| String::from_utf8_lossy(found));
        assert_eq!(found, Some(String::from_utf8_lossy(bytes)), "{}", path.display());
    }
    assert_eq!(now.keys().collect::<Vec<_>>(), before.keys().collect::<Vec<_>>());
}

#[test]
fn what_is_forgotten_is_gone_from_the_old_home_too() {
    let machine = old();
    for word in ["Jarvis", "goodbye"] {
        assert!(!machine.files_with(word).is_empty(), "{word}");
        machine.run_ok(["forget", word, "--yes"]);
        assert_eq!(machine.files_with(word), Vec::<PathBuf>::new(), "{word}");
    }
    finds(&machine, "notes", "heron mascot", "ideas.md");
}
