//! Numbers that mean something only beside their name: of passports, driving licences, bank
//! accounts, businesses and residents ("여권번호 M12345678", "account number 110-123-456789").

use super::Finding;
use super::bytes::{Class, DIGIT, View, class, with_longer};
use super::number::{self, is_end};

/// The kinds of what is found here.
pub(super) const PASSPORT: &str = "passport-number";
pub(super) const LICENCE: &str = "driving-licence";
pub(super) const ACCOUNT: &str = "bank-account";
pub(super) const BUSINESS: &str = "kr-business-number";

/// A word that a number of a document follows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Document {
    /// The word.
    pub(super) start: &'static str,
    kind: &'static str,
    /// Where a number of this kind ends.
    end: fn(View<'_>, usize) -> Option<usize>,
}

/// The words that are known.
#[rustfmt::skip]
pub(super) const DOCUMENTS: &[Document] = &[
    document("여권", PASSPORT, passport_end),
    document("passport", PASSPORT, passport_end),
    document("Passport", PASSPORT, passport_end),
    document("면허", LICENCE, licence_end),
    document("driver's licen", LICENCE, licence_end),
    document("driving licen", LICENCE, licence_end),
    document("Driver's licen", LICENCE, licence_end),
    document("계좌", ACCOUNT, account_end),
    document("은행", ACCOUNT, account_end),
    document("농협", ACCOUNT, account_end),
    document("수협", ACCOUNT, account_end),
    document("신협", ACCOUNT, account_end),
    document("새마을금고", ACCOUNT, account_end),
    document("우체국", ACCOUNT, account_end),
    document("카카오뱅크", ACCOUNT, account_end),
    document("토스뱅크", ACCOUNT, account_end),
    document("케이뱅크", ACCOUNT, account_end),
    document("account number", ACCOUNT, account_end),
    document("Account number", ACCOUNT, account_end),
    document("Account Number", ACCOUNT, account_end),
    document("account no", ACCOUNT, account_end),
    document("bank account", ACCOUNT, account_end),
    document("Bank account", ACCOUNT, account_end),
    document("사업자", BUSINESS, business_end),
    document("법인등록", BUSINESS, corporation_end),
    document("business registration", BUSINESS, business_end),
    document("Business registration", BUSINESS, business_end),
    document("주민", number::RESIDENT, resident_end),
    document("외국인", number::RESIDENT, resident_end),
    document("생년월일", number::RESIDENT, resident_end),
    document("resident registration", number::RESIDENT, resident_end),
    document("Resident registration", number::RESIDENT, resident_end),
    document("RRN", number::RESIDENT, resident_end),
];

const fn document(
    start: &'static str,
    kind: &'static str,
    end: fn(View<'_>, usize) -> Option<usize>,
) -> Document {
    Document { start, kind, end }
}

impl Document {
    /// The number that follows this word, which stands at `at`.
    pub(super) fn number(&self, view: View<'_>, at: usize) -> Option<Finding> {
        const BETWEEN: Class = Class(const { &with_longer(class!("A-Za-z .:=#()[]*|\"'`>-")) });
        const WIDEST: usize = 48;
        if !view.has(at, self.start) {
            return None;
        }
        let from = at + self.start.len();
        let digit = view.run(from, BETWEEN, WIDEST);
        // A passport's number begins with a letter or two.
        let starts = digit.saturating_sub(2).max(from)..=digit;
        let is_word = |at: &usize| !view.before(*at).is_ascii_alphanumeric();
        let mut found =
            starts.filter(is_word).filter_map(|start| Some((start, (self.end)(view, start)?)));
        found.next().map(|(start, end)| Finding { kind: self.kind, start, end })
    }
}

/// Where the number at `at` ends, of whose digits `fits` says whether it is one. What follows behind a
/// blank may be another number.
fn number_end(
    view: View<'_>,
    at: usize,
    most: usize,
    fits: impl Fn(&[u8]) -> bool,
) -> Option<usize> {
    [&b"- "[..], b"-", b" "].into_iter().find_map(|dividers| {
        let (end, digits) = digits(view, at, most, dividers)?;
        fits(&digits).then_some(end)
    })
}

/// The digits at `at` with some of the signs between them: where they end, and which they are.
fn digits(view: View<'_>, at: usize, most: usize, dividers: &[u8]) -> Option<(usize, Vec<u8>)> {
    let mut digits = Vec::new();
    let (mut end, mut last) = (at, at);
    while digits.len() <= most {
        let next = view.run(end, DIGIT, most + 1);
        if next == end {
            break;
        }
        digits.extend_from_slice(view.slice(end, next));
        last = next;
        // A number that is whole ends where another begins behind a blank.
        if digits.len() == most && view.at(next) == b' ' {
            break;
        }
        end = next + usize::from(dividers.contains(&view.at(next)));
    }
    (!digits.is_empty() && is_end(view, last)).then_some((last, digits))
}

/// A letter and eight digits, of which newer passports have one replaced by a letter; other
/// countries' have one or two letters and seven digits or more.
fn passport_end(view: View<'_>, at: usize) -> Option<usize> {
    let letters = view.run(at, class!("A-Z"), 2) - at;
    let end = view.run(at, class!("A-Z0-9"), 11);
    let digits = view.slice(at, end).iter().filter(|byte| byte.is_ascii_digit()).count();
    let is_number = letters > 0 && (8..=9).contains(&(end - at)) && digits >= 7;
    (is_number && is_end(view, end)).then_some(end)
}

/// Twelve digits in groups of 2, 2, 6 and 2, of which older licences have a region's name in place
/// of the first.
fn licence_end(view: View<'_>, at: usize) -> Option<usize> {
    number_end(view, at, 12, |digits| matches!(digits.len(), 10 | 12))
}

fn account_end(view: View<'_>, at: usize) -> Option<usize> {
    number_end(view, at, 16, |digits| (10..=16).contains(&digits.len()))
}

/// Ten digits, in groups of 3, 2 and 5.
fn business_end(view: View<'_>, at: usize) -> Option<usize> {
    number_end(view, at, 10, |digits| digits.len() == 10)
}

fn corporation_end(view: View<'_>, at: usize) -> Option<usize> {
    number_end(view, at, 13, |digits| digits.len() == 13)
}

fn resident_end(view: View<'_>, at: usize) -> Option<usize> {
    number_end(view, at, 13, number::is_resident)
}
