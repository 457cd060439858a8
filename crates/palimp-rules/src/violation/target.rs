//! Target of a rule, compared with the commands that are run.

use super::commands::{Commands, Invocation};
use super::lexicon::{
    EVERYWHERE_WORDS, FILLER_WORDS, GIT_OBJECTS, GIT_VERBS, PROGRAM_ALIASES, PROGRAM_NAMES,
    RIVAL_PROGRAMS, WORD_PROGRAMS,
};
use super::token::RuleToken;
use crate::tools::is_tool;

/// One thing that a rule says about commands.
#[derive(Clone, Debug)]
pub(super) struct Directive {
    pub(super) demand: Demand,
    /// Words of which the command or its directory has to hold one: `on CI`. None narrow nothing.
    pub(super) scope: Vec<String>,
}

#[derive(Clone, Debug)]
pub(super) enum Demand {
    /// Never run this.
    Never(RuleTarget),
    /// Run this program through this runner alone.
    Through {
        /// Such as `uv run`.
        runner: String,
        /// Such as `pytest`.
        program: String,
    },
    /// Use this program, and so none of its rivals.
    Choose(String),
}

/// A program, or git's way to be spoken of, with arguments.
#[derive(Clone, Debug, Default)]
pub(super) struct RuleTarget {
    /// The program; none where an option alone is forbidden.
    program: Option<String>,
    args: Vec<String>,
    flags: Vec<String>,
    /// The branch, where it is about one.
    branch: Option<String>,
}

impl Directive {
    /// Returns true if an invocation violates the directive.
    pub(super) fn is_violated_by(&self, run: &Invocation, commands: &Commands) -> bool {
        let hits = match &self.demand {
            Demand::Never(target) => target.matches_invocation(run, commands),
            Demand::Through { runner, program } => {
                run.program == *program && !run.only_asks() && !run.runners.contains(runner)
            }
            Demand::Choose(name) => {
                let rivals = RIVAL_PROGRAMS.iter().find(|rivals| rivals.contains(&name.as_str()));
                let is_rival = |rivals: &&&[&str]| rivals.contains(&run.family.as_str());
                run.family != *name && !run.only_asks() && rivals.is_some_and(|it| is_rival(&it))
            }
        };
        hits && self.holds_around(&commands.surroundings)
    }

    fn holds_around(&self, surroundings: &str) -> bool {
        let narrow = |word: &&String| !EVERYWHERE_WORDS.contains(&word.as_str());
        let mut narrow = self.scope.iter().filter(narrow).peekable();
        narrow.peek().is_none() || narrow.any(|word| surroundings.contains(word_start(word)))
    }
}

/// The beginning of a word, by which its inflections are known.
fn word_start(word: &str) -> &str {
    const WORD_START_CHARS: usize = 5;
    word.char_indices().nth(WORD_START_CHARS).map_or(word, |(at, _)| &word[..at])
}

impl RuleTarget {
    /// The target that the tokens of a phrase name; `is_named` where a verb of running or another command
    /// says that they name a program. None where they say anything else besides.
    pub(super) fn from_phrase(phrase: &[RuleToken], is_named: bool) -> Option<RuleTarget> {
        if phrase.iter().any(|token| token.is_code) {
            let others = phrase.iter().filter(|token| !token.is_code);
            let mut others = others.filter(|token| !token.is_any_of(FILLER_WORDS));
            let mut code = phrase.iter().filter(|token| token.is_code);
            let (Some(code), None, None) = (code.next(), code.next(), others.next()) else {
                return None;
            };
            return RuleTarget::of_words(&code.written);
        }
        let said: Vec<&RuleToken> =
            phrase.iter().filter(|token| !token.is_any_of(FILLER_WORDS)).collect();
        let words: Vec<String> = said.iter().map(|token| token.in_command()).collect();
        RuleTarget::of_git(&words).or_else(|| {
            let first = words.first()?.as_str();
            let is_word = WORD_PROGRAMS.contains(&first);
            let is_program = match is_named {
                true => !is_word || words.len() <= 2,
                false if is_word => words.len() == 2,
                false => {
                    let is_alias = PROGRAM_ALIASES.iter().any(|(alias, _)| *alias == first);
                    is_alias
                        || is_tool(first)
                        || PROGRAM_NAMES.contains(&first)
                        || first.starts_with("--")
                }
            };
            is_program.then(|| RuleTarget::of_words(&words)).flatten()
        })
    }

