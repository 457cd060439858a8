//! Analysis of shell command lines: simple commands, and those that are worth remembering.
//!
//! A line is split into its simple commands; it is worth keeping if one of them does more than look
//! around. [`parse_steps`] returns the commands of a line that do something, each as one would type
//! it alone.

mod outcome;
mod scan;
mod step;
mod task;

use scan::ShellWord;

pub use outcome::{StepOutcome, missing_program, step_outcomes};
pub use scan::on_one_line;
pub use step::{CommandStep, Dir, join_commands, parse_steps};

/// Programs that only look or move around: not worth keeping when they succeed.
const TRIVIAL_PROGRAMS: &[&str] = &[
    "[", "[[", "alias", "awk", "basename", "bat", "cat", "cd", "clear", "column", "comm", "cut",
    "date", "declare", "df", "diff", "dirname", "du", "echo", "egrep", "env", "exit", "export",
    "false", "fd", "fgrep", "file", "find", "free", "grep", "head", "history", "hostname", "id",
    "jobs", "jq", "less", "local", "ls", "man", "md5sum", "more", "nl", "nproc", "od", "palimp",
    "pgrep", "popd", "printenv", "printf", "ps", "pushd", "pwd", "read", "readlink", "realpath",
    "return", "rg", "sed", "seq", "set", "sha256sum", "shift", "sleep", "sort", "source", "stat",
    "strings", "tail", "tee", "test", "top", "tr", "tree", "true", "type", "uname", "uniq",
    "unset", "wait", "wc", "which", "whoami", "xxd", "yes",
];

/// Words before a command that are not the command: keywords, and programs that run another.
const WRAPPER_WORDS: &[&str] = &[
    "!", "{", "(", "builtin", "command", "do", "elif", "else", "exec", "if", "nice", "nohup",
    "stdbuf", "sudo", "then", "time", "until", "while", "xargs",
];

/// Words that begin a part without running anything.
const STRUCTURE_WORDS: &[&str] = &["}", ")", "case", "done", "esac", "fi", "for", "function", "in"];

/// Sub-commands of `git` and its like that change nothing.
const READ_ONLY_SUBCOMMANDS: &[&str] = &[
    "blame", "branch", "describe", "diff", "fetch", "get", "help", "info", "list", "log", "logs",
    "ls", "ls-files", "outdated", "ps", "remote", "rev-parse", "search", "show", "status", "tree",
    "version", "view", "why",
];

/// Returns the words of each simple command of a line: split at `;`, `&`, `|` and line ends outside
/// quotes, without the quotes and without here-documents.
///
/// ```
/// use palimp_core::shell::simple_commands;
/// assert_eq!(simple_commands("cd web && npm ci"), [vec!["cd", "web"], vec!["npm", "ci"]]);
/// ```
pub fn simple_commands(line: &str) -> Vec<Vec<String>> {
    let words = |command: scan::Simple| command.words.into_iter().map(|word| word.text).collect();
    scan::simple_commands(line).into_iter().map(words).collect()
}

/// One simple command of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SimpleCommand {
    /// The program, without its directory.
    pub program: String,
    /// The first argument that is neither an option nor an assignment.
    pub subcommand: Option<String>,
    /// True if it changes files although its program seldom does: by a redirection, `sed -i`, `find
    /// -delete`.
    pub changes_files: bool,
}

impl SimpleCommand {
    /// True if the command only looks around, so that its success is not worth keeping.
    pub fn is_trivial(&self) -> bool {
        !self.changes_files && TRIVIAL_PROGRAMS.binary_search(&self.program.as_str()).is_ok()
    }

    /// True if the command reads a state that a later look would show again, such as `git status`.
    fn only_reads(&self) -> bool {
        self.is_trivial()
            || self.subcommand.as_deref().is_some_and(|s| READ_ONLY_SUBCOMMANDS.contains(&s))
    }
}

/// Effect of a command line, as far as its words tell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CommandLine {
    /// Its simple commands, in order.
    pub parts: Vec<SimpleCommand>,
}

impl CommandLine {
    /// Splits `line` at `;`, `&`, `|` and line ends that stand outside quotes, and leaves
    /// here-documents out.
    pub fn parse(line: &str) -> CommandLine {
        CommandLine { parts: parse_commands(line, 0) }
    }

    /// True if the line is worth keeping when it succeeds.
    pub fn is_worth_keeping(&self) -> bool {
        self.parts.iter().any(|part| !part.is_trivial())
    }

    /// 2 for a line that changes something, 1 for one that only reads.
    pub fn importance(&self) -> u8 {
        if self.parts.iter().all(SimpleCommand::only_reads) { 1 } else { 2 }
    }

