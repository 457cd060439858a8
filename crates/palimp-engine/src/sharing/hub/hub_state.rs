//! Files of a hub in the home, each written atomically.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use jiff::civil::Date;
use palimp_core::home::HomePaths;
use palimp_files::Depth;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::api::{CallerInfo, ChainHead};
use super::scopes::{PulledScope, project_of};
use super::{Error, HomeHub, file};
use crate::sharing::teams::ServedFacts;

/// Address of the hub, and the member as whom this home is logged in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Login {
    /// The address.
    pub url: String,
    /// The member's name.
    pub name: String,
}

/// State after the last pull.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct HubPullState {
    /// Time of the last pull, in milliseconds since the Unix epoch.
    pub checked_at: i64,
    /// Time of the last successful pull.
    pub reached_at: i64,
    /// The last link of the organisation's audit that was seen.
    pub head: ChainHead,
    /// Scopes open to the member, and how far each was pulled.
    pub scopes: Vec<PulledScope>,
    /// For how many days what was pulled is kept without the hub.
    pub max_offline_days: u32,
    /// Reason why the last pull failed.
    pub trouble: Option<String>,
    /// Reason why the hub's history is not trusted.
    pub refused: Option<String>,
    /// Reason why all pulled memories were deleted.
    pub dropped: Option<String>,
    /// Memories that were approved and are not told.
    pub held: Vec<QuarantinedMemory>,
    /// Number of served facts.
    pub facts: usize,
    /// The days on which one of them begins or ceases to hold.
    pub turns: Vec<Date>,
    /// Redaction rules with which the memories were checked.
    pub rules: String,
    /// Another one whenever something was written or removed.
    pub edition: i64,
    /// By project, the last day whose activity was told.
    pub activity: BTreeMap<String, Date>,
}

/// An approved memory that is quarantined.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuarantinedMemory {
    /// Its scope.
    pub scope: String,
    /// Its id.
    pub id: String,
    /// Reason for the quarantine, without the content.
    pub why: String,
}

impl HomeHub {
    /// Saves the login of this home. Memories pulled before stay; those of another address must be
    /// dropped first.
    ///
    /// # Errors
    ///
    /// When the answer names no organisation, or another hub of that name is known.
    pub fn save_login(home: &HomePaths, url: &str, me: &CallerInfo) -> Result<HomeHub, Error> {
        if !palimp_team::is_name(&me.org) {
            return Err(Error::Strange(crate::messages::organisation_malformed(format_args!(
                "{:?}",
                me.org
            ))));
        }
        let hub = HomeHub { home: home.clone(), org: me.org.clone() };
        if let Ok(known) = hub.login()
            && known.url != url
        {
            let org = &hub.org;
            return Err(Error::Refused(crate::messages::other_login(org, &known.url)));
        }
        hub.write_json_file("login.json", &Login { url: url.to_owned(), name: me.name.clone() })?;
        Ok(hub)
    }

    /// Returns the address, and the member as whom this home is logged in.
    ///
    /// # Errors
    ///
    /// When that is not known.
    pub fn login(&self) -> Result<Login, Error> {
        let none = || Error::Unknown { name: self.org.clone() };
        self.read_json_file("login.json").ok_or_else(none)
    }

    /// Returns the state after the last pull; the default if there was none.
    pub fn state(&self) -> HubPullState {
        self.read_json_file("state.json").unwrap_or_default()
    }

    /// Removes all files of the hub, the login last, so that an interrupted logout can be repeated.
    ///
    /// # Errors
    ///
    /// When a file cannot be removed.
    pub fn log_out(&self) -> Result<(), Error> {
        let _lock = self.wait_for_lock()?;
        self.drop_scopes(|_| false)?;
        let directory = self.home.hubs_dir().join(&self.org);
        remove_file(&directory.join("state.json"))?;
        remove_file(&directory.join("login.json"))?;
        fs::remove_dir_all(&directory).or_else(|why| ignore_missing(&directory, why))
    }

    /// Returns the served facts in the form of a team's. Skips malformed files: the next whole pull
    /// rewrites them.
    pub(crate) fn served_facts(&self) -> ServedFacts {
        self.served_of(&self.state().scopes)
    }

