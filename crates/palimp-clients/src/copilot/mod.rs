//! GitHub Copilot CLI.

pub(crate) mod hook;
pub mod install;
mod output;
pub(crate) mod transcript;
