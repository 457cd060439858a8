//! Reads a client's transcript of a session as events.
//!
//! A transcript is read as a whole to import history, and from its end when a turn is over, because
//! some clients write only there how a command ended or what the answer was. Transcripts reach
//! hundreds of megabytes and change by version, so they are streamed line by line, and unknown or
//! broken lines are skipped.

mod bounded_lines;
mod conversation;
mod turn_answer;

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use palimp_core::event::{AgentClient, EventKind, HookEvent, ToolUse};
use palimp_files::{Solid, open};
use serde_json::Value;

pub(crate) use conversation::{Calls, TranscriptConversation};
pub use turn_answer::settle_reply;

use crate::install::ClientPaths;
use crate::messages;
use crate::{copilot, descriptor, payload};

/// Maximum length of a line that is read; a longer line holds a file or a picture.
const MAX_LINE_BYTES: usize = 64 << 20;

/// Initial number of bytes read from a record's end for its last turn.
const FIRST_WINDOW_BYTES: u64 = 256 << 10;
const MAX_WINDOW_BYTES: u64 = 8 << 20;

/// Parses the lines of one client's records.
pub(crate) trait TranscriptReader {
    /// Processes a line and hands `each` event that is complete with it.
    fn process_line(&mut self, line: Value, each: &mut dyn FnMut(HookEvent));

    /// Hands over the events that the end of the record completes.
    fn finish(&mut self, each: &mut dyn FnMut(HookEvent));
}

/// Last turn of a session, as recorded.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RecordedTurn {
    /// Name of the turn, as hooks get it at its end.
    pub name: Option<String>,
    /// The assistant's final words.
    pub reply: Option<String>,
    /// Time of the reply, in milliseconds since the Unix epoch.
    pub replied_at: Option<i64>,
    /// The tools that were used, sub-agents' among them, with the outcome that the record knows.
    pub tools: Vec<ToolUse>,
    /// Texts of the assistant besides its answer, including those of previous turns found on the
    /// way: [`EventKind::TranscriptExtra`].
    pub extras: Vec<HookEvent>,
}

/// Hands `each` event of the session recorded at `path`, in order: prompts, tools with their
/// outcomes, the answer of every turn that has one, and [`EventKind::TranscriptExtra`]s. Starts and ends of sessions are
/// left out.
///
/// The events bear the names of the hooks that would have reported them. Returns the number of
/// lines that could not be parsed, including holes in the file; an unfinished last line is still
/// being written and does not count.
///
/// # Errors
///
/// If the file cannot be read, and for clients that keep no such file (opencode keeps a database)
/// or whose file palimp does not know ([`io::ErrorKind::Unsupported`]).
pub fn read_events(
    client: AgentClient,
    path: &Path,
    each: &mut dyn FnMut(HookEvent),
) -> io::Result<usize> {
    let mut reader = reader_for(client, path)?;
    let mut file = BufReader::with_capacity(256 << 10, Solid::new(open(path)?));
    let mut identified = |event: HookEvent| {
        if !event.session_id.is_empty() {
            each(event);
        }
    };
    // Gemini CLI kept a chat as one document before it wrote lines.
    if path.extension().is_some_and(|ending| ending == "json") {
        reader.process_line(serde_json::from_reader(file)?, &mut identified);
        reader.finish(&mut identified);
        return Ok(0);
    }
    let passed_over = feed_lines(&mut *reader, &mut file, &mut identified)?;
    Ok(passed_over + file.get_ref().holes())
}

