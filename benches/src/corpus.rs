//! Notes of real text, in the number that is wanted, and questions that they answer.
//!
//! The text is what a machine with Rust holds: Markdown, documentation comments and plain text
//! below `PALIMP_BENCH_TEXT` (directories separated by `:`), else below cargo's sources, the
//! system's documentation and Python's library. Where that is less than what is wanted, its
//! paragraphs are taken again, in another order each time: words stay as frequent as they are in
//! the language, and hardly two chunks are the same.

use std::fs;
use std::path::{Path, PathBuf};

/// About how many bytes of this text a chunk has.
const BYTES_A_CHUNK: usize = 390;
/// How many questions there are.
const QUERIES: usize = 200;
/// How many notes lie in a directory.
const DIRECTORY: usize = 100;

/// `count` notes of equal length that will be about so many chunks together.
pub(crate) fn notes(count: usize, chunks: usize) -> Vec<String> {
    let bytes = chunks * BYTES_A_CHUNK;
    let texts = gather(bytes);
    let mut paragraphs: Vec<&str> = texts.iter().flat_map(|text| text.split("\n\n")).collect();
    let (mut dice, mut notes, length) = (Dice(7), Vec::with_capacity(count), bytes / count);
    let mut note = String::new();
    while notes.len() < count {
        for paragraph in &paragraphs {
            note.push_str(paragraph);
            note.push_str("\n\n");
            if note.len() >= length && notes.len() < count {
                notes.push(std::mem::take(&mut note));
            }
        }
        dice.shuffle(&mut paragraphs);
    }
    notes
}

/// Writes the notes into a vault; answers how many bytes they are.
pub(crate) fn write(vault: &Path, notes: &[String]) -> std::io::Result<usize> {
    for (number, note) in notes.iter().enumerate() {
        let dir = vault.join(format!("{:06}", number / DIRECTORY));
        fs::create_dir_all(&dir)?;
        fs::write(dir.join(format!("{number:06}.md")), note)?;
    }
    Ok(notes.iter().map(String::len).sum())
}

/// Three to seven words in a row, from places spread over the notes.
pub(crate) fn queries(notes: &[String]) -> Vec<String> {
    let mut dice = Dice(42);
    let mut queries = Vec::new();
    while queries.len() < QUERIES {
        let words: Vec<&str> = notes[dice.below(notes.len())]
            .split_whitespace()
            .filter(|word| word.chars().all(char::is_alphanumeric))
            .collect();
        let (at, count) = (dice.below(words.len()), 3 + dice.below(5));
        if let Some(words) = words.get(at..at + count) {
            queries.push(words.join(" "));
        }
    }
    queries
}

/// Numbers that are the same at every run (Knuth's constants for MMIX).
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound.max(1)
    }

    fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            list.swap(last, self.below(last + 1));
        }
    }
}

/// Real texts of about so many bytes, or as much as there is.
fn gather(bytes: usize) -> Vec<String> {
    let mut files = Vec::new();
    roots().iter().for_each(|root| list(root, &mut files));
    files.sort();
    let mut texts = Vec::new();
    let (mut total, mut seen) = (0, std::collections::HashSet::new());
    for file in files {
        let Some(text) = text_of(&file) else { continue };
        if text.len() > 300 && seen.insert(text.clone()) {
            total += text.len();
            texts.push(text);
        }
        if total >= bytes {
            break;
        }
    }
    texts
}

fn roots() -> Vec<PathBuf> {
    if let Some(named) = std::env::var_os("PALIMP_BENCH_TEXT") {
        return std::env::split_paths(&named).collect();
    }
    let home = std::env::home_dir().unwrap_or_default();
    vec![
        home.join(".cargo/registry/src"),
        home.join(".pyenv/versions"),
        "/usr/share/doc".into(),
        "/usr/lib".into(),
    ]
}

fn list(dir: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(dir).into_iter().flatten().flatten() {
        let path = entry.path();
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => list(&path, files),
            Ok(kind) if kind.is_file() => files.push(path),
            _ => {}
        }
    }
}

/// Prose as it is, of code its documentation.
fn text_of(path: &Path) -> Option<String> {
    let read = || fs::read_to_string(path).ok();
    match path.extension()?.to_str()? {
        "md" | "rst" | "txt" => read(),
        "rs" => Some(comments(&read()?, &["/// ", "//! "])),
        "py" => Some(docstrings(&read()?)),
        _ => None,
    }
}

fn comments(code: &str, marks: &[&str]) -> String {
    let lines = code.lines().map(str::trim_start);
    let comment =
        |line: &'_ str| marks.iter().find_map(|mark| line.strip_prefix(mark).map(str::to_owned));
    lines.filter_map(comment).collect::<Vec<_>>().join("\n")
}

fn docstrings(code: &str) -> String {
    let parts = code.split("\"\"\"").skip(1).step_by(2);
    parts.filter(|part| part.len() < 20_000).collect::<Vec<_>>().join("\n\n## \n\n")
}
