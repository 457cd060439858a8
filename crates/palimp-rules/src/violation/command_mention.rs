//! Commands that a sentence names.

use super::commands::Invocation;
use super::lexicon::{
    CONDITION_WORDS, GIT_OBJECTS, GIT_VERBS, PHRASE_ENDS, PROGRAM_NAMES, RIVAL_PROGRAMS,
    RUNNER_COMMANDS, SCOPE_WORDS, WORD_PROGRAMS,
};
use super::stance_words::{
    ACTION_WORDS, FOLLOWING_WORDS, GLOBAL_WORDS, OTHER_NAMES, SHOUTED_WORDS, SUBCOMMAND_NAMES,
    SUBJECT_WORDS, TOOL_NAMES,
};
use super::token::RuleToken;
use crate::tools::is_tool;

/// A command as far as a sentence names it.
#[derive(Debug, Default)]
pub(super) struct CommandMention {
    /// The program, with the directory in which the sentence says that it is; none where only an action, an argument or
    /// an option is named.
    program: Option<String>,
    args: Vec<String>,
    flags: Vec<String>,
}

impl CommandMention {
    /// Returns the mention that begins at a token, and its length in tokens.
    pub(super) fn find(
        tokens: &[RuleToken],
        at: usize,
        run: &Invocation,
    ) -> Option<(CommandMention, usize)> {
        let token = &tokens[at];
        if token.is_code {
            return Some((CommandMention::of_code(token), 1));
        }
        // A short option alone means something else with each program.
        if let Some(flag) = option_of(token).filter(|flag| flag.starts_with("--")) {
            return Some((CommandMention::default().with_flag(flag), 1));
        }
        if GLOBAL_WORDS.iter().any(|it| token.text.starts_with(it)) {
            // `global npm installs`, or an installation without the name of its program.
            let flag = if run.has_flag("--global") { "--global" } else { "-g" };
            let program =
                tokens.get(at + 1).and_then(|_| CommandMention::of_program(tokens, at + 1, run));
            let (mention, length) = program.unwrap_or_default();
            return Some((mention.with_flag(flag), length + 1));
        }
        let before = at.checked_sub(1).map_or("", |at| tokens[at].text.as_str());
        match CommandMention::of_noun(token, before) {
            Some(mention) => has_no_object(tokens, at).then_some((mention, 1)),
            None => CommandMention::of_program(tokens, at, run),
        }
    }

    fn from_words(program: Option<&str>, args: &[&str]) -> CommandMention {
        let owned = |word: &&str| (*word).to_owned();
        let args = args.iter().map(owned).collect();
        CommandMention { program: program.map(str::to_owned), args, flags: Vec::new() }
    }

    fn with_flag(mut self, flag: &str) -> CommandMention {
        self.flags.push(flag.split('=').next().unwrap_or(flag).to_owned());
        self
    }

    /// `` `git add .` ``
    fn of_code(token: &RuleToken) -> CommandMention {
        let is_option = |word: &&String| word.len() > 1 && word.starts_with('-');
        let (flags, words): (Vec<&String>, Vec<&String>) =
            token.written.iter().partition(is_option);
        let words: Vec<&str> = words.into_iter().map(String::as_str).collect();
        let mention = match words.split_first() {
            Some((program, args)) if !token.written[0].starts_with('-') => {
                CommandMention::from_words(Some(program), args)
            }
            _ => CommandMention::default(),
        };
        flags.into_iter().fold(mention, |mention, flag| mention.with_flag(flag))
    }

