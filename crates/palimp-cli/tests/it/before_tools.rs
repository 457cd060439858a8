//! What a client is told before a tool runs, or with the first event after it.

use std::fs;

use palimp_testing::Machine;
use serde_json::{Value, json};

use crate::inject::{given, note, prompt, reply, start};
use crate::machine;

const RULES: &str = "# Preferences\n\n\
    - Use pnpm, not npm ([2026-11-20 14:02](../memory/2026-11-20.md)) <!-- palimp: by=user -->\n\
    - ~~Never use yarn~~ (superseded 2026-11-21, see [2026-11-21 09:00](../memory/2026-11-21.md)) <!-- palimp: by=user -->\n\
    - Never use docker <!-- palimp: by=agent -->\n\
    - `git add -A` 쓰지 마 <!-- palimp: by=user project=elsewhere project-id=77 -->\n\
    - 강제 푸시 금지\n";

fn before(machine: &Machine, session: &str, command: &str) -> String {
    let fields = json!({
        "tool_name": "Bash", "tool_input": {"command": command}, "tool_use_id": "toolu_1",
    });
    given(machine, "PreToolUse", session, fields)
}

/// A machine on which the user has laid down rules, and a session has begun.
fn ruled() -> Machine {
    let machine = machine();
    note(&machine, "shared/preferences.md", RULES);
    start(&machine, "s", "startup");
    machine
}

/// A whole session with one prompt.
fn say_in_session(machine: &Machine, session: &str, said: &str) {
    prompt(machine, session, 1, said);
    reply(machine, session, 1, "Done.");
    given(machine, "SessionEnd", session, json!({ "reason": "other" }));
}

fn rules(context: &str) -> Vec<&str> {
    let section = context.split("## Your Rule For This\n").nth(1).unwrap_or_default();
    section.lines().take_while(|line| line.starts_with("- ")).collect()
}

#[test]
fn command_that_breaks_rule_is_told_of_it_once() {
    let machine = ruled();
    let context = before(&machine, "s", "cd web && npm install");
    assert_eq!(rules(&context), ["- Use pnpm, not npm (user, 2026-11-20)"], "{context}");
    assert_eq!(before(&machine, "s", "npm run build"), "", "told once");
    assert_eq!(rules(&before(&machine, "t", "npx vitest")).len(), 1, "another session is told");
    assert_eq!(rules(&before(&machine, "s", "git push -f")), ["- 강제 푸시 금지 (user)"]);
    start(&machine, "s", "compact");
    assert_eq!(rules(&before(&machine, "s", "npm ci")).len(), 1, "a compaction took it away");
}

#[test]
fn rule_of_others_or_elsewhere_or_struck_is_not_told() {
    let machine = ruled();
    for command in ["pnpm install", "yarn install", "docker ps", "git add -A", "ls", "echo npm"] {
        assert_eq!(before(&machine, "s", command), "", "{command}");
    }
}

#[test]
fn rule_that_session_began_with_is_told_where_it_is_broken() {
    let machine = machine();
    let memory = "# Memory\n\nThis shop is a monorepo with a web client and an API.\nNever use npm here, use pnpm.\n";
    note(&machine, "MEMORY.md", memory);
    assert!(start(&machine, "s", "startup").contains("Never use npm here"));
    let context = before(&machine, "s", "npm test");
    assert_eq!(rules(&context), ["- Never use npm here, use pnpm. (user)"]);
}

#[test]
fn rule_on_page_of_project_is_told_where_it_is_broken() {
    let machine = machine();
    note(&machine, "projects/app.md", "# app\n\n## Rules\n\n- Use pnpm, not npm\n");
    note(&machine, "projects/web.md", "# web\n\n## Rules\n\n- Never use docker\n");
    start(&machine, "s", "startup");
    assert_eq!(rules(&before(&machine, "s", "npm test")), ["- Use pnpm, not npm (user)"]);
    assert_eq!(before(&machine, "s", "docker ps"), "");
}

