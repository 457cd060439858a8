//! Builds the clock that tests put before a program's own.

use std::env;
use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=clock/clock.rs");
    if env::var("CARGO_CFG_TARGET_OS").as_deref() != Ok("linux") {
        return;
    }
    let out = Path::new(&env::var_os("OUT_DIR").expect("cargo names a directory")).join("clock.so");
    let compiler = env::var_os("RUSTC").expect("cargo names its compiler");
    let target = env::var("TARGET").expect("cargo names the target");
    let done = Command::new(compiler)
        .args(["--edition=2024", "--crate-type=cdylib", "-Copt-level=2", "-Cpanic=abort"])
        .args(["--target", &target, "clock/clock.rs", "-o"])
        .arg(out)
        .status();
    assert!(done.is_ok_and(|status| status.success()), "the clock could not be built");
}
