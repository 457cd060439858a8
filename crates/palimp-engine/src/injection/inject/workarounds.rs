//! Workarounds: commands that failed for a reason that lies in how they were called, and those that
//! ran in their stead; commands that needed a set-up, and that set-up ([`super::setups`]).

use std::collections::{BTreeSet, HashMap, HashSet};

use palimp_core::author::AuthorKind;
use palimp_core::observation::{command_of, failure_of};
use palimp_core::shell::{CommandStep, Dir, StepOutcome, missing_program, step_outcomes};
use palimp_core::text::{ellipsis, one_line, prefix};
use serde::{Deserialize, Serialize};

use super::attempts::{Attempt, SessionAction, filter_attempts, is_of_a_line};
use super::setups::setup_pairs;
use crate::home::zone;

/// So many commands behind a failure are looked at for one that ran in its stead.
const MAX_STEPS_BEHIND: usize = 6;
/// The longest reason that is told, in characters.
const MAX_REASON_CHARS: usize = 90;
/// So much of a reason tells it from others, in characters.
const MAX_COMPARED_CHARS: usize = 160;
/// The most workarounds that are kept of a project.
const MAX_KEPT: usize = 40;

/// A command that failed, and what ran in its stead.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Workaround {
    /// The program and subcommand; the program alone where it was missing.
    task: String,
    /// The program as it was typed where it was missing; else the whole form.
    form: String,
    /// True where the shell did not find the program.
    is_missing: bool,
    /// The reason, without what changes from time to time.
    reason: String,
    /// The reason as it is told.
    said: String,
    /// The command that failed.
    failed: String,
    /// The command that ran in its stead, or that set up what it needs.
    ran: String,
    /// True where the failed command itself ran well after `ran`.
    is_setup: bool,
    /// The number of sessions in which that happened.
    sessions: usize,
    /// Time of the last occurrence, in milliseconds since the Unix epoch.
    at: i64,
    /// The last session in which it happened.
    session: String,
    /// True where nothing of the form has run well since.
    holds: bool,
    /// The words that made commands of several tasks of the program run; empty where it is one task's matter.
    added: BTreeSet<String>,
}

/// A command that fails, the reason, and the command that runs instead.
pub(crate) struct Instead {
    pub failed: String,
    pub said: String,
    pub ran: String,
}

/// The failures of one reason, each with the command that ran in its stead.
type Pairs<'a, 'r> = Vec<(&'a Attempt<'r>, &'a Attempt<'r>)>;

/// Returns the workarounds of the last sessions; those of most sessions first.
pub(super) fn find_workarounds(acts: &[SessionAction]) -> Vec<Workaround> {
    let mut met: HashMap<(String, String), Pairs> = HashMap::new();
    for session in group_by_session(acts) {
        for (failed, ran) in failure_pairs(&session) {
            let key = (failed.step.task_program(), normalize_reason(failed.said));
            met.entry(key).or_default().push((failed, ran));
        }
    }
    let mut kept = Vec::new();
    for ((program, reason), pairs) in met {
        let added = match is_of_several_tasks(&pairs) {
            true => added_by_all(&pairs),
            false => BTreeSet::new(),
        };
        if !added.is_empty() {
            kept.extend(summarize_pairs(acts, program, &reason, added, &pairs));
            continue;
        }
        let mut by_task: HashMap<String, Pairs> = HashMap::new();
        for (failed, ran) in pairs {
            let task = task_or_program(&failed.step, missing_program(failed.said).is_some());
            by_task.entry(task).or_default().push((failed, ran));
        }
        let of_task = |(task, pairs): (String, Pairs)| {
            is_known_to_be_of_the_call(&pairs)
                .then(|| summarize_pairs(acts, task, &reason, BTreeSet::new(), &pairs))
                .flatten()
        };
        kept.extend(by_task.into_iter().filter_map(of_task));
    }
    kept.extend(find_setups(acts));
    kept.sort_by(|a, b| (b.sessions, b.at, &b.failed).cmp(&(a.sessions, a.at, &a.failed)));
    kept.truncate(MAX_KEPT);
    kept
}

/// True where commands of several tasks failed for the reason, in several sessions.
fn is_of_several_tasks(pairs: &Pairs) -> bool {
    let tasks: HashSet<&str> = pairs.iter().map(|(failed, _)| failed.task.as_str()).collect();
    tasks.len() > 1 && sessions_of(pairs) > 1
}

