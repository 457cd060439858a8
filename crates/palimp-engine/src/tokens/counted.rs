//! The figures of every request, and how far each transcript was read.
//!
//! They are kept in a file of lines: a version, then a line for each transcript. Of a transcript's
//! text nothing is kept but names of models and of projects, and ids of sessions; the transcript
//! itself is known by a hash of its path. Whatever cannot be read of the cache is counted anew.

use std::collections::HashMap;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use palimp_clients::usage::{self, ClientUsageLine, TokenCounts, UsageRequestId};
use palimp_core::event::AgentClient;
use palimp_core::printable::printable_line;
use palimp_redact::Redactor;
use serde::{Deserialize, Serialize};

use crate::identify;

/// The form of the cache; one of another form is made anew.
const VERSION: &str = "palimp tokens 2";
/// No name of a model, project or session is kept longer, in characters.
const LONGEST_NAME: usize = 120;
/// No more of a name is looked at, in characters.
const LONGEST_READ: usize = 4_000;
/// So many names are remembered while transcripts are read.
const MOST_NAMES: usize = 10_000;
/// How far back a record is looked for that a line tells again.
const NEAR: usize = 8;

/// A request, as it is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Packed", into = "Packed")]
pub(super) struct Record {
    /// A hash of what tells it from others; 0 for nothing.
    pub(super) id: u64,
    /// When, in milliseconds since the Unix epoch; 0 where nobody said.
    pub(super) at: i64,
    /// Names, by their place in the transcript's list.
    pub(super) session: u32,
    pub(super) project: u32,
    pub(super) model: u32,
    /// A hash of the sub-agent's name; 0 for the session's own.
    pub(super) thread: u32,
    /// A hash of what can be seen of its system prompt and tools; 0 for nothing.
    pub(super) prefix: u32,
    /// Whether the conversation was shortened just before.
    pub(super) compacted: bool,
    pub(super) tokens: TokenCounts,
}

type Packed = (u64, i64, [u32; 3], [u32; 2], bool, [u64; 5]);

impl From<Packed> for Record {
    fn from((id, at, names, [thread, prefix], compacted, tokens): Packed) -> Record {
        let [session, project, model] = names;
        let [input, output, cache_read, cache_write, cache_write_hour] = tokens;
        let tokens = TokenCounts { input, output, cache_read, cache_write, cache_write_hour };
        Record { id, at, session, project, model, thread, prefix, compacted, tokens }
    }
}

impl From<Record> for Packed {
    fn from(record: Record) -> Packed {
        let Record { id, at, session, project, model, thread, prefix, compacted, tokens } = record;
        let TokenCounts { input, output, cache_read, cache_write, cache_write_hour } = tokens;
        let tokens = [input, output, cache_read, cache_write, cache_write_hour];
        (id, at, [session, project, model], [thread, prefix], compacted, tokens)
    }
}

/// What earlier lines of a transcript say of later ones.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct State {
    session: String,
    origin: String,
    project: String,
    model: String,
    thread: u32,
    prefix: u32,
    at: i64,
    compacted: bool,
    /// Whether requests were told one by one.
    each: bool,
}

/// What was counted in a transcript.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct File {
    /// A hash of its path.
    pub(super) key: u64,
    pub(super) client: Option<AgentClient>,
    /// How it was when it was read last.
    pub(super) seen: Seen,
    /// How far it was read, in bytes.
    pub(super) offset: u64,
    /// What it begins with and what stands before the offset, as a hash.
    pub(super) print: u64,
    /// How many lines could not be read.
    pub(super) unread: usize,
    state: State,
    pub(super) names: Vec<String>,
    pub(super) records: Vec<Record>,
    /// The client's own sums, by its run (in the place of the id), session and model.
    pub(super) totals: Vec<Record>,
}

/// By what one knows that a file did not change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Seen {
    pub(super) bytes: u64,
    /// The time of its last change, in nanoseconds since the Unix epoch.
    pub(super) changed: u64,
}

/// A number that stands for a text.
pub(super) fn hash(parts: &[&[u8]]) -> u64 {
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    let bytes = *hasher.finalize().as_bytes();
    u64::from_le_bytes(bytes[..8].try_into().unwrap_or_default())
}

