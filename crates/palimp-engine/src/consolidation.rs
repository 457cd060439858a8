//! Turns conversations into notes: flush, reflection, their schedule, and proposals that wait for a person.

pub mod evidence;
pub mod flush;
pub mod reflect;
pub mod review;
pub mod schedule;
pub(crate) mod strike_rule;
pub mod unapproved_lines;
