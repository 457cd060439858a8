//! Forgetting one captured thing by its name: it alone goes, and what is made of it.

use palimp_core::pointer::Pointer;
use palimp_note::authors::{self, Authors};
use palimp_note::provenance::Provenance;
use palimp_store::activity::{ActivityDb, CapturedItem, MatchingRows};

use super::unfinished::ForgetMarker;
use super::{ForgetContext, ForgetMatches};
use crate::error::Error;
use crate::home::note_store::NoteStore;
use crate::home::tombstones;
use crate::retrieval::index_sync::IndexSync;

impl IndexSync {
    pub(super) fn forget_item(
        &mut self,
        item: &CapturedItem,
        context: ForgetContext,
    ) -> Result<ForgetMatches, Error> {
        let ForgetContext { db, ring, now } = context;
        let _writing = self.notes.lock_writing()?;
        let found = self.notes.would_forget_item(item, Some(db))?;
        let key = tombstones::key_for_new(db, ring)?;
        let unfinished = ForgetMarker::create(&self.notes.home, &self.notes.agent)?;
        db.forget_item(item, &self.notes.agent, &key, now)?;
        self.notes.forget_underived(db)?;
        self.leave_no_residue(db)?;
        unfinished.remove();
        Ok(found)
    }
}

impl NoteStore {
    pub(super) fn would_forget_item(
        &self,
        item: &CapturedItem,
        db: Option<&ActivityDb>,
    ) -> Result<ForgetMatches, Error> {
        let said =
            db.map(|db| db.find_item_matches(item, &self.agent)).transpose()?.unwrap_or_default();
        let found = ForgetMatches { captured: said.counts(), said, ..ForgetMatches::default() };
        match found.is_empty() {
            true => Err(Error::Refused(crate::messages::nothing_with_id(item_name(item)))),
            false => Ok(found),
        }
    }
}

impl IndexSync {
    /// Forgets a project: its sessions with everything captured in them, and the lines of notes that
    /// hold in it. Returns how many sessions there were. A session that is not there is passed over.
    ///
    /// # Errors
    ///
    /// When the home cannot be locked, or something cannot be removed.
    pub fn forget_project(
        &mut self,
        project_id: &str,
        ids: &[String],
        context: ForgetContext,
    ) -> Result<usize, Error> {
        let ForgetContext { db, ring, now } = context;
        let _writing = self.notes.lock_writing()?;
        let key = tombstones::key_for_new(db, ring)?;
        let unfinished = ForgetMarker::create(&self.notes.home, &self.notes.agent)?;
        let mut forgotten = 0;
        for id in ids {
            let item = CapturedItem::Session(id.clone());
            let found = db.find_item_matches(&item, &self.notes.agent)?;
            if found == MatchingRows::default() {
                continue;
            }
            db.forget_item(&item, &self.notes.agent, &key, now)?;
            forgotten += 1;
        }
        self.notes.forget_notes_of(project_id)?;
        self.notes.forget_underived(db)?;
        self.leave_no_residue(db)?;
        unfinished.remove();
        Ok(forgotten)
    }
}

impl NoteStore {
    /// Removes the lines of a project from the notes and their earlier versions. A note of which
    /// nothing but its frame is left is removed.
    fn forget_notes_of(&self, project_id: &str) -> Result<(), Error> {
        let Ok(vault) = self.open_vault() else { return Ok(()) };
        let is_of = |by: Option<&Provenance>| {
            by.is_some_and(|by| by.project_id.as_deref() == Some(project_id))
        };
        let mark = format!("project-id={project_id}");
        for note in self.scan_notes()? {
            let mut left = String::new();
            if !vault.read_lossy(&note.path)?.contains(&mark) {
                continue;
            }
            vault.change(&note.path, |text| {
                let text = text.unwrap_or_default();
                let authors = Authors::parse(text);
                left = authors::remove_lines(text, |at| is_of(authors.of_line(at + 1)));
                Ok(left.clone())
            })?;
            if is_frame(&left) {
                vault.remove(&note.path)?;
            }
        }
        for note in self.history().notes_with_versions()? {
            self.forget_versions(&note, &|text| text.contains(&mark))?;
        }
        Ok(())
    }
}

/// Returns true if a note has front matter, headings and comments alone.
fn is_frame(note: &str) -> bool {
    let body = note.strip_prefix("---\n").and_then(|rest| rest.split_once("\n---\n"));
    let body = body.map_or(note, |(_, body)| body);
    body.lines()
        .map(str::trim)
        .all(|line| line.is_empty() || line.starts_with('#') || Provenance::parse(line).is_some())
}

fn item_name(item: &CapturedItem) -> String {
    match item {
        CapturedItem::Observation(id) => format!("#{id}"),
        CapturedItem::Message(id) => format!("m{id}"),
        CapturedItem::Session(id) => Pointer::Session(id.clone()).to_string(),
    }
}
