//! From a note to a proposal: what would leave this home is put together first, to be shown; it leaves once
//! a person said yes.

use std::collections::HashSet;
use std::path::Path;

use jiff::civil::Date;
use palimp_core::romanization::romanize;
use palimp_note::NotePath;
use palimp_note::anchor::Anchor;
use palimp_note::provenance::Provenance;
use palimp_note::route::slug;
use palimp_team::{CommitFileEdit, FactPath, TeamFact, is_name};
use serde::Serialize;

use super::key::Acting;
use super::note_facts::{
    OpenVault, check_kinds, fact_anchors, kind_of, note_facts, shareable_origin,
};
use super::outbox::SentProposal;
use super::pieces::NotePiece;
use super::report::{FactReport, SecretFinding, secret_findings, strict_redactor};
use super::sync::sync_locked;
use super::{Error, JoinedTeam, ProjectsHere, scope_of, utc_day};

/// Facts to be proposed.
#[derive(Clone, Copy, Debug, Default)]
pub struct ProposalRequest<'a> {
    /// Notes of the vault, each with `#line` where a single fact of it is meant.
    pub notes: &'a [String],
    /// The project of `team.toml`, `_` for all; else the one that the working tree is, or all.
    pub project: Option<&'a str>,
    /// Kind of the facts; else taken from the notes.
    pub kind: Option<&'a str>,
    /// The day from which on they hold no longer.
    pub expires: Option<Date>,
    /// The facts whose place they take.
    pub supersedes: &'a [String],
    /// Reason for the facts.
    pub why: Option<&'a str>,
    /// Kinds of secrets and personal data that may leave.
    pub allow: &'a [String],
}

/// Facts that would leave this home.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ProposalDraft {
    /// The facts.
    pub facts: Vec<DraftFact>,
    /// Problems to be fixed first: nothing leaves while there are any.
    pub findings: Vec<SecretFinding>,
}

/// A fact that would leave.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DraftFact {
    /// Origin of the fact: `shared/decisions.md:12`.
    pub from: String,
    /// Path in the team's repository.
    pub path: String,
    /// Its file, as it would stand there.
    pub text: String,
    /// Duplicates and contradictions of the fact.
    #[serde(flatten)]
    pub report: FactReport,
    /// True if the team has exactly this fact already: it does not leave again.
    pub is_there: bool,
}

impl JoinedTeam {
    /// Puts together what would leave; `here` is the working directory.
    ///
    /// # Errors
    ///
    /// When a note or a line is not there, or a project, kind or fact is none of the team's.
    pub fn draft_proposal(
        &self,
        open_vault: OpenVault,
        asked: &ProposalRequest,
        (here, user, now): (&Path, Option<&Path>, i64),
    ) -> Result<ProposalDraft, Error> {
        let policy = self.policy()?;
        let mine = super::user_signers(&self.home, user);
        let drafting = FactDrafter {
            team: self,
            asked,
            here,
            project: self.project_meant(asked.project, here)?,
            taken: self.taken_ids()?,
            proposer: mine
                .iter()
                .find_map(|it| policy.member_of_key(it.key()).ok())
                .map(str::to_owned),
            today: utc_day(now),
        };
        drafting.check_request()?;
        let mut draft = ProposalDraft::default();
        for (path, piece) in note_facts(open_vault, asked.notes)? {
            drafting.add_fact(&mut draft, &path, &piece)?;
        }
        Ok(draft)
    }

