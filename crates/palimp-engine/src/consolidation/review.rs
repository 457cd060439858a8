//! Proposals that wait for a person's decision: changes that reflection may not make by itself, and
//! lines that others want injected into every session.
//!
//! Each proposal is a file, readable by its owner alone. Once a proposal is decided, only its id
//! and the decision stay, so that it does not come back and a rejected text is not kept.

mod files;
mod leaving;

use std::fs;
use std::path::PathBuf;

use jiff::Zoned;
use palimp_core::author::AuthorKind;
use palimp_core::home::HomePaths;
use palimp_note::provenance::Provenance;
use palimp_note::{NotePath, authors, entry, route};
use palimp_store::StoreError;
use palimp_vault::{Vault, VaultError};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::consolidation::reflect::LOCK_NAME;
use crate::consolidation::reflect::line_target::{self, LineTarget};
use crate::consolidation::reflect::section::{self, FactScope, LinkedFact};
use crate::consolidation::reflect::section_limit::make_room;
use crate::error::Error;
use crate::home::lock::WorkLock;
use crate::home::note_store::NoteStore;
use crate::home::zone;

pub(crate) use files::{proposal_ids, write_new};
pub use leaving::MovingLine;

use files::{
    Stored, proposal_path, proposal_paths, read_stored, read_text, stored_waiting, write_decision,
    write_stored,
};

/// Reason for asking a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ReviewKind {
    /// It says how the agent is to be.
    Soul,
    /// It contradicts a line that a person wrote.
    Contradiction,
    /// An agent asks to forget what it did not write itself.
    Forget,
    /// It is for a note that is always told, and the user did not say it.
    Always,
    /// Lines of a note that an earlier version wrote, which today's rules sort otherwise.
    Rework,
    /// An import brought it, and an earlier version took it for the user's words.
    Imported,
    /// Two machines changed one line, and both lines were kept.
    Conflict,
}

/// Change that a person is asked about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ReviewRequest {
    /// The statement; of a wish to forget, the text to be forgotten.
    pub fact: String,
    /// Time of the statement: `2026-11-21 14:05`.
    pub label: String,
    /// The note with the episode in which it was said; none of a wish to forget.
    pub episode: String,
    /// The note that would be changed; none of a wish to forget.
    pub note: String,
    /// The section of the note, where that is a project's page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<String>,
    /// The line in it that would be struck through; of a conflict, the one that would be removed.
    pub written: Option<String>,
    /// The project in which it holds; none where it holds in all.
    pub project: Option<String>,
    /// The project's id.
    pub project_id: Option<String>,
    /// Author of the statement, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<RequestAuthor>,
    /// The lines that would leave the note.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub leaving: Vec<MovingLine>,
}

/// Author of a statement that a person is asked about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RequestAuthor {
    /// The author.
    pub author: AuthorKind,
    /// The client.
    pub client: Option<String>,
}

/// A change that waits for a person's decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ReviewProposal {
    /// Its id; the same change has the same one.
    pub id: String,
    /// Reason for asking a person.
    pub kind: ReviewKind,
    /// The change that a person is asked about.
    #[serde(flatten)]
    pub asked: ReviewRequest,
}

/// A person's decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ReviewDecision {
    /// The change was made.
    Accepted,
    /// It was not, and is not proposed again.
    Rejected,
}

/// State of a submitted proposal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum ProposalOutcome {
    /// It waits for the user, under this id.
    Waits(String),
    /// The user has said yes to it before.
    Accepted,
    /// The user has said no to it before.
    Rejected,
}

/// Pending proposals, and messages for files that could not be read.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PendingReview {
    /// The proposals, the earliest first.
    pub proposals: Vec<ReviewProposal>,
    /// A sentence for each file that is no proposal.
    pub complaints: Vec<String>,
}

/// Result of accepting a proposal.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AcceptedProposal {
    /// The proposal.
    pub proposal: ReviewProposal,
    /// True if the contradicted line still stood there and was struck through.
    pub struck: bool,
}

impl ReviewProposal {
    /// A proposal, which gets its id from what it would change.
    pub fn new(kind: ReviewKind, asked: ReviewRequest) -> ReviewProposal {
        let plain = |text: &str| -> String {
            text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
        };
        let written = asked.written.as_deref().map(plain).unwrap_or_default();
        let project = asked.project_id.as_deref().unwrap_or("");
        let parts = [&asked.note, project, &plain(&asked.fact), &written].join("\0");
        let id = blake3::hash(parts.as_bytes()).to_hex()[..8].to_owned();
        ReviewProposal { id, kind, asked }
    }

