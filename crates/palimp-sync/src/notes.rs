//! The notes of a home, as lines that merge.
//!
//! For each note the home keeps its lines without their texts. An edit is what differs between these
//! and the file. Before a note is written with lines of other machines, the lines it will have are
//! stored beside the ones it has, so that a process that is killed leaves no doubt about which of
//! them the file has.

mod repeated_lines;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::PathBuf;

use palimp_core::home::HomePaths;
use palimp_engine::home::device_sync::sync_dir;
use palimp_engine::home::note_store::NoteStore;
use palimp_engine::home::projects::ProjectTable;
use palimp_note::NotePath;
use palimp_note::episode::FLUSH_COMMENT_START;
use palimp_note::provenance::find_project_id;
use palimp_vault::{Vault, VaultError};
use serde::{Deserialize, Serialize};

use repeated_lines::remove_repeated;

use crate::error::Error;
use crate::key::{SyncKey, to_hex};
use crate::messages;
use crate::note_lines::{LineHash, LineSection, LineTree};
use crate::note_parts::NoteParts;
use crate::records::{LineChange, SyncRecord};
use crate::state::{read_file, write_json};

/// Purpose for which the key of the lines' hashes is derived.
const LINE_KEY_PURPOSE: &str = "palimp sync 1 hashes of lines";

/// Texts of lines, by their ids.
type LineTexts = HashMap<LineHash, String>;

/// Two lines that two machines wrote in the place of one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NoteConflict {
    /// The note.
    pub note: String,
    /// The first line.
    pub first: String,
    /// The second line.
    pub second: String,
}

/// Lines of a note as the home keeps them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct NoteState {
    path: String,
    /// Hash of the file that has these lines.
    file: String,
    lines: LineTree,
    /// Lines whose change is not published yet.
    unpublished: Vec<LineHash>,
    /// The state that the note was about to be written with.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<Box<NoteState>>,
}

impl NoteState {
    /// Returns the state of a note that was never synced.
    fn new(path: &str) -> NoteState {
        NoteState { path: path.to_owned(), ..NoteState::default() }
    }
}

/// The notes of an agent, to be synced.
pub(crate) struct SyncedNotes<'a> {
    store: &'a NoteStore,
    line_key: [u8; 32],
    directory: PathBuf,
    device: &'a str,
    projects: ProjectTable,
}

/// Changes of other machines to the notes of an agent, by path.
pub(crate) type IncomingNotes = BTreeMap<String, Vec<LineChange>>;

/// Result of a merge into the notes.
#[derive(Debug, Default)]
pub(crate) struct MergedNotes {
    /// Number of notes that were written.
    pub(crate) written: usize,
    /// Notes that were removed, because all of their lines were deleted.
    pub(crate) removed: Vec<String>,
    /// Notes that could not be written.
    pub(crate) failed: Vec<String>,
    pub(crate) conflicts: Vec<NoteConflict>,
    pub(crate) warnings: Vec<String>,
}

