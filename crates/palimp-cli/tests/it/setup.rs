//! From nothing to working, and back.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::Stdio;

use palimp_testing::Machine;
use serde_json::{Value, json};

use crate::machine;
use palimp_testing::terminal::TestTerminal;

const CLIENTS: [(&str, &str); 7] = [
    ("claude", ".claude"),
    ("codex", ".codex"),
    ("gemini", ".gemini"),
    ("opencode", ".config/opencode"),
    ("copilot", ".copilot"),
    ("cursor", ".cursor"),
    ("openclaw", ".openclaw"),
];

fn with_clients() -> Machine {
    let machine = machine();
    for (_, dir) in CLIENTS {
        fs::create_dir_all(machine.user_home().join(dir)).unwrap();
    }
    machine
}

#[test]
fn up_on_an_empty_machine_says_how_the_first_memory_will_come() {
    let machine = machine();
    let said = machine.run_ok(["up", "--yes"]);
    assert!(said.contains("none found on this machine"), "{said}");
    assert!(said.contains("Nothing remembered yet"), "{said}");
    assert!(machine.database().exists());
}

#[test]
fn up_connects_every_client_once() {
    let machine = with_clients();
    let said = machine.run_ok(["up", "--yes"]);
    for (_, dir) in CLIENTS {
        assert!(said.contains(dir), "{dir} in {said}");
    }
    assert!(said.contains("trust them"), "Codex runs hooks only then: {said}");
    let servers = [
        ".claude.json",
        ".codex/config.toml",
        ".gemini/settings.json",
        ".config/opencode/opencode.json",
        ".copilot/mcp-config.json",
        ".cursor/mcp.json",
    ];
    for file in servers {
        let text = fs::read_to_string(machine.user_home().join(file)).unwrap_or_default();
        assert!(text.contains("palimp") && text.contains("mcp"), "{file}: {text}");
    }
    let before = snapshot(&machine);
    let again = machine.run_ok(["up", "--yes"]);
    assert_eq!(again.matches("nothing to do").count(), CLIENTS.len(), "{again}");
    assert_eq!(snapshot(&machine), before);
}

#[test]
fn a_trust_that_the_user_has_to_give_is_nothing_wrong() {
    let machine = with_clients();
    machine.run_ok(["up", "--yes"]);
    let doctor = machine.run_ok(["doctor"]);
    let line = doctor.lines().find(|line| line.contains("Codex CLI")).unwrap();
    assert!(line.starts_with("open") && line.contains("until you trust them"), "{doctor}");
    assert_eq!(machine.run_json(&["doctor"])["wrong"], 0);
    fs::write(machine.user_home().join(".codex/config.toml"), "[[[").unwrap();
    assert_eq!(machine.run(["doctor"]).status.code(), Some(1), "that is more than a trust");
}

#[test]
fn mending_connects_no_new_client() {
    let machine = with_clients();
    let before = snapshot(&machine);
    machine.run(["doctor", "--fix"]);
    assert_eq!(snapshot(&machine), before);
}

#[test]
fn without_a_yes_nothing_of_the_clients_is_touched() {
    let machine = with_clients();
    let before = snapshot(&machine);
    machine.run_ok(["up"]);
    assert_eq!(snapshot(&machine), before);
}

#[test]
fn uninstall_leaves_every_file_as_it_was() {
    let machine = with_clients();
    let settings = machine.user_home().join(".claude/settings.json");
    let theirs = "{\n  // mine\n  \"model\": \"opus\",\n  \"hooks\": {\n    \"Stop\": [ { \"hooks\": [ { \"type\": \"command\", \"command\": \"say done\" } ] } ],\n  },\n}\n";
    fs::write(&settings, theirs).unwrap();
    let before = snapshot(&machine);
    for (client, _) in CLIENTS {
        machine.run_ok(["install", client]);
    }
    assert!(fs::read_to_string(&settings).unwrap().contains("say done"));
    for (client, _) in CLIENTS {
        machine.run_ok(["uninstall", client]);
    }
    assert_eq!(snapshot(&machine), before);
}

