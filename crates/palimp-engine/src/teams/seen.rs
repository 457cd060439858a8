//! What a person may see of a team: what landed, who belongs to it, how its last sync went, and what
//! soon holds no longer. A front end shows these as they are.

use jiff::ToSpan;
use jiff::civil::Date;
use palimp_core::home::HomePaths;
use palimp_core::settings::Settings;
use serde::Serialize;

use super::about::{Sharer, shown_path};
use super::{Error, Held, Landing, Refused, ServedFact, State, Team, day};

/// How long before its end a fact is shown in review, in days.
const SOON: i64 = 14;
/// How many quarantined facts are named one by one.
const MOST_HELD: usize = 5;

/// How a team stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Standing {
    /// The team.
    pub team: String,
    /// Where its repository is fetched from.
    pub url: String,
    /// How the last sync went.
    #[serde(flatten)]
    pub state: State,
    /// Whether the address was not reached for longer than it should be, in milliseconds.
    pub late: Option<i64>,
}

impl Standing {
    /// What is wrong, in words that say what to do; empty where nothing is.
    pub fn complaints(&self) -> Vec<String> {
        let State { trouble, refused, held, verified, .. } = &self.state;
        let team = &self.team;
        let mut complaints = Vec::new();
        if verified.is_empty() {
            complaints.push(format!("{team} was never synced: `palimp team sync`"));
        }
        if let Some(Refused { commit, why }) = refused {
            let short = |oid: &str| oid.get(..12).unwrap_or(oid).to_owned();
            complaints.push(format!(
                "{team}: commit {} is quarantined, and all behind it: {why}; what was verified up to {} keeps serving; ask an owner of the team",
                short(commit), short(verified)
            ));
        }
        for Held { path, why, .. } in held.iter().take(MOST_HELD) {
            complaints.push(format!(
                "{team}: {path} is quarantined: {why}; propose it again without that"
            ));
        }
        if held.len() > MOST_HELD {
            let more = held.len() - MOST_HELD;
            complaints.push(format!(
                "{team}: {more} more are quarantined: `palimp team sync --json` names them"
            ));
        }
        if let (Some(trouble), Some(_)) = (trouble, self.late) {
            complaints.push(format!("{team} was not reached: {trouble}; try `palimp team sync`"));
        }
        complaints
    }
}

/// How the teams of a home stand, at `now` in milliseconds since the Unix epoch.
pub fn standings(home: &HomePaths, settings: &Settings, now: i64) -> Vec<Standing> {
    let patience = settings.team.sync_hours.max(1).saturating_mul(2 * 3_600_000);
    let standing = |team: Team| {
        let state = team.state();
        let since = now.saturating_sub(state.reached_at);
        let late = state.trouble.is_some() && since.unsigned_abs() > patience;
        let url = team.joined().map(|joined| joined.url).unwrap_or_default();
        Standing { team: team.name, url, late: late.then_some(since), state }
    };
    Team::all(home).into_iter().map(standing).collect()
}

/// A member of a team, by a key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Member {
    /// The name.
    pub name: String,
    /// The key's fingerprint.
    pub fingerprint: String,
    /// Whether the key is no longer trusted.
    pub revoked: bool,
    /// What the member may do, by path, the last that fits first.
    pub roles: Vec<(String, String)>,
}

/// A fact that soon holds no longer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Expiring {
    /// Where it stands.
    pub path: String,
    /// What it says.
    pub statement: String,
    /// The day from which on it holds no longer.
    pub expires: Date,
}

impl Team {
    /// What landed, the newest first.
    pub fn log(&self) -> Vec<Landing> {
        let mut landed = self.served().unwrap_or_default().landed;
        landed.reverse();
        landed
    }

    /// Who belongs to the team by the verified state.
    pub fn members(&self) -> Result<Vec<Member>, Error> {
        let policy = self.policy()?;
        let member = |(key, name): (palimp_team::Key, &str)| Member {
            name: name.to_owned(),
            fingerprint: key.fingerprint(),
            revoked: policy.member(key).is_err(),
            roles: policy
                .roles_of(name)
                .map(|(path, role)| (path.to_owned(), format!("{role:?}").to_lowercase()))
                .collect(),
        };
        let mut members: Vec<Member> = policy.members().map(member).collect();
        members.sort_by(|a, b| (&a.name, &a.fingerprint).cmp(&(&b.name, &b.fingerprint)));
        Ok(members)
    }

    /// The facts that expire within two weeks of `now`, the next first.
    pub fn expiring(&self, now: i64) -> Vec<Expiring> {
        let today = day(now);
        let soon = today.checked_add(SOON.days()).unwrap_or(today);
        let served = self.served().unwrap_or_default();
        let superseded = served.superseded(today);
        let expiring = |fact: &ServedFact| {
            let expires = fact.expires.filter(|day| today < *day && *day <= soon)?;
            let (path, said) = fact.fact().filter(|_| superseded.by(fact).is_none())?;
            let path = shown_path(Sharer::Team(&self.name), &path);
            Some(Expiring { path, statement: said.statement, expires })
        };
        let mut expiring: Vec<Expiring> = served.facts.iter().filter_map(expiring).collect();
        expiring.sort_by(|a, b| (a.expires, &a.path).cmp(&(b.expires, &b.path)));
        expiring
    }
}
