//! Private keys: in PEM and PGP armour (`-----BEGIN … PRIVATE KEY-----` to `-----END … -----`), in
//! the forms of SSH2 and PuTTY, in base64 once more, and bodies whose armour is lost.

use super::DetectedSecret;
use super::bytes::{BASE64, ByteClass, ByteView, class, contains_ignoring_case, three_bytes};

/// The kind of what is found here.
pub(super) const KIND: &str = "private-key";

/// The beginning of a key without armour, and how the whole of it is found there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Beginning {
    /// Literal that begins it.
    pub(super) start: &'static str,
    find: fn(ByteView<'_>, usize) -> Option<DetectedSecret>,
}

impl Beginning {
    /// The key that begins with it at `at`.
    pub(super) fn find_key(&self, view: ByteView<'_>, at: usize) -> Option<DetectedSecret> {
        if view.has_literal(at, self.start) { (self.find)(view, at) } else { None }
    }
}

/// The beginnings that are known. Those in base64 are of PEM, of OpenSSH's own form, and of the
/// structures of PKCS #1, PKCS #8 (RFC 5208) and SEC 1 (RFC 5915).
pub(super) const KEY_BEGINNINGS: &[Beginning] = &[
    Beginning { start: "LS0tLS1CRUdJTi", find: find_encoded_key },
    Beginning { start: "b3BlbnNzaC1rZXktdjE", find: find_body },
    Beginning { start: "MII", find: find_rsa_body },
    Beginning { start: "MHcCAQEEI", find: find_body },
    Beginning { start: "MIGkAgEBBD", find: find_body },
    Beginning { start: "MIGHAgEAMBMGByqGSM49", find: find_body },
    Beginning { start: "MIG2AgEAMBAGByqGSM49", find: find_body },
    Beginning { start: "MC4CAQAwBQYDK2Vw", find: find_body },
    Beginning { start: "Private-Lines: ", find: find_putty_key },
];

/// The private key that begins at `at`: to its last line, else, where the text was cut
/// off, as far as it looks like one. Where the text begins within one, `at` is its last line.
pub(super) fn private_key(view: ByteView<'_>, at: usize) -> Option<DetectedSecret> {
    if view.has_literal(at, "-----END ") {
        return find_without_header(view, at);
    }
    let body = body_start(view, at)?;
    let next = body_end(view, body);
    let end = if is_last_line(view, next) {
        holds_key(view.slice(body, next)).then(|| last_line_end(view, next))
    } else {
        cut_off_end(view, body, next)
    };
    end.map(|end| DetectedSecret { kind: KIND, start: at, end })
}

/// Returns the start of the body after a line that announces a private key.
fn body_start(view: ByteView<'_>, at: usize) -> Option<usize> {
    const ARMOUR_BEGINNINGS: [&str; 2] = ["-----BEGIN ", "---- BEGIN "];
    let beginning = ARMOUR_BEGINNINGS.iter().find(|beginning| view.has_literal(at, beginning))?;
    label_end(view, at + beginning.len())
}

/// Returns the end of the line of armour whose label begins at `label`, if the label is a private
/// key's.
fn label_end(view: ByteView<'_>, label: usize) -> Option<usize> {
    const LABEL_CHARS: ByteClass = class!("A-Z0-9 ");
    let end = view.run_end(label, LABEL_CHARS, 64);
    let is_private = view.slice(label, end).windows(11).any(|words| words == b"PRIVATE KEY");
    let dashes = view.run_end(end, class!("-"), 5);
    (is_private && dashes >= end + 4).then_some(dashes)
}

/// Returns the end of the body that begins at `from`: at hyphens, at a placeholder of an earlier
/// redaction, or at the end of the text.
fn body_end(view: ByteView<'_>, from: usize) -> usize {
    let ends = |at: &usize| match view.byte_at(*at) {
        b'-' => view.has_literal(*at, "-----") || view.has_literal(*at, "---- END"),
        b'<' => view.has_placeholder(*at),
        _ => false,
    };
    (from..view.bytes.len()).find(ends).unwrap_or(view.bytes.len())
}

fn is_last_line(view: ByteView<'_>, at: usize) -> bool {
    view.has_literal(at, "-----END ") || view.has_literal(at, "---- END ")
}

/// Returns the end of the line `-----END … -----` at `at`.
fn last_line_end(view: ByteView<'_>, at: usize) -> usize {
    let label = view.run_end(view.run_end(at, class!("-"), 5), class!("A-Z0-9 "), 64);
    view.run_end(label, class!("-"), 5)
}

/// Returns the end of a key without its last line: after its last run of base64.
fn cut_off_end(view: ByteView<'_>, body: usize, next: usize) -> Option<usize> {
    const BODY_CHARS: ByteClass = class!("A-Za-z0-9+/= \t\r\n\\\"',:.>#|-");
    let end = view.run_end(body, BODY_CHARS, next - body);
    let tail = |byte: &&u8| !BASE64.contains(**byte) && **byte != b'=';
    let loose = view.slice(body, end).iter().rev().take_while(tail).count();
    holds_key(view.slice(body, end)).then_some(end - loose)
}

