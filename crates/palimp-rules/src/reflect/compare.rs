//! Comparison of two claims: are they about one thing, and do their answers exclude each other?
//!
//! The newer claim holds where it takes up what the older one turned down, denies it, or gives
//! another answer of the same kind. Where either is about something that the other does not mention,
//! both may be true.

use std::collections::BTreeSet;

use super::claim::{AnswerKind, AnswerPart, Claim};
use super::lexicon;
use super::overlap::{Overlap, STRONG_WEIGHT, WeightedWords};
use super::value::Dimension;
use crate::tools::tool_family;

/// Returns true for claims that say the same.
pub(super) fn is_same(one: &Claim, other: &Claim) -> bool {
    let rejects =
        one.rejected == other.rejected || one.rejected.is_empty() || other.rejected.is_empty();
    rejects
        && (one.negative, one.past, one.tells, one.least)
            == (other.negative, other.past, other.tells, other.least)
        && one.places == other.places
        && one.order == other.order
        && conflicting_kinds(one, other).is_empty()
        && Overlap::between(&one.everything, &other.everything).says_the_same()
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
        && (swaps_rejected(new, old) || reverses_negation(new, old) || answers_otherwise(new, old))
}

/// Returns true if a claim is about no special case that the other one does not name.
fn holds_for(one: &Claim, other: &Claim) -> bool {
    let named =
        |word: &String| other.everything.contains_key(word) || other.rejected.contains(word);
    one.narrow.iter().all(named)
}

/// `Per line, not per receipt` after `per receipt, not per line`; `the code, then the tests` after
/// `the tests, then the code`.
fn swaps_rejected(new: &Claim, old: &Claim) -> bool {
    if !new.rejected.is_disjoint(&old.rejected) {
        return false;
    }
    let turns_down = !old.negative && names_one(&old.everything, &new.rejected);
    let takes_up = !new.negative && names_one(&new.everything, &old.rejected);
    turns_down && takes_up
        || reorders_steps(new, old)
        || (turns_down || takes_up) && !new.additive && leaves_one_subject(new, old)
}

fn names_one(words: &WeightedWords, phrases: &BTreeSet<String>) -> bool {
    phrases.iter().any(|phrase| phrase.split(' ').all(|word| words.contains_key(word)))
}

fn reorders_steps(new: &Claim, old: &Claim) -> bool {
    let (Some((first, then)), Some((earlier, later))) = (&new.order, &old.order) else {
        return false;
    };
    !first.is_disjoint(later)
        && !then.is_disjoint(earlier)
        && Overlap::between(&new.everything, &old.everything).is_close()
}

/// Returns true for claims that are about one thing apart from what they turn down.
fn leaves_one_subject(new: &Claim, old: &Claim) -> bool {
    let rejected: BTreeSet<&str> =
        new.rejected.iter().chain(&old.rejected).flat_map(|phrase| phrase.split(' ')).collect();
    let left = |words: &WeightedWords| -> WeightedWords {
        let mut left = words.clone();
        left.retain(|word, _| !rejected.contains(word.as_str()));
        left
    };
    let (said, before) = (left(&new.words), left(&old.words));
    let overlap = Overlap::between(&said, &before);
    let whole = old.chooses && before.is_empty() && said.values().sum::<u32>() <= STRONG_WEIGHT;
    whole || overlap.shared > 0 && overlap.is_one_subject()
}

/// `Don't cache it` after `cache it`, or the other way round.
fn reverses_negation(new: &Claim, old: &Claim) -> bool {
    let overlap = Overlap::between(&new.everything, &old.everything);
    // `Don't use Redis` after `use Redis for sessions`.
    let forbids_all = new.negative
        && new.tool_names().next().is_some()
        && old.chooses
        && new.everything.keys().all(|word| old.everything.contains_key(word));
    new.negative != old.negative
        && !old.tells
        && (old.rejected.is_empty() || old.rejected == new.rejected)
        && conflicting_kinds(new, old).is_empty()
        && (forbids_all || !new.tells && overlap.is_exact())
}

/// `The port is 8080` after `the port is 3000`, `we use Vitest` after `we use Jest`.
fn answers_otherwise(new: &Claim, old: &Claim) -> bool {
    let affirms = |claim: &Claim| !claim.negative && !claim.tells;
    // Two answers that differ are of two things: `Postgres runs on 5432`, `MySQL runs on 3306`.
    let [kind] = conflicting_kinds(new, old)[..] else { return false };
    affirms(new) && affirms(old) && !new.additive && holds_for(old, new) && {
        let overlap = Overlap::between(&new.words, &old.words);
        match kind {
            AnswerKind::Part(_) => overlap.differs_weakly(),
            AnswerKind::Value(Dimension::Location) => overlap.is_close(),
            AnswerKind::Tool if !is_of_family(new, old) => overlap.is_close(),
            AnswerKind::Tool => overlap.is_one_subject(),
            _ => overlap.is_close() || overlap.shared >= STRONG_WEIGHT && overlap.is_one_subject(),
        }
    }
}

/// Returns the kinds in which answers of two claims exclude each other.
fn conflicting_kinds(new: &Claim, old: &Claim) -> Vec<AnswerKind> {
    let mut found: Vec<AnswerKind> =
        new.answers.keys().filter(|kind| has_conflict(**kind, new, old)).copied().collect();
    if found.contains(&AnswerKind::Tool) {
        // Another tool has versions of its own.
        found.retain(|kind| *kind != AnswerKind::Version);
    }
    if found.is_empty() {
        found.extend(conflict_with_part(new, old));
    }
    found
}

fn has_conflict(kind: AnswerKind, new: &Claim, old: &Claim) -> bool {
    let none = BTreeSet::new();
    let said = new.answers.get(&kind).unwrap_or(&none);
    let before = old.answers.get(&kind).unwrap_or(&none);
    said.difference(before).any(|one| {
        before.difference(said).any(|other| match kind {
            AnswerKind::Tool => excludes_tool(one, other),
            // A path can be given in part.
            AnswerKind::Value(Dimension::Location) => {
                !one.ends_with(other) && !other.ends_with(one)
            }
            _ => true,
        })
    })
}

/// `Stored in S3` after `stored on disk`: a tool, and a word where an answer stands.
fn conflict_with_part(new: &Claim, old: &Claim) -> Option<AnswerKind> {
    const PART_KIND: AnswerKind = AnswerKind::Part(AnswerPart::As);
    let only = |claim: &Claim, kind: AnswerKind| claim.answers.keys().eq([&kind]);
    let either = only(new, PART_KIND) && only(old, AnswerKind::Tool)
        || only(new, AnswerKind::Tool) && only(old, PART_KIND);
    either.then_some(PART_KIND)
}

/// Returns true for tools that are used for one thing.
fn excludes_tool(one: &str, other: &str) -> bool {
    is_one_family(one, other) || lexicon::shares_role(one, other)
}

fn is_one_family(one: &str, other: &str) -> bool {
    tool_family(one).is_some() && tool_family(one) == tool_family(other)
}

fn is_of_family(new: &Claim, old: &Claim) -> bool {
    new.tool_names().any(|one| old.tool_names().any(|other| is_one_family(one, other)))
}
