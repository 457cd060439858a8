//! Personal data in digits: resident numbers, payment cards, telephone numbers ([`phone`]).

use super::bytes::{BLANK, ByteView, DIGITS, WORD_CHARS, class};
use super::{DetectedSecret, phone};

/// The kinds of what is found here.
pub(super) const RESIDENT: &str = "kr-resident-number";
pub(super) const CARD: &str = "card";

/// The number that begins at `at`, where a word does.
pub(super) fn find_number(view: ByteView<'_>, at: usize) -> Option<DetectedSecret> {
    let width = view.run_end(at, DIGITS, 20) - at;
    // Most numbers in a text are too short, or their own word and nothing behind it.
    if width < 2
        || (width < 10 && !b"-. )%".contains(&view.byte_at(at + width)))
        || is_tail(view, at)
    {
        return None;
    }
    let found = |kind: &'static str, end: usize| DetectedSecret { kind, start: at, end };
    match width {
        6 | 13 if let Some(end) = resident_end(view, at) => Some(found(RESIDENT, end)),
        4 if let Some(end) = phone::local_end(view, at) => Some(found(phone::KIND, end)),
        4 | 13..=19 => card_end(view, at).map(|end| found(CARD, end)),
        2 | 3 | 10 | 11 | 12 => phone::local_end(view, at).map(|end| found(phone::KIND, end)),
        _ => None,
    }
}

/// True if the number at `at` continues digits before it: a version, a date, a decimal.
fn is_tail(view: ByteView<'_>, at: usize) -> bool {
    matches!(view.byte_before(at), b'.' | b'-' | b',')
        && at > 0
        && (DIGITS.contains(view.byte_before(at - 1)) || view.byte_before(at - 1) == b'>')
}

/// True if nothing of the number follows at `end`.
pub(super) fn is_end(view: ByteView<'_>, end: usize) -> bool {
    let next = view.byte_at(end);
    let goes_on =
        matches!(next, b'.' | b'-') && matches!(view.byte_at(end + 1), b'0'..=b'9' | b'<');
    !WORD_CHARS.contains(next) && !goes_on && next != b'*'
}

/// Returns the end of groups of digits of these `sizes`, divided by one of `dividers` throughout,
/// with a blank on either side or none.
pub(super) fn grouped_end(
    view: ByteView<'_>,
    at: usize,
    sizes: &[usize],
    dividers: &[u8],
) -> Option<usize> {
    let first = at + sizes[0];
    // In a link a hyphen may be spelled.
    let is_spelled = view.has_ignoring_case(first, "%2d") && dividers.contains(&b'-');
    let is_wide = view.byte_at(first) == b' ' && view.byte_at(first + 2) == b' ';
    let divider = view.byte_at(first + usize::from(is_wide));
    let mut end = at;
    for (i, &size) in sizes.iter().enumerate() {
        if i > 0 {
            let sign = end + usize::from(is_wide);
            if is_spelled && view.has_ignoring_case(end, "%2d") {
                end += 3;
            } else if view.byte_at(sign) != divider || !dividers.contains(&divider) {
                return None;
            } else {
                end = sign + 1 + usize::from(is_wide && view.byte_at(sign + 1) == b' ');
            }
        }
        let next = view.run_end(end, DIGITS, size + 1);
        if next - end != size {
            return None;
        }
        end = next;
    }
    is_end(view, end).then_some(end)
}

/// The digits of `start..end`.
fn digits_in(view: ByteView<'_>, start: usize, end: usize) -> impl DoubleEndedIterator<Item = u8> {
    view.slice(start, end).iter().filter(|byte| byte.is_ascii_digit()).map(|byte| byte - b'0')
}

/// The number that the first `count` digits make.
fn leading_number(view: ByteView<'_>, start: usize, end: usize, count: usize) -> u32 {
    digits_in(view, start, end).take(count).fold(0, |number, digit| number * 10 + u32::from(digit))
}

/// Returns the end of the Korean resident or foreigner number at `at`: six digits of a birthday,
/// then seven. Until October 2020 the last was a check digit; it is required if there is no hyphen.
fn resident_end(view: ByteView<'_>, at: usize) -> Option<usize> {
    let hyphenated = grouped_end(view, at, &[6, 7], b"-");
    let divided = || grouped_end(view, at, &[6, 7], b" ");
    let end = hyphenated.or_else(divided).or_else(|| grouped_end(view, at, &[13], b""))?;
    let mut number = [0; 13];
    number.iter_mut().zip(digits_in(view, at, end)).for_each(|(place, digit)| *place = digit);
    let is_time = hyphenated.is_none() && number[0] == 1;
    let is_sure = hyphenated.is_some() || (has_check_digit(&number) && !is_time);
    (is_birthday(&number) && is_sure).then_some(end)
}

