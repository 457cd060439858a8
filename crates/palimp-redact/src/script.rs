//! Values that mix the letters of East Asia with Latin ones, digits and marks: "호랑이Tiger77!".
//!
//! Korean writes its particles right behind a word of another script ("SHA256으로", "8자 이상",
//! "50%이상"), so a mix alone says nothing. A password mixes more than two kinds of characters, or
//! ends in a number that counts nothing.

use super::randomness::is_algorithm;

/// True if `value` mixes scripts as a password does and a sentence does not.
pub(super) fn is_mixed(value: &[u8]) -> bool {
    let is_foreign = |byte: &u8| !byte.is_ascii();
    if !value.iter().any(is_foreign) || value.iter().all(is_foreign) {
        return false;
    }
    let mut parts = value.split(is_foreign).filter(|part| !part.is_empty());
    parts.any(is_drawn) || ends_in_number(value)
}

/// True if `part`, of ASCII alone, is more than a word, a size or a version.
fn is_drawn(part: &[u8]) -> bool {
    let count = |fits: fn(&u8) -> bool| part.iter().filter(|byte| fits(byte)).count();
    let letters = count(u8::is_ascii_alphabetic);
    let digits = count(u8::is_ascii_digit);
    let marks = count(|byte| b"!@#$%^&*".contains(byte));
    let has_structure = part.iter().any(|byte| b"([{}])<>=|\\/\"'`".contains(byte));
    let is_counted = matches!(part, [b'0'..=b'9', .., b'%' | b'*'] | [b'#' | b'$' | b'%', ..]);
    if has_structure || is_algorithm(part) {
        return false;
    }
    match (letters, digits) {
        (0, _) => digits >= 2 && marks > 0 && !is_counted,
        (_, 0) => letters >= 2 && (marks > 1 || part.iter().any(|byte| b"!$^&".contains(byte))),
        _ => marks > 0 || (digits >= 2 && part.len() >= 5),
    }
}

/// True if `value` is a word followed by a number of four digits or more.
fn ends_in_number(value: &[u8]) -> bool {
    const MIN_NUMBER_DIGITS: usize = 4;
    let digits = value.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let word = &value[..value.len() - digits];
    digits >= MIN_NUMBER_DIGITS && word.iter().all(|byte| !byte.is_ascii())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_told_from_a_sentence() {
        for password in [
            "호랑이Tiger77!",
            "한글Zx9!qWe8",
            "호랑이77!",
            "호랑이1234",
            "Tiger호랑이77!",
            "나무Tree!숲",
            "admin:호랑이Tiger77!",
            "東京Tower22",
        ] {
            assert!(is_mixed(password.as_bytes()), "{password}");
        }
        for other in [
            "필수입니다", "8자", "최소8자", "영문+숫자", "SHA256으로", "AES256방식", "50%이상",
            "이슈#12", "Redis에", "GitLab으로", "Tiger77!", "특수문자(!@#1)", "10:30부터", "v2로",
            "한글",
        ] {
            assert!(!is_mixed(other.as_bytes()), "{other}");
        }
    }
}
