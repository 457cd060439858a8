//! Conversation model to which the records of all clients are reduced.

use std::collections::HashMap;
use std::mem;
use std::path::PathBuf;

use palimp_core::activity::MessageRole;
use palimp_core::event::{AgentClient, EventKind, HookEvent, ToolUse};
use serde_json::Value;

use crate::descriptor;
use crate::notice::is_notice;

/// Maximum number of remembered calls without a result; more means a record that never contains
/// results.
const MAX_PENDING_CALLS: usize = 4096;

/// The session as far as it was read, with the turn that is open.
#[derive(Debug)]
pub(crate) struct TranscriptConversation {
    client: AgentClient,
    /// Empty until the record says it.
    pub(crate) session_id: String,
    pub(crate) cwd: Option<PathBuf>,
    turn: Option<String>,
    reply: Option<PendingReply>,
}

/// The last words of the open turn: its answer, unless others follow.
#[derive(Debug)]
struct PendingReply {
    /// The message they stand in; a message may come in pieces.
    message: Option<String>,
    text: String,
    at: Option<i64>,
}

impl TranscriptConversation {
    pub(crate) fn new(client: AgentClient) -> TranscriptConversation {
        TranscriptConversation {
            client,
            session_id: String::new(),
            cwd: None,
            turn: None,
            reply: None,
        }
    }

    /// Adds the user's prompt `text`: the previous turn is over.
    pub(crate) fn add_prompt(
        &mut self,
        at: Option<i64>,
        text: String,
        turn: Option<String>,
        each: &mut dyn FnMut(HookEvent),
    ) {
        self.begin_turn(turn.clone(), each);
        each(self.build_event(at, false, EventKind::Prompt { text, turn }));
    }

    /// Adds the user's prompt `text`, sent while the assistant worked: the assistant's text before
    /// it was a step to the answer to both.
    pub(crate) fn add_interruption(
        &mut self,
        at: Option<i64>,
        text: String,
        turn: Option<String>,
        each: &mut dyn FnMut(HookEvent),
    ) {
        if let Some(step) = self.reply.take() {
            self.emit_extra(step.at, MessageRole::Step, step.text, step.message, each);
        }
        self.add_prompt(at, text, turn, each);
    }

    /// Begins a turn that the user began without words.
    pub(crate) fn begin_turn(&mut self, turn: Option<String>, each: &mut dyn FnMut(HookEvent)) {
        self.end_turn(each);
        self.turn = turn;
    }

    /// Adds the assistant's `text`; pieces of one `message` belong together. Its earlier text in
    /// this turn was a step to its answer.
    pub(crate) fn add_reply(
        &mut self,
        at: Option<i64>,
        message: Option<&str>,
        text: &str,
        each: &mut dyn FnMut(HookEvent),
    ) {
        if text.trim().is_empty() {
            return;
        }
        match &mut self.reply {
            Some(reply) if message.is_some() && reply.message.as_deref() == message => {
                reply.text.push('\n');
                reply.text.push_str(text);
                reply.at = at;
            }
            // Some records tell of one message in several ways.
            Some(reply) if reply.text == text => reply.at = at,
            reply => {
                let message = message.map(str::to_owned);
                let before = reply.replace(PendingReply { message, text: text.to_owned(), at });
                if let Some(step) = before {
                    self.emit_extra(step.at, MessageRole::Step, step.text, step.message, each);
                }
            }
        }
    }

    /// Emits a text of the assistant that is not an answer, in a `message` of its own.
    pub(crate) fn emit_extra(
        &self,
        at: Option<i64>,
        role: MessageRole,
        text: String,
        message: Option<String>,
        each: &mut dyn FnMut(HookEvent),
    ) {
        if !text.trim().is_empty() && !is_notice(&text) {
            each(self.build_event(
                at,
                false,
                EventKind::TranscriptExtra { role, text, turn: message },
            ));
        }
    }

    /// The message that holds the last words of the open turn.
    pub(crate) fn last_message(&self) -> Option<String> {
        self.reply.as_ref()?.message.clone()
    }

    /// Returns the open turn and its last words.
    pub(crate) fn open_turn(&self) -> Option<(Option<&str>, &str, Option<i64>)> {
        let reply = self.reply.as_ref()?;
        Some((self.turn.as_deref(), &reply.text, reply.at))
    }

    /// Emits the use of a tool.
    pub(crate) fn emit_tool_use(
        &mut self,
        at: Option<i64>,
        subagent: bool,
        tool: ToolUse,
        each: &mut dyn FnMut(HookEvent),
    ) {
        each(self.build_event(at, subagent, EventKind::Tool(tool)));
    }

    /// The open turn is over, and its end has a name of its own.
    pub(crate) fn end_as(&mut self, turn: Option<String>, each: &mut dyn FnMut(HookEvent)) {
        self.turn = turn;
        self.end_turn(each);
    }

    /// Ends the open turn; its last words were the answer.
    pub(crate) fn end_turn(&mut self, each: &mut dyn FnMut(HookEvent)) {
        let turn = mem::take(&mut self.turn);
        let reply = self.reply.take().filter(|reply| !is_notice(&reply.text));
        if let Some(PendingReply { text, at, .. }) = reply {
            let kind = EventKind::TurnEnd { reply: Some(text), turn, transcript: None };
            each(self.build_event(at, false, kind));
        }
    }

    fn build_event(&self, at: Option<i64>, subagent: bool, kind: EventKind) -> HookEvent {
        HookEvent {
            client: self.client,
            name: hook_name(self.client, &kind).to_owned(),
            session_id: self.session_id.clone(),
            cwd: self.cwd.clone(),
            at,
            subagent,
            kind,
        }
    }
}

/// Returns the name of the hook that reports such an event while the session runs.
fn hook_name(client: AgentClient, kind: &EventKind) -> &'static str {
    let [prompt, tool, end] = descriptor::descriptor(client).hooks;
    match kind {
        EventKind::Prompt { .. } => prompt,
        EventKind::Tool(_) => tool,
        _ => end,
    }
}

/// Calls that wait for their results: records tell the two apart from each other.
#[derive(Debug, Default)]
pub(crate) struct Calls(HashMap<String, (String, Value)>);

impl Calls {
    /// Records that tool `name` was called with `input` under `id`.
    pub(crate) fn insert(&mut self, id: &str, name: String, input: Value) {
        if self.0.len() == MAX_PENDING_CALLS {
            self.0.clear();
        }
        self.0.insert(id.to_owned(), (name, input));
    }

    /// Removes the call whose result has arrived and returns its name and input.
    pub(crate) fn remove(&mut self, id: &str) -> Option<(String, Value)> {
        self.0.remove(id)
    }
}
