//! Rows read straight from the pages of a database file, for when SQLite can no longer find its
//! way through it: a lost header or schema page costs no row.
//!
//! Every page that is a leaf of a table is read by itself, as the file format describes it
//! (<https://www.sqlite.org/fileformat.html>); which table a row belongs to follows from the number
//! and kinds of its columns, for the schema is palimp's own.

use rusqlite::types::Value;

/// The size of a page, in bytes; palimp never changes SQLite's default.
const PAGE_BYTES: usize = 4_096;
/// The first byte of a page that is a leaf of a table.
const LEAF_PAGE_TYPE: u8 = 0x0d;
/// Maximum length of a value, in bytes; a cell with a longer one is not a row.
const MAX_VALUE_BYTES: usize = 64 << 20;

/// A row that was read.
pub(super) struct RawRow {
    /// Its table.
    pub(super) table: &'static str,
    /// Its columns, in the order of the schema.
    pub(super) values: Vec<Value>,
}

/// Hands `each` row that can be read from a database file.
pub(super) fn of_database(bytes: &[u8], each: &mut dyn FnMut(RawRow)) {
    let pages = DatabasePages { bytes };
    for number in 0..bytes.len().div_ceil(PAGE_BYTES) {
        pages.visit_rows(number, each);
    }
}

/// Hands `each` row that can be read from a write-ahead log, those written last first. A row that
/// spans pages is not followed from there.
pub(super) fn of_log(bytes: &[u8], each: &mut dyn FnMut(RawRow)) {
    const LOG_HEADER_BYTES: usize = 32;
    const LOG_FRAME_BYTES: usize = 24 + PAGE_BYTES;
    let frames = bytes.get(LOG_HEADER_BYTES..).unwrap_or_default().chunks_exact(LOG_FRAME_BYTES);
    for frame in frames.rev() {
        DatabasePages { bytes: &frame[24..] }.visit_rows(0, each);
    }
}

/// A file as pages.
struct DatabasePages<'b> {
    bytes: &'b [u8],
}

impl DatabasePages<'_> {
    /// Passes the rows of a leaf to `each`; page 0, the file's first, holds the schema behind the
    /// file's header.
    fn visit_rows(&self, number: usize, each: &mut dyn FnMut(RawRow)) {
        let Some(page) = self.bytes.get(number * PAGE_BYTES..) else { return };
        let page = &page[..page.len().min(PAGE_BYTES)];
        if page.first() != Some(&LEAF_PAGE_TYPE) {
            return;
        }
        let cells = usize::from(read_be16(page, 3).unwrap_or(0)).min(PAGE_BYTES / 2);
        for cell in 0..cells {
            let at = read_be16(page, 8 + cell * 2).map(usize::from);
            let row = at
                .and_then(|at| self.read_cell(page, at))
                .and_then(|(id, payload)| parse_row(id, &payload));
            if let Some(row) = row {
                each(row);
            }
        }
    }

    /// The row number and the payload of a cell, with what overflows into other pages.
    fn read_cell(&self, page: &[u8], at: usize) -> Option<(i64, Vec<u8>)> {
        let mut rest = page.get(at..)?;
        let length =
            usize::try_from(parse_varint(&mut rest)?).ok().filter(|n| *n <= MAX_VALUE_BYTES)?;
        let id = parse_varint(&mut rest)?;
        let local = local_size(length);
        let mut payload = rest.get(..local)?.to_vec();
        if local < length {
            let mut next = read_be32(rest, local)? as usize;
            while payload.len() < length {
                let start = next.checked_sub(1)?.checked_mul(PAGE_BYTES)?;
                let page = self.bytes.get(start..start + PAGE_BYTES)?;
                let take = (length - payload.len()).min(PAGE_BYTES - 4);
                payload.extend_from_slice(&page[4..4 + take]);
                next = read_be32(page, 0)? as usize;
            }
        }
        Some((id, payload))
    }
}

/// Returns the number of bytes of a payload of `length` bytes that lie in the leaf itself.
fn local_size(length: usize) -> usize {
    const MAX_LOCAL_BYTES: usize = PAGE_BYTES - 35;
    const MIN_LOCAL_BYTES: usize = (PAGE_BYTES - 12) * 32 / 255 - 23;
    if length <= MAX_LOCAL_BYTES {
        return length;
    }
    let local = MIN_LOCAL_BYTES + (length - MIN_LOCAL_BYTES) % (PAGE_BYTES - 4);
    if local <= MAX_LOCAL_BYTES { local } else { MIN_LOCAL_BYTES }
}

