//! Commonness of words in developers' documents and prompts.
//!
//! `words.tsv` has a row a stem: the number of pieces of a hundred words of public developers'
//! documents that contain it, the number of real prompts of two projects or more, and a `+` if it
//! says little of the question (*file*, *change*, *추가*). Words that are rarer than the cap on bits
//! can tell have no row. Korean words that fill requests (*그냥*) were counted in 93 prompts of two
//! projects, one more than were seen, and stand here as of as many prompts as the others.

use std::borrow::Cow;

use crate::dictionary::light_stem;
use crate::table::find_row;

const WORDS_TSV: &str = include_str!("words.tsv");

/// Number of pieces of documents that were counted, in English and in Korean, and number of
/// prompts.
const ENGLISH_PIECES: f32 = 16_870.0;
const KOREAN_PIECES: f32 = 2_642.0;
const PROMPT_COUNT: f32 = 1_154.0;

/// Commonness of a word, independent of a vault.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct WordCommonness {
    /// The share, from 0 to 1, of what developers write or ask that holds it.
    pub share: f32,
    /// True if it says little of the question.
    pub is_generic: bool,
}

/// Returns the commonness of a word in lower case.
pub(super) fn commonness(word: &str, hangul: bool) -> WordCommonness {
    let key = if hangul { Cow::Borrowed(word) } else { light_stem(word) };
    let mut cells = find_row(WORDS_TSV, &key).unwrap_or_default().split('\t');
    let mut number = || cells.next().and_then(|cell| cell.parse::<f32>().ok()).unwrap_or(0.0);
    let (written, asked) = (number(), number());
    let all = if hangul { KOREAN_PIECES } else { ENGLISH_PIECES };
    let share = ((written + 0.3) / (all + 1.0)).max(asked / PROMPT_COUNT);
    WordCommonness { share, is_generic: cells.next() == Some("+") }
}

/// Rarity of a word in developers' texts, from 0 (in every text) to 1. A Korean word is looked up
/// without particles of up to three letters, too, and tells less: fewer texts were counted.
///
/// ```
/// use palimp_rank::relevance_threshold::rarity;
///
/// assert!(rarity("file") < 0.3 && rarity("quaternion") > 0.8);
/// assert!(rarity("파일을") < rarity("사원수"));
/// ```
pub fn rarity(word: &str) -> f32 {
    const MAX_KOREAN_RARITY: f32 = 0.6;
    let lower = word.to_lowercase();
    let bits = |share: f32, all: f32| (-share.ln() / all.ln()).clamp(0.0, 1.0);
    if !lower.contains(|c| matches!(c, '가'..='힣')) {
        return bits(commonness(&lower, false).share, ENGLISH_PIECES);
    }
    let ends = lower.char_indices().skip(2).map(|(at, _)| at).chain([lower.len()]);
    let stems = ends.collect::<Vec<_>>().into_iter().rev().take(4);
    let shares = stems.map(|end| commonness(&lower[..end], true).share);
    bits(shares.fold(0.0, f32::max), KOREAN_PIECES).min(MAX_KOREAN_RARITY)
}

/// The stems of words that stand in some prompts of two projects or more, but not in most.
pub(super) fn often_asked() -> impl Iterator<Item = &'static str> {
    const ASKED_PROMPTS_RANGE: std::ops::RangeInclusive<u32> = 2..=60;
    let asked = |line: &'static str| {
        let mut cells = line.split('\t');
        let word = cells.next()?;
        let asked: u32 = cells.nth(1)?.parse().ok()?;
        let long = word.len() > 2 && word.bytes().all(|byte| byte.is_ascii_lowercase());
        (long && ASKED_PROMPTS_RANGE.contains(&asked)).then_some(word)
    };
    WORDS_TSV.lines().filter_map(asked)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_is_sorted() {
        let keys = WORDS_TSV.lines().map(|line| line.split('\t').next().unwrap_or_default());
        assert!(keys.is_sorted_by(|a, b| a < b));
    }

    #[test]
    fn what_every_developer_writes_is_common() {
        let (file, zebra) = (commonness("files", false), commonness("zebra", false));
        assert!(file.share > 0.2 && file.is_generic);
        assert!(zebra.share < 0.001 && !zebra.is_generic);
        assert!(commonness("추가", true).share > commonness("시뮬레이션", true).share);
    }

    #[test]
    fn what_fills_requests_tells_little() {
        for (word, hangul) in
            [("let", false), ("just", false), ("yes", false), ("그냥", true), ("근데", true)]
        {
            let common = commonness(word, hangul);
            assert!(common.share > 0.01 && common.is_generic, "{word}: {common:?}");
        }
    }
}
