//! Secrets in columns: a header that names them, then a row a line, in CSV, TSV or Markdown.

use super::Finding;
use super::assign::finding;
use super::bytes::{BLANK, Class, QUOTE, View, class};
use super::judge::{Setting, is_secret};
use super::names::{self, Strength};
use super::password_grade::{Grade, is_check_number, is_pin};
use super::value::Value;

/// The columns of a table that hold secrets.
#[derive(Clone, Copy, Debug)]
pub(super) struct Table {
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
const BLANKS: u8 = b' ';

/// More columns are not looked at.
const WIDEST: usize = 32;

impl Table {
    /// The table whose header is the line `start..end`.
    pub(super) fn of_header(
        view: View<'_>,
        start: usize,
        end: usize,
        in_blanks: bool,
    ) -> Option<Table> {
        const LONGEST: usize = 512;
        let divider =
            if end - start <= LONGEST { divider(view, start, in_blanks)? } else { return None };
        let mut table = Table { divider, width: 0, keys: 0, passwords: 0, pins: 0, checks: 0 };
        for cell in Cells::of(view, start, divider) {
            let title = cell.held(view);
            if !is_title(title) || table.width == WIDEST {
                return None;
            }
            let named = names::matching(title).find(|(_, name)| name.announces());
            if let Some((kind, name)) = named {
                *table.columns(kind, name.strength) |= 1 << table.width;
            }
            table.width += 1;
        }
        let secrets = table.keys | table.passwords | table.pins | table.checks;
        (secrets != 0 && table.width > 1).then_some(table)
    }

    /// The columns that hold what a name of this kind and strength is for.
    fn columns(&mut self, kind: &str, strength: Strength) -> &mut u32 {
        const CHECK_NUMBER: &[u8] = b"123";
        match strength {
            Strength::Password => &mut self.passwords,
            Strength::Exactly(fits) if kind == "password" && fits(CHECK_NUMBER) => &mut self.checks,
            Strength::Exactly(_) if kind == "password" => &mut self.pins,
            _ => &mut self.keys,
        }
    }

    /// Returns true if the line at `at` is a row of it.
    pub(super) fn has_row(self, view: View<'_>, at: usize) -> bool {
        Cells::of(view, at, self.divider).take(WIDEST).count() == self.width
    }

    /// Returns true if the line at `at` is none of its rows and divides them: `+----+----+`.
    pub(super) fn is_ruled(self, view: View<'_>, at: usize) -> bool {
        let end = view.run(at, class!(" +=|:-"), 512);
        end > at + 2 && matches!(view.at(end), b'\r' | b'\n')
    }

    /// The first secret in the row at `row` that begins at `from` or behind it.
    pub(super) fn secret(self, view: View<'_>, row: usize, from: usize) -> Option<Finding> {
        let cells = Cells::of(view, row, self.divider).take(self.width).enumerate();
        let mut secrets =
            cells.filter(|(_, cell)| cell.start >= from).filter_map(|(place, cell)| {
                let holds = |columns: u32| columns >> place & 1 == 1;
                let is = |strength| is_secret(cell.held(view), strength, Setting::Prose);
                let grade = Grade::of(cell.held(view));
                let is_key = grade >= Grade::Numbered && !cell.held(view).contains(&b'_');
                let is_number = holds(self.pins) && is_pin(cell.held(view))
                    || holds(self.checks) && is_check_number(cell.held(view));
                if is_number
                    || (holds(self.passwords)
                        && (grade >= Grade::Possible || is(Strength::Password)))
                {
                    Some(finding(view, cell, "password"))
                } else if holds(self.keys) && (is_key || is(Strength::Plain)) {
                    Some(finding(view, cell, "secret"))
                } else {
                    None
                }
            });
        secrets.next()
    }
}

/// Returns what divides the cells of the line at `at`: a comma, a semicolon, a tab, or a bar that begins
/// the line. A cell that is longer than a title is decides that none does.
fn divider(view: View<'_>, at: usize, in_blanks: bool) -> Option<u8> {
    const TITLE: Class = class!("A-Za-z0-9_. \"'`-");
    const LONGEST_TITLE: usize = 40;
    if view.at(at) == b'|' {
        return Some(b'|');
    }
    let at = if in_blanks { view.run(at, class!("# "), 8) } else { at };
    let end = view.run(at, TITLE, LONGEST_TITLE);
    let divider = view.at(end);
    if b",;\t|".contains(&divider) {
        return Some(divider);
    }
    // Columns may be set apart by blanks alone.
    let title = view.slice(at, end).trim_ascii_start();
    (in_blanks && title.windows(2).any(|two| two == b"  ")).then_some(BLANKS)
}

/// The cells of a line.
struct Cells<'t> {
    view: View<'t>,
    at: usize,
    divider: u8,
}

impl<'t> Cells<'t> {
    fn of(view: View<'t>, start: usize, divider: u8) -> Cells<'t> {
        let start = if divider == BLANKS { view.run(start, class!("# "), 8) } else { start };
        let at = start + usize::from(divider == b'|' && view.at(start) == b'|');
        Cells { view, at, divider }
    }
}

impl Iterator for Cells<'_> {
    type Item = Value;

    fn next(&mut self) -> Option<Value> {
        let (view, start) = (self.view, self.at);
        let start = if self.divider == BLANKS { view.run(start, BLANK, 80) } else { start };
        let rest = view.bytes.get(start..).filter(|rest| !rest.is_empty())?;
        let ends = |byte: &u8| *byte == self.divider || b"\r\n".contains(byte);
        let length = match self.divider {
            BLANKS => blanks_or_end(rest),
            _ => rest.iter().position(ends).unwrap_or(rest.len()),
        };
        let is_last = rest.get(length) != Some(&self.divider);
        if self.divider == BLANKS && length == 0 {
            return None;
        }
        // Nothing follows the bar that closes a row.
        if is_last && self.divider == b'|' && rest[..length].trim_ascii().is_empty() {
            return None;
        }
        self.at = if is_last { view.bytes.len() } else { start + length + 1 };
        let (start, end) = (view.run(start, BLANK, 80), start + length);
        let end = start.max(view.run_back(end, BLANK, 80));
        let quoted =
            end > start + 1 && QUOTE.has(view.at(start)) && view.at(start) == view.at(end - 1);
        let quote = usize::from(quoted);
        Some(Value::bare(start + quote, end - quote))
    }
}

/// Where in `rest` two blanks stand or its line ends.
fn blanks_or_end(rest: &[u8]) -> usize {
    let ends = |two: &[u8]| two == b"  " || b"\r\n".contains(&two[0]);
    let found = rest.windows(2).position(ends);
    found.unwrap_or(rest.len() - usize::from(rest.ends_with(b"\n")))
}

/// Returns true if `held` may be the title of a column.
fn is_title(held: &[u8]) -> bool {
    const TITLE: Class = class!("A-Za-z0-9_. -");
    (1..=40).contains(&held.len()) && held.iter().all(|&byte| TITLE.has(byte) || !byte.is_ascii())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<&str> {
        let view = View { bytes: text.as_bytes(), floor: 0 };
        let header = text.find('\n').expect("a header");
        let Some(table) = Table::of_header(view, 0, header, false) else { return Vec::new() };
        let row = header + 1;
        let first = table.has_row(view, row).then(|| table.secret(view, row, row)).flatten();
        let next = |found: &Finding| table.secret(view, row, found.end);
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
