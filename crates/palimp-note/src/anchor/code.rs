//! Code as rows of statements, without knowing its language.

use std::ops::Range;

use super::verdict::LineRange;

/// Hash that identifies a statement.
pub(super) type StatementHash = u32;

/// Maximum number of lines of one statement. A longer one is taken line by line.
const MAX_STATEMENT_LINES: usize = 8;

/// A statement: a line, or several if a bracket stays open or the next line continues it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SourceStatement {
    pub(super) lines: LineRange,
    /// Byte range in the text.
    pub(super) range: Range<usize>,
    pub(super) hash: StatementHash,
}

/// Bytes that count in a statement: neither white space nor the marks that formatters add and
/// remove.
const SIGNIFICANT_BYTES: [bool; 256] = {
    let (mut counts, mut byte) = ([false; 256], b' ' as usize + 1);
    while byte < 256 {
        counts[byte] =
            !matches!(byte as u8, b',' | b';' | b'(' | b')' | b'{' | b'}' | b'\'' | b'"' | b'`');
        byte += 1;
    }
    counts
};

fn is_significant(byte: u8) -> bool {
    SIGNIFICANT_BYTES[usize::from(byte)]
}

/// A hash that goes on from line to line: FNV-1a of what counts.
#[derive(Clone, Copy)]
struct Hasher(u64);

impl Hasher {
    const EMPTY: Hasher = Hasher(0xcbf2_9ce4_8422_2325);

    fn update(&mut self, text: &str) {
        for byte in text.bytes().filter(|byte| is_significant(*byte)) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn is_empty(self) -> bool {
        self.0 == Hasher::EMPTY.0
    }

    fn to_hash(self) -> StatementHash {
        let [a, b, c, d, e, f, g, h] = self.0.to_le_bytes();
        u32::from_le_bytes([a ^ e, b ^ f, c ^ g, d ^ h])
    }
}

/// Returns the significant statements of a text.
pub(super) fn split_statements(text: &str) -> Vec<SourceStatement> {
    let lines = line_ranges(text);
    let mut found = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let count = statement_line_count(text, &lines[at..]);
        let range = lines[at].start..lines[at + count - 1].end;
        let mut hasher = Hasher::EMPTY;
        hasher.update(&text[range.clone()]);
        if says_something(&text[range.clone()]) {
            let lines = LineRange { first: at + 1, last: at + count };
            found.push(SourceStatement { lines, range, hash: hasher.to_hash() });
        }
        at += count;
    }
    found
}

/// Returns true if a statement is significant: `}`, `else {` and `return;` occur everywhere.
fn says_something(text: &str) -> bool {
    text.bytes().filter(|byte| is_significant(*byte)).count() >= 8
}

fn line_ranges(text: &str) -> Vec<Range<usize>> {
    let mut at = 0;
    let line = |line: &str| {
        let start = at;
        at += line.len();
        start..start + line.trim_end_matches(['\n', '\r']).len()
    };
    text.split_inclusive('\n').map(line).collect()
}

/// Number of lines of the statement at the beginning of `lines`.
fn statement_line_count(text: &str, lines: &[Range<usize>]) -> usize {
    let mut depth = 0;
    for (at, line) in lines.iter().take(MAX_STATEMENT_LINES).enumerate() {
        let line = text[line.clone()].trim();
        if at > 0 && line.is_empty() {
            break;
        }
        depth += bracket_balance(line);
        let next = lines.get(at + 1).map_or("", |next| text[next.clone()].trim_start());
        if depth <= 0 && !goes_on(next) {
            return at + 1;
        }
    }
    1
}

/// Number of brackets that a line opens, less those that it closes.
fn bracket_balance(line: &str) -> i32 {
    let bracket = |byte: u8| match byte {
        b'(' | b'[' => 1,
        b')' | b']' => -1,
        _ => 0,
    };
    line.bytes().map(bracket).sum()
}

/// Returns true if a line continues the one before it.
fn goes_on(line: &str) -> bool {
    let chained = line.starts_with('.') && !line.starts_with("..");
    chained || ["&&", "||", "?.", "? ", "+ ", "|> "].iter().any(|mark| line.starts_with(mark))
}

