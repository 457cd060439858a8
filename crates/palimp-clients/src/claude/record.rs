//! Transcripts of Claude Code.

use std::collections::HashSet;
use std::io::{self, Write};
use std::path::Path;

use palimp_core::activity::Role;
use palimp_core::chat::{Message, Part};
use serde_json::{Map, Value, json};

use crate::claude::wire::{
    self, Block, Content, Kept, Kind as LineKind, Line, ToolCall, ToolResult,
};
use crate::claude::words;
use crate::record::gather::{self, Gathered, Item, Kind, content};
use crate::record::json::{Step, locate};
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
        let mut line = Line::of(line);
        if let Some(session) = line.session() {
            into.session.get_or_insert_with(|| session.to_owned());
        }
        if line.is_subagents() {
            return;
        }
        let item = match line.kind() {
            LineKind::User => user(number, &mut line, into),
            LineKind::Assistant => assistant(number, &mut line, into),
            LineKind::Attachment => attachment(number, &line),
            LineKind::Boundary => {
                into.compacted = Some(number);
                let kept = kept(&line, &into.items);
                into.items
                    .retain(|item| item.place.id.as_ref().is_some_and(|id| kept.contains(id)));
                // Their parents are gone, and none of them is on a branch.
                into.items.iter_mut().for_each(|item| item.node = None);
                Item::new(number, None, Kind::Work)
            }
            LineKind::Other => Item::new(number, None, Kind::Work),
        };
        into.items.push(item.within(line.id(), line.parent()));
    }
}

/// The ids of what a compaction kept.
fn kept(line: &Line, items: &[Item]) -> HashSet<String> {
    let owned = |ids: &[&str]| ids.iter().map(|id| (*id).to_owned()).collect();
    let (head, tail) = match line.kept() {
        Kept::These(ids) => return owned(&ids),
        Kept::Between(head, tail) => (head, tail),
        Kept::Nothing => return HashSet::new(),
    };
    let ids: Vec<&str> = items.iter().filter_map(|item| item.place.id.as_deref()).collect();
    let end = |id: &str| ids.iter().position(|known| *known == id);
    match (end(head), end(tail)) {
        (Some(head), Some(tail)) if head <= tail => owned(&ids[head..=tail]),
        _ => HashSet::new(),
    }
}

fn user(number: u64, line: &mut Line, into: &mut Gathered) -> Item {
    let content = line.take_content();
    if line.is_summary() {
        into.summary = Some(content.words());
        return Item::new(number, None, Kind::Work);
    }
    let said = words(&content.words()).is_some();
    let (parts, results) = parts(content);
    let shown = parts.iter().any(|part| matches!(part, Part::Image { .. }));
    let kind = match results.is_empty() {
        false => Kind::Work,
        true if !line.is_nobodys() && (said || shown) => Kind::Turn,
        true => Kind::Aside("command".to_owned()),
    };
    let message = Message { role: Role::User, parts };
    let item = Item::new(number, Some(message), kind);
    results.into_iter().fold(item, |item, (part, path)| item.with_result(part, path))
}

/// The parts of a message of the user, and where the contents of results among them stand.
fn parts(said: Content) -> (Vec<Part>, Vec<(usize, Vec<Step>)>) {
    let blocks = match said {
        Content::Words(words) => return (vec![Part::text(words)], Vec::new()),
        Content::Blocks(blocks) => blocks,
        Content::Nothing => return (Vec::new(), Vec::new()),
    };
    let (mut parts, mut results) = (Vec::new(), Vec::new());
    for (at, block) in blocks.into_iter().enumerate() {
        if let Block::Result(_) = block {
            let path = ["message", "content"].map(Step::Key).into_iter();
            let path = path.chain([Step::Item(at), Step::Key("content")]).collect();
            results.push((parts.len(), path));
        }
        // Nobody but the assistant calls a tool.
        parts.extend(part(block).filter(|part| !matches!(part, Part::ToolCall { .. })));
    }
    (parts, results)
}

fn part(block: Block) -> Option<Part> {
    match block {
        Block::Text(text) => Some(Part::text(text)),
        Block::Call(ToolCall { id, name, input }) => Some(Part::ToolCall { id, name, input }),
        Block::Result(ToolResult { id, content: value, is_error }) => {
            let (id, content) = (id.unwrap_or_default(), content(&value));
            Some(Part::ToolResult { id, content, is_error })
        }
        Block::Other(value) => gather::block(&value),
    }
}

fn assistant(number: u64, line: &mut Line, into: &mut Gathered) -> Item {
    if line.is_error() {
        return Item::new(number, None, Kind::Work);
    }
    into.last_request = line.at().or(into.last_request);
    into.reported = Some(line.usage().input).filter(|sum| *sum > 0).or(into.reported);
    let blocks = line.take_content().into_blocks().into_iter();
    let blocks = blocks.filter(|block| !matches!(block, Block::Result(_)));
    let parts: Vec<Part> = blocks.filter_map(part).collect();
    let message = (!parts.is_empty()).then_some(Message { role: Role::Assistant, parts });
    Item::new(number, message, Kind::Work)
}

/// What the client put in beside what was said, in the words that it sends.
fn attachment(number: u64, line: &Line) -> Item {
    match line.attachment() {
        (_, texts) if texts.is_empty() => Item::new(number, None, Kind::Work),
        (label, texts) => Item::aside(number, texts.join("\n"), label),
    }
}

/// The fields that every line of a session shares.
const SHARED: [&str; 7] =
    ["userType", "entrypoint", "cwd", "sessionId", "version", "gitBranch", "slug"];

/// See [`Recorded::write_compacted`]: a boundary and a summary before what stays, whose parents
/// from before the boundary are replaced by the summary.
fn compacted(
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
        let line = match number < first {
            true => Line::of(serde_json::from_slice(line).unwrap_or_default()),
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
