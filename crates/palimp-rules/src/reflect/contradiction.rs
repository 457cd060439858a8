//! Whether two facts say the same, or the newer one makes the older one untrue.

use std::collections::BTreeSet;

use palimp_core::distill::decider;

use super::claim::{Claim, claims};
use super::token::is_day;
use crate::tools::is_purpose;

/// A fact that is compared with many others.
#[derive(Clone, Debug)]
pub struct Said {
    /// Its letters and digits, in lower case.
    plain: String,
    claims: Vec<Claim>,
}

/// How much of what either says two facts share that say the same.
const ALIKE: f64 = 0.8;

impl Said {
    /// Reads a fact. The mark of who decided it is no part of what it says.
    pub fn of(fact: &str) -> Said {
        let (fact, _) = decider(fact);
        let letters = fact.chars().filter(|c| c.is_alphanumeric());
        Said { plain: letters.flat_map(char::to_lowercase).collect(), claims: claims(fact) }
    }

    /// Whether both say the same, in the same words or nearly so.
    pub fn same(&self, other: &Said) -> bool {
        if self.plain == other.plain {
            return true;
        }
        self.claims.len() == other.claims.len()
            && !self.claims.is_empty()
            && self.claims.iter().zip(&other.claims).all(|(one, other)| is_same(one, other))
    }

    /// Whether this fact says no more than `other` does.
    pub fn is_within(&self, other: &Said) -> bool {
        let within = |one: &Claim| other.claims.iter().any(|other| is_part(one, other));
        self.same(other) || !self.claims.is_empty() && self.claims.iter().all(within)
    }

    /// Whether this fact, which is the newer one, makes `older` untrue as a whole.
    pub fn contradicts(&self, older: &Said) -> bool {
        let untrue = |old: &Claim| self.claims.iter().any(|new| makes_untrue(new, old));
        !self.same(older) && !older.claims.is_empty() && older.claims.iter().all(untrue)
    }
}

/// Whether two facts say the same.
///
/// ```
/// use palimp_rules::reflect::same;
///
/// assert!(same("We use pnpm.", "we use `pnpm`"));
/// assert!(!same("We use pnpm", "We do not use pnpm"));
/// ```
pub fn same(one: &str, other: &str) -> bool {
    Said::of(one).same(&Said::of(other))
}

/// Whether the newer of two facts makes the older one untrue.
///
/// ```
/// use palimp_rules::reflect::contradicts;
///
/// assert!(contradicts("We use pnpm, not npm", "We use npm"));
/// assert!(contradicts("포트는 8080이다", "포트는 3000이다"));
/// assert!(!contradicts("Staging runs on port 8080", "Production runs on port 3000"));
/// ```
pub fn contradicts(newer: &str, older: &str) -> bool {
    Said::of(newer).contradicts(&Said::of(older))
}

fn is_same(one: &Claim, other: &Claim) -> bool {
    let alike = one.negative == other.negative
        && one.values == other.values
        && one.names == other.names
        && one.rejected == other.rejected
        && one.past == other.past;
    let shared = one.words.intersection(&other.words).count();
    let all = one.words.union(&other.words).count();
    let something = shared > 0 || all == 0 && !(one.names.is_empty() && one.values.is_empty());
    alike && something && shared as f64 >= ALIKE * all as f64
}

fn is_part(one: &Claim, other: &Claim) -> bool {
    let something = !one.names.is_empty() || !one.values.is_empty() || one.words.len() > 1;
    something
        && one.negative == other.negative
        && one.past == other.past
        && one.everything().is_subset(&other.everything())
        && one.rejected.is_subset(&other.rejected)
}

fn makes_untrue(new: &Claim, old: &Claim) -> bool {
    if new.additive || new.past {
        return false;
    }
    turns_down(new, old)
        || reverses(new, old)
        || is_other_value(new, old)
        || is_other_choice(new, old)
        || is_other_name(new, old)
}

