//! What is gathered while a transcript is read.

use palimp_core::Client;
use palimp_core::activity::Role;
use palimp_core::chat::{Message, Part};
use serde_json::Value;

use super::branch::{Node, active};
use super::json::Step;
use super::{Aside, Place, Recorded};
use crate::payload::{string, text};

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
    pub(crate) items: Vec<Item>,
}

/// A line that may count, with the message that it is, if it is one.
#[derive(Debug)]
pub(crate) struct Item {
    pub(crate) node: Option<Node>,
    pub(crate) message: Option<Message>,
    pub(crate) kind: Kind,
    pub(crate) place: Place,
}

/// Who said a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The user; a turn begins.
    Turn,
    /// The assistant, or a tool.
    Work,
    /// Nobody, and so the client calls it.
    Aside(String),
}

impl Item {
    /// A message on line `line`.
    pub(crate) fn new(line: u64, message: Option<Message>, kind: Kind) -> Item {
        let place = Place { line, id: None, results: Vec::new() };
        Item { node: None, message, kind, place }
    }

    /// An aside with `words`.
    pub(crate) fn aside(line: u64, words: String, label: &str) -> Item {
        let message = Some(Message::text(Role::User, words));
        Item::new(line, message, Kind::Aside(label.to_owned()))
    }

    /// The same with its id and its parent's.
    pub(crate) fn within(mut self, id: Option<&str>, parent: Option<&str>) -> Item {
        self.place.id = id.map(str::to_owned);
        self.node = id.map(|id| Node {
            id: id.to_owned(),
            parent: parent.map(str::to_owned),
            is_turn: self.kind == Kind::Turn,
        });
        self
    }

    /// The same with the content of result `part` standing at `path`.
    pub(crate) fn with_result(mut self, part: usize, path: Vec<Step>) -> Item {
        self.place.results.push((part, path));
        self
    }
}

impl Gathered {
    /// The last `turns` turns are taken back.
    pub(crate) fn take_back(&mut self, turns: usize) {
        let starts = self.items.iter().enumerate().rev();
        let mut starts = starts.filter(|(_, item)| item.kind == Kind::Turn).map(|(at, _)| at);
        if let Some(last) = turns.checked_sub(1).and_then(|back| starts.nth(back)) {
            drop(starts);
            self.items.truncate(last);
        }
    }

    /// What was read.
    pub(crate) fn recorded(mut self, client: Client, lines: u64, broken: u64) -> Recorded {
        self.leave_branches();
        let mut recorded = Recorded {
            client,
            session: self.session,
            messages: Vec::new(),
            starts: Vec::new(),
            asides: Vec::new(),
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
            recorded.add(item, self.compacted);
        }
        recorded
    }

    fn leave_branches(&mut self) {
        let nodes: Vec<Node> = self.items.iter().filter_map(|item| item.node.clone()).collect();
        let mut active = active(&nodes).into_iter();
        self.items.retain(|item| item.node.is_none() || active.next().unwrap_or(true));
    }
}

impl Recorded {
    fn add(&mut self, item: Item, compacted: Option<u64>) {
        let Some(message) = item.message else { return };
        let at = self.messages.len();
        match item.kind {
            Kind::Turn => self.starts.push(at),
            Kind::Work => {}
            Kind::Aside(label) => self.asides.push(Aside { message: at, label }),
        }
        if compacted.is_some_and(|line| item.place.line < line) {
            self.earliest = at + 1;
        }
        self.messages.push(message);
        self.places.push(item.place);
    }
}

/// The parts of a result: texts and pictures. Pictures are not kept, only that there is one.
pub(crate) fn content(value: &Value) -> Vec<Part> {
    match value {
        Value::String(text) => vec![Part::text(text.as_str())],
        Value::Array(blocks) => blocks.iter().filter_map(block).collect(),
        _ => Vec::new(),
    }
}

/// A text or a picture.
pub(crate) fn block(block: &Value) -> Option<Part> {
    match text(block, &["type"])? {
        "text" | "input_text" | "output_text" => {
            Some(Part::text(string(block, &["text"]).unwrap_or_default()))
        }
        "image" | "input_image" => {
            let source = block.get("source").unwrap_or(block);
            let media = text(source, &["media_type", "mimeType"]).unwrap_or("image/png");
            Some(Part::Image { media_type: media.to_owned(), data: String::new() })
        }
        _ => None,
    }
}
