//! What a home keeps of a hub, in files that are written whole or not at all.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use jiff::civil::Date;
use palimp_core::home::HomePaths;
use palimp_files::Depth;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::api::{Head, Me};
use super::scopes::{Kept, project_of};
use super::{Error, Hub, file};
use crate::teams::Served;

/// Where the hub is, and as whom this home asks there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Login {
    /// The address.
    pub url: String,
    /// The member's name.
    pub name: String,
}

/// How the last pull went.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct State {
    /// When the last pull ended, in milliseconds since the Unix epoch.
    pub checked_at: i64,
    /// When one went well last.
    pub reached_at: i64,
    /// The last link of the organisation's audit that was seen.
    pub head: Head,
    /// What is open to the member, and how far each was pulled.
    pub scopes: Vec<Kept>,
    /// For how many days what was pulled is kept without the hub.
    pub max_offline_days: u32,
    /// Why the last pull brought nothing.
    pub trouble: Option<String>,
    /// Why the hub's history is not believed.
    pub refused: Option<String>,
    /// Why everything that was pulled is gone.
    pub dropped: Option<String>,
    /// Memories that were approved and are not told.
    pub held: Vec<Held>,
    /// How many are told.
    pub facts: usize,
    /// The days on which one of them begins or ceases to hold.
    pub turns: Vec<Date>,
    /// What they were looked at with.
    pub rules: String,
    /// Another one whenever something was written or removed.
    pub edition: i64,
    /// By project, the last day whose activity was told.
    pub activity: BTreeMap<String, Date>,
}

/// An approved memory that is quarantined.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Held {
    /// Its scope.
    pub scope: String,
    /// Its id.
    pub id: String,
    /// Why; never what it says.
    pub why: String,
}

impl Hub {
    /// Notes that this home is logged in. What was pulled before stays; where it was pulled from another
    /// address, it has to be dropped first.
    ///
    /// # Errors
    ///
    /// When the answer names no organisation, or another hub of that name is known.
    pub fn enrol(home: &HomePaths, url: &str, me: &Me) -> Result<Hub, Error> {
        if !palimp_team::is_name(&me.org) {
            return Err(Error::Strange(format!("{:?} is no organisation's name", me.org)));
        }
        let hub = Hub { home: home.clone(), org: me.org.clone() };
        if let Ok(known) = hub.login()
            && known.url != url
        {
            let org = &hub.org;
            return Err(Error::Refused(format!(
                "this home is logged in to {org} at {}: `palimp hub logout --hub {org}` first",
                known.url
            )));
        }
        hub.write("login.json", &Login { url: url.to_owned(), name: me.name.clone() })?;
        Ok(hub)
    }

    /// Where it is, and as whom this home asks there.
    ///
    /// # Errors
    ///
    /// When that is not known.
    pub fn login(&self) -> Result<Login, Error> {
        let none = || Error::Unknown { name: self.org.clone() };
        self.read("login.json").ok_or_else(none)
    }

    /// How the last pull went; of nothing where there was none.
    pub fn state(&self) -> State {
        self.read("state.json").unwrap_or_default()
    }

    /// Removes all that is kept of it, the login last: whoever is killed before that logs out again.
    ///
    /// # Errors
    ///
    /// When a file cannot be removed.
    pub fn leave(&self) -> Result<(), Error> {
        let _lock = self.lock()?;
        self.drop_scopes(|_| false)?;
        let directory = self.home.hubs_dir().join(&self.org);
        remove(&directory.join("state.json"))?;
        remove(&directory.join("login.json"))?;
        fs::remove_dir_all(&directory).or_else(|why| gone(&directory, why))
    }

    /// What is told, as what a team serves. A file that is none is passed over: the next whole pull makes it anew.
    pub(crate) fn served(&self) -> Served {
        self.served_of(&self.state().scopes)
    }

    pub(super) fn served_of(&self, scopes: &[Kept]) -> Served {
        let mut served = Served::default();
        for Kept { scope, .. } in scopes {
            let project = project_of(scope);
            for id in self.ids(&scope.id) {
                let text = palimp_files::read_text(&self.memory_path(&scope.id, &id));
                let Some(text) = text.ok() else { continue };
                file::serve(&mut served, project.clone(), text);
            }
        }
        served
    }

    /// The memories that are kept of a scope, in their order.
    pub(super) fn ids(&self, scope: &str) -> Vec<String> {
        let Ok(entries) = fs::read_dir(self.scope_path(scope)) else { return Vec::new() };
        let names = entries.flatten().filter_map(|entry| entry.file_name().into_string().ok());
        let ids = names.filter_map(|name| Some(name.strip_suffix(".md")?.to_owned()));
        let mut ids: Vec<String> = ids.filter(|id| palimp_team::is_name(id)).collect();
        ids.sort();
        ids
    }

    pub(super) fn keep(&self, scope: &str, id: &str, text: &str) -> Result<(), Error> {
        let path = self.memory_path(scope, id);
        if palimp_files::read_text(&path).is_ok_and(|there| there == text) {
            return Ok(());
        }
        palimp_files::replace_unswept(&path, text.as_bytes())
            .map_err(|source| Error::File { path, source })
    }

    /// Removes what killed processes were writing of a scope, before many are kept.
    pub(super) fn sweep(&self, scope: &str) {
        palimp_files::sweep_own(&self.scope_path(scope), Depth::Flat);
    }

    pub(super) fn remove(&self, scope: &str, id: &str) -> Result<(), Error> {
        remove(&self.memory_path(scope, id))
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
                fs::remove_dir_all(&path).or_else(|why| gone(&path, why))?;
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

    /// What a file holds; none of one that is not there or is damaged.
    fn read<T: DeserializeOwned>(&self, file: &str) -> Option<T> {
        let bytes = palimp_files::read(&self.home.hubs_dir().join(&self.org).join(file)).ok()?;
        serde_json::from_slice(&bytes).ok()
    }

    pub(super) fn write<T: Serialize>(&self, file: &str, value: &T) -> Result<(), Error> {
        let path = self.home.hubs_dir().join(&self.org).join(file);
        match serde_json::to_vec(value) {
            Ok(bytes) => replace(path, &bytes),
            Err(why) => Err(Error::File { path, source: io::Error::other(why) }),
        }
    }
}

fn replace(path: PathBuf, bytes: &[u8]) -> Result<(), Error> {
    palimp_files::replace_file(&path, bytes).map_err(|source| Error::File { path, source })
}

fn remove(path: &Path) -> Result<(), Error> {
    fs::remove_file(path).or_else(|why| gone(path, why))
}

/// What is gone already need not be removed.
fn gone(path: &Path, why: io::Error) -> Result<(), Error> {
    match why.kind() {
        io::ErrorKind::NotFound => Ok(()),
        _ => Err(Error::File { path: path.to_owned(), source: why }),
    }
}
