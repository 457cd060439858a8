//! Session files of OpenClaw.

use std::io::{self, Write};
use std::path::Path;

use palimp_core::activity::Role;
use palimp_core::chat::{Message, Part};
use serde_json::{Value, json};

use super::gather::{Gathered, Item, Kind, block, content};
use super::json::Step;
use super::rewrite::each_line;
use super::summary::Summary;
use super::{Reader, Recorded};
use crate::payload::{flag, text, time};
use crate::prompt;

/// Reads the lines.
#[derive(Debug, Default)]
pub(super) struct Lines;

impl Reader for Lines {
    fn line(&mut self, number: u64, line: Value, into: &mut Gathered) {
        let item = match text(&line, &["type"]) {
            Some("session") => {
                into.session = text(&line, &["id"]).map(str::to_owned);
                return;
            }
            Some("message") => message(number, &line, into),
            Some("compaction") => {
                compaction(number, &line, into);
                Item::new(number, None, Kind::Work)
            }
            Some("custom_message") => Item::aside(number, said(&line["content"]), "custom"),
            Some("branch_summary") => {
                let words = text(&line, &["summary"]).unwrap_or_default().to_owned();
                Item::aside(number, words, "branch summary")
            }
            _ => Item::new(number, None, Kind::Work),
        };
        let (id, parent) = (text(&line, &["id"]), text(&line, &["parentId"]));
        into.items.push(item.within(id, parent));
    }
}

fn compaction(number: u64, line: &Value, into: &mut Gathered) {
    into.compacted = Some(number);
    into.summary = text(line, &["summary"]).map(str::to_owned);
    let kept = text(line, &["firstKeptEntryId"]);
    let first = into.items.iter().position(|item| item.place.id.as_deref() == kept);
    let first = first.filter(|_| kept.is_some()).unwrap_or(into.items.len());
    // What was before is not sent, but what follows hangs on it.
    into.items[..first].iter_mut().for_each(|item| item.message = None);
}

fn message(number: u64, line: &Value, into: &mut Gathered) -> Item {
    let message = &line["message"];
    if flag(message, "excludeFromContext") {
        return Item::new(number, None, Kind::Work);
    }
    let value = &message["content"];
    match text(message, &["role"]) {
        Some("user") => user(number, value),
        Some("assistant") => {
            into.last_request = time(line, "timestamp").or(into.last_request);
            let tokens = |key: &str| message["usage"][key].as_u64().unwrap_or_default();
            let asked = tokens("input") + tokens("cacheRead") + tokens("cacheWrite");
            into.reported = Some(asked).filter(|asked| *asked > 0).or(into.reported);
            let message = Message { role: Role::Assistant, parts: parts(value) };
            Item::new(number, Some(message), Kind::Work)
        }
        Some("toolResult") => {
            let id = text(message, &["toolCallId"]).unwrap_or_default().to_owned();
            let is_error = flag(message, "isError");
            let part = Part::ToolResult { id, content: content(value), is_error };
            let message = Message { role: Role::User, parts: vec![part] };
            let path = ["message", "content"].map(Step::Key).to_vec();
            Item::new(number, Some(message), Kind::Work).with_result(0, path)
        }
        role => Item::aside(number, said(value), role.unwrap_or("message")),
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
    let part = |value: &Value| match text(value, &["type"])? {
        "toolCall" => Some(Part::ToolCall {
            id: text(value, &["id"])?.to_owned(),
            name: text(value, &["name"])?.to_owned(),
            input: value["arguments"].clone(),
        }),
        _ => block(value),
    };
    blocks.iter().filter_map(part).collect()
}

/// See [`Recorded::write_compacted`]: one more line at the end, which names what stays.
pub(super) fn compacted(
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
