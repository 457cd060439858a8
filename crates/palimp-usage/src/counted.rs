//! The figures of every request, and how far each transcript was read.
//!
//! They are kept in a file of lines: a version, then a line for each transcript. Of a transcript's
//! text nothing is kept but names of models and of projects, and ids of sessions; the transcript
//! itself is known by a hash of its path. Whatever cannot be read of the cache is counted anew.

use std::collections::{BTreeSet, HashMap};
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use palimp_clients::usage::{self, ClientUsageLine, TokenCounts, UsageRequestId};
use palimp_core::event::AgentClient;
use palimp_core::sanitize::printable_line;
use palimp_redact::Redactor;
use serde::{Deserialize, Serialize};

use palimp_engine::home::project_discovery::locate_project;

/// The form of the cache; one of another form is made anew.
const CACHE_VERSION: &str = "palimp tokens 2";
/// No name of a model, project or session is kept longer, in characters.
const LONGEST_NAME: usize = 120;
/// No more of a name is looked at, in characters.
const MAX_READ_CHARS: usize = 4_000;
/// Name under which excluded projects are counted.
const EXCLUDED_PROJECT_NAME: &str = "(excluded)";
/// So many names are remembered while transcripts are read.
const MOST_NAMES: usize = 10_000;
/// Number of last records among which a repeated one is looked for.
const MAX_LOOKBACK_RECORDS: usize = 8;

/// A request, as it is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "PackedRecord", into = "PackedRecord")]
pub(super) struct RequestRecord {
    /// A hash of what tells it from others; 0 for nothing.
    pub(super) id: u64,
    /// Time of the request, in milliseconds since the Unix epoch; 0 if unknown.
    pub(super) at: i64,
    /// Names, by their place in the transcript's list.
    pub(super) session: u32,
    pub(super) project: u32,
    pub(super) model: u32,
    /// A hash of the sub-agent's name; 0 for the session's own.
    pub(super) thread: u32,
    /// A hash of what can be seen of its system prompt and tools; 0 for nothing.
    pub(super) prefix: u32,
    /// True if the conversation was shortened just before.
    pub(super) compacted: bool,
    pub(super) tokens: TokenCounts,
}

type PackedRecord = (u64, i64, [u32; 3], [u32; 2], bool, [u64; 5]);

impl From<PackedRecord> for RequestRecord {
    fn from((id, at, names, [thread, prefix], compacted, tokens): PackedRecord) -> RequestRecord {
        let [session, project, model] = names;
        let [input, output, cache_read, cache_write, cache_write_hour] = tokens;
        let tokens = TokenCounts { input, output, cache_read, cache_write, cache_write_hour };
        RequestRecord { id, at, session, project, model, thread, prefix, compacted, tokens }
    }
}

impl From<RequestRecord> for PackedRecord {
    fn from(record: RequestRecord) -> PackedRecord {
        let RequestRecord { id, at, session, project, model, thread, prefix, compacted, tokens } =
            record;
        let TokenCounts { input, output, cache_read, cache_write, cache_write_hour } = tokens;
        let tokens = [input, output, cache_read, cache_write, cache_write_hour];
        (id, at, [session, project, model], [thread, prefix], compacted, tokens)
    }
}

/// State that earlier lines of a transcript set for later ones.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct TranscriptState {
    session: String,
    origin: String,
    project: String,
    model: String,
    thread: u32,
    prefix: u32,
    at: i64,
    compacted: bool,
    /// True if requests were reported one by one.
    each: bool,
}

/// Figures counted in a transcript.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct CountedTranscript {
    /// A hash of its path.
    pub(super) key: u64,
    pub(super) client: Option<AgentClient>,
    /// Size and time of the file at the last read.
    pub(super) seen: TranscriptStamp,
    /// Number of bytes read.
    pub(super) offset: u64,
    /// Hash of the file's beginning and of the bytes before the offset.
    pub(super) print: u64,
    /// Number of lines that could not be read.
    pub(super) unread: usize,
    state: TranscriptState,
    pub(super) names: Vec<String>,
    pub(super) records: Vec<RequestRecord>,
    /// The client's own sums, by its run (in the place of the id), session and model.
    pub(super) totals: Vec<RequestRecord>,
}

/// Size and time by which an unchanged file is recognised.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct TranscriptStamp {
    pub(super) bytes: u64,
    /// The time of its last change, in nanoseconds since the Unix epoch.
    pub(super) changed: u64,
}