/// True if `digits`, all digits of a number, are those of a resident number whose last digit is not
/// a check digit.
pub(super) fn is_resident(digits: &[u8]) -> bool {
    let mut number = [0; 13];
    number.iter_mut().zip(digits).for_each(|(place, digit)| *place = digit - b'0');
    digits.len() == 13 && is_birthday(&number)
}

/// True if a resident number begins with a day, and its seventh digit states a century.
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

/// True if the last digit checks the others: 11 less their weighted sum modulo 11, for foreigners
/// (5 to 8 in the seventh place) 13 less it.
fn has_check_digit(number: &[u8; 13]) -> bool {
    const CHECK_DIGIT_WEIGHTS: [u32; 12] = [2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5];
    let weighted =
        CHECK_DIGIT_WEIGHTS.iter().zip(number).map(|(weight, &digit)| weight * u32::from(digit));
    let base = if (5..=8).contains(&number[6]) { 13 } else { 11 };
    (base - weighted.sum::<u32>() % 11) % 10 == u32::from(number[12])
}

/// Returns the end of the card number at `at`, in one piece or in the groups that cards print.
fn card_end(view: ByteView<'_>, at: usize) -> Option<usize> {
    const CARD_GROUPS: [&[usize]; 4] = [&[4, 4, 4, 4], &[4, 6, 5], &[4, 6, 4], &[4, 4, 4, 4, 3]];
    let plain = || {
        let end = view.run_end(at, DIGITS, 20);
        (end - at >= 13 && is_end(view, end)).then_some(end)
    };
    let groups = CARD_GROUPS.iter().find_map(|sizes| grouped_end(view, at, sizes, b" -"));
    let is_card = |&end: &usize| {
        is_card(view, at, end) && !is_round(view, at, end) && !is_in_table(view, at, end)
    };
    groups.or_else(plain).filter(is_card)
}

/// True if an issuer may have issued a number and its last digit fits.
fn is_card(view: ByteView<'_>, at: usize, end: usize) -> bool {
    is_issued(view, at, end) && passes_luhn(view, at, end)
}

/// True if a number is alone on a line in a table of large numbers: the line above or below has
/// another one, which is not a card. Every tenth of those that begin like a card number passes the
/// check.
fn is_in_table(view: ByteView<'_>, at: usize, end: usize) -> bool {
    const MIN_LARGE_DIGITS: usize = 10;
    let line = view.run_start(at, BLANK, 80);
    let behind = view.run_end(end, class!(",\r"), 2);
    if view.byte_before(line) != b'\n' || view.byte_at(behind) != b'\n' {
        return false;
    }
    let is_other = |at: usize, end: usize| end - at >= MIN_LARGE_DIGITS && !is_card(view, at, end);
    let above_end = view.run_start(line - 1, class!(",\r"), 2);
    let above = view.run_start(above_end, DIGITS, 20);
    let is_alone = matches!(view.byte_before(view.run_start(above, BLANK, 80)), 0 | b'\n');
    let below = view.run_end(behind + 1, BLANK, 80);
    let below_end = view.run_end(below, DIGITS, 20);
    is_alone && is_other(above, above_end)
        || matches!(view.byte_at(below_end), b',' | b'\r' | b'\n') && is_other(below, below_end)
}

/// True if a number ends in so many zeros that it is a count: `2592000000000000`.
fn is_round(view: ByteView<'_>, at: usize, end: usize) -> bool {
    const MIN_TRAILING_ZEROS: usize = 6;
    digits_in(view, at, end).rev().take_while(|&digit| digit == 0).count() >= MIN_TRAILING_ZEROS
}

/// True if a card of an issuer known by these first digits has this many (ISO/IEC 7812; 9 is given
/// to domestic cards, Korean ones among them).
fn is_issued(view: ByteView<'_>, at: usize, end: usize) -> bool {
    let length = digits_in(view, at, end).count();
    let is_grouped = end - at > length;
    let (one, two) = (leading_number(view, at, end, 1), leading_number(view, at, end, 2));
    let (three, four) = (leading_number(view, at, end, 3), leading_number(view, at, end, 4));
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
fn passes_luhn(view: ByteView<'_>, at: usize, end: usize) -> bool {
    let doubled = |digit: u8| if digit > 4 { digit * 2 - 9 } else { digit * 2 };
    let sum: u32 = digits_in(view, at, end)
        .rev()
        .enumerate()
        .map(|(place, digit)| u32::from(if place % 2 == 1 { doubled(digit) } else { digit }))
        .sum();
    sum.is_multiple_of(10) && sum > 0
}
