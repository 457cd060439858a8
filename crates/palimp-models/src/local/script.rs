//! Detection of the scripts that a model has learnt, by its vocabulary.

use palimp_core::embed::Scripts;

/// A vocabulary with as many tokens that hold Korean syllables is one of many languages. English
/// ones have none at all; those of many languages have thousands.
const MIN_KOREAN_TOKENS: usize = 300;

/// The writing of a model with this vocabulary.
pub(super) fn detect_scripts(vocabulary: impl Iterator<Item = String>) -> Scripts {
    let korean = vocabulary.filter(|token| is_korean(token) || is_korean(&decode_token(token)));
    if korean.take(MIN_KOREAN_TOKENS).count() == MIN_KOREAN_TOKENS {
        Scripts::All
    } else {
        Scripts::Latin
    }
}

fn is_korean(token: &str) -> bool {
    token.chars().any(|c| matches!(c, '\u{AC00}'..='\u{D7A3}'))
}

/// Decodes a token of a byte-level vocabulary. Such vocabularies write each byte as a character:
/// itself if it can be printed, else one from U+0100 on, in the order of the bytes (GPT-2 did so
/// first). Empty for a token that is not a whole text.
fn decode_token(token: &str) -> String {
    let bytes: Option<Vec<u8>> = token.chars().map(decode_byte).collect();
    bytes.and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default()
}

fn decode_byte(c: char) -> Option<u8> {
    match u32::from(c) {
        // 0x00 to 0x20, then 0x7F to 0xA0, then 0xAD.
        code @ 0x100..=0x120 => Some((code - 0x100) as u8),
        code @ 0x121..=0x142 => Some((code - 0x121 + 0x7F) as u8),
        0x143 => Some(0xAD),
        code => u8::try_from(code).ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn many(token: impl Fn(u32) -> String) -> Scripts {
        detect_scripts((0..1000).map(token))
    }

    fn syllable(number: u32) -> String {
        char::from_u32(0xAC00 + number).unwrap().to_string()
    }

    #[test]
    fn a_vocabulary_with_korean_syllables_is_of_many_languages() {
        assert_eq!(many(syllable), Scripts::All);
        assert_eq!(many(|number| format!("\u{2581}word{number}")), Scripts::Latin);
        assert_eq!(detect_scripts(["가".to_owned(), "the".to_owned()].into_iter()), Scripts::Latin);
    }

    #[test]
    fn the_letters_of_syllables_are_not_enough() {
        let letter = |number| char::from_u32(0x1100 + number % 256).unwrap().to_string();
        assert_eq!(many(letter), Scripts::Latin);
    }

    #[test]
    fn a_vocabulary_of_bytes_is_read_as_what_it_spells() {
        assert_eq!(decode_token("Ġword"), " word");
        assert_eq!(decode_token("ìķĪëħķ"), "안녕");
        assert_eq!(many(|number| syllable(number).bytes().map(written).collect()), Scripts::All);
    }

    /// A byte as such vocabularies write it.
    fn written(of: u8) -> char {
        let hidden = |c: &char| matches!(u32::from(*c), 0..=0x20 | 0x7F..=0xA0 | 0xAD);
        let candidates = (0..0x144).filter_map(char::from_u32);
        candidates.filter(|c| !hidden(c)).find(|c| decode_byte(*c) == Some(of)).unwrap()
    }
}
