//! Estimates the number of tokens of a text, without asking a model.

/// Weight of a byte in quarters of a token; see [`count_tokens`].
const QUARTERS_PER_BYTE: [u8; 256] = build_quarters_table();

const fn build_quarters_table() -> [u8; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte {
            0x00..=0x7f => 1,
            // What follows the first byte of a character weighs nothing.
            0x80..=0xbf => 0,
            0xc0..=0xdf => 2,
            0xe0..=0xef => 4,
            _ => 8,
        };
        byte += 1;
    }
    table
}

/// Estimates the number of tokens of `text`: four ASCII characters are one token, a letter of
/// another alphabet (é, я) half a token, a Hangul, Han or Kana character one, an emoji two.
///
/// Four characters a token is the figure of model vendors for English. For Korean the rule was
/// compared with two real vocabularies: a syllable is 0.78 tokens of `o200k_base` and 1.23 of
/// `cl100k_base`. Over mixed prose and code the estimate differs from the first by at most about 10
/// %, and is about 20 % below the second.
///
/// ```
/// assert_eq!(palimp_core::tokens::count_tokens("four more words here"), 5);
/// assert_eq!(palimp_core::tokens::count_tokens("결정"), 2);
/// ```
pub fn count_tokens(text: &str) -> usize {
    quarter_tokens(text).div_ceil(4)
}

/// Estimates the tokens of `text` in quarters, which add up exactly when a text is split.
pub fn quarter_tokens(text: &str) -> usize {
    text.bytes().map(|byte| usize::from(QUARTERS_PER_BYTE[usize::from(byte)])).sum()
}

/// Returns the weight of one character.
pub fn quarters_of(c: char) -> usize {
    match c.len_utf8() {
        1 => 1,
        2 => 2,
        3 => 4,
        _ => 8,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_script_has_its_weight() {
        assert_eq!(count_tokens(""), 0);
        assert_eq!(count_tokens("a"), 1);
        assert_eq!(count_tokens("abcd efg"), 2);
        assert_eq!(count_tokens("데이터베이스"), 6);
        assert_eq!(count_tokens("認証とログイン"), 7);
        assert_eq!(count_tokens("привет"), 3);
        assert_eq!(count_tokens("🦀"), 2);
    }

    #[test]
    fn a_character_weighs_what_its_bytes_do() {
        for c in ['a', '\n', 'é', 'я', '한', '漢', '—', '🦀', '\u{7f}', '\u{10ffff}'] {
            assert_eq!(quarters_of(c), quarter_tokens(c.encode_utf8(&mut [0; 4])), "{c:?}");
        }
    }
}
