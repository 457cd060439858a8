//! The notes that every session is told, whatever it is about. They are the user's: others propose.

use std::borrow::Cow;

use palimp_core::author::AuthorKind;
use palimp_core::project::ProjectIdentity;
use palimp_core::text::day_in;
use palimp_note::NotePath;
use palimp_note::authors::{Authors, is_own_heading};
use palimp_note::origin::with_day;
use palimp_note::provenance::{Provenance, line_without_comments};

use crate::injection::inject::without_front_matter;
use crate::injection::pin_suppress::InjectionWish;

/// Paths of the core memory.
pub(crate) const CORE_MEMORY_PATHS: &[&str] = &["MEMORY.md"];
/// Paths of the profile.
pub const PROFILE_PATHS: &[&str] = &["profile.md"];
/// Paths of the soul; the first that exists is used.
pub const SOUL_PATHS: &[&str] = &["shared/soul.md", "soul.md", "SOUL.md"];

/// Notes on how to work, which are also injected into a chat.
pub(crate) const INSTRUCTION_PATHS: &[&str] = &["AGENTS.md", "USER.md", "TOOLS.md"];

/// The note of suppressions: as much the user's to write as the pinned notes.
pub(crate) const SUPPRESSION_PATHS: &[&str] = &[InjectionWish::Never.note_path()];

/// True if a note is pinned or lists suppressions. Ignores case, because some file systems do.
pub(crate) fn is_told(note: &NotePath) -> bool {
    let same = |path: &&str| note.as_str().eq_ignore_ascii_case(path);
    [CORE_MEMORY_PATHS, PROFILE_PATHS, SOUL_PATHS, INSTRUCTION_PATHS, SUPPRESSION_PATHS]
        .into_iter()
        .flatten()
        .any(same)
}

/// True if a text may be injected into every session: the user or their team wrote it, or the user
/// approved it.
pub(crate) fn may_be_told(by: Option<&Provenance>) -> bool {
    by.is_none_or(|by| by.by <= AuthorKind::Team || by.approved.is_some())
}

/// Text of a pinned note for a session in `project`, and the number of its lines left out because
/// the user has not approved them.
pub(crate) struct PinnedText {
    pub(crate) text: String,
    pub(crate) waiting: usize,
}

/// Renders a pinned note for a session in `project`: without front matter, palimp's comments,
/// struck-through lines, lines of other projects, and unapproved lines of other authors. Lines that
/// the user did not write are marked with their author.
pub(crate) fn render_pinned_note(note: &str, project: &ProjectIdentity) -> PinnedText {
    let note = without_front_matter(note);
    let authors = Authors::parse(note);
    let mut told = PinnedText { text: String::new(), waiting: 0 };
    let mut lines: Vec<String> = Vec::new();
    // Of a profile that has grown for long, most lines are struck through.
    for (at, line) in note.lines().enumerate().filter(|(_, line)| !is_struck(line)) {
        let by = authors.of_line(at + 1);
        if by.is_some_and(|by| !by.holds_in(project)) {
            continue;
        }
        let said = line_without_comments(line);
        let is_comment = matches!(&said, Cow::Owned(said) if said.trim().is_empty());
        if is_comment || is_struck(&said) {
            continue;
        }
        if !may_be_told(by) {
            told.waiting += usize::from(!said.trim().is_empty());
            continue;
        }
        let day = by.and_then(|by| day_in(by.at.as_deref()?));
        let said = with_day(&said, day.as_deref().filter(|_| line_without_comments(line) != line));
        lines.push(palimp_core::author::mark_line(&said, by.map_or(AuthorKind::User, |by| by.by)));
    }
    drop_empty_sections(&mut lines);
    lines.dedup_by(|line, before| line.trim().is_empty() && before.trim().is_empty());
    lines.join("\n").trim().clone_into(&mut told.text);
    told
}

/// True if a line is struck through.
pub(crate) fn is_struck(line: &str) -> bool {
    line.trim_start().trim_start_matches("- ").starts_with("~~")
}

/// Takes out the headings of reflection's sections of which nothing is left.
fn drop_empty_sections(lines: &mut Vec<String>) {
    let mut says = false;
    for at in (0..lines.len()).rev() {
        if is_own_heading(&lines[at]) && !says {
            lines.remove(at);
        } else if lines[at].starts_with('#') {
            says = false;
        } else {
            says |= !lines[at].trim().is_empty();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shop() -> ProjectIdentity {
        ProjectIdentity { id: "5".to_owned(), ..ProjectIdentity::from_root("/srv/shop") }
    }

    fn check(note: &str, expect: &str) {
        assert_eq!(render_pinned_note(note, &shop()).text, expect, "{note}");
    }

    #[test]
    fn they_are_known_in_any_letter_case() {
        let is = |path: &str| is_told(&NotePath::new(path).unwrap());
        assert!(
            ["MEMORY.md", "./memory.md", "Profile.md", "SOUL.md", "shared/soul.md", "agents.md"]
                .into_iter()
                .all(is)
        );
        assert!(
            !["notes/MEMORY.md", "memory/2026-11-21.md", "shared/decisions.md"].into_iter().any(is)
        );
    }

    #[test]
    fn what_holds_elsewhere_or_waits_is_not_told() {
        let note = "# Memory\n\n- mine\n- theirs <!-- palimp: by=agent project=shop project-id=5 -->\n\
            - approved <!-- palimp: by=agent project=shop project-id=5 approved=2026-11-22 -->\n\
            - elsewhere <!-- palimp: by=user project=other project-id=6 -->\n\
            - here <!-- palimp: by=user project=shop -->\n- ~~old~~ (superseded)\n\n\
            <!-- palimp: by=import -->\nfrom a file\n<!-- palimp: end -->\n\n- mine too\n";
        check(note, "# Memory\n\n- mine\n- [agent] approved\n- here\n\n- mine too");
        assert_eq!(render_pinned_note(note, &shop()).waiting, 2);
    }

    #[test]
    fn another_projects_sections_are_left_out() {
        let link = "([2026-11-20](../e.md))";
        let of = |project: &str, id: &str, line: &str| {
            let mark = format!("<!-- palimp: by=user project={project} project-id={id} -->");
            format!(
                "## From conversations: {project}\n<!-- palimp: by=agent project={project} project-id={id} -->\n\n- {line} {link} {mark}\n\n"
            )
        };
        let note = format!(
            "# Profile\nKim\n\n{}{}## Mine\n- all",
            of("shop", "5", "likes pnpm"),
            of("other", "6", "secret")
        );
        check(
            &note,
            &format!(
                "# Profile\nKim\n\n## From conversations: shop\n\n- likes pnpm {link}\n\n## Mine\n- all"
            ),
        );
    }
}
