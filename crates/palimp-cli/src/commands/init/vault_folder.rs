//! The place of palimp's notes in a directory that the user names: the directory itself, or a folder of its own in an
//! Obsidian vault, whose other notes are read and never written.

use std::path::{Path, PathBuf};

use palimp_core::project::DEFAULT_AGENT;
use palimp_engine::home::extras::is_obsidian;
use palimp_engine::home::note_store::expand_tilde;
use palimp_engine::notes::vault_migration::is_palimps;

use super::InitArgs;
use crate::context::{Cx, user_home};
use crate::error::CliError;
use crate::messages;

/// Directories that an agent's notes get.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Place {
    /// The vault.
    pub(super) root: PathBuf,
    /// The Obsidian vault around it, which is read.
    pub(super) obsidian: Option<PathBuf>,
    /// Folder that the user has already, so that palimp's got another name.
    pub(super) taken: Option<PathBuf>,
    /// True if palimp wrote at the root of this Obsidian vault before folders of its own were usual.
    pub(super) stays: bool,
}

impl Place {
    /// Returns the place for an agent whose notes lie at `before`.
    pub(super) fn find(
        cx: &Cx,
        args: &InitArgs,
        named: PathBuf,
        before: Place,
    ) -> Result<Place, CliError> {
        if !is_obsidian(&named) {
            return match &args.folder {
                Some(_) => Err(CliError::usage(messages::not_an_obsidian_vault(named.display()))),
                // Whoever names palimp's folder itself wants what there is.
                None if is_same(&named, &before.root) => Ok(before),
                None => Ok(Place { root: named, ..Place::default() }),
            };
        }
        let obsidian = Some(named.clone());
        if let Some(folder) = &args.folder {
            return Ok(Place { root: named.join(plain(folder)?), obsidian, ..Place::default() });
        }
        let stays = is_same(&named, &before.root);
        if args.at_root || stays {
            return Ok(Place { root: named, stays: stays && !args.at_root, ..Place::default() });
        }
        if before.obsidian.as_ref().is_some_and(|it| is_same(it, &named)) {
            return Ok(before);
        }
        let names = names(&cx.agent());
        let places = names.map(|name| named.join(spelled(&named, &name)));
        let free = places.iter().position(|place| is_free(cx, place)).ok_or_else(|| {
            let [usual, other] = places.each_ref().map(|it| it.display());
            CliError::usage(messages::folders_taken(&usual, &other))
        })?;
        let taken = (free > 0).then(|| places[0].clone());
        Ok(Place { root: places[free].clone(), obsidian, taken, stays: false })
    }
}

/// Names of palimp's folder in an Obsidian vault, the usual one first.
fn names(agent: &str) -> [String; 2] {
    let name = match agent {
        DEFAULT_AGENT => "palimp".to_owned(),
        agent => format!("palimp-{agent}"),
    };
    [name.clone(), format!("{name}-memory")]
}

/// Returns the name as it stands in a directory: other systems take `Palimp` for the same.
fn spelled(dir: &Path, name: &str) -> String {
    let there = std::fs::read_dir(dir).into_iter().flatten().flatten();
    let names = there.filter_map(|entry| entry.file_name().into_string().ok());
    let mut same: Vec<String> = names.filter(|it| it.to_lowercase() == name).collect();
    same.sort_unstable_by_key(|it| it != name);
    same.into_iter().next().unwrap_or_else(|| name.to_owned())
}

/// Returns true if a folder is missing, empty, or holds only what palimp wrote for this agent.
fn is_free(cx: &Cx, place: &Path) -> bool {
    let agent = cx.agent();
    let others = cx.settings.agents.by_id.iter().filter(|(id, _)| *id != agent);
    let mut vaults = others.filter_map(|(_, other)| other.vault.as_deref());
    let user = user_home();
    let is_others = vaults.any(|vault| is_same(&expand_tilde(vault, user.as_deref()), place));
    let is_there = place.symlink_metadata().is_ok();
    !is_others && (!is_there || is_palimps(place, &cx.home.locks_dir()))
}

/// Checks the name of a folder in an Obsidian vault.
fn plain(folder: &str) -> Result<&str, CliError> {
    let parts: Vec<&str> = folder.trim_matches('/').split('/').collect();
    let is_hidden = |part: &&str| part.is_empty() || part.starts_with('.');
    match folder.starts_with(['/', '~']) || folder.contains('\\') || parts.iter().any(is_hidden) {
        true => Err(CliError::usage(messages::bad_folder(folder))),
        false => Ok(folder.trim_matches('/')),
    }
}

/// Returns true if two paths name one directory.
pub(super) fn is_same(a: &Path, b: &Path) -> bool {
    a == b || a.canonicalize().is_ok_and(|a| b.canonicalize().is_ok_and(|b| a == b))
}