/// The last turn of the session recorded at `path`, found from the file's end, of which at most
/// 8 MiB are read; of a longer turn the rest is given.
///
/// # Errors
///
/// As [`read_events`].
pub fn last_turn(client: AgentClient, path: &Path) -> io::Result<RecordedTurn> {
    let mut file = open(path)?;
    let length = file.metadata()?.len();
    let mut window = FIRST_WINDOW_BYTES;
    loop {
        let start = length.saturating_sub(window);
        let mut end = LastTurn::default();
        read_range(&mut file, start, length, |lines| {
            feed_lines(&mut *reader_for(client, path)?, lines, &mut |event| end.add_event(event))
                .map(|_| ())
        })?;
        if end.begun || start == 0 || window == MAX_WINDOW_BYTES {
            return Ok(end.turn);
        }
        window = (window * 4).min(MAX_WINDOW_BYTES);
    }
}

/// Last answers of a session, as far as its transcript contains them by now.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RecordedAnswers {
    /// Events in their order: the ends of finished turns, each with its answer and the turn's name
    /// in hooks, the steps before them, and prompts that no hook reported.
    pub said: Vec<HookEvent>,
    /// The end of a turn that nothing follows: it may be over.
    pub open: Option<OpenTurn>,
}

/// A turn whose end is not in the transcript.
#[derive(Clone, Debug, PartialEq)]
pub struct OpenTurn {
    /// Name of the turn's prompt.
    pub prompt: Option<String>,
    /// Name of the last prompt that a hook reported, because the user may have typed more while the
    /// agent worked.
    pub asked: Option<String>,
    /// The last text, unless it requested more tools.
    pub reply: String,
    /// Time of the reply, in milliseconds since the Unix epoch.
    pub at: Option<i64>,
}

/// Returns the path of the record that `client` writes independently of its hooks, so that an
/// answer may be missing there when a turn has ended. Only Copilot CLI has one.
pub fn late_record(client: AgentClient, session: &str, places: &ClientPaths) -> Option<PathBuf> {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
    if client != AgentClient::Copilot || !session.chars().all(plain) {
        return None;
    }
    Some(
        copilot::install::config_dir(places)
            .join("session-state")
            .join(session)
            .join("events.jsonl"),
    )
}

/// Reads the answers in the last part of the record at `path`, a [`late_record`].
///
/// # Errors
///
/// If the file cannot be read.
pub fn read_answers(path: &Path) -> io::Result<RecordedAnswers> {
    let mut file = palimp_files::open(path)?;
    let length = file.metadata()?.len();
    let mut lines = copilot::transcript::CopilotTranscriptReader::default();
    let mut answers = RecordedAnswers::default();
    let mut keep = |event: HookEvent| answers.said.push(event);
    read_range(&mut file, length.saturating_sub(FIRST_WINDOW_BYTES), length, |file| {
        bounded_lines::for_each(file, MAX_LINE_BYTES, |line| {
            if let Ok(line) = serde_json::from_slice(line) {
                lines.process_line(line, &mut keep);
            }
        })
        .map(|_| ())
    })?;
    answers.said.retain(|event| match &event.kind {
        EventKind::TurnEnd { turn, .. } => turn.is_some(),
        EventKind::Prompt { turn, .. } => turn.as_deref().is_some_and(|it| lines.is_untold(it)),
        EventKind::TranscriptExtra { .. } => true,
        _ => false,
    });
    answers.open = lines.open_turn();
    Ok(answers)
}

/// Returns the working directory of the session in a transcript of Claude Code, as far as its
/// beginning contains it. The name of the directory that holds the transcript is not sufficient: it
/// has lost all punctuation.
pub fn claude_directory(path: &Path) -> Option<PathBuf> {
    let file = open(path).ok()?.take(FIRST_WINDOW_BYTES);
    let mut found = None;
    bounded_lines::for_each(&mut BufReader::new(file), MAX_LINE_BYTES, |line| {
        let line: Option<Value> = serde_json::from_slice(line).ok();
        found = found.take().or_else(|| payload::path_field(&line?, &["cwd"]));
    })
    .ok()?;
    found
}

