//! The notes that reflection writes, as they stand.

use palimp_note::NotePath;
use palimp_note::page::{PageSection, is_page};
use palimp_note::provenance::AuthorKind;
use palimp_note::route::{self, LocalTime, SaveKind};
use palimp_rules::reflect::{ComparableFact, FactCategory, is_about_user};
use palimp_vault::{Vault, VaultError};

use super::episodes::EpisodeFact;
use super::line_target::original_note;
use super::pages::{ProjectPages, part_of};
use super::section::{self, FactScope, LinkedFact};

/// A line of a note to which reflection writes.
#[derive(Clone, Debug)]
pub(super) struct LastingNoteLine {
    /// The note.
    pub(super) note: NotePath,
    /// Project in which it holds.
    pub(super) scope: FactScope,
    /// The section of a project's page in which it stands.
    pub(super) part: Option<PageSection>,
    /// The fact, where palimp wrote the line.
    pub(super) entry: Option<LinkedFact>,
    /// The words.
    pub(super) text: String,
    /// Claim of the words.
    pub(super) said: ComparableFact,
    /// Since when it is struck through, where it is.
    pub(super) superseded: Option<String>,
    /// True if it left a page that had grown too long.
    pub(super) is_archived: bool,
    /// Author of the words.
    pub(super) author: AuthorKind,
    /// The day on which it was last said again, or saved by an agent.
    pub(super) day: Option<String>,
}

impl LastingNoteLine {
    /// Returns true if palimp wrote it and it still holds.
    pub(super) fn is_live(&self) -> bool {
        self.entry.is_some() && self.superseded.is_none() && !self.is_archived
    }

    /// Returns true if it stands where facts of this place go, or went before projects had pages.
    pub(super) fn is_filed_under(&self, place: FactCategory) -> bool {
        let shared = shared_note_path(place).is_some_and(|path| self.note.as_str() == path);
        shared || self.part.is_some() && self.part == part_of(place, &self.text)
    }

    /// Returns true if palimp or an agent wrote it and it still holds.
    pub(super) fn can_be_struck(&self) -> bool {
        let saved = self.entry.is_none() && self.author > AuthorKind::User;
        self.is_live() || saved && self.superseded.is_none()
    }

    /// Returns the time at which it was last said; empty if unknown.
    pub(super) fn last_said(&self) -> &str {
        let said = self.entry.as_ref().map_or("", |entry| label_time(&entry.label));
        said.max(self.day.as_deref().unwrap_or(""))
    }
}

/// Returns the time that a link's text names; a text that names none is older than all others.
fn label_time(label: &str) -> &str {
    let dated = label.len() >= 10 && label.starts_with(|c: char| c.is_ascii_digit());
    if dated && label.as_bytes()[4] == b'-' { label } else { "" }
}

/// Destination of a fact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FactTarget {
    /// The note.
    pub(super) note: NotePath,
    /// The project in which the fact holds.
    pub(super) scope: FactScope,
    /// The section, where the note is the project's page.
    pub(super) part: Option<PageSection>,
}

/// Returns the destination for the facts of a place: the page of their project; if they hold in all
/// projects, a note of the place, and for a procedure a note of its own. None for facts that are
/// not written.
pub(super) fn target_of(
    place: FactCategory,
    fact: &EpisodeFact,
    pages: &ProjectPages,
) -> Option<FactTarget> {
    let is_general = match place {
        FactCategory::Preferences | FactCategory::Profile => is_about_user(&fact.text),
        _ => false,
    };
    let scope = if is_general { FactScope::default() } else { fact.scope.clone() };
    let page = part_of(place, &fact.text).zip(pages.page_of(&scope));
    if let Some((part, note)) = page {
        return Some(FactTarget { note, scope, part: Some(part) });
    }
    let note = match place {
        FactCategory::Procedures => procedure_note(fact),
        place => NotePath::new(shared_note_path(place)?).ok()?,
    };
    Some(FactTarget { note, scope, part: None })
}

