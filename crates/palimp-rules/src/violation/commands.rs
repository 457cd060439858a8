//! A command line as the programs that it runs.

use palimp_core::shell::simple_commands;

use super::lexicon::{GIT_VERBS, PROGRAM_ALIASES, RIVAL_PROGRAMS, RUNNER_COMMANDS, SAME_FLAGS};
use super::stance_words::{ACTION_WORDS, GLOBAL_WORDS, OTHER_NAMES, SHOUTED_WORDS};

/// Words before a program that are not the program.
const WRAPPER_WORDS: [&str; 16] = [
    "!", "{", "(", "builtin", "command", "do", "elif", "else", "exec", "if", "nohup", "then",
    "time", "until", "while", "xargs",
];
/// Shells that run the line behind `-c`.
const SHELL_PROGRAMS: [&str; 4] = ["sh", "bash", "zsh", "dash"];
/// The deepest nesting of shells and runners that is looked into.
const MAX_DEPTH: usize = 4;

/// The programs that a command line runs, and where.
pub struct Commands<'a> {
    pub(super) runs: Vec<Invocation>,
    /// The line and the directory, in lower case: a rule may hold for something that they name.
    pub(super) surroundings: String,
    branch: &'a dyn Fn() -> Option<String>,
    /// Names that a rule violated by one of the programs contains, in lower case.
    names: Vec<String>,
}

/// One program and its arguments.
#[derive(Clone, Debug, Default)]
pub(super) struct Invocation {
    /// The program, without its directory, by its usual name.
    pub(super) program: String,
    /// The program as it is written, with its directory.
    pub(super) written: String,
    /// The program of which it is a part: `npm` of `npx`.
    pub(super) family: String,
    /// The arguments that are no options, in order.
    pub(super) args: Vec<String>,
    /// The options, without their values.
    pub(super) flags: Vec<String>,
    /// Runners of the program: `uv run`.
    pub(super) runners: Vec<String>,
    /// The branch to which the line has switched before.
    pub(super) switched_to: Option<String>,
}

impl<'a> Commands<'a> {
    /// Reads a command line that runs in `directory`; `branch` says which branch is checked out there, and is
    /// asked only where a rule names one.
    pub fn parse(
        line: &str,
        directory: &str,
        branch: &'a dyn Fn() -> Option<String>,
    ) -> Commands<'a> {
        let mut runs = Vec::new();
        for words in simple_commands(line) {
            collect_invocations(&words, &[], 0, &mut runs);
        }
        let mut switched: Option<String> = None;
        for run in &mut runs {
            run.switched_to.clone_from(&switched);
            if run.is_git(&["checkout", "switch"]) {
                switched = run.args.last().cloned();
            }
        }
        let surroundings = format!("{line}\n{directory}").to_lowercase();
        let names = violable_names(&runs);
        Commands { runs, surroundings, branch, names }
    }

    /// Returns true if a text, in lower case, names anything by which a rule could forbid one of the commands.
    pub fn are_named_in(&self, lower: &str) -> bool {
        self.names.iter().any(|name| lower.contains(name.as_str()))
    }

    /// The branch on which an invocation works.
    fn branch_of(&self, run: &Invocation) -> Option<String> {
        run.switched_to.clone().or_else(self.branch)
    }

    /// Returns true if git works on a branch: the one that a push names, else the one that is checked
    /// out.
    pub(super) fn is_on_branch(&self, run: &Invocation, branch: &str) -> bool {
        if run.flags.iter().any(|flag| flag == "-C") {
            return false;
        }
        let refs = run.args.get(2..).unwrap_or_default();
        if run.is_git(&["push"]) && run.args.get(1).is_some_and(|remote| remote == branch) {
            return true;
        }
        if run.is_git(&["push"]) && !refs.is_empty() {
            let target =
                |it: &String| it.rsplit(':').next().unwrap_or(it).trim_start_matches('+') == branch;
            let is_head = |it: &String| it == "HEAD";
            return refs.iter().any(target)
                || refs.iter().any(is_head) && self.branch_of(run).as_deref() == Some(branch);
        }
        self.branch_of(run).as_deref() == Some(branch)
    }
}

