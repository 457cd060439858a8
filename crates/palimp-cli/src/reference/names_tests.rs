//! Settings that papers and messages name: a name that is changed must not live on there.

use std::fs;
use std::path::{Path, PathBuf};

use palimp_core::settings::{key_at, keys, renamed_key};

/// What begins like a setting and is none: a name of an earlier version, and a client's.
const OTHERS: &[&str] = &["inject.minScore", "compaction.summary"];

/// How files end whose names begin like a setting.
const ENDINGS: &[&str] = &[".md", ".js", ".db", ".txt", ".toml", ".json", ".jsonl"];

/// The words of a paper; of a source those in its string literals, its tests aside.
fn words(file: &Path, text: &str) -> Vec<String> {
    let is_source = file.extension().is_some_and(|ending| ending == "rs");
    let literals = |line: &str| line.split('"').skip(1).step_by(2).collect::<Vec<_>>().join(" ");
    let source = text.split("#[cfg(test)]").next().unwrap_or_default();
    let text = match is_source {
        true => source.lines().map(literals).collect::<Vec<_>>().join("\n"),
        false => text.to_owned(),
    };
    let is_part = |c: char| c.is_ascii_alphanumeric() || "._/<>-$".contains(c);
    let words = text.split(|c| !is_part(c)).map(|word| word.trim_end_matches('.'));
    words.map(str::to_owned).collect()
}

/// Whether the word looks like a setting and is none.
fn is_wrong(word: &str) -> bool {
    let is_in = |section: &str| {
        !section.is_empty() && word.strip_prefix(section).is_some_and(|rest| rest.starts_with('.'))
    };
    keys().any(|key| is_in(key.section_path()))
        && key_at(word).is_none()
        && renamed_key(word).is_none()
        && !keys().any(|key| key.section_path() == word)
        && !OTHERS.contains(&word)
        && !ENDINGS.iter().any(|ending| word.ends_with(ending))
}

fn files(dir: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(dir).unwrap().map(Result::unwrap) {
        match entry.file_type().unwrap().is_dir() {
            true => files(&entry.path(), found),
            false if entry.path().to_string_lossy().ends_with("tests.rs") => {}
            false => found.push(entry.path()),
        }
    }
}

#[test]
fn every_setting_that_a_paper_or_a_message_names_is_one() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut all = vec![root.join("README.md"), root.join("CONTRIBUTING.md")];
    files(&root.join("docs"), &mut all);
    let crates = fs::read_dir(root.join("crates")).unwrap().map(|entry| entry.unwrap().path());
    crates.filter(|path| path.is_dir()).for_each(|path| files(&path.join("src"), &mut all));
    let (mut known, mut wrong) = (0, Vec::new());
    for file in &all {
        let Ok(text) = fs::read_to_string(file) else { continue };
        for word in words(file, &text) {
            known += usize::from(key_at(&word).is_some_and(|key| !key.section_path().is_empty()));
            if is_wrong(&word) {
                wrong.push(format!("{}: there is no setting {word}", file.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    assert!(known > 100, "only {known} were seen");
}

#[test]
fn a_name_that_is_none_is_seen() {
    let seen = |file: &str, text: &str| {
        words(Path::new(file), text).into_iter().filter(|word| is_wrong(word)).collect::<Vec<_>>()
    };
    let paper = "`flush.summarizer`, `memory.client`, memory/x.md, memory.md. session.reset, $home/memory.x";
    assert_eq!(seen("a.md", paper), ["memory.client"]);
    assert_eq!(seen("a.rs", "memory.root(\"set index.tokens to\")"), ["index.tokens"]);
}
