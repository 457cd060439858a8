//! Lines that would leave their note, and how they do.

use palimp_core::author::AuthorKind;
use palimp_note::NotePath;
use palimp_note::page::{PageSection, is_page};
use palimp_vault::{Vault, VaultError};
use serde::{Deserialize, Serialize};

use crate::consolidation::reflect::line_target::LineTarget;
use crate::consolidation::reflect::pages::ProjectPages;
use crate::consolidation::reflect::section::{self, FactScope, LinkedFact, ManagedLine};
use crate::retrieval::index_sync::Error;

/// A line that would leave its note.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MovingLine {
    /// Text of the line.
    pub text: String,
    /// Time of the statement: `2026-11-21 14:05`.
    pub label: String,
    /// Target of the link to its episode.
    pub link: String,
    /// The project in which it holds; none where it holds in all.
    pub project: Option<String>,
    /// The project's id.
    pub project_id: Option<String>,
    /// Author of the line.
    pub author: AuthorKind,
    /// The note that it would go to.
    pub to: String,
    /// The section of the page, where that is a project's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<String>,
}

impl MovingLine {
    pub(super) fn scope(&self) -> FactScope {
        FactScope { id: self.project_id.clone(), name: self.project.clone() }
    }

    pub(super) fn to_entry(&self) -> LinkedFact {
        let MovingLine { text, label, link, .. } = self.clone();
        LinkedFact { text, label, link }
    }

    /// Returns the note that the line goes to; for a project's page, the page that the project has
    /// now.
    fn target_note(&self, pages: &ProjectPages) -> Result<NotePath, Error> {
        let to = NotePath::new(&self.to)?;
        let page = pages.page_of(&self.scope()).filter(|_| is_page(&to));
        Ok(page.unwrap_or(to))
    }

    /// Returns the note `old` with the line that leaves another note, and its metadata from there.
    fn add_to_note(&self, line: &ManagedLine, to: &NotePath, old: &str) -> String {
        let (scope, entry) = (self.scope(), self.to_entry());
        let link = crate::consolidation::reflect::rebase_link(to, &entry.link);
        let target = LineTarget { note: to, scope: &scope, part: section_by_name(&self.part) };
        target.with_entry(old, &LinkedFact { link, ..entry }, &line.by)
    }
}

/// The section of a page by its name.
pub(super) fn section_by_name(name: &Option<String>) -> Option<PageSection> {
    name.as_ref().and_then(|name| PageSection::from_name(name))
}

/// Adds the lines that leave a note to those where they go. What does not stand there any more, a person has
/// changed, or it has gone already.
pub(super) fn move_lines(
    vault: &Vault,
    note: &NotePath,
    leaving: &[MovingLine],
) -> Result<(), Error> {
    let here = section::managed_lines(&vault.read_lossy(note)?);
    let mut pages = ProjectPages::from_vault(vault)?;
    for line in leaving {
        let (scope, entry) = (line.scope(), line.to_entry());
        let is_it = |it: &&ManagedLine| {
            it.entry == entry && it.scope.is_same(&scope) && it.superseded.is_none()
        };
        let Some(itself) = here.iter().find(is_it) else { continue };
        let to = line.target_note(&pages)?;
        vault.change(&to, |old| {
            Ok::<_, VaultError>(line.add_to_note(itself, &to, old.unwrap_or("")))
        })?;
        pages.claim(&to, &scope);
    }
    Ok(())
}
