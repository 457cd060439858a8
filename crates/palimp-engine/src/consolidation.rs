//! Turns conversations into notes: flush, reflection, and the schedule of both.

pub mod evidence;
pub mod flush;
pub mod reflect;
pub(crate) mod saved_line;
pub mod schedule;
pub(crate) mod strike_rule;
