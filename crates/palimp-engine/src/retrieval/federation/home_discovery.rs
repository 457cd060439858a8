//! Finds the homes on a machine.

use std::fs;
use std::path::{Path, PathBuf};

use palimp_core::home::HomePaths;
use palimp_core::sanitize::printable_line;
use palimp_core::settings::{Settings, is_id};
use palimp_vault::Vault;

use crate::home::agents::agents_with_vault;
use crate::home::note_store::{expand_tilde, vault_of};

/// A home and its label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownHome {
    /// A short name that no other home has.
    pub label: String,
    /// The home.
    pub home: HomePaths,
    /// True for the home that reads the others.
    pub own: bool,
    /// True if the settings name it.
    pub named: bool,
}

/// Maximum number of homes.
const MAX_HOMES: usize = 64;

/// Finds the homes in the user's directory whose names begin with `.palimp`, and those in the
/// settings; `own` is first.
pub(super) fn find_homes(
    own: &HomePaths,
    settings: &Settings,
    user: Option<&Path>,
) -> Vec<KnownHome> {
    let near = user.and_then(|user| fs::read_dir(user).ok()).into_iter().flatten().flatten();
    let near = near.filter(|entry| entry.file_name().to_string_lossy().starts_with(".palimp"));
    let mut near: Vec<PathBuf> = near.map(|it| it.path()).filter(|path| is_home(path)).collect();
    near.sort_unstable();
    let named = settings.dashboard.homes.iter().map(|path| (expand_tilde(path, user), true));
    let all = [(own.root().to_owned(), false)].into_iter();
    let all = all.chain(near.into_iter().map(|path| (path, false))).chain(named);
    let (mut places, mut real): (Vec<KnownHome>, Vec<PathBuf>) = Default::default();
    for (path, named) in all.take(MAX_HOMES) {
        let behind = path.canonicalize().unwrap_or_else(|_| path.clone());
        if real.contains(&behind) {
            continue;
        }
        let label = unique_label(&path, &places);
        places.push(KnownHome { label, home: HomePaths::new(path), own: real.is_empty(), named });
        real.push(behind);
    }
    places
}

/// True if a directory contains the files of a home.
fn is_home(path: &Path) -> bool {
    let parts = ["activity.db", "vault", "agents", "settings.json", "index"];
    parts.iter().any(|part| path.join(part).symlink_metadata().is_ok())
}

/// Derives a unique label: `.palimp-work` is `work`; a second one gets a number.
fn unique_label(path: &Path, taken: &[KnownHome]) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let name = name.trim_start_matches('.');
    let rest = name.strip_prefix("palimp").map(|rest| rest.trim_start_matches(['-', '_', '.']));
    let name = rest.filter(|rest| !rest.is_empty()).unwrap_or(name);
    let plain = printable_line(name).split_whitespace().collect::<Vec<_>>().join("-");
    let plain = if plain.is_empty() { "home".to_owned() } else { plain };
    let is_free = |label: &String| taken.iter().all(|place| place.label != *label);
    let numbered = (2..).map(|number| format!("{plain}-{number}"));
    let mut labels = [plain.clone()].into_iter().chain(numbered);
    labels.find(is_free).unwrap_or_default()
}

impl KnownHome {
    /// True if `name` is its label or its path.
    pub(super) fn is_meant_by(&self, name: &str, user: Option<&Path>) -> bool {
        let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
        self.label == name || real(&expand_tilde(name, user)) == real(self.home.root())
    }

    /// Returns its agents, each with the path of its vault, existing or not.
    ///
    /// # Errors
    ///
    /// When there is no home, or it cannot be read, in words that say what to do.
    pub(super) fn agent_vaults(
        &self,
        user: Option<&Path>,
    ) -> Result<Vec<(String, PathBuf)>, String> {
        let root = self.home.root();
        if let Err(error) = fs::read_dir(root) {
            let nothing_yet = self.own && error.kind() == std::io::ErrorKind::NotFound;
            let hint =
                if self.named { crate::messages::home_unreadable_hint() } else { String::new() };
            let said = || {
                crate::messages::home_unreadable(
                    root.display(),
                    palimp_core::message::io_reason(&error),
                    &hint,
                )
            };
            return if nothing_yet { Ok(Vec::new()) } else { Err(said()) };
        }
        if !is_home(root) && !self.own {
            return Err(crate::messages::path_is_not_home(root.display()));
        }
        let (settings, _) = crate::home::settings::load(&self.home.settings_file());
        let agents = agents_with_vault(&self.home, &settings).into_iter().filter(|id| is_id(id));
        Ok(agents.map(|id| (id.clone(), vault_of(&self.home, &id, &settings, user))).collect())
    }

    /// Opens the vault of an agent.
    ///
    /// # Errors
    ///
    /// When there is none, or it lies behind a link that leads out of the home.
    pub(super) fn open_agent_vault(
        &self,
        agent: &str,
        user: Option<&Path>,
    ) -> Result<Vault, String> {
        let found = self.agent_vaults(user)?.into_iter().find(|(id, _)| id == agent);
        let (_, root) =
            found.ok_or_else(|| crate::messages::no_such_agent(printable_line(agent)))?;
        self.open_vault(&root)
    }

    pub(super) fn open_vault(&self, root: &Path) -> Result<Vault, String> {
        let (home, real) = (self.home.root().canonicalize(), root.canonicalize());
        if let (Ok(home), Ok(real)) = (home, real)
            && root.starts_with(self.home.root())
            && !real.starts_with(home)
        {
            return Err(crate::messages::link_leaves_home(root.display()));
        }
        Vault::open(root, &self.home.locks_dir()).map_err(|error| error.to_string())
    }
}
