//! What a maintainer runs: `cargo xtask tidy`, `cargo xtask bench [NAME…]`, `cargo xtask prove [NAME…]`.

mod prove;
mod tidy;

use std::process::{Command, ExitCode};

#[expect(clippy::print_stderr, reason = "a program that talks to a maintainer")]
fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.first().map(String::as_str) {
        Some("tidy") => {
            let complaints = tidy::complaints();
            complaints.iter().for_each(|complaint| eprintln!("{complaint}"));
            ExitCode::from(u8::from(!complaints.is_empty()))
        }
        Some("bench") => bench(&args[1..]),
        Some("prove") => match prove::run(&args[1..]) {
            Ok(()) => ExitCode::SUCCESS,
            Err(complaint) => {
                eprintln!("{complaint}");
                ExitCode::FAILURE
            }
        },
        _ => {
            eprintln!("cargo xtask tidy           is the house in order?");
            eprintln!(
                "cargo xtask bench [NAME…]  how fast is palimp beside its baselines? (hook, prompt, writers, redact, search, recall, million, age)"
            );
            eprintln!("cargo xtask prove [NAME…]  the long proofs:\n{}", prove::list());
            ExitCode::from(2)
        }
    }
}

/// Builds the product and the baselines as they are released, and measures.
fn bench(args: &[String]) -> ExitCode {
    let cargo = || Command::new(env!("CARGO"));
    let built = cargo()
        .args(["build", "--release", "--package", "palimp-cli", "--package", "palimp-bench"])
        .status();
    if !built.is_ok_and(|status| status.success()) {
        return ExitCode::FAILURE;
    }
    let run = cargo()
        .args([
            "run", "--quiet", "--release", "--package", "palimp-bench", "--bin", "palimp-bench",
            "--",
        ])
        .args(args)
        .status();
    ExitCode::from(u8::from(!run.is_ok_and(|status| status.success())))
}
