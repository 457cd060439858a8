//! Overview of a team for a person: landed changes, members, the last sync, and facts that soon
//! expire. A front end shows these as they are.

use jiff::ToSpan;
use jiff::civil::Date;
use palimp_core::home::HomePaths;
use palimp_core::settings::Settings;
use serde::Serialize;

use super::about::{Sharer, shown_path};
use super::{Error, JoinedTeam, Landing, QuarantinedFact, Refused, ServedFact, TeamState, utc_day};

/// Number of days before its end from which a fact is shown in review.
const EXPIRY_NOTICE_DAYS: i64 = 14;
/// Maximum number of quarantined facts that are named one by one.
const MAX_NAMED_QUARANTINED: usize = 5;

/// Status of a team.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TeamStatus {
    /// The team.
    pub team: String,
    /// Address that the repository is fetched from.
    pub url: String,
    /// Result of the last sync.
    #[serde(flatten)]
    pub state: TeamState,
    /// Time since the address was last reached, in milliseconds; none if that is not too long ago.
    pub late: Option<i64>,
}

impl TeamStatus {
    /// Returns the team's problems, in words that say what to do; empty if there are none.
    pub fn error_messages(&self) -> Vec<String> {
        let TeamState { trouble, refused, held, verified, .. } = &self.state;
        let team = &self.team;
        let mut complaints = Vec::new();
        if verified.is_empty() {
            complaints.push(crate::messages::team_never_synced(team));
        }
        if let Some(Refused { commit, why }) = refused {
            let short = |oid: &str| oid.get(..12).unwrap_or(oid).to_owned();
            complaints.push(crate::messages::commit_quarantined(
                team,
                short(commit),
                why,
                short(verified),
            ));
        }
        for QuarantinedFact { path, why, .. } in held.iter().take(MAX_NAMED_QUARANTINED) {
            complaints.push(crate::messages::fact_quarantined(team, path, why));
        }
        if held.len() > MAX_NAMED_QUARANTINED {
            let more = held.len() - MAX_NAMED_QUARANTINED;
            complaints.push(crate::messages::more_facts_quarantined(team, more));
        }
        if let (Some(trouble), Some(_)) = (trouble, self.late) {
            complaints.push(crate::messages::team_unreachable(team, trouble));
        }
        complaints
    }
}

/// Returns the status of each team of a home, at `now` in milliseconds since the Unix epoch.
pub fn team_statuses(home: &HomePaths, settings: &Settings, now: i64) -> Vec<TeamStatus> {
    let patience = settings.team.sync_hours.max(1).saturating_mul(2 * 3_600_000);
    let standing = |team: JoinedTeam| {
        let state = team.state();
        let since = now.saturating_sub(state.reached_at);
        let late = state.trouble.is_some() && since.unsigned_abs() > patience;
        let url = team.join_record().map(|joined| joined.url).unwrap_or_default();
        TeamStatus { team: team.name, url, late: late.then_some(since), state }
    };
    JoinedTeam::list_all(home).into_iter().map(standing).collect()
}

/// A member of a team, by a key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TeamMember {
    /// The name.
    pub name: String,
    /// The key's fingerprint.
    pub fingerprint: String,
    /// True if the key is no longer trusted.
    pub revoked: bool,
    /// Roles of the member by path, the last that fits first.
    pub roles: Vec<(String, String)>,
}

/// A fact that soon holds no longer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Expiring {
    /// Path of the fact.
    pub path: String,
    /// The statement.
    pub statement: String,
    /// The day from which on it holds no longer.
    pub expires: Date,
}

impl JoinedTeam {
    /// Returns the landed changes, the newest first.
    pub fn landing_log(&self) -> Vec<Landing> {
        let mut landed = self.served_facts().unwrap_or_default().landed;
        landed.reverse();
        landed
    }

    /// Returns the members of the team by the verified state.
    pub fn members(&self) -> Result<Vec<TeamMember>, Error> {
        let policy = self.policy()?;
        let member = |(key, name): (palimp_team::SshPublicKey, &str)| TeamMember {
            name: name.to_owned(),
            fingerprint: key.fingerprint(),
            revoked: policy.member_of_key(key).is_err(),
            roles: policy
                .roles_of(name)
                .map(|(path, role)| (path.to_owned(), format!("{role:?}").to_lowercase()))
                .collect(),
        };
        let mut members: Vec<TeamMember> = policy.members().map(member).collect();
        members.sort_by(|a, b| (&a.name, &a.fingerprint).cmp(&(&b.name, &b.fingerprint)));
        Ok(members)
    }

    /// The facts that expire within two weeks of `now`, the next first.
    pub fn expiring_facts(&self, now: i64) -> Vec<Expiring> {
        let today = utc_day(now);
        let soon = today.checked_add(EXPIRY_NOTICE_DAYS.days()).unwrap_or(today);
        let served = self.served_facts().unwrap_or_default();
        let superseded = served.superseded_facts(today);
        let expiring = |fact: &ServedFact| {
            let expires = fact.expires.filter(|day| today < *day && *day <= soon)?;
            let (path, said) = fact.parse_fact().filter(|_| superseded.newer_id(fact).is_none())?;
            let path = shown_path(Sharer::Team(&self.name), &path);
            Some(Expiring { path, statement: said.statement, expires })
        };
        let mut expiring: Vec<Expiring> = served.facts.iter().filter_map(expiring).collect();
        expiring.sort_by(|a, b| (a.expires, &a.path).cmp(&(b.expires, &b.path)));
        expiring
    }
}
