//! A client's transcript as a conversation, and back: what `palimp transcript` shortens.
//!
//! A transcript is read line by line into the messages that the client would send
//! ([`read`]). To shorten it, another file is written: every line is copied byte for byte, but
//! for the results that are cut ([`Recorded::write_pruned`]), or with a summary as the client
//! writes one itself ([`Recorded::write_compacted`]), so that the client could go on from it.

pub(crate) mod branch;
pub(crate) mod gather;
pub(crate) mod json;
pub(crate) mod rewrite;
pub(crate) mod summary;

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;

use palimp_core::chat::Message;
use serde_json::Value;

use gather::Gathered;
use json::Step;

pub use rewrite::Edit;

use crate::{claude, codex, openclaw};

/// Whose transcript it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Claude Code's.
    Claude,
    /// Codex CLI's rollout.
    Codex,
    /// OpenClaw's session file.
    Openclaw,
}

impl Format {
    /// The client's name.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Claude => "claude",
            Format::Codex => "codex",
            Format::Openclaw => "openclaw",
        }
    }

    /// Whose line this is, where that can be told.
    pub fn of_line(line: &Value) -> Option<Format> {
        let has = |key: &str| line.get(key).is_some();
        match line.get("type")?.as_str()? {
            "session_meta" | "response_item" | "event_msg" | "turn_context" if has("payload") => {
                Some(Format::Codex)
            }
            "session" if has("id") && has("timestamp") => Some(Format::Openclaw),
            "message" if has("id") && has("message") => Some(Format::Openclaw),
            "user" | "assistant" | "attachment" | "system" if has("uuid") => Some(Format::Claude),
            _ if has("sessionId") && !has("data") => Some(Format::Claude),
            _ => None,
        }
    }
}

/// What is sent beside what was said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aside {
    /// The message that it is.
    pub message: usize,
    /// What the client calls it.
    pub label: String,
}

/// A transcript as it was read: the messages that its client would send now.
#[derive(Clone, Debug)]
pub struct Recorded {
    /// Whose it is.
    pub format: Format,
    /// The session.
    pub session: Option<String>,
    /// The messages after the last compaction, with those that it kept.
    pub messages: Vec<Message>,
    /// Those of them with which the user's turns begin.
    pub starts: Vec<usize>,
    /// Those of them that nobody said: instructions, reminders, the state of the machine.
    pub asides: Vec<Aside>,
    /// The summary of what came before.
    pub summary: Option<String>,
    /// When the service was last asked, in milliseconds since the Unix epoch.
    pub last_request: Option<i64>,
    /// How many tokens the service said that request was.
    pub reported: Option<u64>,
    /// How many tokens the model's window holds, where the transcript says it.
    pub window: Option<usize>,
    /// How many lines it has.
    pub lines: u64,
    /// How many of them are no JSON; they are copied as they are.
    pub broken: u64,
    /// The first message at which a summary can be put into the file.
    pub earliest: usize,
    pub(crate) places: Vec<Place>,
}

/// Where a message stands.
#[derive(Clone, Debug, Default)]
pub(crate) struct Place {
    /// The line, counted from 0.
    pub(crate) line: u64,
    /// The client's id of it.
    pub(crate) id: Option<String>,
    /// Where the content of each of its results stands in the line: part, path.
    pub(crate) results: Vec<(usize, Vec<Step>)>,
}

/// Reads the lines of one client.
pub(crate) trait Reader {
    /// Takes in line number `number`.
    fn line(&mut self, number: u64, line: Value, into: &mut Gathered);

    /// Takes in that there are no more.
    fn finish(&mut self, _into: &mut Gathered) {}
}

/// The transcript in the file at `path`.
///
/// # Errors
///
/// When it cannot be read, and when no line of it is one of a client that palimp knows
/// ([`io::ErrorKind::InvalidData`]).
pub fn read(path: &Path) -> io::Result<Recorded> {
    let mut file = open(path)?;
    let mut gathered = Gathered::default();
    let mut reader: Option<(Format, Box<dyn Reader>)> = None;
    let mut line = Vec::new();
    let (mut number, mut broken) = (0, 0);
    while next_line(&mut file, &mut line)? {
        match serde_json::from_slice::<Value>(&line) {
            Ok(value) => {
                let format = || Format::of_line(&value).map(|format| (format, reader_of(format)));
                reader = reader.or_else(format);
                if let Some((_, reader)) = &mut reader {
                    reader.line(number, value, &mut gathered);
                }
            }
            Err(_) => broken += u64::from(!line.trim_ascii().is_empty()),
        }
        number += 1;
    }
    let Some((format, mut reader)) = reader else { return Err(unknown()) };
    reader.finish(&mut gathered);
    Ok(gathered.recorded(format, number, broken))
}

fn open(path: &Path) -> io::Result<BufReader<File>> {
    Ok(BufReader::with_capacity(256 << 10, palimp_files::open(path)?))
}

/// Reads a line with its end into `line`; `false` where there is none.
fn next_line(file: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    Ok(file.read_until(b'\n', line)? > 0)
}

fn reader_of(format: Format) -> Box<dyn Reader> {
    match format {
        Format::Claude => Box::new(claude::record::Lines),
        Format::Codex => Box::new(codex::record::Lines),
        Format::Openclaw => Box::new(openclaw::record::Lines),
    }
}

fn unknown() -> io::Error {
    let message = "no line of it is one of a transcript of Claude Code, Codex or OpenClaw";
    io::Error::new(io::ErrorKind::InvalidData, message)
}

impl Recorded {
    /// Copies the transcript at `path`, which this was read from, with `edits`.
    ///
    /// # Errors
    ///
    /// When one cannot be read or the other not be written.
    pub fn write_pruned(
        &self,
        path: &Path,
        edits: &[Edit],
        output: &mut dyn Write,
    ) -> io::Result<()> {
        rewrite::pruned(self, path, edits, output)
    }

    /// Copies the transcript at `path`, which this was read from, with `summary` in place of the
    /// messages before message `from`, which is one with which a turn begins. `tokens` is how many
    /// they all were.
    ///
    /// # Errors
    ///
    /// When one cannot be read or the other not be written.
    pub fn write_compacted(
        &self,
        path: &Path,
        (summary, tokens): (&str, usize),
        from: usize,
        output: &mut dyn Write,
    ) -> io::Result<()> {
        let summary = summary::Summary::of(summary, tokens, from);
        match self.format {
            Format::Claude => claude::record::compacted(self, path, &summary, output),
            Format::Codex => codex::record::compacted(self, path, &summary, output),
            Format::Openclaw => openclaw::record::compacted(self, path, &summary, output),
        }
    }
}
