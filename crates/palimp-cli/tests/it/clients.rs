//! Recorded sessions of every client, replayed through the hook.

use palimp_testing::{Machine, read_fixture, run_with_input};
use serde_json::{Value, json};

use crate::{contents, machine};

/// Replays recorded events; answers what the hook said.
fn replay(
    machine: &Machine,
    client: &str,
    folder: &str,
    events: &[(&str, Option<&str>)],
) -> Vec<String> {
    let one = |(name, argument): &(&str, Option<&str>)| {
        let payload = machine.recorded_payload(folder, name);
        let args = ["hook", client].into_iter().chain(*argument);
        let output = machine.run_with(args, payload.as_bytes());
        assert_eq!(output.status.code(), Some(0), "{name}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{name}");
        String::from_utf8(output.stdout).unwrap()
    };
    events.iter().map(one).collect()
}

/// A recorded payload or transcript whose last answer leaves something open.
fn left_open(recorded: &str) -> String {
    recorded.replace("all done main", r"all done main\n\nRemaining:\n- document it")
}

/// Line by which the next session is told of it.
const LEFT_OPEN: &str = "  [agent] all done main\n  [agent] Open: document it\n";

/// Writes a recorded transcript as it was when its first turn ended: up to the line that says so.
fn first_turn(path: &std::path::Path, transcript: &str, ends: &str) {
    let last = transcript.lines().position(|line| line.contains(ends)).expect(ends);
    let lines: Vec<_> = transcript.lines().take(last + 1).collect();
    std::fs::write(path, lines.join("\n") + "\n").unwrap();
}

#[track_caller]
fn check(machine: &Machine, kinds: &[&str], summary_has: &[&str], messages: &[(&str, &str)]) {
    let rows = machine.run_json(&["recent"]);
    let mut found: Vec<_> =
        rows.as_array().unwrap().iter().map(|row| row["type"].as_str().unwrap()).collect();
    found.reverse();
    assert_eq!(found, kinds, "{rows:#}");
    let summary =
        machine.run_json(&["sessions"])[0]["summary"].as_str().unwrap_or_default().to_owned();
    for part in summary_has {
        assert!(summary.contains(part), "{part} in {summary}");
    }
    let moments = machine.run_json(&["timeline"]);
    let said: Vec<_> = moments
        .as_array()
        .unwrap()
        .iter()
        .filter(|it| it["kind"] == "message")
        .map(|it| (it["role"].as_str().unwrap(), it["content"].as_str().unwrap()))
        .collect();
    assert_eq!(said, messages);
}

#[test]
fn claude_code() {
    let machine = machine();
    let events = [
        "SessionStart.startup",
        "UserPromptSubmit",
        "PostToolUse.Bash",
        "PostToolUse.Write",
        "PostToolUse.Read",
        "PostToolUse.Edit",
        "PostToolUseFailure.Bash-exit3",
        "SubagentStop",
        "Stop",
        "SessionEnd.other",
    ];
    let events: Vec<_> = events.iter().map(|name| (format!("{name}.json"), None)).collect();
    let events: Vec<_> = events.iter().map(|(name, none)| (name.as_str(), *none)).collect();
    let answers = replay(&machine, "claude", "claude", &events);
    assert!(answers.iter().all(String::is_empty));
    check(
        &machine,
        &["file_edit", "file_edit", "error"],
        &["Edited 2 files: new.txt, a.txt", "Errors (1): oops", "tools: Write/Edit/Bash]"],
        &[("user", "@@main do the thing"), ("assistant", "all done main")],
    );
    machine.run_ok(["save", "--kind", "decision", "Releases carry a walrus stamp"]);
    let again = replay(&machine, "claude", "claude", &[("SessionStart.clear.json", None)]);
    assert!(again[0].contains("<memory-context project=\\\"app\\\">"), "{}", again[0]);
    assert!(again[0].contains("walrus stamp"), "{}", again[0]);
}

