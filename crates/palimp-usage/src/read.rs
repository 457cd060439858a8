//! Reading what is new in the clients' transcripts: those that changed, from where they were read last.

use std::collections::HashMap;
use std::fs::Metadata;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use palimp_clients::install::ClientPaths;
use palimp_clients::{opencode, usage};
use palimp_core::event::AgentClient;
use palimp_core::home::HomePaths;
use palimp_core::settings::Settings;
use palimp_redact::Redactor;
use palimp_store::foreign::{ForeignError, opencode::OpenCodeStore};
use serde::Serialize;

use super::counted::{
    CountedTranscript, NameCache, TranscriptStamp, hash_parts, load_cache, store_cache,
};
use super::scan;
use palimp_engine::home::exclusion::Exclusions;
use palimp_engine::home::redaction;
use palimp_engine::ingest::transcript_files::list_transcripts;

/// The longest line that is read, and the longest document; what is longer holds files or pictures.
const MAX_LINE_BYTES: usize = 16 << 20;
const MAX_DOCUMENT_BYTES: u64 = 64 << 20;
/// Maximum number of transcripts read at once. A disk has no use for more.
const MAX_READER_THREADS: usize = 4;
/// Number of bytes by which a transcript is recognised, at its beginning and before the offset.
const FINGERPRINT_BYTES: u64 = 4_096;

/// Transcripts of a client.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TranscriptSource {
    /// The client.
    pub client: AgentClient,
    /// Directories searched for transcripts.
    pub roots: Vec<PathBuf>,
    /// Number of transcripts.
    pub transcripts: usize,
    /// Total size in bytes.
    pub bytes: u64,
    /// Lines and messages of them that could not be read.
    pub unread: usize,
}

/// The figures of every request that the clients' transcripts tell of.
#[derive(Clone, Debug, Default)]
pub struct TokenLedger {
    pub(super) files: Vec<CountedTranscript>,
    /// Sources that were read, by client.
    pub sources: Vec<TranscriptSource>,
    /// Transcripts that could not be read, and why.
    pub complaints: Vec<String>,
}

impl TokenLedger {
    /// Reads new lines of the clients' transcripts, and stores their figures in the home if there
    /// are any. Excluded projects count without their names. `data` is the data directory of programs, usually `~/.local/share`.
    pub fn from_transcripts(
        home: &HomePaths,
        settings: &Settings,
        places: &ClientPaths,
        data: &Path,
    ) -> TokenLedger {
        let path = home.token_cache_file();
        let known = load_cache(&path);
        let before = known.iter().map(|file| (file.key, file.seen)).collect::<Vec<_>>();
        let mut ledger = read_changed(known, places, data, &redaction::redactor(settings));
        ledger.files.sort_by_key(|file| file.key);
        let after = ledger.files.iter().map(|file| (file.key, file.seen));
        if !after.eq(before)
            && let Err(error) = store_cache(&path, &ledger.files)
        {
            ledger.complaints.push(crate::messages::usage_cache_failed(
                path.display(),
                palimp_core::message::io_reason(&error),
            ));
        }
        let exclusions = Exclusions::load(home, settings);
        for file in &mut ledger.files {
            file.hide_projects(|name| exclusions.excludes_name(name));
        }
        ledger
    }
}

/// A transcript, and what is known of it.
struct TranscriptJob {
    client: AgentClient,
    path: PathBuf,
    key: u64,
    seen: TranscriptStamp,
    known: Option<CountedTranscript>,
}

/// Reads what changed since `known` was kept.
fn read_changed(
    known: Vec<CountedTranscript>,
    places: &ClientPaths,
    data: &Path,
    redactor: &Redactor,
) -> TokenLedger {
    let mut known: HashMap<u64, CountedTranscript> =
        known.into_iter().map(|file| (file.key, file)).collect();
    let (mut ledger, mut jobs) = (TokenLedger::default(), Vec::new());
    for client in AgentClient::INSTALLABLE {
        let roots = usage::record_roots(client, places, data);
        let mut source = TranscriptSource { client, roots, transcripts: 0, bytes: 0, unread: 0 };
        for path in find_transcripts(&source) {
            let Some(seen) = read_stamp(&path) else { continue };
            let key = hash_parts(&[path.as_os_str().as_encoded_bytes()]);
            source.transcripts += 1;
            source.bytes += seen.bytes;
            match known.remove(&key) {
                Some(file) if file.seen == seen => ledger.files.push(file),
                known => jobs.push(TranscriptJob { client, path, key, seen, known }),
            }
        }
        ledger.sources.push(source);
    }
    run_jobs(jobs, redactor, &mut ledger);
    for source in &mut ledger.sources {
        let own = ledger.files.iter().filter(|file| file.client == Some(source.client));
        source.unread = own.map(|file| file.unread).sum();
    }
    ledger
}

fn find_transcripts(source: &TranscriptSource) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = match source.client {
        AgentClient::Opencode => {
            source.roots.iter().flat_map(|root| opencode_files(root)).collect()
        }
        client => {
            let dirs = source.roots.iter().filter_map(|root| root.parent());
            dirs.flat_map(|dir| list_transcripts(client, dir)).collect()
        }
    };
    found.sort();
    found.dedup();
    found
}

/// opencode's database, and the messages that earlier versions kept in files.
fn opencode_files(root: &Path) -> Vec<PathBuf> {
    let entries = |dir: PathBuf| std::fs::read_dir(dir).into_iter().flatten().flatten();
    let sessions = entries(root.join("storage/message"));
    let messages = sessions.flat_map(|session| entries(session.path()));
    let messages = messages.map(|message| message.path()).filter(|path| usage::is_document(path));
    let database = root.join("opencode.db");
    database.is_file().then_some(database).into_iter().chain(messages).collect()
}

