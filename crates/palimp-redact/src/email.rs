//! E-mail addresses.

use super::DetectedSecret;
use super::bytes::{
    ALNUM, ByteClass, ByteView, WORD_CHARS, class, starts_ignoring_case, with_east_asian,
};

/// The kind of what is found here.
pub(super) const KIND: &str = "email";

/// Characters before the `@`: the unquoted form of RFC 5322 without signs that are rare there and
/// common around addresses.
const LOCAL_PART_CHARS: ByteClass = class!("A-Za-z0-9_.+'-");

/// Maximum length of a local part, in bytes (RFC 5321 §4.5.3.1).
const MAX_LOCAL_PART_BYTES: usize = 64;
const MAX_DOMAIN_BYTES: usize = 253;

/// The address around the `@` at `at`, which is `width` bytes long (`%40` is one as well).
pub(super) fn find_address(view: ByteView<'_>, at: usize, width: usize) -> Option<DetectedSecret> {
    let start = local_start(view, at).or_else(|| foreign_start(view, at))?;
    let end = domain_end(view, at + width).or_else(|| korean_domain_end(view, at + width))?;
    let (local, domain) = (view.slice(start, at), view.slice(at + width, end));
    let is_personal = !is_remote(view, start, end)
        && !is_service(local, domain)
        && !is_version(domain)
        && !is_file(domain);
    is_personal.then_some(DetectedSecret { kind: KIND, start, end })
}

/// True if the address at `start..end` of `text` belongs to an author: in a log of commits, in the
/// last lines of a commit's message, or in the manifest of a package.
pub(super) fn is_author(text: &str, start: usize, end: usize) -> bool {
    let before = &text.as_bytes()[..start];
    let in_brackets = before.last() == Some(&b'<') && text.as_bytes().get(end) == Some(&b'>');
    (in_brackets && is_credited(before)) || is_in_manifest(before)
}

/// True if the last line of `before` credits somebody: `Author: …`, `Co-authored-by: …`.
fn is_credited(before: &[u8]) -> bool {
    const MAX_LINE_BYTES: usize = 200;
    const CREDIT_ROLES: [&str; 5] = ["author", "commit", "committer", "tagger", "maintainer"];
    let window = &before[before.len().saturating_sub(MAX_LINE_BYTES)..];
    let lines = window.iter().enumerate().rev();
    let breaks = lines.filter(|(at, byte)| {
        **byte == b'\n' || (**byte == b'n' && *at > 0 && window[*at - 1] == b'\\')
    });
    let line = breaks.map(|(at, _)| &window[at + 1..]).next().unwrap_or(window);
    let line = line.trim_ascii_start();
    let line =
        line.strip_prefix(b"+").or(line.strip_prefix(b">")).unwrap_or(line).trim_ascii_start();
    let role = line.split(|byte| b": ".contains(byte)).next().unwrap_or_default();
    role.to_ascii_lowercase().ends_with(b"-by")
        || CREDIT_ROLES.iter().any(|known| role.eq_ignore_ascii_case(known.as_bytes()))
}

/// True if a manifest names its authors right before the end of `before`.
fn is_in_manifest(before: &[u8]) -> bool {
    const MAX_REACH_BYTES: usize = 240;
    const AUTHOR_FIELDS: [&str; 8] = [
        "author_email", "maintainer_email", "\"author\"", "\"authors\"", "\"contributors\"",
        "\"maintainers\"", "authors = [", "maintainers = [",
    ];
    let window = &before[before.len().saturating_sub(MAX_REACH_BYTES)..];
    let found = AUTHOR_FIELDS.iter().filter_map(|field| {
        let bytes = field.as_bytes();
        window.windows(bytes.len()).rposition(|part| part == bytes).map(|at| at + bytes.len())
    });
    let Some(field) = found.max() else { return false };
    // Past the end of the list another field follows.
    !window[field..].iter().any(|byte| b"];".contains(byte))
        && window[field..].iter().filter(|byte| **byte == b'\n').count() <= 6
}

/// Returns the start of the local part.
fn local_start(view: ByteView<'_>, at: usize) -> Option<usize> {
    let start = view.run_start(at, LOCAL_PART_CHARS, MAX_LOCAL_PART_BYTES + 1);
    if at - start > MAX_LOCAL_PART_BYTES || view.byte_before(start) == b'@' {
        return None;
    }
    let start = start + escape_tail(view, start, at);
    let edge = |byte: &&u8| !WORD_CHARS.contains(**byte);
    let start = start + view.slice(start, at).iter().take_while(edge).count();
    let ends_well = start < at && WORD_CHARS.contains(view.byte_at(at - 1));
    ends_well.then_some(start)
}

