//! The page of a project: where it lies, its sections, and whose page a note is.
//!
//! Two projects may have one name; the page of the second has a part of its id in its name. Whoever looks for a
//! page reads two notes at the most, because hooks do so while a client waits.

mod line;

use std::fmt;

use palimp_core::author::AuthorKind;

use crate::path::NotePath;
use crate::provenance::Provenance;
use crate::route::slug;

pub use line::{PageLine, StrikeMark, page_lines, with_struck_line, with_words};

/// The directory of the pages.
const PAGES_DIRECTORY: &str = "projects/";
/// So much of an id tells two projects of one name apart, in characters.
const MAX_SUFFIX_CHARS: usize = 6;

/// A section of a page, in the order in which they stand there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PageSection {
    /// Orders of the user.
    Rules,
    /// Decisions.
    Decisions,
    /// Hosts, ports, paths, and what else is true of the project.
    SetUp,
    /// Commands that work.
    Commands,
    /// Causes of failures, and what helps.
    Pitfalls,
    /// Open questions.
    Open,
}

impl PageSection {
    /// Every section, in their order.
    pub const ALL: [PageSection; 6] = [
        PageSection::Rules,
        PageSection::Decisions,
        PageSection::SetUp,
        PageSection::Commands,
        PageSection::Pitfalls,
        PageSection::Open,
    ];

    /// The heading's words: `Set-up`.
    pub const fn name(self) -> &'static str {
        match self {
            PageSection::Rules => "Rules",
            PageSection::Decisions => "Decisions",
            PageSection::SetUp => "Set-up",
            PageSection::Commands => "Commands",
            PageSection::Pitfalls => "Pitfalls",
            PageSection::Open => "Open",
        }
    }

    /// Returns the section with this name.
    pub fn from_name(name: &str) -> Option<PageSection> {
        PageSection::ALL.into_iter().find(|it| it.name() == name)
    }

    /// The section whose heading a line is: `## Set-up`.
    pub fn of_heading(line: &str) -> Option<PageSection> {
        PageSection::from_name(line.strip_prefix("## ")?.trim_end())
    }

    /// Returns the section that palimp owns, given its heading and the comment below it.
    pub fn parse_owned(heading: &str, below: &Provenance) -> Option<PageSection> {
        let is_owned = below.by == AuthorKind::Agent && below.project.is_some();
        PageSection::of_heading(heading).filter(|_| is_owned)
    }
}