    pub(super) fn served_of(&self, scopes: &[PulledScope]) -> ServedFacts {
        let mut served = ServedFacts::default();
        for PulledScope { scope, .. } in scopes {
            let project = project_of(scope);
            for id in self.memory_ids(&scope.id) {
                let text = palimp_files::read_text(&self.memory_path(&scope.id, &id));
                let Some(text) = text.ok() else { continue };
                file::add_to_served(&mut served, project.clone(), text);
            }
        }
        served
    }

    /// Returns the ids of a scope's stored memories, sorted.
    pub(super) fn memory_ids(&self, scope: &str) -> Vec<String> {
        let Ok(entries) = fs::read_dir(self.scope_path(scope)) else { return Vec::new() };
        let names = entries.flatten().filter_map(|entry| entry.file_name().into_string().ok());
        let ids = names.filter_map(|name| Some(name.strip_suffix(".md")?.to_owned()));
        let mut ids: Vec<String> = ids.filter(|id| palimp_team::is_name(id)).collect();
        ids.sort();
        ids
    }

    pub(super) fn write_memory(&self, scope: &str, id: &str, text: &str) -> Result<(), Error> {
        let path = self.memory_path(scope, id);
        if palimp_files::read_text(&path).is_ok_and(|there| there == text) {
            return Ok(());
        }
        palimp_files::replace_unswept(&path, text.as_bytes())
            .map_err(|source| Error::File { path, source })
    }

    /// Removes partial files of killed processes from a scope, before memories are written.
    pub(super) fn sweep_scope(&self, scope: &str) {
        palimp_files::sweep_own(&self.scope_path(scope), Depth::Flat);
    }

    pub(super) fn remove_memory(&self, scope: &str, id: &str) -> Result<(), Error> {
        remove_file(&self.memory_path(scope, id))
    }

    /// Removes the memories of all scopes but those that stay.
    pub(super) fn drop_scopes(&self, stays: impl Fn(&str) -> bool) -> Result<usize, Error> {
        let directory = self.home.hubs_dir().join(&self.org);
        let Ok(entries) = fs::read_dir(&directory) else { return Ok(0) };
        let mut dropped = 0;
        for entry in entries.flatten() {
            let is_scope = entry.file_type().is_ok_and(|kind| kind.is_dir());
            if is_scope && !entry.file_name().to_str().is_some_and(&stays) {
                let path = entry.path();
                fs::remove_dir_all(&path).or_else(|why| ignore_missing(&path, why))?;
                dropped += 1;
            }
        }
        Ok(dropped)
    }

    fn scope_path(&self, scope: &str) -> PathBuf {
        self.home.hubs_dir().join(&self.org).join(scope)
    }

    fn memory_path(&self, scope: &str, id: &str) -> PathBuf {
        self.scope_path(scope).join(format!("{id}.md"))
    }

    /// Reads a JSON file; none if it is missing or damaged.
    fn read_json_file<T: DeserializeOwned>(&self, file: &str) -> Option<T> {
        let bytes = palimp_files::read(&self.home.hubs_dir().join(&self.org).join(file)).ok()?;
        serde_json::from_slice(&bytes).ok()
    }

    pub(super) fn write_json_file<T: Serialize>(&self, file: &str, value: &T) -> Result<(), Error> {
        let path = self.home.hubs_dir().join(&self.org).join(file);
        match serde_json::to_vec(value) {
            Ok(bytes) => replace_file(path, &bytes),
            Err(why) => Err(Error::File { path, source: io::Error::other(why) }),
        }
    }
}

fn replace_file(path: PathBuf, bytes: &[u8]) -> Result<(), Error> {
    palimp_files::replace_file(&path, bytes).map_err(|source| Error::File { path, source })
}

fn remove_file(path: &Path) -> Result<(), Error> {
    fs::remove_file(path).or_else(|why| ignore_missing(path, why))
}

/// Ignores the error if the file is already missing.
fn ignore_missing(path: &Path, why: io::Error) -> Result<(), Error> {
    match why.kind() {
        io::ErrorKind::NotFound => Ok(()),
        _ => Err(Error::File { path: path.to_owned(), source: why }),
    }
}
