//! Pointers that a session was told, and those that it opened afterwards.
//!
//! An opened pointer is known from a captured command (`palimp show s:26a1a7ce`), from a captured call of
//! `memory_get`, and from the log that `palimp show` and the MCP server keep of what a session opens. Hooks
//! write nothing for it. A client that names its session to nobody is seen by its commands alone.

use std::collections::HashMap;

use palimp_core::activity::StoredObservation;
use palimp_core::home::HomePaths;
use palimp_core::observation::command_of;
use palimp_core::pointer::{Pointer, pointers_in};
use palimp_core::project::ProjectIdentity;
use palimp_store::StoreError;
use palimp_store::activity::{ActivityDb, AgentAct, AgentDeed};
use serde::Serialize;

use crate::ingest::open_activity;

/// Counts of pointers that were told, and of those that were opened later in the session.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PointerCount {
    /// Pointers that were told.
    pub told: usize,
    /// Pointers that were opened after that.
    pub opened: usize,
}

impl PointerCount {
    /// Adds another count.
    pub fn add_counts(&mut self, other: PointerCount) {
        self.told += other.told;
        self.opened += other.opened;
    }
}

/// A session that opens a pointer.
#[derive(Clone, Copy, Debug)]
pub struct PointerOpening<'a> {
    /// The client by its name here.
    pub client: &'a str,
    /// Its session.
    pub session: &'a str,
    /// The agent whose memory it is.
    pub agent: &'a str,
    /// The project in which it works.
    pub project: &'a ProjectIdentity,
    /// Now, in milliseconds since the Unix epoch.
    pub now: i64,
}

impl PointerOpening<'_> {
    /// Records that the session opened a pointer; ignored if the session has no name or the home
    /// cannot be written.
    pub fn record_pointer(&self, home: &HomePaths, pointer: &Pointer) {
        let Ok(db) = open_activity::to_note(home) else { return };
        if self.session.is_empty() {
            return;
        }
        let act = AgentAct {
            created_at: self.now,
            client: self.client.to_owned(),
            session_id: self.session.to_owned(),
            agent: self.agent.to_owned(),
            project_id: self.project.id.clone(),
            project: self.project.name.clone(),
            deed: AgentDeed::Open,
            path: None,
            text: pointer.to_short().to_string(),
        };
        let _ = db.log_act(&act);
    }
}

/// The pointers that a session opened, with the last moment of each.
#[derive(Debug, Default)]
pub(crate) struct Opened(HashMap<Pointer, i64>);

impl Opened {
    /// Loads the pointers that a session opened; `done` are its captured tool uses.
    pub(crate) fn load(
        db: &ActivityDb,
        agent: Option<&str>,
        session: &str,
        done: &[StoredObservation],
    ) -> Result<Opened, StoreError> {
        let mut opened = Opened::default();
        for (at, text) in db.opened_pointers(agent, session)? {
            opened.add_pointers_in(at, &text);
        }
        for row in done {
            let command = command_of(&row.content);
            let opens = row.tool_name.ends_with("memory_get")
                || command.split_once("palimp show ").is_some();
            if opens {
                opened.add_pointers_in(row.created_at, command);
            }
        }
        Ok(opened)
    }

    fn add_pointers_in(&mut self, at: i64, text: &str) {
        for pointer in pointers_in(text) {
            let last = self.0.entry(pointer).or_insert(at);
            *last = at.max(*last);
        }
    }

    /// Counts the pointers of a context that was injected at a moment.
    pub(crate) fn count_in_context(&self, context: &str, at: i64) -> PointerCount {
        let told = pointers_in(context);
        let is_opened = |it: &&Pointer| self.0.get(*it).is_some_and(|opened| *opened >= at);
        PointerCount { told: told.len(), opened: told.iter().filter(is_opened).count() }
    }

    /// Counts the pointers of all contexts of a session, each once.
    pub(crate) fn count_all(&self, contexts: &[(i64, String)]) -> PointerCount {
        let mut first: HashMap<Pointer, i64> = HashMap::new();
        for (at, context) in contexts {
            for pointer in pointers_in(context) {
                let told = first.entry(pointer).or_insert(*at);
                *told = (*told).min(*at);
            }
        }
        let is_opened =
            |(it, told): &(&Pointer, &i64)| self.0.get(*it).is_some_and(|opened| opened >= *told);
        PointerCount { told: first.len(), opened: first.iter().filter(is_opened).count() }
    }
}
