//! From a note, or from what a git team approved, to proposals: what would leave this home is put together
//! first, to be shown.

use std::path::Path;

use jiff::civil::Date;
use palimp_note::anchor::Anchor;
use palimp_team::{FactPath, TeamFact};
use serde::Serialize;

use super::api::{FactOrigin, Propose, ScopeInfo, ScopeKind};
use super::scopes::{name_of, project_of};
use super::{Error, HomeHub, call};
use crate::sharing::teams::{
    self, FactReport, JoinedTeam, OpenVault, ProjectsHere, SecretFinding, ServedFact, ServedFacts,
    check_kinds, fact_anchors, kind_of, note_facts, scope_of, secret_findings, shareable_origin,
    strict_redactor, utc_day,
};

/// Facts to propose, and their options.
#[derive(Clone, Copy, Debug, Default)]
pub struct HubDraftRequest<'a> {
    /// Notes of the vault, each with `#line` where a single fact of it is meant.
    pub notes: &'a [String],
    /// The scope; else the project that the working tree is, or the whole organisation.
    pub scope: Option<&'a str>,
    /// Kind of the facts; otherwise the notes determine it.
    pub kind: Option<&'a str>,
    /// The day from which on they hold no longer.
    pub expires: Option<Date>,
    /// The memories whose place they take, by their ids or how those begin.
    pub supersedes: &'a [String],
    /// Reason for the facts.
    pub why: Option<&'a str>,
    /// Kinds of secrets and personal data that may leave.
    pub allow: &'a [String],
}

/// Content that would leave this home.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct HubDraft {
    /// The facts.
    pub facts: Vec<HubDraftFact>,
    /// Findings that must be fixed first: nothing leaves while there are any.
    pub findings: Vec<SecretFinding>,
}

/// A fact that would leave.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct HubDraftFact {
    /// Origin of the fact: `shared/decisions.md:12`.
    pub from: String,
    /// All that would be sent.
    pub fact: Propose,
    /// Duplicates and contradictions of the fact, as far as this home knows.
    #[serde(flatten)]
    pub report: FactReport,
    /// True if the organisation already has exactly this fact, so that it is not sent again.
    pub is_there: bool,
}

/// Under which key a fact is proposed on a day: sent twice, it is proposed once.
pub fn key_of(fact: &Propose, today: Date) -> String {
    call::idempotency_key("propose", &(fact, today.to_string()))
}

impl From<teams::Error> for Error {
    fn from(error: teams::Error) -> Error {
        Error::Refused(error.to_string())
    }
}

impl HomeHub {
    /// Drafts proposals from notes; `here` is the working directory.
    ///
    /// # Errors
    ///
    /// When a note or a line is not there, or a scope, kind or memory is none.
    pub fn draft_notes(
        &self,
        open_vault: OpenVault,
        asked: &HubDraftRequest,
        (here, now): (&Path, i64),
    ) -> Result<HubDraft, Error> {
        check_kinds(asked.kind, asked.allow)?;
        let served = self.served_facts();
        let scope =
            self.resolve_scope(asked.scope, &ProjectsHere::for_directory(&self.home, here))?;
        let drafting = HubDrafter { hub: self, served: &served, today: utc_day(now) };
        let supersedes = drafting.resolve_ids(asked.supersedes)?;
        let mut draft = HubDraft::default();
        for (note, piece) in note_facts(open_vault, asked.notes)? {
            let by = piece.by.clone().unwrap_or_default();
            let palimp_team::TeamFactOrigin { client, date, commit } = shareable_origin(&by);
            let places = match scope.kind {
                ScopeKind::Project => fact_anchors(here, &by, &piece.text),
                _ => Vec::new(),
            };
            let fact = Propose {
                scope: name_of(&scope),
                kind: asked.kind.map_or_else(|| kind_of(note.as_str()), str::to_owned),
                statement: piece.text.clone(),
                why: asked.why.unwrap_or_default().to_owned(),
                anchors: places.iter().map(plain_anchor).collect(),
                supersedes: supersedes.clone(),
                expires: asked.expires.map(|day| day.to_string()),
                origin: FactOrigin {
                    client,
                    date: date.map(|day| day.to_string()),
                    commit,
                    team: None,
                },
                allow: asked.allow.to_vec(),
                ..Propose::default()
            };
            drafting.add_fact(&mut draft, &scope, (note.as_str(), piece.line), fact);
        }
        Ok(draft)
    }

    /// Puts together what would leave of what a git team approved: a project's facts for the project that is
    /// declared alike, all others for `scope`, or for the whole organisation.
    ///
    /// # Errors
    ///
    /// When a scope is none.
    pub fn draft_of_team(
        &self,
        team: &JoinedTeam,
        scope: Option<&str>,
        (here, now): (&Path, i64),
    ) -> Result<HubDraft, Error> {
        let (of_hub, of_team) = (self.served_facts(), team.served_facts().unwrap_or_default());
        let drafting = HubDrafter { hub: self, served: &of_hub, today: utc_day(now) };
        let superseded = of_team.superseded_facts(drafting.today);
        let here = ProjectsHere::for_directory(&self.home, here);
        let mut draft = HubDraft::default();
        let stands =
            |it: &&ServedFact| superseded.newer_id(it).is_none() && it.holds_on(drafting.today);
        for it in of_team.facts.iter().filter(stands) {
            let Some((path, said)) = it.parse_fact() else { continue };
            let of_project = path.project.as_deref().and_then(|id| self.project_like(team, id));
            let scope = match (scope, &path.project, of_project) {
                (None, Some(_), Some(found)) => found,
                (None, Some(id), None) => {
                    return Err(Error::Refused(crate::messages::project_without_scope(
                        &self.org,
                        id,
                        team.name(),
                    )));
                }
                (named, ..) => self.resolve_scope(named.or(Some("org")), &here)?,
            };
            drafting.add_fact(
                &mut draft,
                &scope,
                (&it.path, 1),
                of_team_fact(team, &scope, &path, said),
            );
        }
        Ok(draft)
    }

