//! Files: opened so that nobody can make palimp wait for them or read without end ([`open`] and what
//! follows it); and written so that a name stands for a whole file or for none.
//!
//! What palimp writes as a whole is written beside its place first, and takes its name when it is
//! complete. A process that is killed leaves the old file or the new one, and perhaps a partial
//! one, which may hold text that is to be forgotten.
//!
//! Its writer keeps a partial file locked. The lock ends with the process, however that ends, and
//! so it says what a process id cannot: ids come back, and those of another container mean nothing
//! here. A file that can be locked by somebody else is abandoned, at any age.

mod lock;
mod messages;
mod old_partial_names;
mod open;
mod partial_file;
mod scratch;
mod sparse_reader;
mod sweep;
mod write;

use std::ffi::OsStr;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::SystemTime;

pub use lock::{FileLock, try_lock, try_share};
pub use open::{
    MAX_READ_BYTES, append_private, begin_private, create_named, create_private, create_record,
    foreign_owner, is_there, open, open_dir, open_private, open_record, private_dir, read,
    read_private, read_secret, read_text, read_up_to,
};
pub use partial_file::Partial;
pub use scratch::{Scratch, sweep_named, sweep_scratch};
pub use sparse_reader::Solid;
pub use sweep::{Depth, each_abandoned, sweep, sweep_own};
pub use write::{for_owner_alone, rename, replace_by, replace_file, replace_unswept, touch};

/// Prefix of a partial file's name: hidden, so that nobody takes the file for a note.
const PARTIAL_PREFIX: &str = ".palimp-";
/// Suffix of a partial file's name, so that no client takes the file for one of its settings.
const PARTIAL_SUFFIX: &str = ".partial";

/// Returns a name for a partial file that no other has.
pub fn partial_name() -> String {
    static NEXT_NUMBER: AtomicU32 = AtomicU32::new(0);
    let number = NEXT_NUMBER.fetch_add(1, Ordering::Relaxed);
    let started = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    format!(
        "{PARTIAL_PREFIX}{}-{:x}-{number}{PARTIAL_SUFFIX}",
        std::process::id(),
        started.as_nanos()
    )
}

/// True if a file of this name is a partial one, of this version or an earlier one.
pub fn is_partial(name: &OsStr) -> bool {
    name.to_str()
        .is_some_and(|name| is_ours(name) || old_partial_names::parse_writer(name).is_some())
}

fn is_ours(name: &str) -> bool {
    name.starts_with(PARTIAL_PREFIX) && name.ends_with(PARTIAL_SUFFIX)
}
