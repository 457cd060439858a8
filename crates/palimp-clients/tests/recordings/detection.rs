//! A payload is detected as its client's, whichever client's hook received it.

use crate::support::payloads;
use palimp_clients::{detect, parse_event};
use palimp_core::event::AgentClient;
use serde_json::json;

/// Environments that another client, a surrounding one, left behind.
const INHERITED: [&[(&str, &str)]; 4] = [
    &[],
    &[("CLAUDECODE", "1"), ("CLAUDE_CODE_SESSION_ID", "outer"), ("CLAUDE_PROJECT_DIR", "/x")],
    &[("COPILOT_CLI", "1"), ("COPILOT_PROJECT_DIR", "/x")],
    &[("GEMINI_SESSION_ID", "outer"), ("GEMINI_CWD", "/x"), ("CURSOR_VERSION", "2")],
];

#[test]
fn every_recorded_payload_is_recognised() {
    for client in
        AgentClient::INSTALLABLE.into_iter().chain([AgentClient::Cursor, AgentClient::Openclaw])
    {
        for (name, payload) in payloads(client) {
            for installed in AgentClient::INSTALLABLE.into_iter().chain([AgentClient::Cursor]) {
                for variables in INHERITED {
                    let env = |name: &str| {
                        let found = variables.iter().find(|(known, _)| *known == name);
                        found.map(|(_, value)| (*value).to_owned())
                    };
                    let found = detect(installed, &payload, &env);
                    assert_eq!(found, client, "{name} installed for {installed} in {variables:?}");
                }
            }
        }
    }
}

#[test]
fn a_claude_hook_in_copilot_tells_of_copilot() {
    let payload = json!({
        "hook_event_name": "PostToolUse", "session_id": "s", "timestamp": "2026-11-20T14:17:40.287Z",
        "cwd": "/home/dev/app", "tool_name": "Bash", "tool_input": {"command": "make"},
        "tool_result": {"result_type": "success", "text_result_for_llm": "x\n<shellId: 0 completed with exit code 2>"},
    });
    let env = |_: &str| None;
    let client = detect(AgentClient::Claude, &payload, &env);
    assert_eq!(client, AgentClient::Copilot);
    assert_eq!(
        parse_event(client, None, &payload, &env).map(|event| event.client),
        Some(AgentClient::Copilot)
    );
}

#[test]
fn cursor_is_known_by_its_version() {
    let payload = json!({"session_id": "s", "hook_event_name": "PostToolUse", "cursor_version": "2.0",
                         "transcript_path": "/home/dev/.claude/projects/-app/s.jsonl"});
    assert_eq!(detect(AgentClient::Claude, &payload, &|_| None), AgentClient::Cursor);
}

#[test]
fn palimps_plugins_are_told_apart() {
    let payload = json!({"hook": "agent_end", "time": 1, "event": {}, "ctx": {"sessionId": "s"}});
    assert_eq!(detect(AgentClient::Claude, &payload, &|_| None), AgentClient::Openclaw);
}

#[test]
fn palimps_own_plugin_is_opencode() {
    for payload in [
        json!({"hook": "session.start", "directory": "/app", "input": {"sessionID": "ses_1"}}),
        json!({"hook": "event", "event": {"type": "session.idle", "properties": {"sessionID": "ses_1"}}}),
    ] {
        assert_eq!(detect(AgentClient::Claude, &payload, &|_| None), AgentClient::Opencode);
    }
}
