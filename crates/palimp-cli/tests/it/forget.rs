//! What is forgotten is gone for good, and nothing that a killed process left tells of it.

mod left;

use std::fs;
use std::path::Path;

use palimp_testing::Machine;

use crate::machine;

/// Writes a file of the user's, below her home directory.
fn write(machine: &Machine, path: impl AsRef<Path>, text: &str) {
    let path = machine.user_home().join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}