/// Finds the lines of statements with these hashes in a text, each as near the line `near` as
/// possible.
///
/// Single lines are searched first. Only if a statement is missing, runs of lines are searched: a
/// statement that a formatter has broken begins and ends at line boundaries.
pub(super) fn find_statements(
    text: &str,
    wanted: &[StatementHash],
    near: usize,
) -> Vec<Option<LineRange>> {
    let mut places = vec![None; wanted.len()];
    let mut rows: Vec<&str> = Vec::with_capacity(text.len() / 32);
    for (at, line) in text.lines().enumerate() {
        rows.push(line);
        let mut hasher = Hasher::EMPTY;
        hasher.update(line);
        record_match(wanted, &mut places, hasher, LineRange { first: at + 1, last: at + 1 }, near);
    }
    if places.iter().any(Option::is_none) {
        for first in 0..rows.len() {
            row_of(&rows[first..], (wanted, near), first + 1, &mut places);
        }
    }
    places
}

/// Looks for statements of several lines that begin with the first of `rows`.
fn row_of(
    rows: &[&str],
    (wanted, near): (&[StatementHash], usize),
    first: usize,
    places: &mut [Option<LineRange>],
) {
    let mut hasher = Hasher::EMPTY;
    for (at, line) in rows.iter().take(MAX_STATEMENT_LINES).enumerate() {
        hasher.update(line);
        if hasher.is_empty() {
            return;
        }
        if at > 0 {
            record_match(wanted, places, hasher, LineRange { first, last: first + at }, near);
        }
    }
}

fn record_match(
    wanted: &[StatementHash],
    places: &mut [Option<LineRange>],
    hasher: Hasher,
    lines: LineRange,
    near: usize,
) {
    let hash = hasher.to_hash();
    for (_, place) in wanted.iter().zip(places).filter(|(wanted, _)| **wanted == hash) {
        let nearer = |before: &LineRange| lines.first.abs_diff(near) < before.first.abs_diff(near);
        if place.as_ref().is_none_or(nearer) {
            *place = Some(lines);
        }
    }
}

/// Keywords before the name that is defined.
const DEFINITION_KEYWORDS: &[&str] = &[
    "fn", "def", "func", "function", "fun", "class", "struct", "enum", "trait", "interface",
    "impl", "module", "type", "sub", "object",
];

/// Modifiers that may stand before a definition keyword.
const MODIFIER_KEYWORDS: &[&str] = &[
    "pub", "async", "export", "default", "static", "public", "private", "protected", "const",
    "unsafe", "abstract", "final", "override", "inline", "data", "sealed", "extern",
];

/// The name of what is defined around a line, from 1: of the nearest line at or above it that is
/// indented less and defines something.
pub fn symbol_at(text: &str, line: usize) -> Option<String> {
    let rows: Vec<&str> = text.lines().take(line).collect();
    let indent = |row: &str| row.len() - row.trim_start().len();
    let mut depth = usize::MAX;
    for (at, row) in rows.iter().enumerate().rev().filter(|(_, row)| !row.trim().is_empty()) {
        let itself = at + 1 == line;
        if (itself || indent(row) < depth)
            && let Some(name) = defined_name(row)
        {
            return Some(name.to_owned());
        }
        depth = depth.min(indent(row));
        if depth == 0 && !itself && rows.len() - at > 400 {
            return None;
        }
    }
    None
}

/// Returns the name that a line defines.
fn defined_name(row: &str) -> Option<&str> {
    for word in row.split(|c: char| c.is_whitespace() || c == '(') {
        if DEFINITION_KEYWORDS.contains(&word.trim_end_matches('*')) {
            let rest = row[row.find(word)? + word.len()..].trim_start_matches([' ', '*']);
            // A method of Go names its receiver first.
            let rest = match rest.strip_prefix('(').filter(|_| word == "func") {
                Some(receiver) => receiver.split_once(')')?.1.trim_start(),
                None => rest,
            };
            let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            return Some(&rest[..end]).filter(|name| !name.is_empty());
        }
        if !word.is_empty() && !MODIFIER_KEYWORDS.iter().any(|known| word.starts_with(known)) {
            return None;
        }
    }
    None
}
