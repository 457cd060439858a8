//! What is shown beside a team's fact: whose it is, who approved it, and how long it holds.

use jiff::civil::Date;
use palimp_note::anchor::Anchor;
use palimp_team::{Fact, FactPath};
use serde::{Deserialize, Serialize};

use super::Landing;

/// What stands beside a fact in the index.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct About {
    /// The team.
    pub team: String,
    /// Who approved it.
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

impl About {
    pub(super) fn of(
        team: &str,
        fact: &Fact,
        landing: Option<&Landing>,
        newer: Option<&str>,
    ) -> About {
        About {
            team: team.to_owned(),
            approved: landing.map_or_else(Vec::new, |landing| landing.approved.clone()),
            valid_from: fact.valid_from,
            expires: fact.expires,
            superseded_by: newer.map(str::to_owned),
            at: fact.anchors.iter().map(Anchor::to_string).collect(),
        }
    }

    /// Reads what stands beside a chunk; none of what is no team's.
    pub(crate) fn parse(text: &str) -> Option<About> {
        if text.is_empty() { None } else { serde_json::from_str(text).ok() }
    }

    pub(super) fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Whether it holds on `day`.
    pub fn holds_on(&self, day: Date) -> bool {
        self.superseded_by.is_none()
            && self.valid_from.is_none_or(|from| from <= day)
            && self.expires.is_none_or(|expires| day < expires)
    }

    /// The places in the code that it speaks of.
    pub(crate) fn anchors(&self) -> Vec<Anchor> {
        self.at.iter().filter_map(|comment| Anchor::parse(comment)).collect()
    }

    /// `team:acme`
    pub fn scope(&self) -> String {
        format!("team:{}", self.team)
    }

    /// `team acme, approved by cid and dan`
    pub fn vouched(&self) -> String {
        let by = match self.approved.split_last() {
            None => String::new(),
            Some((last, [])) => format!(", approved by {last}"),
            Some((last, rest)) => format!(", approved by {} and {last}", rest.join(", ")),
        };
        format!("team {}{by}", self.team)
    }

    /// The same, and why it does not hold on `day`, where that is so.
    pub fn words(&self, day: Date) -> String {
        let state = match (&self.superseded_by, self.expires, self.valid_from) {
            (Some(newer), ..) => format!(", superseded by {newer}"),
            (_, Some(expires), _) if expires <= day => format!(", expired on {expires}"),
            (_, _, Some(from)) if from > day => format!(", holds from {from} on"),
            _ => String::new(),
        };
        format!("{}{state}", self.vouched())
    }
}

/// Where a fact stands as it is shown. It is no note's path, so no note can be taken for it.
pub(super) fn shown_path(team: &str, path: &FactPath) -> String {
    let project = path.project.as_deref().unwrap_or("_");
    format!("team:{team}/{project}/{}/{}", path.kind, path.id)
}
