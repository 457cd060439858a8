//! Personal data in digits: resident numbers, payment cards, telephone numbers.

use super::Finding;
use super::bytes::{DIGIT, View, WORD, class};

/// The kinds of what is found here.
pub(super) const RESIDENT: &str = "kr-resident-number";
pub(super) const CARD: &str = "card";
pub(super) const PHONE: &str = "phone";

/// The number that begins at `at`, where a word does.
pub(super) fn at(view: View<'_>, at: usize) -> Option<Finding> {
    let width = view.run(at, DIGIT, 20) - at;
    // Most numbers in a text are too short, or their own word and nothing behind it.
    if width < 2 || (width < 10 && !b"-. )".contains(&view.at(at + width))) || is_tail(view, at) {
        return None;
    }
    let found = |kind: &'static str, end: usize| Finding { kind, start: at, end };
    match width {
        6 | 13 if let Some(end) = resident_end(view, at) => Some(found(RESIDENT, end)),
        4 | 13..=19 => card_end(view, at).map(|end| found(CARD, end)),
        2 | 3 | 10 | 11 => local_phone_end(view, at).map(|end| found(PHONE, end)),
        _ => None,
    }
}

/// Whether the number at `at` goes on from digits before it: a version, a date, a decimal.
fn is_tail(view: View<'_>, at: usize) -> bool {
    matches!(view.before(at), b'.' | b'-' | b',')
        && at > 0
        && (DIGIT.has(view.before(at - 1)) || view.before(at - 1) == b'>')
}

/// Whether nothing of the number follows at `end`.
fn is_end(view: View<'_>, end: usize) -> bool {
    let next = view.at(end);
    let goes_on = matches!(next, b'.' | b'-') && matches!(view.at(end + 1), b'0'..=b'9' | b'<');
    !WORD.has(next) && !goes_on && next != b'*'
}

/// Where groups of digits of these `sizes` end, divided by one of `dividers` throughout.
fn grouped_end(view: View<'_>, at: usize, sizes: &[usize], dividers: &[u8]) -> Option<usize> {
    let divider = view.at(at + sizes[0]);
    let mut end = at;
    for (i, &size) in sizes.iter().enumerate() {
        if i > 0 {
            if view.at(end) != divider || !dividers.contains(&divider) {
                return None;
            }
            end += 1;
        }
        let next = view.run(end, DIGIT, size + 1);
        if next - end != size {
            return None;
        }
        end = next;
    }
    is_end(view, end).then_some(end)
}

/// The digits of `start..end`.
fn digits(view: View<'_>, start: usize, end: usize) -> impl DoubleEndedIterator<Item = u8> {
    view.slice(start, end).iter().filter(|byte| byte.is_ascii_digit()).map(|byte| byte - b'0')
}

/// The number that the first `count` digits make.
fn leading(view: View<'_>, start: usize, end: usize, count: usize) -> u32 {
    digits(view, start, end).take(count).fold(0, |number, digit| number * 10 + u32::from(digit))
}

/// Where the Korean resident or foreigner number at `at` ends: six digits of a birthday,
/// then seven of which the last is a check digit.
fn resident_end(view: View<'_>, at: usize) -> Option<usize> {
    let hyphenated = grouped_end(view, at, &[6, 7], b"-");
    let end = hyphenated.or_else(|| grouped_end(view, at, &[13], b""))?;
    let mut number = [0; 13];
    number.iter_mut().zip(digits(view, at, end)).for_each(|(place, digit)| *place = digit);
    let is_time = hyphenated.is_none() && number[0] == 1;
    (is_birthday(&number) && has_check_digit(&number) && !is_time).then_some(end)
}

/// Whether a resident number begins with a day, and its seventh digit with a century.
fn is_birthday(number: &[u8; 13]) -> bool {
    let two = |at: usize| u32::from(number[at]) * 10 + u32::from(number[at + 1]);
    let year = match number[6] {
        1 | 2 | 5 | 6 => 1900 + two(0),
        3 | 4 | 7 | 8 => 2000 + two(0),
        _ => return false,
    };
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match two(2) {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 => 28 + u32::from(is_leap),
        _ => return false,
    };
    (1..=days).contains(&two(4))
}

