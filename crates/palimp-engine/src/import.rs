//! History → activity: takes in what a client recorded before palimp was there.

use std::collections::{HashMap, HashSet};
use std::io;
use std::path::{Path, PathBuf};

use palimp_core::activity::{Capture, Entry};
use palimp_core::settings::Settings;
use palimp_core::{Client, EventKind, HookEvent};
use palimp_store::StoreError;
use palimp_store::activity::{ActivityDb, Applied};
use serde::Serialize;

use crate::capture::{self, Setting};
use crate::place::Place;

/// What was taken in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Imported {
    /// Transcripts that were read.
    pub transcripts: usize,
    /// Observations that are new.
    pub observations: usize,
    /// Messages that are new.
    pub messages: usize,
}

/// Why an import stopped.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// The transcript.
    #[error("{}: {source}", .path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The transcripts below a client's directory, oldest first. opencode keeps its history in a
/// database and has none.
pub fn transcripts(client: Client, dir: &Path) -> Vec<PathBuf> {
    let (below, depth) = match client {
        Client::Claude => ("projects", 2),
        Client::Codex => ("sessions", 4),
        Client::Gemini => ("tmp", 3),
        Client::Copilot => ("session-state", 2),
        Client::Opencode | Client::Cursor => return Vec::new(),
    };
    let mut found = Vec::new();
    collect(&dir.join(below), depth, &mut found);
    found.retain(|(path, _)| is_transcript(client, path));
    found.sort_by(|a, b| a.1.cmp(&b.1).then_with(|| a.0.cmp(&b.0)));
    found.into_iter().map(|(path, _)| path).collect()
}

fn is_transcript(client: Client, path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    match client {
        Client::Codex => name.starts_with("rollout-") && name.ends_with(".jsonl"),
        Client::Copilot => name == "events.jsonl",
        _ => name.ends_with(".jsonl"),
    }
}

/// The files exactly `depth` levels below `dir`, with the time of their last change.
fn collect(dir: &Path, depth: usize, found: &mut Vec<(PathBuf, std::time::SystemTime)>) {
    for entry in std::fs::read_dir(dir).into_iter().flatten().flatten() {
        let path = entry.path();
        let Ok(meta) = std::fs::metadata(&path) else { continue };
        if meta.is_dir() && depth > 1 {
            collect(&path, depth - 1, found);
        } else if meta.is_file() && depth == 1 {
            found.push((path, meta.modified().unwrap_or(std::time::SystemTime::UNIX_EPOCH)));
        }
    }
}

/// How many captures go into one transaction.
const BATCH: usize = 256;

/// Takes in one transcript. What hooks captured of the same session before is recognised, and a
/// second import adds nothing.
pub fn transcript(
    db: &mut ActivityDb,
    client: Client,
    path: &Path,
    settings: &Settings,
    agent: Option<&str>,
) -> Result<Imported, ImportError> {
    let mut taker = Taker {
        settings,
        agent,
        // Gemini's record holds other times than its hooks do, so that a message which a hook has
        // kept could not be recognised.
        known: if client == Client::Gemini { db.session_ids()? } else { HashSet::new() },
        places: HashMap::new(),
        batch: Vec::new(),
        last: None,
    };
    let mut total = Imported { transcripts: 1, ..Imported::default() };
    let mut failed = None;
    let read = palimp_clients::transcript::read(client, path, &mut |event| {
        taker.take(&event);
        if taker.batch.len() >= BATCH && failed.is_none() {
            failed = taker.flush(db, &mut total).err();
        }
    });
    read.map_err(|source| ImportError::Read { path: path.to_owned(), source })?;
    failed.map_or(Ok(()), Err)?;
    taker.sum_up();
    taker.flush(db, &mut total)?;
    Ok(total)
}

/// Collects the captures of one transcript.
struct Taker<'a> {
    settings: &'a Settings,
    agent: Option<&'a str>,
    /// Sessions of which nothing more is taken in.
    known: HashSet<String>,
    /// Where each working directory belongs; a transcript names the same few again and again.
    places: HashMap<PathBuf, Place>,
    batch: Vec<Capture>,
    last: Option<Capture>,
}

impl Taker<'_> {
    fn take(&mut self, event: &HookEvent) {
        let Some(at) = event.at else { return };
        let says_nothing =
            matches!(event.kind, EventKind::SessionStart { .. } | EventKind::PreCompact);
        if says_nothing || self.known.contains(&event.session_id) {
            return;
        }
        let setting =
            Setting { settings: self.settings, agent: self.agent, now: at, leave_messages: false };
        let cwd = event.cwd.clone().unwrap_or_else(|| PathBuf::from("/"));
        let place =
            self.places.entry(cwd.clone()).or_insert_with(|| crate::identify(&cwd).in_the_past());
        let session = capture::session_in(event, &setting, &cwd, place);
        let mut capture = capture::capture(event, &[], session, place, &setting);
        // One summary at the end tells as much as one after every turn.
        capture.entries.retain(|entry| *entry != Entry::Summary);
        self.last = Some(Capture { entries: vec![Entry::Summary], ..capture.clone() });
        if !capture.entries.is_empty() {
            self.batch.push(capture);
        }
    }

    fn sum_up(&mut self) {
        self.batch.extend(self.last.take());
    }

    fn flush(&mut self, db: &mut ActivityDb, total: &mut Imported) -> Result<(), ImportError> {
        let Applied { observations, messages } = db.apply_all(&self.batch)?;
        total.observations += observations;
        total.messages += messages;
        self.batch.clear();
        Ok(())
    }
}