/// A number that stands for a text.
pub(super) fn hash_parts(parts: &[&[u8]]) -> u64 {
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
    text.map_or(0, |text| (hash_parts(&[text.as_bytes()]) as u32).max(1))
}

/// Names as they are kept: without secrets, on one line, and of a bounded length. Lines tell the same
/// ones again and again.
pub(super) struct NameCache<'a> {
    redactor: &'a Redactor,
    known: HashMap<String, String>,
    projects: HashMap<PathBuf, String>,
}

impl<'a> NameCache<'a> {
    pub(super) fn new(redactor: &'a Redactor) -> NameCache<'a> {
        NameCache { redactor, known: HashMap::new(), projects: HashMap::new() }
    }

    fn kept_name(&mut self, said: &str) -> String {
        if let Some(known) = self.known.get(said) {
            return known.clone();
        }
        let kept = sanitize_name(self.redactor, said);
        clear_if_full(&mut self.known).insert(said.to_owned(), kept.clone());
        kept
    }

    /// The project of a directory.
    fn project_name(&mut self, directory: &Path) -> String {
        if let Some(known) = self.projects.get(directory) {
            return known.clone();
        }
        let kept = sanitize_name(self.redactor, &locate_project(directory).project.name);
        clear_if_full(&mut self.projects).insert(directory.to_owned(), kept.clone());
        kept
    }
}

/// The map, emptied when it has grown without end.
fn clear_if_full<K>(map: &mut HashMap<K, String>) -> &mut HashMap<K, String> {
    if map.len() >= MOST_NAMES {
        map.clear();
    }
    map
}

/// A name of a model, project or session as it is kept: without secrets, on one line, and of a bounded
/// length.
pub fn sanitize_name(redactor: &Redactor, name: &str) -> String {
    let clipped: String = name.chars().take(MAX_READ_CHARS).collect();
    printable_line(&redactor.redact(&clipped)).chars().take(LONGEST_NAME).collect()
}

impl CountedTranscript {
    pub(super) fn new(key: u64, client: AgentClient) -> CountedTranscript {
        CountedTranscript { key, client: Some(client), ..CountedTranscript::default() }
    }

    /// Takes the names of excluded projects out.
    pub(super) fn hide_projects(&mut self, is_excluded: impl Fn(&str) -> bool) {
        let records = self.records.iter().chain(&self.totals);
        let projects: BTreeSet<u32> = records.map(|it| it.project).collect();
        for at in projects {
            let name = self.names.get_mut(at as usize);
            if let Some(name) = name.filter(|name| is_excluded(name)) {
                EXCLUDED_PROJECT_NAME.clone_into(name);
            }
        }
    }

    /// True if every record's names are in the list.
    fn is_whole(&self) -> bool {
        let in_list = |record: &RequestRecord| {
            let last = record.session.max(record.project).max(record.model);
            (last as usize) < self.names.len()
        };
        self.records.iter().chain(&self.totals).all(in_list)
    }

    /// Adds the figures of a line.
    pub(super) fn add_line(&mut self, said: ClientUsageLine, names: &mut NameCache) {
        let state = &mut self.state;
        // A session that goes on from another repeats that one's first lines.
        if let Some(session) = said.session.filter(|_| state.session.is_empty()) {
            state.session = names.kept_name(&session);
            let origin = said.origin.map(|origin| names.kept_name(&origin));
            state.origin = origin.unwrap_or_else(|| state.session.clone());
        }
        if let Some(directory) = said.directory {
            state.project = names.project_name(&directory);
        }
        if let Some(model) = said.model {
            state.model = names.kept_name(&model);
        }
        if said.thread.is_some() {
            state.thread = short_hash(said.thread.as_deref());
        }
        if said.prefix.is_some() {
            state.prefix = short_hash(said.prefix.as_deref());
        }
        for request in said.requests {
            self.add_request(request, names);
        }
        for total in said.totals {
            self.add_total(total, names);
        }
        self.state.compacted |= said.compacted;
    }

