//! Files → index.
//!
//! A search first looks at what changed since the last one, and takes it in; nothing watches and
//! nothing is announced.

mod kind;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::sync_channel;

use palimp_core::author::AuthorKind;
use palimp_core::embed::{EmbedPurpose, Embedder};
use palimp_note::chunk::{self, ChunkLimits};
use palimp_note::origin::{NoteOrigins, default_author};
use palimp_note::provenance::Provenance;
use palimp_note::{NoteMetadata, NotePath, episode};
use palimp_rank::{ChunkKind, ChunkPassage};
use palimp_redact::{DetectedSecret, Redactor};
use palimp_store::StoreError;
use palimp_store::index::{
    self as store, ChunkEntry, DocumentSource, DocumentStamp, IndexDb, IndexDocument, IndexWriter,
    KnownDocument, PackedVector,
};
use palimp_vault::ScannedNote;
use palimp_vault::extra::ExtraNote;

use crate::home::vault_snapshot::VaultSnapshot;
use crate::retrieval::anchors;
use kind::kind_of;

/// A file that belongs in the index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexFile {
    /// Source of the file.
    pub source: DocumentSource,
    /// The path under which it is known.
    pub path: String,
    /// Path on disk.
    pub place: PathBuf,
    /// Its size in bytes.
    pub size: u64,
    /// Modification time, in nanoseconds since the Unix epoch.
    pub mtime: i64,
    /// Whether the user wrote what bears no author in a file outside the vault.
    pub of_user: bool,
}

/// Splits a text into chunks, redacts and embeds them.
pub struct Chunker<'a> {
    /// Length limits of chunks.
    pub limits: ChunkLimits,
    /// Redactor that removes secrets.
    pub redactor: Redactor,
    /// Embedder for vectors during indexing; none if vectors cost time or money.
    pub embedder: Option<&'a dyn Embedder>,
}

/// Progress callback: bytes done and bytes in total.
pub type IndexProgress<'a> = &'a mut dyn FnMut(u64, u64);

/// Counts of written and removed documents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// Documents that are new or different.
    pub written: usize,
    /// Documents that are gone.
    pub removed: usize,
    /// True if more has changed than was allowed to be indexed.
    pub behind: bool,
}

/// Prepared update of a file's document.
enum Prepared {
    /// It says what it said.
    Touched(DocumentStamp),
    /// It says something else.
    Changed(IndexDocument, Vec<ChunkEntry>),
    /// It cannot be read now; what the index has of it stays.
    Unreadable,
}

/// Minimum time since the last write, in nanoseconds, after which an unchanged mtime proves that a
/// file did not change: some file systems count in steps of two seconds.
const MIN_FILE_REST_NS: i64 = 2_000_000_000;
/// Maximum age of a vault snapshot, in nanoseconds; an older one no longer vouches for notes that
/// were written in place.
pub(crate) const MAX_SNAPSHOT_AGE_NS: i64 = 30_000_000_000;
/// Bytes of text per transaction.
const BATCH_BYTES: u64 = 16 << 20;
/// Minimum amount of work for threads, in bytes.
const MIN_PARALLEL_BYTES: u64 = 256 << 10;

/// State of an index that changes are compared with.
#[derive(Clone, Copy, Debug)]
pub struct IndexBaseline {
    generation: i64,
}

/// Returns the state of the index; call it before the files are listed.
pub fn index_baseline(index: &IndexDb) -> Result<IndexBaseline, StoreError> {
    Ok(IndexBaseline { generation: index.generation()? })
}

/// The files that exist.
#[derive(Clone, Copy, Debug)]
pub struct FileListing<'a> {
    /// All of them, those outside the vault too.
    pub files: &'a [IndexFile],
    /// Root directory of the vault.
    pub root: &'a Path,
    /// Snapshot that proves cheaply that the vault's notes are unchanged; none if there are files
    /// outside the vault, or few files.
    pub glance: Option<&'a VaultSnapshot>,
    /// Time of the listing, in nanoseconds since the Unix epoch.
    pub now: i64,
    /// Maximum number of bytes to index; if more has changed, nothing is indexed.
    pub most: u64,
}

