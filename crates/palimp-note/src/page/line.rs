//! Lines of a project's page: parsing each into its parts, striking one through and rewording one.

use palimp_core::author::AuthorKind;
use palimp_core::text::{day_in, one_line};

use super::PageSection;
use crate::authors::Authors;
use crate::authors::fences::fenced_lines;
use crate::line_kinds::front_matter;
use crate::provenance::{Comment, Provenance, line_without_comments, taken_out};

/// Mark on both sides of a line that is struck through.
const STRIKE_MARK: &str = "~~";

/// Line below the heading of a section.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageLine {
    /// Number of the line in the note, from 1.
    pub number: usize,
    /// Section of the page.
    pub section: PageSection,
    /// Line as written, without palimp's comments.
    pub said: String,
    /// Words of the line, without list mark, link, day and strike.
    pub text: String,
    /// Day on which it was said, `2026-11-20`.
    pub day: Option<String>,
    /// Text and target of the link at the end of the line.
    pub link: Option<(String, String)>,
    /// Provenance of the line; none for the user's own.
    pub by: Option<Provenance>,
    /// Strike of a line that holds no more.
    pub strike: Option<StrikeMark>,
    /// True for an item of a list, which can be changed alone; false for prose, code and headings.
    pub is_item: bool,
}

/// Strike through a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StrikeMark {
    /// Day of the strike, where the line tells it.
    pub day: Option<String>,
    /// True where another line took its place.
    pub is_superseded: bool,
}

impl PageLine {
    /// Returns the author.
    pub fn author(&self) -> AuthorKind {
        self.by.as_ref().map_or(AuthorKind::User, |by| by.by)
    }
}

/// Returns the lines of a page's sections in order, without blank lines and comments.
///
/// ```
/// use palimp_note::page::page_lines;
///
/// let page = "# shop\n\n## Rules\n\n- ~~Use npm~~ (struck 2026-11-26)\n- Use pnpm ([2026-11-20 09:00](../e.md))\n";
/// let lines = page_lines(page);
/// let shown: Vec<_> = lines.iter().map(|it| (it.text.as_str(), it.day.as_deref())).collect();
/// assert_eq!(shown, [("Use npm", None), ("Use pnpm", Some("2026-11-20"))]);
/// ```
pub fn page_lines(page: &str) -> Vec<PageLine> {
    let front = front_matter(page).map_or(0, |front| front.end);
    let above = page[..front].lines().count();
    let authors = Authors::parse(page);
    let rows: Vec<&str> = page.lines().collect();
    let fenced = fenced_lines(&rows);
    let (mut section, mut lines) = (None, Vec::new());
    for (at, row) in rows.iter().enumerate().skip(above) {
        if !fenced[at] && (row.starts_with("# ") || row.starts_with("## ")) {
            section = PageSection::of_heading(row);
            continue;
        }
        let said = line_without_comments(row).trim_end().to_owned();
        let Some(section) = section.filter(|_| !said.trim().is_empty()) else { continue };
        let by = authors.of_line(at + 1).cloned();
        // Text behind a comment would be lost, because a changed line ends with its comment.
        let is_item = !fenced[at] && row.starts_with(&said);
        lines.push(parse_line(at + 1, section, said, by, is_item));
    }
    lines
}

fn parse_line(
    number: usize,
    section: PageSection,
    said: String,
    by: Option<Provenance>,
    may_be_item: bool,
) -> PageLine {
    let mut line = PageLine {
        number,
        section,
        text: said.clone(),
        said,
        day: None,
        link: None,
        by,
        strike: None,
        is_item: false,
    };
    let Some(item) = PageItem::parse(&line.said).filter(|_| may_be_item) else { return line };
    let behind = |text: &str| (day_in(text), text.contains("(superseded"));
    line.is_item = true;
    line.text = item.words.to_owned();
    line.link = parse_link(item.tail).map(|(label, to)| (label.to_owned(), to.to_owned()));
    line.day = day_in(item.tail)
        .or_else(|| line.by.as_ref().and_then(|by| day_in(by.at.as_deref().unwrap_or_default())));
    line.strike = item.struck.map(|struck| {
        let (day, is_superseded) = behind(struck);
        StrikeMark { day, is_superseded }
    });
    line
}

/// Parts of an item: `- ~~words ([2026-11-20](e.md))~~ (struck 2026-11-26)`.
struct PageItem<'l> {
    /// Indent and list mark.
    mark: &'l str,
    words: &'l str,
    /// Link or day behind the words, with the space before it.
    tail: &'l str,
    /// Text behind the strike; none for an item that holds.
    struck: Option<&'l str>,
}