    fn add_request(&mut self, request: usage::RecordedRequest, known: &mut NameCache) {
        if request.tokens == TokenCounts::default() || request.sum && self.state.each {
            return;
        }
        self.state.each |= !request.sum;
        self.state.at = request.at.unwrap_or(self.state.at);
        let id = match &request.id {
            Some(UsageRequestId::Everywhere(id)) => hash_parts(&[b"request", id.as_bytes()]),
            Some(UsageRequestId::InSession(id)) => {
                hash_parts(&[self.state.origin.as_bytes(), id.as_bytes()])
            }
            None => 0,
        };
        let tokens = request.tokens;
        let mut near = self.records.iter_mut().rev().take(MAX_LOOKBACK_RECORDS);
        if let Some(same) = near.find(|record| id != 0 && record.id == id) {
            same.tokens = same.tokens.max(tokens);
            return;
        }
        let thread = request.thread.as_deref().map_or(self.state.thread, |it| short_hash(Some(it)));
        let prefix = request.prefix.as_deref().map_or(self.state.prefix, |it| short_hash(Some(it)));
        let names = self.places_of(request.session.as_deref(), request.model.as_deref(), known);
        self.records.push(RequestRecord {
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
    fn add_total(&mut self, total: usage::RecordedRequest, known: &mut NameCache) {
        let id = match &total.id {
            Some(UsageRequestId::Everywhere(run)) => hash_parts(&[b"run", run.as_bytes()]),
            _ => return,
        };
        let names = self.places_of(total.session.as_deref(), total.model.as_deref(), known);
        let [session, project, model] = names;
        let (at, tokens) = (self.state.at, total.tokens);
        let is_same =
            |it: &&mut RequestRecord| (it.id, it.session, it.model) == (id, session, model);
        match self.totals.iter_mut().find(is_same) {
            Some(same) => (same.at, same.tokens) = (at, same.tokens.max(tokens)),
            None => {
                let (thread, prefix, compacted) = (0, 0, false);
                let of = RequestRecord {
                    id,
                    at,
                    session,
                    project,
                    model,
                    thread,
                    prefix,
                    compacted,
                    tokens,
                };
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
        known: &mut NameCache,
    ) -> [u32; 3] {
        let session = session.map_or_else(|| self.state.session.clone(), |it| known.kept_name(it));
        let model = model.map_or_else(|| self.state.model.clone(), |it| known.kept_name(it));
        [session, self.state.project.clone(), model].map(|name| self.name_index(name))
    }

    /// Takes in what was counted in others, which are parts of this one.
    pub(super) fn merge_parts(&mut self, parts: impl Iterator<Item = CountedTranscript>) {
        let mut parts: Vec<CountedTranscript> = parts.collect();
        parts.sort_by_key(|part| part.records.first().map(|first| (first.at, first.id)));
        for (part, number) in parts.into_iter().zip(1..) {
            for mut record in part.records.iter().copied() {
                for name in [&mut record.session, &mut record.project, &mut record.model] {
                    *name = self.name_index(part.name_at(*name).to_owned());
                }
                // Each was a conversation of its own.
                record.thread = number;
                self.records.push(record);
            }
        }
    }

    /// The name at a place of the list.
    pub(super) fn name_at(&self, place: u32) -> &str {
        &self.names[place as usize]
    }

    fn name_index(&mut self, name: String) -> u32 {
        let known = self.names.iter().rposition(|known| *known == name);
        let place = known.unwrap_or_else(|| {
            self.names.push(name);
            self.names.len() - 1
        });
        u32::try_from(place).unwrap_or(u32::MAX)
    }
}

/// Reads the cache at `path`, line by line because it grows with every request; empty if it has
/// another format or is broken.
pub(super) fn load_cache(path: &Path) -> Vec<CountedTranscript> {
    let read = || -> io::Result<Vec<CountedTranscript>> {
        let mut lines = BufReader::new(palimp_files::open_private(path)?);
        let (mut line, mut files) = (Vec::new(), Vec::new());
        lines.read_until(b'\n', &mut line)?;
        let known = line.trim_ascii_end() == CACHE_VERSION.as_bytes();
        while known && read_line(&mut lines, &mut line)? {
            let file: CountedTranscript = serde_json::from_slice(&line)?;
            files.extend(Some(file).filter(CountedTranscript::is_whole));
        }
        Ok(files)
    };
    read().unwrap_or_default()
}

/// Reads the next line; `false` when there is none.
fn read_line(lines: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    Ok(lines.read_until(b'\n', line)? > 0)
}

/// Stores the counted transcripts.
pub(super) fn store_cache(path: &Path, files: &[CountedTranscript]) -> io::Result<()> {
    palimp_files::replace_by(path, |partial| {
        let mut bytes = format!("{CACHE_VERSION}\n").into_bytes();
        for file in files {
            serde_json::to_writer(&mut bytes, file)?;
            bytes.push(b'\n');
            partial.write(&bytes)?;
            bytes.clear();
        }
        partial.write(&bytes)
    })
}
