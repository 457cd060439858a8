//! The sections of a note that reflection owns, and the lines in them.
//!
//! A section is palimp's when its heading is followed by the comment that says so; each line in it
//! bears its own, which says whose it is and where it holds. Lines are read back exactly as they
//! are written; what a person writes between them, or anywhere else in the note, is hers and stays
//! byte for byte.

use std::borrow::Cow;
use std::ops::Range;

use palimp_core::text::one_line;
use palimp_note::authors::{Authors, REFLECTION_HEADING, begins_own};
use palimp_note::page::PageSection;
use palimp_note::provenance::{AuthorKind, Provenance, line_without_comments};

/// Text between a line that is struck through and its date.
const SUPERSEDED_MARKER: &str = "~~ (superseded ";

/// Scope of a fact: a project, or everywhere.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct FactScope {
    /// The project's id.
    pub(crate) id: Option<String>,
    /// The project's name.
    pub(crate) name: Option<String>,
}

impl FactScope {
    /// Returns the project that a provenance names.
    pub(crate) fn from_provenance(by: &Provenance) -> FactScope {
        let id = by.project_id.clone().or_else(|| by.project.clone());
        FactScope { name: by.project.clone().or_else(|| id.clone()), id }
    }

    /// Returns true if both are the same project, or neither is one.
    pub(crate) fn is_same(&self, other: &FactScope) -> bool {
        self.id == other.id
    }

    pub(super) fn heading(&self) -> String {
        match &self.name {
            Some(name) => format!("{REFLECTION_HEADING}: {}", one_line(name)),
            None => REFLECTION_HEADING.to_owned(),
        }
    }

    /// Returns the provenance of a line of `author` that holds here.
    pub(crate) fn provenance_by(&self, author: AuthorKind) -> Provenance {
        Provenance {
            by: author,
            project: self.name.clone(),
            project_id: self.id.clone(),
            ..Provenance::default()
        }
    }
}

/// A section into which palimp writes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ManagedSection {
    /// The project of the section, where it has one.
    pub(crate) scope: FactScope,
    /// The section of the project's page; none in other notes.
    pub(crate) part: Option<PageSection>,
}

/// A fact as it stands in a note, with a link to its episode.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct LinkedFact {
    /// Text of the fact.
    pub(crate) text: String,
    /// The text of the link to its episode: when it was said.
    pub(crate) label: String,
    /// Target of the link.
    pub(crate) link: String,
}

/// A line that palimp wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ManagedLine {
    /// The fact.
    pub(crate) entry: LinkedFact,
    /// Project in which it holds.
    pub(crate) scope: FactScope,
    /// The section of a project's page in which it stands.
    pub(crate) part: Option<PageSection>,
    /// Provenance from its comment.
    pub(crate) by: Provenance,
    /// By which fact it was superseded, and when, as it stands in the note.
    pub(crate) superseded: Option<String>,
}

/// A line that somebody else wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct UnmanagedLine {
    /// Its words, without the mark of a list's item.
    pub(crate) text: String,
    /// Project in which it holds, if a comment says so.
    pub(crate) scope: FactScope,
    /// The section of a project's page in which it stands.
    pub(crate) part: Option<PageSection>,
    /// The day on which an agent saved it; none for the line of a person.
    pub(crate) saved: Option<String>,
}

impl LinkedFact {
    pub(super) fn format_item(&self) -> String {
        format!("{} ([{}]({}))", self.text, self.label, self.link)
    }

    fn parse(item: &str) -> Option<LinkedFact> {
        let (text, rest) = item.strip_suffix("))")?.rsplit_once(" ([")?;
        let (label, link) = rest.split_once("](")?;
        let plain = !text.is_empty() && !link.contains(['(', ')', ' ']);
        plain.then(|| LinkedFact {
            text: text.to_owned(),
            label: label.to_owned(),
            link: link.to_owned(),
        })
    }
}

/// Formats the suffix of a line that is struck through.
fn superseded_suffix(by: &LinkedFact) -> String {
    let day = by.label.split(' ').next().unwrap_or_default();
    format!("{SUPERSEDED_MARKER}{day}, see [{}]({}))", by.label, by.link)
}

/// Parses the fact of a line, and the label of what superseded it.
fn parse_line(line: &str) -> Option<(LinkedFact, Option<String>)> {
    let item = line.trim_end().strip_prefix("- ")?;
    let Some(struck) = item.strip_prefix("~~") else {
        return Some((LinkedFact::parse(item)?, None));
    };
    let (struck, rest) = struck.rsplit_once(SUPERSEDED_MARKER)?;
    let (_, label) = rest.split_once(", see [")?;
    let (label, _) = label.split_once("](")?;
    Some((LinkedFact::parse(struck)?, Some(label.to_owned())))
}

