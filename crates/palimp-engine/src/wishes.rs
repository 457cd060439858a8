//! What its owner wishes to be told to every session, and what never again. Both are lines of notes of
//! hers, which she reads, edits and restores as any other.

use palimp_core::project::ProjectIdentity;
use palimp_note::provenance::{Provenance, line_without_comments};
use palimp_note::{NotePath, entry, route};
use palimp_vault::VaultError;

use crate::memory::{Error, Memory};

/// What is wished of something that was told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// That every session is told it.
    Always,
    /// That no session is told it again.
    Never,
}

impl Wish {
    /// The note that holds it.
    pub const fn note(self) -> &'static str {
        match self {
            Wish::Always => "MEMORY.md",
            Wish::Never => "never.md",
        }
    }

    /// The title of the note where it is new, and the heading above the lines.
    const fn headings(self) -> (&'static str, &'static str) {
        match self {
            Wish::Always => ("# Memory", "## What every session is to be told"),
            Wish::Never => ("# Never", "## What no session is to be told again"),
        }
    }

    /// The note with a line more.
    fn with(self, note: &str, line: &str) -> String {
        let (title, heading) = self.headings();
        match section(note, heading) {
            Some((_, end)) => format!("{}\n{line}\n{}", note[..end].trim_end(), &note[end..]),
            None => entry::append_entry(note, title, &format!("{heading}\n\n{line}")),
        }
    }

    /// The lines of the note that wish something, each with where it begins and ends, in bytes.
    fn lines(self, note: &str) -> Vec<(String, (usize, usize))> {
        let (begin, end) = section(note, self.headings().1).unwrap_or_default();
        let mut at = begin;
        let lines = note[begin..end].split_inclusive('\n').filter_map(|line| {
            let range = (at, at + line.len());
            at = range.1;
            let said = line_without_comments(line);
            Some((said.trim().strip_prefix("- ")?.trim().to_owned(), range))
        });
        lines.collect()
    }
}

/// Where the lines below a heading begin and end, in bytes.
fn section(note: &str, heading: &str) -> Option<(usize, usize)> {
    let mut at = 0;
    let mut begin = None;
    for line in note.split_inclusive('\n') {
        if begin.is_some() && line.starts_with('#') {
            return Some((begin?, at));
        }
        at += line.len();
        if line.trim_end() == heading {
            begin = Some(at);
        }
    }
    begin.map(|begin| (begin, note.len()))
}

impl Memory {
    /// What is wished.
    ///
    /// # Errors
    ///
    /// When the note cannot be read.
    pub fn wishes(&self, wish: Wish) -> Result<Vec<String>, Error> {
        let note = self.text(wish.note())?.unwrap_or_default();
        Ok(wish.lines(&note).into_iter().map(|(line, _)| line).collect())
    }

    /// Wishes something of lines that were told; in a project alone where one is named. Secrets are
    /// taken out before.
    ///
    /// # Errors
    ///
    /// When the note cannot be written.
    pub fn wish(
        &self,
        wish: Wish,
        said: &[String],
        project: Option<&ProjectIdentity>,
    ) -> Result<(), Error> {
        let by = project.map(|project| Provenance {
            project: Some(self.cleaned(&project.name).0),
            project_id: (!project.id.is_empty()).then(|| project.id.clone()),
            ..Provenance::of_user()
        });
        self.change_wishes(wish, |note| {
            let known: Vec<String> = wish.lines(note).into_iter().map(|(line, _)| line).collect();
            let new = said.iter().map(|line| self.cleaned(line).0.trim().to_owned());
            let new = new.filter(|line| !line.is_empty() && !known.contains(line));
            new.fold(note.to_owned(), |note, line| {
                wish.with(&note, &route::sign_text(&format!("- {line}"), by.as_ref()))
            })
        })
    }

    /// Wishes it no more; where no such line stands there, nothing changes.
    ///
    /// # Errors
    ///
    /// When the note cannot be written.
    pub fn unwish(&self, wish: Wish, said: &str) -> Result<(), Error> {
        self.change_wishes(wish, |note| {
            let lines = wish.lines(note).into_iter();
            let Some((_, (from, to))) = lines.into_iter().find(|(line, _)| line == said.trim())
            else {
                return note.to_owned();
            };
            format!("{}{}", &note[..from], &note[to..])
        })
    }

    fn change_wishes(&self, wish: Wish, change: impl Fn(&str) -> String) -> Result<(), Error> {
        let path = NotePath::new(wish.note())?;
        let change = |now: Option<&str>| Ok::<_, VaultError>(change(now.unwrap_or("")));
        self.vault_or_new()?.change(&path, change)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_stand_below_their_heading_and_go_alone() {
        let note = "# Memory\n\nmine\n\n## Other\n\n- else\n";
        let one = Wish::Always.with(note, "- the first");
        let two = Wish::Always.with(&one, "- the second <!-- palimp: by=user project=app -->");
        let more = format!("{two}\n## After\n- no wish\n");
        let three = Wish::Always.with(&more, "- the third");
        let lines = Wish::Always.lines(&three);
        let said: Vec<&str> = lines.iter().map(|(line, _)| line.as_str()).collect();
        assert_eq!(said, ["the first", "the second", "the third"], "{three}");
        let (from, to) = lines[1].1;
        let left = format!("{}{}", &three[..from], &three[to..]);
        assert!(left.starts_with(note) && left.ends_with("## After\n- no wish\n"), "{left}");
        assert!(!left.contains("second") && left.contains("- the first\n- the third\n"), "{left}");
    }

    #[test]
    fn one_short_line_is_told_although_the_note_is_new() {
        assert!(Wish::Always.with("", "- use pnpm").chars().count() >= 50);
    }
}
