//! Lines for the pages of projects that palimp reads off what was run: places, commands that work, and what runs in the
//! stead of what fails.
//!
//! A line says what it says from its first day on, without counts, so that a page changes only when something new
//! was seen. One that its owner deletes does not come back.

use palimp_core::text::one_line;
use palimp_note::NotePath;
use palimp_note::page::PageSection;
use palimp_note::provenance::{AuthorKind, Provenance};
use palimp_redact::Redactor;
use palimp_store::activity::{ActivityDb, Filter};
use palimp_vault::{Vault, VaultError};

use super::adopted_facts::ReflectedHashes;
use super::line_target::LineTarget;
use super::pages::ProjectPages;
use super::section::{FactScope, parse_rows};
use super::{AddedLine, section_limit};
use crate::error::Error;
use crate::home::note_store::NoteStore;
use crate::home::redaction;
use crate::home::zone;
use crate::injection::inject::{Derived, derive_traits};

/// The most projects that are looked at, those that were worked in last, and sessions in which they are looked for.
const MAX_PROJECTS: usize = 30;
const MAX_SESSIONS: usize = 400;
/// The most lines of this kind in a section; what was said keeps most of the room.
const MAX_DERIVED_LINES: usize = 12;
/// File with the hashes of lines that were written.
const DERIVED_FILE: &str = "derived";

/// A line to add to a page.
struct DerivedLine {
    part: PageSection,
    /// The part by which it is known, as it stands in the line.
    key: String,
    text: String,
}

impl NoteStore {
    /// Adds to the pages of projects what at least two sessions showed, and returns the lines.
    ///
    /// # Errors
    ///
    /// Returns an error if notes or the database cannot be read or written.
    pub(super) fn add_derived_lines(
        &self,
        vault: &Vault,
        db: &ActivityDb,
    ) -> Result<Vec<AddedLine>, Error> {
        let redactor = redaction::redactor(&self.settings);
        let mut written = ReflectedHashes::load_from(&self.home, &self.agent, DERIVED_FILE);
        let mut pages = ProjectPages::from_vault(vault)?;
        let mut derived = Vec::new();
        for (scope, day, found) in self.derived_by_project(db)? {
            let Some(page) = pages.page_of(&scope) else { continue };
            let fresh =
                derived_lines(found, &redactor).filter(|it| !written.contains(&it.hash(&scope)));
            let fresh: Vec<DerivedLine> = fresh.collect();
            let added = add_to_page(vault, &page, &scope, &fresh, &day)?;
            if !added.is_empty() {
                pages.claim(&page, &scope);
            }
            written.add_hashes(
                fresh.iter().filter(|it| added.contains(&it.key)).map(|it| it.hash(&scope)),
            )?;
            let told = fresh.into_iter().filter(|it| added.contains(&it.key)).map(|it| AddedLine {
                path: page.as_str().to_owned(),
                text: it.text,
                project: scope.name.clone(),
                at: day.clone(),
            });
            derived.extend(told);
        }
        section_limit::make_room(vault)?;
        Ok(derived)
    }

    /// Drops what is noted of lines that nothing shows any more.
    pub(crate) fn forget_underived(&self, db: &ActivityDb) -> Result<(), Error> {
        let redactor = redaction::redactor(&self.settings);
        let shown = self.derived_by_project(db)?.into_iter();
        let shown = shown.flat_map(|(scope, _, found)| {
            derived_lines(found, &redactor).map(|it| it.hash(&scope)).collect::<Vec<_>>()
        });
        let shown = shown.collect();
        Ok(ReflectedHashes::load_from(&self.home, &self.agent, DERIVED_FILE)
            .add_and_prune([], &shown)?)
    }

