//! Lines that earlier rules wrote, sorted again by today's: what would not last any more, and what
//! belongs into another note. A person decides, note by note.

use std::collections::HashMap;

use jiff::Zoned;
use palimp_note::NotePath;
use palimp_rules::reflect::Voice;
use palimp_store::activity::ActivityDb;
use palimp_vault::Vault;

use super::notes::{is_target, note_of};
use super::plan::worded;
use super::section::Line;
use super::sort::Sorted;
use super::{ARCHIVE, again, episodes, said, section, sort};
use crate::memory::{Error, Memory};
use crate::review::{self, Asked, Kind, Leaving, Proposal};
use crate::{always, redaction};

/// Where today's rules put a line: by its text and the moment at which it was said.
type Places = HashMap<(String, String), Option<NotePath>>;

impl Memory {
    /// What of the notes that reflection wrote today's rules would sort otherwise: a proposal a note,
    /// which waits for the user unless it is a `dry_run`. What she approved, what a model sorted, and
    /// what no episode tells any more stays.
    ///
    /// # Errors
    ///
    /// When notes or database cannot be read, or the proposals cannot be written.
    pub fn rework(
        &self,
        db: Option<&ActivityDb>,
        now: &Zoned,
        dry_run: bool,
    ) -> Result<Vec<Proposal>, Error> {
        let vault = self.vault()?;
        let _lock = if dry_run { None } else { Some(self.review_lock()?) };
        let places = self.places(&vault, db)?;
        let mut proposals = Vec::new();
        for note in vault.scan()?.into_iter().map(|found| found.path).filter(is_target) {
            let text = vault.read_lossy(&note)?;
            let lines = section::lines(&text).into_iter();
            let leaving: Vec<Leaving> =
                lines.filter_map(|line| leaving(line, &note, &places)).collect();
            if !leaving.is_empty() {
                proposals.push(proposal(&note, leaving, now));
            }
        }
        proposals.retain(|it| {
            use review::Proposed::{Accepted, Rejected};
            let decided = review::decision(&self.home, self.agent(), it);
            !matches!(decided, Some(Accepted | Rejected))
        });
        if !dry_run {
            for proposal in &proposals {
                review::write(&self.home, self.agent(), proposal)?;
            }
        }
        Ok(proposals)
    }

    fn places(&self, vault: &Vault, db: Option<&ActivityDb>) -> Result<Places, Error> {
        let redactor = redaction::redactor(&self.settings);
        let mut facts = episodes::facts(vault, &redactor)?;
        said::attribute(&mut facts, self.agent(), db, &redactor)?;
        let again = again::again(&facts);
        let mut places = Places::new();
        for Sorted { fact, place, .. } in sort::by_rules(facts, &again) {
            if fact.voice != Voice::Retold {
                let key = (fact.label().to_owned(), worded(&fact));
                let note = places.entry(key).or_insert(None);
                *note = note.take().or_else(|| note_of(place, &fact));
            }
        }
        Ok(places)
    }
}

/// Where a line of `note` goes, if it leaves it.
fn leaving(line: Line, note: &NotePath, places: &Places) -> Option<Leaving> {
    if line.by.approved.is_some() || line.superseded.is_some() {
        return None;
    }
    let section::Entry { text, label, link } = line.entry;
    let key = (label, text);
    let to = match places.get(&key)? {
        // What every session is told comes from the user alone.
        Some(to) if to == note || always::is_told(to) => return None,
        Some(to) => to.as_str().to_owned(),
        None => format!("{ARCHIVE}{note}"),
    };
    let (label, text) = key;
    let (project, project_id) = (line.scope.name, line.scope.id);
    Some(Leaving { text, label, link, project, project_id, author: line.by.by, to })
}

pub(super) fn proposal(note: &NotePath, leaving: Vec<Leaving>, now: &Zoned) -> Proposal {
    let texts: Vec<&str> = leaving.iter().map(|line| line.text.as_str()).collect();
    let asked = Asked {
        fact: texts.join("\n"),
        label: now.strftime("%Y-%m-%d %H:%M").to_string(),
        episode: String::new(),
        note: note.as_str().to_owned(),
        written: None,
        project: None,
        project_id: None,
        by: None,
        leaving,
    };
    Proposal::new(Kind::Rework, asked)
}
