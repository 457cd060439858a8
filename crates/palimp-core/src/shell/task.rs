//! Tasks: what a command does, whichever program starts it.

/// Programs that start another one, and their subcommand that does.
const RUNNER_PROGRAMS: [(&str, &[&str]); 19] = [
    ("bundle", &["exec"]),
    ("bun", &["x"]),
    ("bunx", &[]),
    ("command", &[]),
    ("doas", &[]),
    ("direnv", &["exec"]),
    ("hatch", &["run"]),
    ("npm", &["exec"]),
    ("npx", &[]),
    ("pdm", &["run"]),
    ("pipenv", &["run"]),
    ("pnpm", &["exec", "dlx"]),
    ("poetry", &["run"]),
    ("rtk", &[]),
    ("rye", &["run"]),
    ("sudo", &[]),
    ("uv", &["run"]),
    ("uvx", &[]),
    ("yarn", &["exec", "dlx"]),
];

/// Options that name one test, or only ask for words.
const NARROWING_OPTIONS: [&str; 14] = [
    "--help", "-h", "--version", "-run", "--run", "-k", "-t", "--grep", "--filter",
    "--testPathPattern", "--testPathPatterns", "--testNamePattern", "--test-name-pattern",
    "--tests",
];

/// Subcommands that have subcommands of their own.
const GROUP_SUBCOMMANDS: [&str; 18] = [
    "api", "branch", "compose", "config", "container", "db", "image", "issue", "mod", "pip", "pr",
    "remote", "repo", "run", "run-script", "stash", "tool", "xtask",
];

/// Options whose next word is their value, wherever they stand.
const OPTIONS_WITH_VALUE: [&str; 20] = [
    "-C", "--cwd", "--dir", "--directory", "--env-file", "--file", "--filter", "--grep",
    "--manifest-path", "--package", "--prefix", "--project", "--test-name-pattern",
    "--testNamePattern", "--testPathPattern", "--testPathPatterns", "--tests", "--with", "-f",
    "-o",
];

/// The name of a program, without its directory.
pub(super) fn base_name(program: &str) -> &str {
    let name = program.rsplit(['/', '\\']).next().unwrap_or(program);
    name.strip_suffix(".exe").unwrap_or(name)
}

/// True for an option that names one test of a command, or only asks for words.
pub(super) fn is_narrow(option: &str, words: &[&str]) -> bool {
    let option = option.split('=').next().unwrap_or_default();
    let tests =
        || words.iter().any(|word| ["test", "jest", "spec"].iter().any(|it| word.contains(it)));
    let chooses_packages =
        || matches!(words.first(), Some(&("pnpm" | "turbo" | "yarn" | "docker")));
    match option {
        "-k" | "-t" | "-run" | "--run" => tests(),
        "--filter" => !chooses_packages(),
        _ => NARROWING_OPTIONS.contains(&option),
    }
}

/// True for an option that names one test and is followed by its name.
pub(super) fn names_test(option: &str) -> bool {
    NARROWING_OPTIONS.contains(&option) && !matches!(option, "--help" | "-h" | "--version")
}

/// The words that are neither options, nor values of options, nor assignments.
pub(super) fn positional_words<'w>(words: &[&'w str]) -> impl Iterator<Item = &'w str> {
    let mut is_value = false;
    words.iter().copied().filter(move |word| {
        !std::mem::replace(&mut is_value, OPTIONS_WITH_VALUE.contains(word)) && is_positional(word)
    })
}

fn is_positional(word: &str) -> bool {
    !word.starts_with('-') && !super::is_assignment(word)
}

/// The words without the programs that only start another one.
pub(super) fn strip_runners<'w>(words: &[&'w str]) -> Vec<&'w str> {
    let mut rest = words;
    while let [first, behind @ ..] = rest {
        let program = base_name(first);
        let runner = RUNNER_PROGRAMS.iter().find(|(name, _)| *name == program);
        let behind = match (runner, behind) {
            (Some((_, [])), _) => behind,
            (Some((_, runs)), [next, behind @ ..]) if runs.contains(next) => behind,
            (None, ["-m", behind @ ..]) if interpreter_language(program) == Some("python") => {
                behind
            }
            _ => break,
        };
        let options = behind.iter().take_while(|word| word.starts_with('-')).count();
        if options == behind.len() {
            break;
        }
        rest = &behind[options..];
    }
    rest.to_vec()
}

/// The program and its subcommands, by one name each.
pub(super) fn task_words(words: &[&str]) -> Vec<String> {
    let words = strip_runners(words);
    let [first, arguments @ ..] = words.as_slice() else { return Vec::new() };
    let program = base_name(first);
    let mut task = match program {
        "pnpm" | "yarn" | "bun" => vec!["npm".to_owned()],
        "docker-compose" => vec!["docker".to_owned(), "compose".to_owned()],
        _ => vec![interpreter_language(program).unwrap_or(program).to_owned()],
    };
    if runs_typed_script(&words) {
        return task;
    }
    let runs_files = interpreter_language(program).is_some_and(|it| it != "pytest");
    for word in positional_words(arguments) {
        if !runs_files && word.contains(['/', '.', '$', '*']) {
            break;
        }
        task.push(word.to_owned());
        if !GROUP_SUBCOMMANDS.contains(&word) || task.len() == 4 {
            break;
        }
    }
    if task[0] == "npm" {
        // `npm test` and `npm run test` are one.
        task.retain(|word| word != "run");
    }
    task
}

/// The language of an interpreter, without its version: of `python3.12`, `python`.
fn interpreter_language(program: &str) -> Option<&'static str> {
    const INTERPRETERS: [&str; 8] =
        ["python", "pip", "node", "ruby", "perl", "php", "bash", "pytest"];
    let name = program.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.' || c == '-');
    INTERPRETERS.into_iter().find(|it| *it == name)
}

/// True for an interpreter whose script stands on the command line, or comes from its input.
pub(super) fn runs_typed_script(words: &[&str]) -> bool {
    let Some((first, arguments)) = words.split_first() else { return false };
    let name = base_name(first);
    let runs = interpreter_language(name).is_some_and(|it| !matches!(it, "pip" | "pytest"))
        || matches!(name, "sh" | "zsh" | "deno" | "osascript");
    let typed = |word: &&str| matches!(*word, "-c" | "-e" | "-lc" | "-p" | "-");
    runs && (arguments.iter().any(typed)
        || !arguments.iter().any(|word| is_positional(word) || word.starts_with("--")))
}

/// True for a command that prepares those behind it: `source x`, `export A=b`, `nvm use 20`.
pub(super) fn is_setup_command(words: &[super::ShellWord]) -> bool {
    let texts: Vec<_> = words.iter().map(|word| word.text.as_str()).collect();
    match texts.as_slice() {
        ["source" | "." | "export", ..] => true,
        ["nvm" | "fnm" | "conda" | "mamba" | "pyenv", second, ..] => {
            matches!(*second, "use" | "activate" | "shell")
        }
        _ => false,
    }
}
