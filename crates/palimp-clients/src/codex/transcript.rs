//! The rollouts of Codex CLI: `~/.codex/sessions/YYYY/MM/DD/rollout-<time>-<thread>.jsonl`.
//!
//! A finished item tells of a command, a patch or an MCP call with its exit
//! code, under the id that the hooks use. Other calls, and all calls of older
//! versions, are paired with their outputs.

use palimp_core::activity::MessageRole;
use palimp_core::event::{
    AgentClient, FileChange, FileEdit, HookEvent, ToolAction, ToolOutcome, ToolUse,
};
use serde_json::Value;

use crate::codex::output;
use crate::codex::spawn::USER_MESSAGE;
use crate::codex::wire::{
    self, CodexEvent, CodexResponseItem, RolloutLine, RolloutPayload, content_text,
};
use crate::patch;
use crate::payload::{bool_field, clip_middle, render_text, text_field};
use crate::prompt;
use crate::shell::exit_outcome;
use crate::tool::{ParsedToolCall, ToolEnding};
use crate::transcript::{Calls, TranscriptConversation, TranscriptReader};

/// Messages that Codex CLI gives its model for a call that the user refused.
const REFUSAL_MESSAGES: [&str; 3] =
    ["exec command rejected by user", "patch rejected by user", "user rejected MCP tool call"];

/// Reads a rollout.
pub(crate) struct CodexTranscriptReader {
    talk: TranscriptConversation,
    calls: Calls,
    turn: Option<String>,
    /// True if the whole rollout is a sub-agent's.
    subagent: bool,
}

impl Default for CodexTranscriptReader {
    fn default() -> Self {
        let talk = TranscriptConversation::new(AgentClient::Codex);
        CodexTranscriptReader { talk, calls: Calls::default(), turn: None, subagent: false }
    }
}

impl TranscriptReader for CodexTranscriptReader {
    fn process_line(&mut self, line: Value, each: &mut dyn FnMut(HookEvent)) {
        let RolloutLine { at, what } = RolloutLine::from_value(line);
        match what {
            RolloutPayload::Session { id, cwd, is_subagents } => {
                if let Some(id) = id {
                    self.talk.session_id = id;
                }
                self.talk.cwd = cwd;
                self.subagent = is_subagents;
            }
            RolloutPayload::Context { turn, cwd } => {
                self.turn = turn;
                self.talk.cwd = cwd.or_else(|| self.talk.cwd.take());
            }
            RolloutPayload::Event { turn, event } => {
                self.turn = turn.or_else(|| self.turn.take());
                self.read_event(at, event, each);
            }
            RolloutPayload::Item(item) => self.read_response_item(at, item, each),
            RolloutPayload::Compacted { message: Some(summary), .. } if !self.subagent => {
                let summary = without_preface(&summary).to_owned();
                self.talk.emit_extra(at, MessageRole::Summary, summary, None, each);
            }
            RolloutPayload::Compacted { .. } | RolloutPayload::Other => {}
        }
    }

    fn finish(&mut self, each: &mut dyn FnMut(HookEvent)) {
        self.talk.end_turn(each);
    }
}

/// Start of the line with which Codex CLI introduces a summary to its model.
const SUMMARY_PREFACE: &str = "Another language model started to solve this problem";

/// A summary without what Codex CLI says before it.
fn without_preface(summary: &str) -> &str {
    if !summary.trim_start().starts_with(SUMMARY_PREFACE) {
        return summary;
    }
    summary.trim_start().split_once('\n').map_or("", |(_, summary)| summary)
}

impl CodexTranscriptReader {
    fn read_event(&mut self, at: Option<i64>, event: CodexEvent, each: &mut dyn FnMut(HookEvent)) {
        match event {
            CodexEvent::Finished(item) => self.read_finished_item(at, &item, each),
            CodexEvent::UserSaid(words) => self.read_prompt(at, &words, each),
            CodexEvent::AssistantSaid(words) => self.read_reply(at, &words, each),
            CodexEvent::TurnEnded { reply } => {
                self.read_reply(at, &reply, each);
                self.talk.end_turn(each);
            }
            CodexEvent::Counted { .. } | CodexEvent::TakenBack(_) | CodexEvent::Other => {}
        }
    }

