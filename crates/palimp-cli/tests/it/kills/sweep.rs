//! A verb dies at each of its steps; what was there before or was acknowledged is there afterwards,
//! once.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use palimp_testing::Machine;
use palimp_testing::steps::{self, Death, DeathMoment, TracedRun};

use super::state::{State, names};

/// A verb that dies, and what it dies on.
pub(super) struct Verb {
    /// What it is called in the figures.
    pub(super) name: &'static str,
    /// Makes what is there before.
    pub(super) prepare: fn() -> Machine,
    /// What is typed after `palimp`.
    pub(super) line: &'static str,
    /// What stands on standard input.
    pub(super) input: fn(&Machine) -> Vec<u8>,
    /// Whether it answers before processes that it has started are done.
    pub(super) leaves_work_behind: bool,
    /// What else is wrong when it has been done once more.
    pub(super) wrong: fn(&Machine) -> Vec<String>,
}

/// How often a death is tried that does not come.
const TRIES: usize = 3;

/// What came of all deaths of a verb.
#[derive(Debug, Default)]
pub(super) struct Outcome {
    /// How often death came at each kind of step.
    pub(super) landed: BTreeMap<String, usize>,
    /// How often it did not, because there were fewer steps than before.
    pub(super) missed: usize,
    /// What was lost or doubled, with the death after which it was.
    pub(super) wrong: Vec<String>,
    /// Files that lay about after the next commands and the daily run.
    pub(super) litter: BTreeSet<String>,
}

/// Lets `verb` die at some of its steps, or at every one of them.
pub(super) fn sweep(verb: &Verb, everywhere: bool) -> io::Result<Outcome> {
    let stage = Stage::new(verb)?;
    let mut outcome = Outcome::default();
    for death in deaths(&stage.steps, everywhere) {
        let mut landed = false;
        // Two processes that run side by side do not always come as far.
        for _ in 0..TRIES {
            landed = landed || stage.try_death(death, &mut outcome)?;
        }
        outcome.missed += usize::from(!landed);
    }
    Ok(outcome)
}

/// How often a verb dies at the most: in a test, and where all of it is proved.
const SOME: usize = 8;
const MANY: usize = 120;

/// The deaths that are tried, spread over all steps and over all kinds of them: before some of
/// them, or before and after so many that few verbs have more.
fn deaths(steps: &[String], everywhere: bool) -> Vec<Death> {
    let spread = |steps: Vec<usize>, most: usize| {
        let every = steps.len().div_ceil(most).max(1);
        steps.into_iter().step_by(every)
    };
    let mut seen = BTreeSet::new();
    let here: Vec<_> = (0..steps.len()).filter(|step| !is_elsewhere(&steps[*step])).collect();
    let kinds: Vec<_> = here.iter().copied().filter(|step| seen.insert(&steps[*step])).collect();
    let at = |step, moment| Death { step, moment };
    if !everywhere {
        return spread(kinds, SOME).map(|step| at(step, DeathMoment::Before)).collect();
    }
    let both = |step| [at(step, DeathMoment::Before), at(step, DeathMoment::After)];
    let chosen: BTreeSet<_> = spread(here, MANY / 2).chain(kinds).collect();
    chosen.into_iter().flat_map(both).collect()
}

/// Whether a step is of a server, which does not die with this machine.
fn is_elsewhere(step: &str) -> bool {
    step.split(' ').nth(1).is_some_and(|path| path.starts_with("elsewhere/"))
}

/// A verb with what is there before it, and what it makes of it when nobody disturbs it.
struct Stage<'a> {
    verb: &'a Verb,
    machine: Machine,
    saved: tempfile::TempDir,
    /// The steps of the verb, by what they are called.
    steps: Vec<String>,
    before: State,
    after: State,
    /// After it was done a second time.
    again: State,
    names: BTreeSet<String>,
}

