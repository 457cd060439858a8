//! OpenClaw, which palimp serves by MCP alone.

pub(crate) mod install;
pub mod transcript;