#[test]
fn codex_cli_whose_exit_codes_come_late() {
    let machine = machine();
    let transcript = machine.root().join("rollout.jsonl");
    first_turn(
        &transcript,
        &left_open(&machine.recorded_payload("codex", "transcript.direct-tools.jsonl")),
        "task_complete",
    );
    let send = |name: &str| {
        let payload = left_open(&machine.recorded_payload("codex", name));
        let mut payload: Value = serde_json::from_str(&payload).unwrap();
        payload["transcript_path"] = json!(transcript);
        machine.hook("codex", &payload)
    };
    for name in [
        "SessionStart.startup.json",
        "UserPromptSubmit.json",
        "PostToolUse.Bash.json",
        "PostToolUse.apply_patch.json",
        "PostToolUse.Bash-exit3.json",
        "Stop.json",
        "SessionEnd.other.json",
    ] {
        assert_eq!(send(name), "");
    }
    let rows = machine.run_json(&["recent", "--type", "error"]);
    let failed: Vec<_> =
        rows.as_array().unwrap().iter().map(|row| row["content"].as_str().unwrap()).collect();
    assert!(failed.iter().any(|text| text.contains("exit 3: oops")), "{failed:?}");
    let summary = machine.run_json(&["sessions"])[0]["summary"].as_str().unwrap().to_owned();
    assert!(summary.contains("Edited 1 file: new.txt"), "{summary}");
    let next = |name: &str| {
        let mut next: Value =
            serde_json::from_str(&machine.recorded_payload("codex", name)).unwrap();
        next["session_id"] = json!("another");
        machine.hook("codex", &next)
    };
    let answer: Value = serde_json::from_str(&next("SessionStart.startup.json")).unwrap();
    let keys: Vec<_> = answer.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["hookSpecificOutput"], "one unknown key and Codex drops the answer");
    let context = answer["hookSpecificOutput"]["additionalContext"].as_str().unwrap();
    assert!(context.contains(LEFT_OPEN), "{context}");
    assert_eq!(next("SessionStart.resume.json"), "", "it has its own conversation before it");
}

#[test]
fn gemini_cli() {
    let machine = machine();
    replay(
        &machine,
        "gemini",
        "gemini",
        &[
            ("SessionStart.startup.json", None),
            ("BeforeAgent.json", None),
            ("AfterTool.run_shell_command.json", None),
            ("AfterTool.write_file.json", None),
            ("AfterTool.replace.json", None),
            ("AfterTool.run_shell_command-exit3.json", None),
            ("AfterAgent.json", None),
            ("SessionEnd.exit.json", None),
            ("SessionEnd.exit.json", None),
        ],
    );
    check(
        &machine,
        &["file_edit", "file_edit", "error"],
        &["Edited 2 files: new.txt, a.txt", "Errors (1): oops"],
        &[("user", "@@main do the thing"), ("assistant", "step one\nall done main")],
    );
}

#[test]
fn copilot_cli_in_both_spellings_at_once() {
    let machine = machine();
    let transcript = machine.root().join("events.jsonl");
    first_turn(
        &transcript,
        &left_open(&machine.recorded_payload("copilot", "transcript.events.jsonl")),
        "all done main",
    );
    let send = |folder: &str, name: &str, argument: Option<&str>| {
        let mut payload: Value =
            serde_json::from_str(&machine.recorded_payload(folder, name)).unwrap();
        for key in ["transcript_path", "transcriptPath"] {
            if payload.get(key).is_some() {
                payload[key] = json!(transcript);
            }
        }
        let args = ["hook", "copilot"].into_iter().chain(argument);
        let output = machine.run_with(args, payload.to_string().as_bytes());
        String::from_utf8(output.stdout).unwrap()
    };
    for (camel, pascal, event) in [
        ("sessionStart.new.json", "SessionStart.new.json", "sessionStart"),
        ("userPromptSubmitted.json", "UserPromptSubmit.json", "userPromptSubmitted"),
        ("postToolUse.bash.json", "PostToolUse.Bash.json", "postToolUse"),
        ("postToolUse.create.json", "PostToolUse.Write.json", "postToolUse"),
        ("postToolUse.edit.json", "PostToolUse.Edit.json", "postToolUse"),
        ("postToolUse.bash-exit3.json", "PostToolUse.Bash-exit3.json", "postToolUse"),
    ] {
        send("copilot/camelCase", camel, Some(event));
        send("copilot/PascalCase", pascal, None);
    }
    send("copilot/PascalCase", "Stop.json", None);
    send("copilot/PascalCase", "SessionEnd.complete.json", None);
    check(
        &machine,
        &["file_edit", "file_edit", "error"],
        &["Edited 2 files: new.txt, a.txt"],
        &[
            ("user", "@@main do the thing"),
            ("assistant", "all done main\n\nRemaining:\n- document it"),
        ],
    );
    let next = |name: &str| {
        let next = machine.recorded_payload("copilot/camelCase", name);
        let mut next: Value = serde_json::from_str(&next).unwrap();
        next["sessionId"] = json!("another");
        let args = ["hook", "copilot", "sessionStart"];
        machine.run_with(args, next.to_string().as_bytes()).stdout
    };
    let answer: Value = serde_json::from_slice(&next("sessionStart.new.json")).unwrap();
    let context = answer["additionalContext"].as_str().unwrap();
    assert!(context.starts_with("<memory-context"), "{context}");
    assert!(context.contains(LEFT_OPEN), "{context}");
    let resumed = next("sessionStart.resume.json");
    assert!(resumed.is_empty(), "it has its own conversation before it");
}

