//! Korean and English words of the trade that mean the same.

use super::table::row;

/// A row a Korean word, with English ones; and a row an English stem, with Korean words.
pub(super) const PAIRS: &str = include_str!("pairs.tsv");

/// What a Korean word, or the [stem](super::common::stem) of an English one, means in the other
/// language.
pub(super) fn translations(word: &str) -> impl Iterator<Item = &'static str> {
    row(PAIRS, word).unwrap_or_default().split(' ').filter(|word| !word.is_empty())
}

/// Whether the dictionary has a word.
pub(super) fn is_known(word: &str) -> bool {
    row(PAIRS, word).is_some()
}

/// How many syllables the longest Korean word of the dictionary has.
const LONGEST: usize = 6;

/// The words of the dictionary that a Korean compound is made of, from its beginning on. They end
/// where an ending follows, or what the dictionary does not know: what stands in the middle of a
/// word is none (회색인 is no 색인).
pub(super) fn parts(compound: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = compound;
    while !crate::analysis::is_ending(rest) {
        let ends = rest.char_indices().map(|(at, c)| at + c.len_utf8()).take(LONGEST).skip(1);
        let longest = ends.filter(|&end| is_known(&rest[..end])).last();
        let Some(end) = longest else { break };
        parts.push(&rest[..end]);
        rest = &rest[end..];
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways() {
        assert!(translations("배포").any(|word| word == "deploy"));
        assert!(translations("deploy").any(|word| word == "배포"));
        assert_eq!(translations("zebra").count(), 0);
    }

    #[test]
    fn every_korean_word_is_short_enough_to_be_found() {
        let heads =
            PAIRS.lines().filter(|line| !line.is_ascii()).map(|line| line.split('\t').next());
        let longest =
            heads.flatten().filter(|head| !head.is_ascii()).map(|head| head.chars().count());
        assert!(longest.max() <= Some(LONGEST));
    }

    #[test]
    fn a_compound_is_taken_apart_from_its_beginning() {
        assert_eq!(parts("배포스크립트를"), ["배포", "스크립트"]);
        assert_eq!(parts("회색인"), [] as [&str; 0]);
    }
}
