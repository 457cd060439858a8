//! Passwords in URLs: `postgres://user:password@host`, `https://token@host`.

use super::DetectedSecret;
use super::assign::build_finding;
use super::bytes::{ByteClass, ByteView, class};
use super::randomness::Looks;
use super::stand_in::is_stand_in;
use super::value::TextValue;

/// The kind of what is found here.
pub(super) const KIND: &str = "connection-string";

/// The password in the URL whose `://` begins at `colon`; scheme, user and host stay readable.
pub(super) fn find_password(view: ByteView<'_>, colon: usize) -> Option<DetectedSecret> {
    if !view.has_literal(colon, "://") || !view.byte_before(colon).is_ascii_alphanumeric() {
        return None;
    }
    let authority = Authority::parse(view, colon + 3);
    let Some(behind_user) = authority.colon else { return authority.find_token(view) };
    let start = behind_user + 1;
    // Passwords hold an `@` of their own, though they ought not to: the host is behind the last.
    let ends = [authority.last_at, authority.first_at].into_iter().flatten();
    let mut passwords = ends.map(|end| TextValue::bare(start, end));
    let password = passwords.find(|value| is_written(value.bytes_in(view)))?;
    if is_pattern(view.slice(authority.start, behind_user), password.bytes_in(view)) {
        return None;
    }
    Some(build_finding(view, password, KIND))
}

/// True if `user` and `password` are only placeholders for themselves: `myuser:mypass`.
fn is_pattern(user: &[u8], password: &[u8]) -> bool {
    const OWNER_PREFIXES: [&[u8]; 3] = [b"[", b"my", b"your"];
    let bare = |word: &[u8]| {
        let owner =
            OWNER_PREFIXES.into_iter().find(|owner| word.starts_with(owner)).unwrap_or_default();
        word[owner.len()..].to_ascii_lowercase()
    };
    matches!(&*bare(user), b"user" | b"username")
        && matches!(&*bare(password), b"password" | b"pass" | b"passwd" | b"pwd")
}

/// True if `password` is a password and not filled in later.
fn is_written(password: &[u8]) -> bool {
    !matches!(password, [] | [b'{' | b'(', ..]) && !is_stand_in(password)
}

/// The part of a URL between `//` and its path.
#[derive(Default)]
struct Authority {
    /// Start of the authority.
    start: usize,
    /// The colon behind the user.
    colon: Option<usize>,
    /// The first `@` behind that colon, or where there is none at all.
    first_at: Option<usize>,
    /// The last one.
    last_at: Option<usize>,
}

impl Authority {
    fn parse(view: ByteView<'_>, start: usize) -> Authority {
        let mut found = Authority { start, ..Authority::default() };
        for (at, &byte) in view.bytes.iter().enumerate().skip(start) {
            match byte {
                b':' if found.colon.is_none() && found.first_at.is_none() => found.colon = Some(at),
                b'@' => {
                    found.first_at = found.first_at.or(Some(at));
                    found.last_at = Some(at);
                }
                b'?' | b'#' if found.ends_host(view, at) => break,
                b'\\' if found.is_domain(view, at) => {}
                b'/' | b'"' | b'\'' | b'`' | b'<' | b'>' | b'\\' => break,
                b' ' if found.goes_on(view, at) => {}
                _ if byte <= b' ' => break,
                _ => {}
            }
        }
        found
    }

    /// The token that stands where the user would.
    fn find_token(&self, view: ByteView<'_>) -> Option<DetectedSecret> {
        const MIN_TOKEN_BYTES: usize = 16;
        let token = TextValue::bare(self.start, self.first_at?);
        let held = token.bytes_in(view);
        // A user's name has a number at its end at the most.
        let inner = held.iter().filter(|byte| byte.is_ascii_digit()).count();
        let is_numbered = inner >= 6 && held.iter().any(u8::is_ascii_lowercase);
        let is_token = held.len() >= MIN_TOKEN_BYTES
            && (is_numbered || Looks::classify(held) != Looks::Written);
        is_token.then(|| build_finding(view, token, KIND))
    }

    /// Returns true if the backslash at `at` divides a domain from its user: `http://CORP\kim:…`.
    fn is_domain(&self, view: ByteView<'_>, at: usize) -> bool {
        let domain = view.slice(self.start, at);
        let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || b".-_".contains(byte);
        self.colon.is_none()
            && !domain.is_empty()
            && domain.iter().all(is_name)
            && view.run_end(at + 1, class!("A-Za-z0-9._-"), 64) > at + 3
            && view.byte_at(view.run_end(at + 1, class!("A-Za-z0-9._-"), 64)) == b':'
    }

    /// Returns true if the password goes on behind the blank at `at`: with a few words, an `@` and a host.
    fn goes_on(&self, view: ByteView<'_>, at: usize) -> bool {
        const REST_CHARS: ByteClass = class!("A-Za-z0-9 !#$%^&*._-");
        const MAX_REST_BYTES: usize = 40;
        const HOST_CHARS: ByteClass = class!("A-Za-z0-9.-");
        let Some(colon) = self.colon.filter(|_| self.first_at.is_none()) else { return false };
        let is_port = view.slice(colon + 1, at).iter().all(u8::is_ascii_digit);
        let end = view.run_end(at, REST_CHARS, MAX_REST_BYTES);
        let host = view.run_end(end + 1, HOST_CHARS, 80);
        let words = view.slice(at, end).iter().filter(|&&byte| byte == b' ').count();
        // Behind an address a URL goes on with a path or a port.
        let is_host =
            view.slice(end + 1, host).contains(&b'.') && b":/".contains(&view.byte_at(host));
        !is_port && view.byte_at(end) == b'@' && words <= 4 && is_host
    }

    /// True if the text before `at` can be a host and a port, and not part of a password.
    fn ends_host(&self, view: ByteView<'_>, at: usize) -> bool {
        let Some(colon) = self.colon else { return true };
        self.last_at.is_some() || view.slice(colon + 1, at).iter().all(u8::is_ascii_digit)
    }
}
