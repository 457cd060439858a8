//! Formats answers for the client that asked.
//!
//! There is no format that all clients accept: Codex rejects an answer with one unknown key, and
//! Copilot and Cursor ignore the nested form.

use palimp_core::event::{AgentClient, EventKind, HookEvent, StartSource};
use serde_json::{Value, json};

use crate::install::{self, ClientPaths};
use crate::{descriptor, opencode};

/// Returns true if the client shows the model a context given in answer to this event.
///
/// False for an event that ends a turn: an answer would start the turn again, in Gemini CLI
/// endlessly.
pub fn takes_context(event: &HookEvent) -> bool {
    match (&event.kind, event.client) {
        _ if hears_later(event) => false,
        // Events on opencode's bus take no answer; its plugin says of which tools it reads the
        // answers.
        (EventKind::SessionStart { .. }, AgentClient::Opencode | AgentClient::Openclaw) => {
            event.name == "session.start"
        }
        (EventKind::Tool(_), AgentClient::Opencode) => event.name == "tool.answered",
        // OpenClaw's plugins see what a tool answered, and cannot add to it.
        (EventKind::Tool(_), AgentClient::Openclaw) => false,
        // Gemini CLI shows its model nothing that answers the event before a tool.
        (EventKind::ToolStart(_), AgentClient::Gemini) => false,
        (
            EventKind::SessionStart { .. }
            | EventKind::Prompt { .. }
            | EventKind::ToolStart(_)
            | EventKind::Tool(_),
            _,
        ) => true,
        (
            EventKind::TurnEnd { .. }
            | EventKind::SessionEnd { .. }
            | EventKind::PreCompact { .. }
            | EventKind::TranscriptExtra { .. },
            _,
        ) => false,
    }
}

/// Returns true if the client has no event before a tool that takes context, so that what belongs there
/// is given with the first event after the tool.
pub fn hears_after_tools(client: AgentClient) -> bool {
    client == AgentClient::Gemini
}

/// Returns true if the client keeps the context of a session's start in its system prompt, which a
/// resumed session lacks: its conversation does not hold that text, so the text has to be injected
/// again.
pub fn needs_start_again(event: &HookEvent) -> bool {
    let resumes = matches!(event.kind, EventKind::SessionStart { source: StartSource::Resume });
    event.client == AgentClient::Opencode && resumes
}

/// Returns true if the client keeps the answer to the event of this name together with the context
/// of a session's start. opencode's plugin does so with the first prompt, because opencode has a
/// model title the session from the whole prompt.
pub fn is_kept_with_start(client: AgentClient, event: &str) -> bool {
    client == AgentClient::Opencode && event == opencode::hook::FIRST_PROMPT_HOOK
}

/// Returns true if the client drops a context given at this session start: the answer to the next
/// prompt has to carry it. Applies to Gemini CLI after `/clear`.
pub fn hears_later(event: &HookEvent) -> bool {
    let clears = matches!(event.kind, EventKind::SessionStart { source: StartSource::Clear });
    event.client == AgentClient::Gemini && clears
}

/// Formats `context` as the JSON that the client expects; `None` if this event takes no context.
pub fn format_answer(event: &HookEvent, context: &str) -> Option<String> {
    if !takes_context(event) {
        return None;
    }
    let answer = descriptor::descriptor(event.client).answer?(event, context);
    Some(answer.to_string())
}

/// Returns the output of a hook without context, for clients that treat empty output as a failure.
pub fn empty_answer(client: AgentClient) -> Option<&'static str> {
    descriptor::descriptor(client).silence
}

/// Returns true if palimp's own hooks in `client` also answer an event that came through a hook of
/// `installed`, so that the model would get the context twice. Applies to Cursor, which also runs
/// the hooks of Claude Code.
pub fn is_answered_elsewhere(
    installed: AgentClient,
    client: AgentClient,
    places: &ClientPaths,
) -> bool {
    installed != client
        && descriptor::descriptor(client).adds_answers
        && install::runs_own_hooks(client, places)
}

/// Formats `context` in the nested form introduced by Claude Code.
pub(crate) fn nested_answer(event: &HookEvent, context: &str) -> Value {
    json!({ "hookSpecificOutput": { "hookEventName": event.name, "additionalContext": context } })
}

