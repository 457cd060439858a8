//! The words that restore a wallet (BIP-39), beside their name: `mnemonic: …`, `SEED_PHRASE="…"`,
//! "복구 구문: …".

use super::DetectedSecret;
use super::bytes::{ByteClass, ByteView, class};

/// The kind of what is found here.
pub(super) const KIND: &str = "recovery-phrase";

/// Allowed numbers of words in a phrase.
const PHRASE_WORD_COUNTS: [usize; 5] = [12, 15, 18, 21, 24];

/// Characters between two words: blanks, the end of a line, a number, the marks of a list.
const BETWEEN_CHARS: ByteClass = class!(" \t\r\n0-9,.)\"'");

/// Maximum width of the gap between two words, in bytes.
const MAX_GAP_BYTES: usize = 32;

/// The phrase that begins at `at`, behind its name and what stands after that.
pub(super) fn find_phrase(view: ByteView<'_>, at: usize) -> Option<DetectedSecret> {
    const BEFORE_CHARS: ByteClass = class!(" \t\r\n:=0-9.)\"'`*>|[-");
    let start = view.run_end(at, BEFORE_CHARS, MAX_GAP_BYTES);
    let first = SeedWord::parse_at(view, start).filter(|_| start > at)?;
    let words = std::iter::successors(Some(first), |word| word.next(view));
    let ends: Vec<usize> =
        words.take(PHRASE_WORD_COUNTS[PHRASE_WORD_COUNTS.len() - 1]).map(|word| word.end).collect();
    let count = PHRASE_WORD_COUNTS.into_iter().rfind(|&count| count <= ends.len())?;
    Some(DetectedSecret { kind: KIND, start, end: ends[count - 1] })
}

/// A word that may be one of a phrase.
#[derive(Clone, Copy)]
struct SeedWord {
    end: usize,
}

impl SeedWord {
    /// The word at `at`: three to eight small letters. The words that join others in nearly every
    /// sentence are not in the list.
    fn parse_at(view: ByteView<'_>, at: usize) -> Option<SeedWord> {
        #[rustfmt::skip]
        const EXCLUDED_WORDS: [&[u8]; 16] = [
            b"the", b"and", b"for", b"from", b"with", b"your", b"are", b"was", b"not", b"but",
            b"which", b"should", b"would", b"has", b"its", b"when",
        ];
        let end = view.run_end(at, class!("a-z"), 9);
        let word = view.slice(at, end);
        let is_whole = !view.byte_at(end).is_ascii_alphanumeric() && view.byte_at(end) != b'_';
        ((3..=8).contains(&word.len()) && is_whole && !EXCLUDED_WORDS.contains(&word))
            .then_some(SeedWord { end })
    }

    /// The word behind this one.
    fn next(self, view: ByteView<'_>) -> Option<SeedWord> {
        let next = view.run_end(self.end, BETWEEN_CHARS, MAX_GAP_BYTES);
        if next > self.end { SeedWord::parse_at(view, next) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWELVE: &str =
        "abandon ability able about above absent absorb abstract absurd abuse access accident";

    fn found(text: &str) -> Option<&str> {
        let view = ByteView { bytes: text.as_bytes(), floor: 0 };
        find_phrase(view, 0).map(|found| &text[found.start..found.end])
    }

    #[test]
    fn a_phrase_has_as_many_words_as_it_may() {
        let text = format!(": {TWELVE}");
        assert_eq!(found(&text), Some(TWELVE));
        assert_eq!(found(&format!("=\"{TWELVE} again whole\"")), Some(TWELVE));
        let twice = format!("{TWELVE}\n  {TWELVE}");
        assert_eq!(found(&format!(": \n{twice} {TWELVE}")), Some(twice.as_str()));
        let numbered: Vec<String> =
            TWELVE.split(' ').enumerate().map(|(i, word)| format!("{}. {word}", i + 1)).collect();
        assert_eq!(found(&format!(":\n{}", numbered.join("\n"))), Some(&numbered.join("\n")[3..]));
    }

    #[test]
    fn a_sentence_is_no_phrase() {
        assert_eq!(found(&format!(": {}", &TWELVE[..TWELVE.len() - 9])), None);
        assert_eq!(
            found(
                ": words that restore every single wallet when some device goes missing somewhere"
            ),
            None
        );
        assert_eq!(found(TWELVE), None);
    }
}
