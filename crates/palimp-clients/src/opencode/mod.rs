//! opencode.

pub(crate) mod hook;
pub mod install;
pub mod transcript;
