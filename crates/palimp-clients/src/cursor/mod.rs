//! Cursor, which runs hooks that were installed for Claude Code.
//!
//! palimp does not install itself there; it only takes what comes for what it is.

pub(crate) mod hook;
