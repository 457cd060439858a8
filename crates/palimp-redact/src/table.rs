//! Secrets in columns: a header that names them, then a row a line, in CSV, TSV or Markdown.

use super::DetectedSecret;
use super::assign::build_finding;
use super::bytes::{BLANK, ByteClass, ByteView, QUOTE, class};
use super::names::{self, Strength};
use super::password_grade::{Grade, is_check_number, is_pin};
use super::stand_in::{ValueContext, is_secret};
use super::value::TextValue;

/// The columns of a table that hold secrets.
#[derive(Clone, Copy, Debug)]
pub(super) struct SecretTable {
    divider: u8,
    /// Number of its columns.
    width: usize,
    /// Those that hold keys, the first of them in the lowest bit.
    keys: u32,
    /// Those that hold passwords.
    passwords: u32,
    /// Those that hold numbers to type.
    pins: u32,
    /// Those that hold the numbers that check a card.
    checks: u32,
}

/// Byte that stands for the divider where two blanks or more divide the columns.
const BLANK_DIVIDER: u8 = b' ';

/// Maximum number of columns in a table.
const MAX_COLUMNS: usize = 32;

impl SecretTable {
    /// The table whose header is the line `start..end`.
    pub(super) fn of_header(
        view: ByteView<'_>,
        start: usize,
        end: usize,
        in_blanks: bool,
    ) -> Option<SecretTable> {
        const MAX_HEADER_BYTES: usize = 512;
        let divider = if end - start <= MAX_HEADER_BYTES {
            detect_divider(view, start, in_blanks)?
        } else {
            return None;
        };
        let mut table =
            SecretTable { divider, width: 0, keys: 0, passwords: 0, pins: 0, checks: 0 };
        for cell in Cells::from_line(view, start, divider) {
            let title = cell.bytes_in(view);
            if !is_title(title) || table.width == MAX_COLUMNS {
                return None;
            }
            let named = names::matching_names(title).find(|(_, name)| name.announces_secret());
            if let Some((kind, name)) = named {
                *table.columns_mut(kind, name.strength) |= 1 << table.width;
            }
            table.width += 1;
        }
        let secrets = table.keys | table.passwords | table.pins | table.checks;
        (secrets != 0 && table.width > 1).then_some(table)
    }

    /// The columns that hold what a name of this kind and strength is for.
    fn columns_mut(&mut self, kind: &str, strength: Strength) -> &mut u32 {
        const SAMPLE_CHECK_NUMBER: &[u8] = b"123";
        match strength {
            Strength::Password => &mut self.passwords,
            Strength::Exactly(fits) if kind == "password" && fits(SAMPLE_CHECK_NUMBER) => {
                &mut self.checks
            }
            Strength::Exactly(_) if kind == "password" => &mut self.pins,
            _ => &mut self.keys,
        }
    }

    /// Returns true if the line at `at` is a row of it.
    pub(super) fn has_row(self, view: ByteView<'_>, at: usize) -> bool {
        Cells::from_line(view, at, self.divider).take(MAX_COLUMNS).count() == self.width
    }

    /// Returns true if the line at `at` is none of its rows and divides them: `+----+----+`.
    pub(super) fn is_ruled(self, view: ByteView<'_>, at: usize) -> bool {
        let end = view.run_end(at, class!(" +=|:-"), 512);
        end > at + 2 && matches!(view.byte_at(end), b'\r' | b'\n')
    }

    /// The first secret in the row at `row` that begins at `from` or behind it.
    pub(super) fn find_secret(
        self,
        view: ByteView<'_>,
        row: usize,
        from: usize,
    ) -> Option<DetectedSecret> {
        let cells = Cells::from_line(view, row, self.divider).take(self.width).enumerate();
        let mut secrets =
            cells.filter(|(_, cell)| cell.start >= from).filter_map(|(place, cell)| {
                let holds = |columns: u32| columns >> place & 1 == 1;
                let is = |strength| is_secret(cell.bytes_in(view), strength, ValueContext::Prose);
                let grade = Grade::classify(cell.bytes_in(view));
                let is_key = grade >= Grade::Numbered && !cell.bytes_in(view).contains(&b'_');
                let is_number = holds(self.pins) && is_pin(cell.bytes_in(view))
                    || holds(self.checks) && is_check_number(cell.bytes_in(view));
                if is_number
                    || (holds(self.passwords)
                        && (grade >= Grade::Possible || is(Strength::Password)))
                {
                    Some(build_finding(view, cell, "password"))
                } else if holds(self.keys) && (is_key || is(Strength::Plain)) {
                    Some(build_finding(view, cell, "secret"))
                } else {
                    None
                }
            });
        secrets.next()
    }
}

