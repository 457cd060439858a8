//! Author and scope of each line of a note.
//!
//! The comment of a line names its author. The comment stands behind the words of a paragraph or an
//! item, or below them; before a text of several lines, up to the comment that ends it; or below a
//! heading, for its section. A line without a comment is the user's own, and holds everywhere. The
//! section of a line and the authors of its neighbours do not matter.

pub(crate) mod fences;
mod instead;
mod removal;

use palimp_core::author::AuthorKind;

use crate::line_kinds::front_matter;
use crate::page::PageSection;
use crate::provenance::{Comment, Provenance, taken_out};

pub use instead::{NotInstead, replace_words};
pub use removal::{remove_lines, strip_comments, without_those_by};

/// The heading of the sections into which reflection writes; behind a colon, the project.
pub const REFLECTION_HEADING: &str = "## From conversations";

/// Author of each line of a note.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Authors {
    /// Contents of the comments.
    marks: Vec<Provenance>,
    lines: Vec<LineAuthorship>,
}

/// Comments and role of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct LineAuthorship {
    /// The comment that speaks for it.
    mark: Option<usize>,
    /// The comment that stands in it.
    holds: Option<usize>,
    /// Role of the line.
    role: LineRole,
}

/// Role of a line, as far as its author matters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum LineRole {
    /// It says something.
    #[default]
    Text,
    /// A heading: it goes with what stands below it.
    Heading,
    /// Nothing, or front matter.
    Blank,
    /// Nothing but comments of palimp's.
    Comment,
}

impl Authors {
    /// Parses a note.
    pub fn parse(note: &str) -> Authors {
        if !note.contains("<!-- palimp: ") {
            return Authors::default();
        }
        AuthorsReader::new(note).read_authors()
    }

    /// Returns the provenance of the line with this number, from 1, by the comment that covers it;
    /// none for a line of the user's own that holds everywhere.
    pub fn of_line(&self, number: usize) -> Option<&Provenance> {
        self.marks.get(self.line_at(number)?.mark?)
    }

    /// Returns the provenance in each comment and the numbers of the lines that it covers, in the
    /// order of the comments.
    pub fn texts_by_comment(&self) -> impl Iterator<Item = (&Provenance, Vec<usize>)> {
        self.marks.iter().enumerate().map(|(mark, by)| {
            let lines = self.lines.iter().enumerate();
            let own =
                lines.filter(|(_, line)| line.mark == Some(mark) && line.role == LineRole::Text);
            (by, own.map(|(at, _)| at + 1).collect())
        })
    }

    /// Returns true if the line with this number, from 1, has a text of its own.
    pub(crate) fn has_own_text(&self, number: usize) -> bool {
        self.line_at(number).is_none_or(|line| line.role == LineRole::Text)
    }

    /// Returns true if the line with this number, from 1, decides the author of the text around it:
    /// it has a text, or it is the comment before a text.
    pub(crate) fn decides_author(&self, number: usize) -> bool {
        let begins = |line: &LineAuthorship| line.role == LineRole::Comment && line.mark.is_some();
        self.has_own_text(number) || self.line_at(number).is_some_and(begins)
    }

    fn line_at(&self, number: usize) -> Option<&LineAuthorship> {
        number.checked_sub(1).and_then(|at| self.lines.get(at))
    }

    /// Returns true if a line added at the end of the note would become a part of a text that a
    /// comment covers.
    pub(crate) fn would_take(note: &str, line: &str) -> bool {
        let mut reader = AuthorsReader::new(note);
        reader.rows.push(AuthoredRow::from_text(line, false));
        reader.read_authors().lines.last().is_some_and(|line| line.mark.is_some())
    }
}