    /// Returns the proposal of `by` to write into a note that is always injected.
    pub fn by_agent(note: &NotePath, text: &str, by: &Provenance, now: &Zoned) -> ReviewProposal {
        let asked = ReviewRequest {
            fact: text.trim().to_owned(),
            label: now.strftime("%Y-%m-%d %H:%M").to_string(),
            episode: String::new(),
            note: note.as_str().to_owned(),
            part: None,
            written: None,
            project: by.project.clone(),
            project_id: by.project_id.clone(),
            by: Some(RequestAuthor { author: by.by, client: by.client.clone() }),
            leaving: Vec::new(),
        };
        ReviewProposal::new(ReviewKind::Always, asked)
    }

    /// Returns the proposal to keep the second of two lines that two machines wrote in the place of one,
    /// found at `now`, in milliseconds since the Unix epoch.
    pub fn of_conflict(note: &str, first: &str, second: &str, now: i64) -> ReviewProposal {
        let asked = ReviewRequest {
            fact: second.to_owned(),
            label: zone::local_day(now),
            episode: String::new(),
            note: note.to_owned(),
            part: None,
            written: Some(first.to_owned()),
            project: None,
            project_id: None,
            by: None,
            leaving: Vec::new(),
        };
        ReviewProposal::new(ReviewKind::Conflict, asked)
    }

    /// Returns true if `note` holds both lines of a conflict.
    fn is_in_conflict(&self, note: &str) -> bool {
        let has = |wanted: &str| note.lines().any(|line| is_shown_as(line, wanted));
        self.asked.written.as_deref().is_some_and(has) && has(&self.asked.fact)
    }

    fn to_entry(&self, note: &NotePath) -> LinkedFact {
        LinkedFact {
            text: self.asked.fact.clone(),
            label: self.asked.label.clone(),
            link: crate::consolidation::reflect::link_to_episode(note, &self.asked.episode),
        }
    }

    fn scope(&self) -> FactScope {
        FactScope { id: self.asked.project_id.clone(), name: self.asked.project.clone() }
    }

    /// Returns the provenance of the text after the user's approval, on the day of `now`.
    fn approved_provenance(&self, now: &Zoned) -> Provenance {
        let ReviewRequest { project, project_id, by, .. } = &self.asked;
        Provenance {
            by: by.as_ref().map_or(AuthorKind::Agent, |by| by.author),
            client: by.as_ref().and_then(|by| by.client.clone()),
            project: project.clone(),
            project_id: project_id.clone(),
            approved: Some(now.strftime("%Y-%m-%d").to_string()),
            ..Provenance::default()
        }
    }

    /// Returns the note `old` with the approved change, and true if a line of the user was struck
    /// through.
    fn apply_to_note(&self, note: &NotePath, old: &str, now: &Zoned) -> (String, bool) {
        if self.kind == ReviewKind::Rework {
            let gone = |text: String, line: &MovingLine| {
                section::remove_fact(&text, &line.scope(), &line.to_entry())
            };
            return (self.asked.leaving.iter().fold(old.to_owned(), gone), false);
        }
        if self.kind == ReviewKind::Conflict {
            let written = self.asked.written.as_deref().filter(|_| self.is_in_conflict(old));
            let line = written.and_then(|it| old.lines().position(|line| is_shown_as(line, it)));
            return (authors::remove_lines(old, |at| Some(at) == line), line.is_some());
        }
        let (scope, by) = (self.scope(), self.approved_provenance(now));
        if self.asked.episode.is_empty() {
            let text = route::sign_text(&route::as_list_item(&self.asked.fact), Some(&by));
            let title = format!("# {}", line_target::note_title(note, &scope));
            return (entry::append_entry(old, &title, &text), false);
        }
        let entry = self.to_entry(note);
        let text = match &self.asked.written {
            Some(line) => section::struck_by_hand(old, line, &entry),
            None => old.to_owned(),
        };
        let struck = text != old;
        // What was saved into a note stands there.
        if !self.asked.episode.starts_with("episodes/") {
            return (text, struck);
        }
        let target =
            LineTarget { note, scope: &scope, part: leaving::section_by_name(&self.asked.part) };
        (target.with_entry(&text, &entry, &by), struck)
    }
}

