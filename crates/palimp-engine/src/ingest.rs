//! Captures events and completes them from transcripts: hook events, steps, late replies.

pub mod capture;
pub mod delayed_replies;
pub mod injection_state;
pub mod open_activity;
mod row_redaction;
pub(crate) mod transcript_extras;
pub mod transcript_files;

pub use row_redaction::{redact_row, redact_value};
