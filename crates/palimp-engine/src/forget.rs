//! What is forgotten is gone: from the notes, their history, the index, the cache of vectors, and
//! from what was captured.

use std::fs;
use std::path::{Path, PathBuf};

use palimp_core::text::{ellipsis, one_line};
use palimp_store::activity::{ActivityDb, Forgotten};
use palimp_store::index::EmbeddingCache;
use palimp_vault::NotePath;
use serde::Serialize;
use unicode_normalization::UnicodeNormalization;

use crate::chat;
use crate::embedding::hash;
use crate::flush::NOTES;
use crate::indexing::embedded_text;
use crate::lock::Lock;
use crate::memory::{Error, Memory};
use crate::review;

/// What holds a text, or is named by it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Found {
    /// The note that the text names.
    pub note: Option<String>,
    /// The lines of notes that say the text.
    pub passages: Vec<Passage>,
    /// Notes that bear it in their names, which stay as they are.
    pub named: Vec<String>,
    /// Files outside the vault that say it; palimp reads them and does not change them.
    pub outside: Vec<String>,
    /// Earlier versions of notes that hold it.
    pub versions: usize,
    /// Proposals that wait for the user and hold it.
    pub proposals: usize,
    /// Conversations held with palimp that say it.
    pub chats: usize,
    /// What was captured.
    #[serde(flatten)]
    pub captured: Forgotten,
}

/// A line of a note.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Passage {
    /// The note, relative to the vault.
    pub path: String,
    /// Its number, from 1.
    pub line: usize,
    /// What it says around the text.
    pub text: String,
}

impl Found {
    /// Whether there is nothing to forget.
    pub fn is_empty(&self) -> bool {
        let Found { note, passages, versions, proposals, chats, captured, .. } = self;
        note.is_none()
            && passages.is_empty()
            && *versions == 0
            && *proposals == 0
            && *chats == 0
            && *captured == Forgotten::default()
    }
}

impl Memory {
    /// What [`Memory::forget`] would remove.
    pub fn would_forget(&self, target: &str, db: Option<&ActivityDb>) -> Result<Found, Error> {
        let mut found = Found {
            note: self.note_named(target).map(|path| path.as_str().to_owned()),
            ..Found::default()
        };
        found.chats = chat::holding(&self.home, &self.agent, target);
        if let Some(db) = db {
            found.captured = db.would_forget(target, &self.agent)?;
        }
        if let Some(path) = &found.note {
            found.versions = self.history().versions(&NotePath::new(path)?)?.len();
            return Ok(found);
        }
        for note in self.notes()? {
            let path = note.path.as_str().to_owned();
            if holds(&path, target) {
                found.named.push(path.clone());
            }
            let text = fs::read(self.root().join(&path)).unwrap_or_default();
            let text = String::from_utf8_lossy(&text);
            let lines = text.lines().enumerate().filter(|(_, line)| holds(line, target));
            found.passages.extend(lines.map(|(at, line)| Passage {
                path: path.clone(),
                line: at + 1,
                text: around(line, target),
            }));
        }
        let outside = self
            .extras()
            .0
            .into_iter()
            .filter(|extra| extra.read_lossy().is_ok_and(|text| holds(&text, target)));
        found.outside = outside.map(|extra| extra.shown).collect();
        found.versions = self.versions_with(target)? + self.partials_with(target).len();
        found.proposals = review::holding(&self.home, &self.agent, target).len();
        Ok(found)
    }

