//! Line scanner for notes: headings, code, lists, and lines that only look like them.
//!
//! Not a Markdown parser: chunks and links need the beginnings of blocks, not their meaning, and a
//! single pass keeps the scan linear for any file. It follows CommonMark in what opens and closes
//! fences, HTML blocks, list items and underlined headings. Headings inside list items and
//! quotations begin no section and are text here.

mod html;

use std::ops::Range;

use html::HtmlBlockEnd;

/// Block type of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LineShape<'a> {
    /// Nothing but white space.
    Blank,
    /// A line of the front matter, its fences included.
    Front,
    /// `# Heading`.
    Heading { level: u8, text: &'a str },
    /// The underline that makes a heading of the paragraph that began at `since`.
    Underline { level: u8, since: usize },
    /// The first line of a list item.
    Item,
    /// The line that opens a fence.
    Fence,
    /// The line that closes one.
    FenceEnd,
    /// Code, in a fence or indented.
    Code,
    /// Raw HTML, comments included.
    Html,
    /// Everything else.
    Text,
}

/// One line of a note.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NoteLine<'a> {
    /// Start offset in the note.
    pub(crate) start: usize,
    /// Start offset of the next line.
    pub(crate) end: usize,
    /// Its text without the line's end.
    pub(crate) text: &'a str,
    /// Block type of the line.
    pub(crate) shape: LineShape<'a>,
    /// In how many list items it stands, its own included.
    pub(crate) depth: usize,
}

/// The lines of a note, in order.
pub(crate) struct NoteLines<'a> {
    text: &'a str,
    at: usize,
    front_end: usize,
    /// The columns at which the content of the open list items begins.
    items: Vec<usize>,
    open: OpenBlock,
    /// Start offset of the open paragraph.
    paragraph: Option<usize>,
    /// True if an underline would make a heading of the paragraph.
    may_be_heading: bool,
}

/// A block that takes lines whatever they look like.
#[derive(Clone, Copy)]
enum OpenBlock {
    Nothing,
    Fence { mark: u8, length: usize },
    Html(HtmlBlockEnd),
}

/// List items that are nested deeper than this are text; nobody reads them, and a line of a
/// million dashes costs no more than another.
const MAX_LIST_DEPTH: usize = 32;

impl<'a> NoteLines<'a> {
    pub(crate) fn new(text: &'a str) -> NoteLines<'a> {
        NoteLines {
            text,
            at: 0,
            front_end: front_matter(text).map_or(0, |front| front.end),
            items: Vec::new(),
            open: OpenBlock::Nothing,
            paragraph: None,
            may_be_heading: false,
        }
    }

    /// Returns the shape of a line, given all lines before it.
    fn classify_line(&mut self, start: usize, line: &'a str) -> LineShape<'a> {
        if start < self.front_end {
            return LineShape::Front;
        }
        let blank = line.trim_ascii().is_empty();
        let (column, rest) = skip_indent(line, 0);
        if !blank && self.leaves_items(column) {
            self.open = OpenBlock::Nothing;
        }
        match self.open {
            OpenBlock::Fence { mark, length } => self.fenced_line(mark, length, line),
            OpenBlock::Html(end) => self.html_line(end, line, blank),
            OpenBlock::Nothing if blank => {
                self.paragraph = None;
                LineShape::Blank
            }
            OpenBlock::Nothing => self.begin_block(start, column, rest),
        }
    }

    /// Returns true if a line that begins at `column` is outside the innermost open item.
    fn leaves_items(&self, column: usize) -> bool {
        self.items.last().is_some_and(|&content| column < content)
    }

    fn fenced_line(&mut self, mark: u8, length: usize, line: &str) -> LineShape<'a> {
        let base = self.items.last().copied().unwrap_or(0);
        let (column, rest) = skip_indent(line, 0);
        let marks = count_leading(rest, mark);
        if column < base + 4 && marks >= length && rest[marks..].trim_ascii().is_empty() {
            self.open = OpenBlock::Nothing;
            return LineShape::FenceEnd;
        }
        LineShape::Code
    }

    fn html_line(&mut self, end: HtmlBlockEnd, line: &str, blank: bool) -> LineShape<'a> {
        if end.is_in(line, blank) {
            self.open = OpenBlock::Nothing;
        }
        if blank { LineShape::Blank } else { LineShape::Html }
    }

