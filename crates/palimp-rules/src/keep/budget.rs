//! How many lines a session leaves behind, and which: the best, each thing once.

use std::collections::{BTreeSet, HashMap};

use palimp_core::distill::SessionProgress;

/// An exchange leaves at most so many.
pub(crate) const MAX_LINES_PER_EXCHANGE: usize = 2;
/// Two lines that share more than this of the shorter one's words tell of the same thing.
const OVERLAP_RATIO: f32 = 0.3;

/// How many lines a session may still leave, after `exchanges` more.
pub(crate) fn remaining_lines(exchanges: usize, so_far: &SessionProgress, kept: usize) -> usize {
    so_far.max_lines(exchanges).saturating_sub(kept)
}

/// The words of a line by which it is compared.
pub(crate) struct Bag(BTreeSet<String>);

impl Bag {
    pub(crate) fn from_line(line: &str) -> Bag {
        let words = line.split(|c: char| !c.is_alphanumeric() && c != '_');
        let words = words.filter(|word| word.chars().count() > 2);
        Bag(words.map(str::to_lowercase).collect())
    }

    /// Whether both tell of the same thing.
    pub(crate) fn overlaps(&self, other: &Bag) -> bool {
        let least = self.0.len().min(other.0.len()).max(1);
        self.0.intersection(&other.0).count() as f32 > OVERLAP_RATIO * least as f32
    }
}

/// How many lines each exchange has left.
#[derive(Default)]
pub(crate) struct Shares(HashMap<usize, usize>);

impl Shares {
    /// Whether an exchange may leave one of `most` lines more; it counts when it may.
    pub(crate) fn take_share(&mut self, exchange: usize, most: usize) -> bool {
        let taken = self.0.entry(exchange).or_default();
        let fits = *taken < most;
        *taken += usize::from(fits);
        fits
    }
}
