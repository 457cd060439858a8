//! The names in a text that a developer looks for: identifiers, files, flags, paths, addresses.

use std::collections::BTreeSet;

/// Returns the names in a text, each once: text in backticks, and words written like code.
pub fn extract_names(text: &str) -> BTreeSet<&str> {
    let mut names = BTreeSet::new();
    let mut parts = text.split('`').peekable();
    let mut quoted = false;
    while let Some(part) = parts.next() {
        // A backtick that nothing closes quotes nothing.
        let name = part.trim_end_matches(TRAILING_PUNCTUATION);
        if quoted && parts.peek().is_some() {
            if (2..=60).contains(&name.chars().count()) {
                names.insert(name);
            }
        } else {
            names.extend(code_runs(part).filter(|run| is_name(run)));
        }
        quoted = !quoted;
    }
    names
}

const TRAILING_PUNCTUATION: [char; 5] = ['.', ',', ':', ';', '-'];

/// The runs of letters, digits and marks of which code makes its names.
fn code_runs(text: &str) -> impl Iterator<Item = &str> {
    let part = |c: char| {
        c.is_ascii_alphanumeric()
            || matches!(c, '_' | '.' | '/' | ':' | '~' | '@' | '-' | '%' | '?' | '&' | '=')
    };
    text.split(move |c| !part(c))
        .map(|run| run.trim_end_matches(TRAILING_PUNCTUATION).trim_end_matches(['?', '=', '&']))
}

fn is_name(run: &str) -> bool {
    run.contains("://")
        || is_flag(run)
        || is_file(run)
        || is_path(run)
        || is_snake(run)
        || is_camel(run)
        || is_version(run)
        || is_ticket(run)
}

/// `--wait`, `-race`.
fn is_flag(run: &str) -> bool {
    let name = run.trim_start_matches('-');
    (1..=2).contains(&(run.len() - name.len()))
        && name.len() >= 3
        && name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.bytes().all(|b| b.is_ascii_lowercase() || b == b'-')
}

/// The endings of files that developers name.
const FILE_EXTENSIONS: &[&str] = &[
    "go", "ts", "tsx", "js", "jsx", "mjs", "cjs", "py", "rs", "yml", "yaml", "md", "json", "jsonl",
    "mdc", "toml", "sh", "sql", "db", "svelte", "vue", "css", "html", "lock", "env", "txt", "java",
    "kt", "rb", "php", "c", "h", "cpp", "swift", "tf", "proto", "xml", "ini", "conf",
];

fn is_file(run: &str) -> bool {
    let Some((stem, ending)) = run.rsplit_once('.') else { return false };
    FILE_EXTENSIONS.contains(&ending)
        && stem.chars().filter(|c| c.is_ascii_alphanumeric()).count() >= 2
}

/// `/var/log/app`, `./scripts/gen`, `~/.config/app`.
fn is_path(run: &str) -> bool {
    run.starts_with(['/', '.', '~']) && run.matches('/').count() >= 2
}

/// Returns true for a file, or a path of two parts: `src/main.rs`, `docs/guides`.
pub(crate) fn is_path_of(word: &str) -> bool {
    let inner = word.trim_matches('/');
    let parts = || inner.split('/').filter(|part| part.bytes().any(|b| b.is_ascii_alphanumeric()));
    is_file(word) || inner.contains('/') && parts().count() >= 2
}

/// `SIGNING_KEY`.
pub(crate) fn is_variable(word: &str) -> bool {
    word.contains('_')
        && word.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_')
        && word.bytes().any(|b| b.is_ascii_uppercase())
}

/// Returns true for a name with humps and no place, flag or variable in it: `flushEvery`.
pub(crate) fn is_of_code(name: &str) -> bool {
    is_camel(name.trim_end_matches("()")) && !is_path_of(name)
}

/// `release_branch`, `SIGNING_KEY`.
fn is_snake(run: &str) -> bool {
    let letters = |part: &str| part.bytes().any(|b| b.is_ascii_alphanumeric());
    run.split_once('_').is_some_and(|(one, other)| letters(one) && letters(other))
}

/// `flushEvery`, `EvalSymlinks`: a capital behind a small letter.
fn is_camel(run: &str) -> bool {
    let humps = run.as_bytes().windows(2).filter(|pair| {
        (pair[0].is_ascii_lowercase() || pair[0].is_ascii_digit()) && pair[1].is_ascii_uppercase()
    });
    humps.count() >= 1 && run.len() >= 4 && !run.contains('-')
}

/// `1.2.3`, `v2.0.1`, `127.0.0.1`.
fn is_version(run: &str) -> bool {
    let run = run.strip_prefix('v').unwrap_or(run);
    run.matches('.').count() >= 2
        && run.split('.').all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()))
}

/// `RFC-2119`.
fn is_ticket(run: &str) -> bool {
    run.split_once('-').is_some_and(|(name, number)| {
        (2..=6).contains(&name.len())
            && name.bytes().all(|b| b.is_ascii_uppercase())
            && !number.is_empty()
            && number.bytes().all(|b| b.is_ascii_digit())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expect: &[&str]) {
        assert_eq!(extract_names(text).into_iter().collect::<Vec<_>>(), expect, "{text}");
    }

    #[test]
    fn what_is_written_as_code_is_a_name() {
        check("`cargo test` reads RUST_LOG, not --wait.", &["--wait", "RUST_LOG", "cargo test"]);
        check(
            "EvalSymlinks에서 db.internal/x 대신 src/main.rs를",
            &["EvalSymlinks", "src/main.rs"],
        );
        check(
            "see https://a.dev/x?y=1 (v1.2.3, ABC-12)",
            &["ABC-12", "https://a.dev/x?y=1", "v1.2.3"],
        );
        check(
            "~/.config/app holds snake_case and camelCase",
            &["camelCase", "snake_case", "~/.config/app"],
        );
    }

    #[test]
    fn words_are_no_names() {
        check("The well-known state-of-the-art 3.5 and/or e.g. one ` left", &[]);
        check("데이터베이스는 PostgreSQL이다. I think so...", &["PostgreSQL"]);
    }
}
