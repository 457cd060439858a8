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

/// Returns the offset in `cookies` of the attributes that end it, which are no secret: `; Path=/; Secure`. A cookie
/// that merely begins like an attribute, or has another cookie behind it, is a cookie.
fn attributes_start(cookies: &[u8]) -> usize {
    /// Bytes left out here are read again for the next header of the line, and so must be few.
    const MAX_ATTRIBUTES_BYTES: usize = 256;
    const MAX_EXPIRY_BYTES: usize = 40;
    const VALUED_ATTRIBUTES: [&str; 4] = ["path=", "max-age=", "domain=", "samesite="];
    let is_attribute = |part: &[u8]| {
        let part = part.trim_ascii();
        let begins_with = |name: &&str| starts_ignoring_case(part, name);
        let is_flag = [&b"secure"[..], b"httponly"].iter().any(|it| part.eq_ignore_ascii_case(it));
        let is_expiry =
            begins_with(&"expires=") && part.len() <= MAX_EXPIRY_BYTES && part.ends_with(b"GMT");
        let has_value = !part.contains(&b' ') && VALUED_ATTRIBUTES.iter().any(begins_with);
        part.is_empty() || is_flag || is_expiry || has_value
    };
    let (mut end, floor) = (cookies.len(), cookies.len().saturating_sub(MAX_ATTRIBUTES_BYTES));
    while let Some(at) = cookies[floor..end].iter().rposition(|&byte| byte == b';')
        && is_attribute(&cookies[floor + at + 1..end])
    {
        end = floor + at;
    }
    end
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

    #[track_caller]
    fn check(cookies: &str, value: &str) {
        assert_eq!(&cookies[..attributes_start(cookies.as_bytes())], value);
    }

    #[test]
    fn attributes_end_a_cookie_and_begin_none() {
        check("0a1b2c; Path=/; Secure; HttpOnly", "0a1b2c");
        check("0a1b2c; Expires=Wed, 21 Oct 2026 07:28:00 GMT", "0a1b2c");
        for cookies in [
            "dark; lang=en; domain=example; SID=a0Qx8V",
            "dark; secure_session=9fK2; sid=aa81",
            "a; path=home; id=q8x",
        ] {
            check(cookies, cookies);
        }
    }

    #[test]
    fn basic_credentials_have_a_colon_inside() {
        assert!(is_basic(b"dXNlcjpwYXNz"));
        assert!(is_basic(b"YTpi"));
        assert!(!is_basic(b"authentication"));
        assert!(!is_basic(b"access"));
    }
}
