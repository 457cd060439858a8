//! What a home keeps of a team, in files that are written whole or not at all.

use std::path::PathBuf;

use jiff::civil::Date;
use palimp_team::git::Oid;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::{Error, JoinedTeam, QuarantinedFact, ServedFacts};

/// By what a team was joined.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JoinRecord {
    /// Where its repository is fetched from.
    pub url: String,
    /// Its first commit.
    pub root: String,
    /// Whether the history from before that commit may still be here: an owner had it begin anew.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub left: bool,
}

/// How the last sync went.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct TeamState {
    /// The last verified commit.
    pub verified: String,
    /// When the last sync ended, in milliseconds since the Unix epoch.
    pub checked_at: i64,
    /// When the address was reached last.
    pub reached_at: i64,
    /// Why the address was not reached, or gave nothing to verify.
    pub trouble: Option<String>,
    /// The commit that is not believed; it and all behind it are quarantined.
    pub refused: Option<Refused>,
    /// Facts that were approved and are not served.
    pub held: Vec<QuarantinedFact>,
    /// How many facts are served.
    pub facts: usize,
    /// The days on which one of them begins or ceases to hold.
    pub turns: Vec<Date>,
}

/// A commit that is not believed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refused {
    /// The commit.
    pub commit: String,
    /// Why.
    pub why: String,
}

impl JoinedTeam {
    /// By what it was joined.
    pub fn join_record(&self) -> Result<JoinRecord, Error> {
        let none =
            || Error::Refused(format!("{}: joined.json is damaged; join the team anew", self.name));
        self.read_json("joined.json")?.ok_or_else(none)
    }

    /// How the last sync went; of nothing where there was none.
    pub fn state(&self) -> TeamState {
        self.read_json("state.json").ok().flatten().unwrap_or_default()
    }

    /// What is served; none before the first sync, and where the file is damaged: the next sync
    /// makes it anew.
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
        root.ok_or_else(|| {
            Error::Refused(format!("{}: joined.json is damaged; join the team anew", self.name))
        })
    }

    /// Pins another first commit: an owner had the history begin anew. Whether the one before is `left`
    /// here stands beside it.
    pub(super) fn pin_root(&self, root: Oid, left: bool) -> Result<(), Error> {
        let url = self.join_record()?.url;
        self.write_json("joined.json", &JoinRecord { url, root: root.to_string(), left })
    }

    /// Notes by what it was joined: from now on the home has this team.
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

    /// What a file holds; none of one that is not there or is damaged.
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
