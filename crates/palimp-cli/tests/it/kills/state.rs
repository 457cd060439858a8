//! What a machine remembers, as a bag of lines: what is lost is missing in it, what is doubled is in
//! it twice.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use palimp_testing::Machine;
use palimp_testing::first_version::is_clients;
use palimp_testing::steps::without_numbers;
use serde_json::Value;

/// Lines, and how often each is there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct State(BTreeMap<String, usize>);

impl State {
    /// What `machine` remembers, asked of palimp and read in notes and settings.
    pub(super) fn of(machine: &Machine) -> State {
        let mut state = State::default();
        for line in machine.run_ok(["export"]).lines() {
            let row: Value = serde_json::from_str(line).expect(line);
            state.add("captured", &format!("{} {}", row["sessionId"], row["content"]));
        }
        for path in files(&machine.user_home()) {
            let name = path.strip_prefix(machine.user_home()).expect("below it");
            if let Some(kind) = kind(name) {
                let text = fs::read(&path).expect("a file");
                let text = String::from_utf8_lossy(&text);
                let lines = text.lines().filter(|line| !line.trim().is_empty());
                let name = without_numbers(&name.to_string_lossy());
                lines.for_each(|line| state.add(kind, &format!("{name}: {line}")));
            }
        }
        let found = machine.run_json(&["search", "heron"]);
        let hits = found["hits"].as_array().expect("hits").iter();
        // What is only like it is found or not, as the other notes are.
        let exact = hits.filter(|hit| hit["snippet"].to_string().contains("heron"));
        exact.for_each(|hit| state.add("found", &hit["path"].to_string()));
        state
    }

    fn add(&mut self, kind: &str, line: &str) {
        *self.0.entry(format!("{kind} {}", without_numbers(line))).or_default() += 1;
    }

    /// What is in this bag less often than in both others, or more often than in both: lost lines
    /// begin with `-`, doubled ones with `+`.
    pub(super) fn beyond(&self, one: &State, other: &State) -> Vec<String> {
        let lines: BTreeSet<_> = [self, one, other].iter().flat_map(|it| it.0.keys()).collect();
        let count = |state: &State, line: &String| state.0.get(line).copied().unwrap_or(0);
        let judge = |line: &String| {
            let (here, a, b) = (count(self, line), count(one, line), count(other, line));
            match () {
                () if here < a.min(b) => Some(format!("- {line} ({here} of {})", a.min(b))),
                () if here > a.max(b) => Some(format!("+ {line} ({here} of {})", a.max(b))),
                () => None,
            }
        };
        lines.into_iter().filter_map(judge).collect()
    }

    /// What is in this bag less often than in the other.
    pub(super) fn lost(&self, other: &State) -> Vec<String> {
        let beyond = self.beyond(other, other);
        beyond.into_iter().filter(|line| line.starts_with('-')).collect()
    }

    /// The part that hooks capture.
    pub(super) fn captured(&self) -> State {
        let captured = self.0.iter().filter(|(line, _)| line.starts_with("captured"));
        State(captured.map(|(line, count)| (line.clone(), *count)).collect())
    }
}

/// What a file is, by its path below the user's home, where it holds what must not be lost.
fn kind(path: &Path) -> Option<&'static str> {
    let ending = path.extension().and_then(|ending| ending.to_str());
    let name = path.file_name()?.to_str()?;
    match ending {
        _ if is_litter(path) => None,
        _ if is_clients(path) => Some("client"),
        _ if name.starts_with('.') || name == "installs.json" => None,
        Some("md") => Some("note"),
        Some("json") if path.starts_with(".palimp/review") => Some("review"),
        Some("jsonl") if path.starts_with(".palimp/chat") => Some("chat"),
        Some("json") if path.parent() == Some(Path::new(".palimp")) => Some("settings"),
        _ => None,
    }
}

/// Whether a file is one that palimp was writing; what lies about is told by its name.
pub(super) fn is_litter(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "partial")
}

/// The names of all files of a machine, those alike that differ in numbers alone. The log of a
/// database and what lies beside it are parts of it, until somebody opens it again; the versions of
/// a note are one, in however many files, and so are the objects of a repository. Locks stay, whoever
/// was the first to take one.
pub(super) fn names(machine: &Machine) -> BTreeSet<String> {
    let locks = machine.home().join("locks");
    let files = files(machine.root()).into_iter().filter(|path| !path.starts_with(&locks));
    let name = |path: PathBuf| {
        let path = path.strip_prefix(machine.root()).expect("below it");
        let path = match path {
            it if it.starts_with("home/.palimp/history") && !is_litter(it) => {
                it.parent().expect("the versions of a note")
            }
            it if is_object(it) => it.parent().and_then(Path::parent).expect("a repository"),
            it => it,
        };
        let name = without_numbers(&path.to_string_lossy());
        name.trim_end_matches("-wal").trim_end_matches("-shm").to_owned()
    };
    files.map(name).collect()
}

/// Whether a file is a whole object of a repository.
fn is_object(path: &Path) -> bool {
    let directory = path.parent().and_then(Path::file_name).unwrap_or_default();
    let name = path.file_name().unwrap_or_default();
    let is_hash = |name: &std::ffi::OsStr, length: usize| {
        name.len() == length && name.as_encoded_bytes().iter().all(u8::is_ascii_hexdigit)
    };
    is_hash(directory, 2) && is_hash(name, 38)
}

/// Every file below `dir`; a link is one.
pub(super) fn files(dir: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(dir).into_iter().flatten().flatten();
    let below = |entry: fs::DirEntry| match entry.file_type() {
        Ok(kind) if kind.is_dir() => files(&entry.path()),
        _ => vec![entry.path()],
    };
    entries.flat_map(below).collect()
}
