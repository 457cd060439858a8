//! Codec of Codex CLI's rollouts.

use std::io::{self, Write};
use std::path::Path;

use palimp_core::activity::MessageRole;
use palimp_core::chat::{ChatMessage, MessagePart};
use serde_json::{Value, json};

use crate::codec::gather::{Gathered, TranscriptItem, TranscriptItemKind, result_parts};
use crate::codec::json::{JsonStep, locate_value};
use crate::codec::rewrite::each_line;
use crate::codec::summary::CompactionSummary;
use crate::codec::{
    RecordedTranscript, TranscriptCodec, TranscriptLocation, TranscriptRecordReader,
};
use crate::codex::wire::{self, CodexEvent, RolloutLine, RolloutPayload, SUMMARY_KIND};
use crate::payload::text_field;
use crate::prompt;

pub(crate) const CODEC: TranscriptCodec = TranscriptCodec {
    is_line: wire::is_line,
    reader: || Box::new(CodexRecordReader),
    compacted: write_compacted,
};

/// Reads the lines.
#[derive(Debug, Default)]
struct CodexRecordReader;

impl TranscriptRecordReader for CodexRecordReader {
    fn process_line(&mut self, number: u64, line: Value, into: &mut Gathered) {
        let RolloutLine { at, what } = RolloutLine::from_value(line);
        match what {
            RolloutPayload::Session { id, .. } => into.session = into.session.take().or(id),
            RolloutPayload::Item(said) => {
                let item = parse_item(number, said, vec![JsonStep::Key("payload")]);
                if matches!(&item, Some(item) if is_assistant(item)) {
                    into.last_request = at.or(into.last_request);
                }
                into.items.extend(item);
            }
            RolloutPayload::Compacted { message, history } => {
                replace_history(number, message, history, into)
            }
            RolloutPayload::Event { event: CodexEvent::Counted { usage, window }, .. } => {
                into.reported = Some(usage.input).filter(|it| *it > 0).or(into.reported);
                into.window = window.and_then(|it| usize::try_from(it).ok()).or(into.window);
            }
            RolloutPayload::Event { event: CodexEvent::TakenBack(turns), .. } => {
                into.drop_last_turns(usize::try_from(turns).unwrap_or_default());
            }
            RolloutPayload::Event { .. }
            | RolloutPayload::Context { .. }
            | RolloutPayload::Other => {}
        }
    }
}

fn is_assistant(item: &TranscriptItem) -> bool {
    item.message.as_ref().is_some_and(|message| message.role == MessageRole::Assistant)
}

/// Replaces the history at a compaction, which records the whole conversation that continues. Older
/// versions recorded no history and continued from the user's messages.
fn replace_history(
    number: u64,
    message: Option<String>,
    history: Option<Vec<Value>>,
    into: &mut Gathered,
) {
    match history {
        Some(_) => into.items.clear(),
        None => into.items.retain(|item| item.kind != TranscriptItemKind::Work),
    }
    into.compacted = Some(number);
    into.summary = message;
    for (at, value) in history.unwrap_or_default().into_iter().enumerate() {
        let path = ["payload", "replacement_history"].map(JsonStep::Key).into_iter();
        let path = path.chain([JsonStep::Item(at)]).collect();
        if wire::is_summary(&value) {
            into.summary = Some(wire::content_text(&value["content"]));
        } else {
            into.items.extend(parse_item(number, wire::CodexResponseItem::from_value(value), path));
        }
    }
}

/// Parses a message, a call or a result, which is at `path` of its line.
fn parse_item(
    line: u64,
    item: wire::CodexResponseItem,
    path: Vec<JsonStep>,
) -> Option<TranscriptItem> {
    match item {
        wire::CodexResponseItem::Message(said) => Some(parse_message(line, &said)),
        wire::CodexResponseItem::Call(called) => {
            let message =
                ChatMessage { role: MessageRole::Assistant, parts: vec![call_part(called)?] };
            Some(TranscriptItem::new(line, Some(message), TranscriptItemKind::Work))
        }
        wire::CodexResponseItem::Output { id, output } => {
            let part = MessagePart::ToolResult {
                id: id?,
                content: result_parts(&output),
                is_error: false,
            };
            let message = ChatMessage { role: MessageRole::User, parts: vec![part] };
            let output = path.into_iter().chain([JsonStep::Key("output")]).collect();
            Some(
                TranscriptItem::new(line, Some(message), TranscriptItemKind::Work)
                    .with_result(0, output),
            )
        }
        wire::CodexResponseItem::AgentMessage(words) => {
            Some(TranscriptItem::new_context_message(line, words, "agent_message"))
        }
        wire::CodexResponseItem::Tools(tools) => {
            Some(TranscriptItem::new_context_message(line, tools.to_string(), "tools"))
        }
        wire::CodexResponseItem::Other => None,
    }
}

fn parse_message(line: u64, said: &wire::CodexMessage) -> TranscriptItem {
    let (role, parts) = (said.role.as_str(), result_parts(&said.content));
    if role == "assistant" {
        let message = ChatMessage { role: MessageRole::Assistant, parts };
        return TranscriptItem::new(line, Some(message), TranscriptItemKind::Work);
    }
    let words = said.text();
    let own = match said.kinds.is_empty() {
        false => said.kinds.iter().any(|kind| kind.starts_with("user.")),
        true => !words.trim_start().starts_with(['<', '#']),
    };
    let images = parts.iter().any(|it| matches!(it, MessagePart::Image { .. }));
    if role == "user" && own && (images || prompt::user_words(&words).is_some()) {
        return TranscriptItem::new(
            line,
            Some(ChatMessage { role: MessageRole::User, parts }),
            TranscriptItemKind::Turn,
        );
    }
    TranscriptItem::new_context_message(
        line,
        words,
        said.kinds.first().map_or(role, String::as_str),
    )
}