fn short_hash(text: Option<&str>) -> u32 {
    // 0 stands for nothing.
    text.map_or(0, |text| (hash(&[text.as_bytes()]) as u32).max(1))
}

/// Names as they are kept: without secrets, on one line, and of a bounded length. Lines tell the same
/// ones again and again.
pub(super) struct Names<'a> {
    redactor: &'a Redactor,
    known: HashMap<String, String>,
    projects: HashMap<PathBuf, String>,
}

impl<'a> Names<'a> {
    pub(super) fn new(redactor: &'a Redactor) -> Names<'a> {
        Names { redactor, known: HashMap::new(), projects: HashMap::new() }
    }

    fn of(&mut self, said: &str) -> String {
        if let Some(known) = self.known.get(said) {
            return known.clone();
        }
        let kept = name(self.redactor, said);
        bounded(&mut self.known).insert(said.to_owned(), kept.clone());
        kept
    }

    /// The project of a directory.
    fn project(&mut self, directory: &Path) -> String {
        if let Some(known) = self.projects.get(directory) {
            return known.clone();
        }
        let kept = name(self.redactor, &identify(directory).project.name);
        bounded(&mut self.projects).insert(directory.to_owned(), kept.clone());
        kept
    }
}

/// The map, emptied when it has grown without end.
fn bounded<K>(map: &mut HashMap<K, String>) -> &mut HashMap<K, String> {
    if map.len() >= MOST_NAMES {
        map.clear();
    }
    map
}

/// A name of a model, project or session as it is kept: without secrets, on one line, and of a bounded
/// length.
pub fn name(redactor: &Redactor, name: &str) -> String {
    let clipped: String = name.chars().take(LONGEST_READ).collect();
    printable_line(&redactor.redact(&clipped)).chars().take(LONGEST_NAME).collect()
}

impl File {
    pub(super) fn new(key: u64, client: AgentClient) -> File {
        File { key, client: Some(client), ..File::default() }
    }

    /// Whether every record's names are in the list.
    fn is_whole(&self) -> bool {
        let in_list = |record: &Record| {
            let last = record.session.max(record.project).max(record.model);
            (last as usize) < self.names.len()
        };
        self.records.iter().chain(&self.totals).all(in_list)
    }

    /// Takes in what a line says.
    pub(super) fn take(&mut self, said: ClientUsageLine, names: &mut Names) {
        let state = &mut self.state;
        // A session that goes on from another repeats that one's first lines.
        if let Some(session) = said.session.filter(|_| state.session.is_empty()) {
            state.session = names.of(&session);
            let origin = said.origin.map(|origin| names.of(&origin));
            state.origin = origin.unwrap_or_else(|| state.session.clone());
        }
        if let Some(directory) = said.directory {
            state.project = names.project(&directory);
        }
        if let Some(model) = said.model {
            state.model = names.of(&model);
        }
        if said.thread.is_some() {
            state.thread = short_hash(said.thread.as_deref());
        }
        if said.prefix.is_some() {
            state.prefix = short_hash(said.prefix.as_deref());
        }
        for request in said.requests {
            self.count(request, names);
        }
        for total in said.totals {
            self.total(total, names);
        }
        self.state.compacted |= said.compacted;
    }

    fn count(&mut self, request: usage::RecordedRequest, known: &mut Names) {
        if request.tokens == TokenCounts::default() || request.sum && self.state.each {
            return;
        }
        self.state.each |= !request.sum;
        self.state.at = request.at.unwrap_or(self.state.at);
        let id = match &request.id {
            Some(UsageRequestId::Everywhere(id)) => hash(&[b"request", id.as_bytes()]),
            Some(UsageRequestId::InSession(id)) => {
                hash(&[self.state.origin.as_bytes(), id.as_bytes()])
            }
            None => 0,
        };
        let tokens = request.tokens;
        let mut near = self.records.iter_mut().rev().take(NEAR);
        if let Some(same) = near.find(|record| id != 0 && record.id == id) {
            same.tokens = same.tokens.max(tokens);
            return;
        }
        let thread = request.thread.as_deref().map_or(self.state.thread, |it| short_hash(Some(it)));
        let prefix = request.prefix.as_deref().map_or(self.state.prefix, |it| short_hash(Some(it)));
        let names = self.places_of(request.session.as_deref(), request.model.as_deref(), known);
        self.records.push(Record {
            id,
            at: self.state.at,
            session: names[0],
            project: names[1],
            model: names[2],
            thread,
            prefix,
            compacted: std::mem::take(&mut self.state.compacted),
            tokens,
        });
    }

