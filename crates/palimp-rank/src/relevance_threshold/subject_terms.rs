//! Extraction of the words that tell the subject of a text.

use crate::analysis::for_each_token;

use super::common::{commonness, rarity};

/// Minimum rarity of a word that tells the subject of a text, on the scale of [`rarity`].
const MIN_SUBJECT_RARITY: f32 = 0.35;
/// Minimum length of a subject word, in characters; of Hangul two are enough.
const MIN_SUBJECT_CHARS: usize = 3;

/// Returns the terms of the words that tell the subject of a text, the rarest first and each once,
/// at most `most`: words that developers do not write everywhere, and no numbers.
pub fn subject_terms(text: &str, most: usize) -> Vec<String> {
    let mut found: Vec<(f32, String)> = Vec::new();
    for_each_token(text, |token| {
        let hangul = token.is_hangul();
        let letters = token.word.chars().filter(|c| c.is_alphabetic()).count();
        if token.stop
            || letters < if hangul { 2 } else { MIN_SUBJECT_CHARS }
            || is_request(token.run)
        {
            return;
        }
        let rare = rarity(token.word);
        let generic = commonness(&token.word.to_lowercase(), hangul).is_generic;
        if rare >= MIN_SUBJECT_RARITY
            && !generic
            && found.iter().all(|(_, term)| term != token.term)
        {
            found.push((rare, token.term.to_owned()));
        }
    });
    found.sort_by(|a, b| b.0.total_cmp(&a.0));
    found.truncate(most);
    found.into_iter().map(|(_, term)| term).collect()
}

/// Returns true if a run of Hangul is a verb that asks for something: 고쳐줘, 되나요.
fn is_request(run: &str) -> bool {
    run.ends_with(['줘', '요', '까', '돼', '해'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_every_developer_says_is_no_subject() {
        let of = |text| subject_terms(text, 9).join(" ");
        for (text, expect) in [
            ("can you fix the failing tests / build", ""),
            ("continue with 12 and 0f3a", ""),
            ("can you fix the failing shadow branch?", "shadow"),
            ("이 파일을 고쳐줘", ""),
            ("결제 웹훅을 고쳐줘", "_결제 _웹훅"),
        ] {
            assert_eq!(of(text), expect, "{text}");
        }
        assert_eq!(subject_terms("zebra gnu quagga", 2).len(), 2);
    }
}