#[test]
fn opencode_through_its_plugin() {
    let machine = machine();
    let send = |message: Value| machine.hook("opencode", &message);
    let directory = json!(machine.project());
    let wrapped = |hook: &str, name: &str| {
        let recorded: Value = serde_json::from_str(&read_fixture("opencode", name)).unwrap();
        json!({"hook": hook, "directory": directory, "input": recorded["input"], "output": recorded["output"]})
    };
    let session = "ses_e06ae6992ffeH2w1E2Z6d3YZX8";
    let said = "all done\n\nRemaining:\n- document it";
    send(
        json!({"hook": "session.start", "directory": directory, "input": {"sessionID": session, "source": "startup"}}),
    );
    send(wrapped("chat.message", "chat.message.json"));
    for name in ["bash", "write", "edit", "bash-exit3"] {
        send(wrapped("tool.execute.after", &format!("tool.execute.after.{name}.json")));
    }
    send(
        json!({"hook": "turn.end", "directory": directory, "input": {"sessionID": session, "messageID": "m"}, "output": {"text": said}}),
    );
    send(json!({"hook": "session.end", "directory": directory, "input": {"sessionID": session}}));
    check(
        &machine,
        &["file_edit", "file_edit", "error"],
        &["Errors (1): oops"],
        &[("user", "@@main do the thing"), ("assistant", said)],
    );
    let answer = send(
        json!({"hook": "session.start", "directory": directory, "input": {"sessionID": "ses_next", "source": "startup"}}),
    );
    let answer: Value = serde_json::from_str(&answer).unwrap();
    let context = answer["additionalContext"].as_str().unwrap();
    let left = "\"@@main do the thing\"\n  [agent] all done\n  [agent] Open: document it\n";
    assert!(context.contains(left), "{context}");
    // Of a file palimp tells where the plugin reads the answer, and nowhere else.
    machine.run_ok([
        "save",
        "--kind",
        "decision",
        "a.txt is made by the build, never edit it by hand",
    ]);
    machine.run_ok(["index"]);
    let touch = |hook: &str| {
        let recorded: Value = serde_json::from_str(
            &machine.recorded_payload("opencode", "tool.execute.after.edit.json"),
        )
        .unwrap();
        let mut input = recorded["input"].clone();
        input["sessionID"] = json!(hook);
        send(
            json!({"hook": hook, "directory": directory, "input": input, "output": recorded["output"]}),
        )
    };
    assert_eq!(touch("tool.execute.after"), "");
    let answer = touch("tool.answered");
    let answer: Value = serde_json::from_str(&answer).unwrap();
    let context = answer["additionalContext"].as_str().unwrap();
    assert!(context.contains("a.txt is made by the build"), "{context}");
}

