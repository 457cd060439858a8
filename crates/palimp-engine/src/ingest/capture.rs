//! Event → observations and messages: filter, redact, recognise what came before, write; drains the spool.

use std::borrow::Cow;
use std::collections::HashMap;
use std::path::Path;
use std::time::{Duration, Instant};

use palimp_core::activity::{
    Capture, CaptureEntry, MessageRole, NewInjection, NewMessage, NewObservation, SessionRef,
    trace_of,
};
use palimp_core::home::HomePaths;
use palimp_core::observation::{CapturePolicy, Observation, observe_tool_use};
use palimp_core::project::agent_for;
use palimp_core::settings::Settings;
use palimp_core::text::prefix;
use palimp_core::{EventKind, FileChange, HookEvent, ToolAction, ToolOutcome, ToolUse};
use palimp_redact::Redactor;
use palimp_rules::explains_cause;
use palimp_store::StoreError;
use palimp_store::activity::{ActivityDb, AppliedCounts, BusyPolicy};
use palimp_store::spool::Spool;

use crate::home::exclusion;
use crate::home::project_discovery::{self, ProjectLocation};
use crate::home::projects::ProjectTable;
use crate::home::redaction;
use crate::ingest::injection_state::InjectionState;

/// Settings and time of a capture.
#[derive(Clone, Debug)]
pub struct CaptureContext<'a> {
    /// The settings.
    pub settings: &'a Settings,
    /// The agent that the hook was installed for; found by the project where it is `None`.
    pub agent: Option<&'a str>,
    /// Now, in milliseconds since the Unix epoch.
    pub now: i64,
    /// True if another process captures the messages of this session.
    pub leave_messages: bool,
}

/// The session of `event`, and where it works.
pub fn session_of(
    event: &HookEvent,
    setting: &CaptureContext,
    (home, fallback): (&HomePaths, &Path),
) -> (SessionRef, ProjectLocation) {
    let cwd = event.cwd.as_deref().unwrap_or(fallback);
    let place = crate::identify_project(home, cwd);
    (session_in(event, setting, cwd, &place), place)
}

/// The session of `event`, which works in `cwd`, of which the place is known.
pub fn session_in(
    event: &HookEvent,
    setting: &CaptureContext,
    cwd: &Path,
    place: &ProjectLocation,
) -> SessionRef {
    let named = || agent_for(&place.project, &setting.settings.agents.by_id);
    let redactor = redaction::redactor(setting.settings);
    SessionRef {
        id: redactor.redact(&event.session_id).into_owned(),
        client: event.client,
        agent: setting.agent.unwrap_or_else(named).to_owned(),
        project_id: place.project.id.clone(),
        project: redactor.redact(&place.project.name).into_owned(),
        working_dir: redactor.redact(&cwd.to_string_lossy()).into_owned(),
    }
}

/// Builds the capture of `event`, redacted and ready to be written. `late` are tools whose outcome
/// the client reported only now.
pub fn build_capture(
    event: &HookEvent,
    late: &[ToolUse],
    session: SessionRef,
    place: &ProjectLocation,
    setting: &CaptureContext,
) -> Capture {
    let keeper = Keeper {
        redactor: redaction::redactor(setting.settings),
        settings: setting.settings,
        place,
    };
    // What a sub-agent is told, nobody said to anyone.
    let kept = !setting.leave_messages && !event.subagent;
    let message = |role, text: &str, turn: &Option<String>| {
        kept.then(|| keeper.message_entry(role, text, turn.as_deref())).flatten()
    };
    let entries: Vec<CaptureEntry> = match &event.kind {
        EventKind::Tool(tool) => {
            keeper.observations_of_tool(tool).into_iter().map(CaptureEntry::Observation).collect()
        }
        EventKind::Prompt { text, turn } => Vec::from_iter(message(MessageRole::User, text, turn)),
        EventKind::TurnEnd { reply, turn, .. } => {
            let reply =
                reply.as_deref().and_then(|reply| message(MessageRole::Assistant, reply, turn));
            let late = late
                .iter()
                .flat_map(|tool| keeper.observations_of_tool(tool))
                .map(CaptureEntry::Outcome);
            late.chain(reply).chain([CaptureEntry::Summary]).collect()
        }
        EventKind::SessionEnd { .. } => vec![CaptureEntry::Summary],
        EventKind::TranscriptExtra { role, text, turn }
            if *role != MessageRole::Step || explains_cause(text) =>
        {
            Vec::from_iter(message(*role, text, turn))
        }
        EventKind::SessionStart { .. }
        | EventKind::PreCompact { .. }
        | EventKind::ToolStart(_)
        | EventKind::TranscriptExtra { .. } => Vec::new(),
    };
    let ends = matches!(event.kind, EventKind::SessionEnd { .. } | EventKind::PreCompact { .. });
    let due =
        (ends && !event.subagent && !setting.leave_messages).then_some(CaptureEntry::FlushDue);
    let entries = entries.into_iter().chain(due).collect();
    let dedupe_ms = setting.settings.capture.dedupe_seconds * 1_000;
    Capture { session, at: setting.now, dedupe_ms, entries }
}