    /// Classifies a line that no open block has taken: it begins a block, or continues a paragraph.
    fn begin_block(&mut self, start: usize, mut column: usize, mut rest: &'a str) -> LineShape<'a> {
        let mut interrupts = self.paragraph.is_some();
        while self.leaves_items(column) {
            self.items.pop();
            interrupts = false;
        }
        let mut shape = LineShape::Text;
        loop {
            let base = self.items.last().copied().unwrap_or(0);
            if column >= base + 4 {
                let goes_on = self.paragraph.is_some() && shape == LineShape::Text;
                return if goes_on || shape == LineShape::Item { shape } else { LineShape::Code };
            }
            if let Some(block) = self.open_block(rest, shape == LineShape::Text) {
                return if shape == LineShape::Item && block != LineShape::Fence {
                    shape
                } else {
                    block
                };
            }
            let Some(after) =
                list_marker_width(rest, interrupts).filter(|_| self.items.len() < MAX_LIST_DEPTH)
            else {
                break;
            };
            shape = LineShape::Item;
            interrupts = false;
            self.paragraph = None;
            (column, rest) = self.open_item(column, after, rest);
        }
        self.text_line(start, rest);
        shape
    }

    /// Opens a list item whose marker takes `width` bytes, and gives what follows the marker.
    fn open_item(&mut self, column: usize, width: usize, rest: &'a str) -> (usize, &'a str) {
        let marked = column + width;
        let (next, after) = skip_indent(&rest[width..], marked);
        // Five columns of space are one, and indented code behind it.
        let far = next >= marked + 5 || after.is_empty();
        self.items.push(if far { marked + 1 } else { next });
        (next, after)
    }

    /// Opens a block other than a list item or a paragraph that begins with `rest`.
    fn open_block(&mut self, rest: &'a str, alone: bool) -> Option<LineShape<'a>> {
        let first = *rest.as_bytes().first()?;
        let shape = match first {
            b'#' => {
                let (level, text) = parse_heading(rest)?;
                let heads = alone && self.items.is_empty();
                if heads { LineShape::Heading { level, text } } else { LineShape::Text }
            }
            b'`' | b'~' => {
                let length = fence_length(rest, first)?;
                self.open = OpenBlock::Fence { mark: first, length };
                LineShape::Fence
            }
            b'<' => {
                let end = HtmlBlockEnd::for_opening_line(rest, self.paragraph.is_some())?;
                let closed = end.closes_on_first(rest);
                self.open = if closed { OpenBlock::Nothing } else { OpenBlock::Html(end) };
                LineShape::Html
            }
            b'=' | b'-' if alone && self.is_underline(rest) => {
                let level = if first == b'=' { 1 } else { 2 };
                LineShape::Underline { level, since: self.paragraph? }
            }
            b'-' | b'*' | b'_' if is_rule(rest, first) => LineShape::Text,
            _ => return None,
        };
        self.paragraph = None;
        Some(shape)
    }

    fn is_underline(&self, rest: &str) -> bool {
        let heads = self.paragraph.is_some() && self.may_be_heading && self.items.is_empty();
        heads && rest.trim_ascii_end().bytes().all(|byte| byte == rest.as_bytes()[0])
    }

    fn text_line(&mut self, start: usize, rest: &str) {
        let quoted = rest.starts_with('>');
        if self.paragraph.is_none() || quoted {
            self.paragraph = (!rest.is_empty()).then_some(start);
            self.may_be_heading = self.items.is_empty() && !quoted;
        } else if is_delimiter_row(rest) {
            self.may_be_heading = false;
        }
    }
}

impl<'a> Iterator for NoteLines<'a> {
    type Item = NoteLine<'a>;

    fn next(&mut self) -> Option<NoteLine<'a>> {
        let start = self.at;
        let rest = self.text.get(start..).filter(|rest| !rest.is_empty())?;
        let length = rest.bytes().position(|byte| byte == b'\n').map_or(rest.len(), |at| at + 1);
        self.at = start + length;
        let mut line = &rest[..length];
        line = line.strip_suffix('\n').unwrap_or(line);
        line = line.strip_suffix('\r').unwrap_or(line);
        if start == 0 {
            line = line.strip_prefix('\u{feff}').unwrap_or(line);
        }
        let shape = self.classify_line(start, line);
        Some(NoteLine { start, end: self.at, text: line, shape, depth: self.items.len() })
    }
}

/// Byte range of the front matter, including its fences and the end of the last line.
///
/// It begins on the first line and must be closed, by `---` or `...`; a blank line after the first
/// `---` makes that a horizontal rule, as in Pandoc.
pub(crate) fn front_matter(text: &str) -> Option<Range<usize>> {
    let after_bom = text.strip_prefix('\u{feff}').unwrap_or(text);
    let start = text.len() - after_bom.len();
    let mut lines = after_bom.split_inclusive('\n');
    let opening = lines.next().filter(|line| line.trim_ascii_end() == "---")?;
    let mut end = start + opening.len();
    for (number, line) in lines.enumerate() {
        end += line.len();
        match line.trim_ascii_end() {
            "---" | "..." => return Some(start..end),
            "" if number == 0 => return None,
            _ => {}
        }
    }
    None
}

/// Returns the column of a text's first character after `column` others, and the text from there.
fn skip_indent(text: &str, mut column: usize) -> (usize, &str) {
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b' ' => column += 1,
            b'\t' => column += 4 - column % 4,
            _ => return (column, &text[at..]),
        }
    }
    (column, "")
}

