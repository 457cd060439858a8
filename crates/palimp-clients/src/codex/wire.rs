//! JSON format of Codex CLI: the lines of its rollouts, and its token counts.

use std::mem;
use std::path::PathBuf;

use palimp_core::chat::TokenUsage;
use serde_json::Value;

use crate::payload::{path_field, text_field, time_field, token_count};

/// Block kind of a summary.
pub(crate) const SUMMARY_KIND: &str = "compaction.summary";

/// A line of a rollout.
pub(crate) struct RolloutLine {
    pub(crate) at: Option<i64>,
    pub(crate) what: RolloutPayload,
}

/// Payload of a rollout line.
pub(crate) enum RolloutPayload {
    /// Session metadata.
    Session {
        id: Option<String>,
        cwd: Option<PathBuf>,
        /// True if the whole rollout is a sub-agent's.
        is_subagents: bool,
    },
    /// Context of the next turn.
    Context {
        turn: Option<String>,
        cwd: Option<PathBuf>,
    },
    /// Event, as shown to the user.
    Event {
        turn: Option<String>,
        event: CodexEvent,
    },
    /// Item of the conversation with the model.
    Item(CodexResponseItem),
    /// Compaction: earlier messages are no longer sent.
    Compacted {
        /// Its summary, in earlier versions.
        message: Option<String>,
        /// Replacement history; earlier versions continued from the user's messages instead.
        history: Option<Vec<Value>>,
    },
    Other,
}

/// Event of a rollout.
pub(crate) enum CodexEvent {
    /// An item is finished: it tells of a command, a patch or an MCP call with its exit code, under
    /// the id that the hooks use.
    Finished(Value),
    UserSaid(String),
    AssistantSaid(String),
    TurnEnded {
        reply: String,
    },
    Counted {
        usage: TokenUsage,
        window: Option<u64>,
    },
    /// The number of turns that were rolled back.
    TakenBack(u64),
    Other,
}

