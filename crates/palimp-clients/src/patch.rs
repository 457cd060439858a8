//! Patches as agents write them: the `*** Begin Patch` form and unified hunks.

use palimp_core::event::{FileChange, FileEdit};

use crate::payload::clip_middle;

/// Returns the files that an `apply_patch` text changes, in its order; empty for any other text.
///
/// A moved file is returned as a deletion and an edit.
pub(crate) fn parse_patch(patch: &str) -> Vec<FileEdit> {
    let mut edits = Vec::new();
    let mut open: Option<PatchSection> = None;
    for line in patch.lines() {
        let Some(marker) = line.strip_prefix("*** ") else {
            if let Some(section) = &mut open {
                section.add_line(line);
            }
            continue;
        };
        match PatchSection::from_marker(marker) {
            Some(next) => {
                edits.extend(open.replace(next).into_iter().flat_map(PatchSection::into_edits));
            }
            None => {
                if let (Some(section), Some(to)) = (&mut open, marker.strip_prefix("Move to: ")) {
                    section.moved_to = Some(to.trim().to_owned());
                }
            }
        }
    }
    edits.extend(open.into_iter().flat_map(PatchSection::into_edits));
    edits
}

/// Returns the pairs of removed and added text in unified `hunks`.
pub(crate) fn parse_hunks(hunks: &str) -> FileChange {
    let mut body = Hunks::default();
    for line in hunks.lines() {
        body.add_line(line);
    }
    FileChange::Replace(body.into_replacements())
}

/// One file of a patch while it is being read.
struct PatchSection {
    path: String,
    moved_to: Option<String>,
    body: PatchBody,
}

enum PatchBody {
    Added(String),
    Updated(Hunks),
    Deleted,
}

impl PatchSection {
    fn from_marker(marker: &str) -> Option<PatchSection> {
        let (path, body) = if let Some(path) = marker.strip_prefix("Add File: ") {
            (path, PatchBody::Added(String::new()))
        } else if let Some(path) = marker.strip_prefix("Update File: ") {
            (path, PatchBody::Updated(Hunks::default()))
        } else {
            (marker.strip_prefix("Delete File: ")?, PatchBody::Deleted)
        };
        Some(PatchSection { path: path.trim().to_owned(), moved_to: None, body })
    }

    fn add_line(&mut self, line: &str) {
        match &mut self.body {
            PatchBody::Added(text) => {
                if let Some(added) = line.strip_prefix('+') {
                    text.push_str(added);
                    text.push('\n');
                }
            }
            PatchBody::Updated(hunks) => hunks.add_line(line),
            PatchBody::Deleted => {}
        }
    }

    fn into_edits(self) -> Vec<FileEdit> {
        let change = match self.body {
            PatchBody::Added(text) => FileChange::Write(text),
            PatchBody::Updated(hunks) => FileChange::Replace(hunks.into_replacements()),
            PatchBody::Deleted => FileChange::Delete,
        };
        match self.moved_to {
            Some(path) => vec![
                FileEdit { path: self.path, change: FileChange::Delete },
                FileEdit { path, change },
            ],
            None => vec![FileEdit { path: self.path, change }],
        }
    }
}

/// Runs of removed and added lines. Context between two runs makes them two replacements.
#[derive(Default)]
struct Hunks {
    done: Vec<(String, String)>,
    old: String,
    new: String,
}

impl Hunks {
    fn add_line(&mut self, line: &str) {
        match line.as_bytes().first() {
            Some(b'-') => {
                // Lines are removed before others are added: a new run begins here.
                if !self.new.is_empty() {
                    self.close_run();
                }
                push_line(&mut self.old, &line[1..]);
            }
            Some(b'+') => push_line(&mut self.new, &line[1..]),
            _ => self.close_run(),
        }
    }

    fn close_run(&mut self) {
        if !self.old.is_empty() || !self.new.is_empty() {
            let pair = (std::mem::take(&mut self.old), std::mem::take(&mut self.new));
            self.done.push((clip_middle(&pair.0), clip_middle(&pair.1)));
        }
    }

    fn into_replacements(mut self) -> Vec<(String, String)> {
        self.close_run();
        self.done
    }
}

fn push_line(text: &mut String, line: &str) {
    text.push_str(line);
    text.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(patch: &str, expect: &[(&str, FileChange)]) {
        let expect: Vec<FileEdit> = expect
            .iter()
            .map(|(path, change)| FileEdit { path: (*path).to_owned(), change: change.clone() })
            .collect();
        assert_eq!(parse_patch(patch), expect, "{patch}");
    }

    fn replace(pairs: &[(&str, &str)]) -> FileChange {
        FileChange::Replace(pairs.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect())
    }

    #[test]
    fn a_file_is_added() {
        check(
            "*** Begin Patch\n*** Add File: new.txt\n+line1\n+\n*** End Patch",
            &[("new.txt", FileChange::Write("line1\n\n".into()))],
        );
    }

    #[test]
    fn context_separates_replacements() {
        check(
            "*** Begin Patch\n*** Update File: a.rs\n@@ fn main\n keep\n-a\n-b\n+c\n keep\n+d\n\
             @@\n-e\n*** End of File\n*** End Patch\n",
            &[("a.rs", replace(&[("a\nb\n", "c\n"), ("", "d\n"), ("e\n", "")]))],
        );
    }

    #[test]
    fn neighbouring_runs_stay_apart() {
        check(
            "*** Update File: a\n-a\n+b\n-c\n+d\n",
            &[("a", replace(&[("a\n", "b\n"), ("c\n", "d\n")]))],
        );
    }

    #[test]
    fn files_move_and_go() {
        check(
            "*** Begin Patch\n*** Update File: a\n*** Move to: b\n@@\n-x\n+y\n*** Delete File: c\n*** End Patch",
            &[
                ("a", FileChange::Delete),
                ("b", replace(&[("x\n", "y\n")])),
                ("c", FileChange::Delete),
            ],
        );
    }

    #[test]
    fn other_text_is_no_patch() {
        check("", &[]);
        check("+a\n-b\n@@", &[]);
        check("*** Begin Patch\n*** End Patch", &[]);
        check(
            "apply_patch <<'EOF'\n*** Begin Patch\n*** Delete File: x\n*** End Patch\nEOF",
            &[("x", FileChange::Delete)],
        );
    }

    #[test]
    fn unified_hunks_are_read_alike() {
        assert_eq!(parse_hunks("@@ -1 +1 @@\n-old\n+new\n"), replace(&[("old\n", "new\n")]));
    }
}