fn call_part(call: wire::CodexToolCall) -> Option<MessagePart> {
    let name = call.name.unwrap_or_else(|| "local_shell".to_owned());
    Some(MessagePart::ToolCall { id: call.id?, name, input: call.input })
}

/// See [`RecordedTranscript::write_compacted`]: appends one line that holds the conversation to
/// continue: the context messages, the summary, and the kept messages.
fn write_compacted(
    recorded: &RecordedTranscript,
    path: &Path,
    summary: &CompactionSummary,
    output: &mut dyn Write,
) -> io::Result<()> {
    let mut history = ReplacementHistory::default();
    let (mut ordinal, mut timestamp, mut end) = (None, Value::Null, b'\n');
    let first = recorded.places.first().map_or(0, |place| place.line);
    each_line(path, |number, line| {
        output.write_all(line)?;
        end = line.last().copied().unwrap_or(end);
        let Ok(value) = serde_json::from_slice::<Value>(line) else { return Ok(()) };
        ordinal = value["ordinal"].as_u64().or(ordinal);
        timestamp = value.get("timestamp").cloned().unwrap_or(timestamp.take());
        if number >= first {
            history.add_line(number, line, (recorded, summary));
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
    let (open, close) = (line.to_string(), history.into_payload(summary));
    let open = open.strip_suffix('}').unwrap_or(&open);
    writeln!(output, "{open},\"payload\":{close}}}")
}

/// Items to continue with, as raw JSON from the file.
#[derive(Debug, Default)]
struct ReplacementHistory {
    before: Vec<String>,
    kept: Vec<String>,
}

impl ReplacementHistory {
    /// Adds the conversation items of line `number`.
    fn add_line(
        &mut self,
        number: u64,
        line: &[u8],
        (recorded, summary): (&RecordedTranscript, &CompactionSummary),
    ) {
        let places = &recorded.places;
        let on_line = places.partition_point(|place| place.line < number);
        let value: Value = serde_json::from_slice(line).unwrap_or_default();
        if text_field(&value, &["type"]) != Some("compacted") {
            let first = places.get(on_line).filter(|place| place.line == number);
            let keeps = number >= places[summary.from].line;
            let known = first.is_some_and(|_| keeps || is_beginning(recorded, on_line));
            // Reasoning belongs to the calls that follow it.
            let silent =
                keeps && first.is_none() && text_field(&value, &["type"]) == Some("response_item");
            if known || silent {
                self.push_item(line, &[JsonStep::Key("payload")], keeps);
            }
            return;
        }
        for (at, place) in places.iter().enumerate().skip(on_line) {
            if place.line == number
                && let Some(path) = item_path(place, &value, at - on_line)
                && (at >= summary.from || is_beginning(recorded, at))
            {
                self.push_item(line, &path, at >= summary.from);
            }
        }
    }

    fn push_item(&mut self, line: &[u8], path: &[JsonStep], keeps: bool) {
        let item = locate_value(line, path).map(|range| String::from_utf8_lossy(&line[range]));
        let list = if keeps { &mut self.kept } else { &mut self.before };
        list.extend(item.map(|item| item.into_owned()));
    }

    /// Builds the payload of the line.
    fn into_payload(self, summary: &CompactionSummary) -> String {
        let text = summary.framed_text();
        let item = json!({
            "type": "message", "role": "user",
            "content": [{ "type": "input_text", "text": text }],
            "internal_chat_message_metadata_passthrough": { "content_item_kinds": [SUMMARY_KIND] },
        });
        let items = self.before.into_iter().chain([item.to_string()]).chain(self.kept);
        let items: Vec<String> = items.collect();
        let message = Value::from(text).to_string();
        format!("{{\"message\":{message},\"replacement_history\":[{}]}}", items.join(","))
    }
}

/// Returns true if a message belongs to the preamble of a conversation: the client added it, and it
/// precedes the first turn.
fn is_beginning(recorded: &RecordedTranscript, message: usize) -> bool {
    let first = recorded.starts.first().copied().unwrap_or_default();
    message < first && recorded.context_messages.iter().any(|it| it.message == message)
}

/// Returns the JSON path of the counted item `number` in a compaction line.
fn item_path(place: &TranscriptLocation, line: &Value, number: usize) -> Option<Vec<JsonStep>> {
    if let Some((_, path)) = place.results.first() {
        return path.split_last().map(|(_, path)| path.to_vec());
    }
    let history = line["payload"]["replacement_history"].as_array()?;
    let is_item = |value: &Value| {
        parse_item(0, wire::CodexResponseItem::from_value(value.clone()), vec![]).is_some()
    };
    let counted = |(_, value): &(usize, &Value)| !wire::is_summary(value) && is_item(value);
    let (at, _) = history.iter().enumerate().filter(counted).nth(number)?;
    Some(vec![JsonStep::Key("payload"), JsonStep::Key("replacement_history"), JsonStep::Item(at)])
}
