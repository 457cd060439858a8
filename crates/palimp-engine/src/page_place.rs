//! The place of a rule or a decision of the user's in a project: its page, in the section of that name.

use palimp_note::NotePath;
use palimp_note::page::PageSection;
use palimp_note::provenance::Provenance;
use palimp_note::route::SaveKind;
use palimp_vault::{Vault, VaultError};

use crate::memory::{Error, Memory};
use crate::notes::{Target, Writer, Writing};
use crate::reflect::pages::Pages;
use crate::reflect::section::Scope;
use crate::reflect::spot::Spot;

/// A section of a project's page.
#[derive(Debug)]
pub(crate) struct PagePlace {
    /// The page.
    pub(crate) page: NotePath,
    scope: Scope,
    section: PageSection,
}

impl Memory {
    /// Returns the place of an item; none for what holds everywhere, for a longer text, which would break the
    /// section, and for what an agent saves.
    pub(crate) fn page_place(
        &self,
        vault: &Vault,
        target: &Target,
        writing: &Writing,
        by: Option<&Provenance>,
        item: &str,
    ) -> Result<Option<PagePlace>, Error> {
        let section = match target {
            Target::Kind(SaveKind::Decision) => PageSection::Decisions,
            Target::Rule => PageSection::Rules,
            Target::Kind(_) | Target::Path(_) => return Ok(None),
        };
        let is_line = item.starts_with("- ") && !item.contains('\n') && !writing.replace;
        let has_project = by.is_some_and(|by| by.project_id.is_some());
        if !is_line || !has_project || matches!(writing.writer, Writer::Agent { .. }) {
            return Ok(None);
        }
        let scope = by.map(Scope::of).unwrap_or_default();
        let page = Pages::read(vault)?.page_of(&scope);
        Ok(page.map(|page| PagePlace { page, scope, section }))
    }
}

impl PagePlace {
    /// Adds an item to the section.
    pub(crate) fn add(&self, vault: &Vault, item: &str) -> Result<(), VaultError> {
        let spot = Spot { note: &self.page, scope: &self.scope, part: Some(self.section) };
        vault.change(&self.page, |old| Ok(spot.with_line(old.unwrap_or(""), item)))
    }
}