/// True where the reason says by its words that it lies in the call, or sessions found the same way around it.
fn is_known_to_be_of_the_call(pairs: &Pairs) -> bool {
    pairs.iter().any(|(failed, _)| speaks_of_the_call(failed))
        || sessions_of(pairs) > 1 && !added_by_all(pairs).is_empty()
}

fn sessions_of(pairs: &Pairs) -> usize {
    pairs.iter().map(|(failed, _)| failed.session).collect::<HashSet<_>>().len()
}

/// The words that each command that ran has and its failed one has not: `acme/shop` of `-R acme/shop` and of
/// `GH_REPO=acme/shop`.
fn added_by_all(pairs: &Pairs) -> BTreeSet<String> {
    let words = |shown: &str| -> BTreeSet<String> {
        let words = shown.split([' ', '=']).map(|word| word.trim_matches(['\'', '"']));
        words.filter(|word| word.len() > 1).map(str::to_owned).collect()
    };
    let added = pairs.iter().map(|(failed, ran)| &words(&ran.shown) - &words(&failed.shown));
    added.reduce(|all, more| &all & &more).unwrap_or_default()
}

/// Groups actions by session, the earliest first.
fn group_by_session<'a, 'r>(acts: &'a [SessionAction<'r>]) -> Vec<Vec<&'a SessionAction<'r>>> {
    let mut sessions: HashMap<&str, Vec<&SessionAction>> = HashMap::new();
    for act in acts.iter().rev() {
        let session = match act {
            SessionAction::Ran(attempt) => attempt.session,
            SessionAction::Edited(session) => session,
        };
        sessions.entry(session).or_default().push(act);
    }
    sessions.into_values().collect()
}

/// Pairs each failure of a session with a later command of the task that is called otherwise and
/// ran well, while no file was changed.
fn failure_pairs<'a, 'r>(session: &[&'a SessionAction<'r>]) -> Pairs<'a, 'r> {
    let mut pairs = Vec::new();
    for (at, act) in session.iter().enumerate() {
        let SessionAction::Ran(failed) = act else { continue };
        if failed.ended != StepOutcome::Ill || !may_be_about_the_call(failed) {
            continue;
        }
        let behind =
            session[at + 1..].iter().take_while(|act| matches!(act, SessionAction::Ran(_)));
        let behind = behind.filter_map(|act| match act {
            SessionAction::Ran(attempt) => Some(&**attempt),
            SessionAction::Edited(_) => None,
        });
        let behind: Vec<_> = behind.take(MAX_STEPS_BEHIND).collect();
        let ran = instead_of(failed, &behind, |it| it.task == failed.task).or_else(|| {
            let missing = missing_program(failed.said).is_some();
            let is_kin = |it: &Attempt| {
                task_or_program(&it.step, missing) == task_or_program(&failed.step, missing)
            };
            missing.then(|| instead_of(failed, &behind, is_kin)).flatten()
        });
        pairs.extend(ran.map(|ran| (&**failed, ran)));
    }
    pairs
}

/// The first command behind a failure that ran well in its stead; none where the same one did.
fn instead_of<'a, 'r>(
    failed: &Attempt,
    behind: &[&'a Attempt<'r>],
    is_of: impl Fn(&Attempt) -> bool,
) -> Option<&'a Attempt<'r>> {
    let mut well = behind.iter().copied().filter(|it| it.ended == StepOutcome::Well && is_of(it));
    let is_same = |it: &Attempt| {
        it.form == failed.form
            && it.dir == failed.dir
            && it.step.is_prepared() == failed.step.is_prepared()
    };
    well.find(|it| is_same(it) || is_instead(failed, it)).filter(|it| !is_same(it))
}

/// True where a command that ran well stands for all that one was for which failed.
fn is_instead(failed: &Attempt, ran: &Attempt) -> bool {
    const FORCE_OPTIONS: [&str; 5] =
        ["--force", "--no-verify", "--hard", "--force-with-lease", "--privileged"];
    let (before, after) = (&failed.step, &ran.step);
    if after.arguments().any(|word| FORCE_OPTIONS.contains(&word)) {
        return false;
    }
    if missing_program(failed.said).is_some() {
        return before.launcher() != after.launcher()
            || after.is_prepared() && !before.is_prepared();
    }
    // The value of such an option is no target.
    const LOCATION_OPTIONS: [&str; 12] = [
        "-R", "--repo", "-C", "--project", "--config", "--manifest-path", "--file", "--context",
        "--profile", "--region", "--namespace", "--workspace",
    ];
    let places = |step: &CommandStep| {
        step.arguments().filter(|word| LOCATION_OPTIONS.contains(word)).count()
    };
    let added = places(after).saturating_sub(places(before));
    after.count_targets() <= before.count_targets() + added
        && (before.is_narrow() || !after.is_narrow())
        && (failed.dir != ran.dir || !failed.said.to_lowercase().contains("no such file"))
}