impl fmt::Display for PageSection {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Returns true if a note lies where pages do.
pub fn is_page(note: &NotePath) -> bool {
    note.as_str().strip_prefix(PAGES_DIRECTORY).is_some_and(|name| !name.contains('/'))
}

/// The page of the project with this name and id: the one that is its own, else the first that is nobody else's.
/// `owners` returns the projects whose page a note is, none where there is no such note.
///
/// ```
/// use palimp_note::page::page_of;
///
/// let taken = |note: &str| (note == "projects/shop.md").then(|| vec!["77".to_owned()]);
/// assert_eq!(page_of("Shop", "77", |note| taken(note.as_str())).as_str(), "projects/shop.md");
/// assert_eq!(page_of("Shop", "12ab34cd", |note| taken(note.as_str())).as_str(), "projects/shop-12ab34.md");
/// ```
pub fn page_of(
    name: &str,
    id: &str,
    mut owners: impl FnMut(&NotePath) -> Option<Vec<String>>,
) -> NotePath {
    let [plain, suffixed] = page_candidates(name, id);
    let of_plain = owners(&plain);
    let is_own = |owners: &Option<Vec<String>>| {
        owners.as_ref().is_some_and(|owners| owners.iter().any(|owner| owner == id))
    };
    if is_own(&of_plain) {
        return plain;
    }
    let is_elses = of_plain.is_some_and(|owners| !owners.is_empty());
    if is_elses || is_own(&owners(&suffixed)) { suffixed } else { plain }
}

fn page_candidates(name: &str, id: &str) -> [NotePath; 2] {
    let name = slug(name);
    let suffix = id.chars().filter(|c| c.is_alphanumeric()).take(MAX_SUFFIX_CHARS);
    let suffix: String = suffix.flat_map(char::to_lowercase).collect();
    [name.clone(), format!("{name}-{suffix}")].map(|name| {
        NotePath::new(&format!("{PAGES_DIRECTORY}{name}.md"))
            .unwrap_or_else(|_| NotePath::new("projects/project.md").expect("a path"))
    })
}

/// Returns the ids of the projects that own a page, by the comments below its headings; for a
/// project without an id, its name.
pub fn page_owners(note: &str) -> Vec<String> {
    let mut owners = Vec::new();
    for by in section_provenances(note) {
        owners.extend(by.project_id.or(by.project).filter(|owner| !owners.contains(owner)));
    }
    owners
}

/// Returns the comments below the headings of palimp's sections of a page.
pub fn section_provenances(note: &str) -> impl Iterator<Item = Provenance> {
    note.lines().zip(note.lines().skip(1)).filter_map(|(heading, below)| {
        PageSection::of_heading(heading)?;
        Provenance::parse(below).filter(|by| PageSection::parse_owned(heading, by).is_some())
    })
}

/// Returns a page with blank lines for those outside of these sections; each line keeps its number.
///
/// ```
/// use palimp_note::page::{PageSection, with_sections_alone};
///
/// let page = "# shop\n- a\n## Rules\n- b\n### Style\n- c\n## Mine\n- d\n";
/// let rules = with_sections_alone(page, &[PageSection::Rules]);
/// assert_eq!(rules, "\n\n## Rules\n- b\n### Style\n- c\n\n\n");
/// ```
pub fn with_sections_alone(page: &str, sections: &[PageSection]) -> String {
    let mut is_inside = false;
    let mut left = String::with_capacity(page.len());
    for line in page.lines() {
        if line.starts_with("# ") || line.starts_with("## ") {
            is_inside = PageSection::of_heading(line).is_some_and(|it| sections.contains(&it));
        }
        left.push_str(if is_inside { line } else { "" });
        left.push('\n');
    }
    left
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_and_names_are_those_of_sections() {
        for section in PageSection::ALL {
            assert_eq!(PageSection::of_heading(&format!("## {section}")), Some(section));
        }
        for other in ["# Rules", "### Rules", "## rules", "## Rules of mine", "Rules"] {
            assert_eq!(PageSection::of_heading(other), None, "{other}");
        }
    }

    #[test]
    fn owners_are_named_below_headings_alone() {
        let by = |author: &str, id: &str| {
            format!("<!-- palimp: by={author} project=shop project-id={id} -->")
        };
        let note = format!(
            "# shop\n\n## Rules\n{}\n\n- a {}\n\n## Open\n{}\n\n## Decisions\n{}\n",
            by("agent", "1"),
            by("agent", "2"),
            by("agent", "1"),
            by("user", "3")
        );
        assert_eq!(page_owners(&note), ["1"]);
        assert_eq!(page_owners("# shop\n\n## Rules\n- mine\n"), [""; 0]);
    }

    #[test]
    fn page_of_nobody_is_the_first_project_s() {
        let path = |plain: Option<Vec<&str>>, suffixed: Option<Vec<&str>>| {
            let listed = |all: &Option<Vec<&str>>| {
                all.as_ref().map(|all| all.iter().map(|&one| one.to_owned()).collect())
            };
            let of = |note: &NotePath| match note.as_str() {
                "projects/my-app.md" => listed(&plain),
                _ => listed(&suffixed),
            };
            page_of("My app", "1234567890", of).as_str().to_owned()
        };
        assert_eq!(path(None, None), "projects/my-app.md");
        assert_eq!(path(Some(vec![]), None), "projects/my-app.md");
        assert_eq!(path(Some(vec!["9"]), None), "projects/my-app-123456.md");
        assert_eq!(path(None, Some(vec!["1234567890"])), "projects/my-app-123456.md");
        assert_eq!(path(Some(vec!["1234567890"]), Some(vec!["9"])), "projects/my-app.md");
    }

    #[test]
    fn every_name_has_a_page() {
        for name in ["", "../../etc", "결제", "NUL", ".hidden"] {
            assert!(is_page(&page_of(name, "/", |_| None)), "{name}");
        }
        assert!(!is_page(&NotePath::new("projects/a/b.md").unwrap()));
    }
}
