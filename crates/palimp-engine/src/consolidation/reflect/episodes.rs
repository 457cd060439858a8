//! The facts that episodes list.

use palimp_core::text::{ellipsis, one_line};
use palimp_note::anchor::Anchor;
use palimp_note::episode::{self, Episode, EpisodeKey};
use palimp_note::origin::NoteOrigins;
use palimp_note::provenance::{AuthorKind, Provenance};
use palimp_redact::Redactor;
use palimp_rules::facts_in;
use palimp_rules::reflect::{Voice, taken_apart};
use palimp_vault::{Vault, VaultError};

use super::section::FactScope;

/// Maximum length of a fact that is taken over, in characters.
const MAX_FACT_CHARS: usize = 500;
/// Maximum number of facts to read from an entry that lists none.
const MAX_PROSE_FACTS: usize = 8;

/// A fact and its place in an episode.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EpisodeFact {
    /// Topic that it is filed under; empty if there is none.
    pub(crate) topic: String,
    /// Text, on one line.
    pub(crate) text: String,
    /// Time at which the entry was written: `2026-11-21 14:05`, as much of it as is known.
    pub(crate) at: String,
    /// True if only the note around the entry says when.
    pub(crate) is_dated_by_note: bool,
    /// The note that holds the entry.
    pub(crate) episode: String,
    /// The project in which it was said.
    pub(crate) scope: FactScope,
    /// Author, as far as the note tells.
    pub(crate) author: AuthorKind,
    /// Speaker who said it in these words.
    pub(crate) voice: Voice,
    /// The messages that its entry condenses.
    pub(crate) key: Option<EpisodeKey>,
    /// Metadata beside it: its aliases, the places in the code that it speaks of, and a model's
    /// opinion that it should last.
    pub(crate) beside: Provenance,
    /// True if the author of its entry marked the facts that should last.
    pub(crate) is_told_apart: bool,
}

impl EpisodeFact {
    /// Hash that identifies the fact as taken over.
    pub(crate) fn hash(&self) -> String {
        let project = self.scope.id.as_deref().unwrap_or("");
        // Earlier versions did not know this day, and what they took over stays known.
        let at = if self.is_dated_by_note { "" } else { &self.at };
        let parts = [project, &self.episode, at, &self.topic, &self.text].join("\0");
        blake3::hash(parts.as_bytes()).to_hex()[..16].to_owned()
    }

    /// Returns true if a model marked it as lasting.
    pub(super) fn is_lasting(&self) -> bool {
        self.beside.lasting.is_some()
    }

    /// Returns true if it is kept for searches alone: a model that marked lasting facts passed it
    /// over. The user's own words are sorted as always.
    pub(super) fn is_for_digest(&self) -> bool {
        self.is_told_apart && !self.is_lasting() && self.voice != Voice::User
    }

    /// Returns the line that a distiller is shown.
    pub(crate) fn distiller_line(&self) -> String {
        if self.topic.is_empty() {
            self.text.clone()
        } else {
            format!("[{}]: {}", self.topic, self.text)
        }
    }

    /// Returns the text of a link to the entry.
    pub(crate) fn label(&self) -> &str {
        if self.at.is_empty() { file_stem(&self.episode) } else { &self.at }
    }
}

/// Reads the facts of all episodes, oldest first.
pub(crate) fn read_facts(
    vault: &Vault,
    redactor: &Redactor,
) -> Result<Vec<EpisodeFact>, VaultError> {
    let mut facts = Vec::new();
    for note in vault.scan()? {
        let path = note.path.as_str();
        if !(path.starts_with("episodes/live/") || path.starts_with("episodes/imported/")) {
            continue;
        }
        let text = vault.read_lossy(&note.path)?;
        let origins = NoteOrigins::from_note(path, &text);
        for entry in episode::parse(&text).iter().filter(|entry| is_entry(entry)) {
            let by = entry_provenance(entry, &origins);
            facts.extend(facts_of(entry, &by, path, redactor));
        }
    }
    // Within a note, its own order stays.
    facts.sort_by(|a, b| (&a.at, &a.episode).cmp(&(&b.at, &b.episode)));
    Ok(facts)
}

/// Returns true if it is an entry rather than a section of an imported document.
fn is_entry(entry: &Episode) -> bool {
    entry.key.is_some() || is_clock(&entry.time)
}