/// Returns the note for facts of a place that hold in all projects; none for facts that are not
/// written, and for procedures, of which each has a note.
pub(super) fn shared_note_path(place: FactCategory) -> Option<&'static str> {
    match place {
        FactCategory::Profile => Some("profile.md"),
        FactCategory::Preferences => Some("shared/preferences.md"),
        FactCategory::Decisions => Some("shared/decisions.md"),
        FactCategory::Projects => Some("shared/projects.md"),
        FactCategory::Soul => Some("shared/soul.md"),
        FactCategory::Procedures | FactCategory::Nowhere => None,
    }
}

fn procedure_note(fact: &EpisodeFact) -> NotePath {
    let named = if fact.topic.is_empty() { &fact.text } else { &fact.topic };
    let never = LocalTime { year: 1970, month: 1, day: 1, hour: 0, minute: 0 };
    route::route_entry(SaveKind::Procedure, named, never, None).path
}

/// Returns the link from a note to an episode; characters that would end a Markdown link are
/// percent-encoded.
pub(crate) fn link_to_episode(note: &NotePath, episode: &str) -> String {
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

/// Rebases a link to an episode from some note onto `note`.
pub(crate) fn rebase_link(note: &NotePath, link: &str) -> String {
    "../".repeat(note.directories().count()) + link.trim_start_matches("../")
}

/// Parses the claim of a line, without the topic that it is filed under: `auth: Sessions expire
/// after a day`.
pub(super) fn parse_claim(text: &str) -> ComparableFact {
    let filed = text.split_once(": ").filter(|(topic, _)| {
        topic.len() <= 40 && topic.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_'))
    });
    ComparableFact::from_text(filed.map_or(text, |(_, claimed)| claimed))
}

/// Reads every line of the notes to which reflection writes, and of the archive of project pages.
pub(super) fn read_known_lines(
    vault: &Vault,
    pages: &ProjectPages,
) -> Result<Vec<LastingNoteLine>, VaultError> {
    let mut known = Vec::new();
    for note in vault.scan()?.into_iter().map(|found| found.path) {
        let is_archived = !is_target(&note);
        if is_archived && !is_page(&original_note(&note)) {
            continue;
        }
        let text = vault.read_lossy(&note)?;
        let lines = section::managed_lines(&text).into_iter().map(|line| LastingNoteLine {
            note: note.clone(),
            scope: line.scope,
            part: line.part,
            said: parse_claim(&line.entry.text),
            text: line.entry.text.clone(),
            entry: Some(line.entry),
            superseded: line.superseded,
            is_archived,
            author: line.by.by,
            day: line.by.again,
        });
        known.extend(lines);
        if !is_archived {
            known.extend(unmanaged_note_lines(&note, &text, pages));
        }
    }
    Ok(known)
}

/// Returns the lines of a note that a person wrote; on a project's page they hold in the project.
fn unmanaged_note_lines(note: &NotePath, text: &str, pages: &ProjectPages) -> Vec<LastingNoteLine> {
    let here = pages.owner(note).map(|id| FactScope { id: Some(id.clone()), name: None });
    let written = section::unmanaged_lines(text).into_iter().map(|line| LastingNoteLine {
        note: note.clone(),
        scope: here.clone().filter(|_| line.scope.id.is_none()).unwrap_or(line.scope),
        part: line.part,
        said: parse_claim(&line.text),
        text: line.text,
        entry: None,
        superseded: None,
        is_archived: false,
        author: if line.saved.is_some() { AuthorKind::Agent } else { AuthorKind::User },
        day: line.saved,
    });
    written.collect()
}

pub(super) fn is_target(note: &NotePath) -> bool {
    let path = note.as_str();
    let shared = ["preferences", "decisions", "projects", "soul"];
    let names = |name: &str| path == format!("shared/{name}.md");
    path == "profile.md"
        || path.starts_with("procedures/")
        || is_page(note)
        || shared.into_iter().any(names)
}