/// False for a failure that lies in the code that a command was called on.
fn may_be_about_the_call(failed: &Attempt) -> bool {
    const IGNORED_PROGRAMS: [&str; 3] = ["git", "rm", "kill"];
    let is_told = !IGNORED_PROGRAMS.contains(&failed.step.task_program().as_str());
    is_told && failed.dir != Dir::Elsewhere && !is_of_a_line(&one_line(failed.said).to_lowercase())
}

/// True for a failure that says itself that it lies in how a command was called.
fn speaks_of_the_call(failed: &Attempt) -> bool {
    let said = one_line(failed.said).to_lowercase();
    missing_program(failed.said).is_some()
        || CALL_ERROR_PHRASES.iter().any(|sign| said.contains(sign))
}

/// Phrases of a failure that lies in the call.
const CALL_ERROR_PHRASES: [&str; 36] = [
    "accepts ",
    "cannot find main module",
    "cannot find module",
    "cannot find package",
    "cannot write",
    "could not determine",
    "eresolve",
    "externally-managed",
    "flag provided",
    "go.mod file not found",
    "illegal option",
    "invalid choice",
    "invalid option",
    "is not a git",
    "is required",
    "missing script",
    "must be",
    "no matches found",
    "no module named",
    "no such command",
    "no such file",
    "no such option",
    "not installed",
    "not supported",
    "permission denied",
    "requires",
    "too many arguments",
    "unexpected argument",
    "unknown argument",
    "unknown command",
    "unknown flag",
    "unknown option",
    "unknown or unexpected",
    "unknown shorthand",
    "unrecognized",
    "usage:",
];

fn task_or_program(step: &CommandStep, missing: bool) -> String {
    if missing { step.task_program() } else { step.task_name() }
}

/// Normalizes a reason by removing its variable parts: numbers, directories, quotes, and what a
/// shell says before it.
fn normalize_reason(said: &str) -> String {
    if let Some(program) = missing_program(said) {
        return format!("{program}: command not found");
    }
    let mut reason = String::new();
    for word in one_line(said).to_lowercase().split(' ') {
        let word = word.trim_matches(['\'', '"', '`', '‘', '’', '“', '”']);
        let word =
            if word.starts_with('/') { word.rsplit('/').next().unwrap_or(word) } else { word };
        let mut is_digit = false;
        for c in word.chars() {
            if !std::mem::replace(&mut is_digit, c.is_ascii_digit()) || !is_digit {
                reason.push(if is_digit { '#' } else { c });
            }
        }
        reason.push(' ');
    }
    prefix(&reason, MAX_COMPARED_CHARS).trim_end().to_owned()
}

/// Formats a reason for injection.
fn format_reason(said: &str) -> String {
    match missing_program(said) {
        Some(program) => format!("{program}: command not found"),
        None => ellipsis(&one_line(said), MAX_REASON_CHARS),
    }
}

/// Summarizes all occurrences of a workaround; none if the replacement has failed since.
fn summarize_pairs(
    acts: &[SessionAction],
    task: String,
    reason: &str,
    added: BTreeSet<String>,
    pairs: &Pairs,
) -> Option<Workaround> {
    let (failed, _) = pairs.iter().max_by_key(|(failed, _)| failed.at)?;
    let times = |form: &str| pairs.iter().filter(|(_, ran)| ran.form == form).count();
    let (_, best) = pairs.iter().max_by_key(|(_, ran)| (times(&ran.form), ran.at))?;
    let is_missing = missing_program(failed.said).is_some();
    let form = comparable_form(&failed.step, is_missing);
    let last = |wanted: &dyn Fn(&Attempt) -> bool, ended| {
        let all = filter_attempts(acts).filter(|it| it.ended == ended && wanted(it));
        all.map(|it| it.at).max().unwrap_or(0)
    };
    let is_best = |it: &Attempt| it.form == best.form;
    if last(&is_best, StepOutcome::Ill) > last(&is_best, StepOutcome::Well) {
        return None;
    }
    let is_failed = |it: &Attempt| match is_missing {
        true => it.step.launcher() == form && !it.step.is_prepared(),
        false => it.form == form,
    };
    Some(Workaround {
        holds: last(&is_failed, StepOutcome::Well) < failed.at,
        said: format_reason(failed.said),
        failed: failed.shown.clone(),
        ran: best.shown.clone(),
        sessions: sessions_of(pairs),
        at: failed.at,
        session: failed.session.to_owned(),
        task,
        form,
        is_missing,
        is_setup: false,
        reason: reason.to_owned(),
        added,
    })
}

