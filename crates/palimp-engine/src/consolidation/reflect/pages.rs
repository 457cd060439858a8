//! The pages of projects: which project has which, and which section a fact goes to.

use std::collections::HashMap;

use palimp_core::project::ProjectIdentity;
use palimp_note::NotePath;
use palimp_note::page::{self, PageSection};
use palimp_rules::reflect::{FactCategory, is_cause, is_open};
use palimp_vault::{Vault, VaultError};

use super::section::FactScope;
use crate::error::Error;
use crate::home::note_store::NoteStore;

/// The pages of a vault by the ids of the projects that own them.
#[derive(Clone, Debug, Default)]
pub(crate) struct ProjectPages {
    owners: HashMap<NotePath, Vec<String>>,
}

impl ProjectPages {
    pub(crate) fn from_vault(vault: &Vault) -> Result<ProjectPages, VaultError> {
        let mut pages = ProjectPages::default();
        for note in vault.scan()?.into_iter().map(|found| found.path).filter(page::is_page) {
            let owners = page::page_owners(&vault.read_lossy(&note)?);
            pages.owners.insert(note, owners);
        }
        Ok(pages)
    }

    /// The page of a project; none of what holds in all.
    pub(crate) fn page_of(&self, scope: &FactScope) -> Option<NotePath> {
        let id = scope.id.as_ref()?;
        let name = scope.name.as_ref().unwrap_or(id);
        Some(page::page_of(name, id, |note| self.owners.get(note).cloned()))
    }

    /// Makes a page a project's own, so that another project of the same name gets another page.
    pub(crate) fn claim(&mut self, note: &NotePath, scope: &FactScope) {
        let owners = self.owners.entry(note.clone()).or_default();
        owners.extend(scope.id.clone().filter(|id| !owners.contains(id)));
    }

    /// Returns the pages, in the order of their names.
    pub(super) fn page_notes(&self) -> Vec<NotePath> {
        let mut notes: Vec<NotePath> = self.owners.keys().cloned().collect();
        notes.sort();
        notes
    }

    /// Returns the project whose page a note is; none of a note that no project owns.
    pub(super) fn owner(&self, note: &NotePath) -> Option<&String> {
        self.owners.get(note).and_then(|owners| owners.first())
    }
}

/// The section of a page for a fact that belongs to a place.
pub(super) fn part_of(place: FactCategory, text: &str) -> Option<PageSection> {
    match place {
        FactCategory::Preferences => Some(PageSection::Rules),
        FactCategory::Decisions => Some(PageSection::Decisions),
        FactCategory::Procedures => Some(PageSection::Commands),
        FactCategory::Projects if is_cause(text) => Some(PageSection::Pitfalls),
        FactCategory::Projects if is_open(text) => Some(PageSection::Open),
        FactCategory::Projects => Some(PageSection::SetUp),
        FactCategory::Profile | FactCategory::Soul | FactCategory::Nowhere => None,
    }
}

impl NoteStore {
    /// Reads the page of a project; none if there is none.
    ///
    /// # Errors
    ///
    /// Returns an error if a note cannot be read.
    pub(crate) fn read_project_page(
        &self,
        project: &ProjectIdentity,
    ) -> Result<Option<(NotePath, String)>, Error> {
        let mut read: HashMap<NotePath, String> = HashMap::new();
        let mut failed = None;
        let note = page::page_of(&project.name, &project.id, |note| {
            let text = self.read_note(note.as_str()).unwrap_or_else(|error| {
                failed = Some(error);
                None
            })?;
            let owners = page::page_owners(&text);
            read.insert(note.clone(), text);
            Some(owners)
        });
        if let Some(error) = failed {
            return Err(error);
        }
        let text = match read.remove(&note) {
            Some(text) => Some(text),
            None => self.read_note(note.as_str())?,
        };
        Ok(text.map(|text| (note, text)))
    }
}