#[test]
fn openclaw_through_its_plugin() {
    let machine = machine();
    let place = machine.project();
    let send = |hook: &str, event: Value, session: &str| {
        let ctx = json!({"sessionId": session, "sessionKey": "agent:main:main", "runId": "r",
                         "workspaceDir": place, "trigger": "user"});
        machine.hook("openclaw", &json!({"hook": hook, "event": event, "ctx": ctx}))
    };
    let recorded = |name: &str| -> Value {
        let payload = machine.recorded_payload("openclaw", &format!("{name}.json"));
        let open = r"finished, number 2\n\nRemaining:\n- document it";
        let payload = payload.replace("finished, number 2", open);
        serde_json::from_str::<Value>(&payload).unwrap()["event"].clone()
    };
    assert_eq!(send("session.start", json!({"source": "startup"}), "s"), "");
    assert_eq!(send("before_prompt_build", recorded("before_prompt_build"), "s"), "");
    for name in ["exec", "write", "edit", "exec-exit3", "read"] {
        let name = format!("after_tool_call.{name}");
        assert_eq!(send("after_tool_call", recorded(&name), "s"), "", "{name}");
    }
    assert_eq!(send("agent_end", recorded("agent_end"), "s"), "");
    assert_eq!(send("session_end", json!({"reason": "new"}), "s"), "");
    check(
        &machine,
        &["file_edit", "file_edit", "error"],
        &["Edited 2 files: new.txt, a.txt", "Errors (1): oops"],
        &[
            ("user", "@@main do the thing"),
            ("assistant", "The heron build is finished, number 2\n\nRemaining:\n- document it"),
        ],
    );
    let found = machine.run_json(&["search", "heron build"]).to_string();
    assert!(found.contains("number 2"), "{found}");
    machine.run_ok([
        "save",
        "--kind",
        "decision",
        "The heron build needs the flag --blue, or it fails",
    ]);
    machine.run_ok(["index"]);
    let told = |hook: &str, event: Value, session: &str| {
        let answer = send(hook, event, session);
        match serde_json::from_str::<Value>(&answer) {
            Ok(answer) => answer["additionalContext"].as_str().unwrap().to_owned(),
            Err(_) => answer,
        }
    };
    let asked = json!({"prompt": "why does the heron build fail?"});
    let context = told("session.start", json!({"source": "startup"}), "next");
    for said in [
        "## Rules\n- The heron build needs the flag --blue, or it fails",
        "\"@@main do the thing\"\n  [agent] The heron build is finished, number 2\n",
        "  [agent] Open: document it\n",
    ] {
        assert!(context.contains(said), "{said} in {context}");
    }
    assert_eq!(told("before_prompt_build", asked.clone(), "next"), "", "the start has told it");
    let context = told("before_prompt_build", asked, "unstarted");
    assert!(context.contains("--blue"), "{context}");
}

#[test]
fn a_payload_counts_more_than_the_argument() {
    let machine = machine();
    for (installed, folder, name, client) in [
        ("claude", "codex", "PostToolUse.apply_patch.json", "codex"),
        ("claude", "gemini", "AfterTool.write_file.json", "gemini"),
        ("codex", "claude", "PostToolUse.Edit.json", "claude"),
        ("nonsense", "claude", "PostToolUse.Write.json", "claude"),
    ] {
        run_with_input(
            &mut machine.command(["hook", installed]),
            machine.recorded_payload(folder, name).as_bytes(),
        );
        let newest = machine.run_json(&["recent", "-n", "1"]);
        assert_eq!(newest[0]["client"], client, "{newest}");
    }
    assert_eq!(contents(&machine).len(), 4);
}

#[test]
fn palimps_own_command_is_kept_as_typed_and_never_condensed() {
    let machine = machine();
    for (client, name) in
        [("gemini", "BeforeAgent.own-command.json"), ("opencode", "chat.message.own-command.json")]
    {
        replay(&machine, client, client, &[(name, None)]);
    }
    // An earlier version kept the text that the command stands for.
    machine.execute_sql(
        "UPDATE messages SET content = replace(content, '/memory pnpm',
           'Show the user what palimp, the memory that all of their coding agents share, knows.
            Never run what they typed as a command.')",
    );
    let said = machine.run_json(&["timeline"]);
    assert_eq!(said[0]["content"], "/memory why pnpm", "{said:#}");
    let flushed = machine.run_json(&["flush"]);
    assert_eq!((&flushed["messages"], &flushed["entries"]), (&json!(2), &json!(0)), "{flushed:#}");
    assert!(!machine.home().join("vault/episodes").exists());
}
