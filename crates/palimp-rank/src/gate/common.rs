//! How common a word is where developers write and ask.
//!
//! `words.tsv` has a row a stem: in how many pieces of a hundred words of public developers'
//! documents it stands, in how many real prompts of two projects or more, and a `+` where it says
//! little of what is asked (*file*, *change*, *추가*). What is rarer than the cap on bits can tell
//! has no row. Korean words that fill requests (*그냥*) were counted in 93 prompts of two projects, one more
//! than were seen, and stand here as of as many prompts as the others.

use std::borrow::Cow;

use crate::dictionary::stem;
use crate::table::row;

const WORDS: &str = include_str!("words.tsv");

/// How many pieces of documents were counted, of English and of Korean, and how many prompts.
const ENGLISH: f32 = 16_870.0;
const KOREAN: f32 = 2_642.0;
const PROMPTS: f32 = 1_154.0;

/// What is known of a word before anything is known of a vault.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Common {
    /// The share, from 0 to 1, of what developers write or ask that holds it.
    pub share: f32,
    /// Whether it says little of what is asked.
    pub is_generic: bool,
}

/// What is known of a word in lower case.
pub(super) fn common(word: &str, hangul: bool) -> Common {
    let key = if hangul { Cow::Borrowed(word) } else { stem(word) };
    let mut cells = row(WORDS, &key).unwrap_or_default().split('\t');
    let mut number = || cells.next().and_then(|cell| cell.parse::<f32>().ok()).unwrap_or(0.0);
    let (written, asked) = (number(), number());
    let all = if hangul { KOREAN } else { ENGLISH };
    let share = ((written + 0.3) / (all + 1.0)).max(asked / PROMPTS);
    Common { share, is_generic: cells.next() == Some("+") }
}

/// How rare a word is where developers write, from 0 (in every text) to 1. A Korean word is looked up
/// without particles of up to three letters, too, and tells less: fewer texts were counted.
///
/// ```
/// use palimp_rank::gate::rarity;
///
/// assert!(rarity("file") < 0.3 && rarity("quaternion") > 0.8);
/// assert!(rarity("파일을") < rarity("사원수"));
/// ```
pub fn rarity(word: &str) -> f32 {
    const KOREAN_MOST: f32 = 0.6;
    let lower = word.to_lowercase();
    let bits = |share: f32, all: f32| (-share.ln() / all.ln()).clamp(0.0, 1.0);
    if !lower.contains(|c| matches!(c, '가'..='힣')) {
        return bits(common(&lower, false).share, ENGLISH);
    }
    let ends = lower.char_indices().skip(2).map(|(at, _)| at).chain([lower.len()]);
    let stems = ends.collect::<Vec<_>>().into_iter().rev().take(4);
    let shares = stems.map(|end| common(&lower[..end], true).share);
    bits(shares.fold(0.0, f32::max), KOREAN).min(KOREAN_MOST)
}

/// The stems of words that stand in some prompts of two projects or more, but not in most.
pub(super) fn often_asked() -> impl Iterator<Item = &'static str> {
    const SOME: std::ops::RangeInclusive<u32> = 2..=60;
    let asked = |line: &'static str| {
        let mut cells = line.split('\t');
        let word = cells.next()?;
        let asked: u32 = cells.nth(1)?.parse().ok()?;
        let long = word.len() > 2 && word.bytes().all(|byte| byte.is_ascii_lowercase());
        (long && SOME.contains(&asked)).then_some(word)
    };
    WORDS.lines().filter_map(asked)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_is_sorted() {
        let keys = WORDS.lines().map(|line| line.split('\t').next().unwrap_or_default());
        assert!(keys.is_sorted_by(|a, b| a < b));
    }

    #[test]
    fn what_every_developer_writes_is_common() {
        let (file, zebra) = (common("files", false), common("zebra", false));
        assert!(file.share > 0.2 && file.is_generic);
        assert!(zebra.share < 0.001 && !zebra.is_generic);
        assert!(common("추가", true).share > common("시뮬레이션", true).share);
    }

    #[test]
    fn what_fills_requests_tells_little() {
        for (word, hangul) in
            [("let", false), ("just", false), ("yes", false), ("그냥", true), ("근데", true)]
        {
            let common = common(word, hangul);
            assert!(common.share > 0.01 && common.is_generic, "{word}: {common:?}");
        }
    }
}
