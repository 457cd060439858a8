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

use palimp_core::Client;
use palimp_core::chat::Message;
use serde_json::Value;

use gather::Gathered;
use json::Step;
use summary::Summary;

pub use rewrite::Edit;

use crate::known;

/// How a client's transcript is read and written as a conversation.
pub(crate) struct Record {
    /// Whether a line is one of this client's.
    pub(crate) is_line: fn(&Value) -> bool,
    pub(crate) reader: fn() -> Box<dyn Reader>,
    /// See [`Recorded::write_compacted`].
    pub(crate) compacted: fn(&Recorded, &Path, &Summary, &mut dyn Write) -> io::Result<()>,
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
    pub client: Client,
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
    let mut reader: Option<(Client, Box<dyn Reader>)> = None;
    let mut line = Vec::new();
    let (mut number, mut broken) = (0, 0);
    while next_line(&mut file, &mut line)? {
        match serde_json::from_slice::<Value>(&line) {
            Ok(value) => {
                let of_line =
                    || client_of(&value).map(|(client, record)| (client, (record.reader)()));
                reader = reader.or_else(of_line);
                if let Some((_, reader)) = &mut reader {
                    reader.line(number, value, &mut gathered);
                }
            }
            Err(_) => broken += u64::from(!line.trim_ascii().is_empty()),
        }
        number += 1;
    }
    let Some((client, mut reader)) = reader else { return Err(unknown()) };
    reader.finish(&mut gathered);
    Ok(gathered.recorded(client, number, broken))
}

fn open(path: &Path) -> io::Result<BufReader<File>> {
    Ok(BufReader::with_capacity(256 << 10, palimp_files::open(path)?))
}

/// Reads a line with its end into `line`; `false` where there is none.
fn next_line(file: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    Ok(file.read_until(b'\n', line)? > 0)
}

/// Whose line this is, where that can be told.
fn client_of(line: &Value) -> Option<(Client, &'static Record)> {
    // Claude Code's lines have the least in common: the first row is asked last.
    let mut rows = known::ALL.into_iter().rev();
    rows.find_map(|it| Some((it.client, it.record.filter(|record| (record.is_line)(line))?)))
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
        let summary = Summary::of(summary, tokens, from);
        let record = known::of(self.client).record.ok_or_else(unknown)?;
        (record.compacted)(self, path, &summary, output)
    }
}