/// Syncs the index with the files, which were listed after `before`.
pub fn sync_index(
    index: &mut IndexDb,
    before: IndexBaseline,
    FileListing { files, root, glance, now, most }: FileListing,
    cutter: &Chunker,
    progress: IndexProgress,
) -> Result<Changes, StoreError> {
    let digest = hash_file_list(files);
    let glance = glance.map(|glance| (glance.last_change(), glance.to_text()));
    let rested = |time: i64| now.saturating_sub(time) > MIN_FILE_REST_NS;
    // A directory that changed just now may change again without its time telling.
    let text = glance.filter(|(time, _)| rested(*time)).map(|(_, text)| text).unwrap_or_default();
    let glance = store::FilesGlance { text, at: now };
    if index.seen_digest()?.is_some_and(|seen| seen == digest) {
        let known = index.files_glance()?.unwrap_or_default();
        let ages =
            !glance.text.is_empty() && now.saturating_sub(known.at) > MAX_SNAPSHOT_AGE_NS / 2;
        if known.text != glance.text || ages {
            index.set_seen(&digest, before.generation, &glance)?;
        }
        return Ok(Changes::default());
    }
    let mut sink = Sink { index, root, cutter, progress, now, commits: 0, unread: false };
    let (changed, gone) = sink.diff_documents(files)?;
    if changed.iter().map(|(file, _)| file.size).sum::<u64>() > most {
        return Ok(Changes { behind: true, ..Changes::default() });
    }
    let mut changes =
        Changes { removed: sink.remove_documents(gone, before)?, ..Changes::default() };
    changes.written = sink.write_changes(&changed)?;
    // Only what rested can be told by its time, and only if nobody else wrote meanwhile.
    let generation = before.generation + sink.commits;
    if files.iter().all(|file| rested(file.mtime))
        && !sink.unread
        && sink.index.generation()? == generation
    {
        sink.index.set_seen(&digest, generation, &glance)?;
    }
    Ok(changes)
}

/// Brings the index, which was up to date before, to the state of `files` and of those that are
/// `gone`.
pub(crate) fn index_files(
    index: &mut IndexDb,
    (files, gone): (&[IndexFile], Gone),
    root: &Path,
    (cutter, now): (&Chunker, i64),
    progress: IndexProgress,
) -> Result<Changes, StoreError> {
    let before = index_baseline(index)?;
    let stamp = |index: &IndexDb, source, path: &str| index.document_stamp(source, path);
    let changed = files.iter().map(|file| Ok((file, stamp(index, file.source, &file.path)?)));
    let changed = changed.collect::<Result<Vec<_>, StoreError>>()?;
    let mut known = Gone::new();
    for (source, path) in gone {
        if stamp(index, source, &path)?.is_some() {
            known.push((source, path));
        }
    }
    let mut sink = Sink { index, root, cutter, progress, now, commits: 0, unread: false };
    let removed = sink.remove_documents(known, before)?;
    let written = sink.write_changes(&changed)?;
    Ok(Changes { written, removed, behind: sink.unread })
}

/// Hash that identifies a list of files.
fn hash_file_list(files: &[IndexFile]) -> Vec<u8> {
    let mut hasher = blake3::Hasher::new();
    for IndexFile { source, path, size, mtime, .. } in files {
        hasher.update(&[*source as u8]);
        hasher.update(&size.to_le_bytes());
        hasher.update(&mtime.to_le_bytes());
        hasher.update(path.as_bytes());
        hasher.update(b"\0");
    }
    hasher.finalize().as_bytes().to_vec()
}

/// Documents of the index whose files are gone.
pub(crate) type Gone = Vec<(DocumentSource, String)>;

type ChangedFile<'f> = (&'f IndexFile, Option<DocumentStamp>);

/// Writer of changed files to the index.
struct Sink<'a, 'e> {
    index: &'a mut IndexDb,
    root: &'a Path,
    cutter: &'a Chunker<'e>,
    progress: IndexProgress<'a>,
    now: i64,
    commits: i64,
    unread: bool,
}

