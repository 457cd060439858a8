//! Status of a home.

use std::cmp::Ordering;
use std::path::PathBuf;

use palimp_store::activity::ActivityDb;
use serde::Serialize;

use super::{Federation, KnownHome};

/// A home and its status.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct HomeStatus {
    /// A short name that no other home has.
    pub label: String,
    /// Its directory.
    pub path: PathBuf,
    /// True for the home that reads the others.
    pub own: bool,
    /// Format of the home.
    pub state: HomeFormat,
    /// The problem, and what to do.
    pub why: Option<String>,
    /// Its agents.
    pub agents: Vec<Agent>,
}

/// The format of a home.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum HomeFormat {
    /// This program's.
    Readable,
    /// An earlier program's; its notes are read all the same.
    Older,
    /// A later program's; its notes are read all the same.
    Newer,
    /// Its database cannot be read; its notes are.
    Broken,
    /// Nothing of it can be read.
    Unreadable,
}

/// An agent's memory in a home.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Agent {
    /// The agent.
    pub id: String,
    /// Number of notes.
    pub notes: usize,
    /// Number of chunks in the searched index.
    pub chunks: u64,
    /// The index that is searched.
    pub index: SearchedIndex,
    /// Number of notes that are missing or outdated in the index.
    pub lacking: usize,
    /// Reason why the notes cannot be read.
    pub why: Option<String>,
}

/// Index of another home's notes that is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum SearchedIndex {
    /// The home's own.
    There,
    /// The copy in one's own home.
    Here,
    /// None that can be read.
    Not,
}

impl HomeFormat {
    /// As a person reads it.
    pub const fn name(self) -> &'static str {
        match self {
            HomeFormat::Readable => "readable",
            HomeFormat::Older => "older",
            HomeFormat::Newer => "newer",
            HomeFormat::Broken => "broken",
            HomeFormat::Unreadable => "unreadable",
        }
    }
}

impl Federation {
    /// Returns the status of a home without changing it.
    pub(super) fn home_status(&self, place: &KnownHome) -> HomeStatus {
        let (state, why, agents) = match place.agent_vaults(self.user.as_deref()) {
            Err(why) => (HomeFormat::Unreadable, Some(why), Vec::new()),
            Ok(agents) => {
                let (state, why) = home_format(place);
                let agents =
                    agents.into_iter().map(|(id, root)| self.agent_status(place, id, root));
                (state, why, agents.collect())
            }
        };
        let (label, path) = (place.label.clone(), place.home.root().to_owned());
        HomeStatus { label, path, own: place.own, state, why, agents }
    }

    fn agent_status(&self, place: &KnownHome, id: String, root: PathBuf) -> Agent {
        let shelf = match self.survey_notes(place, &id, root) {
            Ok(shelf) => shelf,
            Err(why) => {
                let index = SearchedIndex::Not;
                return Agent { id, notes: 0, chunks: 0, index, lacking: 0, why: Some(why) };
            }
        };
        let there = place.home.index_file(&id);
        let part = shelf.parts.first();
        Agent {
            id,
            notes: shelf.note_count(),
            chunks: part.and_then(|it| it.index.size().ok()).map_or(0, |size| size.chunks),
            index: match part {
                Some(part) if part.path.as_ref() == Some(&there) => SearchedIndex::There,
                Some(_) => SearchedIndex::Here,
                None => SearchedIndex::Not,
            },
            lacking: shelf.lacking,
            why: None,
        }
    }
}

fn home_format(place: &KnownHome) -> (HomeFormat, Option<String>) {
    let path = place.home.activity_db();
    if path.symlink_metadata().is_err() {
        return (HomeFormat::Readable, None);
    }
    match ActivityDb::compare_version(&path) {
        Ok(Ordering::Less) => (HomeFormat::Older, Some(crate::messages::home_of_earlier_version())),
        Ok(Ordering::Equal) => (HomeFormat::Readable, None),
        Ok(Ordering::Greater) => {
            (HomeFormat::Newer, Some(crate::messages::home_of_newer_version()))
        }
        Err(error) => (HomeFormat::Broken, Some(error.to_string())),
    }
}
