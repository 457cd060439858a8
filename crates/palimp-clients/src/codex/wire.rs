//! The JSON that Codex CLI writes: the lines of its rollouts, and what it counts.

use std::mem;
use std::path::PathBuf;

use palimp_core::chat::Usage;
use serde_json::Value;

use crate::payload::{count, path, text, time};

/// What the client calls a summary among the blocks of messages.
pub(crate) const SUMMARY: &str = "compaction.summary";

/// A line of a rollout.
pub(crate) struct Line {
    pub(crate) at: Option<i64>,
    pub(crate) what: What,
}

/// What a line says.
pub(crate) enum What {
    /// Whose session it is.
    Session {
        id: Option<String>,
        cwd: Option<PathBuf>,
        /// Whether the whole rollout is a sub-agent's.
        is_subagents: bool,
    },
    /// What the next turn works with.
    Context {
        turn: Option<String>,
        cwd: Option<PathBuf>,
    },
    /// What happened, as people are told.
    Event {
        turn: Option<String>,
        event: Event,
    },
    /// What is sent to the model and comes from it.
    Item(Item),
    /// What was before is sent no more.
    Compacted {
        /// Its summary, in earlier versions.
        message: Option<String>,
        /// What is sent instead; earlier versions went on from what the user had said.
        history: Option<Vec<Value>>,
    },
    Other,
}

/// Something that happened.
pub(crate) enum Event {
    /// An item is finished: it tells of a command, a patch or an MCP call with its exit code, under
    /// the id that the hooks use.
    Finished(Value),
    UserSaid(String),
    AssistantSaid(String),
    TurnEnded {
        reply: String,
    },
    Counted {
        usage: Usage,
        window: Option<u64>,
    },
    /// So many turns were taken back.
    TakenBack(u64),
    Other,
}

/// A piece of the conversation with the model.
pub(crate) enum Item {
    Message(Message),
    Call(Call),
    Output {
        id: Option<String>,
        output: Value,
    },
    /// A message from another agent.
    AgentMessage(String),
    /// Tools that were found in between.
    Tools(Value),
    /// Reasoning, or something new.
    Other,
}

/// A message.
pub(crate) struct Message {
    pub(crate) role: String,
    /// What the client calls its blocks.
    pub(crate) kinds: Vec<String>,
    pub(crate) content: Value,
}

/// A tool is to be used.
pub(crate) struct Call {
    pub(crate) id: Option<String>,
    pub(crate) name: Option<String>,
    pub(crate) namespace: Option<String>,
    /// Its arguments; a text where they are no JSON.
    pub(crate) input: Value,
    /// Whether it is the shell of earlier versions, which has no name.
    pub(crate) is_local_shell: bool,
}

impl Line {
    pub(crate) fn of(mut line: Value) -> Line {
        let payload = take(&mut line, "payload");
        Line { at: time(&line, "timestamp"), what: What::of(text(&line, &["type"]), payload) }
    }
}

impl What {
    fn of(kind: Option<&str>, mut payload: Value) -> What {
        match kind {
            Some("session_meta") => {
                let source = payload.get("source");
                let spawned = source.is_some_and(|source| source.get("subagent").is_some());
                What::Session {
                    id: owned(&payload, &["session_id", "id"]),
                    cwd: path(&payload, &["cwd"]),
                    is_subagents: spawned || text(&payload, &["parent_thread_id"]).is_some(),
                }
            }
            Some("turn_context") => {
                What::Context { turn: owned(&payload, &["turn_id"]), cwd: path(&payload, &["cwd"]) }
            }
            Some("event_msg") => {
                What::Event { turn: owned(&payload, &["turn_id"]), event: Event::of(payload) }
            }
            Some("response_item") => What::Item(Item::of(payload)),
            Some("compacted") => {
                let history = payload.get_mut("replacement_history").map(mem::take);
                let history = history.map(|history| match history {
                    Value::Array(items) => items,
                    _ => Vec::new(),
                });
                What::Compacted { message: owned(&payload, &["message"]), history }
            }
            _ => What::Other,
        }
    }
}

