//! `cargo xtask prove [NAME…]`: the long proofs, of which the tests hold small versions.
//!
//! Each prints figures, and fails when one is not what it should be.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// A proof: its name, what it shows, and how it runs.
type Proof = (&'static str, &'static str, fn() -> Result<(), String>);

const PROOFS: [Proof; 6] = [
    ("kills", "every verb dies at every kind of its steps, a thousand times in all", prove_kills),
    ("age", "150 days of 12 sessions with 60 events: hooks beside a new home, sizes", prove_age),
    ("chunks", "search over 12,500, 100,000 and a million chunks, beside FTS5", prove_chunks),
    (
        "fresh",
        "a note that another program wrote the moment before is found, a thousand times",
        prove_fresh,
    ),
    (
        "dashboard",
        "pages over 100,000 observations and 11,000 notes, memory, a server under siege",
        prove_dashboard,
    ),
    (
        "redaction",
        "secrets found by rule, and what is taken out of code for nothing",
        prove_redaction,
    ),
];
/// Minimum number of kills that must have landed.
const MIN_LANDED_KILLS: usize = 1_000;
/// Number of notes that have to be found.
const FRESHNESS_ROUNDS: &str = "1000";
/// Names directories of code, as `PATH` does; cargo's sources where it is not set.
const CODE_DIRECTORIES_VARIABLE: &str = "PALIMP_PROVE_CODE";

/// Runs the proofs that are named, or all of them.
pub(crate) fn run(names: &[String]) -> Result<(), String> {
    if let Some(name) = names.iter().find(|name| PROOFS.iter().all(|(known, ..)| known != name)) {
        return Err(format!("there is no proof {name}\n{}", list_proofs()));
    }
    let wanted = |name: &str| names.is_empty() || names.iter().any(|it| it == name);
    let run = |(name, about, proof): &Proof| {
        print_line(&format!("# {name}: {about}"));
        proof().err().map(|why| format!("{name}: {why}"))
    };
    let failures: Vec<_> =
        PROOFS.iter().filter(|(name, ..)| wanted(name)).filter_map(run).collect();
    if failures.is_empty() { Ok(()) } else { Err(failures.join("\n")) }
}

/// A line for each proof.
pub(crate) fn list_proofs() -> String {
    let line = |(name, about, _): &Proof| format!("    {name:<10} {about}");
    PROOFS.iter().map(line).collect::<Vec<_>>().join("\n")
}

fn prove_kills() -> Result<(), String> {
    let mut test = Command::new(env!("CARGO"));
    test.args(["test", "--locked", "--package", "palimp-cli", "--test", "it", "kills::"]);
    test.args(["--", "--nocapture"]).env("PALIMP_PROVE", "1").env("PALIMP_GATE", "1");
    let mut child = test.stdout(Stdio::piped()).spawn().map_err(|error| error.to_string())?;
    let mut verbs = Vec::new();
    for line in BufReader::new(child.stdout.take().expect("a pipe")).lines().map_while(Result::ok) {
        print_line(&line);
        verbs.extend(landed_kills(&line));
    }
    let done = child.wait().map_err(|error| error.to_string())?;
    let landed: usize = verbs.iter().sum();
    print_line(&format!("{landed} kills landed on {} verbs", verbs.len()));
    match () {
        () if !done.success() => Err("something was lost, doubled or left lying about".to_owned()),
        () if landed < MIN_LANDED_KILLS => {
            Err(format!("{landed} kills landed, not {MIN_LANDED_KILLS}"))
        }
        () => Ok(()),
    }
}

/// Parses the number of kills from a line of the tests: `save: 42 kills: …`.
fn landed_kills(line: &str) -> Option<usize> {
    let (before, _) = line.split_once(" kills: ")?;
    before.rsplit(' ').next()?.parse().ok()
}

fn prove_age() -> Result<(), String> {
    run_task(&["bench", "age", "150"])
}

fn prove_chunks() -> Result<(), String> {
    run_task(&["bench", "recall", "million"])
}

fn prove_dashboard() -> Result<(), String> {
    run_task(&["bench", "dashboard"])
}

fn prove_fresh() -> Result<(), String> {
    let mut test = Command::new(env!("CARGO"));
    test.args(["test", "--locked", "--package", "palimp-engine", "--test", "freshness"]);
    let done = test
        .env("PALIMP_PROVE_ROUNDS", FRESHNESS_ROUNDS)
        .status()
        .map_err(|error| error.to_string())?;
    if !done.success() {
        return Err("a note was not found".to_owned());
    }
    print_line(&format!("{FRESHNESS_ROUNDS} of {FRESHNESS_ROUNDS} found"));
    Ok(())
}

fn prove_redaction() -> Result<(), String> {
    run_task(&["redaction"])?;
    let sources = || vec![std::env::home_dir().unwrap_or_default().join(".cargo/registry/src")];
    let code: Vec<PathBuf> = std::env::var_os(CODE_DIRECTORIES_VARIABLE)
        .map_or_else(sources, |named| std::env::split_paths(&named).collect());
    let code: Vec<_> = code.iter().map(|dir| dir.to_string_lossy().into_owned()).collect();
    run_task(&["redaction"].into_iter().chain(code.iter().map(String::as_str)).collect::<Vec<_>>())
}

/// Runs another task of this program.
fn run_task(args: &[&str]) -> Result<(), String> {
    let this = std::env::current_exe().map_err(|error| error.to_string())?;
    let done = Command::new(this).args(args).status().map_err(|error| error.to_string())?;
    if done.success() { Ok(()) } else { Err("see above".to_owned()) }
}

#[expect(clippy::print_stdout, reason = "the figures of the proofs")]
fn print_line(line: &str) {
    println!("{line}");
}

#[cfg(test)]
mod tests {
    #[test]
    fn kills_are_counted_by_what_the_tests_say() {
        let line = "save otters: 42 kills: make home × 2, sync home × 40";
        assert_eq!(super::landed_kills(line), Some(42));
        assert_eq!(super::landed_kills("test kills::save ... ok"), None);
    }
}