impl<'a> SyncedNotes<'a> {
    /// Prepares the notes of an agent.
    pub(crate) fn new(
        store: &'a NoteStore,
        key: &SyncKey,
        home: &HomePaths,
        device: &'a str,
    ) -> SyncedNotes<'a> {
        let directory = sync_dir(home).join("notes").join(store.agent());
        let line_key = key.derive_key(LINE_KEY_PURPOSE, store.agent().as_bytes());
        SyncedNotes { store, line_key, directory, device, projects: ProjectTable::load(home) }
    }

    /// Returns the agent whose notes they are.
    pub(crate) fn agent(&self) -> &str {
        self.store.agent()
    }

    /// Merges the changes of other machines into the notes, and writes those that changed.
    pub(crate) fn merge_notes(&self, incoming: &IncomingNotes) -> Result<MergedNotes, Error> {
        let mut merged = MergedNotes::default();
        if incoming.is_empty() {
            return Ok(merged);
        }
        let vault = self.store.vault_or_new()?;
        for (path, changes) in incoming {
            let result = NotePath::new(path)
                .map_err(|error| Error::Home(error.into()))
                .and_then(|note| self.merge_note(&vault, &note, changes, &mut merged));
            if let Err(error) = result {
                merged.warnings.push(messages::note_not_written(path, error));
                merged.failed.push(path.clone());
            }
        }
        Ok(merged)
    }

    fn merge_note(
        &self,
        vault: &Vault,
        note: &NotePath,
        changes: &[LineChange],
        merged: &mut MergedNotes,
    ) -> Result<(), Error> {
        let mut state = self.load(note.as_str())?;
        let mut outcome = None;
        let mut failure = None;
        let mut is_new = false;
        let written = vault.change(note, |current| {
            let before = current.unwrap_or("");
            is_new = current.is_none();
            self.adopt_killed(&mut state, before);
            let mut next = state.clone();
            let (mut texts, new);
            if next == NoteState::new(note.as_str()) {
                // Both machines may have written much of this note before they knew each other.
                texts = LineTexts::new();
                new = self.merge_lines(&mut next, changes, &mut texts);
                self.record_union(&mut next, before, &mut texts);
            } else {
                texts = self.record_edit(&mut next, before);
                new = self.merge_lines(&mut next, changes, &mut texts);
            }
            let mut after = before.to_owned();
            let mut replaced = Vec::new();
            if !new.is_empty() {
                let repeated = remove_repeated(&mut next.lines, &texts);
                extend_unique(&mut next.unpublished, repeated.deleted);
                replaced = repeated.replaced;
                after = render_note(&next.lines, &texts);
            }
            next.file = self.hash_note(&after);
            let mut conflicts = next.lines.find_conflicts(&new);
            conflicts.extend(replaced);
            let text = |id: LineHash| texts.get(&id).cloned().unwrap_or_default();
            let conflicts = conflicts.into_iter().map(|(first, second)| NoteConflict {
                note: note.as_str().to_owned(),
                first: shown_line(&text(first)),
                second: shown_line(&text(second)),
            });
            let conflicts = conflicts.filter(|it| !it.first.is_empty() && !it.second.is_empty());
            let conflicts: Vec<_> = conflicts.collect();
            state.next = Some(Box::new(next.clone()));
            if let Err(error) = self.save(&state) {
                failure = Some(error);
                return Ok(before.to_owned());
            }
            outcome = Some((next, conflicts, after != before, after.is_empty()));
            Ok(after)
        });
        if let Some(error) = failure {
            return Err(error);
        }
        written?;
        let Some((next, conflicts, has_changed, is_empty)) = outcome else { return Ok(()) };
        if is_empty && (has_changed || is_new) {
            match vault.remove(note) {
                Err(VaultError::Missing(_)) | Ok(()) => {
                    merged.removed.push(note.as_str().to_owned())
                }
                Err(error) => return Err(error.into()),
            }
        }
        self.save(&next)?;
        merged.written += usize::from(has_changed);
        merged.conflicts.extend(conflicts);
        Ok(())
    }

    /// Returns how many notes are gone since the last sync, of how many, if these are so many that
    /// their directory may be missing rather than they be deleted; none otherwise.
    pub(crate) fn missing_notes(&self) -> Result<Option<(usize, usize)>, Error> {
        let notes: HashSet<String> = match self.store.open_vault() {
            Ok(vault) => vault.scan()?.into_iter().map(|it| it.path.as_str().to_owned()).collect(),
            Err(VaultError::NoVault(_)) => HashSet::new(),
            Err(error) => return Err(error.into()),
        };
        let mut had_text = self.known_states()?;
        had_text.retain(|state| !state.file.is_empty());
        let gone = had_text.iter().filter(|state| !notes.contains(&state.path)).count();
        let are_most_gone =
            gone * 2 > had_text.len() && (gone > 3 || (gone > 1 && notes.is_empty()));
        // Notes that were moved are there under other names.
        let is_suspicious = !self.store.root().is_dir() && gone > 0
            || are_most_gone && notes.len() * 2 < had_text.len();
        Ok(is_suspicious.then_some((gone, had_text.len())))
    }

    /// Records the edits of the home's own notes, and returns all changes that are not published.
    pub(crate) fn collect_changes(
        &self,
        warnings: &mut Vec<String>,
    ) -> Result<Vec<SyncRecord>, Error> {
        let vault = match self.store.open_vault() {
            Ok(vault) => vault,
            Err(VaultError::NoVault(_)) => return Ok(Vec::new()),
            Err(error) => return Err(error.into()),
        };
        let known = self.known_states()?.into_iter();
        let mut states: BTreeMap<String, NoteState> =
            known.map(|state| (state.path.clone(), state)).collect();
        for note in vault.scan()? {
            let path = note.path.as_str();
            states.entry(path.to_owned()).or_insert_with(|| NoteState::new(path));
        }
        let mut records = Vec::new();
        for (path, state) in states {
            match self.collect_note(&vault, state) {
                Ok(record) => records.extend(record),
                Err(error) => warnings.push(messages::note_not_written(path, error)),
            }
        }
        Ok(records)
    }

    fn collect_note(
        &self,
        vault: &Vault,
        mut state: NoteState,
    ) -> Result<Option<SyncRecord>, Error> {
        let note = NotePath::new(&state.path).map_err(|error| Error::Home(error.into()))?;
        let text = match vault.read(&note) {
            Ok(text) => text,
            Err(VaultError::Missing(_)) => String::new(),
            Err(error) => return Err(error.into()),
        };
        let before = state.clone();
        self.adopt_killed(&mut state, &text);
        let texts = self.record_edit(&mut state, &text);
        state.file = self.hash_note(&text);
        if state != before {
            self.save(&state)?;
        }
        if state.unpublished.is_empty() {
            return Ok(None);
        }
        let lines = state.unpublished.iter().filter_map(|id| {
            let line = state.lines.get(*id)?.clone();
            let content = if line.deleted { None } else { Some(texts.get(id)?.clone()) };
            Some(LineChange { line, content, is_forgotten: false })
        });
        let (agent, path) = (self.store.agent().to_owned(), state.path.clone());
        Ok(Some(SyncRecord::Note { agent, path, lines: lines.collect() }))
    }

    /// Notes that the changes in a record were published.
    pub(crate) fn mark_published(&self, path: &str, lines: &[LineChange]) -> Result<(), Error> {
        let mut state = self.load(path)?;
        let published: HashMap<LineHash, bool> =
            lines.iter().map(|change| (change.line.id(), change.line.deleted)).collect();
        let lines = state.lines.clone();
        state.unpublished.retain(|id| {
            let is_deleted = lines.get(*id).is_some_and(|line| line.deleted);
            published.get(id) != Some(&is_deleted)
        });
        self.save(&state)
    }

    /// Makes all lines be published again.
    pub(crate) fn forget_published(&self) -> Result<(), Error> {
        for mut state in self.known_states()? {
            state.unpublished = state.lines.iter().map(|(id, _)| id).collect();
            self.save(&state)?;
        }
        Ok(())
    }

    /// Returns the lines of a note that were deleted, out of `lines`.
    pub(crate) fn deleted_lines(
        &self,
        path: &str,
        lines: &[LineChange],
    ) -> Result<HashSet<LineHash>, Error> {
        let state = self.load(path)?;
        let ids = lines.iter().map(|change| change.line.id());
        Ok(ids.filter(|id| state.lines.get(*id).is_none_or(|line| line.deleted)).collect())
    }

    /// Returns the lines of a note that other machines wrote.
    pub(crate) fn lines_of_others(&self, path: &str, text: &str) -> HashSet<String> {
        let Ok(state) = self.load(path) else { return HashSet::new() };
        let parts = NoteParts::from_note(text);
        let texts = parts.body.into_iter().map(|line| (self.hash_line(&line), line));
        let texts: HashMap<LineHash, String> = texts.collect();
        let others = state.lines.iter().filter(|(_, it)| !it.deleted && it.device != self.device);
        others.filter_map(|(_, line)| texts.get(&line.text).cloned()).collect()
    }

    /// Takes over the lines of a sync that was killed after it wrote the note.
    fn adopt_killed(&self, state: &mut NoteState, text: &str) {
        if let Some(next) = state.next.take()
            && next.file == self.hash_note(text)
        {
            *state = *next;
        }
    }

    /// Records what differs between the lines and the file; returns the texts of the file.
    fn record_edit(&self, state: &mut NoteState, text: &str) -> LineTexts {
        let parts = NoteParts::from_note(text);
        let (front, body) = (self.hash_lines(&parts.front), self.hash_lines(&parts.body));
        if state.file != self.hash_note(text) {
            let changed = state.lines.record_edit(&front, &body, self.device);
            extend_unique(&mut state.unpublished, changed);
        }
        let order = state.lines.live_order();
        let ids = order.front.into_iter().chain(order.body);
        ids.zip(parts.front.into_iter().chain(parts.body)).collect()
    }

    /// Adds what the file has to lines of other machines, whose texts are `texts`; adds the texts of the
    /// file to these.
    fn record_union(&self, state: &mut NoteState, text: &str, texts: &mut LineTexts) {
        let parts = NoteParts::from_note(text);
        let (front, body) = (self.hash_lines(&parts.front), self.hash_lines(&parts.body));
        let order = state.lines.live_order().body;
        let known: Vec<LineHash> =
            order.iter().filter_map(|id| Some(state.lines.get(*id)?.text)).collect();
        let known_texts = order.iter().map(|id| texts.get(id).cloned().unwrap_or_default());
        let known = self.split_sections(&known, &known_texts.collect::<Vec<_>>());
        let sections = self.split_sections(&body, &parts.body);
        let blank = self.hash_line("");
        let new = state.lines.record_union(&front, &known, &sections, blank, self.device);
        let mut by_hash: HashMap<LineHash, String> =
            front.into_iter().chain(body).zip(parts.front.into_iter().chain(parts.body)).collect();
        by_hash.entry(blank).or_default();
        for id in &new {
            let text = state.lines.get(*id).and_then(|line| by_hash.get(&line.text));
            texts.extend(text.map(|text| (*id, text.clone())));
        }
        extend_unique(&mut state.unpublished, new);
    }

    /// Splits lines into sections. An episode's entry is named by its session, too: two machines may
    /// have written one in the same minute.
    fn split_sections(&self, lines: &[LineHash], texts: &[String]) -> Vec<LineSection> {
        let mut sections = vec![LineSection::default()];
        for (at, line) in lines.iter().enumerate() {
            if let Some(heading) = texts.get(at).filter(|it| it.starts_with('#')) {
                let below = texts.get(at + 1).filter(|it| it.starts_with(FLUSH_COMMENT_START));
                let name = format!("{heading}\n{}", below.map_or("", String::as_str));
                let name = Some(self.hash_line(&name));
                sections.push(LineSection { name, lines: Vec::new() });
            }
            if let Some(section) = sections.last_mut() {
                section.lines.push(*line);
            }
        }
        sections
    }

    /// Hashes a note, under the key because a short one could be guessed. A missing one and an empty one
    /// are the same.
    fn hash_note(&self, text: &str) -> String {
        match text {
            "" => String::new(),
            text => to_hex(&blake3::keyed_hash(&self.line_key, text.as_bytes()).as_bytes()[..16]),
        }
    }

    fn hash_lines(&self, texts: &[String]) -> Vec<LineHash> {
        texts.iter().map(|text| self.hash_line(text)).collect()
    }

    /// Hashes a line without the id of its project, which each machine changes by itself when projects
    /// are joined.
    fn hash_line(&self, text: &str) -> LineHash {
        match find_project_id(text) {
            Some(id) => {
                let (before, after) = (&text[..id.start], &text[id.end..]);
                LineHash::of_text(&self.line_key, &format!("{before}{after}"))
            }
            None => LineHash::of_text(&self.line_key, text),
        }
    }

    /// Merges changes; returns the ids of lines that are new or changed.
    fn merge_lines(
        &self,
        state: &mut NoteState,
        changes: &[LineChange],
        texts: &mut LineTexts,
    ) -> HashSet<LineHash> {
        let mut new = HashSet::new();
        for LineChange { line, content, is_forgotten } in changes {
            // Without its text a line could not be shown, and would be taken for one that was deleted.
            if !line.deleted && content.is_none() {
                continue;
            }
            if let Some(content) = content {
                // A text of the file stays as it is.
                texts.entry(line.id()).or_insert_with(|| self.with_current_project(content));
            }
            if *is_forgotten {
                extend_unique(&mut state.unpublished, vec![line.id()]);
            }
            if state.lines.merge_line(line.clone()) {
                new.insert(line.id());
            }
        }
        new
    }

    /// Returns a line with the id that its project has here.
    fn with_current_project(&self, text: &str) -> String {
        let Some(id) = find_project_id(text) else { return text.to_owned() };
        let current = self.projects.current_id(&text[id.clone()]);
        format!("{}{current}{}", &text[..id.start], &text[id.end..])
    }

    /// Reads the states of all notes.
    fn known_states(&self) -> Result<Vec<NoteState>, Error> {
        if !self.directory.is_dir() {
            return Ok(Vec::new());
        }
        let names = crate::remote::read_names(&self.directory)?;
        names.iter().filter_map(|name| read_state(self.directory.join(name)).transpose()).collect()
    }

    fn state_file(&self, path: &str) -> PathBuf {
        let hash = to_hex(&blake3::keyed_hash(&self.line_key, path.as_bytes()).as_bytes()[..16]);
        self.directory.join(format!("{hash}.json"))
    }

    fn load(&self, path: &str) -> Result<NoteState, Error> {
        Ok(read_state(self.state_file(path))?.unwrap_or_else(|| NoteState::new(path)))
    }

    fn save(&self, state: &NoteState) -> Result<(), Error> {
        let value = serde_json::to_value(state).expect("a state is JSON");
        write_json(&self.state_file(&state.path), &value)
    }
}

/// Reads the state of a note; none if there is none.
fn read_state(file: PathBuf) -> Result<Option<NoteState>, Error> {
    let state = read_file(&file)?.map(|bytes| serde_json::from_slice(&bytes));
    state.transpose().map_err(|error| Error::io(file, error.into()))
}

/// Returns a line as a person reads it, without comments.
fn shown_line(line: &str) -> String {
    palimp_note::authors::strip_comments(line).trim().to_owned()
}

fn extend_unique(ids: &mut Vec<LineHash>, more: Vec<LineHash>) {
    let known: HashSet<LineHash> = ids.iter().copied().collect();
    ids.extend(more.into_iter().filter(|id| !known.contains(id)));
}

fn render_note(lines: &LineTree, texts: &LineTexts) -> String {
    let order = lines.live_order();
    let text = |id: &LineHash| texts.get(id).cloned();
    let front = order.front.iter().filter_map(text).collect();
    NoteParts { front, body: order.body.iter().filter_map(text).collect() }.to_note()
}