/// Creates the entry for context injected in answer to `event`.
pub fn injection_entry(event: &HookEvent, content: &str) -> CaptureEntry {
    CaptureEntry::Injection(NewInjection { event: event.name.clone(), content: content.to_owned() })
}

/// Turns what was used and said into what is kept.
struct Keeper<'a> {
    redactor: Redactor,
    settings: &'a Settings,
    place: &'a ProjectLocation,
}

/// Maximum length of a secret, in characters; the kept part of a text lies within this distance of
/// one end.
const MAX_SECRET_CHARS: usize = 32_768;

impl Keeper<'_> {
    fn observations_of_tool(&self, tool: &ToolUse) -> Vec<NewObservation> {
        let root = self.place.project.root.to_string_lossy();
        let policy = CapturePolicy {
            tools: &self.settings.capture.tools,
            skip_paths: &self.settings.capture.skip_paths,
            max_chars: self.settings.capture.max_chars,
            root: Some(&root),
        };
        let tree = self.place.tree();
        let tool = match exclusion::has_ignore_file(tree) {
            true => exclusion::without_ignored_files(tool, tree).map(Cow::Owned),
            false => Some(Cow::Borrowed(tool)),
        };
        let Some(tool) = tool else { return Vec::new() };
        // Secrets are taken out before anything is cut, for half a secret looks like none.
        let kept = observe_tool_use(&self.redact_tool_use(&tool), &policy);
        if kept.is_empty() {
            return Vec::new();
        }
        let commit = project_discovery::git_head(self.place);
        kept.into_iter()
            .map(|observation| self.redact_observation(observation, commit.clone()))
            .collect()
    }

    fn redact_observation(
        &self,
        observation: Observation,
        commit_sha: Option<String>,
    ) -> NewObservation {
        NewObservation {
            tool_name: self.redact_text(&observation.tool_name),
            kind: observation.kind,
            file_path: observation.file_path.as_deref().map(|path| self.redact_text(path)),
            content: self.redact_text(&observation.content),
            tags: self.redact_text(&observation.tags.join(",")),
            importance: observation.importance,
            commit_sha,
            call_id: observation.call_id.as_deref().map(|id| self.redact_text(id)),
        }
    }

    fn message_entry(
        &self,
        role: MessageRole,
        text: &str,
        turn: Option<&str>,
    ) -> Option<CaptureEntry> {
        let content = self.redact_text(text.trim());
        if content.is_empty() {
            return None;
        }
        let trace = (role != MessageRole::User).then(|| trace_of(&content)).flatten();
        let turn = turn.map(|turn| self.redact_text(turn));
        Some(CaptureEntry::Message(NewMessage { role, content, trace, turn }))
    }

    fn redact_text(&self, text: &str) -> String {
        self.redactor.redact(text).into_owned()
    }

    /// Redacts what will be kept of a tool's use.
    fn redact_tool_use(&self, tool: &ToolUse) -> ToolUse {
        ToolUse {
            name: tool.name.clone(),
            id: tool.id.clone(),
            action: match &tool.action {
                ToolAction::Edit(edits) => {
                    ToolAction::Edit(edits.iter().map(|edit| self.clean_edit(edit)).collect())
                }
                ToolAction::Shell { command } => {
                    ToolAction::Shell { command: self.redact_head(command).into_owned() }
                }
                ToolAction::Other { input } => {
                    ToolAction::Other { input: self.redact_head(input).into_owned() }
                }
            },
            outcome: tool.outcome.clone(),
            output: self.redact_text(&tool.output),
        }
    }

    fn clean_edit(&self, edit: &palimp_core::FileEdit) -> palimp_core::FileEdit {
        let change = match &edit.change {
            FileChange::Replace(pairs) => FileChange::Replace(
                pairs
                    .iter()
                    .map(|(old, new)| (self.redact_text(old), self.redact_text(new)))
                    .collect(),
            ),
            FileChange::Write(content) => FileChange::Write(self.redact_head(content).into_owned()),
            FileChange::Cell { cell, mode, source } => FileChange::Cell {
                cell: cell.clone(),
                mode: mode.clone(),
                source: self.redact_head(source).into_owned(),
            },
            FileChange::Delete => FileChange::Delete,
        };
        palimp_core::FileEdit { path: edit.path.clone(), change }
    }

    /// Redacts the beginning of `text`; the rest is only counted, never kept.
    fn redact_head<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let head = prefix(text, MAX_SECRET_CHARS);
        match self.redactor.redact(head) {
            Cow::Borrowed(_) => Cow::Borrowed(text),
            Cow::Owned(clean) => Cow::Owned(clean + &text[head.len()..]),
        }
    }
}

