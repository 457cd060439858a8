//! Sessions of all five clients, as they were recorded, and some with something worth keeping.

use palimp_testing::{Machine, read_fixture};
use serde_json::{Value, json};

use crate::put;

/// Captures them.
pub(crate) fn capture(machine: &Machine) {
    recorded(machine, "claude", "claude", &CLAUDE);
    recorded(machine, "gemini", "gemini", &GEMINI);
    with_transcript(machine, "codex", "transcript.direct-tools.jsonl", "task_complete", &CODEX);
    with_transcript(machine, "copilot", "transcript.events.jsonl", "all done main", &COPILOT);
    opencode(machine);
}

const CLAUDE: [&str; 9] = [
    "SessionStart.startup.json",
    "UserPromptSubmit.json",
    "PostToolUse.Bash.json",
    "PostToolUse.Write.json",
    "PostToolUse.Read.json",
    "PostToolUse.Edit.json",
    "PostToolUseFailure.Bash-exit3.json",
    "Stop.json",
    "SessionEnd.other.json",
];
const GEMINI: [&str; 8] = [
    "SessionStart.startup.json",
    "BeforeAgent.json",
    "AfterTool.run_shell_command.json",
    "AfterTool.write_file.json",
    "AfterTool.replace.json",
    "AfterTool.run_shell_command-exit3.json",
    "AfterAgent.json",
    "SessionEnd.exit.json",
];
const CODEX: [&str; 7] = [
    "SessionStart.startup.json",
    "UserPromptSubmit.json",
    "PostToolUse.Bash.json",
    "PostToolUse.apply_patch.json",
    "PostToolUse.Bash-exit3.json",
    "Stop.json",
    "SessionEnd.other.json",
];
const COPILOT: [&str; 7] = [
    "PascalCase/SessionStart.new.json",
    "PascalCase/UserPromptSubmit.json",
    "PascalCase/PostToolUse.Bash.json",
    "PascalCase/PostToolUse.Write.json",
    "PascalCase/PostToolUse.Edit.json",
    "PascalCase/Stop.json",
    "PascalCase/SessionEnd.complete.json",
];

fn recorded(machine: &Machine, client: &str, folder: &str, events: &[&str]) {
    for event in events {
        let payload = serde_json::from_str(&machine.recorded_payload(folder, event)).expect("JSON");
        machine.hook(client, &payload);
    }
}

/// A client whose transcript completes what its hooks say; it is where it was until the first turn
/// had ended.
fn with_transcript(machine: &Machine, client: &str, name: &str, ends: &str, events: &[&str]) {
    let transcript = machine.root().join(format!("{client}.jsonl"));
    let text = machine.recorded_payload(client, name);
    let last = text.lines().position(|line| line.contains(ends)).expect(ends);
    let lines: Vec<_> = text.lines().take(last + 1).collect();
    put(&transcript, &(lines.join("\n") + "\n"));
    for event in events {
        let text = machine.recorded_payload(client, event);
        let mut payload: Value = serde_json::from_str(&text).expect("JSON");
        payload["transcript_path"] = json!(transcript);
        machine.hook(client, &payload);
    }
    std::fs::remove_file(transcript).expect("the transcript");
}

fn opencode(machine: &Machine) {
    let session = json!({ "sessionID": "ses_e06ae6992ffeH2w1E2Z6d3YZX8", "source": "startup" });
    let send = |hook: &str, input: &Value, output: &Value| {
        let message = json!({
            "hook": hook, "directory": machine.project(), "input": input, "output": output,
        });
        machine.hook("opencode", &message);
    };
    let of_file = |hook: &str, name: &str| {
        let recorded: Value = serde_json::from_str(&read_fixture("opencode", name)).expect("JSON");
        send(hook, &recorded["input"], &recorded["output"]);
    };
    send("session.start", &session, &Value::Null);
    of_file("chat.message", "chat.message.json");
    for tool in ["bash", "write", "edit", "bash-exit3"] {
        of_file("tool.execute.after", &format!("tool.execute.after.{tool}.json"));
    }
    send("turn.end", &session, &json!({ "text": "all done" }));
    send("session.end", &session, &Value::Null);
}

/// What a person said to an agent, and the answers, in each of two sessions.
type Said = &'static [(&'static str, &'static str)];

/// Facts, and what an agent is to be like.
const FIRST: Said = &[
    ("Remember that the staging database listens on port 5433.", "Noted."),
    ("From now on we use pnpm in this project, never yarn.", "We use pnpm now."),
    ("Remember that the default branch is main.", "It is main."),
    ("Remember: your name is Jarvis.", "I am Jarvis."),
];

/// What contradicts them, and a secret that the first version did not know.
const SECOND: Said = &[
    ("앞으로 너는 반말로 말해. 기억해.", "알겠어."),
    ("Remember that the dev server runs on port 8080.", "Noted."),
    ("We decided to keep PostgreSQL as the database of the queue.", "PostgreSQL stays."),
    ("비밀키는 Zq8vN3kT6wYb1Lx9RmPd4Hs7 이다", "알겠습니다."),
];

/// A session with something worth keeping, condensed and sorted.
pub(crate) fn talk(machine: &Machine) {
    for (session, said) in [("talk-1", FIRST), ("talk-2", SECOND)] {
        for (turn, (prompt, reply)) in said.iter().enumerate() {
            exchange(machine, session, &format!("{session}-{turn}"), prompt, reply);
        }
        let end = machine.claude_payload("SessionEnd", session, json!({ "reason": "other" }));
        machine.hook("claude", &end);
        machine.run_ok(["flush"]);
        machine.run_ok(["reflect"]);
    }
    own_command(machine);
    machine.run_ok(["flush"]);
    machine.run_ok(["reflect"]);
}

/// A prompt and its answer.
pub(crate) fn exchange(machine: &Machine, session: &str, turn: &str, prompt: &str, reply: &str) {
    let asked = json!({ "prompt": prompt, "prompt_id": turn });
    machine.hook("claude", &machine.claude_payload("UserPromptSubmit", session, asked));
    let answered = json!({ "last_assistant_message": reply, "prompt_id": turn });
    machine.hook("claude", &machine.claude_payload("Stop", session, answered));
}

/// palimp's own command as the client expands it; the first version took it for a prompt.
fn own_command(machine: &Machine) {
    let command = machine.user_home().join(".config/opencode/commands/memory.md");
    let template = std::fs::read_to_string(command).expect("the command");
    let text = template.rsplit_once("---\n").map_or(template.as_str(), |(_, text)| text);
    let message = json!({
        "hook": "chat.message", "directory": machine.project(),
        "input": { "sessionID": "ses_memory" },
        "output": {
            "message": { "id": "msg_1", "role": "user", "sessionID": "ses_memory" },
            "parts": [{
                "type": "text", "text": text.replace("$ARGUMENTS", "payments"),
                "messageID": "msg_1",
            }],
        },
    });
    machine.hook("opencode", &message);
}