impl NoteStore {
    /// Returns the pending proposals.
    pub fn proposals(&self) -> Result<PendingReview, Error> {
        let mut waiting = PendingReview::default();
        for path in proposal_paths(&self.home, &self.agent) {
            match read_stored(&path) {
                Ok(Stored::Waiting(proposal)) if self.is_settled(&proposal) => {}
                Ok(Stored::Waiting(proposal)) => waiting.proposals.push(*proposal),
                Ok(Stored::Decided { .. }) => {}
                Err(why) => waiting.complaints.push(why),
            }
        }
        waiting.proposals.sort_by(|a, b| (&a.asked.label, &a.id).cmp(&(&b.asked.label, &b.id)));
        Ok(waiting)
    }

    /// Returns true for a conflict of which a line is gone: the user decided in the note, here or on
    /// another machine.
    fn is_settled(&self, proposal: &ReviewProposal) -> bool {
        let read = || self.read_note(&proposal.asked.note).ok().flatten().unwrap_or_default();
        proposal.kind == ReviewKind::Conflict && !proposal.is_in_conflict(&read())
    }

    /// Returns the proposal with this id, or the only one whose id begins with it.
    pub fn find_proposal(&self, id: &str) -> Result<ReviewProposal, Error> {
        let waiting = self.proposals()?.proposals;
        let mut found = waiting.into_iter().filter(|it| !id.is_empty() && it.id.starts_with(id));
        let refused = |why: &str| Error::Refused(crate::messages::review_hint(why));
        match (found.next(), found.next()) {
            (Some(proposal), None) => Ok(proposal),
            (Some(_), Some(_)) => Err(refused(&crate::messages::proposal_id_ambiguous(id))),
            (None, _) if id.is_empty() => Err(refused(&crate::messages::proposal_id_missing())),
            (None, _) => Err(refused(&crate::messages::proposal_not_found(id))),
        }
    }

    /// Puts down that an agent wishes `target` to be forgotten; answers what became of it.
    pub fn wish_to_forget(
        &self,
        target: &str,
        label: String,
        project: Option<String>,
    ) -> Result<ProposalOutcome, Error> {
        let asked = ReviewRequest {
            fact: target.to_owned(),
            label,
            episode: String::new(),
            note: String::new(),
            part: None,
            written: None,
            project,
            project_id: None,
            by: None,
            leaving: Vec::new(),
        };
        Ok(submit_proposal(
            &self.home,
            &self.agent,
            &ReviewProposal::new(ReviewKind::Forget, asked),
        )?)
    }

    /// Returns the note of a proposal as it is now, and as it would be.
    ///
    /// # Errors
    ///
    /// When the note cannot be read, or the proposal is a wish to forget, which has none.
    pub fn would_say(
        &self,
        proposal: &ReviewProposal,
        now: &Zoned,
    ) -> Result<(String, String), Error> {
        let note = NotePath::new(&proposal.asked.note)?;
        let old = self.read_note(note.as_str())?.unwrap_or_default();
        let (new, _) = proposal.apply_to_note(&note, &old, now);
        Ok((old, new))
    }

    /// Makes the proposed change. A wish to forget is no such change: [`IndexSync::forget`](crate::retrieval::index_sync::IndexSync::forget) executes
    /// it, and removes the wish.
    pub fn accept(&self, id: &str, now: &Zoned) -> Result<AcceptedProposal, Error> {
        self.accept_as(id, None, now)
    }

    /// The same, in other words where a person gives some; secrets are taken out of hers.
    ///
    /// # Errors
    ///
    /// When no such proposal waits, it wishes to forget, or its note cannot be written.
    pub fn accept_as(
        &self,
        id: &str,
        words: Option<&str>,
        now: &Zoned,
    ) -> Result<AcceptedProposal, Error> {
        let _lock = self.review_lock()?;
        let mut proposal = self.find_proposal(id)?;
        if let Some(words) = words.map(str::trim).filter(|words| !words.is_empty()) {
            match proposal.kind {
                ReviewKind::Rework => {
                    return Err(Error::Refused(crate::messages::moved_lines_changed()));
                }
                ReviewKind::Conflict => {
                    return Err(Error::Refused(crate::messages::conflict_has_no_words()));
                }
                _ => {}
            }
            proposal.asked.fact = self.sanitize_text(words).0;
        }
        if proposal.kind == ReviewKind::Forget {
            return Err(Error::Refused(crate::messages::forgetting_is_no_edit()));
        }
        let struck = apply_change(&self.vault_or_new()?, &proposal, now)?;
        write_decision(&self.home, &self.agent, &proposal.id, ReviewDecision::Accepted)?;
        Ok(AcceptedProposal { proposal, struck })
    }

