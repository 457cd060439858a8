//! What works in this project, and what failed last and was not mended.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use palimp_core::author::Author;
use palimp_core::observation::{command_of, failure_of};
use palimp_core::shell::{CommandLine, essence};
use palimp_core::text::{ellipsis, one_line, prefix};
use palimp_store::activity::Run;

use super::{Builder, Context, Section};

const NAME: &str = "what_works";
const TOOL: &str = Author::Tool.mark();
/// So much of a prompt is read for what commands do, in characters.
const ASKED: usize = 400;
/// Words of what commands do.
const RUN: [&str; 22] = [
    "test", "tests", "testing", "build", "builds", "compile", "lint", "linter", "linting",
    "format", "fmt", "run", "runs", "running", "ci", "fail", "fails", "failing", "failed",
    "deploy", "check", "checks",
];
const RUN_KO: [&str; 8] = ["테스트", "빌드", "컴파일", "린트", "실행", "돌려", "배포", "실패"];
/// The most that commands, and failures, take, in characters.
const COMMANDS: usize = 400;
const FAILURES: usize = 600;
/// How many are told of each, and the longest command.
const TOLD: [usize; 2] = [10, 4];
const LONGEST: usize = 100;
/// A failure that more sessions than these left alone was given up.
const LAST: usize = 2;
/// What was run in so many sessions is come back to; of a project with no more sessions than these nobody
/// knows yet.
const OFTEN: usize = 2;
const NEW: usize = 2;
/// What says nothing about how this project is worked on.
const EVERYWHERE: [&str; 16] = [
    "git", "gh", "rm", "mv", "cp", "mkdir", "touch", "chmod", "kill", "pkill", "curl", "wget",
    "ssh", "ln", "tar", "sqlite3",
];
/// Options that name one test, or only ask for words.
const NARROW: [&str; 10] = [
    "--help", "-h", "--version", "-run", "--run", "-k", "-t", "--grep", "--filter",
    "--testPathPattern",
];
/// The files in which a project says itself how it is worked on.
const SAID_IN: [&str; 4] = ["AGENTS.md", "CLAUDE.md", "GEMINI.md", "README.md"];

/// The largest of them that is read, in bytes.
const SAID: u64 = 256 << 10;

impl Builder<'_> {
    /// The commands that ran well here, in words.
    pub(super) fn works(&self, mut commands: Vec<String>) -> Vec<String> {
        if !self.is_wanted(NAME) {
            return Vec::new();
        }
        if !commands.is_empty() {
            let said = said_by_the_project(Path::new(&self.session.working_dir));
            commands.retain(|command| !said.contains(command.as_str()));
        }
        commands.truncate(TOLD[0]);
        commands.sort_unstable();
        commands.iter().map(|command| format!("{TOOL}`{command}`")).collect()
    }

    /// Adds those that wait to be told. A session that plans or answers has no use for them.
    pub(super) fn what_works(&self, why: &str, context: &mut Context) {
        let lines = std::mem::take(&mut context.given.works);
        let section = Section::list(NAME, "What Works Here", COMMANDS).with(lines);
        context.sections.push(section.because(why));
    }

    /// The same, where a prompt speaks of what they do.
    pub(super) fn to_run(&self, prompt: &str, context: &mut Context) {
        let asked = prefix(prompt, ASKED).to_lowercase();
        let words = asked.split(|c: char| !c.is_alphanumeric());
        let speaks = words.clone().any(|word| RUN.contains(&word))
            || RUN_KO.iter().any(|word| asked.contains(word));
        if speaks {
            self.what_works("the prompt speaks of what they do", context);
        }
    }

    /// Adds what failed last and was not mended.
    pub(super) fn open_failures(&self, failures: Vec<String>, context: &mut Context) {
        const FAILED: &str = "recent_errors";
        if !self.is_wanted(FAILED) {
            return;
        }
        let section = Section::list(FAILED, "Open Failures", FAILURES).with(failures);
        context.sections.push(section.because("failures after which nothing of the kind ran well"));
    }
}