#[test]
fn rule_that_only_a_conversation_tells_is_told_where_it_is_broken() {
    let machine = machine();
    // Nothing of this is certain enough for a note.
    let said = "여기서는 npm 쓰지 말고 pnpm을 써. 잠금 파일이 pnpm 것이야.";
    prompt(&machine, "a", 1, said);
    reply(&machine, "a", 1, "Done.");
    assert_eq!(before(&machine, "a", "npm install zod"), "", "the session has it in its context");
    given(&machine, "SessionEnd", "a", json!({ "reason": "other" }));
    machine.run_ok(["flush"]);
    assert!(!machine.home().join("vault/projects/app.md").exists());
    let told = rules(&before(&machine, "b", "npm install zod")).join("");
    assert!(told.starts_with(&format!("- {said} (user, 20")), "{told}");
    assert_eq!(before(&machine, "b", "npm ci"), "", "told once");
    assert_eq!(before(&machine, "b", "pnpm install"), "");
    machine.run_ok(["rules", "--strike", "1"]);
    assert_eq!(before(&machine, "c", "npm install zod"), "", "struck");
}

#[test]
fn rule_in_any_words_is_told_before_the_command_beside_them() {
    for (said, broken, kept) in [
        (
            "terraform apply is mine to run. You can plan all you like.",
            "terraform apply",
            "terraform plan",
        ),
        ("배포는 내가 할게. 너는 로그만 봐.", "fly deploy", "fly logs"),
    ] {
        let machine = machine();
        say_in_session(&machine, "a", said);
        machine.run_ok(["flush"]);
        assert!(
            start(&machine, "b", "startup").contains(said.split('.').next().unwrap_or_default()),
            "{said}"
        );
        assert_eq!(before(&machine, "b", kept), "");
        assert_eq!(rules(&before(&machine, "b", broken)).len(), 1, "{said}");
    }
}

#[test]
fn rule_about_a_command_holds_after_many_sessions() {
    let machine = machine();
    let rule = "terraform apply is mine to run.";
    for number in 0..30 {
        let session = format!("s{number}");
        let said = if number == 0 { rule } else { "Mend the header of the start page." };
        say_in_session(&machine, &session, said);
    }
    machine.run_ok(["flush"]);
    assert_eq!(rules(&before(&machine, "new", "terraform apply")).len(), 1);
    machine.run_ok(["forget", "--yes", rule]);
    machine.run_ok(["flush"]);
    assert_eq!(before(&machine, "newer", "terraform apply"), "", "forgotten");
}

/// A killed terminal tells no end, and two terminals work side by side.
#[test]
fn rule_stays_while_another_session_has_not_ended() {
    let machine = machine();
    let rule = "terraform apply is mine to run.";
    say_in_session(&machine, "a", rule);
    machine.run_ok(["flush"]);
    start(&machine, "b", "startup");
    let failed = json!({
        "tool_name": "Bash", "tool_input": {"command": "make lint"}, "tool_use_id": "toolu_1",
        "error": "Exit code 1\nmissing semicolon",
    });
    given(&machine, "PostToolUseFailure", "b", failed);
    assert!(start(&machine, "c", "startup").contains(rule));
    assert!(start(&machine, "d", "startup").contains(rule));
    assert_eq!(rules(&before(&machine, "d", "terraform apply")).len(), 1);
}

#[test]
fn rule_that_is_taken_back_is_no_longer_told() {
    for (said, taken_back, command) in [
        (
            "From now on, never use npm in this repo.",
            "npm is fine again in this repo.",
            "npm install",
        ),
        ("git stash is banned in this repo.", "You may use git stash again.", "git stash"),
        ("여기서는 sudo 쓰지 마.", "이제 sudo 써도 돼.", "sudo ls"),
        ("여기서는 npm 말고 pnpm을 써.", "다시 npm으로 돌아가자.", "npm install"),
    ] {
        let machine = machine();
        for (session, said) in [("a", said), ("b", taken_back)] {
            say_in_session(&machine, session, said);
            machine.run_ok(["flush"]);
            let told = rules(&before(&machine, &format!("{session}2"), command)).len();
            assert_eq!(told, usize::from(session == "a"), "{said}");
        }
    }
}

#[test]
fn rule_bears_the_day_of_its_prompt_in_a_long_session() {
    let machine = machine();
    for number in 0..45 {
        prompt(&machine, "a", number, "Mend the header of the start page.");
    }
    prompt(&machine, "a", 45, "terraform apply is mine to run.");
    // The session goes on for days.
    machine.execute_sql("UPDATE messages SET created_at = 1764000000000");
    given(&machine, "SessionEnd", "a", json!({ "reason": "other" }));
    machine.run_ok(["flush"]);
    let told = rules(&before(&machine, "b", "terraform apply")).join("");
    assert_eq!(told, "- terraform apply is mine to run. (user, 2025-11-24)");
}

