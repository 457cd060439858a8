//! SQLite storage of palimp, and the spool in front of it.
//!
//! This crate alone speaks SQL. `activity` is the system of record: sessions, messages and
//! observations, with their full text. `spool` holds, as plain files, captures that could not reach
//! it in time. `foreign` reads the stores of other tools.

pub mod activity;
mod error;
pub mod files;
pub mod foreign;
pub mod index;
mod messages;
mod reading;
pub mod spool;
#[cfg(debug_assertions)]
mod statements;

pub use error::StoreError;