    /// The programs worth naming, each once, with their sub-commands.
    pub fn tags(&self) -> Vec<String> {
        let mut tags: Vec<String> = Vec::new();
        for part in self.parts.iter().filter(|part| !part.is_trivial()) {
            for word in std::iter::once(&part.program).chain(&part.subcommand) {
                let plain = word.chars().all(|c| c.is_alphanumeric() || "-_.".contains(c));
                if plain && !tags.contains(word) {
                    tags.push(word.clone());
                }
            }
        }
        tags.truncate(6);
        tags
    }
}

/// The parts of a line. A command that stands within an assignment is one, too: `X=$(npm ci)`.
fn parse_commands(line: &str, depth: usize) -> Vec<SimpleCommand> {
    const MAX_DEPTH: usize = 4;
    let mut parts = Vec::new();
    for command in scan::simple_commands(line) {
        let inner = command.words.iter().filter(|word| is_assignment(&word.text));
        for word in inner.filter(|_| depth < MAX_DEPTH) {
            let substituted = word.text.split_once("$(").and_then(|(_, it)| it.strip_suffix(')'));
            parts.extend(
                substituted.map(|it| self::parse_commands(it, depth + 1)).unwrap_or_default(),
            );
        }
        parts.extend(parse_command(&command.words));
    }
    parts
}

/// The words of one simple command → its program and what matters of its arguments.
fn parse_command(words: &[ShellWord]) -> Option<SimpleCommand> {
    let mut words = words
        .iter()
        .map(|word| word.text.as_str())
        .skip_while(|word| WRAPPER_WORDS.contains(word) || is_assignment(word) || *word == "env");
    let program = words.next()?;
    if STRUCTURE_WORDS.contains(&program) {
        return None;
    }
    let program = program.rsplit(['/', '\\']).next().unwrap_or(program).to_owned();
    let mut subcommand = None;
    let mut changes_files = false;
    while let Some(word) = words.next() {
        if let Some(target) = redirection_target(word) {
            let target = if target.is_empty() { words.next().unwrap_or("") } else { target };
            changes_files |= !target.starts_with('&') && !target.starts_with("/dev/");
        } else if word.starts_with('-') {
            changes_files |= is_edit_flag(&program, word);
        } else if subcommand.is_none() {
            subcommand = Some(word.to_owned());
        }
    }
    changes_files |= program == "tee" && subcommand.as_deref().is_some_and(|to| to != "/dev/null");
    Some(SimpleCommand { program, subcommand, changes_files })
}

fn is_edit_flag(program: &str, word: &str) -> bool {
    (program == "sed" && word.starts_with("-i"))
        || (program == "find" && matches!(word, "-delete" | "-exec"))
}

fn is_assignment(word: &str) -> bool {
    word.split_once('=').is_some_and(|(name, _)| {
        !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
    })
}

