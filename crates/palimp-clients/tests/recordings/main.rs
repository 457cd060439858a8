//! palimp against what the real programs sent and wrote.

mod detection;
mod hooks;
mod leniency;
mod support;
mod transcripts;