    /// The target that a command names.
    fn of_words(words: &[String]) -> Option<RuleTarget> {
        let is_flag = |word: &&String| word.len() > 1 && word.starts_with('-');
        let first = words.first()?;
        let (flags, args): (Vec<&String>, Vec<&String>) = words.iter().partition(is_flag);
        let owned = |words: Vec<&String>| words.into_iter().cloned().collect::<Vec<_>>();
        if first.starts_with("--") && args.is_empty() {
            return Some(RuleTarget { flags: owned(flags), ..RuleTarget::default() });
        }
        let program = args.first()?.to_lowercase();
        let is_name = |c: char| c.is_ascii_alphanumeric() || "-_.+".contains(c);
        (program.len() > 1 && program.chars().all(is_name)).then(|| RuleTarget {
            program: Some(program),
            args: owned(args[1..].to_vec()),
            flags: owned(flags),
            branch: None,
        })
    }

    /// The target of words that speak of git without naming it: `force push`, `skip the hooks`.
    fn of_git(words: &[String]) -> Option<RuleTarget> {
        let words: Vec<&str> = words.iter().flat_map(|word| dash_parts(word)).collect();
        let git = |verb: &str, flags: &[&str]| RuleTarget {
            program: Some("git".to_owned()),
            args: vec![verb.to_owned()],
            flags: flags.iter().map(|&flag| flag.to_owned()).collect(),
            branch: None,
        };
        let is_forced =
            words.first().is_some_and(|word| matches!(*word, "force" | "강제" | "강제로"));
        let verb = words.get(usize::from(is_forced))?;
        if matches!(*verb, "skip" | "bypass")
            && words.last().is_some_and(|it| it.starts_with("hook"))
        {
            return Some(RuleTarget {
                flags: vec!["--no-verify".to_owned()],
                ..RuleTarget::default()
            });
        }
        let (_, verb) = GIT_VERBS.iter().find(|(said, _)| said == verb)?;
        let rest = &words[usize::from(is_forced) + 1..];
        if !rest.iter().all(|word| GIT_OBJECTS.contains(word)) {
            return None;
        }
        match (*verb, is_forced) {
            ("push", true) => Some(git("push", &["--force"])),
            ("amend", false) => Some(git("commit", &["--amend"])),
            (verb, false) => Some(git(verb, &[])),
            _ => None,
        }
    }

    /// A program with a subcommand.
    pub(super) fn with_subcommand(name: &str, subcommand: &str) -> RuleTarget {
        let args = vec![subcommand.to_owned()];
        RuleTarget { program: Some(name.to_owned()), args, ..RuleTarget::default() }
    }

    /// Returns true for a target of git.
    pub(super) fn is_git(&self) -> bool {
        self.program.as_deref() == Some("git")
    }

    /// The same on one branch alone.
    pub(super) fn on_branch(self, branch: &str) -> RuleTarget {
        RuleTarget { branch: Some(branch.to_owned()), ..self }
    }

    fn matches_invocation(&self, run: &Invocation, commands: &Commands) -> bool {
        let is_whole = self.args.is_empty() && self.flags.is_empty();
        let is_program = self.program.as_ref().is_none_or(|program| {
            run.program == *program || is_whole && run.family == *program && !run.only_asks()
        });
        is_program
            && !(is_whole && run.only_asks())
            && has_in_order(&run.args, &self.args)
            && self.flags.iter().all(|flag| run.has_flag(flag))
            && self.branch.as_ref().is_none_or(|branch| commands.is_on_branch(run, branch))
    }
}

impl RuleToken {
    /// As a command would have it: options as they were written, words in lower case.
    fn in_command(&self) -> String {
        match self.written.first().filter(|word| word.starts_with('-')) {
            Some(flag) => flag.clone(),
            None => self.text.clone(),
        }
    }
}

/// The parts of a word with a dash in it: `force-push`.
fn dash_parts(word: &str) -> impl Iterator<Item = &str> {
    let is_flag = word.starts_with('-');
    word.split(move |c| c == '-' && !is_flag).filter(|part| !part.is_empty())
}

/// Returns true if the arguments contain others one after another, near their beginning.
fn has_in_order(args: &[String], wanted: &[String]) -> bool {
    const MAX_SKIPPED_ARGS: usize = 2;
    let same = |at: usize| {
        args.get(at..at + wanted.len())
            .is_some_and(|args| args.iter().zip(wanted).all(|(arg, wanted)| arg == wanted))
    };
    wanted.is_empty() || (0..=MAX_SKIPPED_ARGS).any(same)
}
