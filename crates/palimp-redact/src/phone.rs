//! Telephone numbers: Korean and North American ones as written at home, others with their
//! country's code.

use super::DetectedSecret;
use super::bytes::{ByteView, DIGITS, WORD_CHARS, class};
use super::number::{grouped_end, is_end};

/// The kind of what is found here.
pub(super) const KIND: &str = "phone";

/// Returns the end of the telephone number at `at`, written as within its country.
pub(super) fn local_end(view: ByteView<'_>, at: usize) -> Option<usize> {
    let area = view.slice(at, view.run_end(at, DIGITS, 3));
    match area {
        [b'0', b'1', b'0' | b'1' | b'6'..=b'9'] => mobile_end(view, at),
        [b'0', b'7', b'0'] => grouped_end(view, at, &[3, 4, 4], b"-. "),
        [b'0', b'8' | b'9', b'0'] => grouped_end(view, at, &[3, 4, 4], b"-"),
        [b'0', b'5', b'0'] => None,
        [b'0', b'0', b'8'] if view.has_literal(at, "0082") => korean_end(view, at + 4),
        [b'0', b'2'] => landline_end(view, at, 2),
        [b'0', b'3'..=b'6', b'1'..=b'5'] => landline_end(view, at, 3),
        [b'8', b'2', b'1'] if view.run_end(at, DIGITS, 13) == at + 12 => plain_korean_end(view, at),
        [b'8', b'2'] | [b'8', b'2', b'1'] => korean_end(view, at + 2),
        [b'2'..=b'9', ..] => american_end(view, at),
        _ => None,
    }
}

fn mobile_end(view: ByteView<'_>, at: usize) -> Option<usize> {
    let sizes: [&[usize]; 2] = [&[3, 4, 4], &[3, 3, 4]];
    let divided = sizes.iter().find_map(|sizes| grouped_end(view, at, sizes, b"-. "));
    let plain = || {
        let end = view.run_end(at, DIGITS, 12);
        let is_whole = end - at == 11 || (end - at == 10 && view.byte_at(at + 2) != b'0');
        (is_whole && is_end(view, end)).then_some(end)
    };
    divided.or_else(plain)
}

/// Returns the end of a Korean mobile number after its country's code, which ends at `at`:
/// `-10-1234-5678`, ` (0)10 1234 5678`.
fn korean_end(view: ByteView<'_>, at: usize) -> Option<usize> {
    let gap = view.run_end(at, class!(" -.)"), 2);
    let start = if view.has_literal(gap, "(0)") { gap + 3 } else { gap };
    let sizes: &[&[usize]] = match view.slice(start, view.run_end(start, DIGITS, 3)) {
        [b'1', b'0' | b'1' | b'6'..=b'9'] => &[&[2, 4, 4], &[2, 3, 4]],
        [b'0', b'1', b'0' | b'1' | b'6'..=b'9'] => &[&[3, 4, 4], &[3, 3, 4]],
        _ => return None,
    };
    let divided = sizes.iter().find_map(|sizes| grouped_end(view, start, sizes, b"-. "));
    divided.filter(|_| gap > at)
}

/// Returns the end of a Korean mobile number of twelve plain digits, as gateways write it:
/// `821055028317`.
fn plain_korean_end(view: ByteView<'_>, at: usize) -> Option<usize> {
    let is_mobile = view.has_literal(at, "8210") && is_mobile_exchange(view.byte_at(at + 4));
    (is_mobile && is_end(view, at + 12)).then_some(at + 12)
}

/// Returns true if an exchange of Korean mobile numbers begins with `digit`.
fn is_mobile_exchange(digit: u8) -> bool {
    (b'2'..=b'9').contains(&digit)
}

/// Returns the end of a Korean landline's number with an area code of `area` digits: `02-123-4567`,
/// `02)123-4567`.
fn landline_end(view: ByteView<'_>, at: usize, area: usize) -> Option<usize> {
    let behind = at + area;
    let local = match (view.byte_at(behind), view.byte_at(behind + 1)) {
        (b'-', _) => behind + 1,
        (b')', b' ') => behind + 2,
        (b')', _) => behind + 1,
        _ => return None,
    };
    let sizes: [&[usize]; 2] = [&[3, 4], &[4, 4]];
    sizes.iter().find_map(|sizes| grouped_end(view, local, sizes, b"-"))
}

/// Returns the end of a North American number: `415-555-2671`.
fn american_end(view: ByteView<'_>, at: usize) -> Option<usize> {
    let end = grouped_end(view, at, &[3, 3, 4], b"-")?;
    is_exchange(view.byte_at(at + 4)).then_some(end)
}

/// True if an exchange or area code of North America begins with `digit`.
fn is_exchange(digit: u8) -> bool {
    (b'2'..=b'9').contains(&digit)
}

