//! Moves unapproved texts of other authors from pinned notes to the review list: texts written
//! before approval was required. Texts that the user said or accepted stay.

use jiff::Zoned;
use palimp_core::sanitize::printable_line;
use palimp_core::text::ellipsis;
use palimp_note::NotePath;
use palimp_note::authors::{Authors, without_those_by};
use palimp_note::provenance::{AuthorKind, Provenance, line_without_comments};
use palimp_store::activity::ActivityDb;
use palimp_vault::VaultError;
use serde::Serialize;

use crate::consolidation::reflect::episodes::{self, EpisodeFact};
use crate::consolidation::reflect::section::{self, ManagedLine};
use crate::consolidation::reflect::{link_to_episode, user_statements};
use crate::consolidation::review::{self, ProposalOutcome, ReviewProposal};
use crate::error::Error;
use crate::home::note_store::NoteStore;
use crate::home::redaction;
use crate::injection::pinned_notes::{
    CORE_MEMORY_PATHS, INSTRUCTION_PATHS, PROFILE_PATHS, SOUL_PATHS, is_struck, may_be_told,
};

/// A text in a note that is always told, which is not told because nobody has said yes to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Unapproved {
    /// The note.
    pub path: String,
    /// The text.
    pub text: String,
    /// The author of the text.
    pub author: AuthorKind,
}

impl Unapproved {
    /// The note, who wrote into it, and what, on one line.
    pub fn in_words(&self) -> String {
        let text = ellipsis(&printable_line(&self.text), 100);
        format!("{}  [{}] {text}", printable_line(&self.path), self.author.name())
    }
}

impl NoteStore {
    /// Returns the texts in pinned notes that other authors wrote and the user neither said nor
    /// approved.
    pub fn unapproved_texts(&self) -> Result<Vec<Unapproved>, Error> {
        let mut found = Vec::new();
        for (path, note) in self.always_told()? {
            found.extend(unapproved_in_note(&note).into_iter().map(|(by, text)| Unapproved {
                path: path.as_str().to_owned(),
                text,
                author: by.by,
            }));
        }
        Ok(found)
    }

    /// Takes such texts out of the notes and to the review list, and answers which. What the user
    /// has said in a prompt or accepted before stays, and says so from now on.
    pub fn send_to_review(
        &self,
        db: Option<&ActivityDb>,
        now: &Zoned,
    ) -> Result<Vec<Unapproved>, Error> {
        let _lock = self.review_lock()?;
        self.mark_approved_lines(db, now)?;
        let sent = self.unapproved_texts()?;
        for (path, note) in self.always_told()? {
            for (by, text) in unapproved_in_note(&note) {
                let proposal = ReviewProposal::by_agent(&path, &text, &by, now);
                review::submit_proposal(&self.home, &self.agent, &proposal)?;
            }
            let waits = |said: &str, by: &Provenance| !may_be_told(Some(by)) && !is_struck(said);
            self.change_note(&path, |note| without_those_by(note, waits))?;
        }
        Ok(sent)
    }

    /// Marks the reflected lines that the user said in a prompt or accepted.
    pub fn mark_approved_lines(&self, db: Option<&ActivityDb>, now: &Zoned) -> Result<(), Error> {
        let notes = self.always_told()?;
        let lines = notes.iter().flat_map(|(path, note)| {
            section::managed_lines(note).into_iter().map(move |line| (path, line))
        });
        let waits = |line: &ManagedLine| {
            line.superseded.is_none() && line.by.by > AuthorKind::Team && line.by.approved.is_none()
        };
        let open: Vec<_> = lines.filter(|(_, line)| waits(line)).collect();
        if open.is_empty() {
            return Ok(());
        }
        let mut facts =
            episodes::read_facts(&self.open_vault()?, &redaction::redactor(&self.settings))?;
        user_statements::attribute_facts(
            &mut facts,
            &self.agent,
            db,
            &redaction::redactor(&self.settings),
        )?;
        for (path, line) in open {
            if let Some(by) = self.approving_provenance(path, &line, &facts, now) {
                let ManagedLine { scope, entry, .. } = &line;
                self.change_note(path, |note| section::attribute_fact(note, scope, entry, &by))?;
            }
        }
        Ok(())
    }

    /// Provenance of a reflected line if it may be injected.
    fn approving_provenance(
        &self,
        path: &NotePath,
        line: &ManagedLine,
        facts: &[EpisodeFact],
        now: &Zoned,
    ) -> Option<Provenance> {
        let is_source = |fact: &EpisodeFact| {
            fact.author == AuthorKind::User
                && fact.label() == line.entry.label
                && link_to_episode(path, &fact.episode) == line.entry.link
                && line.entry.text.ends_with(&fact.text)
        };
        if facts.iter().any(is_source) {
            return Some(line.scope.provenance_by(AuthorKind::User));
        }
        let by = line.scope.provenance_by(line.by.by);
        let asked = ReviewProposal::by_agent(path, &line.entry.text, &by, now);
        let decided = review::earlier_outcome(&self.home, &self.agent, &asked);
        let approved = Some(now.strftime("%Y-%m-%d").to_string());
        (decided == Some(ProposalOutcome::Accepted)).then_some(Provenance { approved, ..by })
    }

    /// The notes that are always told, with what they say.
    fn always_told(&self) -> Result<Vec<(NotePath, String)>, Error> {
        let mut notes = Vec::new();
        for path in
            [CORE_MEMORY_PATHS, PROFILE_PATHS, SOUL_PATHS, INSTRUCTION_PATHS].into_iter().flatten()
        {
            if let Some(text) = self.read_note(path)? {
                notes.push((NotePath::new(path)?, text));
            }
        }
        Ok(notes)
    }

    fn change_note(&self, path: &NotePath, to: impl Fn(&str) -> String) -> Result<(), VaultError> {
        self.open_vault()?.change(path, |note| Ok(to(note.unwrap_or(""))))
    }
}

/// Returns the unapproved texts of other authors in a note: fact by fact in reflected sections,
/// otherwise text by text.
fn unapproved_in_note(note: &str) -> Vec<(Provenance, String)> {
    let waits = |by: &Provenance| !may_be_told(Some(by));
    let own = section::managed_lines(note);
    let facts = own.iter().filter(|line| line.superseded.is_none());
    let facts = facts.map(|line| {
        (
            Provenance {
                approved: line.by.approved.is_some().then(String::new),
                ..line.scope.provenance_by(line.by.by)
            },
            line.entry.text.clone(),
        )
    });
    let mut texts: Vec<_> = facts.filter(|(by, _)| waits(by)).collect();
    let lines: Vec<&str> = note.lines().collect();
    let said = |number: usize| {
        let line = lines.get(number - 1).copied().unwrap_or("");
        line_without_comments(line).into_owned()
    };
    for (by, numbers) in Authors::parse(note).texts_by_comment().filter(|(by, _)| waits(by)) {
        let of_reflection = |number: &usize| {
            let said = said(*number);
            is_struck(&said) || own.iter().any(|line| said.contains(&line.entry.text))
        };
        let (Some(first), Some(last)) = (numbers.first(), numbers.last()) else { continue };
        if !numbers.iter().all(of_reflection) {
            let text = (*first..=*last).map(said).collect::<Vec<_>>().join("\n");
            texts.push((by.clone(), strip_list_marker(&text)));
        }
    }
    texts
}

/// Removes the list marker from a text that is a single item.
fn strip_list_marker(text: &str) -> String {
    let text = text.trim();
    let item = text.strip_prefix("- ").filter(|rest| !rest.contains('\n'));
    item.unwrap_or(text).trim().to_owned()
}
