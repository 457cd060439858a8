//! Detects which client sent a payload.
//!
//! Hooks cross over: Copilot runs a project's Claude hooks, Cursor loads Claude's settings, Codex
//! takes Claude's plugins. The payload has priority; the environment is inherited by clients that
//! other clients start, so it counts only if it names this session or nothing else is known.

use palimp_core::event::AgentClient;
use palimp_core::text::{one_line, prefix};
use serde_json::Value;

use crate::descriptor;
use crate::payload::{session_id, text_field};

/// Detects which client sent `payload`: by its fields, then by the environment, then by the name
/// under which the hook was `installed`.
pub fn detect(
    installed: AgentClient,
    payload: &Value,
    env: &dyn Fn(&str) -> Option<String>,
) -> AgentClient {
    by_own_fields(payload)
        .or_else(|| by_transcript(payload))
        .or_else(|| by_turn_fields(installed, payload))
        .or_else(|| by_environment(payload, env))
        .unwrap_or(installed)
}

/// Fields and event names that a single client has.
fn by_own_fields(payload: &Value) -> Option<AgentClient> {
    let has = |key| payload.get(key).is_some();
    if has("cursor_version") {
        return Some(AgentClient::Cursor);
    }
    let object = |key| payload.get(key).is_some_and(Value::is_object);
    if object("event") && object("ctx") {
        return Some(AgentClient::Openclaw);
    }
    if is_opencode(payload) {
        return Some(AgentClient::Opencode);
    }
    if has("thread-id") {
        return Some(AgentClient::Codex);
    }
    if has("sessionId") || has("tool_result") {
        return Some(AgentClient::Copilot);
    }
    match text_field(payload, &["hook_event_name"]) {
        Some(
            "BeforeAgent"
            | "AfterAgent"
            | "BeforeTool"
            | "AfterTool"
            | "BeforeModel"
            | "AfterModel"
            | "BeforeToolSelection"
            | "PreCompress",
        ) => Some(AgentClient::Gemini),
        _ => None,
    }
}

/// Our plugin's envelope, a plugin hook's own arguments, or an event of the bus.
fn is_opencode(payload: &Value) -> bool {
    let object = |key| payload.get(key).is_some_and(Value::is_object);
    text_field(payload, &["hook"]).is_some()
        || object("input") && object("output")
        || object("properties") && text_field(payload, &["type"]).is_some()
}

/// Every client keeps its transcripts in a place of its own.
fn by_transcript(payload: &Value) -> Option<AgentClient> {
    let path = text_field(payload, &["transcript_path"])?;
    let parts = || path.split(['/', '\\']);
    let below = |directory| parts().any(|part| part == directory);
    let file = parts().next_back()?;
    if below("session-state") {
        Some(AgentClient::Copilot)
    } else if below("sessions") && file.starts_with("rollout-") {
        Some(AgentClient::Codex)
    } else if below("chats") && file.starts_with("session-") {
        Some(AgentClient::Gemini)
    } else if below("projects") && file.ends_with(".jsonl") {
        Some(AgentClient::Claude)
    } else {
        None
    }
}

/// Fields that tell clients apart where several share the event names.
fn by_turn_fields(installed: AgentClient, payload: &Value) -> Option<AgentClient> {
    let has = |key| payload.get(key).is_some();
    if has("prompt_id") {
        Some(AgentClient::Claude)
    } else if has("turn_id") {
        Some(AgentClient::Codex)
    } else if has("timestamp") && !has("transcript_path") && !may_be_gemini(installed, payload) {
        Some(AgentClient::Copilot)
    } else {
        None
    }
}

/// Returns true if a payload with a timestamp and without a transcript could still be Gemini's,
/// although Gemini sends both: its hooks are its own, and a few of its events share their names
/// with Copilot's.
fn may_be_gemini(installed: AgentClient, payload: &Value) -> bool {
    let shared = ["SessionStart", "SessionEnd", "Notification"];
    installed == AgentClient::Gemini
        && text_field(payload, &["hook_event_name"]).is_some_and(|name| shared.contains(&name))
        && payload.get("initial_prompt").is_none()
        && !matches!(text_field(payload, &["reason"]), Some("complete" | "user_exit" | "error"))
}

/// Maps the name that a client gives to an MCP server to palimp's name of the client:
/// `codex-mcp-client` is `codex`. An unknown client keeps the beginning of its own name.
pub fn mcp_client(name: &str) -> String {
    let begins = |client: &AgentClient| {
        name.strip_prefix(client.name())
            .is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
    };
    let known = AgentClient::INSTALLABLE
        .into_iter()
        .chain([AgentClient::Cursor, AgentClient::Openclaw])
        .find(begins);
    known.map_or_else(|| one_line(prefix(name, 40)), |client| client.name().to_owned())
}

/// The session of the client that has started this MCP server, where its environment names it: an
/// inherited one of another client does not count.
pub fn mcp_session(name: &str, env: &dyn Fn(&str) -> Option<String>) -> Option<String> {
    let name = mcp_client(name);
    let known = descriptor::ALL_CLIENTS.into_iter().find(|known| known.client.name() == name)?;
    env(known.session_variable?).filter(|session| !session.is_empty())
}

