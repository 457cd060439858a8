//! What of a session is kept: pieces of text, what each is worth, and how many there may be.

pub(crate) mod budget;
pub(crate) mod cues;
pub(crate) mod names;
pub(crate) mod progress;
pub(crate) mod shape;
#[cfg(test)]
mod tests;
pub(crate) mod units;
pub(crate) mod worth;

use cues::Cue;
use shape::stands_alone;
use units::split_units;
use worth::PieceFeatures;

/// Whether a text that an agent wrote on its way to an answer is worth keeping: something in it says
/// why something is as it is, and names it.
///
/// ```
/// use palimp_rules::explains;
///
/// assert!(explains("Found it. The pool hangs because `max_conns` is 0."));
/// assert!(!explains("Let me look at `src/pool.rs` first."));
/// ```
pub fn explains_cause(text: &str) -> bool {
    split_units(text).iter().any(|unit| says_why(&unit.text))
}

/// Whether a piece says why, and names what it speaks of.
pub(crate) fn says_why(text: &str) -> bool {
    let seen = PieceFeatures::from_text(text);
    seen.is_named() && (seen.has(Cue::Cause) || seen.has(Cue::Root))
}

/// The first thing in a text that says why something was as it was, names what it speaks of and
/// stands alone.
///
/// ```
/// use palimp_rules::cause;
///
/// let reply = "All green now. Root cause: `max_conns` was read before the configuration was.";
/// assert_eq!(cause(reply).unwrap(), "Root cause: `max_conns` was read before the configuration was.");
/// assert_eq!(cause("I fixed it. All tests pass."), None);
/// ```
pub fn find_cause(text: &str) -> Option<String> {
    let says_why = |line: &String| {
        let seen = PieceFeatures::from_text(line);
        seen.has(Cue::Root) && seen.is_named() && stands_alone(line)
    };
    split_units(text).iter().map(units::Unit::standalone_text).find(says_why)
}
