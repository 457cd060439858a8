//! Makes the home of the first version that tests migrate, with that version's own program:
//!
//! ```console
//! $ cargo run -p palimp-testing --example make-first-home -- PALIMP
//! ```
//!
//! `PALIMP` is the program as it was at the commit a4a729e. The home is made in `/home/dev`, where
//! the recorded sessions took place, so that nothing may be there; it is removed afterwards. Every
//! line is invented, and so is every secret.

mod clients;
mod notes;
mod sessions;
mod waiting;

use std::fs;
use std::path::{Path, PathBuf};

use palimp_testing::{Machine, first_version};

fn main() {
    let program = std::env::args_os().nth(1).map(PathBuf::from).expect("the program's path");
    let root = Path::new(first_version::ORIGINAL_ROOT);
    assert!(!root.exists(), "{} is there already", root.display());
    let machine = on_a_machine(root, &program);
    clients::connect_clients(&machine);
    notes::write(&machine);
    sessions::capture(&machine);
    sessions::talk(&machine);
    notes::decide(&machine);
    notes::index(&machine);
    waiting::leave(&machine);
    fs::remove_dir_all(root.join("bin")).expect("the program's copy");
    first_version::pack_archive(root);
    fs::remove_dir_all(root).expect("what was made");
}

/// A machine on which `program` is palimp; the clients' files name it by a path that is the same
/// wherever the program came from.
fn on_a_machine(root: &Path, program: &Path) -> Machine {
    let copy = root.join("bin/palimp");
    fs::create_dir_all(root.join("bin")).expect("a directory");
    fs::copy(program, &copy).expect("the program");
    let machine = Machine::in_directory(root, copy);
    put(&machine.project().join(".git/HEAD"), "ref: refs/heads/main\n");
    put(
        &machine.project().join(".git/refs/heads/main"),
        "4b825dc642cb6eb9a060e54bf8d69288fbee4904\n",
    );
    machine
}

/// Writes a file that a person or another program wrote.
pub(crate) fn put(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().expect("a directory")).expect("a directory");
    fs::write(path, text).expect("a file");
}
