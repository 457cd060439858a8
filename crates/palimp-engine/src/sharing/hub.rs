//! Organisations' hubs: what a home keeps of each, and what it says to it.
//!
//! A hub is a directory of the home, by its organisation's name:
//!
//! | file | holds |
//! |---|---|
//! | `login.json` | the address, and as whom; the token is kept with the other keys |
//! | `state.json` | how the last pull went, how far it came in each scope, what is quarantined |
//! | `SCOPE/MEMORY.md` | a memory that was approved, as a team's fact is written |
//!
//! Recall reads these files through the index alone, and they are taken in as a team's facts are. A pull writes
//! `state.json` last: whoever was killed before it pulls the same again. Everything that writes holds the hub's
//! lock.

mod activity;
mod call;
mod current_scope;
mod draft;
mod file;
mod hub_state;
mod hub_view;
mod pull;
mod scopes;

use palimp_core::home::HomePaths;

use crate::home::lock::WorkLock;
use crate::sharing::teams::Sharer;

pub use activity::{SharedActivity, preview_activity};
pub use call::{HubApiAnswer, HubApiClient, HubApiRequest, HubTransport, Unreached};
pub use draft::{HubDraft, HubDraftFact, HubDraftRequest, key_of};
pub use hub_state::{HubPullState, Login, QuarantinedMemory};
pub use hub_view::{HubPullStatus, hub_statuses};
pub use palimp_hub_api as api;
pub use pull::{Pulled, is_due, mark_pulled, pull};
pub use scopes::{PulledScope, name_of};

/// Errors of hub operations, in words that say what to do.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A file of the hub in the home.
    #[error("{}", crate::messages::file_failed(.path.display(), palimp_core::message::io_reason(.source)))]
    File {
        /// The file.
        path: std::path::PathBuf,
        /// The error.
        source: std::io::Error,
    },
    /// Nobody logged in there.
    #[error("{}", crate::messages::hub_not_logged_in(.name))]
    Unknown {
        /// The requested name.
        name: String,
    },
    /// The hub did not answer.
    #[error("{}", crate::messages::hub_unreachable(.0))]
    Unreached(String),
    /// The hub said no.
    #[error("{}", crate::messages::hub_refused(describe_problem(.problem), retry_hint(*.after)))]
    Said {
        /// The answer of the hub.
        problem: Box<api::Problem>,
        /// After how many seconds it may be asked again.
        after: Option<u64>,
    },
    /// The hub's answer is none that a hub gives.
    #[error("{}", crate::messages::hub_answer_malformed(.0))]
    Strange(String),
    /// The answer contradicts an earlier pull.
    #[error("{0}")]
    Rewritten(String),
    /// The request cannot be fulfilled.
    #[error("{0}")]
    Refused(String),
    /// The local activity cannot be read.
    #[error(transparent)]
    Store(#[from] palimp_store::StoreError),
}

fn describe_problem(problem: &api::Problem) -> String {
    match problem.detail.is_empty() {
        true => format!("{} ({})", problem.title, problem.status),
        false => format!("{} ({}): {}", problem.title, problem.status, problem.detail),
    }
}

fn retry_hint(after: Option<u64>) -> String {
    after.map_or(String::new(), crate::messages::retry_in)
}

/// A hub to which this home is logged in.
#[derive(Clone, Debug)]
pub struct HomeHub {
    home: HomePaths,
    org: String,
}

impl HomeHub {
    /// Finds the hub of an organisation.
    ///
    /// # Errors
    ///
    /// When this home is not logged in there.
    pub fn find_by_org(home: &HomePaths, org: &str) -> Result<HomeHub, Error> {
        let found = HomeHub::list_all(home).into_iter().find(|hub| hub.org == org);
        found.ok_or_else(|| Error::Unknown { name: org.to_owned() })
    }

    /// Finds the hub of a name, or the only one.
    ///
    /// # Errors
    ///
    /// When there is none, or several and none is named.
    pub fn find_or_only(home: &HomePaths, org: Option<&str>) -> Result<HomeHub, Error> {
        if let Some(org) = org {
            return HomeHub::find_by_org(home, org);
        }
        let mut all = HomeHub::list_all(home);
        match all.len() {
            1 => Ok(all.remove(0)),
            0 => Err(Error::Refused(crate::messages::no_hub_logged_in())),
            _ => {
                let names: Vec<&str> = all.iter().map(HomeHub::org).collect();
                Err(Error::Refused(crate::messages::hub_ambiguous(names.join(" or "))))
            }
        }
    }

    /// Lists the hubs of a home by their organisations' names.
    pub fn list_all(home: &HomePaths) -> Vec<HomeHub> {
        let Ok(entries) = std::fs::read_dir(home.hubs_dir()) else { return Vec::new() };
        let names = entries.flatten().filter_map(|entry| entry.file_name().into_string().ok());
        let mut names: Vec<String> = names.filter(|name| palimp_team::is_name(name)).collect();
        names.sort();
        let hubs = names.into_iter().map(|org| HomeHub { home: home.clone(), org });
        hubs.filter(|hub| hub.login().is_ok()).collect()
    }

    /// The organisation.
    pub fn org(&self) -> &str {
        &self.org
    }

    pub(crate) fn sharer(&self) -> Sharer<'_> {
        Sharer::Org(&self.org)
    }

    /// Waits for the lock for pulling and for writing the hub's files.
    fn wait_for_lock(&self) -> Result<WorkLock, Error> {
        let lock = WorkLock::acquire(&self.home, &format!("hub-{}", self.org));
        lock.map_err(|source| Error::File { path: self.home.locks_dir(), source })
    }
}

/// Under which name the token for an organisation's hub is kept with the other keys. Two organisations never
/// have the same one.
pub fn key_name(org: &str) -> String {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    if org.chars().all(plain) {
        return format!("hub-{org}");
    }
    let letters = org.to_ascii_lowercase();
    let letters: String = letters.chars().map(|c| if plain(c) { c } else { '-' }).collect();
    format!("hub-{letters}-{}", &blake3::hash(org.as_bytes()).to_hex()[..8])
}
