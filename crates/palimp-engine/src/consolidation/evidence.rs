//! Evidence for a line of a note: who said it, on which day, in which sentence of which session.
//!
//! Nothing is written. What a line says of itself comes from its note, its sentence from the database, by the
//! pointer in the line's provenance.

mod source;
mod strikes;

use palimp_core::author::{AuthorKind, mark_line};
use palimp_core::pointer::Pointer;
use palimp_core::text::{one_line, prefix};
use palimp_note::NotePath;
use palimp_note::origin::{NoteOrigins, with_day};
use palimp_note::provenance::{Provenance, line_without_comments};
use palimp_store::activity::ActivityDb;
use palimp_vault::VaultError;
use serde::Serialize;

use crate::error::Error;
use crate::home::note_store::NoteStore;
use crate::injection::injection_usage::unescape_context;
use source::EpisodeEntries;
use strikes::Strikes;

pub use source::{SaidIn, SourceSentence};
pub use strikes::LineStrike;

/// The most lines of which evidence is shown.
pub const MAX_LINES: usize = 5;
/// So much of a line is looked for in them, in characters.
const MAX_TOLD_CHARS: usize = 200;
/// Maximum number of injections that are searched for a line.
const MAX_SEARCHED_INJECTIONS: usize = 500;

/// Selection of the lines whose evidence is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EvidenceQuery {
    /// Those that hold these words.
    Words(String),
    /// Those that come from the session whose id begins so.
    Session(String),
    /// Those that come from the messages around this one.
    Message(i64),
    /// A line of a note, by its number from 1; without one, every line.
    Note(String, Option<usize>),
    /// The lines below a heading of a note.
    Section(String, String),
}

/// Evidence for a line of a note.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LineEvidence {
    /// The note.
    pub path: String,
    /// The line's number, from 1.
    pub line: usize,
    /// The heading above it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub section: Option<String>,
    /// The line with the mark of its author and its day, as it is injected.
    pub text: String,
    /// Author of the line.
    pub author: AuthorKind,
    /// The day on which it was said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub day: Option<String>,
    /// The day on which the user said that it may always be told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub approved: Option<String>,
    /// The last day on which it was said again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub again: Option<String>,
    /// The session in which it was said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session: Option<SaidIn>,
    /// The sentence from which it comes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sentence: Option<SourceSentence>,
    /// The lines that it struck through.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub struck: Vec<LineStrike>,
    /// The line that struck it through.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub struck_by: Option<LineStrike>,
    /// The sessions that were told of it lately.
    pub told_sessions: usize,
    /// The words of the line alone.
    #[serde(skip)]
    words: String,
}

/// A line of a note with content.
struct CandidateLine<'n> {
    number: usize,
    /// The line without its list marker and palimp's comments.
    said: String,
    heading: Option<&'n str>,
}

impl NoteStore {
    /// Returns the evidence for the selected lines, at most [`MAX_LINES`]. Lasting notes come
    /// before the digests of sessions, and the archive comes last.
    ///
    /// # Errors
    ///
    /// When a note or the database cannot be read.
    pub fn find_evidence(
        &self,
        wanted: &EvidenceQuery,
        db: Option<&ActivityDb>,
    ) -> Result<Vec<LineEvidence>, Error> {
        let vault = match self.open_vault() {
            Err(VaultError::NoVault(_)) => return Ok(Vec::new()),
            vault => vault?,
        };
        let mut paths: Vec<NotePath> = vault.scan()?.into_iter().map(|found| found.path).collect();
        paths.sort_by_key(|path| (path_rank(path), path.clone()));
        let entries = EpisodeEntries::load(&vault, &paths)?;
        let wanted = entries.resolve_query(wanted, db)?;
        let mut found = Vec::new();
        for path in paths.iter().filter(|path| may_hold(&wanted, path)) {
            let note = vault.read_lossy(path)?;
            let origins = NoteOrigins::from_note(path.as_str(), &note);
            for line in candidate_lines(&note) {
                if found.len() < MAX_LINES && entries.is_meant(&wanted, path, &line, &origins) {
                    found.push(self.evidence_of(path, &line, &origins, &entries, db)?);
                }
            }
        }
        let strikes = Strikes::load(&vault, &paths)?;
        found.iter_mut().for_each(|line| strikes.add_strikes(line));
        count_told(&mut found, db, self.agent())?;
        Ok(found)
    }

    fn evidence_of(
        &self,
        path: &NotePath,
        line: &CandidateLine,
        origins: &NoteOrigins,
        entries: &EpisodeEntries,
        db: Option<&ActivityDb>,
    ) -> Result<LineEvidence, Error> {
        let origin = origins.of_line(line.number);
        let by = origins.provenance(line.number);
        let source = entries.find_source(path, line, by);
        let redactor = crate::home::redaction::redactor(&self.settings);
        let (session, sentence) = match db.zip(source) {
            Some((db, source)) => source.look_up(db, self.agent(), &line.said, &redactor)?,
            None => (None, None),
        };
        let words = redactor.redact(words_of(&line.said)).into_owned();
        let text = with_day(&words, origin.day.as_deref());
        Ok(LineEvidence {
            path: path.to_string(),
            line: line.number,
            section: line.heading.map(|it| it.trim_start_matches(['#', ' ']).to_owned()),
            text: mark_line(&text, origin.author),
            author: origin.author,
            day: origin.day,
            approved: by.and_then(|by| by.approved.clone()),
            again: by.and_then(|by| by.again.clone()),
            session,
            sentence,
            struck: Vec::new(),
            struck_by: None,
            told_sessions: 0,
            words,
        })
    }
}

