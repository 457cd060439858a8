//! Metadata of a shared fact: its team or organisation, who approved it, and how long it holds.

use crate::messages;
use palimp_core::lang::{Lang, with_lang};
use std::fmt;

use jiff::civil::Date;
use palimp_note::anchor::Anchor;
use palimp_team::{FactPath, TeamFact};
use serde::{Deserialize, Serialize};

use super::Landing;

/// Team or organisation that shares a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sharer<'a> {
    /// A team's, from its repository.
    Team(&'a str),
    /// An organisation's, from its hub.
    Org(&'a str),
}

/// Prefix of the names of teams' facts and projects, where an organisation's may stand, too.
pub(crate) const TEAM_PREFIX: &str = "team:";
const ORG_PREFIX: &str = "org:";

impl<'a> Sharer<'a> {
    /// Splits the name of a fact or project into its sharer and the rest; none if nobody shares it.
    pub(crate) fn split_name(name: &'a str) -> Option<(Sharer<'a>, &'a str)> {
        let split = |prefix| name.strip_prefix(prefix)?.split_once('/');
        let team = split(TEAM_PREFIX).map(|(team, rest)| (Sharer::Team(team), rest));
        team.or_else(|| split(ORG_PREFIX).map(|(org, rest)| (Sharer::Org(org), rest)))
    }
}

impl fmt::Display for Sharer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Sharer::Team(name) => write!(f, "{TEAM_PREFIX}{name}"),
            Sharer::Org(name) => write!(f, "{ORG_PREFIX}{name}"),
        }
    }
}

/// True if a project or fact of this name is shared by others.
pub(crate) fn is_shared(name: &str) -> bool {
    name.starts_with(TEAM_PREFIX) || name.starts_with(ORG_PREFIX)
}

/// The project that a fact is bound to, as the index has it; none of one that is told everywhere.
pub(crate) fn scope_of(whose: Sharer, project: Option<&str>) -> String {
    project.map_or(String::new(), |project| format!("{whose}/{project}"))
}

/// Metadata of a shared fact in the index.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct SharedFactInfo {
    /// The team; empty of an organisation's.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub team: String,
    /// The organisation; empty of a team's.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub org: String,
    /// Members who approved the fact.
    pub approved: Vec<String>,
    /// The first day on which it holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub valid_from: Option<Date>,
    /// The day from which on it holds no longer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expires: Option<Date>,
    /// The fact that took its place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub superseded_by: Option<String>,
    /// The places in the code that it speaks of, as comments.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub at: Vec<String>,
}

impl SharedFactInfo {
    pub(super) fn from_fact(
        whose: Sharer,
        fact: &TeamFact,
        landing: Option<&Landing>,
        newer: Option<&str>,
    ) -> SharedFactInfo {
        let (team, org) = match whose {
            Sharer::Team(name) => (name, ""),
            Sharer::Org(name) => ("", name),
        };
        SharedFactInfo {
            team: team.to_owned(),
            org: org.to_owned(),
            approved: landing.map_or_else(Vec::new, |landing| landing.approved.clone()),
            valid_from: fact.valid_from,
            expires: fact.expires,
            superseded_by: newer.map(str::to_owned),
            at: fact.anchors.iter().map(Anchor::to_string).collect(),
        }
    }

    /// Reads the metadata of a chunk; none if it belongs to no team.
    pub(crate) fn parse(text: &str) -> Option<SharedFactInfo> {
        if text.is_empty() { None } else { serde_json::from_str(text).ok() }
    }

    pub(super) fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// True if the fact holds on `day`.
    pub fn holds_on(&self, day: Date) -> bool {
        self.superseded_by.is_none()
            && self.valid_from.is_none_or(|from| from <= day)
            && self.expires.is_none_or(|expires| day < expires)
    }

    /// The places in the code that it speaks of.
    pub(crate) fn anchors(&self) -> Vec<Anchor> {
        self.at.iter().filter_map(|comment| Anchor::parse(comment)).collect()
    }

    /// `team:acme`, `org:acme`
    pub fn scope(&self) -> String {
        match self.org.is_empty() {
            true => Sharer::Team(&self.team).to_string(),
            false => Sharer::Org(&self.org).to_string(),
        }
    }

    /// `team acme, approved by cid and dan`, as agents read it.
    pub fn approval_text(&self) -> String {
        with_lang(Lang::En, || self.approval_in_words())
    }

    /// Returns the approval text in the language of the thread.
    pub fn approval_in_words(&self) -> String {
        let approvers = match self.approved.split_last() {
            None => String::new(),
            Some((last, [])) => messages::approved_by(last),
            Some((last, rest)) => messages::approved_by_several(rest.join(", "), last),
        };
        match self.org.is_empty() {
            true => messages::fact_of_team(&self.team) + &approvers,
            false => messages::fact_of_org(&self.org) + &approvers,
        }
    }

    /// Returns the approval text, and the reason why the fact does not hold on `day`, if so; as
    /// agents read it.
    pub fn status_text(&self, day: Date) -> String {
        with_lang(Lang::En, || self.status_in_words(day))
    }

    /// Returns the status text in the language of the thread.
    pub fn status_in_words(&self, day: Date) -> String {
        let state = match (&self.superseded_by, self.expires, self.valid_from) {
            (Some(newer), ..) => messages::fact_superseded_by(newer),
            (_, Some(expires), _) if expires <= day => messages::fact_expired_on(expires),
            (_, _, Some(from)) if from > day => messages::fact_holds_from(from),
            _ => String::new(),
        };
        self.approval_in_words() + &state
    }
}

/// Returns the path under which a fact is shown. It is no note's path, so no note can be taken for
/// it.
pub(super) fn shown_path(whose: Sharer, path: &FactPath) -> String {
    let project = path.project.as_deref().unwrap_or("_");
    format!("{whose}/{project}/{}/{}", path.kind, path.id)
}