/// Number of `mark`s at the beginning of a text.
fn count_leading(text: &str, mark: u8) -> usize {
    text.bytes().take_while(|&byte| byte == mark).count()
}

/// Returns the level and the words of an ATX heading.
fn parse_heading(text: &str) -> Option<(u8, &str)> {
    let level = count_leading(text, b'#');
    let rest = &text[level..];
    if level > 6 || !(rest.is_empty() || rest.starts_with([' ', '\t'])) {
        return None;
    }
    let words = rest.trim();
    let open = words.trim_end_matches('#');
    let closed = open.is_empty() || open.ends_with([' ', '\t']);
    Some((level as u8, if closed { open.trim_end() } else { words }))
}

/// Returns the length of the fence that a line opens.
fn fence_length(text: &str, mark: u8) -> Option<usize> {
    let length = count_leading(text, mark);
    let opens = length >= 3 && (mark == b'~' || !text[length..].contains('`'));
    opens.then_some(length)
}

/// Returns true if a line is a horizontal rule of `mark`s.
fn is_rule(text: &str, mark: u8) -> bool {
    let mut marks = 0;
    text.bytes().all(|byte| {
        marks += usize::from(byte == mark);
        byte == mark || byte == b' ' || byte == b'\t'
    }) && marks >= 3
}

/// Returns true if a line is the delimiter row below the head of a table.
fn is_delimiter_row(text: &str) -> bool {
    text.contains('|')
        && text.contains('-')
        && text.bytes().all(|byte| matches!(byte, b'|' | b'-' | b':' | b' ' | b'\t'))
}

