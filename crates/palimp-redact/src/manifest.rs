//! What a Kubernetes Secret holds, in YAML or JSON: all values of `data` and `stringData`,
//! whatever they are called.

use super::Finding;
use super::assign::finding;
use super::bytes::{BLANK, Class, SPACE, View, class, contains_ignoring_case, three_bytes};
use super::judge::is_stand_in;
use super::value::{self, Reach};

/// The kind of what is found here.
const KIND: &str = "secret";

/// The entries of a Secret that are still to be read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Manifest {
    /// How far its lines are indented; none in JSON.
    indent: Option<usize>,
}

/// How far around its entries a manifest says of what kind it is.
const REACH: usize = 4096;

/// The entries that begin behind `data` or `stringData`, which end at `end`, where they are those
/// of a Secret. Up to `searched` it is known that nothing says so; that place is moved on.
pub(super) fn entries(
    view: View<'_>,
    start: usize,
    end: usize,
    searched: &mut usize,
) -> Option<(Manifest, usize)> {
    let quote = view.run(end, class!("\\\"'"), 4);
    let colon = view.run(quote, BLANK, 2);
    let first = view.run(colon + 1, SPACE, 80);
    let is_json = view.at(first) == b'{';
    let is_block = view.slice(colon + 1, first).contains(&b'\n');
    if view.at(colon) != b':' || !(is_json || is_block) {
        return None;
    }
    let indent = |at: usize| at - view.run_back(at, BLANK, 80);
    let is_indented = is_json || indent(first) > indent(start);
    let is_secret = view.has(start, "stringData") || is_of_secret(view, start, searched);
    let manifest = Manifest { indent: (!is_json).then(|| indent(first)) };
    (is_indented && is_secret).then_some((manifest, first + usize::from(is_json)))
}

/// Whether the document around `at` says that it is a Secret.
fn is_of_secret(view: View<'_>, at: usize, searched: &mut usize) -> bool {
    let start = view.floor.max(at.saturating_sub(REACH)).max(*searched);
    let end = view.bytes.len().min(at + REACH);
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

/// Whether behind `kind` stands that of a Secret.
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
    pub(super) fn secret(self, view: View<'_>, from: usize) -> Option<Finding> {
        let mut at = from;
        loop {
            let (start, name) = self.name(view, at)?;
            let colon = view.run(name, class!("\\\"' \t"), 8);
            if view.at(colon) != b':' {
                return None;
            }
            let value = value::after(view, colon + 1, Reach::Blank);
            let whole = value.and_then(|value| value::whole(view, value, Reach::Blank));
            match whole {
                Some(value)
                    if value.start >= from
                        && is_held(value.held(view))
                        && !is_user(view.slice(start, name), value.held(view)) =>
                {
                    return Some(finding(view, value, KIND));
                }
                Some(value) => at = value.end,
                None => at = colon + 1,
            }
        }
    }

    /// Where the name of the next entry begins, and where it ends.
    fn name(self, view: View<'_>, at: usize) -> Option<(usize, usize)> {
        const NAME: Class = class!("A-Za-z0-9_.-");
        let start = match self.indent {
            None => view.run(at, class!(" \t\r\n\\\"',"), 80),
            Some(indent) => {
                let line = view.run(at, class!(" \t\r\n\"'"), 80);
                let begins = line - view.run_back(line, BLANK, 80);
                if begins < indent {
                    return None;
                }
                line
            }
        };
        let end = view.run(start, NAME, 254);
        (end > start).then_some((start, end))
    }
}

fn is_held(value: &[u8]) -> bool {
    value.len() >= 4 && !is_stand_in(value)
}

/// Returns true if `name` tells who somebody is or where something runs, which a Secret may hold beside what is
/// secret, and `value`, in base64 or as it is, no more than that: no token, and no password behind a colon.
fn is_user(name: &[u8], value: &[u8]) -> bool {
    const LONGEST: usize = 24;
    const WHOLE: [&str; 3] = ["clientid", "client_id", "client-id"];
    const SHOWN: [&str; 8] =
        ["user", "username", "host", "hostname", "port", "database", "region", "from"];
    let last = name.rsplit(|byte| b"._-".contains(byte)).next().unwrap_or_default();
    let is = |name: &[u8], known: &str| name.eq_ignore_ascii_case(known.as_bytes());
    let is_shown = SHOWN.iter().any(|shown| is(last, shown));
    if !is_shown && !WHOLE.iter().any(|known| is(name, known)) {
        return false;
    }
    let padding = value.iter().rev().take_while(|byte| **byte == b'=').count();
    let digits = &value[..value.len() - padding];
    let decoded: Vec<u8> =
        digits.chunks(4).flat_map(three_bytes).filter(|byte| *byte != 0).collect();
    let is_name = |text: &[u8]| {
        text.len() <= LONGEST
            && text.iter().all(|byte| byte.is_ascii_alphanumeric() || b"._@-".contains(byte))
    };
    is_name(value) || is_name(&decoded)
}
