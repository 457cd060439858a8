//! Tags and links within a line.

use super::{NoteLink, NoteMetadata};

/// Runs of more ticks than this open no code; each length is looked for once a line.
const MAX_CODE_TICKS: usize = 32;
/// Maximum length of a link's target, in bytes.
const MAX_TARGET_BYTES: usize = 1024;
/// Maximum nesting of parentheses in a link's target.
const MAX_PAREN_DEPTH: i32 = 8;

/// Reads a line, which begins at `start` of the note.
pub(super) fn read_line(line: &str, start: usize, note: &mut NoteMetadata) {
    InlineReader {
        line,
        start,
        brackets: Vec::new(),
        no_closing: [false; MAX_CODE_TICKS + 1],
        note,
    }
    .scan();
}

struct InlineReader<'a> {
    line: &'a str,
    start: usize,
    /// Offsets of the `[` that are still open.
    brackets: Vec<usize>,
    /// Lengths of which no run of ticks follows any more.
    no_closing: [bool; MAX_CODE_TICKS + 1],
    note: &'a mut NoteMetadata,
}

impl InlineReader<'_> {
    fn scan(&mut self) {
        let bytes = self.line.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            at = match bytes[at] {
                b'\\' => at + 2,
                b'`' => self.skip_code(at),
                b'#' => self.read_tag(at),
                b'[' => self.open_bracket(at),
                b']' => self.close_bracket(at),
                _ => at + 1,
            };
        }
    }

    /// Skips a span of code, or ticks that open no code.
    fn skip_code(&mut self, at: usize) -> usize {
        let length = count_ticks(self.line, at);
        let after = at + length;
        if length > MAX_CODE_TICKS || self.no_closing[length] {
            return after;
        }
        let mut next = after;
        while let Some(found) = self.line[next..].find('`') {
            let run = count_ticks(self.line, next + found);
            next += found + run;
            if run == length {
                return next;
            }
        }
        self.no_closing[length] = true;
        after
    }

    /// Reads a `#tag`, which stands alone and is not a number.
    fn read_tag(&mut self, at: usize) -> usize {
        let rest = &self.line[at + 1..];
        let alone = self.line[..at].chars().next_back().is_none_or(char::is_whitespace);
        let end = rest.find(|c: char| !is_tag(c)).unwrap_or(rest.len());
        let tag = &rest[..end];
        if alone && tag.contains(|c: char| !c.is_ascii_digit() && c != '/') {
            self.note.add_tag(tag);
        }
        at + 1 + end
    }

    /// Reads `[[name#heading|label]]`, or a bracket that may close later.
    fn open_bracket(&mut self, at: usize) -> usize {
        let after = at + 2;
        if self.line.as_bytes().get(at + 1) == Some(&b'[') {
            let end = self.line[after..].find(['[', ']']).map(|found| after + found);
            if let Some(end) = end.filter(|&end| self.line[end..].starts_with("]]")) {
                self.add_wiki_link(at, end);
                return end + 2;
            }
        }
        self.brackets.push(at);
        at + 1
    }

    fn add_wiki_link(&mut self, at: usize, end: usize) {
        let inner = &self.line[at + 2..end];
        let (name, label) = inner.split_once('|').map_or((inner, None), |(n, l)| (n, Some(l)));
        // Within a table the bar is escaped.
        let name = name.strip_suffix('\\').unwrap_or(name);
        self.add_link(name.trim(), label.map(str::trim), true, at, end + 2);
    }

    /// Reads `](target "title")` after a bracket that is open.
    fn close_bracket(&mut self, at: usize) -> usize {
        let Some(opened) = self.brackets.pop() else { return at + 1 };
        let Some(rest) = self.line[at + 1..].strip_prefix('(') else { return at + 1 };
        let Some((target, length)) = parse_destination(rest) else { return at + 1 };
        let end = at + 2 + length;
        if is_relative(target) {
            let decoded = percent_decoded(target);
            let label = self.line[opened + 1..at].to_owned();
            self.add_link(&decoded, Some(&label), false, opened, end);
        }
        end
    }

    fn add_link(&mut self, target: &str, label: Option<&str>, wiki: bool, from: usize, to: usize) {
        let (target, heading) =
            target.split_once('#').map_or((target, None), |(name, heading)| (name, Some(heading)));
        let heading = heading.map(str::trim).filter(|heading| !heading.is_empty());
        if target.trim().is_empty() && heading.is_none() {
            return;
        }
        self.note.links.push(NoteLink {
            target: target.trim().to_owned(),
            heading: heading.map(str::to_owned),
            label: label.filter(|label| !label.is_empty()).map(str::to_owned),
            wiki,
            range: self.start + from..self.start + to,
        });
    }
}

fn count_ticks(line: &str, at: usize) -> usize {
    line[at..].bytes().take_while(|&byte| byte == b'`').count()
}

fn is_tag(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '-' | '/')
}

/// Returns a link's target, and the length up to and including its closing parenthesis.
fn parse_destination(rest: &str) -> Option<(&str, usize)> {
    let (target, after) = match rest.strip_prefix('<') {
        Some(pointed) => {
            let end = find_nearby(pointed, |c| matches!(c, '<' | '>'))?;
            (&pointed[..end], pointed[end..].strip_prefix('>')?)
        }
        None => rest.split_at(plain_end(rest)?),
    };
    let after = title_skipped(after.trim_start()).trim_start().strip_prefix(')')?;
    Some((target, rest.len() - after.len()))
}

/// Returns the end of a target without angle brackets: white space, or the parenthesis that closes
/// the link.
fn plain_end(rest: &str) -> Option<usize> {
    let mut depth = 0;
    find_nearby(rest, |c| {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        c.is_whitespace() || !(0..=MAX_PAREN_DEPTH).contains(&depth)
    })
    .filter(|_| depth <= MAX_PAREN_DEPTH)
}

/// Returns the text after the quoted title that it may begin with.
fn title_skipped(text: &str) -> &str {
    let quote = text.chars().next().filter(|c| matches!(c, '"' | '\''));
    let end = quote.and_then(|quote| find_nearby(&text[1..], |c| c == quote));
    end.map_or(text, |end| &text[end + 2..])
}

/// Returns the offset of the first matching character, within the maximum length of a target.
fn find_nearby(text: &str, mut is: impl FnMut(char) -> bool) -> Option<usize> {
    let near = text.char_indices().take_while(|(at, _)| *at <= MAX_TARGET_BYTES);
    near.into_iter().find(|(_, c)| is(*c)).map(|(at, _)| at)
}

/// Returns true if a target is relative to the note rather than on the web.
fn is_relative(target: &str) -> bool {
    let scheme = target.split_once(':').map(|(scheme, _)| scheme);
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.');
    !target.starts_with("//") && !scheme.is_some_and(|scheme| scheme.chars().all(plain))
}

pub(crate) fn percent_decoded(text: &str) -> String {
    if !text.contains('%') {
        return text.to_owned();
    }
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let hex = after.get(..2).filter(|_| first == b'%');
        let value = hex
            .and_then(|hex| std::str::from_utf8(hex).ok())
            .filter(|hex| hex.bytes().all(|byte| byte.is_ascii_hexdigit()))
            .and_then(|hex| u8::from_str_radix(hex, 16).ok());
        bytes.push(value.unwrap_or(first));
        rest = &after[if value.is_some() { 2 } else { 0 }..];
    }
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}
