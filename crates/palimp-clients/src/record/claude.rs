//! Transcripts of Claude Code.

use std::collections::HashSet;
use std::io::{self, Write};
use std::path::Path;

use palimp_core::activity::Role;
use palimp_core::chat::{Message, Part};
use serde_json::{Map, Value, json};

use super::gather::{Gathered, Item, Kind, block, content};
use super::json::{Step, locate};
use super::rewrite::each_line;
use super::summary::Summary;
use super::{Reader, Recorded};
use crate::claude::words;
use crate::payload::{flag, string, text, time};

/// Reads the lines.
#[derive(Debug, Default)]
pub(super) struct Lines;

impl Reader for Lines {
    fn line(&mut self, number: u64, line: Value, into: &mut Gathered) {
        if let Some(session) = text(&line, &["sessionId"]) {
            into.session.get_or_insert_with(|| session.to_owned());
        }
        if flag(&line, "isSidechain") {
            return;
        }
        let item = match text(&line, &["type"]) {
            Some("user") => user(number, &line, into),
            Some("assistant") => assistant(number, &line, into),
            Some("attachment") => attachment(number, &line),
            Some("system") if text(&line, &["subtype"]) == Some("compact_boundary") => {
                into.compacted = Some(number);
                let kept = kept(&line, &into.items);
                into.items
                    .retain(|item| item.place.id.as_ref().is_some_and(|id| kept.contains(id)));
                // Their parents are gone, and none of them is on a branch.
                into.items.iter_mut().for_each(|item| item.node = None);
                Item::new(number, None, Kind::Work)
            }
            _ => Item::new(number, None, Kind::Work),
        };
        let (id, parent) = (text(&line, &["uuid"]), text(&line, &["parentUuid"]));
        into.items.push(item.within(id, parent));
    }
}

/// The ids of what a compaction kept.
fn kept(line: &Value, items: &[Item]) -> HashSet<String> {
    let about = &line["compactMetadata"];
    if let Some(ids) = about["preservedMessages"]["uuids"].as_array() {
        return ids.iter().filter_map(Value::as_str).map(str::to_owned).collect();
    }
    let ids: Vec<&str> = items.iter().filter_map(|item| item.place.id.as_deref()).collect();
    let end = |key: &str| {
        let id = about["preservedSegment"][key].as_str()?;
        ids.iter().position(|known| *known == id)
    };
    match (end("headUuid"), end("tailUuid")) {
        (Some(head), Some(tail)) if head <= tail => {
            ids[head..=tail].iter().map(|id| (*id).to_owned()).collect()
        }
        _ => HashSet::new(),
    }
}

fn user(number: u64, line: &Value, into: &mut Gathered) -> Item {
    let content = &line["message"]["content"];
    if flag(line, "isCompactSummary") {
        into.summary = Some(content.as_str().map_or_else(|| joined(content), str::to_owned));
        return Item::new(number, None, Kind::Work);
    }
    let (parts, results) = parts(content);
    let said = || match content {
        Value::String(text) => words(text).is_some(),
        content => {
            let images = parts.iter().any(|part| matches!(part, Part::Image { .. }));
            images || words(&joined(content)).is_some()
        }
    };
    let nobody = ["isMeta", "isVisibleInTranscriptOnly"].iter().any(|mark| flag(line, mark))
        || text(line, &["promptSource"]) == Some("system");
    let kind = match results.is_empty() {
        false => Kind::Work,
        true if !nobody && said() => Kind::Turn,
        true => Kind::Aside("command".to_owned()),
    };
    let message = Message { role: Role::User, parts };
    let item = Item::new(number, Some(message), kind);
    results.into_iter().fold(item, |item, (part, path)| item.with_result(part, path))
}

/// The parts of a message of the user, and where the contents of results among them stand.
fn parts(value: &Value) -> (Vec<Part>, Vec<(usize, Vec<Step>)>) {
    let blocks = match value {
        Value::String(text) => return (vec![Part::text(text.as_str())], Vec::new()),
        Value::Array(blocks) => blocks,
        _ => return (Vec::new(), Vec::new()),
    };
    let (mut parts, mut results) = (Vec::new(), Vec::new());
    for (at, value) in blocks.iter().enumerate() {
        let part = match text(value, &["type"]) {
            Some("tool_result") => {
                let path = ["message", "content"].map(Step::Key).into_iter();
                let path = path.chain([Step::Item(at), Step::Key("content")]).collect();
                results.push((parts.len(), path));
                Some(result(value))
            }
            _ => block(value),
        };
        parts.extend(part);
    }
    (parts, results)
}

fn result(block: &Value) -> Part {
    Part::ToolResult {
        id: text(block, &["tool_use_id"]).unwrap_or_default().to_owned(),
        content: content(&block["content"]),
        is_error: flag(block, "is_error"),
    }
}

fn joined(content: &Value) -> String {
    let blocks = content.as_array().map_or(&[][..], Vec::as_slice);
    let texts: Vec<&str> = blocks.iter().filter_map(|block| text(block, &["text"])).collect();
    texts.join("\n")
}