impl<'a> Stage<'a> {
    fn new(verb: &'a Verb) -> io::Result<Stage<'a>> {
        let machine = (verb.prepare)();
        fs::create_dir_all(machine.root().join("tmp"))?;
        let saved = tempfile::tempdir()?;
        // A worker that `prepare` left behind would go on with the home, and not with the copy.
        machine.wait_for_workers();
        copy(machine.root(), saved.path())?;
        let mut stage = Stage {
            verb,
            machine,
            saved,
            steps: Vec::new(),
            before: State::default(),
            after: State::default(),
            again: State::default(),
            names: BTreeSet::new(),
        };
        stage.before = State::of(&stage.machine);
        stage.restore()?;
        let run = stage.run()?;
        assert!(run.status.success(), "{}: {}", verb.name, run.stderr);
        stage.steps = run.steps.iter().map(ToString::to_string).collect();
        stage.after = State::of(&stage.machine);
        stage.run()?;
        stage.live_on();
        stage.again = State::of(&stage.machine);
        stage.machine.wait_for_workers();
        stage.names = names(&stage.machine);
        Ok(stage)
    }

    /// The verb, which keeps what SQLite puts aside where it is seen.
    fn command(&self) -> Command {
        let mut command = self.machine.command(self.verb.line.split(' '));
        command.env("TMPDIR", self.machine.root().join("tmp"));
        command
    }

    fn run(&self) -> io::Result<TracedRun> {
        let input = (self.verb.input)(&self.machine);
        steps::watch(&mut self.command(), &input, self.machine.root())
    }

    /// What happens on every machine that is used.
    fn live_on(&self) {
        self.machine.run_ok(["status"]);
        self.machine.run_ok(["cleanup", "--due"]);
    }

    fn restore(&self) -> io::Result<()> {
        self.machine.wait_for_workers();
        for entry in fs::read_dir(self.machine.root())? {
            fs::remove_dir_all(entry?.path())?;
        }
        copy(self.saved.path(), self.machine.root())
    }

    /// Whether death came.
    fn try_death(&self, death: Death, outcome: &mut Outcome) -> io::Result<bool> {
        self.restore()?;
        let input = (self.verb.input)(&self.machine);
        let run = steps::kill(&mut self.command(), &input, self.machine.root(), death)?;
        let Some(step) = run.steps.last().filter(|_| run.died) else {
            return Ok(false);
        };
        if is_elsewhere(&step.to_string()) {
            return Ok(false);
        }
        let side = if death.moment == DeathMoment::Before { "before" } else { "after" };
        let place = format!("{side} {step} ({})", death.step);
        *outcome.landed.entry(step.to_string()).or_default() += 1;
        let mut wrong = |when: &str, lines: Vec<String>| {
            let lines =
                lines.into_iter().map(|line| format!("{} {place}, {when}: {line}", self.verb.name));
            outcome.wrong.extend(lines);
        };
        wrong("the next command", self.after_death(run.status.success()));
        self.run()?;
        self.live_on();
        let again = State::of(&self.machine);
        wrong("done once more", again.beyond(&self.after, &self.again));
        self.machine.wait_for_workers();
        let names = names(&self.machine);
        wrong("looked at closely", (self.verb.wrong)(&self.machine));
        let litter =
            names.difference(&self.names).map(|name| format!("{name} after {}", self.verb.name));
        outcome.litter.extend(litter);
        Ok(true)
    }

    /// What is wrong when the next command has run.
    fn after_death(&self, acknowledged: bool) -> Vec<String> {
        let found = State::of(&self.machine);
        let mut wrong = found.beyond(&self.before, &self.after);
        if acknowledged && self.verb.leaves_work_behind {
            let captured = self.after.captured();
            wrong.extend(found.captured().lost(&captured));
        } else if acknowledged {
            wrong.extend(found.beyond(&self.after, &self.after));
        }
        wrong
    }
}

/// Copies what is below a directory, with its permissions.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target: PathBuf = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            fs::create_dir(&target)?;
            fs::set_permissions(&target, entry.metadata()?.permissions())?;
            copy(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), &target)?;
            let times = fs::FileTimes::new().set_modified(entry.metadata()?.modified()?);
            fs::File::open(&target)?.set_times(times)?;
        }
    }
    Ok(())
}
