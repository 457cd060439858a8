//! Recorded sessions, lived through again in a home that is thrown away: what their agents would have
//! been told, and what they made of it.
//!
//! Each event of a recorded session goes through the hook as if it happened now, at the time that it
//! bears. After a session its conversation is condensed by the rules and sorted, so that the next one
//! has a past. Nothing leaves the machine, and nothing of the user's own home is read but the record.

mod answer;
mod recurrence;
mod scratch_home;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::io;
use std::path::{Path, PathBuf};

use palimp_clients::transcript;
use palimp_core::event::{PendingToolCall, StartSource, ToolAction};
use palimp_core::shell::{CommandLine, parse_steps};
use palimp_core::summary::file_name;
use palimp_core::{AgentClient, EventKind, HookEvent, ToolUse};
use serde::Serialize;

use crate::injection::injection_usage::{UsageCount, WrittenNames, parse_passages};
use crate::retrieval::index_sync::Error;

pub use answer::ReplayAnswer;
pub use recurrence::{Recurrence, RecurrenceKind};
pub use scratch_home::ScratchHome;

use recurrence::{RecurrenceWatch, SessionFindings};

/// A recorded session.
#[derive(Clone, Debug)]
pub struct RecordedSession {
    /// The client that recorded it.
    pub client: AgentClient,
    /// Its events, in order.
    pub events: Vec<HookEvent>,
    /// Number of lines that could not be parsed, holes in the file among them.
    pub passed_over: usize,
}

impl RecordedSession {
    /// Reads the session that a client recorded in a file; none if nothing was said in it.
    ///
    /// # Errors
    ///
    /// When the file cannot be read.
    pub fn from_transcript(
        client: AgentClient,
        path: &Path,
    ) -> io::Result<Option<RecordedSession>> {
        let mut events = Vec::new();
        let passed_over = transcript::read_events(client, path, &mut |event| events.push(event))?;
        let is_prompt = |event: &HookEvent| matches!(event.kind, EventKind::Prompt { .. });
        Ok(events.iter().any(is_prompt).then_some(RecordedSession { client, events, passed_over }))
    }

    /// Start of the session, in milliseconds since the Unix epoch.
    pub fn started_at(&self) -> i64 {
        self.events.iter().find_map(|event| event.at).unwrap_or(0)
    }
}

/// Number of items that a session needed, and of those injected before they were needed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Need {
    /// Number of needed items that earlier sessions of the project knew.
    pub needed: usize,
    /// Number of those items that were injected before.
    pub told: usize,
}

impl Need {
    /// Adds the needs of another session.
    pub fn add_session(&mut self, other: Need) {
        self.needed += other.needed;
        self.told += other.told;
    }

    fn count_item(&mut self, told: bool) {
        self.needed += 1;
        self.told += usize::from(told);
    }
}

/// Measurements of a replayed session.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Replayed {
    /// The client's id of it.
    pub session: String,
    /// Number of injected characters, by the event that was answered.
    pub chars: BTreeMap<String, usize>,
    /// Number of injected and of used passages, by their heading.
    pub sections: BTreeMap<String, UsageCount>,
    /// Number of injected lines.
    pub lines: usize,
    /// Lines that had been told in this session before.
    pub again: usize,
    /// Files that it changed and that earlier sessions had changed: named before it touched them.
    pub files: Need,
    /// Commands that it ran and that earlier sessions had run: named before.
    pub commands: Need,
    /// Items needed again although an earlier session of the project knew them.
    pub recurrences: Vec<Recurrence>,
    /// The answers that it was given, in their order.
    #[serde(skip)]
    pub answers: Vec<ReplayAnswer>,
}

/// Files, commands and findings of a project's earlier sessions.
#[derive(Debug, Default)]
struct ProjectHistory {
    files: HashSet<String>,
    commands: HashSet<String>,
    past: SessionFindings,
}

/// A home in which recorded sessions are lived through again.
pub struct Replay<'a> {
    home: ScratchHome<'a>,
    known: HashMap<PathBuf, ProjectHistory>,
}