impl<'l> PageItem<'l> {
    fn parse(said: &'l str) -> Option<PageItem<'l>> {
        let indent = said.len() - said.trim_start().len();
        let marks = ["- [ ] ", "- [x] ", "- ", "* ", "+ "];
        let mark = marks.into_iter().find(|mark| said[indent..].starts_with(mark))?;
        let (mark, rest) = said.split_at(indent + mark.len());
        let struck = rest.strip_prefix(STRIKE_MARK).and_then(|rest| rest.rsplit_once(STRIKE_MARK));
        let (rest, struck) = match struck {
            Some((rest, behind)) => (rest, Some(behind)),
            None => (rest, None),
        };
        let (words, tail) = rest.split_at(tail_start(rest));
        // The link may stand behind the strike.
        let tail =
            struck.filter(|behind| tail.is_empty() && behind.contains(" ([")).unwrap_or(tail);
        (!words.trim().is_empty()).then_some(PageItem { mark, words, tail, struck })
    }
}

/// Returns the start of the link or the day in brackets that ends a text, or the text's length.
fn tail_start(text: &str) -> usize {
    let link = text.rfind(" ([").filter(|at| parse_link(&text[*at..]).is_some());
    let is_day = |at: &usize| {
        let inside = text[at + " (".len()..].strip_suffix(')');
        inside.is_some_and(|inside| day_in(inside).is_some_and(|day| day == inside))
    };
    link.or_else(|| text.rfind(" (").filter(is_day)).unwrap_or(text.len())
}

/// Returns the text and the target of ` ([text](target))`.
fn parse_link(tail: &str) -> Option<(&str, &str)> {
    let at = tail.rfind(" ([")?;
    let (label, to) = tail[at..].strip_prefix(" ([")?.strip_suffix("))")?.split_once("](")?;
    Some((label, to.trim_start_matches('<').trim_end_matches('>')))
}

/// Returns a page with the item in the line of this number struck through on a day; none where it is no item, or is
/// struck through already.
pub fn with_struck_line(page: &str, number: usize, day: &str) -> Option<String> {
    replace_item(page, number, |item, line| {
        let comment = trailing_comment(line);
        let PageItem { mark, words, tail, .. } = item;
        Some(format!("{mark}{STRIKE_MARK}{words}{tail}{STRIKE_MARK} (struck {day}){comment}"))
    })
}

/// Returns a page with other words in the item in the line of this number, which are the user's from then on; none
/// where it is no item, is struck through, or would say nothing or be struck through.
pub fn with_words(page: &str, number: usize, words: &str) -> Option<String> {
    let words = one_line(words);
    if words.is_empty() || words.starts_with(STRIKE_MARK) {
        return None;
    }
    replace_item(page, number, |item, line| {
        let comment = match taken_out(line) {
            Some((_, Comment::By(by))) => {
                format!(" {}", Provenance { by: AuthorKind::User, ..*by })
            }
            _ => trailing_comment(line).to_owned(),
        };
        Some(format!("{}{words}{}{comment}", item.mark, item.tail))
    })
}

/// Returns a page with another line in place of an item that is not struck through.
fn replace_item(
    page: &str,
    number: usize,
    other: impl FnOnce(&PageItem, &str) -> Option<String>,
) -> Option<String> {
    let known = page_lines(page).into_iter().find(|it| it.number == number && it.is_item)?;
    let item = PageItem::parse(&known.said).filter(|item| item.struck.is_none())?;
    let line = page.lines().nth(number - 1)?;
    let start = page.split_inclusive('\n').take(number - 1).map(str::len).sum::<usize>();
    let new = other(&item, line)?;
    Some(format!("{}{new}{}", &page[..start], &page[start + line.len()..]))
}

/// Returns palimp's comments behind a line, with the space before them.
fn trailing_comment(line: &str) -> &str {
    let said = line_without_comments(line).trim_end().len();
    line.get(said..).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    const BY: &str = "<!-- palimp: by=agent project=shop project-id=7 -->";

    fn page() -> String {
        format!(
            "---\nproject: \"shop\"\n---\n# shop\n\n- above\n\n## Rules\n{BY}\n\n\
             - Use pnpm ([2026-11-20 09:00](../episodes/live/2026-11-20.md)) {BY}\n\
             - ~~Use npm ([2026-11-19 09:00](../e.md))~~ (superseded 2026-11-20, see [2026-11-20 09:00](../f.md)) {BY}\n\
             - mine\n\nProse.\n```\n- code\n```\n\n## Set-up\n{BY}\n\n- In use: `psql` (2026-11-24) <!-- palimp: by=tool -->\n\n\
             ## Elsewhere\n- other\n"
        )
    }

    #[test]
    fn lines_are_taken_apart() {
        let lines = page_lines(&page());
        let text: Vec<&str> = lines.iter().map(|it| it.text.as_str()).collect();
        assert_eq!(
            text,
            ["Use pnpm", "Use npm", "mine", "Prose.", "```", "- code", "```", "In use: `psql`"]
        );
        let items: Vec<bool> = lines.iter().map(|it| it.is_item).collect();
        assert_eq!(items, [true, true, true, false, false, false, false, true]);
        let days: Vec<_> = lines.iter().filter_map(|it| it.day.as_deref()).collect();
        assert_eq!(days, ["2026-11-20", "2026-11-19", "2026-11-24"]);
        assert_eq!(lines[0].link.as_ref().unwrap().1, "../episodes/live/2026-11-20.md");
        let by: Vec<AuthorKind> =
            lines.iter().filter(|it| it.is_item).map(PageLine::author).collect();
        assert_eq!(by, [AuthorKind::Agent, AuthorKind::Agent, AuthorKind::User, AuthorKind::Tool]);
        let struck = StrikeMark { day: Some("2026-11-20".to_owned()), is_superseded: true };
        assert_eq!((&lines[1].strike, &lines[0].strike), (&Some(struck), &None));
        assert!(lines.iter().all(|it| !it.said.contains("<!--")), "{lines:?}");
    }

    #[test]
    fn struck_line_keeps_its_link_and_comment() {
        let page = page();
        let struck = with_struck_line(&page, 11, "2026-11-26").unwrap();
        let line = format!(
            "- ~~Use pnpm ([2026-11-20 09:00](../episodes/live/2026-11-20.md))~~ (struck 2026-11-26) {BY}"
        );
        assert_eq!(struck.lines().nth(10), Some(line.as_str()));
        assert_eq!(struck.lines().count(), page.lines().count());
        let strike = StrikeMark { day: Some("2026-11-26".to_owned()), is_superseded: false };
        assert_eq!(page_lines(&struck)[0].strike, Some(strike));
        for other in [1, 6, 8, 12, 15, 17, 99] {
            assert_eq!(with_struck_line(&page, other, "2026-11-26"), None, "{other}");
        }
        assert_eq!(with_struck_line(&struck, 11, "2026-11-27"), None);
    }

    #[test]
    fn other_words_are_the_users_and_keep_the_link() {
        let page = page();
        let new = with_words(&page, 11, " Use\npnpm 9 ").unwrap();
        let line = &page_lines(&new)[0];
        assert_eq!((line.text.as_str(), line.author()), ("Use pnpm 9", AuthorKind::User));
        assert_eq!(line.link, page_lines(&page)[0].link);
        assert_eq!(line.by.as_ref().unwrap().project_id.as_deref(), Some("7"));
        let own = with_words(&page, 13, "mine too").unwrap();
        assert_eq!(own, page.replace("- mine\n", "- mine too\n"));
        for words in ["", " \n", "~~over~~"] {
            assert_eq!(with_words(&page, 11, words), None, "{words}");
        }
        assert_eq!(with_words(&page, 12, "struck already"), None);
    }

    #[test]
    fn words_behind_a_comment_are_not_changed() {
        let page = "## Rules\n- 가 <!-- palimp: by=agent --> 나\n";
        assert_eq!(page_lines(page)[0].text, "- 가  나");
        assert_eq!(with_words(page, 2, "other"), None);
        assert_eq!(with_struck_line(page, 2, "2026-11-26"), None);
    }

    #[test]
    fn line_ends_stay_as_they_are() {
        let page = "## Rules\r\n\r\n- a\r\n- b\r\n";
        assert_eq!(with_words(page, 3, "c").unwrap(), page.replace("- a", "- c"));
        let struck = with_struck_line(page, 4, "2026-11-26").unwrap();
        assert!(struck.ends_with("- a\r\n- ~~b~~ (struck 2026-11-26)\r\n"), "{struck:?}");
    }

    #[test]
    fn link_behind_a_strike_is_the_lines() {
        let page = "## Rules\n- ~~a~~ (superseded 2026-11-21) ([2026-11-20 09:00](../e.md))\n";
        let line = page_lines(page).remove(0);
        assert_eq!(line.link.unwrap().0, "2026-11-20 09:00");
        assert_eq!(line.strike.unwrap().day.as_deref(), Some("2026-11-21"));
    }
}