/// Item of the conversation with the model.
pub(crate) enum CodexResponseItem {
    Message(CodexMessage),
    Call(CodexToolCall),
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
pub(crate) struct CodexMessage {
    pub(crate) role: String,
    /// Block kinds given by the client.
    pub(crate) kinds: Vec<String>,
    pub(crate) content: Value,
}

/// Tool call requested by the model.
pub(crate) struct CodexToolCall {
    pub(crate) id: Option<String>,
    pub(crate) name: Option<String>,
    pub(crate) namespace: Option<String>,
    /// Its arguments; a text where they are no JSON.
    pub(crate) input: Value,
    /// True for the shell of earlier versions, which has no name.
    pub(crate) is_local_shell: bool,
}

impl RolloutLine {
    pub(crate) fn from_value(mut line: Value) -> RolloutLine {
        let payload = take_field(&mut line, "payload");
        RolloutLine {
            at: time_field(&line, "timestamp"),
            what: RolloutPayload::from_payload(text_field(&line, &["type"]), payload),
        }
    }
}

impl RolloutPayload {
    fn from_payload(kind: Option<&str>, mut payload: Value) -> RolloutPayload {
        match kind {
            Some("session_meta") => {
                let source = payload.get("source");
                let spawned = source.is_some_and(|source| source.get("subagent").is_some());
                RolloutPayload::Session {
                    id: string_field(&payload, &["session_id", "id"]),
                    cwd: path_field(&payload, &["cwd"]),
                    is_subagents: spawned || text_field(&payload, &["parent_thread_id"]).is_some(),
                }
            }
            Some("turn_context") => RolloutPayload::Context {
                turn: string_field(&payload, &["turn_id"]),
                cwd: path_field(&payload, &["cwd"]),
            },
            Some("event_msg") => RolloutPayload::Event {
                turn: string_field(&payload, &["turn_id"]),
                event: CodexEvent::from_value(payload),
            },
            Some("response_item") => RolloutPayload::Item(CodexResponseItem::from_value(payload)),
            Some("compacted") => {
                let history = payload.get_mut("replacement_history").map(mem::take);
                let history = history.map(|history| match history {
                    Value::Array(items) => items,
                    _ => Vec::new(),
                });
                RolloutPayload::Compacted { message: string_field(&payload, &["message"]), history }
            }
            _ => RolloutPayload::Other,
        }
    }
}

impl CodexEvent {
    fn from_value(mut event: Value) -> CodexEvent {
        let said = |key| text_field(&event, &[key]).unwrap_or_default().to_owned();
        match text_field(&event, &["type"]) {
            Some("item_completed") => CodexEvent::Finished(take_field(&mut event, "item")),
            Some("user_message") => CodexEvent::UserSaid(said("message")),
            Some("agent_message") => CodexEvent::AssistantSaid(said("message")),
            Some("task_complete") => CodexEvent::TurnEnded { reply: said("last_agent_message") },
            Some("token_count") => CodexEvent::Counted {
                usage: parse_usage(&event["info"]["last_token_usage"]),
                window: event["info"]["model_context_window"].as_u64(),
            },
            Some("thread_rolled_back") => {
                CodexEvent::TakenBack(event["num_turns"].as_u64().unwrap_or_default())
            }
            _ => CodexEvent::Other,
        }
    }
}

impl CodexResponseItem {
    pub(crate) fn from_value(mut item: Value) -> CodexResponseItem {
        match text_field(&item, &["type"]) {
            Some("message") => CodexResponseItem::Message(CodexMessage {
                role: text_field(&item, &["role"]).unwrap_or_default().to_owned(),
                kinds: block_kinds(&item).map(str::to_owned).collect(),
                content: take_field(&mut item, "content"),
            }),
            Some("function_call" | "custom_tool_call") => {
                CodexResponseItem::Call(CodexToolCall::from_item(item, false))
            }
            Some("local_shell_call") => {
                CodexResponseItem::Call(CodexToolCall::from_item(item, true))
            }
            Some("function_call_output" | "custom_tool_call_output") => CodexResponseItem::Output {
                id: string_field(&item, &["call_id"]),
                output: take_field(&mut item, "output"),
            },
            Some("agent_message") => {
                CodexResponseItem::AgentMessage(content_text(&item["content"]))
            }
            Some("additional_tools") => CodexResponseItem::Tools(take_field(&mut item, "tools")),
            _ => CodexResponseItem::Other,
        }
    }
}

impl CodexToolCall {
    fn from_item(mut item: Value, is_local_shell: bool) -> CodexToolCall {
        let input = match (item.get("arguments"), item.get("input")) {
            (Some(Value::String(json)), _) => {
                serde_json::from_str(json).unwrap_or_else(|_| Value::from(json.as_str()))
            }
            (_, Some(_)) => take_field(&mut item, "input"),
            _ => take_field(&mut item, "action"),
        };
        let (id, name) = (string_field(&item, &["call_id", "id"]), string_field(&item, &["name"]));
        CodexToolCall {
            id,
            name,
            namespace: string_field(&item, &["namespace"]),
            input,
            is_local_shell,
        }
    }
}

impl CodexMessage {
    pub(crate) fn text(&self) -> String {
        content_text(&self.content)
    }
}

/// Returns true if an item is the summary of earlier messages.
pub(crate) fn is_summary(item: &Value) -> bool {
    block_kinds(item).any(|kind| kind == SUMMARY_KIND)
}

/// Returns the block kinds of a message, as given by the client.
fn block_kinds(item: &Value) -> impl Iterator<Item = &str> {
    let about = &item["internal_chat_message_metadata_passthrough"];
    let kinds = about["content_item_kinds"].as_array().map_or(&[][..], Vec::as_slice);
    kinds.iter().filter_map(Value::as_str)
}

/// Returns the texts of a content, joined.
pub(crate) fn content_text(content: &Value) -> String {
    let blocks = content.as_array().map_or(&[][..], Vec::as_slice);
    let texts: Vec<&str> = blocks.iter().filter_map(|block| text_field(block, &["text"])).collect();
    texts.join("\n")
}

/// Parses the token usage of a request, as recorded in rollouts and answers.
pub(crate) fn parse_usage(usage: &Value) -> TokenUsage {
    TokenUsage {
        input: token_count(usage, "input_tokens"),
        cached: token_count(usage, "cached_input_tokens"),
        output: token_count(usage, "output_tokens"),
    }
}

fn string_field(value: &Value, keys: &[&str]) -> Option<String> {
    text_field(value, keys).map(str::to_owned)
}

fn take_field(value: &mut Value, key: &str) -> Value {
    value.get_mut(key).map(mem::take).unwrap_or_default()
}

/// Returns true if a line is Codex CLI's.
pub(crate) fn is_line(line: &Value) -> bool {
    let known = ["session_meta", "response_item", "event_msg", "turn_context"];
    let kind = line.get("type").and_then(Value::as_str);
    kind.is_some_and(|kind| known.contains(&kind)) && line.get("payload").is_some()
}
