//! The context that a client is given in answer to an event.

use jiff::Timestamp;
use palimp_core::activity::{Capture, Entry, SessionRef};
use palimp_core::observation::ObservationType;
use palimp_core::settings::Preset;
use palimp_core::{EventKind, HookEvent};
use palimp_store::activity::ActivityDb;

use super::{Caller, Hook};
use crate::capture;
use crate::inject::{self, Builder, Frame, Given, Lately, Moment, Seen};
use crate::memory::{self, Memory};

/// The moment that the client is to be given context for.
pub(super) fn moment(event: &HookEvent) -> Option<Moment<'_>> {
    if !palimp_clients::takes_context(event) {
        return None;
    }
    match (&event.kind, event.subagent) {
        (EventKind::SessionStart { source }, false) => Some(Moment::Start(*source)),
        (EventKind::SessionStart { .. }, true) => Some(Moment::Subagent),
        (EventKind::Prompt { text, .. }, false) => Some(Moment::Prompt(text)),
        (EventKind::Prompt { text, .. }, true) => Some(Moment::SubagentPrompt(text)),
        (EventKind::Tool(tool), false) => {
            tool.touched().map(|(path, changed)| Moment::Touch { path, changed })
        }
        _ => None,
    }
}

/// The failed command that an event leaves behind, with what it printed, where its client takes context.
pub(super) fn failure(event: &HookEvent, capture: &Capture) -> Option<String> {
    if event.subagent || !palimp_clients::takes_context(event) {
        return None;
    }
    capture.entries.iter().find_map(|entry| match entry {
        Entry::Observation(it) if it.kind == ObservationType::Error && it.file_path.is_none() => {
            Some(it.content.clone())
        }
        _ => None,
    })
}

impl Hook<'_> {
    /// Gives the client what belongs to the moment, and remembers what that was.
    pub(super) fn answer(
        &self,
        moment: Moment,
        session: &SessionRef,
        db: &mut ActivityDb,
        caller: &mut dyn Caller,
    ) -> Result<(), memory::Error> {
        let settings = self.host.settings;
        let preset = settings.inject.preset.unwrap_or_default();
        if settings.inject.max_chars == 0 || preset == Preset::Off {
            return Ok(());
        }
        caller.hurry();
        let given = Given::read(db.given(&session.id)?.as_deref());
        let mut memory = self.memory(session, caller);
        let now = Timestamp::from_millisecond(self.host.now).unwrap_or_default();
        let mut builder =
            Builder { db: Some(db), memory: &mut memory, preset, settings, session, now };
        let mut context = builder.build(moment, &given)?;
        let room = match preset {
            Preset::Full => settings.inject.max_chars,
            _ => settings.inject.max_chars.min(context.given.left(settings.inject.session_chars)),
        };
        // A sub-agent has heard nothing of what its session was told, and its session not what it is told.
        let alone =
            self.event.subagent || matches!(moment, Moment::Subagent | Moment::SubagentPrompt(_));
        let mut seen = if alone { Seen::default() } else { context.given.seen() };
        let frame = if alone { Frame::default() } else { context.given.frame() };
        let rendered =
            inject::render_beside(&session.project, frame, &context.sections, room, &mut seen);
        if !alone {
            context.given.history_waits = rendered.without("recent_context");
        }
        let mut entries = Vec::new();
        if let Some(text) = &rendered.text
            && caller.give(self.event, text)
        {
            entries.push(capture::injection(self.event, text));
            if !alone {
                context.given.remember(seen, text, rendered.points);
            }
        }
        if context.given != given {
            entries.push(Entry::Given(context.given.text()));
        }
        if context.behind {
            caller.start(&["index", "--due", "--agent", &session.agent]);
        }
        if !entries.is_empty() {
            let session = session.clone();
            db.apply(&Capture { session, at: self.host.now, dedupe_ms: 0, entries })?;
        }
        if context.outdated {
            Lately::renew(db, session)?;
        }
        Ok(())
    }

    /// The notes of the session's agent.
    fn memory(&self, session: &SessionRef, caller: &dyn Caller) -> Memory {
        let (home, settings) = (self.host.home.clone(), self.host.settings.clone());
        let models = caller.models(&settings);
        Memory::new(home, &session.agent, settings, models, self.host.user.clone())
    }
}