#[cfg(test)]
mod tests {
    use palimp_core::event::{PendingToolCall, ToolAction};

    use super::*;

    fn event(client: AgentClient, name: &str, kind: EventKind) -> HookEvent {
        HookEvent {
            client,
            name: name.into(),
            session_id: "s".into(),
            cwd: None,
            at: None,
            subagent: false,
            kind,
        }
    }

    fn start() -> EventKind {
        EventKind::SessionStart { source: StartSource::Startup }
    }

    #[test]
    fn each_client_gets_its_own_form() {
        let nested = r#"{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":"a \"b\"\n"}}"#;
        let flat = r#"{"additionalContext":"a \"b\"\n"}"#;
        for (client, name, expect) in [
            (AgentClient::Claude, "SessionStart", nested),
            (AgentClient::Codex, "SessionStart", nested),
            (AgentClient::Gemini, "SessionStart", nested),
            (AgentClient::Copilot, "sessionStart", flat),
            (AgentClient::Copilot, "SessionStart", flat),
            (AgentClient::Opencode, "session.start", flat),
            (AgentClient::Cursor, "sessionStart", r#"{"additional_context":"a \"b\"\n"}"#),
        ] {
            let answer = format_answer(&event(client, name, start()), "a \"b\"\n");
            assert_eq!(answer.as_deref(), Some(expect), "{client}");
        }
    }

    #[test]
    fn the_end_of_a_turn_takes_no_answer() {
        let turn_end = || EventKind::TurnEnd { reply: None, turn: None, transcript: None };
        for client in AgentClient::INSTALLABLE.into_iter().chain([AgentClient::Cursor]) {
            for kind in [
                turn_end(),
                EventKind::SessionEnd { transcript: None },
                EventKind::PreCompact { transcript: None },
            ] {
                assert_eq!(format_answer(&event(client, "Stop", kind), "x"), None, "{client}");
            }
        }
    }

    #[test]
    fn gemini_hears_nothing_when_it_is_cleared() {
        for (source, later) in [(StartSource::Clear, true), (StartSource::Startup, false)] {
            let event =
                event(AgentClient::Gemini, "SessionStart", EventKind::SessionStart { source });
            assert_eq!(hears_later(&event), later);
            assert_eq!(format_answer(&event, "x").is_none(), later);
        }
    }

    #[test]
    fn gemini_follows_no_mention_in_what_its_session_begins_with() {
        let prompt = EventKind::Prompt { text: "hi".into(), turn: None };
        for (kind, expect) in [(start(), "read \\\\@.env"), (prompt, "read @.env")] {
            let answer =
                format_answer(&event(AgentClient::Gemini, "x", kind), "read @.env").unwrap();
            assert!(answer.contains(expect), "{answer}");
        }
    }

    #[test]
    fn context_before_tool_asks_for_no_permission() {
        let call = || {
            let action = ToolAction::Shell { command: "make".into() };
            EventKind::ToolStart(PendingToolCall { name: "Bash".into(), id: None, action })
        };
        let nested =
            r#"{"hookSpecificOutput":{"hookEventName":"PreToolUse","additionalContext":"x"}}"#;
        for (client, name, expect) in [
            (AgentClient::Claude, "PreToolUse", Some(nested)),
            (AgentClient::Codex, "PreToolUse", Some(nested)),
            (AgentClient::Copilot, "preToolUse", Some(r#"{"additionalContext":"x"}"#)),
            (AgentClient::Cursor, "preToolUse", Some(r#"{"additional_context":"x"}"#)),
            (AgentClient::Opencode, "tool.execute.before", Some(r#"{"additionalContext":"x"}"#)),
            (AgentClient::Openclaw, "before_tool_call", Some(r#"{"additionalContext":"x"}"#)),
            (AgentClient::Gemini, "BeforeTool", None),
        ] {
            let event = event(client, name, call());
            assert_eq!(format_answer(&event, "x").as_deref(), expect, "{client}");
            assert_eq!(hears_after_tools(client), expect.is_none(), "{client}");
        }
    }

    #[test]
    fn the_bus_of_opencode_takes_no_answer() {
        assert_eq!(
            format_answer(&event(AgentClient::Opencode, "session.created", start()), "x"),
            None
        );
    }
}
