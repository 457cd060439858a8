//! Commits → index: what is new since the heads that were read last, and what is gone.

use std::collections::{HashMap, HashSet};

use palimp_core::author::AuthorKind;
use palimp_core::text::prefix;
use palimp_rank::{ChunkKind, ChunkPassage};
use palimp_rules::{CommitMessage, commit_message};
use palimp_store::index::{
    ChunkEntry, DocumentSource, DocumentStamp, IndexDocument, IndexedRepository,
};
use palimp_team::history::{CommitHistory, HistoryCommit};

use super::{RepositoryReadOptions, WORKER_READ_TIMEOUT};
use crate::home::project_discovery::{ProjectLocation, git_heads};
use crate::home::redaction;
use crate::retrieval::index_sync::{Error, IndexSync, StageProgress, new_chunker};
use crate::retrieval::indexing::{Changes, Chunker};

/// The most files of a commit that are kept.
const MAX_FILES: usize = 30;
/// The most of them by whose names the commit is found in a search.
const MAX_SEARCHED_FILES: usize = 5;
/// The longest name of a file that is kept, in characters.
const MAX_PATH_CHARS: usize = 400;
/// Label of a commit that states a decision or a reason.
pub(super) const DECISION_LABEL: &str = "decision";

/// A commit on its way into the index.
struct PendingCommit {
    sha: String,
    at: i64,
    subject: String,
    text: String,
    is_decision: bool,
    files: Vec<String>,
}

/// Commits that git returned.
struct HistoryResult {
    taken: Vec<PendingCommit>,
    /// The hashes of all commits that count; none where nothing can be gone.
    current: Option<HashSet<String>>,
    /// False where the time was not enough.
    is_whole: bool,
}

impl IndexSync {
    /// Adds the commits of a repository that the index lacks, and removes those that are gone.
    pub(super) fn index_commits(
        &mut self,
        place: &ProjectLocation,
        reading: &RepositoryReadOptions,
        progress: StageProgress,
    ) -> Result<Changes, Error> {
        let (Some(git_dir), heads) = (place.common_dir(), git_heads(place)) else {
            return Ok(Changes::default());
        };
        let row = self.open_index()?.repository(&place.project.id)?;
        let name =
            redaction::redactor(&self.notes.settings).redact(&place.project.name).into_owned();
        let new = IndexedRepository {
            id: 0,
            project_id: place.project.id.clone(),
            project: name,
            root: place.project.root.to_string_lossy().into_owned(),
            git_dir: git_dir.to_string_lossy().into_owned(),
            heads: heads.join(" "),
            bound: self.notes.settings.index.commits as i64,
        };
        let is_same = |it: &IndexedRepository| IndexedRepository { id: 0, ..it.clone() } == new;
        if heads.is_empty() || row.as_ref().is_some_and(is_same) {
            return Ok(Changes::default());
        }
        // A greater bound wants older commits than those that were read.
        let known = row.as_ref().filter(|it| it.bound >= new.bound && it.project == new.project);
        let known: Vec<String> =
            known.map_or_else(Vec::new, |it| it.heads.split(' ').map(str::to_owned).collect());
        let history = CommitHistory::open(&git_dir, reading.time);
        let answer = self.read_history(&history, (&heads, &known, row.is_some()), reading);
        let answer = answer.unwrap_or_else(|error| {
            self.log_unread(place, &error, reading.now);
            HistoryResult { taken: Vec::new(), current: None, is_whole: true }
        });
        // What was cut short is read anew by whoever has more time.
        let is_done = answer.is_whole || reading.time >= WORKER_READ_TIMEOUT;
        let new = if is_done { new } else { IndexedRepository { heads: String::new(), ..new } };
        self.put_commits(&new, answer, progress)
    }

