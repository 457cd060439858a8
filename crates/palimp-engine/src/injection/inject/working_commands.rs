//! Commands that work in this project, and failures that were not mended.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use palimp_core::author::AuthorKind;
use palimp_core::settings::Preset;
use palimp_core::shell::{Dir, StepOutcome, missing_program};
use palimp_core::text::{ellipsis, one_line};

use super::attempts::{Attempt, SessionAction, filter_attempts, is_of_a_line};
use super::command_kind::{is_check, is_style, is_work, may_check};
use super::run_request::RunRequest;
use super::{Context, ContextBuilder, ContextSection};
use crate::retrieval::index_sync::Error;

const SECTION_NAME: &str = "what_works";
const TOOL_MARKER: &str = AuthorKind::Tool.line_mark();
/// Maximum size of the commands, and of the failures, in characters.
const MAX_COMMANDS_CHARS: usize = 400;
const MAX_FAILURES_CHARS: usize = 600;
/// Commands that are told where somebody asks for them, and where a session changes files; failures that are told.
const MAX_ASKED: usize = 4;
const MAX_UNASKED: usize = 3;
const MAX_FAILURES: usize = 4;
/// Maximum length of a command, in characters.
const MAX_COMMAND_CHARS: usize = 100;
/// Number of last sessions whose failures count as open; an older failure was given up.
const MAX_FAILURE_SESSIONS: usize = 1;
/// Minimum number of sessions in which a recurring command was run. In a project with at most
/// [`MAX_NEW_PROJECT_SESSIONS`] sessions this is not known yet.
const MIN_RECURRENCES: usize = 2;
const MAX_NEW_PROJECT_SESSIONS: usize = 2;
/// Forms of one task that are told.
const MAX_FORMS: usize = 2;
/// Files in which a project documents how it is worked on.
const PROJECT_DOC_FILES: [&str; 4] = ["AGENTS.md", "CLAUDE.md", "GEMINI.md", "README.md"];

/// Maximum size of such a file to read, in bytes.
const MAX_PROJECT_DOC_BYTES: u64 = 256 << 10;

impl ContextBuilder<'_> {
    /// Returns the commands that ran well here and that the project's own files do not name.
    pub(super) fn undocumented_commands(&self, mut commands: Vec<String>) -> Vec<String> {
        if !self.is_wanted(SECTION_NAME) {
            return Vec::new();
        }
        if !commands.is_empty() {
            let said = said_by_the_project(Path::new(&self.session.working_dir));
            commands.retain(|command| !said.contains(command.as_str()));
        }
        commands.retain(|command| is_work(command));
        commands
    }

    /// Adds the commands that check a change, of `path` if one is given, at most [`MAX_UNASKED`].
    pub(super) fn add_checks(
        &self,
        path: Option<&str>,
        why: &str,
        context: &mut Context,
    ) -> Result<(), Error> {
        self.prepare_works(context)?;
        let is_of_it = |command: &String| path.is_none_or(|path| may_check(command, path));
        let checks = |command: &String| is_check(command) && is_of_it(command);
        self.first_works(checks, MAX_UNASKED, why, context);
        Ok(())
    }

    /// Adds the first `most` of those that wait to be told and are `wanted`, on one line.
    fn first_works(
        &self,
        wanted: impl Fn(&String) -> bool,
        most: usize,
        why: &str,
        context: &mut Context,
    ) {
        let mut room = MAX_COMMANDS_CHARS;
        let mut fits = |command: &String| {
            room = room.saturating_sub(command.chars().count() + "`` · ".chars().count());
            room > 0
        };
        let works = &mut context.state.works;
        works.sort_by_key(|command| !wanted(command));
        let first = works.iter().take(most).take_while(|command| wanted(command) && fits(command));
        let count = first.count();
        let shown: Vec<String> = works.drain(..count).map(|it| format!("`{it}`")).collect();
        let line = (!shown.is_empty()).then(|| format!("{TOOL_MARKER}{}", shown.join(" · ")));
        let section = ContextSection::new_list(SECTION_NAME, "What Works Here", MAX_COMMANDS_CHARS)
            .with_items(Vec::from_iter(line));
        context.sections.push(section.with_reason(why));
    }

    /// Adds those that do what a short prompt asks to run: tests, builds, the project itself.
    pub(super) fn to_run(&self, prompt: &str, context: &mut Context) -> Result<(), Error> {
        let Some(request) = RunRequest::parse(prompt) else { return Ok(()) };
        self.prepare_works(context)?;
        let why = crate::messages::prompt_asks_to_run();
        self.first_works(|command| request.is_for(command), MAX_ASKED, &why, context);
        Ok(())
    }

    /// Puts the commands together for a session whose start nobody told of, since it was begun before palimp was
    /// there.
    fn prepare_works(&self, context: &mut Context) -> Result<(), Error> {
        if !context.state.started && self.preset() != Preset::Full {
            context.state.started = true;
            context.state.works =
                self.undocumented_commands(self.recent_activity(true, context)?.commands);
        }
        Ok(())
    }

    /// Adds what failed last and was not mended.
    pub(super) fn open_failures(&self, failures: Vec<String>, context: &mut Context) {
        const FAILURES_SECTION_NAME: &str = "recent_errors";
        if !self.is_wanted(FAILURES_SECTION_NAME) {
            return;
        }
        let section =
            ContextSection::new_list(FAILURES_SECTION_NAME, "Open Failures", MAX_FAILURES_CHARS)
                .with_items(failures);
        context.sections.push(section.with_reason(crate::messages::failures_still_open()));
    }
}