/// A line of a note with its section and provenance.
pub(crate) struct SectionRow<'t> {
    pub(crate) range: Range<usize>,
    pub(crate) text: &'t str,
    /// Text without palimp's comment.
    said: Cow<'t, str>,
    /// Provenance of the line.
    pub(super) by: Option<Provenance>,
    /// The section of palimp's in which it stands.
    pub(crate) section: Option<ManagedSection>,
    /// True if it is prose or an item rather than a heading, code or a comment.
    is_prose: bool,
}

/// Parses the lines of a note.
pub(crate) fn parse_rows(note: &str) -> Vec<SectionRow<'_>> {
    let authors = Authors::parse(note);
    let mut rows: Vec<SectionRow> = Vec::new();
    let mut at = 0;
    for (number, line) in (1..).zip(note.split_inclusive('\n')) {
        let range = at..at + line.len();
        at = range.end;
        let text = line.trim_end_matches(['\n', '\r']);
        let said = line_without_comments(text);
        let by = authors.of_line(number).cloned();
        rows.push(SectionRow { range, text, said, by, section: None, is_prose: true });
    }
    mark_code(&mut rows);
    mark_sections(&mut rows);
    rows
}

/// Front matter and closed fences are no prose; a fence that is never closed fences nothing, for
/// else it would hide what is appended behind it.
fn mark_code(rows: &mut [SectionRow]) {
    let front = rows.first().is_some_and(|row| row.text.trim_start_matches('\u{feff}') == "---");
    let closes = |row: &SectionRow| matches!(row.text, "---" | "...");
    if front && let Some(end) = rows.iter().skip(1).position(closes) {
        rows[..end + 2].iter_mut().for_each(|row| row.is_prose = false);
    }
    let mut open: Option<(usize, &str)> = None;
    for at in 0..rows.len() {
        let start = rows[at].text.trim_start();
        let fence = ["```", "~~~"].into_iter().find(|mark| start.starts_with(mark));
        match (open, fence) {
            (None, Some(mark)) => open = Some((at, mark)),
            (Some((from, mark)), Some(other)) if mark == other => {
                rows[from..=at].iter_mut().for_each(|row| row.is_prose = false);
                open = None;
            }
            _ => {}
        }
    }
}

fn mark_sections(rows: &mut [SectionRow]) {
    let mut section: Option<ManagedSection> = None;
    for at in 0..rows.len() {
        let text = rows[at].text;
        let heading = rows[at].is_prose && is_heading(text);
        if heading && heading_level(text) <= 2 {
            let comment = rows.get(at + 1).and_then(|next| Provenance::parse(next.text));
            let owned = comment.filter(|by| begins_own(text, by));
            let part = PageSection::of_heading(text);
            section =
                owned.map(|by| ManagedSection { scope: FactScope::from_provenance(&by), part });
        }
        let says = !rows[at].said.trim().is_empty() && !text.trim_start().starts_with("<!--");
        rows[at].is_prose &= !heading && says;
        rows[at].section.clone_from(&section);
    }
}

impl SectionRow<'_> {
    /// Parses the fact of a line that palimp wrote, and the label of what superseded it.
    pub(crate) fn parse_fact(&self) -> Option<(LinkedFact, Option<String>)> {
        self.section.as_ref().and_then(|_| parse_line(&self.said))
    }

    /// Returns true if palimp wrote it of what was run, rather than of what was said.
    pub(super) fn is_derived(&self) -> bool {
        let is_tool = self.by.as_ref().is_some_and(|by| by.by == AuthorKind::Tool);
        self.section.as_ref().is_some_and(|of| of.part.is_some()) && is_tool && self.is_prose
    }

    /// Returns the project in which the line holds.
    fn scope(&self) -> FactScope {
        self.by.as_ref().map(FactScope::from_provenance).unwrap_or_default()
    }

    /// Returns true if it says `entry`, holds in `scope`, and is not struck through.
    fn is_live(&self, scope: &FactScope, entry: &LinkedFact) -> bool {
        self.parse_fact().is_some_and(|(said, since)| said == *entry && since.is_none())
            && self.scope().is_same(scope)
    }

    /// Returns the day on which an agent saved the line, as its own comment says.
    fn saved_by_agent(&self) -> Option<&str> {
        let own = self.text.len() > self.said.len();
        let by = self.by.as_ref().filter(|by| own && by.by == AuthorKind::Agent)?;
        by.at.as_deref()
    }

    /// Returns the comment behind the line, with the space before it.
    fn comment_suffix(&self) -> String {
        let says = self.text.len() > self.said.len();
        self.by.as_ref().filter(|_| says).map_or(String::new(), |by| format!(" {by}"))
    }
}

