//! A scratch home that knows the decisions of one source, and the sessions that need them.

use std::collections::{BTreeMap, HashMap};
use std::io::Write;
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use palimp_core::activity::MessageRole;
use palimp_core::event::{FileChange, FileEdit, PendingToolCall, StartSource, ToolAction};
use palimp_core::home::HomePaths;
use palimp_core::pointer::Pointer;
use palimp_core::project::DEFAULT_AGENT;
use palimp_core::{AgentClient, EventKind, HookEvent, ToolOutcome, ToolUse};
use palimp_engine::home::tombstones::Tombstones;
use palimp_engine::home::zone;
use palimp_engine::ingest::open_activity;
use palimp_engine::retrieval::index_sync::Models;
use palimp_engine::service::replay::ScratchHome;
use palimp_importers::bootstrap::{self, ImportContext, ToolDirs};
use palimp_rules::RuleDistiller;

use super::data::{DecisionSource, DecisionTask, TaskCommit, TaskMessage};
use super::repository::{self, CommitChange};
use crate::context::{Cx, now_ms};
use crate::error::CliError;

const DAY_MS: i64 = 86_400_000;
/// Chats lie so many days back.
const CHAT_AGE_DAYS: std::ops::Range<i64> = 2..88;
/// Between two messages of a chat.
const TURN_MS: i64 = 40_000;

/// A home, and the repository in which its sessions work.
pub(super) struct SourceHome<'a> {
    home: ScratchHome<'a>,
    repository: PathBuf,
    /// The pointers to each task's decisions, the newest last.
    pointers: HashMap<String, Vec<Pointer>>,
}