    /// The organisation's project that a team's is: of the same remotes or first commits, else of its name.
    fn project_like(&self, team: &JoinedTeam, id: &str) -> Option<ScopeInfo> {
        let policy = team.policy().ok()?;
        let (_, project) = policy.projects.iter().find(|(name, _)| *name == id)?;
        let roots: Vec<String> = project.roots.iter().map(ToString::to_string).collect();
        let mut declared = self.declared_projects().into_iter().map(|(_, scope)| scope);
        declared.find(|scope| {
            let plain = scope.remotes.iter().filter_map(|url| palimp_team::plain_remote(url));
            plain.into_iter().any(|remote| project.remotes.contains(&remote))
                || scope.roots.iter().any(|root| roots.contains(root))
        })
    }
}

fn of_team_fact(team: &JoinedTeam, scope: &ScopeInfo, path: &FactPath, said: TeamFact) -> Propose {
    let palimp_team::TeamFactOrigin { client, date, commit } = said.origin;
    let places = if scope.kind == ScopeKind::Project { said.anchors } else { Vec::new() };
    Propose {
        scope: name_of(scope),
        kind: said.kind,
        statement: said.statement,
        why: said.why,
        anchors: places.iter().map(plain_anchor).collect(),
        valid_from: said.valid_from.map(|day| day.to_string()),
        expires: said.expires.map(|day| day.to_string()),
        origin: FactOrigin {
            client,
            date: date.map(|day| day.to_string()),
            commit,
            team: Some(format!("{}/{}/{}", team.name(), path.kind, path.id)),
        },
        allow: said.allow,
        ..Propose::default()
    }
}

/// Formats an anchor without its comment, as the API expects.
fn plain_anchor(anchor: &Anchor) -> String {
    let comment = anchor.to_string();
    let inner = comment.trim_start_matches("<!-- palimp:at ").trim_end_matches("-->");
    inner.trim().to_owned()
}

struct HubDrafter<'a> {
    hub: &'a HomeHub,
    served: &'a ServedFacts,
    today: Date,
}

impl HubDrafter<'_> {
    /// Resolves the beginnings of ids of memories.
    fn resolve_ids(&self, named: &[String]) -> Result<Vec<String>, Error> {
        let ids = self.served.facts.iter().filter_map(|it| FactPath::parse(&it.path));
        let ids: Vec<String> = ids.map(|path| path.id).collect();
        let whole = |old: &String| {
            let mut fitting = ids.iter().filter(|id| id.starts_with(old.as_str()));
            match (fitting.next(), fitting.next()) {
                (Some(id), None) => Ok(id.clone()),
                (Some(_), _) => Err(Error::Refused(crate::messages::memory_ambiguous(old))),
                (None, _) => {
                    Err(Error::Refused(crate::messages::memory_not_found(&self.hub.org, old)))
                }
            }
        };
        named.iter().map(whole).collect()
    }

    fn add_fact(
        &self,
        draft: &mut HubDraft,
        scope: &ScopeInfo,
        (file, line): (&str, usize),
        fact: Propose,
    ) {
        let project = project_of(scope);
        let path =
            FactPath { project: project.clone(), kind: fact.kind.clone(), id: String::new() };
        let said = TeamFact {
            statement: fact.statement.clone(),
            supersedes: fact.supersedes.clone(),
            ..TeamFact::default()
        };
        let mut found = secret_findings(&fact.statement, (file, line), &fact.allow);
        // What stands beside the statement is looked at as well, as the hub does.
        for text in [&fact.why].into_iter().chain(&fact.anchors) {
            for odd in secret_findings(text, (file, line), &fact.allow) {
                if !found.iter().any(|it| it.kind == odd.kind) {
                    found.push(SecretFinding { line, ..odd });
                }
            }
        }
        draft.findings.extend(found);
        let fact = Propose { allow: used_allowances(&fact), ..fact };
        let report =
            FactReport::compare_fact((self.hub.sharer(), self.served), (&path, &said), self.today);
        let here = scope_of(self.hub.sharer(), project.as_deref());
        let is_there = report.duplicates.iter().any(|known| {
            known.statement == fact.statement
                && known.path.starts_with(&here)
                && (project.is_some() || known.path.contains("/_/"))
        });
        draft.facts.push(HubDraftFact { from: format!("{file}:{line}"), fact, report, is_there });
    }
}

/// Returns the allowed kinds that occur in the fact.
fn used_allowances(fact: &Propose) -> Vec<String> {
    let text = [&fact.statement, &fact.why].map(String::as_str).join("\n");
    let found = strict_redactor().find(&text);
    let is_there = |kind: &&String| found.iter().any(|it| it.kind == kind.as_str());
    fact.allow.iter().filter(is_there).cloned().collect()
}