    fn read_prompt(&mut self, at: Option<i64>, text: &str, each: &mut dyn FnMut(HookEvent)) {
        if !self.subagent
            && let Some(words) = prompt_words(text)
        {
            self.talk.add_prompt(at, words, self.turn.clone(), each);
        }
    }

    fn read_reply(&mut self, at: Option<i64>, text: &str, each: &mut dyn FnMut(HookEvent)) {
        if !self.subagent {
            self.talk.add_reply(at, None, text, each);
        }
    }

    fn read_finished_item(
        &mut self,
        at: Option<i64>,
        item: &Value,
        each: &mut dyn FnMut(HookEvent),
    ) {
        if text_field(item, &["status"]) == Some("declined") {
            // The user refused the call, so it did not run; its output adds nothing.
            self.calls.remove(text_field(item, &["id"]).unwrap_or_default());
            return;
        }
        let tool = match text_field(item, &["type"]) {
            Some("UserMessage") => {
                return self.read_prompt(at, &content_text(&item["content"]), each);
            }
            Some("AgentMessage") => {
                return self.read_reply(at, &content_text(&item["content"]), each);
            }
            Some("CommandExecution") => parse_command(item),
            Some("FileChange") => file_change(item),
            Some("McpToolCall") => mcp_call(item),
            _ => None,
        };
        if let Some(tool) = tool {
            // Its output, which follows, would tell of it a second time.
            self.calls.remove(tool.id.as_deref().unwrap_or_default());
            self.talk.emit_tool_use(at, self.subagent, tool, each);
        }
    }

    fn read_response_item(
        &mut self,
        at: Option<i64>,
        item: CodexResponseItem,
        each: &mut dyn FnMut(HookEvent),
    ) {
        match item {
            CodexResponseItem::Call(call) => self.start_call(call),
            CodexResponseItem::Output { id: Some(id), output } => {
                if let Some(tool) = self.end_call(&id, &output) {
                    self.talk.emit_tool_use(at, self.subagent, tool, each);
                }
            }
            _ => {}
        }
    }

    fn start_call(&mut self, call: wire::CodexToolCall) {
        let (Some(id), Some(name)) = (call.id, call.name) else { return };
        // A script that calls tools is none itself: its calls are finished items of their own.
        if name != "exec" && !call.is_local_shell {
            let name = full_name(call.namespace.as_deref(), &name);
            self.calls.insert(&id, name, call.input);
        }
    }

    fn end_call(&mut self, id: &str, output: &Value) -> Option<ToolUse> {
        let (name, input) = self.calls.remove(id)?;
        let Some(mut ending) = parse_ending(output) else {
            self.calls.insert(id, name, input);
            return None;
        };
        if REFUSAL_MESSAGES.iter().any(|said| ending.output.contains(said)) {
            return None;
        }
        let call = ParsedToolCall::new(&name, &input);
        // For a patch that does not apply Codex writes only that; it calls no hook.
        if call.is_edit() && ending.outcome == ToolOutcome::Unknown {
            ending.outcome = match ending.output.starts_with("Success") {
                true => ToolOutcome::Success,
                false => ToolOutcome::Failure { code: None },
            };
        }
        Some(call.into_tool_use(Some(id), ending))
    }
}

/// Returns the user's words in a prompt, without the memory and the marker line that palimp put
/// before it.
fn prompt_words(text: &str) -> Option<String> {
    let words = prompt::user_words(text)?;
    let memory = text.trim_start().starts_with("<memory-context");
    let own = words.strip_prefix(USER_MESSAGE).filter(|_| memory).map(str::to_owned);
    Some(own.unwrap_or(words))
}