fn reader_for(client: AgentClient, path: &Path) -> io::Result<Box<dyn TranscriptReader>> {
    let unknown = || {
        let message = messages::client_without_record(client.display_name());
        io::Error::new(io::ErrorKind::Unsupported, message)
    };
    let transcripts = descriptor::descriptor(client).transcripts.as_ref().ok_or_else(unknown)?;
    Ok((transcripts.reader)(path))
}

/// Returns the directories below a client's directory that hold its transcripts: name, and number
/// of levels down; empty for clients that keep no such files.
pub fn transcript_dirs(client: AgentClient) -> &'static [(&'static str, usize)] {
    descriptor::descriptor(client).transcripts.as_ref().map_or(&[], |transcripts| transcripts.below)
}

/// Returns true if a file in one of the [`transcript_dirs`] is a transcript, by its name.
pub fn is_transcript(client: AgentClient, path: &Path) -> bool {
    descriptor::descriptor(client)
        .transcripts
        .as_ref()
        .is_some_and(|transcripts| (transcripts.is_one)(path))
}

/// Returns true if a file holds lines of JSON, by its name.
pub(crate) fn is_lines(path: &Path) -> bool {
    path.as_os_str().as_encoded_bytes().ends_with(b".jsonl")
}

/// Returns true if a file's name starts with `with`.
pub(crate) fn name_starts_with(path: &Path, with: &str) -> bool {
    let name = path.file_name().unwrap_or_default();
    name.as_encoded_bytes().starts_with(with.as_bytes())
}

/// Returns true if a file is in a directory of this name.
pub(crate) fn is_within(path: &Path, directory: &str) -> bool {
    path.parent().and_then(Path::file_name).is_some_and(|name| name == directory)
}

fn feed_lines(
    reader: &mut dyn TranscriptReader,
    file: &mut dyn BufRead,
    each: &mut dyn FnMut(HookEvent),
) -> io::Result<usize> {
    let mut broken = 0;
    let mut pending = false;
    let passed_over = bounded_lines::for_each(file, MAX_LINE_BYTES, |line| {
        broken += usize::from(std::mem::take(&mut pending));
        match serde_json::from_slice(line) {
            Ok(line) => reader.process_line(line, each),
            Err(_) => pending = !line.trim_ascii().is_empty(),
        }
    })?;
    reader.finish(each);
    Ok(passed_over + broken)
}

/// Calls `with` the whole lines of `file` that begin between `start` and `end`.
fn read_range(
    file: &mut File,
    start: u64,
    end: u64,
    with: impl FnOnce(&mut dyn BufRead) -> io::Result<()>,
) -> io::Result<()> {
    // One byte earlier tells whether a line begins exactly at `start`.
    let before = start.saturating_sub(1);
    file.seek(SeekFrom::Start(before))?;
    let mut lines = BufReader::with_capacity(256 << 10, file.take(end - before));
    if start > 0 {
        lines.skip_until(b'\n')?;
    }
    with(&mut lines)
}

/// Keeps the last turn of the events that go by.
#[derive(Default)]
struct LastTurn {
    turn: RecordedTurn,
    /// True if the turn's prompt was seen, so that the turn is complete.
    begun: bool,
}

impl LastTurn {
    fn add_event(&mut self, event: HookEvent) {
        match event.kind {
            EventKind::Prompt { turn: name, .. } => {
                let extras = std::mem::take(&mut self.turn.extras);
                *self = LastTurn {
                    turn: RecordedTurn { name, extras, ..RecordedTurn::default() },
                    begun: true,
                };
            }
            EventKind::TranscriptExtra { .. } => self.turn.extras.push(event),
            EventKind::Tool(tool) => self.turn.tools.push(tool),
            EventKind::TurnEnd { reply, turn: name, .. } => {
                self.turn.reply = reply;
                self.turn.replied_at = event.at;
                self.turn.name = name;
            }
            EventKind::SessionStart { .. }
            | EventKind::SessionEnd { .. }
            | EventKind::PreCompact { .. }
            | EventKind::ToolStart(_) => {}
        }
    }
}
