//! Values of a Kubernetes Secret in YAML or JSON: all values of `data` and `stringData`, whatever
//! their names.

use super::DetectedSecret;
use super::assign::build_finding;
use super::bytes::{BLANK, ByteClass, ByteView, SPACE, class, contains_ignoring_case, three_bytes};
use super::stand_in::is_stand_in;
use super::value::{self, ValueReach};

/// The kind of what is found here.
const SECRET_KIND: &str = "secret";

/// The entries of a Secret that are still to be read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Manifest {
    /// Indentation of its lines; `None` in JSON.
    indent: Option<usize>,
}

/// Maximum distance between the entries of a manifest and its kind, in bytes.
const MAX_KIND_DISTANCE_BYTES: usize = 4096;

/// The entries that begin behind `data` or `stringData`, which end at `end`, where they are those
/// of a Secret. Up to `searched` it is known that nothing says so; that place is moved on.
pub(super) fn find_entries(
    view: ByteView<'_>,
    start: usize,
    end: usize,
    searched: &mut usize,
) -> Option<(Manifest, usize)> {
    let quote = view.run_end(end, class!("\\\"'"), 4);
    let colon = view.run_end(quote, BLANK, 2);
    let first = view.run_end(colon + 1, SPACE, 80);
    let is_json = view.byte_at(first) == b'{';
    let is_block = view.slice(colon + 1, first).contains(&b'\n');
    if view.byte_at(colon) != b':' || !(is_json || is_block) {
        return None;
    }
    let indent = |at: usize| at - view.run_start(at, BLANK, 80);
    let is_indented = is_json || indent(first) > indent(start);
    let is_secret = view.has_literal(start, "stringData") || is_of_secret(view, start, searched);
    let manifest = Manifest { indent: (!is_json).then(|| indent(first)) };
    (is_indented && is_secret).then_some((manifest, first + usize::from(is_json)))
}

/// True if the document around `at` declares a Secret.
fn is_of_secret(view: ByteView<'_>, at: usize, searched: &mut usize) -> bool {
    let start = view.floor.max(at.saturating_sub(MAX_KIND_DISTANCE_BYTES)).max(*searched);
    let end = view.bytes.len().min(at + MAX_KIND_DISTANCE_BYTES);
    let (before, behind) = (view.slice(start, at), view.slice(at.max(start), end));
    let says = |part: &[u8]| {
        part.windows(4).enumerate().any(|(i, word)| word == b"kind" && is_kind(&part[i + 4..]))
    };
    let before =
        before.windows(4).rposition(|line| line == b"\n---").map_or(before, |cut| &before[cut..]);
    let behind =
        behind.windows(4).position(|line| line == b"\n---").map_or(behind, |cut| &behind[..cut]);
    let is_secret = says(before) || says(behind);
    if !is_secret {
        *searched = at.max(start) + behind.len();
    }
    is_secret
}

/// True if the kind of a Secret follows `kind`.
fn is_kind(rest: &[u8]) -> bool {
    let signs = rest.iter().take_while(|byte| b"\\\"': \t".contains(byte)).count();
    let kind = &rest[signs.min(rest.len())..];
    signs > 0
        && kind.len() >= 6
        && contains_ignoring_case(&kind[..6], "secret")
        && !kind.get(6).is_some_and(u8::is_ascii_alphanumeric)
}

impl Manifest {
    /// The first value at `from` or behind it that is none of a template.
    pub(super) fn find_secret(self, view: ByteView<'_>, from: usize) -> Option<DetectedSecret> {
        let mut at = from;
        loop {
            let (start, name) = self.entry_name(view, at)?;
            let colon = view.run_end(name, class!("\\\"' \t"), 8);
            if view.byte_at(colon) != b':' {
                return None;
            }
            let value = value::parse_after(view, colon + 1, ValueReach::Blank);
            let whole = value.and_then(|value| value::parse_whole(view, value, ValueReach::Blank));
            match whole {
                Some(value)
                    if value.start >= from
                        && is_held(value.bytes_in(view))
                        && !is_user(view.slice(start, name), value.bytes_in(view)) =>
                {
                    return Some(build_finding(view, value, SECRET_KIND));
                }
                Some(value) => at = value.end,
                None => at = colon + 1,
            }
        }
    }

    /// Returns the start and end of the next entry's name.
    fn entry_name(self, view: ByteView<'_>, at: usize) -> Option<(usize, usize)> {
        const NAME_CHARS: ByteClass = class!("A-Za-z0-9_.-");
        let start = match self.indent {
            None => view.run_end(at, class!(" \t\r\n\\\"',"), 80),
            Some(indent) => {
                let line = view.run_end(at, class!(" \t\r\n\"'"), 80);
                let begins = line - view.run_start(line, BLANK, 80);
                if begins < indent {
                    return None;
                }
                line
            }
        };
        let end = view.run_end(start, NAME_CHARS, 254);
        (end > start).then_some((start, end))
    }
}

fn is_held(value: &[u8]) -> bool {
    value.len() >= 4 && !is_stand_in(value)
}

/// Returns true if `name` tells who somebody is or where something runs, which a Secret may hold beside what is
/// secret, and `value`, in base64 or as it is, no more than that: no token, and no password behind a colon.
fn is_user(name: &[u8], value: &[u8]) -> bool {
    const MAX_USER_BYTES: usize = 24;
    const PUBLIC_FULL_NAMES: [&str; 3] = ["clientid", "client_id", "client-id"];
    const PUBLIC_LAST_WORDS: [&str; 8] =
        ["user", "username", "host", "hostname", "port", "database", "region", "from"];
    let last = name.rsplit(|byte| b"._-".contains(byte)).next().unwrap_or_default();
    let is = |name: &[u8], known: &str| name.eq_ignore_ascii_case(known.as_bytes());
    let is_shown = PUBLIC_LAST_WORDS.iter().any(|shown| is(last, shown));
    if !is_shown && !PUBLIC_FULL_NAMES.iter().any(|known| is(name, known)) {
        return false;
    }
    let padding = value.iter().rev().take_while(|byte| **byte == b'=').count();
    let digits = &value[..value.len() - padding];
    let decoded: Vec<u8> =
        digits.chunks(4).flat_map(three_bytes).filter(|byte| *byte != 0).collect();
    let is_name = |text: &[u8]| {
        text.len() <= MAX_USER_BYTES
            && text.iter().all(|byte| byte.is_ascii_alphanumeric() || b"._@-".contains(byte))
    };
    is_name(value) || is_name(&decoded)
}