/// The key whose first lines are lost, before its last line at `at`.
fn find_without_header(view: ByteView<'_>, at: usize) -> Option<DetectedSecret> {
    const MAX_LINE_BYTES: usize = 200;
    let end = label_end(view, at + "-----END ".len())?;
    let mut start = at;
    loop {
        let line_end = view.run_start(start, class!(" \t\r\n\\"), 80);
        let line = view.run_start(line_end, class!("A-Za-z0-9+/="), MAX_LINE_BYTES);
        let indent = view.run_start(line, class!(" \t"), 80);
        if line == line_end || !matches!(view.byte_before(indent), 0 | b'\n' | b'\\') {
            break;
        }
        start = line;
    }
    holds_key(view.slice(start, at)).then_some(DetectedSecret { kind: KIND, start, end })
}

/// True if `body` has a run of base64 as only encoded data has it: long, with a digit or with many
/// capitals.
pub(super) fn holds_key(body: &[u8]) -> bool {
    const MIN_RUN_BYTES: usize = 16;
    body.split(|&byte| !BASE64.contains(byte)).any(|run| {
        let capitals = run.iter().filter(|byte| byte.is_ascii_uppercase()).count();
        run.len() >= MIN_RUN_BYTES && (run.iter().any(u8::is_ascii_digit) || capitals >= 5)
    })
}

/// The body of a key that begins at `at`, with all its lines.
fn find_body(view: ByteView<'_>, at: usize) -> Option<DetectedSecret> {
    const MIN_BODY_BYTES: usize = 40;
    let end = lines_end(view, at);
    (end - at >= MIN_BODY_BYTES).then_some(DetectedSecret { kind: KIND, start: at, end })
}

/// The body of an RSA key at `at`: behind the length of all of it a version stands, which
/// certificates and public keys do not have there.
fn find_rsa_body(view: ByteView<'_>, at: usize) -> Option<DetectedSecret> {
    let behind_length = view.slice(at + 6, at + 11);
    if matches!(behind_length, b"IBAAK" | b"IBAAJ" | b"IBADA") { find_body(view, at) } else { None }
}

/// The base64 at `at` of a private key in PEM, in one line or in many. Armour alone, or its beginning alone, is
/// none.
fn find_encoded_key(view: ByteView<'_>, at: usize) -> Option<DetectedSecret> {
    const MAX_PROBED_BYTES: usize = 160;
    let end = view.run_end(at, BASE64, MAX_PROBED_BYTES);
    let armour: Vec<u8> = view.slice(at, end).chunks_exact(4).flat_map(three_bytes).collect();
    if !contains_ignoring_case(&armour[..armour.len().min(48)], "private key") {
        return None;
    }
    let goes_on = end == at + MAX_PROBED_BYTES || b"\r\n\\\"'".contains(&view.byte_at(end));
    let is_closed = contains_ignoring_case(&armour, "-----end");
    if holds_key(&armour) || (goes_on && !is_closed) { find_body(view, at) } else { None }
}

/// The private lines of a PuTTY key, announced at `at`.
fn find_putty_key(view: ByteView<'_>, at: usize) -> Option<DetectedSecret> {
    let number = view.run_end(at + "Private-Lines: ".len(), class!("0-9"), 4);
    find_body(view, line_break_end(view, number))
}

/// Returns the end of the lines of base64 that begin at `at`: all of one width, the last shorter.
fn lines_end(view: ByteView<'_>, at: usize) -> usize {
    const MIN_LINE_WIDTH_BYTES: usize = 40;
    let (mut start, mut end) = (at, view.run_end(at, BASE64, usize::MAX));
    let width = end - start;
    while end - start == width && width >= MIN_LINE_WIDTH_BYTES {
        let line_end = line_break_end(view, end);
        let next = view.run_end(line_end, class!(" \t\"'"), 40);
        let next_end = view.run_end(next, BASE64, width);
        let padded = view.run_end(next_end, class!("="), 2);
        let is_whole = padded == view.bytes.len() || b"\r\n\\\"'".contains(&view.byte_at(padded));
        if line_end == end || next_end == next || !is_whole {
            break;
        }
        (start, end) = (next, next_end);
    }
    view.run_end(end, class!("="), 2)
}

/// Returns the end of the line break at `at`, spelled or not.
fn line_break_end(view: ByteView<'_>, at: usize) -> usize {
    let spelled = ["\\r\\n", "\\n", "\r\n", "\n"];
    spelled
        .iter()
        .find(|spelled| view.has_literal(at, spelled))
        .map_or(at, |spelled| at + spelled.len())
}
