//! The events of Copilot CLI: `~/.copilot/session-state/<session>/events.jsonl`.
//!
//! Sub-agents write into the same file, under an `agentId`. The payloads of hooks are there, too,
//! with the timestamp that names a turn in hooks; it identifies the prompt that a hook captured.
//! Text that is typed while the agent works reaches no hook.

use std::collections::HashSet;

use palimp_core::event::{AgentClient, HookEvent, ToolOutcome, ToolUse};
use serde_json::Value;

use crate::copilot::output;
use crate::payload::{
    bool_field, clip_middle, path_field, session_id, text_field, time_as_turn, time_field,
};
use crate::prompt;
use crate::shell::exit_outcome;
use crate::tool::{ParsedToolCall, ToolEnding};
use crate::transcript::{Calls, OpenTurn, TranscriptConversation, TranscriptReader};

/// Reads a session's events.
pub(crate) struct CopilotTranscriptReader {
    talk: TranscriptConversation,
    calls: Calls,
    /// Prompts that hooks reported and the transcript does not contain yet: their texts and turns.
    told: Vec<(Option<String>, Option<String>)>,
    /// The turn of the last prompt that a hook reported.
    asked: Option<String>,
    /// Prompts of the transcript that no hook reported.
    untold: HashSet<String>,
    /// True if the transcript was read from before a prompt, so that the payloads of hooks are
    /// known.
    has_begun: bool,
    /// True if the last reply requested tools, so that another reply follows.
    asks: bool,
}

impl Default for CopilotTranscriptReader {
    fn default() -> Self {
        let talk = TranscriptConversation::new(AgentClient::Copilot);
        CopilotTranscriptReader {
            talk,
            calls: Calls::default(),
            told: Vec::new(),
            asked: None,
            untold: HashSet::new(),
            has_begun: false,
            asks: false,
        }
    }
}

impl TranscriptReader for CopilotTranscriptReader {
    fn process_line(&mut self, mut line: Value, each: &mut dyn FnMut(HookEvent)) {
        let mut data = line.get_mut("data").map(Value::take).unwrap_or_default();
        let at = time_field(&line, "timestamp");
        let subagent = text_field(&line, &["agentId"]).is_some();
        match text_field(&line, &["type"]) {
            Some("session.start" | "session.resume") => self.read_session(&data),
            Some("hook.start") if !subagent => self.read_hook(&data, each),
            Some("user.message") if !subagent => self.said_by_user(&line, &data, each),
            Some("assistant.message") if !subagent => {
                let asked = data.get("toolRequests").and_then(Value::as_array);
                self.asks = asked.is_some_and(|asked| !asked.is_empty());
                let message = text_field(&data, &["messageId"]);
                self.talk.add_reply(
                    at,
                    message,
                    text_field(&data, &["content"]).unwrap_or_default(),
                    each,
                );
            }
            Some("tool.execution_start") => self.start_call(&mut data),
            Some("tool.execution_complete") => {
                if let Some(tool) = self.end_call(&data) {
                    self.talk.emit_tool_use(at, subagent, tool, each);
                }
            }
            _ => {}
        }
    }

    fn finish(&mut self, each: &mut dyn FnMut(HookEvent)) {
        self.talk.end_turn(each);
    }
}

impl CopilotTranscriptReader {
    /// Returns the turn that the record does not mark as over, if it has its answer.
    pub(crate) fn open_turn(&self) -> Option<OpenTurn> {
        let (prompt, reply, at) = self.talk.open_turn().filter(|_| !self.asks)?;
        Some(OpenTurn {
            prompt: prompt.map(str::to_owned),
            asked: self.asked.clone(),
            reply: reply.to_owned(),
            at,
        })
    }

    /// Returns true if no hook reported the prompt of this turn.
    pub(crate) fn is_untold(&self, turn: &str) -> bool {
        self.untold.contains(turn)
    }

