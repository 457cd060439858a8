//! Sorting of facts into notes, detection of equal facts, and of newer facts that make older ones
//! untrue.
//!
//! Contradictions are found with care: a line that is struck through by mistake is a memory lost,
//! while two that contradict each other can still be told apart by their dates. So only the plain
//! cases count: another value in the same words, a name that the newer fact turns down, one thing
//! of a kind of which there is only one, and the opposite of the same words.

mod answer;
mod claim;
mod clause;
mod compare;
mod contradiction;
mod fact_category;
mod lasting;
mod lexicon;
mod overlap;
mod part;
mod reading;
#[cfg(test)]
mod tests;
mod token;
mod turned_down;
mod value;

pub use crate::keep::shape::{outlasts_work, stands_alone};
pub use answer::{PlacementVerdict, answer_placements, parse_verdicts};
pub use contradiction::{ComparableFact, contradicts, is_same_fact};
pub use fact_category::{
    FactCategory, categorize_fact, is_about_user, is_cause, is_open, taken_apart,
};
pub use lasting::{Voice, lasting_category};