/// Whether the last digit checks the others: 11 less their weighted sum modulo 11, for
/// foreigners (5 to 8 in the seventh place) 13 less it.
fn has_check_digit(number: &[u8; 13]) -> bool {
    const WEIGHTS: [u32; 12] = [2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5];
    let weighted = WEIGHTS.iter().zip(number).map(|(weight, &digit)| weight * u32::from(digit));
    let base = if (5..=8).contains(&number[6]) { 13 } else { 11 };
    (base - weighted.sum::<u32>() % 11) % 10 == u32::from(number[12])
}

/// Where the card number at `at` ends, in one piece or in the groups that cards print.
fn card_end(view: View<'_>, at: usize) -> Option<usize> {
    const GROUPS: [&[usize]; 4] = [&[4, 4, 4, 4], &[4, 6, 5], &[4, 6, 4], &[4, 4, 4, 4, 3]];
    let plain = || {
        let end = view.run(at, DIGIT, 20);
        (end - at >= 13 && is_end(view, end)).then_some(end)
    };
    let groups = GROUPS.iter().find_map(|sizes| grouped_end(view, at, sizes, b" -"));
    groups.or_else(plain).filter(|&end| is_issued(view, at, end) && passes_luhn(view, at, end))
}

/// Whether a card of an issuer known by these first digits has this many
/// (ISO/IEC 7812; 9 is given to domestic cards, Korean ones among them).
fn is_issued(view: View<'_>, at: usize, end: usize) -> bool {
    let length = digits(view, at, end).count();
    let is_grouped = end - at > length;
    let (one, two) = (leading(view, at, end, 1), leading(view, at, end, 2));
    let (three, four) = (leading(view, at, end, 3), leading(view, at, end, 4));
    match length {
        13 => one == 4,
        14 => matches!(two, 36 | 38 | 39) || matches!(three, 300..=305),
        15 => matches!(two, 34 | 37),
        16 => {
            matches!(two, 51..=55 | 62 | 65 | 94)
                || one == 4
                || matches!(three, 644..=649)
                || matches!(four, 2221..=2720 | 3528..=3589 | 6011)
        }
        17 | 18 => two == 62,
        // In one piece and beginning with a 4 it is more often a number of 64 bits.
        19 => two == 62 || four == 6011 || (one == 4 && is_grouped),
        _ => false,
    }
}

/// Luhn's check (ISO/IEC 7812-1, annex B).
fn passes_luhn(view: View<'_>, at: usize, end: usize) -> bool {
    let doubled = |digit: u8| if digit > 4 { digit * 2 - 9 } else { digit * 2 };
    let sum: u32 = digits(view, at, end)
        .rev()
        .enumerate()
        .map(|(place, digit)| u32::from(if place % 2 == 1 { doubled(digit) } else { digit }))
        .sum();
    sum.is_multiple_of(10) && sum > 0
}

/// Where the telephone number at `at`, written as within its country, ends.
fn local_phone_end(view: View<'_>, at: usize) -> Option<usize> {
    let area = view.slice(at, view.run(at, DIGIT, 3));
    match area {
        [b'0', b'1', b'0' | b'1' | b'6'..=b'9'] => mobile_end(view, at),
        [b'0', b'7', b'0'] => grouped_end(view, at, &[3, 4, 4], b"-. "),
        [b'0', b'8' | b'9', b'0'] => grouped_end(view, at, &[3, 4, 4], b"-"),
        [b'0', b'5', b'0'] => None,
        [b'0', b'2'] => landline_end(view, at, 2),
        [b'0', b'3'..=b'6', b'1'..=b'5'] => landline_end(view, at, 3),
        [b'2'..=b'9', ..] => american_end(view, at),
        _ => None,
    }
}

fn mobile_end(view: View<'_>, at: usize) -> Option<usize> {
    let sizes: [&[usize]; 2] = [&[3, 4, 4], &[3, 3, 4]];
    let divided = sizes.iter().find_map(|sizes| grouped_end(view, at, sizes, b"-. "));
    let plain = || {
        let end = view.run(at, DIGIT, 12);
        let is_whole = end - at == 11 || (end - at == 10 && view.at(at + 2) != b'0');
        (is_whole && is_end(view, end)).then_some(end)
    };
    divided.or_else(plain)
}

/// Where a Korean landline's number with an area code of `area` digits ends:
/// `02-123-4567`, `02)123-4567`.
fn landline_end(view: View<'_>, at: usize, area: usize) -> Option<usize> {
    let behind = at + area;
    let local = match (view.at(behind), view.at(behind + 1)) {
        (b'-', _) => behind + 1,
        (b')', b' ') => behind + 2,
        (b')', _) => behind + 1,
        _ => return None,
    };
    let sizes: [&[usize]; 2] = [&[3, 4], &[4, 4]];
    sizes.iter().find_map(|sizes| grouped_end(view, local, sizes, b"-"))
}

