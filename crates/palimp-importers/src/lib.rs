//! Imports of past sessions and of other tools' memories, and the transfer of captured events as a
//! file.
//!
//! An import can be repeated: what is there already is recognised, and what was forgotten stays out.
//! [`bootstrap`] finds and imports sources, [`import`] adds recorded sessions to the activity
//! database, and [`transfer`] writes and reads the exchange file.

pub mod bootstrap;
pub mod import;
mod messages;
pub mod transfer;
