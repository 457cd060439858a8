//! `palimp bench decisions`: measures if the decision on which a task hangs reaches the agent.

mod data;
mod measure;
mod repository;
mod source_home;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde_json::json;

use self::data::{DecisionSource, DecisionTask, TaskCommit, TaskMessage};
use self::measure::{Measured, measure_task};
use self::source_home::SourceHome;
use super::replay::percent;
use crate::context::Cx;
use crate::error::CliError;
use crate::messages;
use crate::output::{note, print_json, say};
use crate::progress::Bar;
use palimp_core::counts;

/// Measure whether decisions from earlier chats and commits reach the agent that needs them
///
/// Imports the chats, starts a session for each task and sends the events of an agent: start,
/// prompt, a read and an edit of the module. Compares the output of the hooks with the decision.
/// Nothing leaves this machine.
#[derive(Debug, clap::Args)]
pub(crate) struct BenchDecisionsArgs {
    /// Tasks, one JSON object per line: id, source, module, bug_report, policy, code, and either
    /// conversations, or decision_subject, decision_rationale and cause_subject
    #[arg(long, value_name = "FILE")]
    tasks: PathBuf,
    /// Chats without decisions, a JSON array of arrays of objects: role, text
    #[arg(long, value_name = "FILE")]
    chats: PathBuf,
    /// Commits without decisions, a JSON array of arrays: subject, body
    #[arg(long, value_name = "FILE")]
    commits: Option<PathBuf>,
}

/// The figures of one source, in percent but for `tasks`, `chars` and `at`.
#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct Figures {
    tasks: usize,
    told: f64,
    told_or_pointed: f64,
    literals: f64,
    opened: f64,
    newest: f64,
    chars: usize,
    at: BTreeMap<String, usize>,
}

pub(super) fn run(cx: &Cx, args: &BenchDecisionsArgs, scratch: &Path) -> Result<(), CliError> {
    let tasks: Vec<DecisionTask> = super::read_json_lines(&args.tasks)?;
    if let Some(task) = tasks.iter().find(|task| !task.is_inside()) {
        return Err(CliError::user(messages::task_module_outside(&task.id, &task.module)));
    }
    let chats: Vec<Vec<TaskMessage>> = read_json_array(&args.chats)?;
    let commits: Vec<TaskCommit> =
        args.commits.as_deref().map(read_json_array).transpose()?.unwrap_or_default();
    let bar = Bar::new(cx.json, tasks.len() as u64, messages::tasks());
    let (mut figures, mut rows) = (BTreeMap::new(), Vec::new());
    let models = || crate::models::open_models(&cx.home, &cx.settings);
    for source in DecisionSource::ALL {
        let mine: Vec<&DecisionTask> = tasks.iter().filter(|task| task.source == source).collect();
        let dir = scratch.join(source.name());
        if mine.is_empty() {
            continue;
        }
        if source == DecisionSource::History && !repository::has_git() {
            note(messages::git_missing_for_history());
            continue;
        }
        let others = (chats.as_slice(), commits.as_slice());
        let home = SourceHome::create(&dir, cx, &models, (source, &mine), others)?;
        let mut measured = Vec::new();
        for task in mine {
            measured.push(measure_task(&home, task)?);
            bar.step();
        }
        figures.insert(source, Figures::from_measured(&measured));
        rows.extend(measured);
    }
    bar.finish();
    if figures.is_empty() {
        return Err(CliError::user(messages::no_tasks(args.tasks.display())));
    }
    if cx.json {
        print_json(&json!({ "sources": figures, "tasks": rows }));
    } else {
        figures.iter().for_each(|(source, figures)| figures.print(*source));
    }
    Ok(())
}

fn read_json_array<T: for<'de> serde::Deserialize<'de>>(path: &Path) -> Result<Vec<T>, CliError> {
    serde_json::from_str(&super::read_text(path)?)
        .map_err(|error| CliError::user(format!("{}: {error}", path.display())))
}

impl Figures {
    fn from_measured(measured: &[Measured]) -> Figures {
        let tasks = measured.len();
        let share =
            |is: fn(&Measured) -> bool| percent(measured.iter().filter(|it| is(it)).count(), tasks);
        let mean = |of: fn(&Measured) -> f64| {
            100.0 * measured.iter().map(of).sum::<f64>() / tasks.max(1) as f64
        };
        let mut at = BTreeMap::new();
        for it in measured {
            *at.entry(it.at.unwrap_or("never").to_owned()).or_default() += 1;
        }
        Figures {
            tasks,
            told: share(|it| it.told),
            told_or_pointed: share(|it| it.told || it.pointed),
            literals: mean(|it| it.literals),
            opened: mean(|it| it.opened),
            newest: share(|it| it.newest),
            chars: measured.iter().map(|it| it.chars).sum::<usize>() / tasks.max(1),
            at,
        }
    }

    fn print(&self, source: DecisionSource) {
        let (name, tasks) = (source.name(), counts::tasks(self.tasks));
        say(format!("{name}: {tasks}, {}", messages::chars_each(self.chars)));
        for (what, share) in [
            (messages::decision_told(), self.told),
            (messages::decision_told_or_pointed(), self.told_or_pointed),
            (messages::newest_decision_told(), self.newest),
            (messages::literals_told(), self.literals),
            (messages::literals_after_pointers(), self.opened),
        ] {
            say(format!("  {share:>5.1} %  {what}"));
        }
        let at: Vec<String> = self.at.iter().map(|(at, tasks)| format!("{at} {tasks}")).collect();
        say(messages::first_told_at(at.join(", ")));
    }
}
