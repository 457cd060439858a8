//! Rollouts of Codex CLI.

use std::io::{self, Write};
use std::path::Path;

use palimp_core::activity::Role;
use palimp_core::chat::{Message, Part};
use serde_json::{Value, json};

use crate::codex::wire::{self, Event, Line, SUMMARY, What};
use crate::payload::text;
use crate::prompt;
use crate::record::gather::{Gathered, Item, Kind, content};
use crate::record::json::{Step, locate};
use crate::record::rewrite::each_line;
use crate::record::summary::Summary;
use crate::record::{Place, Reader, Record, Recorded};

pub(crate) const RECORD: Record =
    Record { is_line: wire::is_line, reader: || Box::new(Lines), compacted };

/// Reads the lines.
#[derive(Debug, Default)]
struct Lines;

impl Reader for Lines {
    fn line(&mut self, number: u64, line: Value, into: &mut Gathered) {
        let Line { at, what } = Line::of(line);
        match what {
            What::Session { id, .. } => into.session = into.session.take().or(id),
            What::Item(said) => {
                let item = item(number, said, vec![Step::Key("payload")]);
                if matches!(&item, Some(item) if is_assistant(item)) {
                    into.last_request = at.or(into.last_request);
                }
                into.items.extend(item);
            }
            What::Compacted { message, history } => replaced(number, message, history, into),
            What::Event { event: Event::Counted { usage, window }, .. } => {
                into.reported = Some(usage.input).filter(|it| *it > 0).or(into.reported);
                into.window = window.and_then(|it| usize::try_from(it).ok()).or(into.window);
            }
            What::Event { event: Event::TakenBack(turns), .. } => {
                into.take_back(usize::try_from(turns).unwrap_or_default());
            }
            What::Event { .. } | What::Context { .. } | What::Other => {}
        }
    }
}

fn is_assistant(item: &Item) -> bool {
    item.message.as_ref().is_some_and(|message| message.role == Role::Assistant)
}

/// A compaction writes down the whole conversation that goes on from it. Older versions did not,
/// and went on from what the user had said.
fn replaced(
    number: u64,
    message: Option<String>,
    history: Option<Vec<Value>>,
    into: &mut Gathered,
) {
    match history {
        Some(_) => into.items.clear(),
        None => into.items.retain(|item| item.kind != Kind::Work),
    }
    into.compacted = Some(number);
    into.summary = message;
    for (at, value) in history.unwrap_or_default().into_iter().enumerate() {
        let path = ["payload", "replacement_history"].map(Step::Key).into_iter();
        let path = path.chain([Step::Item(at)]).collect();
        if wire::is_summary(&value) {
            into.summary = Some(wire::words(&value["content"]));
        } else {
            into.items.extend(item(number, wire::Item::of(value), path));
        }
    }
}

/// A message, a call or a result, which stands at `path` of its line.
fn item(line: u64, item: wire::Item, path: Vec<Step>) -> Option<Item> {
    match item {
        wire::Item::Message(said) => Some(message(line, &said)),
        wire::Item::Call(called) => {
            let message = Message { role: Role::Assistant, parts: vec![call(called)?] };
            Some(Item::new(line, Some(message), Kind::Work))
        }
        wire::Item::Output { id, output } => {
            let part = Part::ToolResult { id: id?, content: content(&output), is_error: false };
            let message = Message { role: Role::User, parts: vec![part] };
            let output = path.into_iter().chain([Step::Key("output")]).collect();
            Some(Item::new(line, Some(message), Kind::Work).with_result(0, output))
        }
        wire::Item::AgentMessage(words) => Some(Item::aside(line, words, "agent_message")),
        wire::Item::Tools(tools) => Some(Item::aside(line, tools.to_string(), "tools")),
        wire::Item::Other => None,
    }
}

fn message(line: u64, said: &wire::Message) -> Item {
    let (role, parts) = (said.role.as_str(), content(&said.content));
    if role == "assistant" {
        let message = Message { role: Role::Assistant, parts };
        return Item::new(line, Some(message), Kind::Work);
    }
    let words = said.words();
    let own = match said.kinds.is_empty() {
        false => said.kinds.iter().any(|kind| kind.starts_with("user.")),
        true => !words.trim_start().starts_with(['<', '#']),
    };
    let images = parts.iter().any(|it| matches!(it, Part::Image { .. }));
    if role == "user" && own && (images || prompt::words(&words).is_some()) {
        return Item::new(line, Some(Message { role: Role::User, parts }), Kind::Turn);
    }
    Item::aside(line, words, said.kinds.first().map_or(role, String::as_str))
}

fn call(call: wire::Call) -> Option<Part> {
    let name = call.name.unwrap_or_else(|| "local_shell".to_owned());
    Some(Part::ToolCall { id: call.id?, name, input: call.input })
}

/// See [`Recorded::write_compacted`]: one more line at the end, which holds the conversation that
/// goes on: what was never said, the summary, and what stays.
fn compacted(
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
    let is_item = |value: &Value| item(0, wire::Item::of(value.clone()), vec![]).is_some();
    let counted = |(_, value): &(usize, &Value)| !wire::is_summary(value) && is_item(value);
    let (at, _) = history.iter().enumerate().filter(counted).nth(number)?;
    Some(vec![Step::Key("payload"), Step::Key("replacement_history"), Step::Item(at)])
}
