//! What a word may be that a sentence states: a password, a short key, a code, or the name of something.

use super::entropy::{has_digit, has_letter};
use super::names::{Strength, names_secret};
use super::password_grade::begins_expression;
use super::randomness::{Looks, is_algorithm};
use super::stand_in::{ValueContext, is_secret, is_stand_in};
use super::vocabulary::is_common;

/// Returns true if `held` is no label, message or reference.
pub(super) fn is_password_text(held: &[u8]) -> bool {
    has_letter(held) && is_stated_text(held)
}

/// The same, of letters of whatever script.
pub(super) fn is_stated_text(held: &[u8]) -> bool {
    is_secret(held, Strength::Password, ValueContext::Quoted)
        && !is_stand_in(held)
        && !names_secret(held)
        && !is_algorithm(held)
        && !begins_expression(held)
}

/// Returns true if `held` is the name of a file, a member or a host.
pub(super) fn is_address(held: &[u8]) -> bool {
    let last = held.rsplit(|&byte| byte == b'.').next().unwrap_or_default();
    held.contains(&b'.') && last.len() <= 4
        || held.contains(&b'_')
            && !has_digit(held)
            && held.iter().all(|byte| byte.is_ascii_lowercase() || *byte == b'_')
}

/// Returns true if `held` is a short key: letters and digits as no word has them.
pub(super) fn is_key(held: &[u8]) -> bool {
    const LEAST: usize = 10;
    held.len() >= LEAST
        && has_digit(held)
        && matches!(Looks::classify(held), Looks::Random | Looks::Mixed)
        && held.iter().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(byte))
        && !names_secret(held)
        && !is_stand_in(held)
}

/// Returns true if `held` is of three groups or more of capitals and digits, as licences have: `ABCD-1234-EFGH`.
pub(super) fn is_groups(held: &[u8]) -> bool {
    let is_group = |part: &[u8]| {
        (4..=8).contains(&part.len())
            && part.iter().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
    };
    has_digit(held)
        && has_letter(held)
        && held.split(|&byte| byte == b'-').count() >= 3
        && held.split(|&byte| byte == b'-').all(is_group)
}

/// Returns true if `held` is of words and two digits or more, and no identifier.
pub(super) fn is_short_key(held: &[u8]) -> bool {
    let digits = held.iter().filter(|byte| byte.is_ascii_digit()).count();
    held.len() >= 8
        && digits >= 2
        && held.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'-')
        && !held.iter().all(u8::is_ascii_hexdigit)
        && !names_secret(held)
        && !is_stand_in(held)
}

/// Returns true if `held` is of small letters and some digits behind them: `hunter2`.
pub(super) fn is_word_with_number(held: &[u8]) -> bool {
    let digits = held.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let word = &held[..held.len() - digits];
    held.len() >= 7 && digits > 0 && word.iter().all(u8::is_ascii_lowercase) && !is_common(word)
}

/// Returns true if `held` is a number to type, or one with a letter or two.
pub(super) fn is_code(held: &[u8]) -> bool {
    let digits = held.iter().filter(|byte| byte.is_ascii_digit()).count();
    (4..=12).contains(&held.len())
        && digits >= 4
        && held
            .iter()
            .all(|byte| byte.is_ascii_digit() || byte.is_ascii_uppercase() || b"-#*".contains(byte))
}
