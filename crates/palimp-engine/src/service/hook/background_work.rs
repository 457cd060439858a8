//! Starts background processes for slow work that is due after an event.

use palimp_core::EventKind;
use palimp_core::activity::{Capture, SessionRef};
use palimp_core::home::HomePaths;
use palimp_store::activity::ActivityDb;

use super::{Hook, HookCaller, HookHost};
use crate::consolidation::schedule;
use crate::erasure::retain;
use crate::home::device_sync;
use crate::retrieval::repository;
use crate::service::worker::remember_args;
use crate::sharing::hub;
use crate::sharing::teams;

impl Hook<'_> {
    /// Starts what is due, in processes of their own.
    pub(super) fn start_what_is_due(
        &self,
        session: &SessionRef,
        db: &ActivityDb,
        caller: &mut dyn HookCaller,
    ) {
        let HookHost { home, settings, now, .. } = *self.host;
        match schedule::is_flush_due_after(self.event, &session.id, db, settings, now) {
            Ok(true) => caller.spawn_palimp(&["flush", "--due"]),
            Ok(false) => {}
            Err(error) => caller.report_error(&error.to_string()),
        }
        let starts = matches!(self.event.kind, EventKind::SessionStart { .. });
        if starts && retain::is_due(home) && retain::mark_run(home).is_ok() {
            caller.spawn_palimp(&["cleanup", "--due"]);
        }
        let tree = std::path::Path::new(&session.working_dir);
        if starts && repository::is_due(home, settings, &session.agent, tree) {
            let agent = session.agent.as_str();
            caller.spawn_palimp(&[
                "index", "--due", "--agent", agent, "--tree", &session.working_dir,
            ]);
        }
        let ends = matches!(self.event.kind, EventKind::SessionEnd { .. });
        if (starts && device_sync::is_due(home, settings))
            || (ends && device_sync::is_on(home, settings))
        {
            caller.spawn_palimp(&["sync", "--due"]);
        }
        if starts && teams::is_due(home, settings) && teams::mark_sync(home).is_ok() {
            caller.spawn_palimp(&["team", "sync", "--due", "--tree", &session.working_dir]);
        }
        if starts && hub::is_due(home, settings) && hub::mark_pulled(home).is_ok() {
            caller.spawn_palimp(&["hub", "pull", "--due", "--tree", &session.working_dir]);
        }
    }

    /// Has written down what the user asks to remember: notes are locked and synced, for which no client waits.
    pub(super) fn start_to_remember(&self, capture: &Capture, caller: &mut dyn HookCaller) {
        let EventKind::Prompt { text, .. } = &self.event.kind else { return };
        if self.is_under_palimp() || self.event.subagent {
            return;
        }
        if let Some(args) = remember_args(text, &capture.session.id, capture.at) {
            caller.spawn_palimp(&args.each_ref().map(String::as_str));
        }
    }
}

/// Has a damaged database looked at, which may take longer than a client waits: most of what can be
/// damaged is made of its rows.
pub(super) fn have_it_mended(home: &HomePaths, caller: &mut dyn HookCaller) {
    if retain::mending_is_due(home) && retain::mark_mending(home).is_ok() {
        caller.spawn_palimp(&["cleanup", "--mend"]);
    }
}
