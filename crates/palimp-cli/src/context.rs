//! Context of every command: the home, the settings, the agent and the time.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use palimp_core::home::HomePaths;
use palimp_core::project::{DEFAULT_AGENT, agent_for};
use palimp_core::settings::Settings;
use palimp_engine::erasure::sweep;
use palimp_engine::home::exclusion::Exclusions;
use palimp_engine::home::note_store::NoteStore;
use palimp_engine::identify_project;
use palimp_engine::ingest::open_activity;
use palimp_engine::ingest::open_activity::{ActivityDb, Filter};
use palimp_engine::retrieval::index_sync::{IndexSync, Models};
use palimp_engine::service::worker::Worker;

use crate::error::CliError;
use crate::output::note;

/// The home that is named by `flag`, else by `PALIMP_HOME`, else `~/.palimp`; `None` where there is
/// no home directory at all.
pub(crate) fn locate_home(flag: Option<&Path>) -> Option<HomePaths> {
    let named =
        flag.map(Path::to_owned).or_else(|| std::env::var_os("PALIMP_HOME").map(PathBuf::from));
    let root = match named.filter(|path| !path.as_os_str().is_empty()) {
        Some(path) => path,
        None => user_home()?.join(".palimp"),
    };
    Some(HomePaths::new(std::path::absolute(&root).unwrap_or(root)))
}

/// The user's own directory.
pub(crate) fn user_home() -> Option<PathBuf> {
    std::env::home_dir().filter(|path| !path.as_os_str().is_empty())
}

/// Now, in milliseconds since the Unix epoch; 0 for a clock that stands before it.
pub(crate) fn now_ms() -> i64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

/// Context of a command that a person runs.
#[derive(Clone)]
pub(crate) struct Cx {
    /// The home.
    pub(crate) home: HomePaths,
    /// Its settings.
    pub(crate) settings: Settings,
    /// The agent that `--agent` named.
    pub(crate) agent: Option<String>,
    /// True if the answer is one JSON document.
    pub(crate) json: bool,
}

impl Cx {
    /// The agent: named, or the one whose project this directory is.
    pub(crate) fn agent(&self) -> String {
        match &self.agent {
            Some(agent) => agent.clone(),
            None if self.settings.agents.by_id.is_empty() => DEFAULT_AGENT.to_owned(),
            None => agent_for(&self.current_project(), &self.settings.agents.by_id).to_owned(),
        }
    }

    /// The agents that there are: those of the settings, the usual one, and the one that was named
    /// where it has notes.
    pub(crate) fn known_agents(&self) -> Vec<String> {
        let of_settings = self.settings.agents.by_id.iter().map(|(id, _)| id.clone());
        let named = self.agent.clone().filter(|agent| self.home.vault_dir(agent).exists());
        let mut known: Vec<String> =
            [DEFAULT_AGENT.to_owned()].into_iter().chain(of_settings).chain(named).collect();
        known.sort_unstable();
        known.dedup();
        known
    }

    /// The project of the working directory.
    pub(crate) fn current_project(&self) -> palimp_core::project::ProjectIdentity {
        let cwd = std::env::current_dir().unwrap_or_else(|_| PathBuf::from("/"));
        identify_project(&self.home, &cwd).project
    }

    /// Refuses to start a conversation in a directory that the user leaves out.
    ///
    /// # Errors
    ///
    /// When the directory is excluded or palimp is paused there.
    pub(crate) fn refuse_excluded(&self) -> Result<(), CliError> {
        let cwd = std::env::current_dir().unwrap_or_else(|_| PathBuf::from("/"));
        let place = identify_project(&self.home, &cwd);
        let exclusions = Exclusions::load(&self.home, &self.settings);
        match exclusions.of_session(&cwd, &place, "", now_ms()) {
            Some(why) => Err(CliError::user(crate::messages::cannot_run_excluded(why.in_words()))),
            None => Ok(()),
        }
    }

    /// Returns a session of nobody's in the present project, for whoever asks about one.
    pub(crate) fn imagined_session(&self) -> palimp_core::activity::SessionRef {
        palimp_engine::notes::project::imagined_session(&self.agent(), &self.current_project())
    }

    /// The activity database to look something up in, with the spool taken in; `None` when nothing
    /// was ever captured. One that cannot be written is read as it is.
    pub(crate) fn activity_to_read(&self) -> Result<Option<ActivityDb>, CliError> {
        let open_activity::CapturedActivity { db, not_shown } =
            open_activity::to_look_up(&self.home)?;
        not_shown.iter().for_each(|why| note(format!("palimp: {why}")));
        Ok(db)
    }

    /// The activity database to be changed, with the spool taken in; `None` when nothing was ever
    /// captured.
    pub(crate) fn activity_to_change(&self) -> Result<Option<ActivityDb>, CliError> {
        Ok(open_activity::to_change(&self.home)?)
    }

    /// The database, made where there is none.
    pub(crate) fn activity_or_new(&self) -> Result<ActivityDb, CliError> {
        Ok(open_activity::or_new(&self.home)?)
    }

    /// The memory of this agent, with the models of the settings.
    pub(crate) fn memory(&self) -> IndexSync {
        let models = crate::models::open_models(&self.home, &self.settings);
        self.memory_with(self.settings.clone(), models)
    }

    /// The notes of this agent.
    pub(crate) fn notes(&self) -> NoteStore {
        NoteStore::new(self.home.clone(), &self.agent(), self.settings.clone(), user_home())
    }

    /// The index of this agent's notes, for work that asks no model.
    pub(crate) fn memory_without_models(&self) -> IndexSync {
        IndexSync::new(self.notes(), Models::default())
    }

    /// The memory of this agent under other settings.
    pub(crate) fn memory_with(&self, settings: Settings, models: Models) -> IndexSync {
        IndexSync::new(
            NoteStore::new(self.home.clone(), &self.agent(), settings, user_home()),
            models,
        )
    }

    /// Lends whoever does what is due, with the models of the settings.
    pub(crate) fn at_work<T>(
        &self,
        work: impl FnOnce(&Worker) -> Result<T, CliError>,
    ) -> Result<T, CliError> {
        work(&Worker {
            home: &self.home,
            settings: &self.settings,
            user: user_home(),
            places: crate::client_setup::client_places().ok().as_ref(),
            ring: &self.tombstone_ring(),
            distillers: &|client| crate::models::distiller_for(self, client),
            sorter: &|| crate::models::default_distiller(self),
            models: &|| crate::models::open_models(&self.home, &self.settings),
            clock: &jiff::Zoned::now,
        })
    }

    /// Removes what killed processes were writing, here and beside the clients' files; answers how
    /// many files and directories that were.
    pub(crate) fn sweep_leftovers(&self) -> usize {
        let (user, places) = (user_home(), crate::client_setup::client_places().ok());
        sweep::sweep_all(&self.home, &self.settings, user.as_deref(), places.as_ref())
    }

    /// Lets the oldest of the earlier versions of notes go where there are too many.
    pub(crate) fn bound_history(&self) {
        let user = user_home();
        sweep::bound_history(&self.home, &self.settings, user.as_deref());
    }

    /// A filter for this agent alone.
    pub(crate) fn agent_filter(&self) -> Filter {
        Filter { agent: Some(self.agent()), ..Filter::default() }
    }
}
