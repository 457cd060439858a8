//! Room on the pages of projects: what a section has no room for goes to the archive, the weakest first.

use std::cmp::Reverse;

use palimp_note::NotePath;
use palimp_note::page::PageSection;
use palimp_note::provenance::{AuthorKind, Provenance};
use palimp_vault::{Vault, VaultError};

use super::ARCHIVE_PREFIX;
use super::line_target::LineTarget;
use super::pages::ProjectPages;
use super::section::{ManagedSection, SectionRow, parse_rows};

/// The most lines of palimp's in a section of a page.
pub(super) const MAX_SECTION_LINES: usize = 40;

/// A line that leaves its page, as it stands there.
#[derive(Debug, PartialEq, Eq)]
struct Surplus {
    section: ManagedSection,
    line: String,
}

/// Takes what the sections of pages have no room for to the archive. It stands there before it leaves, so that
/// nothing is lost where the way is cut off.
pub(crate) fn make_room(vault: &Vault) -> Result<(), VaultError> {
    for page in ProjectPages::from_vault(vault)?.page_notes() {
        let surplus = surplus_lines(&vault.read_lossy(&page)?);
        let Ok(archive) = NotePath::new(&format!("{ARCHIVE_PREFIX}{page}")) else { continue };
        if surplus.is_empty() {
            continue;
        }
        vault.change(&archive, |old| {
            let old = old.unwrap_or("").to_owned();
            Ok::<_, VaultError>(
                surplus.iter().fold(old, |text, one| one.archive_with_line(&archive, &text)),
            )
        })?;
        vault.change(&page, |old| {
            let old = old.unwrap_or("").to_owned();
            Ok::<_, VaultError>(surplus.iter().fold(old, |text, one| one.page_without_line(&text)))
        })?;
    }
    Ok(())
}

impl Surplus {
    /// Returns the archive's note with the line, whose links are adapted to the new place.
    fn archive_with_line(&self, archive: &NotePath, old: &str) -> String {
        let up = "../".repeat(archive.directories().count());
        let line = self.line.replace("](../episodes/", &format!("]({up}episodes/"));
        let ManagedSection { scope, part } = &self.section;
        LineTarget { note: archive, scope, part: *part }.with_line(old, &line)
    }

    fn page_without_line(&self, page: &str) -> String {
        let is_it = |row: &&SectionRow| {
            row.text == self.line && row.section.as_ref().is_some_and(|of| *of == self.section)
        };
        let range = parse_rows(page).iter().find(is_it).map(|row| row.range.clone());
        let mut left = page.to_owned();
        range.into_iter().for_each(|range| left.replace_range(range, ""));
        left
    }
}

/// Returns the lines that a page has no room for.
fn surplus_lines(page: &str) -> Vec<Surplus> {
    let rows = parse_rows(page);
    let mut surplus = Vec::new();
    for part in PageSection::ALL {
        let is_of_part =
            |row: &&SectionRow| row.section.as_ref().is_some_and(|of| of.part == Some(part));
        let is_own = |row: &&SectionRow| row.parse_fact().is_some() || row.is_derived();
        let own: Vec<&SectionRow> = rows.iter().filter(is_of_part).filter(is_own).collect();
        let excess = own.len().saturating_sub(MAX_SECTION_LINES);
        let mut weak: Vec<&SectionRow> =
            own.into_iter().filter(|row| may_leave(row, part)).collect();
        weak.sort_by_cached_key(|row| worth_key(row));
        let leaving = weak.into_iter().take(excess);
        surplus.extend(leaving.filter_map(|row| {
            Some(Surplus { section: row.section.clone()?, line: row.text.to_owned() })
        }));
    }
    surplus
}

/// Returns false for a rule of the user that holds: none leaves by itself.
fn may_leave(row: &SectionRow, part: PageSection) -> bool {
    let is_struck = row.parse_fact().is_some_and(|(_, superseded)| superseded.is_some());
    part != PageSection::Rules || is_struck || vouching_author(row) != AuthorKind::User
}

