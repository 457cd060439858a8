//! Decodes a client's transcript into a conversation, and encodes a shortened one for `palimp
//! transcript`.
//!
//! A transcript is read line by line into the messages that the client would send
//! ([`read_transcript`]). A shortened transcript is another file: every line is copied byte for byte,
//! except for results that are cut ([`RecordedTranscript::write_pruned`]), or with a summary in the
//! client's own format ([`RecordedTranscript::write_compacted`]), so that the client could resume it.
//! Events for the import are read by [`transcript`](crate::transcript).

pub(crate) mod branch;
pub(crate) mod gather;
pub(crate) mod json;
pub(crate) mod rewrite;
pub(crate) mod summary;

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;

use palimp_core::AgentClient;
use palimp_core::chat::ChatMessage;
use serde_json::Value;

use gather::Gathered;
use json::JsonStep;
use summary::CompactionSummary;

pub use rewrite::ResultEdit;

use crate::descriptor;
use crate::messages;

/// Functions that read a client's transcript as a conversation and write it back.
pub(crate) struct TranscriptCodec {
    /// Returns true if a line is one of this client's.
    pub(crate) is_line: fn(&Value) -> bool,
    pub(crate) reader: fn() -> Box<dyn TranscriptRecordReader>,
    /// See [`RecordedTranscript::write_compacted`].
    pub(crate) compacted:
        fn(&RecordedTranscript, &Path, &CompactionSummary, &mut dyn Write) -> io::Result<()>,
}

/// A message that the client adds to the conversation: instructions, reminders, the state of the
/// machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContextMessage {
    /// Index of the message.
    pub message: usize,
    /// Label given by the client.
    pub label: String,
}

/// A transcript as it was read: the messages that its client would send now.
#[derive(Clone, Debug)]
pub struct RecordedTranscript {
    /// Client that wrote the transcript.
    pub client: AgentClient,
    /// The session.
    pub session: Option<String>,
    /// The messages after the last compaction, with those that it kept.
    pub messages: Vec<ChatMessage>,
    /// Those of them with which the user's turns begin.
    pub starts: Vec<usize>,
    /// The messages that the client added.
    pub context_messages: Vec<ContextMessage>,
    /// The summary of what came before.
    pub summary: Option<String>,
    /// Time of the last request to the service, in milliseconds since the Unix epoch.
    pub last_request: Option<i64>,
    /// Number of tokens that the service reported for that request.
    pub reported: Option<u64>,
    /// Size of the model's context window in tokens, if the transcript contains it.
    pub window: Option<usize>,
    /// Number of lines.
    pub lines: u64,
    /// Number of lines that are not JSON; they are copied as they are.
    pub broken: u64,
    /// The first message at which a summary can be put into the file.
    pub earliest: usize,
    pub(crate) places: Vec<TranscriptLocation>,
}

/// Location of a message.
#[derive(Clone, Debug, Default)]
pub(crate) struct TranscriptLocation {
    /// The line, counted from 0.
    pub(crate) line: u64,
    /// The client's id of it.
    pub(crate) id: Option<String>,
    /// Location of the content of each of its results in the line: part, path.
    pub(crate) results: Vec<(usize, Vec<JsonStep>)>,
}

/// Reads the lines of one client.
pub(crate) trait TranscriptRecordReader {
    /// Processes line number `number`.
    fn process_line(&mut self, number: u64, line: Value, into: &mut Gathered);

    /// Processes the end of the file.
    fn finish(&mut self, _into: &mut Gathered) {}
}

/// Reads the transcript in the file at `path`.
///
/// # Errors
///
/// If the file cannot be read, or if no line of it belongs to a client that palimp knows
/// ([`io::ErrorKind::InvalidData`]).
pub fn read_transcript(path: &Path) -> io::Result<RecordedTranscript> {
    let mut file = open_buffered(path)?;
    let mut gathered = Gathered::default();
    let mut reader: Option<(AgentClient, Box<dyn TranscriptRecordReader>)> = None;
    let mut line = Vec::new();
    let (mut number, mut broken) = (0, 0);
    while next_line(&mut file, &mut line)? {
        match serde_json::from_slice::<Value>(&line) {
            Ok(value) => {
                let of_line =
                    || client_of(&value).map(|(client, codec)| (client, (codec.reader)()));
                reader = reader.or_else(of_line);
                if let Some((_, reader)) = &mut reader {
                    reader.process_line(number, value, &mut gathered);
                }
            }
            Err(_) => broken += u64::from(!line.trim_ascii().is_empty()),
        }
        number += 1;
    }
    let Some((client, mut reader)) = reader else { return Err(unknown_client()) };
    reader.finish(&mut gathered);
    Ok(gathered.into_transcript(client, number, broken))
}

fn open_buffered(path: &Path) -> io::Result<BufReader<File>> {
    Ok(BufReader::with_capacity(256 << 10, palimp_files::open(path)?))
}

/// Reads a line with its end into `line`; `false` where there is none.
fn next_line(file: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    Ok(file.read_until(b'\n', line)? > 0)
}

/// Returns the client that wrote this line, if it can be determined.
fn client_of(line: &Value) -> Option<(AgentClient, &'static TranscriptCodec)> {
    // Claude Code's lines have the least in common: the first row is asked last.
    let mut rows = descriptor::ALL_CLIENTS.into_iter().rev();
    rows.find_map(|it| Some((it.client, it.codec.filter(|codec| (codec.is_line)(line))?)))
}

fn unknown_client() -> io::Error {
    let message = messages::transcript_unknown();
    io::Error::new(io::ErrorKind::InvalidData, message)
}

impl RecordedTranscript {
    /// Copies the transcript at `path`, which this was read from, with `edits`.
    ///
    /// # Errors
    ///
    /// When one cannot be read or the other not be written.
    pub fn write_pruned(
        &self,
        path: &Path,
        edits: &[ResultEdit],
        output: &mut dyn Write,
    ) -> io::Result<()> {
        rewrite::write_pruned(self, path, edits, output)
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
        let summary = CompactionSummary::new(summary, tokens, from);
        let codec = descriptor::descriptor(self.client).codec.ok_or_else(unknown_client)?;
        (codec.compacted)(self, path, &summary, output)
    }
}
