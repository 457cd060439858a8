//! Files of proposals: one file per proposal, readable by its owner alone.

use std::collections::HashSet;
use std::fs;
use std::path::PathBuf;

use palimp_core::home::HomePaths;
use palimp_store::StoreError;
use palimp_store::files;
use serde::{Deserialize, Serialize};

use super::{ReviewDecision, ReviewProposal};

/// Contents of a proposal's file.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
pub(super) enum Stored {
    Waiting(Box<ReviewProposal>),
    Decided { id: String, decision: ReviewDecision },
}

/// The ids of all proposals, decided or not.
pub(crate) fn proposal_ids(home: &HomePaths, agent: &str) -> HashSet<String> {
    let stems = proposal_paths(home, agent)
        .into_iter()
        .filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned()));
    stems.collect()
}

/// Writes a proposal, unless its file exists.
pub(crate) fn write_new(
    home: &HomePaths,
    agent: &str,
    proposal: &ReviewProposal,
) -> Result<(), StoreError> {
    let path = proposal_path(home, agent, &proposal.id);
    if path.exists() { Ok(()) } else { write_stored(&path, &stored_waiting(proposal)) }
}

pub(super) fn stored_waiting(proposal: &ReviewProposal) -> Stored {
    Stored::Waiting(Box::new(proposal.clone()))
}

pub(super) fn write_decision(
    home: &HomePaths,
    agent: &str,
    id: &str,
    decision: ReviewDecision,
) -> Result<(), StoreError> {
    write_stored(&proposal_path(home, agent, id), &Stored::Decided { id: id.to_owned(), decision })
}

pub(super) fn write_stored(path: &std::path::Path, stored: &Stored) -> Result<(), StoreError> {
    let text = serde_json::to_string_pretty(stored).unwrap_or_default();
    files::replace_file(path, format!("{text}\n").as_bytes())
}

pub(super) fn read_stored(path: &std::path::Path) -> Result<Stored, String> {
    let text = read_text(path).map_err(|error| format!("{}: {error}", path.display()))?;
    serde_json::from_str(&text).map_err(|error| {
        crate::messages::proposal_file_malformed(
            path.display(),
            palimp_core::message::json_reason(&error),
        )
    })
}

pub(super) fn read_text(path: &std::path::Path) -> std::io::Result<String> {
    let bytes = palimp_files::read_private(path)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

pub(super) fn proposal_path(home: &HomePaths, agent: &str, id: &str) -> PathBuf {
    home.review_dir(agent).join(format!("{id}.json"))
}

/// The files of an agent's proposals, in the order of their names.
pub(super) fn proposal_paths(home: &HomePaths, agent: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(home.review_dir(agent)).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "json"))
        .filter(|path| {
            path.file_name().is_some_and(|name| !name.to_string_lossy().starts_with('.'))
        })
        .collect();
    paths.sort();
    paths
}