/// True if a late outcome is a failure, which has to be stored.
pub fn is_late_failure(tool: &ToolUse) -> bool {
    matches!(tool.outcome, ToolOutcome::Failure { .. })
}

/// Outcome of storing a capture.
#[derive(Debug)]
pub enum CaptureOutcome {
    /// In the database.
    Stored(AppliedCounts),
    /// In the spool, because of the error.
    Spooled(StoreError),
    /// Nowhere, because of the errors of the database and of the spool.
    Lost(StoreError, StoreError),
}

/// Writes `capture` to the database, or to the spool if the database fails or is not ready in time.
pub fn store_capture(
    home: &HomePaths,
    db: Result<&mut ActivityDb, StoreError>,
    capture: &Capture,
) -> CaptureOutcome {
    let failed = match db.and_then(|db| db.apply_capture(capture)) {
        Ok(applied) => return CaptureOutcome::Stored(applied),
        Err(error) => error,
    };
    match Spool::new(home.spool_dir()).push(capture) {
        Ok(()) => CaptureOutcome::Spooled(failed),
        Err(error) => CaptureOutcome::Lost(failed, error),
    }
}

/// Maximum time a hook spends on draining the spool.
const HOOK_DRAIN_TIMEOUT: Duration = Duration::from_millis(100);
/// Number of captures in one transaction.
const DRAIN_BATCH_CAPTURES: usize = 64;

/// Imports pending captures from the spool for at most `limit`; returns their number. An unreadable
/// file remains pending. Two processes that drain at once only repeat work: each capture is applied
/// once.
pub fn drain_spool(
    home: &HomePaths,
    db: &mut ActivityDb,
    limit: Option<Duration>,
) -> Result<usize, StoreError> {
    let spool = Spool::new(home.spool_dir());
    let until = limit.map(|limit| Instant::now() + limit);
    let pending = spool.pending_files();
    let projects = match pending.is_empty() {
        true => ProjectTable::default(),
        false => ProjectTable::load(home),
    };
    let mut taken = 0;
    for batch in pending.chunks(DRAIN_BATCH_CAPTURES) {
        let read = batch.iter().filter_map(|path| Some((path, spool.read_capture(path).ok()??)));
        let (paths, mut captures): (Vec<_>, Vec<_>) = read.unzip();
        for capture in &mut captures {
            let id = &mut capture.session.project_id;
            *id = projects.current_id(id).into_owned();
        }
        merge_injection_states(&mut captures, db)?;
        if !captures.is_empty() {
            db.apply_all(&captures)?;
        }
        paths.into_iter().for_each(|path| spool.remove(path));
        taken += captures.len();
        if until.is_some_and(|until| Instant::now() > until) {
            break;
        }
    }
    Ok(taken)
}

/// Brings what sessions were told, in captures that waited, up to what stands in the database: an account is whole, and
/// one that waited would undo what was told since.
fn merge_injection_states(captures: &mut [Capture], db: &ActivityDb) -> Result<(), StoreError> {
    let mut accounts: HashMap<String, InjectionState> = HashMap::new();
    for Capture { session, entries, .. } in captures {
        let states = entries.iter_mut().filter_map(|entry| match entry {
            CaptureEntry::InjectionState(state) => Some(state),
            _ => None,
        });
        for state in states {
            let waited = InjectionState::from_json(Some(state));
            let known = match accounts.remove(&session.id) {
                Some(known) => Some(known),
                None => db
                    .injection_state(&session.id)?
                    .map(|known| InjectionState::from_json(Some(&known))),
            };
            let account = known.map_or(waited.clone(), |known| known.after(waited));
            *state = account.to_json();
            accounts.insert(session.id.clone(), account);
        }
    }
    Ok(())
}

/// [`drain_spool`], for as long as a hook may take.
pub fn drain_briefly(home: &HomePaths, db: &mut ActivityDb) -> Result<usize, StoreError> {
    drain_spool(home, db, Some(HOOK_DRAIN_TIMEOUT))
}

/// Opens the home's database for a hook, and makes the home where there is none.
pub fn open_for_hook(home: &HomePaths) -> Result<ActivityDb, StoreError> {
    let path = home.activity_db();
    match ActivityDb::open(&path, BusyPolicy::Hook) {
        Err(StoreError::Io { .. } | StoreError::Blocked { .. }) if !home.root().exists() => {
            palimp_store::files::private_dir(home.root())?;
            ActivityDb::open(&path, BusyPolicy::Hook)
        }
        opened => opened,
    }
}
