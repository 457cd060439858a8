//! Projects of a memory, and the context that the next session in one starts with.

use std::collections::HashSet;
use std::path::Path;

use jiff::Timestamp;
use palimp_core::activity::{SessionRef, StoredSession};
use palimp_core::project::ProjectIdentity;
use palimp_core::settings::{Preset, Settings};
use palimp_core::{AgentClient, StartSource};
use palimp_note::page;
use palimp_store::activity::{ActivityDb, Filter};

use crate::error::Error;
use crate::home::note_store::NoteStore;
use crate::home::projects::ProjectTable;
use crate::injection::inject::{
    self, ContextBuilder, InjectionState, InjectionTrigger, Rendered, StandingRule,
};
use crate::retrieval::index_sync::IndexSync;

/// Project in which sessions worked, or that has a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownProject {
    /// Id of the project.
    pub id: String,
    /// Name of the project.
    pub name: String,
    /// Working directory of the newest session; empty where none is known.
    pub working_dir: String,
    /// End of the newest session, in milliseconds since the Unix epoch.
    pub last_at: Option<i64>,
}

impl KnownProject {
    fn from_session(session: StoredSession) -> KnownProject {
        let StoredSession { project_id: id, project: name, working_dir, ended_at, .. } = session;
        KnownProject { id, name, working_dir, last_at: Some(ended_at) }
    }

    /// Returns the project, with its root where that is still there.
    pub fn project(&self, table: &ProjectTable) -> ProjectIdentity {
        let directory = Path::new(&self.working_dir);
        let around = (!self.working_dir.is_empty()).then(|| table.identify(directory).project);
        around.filter(|around| around.id == self.id).unwrap_or_else(|| ProjectIdentity {
            id: self.id.clone(),
            name: self.name.clone(),
            root: directory.to_owned(),
        })
    }
}

/// Context at the start of the next session.
#[derive(Clone, Debug)]
pub struct NextStart {
    /// Rendered context.
    pub told: Rendered,
    /// Rules that hold in the project, also those that the context has no room for.
    pub rules: Vec<StandingRule>,
}

impl NoteStore {
    /// Lists the projects of the agent, the most recently worked one first; those without a session
    /// come last.
    ///
    /// # Errors
    ///
    /// Returns an error if the database or a note cannot be read.
    pub fn list_projects(&self, db: Option<&ActivityDb>) -> Result<Vec<KnownProject>, Error> {
        let filter = Filter { agent: Some(self.agent().to_owned()), ..Filter::default() };
        let worked = db.map(|db| db.newest_by_project(&filter)).transpose()?.unwrap_or_default();
        let mut found: Vec<KnownProject> =
            worked.into_iter().map(KnownProject::from_session).collect();
        let mut known: HashSet<String> = found.iter().map(|it| it.id.clone()).collect();
        for note in self.scan_notes()?.into_iter().map(|note| note.path).filter(page::is_page) {
            let text = self.read_note(note.as_str())?.unwrap_or_default();
            let Some(by) = page::section_provenances(&text).next() else { continue };
            let (Some(id), name) = (by.project_id, by.project.unwrap_or_default()) else {
                continue;
            };
            if known.insert(id.clone()) {
                found.push(KnownProject { id, name, working_dir: String::new(), last_at: None });
            }
        }
        Ok(found)
    }
}

/// Returns an imagined session in a project, to build the context that a real one would get.
pub fn imagined_session(agent: &str, project: &ProjectIdentity) -> SessionRef {
    SessionRef {
        id: String::new(),
        client: AgentClient::Claude,
        agent: agent.to_owned(),
        project_id: project.id.clone(),
        project: project.name.clone(),
        working_dir: project.root.to_string_lossy().into_owned(),
    }
}

/// Builds the context that the next session in a project starts with, as `palimp context` prints it.
///
/// # Errors
///
/// When the database or a note cannot be read.
pub fn next_start(
    db: Option<&ActivityDb>,
    memory: &mut IndexSync,
    settings: &Settings,
    project: &ProjectIdentity,
    now: Timestamp,
) -> Result<NextStart, Error> {
    let session = imagined_session(memory.notes.agent(), project);
    let mut builder =
        ContextBuilder { db, memory, preset: Preset::Lean, settings, session: &session, now };
    let start = InjectionTrigger::Start(StartSource::Startup);
    let context = builder.build(start, &InjectionState::default())?;
    let rules = builder.applicable_rules()?;
    let told = inject::render(&session.project, &context.sections, settings.inject.max_chars);
    Ok(NextStart { told, rules })
}