    /// Asks git, and leaves out what was forgotten.
    fn read_history(
        &self,
        history: &CommitHistory,
        (heads, known, may_be_gone): (&[String], &[String], bool),
        reading: &RepositoryReadOptions,
    ) -> Result<HistoryResult, palimp_team::Error> {
        let bound = self.notes.settings.index.commits;
        let redactor = redaction::redactor(&self.notes.settings);
        let mut taken = Vec::new();
        let mut is_whole = history.for_each_commit(heads, known, bound, &mut |commit| {
            let message = commit_message(&commit.message, commit.parents);
            taken.extend(
                message.and_then(|message| commit_without_forgotten(commit, message, reading)),
            );
        })?;
        for it in &mut taken {
            it.text = redactor.redact(&it.text).into_owned();
            it.subject = it.text.lines().next().unwrap_or_default().to_owned();
        }
        let shas: Vec<String> = taken.iter().map(|it| it.sha.clone()).collect();
        let mut files: HashMap<String, Vec<String>> = HashMap::new();
        // A partial clone lacks what tells its files; its messages count without them.
        let listed = history.for_each_changed_files(&shas, MAX_FILES, &mut |sha, paths| {
            let fits = |path: &String| prefix(path, MAX_PATH_CHARS).len() == path.len();
            let paths =
                paths.into_iter().filter(|path| fits(path) && !reading.buried.is_forgotten(path));
            let paths = paths.map(|path| redactor.redact(&path).into_owned());
            files.insert(sha.to_owned(), paths.collect());
        });
        is_whole &= listed.unwrap_or(true);
        for it in &mut taken {
            it.files = files.remove(&it.sha).unwrap_or_default();
        }
        let current = if may_be_gone { history.newest_hashes(heads, bound)? } else { None };
        Ok(HistoryResult { taken, current, is_whole })
    }

    fn put_commits(
        &mut self,
        repository: &IndexedRepository,
        HistoryResult { taken, current, .. }: HistoryResult,
        progress: StageProgress,
    ) -> Result<Changes, Error> {
        let (notes, models, index) = self.open_parts()?;
        let cutter = new_chunker(&notes.settings, models);
        let total = taken.len() as u64;
        let entries = index_entries(&taken, &cutter);
        let mut writer = index.writer()?;
        if let Some(embedder) = cutter.embedder {
            writer.set_space(embedder.space())?;
        }
        let id = writer.put_repository(repository)?;
        let mut changes = Changes::default();
        if let Some(current) = current {
            for known in writer.documents_of(DocumentSource::Commit, id)? {
                if !current.contains(&known.path) {
                    changes.removed +=
                        usize::from(writer.remove_of(DocumentSource::Commit, &known.path, id)?);
                }
            }
        }
        for (at, (it, entry)) in taken.iter().zip(entries).enumerate() {
            writer.put_commit(&commit_document(it, id, &repository.project), entry, &it.files)?;
            progress(at as u64 + 1, total, "commits");
        }
        writer.commit()?;
        changes.written = taken.len();
        Ok(changes)
    }
}

/// Returns a commit without forgotten texts; none if all of it was forgotten.
fn commit_without_forgotten(
    commit: HistoryCommit,
    message: CommitMessage,
    reading: &RepositoryReadOptions,
) -> Option<PendingCommit> {
    let CommitMessage { subject, body, is_decision } = message;
    // A clock that was wrong must not make a commit the newest for ever.
    let at = commit.authored_at.clamp(0, reading.now);
    let bars = |text: &str| reading.buried.excludes_text(text, at);
    let text = if body.is_empty() { subject.clone() } else { format!("{subject}\n\n{body}") };
    if bars(&subject) || bars(&text) {
        return None;
    }
    let text: Vec<&str> = text.lines().filter(|line| !bars(line)).collect();
    let text = text.join("\n");
    Some(PendingCommit { sha: commit.sha, at, subject, text, is_decision, files: Vec::new() })
}

fn index_entries(taken: &[PendingCommit], cutter: &Chunker) -> Vec<ChunkEntry> {
    let mut entries: Vec<ChunkEntry> = taken.iter().map(index_entry).collect();
    cutter.embed_entries(&mut entries);
    entries
}

fn index_entry(it: &PendingCommit) -> ChunkEntry {
    let short = it.sha.get(..palimp_core::pointer::COMMIT_PREFIX_CHARS).unwrap_or(&it.sha);
    let files = it.files.iter().take(MAX_SEARCHED_FILES).map(String::as_str);
    let passage = ChunkPassage {
        path: String::new(),
        title: it.subject.clone(),
        heading: String::new(),
        speaker: String::new(),
        text: it.text.clone(),
        labels: [short].into_iter().chain(files).collect::<Vec<_>>().join("|"),
    };
    ChunkEntry { author: AuthorKind::Import, ..ChunkEntry::new(passage, (1, 1), it.at) }
}

fn commit_document(it: &PendingCommit, repository: u32, project: &str) -> IndexDocument {
    let mut hash = [0; 16];
    hash.copy_from_slice(&blake3::hash(it.text.as_bytes()).as_bytes()[..16]);
    IndexDocument {
        source: DocumentSource::Commit,
        path: it.sha.clone(),
        repository,
        stamp: DocumentStamp { size: it.text.len() as i64, mtime: 0, hash },
        title: it.subject.clone(),
        project: project.to_owned(),
        kind: ChunkKind::Commit,
        created_at: it.at,
        about: if it.is_decision { DECISION_LABEL } else { "" }.to_owned(),
    }
}
