//! Changes of the notes that reflection writes.

use palimp_note::NotePath;
use palimp_note::page::PageSection;
use palimp_note::provenance::Provenance;

use super::notes::Known;
use super::section::{self, Entry, Scope};
use super::spot::Spot;

/// A change of a note; where it was made before, it changes nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// A fact is added that is `by` somebody.
    Add { scope: Scope, part: Option<PageSection>, entry: Entry, by: Box<Provenance> },
    /// A fact is struck through.
    Strike { scope: Scope, entry: Entry, by: Entry },
    /// A line that an agent saved is struck through.
    StrikeSaved { text: String, by: Entry },
    /// A fact was said again on a day.
    Repeat { scope: Scope, entry: Entry, day: String },
    /// A fact goes, because it now stands where it holds for all projects.
    Remove { scope: Scope, entry: Entry },
}

impl Change {
    /// Returns the change that strikes a line through in favour of `by`, whose link leads from the
    /// line's note.
    pub(super) fn strike(line: &Known, by: Entry) -> Change {
        match line.entry.clone() {
            Some(entry) => Change::Strike { scope: line.scope.clone(), entry, by },
            None => Change::StrikeSaved { text: line.text.clone(), by },
        }
    }

    /// The note `text` after the change.
    pub(super) fn apply(&self, note: &NotePath, text: &str) -> String {
        match self {
            Change::Add { scope, part, entry, by } => {
                Spot { note, scope, part: *part }.with(text, entry, by)
            }
            Change::Strike { scope, entry, by } => section::struck(text, scope, entry, by),
            Change::StrikeSaved { text: line, by } => section::struck_by_hand(text, line, by),
            Change::Repeat { scope, entry, day } => section::repeated(text, scope, entry, day),
            Change::Remove { scope, entry } => section::without(text, scope, entry),
        }
    }
}
