//! The notes of an agent: where they lie, and how they are read and written.

use std::path::{Path, PathBuf};

use palimp_core::home::HomePaths;
use palimp_core::settings::Settings;
use palimp_core::text::matches_glob;
use palimp_note::episode;
use palimp_vault::history::VersionHistory;
use palimp_vault::{ScannedNote, Vault, VaultError};

use crate::error::Error;

/// The notes of an agent in its vault, their earlier versions, and the notes outside of it that are
/// read, too.
#[derive(Clone, Debug)]
pub struct NoteStore {
    pub(crate) home: HomePaths,
    pub(crate) agent: String,
    pub(crate) settings: Settings,
    root: PathBuf,
    /// The user's own directory, for paths that begin with `~`.
    pub(crate) user: Option<PathBuf>,
    /// True if no file may be changed.
    pub(crate) is_read_only: bool,
}

impl NoteStore {
    /// Creates the notes of `agent` in `home`. Nothing is opened or created yet.
    pub fn new(
        home: HomePaths,
        agent: &str,
        settings: Settings,
        user: Option<PathBuf>,
    ) -> NoteStore {
        let root = vault_of(&home, agent, &settings, user.as_deref());
        let agent = agent.to_owned();
        NoteStore { home, agent, settings, root, user, is_read_only: false }
    }

    /// Returns the name of the agent.
    pub fn agent(&self) -> &str {
        &self.agent
    }

    /// Returns the directory of the vault, which may not exist.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Opens the vault, which must exist.
    pub fn open_vault(&self) -> Result<Vault, VaultError> {
        Ok(self.vault_at(&self.root)?.with_history(self.history()))
    }

    /// Opens a directory of this agent's notes, of which other agents' vaults are no part.
    pub(crate) fn vault_at(&self, root: &Path) -> Result<Vault, VaultError> {
        let vault = Vault::open(root, &self.home.locks_dir())?;
        Ok(vault.without(self.vaults_of_others()))
    }

    /// The vault, made where there is none.
    pub fn vault_or_new(&self) -> Result<Vault, VaultError> {
        // One that the user named and that is not there is on a disk that is not there.
        if self.is_elsewhere() && !self.root.exists() {
            return Err(VaultError::NoVault(self.root.clone()));
        }
        self.make_vault()
    }

    /// Returns the filter of notes that the settings let be searched; it gets the path by which a note is
    /// shown.
    pub(crate) fn index_filter(&self) -> impl Fn(&str) -> bool {
        let excludes = self.excludes(&self.settings.index.exclude);
        move |path| !excludes(path)
    }

    /// Returns the filter of notes that the settings let be injected, likewise.
    pub(crate) fn injection_filter(&self) -> impl Fn(&str) -> bool {
        let is_indexed = self.index_filter();
        let excludes = self.excludes(&self.settings.inject.exclude);
        move |path| is_indexed(path) && !excludes(path)
    }

    /// Returns the text of a note to be injected; none if there is no such note, or if the settings
    /// exclude it.
    pub(crate) fn read_injectable(&self, path: &str) -> Result<Option<String>, Error> {
        if self.injection_filter()(path) { self.read_note(path) } else { Ok(None) }
    }

    /// Returns the filter of notes that a pattern names, or whose folder it names. Notes of an Obsidian
    /// vault are named by their paths in it, too.
    fn excludes(&self, patterns: &[String]) -> impl Fn(&str) -> bool {
        let around = (!patterns.is_empty()).then(|| self.obsidian()).flatten();
        let is_named = |path: &str| {
            patterns.iter().map(|pattern| pattern.trim_end_matches('/')).any(|pattern| {
                let rest = path.strip_prefix(pattern);
                matches_glob(pattern, path) || rest.is_some_and(|rest| rest.starts_with('/'))
            })
        };
        move |path| {
            let around = around.as_ref().filter(|around| path.starts_with(&around.shown));
            let inner = around.and_then(|around| around.inner(path));
            is_named(path) || inner.is_some_and(|inner| is_named(inner.as_str()))
        }
    }

    /// Returns true if the settings place the vault outside the home.
    pub(crate) fn is_elsewhere(&self) -> bool {
        self.root != self.home.vault_dir(&self.agent)
    }

    /// The vault, made wherever it is to be.
    pub fn make_vault(&self) -> Result<Vault, VaultError> {
        let vault = Vault::init(&self.root, &self.home.locks_dir())?;
        Ok(vault.without(self.vaults_of_others()).with_history(self.history()))
    }

    /// Returns the earlier versions of the notes.
    pub(crate) fn history(&self) -> VersionHistory {
        VersionHistory::new(self.home.history_dir(&self.agent))
    }

    /// Lists every note of the vault; empty if there is no vault yet.
    pub fn scan_notes(&self) -> Result<Vec<ScannedNote>, VaultError> {
        self.scan_vault(Vault::scan)
    }

    /// Lists the notes of flushes and of imported conversations.
    pub(crate) fn scan_episodes(&self) -> Result<Vec<ScannedNote>, VaultError> {
        self.scan_vault(|vault| vault.scan_in(episode::EPISODES_DIRECTORY))
    }

    fn scan_vault(
        &self,
        find: impl FnOnce(&Vault) -> Result<Vec<ScannedNote>, VaultError>,
    ) -> Result<Vec<ScannedNote>, VaultError> {
        match self.open_vault() {
            Ok(vault) => find(&vault),
            Err(VaultError::NoVault(_)) if !self.is_elsewhere() => Ok(Vec::new()),
            Err(error) => Err(error),
        }
    }
}

/// Returns the vault of `agent`: the path from the settings, or the one in the home.
pub fn vault_of(
    home: &HomePaths,
    agent: &str,
    settings: &Settings,
    user: Option<&Path>,
) -> PathBuf {
    let named = settings.agents.by_id.iter().find(|(id, _)| id == agent);
    match named.and_then(|(_, it)| it.vault.as_ref()) {
        Some(path) => expand_tilde(path, user),
        None => home.vault_dir(agent),
    }
}

/// A path of the settings, in which `~` is the user's own directory.
pub fn expand_tilde(path: &str, user: Option<&Path>) -> PathBuf {
    let below = path.strip_prefix("~/").or((path == "~").then_some(""));
    match (below, user) {
        (Some(rest), Some(user)) => user.join(rest),
        _ => PathBuf::from(path),
    }
}
