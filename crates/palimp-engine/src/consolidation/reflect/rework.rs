//! Lines that earlier rules wrote, sorted again by today's: what would not last any more, and what
//! belongs into another note, such as the page of its project. A person decides, note by note.

use std::collections::HashMap;

use jiff::Zoned;
use palimp_note::NotePath;
use palimp_note::page::is_page;
use palimp_rules::reflect::{FactCategory, Voice, is_about_user};
use palimp_store::activity::ActivityDb;
use palimp_vault::Vault;

use super::notes::{FactTarget, is_target, target_of};
use super::pages::{ProjectPages, part_of};
use super::plan::{correct_place, text_with_topic};
use super::section::{LinkedFact, ManagedLine};
use super::sort::SortedFact;
use super::{ARCHIVE_PREFIX, episodes, repeated_facts, section, sort, user_statements};
use crate::consolidation::review::{self, MovingLine, ReviewKind, ReviewProposal, ReviewRequest};
use crate::error::Error;
use crate::home::note_store::NoteStore;
use crate::home::redaction;
use crate::injection::pinned_notes;

/// Destinations of lines by the current rules, keyed by text and time.
type RuleTargets = HashMap<(String, String), Option<FactTarget>>;

impl NoteStore {
    /// Proposes, for each note that reflection writes, the lines that the current rules would sort
    /// elsewhere. The proposals wait for the user unless it is a `dry_run`. Lines that the user
    /// approved, that a model sorted, or that no episode states any more can only move to the page
    /// of their project.
    ///
    /// # Errors
    ///
    /// Returns an error if notes or the database cannot be read, or the proposals cannot be
    /// written.
    pub fn propose_rework(
        &self,
        db: Option<&ActivityDb>,
        now: &Zoned,
        dry_run: bool,
    ) -> Result<Vec<ReviewProposal>, Error> {
        let vault = self.open_vault()?;
        let _lock = if dry_run { None } else { Some(self.review_lock()?) };
        let mut pages = ProjectPages::from_vault(&vault)?;
        let places = self.rule_targets(&vault, &pages, db)?;
        let mut proposals = Vec::new();
        for note in vault.scan()?.into_iter().map(|found| found.path).filter(is_target) {
            let text = vault.read_lossy(&note)?;
            let lines = section::managed_lines(&text).into_iter();
            let leaving: Vec<MovingLine> =
                lines.filter_map(|line| leaving_line(line, &note, &places, &mut pages)).collect();
            if !leaving.is_empty() {
                proposals.push(rework_proposal(&note, leaving, now));
            }
        }
        proposals.retain(|it| {
            use review::ProposalOutcome::{Accepted, Rejected};
            let decided = review::earlier_outcome(&self.home, self.agent(), it);
            !matches!(decided, Some(Accepted | Rejected))
        });
        if !dry_run {
            for proposal in &proposals {
                review::write_new(&self.home, self.agent(), proposal)?;
            }
        }
        Ok(proposals)
    }

    fn rule_targets(
        &self,
        vault: &Vault,
        pages: &ProjectPages,
        db: Option<&ActivityDb>,
    ) -> Result<RuleTargets, Error> {
        let redactor = redaction::redactor(&self.settings);
        let mut facts = episodes::read_facts(vault, &redactor)?;
        user_statements::attribute_facts(&mut facts, self.agent(), db, &redactor)?;
        let again = repeated_facts::repeated_facts(&facts);
        let mut places = RuleTargets::new();
        for SortedFact { fact, place, .. } in sort::by_rules(facts, &again) {
            if fact.voice != Voice::Retold {
                let key = (fact.label().to_owned(), text_with_topic(&fact));
                let target = places.entry(key).or_insert(None);
                let place = correct_place(place, &fact);
                *target = target.take().or_else(|| target_of(place, &fact, pages));
            }
        }
        Ok(places)
    }
}

/// Returns the destination of a line of `note`, if it leaves the note.
fn leaving_line(
    line: ManagedLine,
    note: &NotePath,
    places: &RuleTargets,
    pages: &mut ProjectPages,
) -> Option<MovingLine> {
    if line.superseded.is_some() {
        return None;
    }
    let LinkedFact { text, label, link } = line.entry.clone();
    let known = places.get(&(label.clone(), text.clone()));
    let known = known.filter(|_| line.by.approved.is_none());
    let (to, part) = match known {
        Some(None) => (format!("{ARCHIVE_PREFIX}{note}"), line.part),
        // What every session is told comes from the user alone.
        Some(Some(to)) if pinned_notes::is_told(&to.note) => return None,
        Some(Some(to)) if to.part.is_none() => (to.note.as_str().to_owned(), None),
        _ => {
            let is_misfiled = note.as_str() == "profile.md" && !is_about_user(&text);
            let may_go = known.is_some() || is_misfiled || !pinned_notes::is_told(note);
            let page = pages.page_of(&line.scope).filter(|_| may_go)?;
            let part = match known {
                Some(Some(to)) => to.part,
                _ => part_of(place_of(note)?, &text),
            };
            pages.claim(&page, &line.scope);
            (page.as_str().to_owned(), part)
        }
    };
    // Where on which page a line stands, its owner has decided.
    let stays =
        to == note.as_str() || is_page(note) && part.is_some() && !to.starts_with(ARCHIVE_PREFIX);
    let (project, project_id) = (line.scope.name, line.scope.id);
    let part = part.map(|part| part.name().to_owned());
    let author = line.by.by;
    (!stays).then_some(MovingLine { text, label, link, project, project_id, author, to, part })
}

/// The place whose facts a note holds that is no project's page.
fn place_of(note: &NotePath) -> Option<FactCategory> {
    match note.as_str() {
        "shared/preferences.md" => Some(FactCategory::Preferences),
        "shared/decisions.md" => Some(FactCategory::Decisions),
        "shared/projects.md" | "profile.md" => Some(FactCategory::Projects),
        path => path.starts_with("procedures/").then_some(FactCategory::Procedures),
    }
}

pub(super) fn rework_proposal(
    note: &NotePath,
    leaving: Vec<MovingLine>,
    now: &Zoned,
) -> ReviewProposal {
    let texts: Vec<&str> = leaving.iter().map(|line| line.text.as_str()).collect();
    let asked = ReviewRequest {
        fact: texts.join("\n"),
        label: now.strftime("%Y-%m-%d %H:%M").to_string(),
        episode: String::new(),
        note: note.as_str().to_owned(),
        part: None,
        written: None,
        project: None,
        project_id: None,
        by: None,
        leaving,
    };
    ReviewProposal::new(ReviewKind::Rework, asked)
}
