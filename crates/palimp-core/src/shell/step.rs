//! Steps: the commands of a line that do something, each as one would type it alone.
//!
//! Redirections, what only looks at the output behind a pipe, and the directory are no part of a
//! step; what prepares it is, since it does not run without: `source .venv/bin/activate && pytest`.

use super::scan::{Joint, ShellWord, Simple, scan_line};
use super::task::{self, is_narrow, names_test};
use super::{STRUCTURE_WORDS, WRAPPER_WORDS, is_assignment, parse_command, redirection_target};
use crate::text::ellipsis;

/// The longest step that is shown, in characters.
const MAX_SHOWN_CHARS: usize = 100;
/// A quoted argument that is longer, in characters, is a script or a message.
const MAX_ARGUMENT_CHARS: usize = 40;

/// One command of a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CommandStep {
    /// The variables that are set for it, and its words, as they were typed.
    assigned: Vec<String>,
    words: Vec<ShellWord>,
    /// The commands that prepare it: `source .venv/bin/activate`.
    setup: Vec<String>,
    /// The directories that the line went to before it.
    dirs: Vec<String>,
    /// Programs that start it and do not count: `sudo`, `time`, `timeout`.
    wrappers: Vec<String>,
}

/// The directory that a step runs in.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Dir {
    /// The project's root, as far as the line says.
    Root,
    /// A directory below it.
    Below(String),
    /// A directory outside of it, or one that only the shell knows.
    Elsewhere,
}

/// The steps of a line.
///
/// ```
/// use palimp_core::shell::parse_steps;
/// let shown = |line: &str| Vec::from_iter(parse_steps(line).iter().map(|step| step.display_text()));
/// assert_eq!(
///     shown("cd web && gofmt -w x.go; go test ./... 2>&1 | head -20"),
///     ["gofmt -w x.go", "go test ./..."]
/// );
/// assert_eq!(shown("echo done > /dev/null"), [""; 0]);
/// ```
pub fn parse_steps(line: &str) -> Vec<CommandStep> {
    parse_line(line).0.into_iter().filter_map(|piece| piece.step).collect()
}

/// A simple command of a line, and its step where it does something.
pub(super) struct ParsedCommand {
    pub step: Option<CommandStep>,
    pub program: String,
    pub joint: Joint,
    /// True within a loop or a condition, of which only the shell knows what ran.
    pub is_conditional: bool,
}

/// The simple commands of a line, and true where it ends within a quote or a here-document.
pub(super) fn parse_line(line: &str) -> (Vec<ParsedCommand>, bool) {
    let (mut dirs, mut setup, mut is_conditional) = (Vec::new(), Vec::new(), false);
    let mut pieces = Vec::new();
    let (commands, ends_inside) = scan_line(line);
    for command in commands {
        let first = command.words.first().map_or("", |word| word.text.as_str());
        is_conditional |= ["if", "for", "while", "until", "case"].contains(&first);
        if command.words.iter().all(|word| is_assignment(&word.text) && !word.text.contains("$(")) {
            setup.push(join_raw_words(&command.words));
            continue;
        }
        let Some(step) = step_of(&command) else { continue };
        let does_something = parse_command(&command.words).is_some_and(|part| !part.is_trivial());
        let program = step.program().to_owned();
        let prepares = task::is_setup_command(&step.words);
        let step = CommandStep { dirs: dirs.clone(), setup: setup.clone(), ..step };
        match program.as_str() {
            "cd" | "pushd" => {
                dirs.push(step.words.get(1).map_or("~", |word| word.text.as_str()).to_owned());
            }
            _ if prepares => setup.push(step.raw_text()),
            _ => {}
        }
        let step = (does_something && !prepares).then_some(step);
        pieces.push(ParsedCommand { step, program, joint: command.joint, is_conditional });
    }
    (pieces, ends_inside)
}

fn join_raw_words(words: &[ShellWord]) -> String {
    words.iter().map(|word| word.raw.as_str()).collect::<Vec<_>>().join(" ")
}