    /// Removes the note that `target` names, else every line of a note that says it; and what
    /// was captured with it. Nothing of it stays in history, index, cache or free pages.
    pub fn forget(
        &mut self,
        target: &str,
        db: Option<&mut ActivityDb>,
        now: i64,
    ) -> Result<Found, Error> {
        let _writing = Lock::wait(&self.home, NOTES)
            .map_err(|error| Error::Refused(format!("the home cannot be locked: {error}")))?;
        let found = self.would_forget(target, db.as_deref())?;
        if found.is_empty() {
            return Ok(found);
        }
        chat::forget(&self.home, &self.agent, target)
            .map_err(|error| Error::Refused(error.to_string()))?;
        self.forget_vectors(target)?;
        match &found.note {
            Some(path) => {
                let path = NotePath::new(path)?;
                self.vault()?.remove(&path)?;
                self.history().forget(&path)?;
            }
            None => {
                self.forget_passages(target, &found)?;
                review::forget(&self.home, &self.agent, target)?;
            }
        }
        if let Some(db) = db {
            db.forget(target, &self.agent, now)?;
            if self.index_path().exists() {
                self.with_whole_index(&mut |memory| {
                    memory.follow_conversations(db, &mut |_, _, _| ())
                })?;
            }
        }
        if self.index_path().exists() {
            self.refresh(&mut |_, _, _| ())?;
            self.with_sound_index(&mut |memory| Ok(memory.index()?.scrub()?))?;
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
        for note in self.history().notes()? {
            self.vault()?.retain_versions(&note, |text| !holds(text, target))?;
        }
        for partial in self.partials_with(target) {
            fs::remove_file(&partial).map_err(|error| {
                Error::Refused(format!("{} could not be removed: {error}", partial.display()))
            })?;
        }
        Ok(())
    }

    /// How many earlier versions of notes hold a text.
    fn versions_with(&self, target: &str) -> Result<usize, Error> {
        let mut count = 0;
        self.each_version(|_, _, text| count += usize::from(holds(text, target)))?;
        Ok(count)
    }

    /// Hands `each` earlier version of every note: the note, the version's id and its text.
    pub fn each_version(&self, mut each: impl FnMut(&NotePath, &str, &str)) -> Result<(), Error> {
        let history = self.history();
        for note in history.notes()? {
            for (id, text) in history.texts(&note)? {
                each(&note, &id, &text);
            }
        }
        Ok(())
    }

    /// The files that a killed process left half written beside the notes and that hold a text.
    fn partials_with(&self, target: &str) -> Vec<PathBuf> {
        let mut files = Vec::new();
        list(self.root(), &mut files);
        files.retain(|file| {
            let partial =
                file.file_name().is_some_and(|name| name.to_string_lossy().starts_with(PARTIAL));
            partial && holds(&String::from_utf8_lossy(&fs::read(file).unwrap_or_default()), target)
        });
        files
    }

    /// Takes the vectors out of the cache that stand for chunks which go.
    fn forget_vectors(&mut self, target: &str) -> Result<(), Error> {
        let cache = self.home.embeddings(&self.agent);
        if !cache.exists() || !self.index_path().exists() {
            return Ok(());
        }
        let hashes = self.with_whole_index(&mut |memory| {
            use palimp_core::rank::Collection;
            let mut reader = memory.index()?.reader()?;
            let slots = reader.mentioning(target)?.into_iter();
            let hashes = slots.map(|slot| Ok(hash(&embedded_text(&reader.passage(slot)?))));
            hashes.collect::<Result<Vec<_>, Error>>()
        })?;
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

/// Whether a text says `wanted`, letter case and the way accents and syllables are composed aside.
pub(crate) fn holds(text: &str, wanted: &str) -> bool {
    let plain = |text: &str| text.nfc().collect::<String>().to_lowercase();
    plain(text).contains(&plain(wanted))
}

/// A line as it is shown: where it is long, the part around what was looked for.
fn around(line: &str, wanted: &str) -> String {
    let line = one_line(line);
    let at = line.to_lowercase().find(&wanted.to_lowercase()).unwrap_or(0);
    let before = at.saturating_sub(60).min(line.len());
    let start = (0..=before).rev().find(|&start| line.is_char_boundary(start)).unwrap_or(0);
    let head = if start > 0 { "…" } else { "" };
    format!("{head}{}", ellipsis(&line[start..], 120))
}

/// The text without the lines that say `wanted`.
pub(crate) fn without(text: &str, wanted: &str) -> String {
    text.split_inclusive('\n').filter(|line| !holds(line, wanted)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_goes_is_the_line_and_no_more() {
        let note = "# Plans\n\n- call Ada about the walrus\n- buy milk\n\nThe walrus\nsleeps.\n";
        assert_eq!(without(note, "WALRUS"), "# Plans\n\n- buy milk\n\nsleeps.\n");
        assert_eq!(without(note, "nothing"), note);
    }

    #[test]
    fn text_is_found_however_it_is_composed() {
        let decomposed: String = "청룡 비밀".nfd().collect();
        assert!(holds(&decomposed, "청룡") && holds("청룡 비밀", &decomposed));
    }

    #[test]
    fn a_long_line_is_shown_around_the_text() {
        let line = format!("{} the walrus {}", "가나다 ".repeat(50), "end ".repeat(50));
        let shown = around(&line, "walrus");
        assert!(shown.contains("the walrus") && shown.starts_with('…') && shown.ends_with('…'));
        assert_eq!(around("short walrus", "walrus"), "short walrus");
    }
}
