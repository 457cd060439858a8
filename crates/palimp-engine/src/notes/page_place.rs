//! The place of a rule or a decision of the user's in a project: its page, in the section of that name.

use palimp_note::NotePath;
use palimp_note::page::PageSection;
use palimp_note::provenance::Provenance;
use palimp_note::route::SaveKind;
use palimp_vault::{Vault, VaultError};

use crate::consolidation::reflect::line_target::LineTarget;
use crate::consolidation::reflect::pages::ProjectPages;
use crate::consolidation::reflect::section::FactScope;
use crate::error::Error;
use crate::home::note_store::NoteStore;
use crate::notes::note_access::{SaveAuthor, SaveOptions, SaveTarget};

/// A section of a project's page.
#[derive(Debug)]
pub(crate) struct PagePlace {
    /// The page.
    pub(crate) page: NotePath,
    scope: FactScope,
    section: PageSection,
}

impl NoteStore {
    /// Returns the place of an item; none for what holds everywhere, for a longer text, which would break the
    /// section, and for what an agent saves.
    pub(crate) fn page_place(
        &self,
        vault: &Vault,
        target: &SaveTarget,
        writing: &SaveOptions,
        by: Option<&Provenance>,
        item: &str,
    ) -> Result<Option<PagePlace>, Error> {
        let section = match target {
            SaveTarget::Kind(SaveKind::Decision) => PageSection::Decisions,
            SaveTarget::Rule => PageSection::Rules,
            SaveTarget::Kind(_) | SaveTarget::Path(_) => return Ok(None),
        };
        let is_line = item.starts_with("- ") && !item.contains('\n') && !writing.replace;
        let has_project = by.is_some_and(|by| by.project_id.is_some());
        if !is_line || !has_project || matches!(writing.writer, SaveAuthor::Agent { .. }) {
            return Ok(None);
        }
        let scope = by.map(FactScope::from_provenance).unwrap_or_default();
        let page = ProjectPages::from_vault(vault)?.page_of(&scope);
        Ok(page.map(|page| PagePlace { page, scope, section }))
    }
}

impl PagePlace {
    /// Adds an item to the section.
    pub(crate) fn add_item(&self, vault: &Vault, item: &str) -> Result<(), VaultError> {
        let target = LineTarget { note: &self.page, scope: &self.scope, part: Some(self.section) };
        vault.change(&self.page, |old| Ok(target.with_line(old.unwrap_or(""), item)))
    }
}
