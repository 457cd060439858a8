//! Codex CLI.

pub(crate) mod hook;
pub mod install;
mod output;
pub(crate) mod record;
pub(crate) mod transcript;
pub(crate) mod wire;
