//! A file's text under edit, with a memory of which bytes are palimp's.

use std::ops::Range;

use super::install_record::InsertedSegment;

/// Replacement of the bytes in `range` by `text`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SettingsEdit {
    pub(super) range: Range<usize>,
    pub(super) text: String,
}

impl SettingsEdit {
    pub(super) fn insert(at: usize, text: impl Into<String>) -> SettingsEdit {
        SettingsEdit { range: at..at, text: text.into() }
    }

    pub(super) fn cut(range: Range<usize>) -> SettingsEdit {
        SettingsEdit { range, text: String::new() }
    }
}

/// A file's text, and for each byte whether palimp inserted it.
pub(super) struct SettingsDraft {
    text: String,
    ours: Vec<bool>,
    /// True if the bytes that are not palimp's are the file as it would be without palimp.
    exact: bool,
    added: Vec<String>,
}

impl SettingsDraft {
    /// Creates a draft of a text in which nothing is palimp's.
    pub(super) fn from_foreign(text: &str) -> SettingsDraft {
        let ours = vec![false; text.len()];
        SettingsDraft { text: text.to_owned(), ours, exact: true, added: Vec::new() }
    }

    /// Creates a draft of a text in which `segments` are palimp's, or returns `None` unless each is
    /// still where it was inserted.
    ///
    /// This is stricter than a checksum of the file, and looser: the user may have changed the text
    /// behind palimp's segments, and removing the segments is still correct.
    pub(super) fn from_segments(text: &str, segments: &[InsertedSegment]) -> Option<SettingsDraft> {
        let mut draft = SettingsDraft::from_foreign(text);
        for segment in segments {
            let range = segment.at..segment.at.checked_add(segment.text.len())?;
            if text.get(range.clone())? != segment.text {
                return None;
            }
            draft.ours[range].fill(true);
        }
        Some(draft)
    }

    /// Creates a draft of a text that holds palimp's entries without a record of the original text.
    pub(super) fn from_unknown(text: &str) -> SettingsDraft {
        SettingsDraft { exact: false, ..SettingsDraft::from_foreign(text) }
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Returns the texts inserted through this draft.
    pub(super) fn added(&self) -> &[String] {
        &self.added
    }

    /// Applies edits that do not overlap. Inserted text counts as palimp's.
    pub(super) fn apply(&mut self, mut edits: Vec<SettingsEdit>) {
        edits.sort_by_key(|edit| (edit.range.start, edit.range.end));
        self.added.extend(edits.iter().map(|e| e.text.clone()).filter(|text| !text.is_empty()));
        for SettingsEdit { range, text } in edits.into_iter().rev() {
            // A byte that was not palimp's cannot be put back by cutting palimp's bytes out.
            self.exact &= self.ours[range.clone()].iter().all(|&ours| ours);
            self.ours.splice(range.clone(), vec![true; text.len()]);
            self.text.replace_range(range, &text);
        }
    }

    /// Returns palimp's segments, or `None` if removing them would not restore the file.
    pub(super) fn segments(&self) -> Option<Vec<InsertedSegment>> {
        let runs = self.ours.chunk_by(|a, b| a == b).scan(0, |at, run| {
            let start = *at;
            *at += run.len();
            Some((start..*at, run[0]))
        });
        let segment = |range: Range<usize>| InsertedSegment {
            at: range.start,
            text: self.text[range].to_owned(),
        };
        self.exact.then(|| runs.filter(|run| run.1).map(|run| segment(run.0)).collect())
    }

    /// The text with palimp's pieces cut out, or `None` when that would not restore the file.
    pub(super) fn without_ours(&self) -> Option<String> {
        let mut rest = self.text.clone();
        for segment in self.segments()?.iter().rev() {
            rest.replace_range(segment.at..segment.at + segment.text.len(), "");
        }
        Some(rest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_inserted_can_be_cut_out_again() {
        let mut draft = SettingsDraft::from_foreign("ab한글cd");
        draft.apply(vec![SettingsEdit::insert(2, "1"), SettingsEdit::insert(8, "22")]);
        assert_eq!(draft.text(), "ab1한글22cd");
        draft.apply(vec![
            SettingsEdit::insert(0, "3"),
            SettingsEdit { range: 9..11, text: "x".into() },
        ]);
        assert_eq!(draft.text(), "3ab1한글xcd");
        assert_eq!(draft.without_ours().as_deref(), Some("ab한글cd"));

        let again = SettingsDraft::from_segments(draft.text(), &draft.segments().unwrap()).unwrap();
        assert_eq!(again.without_ours().as_deref(), Some("ab한글cd"));
    }

    #[test]
    fn a_cut_into_foreign_text_is_not_exact() {
        let mut draft = SettingsDraft::from_foreign("abcd");
        draft.apply(vec![SettingsEdit::cut(1..2)]);
        assert_eq!(draft.segments(), None);
    }

    #[test]
    fn segments_that_moved_are_not_trusted() {
        let segments = [InsertedSegment { at: 1, text: "한".into() }];
        assert!(SettingsDraft::from_segments("a한b", &segments).is_some());
        assert!(SettingsDraft::from_segments("a한bb", &segments).is_some());
        assert!(SettingsDraft::from_segments("aa한b", &segments).is_none());
        assert!(SettingsDraft::from_segments("", &segments).is_none());
    }
}