    /// Turns a proposal down, for good.
    pub fn reject(&self, id: &str) -> Result<ReviewProposal, Error> {
        let _lock = self.review_lock()?;
        let proposal = self.find_proposal(id)?;
        write_decision(&self.home, &self.agent, &proposal.id, ReviewDecision::Rejected)?;
        Ok(proposal)
    }

    pub(crate) fn review_lock(&self) -> Result<WorkLock, Error> {
        let path = self.home.lock_file(&format!("{LOCK_NAME}.lock"));
        WorkLock::acquire(&self.home, LOCK_NAME)
            .map_err(|source| StoreError::Io { path, source }.into())
    }
}

/// Returns true if a person reads `line` of a note as `shown`.
fn is_shown_as(line: &str, shown: &str) -> bool {
    authors::strip_comments(line).trim() == shown
}

/// Makes the change; returns true if a line of the user was struck through, or removed.
fn apply_change(vault: &Vault, proposal: &ReviewProposal, now: &Zoned) -> Result<bool, Error> {
    let note = NotePath::new(&proposal.asked.note)?;
    // What leaves a note stands in another one before.
    if !proposal.asked.leaving.is_empty() {
        leaving::move_lines(vault, &note, &proposal.asked.leaving)?;
    }
    let mut struck = false;
    vault.change(&note, |old| {
        let old = old.unwrap_or("");
        let text;
        (text, struck) = proposal.apply_to_note(&note, old, now);
        Ok::<_, VaultError>(text)
    })?;
    make_room(vault)?;
    Ok(struck)
}

/// Submits a proposal to the user, unless the user decided about it before.
pub fn submit_proposal(
    home: &HomePaths,
    agent: &str,
    proposal: &ReviewProposal,
) -> Result<ProposalOutcome, StoreError> {
    if let Some(decided) = earlier_outcome(home, agent, proposal) {
        return Ok(decided);
    }
    write_stored(&proposal_path(home, agent, &proposal.id), &stored_waiting(proposal))?;
    Ok(ProposalOutcome::Waits(proposal.id.clone()))
}

/// Returns the state of a proposal that was submitted before.
pub(crate) fn earlier_outcome(
    home: &HomePaths,
    agent: &str,
    proposal: &ReviewProposal,
) -> Option<ProposalOutcome> {
    match read_stored(&proposal_path(home, agent, &proposal.id)).ok()? {
        Stored::Decided { decision: ReviewDecision::Accepted, .. } => {
            Some(ProposalOutcome::Accepted)
        }
        Stored::Decided { decision: ReviewDecision::Rejected, .. } => {
            Some(ProposalOutcome::Rejected)
        }
        Stored::Waiting(_) => Some(ProposalOutcome::Waits(proposal.id.clone())),
    }
}

/// Removes the proposals of an agent with a text for which `says` is true, and returns their number.
pub(crate) fn remove_proposals(
    home: &HomePaths,
    agent: &str,
    says: &dyn Fn(&str) -> bool,
) -> Result<usize, StoreError> {
    let held = files_with_text(home, agent, says);
    for path in &held {
        fs::remove_file(path).map_err(|source| StoreError::Io { path: path.clone(), source })?;
    }
    Ok(held.len())
}

/// Returns the files of an agent's proposals with a text for which `says` is true.
pub(crate) fn files_with_text(
    home: &HomePaths,
    agent: &str,
    says: &dyn Fn(&str) -> bool,
) -> Vec<PathBuf> {
    let has_text = |path: &PathBuf| {
        let held = read_text(path).unwrap_or_default();
        serde_json::from_str(&held).map_or(says(&held), |value| value_says(&value, says))
    };
    proposal_paths(home, agent).into_iter().filter(has_text).collect()
}

fn value_says(value: &Value, says: &dyn Fn(&str) -> bool) -> bool {
    match value {
        Value::String(text) => says(text),
        Value::Array(values) => values.iter().any(|it| value_says(it, says)),
        Value::Object(fields) => fields.values().any(|it| value_says(it, says)),
        _ => false,
    }
}
