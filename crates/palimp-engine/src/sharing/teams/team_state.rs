//! Files that a home keeps of a team; each is written whole or not at all.

use std::path::PathBuf;

use jiff::civil::Date;
use palimp_team::git::Oid;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::{Error, JoinedTeam, QuarantinedFact, ServedFacts};

/// Address and first commit by which a team was joined.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JoinRecord {
    /// Address that the repository is fetched from.
    pub url: String,
    /// Its first commit.
    pub root: String,
    /// True if the history from before that commit may still be here: an owner restarted the
    /// history.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub left: bool,
}

/// Result of the last sync.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct TeamState {
    /// The last verified commit.
    pub verified: String,
    /// End of the last sync, in milliseconds since the Unix epoch.
    pub checked_at: i64,
    /// Time at which the address was last reached.
    pub reached_at: i64,
    /// Reason why the address was not reached, or gave nothing to verify.
    pub trouble: Option<String>,
    /// The commit that is not believed; it and all behind it are quarantined.
    pub refused: Option<Refused>,
    /// Facts that were approved and are not served.
    pub held: Vec<QuarantinedFact>,
    /// Number of served facts.
    pub facts: usize,
    /// The days on which one of them begins or ceases to hold.
    pub turns: Vec<Date>,
}

/// A commit that is not believed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refused {
    /// The commit.
    pub commit: String,
    /// Reason.
    pub why: String,
}

impl JoinedTeam {
    /// Returns the address and first commit by which the team was joined.
    pub fn join_record(&self) -> Result<JoinRecord, Error> {
        let none = || Error::Refused(crate::messages::join_record_damaged(&self.name));
        self.read_json("joined.json")?.ok_or_else(none)
    }

    /// Returns the result of the last sync; the default before the first sync.
    pub fn state(&self) -> TeamState {
        self.read_json("state.json").ok().flatten().unwrap_or_default()
    }

    /// Returns the served facts; none before the first sync or if the file is damaged: the next
    /// sync rebuilds it.
    pub fn served_facts(&self) -> Option<ServedFacts> {
        self.read_json("served.json").ok().flatten()
    }

    /// The last verified commit; the first commit before the first sync.
    pub fn verified_commit(&self) -> Result<Oid, Error> {
        let verified = Oid::parse(&self.state().verified);
        verified.map_or_else(|| self.root_commit(), Ok)
    }

    /// The first commit.
    pub fn root_commit(&self) -> Result<Oid, Error> {
        let root = Oid::parse(&self.join_record()?.root);
        root.ok_or_else(|| Error::Refused(crate::messages::join_record_damaged(&self.name)))
    }

    /// Pins another first commit, because an owner restarted the history. `left` records if the
    /// earlier history is still here.
    pub(super) fn pin_root(&self, root: Oid, left: bool) -> Result<(), Error> {
        let url = self.join_record()?.url;
        self.write_json("joined.json", &JoinRecord { url, root: root.to_string(), left })
    }

    /// Records how the team was joined: from now on the home has this team.
    pub fn record_joined(
        home: &palimp_core::home::HomePaths,
        name: &str,
        joined: &JoinRecord,
    ) -> Result<JoinedTeam, Error> {
        let team = JoinedTeam { home: home.clone(), name: name.to_owned() };
        team.write_json("joined.json", joined)?;
        Ok(team)
    }

    pub(super) fn file_path(&self, file: &str) -> PathBuf {
        self.home.team_dir(&self.name).join(file)
    }

    /// Reads a file's value; none if the file is missing or damaged.
    fn read_json<T: DeserializeOwned>(&self, file: &str) -> Result<Option<T>, Error> {
        let path = self.file_path(file);
        match palimp_files::read(&path) {
            Ok(bytes) => Ok(serde_json::from_slice(&bytes).ok()),
            Err(source) => Err(Error::File { path, source }),
        }
    }

    pub(super) fn write_json<T: Serialize>(&self, file: &str, value: &T) -> Result<(), Error> {
        let path = self.file_path(file);
        let bytes = serde_json::to_vec(value).map_err(std::io::Error::other);
        bytes
            .and_then(|bytes| palimp_files::replace_file(&path, &bytes))
            .map_err(|source| Error::File { path, source })
    }
}
