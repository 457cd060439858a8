//! What a person may see of a hub without asking it.

use palimp_core::home::HomePaths;
use palimp_core::settings::Settings;
use serde::Serialize;

use super::kept::Held;
use super::{Hub, State};

/// How many quarantined memories are named one by one.
const MOST_HELD: usize = 5;

/// How a hub stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Standing {
    /// The organisation.
    pub org: String,
    /// Where the hub is.
    pub url: String,
    /// As whom this home asks there.
    pub name: String,
    /// How the last pull went.
    #[serde(flatten)]
    pub state: State,
    /// For how long nothing good came from it, where that is longer than it should be, in milliseconds.
    pub late: Option<i64>,
}

impl Standing {
    /// What is wrong, in words that say what to do; empty where nothing is.
    pub fn complaints(&self) -> Vec<String> {
        let State { trouble, refused, dropped, held, reached_at, .. } = &self.state;
        let org = &self.org;
        let mut complaints = Vec::new();
        if *reached_at == 0 {
            complaints.push(format!("{org} was never pulled: `palimp hub pull`"));
        }
        complaints.extend(dropped.iter().map(|why| format!("{org}: {why}")));
        complaints.extend(refused.iter().map(|why| {
            format!(
                "{org}: {why}; what was pulled before keeps serving; ask who runs the hub, and if it was set up anew, `palimp hub logout` and log in again"
            )
        }));
        for Held { id, why, .. } in held.iter().take(MOST_HELD) {
            complaints.push(format!(
                "{org}: memory {id} is quarantined: {why}; tell a reviewer of {org}"
            ));
        }
        if held.len() > MOST_HELD {
            let more = held.len() - MOST_HELD;
            complaints.push(format!(
                "{org}: {more} more are quarantined: `palimp hub status --json` names them"
            ));
        }
        if let (Some(trouble), Some(_), None) = (trouble, self.late, refused) {
            complaints.push(format!("{org} was not pulled: {trouble}; try `palimp hub pull`"));
        }
        complaints
    }
}

/// How the hubs of a home stand, at `now` in milliseconds since the Unix epoch.
pub fn standings(home: &HomePaths, settings: &Settings, now: i64) -> Vec<Standing> {
    let patience = settings.hub.pull_hours.max(1).saturating_mul(2 * 3_600_000);
    let standing = |hub: Hub| {
        let state = hub.state();
        let since = now.saturating_sub(state.reached_at);
        let late = state.trouble.is_some() && since.unsigned_abs() > patience;
        let (url, name) = hub.login().map(|it| (it.url, it.name)).unwrap_or_default();
        Standing { org: hub.org, url, name, late: late.then_some(since), state }
    };
    Hub::all(home).into_iter().map(standing).collect()
}
