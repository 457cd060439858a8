//! State that accumulates while a transcript is read.

use palimp_core::AgentClient;
use palimp_core::activity::MessageRole;
use palimp_core::chat::{ChatMessage, MessagePart};
use serde_json::Value;

use super::branch::{TranscriptNode, active_lines};
use super::json::JsonStep;
use super::{ContextMessage, RecordedTranscript, TranscriptLocation};
use crate::payload::{string_field, text_field};

/// The conversation as far as it was read.
#[derive(Debug, Default)]
pub(crate) struct Gathered {
    pub(crate) session: Option<String>,
    pub(crate) summary: Option<String>,
    pub(crate) last_request: Option<i64>,
    pub(crate) reported: Option<u64>,
    pub(crate) window: Option<usize>,
    /// The line of the last compaction.
    pub(crate) compacted: Option<u64>,
    pub(crate) items: Vec<TranscriptItem>,
}

/// A line that may count, with its message if it has one.
#[derive(Debug)]
pub(crate) struct TranscriptItem {
    pub(crate) node: Option<TranscriptNode>,
    pub(crate) message: Option<ChatMessage>,
    pub(crate) kind: TranscriptItemKind,
    pub(crate) place: TranscriptLocation,
}

/// Kind of an item, by the author of its message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TranscriptItemKind {
    /// The user; a turn begins.
    Turn,
    /// The assistant, or a tool.
    Work,
    /// The client, under this label.
    ContextMessage(String),
}

impl TranscriptItem {
    /// Creates a message on line `line`.
    pub(crate) fn new(
        line: u64,
        message: Option<ChatMessage>,
        kind: TranscriptItemKind,
    ) -> TranscriptItem {
        let place = TranscriptLocation { line, id: None, results: Vec::new() };
        TranscriptItem { node: None, message, kind, place }
    }

    /// Creates a message of the client with `words`, labelled `label`.
    pub(crate) fn new_context_message(line: u64, words: String, label: &str) -> TranscriptItem {
        let message = Some(ChatMessage::from_text(MessageRole::User, words));
        TranscriptItem::new(line, message, TranscriptItemKind::ContextMessage(label.to_owned()))
    }

    /// Sets the item's id and its parent's.
    pub(crate) fn with_ids(mut self, id: Option<&str>, parent: Option<&str>) -> TranscriptItem {
        self.place.id = id.map(str::to_owned);
        self.node = id.map(|id| TranscriptNode {
            id: id.to_owned(),
            parent: parent.map(str::to_owned),
            is_turn: self.kind == TranscriptItemKind::Turn,
        });
        self
    }

    /// Adds the JSON path of the content of result `part`.
    pub(crate) fn with_result(mut self, part: usize, path: Vec<JsonStep>) -> TranscriptItem {
        self.place.results.push((part, path));
        self
    }
}

impl Gathered {
    /// Drops the last `turns` turns.
    pub(crate) fn drop_last_turns(&mut self, turns: usize) {
        let starts = self.items.iter().enumerate().rev();
        let mut starts =
            starts.filter(|(_, item)| item.kind == TranscriptItemKind::Turn).map(|(at, _)| at);
        if let Some(last) = turns.checked_sub(1).and_then(|back| starts.nth(back)) {
            drop(starts);
            self.items.truncate(last);
        }
    }

    /// Returns the transcript that was read.
    pub(crate) fn into_transcript(
        mut self,
        client: AgentClient,
        lines: u64,
        broken: u64,
    ) -> RecordedTranscript {
        self.leave_branches();
        let mut recorded = RecordedTranscript {
            client,
            session: self.session,
            messages: Vec::new(),
            starts: Vec::new(),
            context_messages: Vec::new(),
            summary: self.summary,
            last_request: self.last_request,
            reported: self.reported,
            window: self.window,
            lines,
            broken,
            earliest: 0,
            places: Vec::new(),
        };
        for item in self.items {
            recorded.add_item(item, self.compacted);
        }
        recorded
    }

    fn leave_branches(&mut self) {
        let nodes: Vec<TranscriptNode> =
            self.items.iter().filter_map(|item| item.node.clone()).collect();
        let mut active = active_lines(&nodes).into_iter();
        self.items.retain(|item| item.node.is_none() || active.next().unwrap_or(true));
    }
}

impl RecordedTranscript {
    fn add_item(&mut self, item: TranscriptItem, compacted: Option<u64>) {
        let Some(message) = item.message else { return };
        let at = self.messages.len();
        match item.kind {
            TranscriptItemKind::Turn => self.starts.push(at),
            TranscriptItemKind::Work => {}
            TranscriptItemKind::ContextMessage(label) => {
                self.context_messages.push(ContextMessage { message: at, label })
            }
        }
        if compacted.is_some_and(|line| item.place.line < line) {
            self.earliest = at + 1;
        }
        self.messages.push(message);
        self.places.push(item.place);
    }
}

/// Returns the parts of a result: texts and pictures. The data of pictures is not kept.
pub(crate) fn result_parts(value: &Value) -> Vec<MessagePart> {
    match value {
        Value::String(text) => vec![MessagePart::from_text(text.as_str())],
        Value::Array(blocks) => blocks.iter().filter_map(parse_block).collect(),
        _ => Vec::new(),
    }
}

/// Parses a text or a picture.
pub(crate) fn parse_block(block: &Value) -> Option<MessagePart> {
    match text_field(block, &["type"])? {
        "text" | "input_text" | "output_text" => {
            Some(MessagePart::from_text(string_field(block, &["text"]).unwrap_or_default()))
        }
        "image" | "input_image" => {
            let source = block.get("source").unwrap_or(block);
            let media = text_field(source, &["media_type", "mimeType"]).unwrap_or("image/png");
            Some(MessagePart::Image { media_type: media.to_owned(), data: String::new() })
        }
        _ => None,
    }
}
