//! `palimp show`: one result in full.

use palimp_clients::shell_session;
use palimp_core::activity::{StoredMessage, StoredObservation};
use palimp_core::pointer::Pointer;
use palimp_engine::home::redaction::redactor;
use palimp_engine::ingest::open_activity::ActivityDb;
use palimp_engine::injection::pointer_use::PointerOpening;
use palimp_engine::retrieval::excerpt::Excerpt;
use palimp_engine::retrieval::index_sync::IndexSync;
use palimp_engine::retrieval::repository::ShownCommit;
use palimp_engine::retrieval::session_view::open_session;
use palimp_note::chunk::{ChunkLimits, NoteChunk, split_into_chunks};
use serde_json::json;

use super::note_open_failure;
use crate::context::{Cx, now_ms};
use crate::error::CliError;
use crate::messages;
use crate::output::{inline, print_json, say};
use crate::when::format_minute;

/// Show one result in full
#[derive(Debug, clap::Args)]
pub(crate) struct ShowArgs {
    /// The id of a result: s:26a1a7ce (session), c:979fa9b (commit), #12 (observation), m12
    /// (message), a.md:3 (note and line), docs/adr/7.md (decision record)
    #[arg(value_name = "ID", value_parser = parse_address, add = clap_complete::engine::ArgValueCandidates::new(crate::complete::notes))]
    id: ResultAddress,
    /// Start with the part of a session that is closest to these words
    #[arg(long, value_name = "WORDS")]
    query: Option<String>,
}

/// Result that an address stands for.
#[derive(Clone, Debug)]
pub(super) enum ResultAddress {
    /// Something a tool did, by its number.
    Observation(i64),
    /// Something that was said, by its number.
    Message(i64),
    /// A commit, by the beginning of its hash.
    Commit(String),
    /// A note, and a line of the section that is meant.
    Note(String, Option<usize>),
    /// A session, by the beginning of its id.
    Session(String),
}

/// `12`, `#12`, `m12`, `c:979fa9b`, `shared/decisions.md`, `shared/decisions.md:14`.
pub(super) fn parse_address(text: &str) -> Result<ResultAddress, String> {
    if let Ok(pointer) = text.parse() {
        return Ok(match pointer {
            Pointer::Commit(sha) => ResultAddress::Commit(sha),
            Pointer::Session(beginning) => ResultAddress::Session(beginning),
        });
    }
    let (path, line) = match text.rsplit_once(':') {
        Some((path, line)) if line.parse::<usize>().is_ok() => (path, line.parse().ok()),
        _ => (text, None),
    };
    if path.ends_with(".md") || path.contains('/') {
        return Ok(ResultAddress::Note(path.to_owned(), line));
    }
    let wrong = |_| messages::bad_pointer(text);
    match text.strip_prefix(['m', 'M']) {
        Some(number) => number.parse().map(ResultAddress::Message).map_err(wrong),
        None => text.trim_start_matches('#').parse().map(ResultAddress::Observation).map_err(wrong),
    }
}

pub(crate) fn run(cx: &Cx, args: &ShowArgs) -> Result<(), CliError> {
    let db = match args.id {
        ResultAddress::Note(..) | ResultAddress::Commit(_) => None,
        _ => cx.activity_to_read()?,
    };
    let opened = match &args.id {
        ResultAddress::Session(beginning) => {
            find_session(cx, db.as_ref(), beginning, args.query.as_deref())?
        }
        id => open_result(&mut cx.memory_without_models(), db.as_ref(), id)?,
    };
    print_result(cx, &opened);
    note_opened(cx, &opened);
    Ok(())
}

/// Notes that an agent opened a pointer from its shell.
fn note_opened(cx: &Cx, found: &OpenedResult) {
    let pointer = match found {
        OpenedResult::Session(pointer, _) => pointer.clone(),
        OpenedResult::Commit(commit, _) => Pointer::to_commit(&commit.sha),
        _ => return,
    };
    let Some((client, session)) = shell_session(&|name| std::env::var(name).ok()) else { return };
    let (client, session, agent, project) =
        (client.name(), &session, &cx.agent(), &cx.current_project());
    PointerOpening { client, session, agent, project, now: now_ms() }
        .record_pointer(&cx.home, &pointer);
}

/// Opens the session whose id begins so.
fn find_session(
    cx: &Cx,
    db: Option<&ActivityDb>,
    beginning: &str,
    query: Option<&str>,
) -> Result<OpenedResult, CliError> {
    let pointer = Pointer::to_session(beginning);
    let redactor = redactor(&cx.settings);
    let text = match db {
        Some(db) => open_session(db, (&cx.agent(), beginning), query, &redactor)?,
        None => None,
    };
    let text = text.ok_or_else(|| CliError::user(messages::session_missing(&pointer)))?;
    Ok(OpenedResult::Session(pointer, text))
}