/// `We use pnpm, not npm` after `we use npm`.
fn turns_down(new: &Claim, old: &Claim) -> bool {
    let affirmed = |name: &String| {
        old.names.contains(name) || old.words.contains(name) || old.values.contains(name)
    };
    !old.negative
        && old.chooses
        && new.rejected.iter().any(|name| affirmed(name) && !old.rejected.contains(name))
        && new.words.iter().all(|word| old.words.contains(word))
        && (new.chooses || new.states)
}

/// `Don't use yarn` after `use yarn`, or the other way round.
fn reverses(new: &Claim, old: &Claim) -> bool {
    if new.negative == old.negative {
        return false;
    }
    let (said, before) = (new.everything(), old.everything());
    let equal = !said.is_empty() && said == before;
    let forbids_all = new.negative
        && !new.names.is_empty()
        && old.chooses
        && new.chooses
        && said.is_subset(&before);
    equal || forbids_all
}

/// `The port is 8080` after `the port is 3000`.
fn is_other_value(new: &Claim, old: &Claim) -> bool {
    let about = !new.words.is_empty() || !new.names.is_empty();
    let differ: Vec<_> =
        new.values.iter().zip(&old.values).filter(|(new, old)| new != old).collect();
    !new.negative
        && !old.negative
        && about
        && new.words == old.words
        && new.names == old.names
        && new.values.len() == old.values.len()
        && matches!(differ[..], [(value, before)] if shape(value) == shape(before)
            && (shape(value) == Shape::Day || [new, old].into_iter().all(tells)))
}

/// Whether a claim tells what is so.
const fn tells(claim: &Claim) -> bool {
    claim.states || claim.chooses
}

/// What kind of value it is; those of two kinds say nothing about each other.
#[derive(PartialEq)]
enum Shape {
    Day,
    Url,
    Path,
    Date,
    Name,
    Number,
}

fn shape(value: &str) -> Shape {
    let digits = value.bytes().filter(u8::is_ascii_digit).count();
    if is_day(value) {
        Shape::Day
    } else if value.contains("://") {
        Shape::Url
    } else if value.contains('/') {
        Shape::Path
    } else if digits == 8 && value.matches('-').count() == 2 {
        Shape::Date
    } else if value.bytes().next().is_some_and(|byte| byte.is_ascii_digit()) {
        Shape::Number
    } else {
        Shape::Name
    }
}

/// `We use Vitest` after `we use Jest`.
fn is_other_choice(new: &Claim, old: &Claim) -> bool {
    let (Some((name, family)), Some((before, of))) = (new.one_of_family(), old.one_of_family())
    else {
        return false;
    };
    let others = |claim: &Claim, name: &str| -> BTreeSet<String> {
        claim.names.iter().filter(|other| *other != name).cloned().collect()
    };
    // Another name is of another version.
    let values = |claim: &Claim| -> Vec<String> {
        claim.values.iter().filter(|value| !claim.versions.contains(*value)).cloned().collect()
    };
    name != before
        && family == of
        && !new.negative
        && !old.negative
        && is_of_one_thing(new, old, family)
        && values(new) == values(old)
        && others(new, name) == others(old, before)
        && tells(new)
        && tells(old)
}

/// Whether two choices are for one thing. A move to another tool is one of all that its family is
/// used for.
fn is_of_one_thing(new: &Claim, old: &Claim, family: usize) -> bool {
    let essential = |claim: &Claim| -> BTreeSet<String> {
        claim.words.iter().filter(|word| !is_purpose(word, family)).cloned().collect()
    };
    new.words == old.words || new.moves && essential(new) == essential(old)
}

/// `The default branch is main` after `the default branch is develop`.
fn is_other_name(new: &Claim, old: &Claim) -> bool {
    let (Some((slot, value)), Some((before, was))) = (&new.slot, &old.slot) else { return false };
    !new.negative && !old.negative && slot == before && value != was
}
