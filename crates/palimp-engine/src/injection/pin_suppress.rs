//! Lines that the user wants injected into every session, and lines never to inject again. Both are
//! lines of the user's notes, read, edited and restored as any other.

use palimp_core::project::ProjectIdentity;
use palimp_note::provenance::{Provenance, line_without_comments};
use palimp_note::{NotePath, entry, route};
use palimp_vault::VaultError;

use crate::error::Error;
use crate::home::note_store::NoteStore;

/// The user's wish for an injected line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InjectionWish {
    /// That every session is told it.
    Always,
    /// That no session is told it again.
    Never,
}

impl InjectionWish {
    /// Returns the path of the note that holds the wishes.
    pub const fn note_path(self) -> &'static str {
        match self {
            InjectionWish::Always => "MEMORY.md",
            InjectionWish::Never => "never.md",
        }
    }

    /// The title of the note where it is new, and the heading above the lines.
    const fn headings(self) -> (&'static str, &'static str) {
        match self {
            InjectionWish::Always => ("# Memory", "## What every session is to be told"),
            InjectionWish::Never => ("# Never", "## What no session is to be told again"),
        }
    }

    /// Returns the note with one more line.
    fn add_line(self, note: &str, line: &str) -> String {
        let (title, heading) = self.headings();
        match section_range(note, heading) {
            Some((_, end)) => format!("{}\n{line}\n{}", note[..end].trim_end(), &note[end..]),
            None => entry::append_entry(note, title, &format!("{heading}\n\n{line}")),
        }
    }

    /// Returns the note's lines with wishes, each with its byte range.
    fn wish_lines(self, note: &str) -> Vec<(String, (usize, usize))> {
        let (begin, end) = section_range(note, self.headings().1).unwrap_or_default();
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

/// Returns the byte range of the lines below a heading.
fn section_range(note: &str, heading: &str) -> Option<(usize, usize)> {
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

impl NoteStore {
    /// Returns the lines of a wish.
    ///
    /// # Errors
    ///
    /// When the note cannot be read.
    pub fn read_wishes(&self, wish: InjectionWish) -> Result<Vec<String>, Error> {
        let note = self.read_note(wish.note_path())?.unwrap_or_default();
        Ok(wish.wish_lines(&note).into_iter().map(|(line, _)| line).collect())
    }

    /// Adds wishes for injected lines; for one project alone if one is named. Secrets are redacted
    /// first.
    ///
    /// # Errors
    ///
    /// When the note cannot be written.
    pub fn add_wishes(
        &self,
        wish: InjectionWish,
        said: &[String],
        project: Option<&ProjectIdentity>,
    ) -> Result<(), Error> {
        let by = project.map(|project| Provenance {
            project: Some(self.sanitize_text(&project.name).0),
            project_id: (!project.id.is_empty()).then(|| project.id.clone()),
            ..Provenance::of_user()
        });
        self.change_wishes(wish, |note| {
            let known: Vec<String> =
                wish.wish_lines(note).into_iter().map(|(line, _)| line).collect();
            let new = said.iter().map(|line| self.sanitize_text(line).0.trim().to_owned());
            let new = new.filter(|line| !line.is_empty() && !known.contains(line));
            new.fold(note.to_owned(), |note, line| {
                wish.add_line(&note, &route::sign_text(&format!("- {line}"), by.as_ref()))
            })
        })
    }

    /// Removes a wish; nothing changes if there is no such line.
    ///
    /// # Errors
    ///
    /// When the note cannot be written.
    pub fn remove_wish(&self, wish: InjectionWish, said: &str) -> Result<(), Error> {
        self.change_wishes(wish, |note| {
            let lines = wish.wish_lines(note).into_iter();
            let Some((_, (from, to))) = lines.into_iter().find(|(line, _)| line == said.trim())
            else {
                return note.to_owned();
            };
            format!("{}{}", &note[..from], &note[to..])
        })
    }

    fn change_wishes(
        &self,
        wish: InjectionWish,
        change: impl Fn(&str) -> String,
    ) -> Result<(), Error> {
        let path = NotePath::new(wish.note_path())?;
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
        let one = InjectionWish::Always.add_line(note, "- the first");
        let two = InjectionWish::Always
            .add_line(&one, "- the second <!-- palimp: by=user project=app -->");
        let more = format!("{two}\n## After\n- no wish\n");
        let three = InjectionWish::Always.add_line(&more, "- the third");
        let lines = InjectionWish::Always.wish_lines(&three);
        let said: Vec<&str> = lines.iter().map(|(line, _)| line.as_str()).collect();
        assert_eq!(said, ["the first", "the second", "the third"], "{three}");
        let (from, to) = lines[1].1;
        let left = format!("{}{}", &three[..from], &three[to..]);
        assert!(left.starts_with(note) && left.ends_with("## After\n- no wish\n"), "{left}");
        assert!(!left.contains("second") && left.contains("- the first\n- the third\n"), "{left}");
    }

    #[test]
    fn one_short_line_is_told_although_the_note_is_new() {
        assert!(InjectionWish::Always.add_line("", "- use pnpm").chars().count() >= 50);
    }
}
