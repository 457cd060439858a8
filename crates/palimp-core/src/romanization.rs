//! Writes Korean in Latin letters, syllable by syllable, for names that may hold no others.
//!
//! Letters are those of the Revised Romanization; sounds that change between syllables are written as they are
//! spelt, so that one word always has one form.

const INITIALS: [&str; 19] = [
    "g", "kk", "n", "d", "tt", "r", "m", "b", "pp", "s", "ss", "", "j", "jj", "ch", "k", "t", "p",
    "h",
];
const MEDIALS: [&str; 21] = [
    "a", "ae", "ya", "yae", "eo", "e", "yeo", "ye", "o", "wa", "wae", "oe", "yo", "u", "wo", "we",
    "wi", "yu", "eu", "ui", "i",
];
const FINALS: [&str; 28] = [
    "", "k", "k", "k", "n", "n", "n", "t", "l", "k", "m", "l", "l", "l", "p", "l", "m", "p", "p",
    "t", "t", "ng", "t", "t", "k", "t", "p", "t",
];

/// Returns `text` with its Hangul syllables in Latin letters; everything else stays.
pub fn romanize(text: &str) -> String {
    let mut latin = String::with_capacity(text.len());
    for c in text.chars() {
        match romanize_syllable(c) {
            Some(parts) => latin.extend(parts),
            None => latin.push(c),
        }
    }
    latin
}

fn romanize_syllable(c: char) -> Option<[&'static str; 3]> {
    let number = u32::from(c).checked_sub(u32::from('가'))? as usize;
    let (initial, rest) = (number / 588, number % 588);
    Some([*INITIALS.get(initial)?, MEDIALS[rest / 28], FINALS[rest % 28]])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn syllables_become_latin_letters() {
        for (korean, latin) in [
            ("배포는 금요일", "baeponeun geumyoil"),
            ("힣", "hit"),
            ("JWT 인증", "JWT injeung"),
            ("ㅋㅋ ok 東", "ㅋㅋ ok 東"),
        ] {
            assert_eq!(romanize(korean), latin);
        }
    }
}
