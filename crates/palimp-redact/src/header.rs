//! Credentials and cookies in the headers of HTTP requests.

use super::DetectedSecret;
use super::assign::build_finding;
use super::bytes::{BLANK, ByteClass, ByteView, class, starts_ignoring_case, three_bytes};
use super::entropy::{has_digit, has_letter};
use super::names::Strength;
use super::stand_in::{ValueContext, is_secret, is_stand_in};
use super::value::{self, MAX_PROBED_BYTES, TextValue};

/// Names of authentication schemes (RFC 9110 §11.1, and those that services added).
#[rustfmt::skip]
const AUTH_SCHEMES: [&str; 15] = [
    "basic", "bearer", "token", "apikey", "api-key", "key", "negotiate", "ntlm", "kakaoak",
    "genie-key", "geniekey", "ssws", "bot", "oauth", "jwt",
];

/// The credentials at `at`, behind the header's name; the scheme stays readable.
pub(super) fn find_credentials(
    view: ByteView<'_>,
    at: usize,
    kind: &'static str,
) -> Option<DetectedSecret> {
    const CREDENTIAL_CHARS: ByteClass = class!("A-Za-z0-9_.~+/=:@!#$%^*-");
    let start = value_start(view, at);
    let word = view.run_end(start, class!("A-Za-z0-9-"), 32);
    let scheme = view.slice(start, word);
    let announced = BLANK.contains(view.byte_at(word))
        && AUTH_SCHEMES.iter().any(|known| scheme.eq_ignore_ascii_case(known.as_bytes()));
    let start = if announced { view.run_end(word, BLANK, 8) } else { start };
    let end = view.run_end(start, CREDENTIAL_CHARS, MAX_PROBED_BYTES);
    let value = view.slice(start, end);
    let is_parameter = value.ends_with(b"=") && view.byte_at(end) == b'"';
    let is_secret = if view.has_placeholder(end) || is_parameter {
        false
    } else if announced {
        is_announced_secret(value, matches!(view.byte_at(end), 0 | b'\n' | b'\r' | b'"' | b'\''))
    } else {
        is_secret(value, Strength::Plain, ValueContext::Code)
    };
    let whole = || TextValue::bare(start, view.run_end(start, CREDENTIAL_CHARS, usize::MAX));
    is_secret.then(|| build_finding(view, whole(), kind))
}

/// True if the text after a scheme is what that scheme announces. A mere word is, if the header
/// ends with it and it is not the name of the value.
fn is_announced_secret(value: &[u8], ends_header: bool) -> bool {
    #[rustfmt::skip]
    const VALUE_NAMES: [&str; 9] = [
        "token", "tokens", "string", "jwt", "key", "secret", "credentials", "required",
        "access_token",
    ];
    let is_name = || VALUE_NAMES.iter().any(|name| value.eq_ignore_ascii_case(name.as_bytes()));
    value.len() >= 4
        && has_letter(value)
        && (has_digit(value) || is_encoded(value) || (ends_header && !is_name()))
        && !is_stand_in(value)
}

/// True if `value` has capitals among small letters, or the padding of base64, as no word has.
fn is_encoded(value: &[u8]) -> bool {
    let inner = value.get(1..).unwrap_or_default();
    value.ends_with(b"=")
        || (inner.iter().any(u8::is_ascii_uppercase) && value.iter().any(u8::is_ascii_lowercase))
}

/// Returns the start of a header's value: after blanks and an opening quote.
fn value_start(view: ByteView<'_>, at: usize) -> usize {
    let at = view.run_end(at, BLANK, 8);
    value::parse_quoted(view, at).map_or(at, |value| value.start)
}

/// The cookies at `at`, behind the header's name: all their values and the names between.
pub(super) fn find_cookies(
    view: ByteView<'_>,
    at: usize,
    kind: &'static str,
) -> Option<DetectedSecret> {
    const COOKIES_CHARS: ByteClass = class!("A-Za-z0-9_.~+/=:@!#$%^&*|;, -");
    find_cookie(view, at, kind, COOKIES_CHARS)
}

/// The cookie that is set at `at`, behind the header's name: its value without its attributes.
pub(super) fn set_cookie(
    view: ByteView<'_>,
    at: usize,
    kind: &'static str,
) -> Option<DetectedSecret> {
    const COOKIE_CHARS: ByteClass = class!("A-Za-z0-9_.~+/=:@!#$%^&*|-");
    find_cookie(view, at, kind, COOKIE_CHARS)
}

fn find_cookie(
    view: ByteView<'_>,
    at: usize,
    kind: &'static str,
    class: ByteClass,
) -> Option<DetectedSecret> {
    const MIN_COOKIE_BYTES: usize = 12;
    let start = value_start(view, at);
    let name = view.run_end(start, class!("A-Za-z0-9_.-"), 64);
    if name == start || view.byte_at(name) != b'=' {
        return None;
    }
    let start = name + 1;
    let end = view.run_end(start, class, MAX_PROBED_BYTES);
    let probe = view.slice(start, end).trim_ascii_end();
    let is_short = probe.len() < MIN_COOKIE_BYTES || !has_digit(probe);
    if is_short || is_stand_in(probe) || view.has_placeholder(end) {
        return None;
    }
    let whole = view.slice(start, view.run_end(start, class, usize::MAX));
    let whole = whole[..attributes_start(whole)].trim_ascii_end();
    Some(DetectedSecret { kind, start, end: start + whole.len() })
}

/// Where in `cookies` the attributes of one begin, which are no secret: `; Path=/`.
fn attributes_start(cookies: &[u8]) -> usize {
    const ATTRIBUTES: [&str; 7] =
        ["path=", "expires=", "max-age=", "domain=", "samesite=", "secure", "httponly"];
    let begins = |at: &usize| {
        cookies[*at] == b';' && {
            let rest = cookies[at + 1..].trim_ascii_start();
            ATTRIBUTES.iter().any(|attribute| starts_ignoring_case(rest, attribute))
        }
    };
    (0..cookies.len()).find(begins).unwrap_or(cookies.len())
}

/// True if `encoded` is the base64 of a user and a password (RFC 7617).
pub(super) fn is_basic(encoded: &[u8]) -> bool {
    const MAX_JUDGED_BYTES: usize = 96;
    let digits = encoded.strip_suffix(b"==").or(encoded.strip_suffix(b"=")).unwrap_or(encoded);
    let (mut decoded, mut length) = ([0; MAX_JUDGED_BYTES / 4 * 3], 0);
    for digits in digits[..digits.len().min(MAX_JUDGED_BYTES)].chunks(4) {
        let count = digits.len() * 3 / 4;
        decoded[length..length + count].copy_from_slice(&three_bytes(digits)[..count]);
        length += count;
    }
    let decoded = &decoded[..length];
    encoded.len().is_multiple_of(4)
        && decoded.contains(&b':')
        && decoded.iter().all(|&byte| byte >= b' ' && byte != 0x7f)
        && std::str::from_utf8(decoded).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn basic_credentials_have_a_colon_inside() {
        assert!(is_basic(b"dXNlcjpwYXNz"));
        assert!(is_basic(b"YTpi"));
        assert!(!is_basic(b"authentication"));
        assert!(!is_basic(b"access"));
    }
}