/// Parses the ending of a call from its output; `None` while the call keeps running, because its
/// finished item will report the ending.
fn parse_ending(output: &Value) -> Option<ToolEnding> {
    if let Some((code, output)) = output.as_str().and_then(output::parse_legacy_output) {
        return Some(ToolEnding { outcome: exit_outcome(code), output: clip_middle(&output) });
    }
    let output = render_text(output);
    let Some(headed) = output::parse_header(&output) else {
        return Some(ToolEnding { outcome: ToolOutcome::Unknown, output });
    };
    let outcome = headed.code.map_or(ToolOutcome::Unknown, exit_outcome);
    (!headed.running).then(|| ToolEnding { outcome, output: headed.output.to_owned() })
}

/// The name that the hooks use for tool `name` of a `namespace`.
fn full_name(namespace: Option<&str>, name: &str) -> String {
    match namespace {
        None | Some("functions") => name.to_owned(),
        Some(server) if server.starts_with("mcp__") => format!("{server}__{name}"),
        Some(namespace) => format!("{namespace}{name}"),
    }
}

fn parse_command(item: &Value) -> Option<ToolUse> {
    let call = ParsedToolCall::new("Bash", item);
    let outcome = match item.get("exit_code").and_then(Value::as_i64) {
        Some(code) => exit_outcome(code),
        None => status_outcome(item),
    };
    let output = clip_middle(text_field(item, &["aggregated_output"]).unwrap_or_default());
    call.is_shell()
        .then(|| call.into_tool_use(text_field(item, &["id"]), ToolEnding { outcome, output }))
}

fn mcp_call(item: &Value) -> Option<ToolUse> {
    let name = format!("mcp__{}__{}", text_field(item, &["server"])?, text_field(item, &["tool"])?);
    let result = item.get("result").filter(|result| !result.is_null());
    let outcome = match result {
        Some(result) if bool_field(result, "isError") => ToolOutcome::Failure { code: None },
        _ => status_outcome(item),
    };
    let output = render_text(result.or_else(|| item.get("error")).unwrap_or(&Value::Null));
    let call = ParsedToolCall::new(&name, &item["arguments"]);
    Some(call.into_tool_use(text_field(item, &["id"]), ToolEnding { outcome, output }))
}

fn file_change(item: &Value) -> Option<ToolUse> {
    let changes = item.get("changes")?.as_object()?;
    let edits: Vec<FileEdit> =
        changes.iter().flat_map(|(path, change)| file_edits(path, change)).collect();
    let added = edits.iter().all(|edit| matches!(edit.change, FileChange::Write(_)));
    let call = ParsedToolCall {
        name: if added { "Write" } else { "Edit" }.to_owned(),
        action: ToolAction::Edit(edits),
    };
    let output = clip_middle(text_field(item, &["stderr", "stdout"]).unwrap_or_default());
    Some(call.into_tool_use(
        text_field(item, &["id"]),
        ToolEnding { outcome: status_outcome(item), output },
    ))
}

/// Returns the edits of one file; a moved file is deleted at its old path.
fn file_edits(path: &str, change: &Value) -> Vec<FileEdit> {
    let edit = |path: &str, change| FileEdit { path: path.to_owned(), change };
    match text_field(change, &["type"]) {
        Some("add") => {
            let content = change.get("content").and_then(Value::as_str).unwrap_or_default();
            vec![edit(path, FileChange::Write(content.to_owned()))]
        }
        Some("delete") => vec![edit(path, FileChange::Delete)],
        _ => {
            let hunks = text_field(change, &["unified_diff"]).unwrap_or_default();
            let replaced = patch::parse_hunks(hunks);
            match text_field(change, &["move_path"]) {
                Some(to) => vec![edit(path, FileChange::Delete), edit(to, replaced)],
                None => vec![edit(path, replaced)],
            }
        }
    }
}

/// Returns the outcome given by an item's status.
fn status_outcome(item: &Value) -> ToolOutcome {
    match text_field(item, &["status"]) {
        Some("completed") => ToolOutcome::Success,
        Some("failed") => ToolOutcome::Failure { code: None },
        _ => ToolOutcome::Unknown,
    }
}
