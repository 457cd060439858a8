//! Codec of Claude Code's transcripts.

use std::collections::HashSet;
use std::io::{self, Write};
use std::path::Path;

use palimp_core::activity::MessageRole;
use palimp_core::chat::{ChatMessage, MessagePart};
use serde_json::{Map, Value, json};

use crate::claude::typed_words;
use crate::claude::wire::{
    self, ClaudeBlock, ClaudeContent, ClaudeLine, ClaudeLineKind as LineKind, ClaudeToolCall,
    ClaudeToolResult, PreservedMessages,
};
use crate::codec::gather::{self, Gathered, TranscriptItem, TranscriptItemKind, result_parts};
use crate::codec::json::{JsonStep, locate_value};
use crate::codec::rewrite::each_line;
use crate::codec::summary::CompactionSummary;
use crate::codec::{RecordedTranscript, TranscriptCodec, TranscriptRecordReader};

pub(crate) const CODEC: TranscriptCodec = TranscriptCodec {
    is_line: wire::is_line,
    reader: || Box::new(ClaudeRecordReader),
    compacted: write_compacted,
};

/// Reads the lines.
#[derive(Debug, Default)]
struct ClaudeRecordReader;

impl TranscriptRecordReader for ClaudeRecordReader {
    fn process_line(&mut self, number: u64, line: Value, into: &mut Gathered) {
        let mut line = ClaudeLine::from_value(line);
        if let Some(session) = line.session() {
            into.session.get_or_insert_with(|| session.to_owned());
        }
        if line.is_subagents() {
            return;
        }
        let item = match line.kind() {
            LineKind::User => parse_user(number, &mut line, into),
            LineKind::Assistant => parse_assistant(number, &mut line, into),
            LineKind::Attachment => parse_attachment(number, &line),
            LineKind::Boundary => {
                into.compacted = Some(number);
                let kept = kept_ids(&line, &into.items);
                into.items
                    .retain(|item| item.place.id.as_ref().is_some_and(|id| kept.contains(id)));
                // Their parents are gone, and none of them is on a branch.
                into.items.iter_mut().for_each(|item| item.node = None);
                TranscriptItem::new(number, None, TranscriptItemKind::Work)
            }
            LineKind::Other => TranscriptItem::new(number, None, TranscriptItemKind::Work),
        };
        into.items.push(item.with_ids(line.id(), line.parent()));
    }
}

/// Returns the ids of the messages that a compaction kept.
fn kept_ids(line: &ClaudeLine, items: &[TranscriptItem]) -> HashSet<String> {
    let owned = |ids: &[&str]| ids.iter().map(|id| (*id).to_owned()).collect();
    let (head, tail) = match line.preserved_messages() {
        PreservedMessages::These(ids) => return owned(&ids),
        PreservedMessages::Between(head, tail) => (head, tail),
        PreservedMessages::Nothing => return HashSet::new(),
    };
    let ids: Vec<&str> = items.iter().filter_map(|item| item.place.id.as_deref()).collect();
    let end = |id: &str| ids.iter().position(|known| *known == id);
    match (end(head), end(tail)) {
        (Some(head), Some(tail)) if head <= tail => owned(&ids[head..=tail]),
        _ => HashSet::new(),
    }
}

fn parse_user(number: u64, line: &mut ClaudeLine, into: &mut Gathered) -> TranscriptItem {
    let content = line.take_content();
    if line.is_summary() {
        into.summary = Some(content.text());
        return TranscriptItem::new(number, None, TranscriptItemKind::Work);
    }
    let said = typed_words(&content.text()).is_some();
    let (parts, results) = message_parts(content);
    let shown = parts.iter().any(|part| matches!(part, MessagePart::Image { .. }));
    let kind = match results.is_empty() {
        false => TranscriptItemKind::Work,
        true if !line.is_nobodys() && (said || shown) => TranscriptItemKind::Turn,
        true => TranscriptItemKind::ContextMessage("command".to_owned()),
    };
    let message = ChatMessage { role: MessageRole::User, parts };
    let item = TranscriptItem::new(number, Some(message), kind);
    results.into_iter().fold(item, |item, (part, path)| item.with_result(part, path))
}

/// Returns the parts of a user message, and the JSON paths of the contents of tool results among
/// them.
fn message_parts(said: ClaudeContent) -> (Vec<MessagePart>, Vec<(usize, Vec<JsonStep>)>) {
    let blocks = match said {
        ClaudeContent::Words(words) => return (vec![MessagePart::from_text(words)], Vec::new()),
        ClaudeContent::Blocks(blocks) => blocks,
        ClaudeContent::Nothing => return (Vec::new(), Vec::new()),
    };
    let (mut parts, mut results) = (Vec::new(), Vec::new());
    for (at, block) in blocks.into_iter().enumerate() {
        if let ClaudeBlock::Result(_) = block {
            let path = ["message", "content"].map(JsonStep::Key).into_iter();
            let path = path.chain([JsonStep::Item(at), JsonStep::Key("content")]).collect();
            results.push((parts.len(), path));
        }
        // Nobody but the assistant calls a tool.
        parts.extend(
            message_part(block).filter(|part| !matches!(part, MessagePart::ToolCall { .. })),
        );
    }
    (parts, results)
}