/// Where a North American number ends: `415-555-2671`.
fn american_end(view: View<'_>, at: usize) -> Option<usize> {
    let end = grouped_end(view, at, &[3, 3, 4], b"-")?;
    is_exchange(view.at(at + 4)).then_some(end)
}

/// Whether an exchange or area code of North America begins with `digit`.
fn is_exchange(digit: u8) -> bool {
    (b'2'..=b'9').contains(&digit)
}

/// The telephone number in whose parenthesis the area code stands: `(415) 555-2671`, `(02) 123-4567`.
pub(super) fn bracketed(view: View<'_>, at: usize) -> Option<Finding> {
    let area = at + 1;
    let close = view.run(area, DIGIT, 4);
    if view.at(close) != b')' || WORD.has(view.before(at)) {
        return None;
    }
    let end = match view.slice(area, close) {
        [b'0', b'2'] => landline_end(view, area, 2),
        [b'0', b'3'..=b'6', b'1'..=b'5'] => landline_end(view, area, 3),
        [b'2'..=b'9', b'0'..=b'9', b'0'..=b'9'] => {
            let local = close + 1 + usize::from(view.at(close + 1) == b' ');
            grouped_end(view, local, &[3, 4], b"-.").filter(|_| is_exchange(view.at(local)))
        }
        _ => None,
    };
    end.map(|end| Finding { kind: PHONE, start: at, end })
}

/// Country codes with how many digits a number has there, the code included.
#[rustfmt::skip]
const COUNTRIES: [(&str, usize, usize); 20] = [
    ("1", 11, 11), ("7", 11, 11), ("31", 11, 11), ("32", 10, 11), ("33", 11, 11), ("34", 11, 11),
    ("39", 11, 13), ("41", 11, 11), ("44", 12, 12), ("46", 10, 12), ("48", 11, 11), ("49", 11, 13),
    ("55", 12, 13), ("61", 11, 11), ("65", 10, 10), ("81", 11, 12), ("82", 10, 12), ("84", 11, 11),
    ("86", 13, 13), ("91", 12, 12),
];

/// The telephone number with a country code behind the `+` at `at`.
pub(super) fn international(view: View<'_>, at: usize) -> Option<Finding> {
    if WORD.has(view.before(at))
        || b"+)]".contains(&view.before(at))
        || !is_exchange_or_one(view.at(at + 1))
    {
        return None;
    }
    let (least, most) = COUNTRIES
        .iter()
        .find(|(code, ..)| view.has(at + 1, code))
        .map_or((9, 15), |&(_, least, most)| (least, most));
    let is_known = most < 15;
    let least_groups = if is_known { 1 } else { 3 };
    if view.at(at + 1) == b'1' && !has_american_area(view, at + 2) {
        return None;
    }
    let (mut end, mut count, mut groups, mut found) = (at + 1, 0, 0, None);
    loop {
        let next = view.run(end, DIGIT, 16);
        if next == end || (count > 0 && next - end < 2) {
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
    found.filter(|_| !is_diff).map(|end| Finding { kind: PHONE, start: at, end })
}

/// Whether the digits behind the country code at `at` can begin an American number.
fn has_american_area(view: View<'_>, at: usize) -> bool {
    let gap = view.run(at, class!(" (.-"), 2);
    let rest = view.run(gap + 3, class!(" ).-"), 2);
    is_exchange(view.at(gap)) && is_exchange(view.at(rest))
}

fn is_exchange_or_one(digit: u8) -> bool {
    (b'1'..=b'9').contains(&digit)
}

/// Where the next group of digits begins behind one that ends at `end`: behind a blank, a
/// hyphen, a full stop, a parenthesis or a trunk zero in parentheses.
fn divider_end(view: View<'_>, end: usize) -> Option<usize> {
    let end = if view.has(end, " (0)") { end + 4 } else { end };
    let width = match (view.at(end), view.at(end + 1)) {
        (b' ', b'(') | (b')', b' ' | b'-') => 2,
        (b' ' | b'-' | b'.' | b'(' | b')', _) => 1,
        _ => 0,
    };
    Some(end + width)
}
