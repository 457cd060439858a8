//! The words that restore a wallet (BIP-39), beside their name: `mnemonic: …`, `SEED_PHRASE="…"`,
//! "복구 구문: …".

use super::Finding;
use super::bytes::{Class, View, class};

/// The kind of what is found here.
pub(super) const KIND: &str = "recovery-phrase";

/// How many words a phrase may have.
const COUNTS: [usize; 5] = [12, 15, 18, 21, 24];

/// What stands between two words: blanks, the end of a line, a number, the marks of a list.
const BETWEEN: Class = class!(" \t\r\n0-9,.)\"'");

/// How wide that is at the most.
const WIDEST: usize = 32;

/// The phrase that begins at `at`, behind its name and what stands after that.
pub(super) fn at(view: View<'_>, at: usize) -> Option<Finding> {
    const BEFORE: Class = class!(" \t\r\n:=0-9.)\"'`*>|[-");
    let start = view.run(at, BEFORE, WIDEST);
    let first = Word::at(view, start).filter(|_| start > at)?;
    let words = std::iter::successors(Some(first), |word| word.next(view));
    let ends: Vec<usize> = words.take(COUNTS[COUNTS.len() - 1]).map(|word| word.end).collect();
    let count = COUNTS.into_iter().rfind(|&count| count <= ends.len())?;
    Some(Finding { kind: KIND, start, end: ends[count - 1] })
}

/// A word that may be one of a phrase.
#[derive(Clone, Copy)]
struct Word {
    end: usize,
}

impl Word {
    /// The word at `at`: three to eight small letters. The words that join others in nearly every
    /// sentence are not in the list.
    fn at(view: View<'_>, at: usize) -> Option<Word> {
        #[rustfmt::skip]
        const NONE: [&[u8]; 16] = [
            b"the", b"and", b"for", b"from", b"with", b"your", b"are", b"was", b"not", b"but",
            b"which", b"should", b"would", b"has", b"its", b"when",
        ];
        let end = view.run(at, class!("a-z"), 9);
        let word = view.slice(at, end);
        let is_whole = !view.at(end).is_ascii_alphanumeric() && view.at(end) != b'_';
        ((3..=8).contains(&word.len()) && is_whole && !NONE.contains(&word)).then_some(Word { end })
    }

    /// The word behind this one.
    fn next(self, view: View<'_>) -> Option<Word> {
        let next = view.run(self.end, BETWEEN, WIDEST);
        if next > self.end { Word::at(view, next) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWELVE: &str =
        "abandon ability able about above absent absorb abstract absurd abuse access accident";

    fn found(text: &str) -> Option<&str> {
        let view = View { bytes: text.as_bytes(), floor: 0 };
        at(view, 0).map(|found| &text[found.start..found.end])
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
