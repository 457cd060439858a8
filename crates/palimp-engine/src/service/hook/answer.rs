//! The context that a client is given in answer to an event.

use jiff::Timestamp;
use palimp_core::activity::{Capture, CaptureEntry, SessionRef};
use palimp_core::observation::ObservationType;
use palimp_core::settings::Preset;
use palimp_core::{EventKind, HookEvent, ToolAction};
use palimp_store::activity::{ActivityDb, Filter, SessionFilter};

use super::{Hook, HookCaller};
use crate::error::Error;
use crate::home::note_store::NoteStore;
use crate::ingest::capture;
use crate::injection::inject::{
    self, Context, ContextBuilder, ContextFrame, InjectionState, InjectionTrigger,
    LineDeduplicator, RecentActivity,
};
use crate::retrieval::index_sync::IndexSync;

/// Returns the moments for which the client receives context. `failed` is the failure in this
/// event.
pub(super) fn context_moments<'e>(
    event: &'e HookEvent,
    failed: Option<&'e str>,
) -> Vec<InjectionTrigger<'e>> {
    if !palimp_clients::takes_context(event) {
        return Vec::new();
    }
    let moment = match (&event.kind, event.subagent) {
        (EventKind::SessionStart { source }, false) => Some(InjectionTrigger::Start(*source)),
        (EventKind::SessionStart { .. }, true) => Some(InjectionTrigger::Subagent),
        (EventKind::Prompt { text, .. }, false) => Some(InjectionTrigger::Prompt(text)),
        (EventKind::Prompt { text, .. }, true) => Some(InjectionTrigger::SubagentPrompt(text)),
        (EventKind::ToolStart(call), false) => moment_before(&call.action),
        (EventKind::Tool(tool), false) => {
            let touched = tool
                .touched_file()
                .map(|(path, changed)| InjectionTrigger::Touch { path, changed });
            let command = matches!(tool.action, ToolAction::Shell { .. });
            let late = command && palimp_clients::hears_after_tools(event.client);
            touched.or_else(|| late.then(|| moment_before(&tool.action)).flatten())
        }
        _ => None,
    };
    moment.into_iter().chain(failed.map(InjectionTrigger::Failure)).collect()
}

/// Returns the moment before a tool runs.
fn moment_before(action: &ToolAction) -> Option<InjectionTrigger<'_>> {
    match action {
        ToolAction::Shell { command } => Some(InjectionTrigger::BeforeCommand { command }),
        ToolAction::Edit(files) => {
            let path = files.first()?.path.as_str();
            Some(InjectionTrigger::BeforeFile { path, changes: true })
        }
        ToolAction::Other { .. } => None,
    }
}

/// Returns the failed command in an event with its output, if its client takes context.
pub(super) fn failed_command(event: &HookEvent, capture: &Capture) -> Option<String> {
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
    /// True if the settings allow no injection.
    pub(super) fn is_silent(&self) -> bool {
        let inject = &self.host.settings.inject;
        inject.max_chars == 0 || inject.preset == Some(Preset::Off)
    }

    /// Sends the client the context for the moments and records what was injected.
    pub(super) fn answer_moments(
        &self,
        moments: &[InjectionTrigger],
        session: &SessionRef,
        db: &mut ActivityDb,
        caller: &mut dyn HookCaller,
    ) -> Result<(), Error> {
        let settings = self.host.settings;
        let preset = settings.inject.preset.unwrap_or_default();
        if self.is_silent() {
            return Ok(());
        }
        caller.start_deadline();
        if palimp_clients::needs_start_again(self.event)
            && let Some(text) = self.start_context(session, db)?
        {
            caller.send_context(self.event, &text);
            return Ok(());
        }
        let before = InjectionState::from_json(db.injection_state(&session.id)?.as_deref());
        let mut memory = self.open_memory(session, caller);
        let now = Timestamp::from_millisecond(self.host.now).unwrap_or_default();
        let mut builder =
            ContextBuilder { db: Some(db), memory: &mut memory, preset, settings, session, now };
        let mut context = Context { state: before.clone(), ..Context::default() };
        for moment in moments {
            let next = builder.build(*moment, &context.state)?;
            context = context.merge_context(next);
        }
        let room = match preset {
            Preset::Full => settings.inject.max_chars,
            _ => settings
                .inject
                .max_chars
                .min(context.state.remaining_chars(settings.inject.session_chars)),
        };
        // A sub-agent has heard nothing of what its session was told, and its session not what it is told.
        let is_alone = |it: &InjectionTrigger| {
            matches!(it, InjectionTrigger::Subagent | InjectionTrigger::SubagentPrompt(_))
        };
        let alone = self.event.subagent || moments.iter().any(is_alone);
        let mut seen = if alone {
            LineDeduplicator::default()
        } else {
            LineDeduplicator::from_hashes(&context.state.told)
        };
        let frame = if alone { ContextFrame::default() } else { context.state.frame_state() };
        let rendered =
            inject::render_beside(&session.project, frame, &context.sections, room, &mut seen);
        if !alone {
            context.state.history_waits = rendered.is_crowded_out("recent_context");
        }
        let mut entries = Vec::new();
        if let Some(text) = &rendered.text
            && caller.send_context(self.event, text)
        {
            entries.push(capture::injection_entry(self.event, text));
            if !alone {
                context.state.record_injection(seen.into_hashes(), text, rendered.points);
            }
        }
        if context.state != before {
            entries.push(CaptureEntry::InjectionState(context.state.to_json()));
        }
        if context.behind {
            caller.spawn_palimp(&["index", "--due", "--agent", &session.agent]);
        }
        if !entries.is_empty() {
            let session = session.clone();
            db.apply_capture(&Capture { session, at: self.host.now, dedupe_ms: 0, entries })?;
        }
        if context.outdated {
            RecentActivity::rebuild_cache(db, session)?;
        }
        Ok(())
    }

    /// The context that the session was given when it started last, with what is kept beside it.
    fn start_context(
        &self,
        session: &SessionRef,
        db: &ActivityDb,
    ) -> Result<Option<String>, Error> {
        const MAX_INJECTIONS: usize = 200;
        let session = Some(SessionFilter::Is(session.id.clone()));
        let injections =
            db.recent_injections(&Filter { session, ..Filter::default() }, MAX_INJECTIONS)?;
        let HookEvent { client, name, .. } = self.event;
        let mut texts = Vec::new();
        for one in injections {
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

    /// Opens the memory of the session's agent.
    fn open_memory(&self, session: &SessionRef, caller: &dyn HookCaller) -> IndexSync {
        let (home, settings) = (self.host.home.clone(), self.host.settings.clone());
        let models = caller.models(&settings);
        IndexSync::new(
            NoteStore::new(home, &session.agent, settings, self.host.user.clone()),
            models,
        )
    }
}
