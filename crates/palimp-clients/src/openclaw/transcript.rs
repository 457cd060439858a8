//! The transcripts of OpenClaw: events in its database, or lines of
//! `~/.openclaw/agents/<agent>/sessions/<session>.jsonl` of earlier versions.

use palimp_core::event::{Client, HookEvent, Outcome, ToolUse};
use serde_json::Value;

use crate::openclaw::wire::{
    By, Call, Line, Message, What, call, printed, silent, tool_name, words,
};
use crate::prompt;
use crate::shell::exited;
use crate::tool::{self, Ending};
use crate::transcript::{Calls, Conversation, Reader};

/// Turns the events of one session, as the database holds them, into palimp's.
pub struct Events(Lines);

impl Events {
    /// A reader of the events of the session `id`.
    pub fn new(id: &str) -> Events {
        let mut lines = Lines::default();
        id.clone_into(&mut lines.talk.session_id);
        Events(lines)
    }

    /// Takes in an event; one that is no JSON is passed over.
    pub fn event(&mut self, json: &[u8], each: &mut dyn FnMut(HookEvent)) {
        if let Ok(line) = serde_json::from_slice(json) {
            self.0.line(line, each);
        }
    }

    /// Hands over what the end of the session completes.
    pub fn finish(mut self, each: &mut dyn FnMut(HookEvent)) {
        self.0.finish(each);
    }
}

/// Reads the events of a session.
pub(crate) struct Lines {
    talk: Conversation,
    calls: Calls,
}

impl Default for Lines {
    fn default() -> Self {
        Lines { talk: Conversation::new(Client::Openclaw), calls: Calls::default() }
    }
}

impl Reader for Lines {
    fn line(&mut self, line: Value, each: &mut dyn FnMut(HookEvent)) {
        let line = Line::of(line);
        match line.what {
            What::Session { cwd } => {
                if let Some(id) = line.id {
                    self.talk.session_id = id;
                }
                self.talk.cwd = cwd.or_else(|| self.talk.cwd.take());
            }
            What::Message(message) => {
                self.message(message.at.or(line.at), line.id, &message, each);
            }
            _ => {}
        }
    }

    fn finish(&mut self, each: &mut dyn FnMut(HookEvent)) {
        self.talk.end(each);
    }
}

impl Lines {
    fn message(
        &mut self,
        at: Option<i64>,
        id: Option<String>,
        message: &Message,
        each: &mut dyn FnMut(HookEvent),
    ) {
        match &message.by {
            By::User => match prompt::words(&words(&message.content)) {
                Some(words) => self.talk.prompt(at, words, id, each),
                None => self.talk.begin(None, each),
            },
            By::Assistant => {
                self.called(&message.content);
                self.talk.said(at, id.as_deref(), silent(&words(&message.content)), each);
            }
            By::Tool { id: Some(id), exit_code, is_error } => {
                let output = printed(&message.content);
                if let Some(tool) = self.ended(id, *exit_code, *is_error, output) {
                    self.talk.tool(at, false, tool, each);
                }
            }
            By::Tool { id: None, .. } | By::Other(_) => {}
        }
    }

    fn called(&mut self, content: &Value) {
        for Call { id, name, input } in content.as_array().into_iter().flatten().filter_map(call) {
            self.calls.insert(&id, name, input);
        }
    }

    fn ended(
        &mut self,
        id: &str,
        exit_code: Option<i64>,
        is_error: bool,
        output: String,
    ) -> Option<ToolUse> {
        let (name, input) = self.calls.take(id)?;
        let call = tool::Call::new(tool_name(&name), &input);
        let outcome = match exit_code {
            Some(code) => exited(code),
            None if is_error => Outcome::Failure { code: None },
            None if call.is_shell() => Outcome::Unknown,
            None => Outcome::Success,
        };
        Some(call.ended(Some(id), Ending { outcome, output }))
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
        let mut reader = Lines::default();
        for line in lines {
            reader.line(line, &mut |event| events.push(event));
        }
        reader.finish(&mut |event| events.push(event));
        assert_eq!(events.len(), 4, "{events:#?}");
        assert!(events.iter().all(|event| event.session_id == "s1" && event.cwd.is_some()));
        assert_eq!(events[0].at, Some(1_795_183_220_904));
        let EventKind::Tool(tool) = &events[1].kind else { panic!("{:?}", events[1]) };
        assert_eq!(
            (tool.name.as_str(), &tool.outcome),
            ("Bash", &Outcome::Failure { code: Some(3) })
        );
        let reply = EventKind::TurnEnd {
            reply: Some("실패했습니다".into()),
            turn: Some("m1".into()),
            transcript: None,
        };
        assert!(
            matches!(&events[2].kind, EventKind::Aside { text, .. } if text == "step one"),
            "{:?}",
            events[2]
        );
        assert_eq!(events[3].kind, reply);
    }
}
