//! Lines that a statement makes untrue which was saved into a note, rather than said in a session.
//!
//! The rule is reflection's: a line that palimp or an agent wrote is struck through, a line that a
//! person wrote waits for the person's decision.

use jiff::Zoned;
use palimp_note::NotePath;
use palimp_note::provenance::{AuthorKind, Provenance};
use palimp_store::activity::AgentDeed;
use palimp_vault::{Vault, VaultError};

use super::change::Change;
use super::notes::{self, Known, link, said};
use super::pages::Pages;
use super::section::{Entry, Scope};
use crate::agent_log::Ledger;
use crate::memory::{Error, Memory};
use crate::review::{self, Asked, Kind, Proposal};

/// A statement that was saved.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Statement<'a> {
    pub(crate) text: &'a str,
    /// The note that holds it.
    pub(crate) note: &'a NotePath,
    /// Who saved it and where it holds; none for the user's words that hold everywhere.
    pub(crate) by: Option<&'a Provenance>,
    /// The id of the project in which its writer works.
    pub(crate) here: Option<&'a str>,
    pub(crate) now: &'a Zoned,
}

impl Statement<'_> {
    fn author(&self) -> AuthorKind {
        self.by.map_or(AuthorKind::User, |by| by.by)
    }

    fn scope(&self) -> Scope {
        self.by.map(Scope::of).unwrap_or_default()
    }

    /// Returns true for a line that holds where the statement does, or in the present project.
    fn reaches(&self, line: &Known) -> bool {
        let scope = self.scope();
        let here = scope.id.is_none() && line.scope.id.as_deref() == self.here;
        line.scope.is(&scope) || here
    }

    fn may_strike(&self, line: &Known) -> bool {
        line.can_be_struck() && self.author() <= line.author
    }

    fn label(&self) -> String {
        self.now.strftime("%Y-%m-%d %H:%M").to_string()
    }

    /// Returns the statement as what supersedes a line of `note`.
    fn entry(&self, note: &NotePath) -> Entry {
        let text = self.text.trim().to_owned();
        Entry { text, label: self.label(), link: link(note, self.note.as_str()) }
    }

    fn proposal(&self, line: &Known) -> Proposal {
        let scope = self.scope();
        let asked = Asked {
            fact: self.text.trim().to_owned(),
            label: self.label(),
            episode: self.note.as_str().to_owned(),
            note: line.note.as_str().to_owned(),
            part: None,
            written: Some(line.text.clone()),
            project: scope.name,
            project_id: scope.id,
            by: None,
            leaving: Vec::new(),
        };
        Proposal::new(Kind::Contradiction, asked)
    }
}

impl Memory {
    /// Strikes through what a saved statement makes untrue, and returns it; proposes to strike what a
    /// person wrote. What an agent changes is logged.
    pub(crate) fn outdate(
        &self,
        vault: &Vault,
        statement: Statement,
        log: Option<&Ledger>,
    ) -> Result<Vec<String>, Error> {
        if statement.text.trim().contains('\n') {
            return Ok(Vec::new());
        }
        let new = said(statement.text.trim());
        let untrue = |line: &Known| statement.reaches(line) && new.contradicts(&line.said);
        let mut struck = Vec::new();
        for line in notes::known(vault, &Pages::read(vault)?)?.into_iter().filter(untrue) {
            if statement.may_strike(&line) {
                strike(vault, &statement, &line, log)?;
                struck.push(line.text);
            } else if line.entry.is_none() && !line.can_be_struck() {
                review::propose(&self.home, &self.agent, &statement.proposal(&line))?;
            }
        }
        Ok(struck)
    }
}

fn strike(
    vault: &Vault,
    statement: &Statement,
    line: &Known,
    log: Option<&Ledger>,
) -> Result<(), Error> {
    let change = Change::strike(line, statement.entry(&line.note));
    let write = || {
        vault.change(&line.note, |old| {
            Ok::<_, VaultError>(change.apply(&line.note, old.unwrap_or("")))
        })
    };
    match log {
        Some(log) => {
            log.logged(AgentDeed::Save, &line.note, &format!("~~{}~~", line.text), write)?.1
        }
        None => write()?,
    };
    Ok(())
}