fn assistant(number: u64, line: &Value, into: &mut Gathered) -> Item {
    let message = &line["message"];
    if text(message, &["model"]) == Some("<synthetic>") || flag(line, "isApiErrorMessage") {
        return Item::new(number, None, Kind::Work);
    }
    into.last_request = time(line, "timestamp").or(into.last_request);
    let tokens = |key: &str| message["usage"][key].as_u64().unwrap_or_default();
    let asked =
        ["input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens"].map(tokens);
    into.reported = Some(asked.iter().sum()).filter(|sum| *sum > 0).or(into.reported);
    let blocks = message["content"].as_array().map_or(&[][..], Vec::as_slice);
    let parts = blocks.iter().filter_map(|value| match text(value, &["type"])? {
        "tool_use" => Some(Part::ToolCall {
            id: text(value, &["id"])?.to_owned(),
            name: text(value, &["name"])?.to_owned(),
            input: value["input"].clone(),
        }),
        _ => block(value),
    });
    let parts: Vec<Part> = parts.collect();
    let message = (!parts.is_empty()).then_some(Message { role: Role::Assistant, parts });
    Item::new(number, message, Kind::Work)
}

/// What the client put in beside what was said, in the words that it sends.
fn attachment(number: u64, line: &Value) -> Item {
    let pieces = line["rendered"].as_array().map_or(&[][..], Vec::as_slice);
    let texts: Vec<&str> = pieces.iter().filter_map(|it| string(it, &["content"])).collect();
    if texts.is_empty() {
        return Item::new(number, None, Kind::Work);
    }
    let label = text(&line["attachment"], &["type"]).unwrap_or("attachment");
    Item::aside(number, texts.join("\n"), label)
}

/// The fields that every line of a session shares.
const SHARED: [&str; 7] =
    ["userType", "entrypoint", "cwd", "sessionId", "version", "gitBranch", "slug"];

/// See [`Recorded::write_compacted`]: a boundary and a summary before what stays, whose parents
/// from before the boundary are replaced by the summary.
pub(super) fn compacted(
    recorded: &Recorded,
    path: &Path,
    summary: &Summary,
    output: &mut dyn Write,
) -> io::Result<()> {
    let first = recorded.places[summary.from].line;
    let (ids, last) = ids(path, first)?;
    let beside = recorded.places[summary.from].id.as_deref().unwrap_or_default();
    let id = summary.uuid("summary", beside);
    each_line(path, |number, line| {
        if number == first {
            for new in boundary(summary, line, (last.as_deref(), &id), beside) {
                output.write_all(new.to_string().as_bytes())?;
                output.write_all(b"\n")?;
            }
        }
        match number < first {
            true => output.write_all(line),
            false => output.write_all(&rehung(line, &ids, &id)),
        }
    })
}

/// The ids of the lines before line `first`, and the last of them that is no sub-agent's.
fn ids(path: &Path, first: u64) -> io::Result<(HashSet<String>, Option<String>)> {
    let (mut ids, mut last) = (HashSet::new(), None);
    each_line(path, |number, line| {
        let line: Value = match number < first {
            true => serde_json::from_slice(line).unwrap_or_default(),
            false => return Ok(()),
        };
        if let Some(id) = text(&line, &["uuid"]) {
            if !flag(&line, "isSidechain") {
                last = Some(id.to_owned());
            }
            ids.insert(id.to_owned());
        }
        Ok(())
    })?;
    Ok((ids, last))
}

/// `line` with the summary as its parent, where its own is one of `old`.
fn rehung(line: &[u8], old: &HashSet<String>, summary: &str) -> Vec<u8> {
    let mut line = line.to_vec();
    let value = |key| locate(&line, &[Step::Key(key)]);
    let aside = value("isSidechain").is_some_and(|range| &line[range] == b"true");
    let Some(range) = value("parentUuid").filter(|_| !aside) else { return line };
    let parent: Value = serde_json::from_slice(&line[range.clone()]).unwrap_or_default();
    if parent.as_str().is_some_and(|parent| old.contains(parent)) {
        line.splice(range, Value::from(summary).to_string().into_bytes());
    }
    line
}

/// The two lines that a compaction is.
fn boundary(
    summary: &Summary,
    first: &[u8],
    (last, id): (Option<&str>, &str),
    beside: &str,
) -> [Value; 2] {
    let like: Value = serde_json::from_slice(first).unwrap_or_default();
    let shared: Map<String, Value> = SHARED
        .iter()
        .filter_map(|key| Some(((*key).to_owned(), like.get(*key)?.clone())))
        .collect();
    let (boundary, timestamp) = (summary.uuid("boundary", beside), &like["timestamp"]);
    let mark = json!({
        "parentUuid": null, "logicalParentUuid": last, "isSidechain": false, "type": "system",
        "subtype": "compact_boundary", "content": "Conversation compacted", "isMeta": false,
        "timestamp": timestamp, "uuid": boundary, "level": "info",
        "compactMetadata": { "trigger": "manual", "preTokens": summary.tokens },
    });
    let words = json!({
        "parentUuid": boundary, "isSidechain": false, "type": "user",
        "message": { "role": "user", "content": summary.framed() },
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