impl Sink<'_, '_> {
    /// Returns the files that differ from the index, and the documents whose files are gone.
    fn diff_documents<'f>(
        &mut self,
        files: &'f [IndexFile],
    ) -> Result<(Vec<ChangedFile<'f>>, Gone), StoreError> {
        let mut known = HashMap::new();
        let (notes, extras) = (
            self.index.documents(DocumentSource::Note)?,
            self.index.documents(DocumentSource::Extra)?,
        );
        for (source, documents) in
            [(DocumentSource::Note, &notes), (DocumentSource::Extra, &extras)]
        {
            let documents = documents.iter();
            known.extend(
                documents.map(|KnownDocument { path, stamp }| ((source, path.as_str()), *stamp)),
            );
        }
        let mut changed = Vec::new();
        for file in files {
            let before = known.remove(&(file.source, file.path.as_str()));
            let same =
                |stamp: &DocumentStamp| stamp.size as u64 == file.size && stamp.mtime == file.mtime;
            if !before.as_ref().is_some_and(same) {
                changed.push((file, before));
            }
        }
        let gone = known.into_keys().map(|(source, path)| (source, path.to_owned()));
        Ok((changed, gone.collect()))
    }

    /// Removes documents whose files are gone. A note that another process wrote since the files
    /// were listed may be missing in the list: it is removed only if it does not exist now.
    fn remove_documents(
        &mut self,
        mut gone: Gone,
        before: IndexBaseline,
    ) -> Result<usize, StoreError> {
        if self.index.generation()? != before.generation {
            let is_file = |path: &str| {
                self.root.join(path).symlink_metadata().is_ok_and(|meta| meta.is_file())
            };
            gone.retain(|(source, path)| *source == DocumentSource::Note && !is_file(path));
        }
        if gone.is_empty() {
            return Ok(0);
        }
        let mut writer = self.index.writer()?;
        let mut removed = 0;
        for (source, path) in gone {
            removed += usize::from(writer.remove_document(source, &path)?);
        }
        writer.commit()?;
        self.commits += 1;
        Ok(removed)
    }

    /// Prepares on all cores, and writes in the order of the files, so that the same files always
    /// make the same index.
    fn write_changes(&mut self, changed: &[ChangedFile]) -> Result<usize, StoreError> {
        let (cutter, now) = (self.cutter, self.now);
        let total: u64 = changed.iter().map(|(file, _)| file.size).sum();
        if total < MIN_PARALLEL_BYTES {
            let mut prepared = changed.iter().map(|change| prepare_change(change, cutter, now));
            return self.write_batches(changed, total, &mut |_| prepared.next());
        }
        let next = AtomicUsize::new(0);
        let workers = std::thread::available_parallelism().map_or(1, usize::from);
        std::thread::scope(|scope| {
            let (to, from) = sync_channel(workers * 16);
            for _ in 0..workers {
                let (to, next) = (to.clone(), &next);
                scope.spawn(move || {
                    loop {
                        let at = next.fetch_add(1, Ordering::Relaxed);
                        let Some(change) = changed.get(at) else { return };
                        if to.send((at, prepare_change(change, cutter, now))).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(to);
            let mut early: HashMap<usize, Prepared> = HashMap::new();
            let written = self.write_batches(changed, total, &mut |wanted| {
                loop {
                    if let Some(prepared) = early.remove(&wanted) {
                        return Some(prepared);
                    }
                    let (at, prepared) = from.recv().ok()?;
                    early.insert(at, prepared);
                }
            });
            drop(from);
            written
        })
    }

    /// Writes every change as `prepared` delivers it; a transaction never holds half a document.
    fn write_batches(
        &mut self,
        changed: &[ChangedFile],
        total: u64,
        prepared: &mut dyn FnMut(usize) -> Option<Prepared>,
    ) -> Result<usize, StoreError> {
        let (mut at, mut done, mut written) = (0, 0, 0);
        while at < changed.len() {
            let mut writer = self.index.writer()?;
            if let Some(embedder) = self.cutter.embedder {
                writer.set_space(embedder.space())?;
            }
            let full = done + BATCH_BYTES;
            while done < full
                && let Some(change) = changed.get(at)
                && let Some(prepared) = prepared(at)
            {
                self.unread |= matches!(prepared, Prepared::Unreadable);
                written += usize::from(put_change(&mut writer, change, prepared, self.cutter)?);
                done += change.0.size.max(1);
                at += 1;
                (self.progress)(done.min(total), total);
            }
            writer.commit()?;
            self.commits += 1;
        }
        Ok(written)
    }
}

/// Writes a change; returns true if the document differs now.
///
/// If another process has written the document meanwhile, it may have seen a newer file: the file
/// is read again, because nobody else can write now.
fn put_change(
    writer: &mut IndexWriter,
    (file, before): &ChangedFile,
    prepared: Prepared,
    cutter: &Chunker,
) -> Result<bool, StoreError> {
    let there = writer.document_stamp(file.source, &file.path)?;
    if there == *before {
        return put_prepared(writer, file, prepared);
    }
    let Some(file) = file.reread_metadata() else { return Ok(false) };
    let prepared = prepare_change(&(&file, there), cutter, file.mtime);
    put_prepared(writer, &file, prepared)
}

fn put_prepared(
    writer: &mut IndexWriter,
    file: &IndexFile,
    prepared: Prepared,
) -> Result<bool, StoreError> {
    match prepared {
        Prepared::Unreadable => Ok(false),
        Prepared::Touched(stamp) => {
            writer.update_stamp(file.source, &file.path, &stamp).map(|()| false)
        }
        Prepared::Changed(document, entries) => {
            writer.put_document(&document, entries).map(|()| true)
        }
    }
}

impl IndexFile {
    /// A note of the vault at `root`.
    pub(crate) fn of_note(root: &Path, found: ScannedNote) -> IndexFile {
        IndexFile {
            source: DocumentSource::Note,
            place: root.join(found.path.as_str()),
            path: found.path.as_str().to_owned(),
            size: found.size,
            mtime: found.mtime_ns,
            of_user: false,
        }
    }

    /// A file outside the vault.
    pub(crate) fn of_extra(found: ExtraNote) -> IndexFile {
        IndexFile {
            source: DocumentSource::Extra,
            path: found.shown,
            place: found.path,
            size: found.size,
            mtime: found.mtime_ns,
            of_user: found.of_user,
        }
    }

    /// Returns the file with its current size and mtime; none if it is gone.
    pub(crate) fn reread_metadata(&self) -> Option<IndexFile> {
        let meta = std::fs::metadata(&self.place).ok()?;
        let since = meta.modified().ok()?.duration_since(std::time::UNIX_EPOCH).ok()?;
        let mtime = i64::try_from(since.as_nanos()).ok()?;
        Some(IndexFile { size: meta.len(), mtime, ..self.clone() })
    }
}

fn prepare_change((file, before): &ChangedFile, cutter: &Chunker, now: i64) -> Prepared {
    let Ok(bytes) = palimp_files::read(&file.place) else { return Prepared::Unreadable };
    let mut hash = [0; 16];
    hash.copy_from_slice(&blake3::hash(&bytes).as_bytes()[..16]);
    let rested = now.saturating_sub(file.mtime) > MIN_FILE_REST_NS;
    let stamp = DocumentStamp {
        size: i64::try_from(file.size).unwrap_or(i64::MAX),
        mtime: if rested { file.mtime } else { 0 },
        hash,
    };
    if before.as_ref().is_some_and(|before| before.hash == hash) {
        return Prepared::Touched(stamp);
    }
    let text = String::from_utf8_lossy(&bytes);
    let (document, entries) = cutter.chunk_note(file, stamp, &text);
    Prepared::Changed(document, entries)
}

impl Chunker<'_> {
    /// Converts a note to a document and its index entries.
    fn chunk_note(
        &self,
        file: &IndexFile,
        stamp: DocumentStamp,
        text: &str,
    ) -> (IndexDocument, Vec<ChunkEntry>) {
        let note = palimp_note::parse(text);
        let created_at = created_at(file, text, &note);
        let kind = match file.source {
            DocumentSource::Extra if file.of_user => ChunkKind::Note,
            DocumentSource::Extra => ChunkKind::Extra,
            _ => NotePath::new(&file.path).map_or(ChunkKind::Note, |path| kind_of(&path)),
        };
        let document = IndexDocument {
            source: file.source,
            path: file.path.clone(),
            repository: 0,
            stamp,
            title: note.title.unwrap_or_else(|| file_stem(&file.path)),
            project: note.project.unwrap_or_default(),
            kind,
            created_at,
            about: if anchors::may_be_in(text) { anchors::ANCHORED_MARK } else { "" }.to_owned(),
        };
        let front = note.front.unwrap_or_default();
        let labels = [note.tags, note.aliases].concat().join("|");
        // What lies elsewhere, others wrote as well as the user.
        let author = match document.source {
            DocumentSource::Extra if !file.of_user => AuthorKind::Import,
            _ => default_author(&document.path, text),
        };
        let entries = self.chunk_document((&document, author), text, front.end, &labels);
        (document, entries)
    }

    /// Converts a team's fact to index entries. Regardless of its own text, its author is the team,
    /// and its path says where it holds.
    pub(crate) fn chunk_fact(&self, document: &IndexDocument, text: &str) -> Vec<ChunkEntry> {
        let mut entries = self.chunk_document((document, AuthorKind::Team), text, 0, "");
        for entry in &mut entries {
            (entry.author, entry.project) = (AuthorKind::Team, None);
        }
        entries
    }

    /// Converts a repository's decision record to index entries. Regardless of its own text, it is
    /// an import of its repository's project.
    pub(crate) fn chunk_record(&self, document: &IndexDocument, text: &str) -> Vec<ChunkEntry> {
        let front = palimp_note::parse(text).front.unwrap_or_default();
        let mut entries = self.chunk_document((document, AuthorKind::Import), text, front.end, "");
        for entry in &mut entries {
            (entry.author, entry.project) = (AuthorKind::Import, None);
        }
        entries
    }

    /// The chunks of a document, redacted, with their terms and their vectors; `author` wrote what names nobody. What
    /// stands before `front` says nothing, and the first chunk is found by `labels` as well.
    fn chunk_document(
        &self,
        (document, author): (&IndexDocument, AuthorKind),
        text: &str,
        front: usize,
        labels: &str,
    ) -> Vec<ChunkEntry> {
        let secrets = self.redactor.find(text);
        let chunks = chunk::split_into_chunks(text, &self.limits);
        let origins = NoteOrigins::from_note(&document.path, text);
        // What palimp wrote around the entries of a day says nothing that anyone would ask for.
        let episodes = episode::day_of(&document.path).is_some();
        let title = if episodes { String::new() } else { document.title.clone() };
        let mut entries: Vec<ChunkEntry> = chunks
            .into_iter()
            .map(|chunk| {
                let said = chunk.range.start.max(front.min(chunk.range.end))..chunk.range.end;
                let above = text[chunk.range.start..said.start].matches('\n').count();
                let is_first = chunk.range.start == 0;
                let passage = ChunkPassage {
                    path: document.path.clone(),
                    title: title.clone(),
                    heading: match episodes {
                        true => String::new(),
                        false => self.redactor.redact(&chunk.heading).into_owned(),
                    },
                    speaker: String::new(),
                    text: {
                        let said = "\n".repeat(above) + &redact_range(text, said, &secrets);
                        episode::without_frame(&said, episodes).into_owned()
                    },
                    labels: {
                        let own = chunk.by.as_ref().and_then(|by| by.aliases.as_deref());
                        let of_note =
                            is_first.then_some(labels).filter(|labels| !labels.is_empty());
                        let both: Vec<&str> = of_note.into_iter().chain(own).collect();
                        self.redactor.redact(&both.join("|")).into_owned()
                    },
                };
                let lines = (chunk.start_line as i64, chunk.end_line as i64);
                let by =
                    chunk.by.unwrap_or_else(|| Provenance { by: author, ..Provenance::default() });
                let days =
                    (chunk.start_line..=chunk.end_line).filter_map(|line| origins.own_day(line));
                let said_at = days.max().and_then(|day| parse_leading_date(&day));
                let entry = ChunkEntry::new(passage, lines, said_at.unwrap_or(document.created_at));
                ChunkEntry { project: by.project, author: by.by, ..entry }
            })
            .collect();
        self.embed_entries(&mut entries);
        entries
    }

    pub(crate) fn embed_entries(&self, entries: &mut [ChunkEntry]) {
        let Some(embedder) = self.embedder else { return };
        let texts: Vec<_> = entries.iter().map(|entry| embedded_text(&entry.passage)).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let Ok(vectors) = embedder.embed(&texts, EmbedPurpose::Document) else { return };
        for (entry, vector) in entries.iter_mut().zip(vectors) {
            entry.vector = Some(PackedVector::from_floats(&vector));
        }
    }
}

/// Returns the text to embed for a chunk: its headings, which name the topic, and its text.
pub(crate) fn embedded_text(passage: &ChunkPassage) -> String {
    match passage.heading.as_str() {
        "" => passage.text.clone(),
        heading => format!("{heading}\n{}", passage.text),
    }
}

/// Returns `range` of `text`, with every secret that touches it replaced: a secret cut by the
/// border is removed on both sides.
fn redact_range(text: &str, range: std::ops::Range<usize>, secrets: &[DetectedSecret]) -> String {
    let mut clean = String::with_capacity(range.len());
    let mut at = range.start;
    let inside = |secret: &&DetectedSecret| secret.end > range.start && secret.start < range.end;
    for secret in secrets.iter().filter(inside) {
        clean.push_str(&text[at..secret.start.max(at)]);
        clean.push_str("<redacted:");
        clean.push_str(secret.kind);
        clean.push('>');
        at = secret.end.min(range.end);
    }
    clean.push_str(&text[at..range.end]);
    clean
}

/// Parses the day at the beginning of a text, as milliseconds of its midnight in UTC.
pub(crate) fn parse_leading_date(text: &str) -> Option<i64> {
    let day: jiff::civil::Date = text.trim().get(..10)?.parse().ok()?;
    let midnight = day.to_zoned(jiff::tz::TimeZone::UTC).ok()?;
    Some(midnight.timestamp().as_millisecond())
}

/// Returns the moment of a note, in milliseconds since the Unix epoch: the day that it or its name says, else when it was
/// imported or written.
pub(crate) fn created_at(file: &IndexFile, text: &str, note: &NoteMetadata) -> i64 {
    let dated = note
        .date
        .as_deref()
        .and_then(parse_leading_date)
        .or_else(|| parse_leading_date(&file_stem(&file.path)));
    dated.or_else(|| import_time(text)).unwrap_or(file.mtime / 1_000_000)
}

/// Original time of an imported note, in milliseconds since the Unix epoch; the file itself is as
/// old as the import.
fn import_time(text: &str) -> Option<i64> {
    let by = text.lines().find_map(Provenance::parse).filter(|by| by.by == AuthorKind::Import)?;
    let at: jiff::Timestamp = by.at?.parse().ok()?;
    Some(at.as_millisecond())
}

fn file_stem(path: &str) -> String {
    let name = Path::new(path).file_stem().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_nothing_is_glanced_at_nothing_is_written_while_nothing_changes() {
        let dir = tempfile::tempdir().unwrap();
        let mut index = IndexDb::open(&dir.path().join("main.db")).unwrap();
        let cutter = Chunker {
            limits: ChunkLimits { tokens: 400, max: 800, overlap: 0 },
            redactor: Redactor::default(),
            embedder: None,
        };
        let mut looked_at = |now| {
            let before = index_baseline(&index).unwrap();
            let listed =
                FileListing { files: &[], root: dir.path(), glance: None, now, most: u64::MAX };
            sync_index(&mut index, before, listed, &cutter, &mut |_, _| ()).unwrap();
            index.files_glance().unwrap().map(|glance| glance.at)
        };
        assert_eq!(looked_at(1), Some(1));
        assert_eq!(looked_at(1 + 2 * MAX_SNAPSHOT_AGE_NS), Some(1));
    }
}