    /// Returns the traits that the last sessions of each project show, with the day of the newest session; the
    /// project that was worked in last first.
    fn derived_by_project(
        &self,
        db: &ActivityDb,
    ) -> Result<Vec<(FactScope, String, Derived)>, Error> {
        let filter = Filter { agent: Some(self.agent.clone()), ..Filter::default() };
        let mut found: Vec<(FactScope, String, Derived)> = Vec::new();
        for session in db.sessions(&filter, MAX_SESSIONS)? {
            let scope = FactScope { id: Some(session.project_id), name: Some(session.project) };
            let is_known = found.iter().any(|(known, ..)| known.is_same(&scope));
            let (Some(id), Some(name)) = (&scope.id, &scope.name) else { continue };
            if is_known || id.is_empty() || name.is_empty() || found.len() == MAX_PROJECTS {
                continue;
            }
            let derived = derive_traits(db, &self.agent, (id, name), &session.working_dir)?;
            found.push((scope, zone::local_day(session.ended_at), derived));
        }
        Ok(found)
    }
}

impl DerivedLine {
    fn hash(&self, scope: &FactScope) -> String {
        let parts = [scope.id.as_deref().unwrap_or(""), self.part.name(), &self.key].join("\0");
        blake3::hash(parts.as_bytes()).to_hex()[..16].to_owned()
    }
}

fn derived_lines(found: Derived, redactor: &Redactor) -> impl Iterator<Item = DerivedLine> {
    let clean = |text: &str| one_line(&redactor.redact(text)).replace("<!--", "&lt;!--");
    let code = |text: &str| format!("`{}`", text.replace('`', "'"));
    let places = found.places.into_iter().map(move |place| {
        let key = code(&clean(&place));
        DerivedLine { part: PageSection::SetUp, text: format!("In use here: {key}"), key }
    });
    let commands = found.commands.into_iter().map(move |command| {
        let key = code(&clean(&command));
        DerivedLine { part: PageSection::Commands, text: format!("{key} runs here"), key }
    });
    let workarounds = found.workarounds.into_iter().map(move |it| {
        let key = format!("{} fails here", code(&clean(&it.failed)));
        let text = format!("{key} ({}); {} runs instead", clean(&it.said), code(&clean(&it.ran)));
        DerivedLine { part: PageSection::Pitfalls, text, key }
    });
    let all: Vec<DerivedLine> = places.chain(commands).chain(workarounds).collect();
    all.into_iter().filter(|it| !it.text.contains("~~"))
}

/// Adds the lines that a page lacks, and returns the keys of the added lines.
fn add_to_page(
    vault: &Vault,
    page: &NotePath,
    scope: &FactScope,
    fresh: &[DerivedLine],
    day: &str,
) -> Result<Vec<String>, VaultError> {
    let mut said = Vec::new();
    if fresh.is_empty() {
        return Ok(said);
    }
    let old = vault.exists(page).then(|| vault.read_lossy(page)).transpose()?.unwrap_or_default();
    if fresh.iter().all(|it| remaining_lines(&old, it.part) == 0) {
        return Ok(said);
    }
    vault.change(page, |old| {
        said.clear();
        let mut text = old.unwrap_or("").to_owned();
        for it in fresh {
            if !is_on_page(&text, it) && remaining_lines(&text, it.part) > 0 {
                let by = Provenance {
                    at: Some(day.to_owned()),
                    ..scope.provenance_by(AuthorKind::Tool)
                };
                let line = format!("- {} ({day}) {by}", it.text);
                text =
                    LineTarget { note: page, scope, part: Some(it.part) }.with_line(&text, &line);
                said.push(it.key.clone());
            }
        }
        Ok::<_, VaultError>(text)
    })?;
    Ok(said)
}

/// Returns true if a line of the page says it already, whoever wrote it.
fn is_on_page(page: &str, candidate: &DerivedLine) -> bool {
    page.lines().any(|line| line.contains(&candidate.key))
}

/// Returns the number of derived lines that a section may still take.
fn remaining_lines(page: &str, part: PageSection) -> usize {
    let rows = parse_rows(page);
    let of_part = rows.iter().filter(|row| {
        row.is_derived() && row.section.as_ref().is_some_and(|of| of.part == Some(part))
    });
    MAX_DERIVED_LINES.saturating_sub(of_part.count())
}