fn is_clock(text: &str) -> bool {
    text.len() == 5
        && text.bytes().enumerate().all(|(at, byte)| match at {
            2 => byte == b':',
            _ => byte.is_ascii_digit(),
        })
}

/// Returns the provenance of an entry: from its own comment, else author and day from the text
/// around it.
fn entry_provenance(entry: &Episode, origins: &NoteOrigins) -> Provenance {
    let around = || {
        let at = origins.provenance(entry.line).and_then(|by| by.at.clone());
        Provenance { by: origins.of_line(entry.line).author, at, ..Provenance::default() }
    };
    entry.by.clone().unwrap_or_else(around)
}

fn facts_of(entry: &Episode, by: &Provenance, path: &str, redactor: &Redactor) -> Vec<EpisodeFact> {
    let scope = FactScope::from_provenance(by);
    let listed: Vec<(String, Option<Provenance>)> = entry
        .facts_with_comments()
        .map(|(fact, comments)| (fact.to_owned(), fact_metadata(comments, by.by)))
        .collect();
    let prose = || facts_in(&entry.body, MAX_PROSE_FACTS).into_iter().map(|fact| (fact, None));
    let listed = if listed.is_empty() { prose().collect() } else { listed };
    let is_told_apart = listed.iter().any(|(_, beside)| beside.as_ref().is_some_and(is_of_model));
    let at = moment_said(entry, by.at.as_deref().unwrap_or(""), path);
    let is_dated_by_note = entry.by.is_none() && leading_day(file_stem(path)).is_none();
    let fact = |(line, beside): (String, Option<Provenance>)| {
        let line = sanitize_line(&redactor.redact(&line));
        let (topic, text) = taken_apart(&line);
        EpisodeFact {
            topic: topic.to_owned(),
            text: ellipsis(text, MAX_FACT_CHARS),
            at: said_on(beside.as_ref(), &at),
            is_dated_by_note,
            episode: path.to_owned(),
            scope: scope.clone(),
            author: beside.as_ref().map_or(by.by, |own| own.by),
            voice: Voice::default(),
            key: entry.key.clone(),
            beside: beside.unwrap_or_default(),
            is_told_apart,
        }
    };
    let facts = listed.into_iter().map(fact);
    facts.filter(|fact| fact.text.chars().any(char::is_alphanumeric)).collect()
}

/// Parses palimp's comments behind a fact, which is `by` the author of its entry unless they name
/// another.
fn fact_metadata(comments: &str, by: AuthorKind) -> Option<Provenance> {
    let anchors = || Provenance { by, anchors: Anchor::in_line(comments), ..Provenance::default() };
    (!comments.is_empty()).then(|| Provenance::parse(comments).unwrap_or_else(anchors))
}

/// Returns true if a model added metadata to a fact, beyond the places in code that it speaks of.
fn is_of_model(beside: &Provenance) -> bool {
    beside.aliases.is_some() || beside.places.is_some() || beside.lasting.is_some()
}

/// Returns a fact on one line that neither opens a comment nor strikes anything through.
fn sanitize_line(line: &str) -> String {
    one_line(line).replace("<!--", "&lt;!--").replace("~~", "~")
}

/// The day that a line of an entry names, where that is another than the entry's `at`.
fn said_on(own: Option<&Provenance>, at: &str) -> String {
    let named = own.and_then(|own| leading_day(own.at.as_deref()?));
    named.filter(|named| !at.starts_with(named)).unwrap_or(at).to_owned()
}

/// Returns the time at which an entry was written, by the name of its note, else by its provenance.
pub(crate) fn entry_time(entry: &Episode, path: &str) -> String {
    let said = entry.by.as_ref().and_then(|by| by.at.as_deref()).unwrap_or("");
    moment_said(entry, said, path)
}

fn moment_said(entry: &Episode, said: &str, path: &str) -> String {
    let Some(day) = [file_stem(path), said].into_iter().find_map(leading_day) else {
        return String::new();
    };
    if is_clock(&entry.time) { format!("{day} {}", entry.time) } else { day.to_owned() }
}

/// Returns the date that a text begins with.
fn leading_day(text: &str) -> Option<&str> {
    let day = text.get(..10)?;
    let shaped = day.bytes().enumerate().all(|(at, byte)| match at {
        4 | 7 => byte == b'-',
        _ => byte.is_ascii_digit(),
    });
    shaped.then_some(day)
}

fn file_stem(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}
