//! What is forgotten is gone: from the notes, their history, the index, the cache of vectors, and
//! from what was captured.

use std::fs;
use std::path::{Path, PathBuf};

use palimp_core::text::{ellipsis, one_line};
use palimp_store::activity::{ActivityDb, Forgotten};
use palimp_store::index::EmbeddingCache;
use palimp_vault::NotePath;
use serde::Serialize;

use crate::embedding::hash;
use crate::indexing::embedded_text;
use crate::memory::{Error, Memory};

/// What holds a text, or is named by it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Found {
    /// The note that the text names.
    pub note: Option<String>,
    /// What notes say with the text in it.
    pub passages: Vec<Passage>,
    /// Earlier versions of notes that hold it.
    pub versions: usize,
    /// What was captured.
    #[serde(flatten)]
    pub captured: Forgotten,
}

/// Lines of a note that belong together: a paragraph, or an item of a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Passage {
    /// The note, relative to the vault.
    pub path: String,
    /// The first line, from 1.
    pub start_line: usize,
    /// The last line.
    pub end_line: usize,
    /// How it begins.
    pub text: String,
}

impl Found {
    /// Whether there is nothing to forget.
    pub fn is_empty(&self) -> bool {
        *self == Found::default()
    }
}

impl Memory {
    /// What [`Memory::forget`] would remove.
    pub fn would_forget(&self, target: &str, db: Option<&ActivityDb>) -> Result<Found, Error> {
        let mut found = Found {
            note: self.note_named(target).map(|path| path.as_str().to_owned()),
            ..Found::default()
        };
        if let Some(db) = db {
            found.captured = db.would_forget(target, &self.agent)?;
        }
        if let Some(path) = &found.note {
            found.versions = self.history().versions(&NotePath::new(path)?)?.len();
            return Ok(found);
        }
        for note in self.notes()? {
            let path = note.path.as_str().to_owned();
            let text = fs::read(self.root().join(&path)).unwrap_or_default();
            let text = String::from_utf8_lossy(&text);
            found.passages.extend(passages(&text, target).into_iter().map(|lines| Passage {
                path: path.clone(),
                start_line: lines.start + 1,
                end_line: lines.end,
                text: ellipsis(&one_line(&joined(&text, &lines)), 120),
            }));
        }
        found.versions = self.versions_with(target).len();
        Ok(found)
    }

    /// Removes the note that `target` names, else every passage of a note that says it; and what
    /// was captured with it. Nothing of it stays in history, index, cache or free pages.
    pub fn forget(
        &mut self,
        target: &str,
        db: Option<&mut ActivityDb>,
        now: i64,
    ) -> Result<Found, Error> {
        let found = self.would_forget(target, db.as_deref())?;
        if found.is_empty() {
            return Ok(found);
        }
        self.forget_vectors(target)?;
        match &found.note {
            Some(path) => {
                let path = NotePath::new(path)?;
                self.vault()?.remove(&path)?;
                self.history().forget(&path)?;
            }
            None => self.forget_passages(target, &found)?,
        }
        if let Some(db) = db {
            db.forget(target, &self.agent, now)?;
            if self.index_path().exists() {
                self.follow_conversations(db, &mut |_, _, _| ())?;
            }
        }
        if self.index_path().exists() {
            self.refresh(&mut |_, _, _| ())?;
            self.index()?.scrub()?;
        }
        Ok(found)
    }

    fn note_named(&self, target: &str) -> Option<NotePath> {
        let path = NotePath::new(target).ok()?;
        self.vault().ok()?.exists(&path).then_some(path)
    }

    fn forget_passages(&self, target: &str, found: &Found) -> Result<(), Error> {
        let mut paths: Vec<&str> = found.passages.iter().map(|it| it.path.as_str()).collect();
        paths.dedup();
        for path in paths {
            let path = NotePath::new(path)?;
            self.vault()?.change(&path, |text| Ok(without(text.unwrap_or(""), target)))?;
        }
        for version in self.versions_with(target) {
            fs::remove_file(&version).map_err(|error| {
                Error::Refused(format!("{} could not be removed: {error}", version.display()))
            })?;
        }
        Ok(())
    }

