//! Codec of OpenClaw's session files.

use std::io::{self, Write};
use std::path::Path;

use palimp_core::activity::MessageRole;
use palimp_core::chat::{ChatMessage, MessagePart};
use serde_json::{Value, json};

use crate::codec::gather::{
    Gathered, TranscriptItem, TranscriptItemKind, parse_block, result_parts,
};
use crate::codec::json::JsonStep;
use crate::codec::rewrite::each_line;
use crate::codec::summary::CompactionSummary;
use crate::codec::{RecordedTranscript, TranscriptCodec, TranscriptRecordReader};
use crate::openclaw::wire::{self, OpenclawEvent, OpenclawPayload, OpenclawRole, OpenclawToolCall};
use crate::prompt;

pub(crate) const CODEC: TranscriptCodec = TranscriptCodec {
    is_line: wire::is_line,
    reader: || Box::new(OpenclawRecordReader),
    compacted: write_compacted,
};

/// Reads the lines.
#[derive(Debug, Default)]
struct OpenclawRecordReader;

impl TranscriptRecordReader for OpenclawRecordReader {
    fn process_line(&mut self, number: u64, line: Value, into: &mut Gathered) {
        let line = OpenclawEvent::from_value(line);
        let item = match line.what {
            OpenclawPayload::Session { .. } => {
                into.session = line.id;
                return;
            }
            OpenclawPayload::Message(said) => parse_message(number, said, line.at, into),
            OpenclawPayload::Compaction { summary, kept } => {
                read_compaction(number, summary, kept.as_deref(), into);
                TranscriptItem::new(number, None, TranscriptItemKind::Work)
            }
            OpenclawPayload::Custom(content) => {
                TranscriptItem::new_context_message(number, content_text(&content), "custom")
            }
            OpenclawPayload::Branch { summary } => {
                TranscriptItem::new_context_message(number, summary, "branch summary")
            }
            OpenclawPayload::Other => TranscriptItem::new(number, None, TranscriptItemKind::Work),
        };
        into.items.push(item.with_ids(line.id.as_deref(), line.parent.as_deref()));
    }
}

fn read_compaction(number: u64, summary: Option<String>, kept: Option<&str>, into: &mut Gathered) {
    into.compacted = Some(number);
    into.summary = summary;
    let first = into.items.iter().position(|item| item.place.id.as_deref() == kept);
    let first = first.filter(|_| kept.is_some()).unwrap_or(into.items.len());
    // Earlier messages are not sent, but later ones have them as parents.
    into.items[..first].iter_mut().for_each(|item| item.message = None);
}

fn parse_message(
    number: u64,
    message: wire::OpenclawMessage,
    at: Option<i64>,
    into: &mut Gathered,
) -> TranscriptItem {
    if message.is_excluded {
        return TranscriptItem::new(number, None, TranscriptItemKind::Work);
    }
    let value = &message.content;
    match message.by {
        OpenclawRole::User => parse_user(number, value),
        OpenclawRole::Assistant => {
            into.last_request = at.or(into.last_request);
            into.reported = Some(message.asked).filter(|asked| *asked > 0).or(into.reported);
            let message = ChatMessage { role: MessageRole::Assistant, parts: content_parts(value) };
            TranscriptItem::new(number, Some(message), TranscriptItemKind::Work)
        }
        OpenclawRole::Tool { id, is_error, .. } => {
            let id = id.unwrap_or_default();
            let part = MessagePart::ToolResult { id, content: result_parts(value), is_error };
            let message = ChatMessage { role: MessageRole::User, parts: vec![part] };
            let path = ["message", "content"].map(JsonStep::Key).to_vec();
            TranscriptItem::new(number, Some(message), TranscriptItemKind::Work)
                .with_result(0, path)
        }
        OpenclawRole::Other(role) => TranscriptItem::new_context_message(
            number,
            content_text(value),
            role.as_deref().unwrap_or("message"),
        ),
    }
}

fn parse_user(number: u64, value: &Value) -> TranscriptItem {
    let parts = result_parts(value);
    let images = parts.iter().any(|part| matches!(part, MessagePart::Image { .. }));
    if images || prompt::user_words(&content_text(value)).is_some() {
        let message = ChatMessage { role: MessageRole::User, parts };
        return TranscriptItem::new(number, Some(message), TranscriptItemKind::Turn);
    }
    TranscriptItem::new_context_message(number, content_text(value), "user")
}

fn content_text(value: &Value) -> String {
    ChatMessage { role: MessageRole::User, parts: result_parts(value) }.joined_text()
}

fn content_parts(value: &Value) -> Vec<MessagePart> {
    let Some(blocks) = value.as_array() else { return result_parts(value) };
    let part = |value: &Value| match wire::parse_call(value) {
        Some(OpenclawToolCall { id, name, input }) => {
            Some(MessagePart::ToolCall { id, name, input })
        }
        None => parse_block(value),
    };
    blocks.iter().filter_map(part).collect()
}

/// See [`RecordedTranscript::write_compacted`]: appends one line, which names the first kept
/// message.
fn write_compacted(
    recorded: &RecordedTranscript,
    path: &Path,
    summary: &CompactionSummary,
    output: &mut dyn Write,
) -> io::Result<()> {
    let (mut last, mut timestamp, mut end) = (Value::Null, Value::Null, b'\n');
    each_line(path, |_, line| {
        end = line.last().copied().unwrap_or(end);
        let value: Value = serde_json::from_slice(line).unwrap_or_default();
        if value.get("parentId").is_some() {
            last = value["id"].clone();
        }
        timestamp = value.get("timestamp").cloned().unwrap_or(timestamp.take());
        output.write_all(line)
    })?;
    if end != b'\n' {
        output.write_all(b"\n")?;
    }
    let from = recorded.places[summary.from].id.as_deref().unwrap_or_default();
    let id = &summary.line_uuid("compaction", from)[..8];
    let line = json!({
        "type": "compaction", "id": id, "parentId": last, "timestamp": timestamp,
        "summary": summary.text, "firstKeptEntryId": from, "tokensBefore": summary.tokens,
    });
    writeln!(output, "{line}")
}
