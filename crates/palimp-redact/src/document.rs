//! Numbers that mean something only beside their name: of passports, driving licences, bank
//! accounts, businesses and residents ("여권번호 M12345678", "account number 110-123-456789").

use super::DetectedSecret;
use super::bytes::{ByteClass, ByteView, DIGITS, WORD_CHARS, class, with_longer};
use super::number::{self, is_end};

/// The kinds of what is found here.
pub(super) const PASSPORT: &str = "passport-number";
pub(super) const LICENCE: &str = "driving-licence";
pub(super) const ACCOUNT: &str = "bank-account";
pub(super) const BUSINESS: &str = "kr-business-number";
pub(super) const SOCIAL: &str = "us-social-security-number";
pub(super) const CHECK: &str = "card-check-number";
pub(super) const IBAN: &str = "iban";

/// A word that a number of a document follows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DocumentCue {
    /// The word.
    pub(super) start: &'static str,
    pub(super) kind: &'static str,
    /// Returns the end of a number of this kind.
    end: fn(ByteView<'_>, usize) -> Option<usize>,
}

/// The words that are known.
#[rustfmt::skip]
pub(super) const DOCUMENT_CUES: &[DocumentCue] = &[
    document("여권", PASSPORT, passport_end),
    document("passport", PASSPORT, passport_end),
    document("Passport", PASSPORT, passport_end),
    document("면허", LICENCE, licence_end),
    document("driver's licen", LICENCE, american_licence_end),
    document("driver_licen", LICENCE, american_licence_end),
    document("driverLicen", LICENCE, american_licence_end),
    document("drivers_licen", LICENCE, american_licence_end),
    document("driver licen", LICENCE, american_licence_end),
    document("drivers licen", LICENCE, american_licence_end),
    document("driver’s licen", LICENCE, american_licence_end),
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
    document("account number", ACCOUNT, short_account_end),
    document("Account number", ACCOUNT, short_account_end),
    document("Account Number", ACCOUNT, short_account_end),
    document("account_number", ACCOUNT, short_account_end),
    document("accountNumber", ACCOUNT, short_account_end),
    document("account no", ACCOUNT, short_account_end),
    document("하나 ", ACCOUNT, grouped_account_end),
    document("기업 ", ACCOUNT, grouped_account_end),
    document("우리 ", ACCOUNT, grouped_account_end),
    document("신한 ", ACCOUNT, grouped_account_end),
    document("국민 ", ACCOUNT, grouped_account_end),
    document("농협 ", ACCOUNT, grouped_account_end),
    document("카뱅", ACCOUNT, grouped_account_end),
    document("토뱅", ACCOUNT, grouped_account_end),
    document("토스 ", ACCOUNT, grouped_account_end),
    document("bank account", ACCOUNT, account_end),
    document("Bank account", ACCOUNT, account_end),
    document("사업자", BUSINESS, business_end),
    document("법인등록", BUSINESS, corporation_end),
    document("business registration", BUSINESS, business_end),
    document("Business registration", BUSINESS, business_end),
    document("주민", number::RESIDENT, resident_end),
    document("외국인", number::RESIDENT, resident_end),
    document("뒷자리", number::RESIDENT, half_resident_end),
    document("생년월일", number::RESIDENT, resident_end),
    document("resident registration", number::RESIDENT, resident_end),
    document("Resident registration", number::RESIDENT, resident_end),
    document("RRN", number::RESIDENT, resident_end),
    document("SSN", SOCIAL, social_end),
    document("ssn", SOCIAL, social_end),
    document("social security", SOCIAL, social_end),
    document("Social Security", SOCIAL, social_end),
    document("Social security", SOCIAL, social_end),
    document("cvc", CHECK, check_end),
    document("CVC", CHECK, check_end),
    document("cvv", CHECK, check_end),
    document("CVV", CHECK, check_end),
    document("security code", CHECK, check_end),
];

