//! Decision records → index: the Markdown in a repository's usual directories for them.
//!
//! They are read where they lie and never written. What they say of themselves in comments that palimp
//! reads elsewhere means nothing: they are neither the user's words nor another project's.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use palimp_core::sanitize::{printable, printable_line};
use palimp_rank::ChunkKind;
use palimp_redact::Redactor;
use palimp_store::index::{DocumentSource, DocumentStamp, IndexDocument, WindowPart, WindowText};
use palimp_vault::events::WatchedPaths;
use palimp_vault::extra::{self, ExtraNote};

use super::RepositoryReadOptions;
use crate::error::Error;
use crate::home::project_discovery::ProjectLocation;
use crate::home::redaction;
use crate::retrieval::excerpt::Excerpt;
use crate::retrieval::index_sync::{IndexSync, new_chunker};
use crate::retrieval::indexing::{self, Changes};
use crate::retrieval::searcher::Searcher;

/// Directories of decision records, from a repository's root.
const RECORD_DIRS: [&str; 6] =
    ["docs/adr", "docs/decisions", "docs/architecture/decisions", "decisions", "adr", "doc/adr"];
/// The most records of a repository.
const MAX_RECORDS: usize = 500;
/// The longest record, in bytes; a longer one is none.
const MAX_RECORD_BYTES: u64 = 256 << 10;

/// A record on the disk, and its path from the root of its repository.
struct FoundRecord {
    path: String,
    note: ExtraNote,
}

impl IndexSync {
    /// Syncs the index with the decision records of an indexed repository.
    pub(super) fn index_records(
        &mut self,
        place: &ProjectLocation,
        reading: &RepositoryReadOptions,
    ) -> Result<Changes, Error> {
        let Some(row) = self.open_index()?.repository(&place.project.id)? else {
            return Ok(Changes::default());
        };
        let known = self.open_index()?.documents_of(DocumentSource::Record, row.id)?;
        let mut known: HashMap<String, DocumentStamp> =
            known.into_iter().map(|it| (it.path, it.stamp)).collect();
        let mut changed = Vec::new();
        for found in find_records(&place.project.root) {
            let stamp = known.remove(&found.path);
            if stamp.is_none_or(|it| {
                (it.size, it.mtime) != (found.note.size as i64, found.note.mtime_ns)
            }) {
                changed.push(found);
            }
        }
        if changed.is_empty() && known.is_empty() {
            return Ok(Changes::default());
        }
        let (notes, models, index) = self.open_parts()?;
        let cutter = new_chunker(&notes.settings, models);
        let mut writer = index.writer()?;
        if let Some(embedder) = cutter.embedder {
            writer.set_space(embedder.space())?;
        }
        let mut changes = Changes::default();
        for path in known.keys() {
            changes.removed +=
                usize::from(writer.remove_of(DocumentSource::Record, path, row.id)?);
        }
        for found in changed {
            let Ok(text) = found.note.read_lossy() else { continue };
            let text =
                reading.buried.remove_forgotten(&neutralize_comments(&text), None).into_owned();
            let document = record_document(&found, &text, row.id, &row.project);
            let entries = cutter.chunk_record(&document, &text);
            let windows = WindowText::group(entries.iter().map(|entry| &entry.terms));
            writer.put_document(&document, entries)?;
            writer.put_windows(&document, WindowPart::Messages, windows)?;
            changes.written += 1;
        }
        writer.commit()?;
        Ok(changes)
    }
}

