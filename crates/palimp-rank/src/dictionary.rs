//! The dictionary of Korean and English words that mean the same to developers.
//!
//! `dictionary.tsv` has a row for each Korean word with its English words, and a row for each English [`light_stem`] with
//! its Korean words; every pair stands in both. Verbs have their dictionary form (죽다) too. The words were written by
//! hand, field by field (trouble, data, infrastructure, forms and rules …); no question's own words were added.
//! Search and the relevance threshold read the same table.

use std::borrow::Cow;

use crate::table::find_row;

const DICTIONARY_TSV: &str = include_str!("dictionary.tsv");

/// The longest Korean word of the dictionary, in syllables.
const MAX_SYLLABLES: usize = 8;
/// Two Korean words mean the same from this nearness on.
const MIN_NEARNESS: f32 = 0.5;
/// Minimum nearness of two words with one first translation.
const MIN_SAME_FIRST_NEARNESS: f32 = 0.8;

/// Returns the translations of a Korean word, or of the [`light_stem`] of an English one.
pub(crate) fn translations(word: &str) -> impl Iterator<Item = &'static str> + use<> {
    find_row(DICTIONARY_TSV, word).unwrap_or_default().split(' ').filter(|word| !word.is_empty())
}

/// Returns the Korean words that mean the same as a Korean word (교착상태 and 데드락), the nearest first, each with
/// its nearness, from 0 to 1: how many translations they have in common, and above all the first.
pub(crate) fn korean_synonyms(word: &str) -> Vec<(&'static str, f32)> {
    let own: Vec<&str> = translations(word).collect();
    let mut found: Vec<(&str, f32)> = Vec::new();
    for other in own.iter().flat_map(|english| translations(&light_stem(english))) {
        if other == word || found.iter().any(|(known, _)| *known == other) {
            continue;
        }
        let theirs: Vec<&str> = translations(other).collect();
        let common = theirs.iter().filter(|english| own.contains(english)).count();
        let share = (common as f32 / own.len().max(theirs.len()) as f32).sqrt();
        let nearness =
            if own.first() == theirs.first() { share.max(MIN_SAME_FIRST_NEARNESS) } else { share };
        if nearness >= MIN_NEARNESS {
            found.push((other, nearness));
        }
    }
    found.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    found
}

/// Returns true for a word of the dictionary.
pub(crate) fn is_known(word: &str) -> bool {
    find_row(DICTIONARY_TSV, word).is_some()
}

/// Returns every Korean word with the first of its translations.
pub fn loanwords() -> impl Iterator<Item = (&'static str, &'static str)> {
    let rows = DICTIONARY_TSV.lines().filter(|line| line.starts_with(|c: char| !c.is_ascii()));
    rows.filter_map(|line| line.split_once('\t'))
        .filter_map(|(korean, english)| Some((korean, english.split(' ').next()?)))
}

/// Returns the words of the dictionary that a Korean compound is made of, from its beginning on. They end where an
/// ending follows, or an unknown word: a word within another one is none (회색인 is no 색인).
pub(crate) fn compound_parts(compound: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = compound;
    while !crate::analysis::is_ending(rest) {
        let ends = rest.char_indices().map(|(at, c)| at + c.len_utf8()).take(MAX_SYLLABLES).skip(1);
        let longest = ends.filter(|&end| is_known(&rest[..end])).last();
        let Some(end) = longest else { break };
        parts.push(&rest[..end]);
        rest = &rest[end..];
    }
    parts
}

/// The endings that the stem of an English word loses, each with its replacement.
const STEM_ENDINGS: [(&str, &str); 10] = [
    ("ations", "at"),
    ("ation", "at"),
    ("ings", ""),
    ("ing", ""),
    ("ied", "y"),
    ("ies", "y"),
    ("ed", ""),
    ("ly", ""),
    ("es", "e"),
    ("s", ""),
];

/// Returns the stem under which the tables know a word in lower case. It is lighter than that of the index,
/// so that *general* and *generate* stay two words.
pub(crate) fn light_stem(word: &str) -> Cow<'_, str> {
    if word.len() < 3 || !word.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return Cow::Borrowed(word);
    }
    let mut stem = word.to_owned();
    if word.len() > 3 {
        let fits = |(ending, instead): &&(&str, &str)| {
            word.ends_with(ending)
                && !word.ends_with("ss")
                && word.len() - ending.len() + instead.len() >= 3
        };
        if let Some((ending, instead)) = STEM_ENDINGS.iter().find(fits) {
            stem.truncate(word.len() - ending.len());
            stem.push_str(instead);
        }
        if let [.., a, b] = stem.as_bytes()
            && stem.len() > 3
            && a == b
            && !b"lsz".contains(b)
        {
            stem.pop();
        }
        if stem.len() > 3 && stem.ends_with('e') {
            stem.pop();
        }
    }
    if stem.ends_with('i') {
        stem.pop();
        stem.push('y');
    }
    Cow::Owned(stem)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dictionary_translates_both_ways() {
        assert!(translations("배포").any(|word| word == "deploy"));
        assert!(translations("deploy").any(|word| word == "배포"));
        assert_eq!(translations("zebra").count(), 0);
    }

    #[test]
    fn dictionary_has_each_pair_in_both_rows() {
        let keys: Vec<&str> =
            DICTIONARY_TSV.lines().filter_map(|line| line.split('\t').next()).collect();
        assert!(keys.is_sorted_by(|one, other| one < other));
        for key in keys {
            assert!(key.is_ascii() || key.chars().count() <= MAX_SYLLABLES, "{key}");
            for word in translations(key) {
                let back =
                    |it: &str| if key.is_ascii() { light_stem(it) == key } else { it == key };
                assert!(translations(&light_stem(word)).any(back), "{key} {word}");
            }
        }
    }

    #[test]
    fn sibling_shares_its_translations() {
        let of =
            |word: &str| -> Vec<&str> { korean_synonyms(word).iter().map(|(it, _)| *it).collect() };
        assert!(of("교착상태").contains(&"데드락") && of("데드락").contains(&"교착상태"));
        assert!(of("디플로이").contains(&"배포") && !of("디플로이").contains(&"출시"));
        assert!(of("없는말").is_empty());
    }

    #[test]
    fn compound_is_taken_apart_from_its_beginning() {
        assert_eq!(compound_parts("배포스크립트를"), ["배포", "스크립트"]);
        assert_eq!(compound_parts("회색인"), [] as [&str; 0]);
    }

    #[test]
    fn words_are_known_by_their_stem() {
        for (word, expect) in [
            ("files", "fil"),
            ("running", "run"),
            ("tries", "try"),
            ("migrations", "migrat"),
            ("pass", "pass"),
            ("calling", "call"),
            ("id", "id"),
            ("utf8", "utf8"),
        ] {
            assert_eq!(light_stem(word), expect, "{word}");
        }
    }
}
