//! Authors and days of the lines of a note.
//!
//! The line itself comes first, then its section, then its note. A note that palimp or an import wrote is
//! never the user's own: a line of it without an author is theirs. Whether the code still says so is
//! decided in [`anchor`](crate::anchor).

use palimp_core::author::AuthorKind;
use palimp_core::text::day_in;

use crate::authors::Authors;
use crate::episode;
use crate::provenance::{Provenance, line_without_comments};

/// The key in the front matter of a note that an import wrote.
const IMPORT_HASH_KEY: &str = "source-hash:";

/// Author and day of a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LineOrigin {
    /// The author.
    pub author: AuthorKind,
    /// The day, `2026-11-20`; none where the note does not tell.
    pub day: Option<String>,
}

/// Origins of the lines of a note.
#[derive(Clone, Debug)]
pub struct NoteOrigins<'n> {
    lines: Vec<&'n str>,
    authors: Authors,
    unsigned: AuthorKind,
    /// The day that the note itself names.
    day: Option<String>,
}

impl<'n> NoteOrigins<'n> {
    /// Reads the note at `path`.
    pub fn from_note(path: &str, note: &'n str) -> NoteOrigins<'n> {
        let day = crate::parse_front_matter(note).date.and_then(|date| day_in(&date));
        NoteOrigins {
            lines: note.lines().collect(),
            authors: Authors::parse(note),
            unsigned: default_author(path, note),
            day: day.or_else(|| day_in(path.rsplit('/').next()?)),
        }
    }

    /// Returns the origin of the line with this number, from 1.
    pub fn of_line(&self, number: usize) -> LineOrigin {
        let author = self.provenance(number).map_or(self.unsigned, |by| by.by);
        LineOrigin { author, day: self.day_of(number) }
    }

    /// Returns what the comment says that speaks for a line.
    pub fn provenance(&self, number: usize) -> Option<&Provenance> {
        self.authors.of_line(number)
    }

    /// Returns the day that a line, or the comment that speaks for it, names.
    pub fn own_day(&self, number: usize) -> Option<String> {
        let line = self.lines.get(number.checked_sub(1)?)?;
        linked_day(line).or_else(|| day_in(self.provenance(number)?.at.as_deref()?))
    }

    /// The day of the conversation to which a line links, else of its comment, else of the nearest heading
    /// above that names one, else of the note.
    fn day_of(&self, number: usize) -> Option<String> {
        let lines = self.lines.get(..number)?;
        let headings = || lines.iter().rev().filter(|line| line.starts_with('#'));
        let above = || headings().find_map(|heading| day_in(heading));
        self.own_day(number).or_else(above).or_else(|| self.day.clone())
    }
}

/// Returns the author of lines of a note that name none.
pub fn default_author(path: &str, note: &str) -> AuthorKind {
    let front = crate::parse_front_matter(note).front.unwrap_or_default();
    let is_import = note[front].lines().any(|line| line.starts_with(IMPORT_HASH_KEY));
    match () {
        () if is_import || path.starts_with("episodes/imported/") => AuthorKind::Import,
        () if path.starts_with(episode::EPISODES_DIRECTORY) && path.contains('/') => {
            AuthorKind::Agent
        }
        () => AuthorKind::User,
    }
}

/// The day of the entry to which a line links: `… ([2026-11-20 09:00](../episodes/live/2026-11-20.md))`.
fn linked_day(line: &str) -> Option<String> {
    let said = line_without_comments(line);
    let (_, link) = said.split_once(" ([")?;
    day_in(link.split("](").next()?)
}

/// Returns a line with the day of its conversation in place of the link to it, and with no day
/// twice: `- Use pnpm (2026-11-20)`. A line without a link gets the day of its comment.
///
/// ```
/// use palimp_note::origin::with_day;
///
/// let line = "- Use pnpm ([2026-11-20 09:00](../episodes/live/2026-11-20.md))";
/// assert_eq!(with_day(line, None), "- Use pnpm (2026-11-20)");
/// assert_eq!(with_day("- Use pnpm", Some("2026-11-20")), "- Use pnpm (2026-11-20)");
/// ```
pub fn with_day(line: &str, day: Option<&str>) -> String {
    let linked = || {
        let (rest, target) = line.trim_end().strip_suffix("))")?.rsplit_once("](")?;
        let (said, moment) = rest.rsplit_once(" ([")?;
        let is_entry = target.contains("episodes/") && day_in(moment).is_some();
        is_entry.then(|| format!("{said} ({})", moment.split(' ').next().unwrap_or_default()))
    };
    match (linked(), day) {
        (Some(line), _) => line,
        (None, Some(day)) if !line.trim().is_empty() && !line.contains(day) => {
            format!("{} ({day})", line.trim_end())
        }
        _ => line.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(path: &str, note: &str, line: usize, expect: (AuthorKind, Option<&str>)) {
        let LineOrigin { author, day } = NoteOrigins::from_note(path, note).of_line(line);
        assert_eq!((author, day.as_deref()), expect, "{path}: {note}");
    }

    #[test]
    fn line_goes_before_section_and_section_before_note() {
        let section = "<!-- palimp: by=agent at=2026-11-21T09:00:00+09:00 -->";
        let note = format!(
            "---\ndate: 2026-11-19\n---\n- a\n\n## B\n{section}\n- b\n- c <!-- palimp: by=user at=2026-11-20 -->\n"
        );
        check("shared/x.md", &note, 4, (AuthorKind::User, Some("2026-11-19")));
        check("shared/x.md", &note, 8, (AuthorKind::Agent, Some("2026-11-21")));
        check("shared/x.md", &note, 9, (AuthorKind::User, Some("2026-11-20")));
    }

    #[test]
    fn day_comes_from_link_heading_or_name() {
        let linked = "- a ([2026-11-20 09:00](../e.md)) <!-- palimp: by=user at=2026-11-25 -->";
        check("shared/x.md", linked, 1, (AuthorKind::User, Some("2026-11-20")));
        check("shared/x.md", "## 2026-11-18\n\n- a", 3, (AuthorKind::User, Some("2026-11-18")));
        check("memory/2026-11-17.md", "- 09:00 a", 1, (AuthorKind::User, Some("2026-11-17")));
        check("shared/x.md", "- a", 1, (AuthorKind::User, None));
        check("shared/x.md", "- a", 7, (AuthorKind::User, None));
    }

    #[test]
    fn note_of_a_program_is_never_the_users() {
        check("episodes/imported/log.md", "- a", 1, (AuthorKind::Import, None));
        check("episodes/live/2026-11-17.md", "- a", 1, (AuthorKind::Agent, Some("2026-11-17")));
        let adopted = "---\nsource: \"x\"\nsource-hash: 1\n---\n- a";
        check("semantic/x.md", adopted, 5, (AuthorKind::Import, None));
        check("procedures/x.md", "- a", 1, (AuthorKind::User, None));
    }

    #[test]
    fn day_of_a_line_is_said_once() {
        assert_eq!(
            with_day("- at 2026-11-20 we moved", Some("2026-11-20")),
            "- at 2026-11-20 we moved"
        );
        assert_eq!(with_day("- a ([docs](x.md))", None), "- a ([docs](x.md))");
        assert_eq!(with_day("", Some("2026-11-20")), "");
    }
}