/// Result that was opened.
#[derive(Debug)]
pub(super) enum OpenedResult {
    /// Something a tool did.
    Observation(Box<StoredObservation>),
    /// Something that was said.
    Message(Box<StoredMessage>),
    /// A commit, and the text as which it is shown.
    Commit(Box<ShownCommit>, String),
    /// A note or a decision record, or a section of one.
    Note(Excerpt),
    /// A session, rendered.
    Session(Pointer, String),
}

impl OpenedResult {
    /// Returns the text of the result.
    pub(super) fn text(&self) -> &str {
        match self {
            OpenedResult::Observation(row) => &row.content,
            OpenedResult::Message(row) => &row.content,
            OpenedResult::Commit(_, text) => text,
            OpenedResult::Note(excerpt) => &excerpt.text,
            OpenedResult::Session(_, text) => text,
        }
    }
}

/// Opens the result at an address, of this memory's agent.
pub(super) fn open_result(
    memory: &mut IndexSync,
    db: Option<&ActivityDb>,
    which: &ResultAddress,
) -> Result<OpenedResult, CliError> {
    match which {
        ResultAddress::Session(beginning) => {
            let pointer = Pointer::to_session(beginning);
            Err(CliError::user(messages::pointer_not_for_picker(&pointer)))
        }
        ResultAddress::Commit(sha) => {
            let commit = memory.searcher().open_commit(sha)?;
            let text = commit.to_text();
            Ok(OpenedResult::Commit(Box::new(commit), text))
        }
        ResultAddress::Note(path, line) => open_note(memory, path, *line),
        ResultAddress::Observation(id) => {
            let row = db.map(|db| db.find_observation(*id)).transpose()?.flatten();
            let row = row.filter(|row| row.agent == memory.notes.agent());
            row.map(Box::new)
                .map(OpenedResult::Observation)
                .ok_or_else(|| CliError::user(messages::observation_not_found(id)))
        }
        ResultAddress::Message(id) => {
            let row = db.map(|db| db.find_message(*id)).transpose()?.flatten();
            let row = row.filter(|row| row.agent == memory.notes.agent());
            row.map(Box::new)
                .map(OpenedResult::Message)
                .ok_or_else(|| CliError::user(messages::message_not_found(id)))
        }
    }
}

/// A note whole, or the section in which a line of it stands.
fn open_note(
    memory: &mut IndexSync,
    path: &str,
    line: Option<usize>,
) -> Result<OpenedResult, CliError> {
    let here = std::env::current_dir().unwrap_or_default();
    let whole = memory.searcher().get_any(path, &here, (None, None));
    let whole = whole.map_err(|error| note_open_failure(&memory.notes, path, error))?;
    let (from, to) = match line {
        Some(line) => section_lines(&whole.text, line),
        None => (1, whole.text.lines().count()),
    };
    Ok(OpenedResult::Note(memory.searcher().get_any(
        path,
        &here,
        (Some(from), Some(to + 1 - from)),
    )?))
}

/// Prints it whole.
pub(super) fn print_result(cx: &Cx, found: &OpenedResult) {
    match found {
        OpenedResult::Observation(row) => print_observation(cx, row),
        OpenedResult::Message(row) => print_message(cx, row),
        OpenedResult::Session(pointer, text) if cx.json => {
            print_json(&json!({ "id": pointer.to_string(), "text": text }));
        }
        OpenedResult::Commit(commit, _) if cx.json => print_json(commit),
        OpenedResult::Session(_, text) | OpenedResult::Commit(_, text) => {
            text.lines().for_each(say);
        }
        OpenedResult::Note(excerpt) if cx.json => print_json(excerpt),
        OpenedResult::Note(excerpt) => excerpt.text.lines().for_each(say),
    }
}

/// The first and the last line of the section in which a line stands.
fn section_lines(text: &str, line: usize) -> (usize, usize) {
    let chunks = split_into_chunks(text, &ChunkLimits::default());
    let at = chunks.iter().position(|it| (it.start_line..=it.end_line).contains(&line));
    let Some(at) = at else { return (1, text.lines().count()) };
    let is_same = |it: &&NoteChunk| it.heading == chunks[at].heading;
    let before = chunks[..at].iter().rev().take_while(is_same).count();
    let behind = chunks[at..].iter().take_while(is_same).count();
    (chunks[at - before].start_line, chunks[at + behind - 1].end_line)
}

fn print_observation(cx: &Cx, row: &StoredObservation) {
    if cx.json {
        return print_json(&json!(row));
    }
    let (tool, project) = (inline(&row.tool_name), inline(&row.project));
    let kind = row.kind.name();
    say(format!(
        "#{} {kind} · {tool} · {project} · {} · {}",
        row.id,
        row.client,
        format_minute(row.created_at)
    ));
    say(&row.content);
}

fn print_message(cx: &Cx, row: &StoredMessage) {
    if cx.json {
        return print_json(&json!(row));
    }
    let (role, project) = (row.role.name(), inline(&row.project));
    say(format!(
        "m{} {role} · {project} · {} · {}",
        row.id,
        row.client,
        format_minute(row.created_at)
    ));
    say(&row.content);
}
