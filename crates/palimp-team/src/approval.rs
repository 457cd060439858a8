//! Digest of a change, which approvals sign.

use std::fmt::Write as _;

use ring::digest::{SHA256, digest};

use crate::Changed;

/// The SHA-256 of what changes: each path with its old and new blob, ordered by path. It stays the
/// same when another proposal lands first, and becomes another when anything of it changes.
pub fn name_of_change(changed: &[Changed]) -> String {
    let mut text = String::new();
    for file in changed {
        let blob = |oid: Option<crate::git::Oid>| oid.map_or("-".to_owned(), |oid| oid.to_string());
        let _ = writeln!(text, "{} {} {}", file.path, blob(file.old), blob(file.new));
    }
    let hash = digest(&SHA256, text.as_bytes());
    hash.as_ref().iter().fold(String::new(), |mut name, byte| {
        let _ = write!(name, "{byte:02x}");
        name
    })
}
