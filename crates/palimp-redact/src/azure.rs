//! Keys of Azure that bear a mark somewhere inside: four letters of their service near the end, or
//! `Q~` near the beginning.

use super::DetectedSecret;
use super::bytes::{ByteClass, ByteView, WORD_CHARS, class};
use super::scan::is_escaped;

/// The kind of what is found here.
pub(super) const KIND: &str = "azure-key";

/// The client secret around the `~` at `at`: three characters, a digit, `Q~`, and 31 to 34 more.
pub(super) fn client_secret(view: ByteView<'_>, at: usize) -> Option<DetectedSecret> {
    const SECRET_CHARS: ByteClass = class!("A-Za-z0-9_~.-");
    let start = view.run_start(at, SECRET_CHARS, 5);
    let run = view.run_end(at + 1, SECRET_CHARS, 40);
    // The dashes that begin a private key are none of the secret's.
    let key = view.slice(at, run + 4).windows(5).position(|five| five == b"-----");
    let run = key.map_or(run, |key| at + key);
    let end = run - usize::from(view.byte_before(run) == b'.');
    let is_marked =
        at - start == 5 && view.byte_at(at - 1) == b'Q' && view.byte_at(at - 2).is_ascii_digit();
    let begins = !view.byte_before(start).is_ascii_alphanumeric()
        || view.control_start(start) < start
        || is_escaped(view, start);
    // Behind a sign a placeholder stands for more of it.
    let goes_on = !WORD_CHARS.contains(view.byte_before(run)) && view.has_placeholder(run);
    let is_whole = (31..=34).contains(&(end - at - 1)) && !goes_on;
    (is_marked && begins && is_whole).then_some(DetectedSecret { kind: KIND, start, end })
}

/// True if `key`, which may be padded base64, has the mark of a service at its place.
pub(super) fn is_marked(key: &[u8]) -> bool {
    #[rustfmt::skip]
    const SERVICE_MARKS: [(&[u8], usize); 17] = [
        (b"+ASt", 10), (b"ACDb", 10), (b"+ABa", 10), (b"+ASb", 10), (b"+AEh", 10), (b"+ARm", 10),
        (b"+AMC", 10), (b"AIoT", 9), (b"AIoT", 10), (b"AzCa", 10), (b"+ACR", 10), (b"AzSe", 10),
        (b"AzFu", 10), (b"AzEG", 10), (b"APIM", 10), (b"AZDO", 8), (b"JQQJ99", 32),
    ];
    const MIN_KEY_BYTES: usize = 40;
    let digits = key.strip_suffix(b"==").or(key.strip_suffix(b"=")).unwrap_or(key);
    let bears = |&(mark, from_end): &(&[u8], usize)| {
        let at = digits.len() - from_end;
        digits[at..].starts_with(mark)
    };
    digits.len() >= MIN_KEY_BYTES && SERVICE_MARKS.iter().any(bears)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_counts_in_its_place_alone() {
        let noise = |length| "k3".repeat(40)[..length].to_owned();
        assert!(is_marked(format!("{}+ASt{}==", noise(76), noise(6)).as_bytes()));
        assert!(is_marked(format!("{}JQQJ99{}", noise(52), noise(26)).as_bytes()));
        assert!(is_marked(format!("{}AZDO{}", noise(76), noise(4)).as_bytes()));
        assert!(!is_marked(format!("{}AZDO{}", noise(70), noise(10)).as_bytes()));
        assert!(!is_marked(b"AZDO1234"));
    }
}