fn heading_level(text: &str) -> usize {
    text.bytes().take_while(|&byte| byte == b'#').count()
}

fn is_heading(text: &str) -> bool {
    let level = heading_level(text);
    (1..=6).contains(&level) && text[level..].starts_with(' ')
}

/// Returns the lines of a note that palimp wrote.
pub(crate) fn managed_lines(note: &str) -> Vec<ManagedLine> {
    let owned = parse_rows(note).into_iter().filter_map(|row| {
        let (entry, superseded) = row.parse_fact()?;
        let part = row.section.as_ref().and_then(|of| of.part);
        let scope = row.scope();
        // The comment of the section speaks for a line that has none.
        let by = row.by.unwrap_or_else(|| scope.provenance_by(AuthorKind::Agent));
        Some(ManagedLine { entry, scope, part, by, superseded })
    });
    owned.collect()
}

/// Returns the lines of a note that others wrote.
pub(crate) fn unmanaged_lines(note: &str) -> Vec<UnmanagedLine> {
    let rows = parse_rows(note);
    let others = rows.iter().filter(|row| row.is_prose && row.parse_fact().is_none());
    let others = others.filter(|row| !row.is_derived());
    others
        .map(|row| UnmanagedLine {
            text: strip_item_marker(&row.said).to_owned(),
            scope: row.scope(),
            part: row.section.as_ref().and_then(|of| of.part),
            saved: row.saved_by_agent().map(str::to_owned),
        })
        .filter(|written| !written.text.starts_with("~~"))
        .collect()
}

/// Strips the mark of an item from a line.
fn strip_item_marker(line: &str) -> &str {
    let text = line.trim();
    ["- [ ] ", "- [x] ", "- ", "* ", "+ "]
        .into_iter()
        .find_map(|mark| text.strip_prefix(mark))
        .unwrap_or(text)
        .trim()
}

/// Returns the note in which the lines of `entry` in `scope` are struck through, superseded by
/// `by`.
pub(crate) fn strike_fact(
    note: &str,
    scope: &FactScope,
    entry: &LinkedFact,
    by: &LinkedFact,
) -> String {
    let line = format!("- ~~{}{}", entry.format_item(), superseded_suffix(by));
    map_rows(note, |row| row.is_live(scope, entry).then(|| line.clone() + &row.comment_suffix()))
}

/// Returns the note without the lines of `entry` in `scope`.
pub(crate) fn remove_fact(note: &str, scope: &FactScope, entry: &LinkedFact) -> String {
    let rows = parse_rows(note);
    let gone = rows.iter().enumerate().filter(|(_, row)| row.is_live(scope, entry));
    let gone: Vec<_> = gone.map(|(at, row)| row.range.start..end_of(&rows, at)).collect();
    let mut kept = note.to_owned();
    gone.into_iter().rev().for_each(|range| kept.replace_range(range, ""));
    kept
}

/// Returns the end of a line to remove: with the blank line behind it if it is the only line of its
/// section, so that one blank line is left.
fn end_of(rows: &[SectionRow], at: usize) -> usize {
    let is_blank = |at: usize| rows.get(at).is_some_and(|row| row.text.trim().is_empty());
    let is_first = at > 1 && is_blank(at - 1) && Provenance::parse(rows[at - 2].text).is_some();
    let is_last = is_blank(at + 1) && rows.get(at + 2).is_some_and(|row| is_heading(row.text));
    rows[at + usize::from(is_first && is_last)].range.end
}

/// Returns the note in which the line of `entry` in `scope` is attributed to `by`.
pub(crate) fn attribute_fact(
    note: &str,
    scope: &FactScope,
    entry: &LinkedFact,
    by: &Provenance,
) -> String {
    map_rows(note, |row| {
        let Provenance { aliases, places, anchors, .. } = row.by.clone().unwrap_or_default();
        let by = Provenance { aliases, places, anchors, ..by.clone() };
        row.is_live(scope, entry).then(|| format!("{} {by}", row.said.trim_end()))
    })
}

