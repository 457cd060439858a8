//! Comparison of two claims: are they about one thing, and do their answers exclude each other?
//!
//! The newer claim holds where it takes up what the older one turned down, denies it, or gives
//! another answer of the same kind. Where either is about something that the other does not mention,
//! both may be true.

use std::collections::BTreeSet;

use super::claim::{Claim, Kind, Part};
use super::lexicon;
use super::overlap::{Overlap, STRONG, Words};
use super::value::Dimension;
use crate::tools::family;

/// Returns true for claims that say the same.
pub(super) fn is_same(one: &Claim, other: &Claim) -> bool {
    let rejects =
        one.rejected == other.rejected || one.rejected.is_empty() || other.rejected.is_empty();
    rejects
        && (one.negative, one.past, one.tells, one.least)
            == (other.negative, other.past, other.tells, other.least)
        && one.places == other.places
        && one.order == other.order
        && conflicts(one, other).is_empty()
        && Overlap::of(&one.everything, &other.everything).says_the_same()
}

/// Returns true if `one` says no more than `other` does.
pub(super) fn is_part(one: &Claim, other: &Claim) -> bool {
    let names_something = !one.answers.is_empty() || one.words.len() > 1;
    names_something
        && (one.negative, one.past) == (other.negative, other.past)
        && one.everything.keys().all(|word| other.everything.contains_key(word))
        && one.rejected.is_subset(&other.rejected)
        && one.places.is_subset(&other.places)
}

/// Returns true if the newer claim makes the older one untrue.
pub(super) fn makes_untrue(new: &Claim, old: &Claim) -> bool {
    let bounds_both_ends = new.least && old.most || new.most && old.least;
    !new.past
        && new.places == old.places
        && !bounds_both_ends
        && holds_for(new, old)
        && (swaps(new, old) || reverses(new, old) || answers_otherwise(new, old))
}

/// Returns true if a claim is about no special case that the other one does not name.
fn holds_for(one: &Claim, other: &Claim) -> bool {
    let named =
        |word: &String| other.everything.contains_key(word) || other.rejected.contains(word);
    one.narrow.iter().all(named)
}

/// `Per line, not per receipt` after `per receipt, not per line`; `the code, then the tests` after
/// `the tests, then the code`.
fn swaps(new: &Claim, old: &Claim) -> bool {
    if !new.rejected.is_disjoint(&old.rejected) {
        return false;
    }
    let turns_down = !old.negative && names_one(&old.everything, &new.rejected);
    let takes_up = !new.negative && names_one(&new.everything, &old.rejected);
    turns_down && takes_up
        || reorders(new, old)
        || (turns_down || takes_up) && !new.additive && leaves_one_subject(new, old)
}

fn names_one(words: &Words, phrases: &BTreeSet<String>) -> bool {
    phrases.iter().any(|phrase| phrase.split(' ').all(|word| words.contains_key(word)))
}

fn reorders(new: &Claim, old: &Claim) -> bool {
    let (Some((first, then)), Some((earlier, later))) = (&new.order, &old.order) else {
        return false;
    };
    !first.is_disjoint(later)
        && !then.is_disjoint(earlier)
        && Overlap::of(&new.everything, &old.everything).is_close()
}

/// Returns true for claims that are about one thing apart from what they turn down.
fn leaves_one_subject(new: &Claim, old: &Claim) -> bool {
    let rejected: BTreeSet<&str> =
        new.rejected.iter().chain(&old.rejected).flat_map(|phrase| phrase.split(' ')).collect();
    let left = |words: &Words| -> Words {
        let mut left = words.clone();
        left.retain(|word, _| !rejected.contains(word.as_str()));
        left
    };
    let (said, before) = (left(&new.words), left(&old.words));
    let overlap = Overlap::of(&said, &before);
    let whole = old.chooses && before.is_empty() && said.values().sum::<u32>() <= STRONG;
    whole || overlap.shared > 0 && overlap.is_one_subject()
}

/// `Don't cache it` after `cache it`, or the other way round.
fn reverses(new: &Claim, old: &Claim) -> bool {
    let overlap = Overlap::of(&new.everything, &old.everything);
    // `Don't use Redis` after `use Redis for sessions`.
    let forbids_all = new.negative
        && new.tools().next().is_some()
        && old.chooses
        && new.everything.keys().all(|word| old.everything.contains_key(word));
    new.negative != old.negative
        && !old.tells
        && (old.rejected.is_empty() || old.rejected == new.rejected)
        && conflicts(new, old).is_empty()
        && (forbids_all || !new.tells && overlap.is_exact())
}

/// `The port is 8080` after `the port is 3000`, `we use Vitest` after `we use Jest`.
fn answers_otherwise(new: &Claim, old: &Claim) -> bool {
    let affirms = |claim: &Claim| !claim.negative && !claim.tells;
    // Two answers that differ are of two things: `Postgres runs on 5432`, `MySQL runs on 3306`.
    let [kind] = conflicts(new, old)[..] else { return false };
    affirms(new) && affirms(old) && !new.additive && holds_for(old, new) && {
        let overlap = Overlap::of(&new.words, &old.words);
        match kind {
            Kind::Part(_) => overlap.differs_weakly(),
            Kind::Value(Dimension::Location) => overlap.is_close(),
            Kind::Tool if !is_of_family(new, old) => overlap.is_close(),
            Kind::Tool => overlap.is_one_subject(),
            _ => overlap.is_close() || overlap.shared >= STRONG && overlap.is_one_subject(),
        }
    }
}

/// Returns the kinds in which answers of two claims exclude each other.
fn conflicts(new: &Claim, old: &Claim) -> Vec<Kind> {
    let mut found: Vec<Kind> =
        new.answers.keys().filter(|kind| conflict(**kind, new, old)).copied().collect();
    if found.contains(&Kind::Tool) {
        // Another tool has versions of its own.
        found.retain(|kind| *kind != Kind::Version);
    }
    if found.is_empty() {
        found.extend(conflict_with_part(new, old));
    }
    found
}

fn conflict(kind: Kind, new: &Claim, old: &Claim) -> bool {
    let none = BTreeSet::new();
    let said = new.answers.get(&kind).unwrap_or(&none);
    let before = old.answers.get(&kind).unwrap_or(&none);
    said.difference(before).any(|one| {
        before.difference(said).any(|other| match kind {
            Kind::Tool => excludes(one, other),
            // A path can be given in part.
            Kind::Value(Dimension::Location) => !one.ends_with(other) && !other.ends_with(one),
            _ => true,
        })
    })
}

/// `Stored in S3` after `stored on disk`: a tool, and a word where an answer stands.
fn conflict_with_part(new: &Claim, old: &Claim) -> Option<Kind> {
    const PART: Kind = Kind::Part(Part::As);
    let only = |claim: &Claim, kind: Kind| claim.answers.keys().eq([&kind]);
    let either =
        only(new, PART) && only(old, Kind::Tool) || only(new, Kind::Tool) && only(old, PART);
    either.then_some(PART)
}

/// Returns true for tools that are used for one thing.
fn excludes(one: &str, other: &str) -> bool {
    is_one_family(one, other) || lexicon::shares_role(one, other)
}

fn is_one_family(one: &str, other: &str) -> bool {
    family(one).is_some() && family(one) == family(other)
}

fn is_of_family(new: &Claim, old: &Claim) -> bool {
    new.tools().any(|one| old.tools().any(|other| is_one_family(one, other)))
}
