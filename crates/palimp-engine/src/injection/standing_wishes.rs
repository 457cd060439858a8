//! Wishes of the user that conversations tell: said session after session, or laid down once.
//!
//! Prompts are weighed and compared for them, which takes longer than a client may wait: the worker behind a
//! session does it, and a hook reads what lies ready.

use std::collections::BTreeSet;

use palimp_core::activity::SessionRef;
use palimp_store::StoreError;
use palimp_store::activity::ActivityDb;
use serde::{Deserialize, Serialize};

use crate::injection::earlier_statements::{
    EarlierStatement, earlier_statements, statements_for_all,
};
use crate::injection::habits::{Habit, find_habits};

/// Another version of palimp may weigh prompts in another way, or write this in another form.
const WISHES_VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), " 2");
/// Stands for all projects of an agent.
const ALL_PROJECTS: &str = "*";
/// The sessions, the newest ones, whose projects have their wishes ready.
const MAX_SESSIONS: usize = 48;

/// Wishes of a user in a project.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct StandingWishes {
    /// Said session after session.
    pub(crate) habits: Vec<Habit>,
    /// Laid down once and not reversed since, the newest first.
    pub(crate) statements: Vec<EarlierStatement>,
}

impl StandingWishes {
    /// Reads them off the last conversations of an agent in a project, and off those that speak for all projects.
    pub(crate) fn from_conversations(
        db: &ActivityDb,
        agent: &str,
        project: &str,
    ) -> Result<StandingWishes, StoreError> {
        Ok(of_project(db, agent, project)?.merge_with(of_all(db, agent)?))
    }

    /// Returns those that lie ready for a session.
    pub(crate) fn read_stored(
        db: &ActivityDb,
        session: &SessionRef,
    ) -> Result<StandingWishes, StoreError> {
        let here = stored_wishes(db, &session.agent, &session.project_id)?;
        let everywhere = stored_wishes(db, &session.agent, ALL_PROJECTS)?;
        Ok(here.unwrap_or_default().merge_with(everywhere.unwrap_or_default()))
    }

    fn merge_with(mut self, others: StandingWishes) -> StandingWishes {
        self.habits.extend(others.habits);
        self.statements.extend(others.statements);
        self
    }
}

/// Puts them together for the projects, by agent and id, in which something was said since, and for those of the
/// newest sessions that have none ready.
pub(crate) fn renew_changed(
    db: &ActivityDb,
    changed: &[(String, String)],
) -> Result<(), StoreError> {
    renew_where(db, |agent, project| {
        changed.iter().any(|(of, id)| (of.as_str(), id.as_str()) == (agent, project))
    })
}

/// Renews the stored wishes of the projects of the newest sessions, as an import needs.
pub fn renew_all(db: &ActivityDb) -> Result<(), StoreError> {
    renew_where(db, |_, _| true)
}

fn renew_where(db: &ActivityDb, is_changed: impl Fn(&str, &str) -> bool) -> Result<(), StoreError> {
    let mut agents = BTreeSet::new();
    for (agent, project) in db.newest_projects(MAX_SESSIONS)? {
        if is_changed(&agent, &project) || stored_wishes(db, &agent, &project)?.is_none() {
            store_wishes(db, &agent, &project, of_project)?;
            agents.insert(agent);
        }
    }
    agents.iter().try_for_each(|agent| {
        store_wishes(db, agent, ALL_PROJECTS, |db, agent, _| of_all(db, agent))
    })
}

fn of_project(db: &ActivityDb, agent: &str, project: &str) -> Result<StandingWishes, StoreError> {
    let habits = find_habits(db, agent, project)?;
    Ok(StandingWishes { habits, statements: earlier_statements(db, agent, project)? })
}

fn of_all(db: &ActivityDb, agent: &str) -> Result<StandingWishes, StoreError> {
    Ok(StandingWishes { habits: Vec::new(), statements: statements_for_all(db, agent)? })
}

fn stored_wishes(
    db: &ActivityDb,
    agent: &str,
    project: &str,
) -> Result<Option<StandingWishes>, StoreError> {
    let text = db.wishes(agent, project)?;
    let parsed = text.and_then(|it| serde_json::from_str::<(String, StandingWishes)>(&it).ok());
    Ok(parsed.filter(|(version, _)| version == WISHES_VERSION).map(|(_, wishes)| wishes))
}

fn store_wishes(
    db: &ActivityDb,
    agent: &str,
    project: &str,
    read: impl FnOnce(&ActivityDb, &str, &str) -> Result<StandingWishes, StoreError>,
) -> Result<(), StoreError> {
    db.keep_wishes(agent, project, |db| {
        let wishes = read(db, agent, project)?;
        Ok(serde_json::to_string(&(WISHES_VERSION, wishes)).unwrap_or_default())
    })
}