const fn document(
    start: &'static str,
    kind: &'static str,
    end: fn(ByteView<'_>, usize) -> Option<usize>,
) -> DocumentCue {
    DocumentCue { start, kind, end }
}

impl DocumentCue {
    /// The number that follows this word, which stands at `at`.
    pub(super) fn find_number(&self, view: ByteView<'_>, at: usize) -> Option<DetectedSecret> {
        const BETWEEN_CHARS: ByteClass =
            ByteClass(const { &with_longer(class!("A-Za-z_ .:=#()[]*|\"'`>,-")) });
        const MAX_GAP_BYTES: usize = 48;
        const MAX_NUMBERS: usize = 3;
        if !view.has_literal(at, self.start) {
            return None;
        }
        let is_short = self.start.ends_with(' ') || self.start.ends_with('뱅');
        let widest = if is_short {
            2
        } else if self.kind == CHECK {
            10
        } else {
            MAX_GAP_BYTES
        };
        let from = at + self.start.len();
        let mut digit = view.run_end(from, BETWEEN_CHARS, widest);
        for _ in 0..MAX_NUMBERS {
            // A passport's number begins with a letter or two.
            let starts = digit.saturating_sub(2).max(from)..=digit;
            let is_word = |at: &usize| !view.byte_before(*at).is_ascii_alphanumeric();
            let mut found =
                starts.filter(is_word).filter_map(|start| Some((start, (self.end)(view, start)?)));
            if let Some((start, end)) = found.next() {
                return Some(DetectedSecret { kind: self.kind, start, end });
            }
            // "the SSN on form W-9 is …": another number stands before.
            let behind = view.run_end(digit, DIGITS, 3);
            digit = view.run_end(behind, BETWEEN_CHARS, widest);
            if behind == digit || digit > from + widest {
                return None;
            }
        }
        None
    }
}

/// The account whose bank is named behind it at `at`: "110-123-456789 (국민은행)".
pub(super) fn before_bank(view: ByteView<'_>, at: usize) -> Option<DetectedSecret> {
    const ACCOUNT_CHARS: ByteClass = class!("0-9-");
    const MAX_ACCOUNT_BYTES: usize = 24;
    const SYLLABLE_BYTES: ByteClass = ByteClass(const { &with_longer(class!("")) });
    // The name of the bank begins before the word that says that it is one.
    let name = view.run_start(at, SYLLABLE_BYTES, MAX_ACCOUNT_BYTES);
    let end = view.run_start(name, class!(" (,/"), 3);
    let start = view.run_start(end, ACCOUNT_CHARS, MAX_ACCOUNT_BYTES);
    let is_whole = name > end && (11..=14).contains(&(end - start));
    let is_grouped = (view.slice(start, end).contains(&b'-') || is_whole)
        && !WORD_CHARS.contains(view.byte_before(start));
    let is_account = is_grouped && start < end && account_end(view, start) == Some(end);
    is_account.then_some(DetectedSecret { kind: ACCOUNT, start, end })
}

/// The international bank account number at `at`, by its country's length and its check digits
/// (ISO 13616), in one piece or in groups of four.
pub(super) fn find_iban(view: ByteView<'_>, at: usize) -> Option<DetectedSecret> {
    #[rustfmt::skip]
    const IBAN_LENGTHS: [(&str, usize); 40] = [
        ("AD", 24), ("AE", 23), ("AT", 20), ("BE", 16), ("BG", 22), ("BR", 29), ("CH", 21),
        ("CY", 28), ("CZ", 24), ("DE", 22), ("DK", 18), ("EE", 20), ("ES", 24), ("FI", 18),
        ("FR", 27), ("GB", 22), ("GR", 27), ("HR", 21), ("HU", 28), ("IE", 22), ("IL", 23),
        ("IS", 26), ("IT", 27), ("KW", 30), ("LI", 21), ("LT", 20), ("LU", 20), ("LV", 21),
        ("MC", 27), ("MT", 31), ("NL", 18), ("NO", 15), ("PL", 28), ("PT", 25), ("RO", 24),
        ("SA", 24), ("SE", 24), ("SI", 19), ("SK", 24), ("TR", 26),
    ];
    let country = IBAN_LENGTHS.iter().find(|(code, _)| view.has_literal(at, code));
    let &(_, length) = country.filter(|_| {
        DIGITS.contains(view.byte_at(at + 2)) && DIGITS.contains(view.byte_at(at + 3))
    })?;
    let (mut end, mut number) = (at, Vec::with_capacity(length));
    while number.len() < length {
        let is_gap = view.byte_at(end) == b' ' && number.len() % 4 == 0;
        end += usize::from(is_gap);
        let byte = view.byte_at(end);
        if !(byte.is_ascii_uppercase() || byte.is_ascii_digit()) {
            return None;
        }
        number.push(byte);
        end += 1;
    }
    number.rotate_left(4);
    let value =
        |byte: u8| u32::from(if byte.is_ascii_digit() { byte - b'0' } else { byte - b'A' + 10 });
    let rest = number.iter().fold(0, |rest, &byte| match value(byte) {
        digit @ 0..=9 => (rest * 10 + digit) % 97,
        letter => (rest * 100 + letter) % 97,
    });
    (rest == 1 && !WORD_CHARS.contains(view.byte_at(end))).then_some(DetectedSecret {
        kind: IBAN,
        start: at,
        end,
    })
}

/// Returns the end of the number at `at`, if `fits` accepts its digits. Digits after a blank may be
/// another number.
fn number_end(
    view: ByteView<'_>,
    at: usize,
    most: usize,
    fits: impl Fn(&[u8]) -> bool,
) -> Option<usize> {
    [&b"- "[..], b"-", b" "].into_iter().find_map(|dividers| {
        let (end, digits) = read_digits(view, at, most, dividers)?;
        fits(&digits).then_some(end)
    })
}

/// The digits at `at` with some of the signs between them: where they end, and which they are.
fn read_digits(
    view: ByteView<'_>,
    at: usize,
    most: usize,
    dividers: &[u8],
) -> Option<(usize, Vec<u8>)> {
    let mut digits = Vec::new();
    let (mut end, mut last) = (at, at);
    while digits.len() <= most {
        let next = view.run_end(end, DIGITS, most + 1);
        if next == end {
            break;
        }
        digits.extend_from_slice(view.slice(end, next));
        last = next;
        // A number that is whole ends where another begins behind a blank.
        if digits.len() == most && view.byte_at(next) == b' ' {
            break;
        }
        end = next + usize::from(dividers.contains(&view.byte_at(next)));
    }
    (!digits.is_empty() && is_end(view, last)).then_some((last, digits))
}

/// A letter and eight digits, of which newer passports have one replaced by a letter; other
/// countries' have one or two letters and seven digits or more.
fn passport_end(view: ByteView<'_>, at: usize) -> Option<usize> {
    let letters = view.run_end(at, class!("A-Z"), 2) - at;
    let end = view.run_end(at, class!("A-Z0-9"), 11);
    let digits = view.slice(at, end).iter().filter(|byte| byte.is_ascii_digit()).count();
    let is_lettered = letters > 0 && (8..=9).contains(&(end - at)) && digits >= 7;
    let is_number = is_lettered || (digits == 9 && end - at == 9);
    (is_number && is_end(view, end)).then_some(end)
}

/// Twelve digits in groups of 2, 2, 6 and 2, of which older licences have a region's name in place
/// of the first.
fn licence_end(view: ByteView<'_>, at: usize) -> Option<usize> {
    number_end(view, at, 12, |digits| matches!(digits.len(), 10 | 12))
}

/// Where an account ends that may be of eight digits alone, as its name stands right before.
fn short_account_end(view: ByteView<'_>, at: usize) -> Option<usize> {
    let end = view.run_end(at, DIGITS, 9);
    let is_short = end == at + 8 && is_end(view, end) && view.byte_before(at) != b'-';
    account_end(view, at).or_else(|| is_short.then_some(end))
}

/// Where an account ends whose digits stand in three groups or more.
fn grouped_account_end(view: ByteView<'_>, at: usize) -> Option<usize> {
    let end = account_end(view, at)?;
    let hyphens = view.slice(at, end).iter().filter(|&&byte| byte == b'-').count();
    (hyphens >= 2).then_some(end)
}

/// Where an American licence ends, a letter or none and some digits.
fn american_licence_end(view: ByteView<'_>, at: usize) -> Option<usize> {
    let letters = view.run_end(at, class!("A-Z"), 2);
    let end = view.run_end(letters, DIGITS, 15);
    let is_american = letters > at && (6..=14).contains(&(end - letters)) && is_end(view, end);
    licence_end(view, at).or_else(|| is_american.then_some(end))
}

fn account_end(view: ByteView<'_>, at: usize) -> Option<usize> {
    number_end(view, at, 16, |digits| (10..=16).contains(&digits.len()))
}

/// Ten digits, in groups of 3, 2 and 5.
fn business_end(view: ByteView<'_>, at: usize) -> Option<usize> {
    number_end(view, at, 10, |digits| digits.len() == 10)
}

fn corporation_end(view: ByteView<'_>, at: usize) -> Option<usize> {
    number_end(view, at, 13, |digits| digits.len() == 13)
}

/// Nine digits, in groups of 3, 2 and 4.
fn social_end(view: ByteView<'_>, at: usize) -> Option<usize> {
    let plain = || number::grouped_end(view, at, &[9], b"");
    number::grouped_end(view, at, &[3, 2, 4], b"- ").or_else(plain)
}

fn check_end(view: ByteView<'_>, at: usize) -> Option<usize> {
    let end = view.run_end(at, DIGITS, 5);
    ((3..=4).contains(&(end - at)) && is_end(view, end)).then_some(end)
}

/// Where the second half of a resident number ends.
fn half_resident_end(view: ByteView<'_>, at: usize) -> Option<usize> {
    let end = view.run_end(at, DIGITS, 8);
    let is_half = end == at + 7 && (b'1'..=b'8').contains(&view.byte_at(at)) && is_end(view, end);
    is_half.then_some(end)
}

fn resident_end(view: ByteView<'_>, at: usize) -> Option<usize> {
    number_end(view, at, 13, number::is_resident)
}
