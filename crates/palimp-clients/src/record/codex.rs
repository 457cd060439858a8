//! Rollouts of Codex CLI.

use std::io::{self, Write};
use std::path::Path;

use palimp_core::activity::Role;
use palimp_core::chat::{Message, Part};
use serde_json::{Value, json};

use super::gather::{Gathered, Item, Kind, content};
use super::json::{Step, locate};
use super::rewrite::each_line;
use super::summary::Summary;
use super::{Place, Reader, Recorded};
use crate::payload::{text, time};
use crate::prompt;

/// What the client calls a summary among the blocks of messages.
const SUMMARY: &str = "compaction.summary";

/// Reads the lines.
#[derive(Debug, Default)]
pub(super) struct Lines;

impl Reader for Lines {
    fn line(&mut self, number: u64, line: Value, into: &mut Gathered) {
        let payload = &line["payload"];
        match text(&line, &["type"]) {
            Some("session_meta") => {
                let id = text(payload, &["session_id", "id"]).map(str::to_owned);
                into.session = into.session.take().or(id);
            }
            Some("response_item") => {
                let item = item(number, payload, vec![Step::Key("payload")]);
                if matches!(&item, Some(item) if is_assistant(item)) {
                    into.last_request = time(&line, "timestamp").or(into.last_request);
                }
                into.items.extend(item);
            }
            Some("compacted") => replaced(number, payload, into),
            Some("event_msg") => event(payload, into),
            _ => {}
        }
    }
}

fn is_assistant(item: &Item) -> bool {
    item.message.as_ref().is_some_and(|message| message.role == Role::Assistant)
}

fn event(event: &Value, into: &mut Gathered) {
    match text(event, &["type"]) {
        Some("token_count") => {
            let info = &event["info"];
            let asked = info["last_token_usage"]["input_tokens"].as_u64().filter(|it| *it > 0);
            into.reported = asked.or(into.reported);
            let window = info["model_context_window"].as_u64();
            into.window = window.and_then(|it| usize::try_from(it).ok()).or(into.window);
        }
        Some("thread_rolled_back") => {
            let turns = event["num_turns"].as_u64().unwrap_or_default();
            into.take_back(usize::try_from(turns).unwrap_or_default());
        }
        _ => {}
    }
}

/// A compaction writes down the whole conversation that goes on from it. Older versions did not,
/// and went on from what the user had said.
fn replaced(number: u64, payload: &Value, into: &mut Gathered) {
    match payload.get("replacement_history") {
        Some(_) => into.items.clear(),
        None => into.items.retain(|item| item.kind != Kind::Work),
    }
    into.compacted = Some(number);
    let message = text(payload, &["message"]).unwrap_or_default();
    into.summary = Some(message.to_owned()).filter(|text| !text.is_empty());
    let history = payload["replacement_history"].as_array().map_or(&[][..], Vec::as_slice);
    for (at, value) in history.iter().enumerate() {
        let path = ["payload", "replacement_history"].map(Step::Key).into_iter();
        let path = path.chain([Step::Item(at)]).collect();
        if is_summary(value) {
            into.summary = Some(words(value));
        } else {
            into.items.extend(item(number, value, path));
        }
    }
}

fn is_summary(item: &Value) -> bool {
    kinds(item).any(|kind| kind == SUMMARY)
}

/// What the client calls the blocks of a message.
fn kinds(item: &Value) -> impl Iterator<Item = &str> {
    let about = &item["internal_chat_message_metadata_passthrough"];
    let kinds = about["content_item_kinds"].as_array().map_or(&[][..], Vec::as_slice);
    kinds.iter().filter_map(Value::as_str)
}

fn words(item: &Value) -> String {
    let blocks = item["content"].as_array().map_or(&[][..], Vec::as_slice);
    let texts: Vec<&str> = blocks.iter().filter_map(|block| text(block, &["text"])).collect();
    texts.join("\n")
}

/// A message, a call or a result, which stands at `path` of its line.
fn item(line: u64, item: &Value, path: Vec<Step>) -> Option<Item> {
    match text(item, &["type"])? {
        "message" => Some(message(line, item)),
        "function_call" | "custom_tool_call" | "local_shell_call" => {
            let message = Message { role: Role::Assistant, parts: vec![call(item)?] };
            Some(Item::new(line, Some(message), Kind::Work))
        }
        "function_call_output" | "custom_tool_call_output" => {
            let id = text(item, &["call_id"])?.to_owned();
            let content = content(&item["output"]);
            let part = Part::ToolResult { id, content, is_error: false };
            let message = Message { role: Role::User, parts: vec![part] };
            let output = path.into_iter().chain([Step::Key("output")]).collect();
            Some(Item::new(line, Some(message), Kind::Work).with_result(0, output))
        }
        "agent_message" => Some(Item::aside(line, words(item), "agent_message")),
        "additional_tools" => Some(Item::aside(line, item["tools"].to_string(), "tools")),
        _ => None,
    }
}

fn message(line: u64, item: &Value) -> Item {
    let role = text(item, &["role"]).unwrap_or_default();
    if role == "assistant" {
        let message = Message { role: Role::Assistant, parts: content(&item["content"]) };
        return Item::new(line, Some(message), Kind::Work);
    }
    let words = words(item);
    let own = match kinds(item).next() {
        Some(_) => kinds(item).any(|kind| kind.starts_with("user.")),
        None => !words.trim_start().starts_with(['<', '#']),
    };
    let images = content(&item["content"]).iter().any(|it| matches!(it, Part::Image { .. }));
    if role == "user" && own && (images || prompt::words(&words).is_some()) {
        let message = Message { role: Role::User, parts: content(&item["content"]) };
        return Item::new(line, Some(message), Kind::Turn);
    }
    let label = kinds(item).next().unwrap_or(role).to_owned();
    Item::aside(line, words, &label)
}