    /// Puts a draft forward, as a signed commit on a branch of its own.
    ///
    /// # Errors
    ///
    /// When something in it may not leave, when another fact has come where one of it would stand, or when
    /// no key of this user is a member's.
    pub fn propose_draft(
        &self,
        draft: &ProposalDraft,
        acting: &Acting,
    ) -> Result<SentProposal, Error> {
        if let Some(SecretFinding { file, line, kind }) = draft.findings.first() {
            return Err(Error::Refused(crate::messages::secret_in_line(file, line, kind)));
        }
        let _lock = self.lock()?;
        sync_locked(self, acting.settings, acting.now)?;
        let (policy, me) = self.policy_and_me(acting)?;
        let mut files: Vec<CommitFileEdit> = Vec::new();
        for fact in draft.facts.iter().filter(|fact| !fact.is_there) {
            if self.verified_text(&fact.path)?.is_some() {
                let path = &fact.path;
                return Err(Error::Refused(crate::messages::fact_landed_meanwhile(path)));
            }
            let role = policy.role_for_path(&me.name, &fact.path);
            if role < palimp_team::TeamRole::Contributor {
                return Err(Error::Refused(crate::messages::member_is_reader(
                    &self.name, &fact.path,
                )));
            }
            files.push((fact.path.clone(), Some(fact.text.clone())));
        }
        if files.is_empty() {
            return Err(Error::Refused(crate::messages::facts_are_known(&self.name)));
        }
        let more =
            if files.len() > 1 { format!(" and {} more", files.len() - 1) } else { String::new() };
        let title = format!("Propose {}{more}", files[0].0);
        self.put_forward(acting, &me, (&files, &title))
    }

    /// The project of the team that is meant; none for all of them.
    fn project_meant(&self, named: Option<&str>, here: &Path) -> Result<Option<String>, Error> {
        let policy = self.policy()?;
        let mut known = policy.projects.iter().map(|(id, _)| id.to_owned());
        match named {
            Some("_") => Ok(None),
            Some(named) if known.any(|id| id == named) => Ok(Some(named.to_owned())),
            Some(named) => Err(Error::Refused(crate::messages::no_such_project(&self.name, named))),
            None => {
                let here = ProjectsHere::for_directory(&self.home, here);
                Ok(known.find(|id| here.is_project_here(&scope_of(self.sharer(), Some(id)))))
            }
        }
    }

    /// The ids that facts have, and those of what was erased.
    fn taken_ids(&self) -> Result<HashSet<String>, Error> {
        let mut objects = self.repository().objects()?;
        let files = palimp_team::files_at(&mut objects, self.verified_commit()?)?;
        let files = files.map_err(|why| self.refusal_error(&why))?;
        let id = |(path, _): &(String, _)| match path.strip_prefix("tombstones/") {
            Some(id) => Some(id.to_owned()),
            None => FactPath::parse(path).map(|path| path.id),
        };
        Ok(files.iter().filter_map(id).collect())
    }
}

struct FactDrafter<'a> {
    team: &'a JoinedTeam,
    asked: &'a ProposalRequest<'a>,
    here: &'a Path,
    project: Option<String>,
    taken: HashSet<String>,
    proposer: Option<String>,
    today: Date,
}

