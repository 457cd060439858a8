//! Lines of notes that earlier versions took for the user's although an import brought them.

use jiff::Zoned;
use palimp_note::NotePath;
use palimp_note::provenance::AuthorKind;
use palimp_vault::{Vault, VaultError};

use super::episodes::{self, EpisodeFact};
use super::notes::{is_target, link_to_episode};
use super::section::{self, ManagedLine};
use crate::consolidation::review::{
    self, RequestAuthor, ReviewKind, ReviewProposal, ReviewRequest,
};
use crate::consolidation::unapproved_lines::Unapproved;
use crate::error::Error;
use crate::home::note_store::NoteStore;
use crate::home::redaction;

/// A line that bears the user's name, and the import from which it comes.
struct Mistaken {
    note: NotePath,
    line: ManagedLine,
    episode: String,
    author: AuthorKind,
}

impl NoteStore {
    /// Returns the lines of lasting notes that say that they are the user's, although the import to which
    /// they point says otherwise.
    ///
    /// # Errors
    ///
    /// When a note cannot be read.
    pub fn imports_as_own(&self) -> Result<Vec<Unapproved>, Error> {
        let found = match self.open_vault() {
            Ok(vault) => self.find_mistaken(&vault)?,
            Err(VaultError::NoVault(_)) => Vec::new(),
            Err(error) => return Err(error.into()),
        };
        Ok(found.into_iter().map(Mistaken::into_unapproved).collect())
    }

    /// Takes such lines out of their notes and to the review list, and returns them.
    ///
    /// # Errors
    ///
    /// When a note or a proposal cannot be written.
    pub fn send_imports_to_review(&self, now: &Zoned) -> Result<Vec<Unapproved>, Error> {
        let _lock = self.review_lock()?;
        let vault = self.open_vault()?;
        let found = self.find_mistaken(&vault)?;
        for one in &found {
            review::submit_proposal(&self.home, self.agent(), &one.to_proposal(now))?;
            let ManagedLine { scope, entry, .. } = &one.line;
            vault.change(&one.note, |old| {
                Ok::<_, VaultError>(section::remove_fact(old.unwrap_or(""), scope, entry))
            })?;
        }
        Ok(found.into_iter().map(Mistaken::into_unapproved).collect())
    }

    fn find_mistaken(&self, vault: &Vault) -> Result<Vec<Mistaken>, Error> {
        let mut facts = episodes::read_facts(vault, &redaction::redactor(&self.settings))?;
        facts.retain(|fact| fact.episode.starts_with("episodes/imported/"));
        let mut found = Vec::new();
        let notes = vault.scan()?.into_iter().map(|found| found.path).filter(is_target);
        for note in notes.take_while(|_| !facts.is_empty()) {
            let lines =
                section::managed_lines(&vault.read_lossy(&note)?).into_iter().filter(is_the_users);
            found.extend(lines.filter_map(|line| mistaken_line(&note, line, &facts)));
        }
        Ok(found)
    }
}

/// Returns true for a line that bears the user's name without their approval.
fn is_the_users(line: &ManagedLine) -> bool {
    line.superseded.is_none() && line.by.by == AuthorKind::User && line.by.approved.is_none()
}

/// Returns a line with the import that it comes from. An entry with a key condenses messages, among
/// which the database found the user's own.
fn mistaken_line(note: &NotePath, line: ManagedLine, facts: &[EpisodeFact]) -> Option<Mistaken> {
    let is_source = |fact: &&EpisodeFact| {
        line.entry.text.ends_with(&fact.text)
            && link_to_episode(note, &fact.episode) == line.entry.link
    };
    let mut sources = facts.iter().filter(is_source);
    let source = sources.next()?;
    let is_own = |fact: &EpisodeFact| fact.key.is_some() || fact.author == AuthorKind::User;
    if is_own(source) || sources.any(is_own) {
        return None;
    }
    let (episode, author) = (source.episode.clone(), source.author);
    Some(Mistaken { note: note.clone(), line, episode, author })
}

impl Mistaken {
    fn into_unapproved(self) -> Unapproved {
        let Mistaken { note, line, author, .. } = self;
        Unapproved { path: note.as_str().to_owned(), text: line.entry.text, author }
    }

    fn to_proposal(&self, now: &Zoned) -> ReviewProposal {
        let ManagedLine { entry, scope, part, .. } = &self.line;
        let dated = entry.label.starts_with(|c: char| c.is_ascii_digit());
        let today = || now.strftime("%Y-%m-%d %H:%M").to_string();
        let asked = ReviewRequest {
            fact: entry.text.clone(),
            label: if dated { entry.label.clone() } else { today() },
            episode: self.episode.clone(),
            note: self.note.as_str().to_owned(),
            part: part.map(|part| part.name().to_owned()),
            written: None,
            project: scope.name.clone(),
            project_id: scope.id.clone(),
            by: Some(RequestAuthor { author: self.author, client: None }),
            leaving: Vec::new(),
        };
        ReviewProposal::new(ReviewKind::Imported, asked)
    }
}