/// A command that ran well.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Working {
    /// The command, as it can be typed at the project's root.
    pub command: String,
    /// The number of sessions in which it ran well.
    pub sessions: usize,
    /// Time of the last successful run, in milliseconds since the Unix epoch.
    pub at: i64,
}

/// Returns the commands that ran well in at least two sessions, and at least every other time;
/// those of most sessions first. If only one or two sessions are known, running well twice is
/// enough. A single test counts for its task, and is not returned; of a task's forms the shortest
/// is returned, if sessions came back to the task.
pub(super) fn find_working_commands(acts: &[SessionAction]) -> Vec<Working> {
    let attempts =
        || filter_attempts(acts).filter(|it| it.matters && it.ended != StepOutcome::Unknown);
    let sessions: HashSet<_> =
        filter_attempts(acts).filter(|it| it.matters).map(|it| it.session).collect();
    let is_new = sessions.len() <= MAX_NEW_PROJECT_SESSIONS;
    let mut tasks: HashMap<_, RunCounts> = HashMap::new();
    let mut forms: HashMap<String, CommandForm> = HashMap::new();
    for attempt in attempts().filter(|it| it.is_of_here()) {
        tasks.entry(attempt.kind()).or_default().add_attempt(attempt);
        let command = attempt.shown.clone();
        if !attempt.step.is_narrow() && command.chars().count() <= MAX_COMMAND_CHARS {
            forms
                .entry(command)
                .or_insert_with(|| CommandForm::from_attempt(attempt))
                .count
                .add_attempt(attempt);
        }
    }
    // A shell stays where an earlier line went: what was run below the root, too, was run there.
    let below = filter_attempts(acts)
        .filter(|it| matches!(it.dir, Dir::Below(_)) && it.ended == StepOutcome::Well);
    let below: HashSet<String> = below.map(|it| it.step.display_text()).collect();
    forms.retain(|command, form| form.attempt.dir != Dir::Root || !below.contains(command));
    let came_back = |count: &RunCounts| {
        count.well >= MIN_RECURRENCES && (is_new || count.sessions.len() >= MIN_RECURRENCES)
    };
    let mut often: Vec<(String, CommandForm)> = forms.into_iter().collect();
    often.retain(|(_, form)| {
        let task = &tasks[&form.attempt.kind()];
        let is_known = came_back(&form.count) || form.targets == 0 && came_back(task);
        is_known
            && form.count.well > 0
            && form.count.well >= form.count.ill
            && !form.count.is_missing
    });
    let rank = |form: &CommandForm| (form.targets == 0, form.count.sessions.len(), form.count.well);
    often.sort_by(|a, b| rank(&b.1).cmp(&rank(&a.1)).then(a.0.cmp(&b.0)));
    let mut told: HashMap<_, Vec<String>> = HashMap::new();
    often.retain(|(_, form)| {
        let variants = told.entry(form.attempt.kind()).or_default();
        let variant = form.attempt.step.task_options();
        let is_other = !variants.contains(&variant);
        let is_told =
            variants.is_empty() || variants.len() < MAX_FORMS && is_other && came_back(&form.count);
        if is_told {
            variants.push(variant);
        }
        is_told
    });
    let weight = |form: &CommandForm| (tasks[&form.attempt.kind()].sessions.len(), form.count.well);
    often.sort_by(|a, b| weight(&b.1).cmp(&weight(&a.1)).then(a.0.cmp(&b.0)));
    let in_words = |(command, form): (String, CommandForm)| Working {
        sessions: form.count.sessions.len(),
        at: form.count.last,
        command,
    };
    often.into_iter().map(in_words).collect()
}

