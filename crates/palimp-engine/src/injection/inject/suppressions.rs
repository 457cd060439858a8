//! Suppressions: lines of a note of the user that are never injected.

use palimp_core::text::escape_xml_text;
use palimp_note::authors::Authors;
use palimp_note::provenance::line_without_comments;

use super::dedup::{content_lines, normalize_fact, normalize_line};
use super::{ContextSection, SectionLayout};
use crate::home::note_store::NoteStore;
use crate::injection::injection_usage::unescape_context;
use crate::injection::pin_suppress::InjectionWish;
use crate::injection::pinned_notes::may_be_told;

/// Lines that are never injected. If there are none, nothing is compared.
#[derive(Clone, Debug, Default)]
pub(super) struct Suppressions(Vec<String>);

impl Suppressions {
    /// Loads the lines of the note; an unreadable note suppresses nothing.
    pub(super) fn load(memory: &NoteStore) -> Suppressions {
        // Most homes have none, and a hook asks for it each time: it costs one system call.
        if memory.root().join(InjectionWish::Never.note_path()).symlink_metadata().is_err() {
            return Suppressions::default();
        }
        memory
            .read_note(InjectionWish::Never.note_path())
            .ok()
            .flatten()
            .map_or(Suppressions::default(), |it| Suppressions::parse(&it))
    }

    fn parse(note: &str) -> Suppressions {
        let authors = Authors::parse(note);
        let lines = note
            .lines()
            .enumerate()
            .filter(|(at, line)| !line.starts_with('#') && may_be_told(authors.of_line(at + 1)));
        Suppressions(
            lines
                .filter_map(|(_, line)| normalize_suppression(&line_without_comments(line)))
                .collect(),
        )
    }

    /// Removes suppressed lines from a section, and notes the removal in the section's reason.
    pub(super) fn remove_suppressed(&self, section: &mut ContextSection) {
        if self.0.is_empty() {
            return;
        }
        let before = section.items.clone();
        let is_note = matches!(section.form, SectionLayout::Note(_));
        section.items =
            before.iter().filter_map(|item| self.without_suppressed(item, is_note)).collect();
        if section.items != before {
            section.why = crate::messages::some_is_suppressed(&section.why);
        }
    }

    /// Returns true if all that a text says is suppressed.
    pub(super) fn suppresses_all(&self, text: &str) -> bool {
        let mut facts = text.lines().filter_map(normalize_shown_line).peekable();
        !self.0.is_empty() && facts.peek().is_some() && facts.all(|fact| self.suppresses(&fact))
    }

    /// Returns an item without suppressed lines; none if nothing is left. The first of several
    /// lines names the source of the others.
    fn without_suppressed(&self, item: &str, is_note: bool) -> Option<String> {
        let stays =
            |line: &&str| normalize_shown_line(line).is_none_or(|fact| !self.suppresses(&fact));
        if is_note {
            return Some(item.lines().filter(stays).collect::<Vec<_>>().join("\n"));
        }
        let says: Vec<&str> = content_lines(item).collect();
        if self.suppresses_all(&says.join("\n")) {
            return None;
        }
        let label = item.lines().take(usize::from(item.contains('\n')));
        let left: Vec<&str> = label.chain(says.into_iter().filter(stays)).collect();
        Some(left.join("\n"))
    }

    /// Returns true if a fact is suppressed. Of a text that was cut when injected, the injected
    /// part counts.
    fn suppresses(&self, fact: &str) -> bool {
        let whole = fact.trim_matches(CUT_MARKER);
        self.0.iter().any(|never| {
            let known = never.trim_matches(CUT_MARKER);
            match (known.len() < never.len(), whole.len() < fact.len()) {
                (false, false) => never == fact,
                (true, false) => whole.contains(known),
                (false, true) => known.contains(whole),
                (true, true) => known.contains(whole) || whole.contains(known),
            }
        })
    }
}

/// Mark of a cut text.
const CUT_MARKER: char = '…';

/// Normalizes a line as it would stand in a context.
fn normalize_shown_line(line: &str) -> Option<String> {
    normalize_suppression(&unescape_context(&escape_xml_text(line)))
}

/// Normalizes a line for comparison; none of a short part, which many lines would contain.
fn normalize_suppression(line: &str) -> Option<String> {
    let said = normalize_line(line);
    let is_part = said.starts_with(CUT_MARKER) || said.ends_with(CUT_MARKER);
    let is_compared = if is_part { normalize_fact(&said).is_some() } else { !said.is_empty() };
    is_compared.then_some(said)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn left(never: &str, item: &str) -> Option<String> {
        Suppressions::parse(never).without_suppressed(item, false)
    }

    #[test]
    fn a_line_is_known_whatever_list_or_day_it_stands_in() {
        let never = "# Never\n\n- The pool is set in src/pool.rs\n";
        assert_eq!(left(never, "[2026-11-20] the pool is set in src/pool.rs"), None);
        assert_eq!(left(never, "a.md:3\n- [agent] The pool is\u{200b} set in src/pool.rs"), None);
        let other = "the pool is set in src/pool.rs by hand";
        assert_eq!(left(never, other).as_deref(), Some(other));
        let two = "a.md:3\nThe pool is set in src/pool.rs\nand it holds forty connections";
        assert_eq!(left(never, two).as_deref(), Some("a.md:3\nand it holds forty connections"));
    }

    #[test]
    fn what_was_cut_when_it_was_told_is_known_by_that_part() {
        let never = "- …the pool is set in src/pool.rs and…\n";
        assert_eq!(
            left(never, "we know that the pool is set in src/pool.rs and nowhere else"),
            None
        );
        assert_eq!(left(never, "…that the pool is set in src/pool.rs and now…"), None);
        assert!(left(never, "the pool is set elsewhere altogether").is_some());
        let whole = "- we know that the pool is set in src/pool.rs and nowhere else\n";
        assert_eq!(left(whole, "…the pool is set in src/pool.rs…"), None);
    }

    #[test]
    fn rule_is_known_without_the_day_it_is_told_with() {
        let never = "- Use pnpm\n";
        for told in ["Use pnpm (2026-11-20)", "use pnpm (2026-11-20, team acme)", "Use pnpm"] {
            assert_eq!(left(never, told), None, "{told}");
        }
        for other in ["Use pnpm (v9)", "Use pnpm (2026-11-20) alone", "Use pnpm 9"] {
            assert_eq!(left(never, other).as_deref(), Some(other));
        }
        assert_eq!(left("- a…\n", "a rule of another kind"), Some("a rule of another kind".into()));
    }

    #[test]
    fn only_its_owners_lines_count() {
        let by_agent = "- The pool is set in src/pool.rs <!-- palimp: by=agent -->\n";
        assert!(left(by_agent, "The pool is set in src/pool.rs").is_some());
    }
}