    fn said_by_user(&mut self, line: &Value, data: &Value, each: &mut dyn FnMut(HookEvent)) {
        // Skills that the agent loads, and messages of other agents, bear their source.
        let is_typed = text_field(data, &["source"])
            .is_none_or(|source| source.starts_with("command-"))
            && !bool_field(data, "isAutopilotContinuation");
        let words = prompt::user_words(text_field(data, &["content"]).unwrap_or_default());
        let interrupts = text_field(data, &["delivery"]) == Some("steering");
        if !is_typed || interrupts && words.is_none() {
            return;
        }
        let (at, own) = (time_field(line, "timestamp"), time_as_turn(line, "timestamp"));
        let turn = match self.consume_hook_turn(words.as_deref(), interrupts) {
            Some(turn) => {
                if words.is_some() {
                    self.asked.clone_from(&turn);
                }
                turn.or(own)
            }
            None => {
                self.untold.extend(own.clone().filter(|_| self.has_begun && words.is_some()));
                own
            }
        };
        self.has_begun = true;
        match words {
            Some(words) if interrupts => self.talk.add_interruption(at, words, turn, each),
            Some(words) => self.talk.add_prompt(at, words, turn, each),
            None => self.talk.begin_turn(turn, each),
        }
    }

    /// Removes and returns the turn that a hook reported for the prompt with these words. Falls back to the
    /// last reported turn, unless the prompt interrupts a turn.
    fn consume_hook_turn(
        &mut self,
        words: Option<&str>,
        interrupts: bool,
    ) -> Option<Option<String>> {
        let same = self.told.iter().position(|(told, _)| told.as_deref() == words);
        let last = self.told.len().checked_sub(1).filter(|_| !interrupts);
        Some(self.told.remove(same.or(last)?).1)
    }

    fn read_session(&mut self, data: &Value) {
        if let Some(id) = session_id(data) {
            id.clone_into(&mut self.talk.session_id);
        }
        if let Some(cwd) = path_field(&data["context"], &["cwd"]) {
            self.talk.cwd = Some(cwd);
        }
    }

    fn read_hook(&mut self, data: &Value, each: &mut dyn FnMut(HookEvent)) {
        let turn = time_as_turn(&data["input"], "timestamp");
        match text_field(data, &["hookType"]) {
            Some("userPromptSubmitted") => {
                let words =
                    prompt::user_words(text_field(&data["input"], &["prompt"]).unwrap_or_default());
                self.told.push((words, turn));
                self.has_begun = true;
            }
            Some("agentStop") => self.talk.end_as(turn, each),
            _ => {}
        }
    }

    fn start_call(&mut self, data: &mut Value) {
        let input = data.get_mut("arguments").map(Value::take).unwrap_or_default();
        if let (Some(id), Some(name)) =
            (text_field(data, &["toolCallId"]), text_field(data, &["toolName"]))
        {
            self.calls.insert(id, name.to_owned(), input);
        }
    }

    fn end_call(&mut self, data: &Value) -> Option<ToolUse> {
        let id = text_field(data, &["toolCallId"])?;
        let (name, input) = self.calls.remove(id)?;
        // The user refused it, or no user could be asked.
        if text_field(&data["error"], &["code"]) == Some("denied") {
            return None;
        }
        let call = ParsedToolCall::new(&name, &input);
        let ending = match bool_field(data, "success") {
            true => success_ending(&call, data),
            false => ToolEnding {
                outcome: ToolOutcome::Failure { code: None },
                output: clip_middle(text_field(&data["error"], &["message"]).unwrap_or_default()),
            },
        };
        Some(call.into_tool_use(Some(id), ending))
    }
}

/// Builds the ending of a tool call that Copilot counts as successful, which includes failed
/// commands.
fn success_ending(call: &ParsedToolCall, data: &Value) -> ToolEnding {
    let shown = without_guidance(text_field(&data["result"], &["content"]).unwrap_or_default());
    if !call.is_shell() {
        return ToolEnding { outcome: ToolOutcome::Success, output: clip_middle(shown) };
    }
    let mut ending = output::parse_command_output(shown);
    if let Some(code) = data["shellExecution"]["exitCode"].as_i64() {
        ending.outcome = exit_outcome(code);
    }
    ending
}

/// A result without what hooks, palimp's among them, had Copilot add for its model.
fn without_guidance(content: &str) -> &str {
    let added = content.rfind("\n\nTool \"").filter(|at| {
        content[*at..].lines().nth(2).is_some_and(|line| line.contains("Additional guidance from"))
    });
    added.map_or(content, |at| &content[..at])
}
