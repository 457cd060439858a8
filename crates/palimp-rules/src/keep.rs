//! Selection of the lines to keep from a session: pieces of text, their worth, and the line budget.

pub(crate) mod budget;
pub(crate) mod cues;
pub(crate) mod keep_score;
pub(crate) mod names;
pub(crate) mod progress;
pub(crate) mod shape;
#[cfg(test)]
mod tests;
pub(crate) mod units;

use cues::Cue;
use keep_score::PieceFeatures;
use shape::stands_alone;
use units::split_units;

/// Returns true if a text that an agent wrote on its way to an answer is worth keeping: a piece of
/// it gives the reason for something that it names.
///
/// ```
/// use palimp_rules::explains_cause;
///
/// assert!(explains_cause("Found it. The pool hangs because `max_conns` is 0."));
/// assert!(!explains_cause("Let me look at `src/pool.rs` first."));
/// ```
pub fn explains_cause(text: &str) -> bool {
    split_units(text).iter().any(|unit| says_why(&unit.text))
}

/// Returns true if a piece gives a reason and names its subject.
pub(crate) fn says_why(text: &str) -> bool {
    let seen = PieceFeatures::from_text(text);
    seen.is_named() && (seen.has(Cue::Cause) || seen.has(Cue::Root))
}

/// Returns the first piece of a text that says why something was as it was, names its subject and
/// stands alone.
///
/// ```
/// use palimp_rules::find_cause;
///
/// let reply = "All green now. Root cause: `max_conns` was read before the configuration was.";
/// assert_eq!(find_cause(reply).unwrap(), "Root cause: `max_conns` was read before the configuration was.");
/// assert_eq!(find_cause("I fixed it. All tests pass."), None);
/// ```
pub fn find_cause(text: &str) -> Option<String> {
    let says_why = |line: &String| {
        let seen = PieceFeatures::from_text(line);
        seen.has(Cue::Root) && seen.is_named() && stands_alone(line)
    };
    split_units(text).iter().map(units::Unit::standalone_text).find(says_why)
}