/// The target of an output redirection: `>file`, `2>>log`, `&>x`; empty when it is the next word.
fn redirection_target(word: &str) -> Option<&str> {
    let word = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let word = word.strip_prefix('&').unwrap_or(word);
    let word = word.strip_prefix('>')?;
    Some(word.strip_prefix(['>', '|']).unwrap_or(word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[track_caller]
    fn check(line: &str, matters: bool) {
        let parsed = CommandLine::parse(line);
        assert_eq!(parsed.is_worth_keeping(), matters, "{line}: {parsed:?}");
    }

    #[test]
    fn the_table_of_trivial_programs_is_searchable() {
        let mut sorted = TRIVIAL_PROGRAMS.to_vec();
        sorted.retain(|program| TRIVIAL_PROGRAMS.binary_search(program).is_err());
        assert_eq!(sorted, [""; 0], "TRIVIAL must be sorted");
    }

    #[test]
    fn looking_around_does_not_matter() {
        for line in [
            "ls -la",
            "cat a.txt | head -3",
            "cd /tmp && pwd",
            "echo hi; echo err >&2",
            "/bin/ls",
            "FOO=1 ls",
            "grep -rn 'git commit' src | wc -l",
            "echo 'npm install; cargo test'",
            "which cargo",
            "ls 2>/dev/null",
            "ls > /dev/null 2>&1",
            "# git commit\nls",
            "for f in a b; do echo $f; done",
            "",
        ] {
            check(line, false);
        }
    }

    #[test]
    fn work_matters() {
        for line in [
            "git commit -m 'feat: x'",
            "cd app && npm install",
            "ls; cargo test | tail -3",
            "NODE_ENV=test npx vitest",
            "sudo apt-get install -y x",
            "time make -j2",
            "./deploy.sh",
            "cat > a.txt <<'EOF'\nhello\nEOF",
            "echo x >> notes.md",
            "sed -i s/a/b/ x",
            "find . -name '*.bak' -delete",
            "ls\ngo build ./...",
            "if true; then kubectl apply -f x; fi",
            "python - <<EOF\nls\nEOF",
            "echo secret | tee config.json",
        ] {
            check(line, true);
        }
    }

    #[test]
    fn what_stands_in_a_here_document_is_no_command() {
        check("cat <<EOF\ngit push\nEOF", false);
        check("cat <<EOF | head\ngit push\nEOF\nls", false);
        check("cat <<EOF\nx\nEOF\ngit push", true);
    }

    #[test]
    fn reading_a_repository_counts_less_than_changing_it() {
        assert_eq!(CommandLine::parse("git status").importance(), 1);
        assert_eq!(CommandLine::parse("cd x && git log --oneline").importance(), 1);
        assert_eq!(CommandLine::parse("git commit -m x").importance(), 2);
        assert_eq!(CommandLine::parse("npm install").importance(), 2);
    }

    #[test]
    fn tags_name_programs_and_sub_commands() {
        assert_eq!(
            CommandLine::parse("cd x && git commit -m y && cargo test | tail").tags(),
            ["git", "commit", "cargo", "test"]
        );
    }

    #[test]
    fn lines_are_taken_apart() {
        for (line, shown) in [
            ("cd web && npm test -- --watch=false", vec!["npm test -- --watch=false"]),
            ("gofmt -w x.go; go test ./... 2>&1 | head", vec!["gofmt -w x.go", "go test ./..."]),
            ("go test ./... -run TestFoo -v", vec!["go test ./... -v"]),
            ("pnpm --filter web test", vec!["pnpm --filter web test"]),
            ("docker build -t app .", vec!["docker build -t app ."]),
            (
                "source .venv/bin/activate && pytest -q",
                vec!["source .venv/bin/activate && pytest -q"],
            ),
            ("CI=1 npm run build > /dev/null", vec!["CI=1 npm run build"]),
            ("timeout 60 go vet ./... | tail -3", vec!["go vet ./..."]),
            ("(cd web && npm ci) | cat", vec!["npm ci"]),
            ("X=$(git rev-parse HEAD | cut -c1-8)", vec![]),
            ("python3 - <<'EOF' import os EOF", vec!["python3 -"]),
            ("python3 -c 'import os, sys; print(os.getcwd(), sys.version)'", vec!["python3 -c …"]),
            ("ls | grep x; echo done", vec![]),
        ] {
            let all: Vec<_> = parse_steps(line).iter().map(CommandStep::display_text).collect();
            assert_eq!(all, shown, "{line}");
        }
    }

    #[test]
    fn tasks_are_the_same_whoever_starts_them() {
        for (line, task) in [
            ("uv run pytest -q tests", "pytest tests"),
            ("python3 -m pytest tests", "pytest tests"),
            ("/usr/local/go/bin/go test ./...", "go test"),
            ("python3.12 build.py", "python build.py"),
            ("npm run build", "npm build"),
            ("pnpm build", "npm build"),
            ("mise run lint", "mise run lint"),
            ("gh pr diff 150 -- x", "gh pr diff"),
            ("npx --yes tsc --noEmit", "tsc"),
            ("pnpm --filter web test", "npm test"),
            ("docker compose up -d", "docker compose up"),
        ] {
            assert_eq!(parse_steps(line)[0].task_name(), task, "{line}");
        }
    }

    #[test]
    fn a_directory_is_named_from_the_root() {
        for (line, dir) in [
            ("make", Dir::Root),
            ("cd /home/dev/app && make", Dir::Root),
            ("cd /srv/other/app/web && make", Dir::Below("web".into())),
            ("cd web && cd api && make", Dir::Below("web/api".into())),
            ("cd /tmp/try && make", Dir::Elsewhere),
            ("cd .. && make", Dir::Elsewhere),
            ("cd $DIR && make", Dir::Elsewhere),
        ] {
            assert_eq!(parse_steps(line)[0].working_dir("/home/dev/app"), dir, "{line}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_a_command_line(line in ".*") {
            CommandLine::parse(&line);
        }

        #[test]
        fn shell_like_text_is_a_command_line(line in "[a-z<>&|;'\"`\\\\ \n#=$(){}-]{0,80}") {
            CommandLine::parse(&line);
            for (step, _) in step_outcomes(&line, true, &line) {
                step.display_text();
                step.command_shape();
                step.working_dir("/home/dev/app");
            }
        }
    }
}