/// Returns the start of a local part in other letters than those of ASCII: `홍길동@`.
fn foreign_start(view: ByteView<'_>, at: usize) -> Option<usize> {
    const FOREIGN_CHARS: ByteClass = ByteClass(const { &with_east_asian(LOCAL_PART_CHARS) });
    let start = view.run_start(at, FOREIGN_CHARS, MAX_LOCAL_PART_BYTES);
    (start < at && view.byte_before(at) >= 0x80 && view.byte_at(start) & 0xc0 != 0x80)
        .then_some(start)
}

/// Returns the end of a Korean domain at `at`: `도메인.한국`.
fn korean_domain_end(view: ByteView<'_>, at: usize) -> Option<usize> {
    const LABEL_CHARS: ByteClass = ByteClass(const { &with_east_asian(class!("A-Za-z0-9-")) });
    const KOREAN_TLD: &str = ".한국";
    let label = view.run_end(at, LABEL_CHARS, MAX_DOMAIN_BYTES);
    (label > at && view.has_literal(label, KOREAN_TLD)).then_some(label + KOREAN_TLD.len())
}

/// Returns the number of bytes at `start` that belong to an escape before it: `\n`, `\u003c`,
/// `%20`.
fn escape_tail(view: ByteView<'_>, start: usize, at: usize) -> usize {
    let length = match (view.byte_before(start), view.byte_at(start)) {
        (b'\\', b'n' | b'r' | b't') => 1,
        (b'\\', b'u') => 5,
        (b'%', _) => 2,
        _ => 0,
    };
    if start + length < at { length } else { 0 }
}

/// Returns the end of the domain at `at`: after the last label that can be a top-level domain.
fn domain_end(view: ByteView<'_>, at: usize) -> Option<usize> {
    const LABEL_CHARS: ByteClass = class!("A-Za-z0-9-");
    const LETTERS: ByteClass = class!("A-Za-z");
    let limit = at + MAX_DOMAIN_BYTES;
    let (mut label, mut end) = (at, None);
    while label < limit && ALNUM.contains(view.byte_at(label)) {
        let next = view.run_end(label, LABEL_CHARS, limit - label);
        let last = view.run_end(label, LETTERS, limit - label);
        if label > at && (2..=24).contains(&(last - label)) && !goes_on(view, last) {
            end = Some(last);
        }
        if view.byte_at(next) != b'.' {
            break;
        }
        label = next + 1;
    }
    end
}

/// True if a label goes on at `end`: with a letter, or with a hyphen and a word after it.
fn goes_on(view: ByteView<'_>, end: usize) -> bool {
    let is_word = |at: usize| WORD_CHARS.contains(view.byte_at(at)) || view.has_placeholder(at);
    WORD_CHARS.contains(view.byte_at(end)) || (view.byte_at(end) == b'-' && is_word(end + 1))
}

/// True if the text is a login and a host rather than an address: the user of a URL, a copy's
/// target, a value whose method is called.
fn is_remote(view: ByteView<'_>, start: usize, end: usize) -> bool {
    let in_url = view.byte_before(start) == b'/' && view.byte_before(start - 1) == b'/';
    let is_path = view.byte_at(end) == b':'
        && (matches!(view.byte_at(end + 1), b'/' | b'~') || view.has_placeholder(end + 1));
    let is_git = view.slice(start, end).starts_with(b"git@");
    in_url || is_path || is_git || view.byte_at(end) == b'('
}

/// True if the mailbox is read by nobody.
fn is_service(local: &[u8], domain: &[u8]) -> bool {
    const NOREPLY_NAMES: [&str; 5] =
        ["noreply", "no-reply", "no_reply", "donotreply", "do-not-reply"];
    NOREPLY_NAMES.iter().any(|name| local.eq_ignore_ascii_case(name.as_bytes()))
        || starts_ignoring_case(domain, "users.noreply.")
        || starts_ignoring_case(domain, "noreply.")
}

/// True if the part after the `@` is a version: `1.2.3-rc.one`, `v2.0.beta`.
fn is_version(domain: &[u8]) -> bool {
    let numbers = domain.strip_prefix(b"v").unwrap_or(domain);
    let digits = numbers.iter().take_while(|byte| byte.is_ascii_digit()).count();
    digits > 0 && numbers.get(digits) == Some(&b'.')
}

/// True if the last label is a file's extension or the kind of a systemd unit.
fn is_file(domain: &[u8]) -> bool {
    #[rustfmt::skip]
    const FILE_EXTENSIONS: [&str; 38] = [
        "png", "jpg", "jpeg", "gif", "svg", "webp", "avif", "ico", "pdf", "js", "mjs", "cjs", "jsx",
        "ts", "tsx", "css", "scss", "less", "json", "html", "xml", "yml", "yaml", "toml", "lock",
        "txt", "log", "tgz", "gz", "patch", "service", "timer", "socket", "slice", "target",
        "mount", "scope", "path",
    ];
    let last = domain.rsplit(|&byte| byte == b'.').next().unwrap_or_default();
    FILE_EXTENSIONS.iter().any(|ending| last.eq_ignore_ascii_case(ending.as_bytes()))
}
