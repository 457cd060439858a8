//! The transcripts of OpenClaw: events in its database, or lines of
//! `~/.openclaw/agents/<agent>/sessions/<session>.jsonl` of earlier versions.

use palimp_core::event::{AgentClient, HookEvent, ToolOutcome, ToolUse};
use serde_json::Value;

use crate::openclaw::wire::{
    OpenclawEvent, OpenclawMessage, OpenclawPayload, OpenclawRole, OpenclawToolCall, content_text,
    parse_call, printed_output, strip_silent_reply, tool_name,
};
use crate::prompt;
use crate::shell::exit_outcome;
use crate::tool::{self, ToolEnding};
use crate::transcript::{Calls, TranscriptConversation, TranscriptReader};

/// Converts the events of one session, as the database holds them, into palimp's.
pub struct OpenclawEventReader(OpenclawTranscriptReader);

impl OpenclawEventReader {
    /// Creates a reader of the events of the session `id`.
    pub fn new(id: &str) -> OpenclawEventReader {
        let mut lines = OpenclawTranscriptReader::default();
        id.clone_into(&mut lines.talk.session_id);
        OpenclawEventReader(lines)
    }

    /// Reads an event; invalid JSON is skipped.
    pub fn read_event(&mut self, json: &[u8], each: &mut dyn FnMut(HookEvent)) {
        if let Ok(line) = serde_json::from_slice(json) {
            self.0.process_line(line, each);
        }
    }

    /// Hands over what the end of the session completes.
    pub fn finish(mut self, each: &mut dyn FnMut(HookEvent)) {
        self.0.finish(each);
    }
}

/// Reads the events of a session.
pub(crate) struct OpenclawTranscriptReader {
    talk: TranscriptConversation,
    calls: Calls,
}

impl Default for OpenclawTranscriptReader {
    fn default() -> Self {
        OpenclawTranscriptReader {
            talk: TranscriptConversation::new(AgentClient::Openclaw),
            calls: Calls::default(),
        }
    }
}

impl TranscriptReader for OpenclawTranscriptReader {
    fn process_line(&mut self, line: Value, each: &mut dyn FnMut(HookEvent)) {
        let line = OpenclawEvent::from_value(line);
        match line.what {
            OpenclawPayload::Session { cwd } => {
                if let Some(id) = line.id {
                    self.talk.session_id = id;
                }
                self.talk.cwd = cwd.or_else(|| self.talk.cwd.take());
            }
            OpenclawPayload::Message(message) => {
                self.read_message(message.at.or(line.at), line.id, &message, each);
            }
            _ => {}
        }
    }

    fn finish(&mut self, each: &mut dyn FnMut(HookEvent)) {
        self.talk.end_turn(each);
    }
}

impl OpenclawTranscriptReader {
    fn read_message(
        &mut self,
        at: Option<i64>,
        id: Option<String>,
        message: &OpenclawMessage,
        each: &mut dyn FnMut(HookEvent),
    ) {
        match &message.by {
            OpenclawRole::User => match prompt::user_words(&content_text(&message.content)) {
                Some(words) => self.talk.add_prompt(at, words, id, each),
                None => self.talk.begin_turn(None, each),
            },
            OpenclawRole::Assistant => {
                self.start_calls(&message.content);
                self.talk.add_reply(
                    at,
                    id.as_deref(),
                    strip_silent_reply(&content_text(&message.content)),
                    each,
                );
            }
            OpenclawRole::Tool { id: Some(id), exit_code, is_error } => {
                let output = printed_output(&message.content);
                if let Some(tool) = self.end_call(id, *exit_code, *is_error, output) {
                    self.talk.emit_tool_use(at, false, tool, each);
                }
            }
            OpenclawRole::Tool { id: None, .. } | OpenclawRole::Other(_) => {}
        }
    }

    fn start_calls(&mut self, content: &Value) {
        for OpenclawToolCall { id, name, input } in
            content.as_array().into_iter().flatten().filter_map(parse_call)
        {
            self.calls.insert(&id, name, input);
        }
    }

    fn end_call(
        &mut self,
        id: &str,
        exit_code: Option<i64>,
        is_error: bool,
        output: String,
    ) -> Option<ToolUse> {
        let (name, input) = self.calls.remove(id)?;
        let call = tool::ParsedToolCall::new(tool_name(&name), &input);
        let outcome = match exit_code {
            Some(code) => exit_outcome(code),
            None if is_error => ToolOutcome::Failure { code: None },
            None if call.is_shell() => ToolOutcome::Unknown,
            None => ToolOutcome::Success,
        };
        Some(call.into_tool_use(Some(id), ToolEnding { outcome, output }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use palimp_core::event::EventKind;
    use serde_json::json;

    #[test]
    fn a_session_has_prompts_tools_and_answers() {
        let lines = [
            json!({"type": "session", "version": 3, "id": "s1", "timestamp": "2026-11-20T10:00:00.000Z", "cwd": "/home/dev/.openclaw/workspace"}),
            json!({"type": "message", "id": "m1", "timestamp": "2026-11-20T10:00:01.000Z",
                "message": {"role": "user", "content": "배포 상태 확인해줘", "timestamp": 1_795_183_220_904_i64}}),
            json!({"type": "message", "id": "m2", "message": {"role": "assistant", "timestamp": 1, "content": [
                {"type": "text", "text": "step one"},
                {"type": "toolCall", "id": "c1", "name": "exec", "arguments": {"command": "make deploy"}}]}}),
            json!({"type": "message", "id": "m3", "message": {"role": "toolResult", "timestamp": 2, "toolCallId": "c1", "toolName": "exec",
                "content": [{"type": "text", "text": "failed"}], "details": {"exitCode": 3}, "isError": false}}),
            json!({"type": "message", "id": "m4", "message": {"role": "assistant", "timestamp": 3, "content": [{"type": "text", "text": "실패했습니다"}]}}),
            json!({"type": "message", "id": "m5", "message": {"role": "assistant", "timestamp": 4, "content": "NO_REPLY"}}),
            json!({"type": "custom", "message": {"role": "user", "content": "no"}}),
        ];
        let mut events = Vec::new();
        let mut reader = OpenclawTranscriptReader::default();
        for line in lines {
            reader.process_line(line, &mut |event| events.push(event));
        }
        reader.finish(&mut |event| events.push(event));
        assert_eq!(events.len(), 4, "{events:#?}");
        assert!(events.iter().all(|event| event.session_id == "s1" && event.cwd.is_some()));
        assert_eq!(events[0].at, Some(1_795_183_220_904));
        let EventKind::Tool(tool) = &events[1].kind else { panic!("{:?}", events[1]) };
        assert_eq!(
            (tool.name.as_str(), &tool.outcome),
            ("Bash", &ToolOutcome::Failure { code: Some(3) })
        );
        let reply = EventKind::TurnEnd {
            reply: Some("실패했습니다".into()),
            turn: Some("m1".into()),
            transcript: None,
        };
        assert!(
            matches!(&events[2].kind, EventKind::TranscriptExtra { text, .. } if text == "step one"),
            "{:?}",
            events[2]
        );
        assert_eq!(events[3].kind, reply);
    }
}