/// The commands that ran well in two sessions at least, and at least every other time; those of most runs
/// first. Where but one or two sessions are known, twice is enough.
pub(super) fn often(runs: &[Run]) -> Vec<String> {
    let mut counts: HashMap<&str, Count> = HashMap::new();
    let mut sessions = HashSet::new();
    for run in runs.iter().filter(|run| run.matters) {
        sessions.insert(&run.session);
        let count = counts.entry(essence(command_of(&run.content))).or_default();
        if run.well {
            count.well += 1;
            count.sessions.insert(&run.session);
        } else {
            count.ill += 1;
        }
    }
    let is_new = sessions.len() <= NEW;
    let often = counts.into_iter().filter(|(_, it)| {
        it.well >= OFTEN && it.well >= it.ill && (is_new || it.sessions.len() >= OFTEN)
    });
    let mut often: Vec<_> = often.filter(|(command, _)| is_general(command)).collect();
    often.sort_by(|a, b| b.1.well.cmp(&a.1.well).then(a.0.cmp(b.0)));
    often.into_iter().map(|(command, _)| command.to_owned()).collect()
}

/// How a command ran.
#[derive(Default)]
struct Count<'r> {
    well: usize,
    ill: usize,
    /// The sessions in which it ran well.
    sessions: HashSet<&'r String>,
}

/// Whether a command says how the project is worked on, and not only what one test or one look needed.
fn is_general(command: &str) -> bool {
    let narrow = |word: &str| {
        let option = word.split('=').next().unwrap_or_default();
        NARROW.contains(&option) || word.starts_with("/tmp/") || word == "/dev/null"
    };
    is_of_here(command) && !command.split_whitespace().any(narrow)
}

fn is_of_here(command: &str) -> bool {
    let line = CommandLine::parse(command);
    // A program may be started by another one: `rtk git diff`.
    let mut programs = line.parts.first().into_iter().flat_map(|part| {
        [Some(part.program.as_str()), part.subcommand.as_deref()].into_iter().flatten()
    });
    let typed = ["<<", "$("].iter().any(|mark| command.contains(mark));
    let typed = typed || command.chars().count() > LONGEST;
    line.matters() && !programs.any(|program| EVERYWHERE.contains(&program)) && !typed
}

fn said_by_the_project(root: &Path) -> String {
    let read = |name: &&str| palimp_files::read_up_to(&root.join(name), SAID).ok();
    let texts = SAID_IN.iter().filter_map(read);
    texts.map(|text| String::from_utf8_lossy(&text).into_owned()).collect()
}

/// The newest failures after which nothing of the command's kind has run well, the failure first. Nobody
/// comes back to a script that was typed at the prompt, to what was run once, or to a look at something that
/// was not there.
pub(super) fn open(runs: &[Run]) -> Vec<String> {
    let (mut well, mut seen) = (HashSet::new(), HashSet::new());
    let runs_of = sessions_of(runs);
    let is_new = runs.iter().map(|run| &run.session).collect::<HashSet<_>>().len() <= NEW;
    let (mut sessions, mut lines) = (HashSet::new(), Vec::new());
    for run in runs {
        if lines.len() == TOLD[1] {
            break;
        }
        let command = essence(command_of(&run.content));
        let kind = kind(command);
        sessions.insert(&run.session);
        if sessions.len() > LAST {
            break;
        }
        if run.well {
            well.insert(kind);
        } else if !well.contains(&kind)
            && is_of_here(command)
            && (is_new || runs_of[command].len() >= OFTEN)
        {
            let failure = one_line(failure_of(&run.content));
            if tells(&failure) && seen.insert(failure.clone()) {
                let command = ellipsis(command, LONGEST);
                lines.push(format!("{TOOL}{} ← `{command}`", ellipsis(&failure, 140)));
            }
        }
    }
    lines
}

/// The sessions in which each command was run.
fn sessions_of(runs: &[Run]) -> HashMap<&str, HashSet<&str>> {
    let mut sessions: HashMap<&str, HashSet<&str>> = HashMap::new();
    for run in runs {
        sessions.entry(essence(command_of(&run.content))).or_default().insert(&run.session);
    }
    sessions
}

/// What a command does, whatever it does it to: `go test`, `make`.
fn kind(command: &str) -> (String, Option<String>) {
    let first = CommandLine::parse(command).parts.into_iter().next();
    first.map(|part| (part.program, part.subcommand)).unwrap_or_default()
}

/// Whether a failure says more than that it failed: it names something, or has words enough.
fn tells(failure: &str) -> bool {
    let named = |word: &str| word.len() > 3 && word.contains(['_', '.', '/', ':', '(']);
    let words = failure.split_whitespace();
    words.clone().any(named) && words.count() >= 3
}