impl FactDrafter<'_> {
    /// Refuses kinds and facts that there are not.
    fn check_request(&self) -> Result<(), Error> {
        check_kinds(self.asked.kind, self.asked.allow)?;
        let served = self.team.served_facts().unwrap_or_default();
        for old in self.asked.supersedes {
            let is_it = |path: FactPath| path.id == *old && path.project == self.project;
            if !served.facts.iter().any(|it| FactPath::parse(&it.path).is_some_and(is_it)) {
                let project = self.project.as_deref().unwrap_or("_");
                return Err(Error::Refused(crate::messages::superseded_fact_missing(project, old)));
            }
        }
        Ok(())
    }

    fn add_fact(
        &self,
        draft: &mut ProposalDraft,
        note: &NotePath,
        piece: &NotePiece,
    ) -> Result<(), Error> {
        let by = piece.by.clone().unwrap_or_default();
        let kind = self.asked.kind.map_or_else(|| kind_of(note.as_str()), str::to_owned);
        let mut fact = TeamFact {
            kind,
            statement: piece.text.clone(),
            why: self.asked.why.unwrap_or_default().to_owned(),
            supersedes: self.asked.supersedes.to_vec(),
            expires: self.asked.expires,
            proposer: self.proposer.clone(),
            origin: shareable_origin(&by),
            anchors: self.code_anchors(&by, &piece.text),
            ..TeamFact::default()
        };
        fact.allow = self.allowed_kinds(&fact);
        let is_there = self.assign_id(&mut fact, draft)?;
        let path = FactPath {
            project: self.project.clone(),
            kind: fact.kind.clone(),
            id: fact.id.clone(),
        };
        let text = fact.to_string();
        TeamFact::parse_at_path(&path, &text).map_err(|error| {
            Error::Refused(crate::messages::line_failed(note.as_str(), piece.line, &error))
        })?;
        let place = (note.as_str(), piece.line);
        let mut found = secret_findings(&piece.text, place, &fact.allow);
        // What stands beside the statement is looked at as well, as every reader does.
        for mut odd in secret_findings(&text, place, &fact.allow) {
            odd.line = piece.line;
            if !found.iter().any(|it| it.kind == odd.kind) {
                found.push(odd);
            }
        }
        draft.findings.extend(found);
        let served = self.team.served_facts().unwrap_or_default();
        let report =
            FactReport::compare_fact((self.team.sharer(), &served), (&path, &fact), self.today);
        let from = format!("{}:{}", note.as_str(), piece.line);
        draft.facts.push(DraftFact { from, path: path.to_string(), text, report, is_there });
        Ok(())
    }

    /// The places in the code that it speaks of. What is told in every project speaks of the code of none.
    fn code_anchors(&self, by: &Provenance, said: &str) -> Vec<Anchor> {
        match self.project {
            Some(_) => fact_anchors(self.here, by, said),
            None => Vec::new(),
        }
    }

    /// The kinds that may leave and are there.
    fn allowed_kinds(&self, fact: &TeamFact) -> Vec<String> {
        let found = strict_redactor().find(&fact.to_string());
        let is_there = |kind: &&String| found.iter().any(|it| it.kind == kind.as_str());
        self.asked.allow.iter().filter(is_there).cloned().collect()
    }

    /// Gives a fact its id; returns true if the team has the fact under that id already.
    fn assign_id(&self, fact: &mut TeamFact, draft: &ProposalDraft) -> Result<bool, Error> {
        let hash = blake3::hash(fact.statement.as_bytes()).to_hex();
        // What was named before facts had names in Latin letters keeps its own.
        let plain = format!("fact-{}", &hash[..8]);
        let is_named_so = self.taken.contains(&plain) && self.has_fact(&plain, fact)?;
        let named = (!is_named_so).then(|| id_of(&fact.statement)).flatten();
        let mut id = named.unwrap_or(plain);
        let drafted = |id: &str| {
            draft.facts.iter().any(|it| FactPath::parse(&it.path).is_some_and(|path| path.id == id))
        };
        if drafted(&id) || self.taken.contains(&id) && !self.has_fact(&id, fact)? {
            id = format!("{id}-{}", &hash[..6]);
        }
        let is_there = self.taken.contains(&id) && self.has_fact(&id, fact)?;
        fact.id = id;
        Ok(is_there)
    }

    /// True if the team's fact of this id, project and kind has the same statement.
    fn has_fact(&self, id: &str, fact: &TeamFact) -> Result<bool, Error> {
        let path =
            FactPath { project: self.project.clone(), kind: fact.kind.clone(), id: id.to_owned() };
        let there = self.team.verified_text(&path.to_string())?;
        let there = there.and_then(|text| TeamFact::parse(&text).ok());
        Ok(there.is_some_and(|there| there.statement == fact.statement))
    }
}

/// The first words of what a fact says, as a name; none where they are not of the letters of names.
fn id_of(statement: &str) -> Option<String> {
    latin_name(statement).or_else(|| latin_name(&romanize(statement)))
}

fn latin_name(text: &str) -> Option<String> {
    let slug = slug(text);
    let words =
        slug.split('-').filter(|word| word.bytes().all(|byte| byte.is_ascii_alphanumeric()));
    let id = words.collect::<Vec<_>>().join("-");
    (id.len() >= 8 && is_name(&id)).then_some(id)
}
