//! Supersedes lines by a statement that was saved into a note, rather than said in a session.
//!
//! The rule is reflection's: a line that palimp or an agent wrote is struck through, a line that a
//! person wrote waits for the person's decision.

use jiff::Zoned;
use palimp_note::NotePath;
use palimp_note::provenance::{AuthorKind, Provenance};
use palimp_store::activity::AgentDeed;
use palimp_vault::{Vault, VaultError};

use super::change::NoteChange;
use super::notes::{self, LastingNoteLine, link_to_episode, parse_claim};
use super::pages::ProjectPages;
use super::section::{FactScope, LinkedFact};
use crate::consolidation::review::{self, ReviewKind, ReviewProposal, ReviewRequest};
use crate::error::Error;
use crate::home::agent_log::AgentLogger;
use crate::home::note_store::NoteStore;

/// A statement that was saved.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SavedStatement<'a> {
    pub(crate) text: &'a str,
    /// The note that holds it.
    pub(crate) note: &'a NotePath,
    /// Author, and project in which it holds; none for the user's words that hold everywhere.
    pub(crate) by: Option<&'a Provenance>,
    /// The id of the project in which its writer works.
    pub(crate) here: Option<&'a str>,
    pub(crate) now: &'a Zoned,
}

impl SavedStatement<'_> {
    fn author(&self) -> AuthorKind {
        self.by.map_or(AuthorKind::User, |by| by.by)
    }

    fn scope(&self) -> FactScope {
        self.by.map(FactScope::from_provenance).unwrap_or_default()
    }

    /// Returns true for a line that holds where the statement does, or in the current project.
    fn applies_to(&self, line: &LastingNoteLine) -> bool {
        let scope = self.scope();
        let here = scope.id.is_none() && line.scope.id.as_deref() == self.here;
        line.scope.is_same(&scope) || here
    }

    fn may_strike(&self, line: &LastingNoteLine) -> bool {
        line.can_be_struck() && self.author() <= line.author
    }

    fn time_label(&self) -> String {
        self.now.strftime("%Y-%m-%d %H:%M").to_string()
    }

    /// Returns the statement as the entry that supersedes a line of `note`.
    fn to_entry(self, note: &NotePath) -> LinkedFact {
        let text = self.text.trim().to_owned();
        LinkedFact {
            text,
            label: self.time_label(),
            link: link_to_episode(note, self.note.as_str()),
        }
    }

    fn to_proposal(self, line: &LastingNoteLine) -> ReviewProposal {
        let scope = self.scope();
        let asked = ReviewRequest {
            fact: self.text.trim().to_owned(),
            label: self.time_label(),
            episode: self.note.as_str().to_owned(),
            note: line.note.as_str().to_owned(),
            part: None,
            written: Some(line.text.clone()),
            project: scope.name,
            project_id: scope.id,
            by: None,
            leaving: Vec::new(),
        };
        ReviewProposal::new(ReviewKind::Contradiction, asked)
    }
}

impl NoteStore {
    /// Strikes through the lines that a saved statement makes untrue, and returns them; proposes to
    /// strike a line of a person. Changes by an agent are logged.
    pub(crate) fn strike_outdated(
        &self,
        vault: &Vault,
        statement: SavedStatement,
        log: Option<&AgentLogger>,
    ) -> Result<Vec<String>, Error> {
        if statement.text.trim().contains('\n') {
            return Ok(Vec::new());
        }
        let new = parse_claim(statement.text.trim());
        let untrue =
            |line: &LastingNoteLine| statement.applies_to(line) && new.contradicts(&line.said);
        let mut struck = Vec::new();
        for line in notes::read_known_lines(vault, &ProjectPages::from_vault(vault)?)?
            .into_iter()
            .filter(untrue)
        {
            if statement.may_strike(&line) {
                strike_line(vault, &statement, &line, log)?;
                struck.push(line.text);
            } else if line.entry.is_none() && !line.can_be_struck() {
                review::submit_proposal(&self.home, &self.agent, &statement.to_proposal(&line))?;
            }
        }
        Ok(struck)
    }
}

fn strike_line(
    vault: &Vault,
    statement: &SavedStatement,
    line: &LastingNoteLine,
    log: Option<&AgentLogger>,
) -> Result<(), Error> {
    let change = NoteChange::strike(line, statement.to_entry(&line.note));
    let write = || {
        vault.change(&line.note, |old| {
            Ok::<_, VaultError>(change.apply(&line.note, old.unwrap_or("")))
        })
    };
    match log {
        Some(log) => {
            log.log_and_run(AgentDeed::Save, &line.note, &format!("~~{}~~", line.text), write)?.1
        }
        None => write()?,
    };
    Ok(())
}