/// Returns the client in whose shell this process runs, and its session, where the environment names one
/// alone.
pub fn shell_session(env: &dyn Fn(&str) -> Option<String>) -> Option<(AgentClient, String)> {
    let named = descriptor::ALL_CLIENTS.into_iter().filter_map(|known| {
        let session = env(known.session_variable?).filter(|session| !session.is_empty())?;
        Some((known.client, session))
    });
    let named: Vec<_> = named.collect();
    <[_; 1]>::try_from(named).ok().map(|[one]| one)
}

fn by_environment(payload: &Value, env: &dyn Fn(&str) -> Option<String>) -> Option<AgentClient> {
    let session = session_id(payload);
    let names_it = |variable| session.is_some() && env(variable).as_deref() == session;
    if names_it("CLAUDE_CODE_SESSION_ID") {
        Some(AgentClient::Claude)
    } else if names_it("GEMINI_SESSION_ID") {
        Some(AgentClient::Gemini)
    } else if payload.get("timestamp").is_some() && env("COPILOT_CLI").as_deref() == Some("1") {
        Some(AgentClient::Copilot)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn check(payload: &Value, env: &[(&str, &str)], installed: AgentClient, expect: AgentClient) {
        let env = |name: &str| {
            env.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
        };
        assert_eq!(detect(installed, payload, &env), expect, "{payload}");
    }

    #[test]
    fn the_transcript_tells_where_fields_do_not() {
        let start = |path: &str| json!({"session_id": "s", "hook_event_name": "SessionStart", "transcript_path": path});
        for (path, expect) in [
            ("/home/projects/.codex/sessions/2026/11/20/rollout-x.jsonl", AgentClient::Codex),
            ("C:\\Users\\dev\\.claude\\projects\\C--app\\s.jsonl", AgentClient::Claude),
            ("/home/sessions/.claude/projects/-app/s.jsonl", AgentClient::Claude),
            ("/home/projects/.gemini/tmp/app/chats/session-1.jsonl", AgentClient::Gemini),
            ("/home/dev/.copilot/session-state/s/events.jsonl", AgentClient::Copilot),
            ("/elsewhere/s.jsonl", AgentClient::Opencode),
        ] {
            check(&start(path), &[], AgentClient::Opencode, expect);
        }
    }

    #[test]
    fn the_environment_counts_when_it_names_the_session() {
        let bare = json!({"session_id": "s", "hook_event_name": "SessionStart"});
        let both = [("GEMINI_SESSION_ID", "s"), ("COPILOT_CLI", "1")];
        check(&bare, &[("CLAUDE_CODE_SESSION_ID", "s")], AgentClient::Codex, AgentClient::Claude);
        check(&bare, &both, AgentClient::Codex, AgentClient::Gemini);
        // A Codex that was started inside another client inherits its environment.
        check(
            &bare,
            &[("CLAUDE_CODE_SESSION_ID", "outer")],
            AgentClient::Codex,
            AgentClient::Codex,
        );
        check(&bare, &[("COPILOT_CLI", "1")], AgentClient::Codex, AgentClient::Codex);
    }

    #[test]
    fn gemini_and_copilot_share_event_names() {
        let event = |name: &str, reason: &str| json!({"session_id": "s", "hook_event_name": name, "timestamp": "2026-11-20T14:17:43Z", "reason": reason});
        for (payload, installed, expect) in [
            (event("SessionEnd", "exit"), AgentClient::Gemini, AgentClient::Gemini),
            (event("SessionEnd", "complete"), AgentClient::Gemini, AgentClient::Copilot),
            (event("SessionEnd", "exit"), AgentClient::Claude, AgentClient::Copilot),
            (event("Stop", ""), AgentClient::Gemini, AgentClient::Copilot),
        ] {
            check(&payload, &[], installed, expect);
        }
    }

    #[test]
    fn a_client_of_the_mcp_server_is_known_by_its_name() {
        for (name, expect) in [
            ("claude-code", "claude"),
            ("codex-mcp-client", "codex"),
            ("copilot-cli", "copilot"),
            ("gemini-cli-mcp-client", "gemini"),
            ("openclaw-bundle-mcp", "openclaw"),
            ("opencode", "opencode"),
            ("cursor-vscode", "cursor"),
            ("codexual", "codexual"),
            ("Some\nother", "Some other"),
            ("", ""),
        ] {
            assert_eq!(mcp_client(name), expect);
        }
        let env = |name: &str| Some(format!("of {name}"));
        assert_eq!(mcp_session("claude-code", &env).as_deref(), Some("of CLAUDE_CODE_SESSION_ID"));
        assert_eq!(mcp_session("codex-mcp-client", &env), None);
        assert_eq!(mcp_session("copilot-cli", &|_| None), None);
    }

    #[test]
    fn nothing_known_leaves_the_installed_name() {
        for payload in [json!(null), json!({}), json!([]), json!({"session_id": 3})] {
            check(&payload, &[("CLAUDECODE", "1")], AgentClient::Gemini, AgentClient::Gemini);
        }
    }
}