fn step_of(command: &Simple) -> Option<CommandStep> {
    let mut step = CommandStep::default();
    let mut words = command.words.iter().peekable();
    while let Some(word) = words.peek() {
        match word.text.as_str() {
            text if STRUCTURE_WORDS.contains(&text) => return None,
            text if is_assignment(text) => step.assigned.push(word.raw.clone()),
            // `command python3` goes past an alias, and so it is called otherwise.
            text if (WRAPPER_WORDS.contains(&text) && text != "command") || text == "env" => {
                step.wrappers.push(text.to_owned());
            }
            "timeout" => {
                step.wrappers.push("timeout".to_owned());
                words.next();
                while words.next_if(|word| word.text.starts_with('-')).is_some() {}
            }
            _ => break,
        }
        words.next();
    }
    while let Some(word) = words.next() {
        // What was redacted bears the signs of a redirection: `<redacted:email>`.
        let is_redacted = word.text.contains("<redacted");
        let redirected = redirection_target(&word.text).or_else(|| word.text.strip_prefix('<'));
        match redirected.filter(|_| !is_redacted) {
            Some("") => drop(words.next()),
            Some(_) => {}
            None => step.words.push(word.clone()),
        }
    }
    (!step.words.is_empty()).then_some(step)
}

impl CommandStep {
    /// The program as it was typed: `/usr/local/go/bin/go`.
    pub fn launcher(&self) -> &str {
        self.words.first().map_or("", |word| word.text.as_str())
    }

    /// The program's name.
    pub fn program(&self) -> &str {
        task::base_name(self.launcher())
    }

    /// The arguments, without quotes.
    pub fn arguments(&self) -> impl Iterator<Item = &str> {
        self.words.iter().skip(1).map(|word| word.text.as_str())
    }

    /// True for a program that mostly looks or moves around: `cat > notes.txt`.
    pub fn is_everyday(&self) -> bool {
        super::TRIVIAL_PROGRAMS.binary_search(&self.program()).is_ok()
    }

    /// The program and subcommand, whichever program starts them: of `uv run pytest -q`, `pytest`.
    pub fn task_name(&self) -> String {
        task::task_words(&self.word_texts()).join(" ")
    }

    /// The program of its `task`.
    pub fn task_program(&self) -> String {
        task::task_words(&self.word_texts()).into_iter().next().unwrap_or_default()
    }

    /// The launcher, the task and the options, without their values: what two commands have in
    /// common of which both fail or none.
    pub fn command_shape(&self) -> String {
        let options = self.arguments().filter(|word| word.starts_with('-'));
        let mut options: Vec<_> =
            options.map(|word| word.split('=').next().unwrap_or(word)).collect();
        options.sort_unstable();
        options.dedup();
        let parts = [&[self.launcher()], options.as_slice()].concat();
        format!("{} {} {}", self.setup.join(" "), self.task_name(), parts.join(" "))
    }

    /// The options that change what the task is, and not how much of it is said.
    pub fn task_options(&self) -> String {
        let says = ["-v", "-vv", "--verbose", "-q", "--quiet", "-s", "--silent", "--"];
        let words = self.arguments().filter(|word| word.starts_with('-') && !says.contains(word));
        let mut options: Vec<_> =
            words.map(|word| word.split('=').next().unwrap_or(word)).collect();
        options.sort_unstable();
        options.join(" ")
    }

    /// True where something prepares it, or variables are set for it.
    pub fn is_prepared(&self) -> bool {
        !self.setup.is_empty() || !self.assigned.is_empty()
    }

    /// True where one of the programs that start it bears this name.
    pub fn is_wrapped_by(&self, program: &str) -> bool {
        self.wrappers.iter().any(|wrapper| wrapper == program)
    }

    /// True where it names one test, or is a script that was typed at the prompt.
    pub fn is_narrow(&self) -> bool {
        let words = self.word_texts();
        let narrow =
            |word: &&str| is_narrow(word, &words) || word.contains("::") || word.contains("/tmp/");
        words.iter().any(narrow) || self.is_typed()
    }