impl Invocation {
    /// Returns true for git with one of these subcommands.
    pub(super) fn is_git(&self, verbs: &[&str]) -> bool {
        self.program == "git" && self.args.first().is_some_and(|it| verbs.contains(&it.as_str()))
    }

    /// Returns true if the program or an argument names an action: `migrate` of `npx prisma migrate` and `rake db:migrate`.
    pub(super) fn does(&self, action: &str) -> bool {
        let is_part = |arg: &String| {
            arg.split(|c: char| !c.is_ascii_alphanumeric()).any(|part| part == action)
        };
        self.program == action || self.args.iter().any(is_part)
    }

    /// Returns true if the invocation has an option, by any of its names.
    pub(super) fn has_flag(&self, flag: &str) -> bool {
        let same = |flag: &str| {
            let same = SAME_FLAGS.iter().find(|(program, verb, names)| {
                self.program == *program
                    && (verb.is_empty() || self.is_git(&[*verb]))
                    && names.contains(&flag)
            });
            same.map_or(vec![flag.to_owned()], |(_, _, names)| {
                names.iter().map(|&name| name.to_owned()).collect()
            })
        };
        let has = |flag: &str| {
            same(flag).iter().any(|flag| {
                self.flags.iter().any(|it| {
                    it == flag
                        || short_option_letters(flag).is_some_and(|letter| {
                            short_option_letters(it).is_some_and(|cluster| cluster.contains(letter))
                        })
                })
            })
        };
        match short_option_letters(flag) {
            Some(cluster) if cluster.len() <= 3 => cluster.chars().all(|c| has(&format!("-{c}"))),
            _ => has(flag),
        }
    }

    /// Returns true if the invocation only shows what it would do.
    pub(super) fn is_dry(&self) -> bool {
        self.flags.iter().any(|flag| flag == "--dry-run")
    }

    /// Returns true if the invocation only asks for the version or the help.
    pub(super) fn only_asks(&self) -> bool {
        let asks =
            |flag: &String| ["--version", "--help", "-v", "-V", "-h"].contains(&flag.as_str());
        self.args.is_empty() && !self.flags.is_empty() && self.flags.iter().all(asks)
    }
}

/// Adds the program of a simple command, and what it runs in turn.
fn collect_invocations(
    words: &[String],
    runners: &[String],
    depth: usize,
    runs: &mut Vec<Invocation>,
) {
    let is_before = |word: &&String| WRAPPER_WORDS.contains(&word.as_str()) || is_assignment(word);
    let before = words.iter().take_while(is_before).count();
    // `N=$(git log -1)` runs git.
    let substituted = words[..before].last().and_then(|word| word.split_once("$("));
    if let Some((_, program)) = substituted.filter(|(_, program)| !program.is_empty()) {
        let inner: Vec<String> =
            [program.to_owned()].into_iter().chain(words[before..].iter().cloned()).collect();
        return collect_invocations(&inner, runners, depth + 1, runs);
    }
    let words = &words[before..];
    let Some(first) = words.first().filter(|_| depth < MAX_DEPTH) else { return };
    let rest = &words[1..];
    let written = first.trim_start_matches(['(', '$', '`']);
    let name = written.rsplit(['/', '\\']).next().unwrap_or(written).to_lowercase();
    let run = Invocation { written: written.to_owned(), ..parse_invocation(&name, rest, runners) };
    let inner = |words: &[String], runner: Option<String>, runs: &mut Vec<Invocation>| {
        let runners: Vec<String> = runners.iter().cloned().chain(runner).collect();
        collect_invocations(words, &runners, depth + 1, runs);
    };
    let behind_options = &rest[rest.iter().take_while(|word| word.starts_with('-')).count()..];
    match name.as_str() {
        "sudo" | "env" | "nice" | "stdbuf" | "doas" => inner(behind_options, None, runs),
        "timeout" => inner(behind_options.get(1..).unwrap_or_default(), None, runs),
        "python" | "python3" if rest.first().is_some_and(|word| word == "-m") => {
            return inner(&rest[1..], None, runs);
        }
        _ if SHELL_PROGRAMS.contains(&name.as_str()) => {
            let script = rest.iter().position(|word| word.starts_with('-') && word.ends_with('c'));
            let script = script.and_then(|at| rest.get(at + 1));
            for words in script.into_iter().flat_map(|script| simple_commands(script)) {
                inner(&words, None, runs);
            }
        }
        _ => {}
    }
    if let Some(runner) = leading_runner(words) {
        let program = &words[runner.len()..];
        let options = program.iter().take_while(|word| word.starts_with('-')).count();
        inner(&program[options..], Some(runner.join(" ")), runs);
    }
    runs.push(run);
}