/// Byte offset of the sections that reflection has written at the end of a note; the note's length
/// if it ends with another section.
pub fn own_sections(note: &str) -> usize {
    let AuthorsReader { rows, .. } = AuthorsReader::new(note);
    let starts: Vec<usize> = note
        .split_inclusive('\n')
        .scan(0, |at, line| {
            let start = *at;
            *at += line.len();
            Some(start)
        })
        .collect();
    let headings =
        rows.iter().enumerate().rev().filter(|(_, row)| row.level.is_some_and(|it| it <= 2));
    let own = headings.take_while(|(at, row)| {
        let below = rows.get(at + 1).and_then(|row| row.comment.as_ref());
        matches!(below, Some(Comment::By(by)) if begins_own(row.text, by))
    });
    own.last().map_or(note.len(), |(at, _)| starts[at])
}

/// Returns true if a line is the heading of a section into which reflection writes.
pub fn is_own_heading(line: &str) -> bool {
    line.strip_prefix(REFLECTION_HEADING)
        .is_some_and(|name| name.is_empty() || name.starts_with(": "))
}

/// Returns true if a heading and the comment below it begin a section into which palimp writes: one of reflection,
/// or one of a project's page.
pub fn begins_own(heading: &str, below: &Provenance) -> bool {
    is_own_heading(heading) && below.by == AuthorKind::Agent
        || PageSection::parse_owned(heading, below).is_some()
}

/// Returns true if two lines agree in author and scope, so that they may share a chunk.
pub(crate) fn is_same(one: Option<&Provenance>, other: Option<&Provenance>) -> bool {
    let key = |by: Option<&Provenance>| {
        let by = by?;
        // The user's own words that hold everywhere need no comment and may have one.
        let plain = by.by == AuthorKind::User && by.project.is_none() && by.project_id.is_none();
        (!plain).then(|| (by.by, by.project.clone(), by.project_id.clone()))
    };
    key(one) == key(other)
}

/// A line as it is parsed.
#[derive(Clone, Debug, Default)]
struct AuthoredRow<'n> {
    text: &'n str,
    /// The comment of palimp's in it, and whether there is anything else.
    comment: Option<Comment>,
    /// True if the line is empty apart from the comment.
    is_bare: bool,
    /// The level of a heading.
    level: Option<usize>,
    /// It stands in front matter or a code fence, where nothing is read as a comment.
    is_verbatim: bool,
}

struct AuthorsReader<'n> {
    rows: Vec<AuthoredRow<'n>>,
    authors: Authors,
    /// The comment whose text is being read, and where that ends.
    open: Option<(usize, CommentReach)>,
}

/// Reach of a comment that stands before its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CommentReach {
    /// Up to the comment that ends it.
    End,
    /// For the rest of the note.
    Note,
    /// Up to the next heading of this level or a higher one behind the line `from`.
    Section { level: usize, from: usize },
    /// For the lines that reflection wrote, in the section of a heading of this level.
    Reflected(usize),
    /// Up to the next heading, or the next entry of a daily log.
    Block,
}