/// Returns the present size and time of a transcript; for a database, with the log beside it.
fn read_stamp(path: &Path) -> Option<TranscriptStamp> {
    let own = stamp_of(&std::fs::metadata(path).ok()?);
    if !is_database(path) {
        return Some(own);
    }
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    let log = std::fs::metadata(log).map(|meta| stamp_of(&meta)).unwrap_or_default();
    Some(TranscriptStamp { bytes: own.bytes + log.bytes, changed: own.changed.max(log.changed) })
}

fn stamp_of(meta: &Metadata) -> TranscriptStamp {
    let changed =
        meta.modified().ok().and_then(|at| at.duration_since(SystemTime::UNIX_EPOCH).ok());
    let nanoseconds = changed.map_or(0, |since| since.as_nanos());
    TranscriptStamp { bytes: meta.len(), changed: u64::try_from(nanoseconds).unwrap_or(u64::MAX) }
}

fn is_database(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "db")
}

/// Does the jobs on all cores.
fn run_jobs(jobs: Vec<TranscriptJob>, redactor: &Redactor, ledger: &mut TokenLedger) {
    let next = AtomicUsize::new(0);
    let jobs: Vec<Mutex<Option<TranscriptJob>>> =
        jobs.into_iter().map(|job| Mutex::new(Some(job))).collect();
    let done = Mutex::new(ledger);
    let work = || {
        let mut names = NameCache::new(redactor);
        while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
            let Some(job) = job.lock().unwrap_or_else(PoisonError::into_inner).take() else {
                continue;
            };
            let path = job.path.clone();
            let file = read_one(job, &mut names);
            let mut ledger = done.lock().unwrap_or_else(PoisonError::into_inner);
            match file {
                Ok(file) => ledger.files.push(file),
                Err(why) => ledger.complaints.push(format!("{}: {why}", path.display())),
            }
        }
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let readers = cores.min(MAX_READER_THREADS).min(jobs.len());
    std::thread::scope(|scope| (0..readers).for_each(|_| drop(scope.spawn(work))));
}

fn read_one(
    job: TranscriptJob,
    names: &mut NameCache,
) -> Result<CountedTranscript, Box<dyn std::error::Error>> {
    let TranscriptJob { client, path, key, seen, known } = job;
    let Some(reader) = usage::ClientUsageReader::for_client(client) else {
        return Ok(CountedTranscript::new(key, client));
    };
    let mut fresh = CountedTranscript::new(key, client);
    fresh.add_line(reader.parse_path(&path), names);
    let mut file = if is_database(&path) {
        read_database(&path, fresh, names)?
    } else if usage::is_document(&path) {
        let bytes = palimp_files::read_up_to(&path, MAX_DOCUMENT_BYTES)?;
        match reader.parse_line(&bytes) {
            Some(said) => fresh.add_line(said, names),
            None => fresh.unread = 1,
        }
        fresh
    } else {
        let mut opened = palimp_files::open(&path)?;
        let mut goes_on = |file: &CountedTranscript| {
            fingerprint(&mut opened, file.offset).is_ok_and(|it| it == file.print)
        };
        let mut file = known.filter(&mut goes_on).unwrap_or(fresh);
        read_lines(&mut opened, &mut file, &reader, names)?;
        file
    };
    file.seen = seen;
    file.records.shrink_to_fit();
    Ok(file)
}

fn read_lines(
    opened: &mut std::fs::File,
    file: &mut CountedTranscript,
    reader: &usage::ClientUsageReader,
    names: &mut NameCache,
) -> io::Result<()> {
    opened.seek(SeekFrom::Start(file.offset))?;
    let mut buffer = BufReader::with_capacity(256 << 10, &mut *opened);
    let scanned = scan::scan_lines(&mut buffer, MAX_LINE_BYTES, |line| {
        if reader.may_contain_usage(line) {
            match reader.parse_line(line) {
                Some(said) => file.add_line(said, names),
                None => file.unread += 1,
            }
        }
    })?;
    file.offset += scanned.bytes;
    file.unread += scanned.too_long;
    file.print = fingerprint(opened, file.offset)?;
    Ok(())
}

/// Returns a hash of a transcript's beginning and of the bytes before `offset`; an error if it is
/// shorter.
fn fingerprint(file: &mut std::fs::File, offset: u64) -> io::Result<u64> {
    let length = offset.min(FINGERPRINT_BYTES);
    let mut part = |start| {
        let mut bytes = vec![0; usize::try_from(length).unwrap_or_default()];
        file.seek(SeekFrom::Start(start))?;
        file.read_exact(&mut bytes)?;
        io::Result::Ok(bytes)
    };
    Ok(hash_parts(&[&part(0)?, &part(offset - length)?]))
}

/// opencode's database is read whole when it has changed: its rows are.
fn read_database(
    path: &Path,
    mut file: CountedTranscript,
    names: &mut NameCache,
) -> Result<CountedTranscript, ForeignError> {
    let store = OpenCodeStore::open(path)?;
    let mut sessions = HashMap::new();
    for session in store.sessions()? {
        sessions.insert(session.id.clone(), session);
    }
    let mut by_session: HashMap<String, CountedTranscript> = HashMap::new();
    file.unread = store.each_message(&mut |message| {
        let mut said = opencode::usage::parse_message(&message);
        let Some(session) = said.session.take() else { return };
        let known = sessions.get(&session);
        said.directory = said.directory.or_else(|| Some(known?.directory.as_ref()?.into()));
        said.session =
            known.and_then(|known| known.parent.clone()).or_else(|| Some(session.clone()));
        let of = by_session.entry(session).or_default();
        of.add_line(said, names);
    })?;
    file.merge_parts(by_session.into_values());
    Ok(file)
}