/// The runner with which a command begins.
fn leading_runner(words: &[String]) -> Option<&'static [&'static str]> {
    let begins = |runner: &&&[&str]| {
        runner.len() < words.len() && runner.iter().zip(words).all(|(one, word)| one == word)
    };
    RUNNER_COMMANDS.iter().find(begins).copied()
}

fn parse_invocation(name: &str, rest: &[String], runners: &[String]) -> Invocation {
    let usual =
        |name: &str| PROGRAM_ALIASES.iter().find(|(alias, _)| *alias == name).map(|(_, it)| *it);
    let family = usual(name).unwrap_or(name).to_owned();
    let is_other_name = matches!(name, "pip3" | "python3" | "nodejs" | "yarnpkg");
    let program = if is_other_name { family.clone() } else { name.to_owned() };
    let words = rest.iter().map(|word| word.trim_end_matches([')', '`']));
    let (flags, args): (Vec<&str>, Vec<&str>) = words
        .filter(|word| !word.is_empty())
        .partition(|word| word.len() > 1 && word.starts_with('-'));
    Invocation {
        program,
        written: String::new(),
        family,
        args: args.into_iter().map(str::to_owned).collect(),
        flags: flags.iter().map(|flag| flag.split('=').next().unwrap_or(flag).to_owned()).collect(),
        runners: runners.to_vec(),
        switched_to: None,
    }
}

/// The letters of a short option, or of several in one.
fn short_option_letters(flag: &str) -> Option<&str> {
    flag.strip_prefix('-').filter(|letters| !letters.is_empty() && !letters.starts_with('-'))
}

fn is_assignment(word: &str) -> bool {
    word.split_once('=').is_some_and(|(name, _)| {
        !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    })
}

/// Returns the names that a rule violated by one of the invocations contains.
fn violable_names(runs: &[Invocation]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for run in runs {
        names.push(run.program.clone());
        names.push(run.family.clone());
        let rivals = RIVAL_PROGRAMS.iter().filter(|rivals| rivals.contains(&run.family.as_str()));
        names.extend(rivals.flat_map(|rivals| rivals.iter().map(|&name| name.to_owned())));
        if run.program == "git" {
            let said = GIT_VERBS.iter().filter(|(_, verb)| {
                let has = |verb: &str| run.args.iter().any(|word| word == verb);
                has(verb) || *verb == "amend" && has("commit")
            });
            names.extend(said.map(|(said, _)| (*said).to_owned()));
        }
        if run.flags.iter().any(|flag| flag == "--no-verify") {
            names.push("hook".to_owned());
        }
        names.extend(
            run.flags.iter().filter(|flag| flag.starts_with("--")).map(|it| it.to_lowercase()),
        );
        let is_program = |usual: &str| usual == run.program || usual == run.family;
        let others = OTHER_NAMES.iter().filter(|(_, usual)| is_program(usual));
        let actions = ACTION_WORDS.iter().filter(|(_, action)| run.does(action));
        names.extend(others.chain(actions).map(|(said, _)| (*said).to_owned()));
        let changes = SHOUTED_WORDS.iter().filter(|word| run.does(word));
        names.extend(changes.map(|word| word.to_lowercase()));
        if run.has_flag("-g") || run.has_flag("--global") {
            names.extend(GLOBAL_WORDS.iter().map(|&word| word.to_owned()));
        }
        if run.program == "pip" {
            names.push("python".to_owned());
        }
    }
    names.sort_unstable();
    names.dedup();
    names
}