#[test]
fn purge_removes_what_palimp_remembers_and_leaves_the_rest() {
    let machine = with_clients();
    let notes = machine.user_home().join("notes");
    machine.run_ok(["up", "--yes"]);
    machine.run_ok(["save", "we use pnpm"]);
    machine.run_ok(["init", "--vault", notes.to_str().unwrap()]);
    machine.run_ok(["save", "we use pnpm, still"]);
    let refused = machine.run(["uninstall", "--all", "--purge"]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("Hint: --yes"), "{refused:?}");
    assert!(machine.user_home().join(".codex/hooks.json").exists(), "nothing was done");
    fs::write(machine.home().join("mine.txt"), "mine").unwrap();
    let done = machine.run(["uninstall", "--all", "--purge", "--yes"]);
    let said = String::from_utf8_lossy(&done.stderr);
    assert!(said.contains("notes") && said.contains("mine.txt"), "{said}");
    assert!(!machine.user_home().join(".codex/hooks.json").exists());
    let left: Vec<_> = fs::read_dir(machine.home()).unwrap().flatten().collect();
    assert_eq!(left.len(), 1, "{left:?}");
    assert!(notes.read_dir().unwrap().next().is_some(), "notes elsewhere are the user's");
    fs::remove_file(machine.home().join("mine.txt")).unwrap();
    machine.run_ok(["uninstall", "--all", "--purge", "--yes"]);
    assert!(!machine.home().exists());
}

#[test]
fn purge_leaves_nothing_of_what_commands_keep() {
    let machine = machine();
    fs::create_dir_all(machine.project().join(".git")).unwrap();
    machine.hook_bash("s", "make walrus", "done");
    machine.run_ok(["save", "--kind", "decision", "The walrus sleeps."]);
    machine.run_ok(["backup", machine.root().join("palimp.backup").to_str().unwrap()]);
    machine.run_ok(["sync", "init", machine.root().join("remote").to_str().unwrap()]);
    machine.run_ok(["sync"]);
    machine.run_ok(["pause"]);
    machine.run_ok(["uninstall", "--all", "--purge", "--yes"]);
    let left = fs::read_dir(machine.home()).into_iter().flatten().flatten();
    let left: Vec<_> = left.map(|entry| entry.file_name()).collect();
    assert!(left.is_empty() && !machine.home().exists(), "{left:?}");
}