impl<'n> AuthorsReader<'n> {
    fn new(note: &'n str) -> AuthorsReader<'n> {
        let front = front_matter(note).map_or(0, |front| front.end);
        let texts: Vec<&str> = note.lines().collect();
        let fenced = fences::fenced_lines(&texts);
        let mut at = 0;
        let row = |(text, fenced): (&'n str, bool)| {
            let is_front = at < front;
            at += text.len() + 1 + usize::from(note[at + text.len()..].starts_with('\r'));
            AuthoredRow::from_text(text.trim_start_matches('\u{feff}'), is_front || fenced)
        };
        let rows = texts.into_iter().zip(fenced).map(row).collect();
        AuthorsReader { rows, authors: Authors::default(), open: None }
    }

    fn read_authors(mut self) -> Authors {
        for at in 0..self.rows.len() {
            let line = self.classify_line(at);
            self.authors.lines.push(line);
            self.apply_comment(at);
        }
        self.authors
    }

    /// Returns the role of a line, and its author by the comment before it.
    fn classify_line(&mut self, at: usize) -> LineAuthorship {
        let row = &self.rows[at];
        if self.open.is_some_and(|(_, reach)| self.ends_before(at, reach)) {
            self.open = None;
        }
        let speaks = self.open.filter(|(_, reach)| match reach {
            CommentReach::Reflected(_) => is_reflected(row.text),
            _ => !row.is_bare,
        });
        let mark = speaks.map(|(mark, _)| mark);
        let role = match row {
            AuthoredRow { comment: Some(_), is_bare: true, .. } => LineRole::Comment,
            AuthoredRow { is_bare: true, .. } => LineRole::Blank,
            AuthoredRow { level: Some(_), .. } if mark.is_none() => LineRole::Heading,
            _ => LineRole::Text,
        };
        LineAuthorship { mark, holds: None, role }
    }

    /// Returns true if a text that a comment covers has ended before a line.
    fn ends_before(&self, at: usize, reach: CommentReach) -> bool {
        let row = &self.rows[at];
        let higher = |level: usize| row.level.is_some_and(|this| this <= level);
        match reach {
            CommentReach::End | CommentReach::Note => false,
            CommentReach::Section { level, from } => at > from && higher(level),
            CommentReach::Reflected(level) => higher(level),
            CommentReach::Block => row.level.is_some() || is_timed(row.text),
        }
    }

    /// Applies the comment in a line; the line then only records that the comment is there.
    fn apply_comment(&mut self, at: usize) {
        match &mut self.rows[at].comment {
            None | Some(Comment::Other) => {}
            Some(Comment::End) => self.open = None,
            Some(Comment::By(by)) => {
                let mark = self.authors.marks.len();
                self.authors.marks.push(std::mem::take(by));
                self.authors.lines[at].holds = Some(mark);
                if !self.rows[at].is_bare {
                    self.mark_paragraph(at, mark);
                } else if self.closes_item(at) {
                    self.mark_paragraph(at - 1, mark);
                } else {
                    let reach = self.comment_reach(at, mark);
                    let all = !matches!(reach, CommentReach::Reflected(_));
                    self.authors.lines[at].mark = all.then_some(mark);
                    self.open = Some((mark, reach));
                }
            }
        }
    }

    /// Assigns a paragraph, or the words of an item, to the comment behind it.
    fn mark_paragraph(&mut self, last: usize, mark: usize) {
        let first = self.paragraph_start(last);
        self.authors.lines[first..=last].iter_mut().for_each(|line| line.mark = Some(mark));
    }

    fn paragraph_start(&self, last: usize) -> usize {
        let mut first = last;
        while first > 0 && !is_item(self.rows[first].text) && self.goes_on(first) {
            first -= 1;
        }
        first
    }

    /// Returns true if a line continues the paragraph of the line before it.
    fn goes_on(&self, at: usize) -> bool {
        let before = &self.rows[at - 1];
        !before.is_bare && before.level.is_none() && before.comment.is_none() && !before.is_verbatim
    }

    /// Returns true if a comment that stands alone covers the item above it.
    fn closes_item(&self, at: usize) -> bool {
        let indented = self.rows[at].text.starts_with([' ', '\t']);
        indented
            && at > 0
            && self.goes_on(at)
            && is_item(self.rows[self.paragraph_start(at - 1)].text)
    }

    /// Returns the reach of a comment that stands alone before a text.
    fn comment_reach(&self, at: usize, mark: usize) -> CommentReach {
        if self.has_end(at) {
            return CommentReach::End;
        }
        let is_key = |row: &AuthoredRow| row.comment == Some(Comment::Other);
        let above = self.rows[..at].iter().rposition(|row| !is_key(row));
        if let Some((text, level)) = above.and_then(|above| {
            let row = &self.rows[above];
            Some((row.text, row.level?))
        }) {
            let by = &self.authors.marks[mark];
            return match is_own_heading(text) || PageSection::parse_owned(text, by).is_some() {
                true => CommentReach::Reflected(level),
                false => CommentReach::Section { level, from: at },
            };
        }
        if self.heads_note(at) {
            return CommentReach::Note;
        }
        let below = (at + 1..self.rows.len()).find(|&below| !self.rows[below].is_bare);
        let heading = below.and_then(|from| Some((from, self.rows[from].level?)));
        heading.map_or(CommentReach::Block, |(from, level)| CommentReach::Section { level, from })
    }

    /// Returns true if the next comment that stands alone ends a text.
    fn has_end(&self, at: usize) -> bool {
        let mut later = (at + 1..self.rows.len()).filter(|&at| self.rows[at].is_bare);
        let next = later.find_map(|at| match &self.rows[at].comment {
            Some(Comment::End) => Some(true),
            Some(Comment::By(_)) if !self.closes_item(at) => Some(false),
            _ => None,
        });
        next.unwrap_or(false)
    }

    /// Returns true if nothing stands before a comment, or only a title that was made of the words
    /// behind it.
    fn heads_note(&self, at: usize) -> bool {
        let before = self.rows[..at].iter().filter(|row| !row.is_bare && !row.is_verbatim);
        let mut before = before.peekable();
        let Some(title) = before.next() else { return true };
        let made = || {
            let first = self.rows[at + 1..].iter().find(|row| !row.is_bare)?;
            let plain = |text: &str| text.trim_start_matches(['#', '-', '*', '>', ' ']).to_owned();
            let title = plain(title.text);
            (!title.is_empty()).then(|| plain(first.text).starts_with(&title))
        };
        title.level == Some(1) && before.next().is_none() && made().unwrap_or(false)
    }
}

impl<'n> AuthoredRow<'n> {
    fn from_text(text: &'n str, is_verbatim: bool) -> AuthoredRow<'n> {
        let found = if is_verbatim { None } else { taken_out(text) };
        let is_bare = found.as_ref().map_or(text, |(said, _)| said).trim().is_empty();
        let level = if is_verbatim { None } else { heading_level(text) };
        AuthoredRow {
            text,
            comment: found.map(|(_, comment)| comment),
            is_bare,
            level,
            is_verbatim,
        }
    }
}

/// The level of a heading.
fn heading_level(line: &str) -> Option<usize> {
    let text = line.trim_start_matches(' ');
    let level = text.bytes().take_while(|&byte| byte == b'#').count();
    let heads = (1..=6).contains(&level) && line.len() - text.len() < 4;
    (heads && text[level..].starts_with([' ', '\t'])).then_some(level)
}

/// Returns true if a line begins an item of a list.
fn is_item(line: &str) -> bool {
    let text = line.trim_start();
    let number = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let numbered = number.len() < text.len() && number.starts_with([')', '.']);
    numbered && number[1..].starts_with([' ', '\t'])
        || text.starts_with(['-', '*', '+']) && text[1..].starts_with([' ', '\t'])
}

/// Returns true if a line is an item that ends with a link to its episode, as reflection writes it.
fn is_reflected(line: &str) -> bool {
    let text = line.trim();
    text.starts_with("- ") && text.ends_with("))") && text.contains(" ([") && text.contains("](")
}

/// Returns true if a line begins an entry of a daily log: `- 09:05 …`, `**09:05**`.
fn is_timed(line: &str) -> bool {
    let clock = |text: &str| {
        let digit = |at: usize| text.as_bytes().get(at).is_some_and(u8::is_ascii_digit);
        text.as_bytes().get(2) == Some(&b':') && [0, 1, 3, 4].into_iter().all(digit)
    };
    let text = line.trim_end();
    let item =
        text.strip_prefix("- ").is_some_and(|said| clock(said) && said[5..].starts_with(' '));
    let alone = text.strip_prefix("**").and_then(|said| said.strip_suffix("**"));
    item || alone.is_some_and(|said| said.len() == 5 && clock(said))
}

#[cfg(test)]
mod tests;