/// Parses a payload into a row, if it belongs to one of palimp's tables.
fn parse_row(id: i64, payload: &[u8]) -> Option<RawRow> {
    let mut rest = payload;
    let header = usize::try_from(parse_varint(&mut rest)?).ok()?;
    let mut types = payload.get(payload.len() - rest.len()..header)?;
    let mut body = payload.get(header..)?;
    let mut values = Vec::new();
    while !types.is_empty() {
        let kind = parse_varint(&mut types)?;
        values.push(parse_value(kind, &mut body)?);
    }
    let table = table_of(&values)?;
    // A column that is the row's number is stored as NULL.
    if values[0] == Value::Null {
        values[0] = Value::Integer(id);
    }
    Some(RawRow { table, values })
}

fn table_of(values: &[Value]) -> Option<&'static str> {
    let text = |at: usize| matches!(values.get(at), Some(Value::Text(_)));
    let whole = |at: usize| matches!(values.get(at), Some(Value::Integer(_)));
    let blob = |at: usize| matches!(values.get(at), Some(Value::Blob(_)));
    let numbered = values.first() == Some(&Value::Null);
    match values.len() {
        17 if numbered && text(1) && text(9) && whole(16) => Some("observations"),
        13 if numbered && text(7) && text(8) && whole(12) => Some("messages"),
        13 if text(0) && text(6) && whole(10) => Some("sessions"),
        10 if numbered && text(6) && text(7) && whole(8) && whole(9) => Some("injections"),
        10 if numbered && text(6) && text(8) && whole(9) => Some("agent_log"),
        6 if numbered && text(1) && whole(2) && blob(3) && whole(5) => Some("forgotten"),
        4 if numbered && whole(1) && whole(2) && whole(3) => Some("tombstones"),
        _ => None,
    }
}

/// Parses a value by its serial type.
fn parse_value(kind: i64, body: &mut &[u8]) -> Option<Value> {
    let integer = |bytes: &[u8]| {
        let sign = if bytes[0] & 0x80 == 0 { 0 } else { -1 };
        Value::Integer(bytes.iter().fold(sign, |number, byte| number << 8 | i64::from(*byte)))
    };
    Some(match kind {
        0 => Value::Null,
        1..=4 => integer(take_bytes(body, usize::try_from(kind).ok()?)?),
        5 => integer(take_bytes(body, 6)?),
        6 => integer(take_bytes(body, 8)?),
        7 => Value::Real(f64::from_be_bytes(take_bytes(body, 8)?.try_into().ok()?)),
        8 => Value::Integer(0),
        9 => Value::Integer(1),
        12.. => {
            let bytes = take_bytes(body, usize::try_from((kind - 12) / 2).ok()?)?;
            if kind % 2 == 0 {
                Value::Blob(bytes.to_vec())
            } else {
                Value::Text(String::from_utf8(bytes.to_vec()).ok()?)
            }
        }
        _ => return None,
    })
}

fn take_bytes<'b>(bytes: &mut &'b [u8], count: usize) -> Option<&'b [u8]> {
    let (head, rest) = bytes.split_at_checked(count)?;
    *bytes = rest;
    Some(head)
}

/// Parses a variable-length integer: seven bits a byte, the ninth byte whole.
fn parse_varint(bytes: &mut &[u8]) -> Option<i64> {
    let mut number: i64 = 0;
    for at in 0..9 {
        let byte = take_bytes(bytes, 1)?[0];
        if at == 8 {
            return Some(number << 8 | i64::from(byte));
        }
        number = number << 7 | i64::from(byte & 0x7f);
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

fn read_be16(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_be_bytes(bytes.get(at..at + 2)?.try_into().ok()?))
}

fn read_be32(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn any_bytes_are_pages(mut bytes in proptest::collection::vec(any::<u8>(), 0..9_000)) {
            if let Some(first) = bytes.first_mut() {
                *first = LEAF_PAGE_TYPE;
            }
            of_database(&bytes, &mut |_| {});
            of_log(&bytes, &mut |_| {});
        }
    }
}
