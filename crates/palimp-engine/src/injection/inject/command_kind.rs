//! Kinds of commands by their words: those that check a change, run the project, or look at style.

/// Words of commands that check how a text is written; findings of such a command are not taken up
/// again.
const STYLE_COMMAND_WORDS: [&str; 5] = ["lint", "markdownlint", "fmt", "format", "prettier"];
/// Words of commands that check a change, and of those that run or prepare the project; matched by
/// prefix.
const CHECK_COMMAND_WORDS: [&str; 20] = [
    "test", "nextest", "lint", "fmt", "gofmt", "format", "check", "typecheck", "build", "compile",
    "vet", "clippy", "tsc", "mypy", "ruff", "eslint", "prettier", "pytest", "jest", "vitest",
];
const RUN_COMMAND_WORDS: [&str; 12] = [
    "run", "dev", "serve", "start", "deploy", "install", "sync", "migrate", "generate", "make",
    "up", "bench",
];

/// Returns true if a command checks a change, runs or prepares the project. What lies outside the project, or was
/// cut, nobody can type here.
pub(super) fn is_work(command: &str) -> bool {
    !command.ends_with('…') && !command.contains(" /") && (is_check(command) || is_run(command))
}

/// Returns true for a command that may check a file: neither its directory nor its package is another one, and
/// its program checks the file's language.
pub(super) fn may_check(command: &str, path: &str) -> bool {
    const LANGUAGE_PROGRAMS: [(&[&str], &[&str]); 4] = [
        (&["go", "gofmt", "golangci-lint"], &["go"]),
        (&["cargo", "rustc", "rustfmt"], &["rs"]),
        (&["pytest", "ruff", "mypy", "uv", "black", "tox"], &["py", "pyi"]),
        (
            &["npm", "pnpm", "yarn", "bun", "npx", "tsc", "eslint", "vitest", "jest", "deno"],
            &[
                "ts", "tsx", "js", "jsx", "mjs", "cjs", "css", "scss", "vue", "svelte", "html",
                "json",
            ],
        ),
    ];
    let dir = command.strip_prefix("cd ").and_then(|rest| rest.split(" && ").next());
    let is_below =
        |dir: &str| format!("/{path}").contains(&format!("/{}/", dir.trim_end_matches('/')));
    if dir.is_some_and(|dir| !is_below(dir)) {
        return false;
    }
    let said: Vec<&str> = command.split(' ').collect();
    let filter = said.iter().position(|word| ["--filter", "-F", "--package", "-p"].contains(word));
    if filter.and_then(|at| said.get(at + 1)).is_some_and(|package| !path.contains(package)) {
        return false;
    }
    let ending = path.rsplit('.').next().unwrap_or_default();
    let Some((own, _)) = LANGUAGE_PROGRAMS.iter().find(|(_, endings)| endings.contains(&ending))
    else {
        return false;
    };
    let others = LANGUAGE_PROGRAMS.iter().filter(|(programs, _)| programs != own);
    !others.flat_map(|(programs, _)| programs.iter()).any(|program| said.contains(program))
}

/// Returns true if a command checks a change.
pub(super) fn is_check(command: &str) -> bool {
    has_command_word(command, &CHECK_COMMAND_WORDS)
}

/// Returns true if a command runs or prepares the project.
pub(super) fn is_run(command: &str) -> bool {
    has_command_word(command, &RUN_COMMAND_WORDS)
}

/// Returns true if a command looks at how a text is written.
pub(super) fn is_style(command: &str) -> bool {
    has_command_word(command, &STYLE_COMMAND_WORDS)
}

/// Returns true if a word of a command begins with one of `words`. Options, and names of
/// directories and packages, are ignored.
pub(super) fn has_command_word(command: &str, words: &[&str]) -> bool {
    const OPTIONS_BEFORE_NAMES: [&str; 5] = ["cd", "--filter", "-F", "--package", "-p"];
    let mut before = "";
    command.split(' ').any(|word| {
        let is_name = OPTIONS_BEFORE_NAMES.contains(&std::mem::replace(&mut before, word));
        let mut said = word.split(|c: char| !c.is_alphanumeric());
        let is_one = |said: &str| words.iter().any(|it| said.starts_with(it));
        !is_name && !word.starts_with('-') && said.any(is_one)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_directories_and_packages_are_no_kind() {
        assert!(is_check("cd web && pnpm test") && is_check("bun run type-check"));
        assert!(!is_run("pnpm --filter web-start lint") && is_run("make dev"));
        assert!(!is_work("go env GOMODCACHE") && !is_work("cat /tmp/test"));
    }

    #[test]
    fn checks_fit_the_language_and_the_directory_of_a_file() {
        for (command, path, expect) in [
            ("cargo test", "src/pool.rs", true),
            ("cargo test", "web/app.ts", false),
            ("cd web && npm test", "web/src/app.ts", true),
            ("cd web && npm test", "my-web/app.ts", false),
            ("pnpm --filter shop lint", "apps/shop/a.ts", true),
            ("pnpm --filter shop lint", "apps/crew/a.ts", false),
            ("make check", "notes.txt", false),
        ] {
            assert_eq!(may_check(command, path), expect, "{command} {path}");
        }
    }
}
