//! Sync of one user's machines through encrypted files, without a server.
//!
//! Each machine leaves encrypted segments in a directory of its own at a remote (a directory, or a git
//! repository), and a list of them. Everything in them merges in any order, and twice as well as once:
//! rows by their keys, notes line by line ([`note_lines`]), tombstones, projects and pins. So it does
//! not matter which machine syncs when, how long one was away, or whose clock is wrong.
//!
//! Never leaves a machine: indexes, keys of services, settings, and what a project's exclusion left out.

mod activity;
mod error;
mod key;
mod messages;
mod note_lines;
mod note_parts;
mod notes;
mod projects;
mod records;
mod remote;
mod segment;
mod state;
mod sync_home;

pub use error::Error;
pub use key::SyncKey;
pub use notes::NoteConflict;
pub use remote::RemoteAddress;
pub use sync_home::{SYNC_LOCK_NAME, SyncDevice, SyncHome, SyncReport, SyncStatus, SyncedCounts};