#[test]
fn purge_beside_a_worker_waits_for_it() {
    let machine = with_clients();
    machine.run_ok(["save", "we use pnpm"]);
    // What a worker holds.
    let worker = fs::File::open(machine.home()).unwrap();
    worker.lock_shared().unwrap();
    let mut command = machine.command(["uninstall", "--all", "--purge", "--yes"]);
    let mut purge = command.stderr(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    let mut said = BufReader::new(purge.stderr.take().unwrap()).lines();
    let waits = said.by_ref().map_while(Result::ok).any(|line| line.contains("Waiting for palimp"));
    assert!(waits && machine.home().join("vault").exists());
    drop(worker);
    assert!(purge.wait().unwrap().success());
    assert!(!machine.home().exists());
}

#[test]
fn workers_of_a_purged_home_leave_nothing() {
    let machine = with_clients();
    machine.run_ok(["save", "we use pnpm"]);
    machine.run_ok(["uninstall", "--all", "--purge", "--yes"]);
    let workers = ["index --due", "flush --due", "flush --remember s --at 1", "cleanup --due"];
    for worker in workers.into_iter().chain(["cleanup --mend", "team sync --due"]) {
        machine.run_ok(worker.split(' ').chain(["--detached"]));
        assert!(!machine.home().exists(), "{worker}");
    }
}

#[test]
fn settings_that_cannot_be_understood_are_left_alone_and_named() {
    let machine = with_clients();
    let settings = machine.user_home().join(".claude/settings.json");
    fs::write(&settings, "{ \"hooks\": ").unwrap();
    let output = machine.run(["install", "claude"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("settings.json"));
    assert_eq!(fs::read_to_string(&settings).unwrap(), "{ \"hooks\": ");
    let up = machine.run(["up", "--yes"]);
    assert_eq!(up.status.code(), Some(1));
    assert!(
        machine.user_home().join(".codex/hooks.json").exists(),
        "the others are connected all the same"
    );
}

#[test]
fn the_hooks_that_were_installed_work() {
    let machine = with_clients();
    machine.run_ok(["install", "claude"]);
    let settings: Value = serde_json::from_slice(
        &fs::read(machine.user_home().join(".claude/settings.json")).unwrap(),
    )
    .unwrap();
    let command = settings["hooks"]["PostToolUse"][0]["hooks"][0]["command"].as_str().unwrap();
    let payload = machine.claude_payload(
        "PostToolUse",
        "s",
        json!({"tool_name": "Bash", "tool_input": {"command": "git push"}, "tool_response": {"stdout": ""}}),
    );
    let mut shell = std::process::Command::new("/bin/sh");
    shell.args(["-c", command]).env_clear().env("HOME", machine.user_home()).current_dir("/");
    let output = palimp_testing::run_with_input(&mut shell, payload.to_string().as_bytes());
    assert!(output.status.success() && output.stderr.is_empty());
    assert_eq!(crate::contents(&machine), ["git push"]);
}

#[test]
fn a_home_elsewhere_is_named_in_the_hooks() {
    let machine = with_clients();
    let home = machine.root().join("other home");
    machine.run_ok(["install", "claude", "--home", home.to_str().unwrap(), "--agent", "work"]);
    let settings = fs::read_to_string(machine.user_home().join(".claude/settings.json")).unwrap();
    assert!(
        settings.contains("--home")
            && settings.contains("other home")
            && settings.contains("--agent work"),
        "{settings}"
    );
}

#[test]
fn a_dry_run_shows_and_writes_nothing() {
    let machine = with_clients();
    let before = snapshot(&machine);
    let said = machine.run_ok(["install", "claude", "--dry-run"]);
    assert!(said.contains("PostToolUse") && said.contains("would be created"), "{said}");
    assert_eq!(snapshot(&machine), before);
}

#[test]
fn up_imports_past_sessions_and_recalls_them() {
    let machine = with_clients();
    let project = machine.user_home().join(".claude/projects/-home-dev-app");
    fs::create_dir_all(&project).unwrap();
    let transcript = palimp_testing::read_fixture("claude", "transcript.main.jsonl");
    fs::write(project.join("11111111-2222-4333-8444-555555555555.jsonl"), transcript).unwrap();
    let said = machine.run_ok(["up", "--yes"]);
    assert!(said.contains("imported 1 recorded session"), "{said}");
    let last = said.trim_end().lines().last().unwrap();
    assert!(last.starts_with("Last work in"), "{said}");
    let first = machine.run_json(&["stats"]);
    assert!(
        first["observations"].as_i64().unwrap() > 0 && first["messages"].as_i64().unwrap() > 0,
        "{first}"
    );
    machine.run_ok(["up", "--yes"]);
    let second = machine.run_json(&["stats"]);
    assert_eq!(
        (&second["observations"], &second["messages"]),
        (&first["observations"], &first["messages"])
    );
    let json = machine.run_json(&["up", "--yes"]);
    assert_eq!(json["known"]["what"], "done", "{json}");
    assert!(!json["known"]["text"].as_str().unwrap().is_empty());
}

#[test]
fn up_ends_with_a_decision_of_this_project() {
    let machine = with_clients();
    machine.run_ok(["up", "--yes"]);
    machine.run_ok(["save", "--kind", "decision", "we squash everywhere"]);
    machine.run_ok(["save", "--kind", "decision", "--project", ".", "deploys need two approvals"]);
    let said = machine.run_ok(["up", "--yes"]);
    let last = said.trim_end().lines().last().unwrap();
    assert!(
        last.contains("Decision in app: deploys need two approvals (projects/app.md:"),
        "{said}"
    );
}

#[test]
fn up_ends_with_a_command_that_works_and_no_guess() {
    let machine = machine();
    for session in ["one", "two"] {
        let failure = machine.claude_payload(
            "PostToolUseFailure",
            session,
            json!({"tool_name": "Bash", "tool_input": {"command": "sed -n 1,9p src/gone.rs"},
                   "error": "Exit code 1\nsed: can't read src/gone.rs: No such file"}),
        );
        machine.hook("claude", &failure);
        machine.hook_bash(session, "cd . && npm test 2>&1 | tail -5", "ok");
    }
    let said = machine.run_ok(["up", "--yes"]);
    assert!(said.contains("in 2 sessions; last run"), "{said}");
    assert!(!said.contains("sed"), "{said}");
    let json = machine.run_json(&["up", "--yes"]);
    assert_eq!(json["known"]["what"], "works", "{json}");
}

#[test]
fn up_without_a_terminal_says_what_it_left_out() {
    let machine = with_clients();
    let output = machine.run(["up"]);
    let talk = String::from_utf8_lossy(&output.stderr);
    assert!(talk.contains("Found on this machine: Claude Code, Codex CLI"), "{talk}");
    let left = talk.lines().find(|line| line.starts_with("Skipped")).unwrap();
    assert!(left.contains("Claude Code, Codex CLI") && left.contains("palimp up --yes"), "{left}");
    let json = machine.run_json(&["up"]);
    assert_eq!(json["leftOut"][0], "Claude Code");
    assert_eq!(json["wired"], json!([]));
}

#[test]
fn up_shows_what_it_would_write_and_takes_enter_for_yes() {
    let machine = machine();
    fs::create_dir_all(machine.user_home().join(".claude")).unwrap();
    let mut terminal = TestTerminal::start(machine.command(["up"]));
    terminal.wait_for_text("Connect Claude Code? [Y yes / n no / d show changes] ");
    terminal.press_keys("dd\r");
    terminal.wait_for_text("Connect Claude Code? [Y yes / n no / d show changes] ");
    terminal.press_keys("d\r");
    terminal.wait_for_text("+ ");
    terminal.wait_for_text("PostToolUse");
    terminal.wait_for_text("Connect Claude Code? [Y yes / n no / d show changes] ");
    terminal.press_keys("\r");
    terminal.wait_for_text("settings.json created");
    terminal.wait_for_text(
        "Install man pages and completions for your shell? [Y yes / n no / d show changes] ",
    );
    terminal.press_keys("n\r");
    terminal.wait_for_text("Nothing remembered yet");
    assert!(terminal.wait_for_exit().success());
    assert!(!machine.user_home().join(".local/share/man").exists());
}

#[test]
fn man_pages_and_completions_come_with_up_and_go_with_the_last_client() {
    let machine = with_clients();
    let data = machine.user_home().join(".local/share");
    let mine = data.join("fish/vendor_completions.d/mine.fish");
    fs::create_dir_all(mine.parent().unwrap()).unwrap();
    fs::write(&mine, "mine").unwrap();
    let up = || {
        let mut command = machine.command(["up", "--yes"]);
        assert!(command.env("SHELL", "/usr/bin/fish").output().unwrap().status.success());
    };
    up();
    let page = fs::read_to_string(data.join("man/man1/palimp-search.1")).unwrap();
    assert!(page.contains("palimp"), "{page}");
    let completion = data.join("fish/vendor_completions.d/palimp.fish");
    assert!(
        fs::read_to_string(&completion).unwrap().contains("PALIMP_COMPLETE=fish palimp | source")
    );
    machine.run_ok(["uninstall", "claude"]);
    assert!(completion.exists(), "others are still connected");
    machine.run_ok(["uninstall", "--all"]);
    assert!(!completion.exists() && !data.join("man/man1").exists());
    assert_eq!(fs::read_to_string(&mine).unwrap(), "mine");
    fs::write(&completion, "theirs").unwrap();
    up();
    assert_eq!(fs::read_to_string(&completion).unwrap(), "theirs", "it was there before");
}

#[test]
fn status_says_when_nothing_is_injected() {
    let machine = machine();
    assert!(!machine.run_ok(["status"]).contains("inject "), "it is on at first");
    for (key, value, usual) in [
        ("inject.maxChars", "0", "9000"),
        ("inject.preset", "off", "lean"),
        ("inject.sections", "[]", ""),
    ] {
        machine.run_ok(["config", "set", key, value]);
        let said = machine.run_ok(["status"]);
        assert!(said.contains("inject     off: sessions get no context"), "{key}: {said}");
        assert_eq!(machine.run_json(&["status"])["inject"], false, "{key}");
        if !usual.is_empty() {
            machine.run_ok(["config", "set", key, usual]);
        }
    }
}

#[test]
fn doctor_says_the_same_words_as_text_and_as_data() {
    let machine = machine();
    let shown = machine.run_ok(["doctor"]);
    let told = machine.run_json(&["doctor"]);
    let findings = told["findings"].as_array().unwrap();
    assert_eq!(findings.len(), shown.lines().count());
    for (finding, line) in findings.iter().zip(shown.lines()) {
        let state = finding["state"].as_str().unwrap();
        assert!(line.to_lowercase().starts_with(state), "{state}: {line}");
    }
}

#[test]
fn status_tells_whether_it_works() {
    let machine = with_clients();
    machine.run_ok(["up", "--yes"]);
    machine.hook_bash("s", "git push", "ok");
    let said = machine.run_ok(["status"]);
    assert!(said.contains("Claude Code  connected"), "{said}");
    assert!(said.contains("1 observation, 0 messages, 1 session"), "{said}");
    let status = machine.run_json(&["status"]);
    assert_eq!(status["clients"].as_array().unwrap().len(), CLIENTS.len());
    assert_eq!(status["activity"]["observations"], 1);
}

/// Every file of the clients, with its bytes.
fn snapshot(machine: &Machine) -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    for (_, dir) in CLIENTS {
        walk(&machine.user_home().join(dir), &mut files);
    }
    files.sort();
    files
}

fn walk(dir: &std::path::Path, files: &mut Vec<(String, Vec<u8>)>) {
    for entry in fs::read_dir(dir).into_iter().flatten().flatten() {
        if entry.path().is_dir() {
            files.push((entry.path().display().to_string(), Vec::new()));
            walk(&entry.path(), files);
        } else {
            files.push((entry.path().display().to_string(), fs::read(entry.path()).unwrap()));
        }
    }
}
