//! Features of a passage, and their weights in its relevance score.

use serde::Serialize;

/// Evidence for a passage: all in bits, or made of bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Features {
    /// The bits of the question's words that the passage holds.
    pub held: f32,
    /// The bits of all the question's words: more of them are met by chance.
    pub asked: f32,
    /// Distance of `held` above what a passage of this length holds by chance, in standard
    /// deviations.
    pub surprise: f32,
    /// The share of the question that the passage, and less so its section, holds.
    pub coverage: f32,
    /// The bits that headings and title hold.
    pub heading: f32,
    /// Their share of the question.
    pub heading_share: f32,
    /// The bits beyond what the best passage of a vault of this size holds by chance: an expectation
    /// value, as BLAST gives to alignments (Altschul and others, 1990).
    pub evidence: f32,
    /// The bits of the question's neighbours that are neighbours here.
    pub adjacency: f32,
    /// The logarithm of how many questions the prompt asks: who asks often finds something by
    /// chance.
    pub tries: f32,
    /// The share of the words that prompts are made of which the vault says: one that says most has
    /// something on every prompt.
    pub vocabulary: f32,
}

/// The weights of a logistic regression on prompts that deserve a passage and prompts that do not,
/// and the most that the two sums among the features count.
const BIAS_WEIGHT: f32 = -0.478;
const SURPRISE_WEIGHT: f32 = 0.271;
const COVERAGE_WEIGHT: f32 = 1.409;
const HEADING_WEIGHT: f32 = 0.224;
const MAX_HEADING_BITS: f32 = 20.0;
const HEADING_SHARE_WEIGHT: f32 = 0.992;
const EVIDENCE_WEIGHT: f32 = 0.2125;
const ADJACENCY_WEIGHT: f32 = 0.141;
const MAX_ADJACENCY_BITS: f32 = 15.0;
const TRIES_WEIGHT: f32 = 0.691;
const ASKED_WEIGHT: f32 = 0.5;
const VOCABULARY_WEIGHT: f32 = 1.0;

impl Features {
    /// Relevance score of the passage; it has no bounds.
    pub fn score(&self) -> f32 {
        BIAS_WEIGHT
            + SURPRISE_WEIGHT * self.surprise
            + COVERAGE_WEIGHT * self.coverage
            + HEADING_WEIGHT * self.heading.min(MAX_HEADING_BITS)
            + HEADING_SHARE_WEIGHT * self.heading_share
            + EVIDENCE_WEIGHT * self.evidence
            + ADJACENCY_WEIGHT * self.adjacency.min(MAX_ADJACENCY_BITS)
            - TRIES_WEIGHT * self.tries
            - ASKED_WEIGHT * (1.0 + self.asked).ln()
            - VOCABULARY_WEIGHT * self.vocabulary
    }
}

/// A question, and how large the vault is that is asked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Odds {
    /// The bits of its words.
    pub asked: f32,
    /// The logarithm of the number of questions that the prompt asks.
    pub tries: f32,
    /// The bits that the best section of the vault holds by chance.
    pub chance: f32,
    /// Share of common prompt words that the vault holds.
    pub vocabulary: f32,
}

impl Odds {
    /// The shares of a short question are of this many bits.
    pub(super) const MIN_QUESTION_BITS: f32 = 3.0;
    /// The variance of what a passage of no surprise holds.
    pub(super) const BASE_VARIANCE: f32 = 4.0;

    /// The most that a section can score which holds `held` bits of the question.
    fn best_score(&self, held: f32) -> f32 {
        let share = held / self.asked.max(1.0);
        let best = Features {
            held,
            asked: self.asked,
            surprise: held / Odds::BASE_VARIANCE.sqrt(),
            coverage: held / self.asked.max(Odds::MIN_QUESTION_BITS),
            heading: held,
            heading_share: share,
            evidence: held - self.chance,
            adjacency: held,
            tries: self.tries,
            vocabulary: self.vocabulary,
        };
        best.score()
    }

    /// Minimum number of bits of the question that a section must hold to score `floor`; none if
    /// all of them are too few.
    pub(super) fn needed_bits(&self, floor: f32) -> Option<f32> {
        if self.best_score(self.asked) < floor {
            return None;
        }
        let (mut low, mut high) = (0.0, self.asked);
        for _ in 0..12 {
            let middle = (low + high) / 2.0;
            if self.best_score(middle) < floor { low = middle } else { high = middle }
        }
        Some(low)
    }
}