impl<'a> Replay<'a> {
    /// Begins in an empty home.
    pub fn new(home: ScratchHome<'a>) -> Replay<'a> {
        Replay { home, known: HashMap::new() }
    }

    /// Replays a session, and keeps what it leaves behind.
    ///
    /// # Errors
    ///
    /// When the home cannot be read or written.
    pub fn replay_session(&mut self, recorded: &RecordedSession) -> Result<Replayed, Error> {
        let first = recorded.events.first();
        let place = recorded.events.iter().find_map(|event| event.cwd.clone()).unwrap_or_default();
        let will: HashSet<String> =
            tool_uses(recorded).flat_map(|tool| edited_files(tool, &place)).collect();
        let mut lived = Lived::new(first.map(|event| event.session_id.clone()));
        let past = &self.known.entry(place.clone()).or_default().past;
        let mut watch = RecurrenceWatch::new(&recorded.events, &place, self.home.redactor(), past);
        let mut now = recorded.started_at() - 1;
        let start = EventKind::SessionStart { source: StartSource::Startup };
        let end = EventKind::SessionEnd { transcript: None };
        let around = |name: &str, kind| {
            first.map(|event| HookEvent { name: name.to_owned(), kind, ..event.clone() })
        };
        let events = around("SessionStart", start).into_iter();
        let events = events.chain(recorded.events.iter().cloned());
        for event in events.chain(around("SessionEnd", end)) {
            let known = self.known.entry(place.clone()).or_default();
            lived.count_needs(&event, &place, (&will, known));
            watch.before_answer(&event, &known.past);
            for mut event in tool_start(&event).into_iter().chain([event]) {
                now = event.at.unwrap_or(0).max(now + 1);
                event.at = Some(now);
                for answer in self.home.handle_event(&mut event)? {
                    watch.add_answer(&answer);
                    lived.add_answer(now, answer);
                }
                lived.record_names(&event, now);
                watch.after_event(&event, &known.past);
            }
        }
        let known = self.known.entry(place.clone()).or_default();
        known.files.extend(will);
        known
            .commands
            .extend(tool_uses(recorded).flat_map(|tool| significant_commands(tool, &place)));
        let recurrences = watch.finish_session(&mut known.past);
        self.home.process_sessions(now)?;
        Ok(Replayed { recurrences, ..lived.into_result() })
    }
}

/// The event that a client sends before a tool runs a command or changes a file. Records do not hold it.
fn tool_start(event: &HookEvent) -> Option<HookEvent> {
    let EventKind::Tool(tool) = &event.kind else { return None };
    let ToolUse { name, id, action, .. } = tool.clone();
    let kind = EventKind::ToolStart(PendingToolCall { name, id, action });
    let waits = !matches!(tool.action, ToolAction::Other { .. });
    waits.then(|| HookEvent { name: "PreToolUse".to_owned(), kind, ..event.clone() })
}

/// A session while it is lived through.
struct Lived {
    done: Replayed,
    names: WrittenNames,
    /// Injected passages, each with its time.
    passages: Vec<(i64, crate::injection::injection_usage::InjectedPassage)>,
    /// All that was told, for names to be looked up in.
    text: String,
    lines: HashSet<String>,
    touched: HashSet<String>,
    ran: HashSet<String>,
}

impl Lived {
    fn new(session: Option<String>) -> Lived {
        let (names, passages, text, lines, touched, ran) = Default::default();
        let done = Replayed { session: session.unwrap_or_default(), ..Replayed::default() };
        Lived { done, names, passages, text, lines, touched, ran }
    }

    /// Counts the needed files and commands, and checks if they were named to the agent before.
    fn count_needs(
        &mut self,
        event: &HookEvent,
        place: &Path,
        (will, known): (&HashSet<String>, &ProjectHistory),
    ) {
        let EventKind::Tool(tool) = &event.kind else { return };
        for path in edited_files(tool, place).into_iter().chain(read_path(tool, place)) {
            let is_first = self.touched.insert(path.clone());
            if is_first && will.contains(&path) && known.files.contains(&path) {
                self.done.files.count_item(self.text.contains(file_name(&path)));
            }
        }
        for command in significant_commands(tool, place) {
            if known.commands.contains(&command) && self.ran.insert(command.clone()) {
                self.done.commands.count_item(self.text.contains(&command));
            }
        }
    }

