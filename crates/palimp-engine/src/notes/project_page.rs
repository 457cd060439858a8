//! Page of a project, line by line: reading with the sessions that lines came from, striking, editing.
//!
//! A line changes only while it says what was shown: its [`LineKey`] holds a hash of that.

use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;

use palimp_core::project::ProjectIdentity;
use palimp_note::NotePath;
use palimp_note::episode::{self, Episode};
use palimp_note::page::{self, PageLine, page_lines};
use palimp_vault::VaultError;

use crate::consolidation::reflect::episodes::entry_time;
use crate::error::Error;
use crate::home::note_store::NoteStore;
use crate::injection::inject::{RuleSource, StandingRule};

/// Hexadecimal digits of a line's hash.
const HASH_CHARS: usize = 16;

/// Page of a project.
#[derive(Clone, Debug)]
pub struct KnownPage {
    /// Path of the note.
    pub path: String,
    /// Lines of its sections.
    pub lines: Vec<KnownLine>,
}

/// Line of a page with its origin.
#[derive(Clone, Debug)]
pub struct KnownLine {
    /// Parts of the line.
    pub line: PageLine,
    /// Key that changes the line.
    pub key: LineKey,
    /// Session in which it was said or saved, as far as the notes tell.
    pub session: Option<String>,
    /// Note of episodes that its link leads to.
    pub episode: Option<String>,
}

/// Key of a line as it was shown: its number and a hash of its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineKey {
    number: usize,
    hash: String,
}

impl LineKey {
    fn from_line(line: &PageLine) -> LineKey {
        LineKey { number: line.number, hash: text_hash(&line.said) }
    }

    /// Returns the number of the item that still has this text, at its old place or elsewhere.
    fn find_line_number(&self, page: &str) -> Option<usize> {
        let lines = page_lines(page).into_iter().filter(|line| line.is_item);
        let same = lines.filter(|line| text_hash(&line.said) == self.hash);
        let numbers: Vec<usize> = same.map(|line| line.number).collect();
        let stood = numbers.iter().find(|number| **number == self.number);
        stood.or(numbers.first()).copied()
    }
}

fn text_hash(said: &str) -> String {
    blake3::hash(said.as_bytes()).to_hex()[..HASH_CHARS].to_owned()
}

impl fmt::Display for LineKey {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}-{}", self.number, self.hash)
    }
}

impl FromStr for LineKey {
    type Err = LineKeyError;

    fn from_str(text: &str) -> Result<LineKey, LineKeyError> {
        let (number, hash) = text.split_once('-').ok_or(LineKeyError)?;
        let number = number.parse().map_err(|_| LineKeyError)?;
        Ok(LineKey { number, hash: hash.to_owned() })
    }
}

/// Error for a text that is not a key of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineKeyError;

impl NoteStore {
    /// Returns the page of a project; none where it has none.
    ///
    /// # Errors
    ///
    /// When a note cannot be read.
    pub fn known_page(&self, project: &ProjectIdentity) -> Result<Option<KnownPage>, Error> {
        let Some((path, text)) = self.read_project_page(project)? else { return Ok(None) };
        let mut episodes = HashMap::new();
        let mut lines = Vec::new();
        for line in page_lines(&text) {
            let episode =
                line.link.as_ref().and_then(|(_, to)| episode_path(to)).map(str::to_owned);
            let session = self.session_of(&line, episode.as_deref(), &mut episodes)?;
            lines.push(KnownLine { key: LineKey::from_line(&line), line, session, episode });
        }
        Ok(Some(KnownPage { path: path.as_str().to_owned(), lines }))
    }

    /// Returns the session that a line's comment names, or the one of the entry that its link leads to.
    fn session_of(
        &self,
        line: &PageLine,
        episode: Option<&str>,
        read: &mut HashMap<String, Vec<Episode>>,
    ) -> Result<Option<String>, Error> {
        let saved_in = line.by.as_ref().and_then(|by| by.session.clone());
        let (None, Some(path), Some((label, _))) = (&saved_in, episode, &line.link) else {
            return Ok(saved_in);
        };
        if !read.contains_key(path) {
            let text = self.read_note(path)?.unwrap_or_default();
            read.insert(path.to_owned(), episode::parse(&text));
        }
        let entry = read[path].iter().find(|entry| entry_time(entry, path) == *label);
        Ok(entry.and_then(|entry| entry.key.as_ref()).map(|key| key.session.clone()))
    }