/// Returns the sort key of a line's worth, the least first: a line that is struck through, then one
/// whose author is trusted least, then the oldest.
fn worth_key(row: &SectionRow) -> (bool, Reverse<AuthorKind>, String) {
    let entry = row.parse_fact();
    let day = row.by.as_ref().and_then(|by| by.at.clone()).unwrap_or_default();
    let (at, holds) =
        entry.map_or((day, true), |(entry, superseded)| (entry.label, superseded.is_none()));
    (holds, Reverse(vouching_author(row)), at)
}

/// Returns the author who vouches for a line: what the user approved is the user's.
fn vouching_author(row: &SectionRow) -> AuthorKind {
    let of = |by: &Provenance| if by.approved.is_some() { AuthorKind::User } else { by.by };
    row.by.as_ref().map_or(AuthorKind::User, of)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A page with a line for each of these: a day, whose it is, and what else its comment says.
    fn page(heading: &str, lines: &[(&str, &str)]) -> String {
        let by = "project=shop project-id=1";
        let line = |(number, (day, author)): (usize, &(&str, &str))| {
            let link = format!("([2026-{day} 09:00](../episodes/live/2026-{day}.md))");
            let mark = format!("<!-- palimp: by={author} {by} -->");
            match author.strip_prefix("struck ") {
                Some(author) => format!(
                    "- ~~line {number} {link}~~ (superseded 2026-11-25, see {} \
                     <!-- palimp: by={author} {by} -->\n",
                    &link[1..]
                ),
                None if *author == "tool" => {
                    format!("- line {number} <!-- palimp: by=tool {by} at=2026-{day} -->\n")
                }
                None => format!("- line {number} {link} {mark}\n"),
            }
        };
        let lines: String = lines.iter().enumerate().map(line).collect();
        format!("# shop\n\n## {heading}\n<!-- palimp: by=agent {by} -->\n\n{lines}- mine\n")
    }

    /// The numbers of the lines that leave a section with so many lines of one author besides.
    fn leaving(heading: &str, filler: (&str, &str), lines: &[(&str, &str)]) -> Vec<String> {
        let mut all = lines.to_vec();
        all.resize(MAX_SECTION_LINES + lines.len(), filler);
        let left = surplus_lines(&page(heading, &all));
        left.iter()
            .map(|one| one.line.split("line ").nth(1).unwrap()[..2].trim().to_owned())
            .collect()
    }

    #[test]
    fn weakest_lines_leave_first() {
        let lines =
            [("11-20", "user"), ("11-10", "agent"), ("11-24", "tool"), ("11-24", "struck user")];
        assert_eq!(leaving("Set-up", ("11-21", "agent"), &lines), ["3", "2", "1", "4"]);
        assert_eq!(surplus_lines(&page("Set-up", &[("11-20", "agent"); MAX_SECTION_LINES])), []);
    }

    #[test]
    fn rules_of_the_user_never_leave() {
        let lines = [("11-20", "user"), ("11-10", "agent approved=2026-11-11")];
        let struck = [("11-20", "user"), ("11-10", "struck user")];
        assert!(leaving("Rules", ("11-21", "user"), &lines).is_empty());
        assert_eq!(leaving("Rules", ("11-21", "user"), &struck), ["1"]);
        assert_eq!(leaving("Decisions", ("11-21", "user"), &lines), ["1", "0"]);
    }

    #[test]
    fn line_goes_with_links_that_lead_on() {
        let archive = NotePath::new("archive/projects/shop.md").unwrap();
        let all = page("Set-up", &[("11-20", "struck agent"); MAX_SECTION_LINES + 1]);
        let [one] = &surplus_lines(&all)[..] else { panic!("{all}") };
        let added = one.archive_with_line(&archive, "");
        assert!(added.starts_with("---\nproject: \"shop\"\n---\n# shop\n\n## Set-up\n"), "{added}");
        assert_eq!(added.matches("](../../episodes/live/").count(), 2, "{added}");
        assert_eq!(one.archive_with_line(&archive, &added), added);
        assert_eq!(one.page_without_line(&all).matches("- ~~line").count(), MAX_SECTION_LINES);
    }
}