impl Event {
    fn of(mut event: Value) -> Event {
        let said = |key| text(&event, &[key]).unwrap_or_default().to_owned();
        match text(&event, &["type"]) {
            Some("item_completed") => Event::Finished(take(&mut event, "item")),
            Some("user_message") => Event::UserSaid(said("message")),
            Some("agent_message") => Event::AssistantSaid(said("message")),
            Some("task_complete") => Event::TurnEnded { reply: said("last_agent_message") },
            Some("token_count") => Event::Counted {
                usage: usage(&event["info"]["last_token_usage"]),
                window: event["info"]["model_context_window"].as_u64(),
            },
            Some("thread_rolled_back") => {
                Event::TakenBack(event["num_turns"].as_u64().unwrap_or_default())
            }
            _ => Event::Other,
        }
    }
}

impl Item {
    pub(crate) fn of(mut item: Value) -> Item {
        match text(&item, &["type"]) {
            Some("message") => Item::Message(Message {
                role: text(&item, &["role"]).unwrap_or_default().to_owned(),
                kinds: kinds(&item).map(str::to_owned).collect(),
                content: take(&mut item, "content"),
            }),
            Some("function_call" | "custom_tool_call") => Item::Call(Call::of(item, false)),
            Some("local_shell_call") => Item::Call(Call::of(item, true)),
            Some("function_call_output" | "custom_tool_call_output") => {
                Item::Output { id: owned(&item, &["call_id"]), output: take(&mut item, "output") }
            }
            Some("agent_message") => Item::AgentMessage(words(&item["content"])),
            Some("additional_tools") => Item::Tools(take(&mut item, "tools")),
            _ => Item::Other,
        }
    }
}

impl Call {
    fn of(mut item: Value, is_local_shell: bool) -> Call {
        let input = match (item.get("arguments"), item.get("input")) {
            (Some(Value::String(json)), _) => {
                serde_json::from_str(json).unwrap_or_else(|_| Value::from(json.as_str()))
            }
            (_, Some(_)) => take(&mut item, "input"),
            _ => take(&mut item, "action"),
        };
        let (id, name) = (owned(&item, &["call_id", "id"]), owned(&item, &["name"]));
        Call { id, name, namespace: owned(&item, &["namespace"]), input, is_local_shell }
    }
}

impl Message {
    pub(crate) fn words(&self) -> String {
        words(&self.content)
    }
}

/// Whether an item is the summary of what was before.
pub(crate) fn is_summary(item: &Value) -> bool {
    kinds(item).any(|kind| kind == SUMMARY)
}

/// What the client calls the blocks of a message.
fn kinds(item: &Value) -> impl Iterator<Item = &str> {
    let about = &item["internal_chat_message_metadata_passthrough"];
    let kinds = about["content_item_kinds"].as_array().map_or(&[][..], Vec::as_slice);
    kinds.iter().filter_map(Value::as_str)
}

/// The texts of a content.
pub(crate) fn words(content: &Value) -> String {
    let blocks = content.as_array().map_or(&[][..], Vec::as_slice);
    let texts: Vec<&str> = blocks.iter().filter_map(|block| text(block, &["text"])).collect();
    texts.join("\n")
}

/// What a request cost, as rollouts and answers say it.
pub(crate) fn usage(usage: &Value) -> Usage {
    Usage {
        input: count(usage, "input_tokens"),
        cached: count(usage, "cached_input_tokens"),
        output: count(usage, "output_tokens"),
    }
}

fn owned(value: &Value, keys: &[&str]) -> Option<String> {
    text(value, keys).map(str::to_owned)
}

fn take(value: &mut Value, key: &str) -> Value {
    value.get_mut(key).map(mem::take).unwrap_or_default()
}

/// Whether a line is one of Codex CLI's.
pub(crate) fn is_line(line: &Value) -> bool {
    let known = ["session_meta", "response_item", "event_msg", "turn_context"];
    let kind = line.get("type").and_then(Value::as_str);
    kind.is_some_and(|kind| known.contains(&kind)) && line.get("payload").is_some()
}
