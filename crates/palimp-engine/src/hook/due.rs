//! What takes long and is due after an event, which other processes do.

use palimp_core::EventKind;
use palimp_core::activity::{Capture, SessionRef};
use palimp_core::home::HomePaths;
use palimp_store::activity::ActivityDb;

use super::{Caller, Hook, Host};
use crate::worker::remember_args;
use crate::{due, hub, repository, retain, teams};

impl Hook<'_> {
    /// Starts what is due, in processes of their own.
    pub(super) fn start_what_is_due(
        &self,
        session: &SessionRef,
        db: &ActivityDb,
        caller: &mut dyn Caller,
    ) {
        let Host { home, settings, now, .. } = *self.host;
        match due::after(self.event, &session.id, db, settings, now) {
            Ok(true) => caller.start(&["flush", "--due"]),
            Ok(false) => {}
            Err(error) => caller.complain(&error.to_string()),
        }
        let starts = matches!(self.event.kind, EventKind::SessionStart { .. });
        if starts && retain::is_due(home) && retain::mark(home).is_ok() {
            caller.start(&["cleanup", "--due"]);
        }
        let tree = std::path::Path::new(&session.working_dir);
        if starts && repository::is_due(home, settings, &session.agent, tree) {
            let agent = session.agent.as_str();
            caller.start(&["index", "--due", "--agent", agent, "--tree", &session.working_dir]);
        }
        if starts && teams::is_due(home, settings) && teams::mark(home).is_ok() {
            caller.start(&["team", "sync", "--due", "--tree", &session.working_dir]);
        }
        if starts && hub::is_due(home, settings) && hub::mark(home).is_ok() {
            caller.start(&["hub", "pull", "--due", "--tree", &session.working_dir]);
        }
    }

    /// Has written down what the user asks to remember: notes are locked and synced, for which no client waits.
    pub(super) fn start_to_remember(&self, capture: &Capture, caller: &mut dyn Caller) {
        let EventKind::Prompt { text, .. } = &self.event.kind else { return };
        if self.is_under_palimp() || self.event.subagent {
            return;
        }
        if let Some(args) = remember_args(text, &capture.session.id, capture.at) {
            caller.start(&args.each_ref().map(String::as_str));
        }
    }
}

/// Has a damaged database looked at, which may take longer than a client waits: most of what can be
/// damaged is made of its rows.
pub(super) fn have_it_mended(home: &HomePaths, caller: &mut dyn Caller) {
    if retain::mending_is_due(home) && retain::mark_mending(home).is_ok() {
        caller.start(&["cleanup", "--mend"]);
    }
}