fn call(item: &Value) -> Option<Part> {
    let input = match (item.get("arguments"), item.get("input")) {
        (Some(Value::String(json)), _) => {
            serde_json::from_str(json).unwrap_or_else(|_| Value::from(json.as_str()))
        }
        (_, Some(input)) => input.clone(),
        _ => item.get("action").cloned().unwrap_or_default(),
    };
    let id = text(item, &["call_id", "id"])?.to_owned();
    let name = text(item, &["name"]).unwrap_or("local_shell").to_owned();
    Some(Part::ToolCall { id, name, input })
}

/// See [`Recorded::write_compacted`]: one more line at the end, which holds the conversation that
/// goes on: what was never said, the summary, and what stays.
pub(super) fn compacted(
    recorded: &Recorded,
    path: &Path,
    summary: &Summary,
    output: &mut dyn Write,
) -> io::Result<()> {
    let mut history = History::default();
    let (mut ordinal, mut timestamp, mut end) = (None, Value::Null, b'\n');
    let first = recorded.places.first().map_or(0, |place| place.line);
    each_line(path, |number, line| {
        output.write_all(line)?;
        end = line.last().copied().unwrap_or(end);
        let Ok(value) = serde_json::from_slice::<Value>(line) else { return Ok(()) };
        ordinal = value["ordinal"].as_u64().or(ordinal);
        timestamp = value.get("timestamp").cloned().unwrap_or(timestamp.take());
        if number >= first {
            history.take(number, line, (recorded, summary));
        }
        Ok(())
    })?;
    if end != b'\n' {
        output.write_all(b"\n")?;
    }
    let mut line = json!({ "timestamp": timestamp });
    if let Some(ordinal) = ordinal {
        line["ordinal"] = json!(ordinal + 1);
    }
    line["type"] = json!("compacted");
    let (open, close) = (line.to_string(), history.finish(summary));
    let open = open.strip_suffix('}').unwrap_or(&open);
    writeln!(output, "{open},\"payload\":{close}}}")
}

/// The items that go on, as they stand in the file.
#[derive(Debug, Default)]
struct History {
    before: Vec<String>,
    kept: Vec<String>,
}

impl History {
    /// Takes what line `number` has of the conversation.
    fn take(&mut self, number: u64, line: &[u8], (recorded, summary): (&Recorded, &Summary)) {
        let places = &recorded.places;
        let on_line = places.partition_point(|place| place.line < number);
        let value: Value = serde_json::from_slice(line).unwrap_or_default();
        if text(&value, &["type"]) != Some("compacted") {
            let first = places.get(on_line).filter(|place| place.line == number);
            let keeps = number >= places[summary.from].line;
            let known = first.is_some_and(|_| keeps || is_beginning(recorded, on_line));
            // Reasoning belongs to the calls that follow it.
            let silent =
                keeps && first.is_none() && text(&value, &["type"]) == Some("response_item");
            if known || silent {
                self.add(line, &[Step::Key("payload")], keeps);
            }
            return;
        }
        for (at, place) in places.iter().enumerate().skip(on_line) {
            if place.line == number
                && let Some(path) = item_path(place, &value, at - on_line)
                && (at >= summary.from || is_beginning(recorded, at))
            {
                self.add(line, &path, at >= summary.from);
            }
        }
    }

    fn add(&mut self, line: &[u8], path: &[Step], keeps: bool) {
        let item = locate(line, path).map(|range| String::from_utf8_lossy(&line[range]));
        let list = if keeps { &mut self.kept } else { &mut self.before };
        list.extend(item.map(|item| item.into_owned()));
    }

    /// The payload of the line.
    fn finish(self, summary: &Summary) -> String {
        let text = summary.framed();
        let item = json!({
            "type": "message", "role": "user",
            "content": [{ "type": "input_text", "text": text }],
            "internal_chat_message_metadata_passthrough": { "content_item_kinds": [SUMMARY] },
        });
        let items = self.before.into_iter().chain([item.to_string()]).chain(self.kept);
        let items: Vec<String> = items.collect();
        let message = Value::from(text).to_string();
        format!("{{\"message\":{message},\"replacement_history\":[{}]}}", items.join(","))
    }
}

/// Whether a message is part of what every conversation begins with: nobody said it, and it stands
/// before the first turn.
fn is_beginning(recorded: &Recorded, message: usize) -> bool {
    let first = recorded.starts.first().copied().unwrap_or_default();
    message < first && recorded.asides.iter().any(|aside| aside.message == message)
}

/// Where item `number` of those that count stands in the line of a compaction.
fn item_path(place: &Place, line: &Value, number: usize) -> Option<Vec<Step>> {
    if let Some((_, path)) = place.results.first() {
        return path.split_last().map(|(_, path)| path.to_vec());
    }
    let history = line["payload"]["replacement_history"].as_array()?;
    let counted =
        |(_, value): &(usize, &Value)| !is_summary(value) && item(0, value, vec![]).is_some();
    let (at, _) = history.iter().enumerate().filter(counted).nth(number)?;
    Some(vec![Step::Key("payload"), Step::Key("replacement_history"), Step::Item(at)])
}
