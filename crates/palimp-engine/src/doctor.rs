//! What is wrong with a home and its surroundings, as data; and what can be mended.

mod look;
mod mend;

use std::path::PathBuf;

use jiff::Zoned;
use palimp_clients::install::{ClientPaths, HookCommand, InstallTarget};
use palimp_core::home::HomePaths;
use palimp_core::settings::Settings;
use palimp_store::StoreError;
use serde::Serialize;

use crate::memory::{AgentMemory, Models};
use crate::tombstones::KeyRing;

/// One thing that was looked at.
#[derive(Clone, Debug, Serialize)]
pub struct DoctorFinding {
    /// What was looked at, in a word or two.
    pub what: &'static str,
    /// How it is.
    pub state: FindingState,
    /// The same in words; where something is wrong, they say what to do.
    pub words: String,
    /// The file or directory that it is about.
    #[serde(skip)]
    pub place: Option<PathBuf>,
    /// What would mend it; none where nothing is to be mended, or only the user can.
    #[serde(skip)]
    pub cure: Option<Cure>,
}

/// How a thing is.
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

/// What mends something.
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
    /// What waits in the spool is taken in.
    TakeIn,
    /// What others wrote for every session goes to the review list; with what that is.
    Review(String),
    /// Lines of imports that bear the user's name go to the review list; with what they say.
    ReviewImports(String),
    /// The index is made anew from the notes; with what is wrong there.
    MakeIndex(String),
    /// A client's wiring is renewed.
    Wire(InstallTarget),
}

/// What is looked at, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DoctorPart {
    /// Whether the home is its user's alone.
    Owner,
    /// The home and its permissions.
    Home,
    /// The settings.
    Settings,
    /// The activity database.
    Database,
    /// Captures that wait.
    Spool,
    /// What killed processes were writing. That is no fault and is not told; it goes with mending.
    Leftovers,
    /// The notes.
    Vault,
    /// What others wrote into notes that every session is told.
    AlwaysTold,
    /// Lines of imports that bear the user's name.
    Imports,
    /// The index of the notes.
    Index,
    /// What teams share, and whether it may be believed.
    Teams,
    /// What organisations share.
    Hubs,
    /// What turns text into vectors.
    Embedder,
    /// The clients of this machine.
    Clients,
    /// What hooks complained of.
    Log,
}

impl DoctorPart {
    /// All of them.
    pub const ALL: [DoctorPart; 15] = [
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
        DoctorPart::Embedder,
        DoctorPart::Clients,
        DoctorPart::Log,
    ];
}

/// Whoever looks at a home, and with what.
pub struct Doctor<'a> {
    /// The home.
    pub home: &'a HomePaths,
    /// Its settings.
    pub settings: &'a Settings,
    /// The agent whose notes and index are looked at.
    pub agent: String,
    /// The user's own directory.
    pub user: Option<PathBuf>,
    /// Where the clients keep their files.
    pub places: &'a ClientPaths,
    /// The command that they are to call.
    pub command: &'a HookCommand,
    /// Where the keys of tombstones are.
    pub ring: &'a dyn KeyRing,
    /// The models of the settings.
    pub models: &'a dyn Fn() -> Models,
    /// The user's clock.
    pub clock: &'a dyn Fn() -> Zoned,
}

impl Doctor<'_> {
    /// Looks at everything.
    pub fn check_all(&self) -> Vec<DoctorFinding> {
        self.run_checks(|part| self.check_part(part))
    }

    /// Looks at everything, and mends what can be mended on the way.
    pub fn fix_all(&self) -> Vec<DoctorFinding> {
        self.run_checks(|part| self.fix_part(part))
    }

    /// In a home that is not its user's alone, nothing else is looked at: it says what others want it
    /// to say.
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

    fn open_memory(&self, models: Models) -> AgentMemory {
        let (home, settings) = (self.home.clone(), self.settings.clone());
        AgentMemory::new(home, &self.agent, settings, models, self.user.clone())
    }

    /// The agent's notes, for work that asks no model.
    fn notes_memory(&self) -> AgentMemory {
        self.open_memory(Models::default())
    }
}

impl DoctorFinding {
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
