//! Gemini CLI.

pub(crate) mod hook;
pub mod install;
mod response;
pub(crate) mod transcript;
