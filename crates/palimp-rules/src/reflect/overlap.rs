//! Words in common: two claims are about one thing if neither names what the other does not.

use std::collections::BTreeMap;

/// Words with their weights.
pub(super) type WeightedWords = BTreeMap<String, u32>;

/// Weight of a verb or noun that many things are said with, such as `send` or `message`.
pub(super) const WEAK_WEIGHT: u32 = 1;
/// Weight of a name or noun.
pub(super) const STRONG_WEIGHT: u32 = 2;
/// Weight of an identifier or a path.
pub(super) const IDENTIFIER_WEIGHT: u32 = 4;

/// Weights of the words that two claims share, and of those that only one has: of the one that has
/// less of its own, and of the other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Overlap {
    pub(super) shared: u32,
    less: u32,
    more: u32,
}

impl Overlap {
    pub(super) fn between(one: &WeightedWords, other: &WeightedWords) -> Overlap {
        let sum = |of: &WeightedWords| of.values().sum::<u32>();
        let shared = one.iter().filter(|(word, _)| other.contains_key(*word));
        let (in_one, in_other) = shared.fold((0, 0), |(in_one, in_other), (word, weight)| {
            (in_one + weight, in_other + other[word])
        });
        let (own, its) = (sum(one) - in_one, sum(other) - in_other);
        Overlap { shared: in_one, less: own.min(its), more: own.max(its) }
    }

    /// Returns true for claims about one thing: what only one says is more about it, while what each
    /// says for itself tells two things apart.
    pub(super) const fn is_one_subject(self) -> bool {
        (self.less <= WEAK_WEIGHT || self.less * 4 <= self.shared) && self.more <= self.shared * 2
    }

    /// Returns true for claims about one thing in nearly the same words.
    pub(super) const fn is_close(self) -> bool {
        self.shared > 0 && self.less <= WEAK_WEIGHT && self.more * 2 <= self.shared
    }

    /// Returns true for claims of which one says all that the other does, and hardly more.
    pub(super) const fn is_exact(self) -> bool {
        let enough = if self.more == 0 { 1 } else { IDENTIFIER_WEIGHT };
        self.less == 0 && self.shared >= enough && self.more * 2 <= self.shared
    }

    /// Returns true for claims of which one says at most a weak word more than the other.
    pub(super) const fn differs_weakly(self) -> bool {
        self.less == 0 && self.more <= WEAK_WEIGHT && self.shared >= STRONG_WEIGHT
    }

    /// Returns true for claims that say the same.
    pub(super) const fn says_the_same(self) -> bool {
        self.shared > 0
            && self.less <= WEAK_WEIGHT
            && (self.more <= WEAK_WEIGHT || self.more * 3 <= self.shared)
    }
}
