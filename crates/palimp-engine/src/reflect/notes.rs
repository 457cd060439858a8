//! The notes that reflection writes, as they stand.

use palimp_note::NotePath;
use palimp_note::route::{self, Local, SaveKind};
use palimp_rules::reflect::{Place, Said};
use palimp_vault::{Vault, VaultError};

use super::episodes::Fact;
use super::section::{self, Entry, Scope};

/// A line of one of the notes.
#[derive(Clone, Debug)]
pub(super) struct Known {
    /// The note.
    pub(super) note: NotePath,
    /// Where it holds.
    pub(super) scope: Scope,
    /// The fact, where palimp wrote the line.
    pub(super) entry: Option<Entry>,
    /// The words.
    pub(super) text: String,
    /// What they claim.
    pub(super) said: Said,
    /// Since when it is struck through, where it is.
    pub(super) superseded: Option<String>,
}

impl Known {
    /// Whether palimp wrote it and it still holds.
    pub(super) fn is_live(&self) -> bool {
        self.entry.is_some() && self.superseded.is_none()
    }

    /// When it was said; empty where nobody knows.
    pub(super) fn at(&self) -> &str {
        self.entry.as_ref().map_or("", |entry| moment(&entry.label))
    }
}

/// The moment that a link's text names; one that names none is older than all others.
fn moment(label: &str) -> &str {
    let dated = label.len() >= 10 && label.starts_with(|c: char| c.is_ascii_digit());
    if dated && label.as_bytes()[4] == b'-' { label } else { "" }
}

/// Where the facts of a place go; a procedure has a note of its own. None for what is not written.
pub(super) fn note_of(place: Place, fact: &Fact) -> Option<NotePath> {
    let path = match place {
        Place::Profile => "profile.md",
        Place::Preferences => "shared/preferences.md",
        Place::Decisions => "shared/decisions.md",
        Place::Projects => "shared/projects.md",
        Place::Procedures => return Some(procedure(fact)),
        Place::Soul => "shared/soul.md",
        Place::Nowhere => return None,
    };
    NotePath::new(path).ok()
}

fn procedure(fact: &Fact) -> NotePath {
    let named = if fact.topic.is_empty() { &fact.text } else { &fact.topic };
    let never = Local { year: 1970, month: 1, day: 1, hour: 0, minute: 0 };
    route::route(SaveKind::Procedure, named, never, None).path
}

/// With what a note begins that is not there yet.
pub(crate) fn title(note: &NotePath) -> String {
    match note.as_str() {
        "profile.md" => "Profile".to_owned(),
        "shared/preferences.md" => "Preferences".to_owned(),
        "shared/decisions.md" => "Decisions".to_owned(),
        "shared/projects.md" => "Projects".to_owned(),
        "shared/soul.md" => "Soul".to_owned(),
        _ => note.stem().replace('-', " "),
    }
}

/// The link from a note to an episode; what Markdown would end a link at is percent-encoded.
pub(crate) fn link(note: &NotePath, episode: &str) -> String {
    let mut link = "../".repeat(note.directories().count());
    for c in episode.chars() {
        if c.is_whitespace()
            || c.is_control()
            || matches!(c, '(' | ')' | '<' | '>' | '%' | '[' | ']' | '#' | '?')
        {
            let mut bytes = [0; 4];
            c.encode_utf8(&mut bytes)
                .bytes()
                .for_each(|byte| link.push_str(&format!("%{byte:02X}")));
        } else {
            link.push(c);
        }
    }
    link
}

/// A link to an episode that stands in some note, as it stands in `note`.
pub(crate) fn linked(note: &NotePath, link: &str) -> String {
    "../".repeat(note.directories().count()) + link.trim_start_matches("../")
}

/// What a line claims, whatever it is filed under: `auth: Sessions expire after a day`.
pub(super) fn said(text: &str) -> Said {
    let filed = text.split_once(": ").filter(|(topic, _)| {
        topic.len() <= 40 && topic.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_'))
    });
    Said::of(filed.map_or(text, |(_, claimed)| claimed))
}

/// Every line of the notes to which reflection writes.
pub(super) fn known(vault: &Vault) -> Result<Vec<Known>, VaultError> {
    let mut known = Vec::new();
    for note in vault.scan()?.into_iter().map(|found| found.path).filter(is_target) {
        let text = vault.read_lossy(&note)?;
        let lines = section::lines(&text).into_iter().map(|line| Known {
            note: note.clone(),
            scope: line.scope,
            said: said(&line.entry.text),
            text: line.entry.text.clone(),
            entry: Some(line.entry),
            superseded: line.superseded,
        });
        let written = section::written(&text).into_iter().map(|line| Known {
            note: note.clone(),
            scope: line.scope,
            said: said(&line.text),
            text: line.text,
            entry: None,
            superseded: None,
        });
        known.extend(lines.chain(written));
    }
    Ok(known)
}

pub(super) fn is_target(note: &NotePath) -> bool {
    let path = note.as_str();
    let shared = ["preferences", "decisions", "projects", "soul"];
    let names = |name: &str| path == format!("shared/{name}.md");
    path == "profile.md" || path.starts_with("procedures/") || shared.into_iter().any(names)
}
