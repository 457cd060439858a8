//! Status of a hub as known locally, without a request to it.

use palimp_core::home::HomePaths;
use palimp_core::settings::Settings;
use serde::Serialize;

use super::hub_state::QuarantinedMemory;
use super::{HomeHub, HubPullState};

/// Maximum number of quarantined memories that are listed one by one.
const MAX_LISTED_QUARANTINED: usize = 5;

/// Status of a hub.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct HubPullStatus {
    /// The organisation.
    pub org: String,
    /// Address of the hub.
    pub url: String,
    /// As whom this home asks there.
    pub name: String,
    /// State after the last pull.
    #[serde(flatten)]
    pub state: HubPullState,
    /// For how long nothing good came from it, where that is longer than it should be, in milliseconds.
    pub late: Option<i64>,
}

impl HubPullStatus {
    /// Messages about what is wrong and what to do; empty if nothing is.
    pub fn error_messages(&self) -> Vec<String> {
        let HubPullState { trouble, refused, dropped, held, reached_at, .. } = &self.state;
        let org = &self.org;
        let mut complaints = Vec::new();
        if *reached_at == 0 {
            complaints.push(crate::messages::hub_never_pulled(org));
        }
        complaints.extend(dropped.iter().map(|why| format!("{org}: {why}")));
        complaints.extend(refused.iter().map(|why| crate::messages::hub_history_refused(org, why)));
        for QuarantinedMemory { id, why, .. } in held.iter().take(MAX_LISTED_QUARANTINED) {
            complaints.push(crate::messages::memory_quarantined(org, id, why));
        }
        if held.len() > MAX_LISTED_QUARANTINED {
            let more = held.len() - MAX_LISTED_QUARANTINED;
            complaints.push(crate::messages::more_memories_quarantined(org, more));
        }
        if let (Some(trouble), Some(_), None) = (trouble, self.late, refused) {
            complaints.push(crate::messages::pull_failed(org, trouble));
        }
        complaints
    }
}

/// Returns the status of a home's hubs at `now`, in milliseconds since the Unix epoch.
pub fn hub_statuses(home: &HomePaths, settings: &Settings, now: i64) -> Vec<HubPullStatus> {
    let patience = settings.hub.pull_hours.max(1).saturating_mul(2 * 3_600_000);
    let standing = |hub: HomeHub| {
        let state = hub.state();
        let since = now.saturating_sub(state.reached_at);
        let late = state.trouble.is_some() && since.unsigned_abs() > patience;
        let (url, name) = hub.login().map(|it| (it.url, it.name)).unwrap_or_default();
        HubPullStatus { org: hub.org, url, name, late: late.then_some(since), state }
    };
    HomeHub::list_all(home).into_iter().map(standing).collect()
}
