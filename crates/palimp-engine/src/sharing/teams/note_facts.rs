//! Facts of notes that may be shared, each with its origin, reduced to what may leave the machine.

use std::collections::HashSet;
use std::path::Path;

use palimp_note::NotePath;
use palimp_note::anchor::Anchor;
use palimp_note::provenance::Provenance;
use palimp_team::{TeamFactOrigin, is_name};
use palimp_vault::{Vault, VaultError};

use super::Error;
use super::pieces::{NotePiece, note_pieces};
use super::report::strict_redactor;
use crate::home::code_anchors::{AnchorPlaces, find_anchors};
use crate::home::working_tree::WorkingTree;

/// Opens the vault in which notes lie.
pub type OpenVault<'a> = &'a dyn Fn() -> Result<Vault, VaultError>;

/// The facts of notes, each of which may end in `#line` where a single fact of it is meant.
pub(crate) fn note_facts(
    open_vault: OpenVault,
    notes: &[String],
) -> Result<Vec<(NotePath, NotePiece)>, Error> {
    let refuse = |why: String| Error::Refused(why);
    let mut all = Vec::new();
    for named in notes {
        let (name, line) = split_line_number(named);
        let path = NotePath::new(name).map_err(|error| refuse(format!("{name}: {error}")))?;
        let vault = open_vault().map_err(|error| refuse(error.to_string()))?;
        let note = vault.read(&path).map_err(|error| refuse(error.to_string()))?;
        let mut found = note_pieces(&note);
        found.retain(|it| line.is_none_or(|line| (it.line..=it.end).contains(&line)));
        if found.is_empty() {
            return Err(refuse(match line {
                Some(line) => crate::messages::note_line_without_fact(name, line),
                None => crate::messages::note_without_fact(name),
            }));
        }
        all.extend(found.into_iter().map(|piece| (path.clone(), piece)));
    }
    Ok(all)
}

/// `NOTE#12`
fn split_line_number(named: &str) -> (&str, Option<usize>) {
    let split = named.rsplit_once('#').and_then(|(name, line)| Some((name, line.parse().ok()?)));
    split.map_or((named, None), |(name, line)| (name, Some(line)))
}

/// Refuses kinds that there are not: of facts, and of what may be let pass.
pub(crate) fn check_kinds(kind: Option<&str>, allow: &[String]) -> Result<(), Error> {
    let kinds: HashSet<&str> = palimp_redact::rules().map(|rule| rule.kind).collect();
    if let Some(odd) = allow.iter().find(|kind| !kinds.contains(kind.as_str())) {
        return Err(Error::Refused(crate::messages::fact_kind_missing(odd)));
    }
    match kind.filter(|kind| !is_name(kind)) {
        Some(odd) => {
            Err(Error::Refused(crate::messages::fact_kind_unknown(format_args!("{:?}", odd))))
        }
        None => Ok(()),
    }
}

/// Returns the part of a fact's origin that may leave the machine.
pub(crate) fn shareable_origin(by: &Provenance) -> TeamFactOrigin {
    let date = by.at.as_deref().and_then(|at| at.get(..10)).and_then(|day| day.parse().ok());
    let commit = by.commit.as_deref().map(|commit| commit.get(..12).unwrap_or(commit).to_owned());
    TeamFactOrigin { client: by.client.clone(), date, commit }
}

/// The places in the code of the tree `here` that a fact speaks of: those that its note has, else those that
/// it names.
pub(crate) fn fact_anchors(here: &Path, by: &Provenance, said: &str) -> Vec<Anchor> {
    if !by.anchors.is_empty() {
        return by.anchors.clone();
    }
    let places = AnchorPlaces { here, named: &[], edited: &[] };
    find_anchors(&WorkingTree::from_directory(here), said, places, &strict_redactor())
}

/// Returns the kind of a note's facts, by the note's name.
pub(crate) fn kind_of(note: &str) -> String {
    let stem = note.rsplit('/').next().unwrap_or(note).trim_end_matches(".md");
    let kinds = ["decision", "preference", "procedure", "project", "lesson", "semantic"];
    let is_it = |kind: &&str| {
        [note.split('/').next().unwrap_or(""), stem]
            .iter()
            .any(|name| name.strip_suffix('s').unwrap_or(name) == *kind)
    };
    kinds.into_iter().find(is_it).unwrap_or("fact").to_owned()
}
