//! Cursor, which runs hooks that were installed for Claude Code.
//!
//! palimp installs no hooks there; it takes what comes for what it is, and registers its MCP server.

pub(crate) mod hook;
pub(crate) mod install;
