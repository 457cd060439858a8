//! What others wrote into the notes that are always told before that needed a yes: it goes to the
//! review list, and what the user said herself or has accepted stays.

use jiff::Zoned;
use palimp_core::printable::printable_line;
use palimp_core::text::ellipsis;
use palimp_note::NotePath;
use palimp_note::authors::{Authors, without_those_by};
use palimp_note::provenance::{AuthorKind, Provenance, line_without_comments};
use palimp_store::activity::ActivityDb;
use palimp_vault::VaultError;
use serde::Serialize;

use super::{CORE, PROFILE, SOUL, WORK, is_struck, may_be_told};
use crate::memory::{Error, Memory};
use crate::redaction;
use crate::reflect::episodes::{self, Fact};
use crate::reflect::section::{self, Line};
use crate::reflect::{link, said};
use crate::review::{self, Proposal, Proposed};

/// A text in a note that is always told, which is not told because nobody has said yes to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Unapproved {
    /// The note.
    pub path: String,
    /// What it says.
    pub text: String,
    /// Who wrote it.
    pub author: AuthorKind,
}

impl Unapproved {
    /// The note, who wrote into it, and what, on one line.
    pub fn in_words(&self) -> String {
        let text = ellipsis(&printable_line(&self.text), 100);
        format!("{}  [{}] {text}", printable_line(&self.path), self.author.name())
    }
}

impl Memory {
    /// What somebody else than the user wrote into notes that are always told, and she has neither
    /// said nor approved.
    pub fn unapproved(&self) -> Result<Vec<Unapproved>, Error> {
        let mut found = Vec::new();
        for (path, note) in self.always_told()? {
            found.extend(texts(&note).into_iter().map(|(by, text)| Unapproved {
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
        self.vouch(db, now)?;
        let sent = self.unapproved()?;
        for (path, note) in self.always_told()? {
            for (by, text) in texts(&note) {
                let proposal = Proposal::by_agent(&path, &text, &by, now);
                review::propose(&self.home, &self.agent, &proposal)?;
            }
            let waits = |said: &str, by: &Provenance| !may_be_told(Some(by)) && !is_struck(said);
            self.change(&path, |note| without_those_by(note, waits))?;
        }
        Ok(sent)
    }

    /// Marks those lines of reflection's own that the user has said in a prompt, or has accepted.
    pub fn vouch(&self, db: Option<&ActivityDb>, now: &Zoned) -> Result<(), Error> {
        let notes = self.always_told()?;
        let lines = notes.iter().flat_map(|(path, note)| {
            section::lines(note).into_iter().map(move |line| (path, line))
        });
        let waits = |line: &Line| {
            line.superseded.is_none() && line.by.by > AuthorKind::Team && line.by.approved.is_none()
        };
        let open: Vec<_> = lines.filter(|(_, line)| waits(line)).collect();
        if open.is_empty() {
            return Ok(());
        }
        let mut facts = episodes::facts(&self.vault()?, &redaction::redactor(&self.settings))?;
        said::attribute(&mut facts, &self.agent, db, &redaction::redactor(&self.settings))?;
        for (path, line) in open {
            if let Some(by) = self.voucher(path, &line, &facts, now) {
                let Line { scope, entry, .. } = &line;
                self.change(path, |note| section::attributed(note, scope, entry, &by))?;
            }
        }
        Ok(())
    }

    /// Whose a line of reflection's is, where it may be told.
    fn voucher(
        &self,
        path: &NotePath,
        line: &Line,
        facts: &[Fact],
        now: &Zoned,
    ) -> Option<Provenance> {
        let is_source = |fact: &Fact| {
            fact.author == AuthorKind::User
                && fact.label() == line.entry.label
                && link(path, &fact.episode) == line.entry.link
                && line.entry.text.ends_with(&fact.text)
        };
        if facts.iter().any(is_source) {
            return Some(line.scope.by(AuthorKind::User));
        }
        let by = line.scope.by(line.by.by);
        let asked = Proposal::by_agent(path, &line.entry.text, &by, now);
        let decided = review::decision(&self.home, &self.agent, &asked);
        let approved = Some(now.strftime("%Y-%m-%d").to_string());
        (decided == Some(Proposed::Accepted)).then_some(Provenance { approved, ..by })
    }

    /// The notes that are always told, with what they say.
    fn always_told(&self) -> Result<Vec<(NotePath, String)>, Error> {
        let mut notes = Vec::new();
        for path in [CORE, PROFILE, SOUL, WORK].into_iter().flatten() {
            if let Some(text) = self.text(path)? {
                notes.push((NotePath::new(path)?, text));
            }
        }
        Ok(notes)
    }

    fn change(&self, path: &NotePath, to: impl Fn(&str) -> String) -> Result<(), VaultError> {
        self.vault()?.change(path, |note| Ok(to(note.unwrap_or(""))))
    }
}

/// What a note holds of others that the user has not said yes to: fact by fact where reflection wrote
/// it, else text by text.
fn texts(note: &str) -> Vec<(Provenance, String)> {
    let waits = |by: &Provenance| !may_be_told(Some(by));
    let own = section::lines(note);
    let facts = own.iter().filter(|line| line.superseded.is_none());
    let facts = facts.map(|line| {
        (
            Provenance {
                approved: line.by.approved.is_some().then(String::new),
                ..line.scope.by(line.by.by)
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
            texts.push((by.clone(), plain(&text)));
        }
    }
    texts
}

/// A text without the mark of a list where it is nothing but an item.
fn plain(text: &str) -> String {
    let text = text.trim();
    let item = text.strip_prefix("- ").filter(|rest| !rest.contains('\n'));
    item.unwrap_or(text).trim().to_owned()
}