    /// A word for what a command does: `commits`, `배포`, `hard reset`.
    fn of_noun(token: &RuleToken, before: &str) -> Option<CommandMention> {
        let text = token.text.as_str();
        // A Korean noun has its particle or its verb behind it.
        let is_same =
            |noun: &str| if noun.is_ascii() { text == noun } else { text.starts_with(noun) };
        let find = |nouns: &[(&str, &'static str)]| {
            nouns.iter().find(|(noun, _)| is_same(noun)).map(|(_, verb)| *verb)
        };
        if let Some(verb) = find(GIT_VERBS) {
            return Some(match verb {
                "amend" => {
                    CommandMention::from_words(Some("git"), &["commit"]).with_flag("--amend")
                }
                "push" if ["force", "강제", "강제로"].contains(&before) => {
                    CommandMention::from_words(Some("git"), &["push"]).with_flag("--force")
                }
                verb => CommandMention::from_words(Some("git"), &[verb]),
            });
        }
        if text == "reset" && before == "hard" {
            return Some(CommandMention::from_words(Some("git"), &["reset"]).with_flag("--hard"));
        }
        let written = token.written.first().map_or("", String::as_str);
        let is_shouted = SHOUTED_WORDS.contains(&written);
        let action = find(ACTION_WORDS).or(is_shouted.then_some(written))?;
        Some(CommandMention::from_words(None, &[action]))
    }

    /// A program with what stands behind it: `terraform apply`, `docker compose down -v`, `eslint with --fix`.
    fn of_program(
        tokens: &[RuleToken],
        at: usize,
        run: &Invocation,
    ) -> Option<(CommandMention, usize)> {
        const MAX_WORDS: usize = 5;
        let token = &tokens[at];
        let program = token.text.as_str();
        let name = usual_name(program);
        let is_path = program.contains('/') && !program.contains("://");
        let is_korean = tokens.iter().any(|it| !it.is_latin());
        let may_follow = |next: &RuleToken| {
            let word = next.text.as_str();
            next.is_latin()
                && !next.is_code
                && (is_korean
                    || option_of(next).is_some()
                    || SUBCOMMAND_NAMES.contains(&word)
                    || word.starts_with(|c: char| c.is_ascii_digit())
                    || word.contains(':')
                    || run.args.iter().any(|arg| arg == word))
        };
        let ends = |token: &RuleToken| token.closes || !token.particle.is_empty();
        let next = tokens.get(at + 1).filter(|_| !ends(token));
        let is_known = is_path
            || name == run.program
            || name == run.family
            || PROGRAM_NAMES.contains(&name)
            || TOOL_NAMES.contains(&name)
            || RUNNER_COMMANDS.iter().any(|runner| runner[0] == name)
            || is_tool(name);
        // `make a branch` runs nothing.
        let is_word = WORD_PROGRAMS.contains(&name) && !is_path && !is_korean;
        if !is_known || is_word && !next.is_some_and(may_follow) {
            return None;
        }
        let mut mention = CommandMention::from_words(Some(program), &[]);
        let mut length = 1;
        while let Some(next) = tokens.get(at + length).filter(|_| length < MAX_WORDS) {
            let with_option = next.is_any_of(&["with"])
                && tokens.get(at + length + 1).is_some_and(|it| option_of(it).is_some());
            let runs = mention.args.last().is_some_and(|arg| arg == "run" || arg == "exec");
            if ends(&tokens[at + length - 1])
                || !(with_option || next.is_latin() && runs || may_follow(next))
            {
                break;
            }
            match option_of(next) {
                Some(flag) => mention = mention.with_flag(flag),
                None if with_option => {}
                None => mention.args.push(next.text.clone()),
            }
            length += 1;
        }
        Some((mention, length))
    }

    /// Returns true if every command that `other` names is one that this names.
    pub(super) fn covers(&self, other: &CommandMention) -> bool {
        self.name() == other.name()
            && self.args.iter().all(|arg| other.args.contains(arg))
            && self.flags.iter().all(|flag| other.flags.contains(flag))
    }

    /// Number of words of the command that it names.
    pub(super) fn word_count(&self) -> usize {
        usize::from(self.program.is_some()) + self.args.len() + self.flags.len()
    }

    /// Returns true for a command of git.
    pub(super) fn is_git(&self) -> bool {
        self.program.as_deref() == Some("git")
    }

    fn name(&self) -> Option<&str> {
        self.program.as_deref().map(usual_name)
    }

    /// The program as a path, where it is one.
    fn path(&self) -> Option<&str> {
        self.program.as_deref().filter(|program| program.contains('/'))
    }

    /// Returns true if an invocation is what the mention names. A program of many uses is no command by its name alone.
    pub(super) fn means(&self, run: &Invocation) -> bool {
        if self.word_count() == 1 && matches!(self.name(), Some("git" | "go" | "node")) {
            return false;
        }
        let is_program = self
            .name()
            .is_none_or(|name| run.program == name || run.family == name && self.args.is_empty());
        let is_place =
            self.path().is_none_or(|path| run.written.ends_with(path.trim_start_matches('.')));
        let has_arg = |arg: &String| match self.program {
            Some(_) => run.args.iter().any(|it| it == arg),
            None => run.does(arg),
        };
        is_program
            && is_place
            && self.args.iter().all(has_arg)
            && self.flags.iter().all(|flag| run.has_flag(flag))
    }

    /// Returns true if whoever demands what the mention names leaves out an invocation: a rival, or the same program from
    /// elsewhere.
    pub(super) fn leaves_out(&self, run: &Invocation) -> bool {
        let Some(name) = self.name() else { return false };
        if self.path().is_some() {
            // `./gradlew` is there so that nobody runs `gradle`.
            let wrapped = name.strip_suffix('w').unwrap_or(name);
            let is_other = [name, wrapped].contains(&run.program.as_str()) || run.family == name;
            return is_other && !run.written.contains('/')
                || name == "python" && run.program == "pip";
        }
        // `docker compose` leaves out `docker-compose`.
        if run.family == name {
            return run.program != name && !self.args.is_empty();
        }
        let family = run.family.as_str();
        RIVAL_PROGRAMS.iter().any(|rivals| rivals.contains(&name) && rivals.contains(&family))
    }

    /// Returns true if the mention is an option that an invocation does not have.
    pub(super) fn is_option_without(&self, run: &Invocation) -> bool {
        self.program.is_none()
            && !self.flags.is_empty()
            && !self.flags.iter().any(|flag| run.has_flag(flag))
    }

    /// Returns true if the mention names the runner of an invocation: `uv run`.
    pub(super) fn is_runner_of(&self, run: &Invocation) -> bool {
        let begins = |runner: &String| runner.split(' ').next() == self.name();
        run.runners.iter().any(begins)
    }
}

/// Returns true if the word for an action at `at` has no object that makes another thing of it: `push notifications`,
/// `never merge carts`, `카트는 병합하지 마`.
fn has_no_object(tokens: &[RuleToken], at: usize) -> bool {
    let token = &tokens[at];
    let next = tokens.get(at + 1).filter(|_| !token.closes);
    let is_korean_object = |it: &RuleToken| {
        let is_marked =
            ["을", "를", "은", "는", "이", "가"].iter().any(|end| it.text.ends_with(end));
        !it.is_latin() && is_marked && !SUBJECT_WORDS.contains(&it.text.as_str())
    };
    if token.is_latin() {
        let lists = [GIT_OBJECTS, SCOPE_WORDS, PHRASE_ENDS, CONDITION_WORDS, FOLLOWING_WORDS];
        return next.is_none_or(|it| {
            it.is_code
                || !it.is_latin()
                || option_of(it).is_some()
                || lists.iter().any(|list| it.is_any_of(list))
        });
    }
    let start = tokens[..at].iter().rposition(|it| it.closes).map_or(0, |at| at + 1);
    // A bare noun before another one describes it: `머지 함수가`.
    let is_bare = GIT_VERBS.iter().chain(ACTION_WORDS).any(|(noun, _)| token.text == *noun);
    let describes = is_bare && next.is_some_and(is_korean_object);
    !describes && !tokens[start..at].iter().any(is_korean_object)
}

/// An option as it is written.
fn option_of(token: &RuleToken) -> Option<&str> {
    let word = token.written.first().filter(|_| !token.is_code)?;
    (word.len() > 1 && word.starts_with('-')).then_some(word)
}

/// A program by its usual name and without its directory.
fn usual_name(program: &str) -> &str {
    let name = program.rsplit('/').next().unwrap_or(program);
    OTHER_NAMES.iter().find(|(other, _)| *other == name).map_or(name, |(_, usual)| usual)
}
