//! Private keys in PEM: `-----BEGIN … PRIVATE KEY-----` to `-----END … -----`.

use super::Finding;
use super::bytes::{BASE64, Class, View, class};

/// The kind of what is found here.
pub(super) const KIND: &str = "private-key";

const DASHES: &str = "-----";

/// The private key that begins at `at`: to its last line, else, where the text was cut
/// off, as far as it looks like one.
pub(super) fn private_key(view: View<'_>, at: usize) -> Option<Finding> {
    let body = body_start(view, at)?;
    let next = body_end(view, body);
    let end = if view.has(next, "-----END ") {
        holds_key(view.slice(body, next)).then(|| last_line_end(view, next))
    } else {
        cut_off_end(view, body, next)
    };
    end.map(|end| Finding { kind: KIND, start: at, end })
}

/// Where the body begins behind a line that announces a private key.
fn body_start(view: View<'_>, at: usize) -> Option<usize> {
    const LABEL: Class = class!("A-Z0-9 ");
    if !view.has(at, "-----BEGIN ") {
        return None;
    }
    let label = at + "-----BEGIN ".len();
    let end = view.run(label, LABEL, 64);
    let is_private = view.slice(label, end).windows(11).any(|words| words == b"PRIVATE KEY");
    (is_private && view.has(end, DASHES)).then_some(end + DASHES.len())
}

/// Where the body that begins at `from` ends: with five hyphens, with what an earlier
/// redaction left, or with the text.
fn body_end(view: View<'_>, from: usize) -> usize {
    let ends = |at: &usize| match view.at(*at) {
        b'-' => view.has(*at, DASHES),
        b'<' => view.has_placeholder(*at),
        _ => false,
    };
    (from..view.bytes.len()).find(ends).unwrap_or(view.bytes.len())
}

/// Where the line `-----END … -----` at `at` ends.
fn last_line_end(view: View<'_>, at: usize) -> usize {
    let label = view.run(at + DASHES.len(), class!("A-Z0-9 "), 64);
    view.run(label, class!("-"), DASHES.len())
}

/// Where a key without its last line ends: with its last run of base64.
fn cut_off_end(view: View<'_>, body: usize, next: usize) -> Option<usize> {
    const IN_BODY: Class = class!("A-Za-z0-9+/= \t\r\n\\\"',:.>#|-");
    let end = view.run(body, IN_BODY, next - body);
    let tail = |byte: &&u8| !BASE64.has(**byte) && **byte != b'=';
    let loose = view.slice(body, end).iter().rev().take_while(tail).count();
    holds_key(view.slice(body, end)).then_some(end - loose)
}

/// Whether `body` has a run of base64 as only encoded data has it: long, with a digit or
/// with many capitals.
fn holds_key(body: &[u8]) -> bool {
    const LEAST: usize = 16;
    body.split(|&byte| !BASE64.has(byte)).any(|run| {
        let capitals = run.iter().filter(|byte| byte.is_ascii_uppercase()).count();
        run.len() >= LEAST && (run.iter().any(u8::is_ascii_digit) || capitals >= 5)
    })
}
