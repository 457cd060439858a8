//! The rollouts of Codex CLI: `~/.codex/sessions/YYYY/MM/DD/rollout-<time>-<thread>.jsonl`.
//!
//! A finished item tells of a command, a patch or an MCP call with its exit
//! code, under the id that the hooks use. Other calls, and all calls of older
//! versions, are paired with their outputs.

use palimp_core::activity::Role;
use palimp_core::event::{Action, Client, FileChange, FileEdit, HookEvent, Outcome, ToolUse};
use serde_json::Value;

use crate::codex::output;
use crate::codex::spawn::USER_MESSAGE;
use crate::codex::wire::{self, Event, Item, Line, What, words};
use crate::patch;
use crate::payload::{clip, flag, rendered, text};
use crate::prompt;
use crate::shell::exited;
use crate::tool::{Call, Ending};
use crate::transcript::{Calls, Conversation, Reader};

/// What Codex CLI tells its model of a call that the user refused.
const REFUSED: [&str; 3] =
    ["exec command rejected by user", "patch rejected by user", "user rejected MCP tool call"];

/// Reads a rollout.
pub(crate) struct Lines {
    talk: Conversation,
    calls: Calls,
    turn: Option<String>,
    /// Whether the whole rollout is a sub-agent's.
    subagent: bool,
}

impl Default for Lines {
    fn default() -> Self {
        let talk = Conversation::new(Client::Codex);
        Lines { talk, calls: Calls::default(), turn: None, subagent: false }
    }
}

impl Reader for Lines {
    fn line(&mut self, line: Value, each: &mut dyn FnMut(HookEvent)) {
        let Line { at, what } = Line::of(line);
        match what {
            What::Session { id, cwd, is_subagents } => {
                if let Some(id) = id {
                    self.talk.session_id = id;
                }
                self.talk.cwd = cwd;
                self.subagent = is_subagents;
            }
            What::Context { turn, cwd } => {
                self.turn = turn;
                self.talk.cwd = cwd.or_else(|| self.talk.cwd.take());
            }
            What::Event { turn, event } => {
                self.turn = turn.or_else(|| self.turn.take());
                self.event(at, event, each);
            }
            What::Item(item) => self.response(at, item, each),
            What::Compacted { message: Some(summary), .. } if !self.subagent => {
                let summary = without_preface(&summary).to_owned();
                self.talk.aside(at, Role::Summary, summary, None, each);
            }
            What::Compacted { .. } | What::Other => {}
        }
    }

    fn finish(&mut self, each: &mut dyn FnMut(HookEvent)) {
        self.talk.end(each);
    }
}

/// The first line with which Codex CLI introduces a summary to its model.
const PREFACE: &str = "Another language model started to solve this problem";

/// A summary without what Codex CLI says before it.
fn without_preface(summary: &str) -> &str {
    if !summary.trim_start().starts_with(PREFACE) {
        return summary;
    }
    summary.trim_start().split_once('\n').map_or("", |(_, summary)| summary)
}

impl Lines {
    fn event(&mut self, at: Option<i64>, event: Event, each: &mut dyn FnMut(HookEvent)) {
        match event {
            Event::Finished(item) => self.item(at, &item, each),
            Event::UserSaid(words) => self.prompt(at, &words, each),
            Event::AssistantSaid(words) => self.said(at, &words, each),
            Event::TurnEnded { reply } => {
                self.said(at, &reply, each);
                self.talk.end(each);
            }
            Event::Counted { .. } | Event::TakenBack(_) | Event::Other => {}
        }
    }

    fn prompt(&mut self, at: Option<i64>, text: &str, each: &mut dyn FnMut(HookEvent)) {
        if !self.subagent
            && let Some(words) = asked(text)
        {
            self.talk.prompt(at, words, self.turn.clone(), each);
        }
    }

    fn said(&mut self, at: Option<i64>, text: &str, each: &mut dyn FnMut(HookEvent)) {
        if !self.subagent {
            self.talk.said(at, None, text, each);
        }
    }

    fn item(&mut self, at: Option<i64>, item: &Value, each: &mut dyn FnMut(HookEvent)) {
        if text(item, &["status"]) == Some("declined") {
            // The user refused it, so that it did not run; its output says no more.
            self.calls.take(text(item, &["id"]).unwrap_or_default());
            return;
        }
        let tool = match text(item, &["type"]) {
            Some("UserMessage") => return self.prompt(at, &words(&item["content"]), each),
            Some("AgentMessage") => return self.said(at, &words(&item["content"]), each),
            Some("CommandExecution") => command(item),
            Some("FileChange") => file_change(item),
            Some("McpToolCall") => mcp_call(item),
            _ => None,
        };
        if let Some(tool) = tool {
            // Its output, which follows, would tell of it a second time.
            self.calls.take(tool.id.as_deref().unwrap_or_default());
            self.talk.tool(at, self.subagent, tool, each);
        }
    }

    fn response(&mut self, at: Option<i64>, item: Item, each: &mut dyn FnMut(HookEvent)) {
        match item {
            Item::Call(call) => self.called(call),
            Item::Output { id: Some(id), output } => {
                if let Some(tool) = self.ended(&id, &output) {
                    self.talk.tool(at, self.subagent, tool, each);
                }
            }
            _ => {}
        }
    }