fn path_rank(path: &NotePath) -> usize {
    match path.directories().next() {
        Some("archive") => 2,
        Some("episodes") => 1,
        _ => 0,
    }
}

fn may_hold(wanted: &EvidenceQuery, path: &NotePath) -> bool {
    match wanted {
        EvidenceQuery::Note(named, _) | EvidenceQuery::Section(named, _) => path.as_str() == named,
        _ => !path.as_str().starts_with("sessions/"),
    }
}

/// Returns the lines of a note with content: no heading, comment or front matter.
fn candidate_lines(note: &str) -> impl Iterator<Item = CandidateLine<'_>> {
    let front = palimp_note::parse_front_matter(note).front.map_or(0, |front| front.end);
    let above = note[..front].lines().count();
    let mut heading = None;
    (1..).zip(note.lines()).skip(above).filter_map(move |(number, line)| {
        if line.starts_with('#') {
            heading = Some(line);
            return None;
        }
        let said = line_without_comments(line);
        let said = said.trim();
        let signs = ["- [ ] ", "- [x] ", "- ", "* ", "+ "];
        let said = signs.into_iter().find_map(|sign| said.strip_prefix(sign)).unwrap_or(said);
        let says = said.chars().any(char::is_alphanumeric) && !said.starts_with("<!--");
        says.then(|| CandidateLine { number, said: said.to_owned(), heading })
    })
}

/// The words of a line alone: without its link, and without the marks of a struck line.
fn words_of(said: &str) -> &str {
    let said = said.trim_start_matches("~~");
    let said = said.split_once("~~ (").map_or(said, |(words, _)| words);
    let is_entry = |link: &str| link.contains("](../") && link.ends_with("))");
    said.rsplit_once(" ([").filter(|(_, link)| is_entry(link)).map_or(said, |(words, _)| words)
}

/// Returns true if a text holds `words` as whole words, in any letter case.
fn holds_words(text: &str, words: &str) -> bool {
    let (text, words) = (one_line(text).to_lowercase(), one_line(words).to_lowercase());
    let is_part = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    !words.is_empty()
        && text.match_indices(&words).any(|(at, _)| {
            let before = text[..at].chars().next_back();
            let after = text[at + words.len()..].chars().next();
            let begins = words.chars().next().is_some_and(char::is_alphanumeric);
            let goes_on = begins && is_part(before) || is_part(after);
            !goes_on
        })
}

/// Counts the sessions that were told of each line lately.
fn count_told(
    found: &mut [LineEvidence],
    db: Option<&ActivityDb>,
    agent: &str,
) -> Result<(), Error> {
    let Some(db) = db.filter(|_| !found.is_empty()) else { return Ok(()) };
    let told = db.injections_before(agent, None, MAX_SEARCHED_INJECTIONS)?;
    let told: Vec<(&str, String)> = told
        .iter()
        .map(|it| (it.session_id.as_str(), one_line(&unescape_context(&it.content))))
        .collect();
    for line in found {
        // A long line is told in part.
        let said = prefix(&line.words, MAX_TOLD_CHARS);
        let mut sessions: Vec<&str> =
            told.iter().filter(|(_, text)| text.contains(said)).map(|(id, _)| *id).collect();
        sessions.sort_unstable();
        sessions.dedup();
        line.told_sessions = sessions.len();
    }
    Ok(())
}

/// The session that a line's own comment names.
fn session_of(by: Option<&Provenance>) -> Option<&str> {
    by.and_then(|by| by.session.as_deref())
}

/// `s:26a1a7ce` of a session's id.
fn pointer_to(session: &str) -> String {
    Pointer::to_session(session).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_whole_in_any_case() {
        for (text, words, expect) in [
            ("Use pnpm, not npm", "PNPM", true),
            ("Use pnpm, not npm", "npm", true),
            ("Use pnpm", "npm", false),
            ("앞으로는 npm 말고 pnpm을", "npm 말고", true),
            ("`cache_key` stays", "`cache_key`", true),
            ("a", "", false),
        ] {
            assert_eq!(holds_words(text, words), expect, "{text}: {words}");
        }
    }

    #[test]
    fn words_of_a_line_stand_without_link_and_strike() {
        let link = "([2026-11-20](../episodes/live/2026-11-20.md))";
        assert_eq!(words_of(&format!("We use npm {link}")), "We use npm");
        assert_eq!(words_of(&format!("~~We use npm {link}~~ (superseded x)")), "We use npm");
        assert_eq!(words_of("~~We use npm~~ (struck 2026-11-26)"), "We use npm");
    }
}
