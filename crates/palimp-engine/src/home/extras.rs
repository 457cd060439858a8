//! Notes outside of an agent's vault that are read and never written: the extra paths of the settings, and the
//! user's Obsidian vault around palimp's own folder.
//!
//! What lies below an extra path, others wrote as well as the user; the notes of the Obsidian vault are the user's.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use palimp_core::home::HomePaths;
use palimp_core::project::DEFAULT_AGENT;
use palimp_core::settings::Settings;
use palimp_note::NotePath;
use palimp_vault::events::WatchedPaths;
use palimp_vault::extra::{self, shown};
use palimp_vault::{ScannedNote, Vault, VaultError, VaultTree, obsidian_notes};

use crate::home::note_store::{self, NoteStore};

pub use palimp_vault::extra::ExtraNote;
pub use palimp_vault::obsidian_notes::is_obsidian;

/// An Obsidian vault that is read and never written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obsidian {
    /// Its directory.
    pub root: PathBuf,
    /// The same as a person reads it: `~/Documents/Notes`.
    pub shown: String,
    /// Path of palimp's folder in it.
    own: String,
    /// The vaults of agents, which are not the user's notes.
    vaults: Vec<PathBuf>,
}

impl Obsidian {
    /// Returns its notes and its directories; none where it is not there.
    pub(crate) fn survey(&self, places: &mut WatchedPaths) -> (Vec<ScannedNote>, VaultTree) {
        places.named.insert(self.root.clone());
        let (notes, tree) = obsidian_notes::survey(&self.root, &self.vaults).unwrap_or_default();
        let directories = tree.directories.iter();
        places.notes.extend(directories.map(|(path, _)| self.root.join(path)));
        (notes, tree)
    }

    /// Returns a note of it as it is known outside of it.
    pub(crate) fn note(&self, found: &ScannedNote) -> ExtraNote {
        let path = found.path.as_str();
        ExtraNote {
            shown: format!("{}/{path}", self.shown),
            path: self.root.join(path),
            size: found.size,
            mtime_ns: found.mtime_ns,
            of_user: true,
        }
    }

    /// Returns the path from its root on of a note that is known by `path`, be it palimp's or the user's.
    pub(crate) fn inner(&self, path: &str) -> Option<NotePath> {
        let below = path.strip_prefix(&self.shown).and_then(|path| path.strip_prefix('/'));
        let inner = below.map_or_else(|| format!("{}/{path}", self.own), str::to_owned);
        NotePath::new(&inner).ok()
    }

    /// Returns the path by which a note is known, of its path from the root on.
    pub(crate) fn outer(&self, inner: &NotePath) -> String {
        let own = inner.as_str().strip_prefix(&self.own);
        let own = own.and_then(|path| path.strip_prefix('/'));
        own.map_or_else(|| format!("{}/{inner}", self.shown), str::to_owned)
    }

    /// Adds the notes and directories of palimp's folder to those around it.
    pub(crate) fn whole(
        &self,
        (mut notes, mut tree): (Vec<ScannedNote>, VaultTree),
        (own_notes, own_tree): (&[ScannedNote], VaultTree),
    ) -> (Vec<ScannedNote>, VaultTree) {
        let inside = |path: &str| format!("{}/{path}", self.own).trim_end_matches('/').to_owned();
        let directories = own_tree.directories.into_iter();
        tree.directories.extend(directories.map(|(path, time)| (inside(&path), time)));
        notes.extend(own_notes.iter().filter_map(|note| {
            let path = NotePath::new(&inside(note.path.as_str())).ok()?;
            Some(ScannedNote { path, ..note.clone() })
        }));
        (notes, tree)
    }
}

/// An Obsidian vault that one agent would read, in the vault of another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overlap {
    /// The agent that would read it.
    pub reader: String,
    /// The agent whose notes lie there.
    pub owner: String,
}

/// Returns the Obsidian vaults of the settings that are other agents' vaults or lie in one.
pub fn overlaps(home: &HomePaths, settings: &Settings, user: Option<&Path>) -> Vec<Overlap> {
    let vaults = vaults(home, settings, user);
    let mut found = Vec::new();
    for (reader, agent) in &settings.agents.by_id {
        let Some(root) = agent.obsidian.as_ref().map(|it| note_store::expand_tilde(it, user))
        else {
            continue;
        };
        let others = vaults.iter().filter(|(owner, _)| owner != reader);
        let around = others.filter(|(_, vault)| obsidian_notes::is_within(vault, &root));
        let of = |owner: &String| Overlap { reader: reader.clone(), owner: owner.clone() };
        found.extend(around.map(|(owner, _)| of(owner)));
    }
    found
}

/// Returns the vaults of the agents that the settings name, and that of the default agent.
fn vaults(home: &HomePaths, settings: &Settings, user: Option<&Path>) -> Vec<(String, PathBuf)> {
    let named = settings.agents.by_id.iter().map(|(id, _)| id.as_str());
    let agents: BTreeSet<&str> = named.chain([DEFAULT_AGENT]).collect();
    let vault = |id: &str| (id.to_owned(), note_store::vault_of(home, id, settings, user));
    agents.into_iter().map(vault).collect()
}