    /// The files of earlier versions that hold a text, and those that a killed process left half
    /// written beside the notes.
    fn versions_with(&self, target: &str) -> Vec<PathBuf> {
        let mut files = Vec::new();
        list(self.root(), &mut files);
        files.retain(|file| {
            file.file_name().is_some_and(|name| name.to_string_lossy().starts_with(PARTIAL))
        });
        list(&self.home.history(&self.agent), &mut files);
        files.retain(|file| {
            let bytes = fs::read(file).unwrap_or_default();
            holds(&String::from_utf8_lossy(&bytes), target)
        });
        files
    }

    /// Takes the vectors out of the cache that stand for chunks which go.
    fn forget_vectors(&mut self, target: &str) -> Result<(), Error> {
        let cache = self.home.embeddings(&self.agent);
        if !cache.exists() || !self.index_path().exists() {
            return Ok(());
        }
        let mut reader = self.index()?.reader()?;
        let mut hashes = Vec::new();
        for slot in reader.mentioning(target)? {
            use palimp_core::rank::Collection;
            hashes.push(hash(&embedded_text(&reader.passage(slot)?)));
        }
        let hashes: Vec<&[u8]> = hashes.iter().map(<[u8; 32]>::as_slice).collect();
        Ok(EmbeddingCache::open(&cache)?.forget(&hashes)?)
    }
}

/// How the names of files begin that a note is written into before it takes its name.
const PARTIAL: &str = ".palimp-";

fn list(dir: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(dir).into_iter().flatten().flatten() {
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => list(&entry.path(), files),
            Ok(kind) if kind.is_file() => files.push(entry.path()),
            _ => {}
        }
    }
}

fn holds(text: &str, wanted: &str) -> bool {
    text.to_lowercase().contains(&wanted.to_lowercase())
}

/// Lines of a text, from 0, the end not among them.
type Lines = std::ops::Range<usize>;

/// The paragraphs and items of lists that say `wanted`.
fn passages(text: &str, wanted: &str) -> Vec<Lines> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    let mut start = 0;
    while start < lines.len() {
        let mut end = start + 1;
        while end < lines.len() && continues(lines[start], lines[end]) {
            end += 1;
        }
        if holds(&lines[start..end].join("\n"), wanted) {
            found.push(start..end);
        }
        start = end;
    }
    found
}

/// Whether a line belongs to the passage that `first` began.
fn continues(first: &str, line: &str) -> bool {
    let alone = |line: &str| {
        let line = line.trim_start();
        line.is_empty() || line.starts_with(['#', '|']) || line.starts_with("```")
    };
    !alone(first) && !alone(line) && !is_item(line)
}

fn is_item(line: &str) -> bool {
    let line = line.trim_start();
    let numbered = line.trim_start_matches(|c: char| c.is_ascii_digit());
    line.starts_with(['-', '*', '+'])
        || (numbered.len() < line.len() && numbered.starts_with(['.', ')']))
}

fn joined(text: &str, lines: &Lines) -> String {
    text.lines().skip(lines.start).take(lines.len()).collect::<Vec<_>>().join("\n")
}

/// The text without the passages that say `wanted`.
fn without(text: &str, wanted: &str) -> String {
    let gone = passages(text, wanted);
    let kept = text.split_inclusive('\n').enumerate();
    let kept = kept.filter(|(at, _)| !gone.iter().any(|lines| lines.contains(at)));
    kept.map(|(_, line)| line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOTE: &str = "# Plans\n\n- call Ada\n  about the walrus\n- buy milk\n\nThe walrus\nsleeps.\n\n| walrus | 1 |\n| heron | 2 |\n";

    #[test]
    fn what_goes_is_the_paragraph_the_item_or_the_row() {
        assert_eq!(passages(NOTE, "WALRUS"), [2..4, 6..8, 9..10]);
        assert_eq!(without(NOTE, "walrus"), "# Plans\n\n- buy milk\n\n\n| heron | 2 |\n");
        assert_eq!(without(NOTE, "nothing"), NOTE);
    }
}
