//! OpenClaw, which palimp serves by MCP alone.

pub(crate) mod install;
pub(crate) mod record;
pub mod transcript;
pub(crate) mod wire;
