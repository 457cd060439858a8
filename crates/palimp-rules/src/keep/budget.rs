//! Line budget of a session: the best lines, each fact once.

use std::collections::{BTreeSet, HashMap};

use palimp_core::distill::SessionProgress;

/// Maximum number of lines from one exchange.
pub(crate) const MAX_LINES_PER_EXCHANGE: usize = 2;
/// Two lines tell the same fact if they share more than this part of the shorter one's words.
const OVERLAP_RATIO: f32 = 0.3;

/// Returns the number of lines that a session may still leave, after `exchanges` more.
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

    /// Returns true if both lines tell the same fact.
    pub(crate) fn overlaps(&self, other: &Bag) -> bool {
        let least = self.0.len().min(other.0.len()).max(1);
        self.0.intersection(&other.0).count() as f32 > OVERLAP_RATIO * least as f32
    }
}

/// Number of lines taken by each exchange.
#[derive(Default)]
pub(crate) struct Shares(HashMap<usize, usize>);

impl Shares {
    /// Counts one more line of an exchange and returns true, unless it has `most` lines already.
    pub(crate) fn take_share(&mut self, exchange: usize, most: usize) -> bool {
        let taken = self.0.entry(exchange).or_default();
        let fits = *taken < most;
        *taken += usize::from(fits);
        fits
    }
}
