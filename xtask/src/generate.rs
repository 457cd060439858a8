//! `cargo xtask generate [--check]`: the references of settings and commands, the JSON schema of the
//! settings and the man pages, made of what the code says.
//!
//! A test of palimp-cli makes them, which has the commands and the settings at hand: nothing of it is
//! in the program, and every run of the tests says whether they are as they should be.

use std::process::Command;

/// The test that makes them.
const GENERATE_TEST: &str = "reference::tests::what_is_generated_is_what_stands_there";

/// Writes them; with `--check`, fails with the names of the files that differ.
pub(crate) fn run(args: &[String]) -> Result<(), String> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["test", "--quiet", "--package", "palimp-cli", "--bin", "palimp", "--"]);
    cargo.args(["--exact", GENERATE_TEST]).env_remove("PALIMP_GENERATE");
    match args {
        [] => cargo.env("PALIMP_GENERATE", "1"),
        [check] if check == "--check" => &mut cargo,
        _ => return Err("cargo xtask generate [--check]".to_owned()),
    };
    let output = cargo.output().map_err(|error| format!("cargo: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said).into_owned();
    let files: Vec<&str> =
        said.lines().filter(|line| line.ends_with("cargo xtask generate")).collect();
    Err(if files.is_empty() { said } else { files.join("\n") })
}
