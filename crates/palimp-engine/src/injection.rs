//! Chooses the context that a session, prompt or command gets, and measures what agents used of it.

pub(crate) mod earlier_statements;
pub(crate) mod habits;
pub mod inject;
pub mod injection_usage;
pub mod pin_suppress;
pub mod pinned_notes;
pub mod pointer_use;
pub(crate) mod saved_line;
pub mod standing_wishes;