impl NoteStore {
    /// Returns the Obsidian vault whose notes are read too; none where the agent's vault does not lie in it.
    pub fn obsidian(&self) -> Option<Obsidian> {
        let root = note_store::expand_tilde(self.named_obsidian()?, self.user.as_deref());
        let is_free = !self.is_too_much(&root) && self.owner_of_obsidian().is_none();
        let own = obsidian_notes::below(&root, self.root()).filter(|_| is_free)?;
        let user = self.user.as_deref().unwrap_or(Path::new("/"));
        Some(Obsidian {
            shown: shown(root.to_str()?.trim_end_matches('/'), user),
            own,
            vaults: [self.vaults_of_others(), vec![self.root().to_owned()]].concat(),
            root,
        })
    }

    /// Returns the vaults of the other agents, which this one never reads.
    pub(crate) fn vaults_of_others(&self) -> Vec<PathBuf> {
        let vaults = vaults(&self.home, &self.settings, self.user.as_deref()).into_iter();
        vaults.filter(|(id, _)| *id != self.agent).map(|(_, vault)| vault).collect()
    }

    /// Returns the agent whose notes lie where this one would look for the user's.
    fn owner_of_obsidian(&self) -> Option<String> {
        let overlaps = overlaps(&self.home, &self.settings, self.user.as_deref());
        overlaps.into_iter().find(|it| it.reader == self.agent).map(|it| it.owner)
    }

    fn named_obsidian(&self) -> Option<&String> {
        let named = self.settings.agents.by_id.iter().find(|(id, _)| *id == self.agent);
        named.and_then(|(_, agent)| agent.obsidian.as_ref())
    }

    /// Returns the vault that a glance looks at: the Obsidian vault around the agent's own, where there is one.
    pub(crate) fn glanced_vault(&self) -> Result<Vault, VaultError> {
        match self.obsidian() {
            Some(around) => Vault::open(around.root, &self.home.locks_dir()),
            None => self.open_vault(),
        }
    }

    /// Returns the folders that hold no notes by Obsidian's settings.
    ///
    /// # Errors
    ///
    /// When the vault is not there or cannot be read.
    pub fn left_alone(&self) -> Result<Vec<String>, VaultError> {
        self.glanced_vault()?.left_alone()
    }

    /// The notes outside the vault, and what is wrong with the settings that name them.
    pub fn extras(&self) -> (Vec<ExtraNote>, Vec<String>) {
        let mut notes = self.obsidian_notes();
        notes.extend(self.extra_notes(&mut WatchedPaths::default()));
        (notes, self.complaints())
    }

    /// Returns the user's own notes outside of the vault, by their paths.
    pub fn obsidian_notes(&self) -> Vec<ExtraNote> {
        let Some(around) = self.obsidian() else { return Vec::new() };
        let (notes, _) = around.survey(&mut WatchedPaths::default());
        notes.iter().map(|note| around.note(note)).collect()
    }

    /// Returns the note outside the vault that is called so: by the path under which it is shown, where it lies, or its
    /// path in the Obsidian vault.
    pub fn extra_called(&self, path: &str) -> Option<ExtraNote> {
        let inner = self.obsidian().map(|around| around.root.join(path));
        let is_meant = |note: &ExtraNote| {
            note.shown == path || note.path == Path::new(path) || inner.as_ref() == Some(&note.path)
        };
        self.extras().0.into_iter().find(is_meant)
    }

    /// Returns the notes below the extra paths; adds to `places` what decides which they are.
    pub(crate) fn extra_notes(&self, places: &mut WatchedPaths) -> Vec<ExtraNote> {
        let user = self.user.as_deref().unwrap_or(Path::new("/"));
        let around = self.obsidian();
        let patterns = self.settings.index.extra_paths.iter();
        let fit = patterns.filter(|pattern| self.pattern_refusal(pattern).is_none());
        let notes = fit.flat_map(|pattern| {
            extra::expand_with_places(pattern, user, places).unwrap_or_default()
        });
        // What Obsidian holds is read once, as the user's.
        let is_inside = |note: &ExtraNote| {
            around.as_ref().is_some_and(|around| note.path.starts_with(&around.root))
        };
        notes.filter(|note| !is_inside(note)).collect()
    }

    /// Returns the reasons for which notes outside the vault are not read.
    pub(crate) fn complaints(&self) -> Vec<String> {
        let patterns = self.settings.index.extra_paths.iter();
        let refused = patterns.filter_map(|pattern| self.pattern_refusal(pattern));
        refused.chain(self.obsidian_refusal()).collect()
    }

    /// Returns the reason for which an extra path names no notes.
    fn pattern_refusal(&self, pattern: &str) -> Option<String> {
        match extra::path_of(pattern, self.user.as_deref().unwrap_or(Path::new("/"))) {
            Ok(place) => {
                self.is_too_much(&place).then(|| crate::messages::extra_path_too_wide(pattern))
            }
            Err(error) => Some(crate::messages::extra_path_failed(&error)),
        }
    }

    /// Returns the reason for which the Obsidian vault is not read.
    fn obsidian_refusal(&self) -> Option<String> {
        let root = note_store::expand_tilde(self.named_obsidian()?, self.user.as_deref());
        if self.obsidian().is_some() {
            return None;
        }
        let (place, reader) = (root.display(), &self.agent);
        Some(match self.owner_of_obsidian() {
            Some(owner) => crate::messages::obsidian_vault_of_agent(&place, reader, &owner),
            None => crate::messages::obsidian_vault_not_readable(&place, reader),
        })
    }

    /// Whether a place holds the whole home directory, or is palimp's.
    fn is_too_much(&self, place: &Path) -> bool {
        let user = self.user.as_deref().unwrap_or(Path::new("/"));
        let holds = [user, self.home.root()].iter().any(|inner| inner.starts_with(place));
        holds || place.starts_with(self.home.root())
    }
}