/// A command as it is typed.
struct CommandForm<'a> {
    attempt: &'a Attempt<'a>,
    targets: usize,
    count: RunCounts<'a>,
}

impl<'a> CommandForm<'a> {
    fn from_attempt(attempt: &'a Attempt<'a>) -> CommandForm<'a> {
        CommandForm { attempt, targets: attempt.step.count_targets(), count: RunCounts::default() }
    }
}

/// Counts of a command's runs, added from the newest to the oldest.
#[derive(Default)]
struct RunCounts<'a> {
    well: usize,
    ill: usize,
    /// The sessions in which it ran well.
    sessions: HashSet<&'a str>,
    /// Time of the last successful run, in milliseconds since the Unix epoch.
    last: i64,
    /// True where its program was not there the last time.
    is_missing: bool,
}

impl<'a> RunCounts<'a> {
    fn add_attempt(&mut self, attempt: &Attempt<'a>) {
        if attempt.ended == StepOutcome::Well {
            self.well += 1;
            self.sessions.insert(attempt.session);
            self.last = self.last.max(attempt.at);
        } else {
            self.ill += 1;
            self.is_missing |= self.well == 0 && missing_program(attempt.said).is_some();
        }
    }
}

fn said_by_the_project(root: &Path) -> String {
    let read = |name: &&str| palimp_files::read_up_to(&root.join(name), MAX_PROJECT_DOC_BYTES).ok();
    let texts = PROJECT_DOC_FILES.iter().filter_map(read);
    texts.map(|text| String::from_utf8_lossy(&text).into_owned()).collect()
}

/// Returns the newest failures after which nothing of the command's kind has run well, the failure
/// first. Scripts typed at the prompt, commands that ran once, and lookups of something missing are
/// left out, because nobody comes back to them.
pub(super) fn find_open_failures(acts: &[SessionAction]) -> Vec<String> {
    let runs_of = sessions_of(acts);
    let is_new = filter_attempts(acts).map(|it| it.session).collect::<HashSet<_>>().len()
        <= MAX_NEW_PROJECT_SESSIONS;
    let (mut well, mut seen) = (HashSet::new(), HashSet::new());
    let (mut sessions, mut lines) = (HashSet::new(), Vec::new());
    for attempt in filter_attempts(acts) {
        sessions.insert(attempt.session);
        if lines.len() == MAX_FAILURES || sessions.len() > MAX_FAILURE_SESSIONS {
            break;
        }
        let kind = attempt.kind();
        if attempt.ended == StepOutcome::Well {
            well.insert(kind);
        } else if attempt.ended == StepOutcome::Ill
            && !well.contains(&kind)
            && attempt.is_of_here()
            && !attempt.step.is_typed()
            && !(is_style(&attempt.shown) && is_of_a_line(attempt.said))
            && (is_new || runs_of[&kind].len() >= MIN_RECURRENCES)
        {
            let failure = one_line(attempt.said);
            if is_informative(&failure) && seen.insert(failure.clone()) {
                let command = ellipsis(&attempt.shown, MAX_COMMAND_CHARS);
                lines.push(format!("{TOOL_MARKER}{} ← `{command}`", ellipsis(&failure, 140)));
            }
        }
    }
    lines
}

/// The sessions in which commands of each kind were run.
fn sessions_of<'a>(acts: &'a [SessionAction<'_>]) -> HashMap<(&'a Dir, &'a str), HashSet<&'a str>> {
    let mut sessions: HashMap<_, HashSet<&str>> = HashMap::new();
    for attempt in filter_attempts(acts) {
        sessions.entry(attempt.kind()).or_default().insert(attempt.session);
    }
    sessions
}

/// Returns true if a failure says more than that it failed: it names something, and has enough
/// words.
fn is_informative(failure: &str) -> bool {
    let named = |word: &str| word.len() > 3 && word.contains(['_', '.', '/', ':', '(']);
    let is_trace = ["at ", "> ", "* "].iter().any(|start| failure.starts_with(start));
    let words = failure.split_whitespace();
    !is_trace && words.clone().any(named) && words.count() >= 3
}
