//! Checks a home and its surroundings, returns findings as data, and fixes what can be fixed.

mod checks;
mod repairs;

use std::path::PathBuf;

use jiff::Zoned;
use palimp_clients::install::{ClientPaths, HookCommand, InstallTarget};
use palimp_core::home::HomePaths;
use palimp_core::settings::Settings;
use palimp_store::StoreError;
use serde::Serialize;

use crate::home::note_store::NoteStore;
use crate::home::tombstones::TombstoneKeyStore;
use crate::retrieval::index_sync::{IndexSync, Models};

/// Result of one check.
#[derive(Clone, Debug, Serialize)]
pub struct DoctorFinding {
    /// Name of the checked thing, in a word or two.
    pub what: &'static str,
    /// State of the checked thing.
    pub state: FindingState,
    /// The same in words; where something is wrong, they say what to do.
    pub words: String,
    /// The file or directory that it is about.
    #[serde(skip)]
    pub place: Option<PathBuf>,
    /// The fix; none if nothing is to be fixed, or only the user can fix it.
    #[serde(skip)]
    pub cure: Option<Cure>,
}

/// State of a checked thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum FindingState {
    /// As it should be.
    #[serde(rename = "ok")]
    Well,
    /// As it should be again.
    Mended,
    /// Only the user can do what is left to do; nothing is wrong.
    Open,
    /// Not as it should be.
    Wrong,
}

/// Fix for a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cure {
    /// The home, into which others can write at this place, is closed to them.
    CloseHome(PathBuf),
    /// Files that others can read become their owner's alone.
    Hide(Vec<PathBuf>),
    /// Settings are written under their present names.
    RenameSettings,
    /// The database is mended, or what can be read of it is saved; with what is wrong there.
    SaveDatabase(String),
    /// Imports pending captures from the spool.
    ImportSpool,
    /// Moves unapproved texts in pinned notes to the review list; with those texts.
    Review(String),
    /// Lines of imports that bear the user's name go to the review list; with what they say.
    ReviewImports(String),
    /// The index is made anew from the notes; with what is wrong there.
    MakeIndex(String),
    /// Renews a client's connection.
    ReconnectClient(InstallTarget),
}

/// Parts of a home to check, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DoctorPart {
    /// Ownership of the home: nobody else may write to it.
    Owner,
    /// The home and its permissions.
    Home,
    /// The settings.
    Settings,
    /// The activity database.
    Database,
    /// Captures that wait.
    Spool,
    /// Partial files of killed processes. They are not reported; fixing removes them.
    Leftovers,
    /// The notes.
    Vault,
    /// Texts of other authors in pinned notes.
    AlwaysTold,
    /// Lines of imports that bear the user's name.
    Imports,
    /// The index of the notes.
    Index,
    /// Teams, and whether what they share is verified.
    Teams,
    /// Hubs of organisations.
    Hubs,
    /// Sync with other machines.
    Sync,
    /// Keys of the tombstones, without which nothing is imported.
    Tombstones,
    /// The embedder, which turns text into vectors.
    Embedder,
    /// The clients of this machine.
    Clients,
    /// Errors logged by hooks.
    Log,
}

impl DoctorPart {
    /// All of them.
    pub const ALL: [DoctorPart; 17] = [
        DoctorPart::Owner,
        DoctorPart::Home,
        DoctorPart::Settings,
        DoctorPart::Database,
        DoctorPart::Spool,
        DoctorPart::Leftovers,
        DoctorPart::Vault,
        DoctorPart::AlwaysTold,
        DoctorPart::Imports,
        DoctorPart::Index,
        DoctorPart::Teams,
        DoctorPart::Hubs,
        DoctorPart::Sync,
        DoctorPart::Tombstones,
        DoctorPart::Embedder,
        DoctorPart::Clients,
        DoctorPart::Log,
    ];
}

/// Checks a home with its settings, clients and models.
pub struct Doctor<'a> {
    /// The home.
    pub home: &'a HomePaths,
    /// Its settings.
    pub settings: &'a Settings,
    /// The agent whose notes and index are looked at.
    pub agent: String,
    /// The user's own directory.
    pub user: Option<PathBuf>,
    /// Directories where the clients keep their files.
    pub places: &'a ClientPaths,
    /// The command that they are to call.
    pub command: &'a HookCommand,
    /// Key ring with the keys of tombstones.
    pub ring: &'a dyn TombstoneKeyStore,
    /// State of the home's sync in words, or what is wrong with it; none where it does not sync.
    pub sync: &'a dyn Fn() -> Option<Result<String, String>>,
    /// The models of the settings.
    pub models: &'a dyn Fn() -> Models,
    /// The user's clock.
    pub clock: &'a dyn Fn() -> Zoned,
}

impl Doctor<'_> {
    /// Checks all parts.
    pub fn check_all(&self) -> Vec<DoctorFinding> {
        self.run_checks(|part| self.check_part(part))
    }

    /// Checks all parts and fixes what can be fixed.
    pub fn fix_all(&self) -> Vec<DoctorFinding> {
        self.run_checks(|part| self.fix_part(part))
    }

    /// Runs `find` on all parts. Stops after the first in a home that others can write to, because
    /// its content is not trusted.
    fn run_checks(&self, find: impl Fn(DoctorPart) -> Vec<DoctorFinding>) -> Vec<DoctorFinding> {
        let mut findings = Vec::new();
        for part in DoctorPart::ALL {
            findings.extend(find(part));
            let last: Option<&DoctorFinding> = findings.last();
            if part == DoctorPart::Owner && last.is_some_and(|it| it.state == FindingState::Wrong) {
                break;
            }
        }
        findings
    }

    fn open_memory(&self, models: Models) -> IndexSync {
        let (home, settings) = (self.home.clone(), self.settings.clone());
        IndexSync::new(NoteStore::new(home, &self.agent, settings, self.user.clone()), models)
    }

    /// Returns the agent's notes.
    fn notes(&self) -> NoteStore {
        self.open_memory(Models::default()).notes
    }
}

impl DoctorFinding {
    /// Returns the name of the checked thing for a person.
    pub fn title(&self) -> String {
        match self.what {
            "home" => crate::messages::part_home(),
            "settings" => crate::messages::part_settings(),
            "database" => crate::messages::part_database(),
            "spool" => crate::messages::part_spool(),
            "vault" => crate::messages::part_vault(),
            "index" => crate::messages::part_index(),
            "embedder" => crate::messages::part_embedder(),
            "log" => crate::messages::part_log(),
            "owner" => crate::messages::part_owner(),
            "projects" => crate::messages::part_projects(),
            "always told" => crate::messages::part_pinned_notes(),
            "imports" => crate::messages::part_imports(),
            "team" => crate::messages::part_team(),
            "sync" => crate::messages::part_sync(),
            "tombstones" => crate::messages::part_tombstones(),
            what => what.to_owned(),
        }
    }

    fn new(what: &'static str, state: FindingState, words: impl Into<String>) -> DoctorFinding {
        DoctorFinding { what, state, words: words.into(), place: None, cure: None }
    }

    fn with_place(self, place: impl Into<PathBuf>) -> DoctorFinding {
        DoctorFinding { place: Some(place.into()), ..self }
    }

    fn cured_by(self, cure: Cure) -> DoctorFinding {
        DoctorFinding { cure: Some(cure), ..self }
    }
}

/// An error of the file system in words.
fn in_words(place: &std::path::Path, error: std::io::Error) -> String {
    StoreError::from_io(place, error).to_string()
}