/// Returns the set-ups after which commands ran well that had failed: by task and reason, the one that
/// helped most often.
fn find_setups(acts: &[SessionAction]) -> Vec<Workaround> {
    let mut met: HashMap<(String, String), Vec<(&Attempt, String)>> = HashMap::new();
    for session in group_by_session(acts) {
        for (failed, setup) in setup_pairs(&session) {
            let task = task_or_program(&failed.step, missing_program(failed.said).is_some());
            met.entry((task, normalize_reason(failed.said))).or_default().push((failed, setup));
        }
    }
    let summarize = |((task, reason), pairs): ((String, String), Vec<(&Attempt, String)>)| {
        let (failed, _) = pairs.iter().max_by_key(|(failed, _)| failed.at)?;
        let times = |setup: &str| pairs.iter().filter(|(_, it)| it == setup).count();
        let (_, best) = pairs.iter().max_by_key(|(failed, it)| (times(it), failed.at))?;
        let sessions: HashSet<&str> = pairs.iter().map(|(failed, _)| failed.session).collect();
        let is_missing = missing_program(failed.said).is_some();
        Some(Workaround {
            form: comparable_form(&failed.step, is_missing),
            said: format_reason(failed.said),
            failed: failed.shown.clone(),
            ran: best.clone(),
            sessions: sessions.len(),
            at: failed.at,
            session: failed.session.to_owned(),
            is_setup: true,
            // It ran well since, so nobody is warned before it.
            holds: false,
            added: BTreeSet::new(),
            task,
            is_missing,
            reason,
        })
    };
    met.into_iter().filter_map(summarize).collect()
}

/// Returns the form that decides if two commands fail for one reason.
fn comparable_form(step: &CommandStep, is_missing: bool) -> String {
    match is_missing {
        true if step.is_prepared() => String::new(),
        true => step.launcher().to_owned(),
        false => step.command_shape(),
    }
}

impl Workaround {
    /// True where `failed`, as it was captured, failed for this reason.
    pub(super) fn is_of(&self, failed: &str) -> bool {
        let said = failure_of(failed);
        let ends = step_outcomes(command_of(failed), true, said);
        let mut ill = ends.iter().filter(|(_, ended)| *ended == StepOutcome::Ill);
        ill.any(|(step, _)| self.is_of_task(step)) && normalize_reason(said) == self.reason
    }

    fn is_of_task(&self, step: &CommandStep) -> bool {
        match self.added.is_empty() {
            true => self.task == task_or_program(step, self.is_missing),
            false => self.task == step.task_program(),
        }
    }

    /// True where a command that is about to run is of the form that failed, and never ran well since.
    pub(super) fn warns_of(&self, step: &CommandStep) -> bool {
        let is_of_form = self.form == comparable_form(step, self.is_missing);
        self.holds && self.is_of_task(step) && is_of_form
    }

    /// Returns the part that lasts; none if only one session has met it, or the failed form has run
    /// well since.
    pub(super) fn lasting_part(&self) -> Option<Instead> {
        let Workaround { failed, said, ran, .. } = self;
        (self.holds && self.sessions > 1).then(|| Instead {
            failed: failed.clone(),
            said: said.clone(),
            ran: ran.clone(),
        })
    }

    /// Formats the workaround for a session; none if that session alone has met it.
    pub(super) fn format_line(&self, session: &str) -> Option<String> {
        let earlier = self.sessions - usize::from(self.session == session);
        let sessions = match earlier {
            0 => return None,
            1 => "1 session".to_owned(),
            many => format!("{many} sessions"),
        };
        let day = zone::local_day(self.at);
        let Workaround { failed, said, ran, .. } = self;
        let tool = AuthorKind::Tool.line_mark();
        let what = match self.is_setup {
            true => format!("it ran well after `{ran}`"),
            false => format!("`{ran}` ran instead"),
        };
        Some(format!("{tool}`{failed}` failed here in {sessions} ({said}); {what}, last on {day}"))
    }
}