impl Searcher<'_> {
    /// Returns lines of a note, else of a decision record.
    ///
    /// # Errors
    ///
    /// As [`NoteStore::read_excerpt`].
    pub fn get_any(
        &mut self,
        path: &str,
        here: &Path,
        (from, lines): (Option<usize>, Option<usize>),
    ) -> Result<Excerpt, Error> {
        let note = self.sync.notes.read_excerpt(path, from, lines);
        if note.is_err() && RECORD_DIRS.iter().any(|dir| path.starts_with(dir)) {
            let record = self.get_record(path, here, (from, lines))?;
            return record.map_or(note, Ok);
        }
        note
    }

    /// Returns lines of a decision record that the index has, by the path under which hits show it: of the
    /// project in `here`, else of any. Secrets are taken out.
    ///
    /// # Errors
    ///
    /// When the index cannot be read.
    pub fn get_record(
        &mut self,
        path: &str,
        here: &Path,
        (from, lines): (Option<usize>, Option<usize>),
    ) -> Result<Option<Excerpt>, Error> {
        let here = crate::identify_project(&self.sync.notes.home, here).project.id;
        let root = self.sync.with_readable_index(&mut |memory| {
            let index = memory.open_index()?;
            let mut rows = index.repositories()?;
            rows.sort_by_key(|row| row.project_id != here);
            for row in rows {
                let documents = index.documents_of(DocumentSource::Record, row.id)?;
                if documents.iter().any(|it| it.path == path) {
                    return Ok(Some(PathBuf::from(row.root)));
                }
            }
            Ok(None)
        })?;
        let redactor = redaction::redactor(&self.sync.notes.settings);
        let text = root.and_then(|root| text_of(&root, path, &redactor));
        Ok(text.map(|text| Excerpt::from_text(path, &text, from, lines)))
    }
}

fn text_of(root: &Path, path: &str, redactor: &Redactor) -> Option<String> {
    let found = find_records(root).into_iter().find(|it| it.path == path)?;
    let text = found.note.read_lossy().ok()?;
    Some(redactor.redact(&neutralize_comments(&text)).into_owned())
}

/// The records below `root`, in the order of their paths. A link that leads out of the repository names
/// none.
fn find_records(root: &Path) -> Vec<FoundRecord> {
    let Ok(root) = root.canonicalize() else { return Vec::new() };
    let dirs = RECORD_DIRS.iter().map(|dir| root.join(dir));
    let is_inside =
        |dir: &PathBuf| dir.canonicalize().is_ok_and(|it| it.starts_with(&root) && it.is_dir());
    let notes = dirs.filter(is_inside).flat_map(|dir| {
        // A star would stand for other directories.
        let dir = dir.to_str().filter(|dir| !dir.contains('*')).unwrap_or_default().to_owned();
        extra::expand_with_places(&dir, Path::new("/"), &mut WatchedPaths::default())
            .unwrap_or_default()
    });
    let found = notes.filter_map(|note| {
        let path = note.path.strip_prefix(&root).ok()?.to_str()?;
        let is_telling = !path.to_lowercase().contains("template");
        (is_telling && note.size <= MAX_RECORD_BYTES)
            .then(|| FoundRecord { path: printable_line(path), note: note.clone() })
    });
    found.take(MAX_RECORDS).collect()
}

/// A record's text in which no comment of palimp's counts.
fn neutralize_comments(text: &str) -> String {
    printable(text).replace("<!--", "< !--")
}

fn record_document(
    found: &FoundRecord,
    text: &str,
    repository: u32,
    project: &str,
) -> IndexDocument {
    let note = palimp_note::parse(text);
    let name = found.path.rsplit('/').next().unwrap_or(&found.path);
    let title = note.title.unwrap_or_else(|| name.trim_end_matches(".md").to_owned());
    let dated =
        note.date.as_deref().and_then(indexing::parse_leading_date).or_else(|| dated_line(text));
    IndexDocument {
        source: DocumentSource::Record,
        path: found.path.clone(),
        repository,
        stamp: DocumentStamp {
            size: found.note.size as i64,
            mtime: found.note.mtime_ns,
            hash: [0; 16],
        },
        title,
        project: project.to_owned(),
        kind: ChunkKind::Record,
        created_at: dated.unwrap_or(found.note.mtime_ns / 1_000_000),
        about: String::new(),
    }
}

/// The day in the line that a record has for it, such as `Date: 2026-03-01`.
fn dated_line(text: &str) -> Option<i64> {
    text.lines().take(20).find_map(|line| {
        let (key, value) = line.split_once(':')?;
        let key = key.trim_matches(|c: char| !c.is_ascii_alphabetic());
        let value = value.trim_matches(|c: char| !c.is_ascii_digit());
        key.eq_ignore_ascii_case("date").then(|| indexing::parse_leading_date(value)).flatten()
    })
}
