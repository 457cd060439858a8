//! Changes of the notes that reflection writes.

use palimp_note::NotePath;
use palimp_note::page::PageSection;
use palimp_note::provenance::Provenance;

use super::line_target::LineTarget;
use super::notes::LastingNoteLine;
use super::section::{self, FactScope, LinkedFact};

/// A change of a note; applied twice, it changes nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum NoteChange {
    /// A fact is added that is `by` somebody.
    Add { scope: FactScope, part: Option<PageSection>, entry: LinkedFact, by: Box<Provenance> },
    /// A fact is struck through.
    Strike { scope: FactScope, entry: LinkedFact, by: LinkedFact },
    /// A line that an agent saved is struck through.
    StrikeSaved { text: String, by: LinkedFact },
    /// A fact was said again on a day.
    Repeat { scope: FactScope, entry: LinkedFact, day: String },
    /// A fact goes, because it now stands where it holds for all projects.
    Remove { scope: FactScope, entry: LinkedFact },
}

impl NoteChange {
    /// Returns the change that strikes a line through in favour of `by`, whose link leads from the
    /// line's note.
    pub(super) fn strike(line: &LastingNoteLine, by: LinkedFact) -> NoteChange {
        match line.entry.clone() {
            Some(entry) => NoteChange::Strike { scope: line.scope.clone(), entry, by },
            None => NoteChange::StrikeSaved { text: line.text.clone(), by },
        }
    }

    /// Returns the note `text` after the change.
    pub(super) fn apply(&self, note: &NotePath, text: &str) -> String {
        match self {
            NoteChange::Add { scope, part, entry, by } => {
                LineTarget { note, scope, part: *part }.with_entry(text, entry, by)
            }
            NoteChange::Strike { scope, entry, by } => section::strike_fact(text, scope, entry, by),
            NoteChange::StrikeSaved { text: line, by } => section::struck_by_hand(text, line, by),
            NoteChange::Repeat { scope, entry, day } => {
                section::mark_repeated(text, scope, entry, day)
            }
            NoteChange::Remove { scope, entry } => section::remove_fact(text, scope, entry),
        }
    }
}