/// Returns the note in which the line of `entry` in `scope` was said again on `day`.
pub(crate) fn mark_repeated(
    note: &str,
    scope: &FactScope,
    entry: &LinkedFact,
    day: &str,
) -> String {
    map_rows(note, |row| {
        let again = Some(day.to_owned());
        let by = Provenance { again, ..row.by.clone().unwrap_or_default() };
        row.is_live(scope, entry).then(|| format!("{} {by}", row.said.trim_end()))
    })
}

/// The note in which a line that somebody else wrote is struck through; the same where no line says
/// this.
pub(crate) fn struck_by_hand(note: &str, text: &str, by: &LinkedFact) -> String {
    let mut done = false;
    map_rows(note, |row| {
        if done || !row.is_prose || strip_item_marker(&row.said) != text {
            return None;
        }
        done = true;
        let start = row.said.rfind(text)?;
        Some(format!(
            "{}~~{text}{}{}",
            &row.said[..start],
            superseded_suffix(by),
            row.comment_suffix()
        ))
    })
}

/// Returns the note with other text in some of its lines; line endings stay.
fn map_rows(note: &str, mut other: impl FnMut(&SectionRow) -> Option<String>) -> String {
    let mut new = String::with_capacity(note.len() + 80);
    for row in parse_rows(note) {
        let whole = &note[row.range.clone()];
        match other(&row) {
            Some(line) => {
                new.push_str(&line);
                new.push_str(&whole[row.text.len()..]);
            }
            None => new.push_str(whole),
        }
    }
    new
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::line_target::LineTarget;
    use super::*;

    fn entry(text: &str, label: &str) -> LinkedFact {
        let link = "../episodes/live/2026-11-21.md".to_owned();
        LinkedFact { text: text.to_owned(), label: label.to_owned(), link }
    }

    fn with(note: &str, scope: &FactScope, entry: &LinkedFact) -> String {
        with_by(note, scope, entry, &scope.provenance_by(AuthorKind::Agent))
    }

    fn with_by(note: &str, scope: &FactScope, entry: &LinkedFact, by: &Provenance) -> String {
        let path = palimp_note::NotePath::new("shared/decisions.md").unwrap();
        LineTarget { note: &path, scope, part: None }.with_entry(note, entry, by)
    }

    const A: &str = "<!-- palimp: by=agent project=my%20app project-id=abc -->";

    fn app() -> FactScope {
        FactScope { id: Some("abc".to_owned()), name: Some("my app".to_owned()) }
    }

    #[test]
    fn a_section_is_made_and_goes_on() {
        let one = with("", &app(), &entry("We use npm", "2026-11-20 09:00"));
        let two = with(&one, &app(), &entry("Port 80", "2026-11-20 09:00"));
        let three = with(&two, &FactScope::default(), &entry("Tabs", "2026-11-20 09:00"));
        assert_eq!(
            three,
            format!(
                "# Decisions\n\n## From conversations: my app\n{A}\n\n\
                 - We use npm ([2026-11-20 09:00](../episodes/live/2026-11-21.md)) {A}\n\
                 - Port 80 ([2026-11-20 09:00](../episodes/live/2026-11-21.md)) {A}\n\n\
                 ## From conversations\n<!-- palimp: by=agent -->\n\n\
                 - Tabs ([2026-11-20 09:00](../episodes/live/2026-11-21.md)) <!-- palimp: by=agent -->\n"
            )
        );
        assert_eq!(with(&three, &app(), &entry("Port 80", "2026-11-20 09:00")), three);
        assert_eq!(managed_lines(&three).len(), 3);
    }

    #[test]
    fn a_line_keeps_its_anchors() {
        let anchors = palimp_note::anchor::Anchor::in_line("<!-- palimp:at src/a.rs:3 s=- -->");
        let by = Provenance { anchors, ..app().provenance_by(AuthorKind::Agent) };
        let (fact, other) = (entry("Port 80", "2026-11-20 09:00"), entry("x", "2026-11-21 09:00"));
        let note = with_by("", &app(), &fact, &by);
        let line = format!("Port 80 ([2026-11-20 09:00](../episodes/live/2026-11-21.md)) {by}\n");
        assert!(note.ends_with(&line) && managed_lines(&note)[0].entry == fact, "{note}");
        let more = with(&note, &app(), &other);
        assert!(more.contains(&line), "{more}");
        let approved = Provenance {
            approved: Some("2026-11-22".to_owned()),
            ..app().provenance_by(AuthorKind::User)
        };
        let signed = attribute_fact(&note, &app(), &fact, &approved);
        assert!(signed.ends_with(&format!("{approved} {}\n", by.anchors[0])), "{signed}");
    }

    #[test]
    fn a_line_is_struck_through_and_kept() {
        let old = entry("We use (npm)", "2026-11-20 09:00");
        let by = entry("We use pnpm", "2026-11-21 14:05");
        let note = strike_fact(&with("", &app(), &old), &app(), &old, &by);
        let line = "- ~~We use (npm) ([2026-11-20 09:00](../episodes/live/2026-11-21.md))~~ \
                    (superseded 2026-11-21, see [2026-11-21 14:05](../episodes/live/2026-11-21.md))";
        assert!(note.ends_with(&format!("{line} {A}\n")), "{note}");
        let read = managed_lines(&note);
        assert_eq!(
            (&read[0].entry, read[0].superseded.as_deref()),
            (&old, Some("2026-11-21 14:05"))
        );
        assert_eq!(strike_fact(&note, &app(), &old, &by), note);
    }

    #[test]
    fn what_a_person_wrote_is_told_apart() {
        let by_hand = "---\ntitle: x\n---\n# Mine\n\n## From conversations\n- no comment ([a](b))\n\n```\n- code\n```\n- tabs\n";
        assert_eq!(managed_lines(by_hand), []);
        let texts: Vec<_> = unmanaged_lines(by_hand).into_iter().map(|it| it.text).collect();
        assert_eq!(texts, ["no comment ([a](b))", "tabs"]);
        let note = with(by_hand, &app(), &entry("spaces", "2026-11-21 10:00"));
        assert!(note.starts_with(by_hand) && managed_lines(&note).len() == 1, "{note}");
        let by = entry("spaces", "2026-11-21 10:00");
        let after = struck_by_hand(&note, "tabs", &by);
        assert!(after.contains("\n- ~~tabs~~ (superseded 2026-11-21, see [2026-11-21 10:00]("));
    }

    #[test]
    fn lines_of_an_earlier_version_have_their_sections_author() {
        let old = entry("We use npm", "2026-11-20 09:00");
        let note =
            format!("## From conversations: my app\n{A}\n\n- {}\n- mine\n", old.format_item());
        let read = managed_lines(&note);
        assert_eq!((read.len(), &read[0].scope, read[0].by.by), (1, &app(), AuthorKind::Agent));
        let by = Provenance {
            approved: Some("2026-11-22".to_owned()),
            ..app().provenance_by(AuthorKind::Agent)
        };
        let marked = attribute_fact(&note, &app(), &old, &by);
        assert!(
            managed_lines(&marked)[0].by.approved.is_some()
                && marked.ends_with("approved=2026-11-22 -->\n- mine\n")
        );
        assert_eq!(
            remove_fact(&marked, &app(), &old),
            format!("## From conversations: my app\n{A}\n\n- mine\n")
        );
        let by = entry("We use pnpm", "2026-11-21 14:05");
        assert!(
            strike_fact(&note, &app(), &old, &by).contains("- ~~We use npm ([2026-11-20 09:00](")
        );
    }

    #[test]
    fn the_mark_of_a_line_that_others_wrote_stays() {
        let by = entry("spaces", "2026-11-21 10:00");
        let note = struck_by_hand("- tabs <!-- palimp: by=agent -->\n", "tabs", &by);
        assert!(note.starts_with("- ~~tabs~~ (superseded 2026-11-21, see [2026-11-21 10:00]("));
        assert!(note.ends_with(" <!-- palimp: by=agent -->\n"), "{note}");
        assert_eq!(
            unmanaged_lines("- tabs <!-- palimp: by=agent project=x -->")[0].scope.id.as_deref(),
            Some("x")
        );
    }

    #[test]
    fn an_open_fence_hides_nothing() {
        let note = with("# A\n\n```\nnever closed", &app(), &entry("a", "b"));
        assert_eq!(managed_lines(&note).len(), 1, "{note}");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]

        #[test]
        fn hand_written_text_stays(
            before in "(?s)([-#`~ a\r\n]|## From conversations\n|<!-- palimp: by=user -->){0,30}",
            text in "[^\n\r~]{1,30}[a-z]",
        ) {
            let added = entry(text.trim(), "2026-11-21 10:00");
            let note = with(&before, &app(), &added);
            prop_assert!(note.starts_with(&before) || before.trim().is_empty());
            let found = managed_lines(&note);
            prop_assert_eq!(found.len(), 1, "{}", note);
            prop_assert_eq!(&found[0].entry, &added);
            prop_assert_eq!(with(&note, &app(), &added), note.clone());
            let by = entry("b", "2026-11-22 10:00");
            prop_assert!(strike_fact(&note, &app(), &added, &by).starts_with(&before) || before.trim().is_empty());
        }
    }
}
