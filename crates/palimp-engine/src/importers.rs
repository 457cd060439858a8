//! Imports past sessions and other tools' memories, and moves homes.

pub mod bootstrap;
pub mod import;
pub mod transfer;