    /// Takes in what the client adds up itself; later sums hold the earlier ones.
    fn total(&mut self, total: usage::RecordedRequest, known: &mut Names) {
        let id = match &total.id {
            Some(UsageRequestId::Everywhere(run)) => hash(&[b"run", run.as_bytes()]),
            _ => return,
        };
        let names = self.places_of(total.session.as_deref(), total.model.as_deref(), known);
        let [session, project, model] = names;
        let (at, tokens) = (self.state.at, total.tokens);
        let is_same = |it: &&mut Record| (it.id, it.session, it.model) == (id, session, model);
        match self.totals.iter_mut().find(is_same) {
            Some(same) => (same.at, same.tokens) = (at, same.tokens.max(tokens)),
            None => {
                let (thread, prefix, compacted) = (0, 0, false);
                let of =
                    Record { id, at, session, project, model, thread, prefix, compacted, tokens };
                self.totals.push(of);
            }
        }
    }

    /// The places of a request's session, project and model, those of the lines before it where it names
    /// none.
    fn places_of(
        &mut self,
        session: Option<&str>,
        model: Option<&str>,
        known: &mut Names,
    ) -> [u32; 3] {
        let session = session.map_or_else(|| self.state.session.clone(), |it| known.of(it));
        let model = model.map_or_else(|| self.state.model.clone(), |it| known.of(it));
        [session, self.state.project.clone(), model].map(|name| self.place(name))
    }

    /// Takes in what was counted in others, which are parts of this one.
    pub(super) fn gather(&mut self, parts: impl Iterator<Item = File>) {
        let mut parts: Vec<File> = parts.collect();
        parts.sort_by_key(|part| part.records.first().map(|first| (first.at, first.id)));
        for (part, number) in parts.into_iter().zip(1..) {
            for mut record in part.records.iter().copied() {
                for name in [&mut record.session, &mut record.project, &mut record.model] {
                    *name = self.place(part.name(*name).to_owned());
                }
                // Each was a conversation of its own.
                record.thread = number;
                self.records.push(record);
            }
        }
    }

    /// The name at a place of the list.
    pub(super) fn name(&self, place: u32) -> &str {
        &self.names[place as usize]
    }

    fn place(&mut self, name: String) -> u32 {
        let known = self.names.iter().rposition(|known| *known == name);
        let place = known.unwrap_or_else(|| {
            self.names.push(name);
            self.names.len() - 1
        });
        u32::try_from(place).unwrap_or(u32::MAX)
    }
}

/// What is kept at `path`; nothing where it is of another form or broken. Read line by line, for it grows
/// with what was asked.
pub(super) fn load(path: &Path) -> Vec<File> {
    let read = || -> io::Result<Vec<File>> {
        let mut lines = BufReader::new(palimp_files::open_private(path)?);
        let (mut line, mut files) = (Vec::new(), Vec::new());
        lines.read_until(b'\n', &mut line)?;
        let known = line.trim_ascii_end() == VERSION.as_bytes();
        while known && next(&mut lines, &mut line)? {
            let file: File = serde_json::from_slice(&line)?;
            files.extend(Some(file).filter(File::is_whole));
        }
        Ok(files)
    };
    read().unwrap_or_default()
}

/// Reads the next line; `false` when there is none.
fn next(lines: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    Ok(lines.read_until(b'\n', line)? > 0)
}

/// Keeps what was counted.
pub(super) fn store(path: &Path, files: &[File]) -> io::Result<()> {
    palimp_files::replace_by(path, |partial| {
        let mut bytes = format!("{VERSION}\n").into_bytes();
        for file in files {
            serde_json::to_writer(&mut bytes, file)?;
            bytes.push(b'\n');
            partial.write(&bytes)?;
            bytes.clear();
        }
        partial.write(&bytes)
    })
}