#[test]
fn saved_rule_about_a_command_is_laid_down_without_a_kind() {
    let machine = machine();
    fs::create_dir_all(machine.project().join(".git")).unwrap();
    machine.run_ok(["save", "Use pnpm, not npm"]);
    machine.run_ok(["save", "The staging port is 8092"]);
    let context = start(&machine, "s", "startup");
    assert!(context.contains("- Use pnpm, not npm (") && !context.contains("8092"), "{context}");
    assert_eq!(rules(&before(&machine, "s", "npm test")).len(), 1);
    machine.run_ok(["save", "--kind", "daily", "Never use yarn"]);
    assert!(!machine.run_ok(["rules"]).contains("yarn"), "a kind that is named holds");
}

#[test]
fn rule_that_is_never_to_be_told_is_not() {
    let machine = ruled();
    note(&machine, "never.md", "- Use pnpm, not npm\n");
    assert_eq!(before(&machine, "s", "npm install"), "");
}

#[test]
fn rule_on_branch_is_told_on_that_branch() {
    let machine = machine();
    note(&machine, "shared/decisions.md", "- Never commit to main\n");
    let head = machine.project().join(".git/HEAD");
    fs::create_dir_all(head.parent().unwrap()).unwrap();
    start(&machine, "s", "startup");
    fs::write(&head, "ref: refs/heads/feature/x\n").unwrap();
    assert_eq!(before(&machine, "s", "git commit -m x"), "");
    fs::write(&head, "ref: refs/heads/main\n").unwrap();
    assert_eq!(rules(&before(&machine, "s", "git commit -m x")).len(), 1);
}

#[test]
fn nothing_is_kept_of_tool_that_has_not_run() {
    let machine = ruled();
    assert_eq!(
        machine.query_number("SELECT count(*) FROM injections"),
        1,
        "the start is told the rules"
    );
    machine.drain_statements();
    assert_eq!(before(&machine, "s", "cargo build"), "");
    let ran = machine.drain_statements();
    let is_read = |sql: &str| sql.starts_with("SELECT") || sql.starts_with("PRAGMA");
    assert!(ran.iter().all(|statement| is_read(&statement.sql)), "nothing is written: {ran:#?}");
    before(&machine, "s", "npm install");
    for (table, rows) in [("observations", 0), ("messages", 0), ("injections", 2)] {
        let found = machine.query_number(&format!("SELECT count(*) FROM {table}"));
        assert_eq!(found, rows, "{table}");
    }
}

#[test]
fn home_without_captures_stays_as_it_is() {
    let machine = machine();
    note(&machine, "shared/preferences.md", RULES);
    assert_eq!(before(&machine, "s", "npm install"), "");
    assert!(!machine.database().exists());
}

#[test]
fn quiet_preset_and_sub_agents_are_told_nothing() {
    let machine = ruled();
    let fields = json!({
        "agent_id": "a1", "tool_name": "Bash", "tool_input": {"command": "npm install"},
    });
    assert_eq!(given(&machine, "PreToolUse", "s", fields), "");
    machine.run_ok(["config", "set", "inject.preset", "quiet"]);
    assert_eq!(before(&machine, "s", "npm install"), "");
}