    /// Returns the line of a project's page that still says what was shown; none where none does.
    ///
    /// # Errors
    ///
    /// When the note cannot be read.
    pub fn line_at(
        &self,
        project: &ProjectIdentity,
        at: &LineKey,
    ) -> Result<Option<PageLine>, Error> {
        let Some((_, text)) = self.read_project_page(project)? else { return Ok(None) };
        let number = at.find_line_number(&text);
        Ok(page_lines(&text).into_iter().find(|line| Some(line.number) == number))
    }

    /// Strikes a line of a project's page through on a day, `2026-11-26`. Returns false, and changes nothing, where
    /// no line says any more what was shown.
    ///
    /// # Errors
    ///
    /// When the note cannot be read or written.
    pub fn strike_line(
        &self,
        project: &ProjectIdentity,
        at: &LineKey,
        day: &str,
    ) -> Result<bool, Error> {
        self.change_line(project, at, |note, number| page::with_struck_line(note, number, day))
    }

    /// Lets a line of a project's page say other words, which are the user's from then on, without the secrets in
    /// them. Returns false, and changes nothing, where no line says any more what was shown.
    ///
    /// # Errors
    ///
    /// When the words say nothing, or the note cannot be read or written.
    pub fn edit_line(
        &self,
        project: &ProjectIdentity,
        at: &LineKey,
        words: &str,
    ) -> Result<bool, Error> {
        let (words, _) = self.sanitize_text(words.trim());
        if words.is_empty() || words.starts_with("~~") {
            return Err(Error::Refused(crate::messages::line_is_empty()));
        }
        self.change_line(project, at, |note, number| page::with_words(note, number, &words))
    }

    fn change_line(
        &self,
        project: &ProjectIdentity,
        at: &LineKey,
        change: impl Fn(&str, usize) -> Option<String>,
    ) -> Result<bool, Error> {
        let Some((path, _)) = self.read_project_page(project)? else { return Ok(false) };
        let mut is_changed = false;
        self.vault_or_new()?.change(&path, |note| {
            let note = note.unwrap_or_default();
            let new = at.find_line_number(note).and_then(|number| change(note, number));
            is_changed = new.is_some();
            Ok::<_, VaultError>(new.unwrap_or_else(|| note.to_owned()))
        })?;
        Ok(is_changed)
    }
}

impl StandingRule {
    /// Returns a hash of the rule's place and text, which tells it from other rules.
    pub fn key(&self) -> String {
        let place = match &self.source {
            RuleSource::Note { path, .. } => path.as_str(),
            RuleSource::Team => "team",
            RuleSource::Habit(_) => "habit",
            RuleSource::Conversation { pointer, .. } => pointer,
        };
        text_hash(&[place, &self.day, &self.text].join("\0"))
    }
}

/// Returns the note of episodes that a link on a page leads to.
fn episode_path(to: &str) -> Option<&str> {
    let path = &to[to.find("episodes/")?..];
    let path = path.split('#').next().unwrap_or(path);
    episode::day_of(path)?;
    NotePath::new(path).is_ok().then_some(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moved_line_is_found_by_key() {
        let page = "## Rules\n- a\n- b\n- a\n";
        let key = LineKey::from_line(&page_lines(page)[2]);
        assert_eq!(key.to_string().parse(), Ok(key.clone()));
        assert_eq!(key.find_line_number(page), Some(4), "where it stood");
        assert_eq!(key.find_line_number("## Rules\n- b\n- a\n"), Some(3), "where it went");
        assert_eq!(
            key.find_line_number("## Rules\n- a <!-- palimp: by=user again=2026-11-26 -->\n"),
            Some(2)
        );
        assert_eq!(key.find_line_number("## Rules\n- ~~a~~ (struck 2026-11-26)\n- a b\n"), None);
        assert_eq!("".parse::<LineKey>(), Err(LineKeyError));
    }

    #[test]
    fn link_to_episodes_names_their_note() {
        assert_eq!(
            episode_path("../episodes/live/2026-11-20.md"),
            Some("episodes/live/2026-11-20.md")
        );
        for other in ["../shared/decisions.md", "https://example.com", "../episodes/../a.md", ""] {
            assert_eq!(episode_path(other), None, "{other}");
        }
    }
}