    /// True for a script that was typed at the prompt, or a word that only the shell knows.
    pub fn is_typed(&self) -> bool {
        let raws = || self.assigned.iter().chain(self.words.iter().map(|word| &word.raw));
        let script = |word: &ShellWord| word.text.contains(char::is_whitespace) || word.text == "-";
        task::runs_typed_script(&task::strip_runners(&self.word_texts()))
            || self.words.iter().any(script)
            || raws().any(|raw| raw.contains(['$', '`', '…']) || raw.contains("<redacted"))
    }

    /// Counts the arguments that name targets of the task.
    pub fn count_targets(&self) -> usize {
        let texts = self.word_texts();
        let words = task::strip_runners(&texts);
        let last = task::task_words(&texts).pop().unwrap_or_default();
        let Some(at) = words.iter().position(|word| task::base_name(word) == last) else {
            return 0;
        };
        task::positional_words(&words[at + 1..])
            .filter(|word| !["./...", "."].contains(word))
            .count()
    }

    /// The directory that it runs in, of a project at `root`.
    pub fn working_dir(&self, root: &str) -> Dir {
        let mut path: Vec<&str> = Vec::new();
        let name = task::base_name(root.trim_end_matches('/'));
        for dir in &self.dirs {
            if dir.contains(['$', '`', '*']) || dir == "-" {
                return Dir::Elsewhere;
            }
            let parts = dir.split('/').filter(|part| !matches!(*part, "" | "."));
            if dir.starts_with(['/', '~']) {
                // A worktree and another machine's checkout bear the project's name, too.
                let parts: Vec<_> = parts.collect();
                let at = parts.iter().rposition(|part| *part == name);
                let Some(at) = at.filter(|_| !name.is_empty()) else { return Dir::Elsewhere };
                path = parts[at + 1..].to_vec();
                continue;
            }
            for part in parts {
                if part != ".." {
                    path.push(part);
                } else if path.pop().is_none() {
                    return Dir::Elsewhere;
                }
            }
        }
        if path.is_empty() { Dir::Root } else { Dir::Below(path.join("/")) }
    }

    /// The step as it can be typed at the root of a project.
    pub fn shown_from(&self, root: &str) -> String {
        match self.working_dir(root) {
            Dir::Below(dir) if !dir.contains(' ') => format!("cd {dir} && {}", self.display_text()),
            Dir::Below(dir) => format!("cd '{dir}' && {}", self.display_text()),
            Dir::Root | Dir::Elsewhere => self.display_text(),
        }
    }

    /// The step as it can be typed again, without options that name one test.
    pub fn display_text(&self) -> String {
        let texts = self.word_texts();
        let mut words = self.words.iter();
        let mut shown = Vec::from_iter(self.assigned.iter().map(String::as_str));
        while let Some(word) = words.next() {
            let is_script = word.text.chars().count() > MAX_ARGUMENT_CHARS
                && word.text.contains(char::is_whitespace);
            let option = word.text.split('=').next().unwrap_or_default();
            if !(names_test(option) && is_narrow(option, &texts)) {
                shown.push(if is_script { "…" } else { &word.raw });
            } else if option == word.text {
                words.next();
            }
        }
        let all = self.setup.iter().cloned().chain([shown.join(" ")]);
        ellipsis(&join_commands(all), MAX_SHOWN_CHARS)
    }

    /// The step as it was typed.
    pub fn raw_text(&self) -> String {
        let words = self.words.iter().map(|word| &word.raw);
        let words = self.assigned.iter().chain(words).map(String::as_str);
        let words = words.collect::<Vec<_>>().join(" ");
        join_commands(self.setup.iter().cloned().chain([words]))
    }

    fn word_texts(&self) -> Vec<&str> {
        self.words.iter().map(|word| word.text.as_str()).collect()
    }
}

/// Commands that run one after the other.
pub fn join_commands(commands: impl Iterator<Item = String>) -> String {
    commands.collect::<Vec<_>>().join(" && ")
}