impl<'a> SourceHome<'a> {
    /// Makes a home below `dir` in which the decisions of tasks stand among chats or commits that decide
    /// nothing.
    pub(super) fn create(
        dir: &Path,
        cx: &Cx,
        models: &'a dyn Fn() -> Models,
        (source, tasks): (DecisionSource, &[&DecisionTask]),
        (chats, commits): (&[Vec<TaskMessage>], &[TaskCommit]),
    ) -> Result<SourceHome<'a>, CliError> {
        let home = HomePaths::new(dir.join("home"));
        palimp_files::private_dir(&home.vault_dir("main"))?;
        let repository = dir.join("repository");
        palimp_files::private_dir(&repository)?;
        let home = ScratchHome::new(home, cx.settings.clone(), models);
        let mut filled = SourceHome { home, repository, pointers: HashMap::new() };
        let (now, mut lot) = (now_ms(), Lot(11));
        if source == DecisionSource::History {
            filled.make_commits(tasks, commits, now, &mut lot)?;
        } else {
            tasks
                .iter()
                .try_for_each(|task| filled.write_file(&task.module, &module_text(task)))?;
            filled.import_chats(tasks, chats, now, &mut lot)?;
        }
        filled.home.process_sessions(now)?;
        if source == DecisionSource::History {
            filled.home.read_repository(&filled.repository, now)?;
        }
        Ok(filled)
    }

    fn write_file(&self, path: &str, text: &str) -> Result<(), CliError> {
        let path = self.repository.join(path);
        palimp_files::private_dir(path.parent().unwrap_or(&self.repository))?;
        Ok(palimp_files::create_named(&path)?.write_all(text.as_bytes())?)
    }

    /// Imports the chats of the last three months.
    fn import_chats(
        &mut self,
        tasks: &[&DecisionTask],
        chats: &[Vec<TaskMessage>],
        now: i64,
        lot: &mut Lot,
    ) -> Result<(), CliError> {
        let mut sessions = Vec::new();
        for chat in chats {
            let began = now - lot.chat_age_ms();
            sessions.push(self.chat_events(&lot.session_id(), chat, began));
        }
        for task in tasks {
            let mut ages: Vec<i64> = task.conversations.iter().map(|_| lot.chat_age_ms()).collect();
            ages.sort_unstable_by(|a, b| b.cmp(a));
            for (chat, age) in task.conversations.iter().zip(ages) {
                let session = lot.session_id();
                let pointers = self.pointers.entry(task.id.clone()).or_default();
                pointers.push(Pointer::to_session(&session));
                sessions.push(self.chat_events(&session, chat, now - age));
            }
        }
        self.import_sessions(sessions, now)
    }

    /// Imports sessions of Claude Code as `palimp up` imports recorded ones.
    fn import_sessions(&self, sessions: Vec<Vec<HookEvent>>, now: i64) -> Result<(), CliError> {
        let home = self.home.home();
        let mut db = open_activity::or_new(home)?;
        let taker = ImportContext {
            home,
            settings: self.home.settings(),
            places: &ToolDirs::default(),
            agent: None,
            notes_agent: DEFAULT_AGENT,
            distiller: &RuleDistiller,
            tombstones: &Tombstones::default(),
            now: Timestamp::from_millisecond(now).unwrap_or_default().to_zoned(zone::local_zone()),
        };
        bootstrap::take_sessions(sessions, &mut db, &taker)?;
        Ok(bootstrap::renew_wishes(&db)?)
    }

    /// The events that a record of a chat holds.
    fn chat_events(&self, id: &str, chat: &[TaskMessage], began: i64) -> Vec<HookEvent> {
        let mut turn = None;
        let mut events = Vec::new();
        for (number, said) in (1..).zip(chat) {
            let text = said.text.clone();
            let answers_on =
                chat.get(number as usize).is_some_and(|next| next.role != MessageRole::User);
            let kind = match said.role {
                MessageRole::User => {
                    turn = Some(format!("{id}-{number}"));
                    EventKind::Prompt { text, turn: turn.clone() }
                }
                _ if answers_on => EventKind::TranscriptExtra {
                    role: MessageRole::Step,
                    text,
                    turn: Some(format!("{id}-{number}")),
                },
                _ => EventKind::TurnEnd { reply: Some(text), turn: turn.clone(), transcript: None },
            };
            let at = began + number * TURN_MS;
            events.push(HookEvent { at: Some(at), ..self.hook_event(id, "Transcript", kind) });
        }
        events
    }

    /// Makes a repository whose commits decide, and later ones that undo it.
    fn make_commits(
        &mut self,
        tasks: &[&DecisionTask],
        commits: &[TaskCommit],
        now: i64,
        lot: &mut Lot,
    ) -> Result<(), CliError> {
        let mut noise = commits.to_vec();
        lot.shuffle(&mut noise);
        let step = (noise.len() / (2 * tasks.len() + 1)).max(1);
        let mut files = BTreeMap::new();
        let mut changes: Vec<CommitChange> = Vec::new();
        let mut change = |commit: TaskCommit, path: &str, line: &str| {
            let content: &mut String = files.entry(path.to_owned()).or_default();
            content.push_str(line);
            changes.push(CommitChange { commit, path: path.to_owned(), content: content.clone() });
            changes.len() - 1
        };
        for task in tasks {
            let start = TaskCommit(format!("Add {}", task.module), String::new());
            change(start, &task.module, &module_text(task));
        }
        let mut decided = Vec::new();
        let passes =
            [true, false].into_iter().flat_map(|decides| tasks.iter().map(move |it| (decides, it)));
        for (decides, task) in passes {
            for commit in noise.split_off(noise.len().saturating_sub(step)) {
                change(commit, &format!("boltons/noise{}.py", lot.next_below(23)), "# changed\n");
            }
            if decides {
                let number = change(task.decision_commit(), &task.module, "# decided\n");
                decided.push((task.id.clone(), number));
            } else {
                let cause = TaskCommit(task.cause_subject.clone(), String::new());
                change(cause, &task.module, "# simplified\n");
            }
        }
        repository::init_repository(&self.repository)?;
        let hashes = repository::commit_all(&self.repository, &changes, now)?;
        let pointer = |number: usize| vec![Pointer::to_commit(&hashes[number])];
        self.pointers.extend(decided.into_iter().map(|(task, number)| (task, pointer(number))));
        Ok(())
    }

    /// The pointers to a task's decisions, the newest last.
    pub(super) fn pointers(&self, task: &DecisionTask) -> Vec<Pointer> {
        self.pointers.get(&task.id).cloned().unwrap_or_default()
    }

    /// Opens a pointer.
    pub(super) fn open_pointer(&self, pointer: &Pointer) -> Result<Option<String>, CliError> {
        Ok(self.home.show_pointer(pointer)?)
    }

    /// Sends the session of a task; returns each event with what it was answered.
    pub(super) fn task_answers(
        &self,
        task: &DecisionTask,
    ) -> Result<Vec<(&'static str, String)>, CliError> {
        let path = self.repository.join(&task.module).to_string_lossy().into_owned();
        let last = task.code.trim().lines().last().unwrap_or("a").to_owned();
        let change = FileChange::Replace(vec![(last, "pass".to_owned())]);
        let read = ToolUse {
            name: "Read".to_owned(),
            id: Some("toolu_1".to_owned()),
            action: ToolAction::Other { input: format!("file_path: {path}") },
            outcome: ToolOutcome::Success,
            output: task.code.clone(),
        };
        let edit = PendingToolCall {
            name: "Edit".to_owned(),
            id: Some("toolu_2".to_owned()),
            action: ToolAction::Edit(vec![FileEdit { path, change }]),
        };
        let prompt =
            EventKind::Prompt { text: task.bug_report.clone(), turn: Some("p1".to_owned()) };
        let events = [
            ("SessionStart", EventKind::SessionStart { source: StartSource::Startup }),
            ("UserPromptSubmit", prompt),
            ("PostToolUse", EventKind::Tool(read)),
            ("PreToolUse", EventKind::ToolStart(edit)),
        ];
        let mut answers = Vec::new();
        for (name, kind) in events {
            let mut event = self.hook_event(&format!("bench-{}", task.id), name, kind);
            let given = self.home.handle_event(&mut event)?;
            answers.extend(given.into_iter().map(|answer| (answer.event, answer.text)));
        }
        Ok(answers)
    }

    fn hook_event(&self, session: &str, name: &str, kind: EventKind) -> HookEvent {
        HookEvent {
            client: AgentClient::Claude,
            name: name.to_owned(),
            session_id: session.to_owned(),
            cwd: Some(self.repository.clone()),
            at: Some(now_ms()),
            subagent: false,
            kind,
        }
    }
}

/// The file of a task as it lies in the repository.
fn module_text(task: &DecisionTask) -> String {
    match task.code.as_str() {
        "" => "def f():\n    pass\n".to_owned(),
        code => code.to_owned(),
    }
}

/// Numbers by lot, the same in every run (SplitMix64).
struct Lot(u64);

impl Lot {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn next_below(&mut self, end: u64) -> u64 {
        self.next() % end
    }

    /// The age of a chat, in milliseconds.
    fn chat_age_ms(&mut self) -> i64 {
        let (from, to) = (CHAT_AGE_DAYS.start * DAY_MS, CHAT_AGE_DAYS.end * DAY_MS);
        from + self.next_below(to.abs_diff(from)).cast_signed()
    }

    /// The id of a session.
    fn session_id(&mut self) -> String {
        format!("{:016x}{:016x}", self.next(), self.next())
    }

    fn shuffle<T>(&mut self, all: &mut [T]) {
        for at in (1..all.len()).rev() {
            all.swap(at, self.next_below(at as u64 + 1) as usize);
        }
    }
}
