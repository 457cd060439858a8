//! The context that a client is given in answer to an event.

use jiff::Timestamp;
use palimp_core::activity::{Capture, CaptureEntry, SessionRef};
use palimp_core::observation::ObservationType;
use palimp_core::settings::Preset;
use palimp_core::{EventKind, HookEvent, ToolAction};
use palimp_store::activity::{ActivityDb, Filter, SessionFilter};

use super::{Caller, Hook};
use crate::capture;
use crate::inject::{self, Builder, Context, Frame, Given, Lately, Moment, Seen};
use crate::memory::{self, Memory};

/// The moments that the client is to be given context for. `failed` is the failure that the event leaves
/// behind.
pub(super) fn moments<'e>(event: &'e HookEvent, failed: Option<&'e str>) -> Vec<Moment<'e>> {
    if !palimp_clients::takes_context(event) {
        return Vec::new();
    }
    let moment = match (&event.kind, event.subagent) {
        (EventKind::SessionStart { source }, false) => Some(Moment::Start(*source)),
        (EventKind::SessionStart { .. }, true) => Some(Moment::Subagent),
        (EventKind::Prompt { text, .. }, false) => Some(Moment::Prompt(text)),
        (EventKind::Prompt { text, .. }, true) => Some(Moment::SubagentPrompt(text)),
        (EventKind::ToolStart(call), false) => before(&call.action),
        (EventKind::Tool(tool), false) => {
            let touched =
                tool.touched_file().map(|(path, changed)| Moment::Touch { path, changed });
            let command = matches!(tool.action, ToolAction::Shell { .. });
            let late = command && palimp_clients::hears_after_tools(event.client);
            touched.or_else(|| late.then(|| before(&tool.action)).flatten())
        }
        _ => None,
    };
    moment.into_iter().chain(failed.map(Moment::Failure)).collect()
}

/// The moment before a tool runs.
fn before(action: &ToolAction) -> Option<Moment<'_>> {
    match action {
        ToolAction::Shell { command } => Some(Moment::BeforeCommand { command }),
        ToolAction::Edit(files) => {
            let path = files.first()?.path.as_str();
            Some(Moment::BeforeFile { path, changes: true })
        }
        ToolAction::Other { .. } => None,
    }
}

/// The failed command that an event leaves behind, with what it printed, where its client takes context.
pub(super) fn failure(event: &HookEvent, capture: &Capture) -> Option<String> {
    if event.subagent || !palimp_clients::takes_context(event) {
        return None;
    }
    capture.entries.iter().find_map(|entry| match entry {
        CaptureEntry::Observation(it)
            if it.kind == ObservationType::Error && it.file_path.is_none() =>
        {
            Some(it.content.clone())
        }
        _ => None,
    })
}

impl Hook<'_> {
    /// Whether the settings let nothing be told.
    pub(super) fn is_silent(&self) -> bool {
        let inject = &self.host.settings.inject;
        inject.max_chars == 0 || inject.preset == Some(Preset::Off)
    }

    /// Gives the client what belongs to the moments, and remembers what that was.
    pub(super) fn answer(
        &self,
        moments: &[Moment],
        session: &SessionRef,
        db: &mut ActivityDb,
        caller: &mut dyn Caller,
    ) -> Result<(), memory::Error> {
        let settings = self.host.settings;
        let preset = settings.inject.preset.unwrap_or_default();
        if self.is_silent() {
            return Ok(());
        }
        caller.hurry();
        if palimp_clients::needs_start_again(self.event)
            && let Some(text) = self.start_context(session, db)?
        {
            caller.give(self.event, &text);
            return Ok(());
        }
        let given = Given::read(db.injected_state(&session.id)?.as_deref());
        let mut memory = self.memory(session, caller);
        let now = Timestamp::from_millisecond(self.host.now).unwrap_or_default();
        let mut builder =
            Builder { db: Some(db), memory: &mut memory, preset, settings, session, now };
        let mut context = Context { given: given.clone(), ..Context::default() };
        for moment in moments {
            let next = builder.build(*moment, &context.given)?;
            context = context.with(next);
        }
        let room = match preset {
            Preset::Full => settings.inject.max_chars,
            _ => settings.inject.max_chars.min(context.given.left(settings.inject.session_chars)),
        };
        // A sub-agent has heard nothing of what its session was told, and its session not what it is told.
        let is_alone = |it: &Moment| matches!(it, Moment::Subagent | Moment::SubagentPrompt(_));
        let alone = self.event.subagent || moments.iter().any(is_alone);
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
            entries.push(CaptureEntry::Given(context.given.text()));
        }
        if context.behind {
            caller.start(&["index", "--due", "--agent", &session.agent]);
        }
        if !entries.is_empty() {
            let session = session.clone();
            db.apply_capture(&Capture { session, at: self.host.now, dedupe_ms: 0, entries })?;
        }
        if context.outdated {
            Lately::renew(db, session)?;
        }
        Ok(())
    }

    /// The context that the session was given when it started last, with what is kept beside it.
    fn start_context(
        &self,
        session: &SessionRef,
        db: &ActivityDb,
    ) -> Result<Option<String>, memory::Error> {
        const MAX_INJECTIONS: usize = 200;
        let session = Some(SessionFilter::Is(session.id.clone()));
        let given =
            db.recent_injections(&Filter { session, ..Filter::default() }, MAX_INJECTIONS)?;
        let HookEvent { client, name, .. } = self.event;
        let mut texts = Vec::new();
        for one in given {
            let is_start = one.event == *name;
            if is_start || palimp_clients::is_kept_with_start(*client, &one.event) {
                texts.push(one.content);
            }
            if is_start {
                break;
            }
        }
        texts.reverse();
        Ok((!texts.is_empty()).then(|| texts.join("\n\n")))
    }

    /// The notes of the session's agent.
    fn memory(&self, session: &SessionRef, caller: &dyn Caller) -> Memory {
        let (home, settings) = (self.host.home.clone(), self.host.settings.clone());
        let models = caller.models(&settings);
        Memory::new(home, &session.agent, settings, models, self.host.user.clone())
    }
}
