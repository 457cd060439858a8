//! Session files of OpenClaw.

use std::io::{self, Write};
use std::path::Path;

use palimp_core::activity::Role;
use palimp_core::chat::{Message, Part};
use serde_json::{Value, json};

use crate::openclaw::wire::{self, By, Call, Line, What};
use crate::prompt;
use crate::record::gather::{Gathered, Item, Kind, block, content};
use crate::record::json::Step;
use crate::record::rewrite::each_line;
use crate::record::summary::Summary;
use crate::record::{Reader, Record, Recorded};

pub(crate) const RECORD: Record =
    Record { is_line: wire::is_line, reader: || Box::new(Lines), compacted };

/// Reads the lines.
#[derive(Debug, Default)]
struct Lines;

impl Reader for Lines {
    fn line(&mut self, number: u64, line: Value, into: &mut Gathered) {
        let line = Line::of(line);
        let item = match line.what {
            What::Session { .. } => {
                into.session = line.id;
                return;
            }
            What::Message(said) => message(number, said, line.at, into),
            What::Compaction { summary, kept } => {
                compaction(number, summary, kept.as_deref(), into);
                Item::new(number, None, Kind::Work)
            }
            What::Custom(content) => Item::aside(number, said(&content), "custom"),
            What::Branch { summary } => Item::aside(number, summary, "branch summary"),
            What::Other => Item::new(number, None, Kind::Work),
        };
        into.items.push(item.within(line.id.as_deref(), line.parent.as_deref()));
    }
}

fn compaction(number: u64, summary: Option<String>, kept: Option<&str>, into: &mut Gathered) {
    into.compacted = Some(number);
    into.summary = summary;
    let first = into.items.iter().position(|item| item.place.id.as_deref() == kept);
    let first = first.filter(|_| kept.is_some()).unwrap_or(into.items.len());
    // What was before is not sent, but what follows hangs on it.
    into.items[..first].iter_mut().for_each(|item| item.message = None);
}

fn message(number: u64, message: wire::Message, at: Option<i64>, into: &mut Gathered) -> Item {
    if message.is_excluded {
        return Item::new(number, None, Kind::Work);
    }
    let value = &message.content;
    match message.by {
        By::User => user(number, value),
        By::Assistant => {
            into.last_request = at.or(into.last_request);
            into.reported = Some(message.asked).filter(|asked| *asked > 0).or(into.reported);
            let message = Message { role: Role::Assistant, parts: parts(value) };
            Item::new(number, Some(message), Kind::Work)
        }
        By::Tool { id, is_error, .. } => {
            let id = id.unwrap_or_default();
            let part = Part::ToolResult { id, content: content(value), is_error };
            let message = Message { role: Role::User, parts: vec![part] };
            let path = ["message", "content"].map(Step::Key).to_vec();
            Item::new(number, Some(message), Kind::Work).with_result(0, path)
        }
        By::Other(role) => Item::aside(number, said(value), role.as_deref().unwrap_or("message")),
    }
}

fn user(number: u64, value: &Value) -> Item {
    let parts = content(value);
    let images = parts.iter().any(|part| matches!(part, Part::Image { .. }));
    if images || prompt::words(&said(value)).is_some() {
        let message = Message { role: Role::User, parts };
        return Item::new(number, Some(message), Kind::Turn);
    }
    Item::aside(number, said(value), "user")
}

fn said(value: &Value) -> String {
    Message { role: Role::User, parts: content(value) }.words()
}

fn parts(value: &Value) -> Vec<Part> {
    let Some(blocks) = value.as_array() else { return content(value) };
    let part = |value: &Value| match wire::call(value) {
        Some(Call { id, name, input }) => Some(Part::ToolCall { id, name, input }),
        None => block(value),
    };
    blocks.iter().filter_map(part).collect()
}

/// See [`Recorded::write_compacted`]: one more line at the end, which names what stays.
fn compacted(
    recorded: &Recorded,
    path: &Path,
    summary: &Summary,
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
    let id = &summary.uuid("compaction", from)[..8];
    let line = json!({
        "type": "compaction", "id": id, "parentId": last, "timestamp": timestamp,
        "summary": summary.text, "firstKeptEntryId": from, "tokensBefore": summary.tokens,
    });
    writeln!(output, "{line}")
}
