//! Approved facts of a team, as a person reads them: each with who approved it and how long it
//! holds.

use jiff::civil::Date;

use super::about::{Sharer, shown_path};
use super::{JoinedTeam, Landing, ServedFact, utc_day};

/// A fact that a team approved.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ApprovedFact {
    /// Path of the fact: `team:acme/app/decision/retry`.
    pub path: String,
    /// The project of `team.toml` that it is told in; none of one that is told everywhere.
    pub project: Option<String>,
    /// The statement.
    pub statement: String,
    /// Reason for the statement; may be empty.
    pub why: String,
    /// The change that brought it, with who proposed and approved it.
    pub landing: Option<Landing>,
    /// The first day on which it holds.
    pub valid_from: Option<Date>,
    /// The day from which on it holds no longer.
    pub expires: Option<Date>,
    /// The fact that took its place.
    pub superseded_by: Option<String>,
    /// True if the fact holds today.
    pub holds: bool,
}

impl JoinedTeam {
    /// Returns the served facts, by project and path; those that hold in every project first. `now`
    /// is in milliseconds since the Unix epoch.
    pub fn approved_facts(&self, now: i64) -> Vec<ApprovedFact> {
        let today = utc_day(now);
        let served = self.served_facts().unwrap_or_default();
        let superseded = served.superseded_facts(today);
        let agreed = |it: &ServedFact| {
            let (path, fact) = it.parse_fact()?;
            let superseded_by = superseded.newer_id(it).map(str::to_owned);
            Some(ApprovedFact {
                path: shown_path(Sharer::Team(&self.name), &path),
                project: path.project,
                statement: fact.statement,
                why: fact.why,
                landing: served.landed.get(it.landing).cloned(),
                valid_from: it.valid_from,
                expires: it.expires,
                holds: superseded_by.is_none() && it.holds_on(today),
                superseded_by,
            })
        };
        let mut agreed: Vec<ApprovedFact> = served.facts.iter().filter_map(agreed).collect();
        agreed.sort_by(|a, b| (&a.project, &a.path).cmp(&(&b.project, &b.path)));
        agreed
    }
}