/// Returns what divides the cells of the line at `at`: a comma, a semicolon, a tab, or a bar that begins
/// the line. A cell that is longer than a title is decides that none does.
fn detect_divider(view: ByteView<'_>, at: usize, in_blanks: bool) -> Option<u8> {
    const TITLE_CHARS: ByteClass = class!("A-Za-z0-9_. \"'`-");
    const LONGEST_TITLE: usize = 40;
    if view.byte_at(at) == b'|' {
        return Some(b'|');
    }
    let at = if in_blanks { view.run_end(at, class!("# "), 8) } else { at };
    let end = view.run_end(at, TITLE_CHARS, LONGEST_TITLE);
    let divider = view.byte_at(end);
    if b",;\t|".contains(&divider) {
        return Some(divider);
    }
    // Columns may be set apart by blanks alone.
    let title = view.slice(at, end).trim_ascii_start();
    (in_blanks && title.windows(2).any(|two| two == b"  ")).then_some(BLANK_DIVIDER)
}

/// The cells of a line.
struct Cells<'t> {
    view: ByteView<'t>,
    at: usize,
    divider: u8,
}

impl<'t> Cells<'t> {
    fn from_line(view: ByteView<'t>, start: usize, divider: u8) -> Cells<'t> {
        let start =
            if divider == BLANK_DIVIDER { view.run_end(start, class!("# "), 8) } else { start };
        let at = start + usize::from(divider == b'|' && view.byte_at(start) == b'|');
        Cells { view, at, divider }
    }
}

impl Iterator for Cells<'_> {
    type Item = TextValue;

    fn next(&mut self) -> Option<TextValue> {
        let (view, start) = (self.view, self.at);
        let start =
            if self.divider == BLANK_DIVIDER { view.run_end(start, BLANK, 80) } else { start };
        let rest = view.bytes.get(start..).filter(|rest| !rest.is_empty())?;
        let ends = |byte: &u8| *byte == self.divider || b"\r\n".contains(byte);
        let length = match self.divider {
            BLANK_DIVIDER => blanks_or_end(rest),
            _ => rest.iter().position(ends).unwrap_or(rest.len()),
        };
        let is_last = rest.get(length) != Some(&self.divider);
        if self.divider == BLANK_DIVIDER && length == 0 {
            return None;
        }
        // Nothing follows the bar that closes a row.
        if is_last && self.divider == b'|' && rest[..length].trim_ascii().is_empty() {
            return None;
        }
        self.at = if is_last { view.bytes.len() } else { start + length + 1 };
        let (start, end) = (view.run_end(start, BLANK, 80), start + length);
        let end = start.max(view.run_start(end, BLANK, 80));
        let quoted = end > start + 1
            && QUOTE.contains(view.byte_at(start))
            && view.byte_at(start) == view.byte_at(end - 1);
        let quote = usize::from(quoted);
        Some(TextValue::bare(start + quote, end - quote))
    }
}

/// Returns the position in `rest` of two blanks or of the line's end.
fn blanks_or_end(rest: &[u8]) -> usize {
    let ends = |two: &[u8]| two == b"  " || b"\r\n".contains(&two[0]);
    let found = rest.windows(2).position(ends);
    found.unwrap_or(rest.len() - usize::from(rest.ends_with(b"\n")))
}

/// Returns true if `held` may be the title of a column.
fn is_title(held: &[u8]) -> bool {
    const TITLE_CHARS: ByteClass = class!("A-Za-z0-9_. -");
    (1..=40).contains(&held.len())
        && held.iter().all(|&byte| TITLE_CHARS.contains(byte) || !byte.is_ascii())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<&str> {
        let view = ByteView { bytes: text.as_bytes(), floor: 0 };
        let header = text.find('\n').expect("a header");
        let Some(table) = SecretTable::of_header(view, 0, header, false) else { return Vec::new() };
        let row = header + 1;
        let first = table.has_row(view, row).then(|| table.find_secret(view, row, row)).flatten();
        let next = |found: &DetectedSecret| table.find_secret(view, row, found.end);
        let found = std::iter::successors(first, next);
        found.map(|found| &text[found.start..found.end]).collect()
    }

    #[test]
    fn a_header_says_which_columns_are_secret() {
        assert_eq!(
            found("name,api_key,password\nx,abc123def,hunter22\n"),
            ["abc123def", "hunter22"]
        );
        assert_eq!(found("id;\"token\"\n7;\"abc123def456\"\n"), ["abc123def456"]);
        assert_eq!(found("| host | password |\n| db | p4ssw0rd1 |\n"), ["p4ssw0rd1"]);
        let key = format!("{}==", "kT9xQ2".repeat(15).split_at(86).0);
        assert_eq!(found(&format!("name,account_key\nx,{key}\n")), [key.as_str()]);
        assert_eq!(found("holder,cvc,pin\nkim,119,4711\n"), ["119", "4711"]);
    }

    #[test]
    fn a_line_of_another_form_is_no_row() {
        assert_eq!(found("name,api_key\nx,abc123def,y\n"), [""; 0]);
        assert_eq!(found("the token, as we said, is long\nx,abc123def,y\n"), [""; 0]);
        assert_eq!(found("token,count\nthe,1234\n"), [""; 0]);
        assert_eq!(found("led,pin\nred,113\n"), [""; 0]);
    }
}
