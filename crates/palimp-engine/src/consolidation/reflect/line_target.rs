//! Target of a new line: a note and palimp's section in it.

use palimp_core::text::one_line;
use palimp_note::NotePath;
use palimp_note::page::{PageSection, is_page};
use palimp_note::provenance::{AuthorKind, Provenance};

use super::ARCHIVE_PREFIX;
use super::section::{FactScope, LinkedFact, ManagedSection, SectionRow, parse_rows};

/// Section of a note that a line is added to; it is created if it is missing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LineTarget<'s> {
    /// The note.
    pub(crate) note: &'s NotePath,
    /// The project of the section; none where its lines hold in all.
    pub(crate) scope: &'s FactScope,
    /// The section of the project's page.
    pub(crate) part: Option<PageSection>,
}

impl LineTarget<'_> {
    /// Returns the note with `entry`, which is `by` somebody, at the end of the section. A note
    /// that has the entry already stays.
    pub(crate) fn with_entry(&self, note: &str, entry: &LinkedFact, by: &Provenance) -> String {
        let has = |row: &SectionRow| row.parse_fact().is_some_and(|(known, _)| known == *entry);
        self.with_item(note, &format!("- {} {by}", entry.format_item()), has)
    }

    /// The note with a line at the end of the section, unless it has it.
    pub(crate) fn with_line(&self, note: &str, line: &str) -> String {
        self.with_item(note, line, |row| row.text == line)
    }

    fn with_item(&self, note: &str, item: &str, has: impl Fn(&SectionRow) -> bool) -> String {
        let rows = parse_rows(note);
        // A line of a page may have been moved to another section of it.
        if rows.iter().filter(|row| self.is_beside(row)).any(has) {
            return note.to_owned();
        }
        let newline = newline_of(note);
        let mut own = rows.iter().filter(|row| self.is_of(row) && !row.text.trim().is_empty());
        match own.next_back() {
            Some(last) => {
                let (old, rest) = note.split_at(last.range.end);
                let before = if old.ends_with('\n') { "" } else { newline };
                if Provenance::parse(last.text).is_none() {
                    return format!("{old}{before}{item}{newline}{rest}");
                }
                // The blank line below the comment of a section that holds nothing any more is used again.
                let rest = rest.strip_prefix(newline).unwrap_or(rest);
                let is_apart = rest.is_empty() || rest.starts_with(newline);
                let after = if is_apart { "" } else { newline };
                format!("{old}{before}{newline}{item}{newline}{after}{rest}")
            }
            None => self.with_section(note, &rows, item, newline),
        }
    }

    /// The note with the section: before the first of the page that comes later, else at the end.
    fn with_section(&self, note: &str, rows: &[SectionRow], item: &str, newline: &str) -> String {
        let comment = self.scope.provenance_by(AuthorKind::Agent).to_string();
        let section = [&self.heading(), &comment, "", item, ""].join(newline);
        let later = self.part.and_then(|part| {
            let is_later = |row: &&SectionRow| {
                let begins = PageSection::of_heading(row.text);
                self.is_beside(row) && begins.is_some_and(|it| it > part)
            };
            rows.iter().find(is_later)
        });
        let (old, rest) = note.split_at(later.map_or(note.len(), |row| row.range.start));
        let between = if rest.is_empty() { "" } else { newline };
        let mut new = old.to_owned();
        if old.trim_start_matches('\u{feff}').trim().is_empty() && rest.is_empty() {
            self.new_note_lines().iter().for_each(|line| new.push_str(&format!("{line}{newline}")));
            new.push_str(newline);
        } else {
            while !new.is_empty() && !new.ends_with(&format!("{newline}{newline}")) {
                new.push_str(newline);
            }
        }
        new + &section + between + rest
    }

    /// Returns true if a row stands in this section.
    fn is_of(&self, row: &SectionRow) -> bool {
        let is = |of: &ManagedSection| of.part == self.part && of.scope.is_same(self.scope);
        row.section.as_ref().is_some_and(is)
    }

    /// Returns true if a row stands in this section, or in another of the same page.
    fn is_beside(&self, row: &SectionRow) -> bool {
        let is = |of: &ManagedSection| {
            of.part.is_some() == self.part.is_some() && of.scope.is_same(self.scope)
        };
        row.section.as_ref().is_some_and(is)
    }

    fn heading(&self) -> String {
        self.part.map_or_else(|| self.scope.heading(), |part| format!("## {part}"))
    }

    /// Returns the first lines of a new note. A page names its project, so that a person's own
    /// lines on it hold in the project.
    fn new_note_lines(&self) -> Vec<String> {
        let title = format!("# {}", one_line(&note_title(self.note, self.scope)));
        match self.scope.name.as_ref().filter(|_| self.part.is_some()) {
            Some(name) => {
                let name = one_line(name).replace('"', "\\\"");
                vec!["---".into(), format!("project: \"{name}\""), "---".into(), title]
            }
            None => vec![title],
        }
    }
}

fn newline_of(note: &str) -> &'static str {
    if note.matches("\r\n").count() * 2 > note.matches('\n').count() { "\r\n" } else { "\n" }
}

/// Returns the title of a new note.
pub(crate) fn note_title(note: &NotePath, scope: &FactScope) -> String {
    match note.as_str() {
        "profile.md" => "Profile".to_owned(),
        "shared/preferences.md" => "Preferences".to_owned(),
        "shared/decisions.md" => "Decisions".to_owned(),
        "shared/projects.md" => "Projects".to_owned(),
        "shared/soul.md" => "Soul".to_owned(),
        _ => match &scope.name {
            Some(name) if is_page(&original_note(note)) => name.clone(),
            _ => note.stem().replace('-', " "),
        },
    }
}

/// Returns the note that an archive's note came from.
pub(super) fn original_note(note: &NotePath) -> NotePath {
    let left = note.as_str().strip_prefix(ARCHIVE_PREFIX).and_then(|left| NotePath::new(left).ok());
    left.unwrap_or_else(|| note.clone())
}