fn message_part(block: ClaudeBlock) -> Option<MessagePart> {
    match block {
        ClaudeBlock::Text(text) => Some(MessagePart::from_text(text)),
        ClaudeBlock::Call(ClaudeToolCall { id, name, input }) => {
            Some(MessagePart::ToolCall { id, name, input })
        }
        ClaudeBlock::Result(ClaudeToolResult { id, content: value, is_error }) => {
            let (id, content) = (id.unwrap_or_default(), result_parts(&value));
            Some(MessagePart::ToolResult { id, content, is_error })
        }
        ClaudeBlock::Other(value) => gather::parse_block(&value),
    }
}

fn parse_assistant(number: u64, line: &mut ClaudeLine, into: &mut Gathered) -> TranscriptItem {
    if line.is_error() {
        return TranscriptItem::new(number, None, TranscriptItemKind::Work);
    }
    into.last_request = line.timestamp().or(into.last_request);
    into.reported = Some(line.usage().input).filter(|sum| *sum > 0).or(into.reported);
    let blocks = line.take_content().into_blocks().into_iter();
    let blocks = blocks.filter(|block| !matches!(block, ClaudeBlock::Result(_)));
    let parts: Vec<MessagePart> = blocks.filter_map(message_part).collect();
    let message =
        (!parts.is_empty()).then_some(ChatMessage { role: MessageRole::Assistant, parts });
    TranscriptItem::new(number, message, TranscriptItemKind::Work)
}

/// Parses context that the client attached to a message, in the words that it sends.
fn parse_attachment(number: u64, line: &ClaudeLine) -> TranscriptItem {
    match line.attachment() {
        (_, texts) if texts.is_empty() => {
            TranscriptItem::new(number, None, TranscriptItemKind::Work)
        }
        (label, texts) => TranscriptItem::new_context_message(number, texts.join("\n"), label),
    }
}

/// Fields that every line of a session shares.
const SHARED_KEYS: [&str; 7] =
    ["userType", "entrypoint", "cwd", "sessionId", "version", "gitBranch", "slug"];

/// See [`RecordedTranscript::write_compacted`]: inserts a boundary and a summary before the kept
/// lines. Parents from before the boundary are replaced by the summary.
fn write_compacted(
    recorded: &RecordedTranscript,
    path: &Path,
    summary: &CompactionSummary,
    output: &mut dyn Write,
) -> io::Result<()> {
    let first = recorded.places[summary.from].line;
    let (ids, last) = line_ids(path, first)?;
    let beside = recorded.places[summary.from].id.as_deref().unwrap_or_default();
    let id = summary.line_uuid("summary", beside);
    each_line(path, |number, line| {
        if number == first {
            for new in boundary_lines(summary, line, (last.as_deref(), &id), beside) {
                output.write_all(new.to_string().as_bytes())?;
                output.write_all(b"\n")?;
            }
        }
        match number < first {
            true => output.write_all(line),
            false => output.write_all(&reparent_line(line, &ids, &id)),
        }
    })
}

/// Returns the ids of the lines before line `first`, and the last id that is not a sub-agent's.
fn line_ids(path: &Path, first: u64) -> io::Result<(HashSet<String>, Option<String>)> {
    let (mut ids, mut last) = (HashSet::new(), None);
    each_line(path, |number, line| {
        let line = match number < first {
            true => ClaudeLine::from_value(serde_json::from_slice(line).unwrap_or_default()),
            false => return Ok(()),
        };
        if let Some(id) = line.id() {
            if !line.is_subagents() {
                last = Some(id.to_owned());
            }
            ids.insert(id.to_owned());
        }
        Ok(())
    })?;
    Ok((ids, last))
}

/// Returns `line` with the summary as its parent if its own parent is in `old`.
fn reparent_line(line: &[u8], old: &HashSet<String>, summary: &str) -> Vec<u8> {
    let mut line = line.to_vec();
    let value = |key| locate_value(&line, &[JsonStep::Key(key)]);
    let is_sidechain = value("isSidechain").is_some_and(|range| &line[range] == b"true");
    let Some(range) = value("parentUuid").filter(|_| !is_sidechain) else { return line };
    let parent: Value = serde_json::from_slice(&line[range.clone()]).unwrap_or_default();
    if parent.as_str().is_some_and(|parent| old.contains(parent)) {
        line.splice(range, Value::from(summary).to_string().into_bytes());
    }
    line
}

/// Builds the two lines of a compaction.
fn boundary_lines(
    summary: &CompactionSummary,
    first: &[u8],
    (last, id): (Option<&str>, &str),
    beside: &str,
) -> [Value; 2] {
    let like: Value = serde_json::from_slice(first).unwrap_or_default();
    let shared: Map<String, Value> = SHARED_KEYS
        .iter()
        .filter_map(|key| Some(((*key).to_owned(), like.get(*key)?.clone())))
        .collect();
    let (boundary, timestamp) = (summary.line_uuid("boundary", beside), &like["timestamp"]);
    let mark = json!({
        "parentUuid": null, "logicalParentUuid": last, "isSidechain": false, "type": "system",
        "subtype": "compact_boundary", "content": "Conversation compacted", "isMeta": false,
        "timestamp": timestamp, "uuid": boundary, "level": "info",
        "compactMetadata": { "trigger": "manual", "preTokens": summary.tokens },
    });
    let words = json!({
        "parentUuid": boundary, "isSidechain": false, "type": "user",
        "message": { "role": "user", "content": summary.framed_text() },
        "isVisibleInTranscriptOnly": true, "isCompactSummary": true,
        "uuid": id, "timestamp": timestamp,
    });
    [mark, words].map(|mut line| {
        if let Some(fields) = line.as_object_mut() {
            fields.extend(shared.clone());
        }
        line
    })
}