/// The telephone number in whose parenthesis the area code stands: `(415) 555-2671`, `(02) 123-4567`.
pub(super) fn find_bracketed(view: ByteView<'_>, at: usize) -> Option<DetectedSecret> {
    let area = at + 1;
    let close = view.run_end(area, DIGITS, 4);
    if view.byte_at(close) != b')' || WORD_CHARS.contains(view.byte_before(at)) {
        return None;
    }
    let end = match view.slice(area, close) {
        [b'0', b'2'] => landline_end(view, area, 2),
        [b'0', b'3'..=b'6', b'1'..=b'5'] => landline_end(view, area, 3),
        [b'0', b'1', b'0' | b'1' | b'6'..=b'9'] => {
            let local = view.run_end(close + 1, class!(" -"), 1);
            grouped_end(view, local, &[4, 4], b"-. ").or(grouped_end(view, local, &[3, 4], b"-. "))
        }
        [b'2'..=b'9', b'0'..=b'9', b'0'..=b'9'] => {
            let local = close + 1 + usize::from(view.byte_at(close + 1) == b' ');
            grouped_end(view, local, &[3, 4], b"-.").filter(|_| is_exchange(view.byte_at(local)))
        }
        _ => None,
    };
    end.map(|end| DetectedSecret { kind: KIND, start: at, end })
}

/// Country codes with how many digits a number has there, the code included.
#[rustfmt::skip]
const COUNTRY_CODES: [(&str, usize, usize); 20] = [
    ("1", 11, 11), ("7", 11, 11), ("31", 11, 11), ("32", 10, 11), ("33", 11, 11), ("34", 11, 11),
    ("39", 11, 13), ("41", 11, 11), ("44", 12, 12), ("46", 10, 12), ("48", 11, 11), ("49", 11, 13),
    ("55", 12, 13), ("61", 11, 11), ("65", 10, 10), ("81", 11, 12), ("82", 10, 12), ("84", 11, 11),
    ("86", 13, 13), ("91", 12, 12),
];

/// The telephone number with a country code behind the `+` at `at`.
pub(super) fn find_international(view: ByteView<'_>, at: usize) -> Option<DetectedSecret> {
    if WORD_CHARS.contains(view.byte_before(at))
        || b"+)]".contains(&view.byte_before(at))
        || !is_exchange_or_one(view.byte_at(at + 1))
    {
        return None;
    }
    let (least, most) = COUNTRY_CODES
        .iter()
        .find(|(code, ..)| view.has_literal(at + 1, code))
        .map_or((9, 15), |&(_, least, most)| (least, most));
    let is_known = most < 15;
    let least_groups = if is_known { 1 } else { 3 };
    if view.byte_at(at + 1) == b'1' && !has_american_area(view, at + 2) {
        return None;
    }
    let (mut end, mut count, mut groups, mut found) = (at + 1, 0, 0, None);
    loop {
        let next = view.run_end(end, DIGITS, 16);
        // French numbers go on with one digit behind the country's code.
        let is_short = next - end < 2 && !(groups == 1 && is_known);
        if next == end || (count > 0 && is_short) {
            break;
        }
        count += next - end;
        groups += 1;
        end = next;
        if (least..=most).contains(&count) && is_end(view, end) && groups >= least_groups {
            found = Some(end);
        }
        end = divider_end(view, end)?;
        if count >= most {
            break;
        }
    }
    // A line that a diff adds begins with a `+` too.
    let is_diff = view.starts_line(at) && !is_known;
    found.filter(|_| !is_diff).map(|end| DetectedSecret { kind: KIND, start: at, end })
}

/// True if the digits after the country code at `at` can begin an American number.
fn has_american_area(view: ByteView<'_>, at: usize) -> bool {
    let gap = view.run_end(at, class!(" (.-"), 2);
    let rest = view.run_end(gap + 3, class!(" ).-"), 2);
    is_exchange(view.byte_at(gap)) && is_exchange(view.byte_at(rest))
}

fn is_exchange_or_one(digit: u8) -> bool {
    (b'1'..=b'9').contains(&digit)
}

/// Returns the start of the next group of digits after one that ends at `end`: after a blank, a
/// hyphen, a full stop, a parenthesis or a trunk zero in parentheses.
fn divider_end(view: ByteView<'_>, end: usize) -> Option<usize> {
    let end = if view.has_literal(end, " (0)") { end + 4 } else { end };
    let width = match (view.byte_at(end), view.byte_at(end + 1)) {
        (b' ', b'(') | (b')', b' ' | b'-') => 2,
        (b' ' | b'-' | b'.' | b'(' | b')', _) => 1,
        _ => 0,
    };
    Some(end + width)
}