    fn called(&mut self, call: wire::Call) {
        let (Some(id), Some(name)) = (call.id, call.name) else { return };
        // A script that calls tools is none itself: its calls are finished items of their own.
        if name != "exec" && !call.is_local_shell {
            let name = full_name(call.namespace.as_deref(), &name);
            self.calls.insert(&id, name, call.input);
        }
    }

    fn ended(&mut self, id: &str, output: &Value) -> Option<ToolUse> {
        let (name, input) = self.calls.take(id)?;
        let Some(mut ending) = ending(output) else {
            self.calls.insert(id, name, input);
            return None;
        };
        if REFUSED.iter().any(|said| ending.output.contains(said)) {
            return None;
        }
        let call = Call::new(&name, &input);
        // Of a patch that does not apply Codex says so and no more; no hook is called for it.
        if call.is_edit() && ending.outcome == Outcome::Unknown {
            ending.outcome = match ending.output.starts_with("Success") {
                true => Outcome::Success,
                false => Outcome::Failure { code: None },
            };
        }
        Some(call.ended(Some(id), ending))
    }
}

/// The user's words in a prompt; before one that palimp handed on stands memory, and a line that ends
/// it.
fn asked(text: &str) -> Option<String> {
    let words = prompt::words(text)?;
    let memory = text.trim_start().starts_with("<memory-context");
    let own = words.strip_prefix(USER_MESSAGE).filter(|_| memory).map(str::to_owned);
    Some(own.unwrap_or(words))
}

/// How a call ended with this output; `None` while it runs on, for its finished item will tell.
fn ending(output: &Value) -> Option<Ending> {
    if let Some((code, output)) = output.as_str().and_then(output::older) {
        return Some(Ending { outcome: exited(code), output: clip(&output) });
    }
    let output = rendered(output);
    let Some(headed) = output::read(&output) else {
        return Some(Ending { outcome: Outcome::Unknown, output });
    };
    let outcome = headed.code.map_or(Outcome::Unknown, exited);
    (!headed.running).then(|| Ending { outcome, output: headed.output.to_owned() })
}

/// The name that the hooks use for tool `name` of a `namespace`.
fn full_name(namespace: Option<&str>, name: &str) -> String {
    match namespace {
        None | Some("functions") => name.to_owned(),
        Some(server) if server.starts_with("mcp__") => format!("{server}__{name}"),
        Some(namespace) => format!("{namespace}{name}"),
    }
}

fn command(item: &Value) -> Option<ToolUse> {
    let call = Call::new("Bash", item);
    let outcome = match item.get("exit_code").and_then(Value::as_i64) {
        Some(code) => exited(code),
        None => marked(item),
    };
    let output = clip(text(item, &["aggregated_output"]).unwrap_or_default());
    call.is_shell().then(|| call.ended(text(item, &["id"]), Ending { outcome, output }))
}

fn mcp_call(item: &Value) -> Option<ToolUse> {
    let name = format!("mcp__{}__{}", text(item, &["server"])?, text(item, &["tool"])?);
    let result = item.get("result").filter(|result| !result.is_null());
    let outcome = match result {
        Some(result) if flag(result, "isError") => Outcome::Failure { code: None },
        _ => marked(item),
    };
    let output = rendered(result.or_else(|| item.get("error")).unwrap_or(&Value::Null));
    let call = Call::new(&name, &item["arguments"]);
    Some(call.ended(text(item, &["id"]), Ending { outcome, output }))
}

fn file_change(item: &Value) -> Option<ToolUse> {
    let changes = item.get("changes")?.as_object()?;
    let edits: Vec<FileEdit> =
        changes.iter().flat_map(|(path, change)| edits(path, change)).collect();
    let added = edits.iter().all(|edit| matches!(edit.change, FileChange::Write(_)));
    let call =
        Call { name: if added { "Write" } else { "Edit" }.to_owned(), action: Action::Edit(edits) };
    let output = clip(text(item, &["stderr", "stdout"]).unwrap_or_default());
    Some(call.ended(text(item, &["id"]), Ending { outcome: marked(item), output }))
}

/// One file's change; one that moves is gone from its old place.
fn edits(path: &str, change: &Value) -> Vec<FileEdit> {
    let edit = |path: &str, change| FileEdit { path: path.to_owned(), change };
    match text(change, &["type"]) {
        Some("add") => {
            let content = change.get("content").and_then(Value::as_str).unwrap_or_default();
            vec![edit(path, FileChange::Write(content.to_owned()))]
        }
        Some("delete") => vec![edit(path, FileChange::Delete)],
        _ => {
            let hunks = text(change, &["unified_diff"]).unwrap_or_default();
            let replaced = patch::replacements(hunks);
            match text(change, &["move_path"]) {
                Some(to) => vec![edit(path, FileChange::Delete), edit(to, replaced)],
                None => vec![edit(path, replaced)],
            }
        }
    }
}

/// The outcome by an item's own mark.
fn marked(item: &Value) -> Outcome {
    match text(item, &["status"]) {
        Some("completed") => Outcome::Success,
        Some("failed") => Outcome::Failure { code: None },
        _ => Outcome::Unknown,
    }
}