/// Returns the width of the list marker at the beginning of a line. An item that interrupts a
/// paragraph must not be empty, and must begin with 1 if it is numbered.
fn list_marker_width(text: &str, interrupts: bool) -> Option<usize> {
    let bytes = text.as_bytes();
    let digits = bytes.iter().take(10).take_while(|byte| byte.is_ascii_digit()).count();
    let width = match bytes.get(digits)? {
        b'-' | b'+' | b'*' if digits == 0 => 1,
        b'.' | b')' if (1..10).contains(&digits) => digits + 1,
        _ => return None,
    };
    let follows = &text[width..];
    if !(follows.is_empty() || follows.starts_with([' ', '\t'])) {
        return None;
    }
    let may_interrupt = !follows.trim_ascii().is_empty() && (digits == 0 || &text[..digits] == "1");
    (!interrupts || may_interrupt).then_some(width)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A letter a line.
    fn shapes(text: &str) -> String {
        let letter = |line: NoteLine| match line.shape {
            LineShape::Blank => '.',
            LineShape::Front => 'y',
            LineShape::Heading { level, .. } => char::from(b'0' + level),
            LineShape::Underline { level, .. } => char::from(b'@' + level),
            LineShape::Item => '-',
            LineShape::Fence => 'f',
            LineShape::FenceEnd => 'e',
            LineShape::Code => 'c',
            LineShape::Html => 'h',
            LineShape::Text => 't',
        };
        NoteLines::new(text).map(letter).collect()
    }

    fn check(text: &str, expected: &str) {
        assert_eq!(shapes(text), expected, "{text}");
    }

    #[test]
    fn headings_are_told_from_tags_and_code() {
        check("# A\n## B ##\n###### F\n####### no\n#tag\n#\n", "126tt1");
        check("   # A\n\n    # code\n", "1.c");
        check("text\n    # goes on\n", "tt");
        check("```\n# no\n```\n# yes\n", "fce1");
        check("~~~ sh\n```\n# no\n~~~\n# yes\n", "fcce1");
        check("```` md\n```\n# no\n````\n# yes", "fcce1");
        check("``` not ` a fence\n# yes", "t1");
        check("```\n# never closed\n", "fc");
    }

    #[test]
    fn underlines_make_headings_of_paragraphs_alone() {
        check("Title\n===\nSub\n---\n", "tAtB");
        check("two\nlines\n===\n", "ttA");
        check("\n---\n\n===\n", ".t.t");
        check("- item\n---\n", "-t");
        check("> quote\n---\n> q\nlazy\n===\n", "ttttt");
        check("| a | b |\n|---|---|\n| 1 | 2 |\n---\n", "tttt");
        check("# A\n---\n", "1t");
    }

    #[test]
    fn lists_hold_their_fences_and_headings() {
        check("- a\n  ```\n  # no\n  ```\n# yes\n", "-fce1");
        check("1. a\n   - b\n     ~~~\n     # no\n# yes\n", "--fc1");
        check("- ```\n  # no\n  ```\n# yes\n", "fce1");
        check("- # no\n- b\n\n  # no\n", "--.t");
        check("text\n2. no item\n- an item\n", "tt-");
        check("1. a\n2. b\n10) c\n", "---");
        check("- - - nested\n* * *\n", "-t");
        check("-\n  text\n", "-t");
        check("-no\n1.no\n1234567890. no\n", "ttt");
        check("-\ttab\n\n\tstill in it\n", "-.t");
    }

    #[test]
    fn html_hides_what_is_in_it() {
        check("<!-- a\n# no\n\n# no -->\n# yes\n", "hh.h1");
        check("<!-- a -->\n# yes\n", "h1");
        check("<div>\n# no\n\n# yes\n", "hh.1");
        check("<pre>\n\n# no\n</pre>\n# yes\n", "h.hh1");
        check("<https://example.org>\n# yes\n", "t1");
        check("<custom-tag a='b'>\n# no\n\n# yes", "hh.1");
        check("text <b>\n# yes\n", "t1");
        check("<?php\n# no\n?>\n# yes\n", "hhh1");
    }

    #[test]
    fn front_matter_is_closed_or_text() {
        check("---\na: b\n---\n# A\n", "yyy1");
        check("---\r\na: b\r\n...\r\n# A\r\n", "yyy1");
        check("\u{feff}---\na: b\n---\n# A\n", "yyy1");
        check("---\na: b\n# A\n", "tt1");
        check("---\n\ntext\n---\n", "t.tB");
        check("---\n---\n# A", "yy1");
        check("", "");
        check("\u{feff}# A", "1");
    }

    #[test]
    fn lines_end_where_the_next_begins() {
        let text = "a\r\nb\n\n c";
        let lines = NoteLines::new(text).collect::<Vec<_>>();
        let texts = lines.iter().map(|line| line.text).collect::<Vec<_>>();
        assert_eq!(texts, ["a", "b", "", " c"]);
        assert!(lines.windows(2).all(|two| two[0].end == two[1].start));
    }
}
