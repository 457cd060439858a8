//! Forgets here what another machine of the user forgot.

use std::collections::HashSet;

use palimp_note::authors;
use palimp_store::activity::ActivityDb;

use super::unfinished::ForgetMarker;
use crate::consolidation::review;
use crate::error::Error;
use crate::home::note_store::NoteStore;
use crate::home::tombstones::{self, Buried, Tombstones};
use crate::retrieval::index_sync::IndexSync;

/// Returns the lines of a note that other machines wrote, by its path and text.
pub type ForeignLines<'a> = dyn Fn(&str, &str) -> HashSet<String> + 'a;

impl IndexSync {
    /// Removes the texts of `received` tombstones from notes, their earlier versions, proposals and
    /// captured activity, and the earlier versions of `removed_notes`. `foreign` returns the lines of a note (its
    /// path and text) that other machines wrote: these forget them themselves, unless they were written
    /// again afterwards.
    ///
    /// # Errors
    ///
    /// When the home cannot be locked, or something cannot be read or written.
    pub fn forget_received(
        &mut self,
        db: &mut ActivityDb,
        received: &Tombstones,
        removed_notes: &[String],
        foreign: &ForeignLines,
    ) -> Result<(), Error> {
        let _writing = self.notes.lock_writing()?;
        let unfinished = ForgetMarker::create(&self.notes.home, &self.notes.agent)?;
        let agent = self.notes.agent().to_owned();
        self.notes.forget_lines(received.for_agent(&agent), removed_notes, foreign)?;
        let buried = received.for_agent(&agent);
        review::remove_proposals(&self.notes.home, &agent, &|text| buried.is_forgotten(text))?;
        tombstones::forget_again(db, received)?;
        self.notes.forget_underived(db)?;
        self.leave_no_residue(db)?;
        unfinished.remove();
        Ok(())
    }
}

impl NoteStore {
    fn forget_lines(
        &self,
        buried: Buried,
        removed_notes: &[String],
        foreign: &ForeignLines,
    ) -> Result<(), Error> {
        let is_forgotten = |line: &str| {
            let said = authors::strip_comments(line);
            buried.is_forgotten(said.trim_end())
        };
        let says = |text: &str| text.lines().any(is_forgotten);
        if self.root().is_dir() {
            let vault = self.open_vault()?;
            for note in vault.scan()? {
                let text = vault.read_lossy(&note.path)?;
                if !says(&text) {
                    continue;
                }
                let kept = foreign(note.path.as_str(), &text);
                vault.change(&note.path, |text| {
                    let text = text.unwrap_or("");
                    let lines = text.lines().enumerate();
                    let lines = lines.filter(|(_, line)| !kept.contains(*line));
                    let gone: HashSet<usize> =
                        lines.filter(|(_, line)| is_forgotten(line)).map(|(at, _)| at).collect();
                    Ok(authors::remove_lines(text, |at| gone.contains(&at)))
                })?;
            }
        }
        for note in self.history().notes_with_versions()? {
            match removed_notes.iter().any(|path| path == note.as_str()) {
                true => self.history().remove_versions(&note)?,
                false => self.forget_versions(&note, &says)?,
            }
        }
        Ok(())
    }
}