#[test]
fn each_client_is_answered_in_its_own_form() {
    let said = "Use pnpm, not npm (user, 2026-11-20)";
    let shell = |more: Value| {
        let mut payload = json!({"tool_name": "Bash", "tool_input": {"command": "npm install"}});
        payload.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        payload
    };
    let nested = |answer: &Value| answer["hookSpecificOutput"]["additionalContext"].clone();
    for (client, payload, context) in [
        (
            "codex",
            shell(json!({"session_id": "c", "turn_id": "t", "hook_event_name": "PreToolUse"})),
            &nested as &dyn Fn(&Value) -> Value,
        ),
        (
            "copilot",
            json!({"sessionId": "c", "timestamp": 5, "toolName": "bash", "toolArgs": {"command": "npm install"}}),
            &|answer| answer["additionalContext"].clone(),
        ),
        (
            "cursor",
            shell(
                json!({"conversation_id": "c", "cursor_version": "2.6.0", "hook_event_name": "preToolUse"}),
            ),
            &|answer| answer["additional_context"].clone(),
        ),
        (
            "opencode",
            json!({"hook": "tool.execute.before", "input": {"tool": "bash", "sessionID": "c", "callID": "1"}, "output": {"args": {"command": "npm install"}}}),
            &|answer| answer["additionalContext"].clone(),
        ),
        (
            "openclaw",
            json!({"hook": "before_tool_call", "event": {"toolName": "exec", "params": {"command": "npm install"}}, "ctx": {"sessionId": "c", "sessionKey": "agent:main:main"}}),
            &|answer| answer["additionalContext"].clone(),
        ),
        (
            "gemini",
            json!({"session_id": "c", "hook_event_name": "AfterTool", "timestamp": "2026-11-20T14:17:40.287Z", "tool_name": "run_shell_command", "tool_input": {"command": "npm install"}, "tool_response": {"returnDisplay": "added 3 packages"}}),
            &nested,
        ),
    ] {
        let machine = ruled();
        let mut payload = payload;
        payload["cwd"] = json!(machine.project());
        let answer = machine.hook(client, &payload);
        let answer: Value =
            serde_json::from_str(&answer).unwrap_or_else(|_| panic!("{client}: {answer}"));
        assert!(
            context(&answer).as_str().is_some_and(|it| it.contains(said)),
            "{client}: {answer}"
        );
        assert!(!answer.to_string().contains("permission"), "{client}: {answer}");
    }
}

#[test]
fn file_is_told_of_before_its_first_change_alone() {
    let machine = machine();
    let edit = |event: &str, session: &str, file: &str| {
        let input = json!({"file_path": machine.project().join(file), "old_string": session, "new_string": "b"});
        let fields = json!({"tool_name": "Edit", "tool_input": input, "tool_response": {}, "tool_use_id": format!("{session}{file}")});
        given(&machine, event, session, fields)
    };
    for session in ["a", "b", "c"] {
        start(&machine, session, "startup");
        for file in ["src/pool.rs", "src/limits.rs"] {
            edit("PostToolUse", session, file);
        }
        given(&machine, "SessionEnd", session, json!({"reason": "other"}));
    }
    start(&machine, "n", "startup");
    let context = edit("PreToolUse", "n", "src/pool.rs");
    assert!(context.contains("pool.rs was changed together with src/limits.rs"), "{context}");
    assert_eq!(edit("PostToolUse", "n", "src/pool.rs"), "", "it was told before");
    assert_eq!(edit("PreToolUse", "n", "src/pool.rs"), "", "told once");
    let read = |event: &str| {
        let input = json!({"file_path": machine.project().join("src/limits.rs")});
        let fields =
            json!({"tool_name": "Read", "tool_input": input, "tool_response": {"type": "text"}});
        given(&machine, event, "m", fields)
    };
    start(&machine, "m", "startup");
    for event in ["PreToolUse", "PostToolUse"] {
        assert_eq!(read(event), "", "{event}: a file that is only read");
    }
    let context = edit("PreToolUse", "m", "src/limits.rs");
    assert!(context.contains("limits.rs was changed together with"), "read before: {context}");
}

/// The setup of the previous version: all events except the one before a tool.
#[test]
fn earlier_setup_gains_event_by_up_and_by_mending() {
    for renewing in [&["up", "--yes", "--no-import"][..], &["doctor", "--fix"]] {
        let machine = machine();
        machine.run_ok(["install", "claude"]);
        let path = machine.user_home().join(".claude/settings.json");
        let read = || -> Value { serde_json::from_slice(&fs::read(&path).unwrap()).unwrap() };
        let whole = read();
        let mut earlier = whole.clone();
        earlier["hooks"].as_object_mut().unwrap().remove("PreToolUse");
        fs::write(&path, earlier.to_string()).unwrap();
        let doctor = machine.run(["doctor"]);
        let said = String::from_utf8_lossy(&doctor.stdout).into_owned();
        assert!(said.contains("PreToolUse not connected"), "{said}");
        machine.run_ok(renewing);
        assert_eq!(read(), whole, "{renewing:?}");
    }
}
