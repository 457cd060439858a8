//! Words that a query can do without.
//!
//! The lists are for queries alone: a document keeps every word, so that a query of
//! nothing but such words still finds it.

use std::collections::HashSet;
use std::sync::LazyLock;

use super::hangul;
use super::scan::TextPiece;

/// Returns true if a piece of a query only tells how something is asked.
pub(super) fn is_stop(piece: &TextPiece<'_>) -> bool {
    match *piece {
        TextPiece::Alphanumeric(name) => is_english(name),
        TextPiece::Hangul(run) => is_korean(run),
        TextPiece::Unspaced(run) => is_japanese(run),
    }
}

/// Every word of a text is looked up here, so the words of one length stand at equal distances, in the order of
/// their letters.
fn is_english(name: &str) -> bool {
    let same = ENGLISH_STOP_WORDS.get(name.len()).unwrap_or(&"").as_bytes();
    let (name, first) = (name.as_bytes(), name.as_bytes().first().map(u8::to_ascii_lowercase));
    let words = same.chunks(name.len() + 1).map(|word| &word[..name.len()]);
    let mut words = words
        .skip_while(|stop| stop.first() < first.as_ref())
        .take_while(|stop| stop.first() == first.as_ref());
    words.any(|stop| stop.eq_ignore_ascii_case(name))
}

fn is_korean(run: &str) -> bool {
    static STOP_WORDS: LazyLock<HashSet<&str>> =
        LazyLock::new(|| list_words(KOREAN_STOP_WORDS).collect());
    hangul::is_function(run)
        || STOP_WORDS.contains(run)
        || STOP_WORDS.contains(hangul::strip_inflection(run).word)
        || is_interrogative(run)
}

/// Returns true for a word that asks, in its everyday forms.
fn is_interrogative(run: &str) -> bool {
    let ends = |rest: &str| INTERROGATIVE_ENDINGS.split(' ').any(|end| end == rest);
    INTERROGATIVES.split(' ').any(|word| run.strip_prefix(word).is_some_and(ends))
}

fn is_japanese(run: &str) -> bool {
    list_words(JAPANESE_STOP_WORDS).any(|stop| stop == run)
}

/// The words of a list, whose lines hold them between spaces.
fn list_words(list: &'static [&'static str]) -> impl Iterator<Item = &'static str> {
    list.iter().flat_map(|line| line.split(' '))
}

/// The stop list of the Snowball project's English stemmer
/// (<https://snowballstem.org/algorithms/english/stop.txt>) without its contractions,
/// which the scanner takes apart; with the other modal verbs, `whose`, `please`, and
/// what is left of `can't`, `won't` and `shan't`. Each line holds the words of one length, from 0.
const ENGLISH_STOP_WORDS: [&str; 11] = [
    "",
    "a i",
    "am an as at be by ca do he if in is it me my no of on or so to up we wo",
    "all and any are but can did few for had has her him his how its may nor not off our out own \
     sha she the too was who why you",
    "been both does down each from have here hers into more most must once only ours over same \
     some such than that them then they this very were what when whom will with your",
    "about above after again being below could doing might other ought shall their there these \
     those under until where which while whose would yours",
    "before during having itself myself please should theirs",
    "against because between further herself himself through",
    "yourself",
    "ourselves",
    "themselves yourselves",
];

/// Korean interrogatives and demonstratives. Particles and the forms of 하다 and 되다 are not in this
/// list: they are recognised by their shape. A word also stands here for its forms with particles.
const KOREAN_STOP_WORDS: &[&str] = &[
    // who, what, where, when, why, how
    "뭐 뭘 뭔 뭐야 뭐지 무엇 무슨 어떤 어떻게 어느 어디 어딘가 언제 누구 누가 왜 얼마 얼마나 몇",
    // this, that, here, there, I, you, we
    "그 이 저 이것 그것 저것 여기 거기 이런 그런 저런 나 내 너 우리 제",
    // nouns that need another word before them
    "것 거 게 걸 수 등 때 중",
    // and, or, but, more, again, a little
    "및 또 또는 그리고 그런데 하지만 더 좀",
    // to be there
    "있는 있다 있나 있나요 있어 있어요 있던 있지",
    // about, for, through, according to
    "대해 대한 대하여 관해 관한 위해 위한 통해 따라",
    // tell me, show me, find me, please
    "알려 알려줘 알려주세요 말해줘 보여줘 찾아줘 줘 주세요",
    // as people talk: side, thing, again, was it
    "쪽 거지 건지 건가 거야 거였지 거더라 뭐더라 였지 였더라 그때 이제 혹시 우리가 어떡해",
];

/// The words that ask, and how people end them: `뭐였지`, `누구한테`, `언제였더라`.
const INTERROGATIVES: &str = "뭐 뭘 무엇 누구 누가 어디 어디서 언제 왜 얼마 얼마나 몇 어떻게 어느";
const INTERROGATIVE_ENDINGS: &str = "였지 였죠 였더라 였나 였나요 였어 였어요 더라 지 죠 야 예요 인지 인가 라고 한테 였는지 이었지 이었더라 까지 부터 해야 해요 하지 하나 하나요 해 했지 했더라 됐지 되지 되나 되나요";

/// The particles and polite endings that stand as runs of their own between Kanji.
const JAPANESE_STOP_WORDS: &[&str] = &["は が を に へ と も の で や か から まで より です ます"];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::scan::split_pieces;

    #[track_caller]
    fn check(text: &str, expect: bool) {
        let found: Vec<bool> = split_pieces(text).map(|piece| is_stop(&piece)).collect();
        assert_eq!(found, [expect], "{text}");
    }

    #[test]
    fn function_words_are_told_from_content() {
        for stop in ["the", "What", "doesn't", "can't", "I'm"] {
            check(stop, true);
        }
        for content in ["use", "get", "theUser", "not.found", "don"] {
            check(content, false);
        }
    }

    #[test]
    fn the_words_of_a_length_stand_in_order() {
        for (length, same) in ENGLISH_STOP_WORDS.iter().enumerate() {
            assert!(same.split(' ').is_sorted(), "{same}");
            assert!(same.is_empty() || same.split(' ').all(|word| word.len() == length), "{same}");
        }
    }

    #[test]
    fn korean_words_stop_with_their_particles() {
        for stop in [
            "무엇을", "누구인가", "어떻게", "그것은", "이", "에서는", "했던", "되나요", "하는",
            "뭐였지", "누구한테", "언제였더라", "어떻게했지",
        ] {
            check(stop, true);
        }
        for content in ["배포했던", "이유", "회의", "값"] {
            check(content, false);
        }
    }
}
