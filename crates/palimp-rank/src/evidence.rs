//! Evidence that a chunk answers a question, independent of the rest of the index.
//!
//! The evidence is absolute: it counts the rare words that a chunk holds, not their share of the
//! question, because a prompt of many words is answered by a note that holds three of them.

use super::bm25::TermIndex;
use super::question::{PreparedQuestion, QuestionWord};
use super::{RankRequest, Slot};

/// Evidence for a chunk.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct ChunkEvidence {
    /// Sum of the question's words that it holds, in units of the rarest possible word.
    pub(super) held: f32,
    /// The sum that the question asks for, in words as rare as can be.
    pub(super) asked: f32,
    /// Its cosine with the question, for the part of it that the embedder understands.
    pub(super) cosine: f32,
    /// True if it holds every word.
    pub(super) whole: bool,
    /// Set of the first 64 words that it holds, a bit for each.
    words: u64,
}

impl ChunkEvidence {
    pub(super) fn measure(
        at: u32,
        slot: &Slot,
        (ask, question): (&RankRequest<'_>, &PreparedQuestion),
        words: &TermIndex,
        cosine: f32,
    ) -> ChunkEvidence {
        let (mut held, mut asked) = (0.0, 0.0);
        let mut whole = !question.words.is_empty();
        let mut which = 0;
        for (number, word) in (0..).zip(&question.words) {
            let (share, rarity) = held_share(at, slot, word, words);
            asked += words.rarity(word) * word.says;
            held += rarity * word.says * if word.exact { share.powi(3) } else { share };
            whole &= share >= 1.0;
            which |= u64::from(share >= MIN_HELD_SHARE).checked_shl(number).unwrap_or(0);
        }
        ChunkEvidence { held, asked, cosine: cosine.max(0.0) * ask.understood, whole, words: which }
    }

    /// Returns true if it holds a whole word of the question that few other chunks hold, and that is a good part of it.
    pub(super) fn holds_telling_word(&self) -> bool {
        self.words != 0
            && self.held >= MIN_TELLING_EVIDENCE
            && self.held >= MIN_TELLING_SHARE * self.asked
    }

    /// Returns the share of the question's words that a slot holds, each by its rarity.
    pub(super) fn coverage(
        at: u32,
        slot: &Slot,
        question: &PreparedQuestion,
        words: &TermIndex,
    ) -> f32 {
        let (mut held, mut all) = (0.0, f32::MIN_POSITIVE);
        for word in &question.words {
            let (share, rarity) = held_share(at, slot, word, words);
            held += share * rarity * word.says;
            all += words.rarity(word) * word.says;
        }
        held / all
    }

    /// Returns true if it holds a word of the question, and all of those that `other` holds.
    pub(super) fn covers(&self, other: &ChunkEvidence) -> bool {
        other.words != 0 && other.words & !self.words == 0
    }
}

/// The share of a word that a chunk holds, and its rarity.
fn held_share(at: u32, slot: &Slot, word: &QuestionWord, words: &TermIndex) -> (f32, f32) {
    match word.speakers.contains(&slot.speaker) {
        true => (1.0, words.rarity(word)),
        false => words.held_share(at, word),
    }
}

/// Minimum share of a word, or nearness of a near one, that counts as the word itself.
const MIN_HELD_SHARE: f32 = 0.6;
/// Minimum evidence of a chunk that holds a telling word, and minimum share of the question.
const MIN_TELLING_EVIDENCE: f32 = 0.25;
const MIN_TELLING_SHARE: f32 = 0.2;
/// Weight of a cosine of 1, relative to a word as rare as can be.
const COSINE_WEIGHT: f32 = 1.5;
/// The strength at which confidence is a half, squared.
const HALF_STRENGTH_SQUARED: f32 = 0.785;
/// Exponent with which confidence falls with the distance from the best hit.
const CONFIDENCE_FALL_EXPONENT: f32 = 0.45;

impl ChunkEvidence {
    /// The evidence in one number; around 1 is one rare word and a related meaning.
    pub(super) fn strength(&self) -> f32 {
        self.held + COSINE_WEIGHT * self.cosine
    }
}

/// Confidence that a collection answers at all, from 0 to 1, given the best evidence: 0.35 at a
/// strength of 0.65, 0.56 at 1.
pub(super) fn confidence(strength: f32) -> f32 {
    strength * strength / (strength * strength + HALF_STRENGTH_SQUARED)
}

/// The calibrated score of a hit whose fused score is `share` of the best one's. It grows with the
/// share, so that hits stay in their order.
pub(super) fn calibrate_score(confidence: f32, share: f32) -> f32 {
    confidence * share.clamp(0.0, 1.0).powf(CONFIDENCE_FALL_EXPONENT)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_best_of_nothing_is_nothing() {
        assert_eq!(calibrate_score(confidence(0.0), 1.0), 0.0);
        assert!(calibrate_score(confidence(0.3), 1.0) < 0.35);
        assert!(calibrate_score(confidence(2.0), 1.0) > 0.8);
    }

    proptest! {
        #[test]
        fn scores_keep_the_order_and_stay_in_range(
            strength in 0.0_f32..50.0, more in 0.0_f32..5.0, a in 0.0_f32..=1.0, b in 0.0_f32..=1.0,
        ) {
            let sure = confidence(strength);
            prop_assert!((0.0..=1.0).contains(&calibrate_score(sure, a)));
            prop_assert!(confidence(strength + more) >= sure);
            let (low, high) = if a < b { (a, b) } else { (b, a) };
            prop_assert!(calibrate_score(sure, low) <= calibrate_score(sure, high));
        }
    }
}