    fn add_answer(&mut self, now: i64, answer: ReplayAnswer) {
        *self.done.chars.entry(answer.name.clone()).or_default() += answer.text.chars().count();
        for passage in parse_passages(&answer.text) {
            self.done.lines += 1;
            let letters: String =
                passage.text.chars().filter(|c| c.is_alphanumeric()).take(90).collect();
            self.done.again += usize::from(!self.lines.insert(letters.to_lowercase()));
            self.text.push_str(&passage.text);
            self.text.push('\n');
            self.passages.push((now, passage));
        }
        self.done.answers.push(answer);
    }

    /// Records who wrote which names. The answer to an event comes before the agent's next step.
    fn record_names(&mut self, event: &HookEvent, now: i64) {
        match &event.kind {
            EventKind::Prompt { text, .. } => self.names.record_shown(now, text),
            EventKind::TurnEnd { reply: Some(reply), .. } => self.names.record_written(now, reply),
            EventKind::Tool(tool) => {
                match &tool.action {
                    ToolAction::Shell { command } => self.names.record_command(now, command),
                    ToolAction::Edit(files) => {
                        files.iter().for_each(|file| self.names.record_written(now, &file.path));
                    }
                    ToolAction::Other { input } => self.names.record_written(now, input),
                }
                self.names.record_shown(now, &tool.output);
            }
            _ => {}
        }
    }

    fn into_result(mut self) -> Replayed {
        for (at, passage) in &self.passages {
            let is_used = self.names.used_name(passage, *at).is_some();
            self.done
                .sections
                .entry(passage.section.clone())
                .or_default()
                .add_passage(passage, is_used);
        }
        self.done
    }
}

fn tool_uses(recorded: &RecordedSession) -> impl Iterator<Item = &ToolUse> {
    recorded.events.iter().filter_map(|event| match &event.kind {
        EventKind::Tool(tool) => Some(tool),
        _ => None,
    })
}

/// The files that a use of a tool changed, as the project names them.
fn edited_files(tool: &ToolUse, place: &Path) -> Vec<String> {
    match &tool.action {
        ToolAction::Edit(files) => {
            files.iter().map(|file| relative_path(&file.path, place)).collect()
        }
        _ => Vec::new(),
    }
}

/// The file that a use of a tool read.
fn read_path(tool: &ToolUse, place: &Path) -> Option<String> {
    tool.touched_file().map(|(path, _)| relative_path(path, place))
}

fn relative_path(path: &str, place: &Path) -> String {
    let inner = Path::new(path).strip_prefix(place).ok().and_then(Path::to_str);
    inner.unwrap_or(path).to_owned()
}

/// The commands that a use of a tool ran, where they do more than look, but for one test and scripts that were
/// typed: those say nothing about how a project is worked on.
fn significant_commands(tool: &ToolUse, place: &Path) -> Vec<String> {
    let ToolAction::Shell { command } = &tool.action else { return Vec::new() };
    if CommandLine::parse(command).importance() <= 1 {
        return Vec::new();
    }
    let steps = parse_steps(command).into_iter().filter(|step| !step.is_narrow());
    steps.map(|step| step.shown_from(&place.to_string_lossy())).collect()
}

#[cfg(test)]
mod tests {
    use palimp_core::ToolOutcome;

    use super::*;

    #[test]
    fn commands_and_changes_have_an_event_before() {
        let event = |action| HookEvent {
            client: AgentClient::Claude,
            name: "PostToolUse".to_owned(),
            session_id: "s".to_owned(),
            cwd: None,
            at: Some(7),
            subagent: false,
            kind: EventKind::Tool(ToolUse {
                name: "T".to_owned(),
                id: Some("toolu_1".to_owned()),
                action,
                outcome: ToolOutcome::Success,
                output: String::new(),
            }),
        };
        let action = ToolAction::Shell { command: "npm install".to_owned() };
        let start = tool_start(&event(action.clone())).unwrap();
        let (name, id) = ("T".to_owned(), Some("toolu_1".to_owned()));
        assert_eq!(start.kind, EventKind::ToolStart(PendingToolCall { name, id, action }));
        assert_eq!((start.name.as_str(), start.at), ("PreToolUse", Some(7)));
        assert!(tool_start(&event(ToolAction::Edit(Vec::new()))).is_some());
        let read = ToolAction::Other { input: "file_path: a.rs".to_owned() };
        assert_eq!(tool_start(&event(read)), None);
        assert_eq!(tool_start(&start), None);
    }
}
