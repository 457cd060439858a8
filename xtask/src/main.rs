//! Maintainer tasks: `cargo xtask tidy`, `cargo xtask generate [--check]`, `cargo xtask bench
//! [NAME…]`, `cargo xtask recording`, `cargo xtask redaction [DIRECTORY…]`, `cargo xtask anchors
//! REPOSITORY`, `cargo xtask prove [NAME…]`, `cargo xtask postgres`.

mod anchors;
mod generate;
mod prove;
mod redaction;
mod tidy;

use std::process::{Command, ExitCode};

#[expect(clippy::print_stderr, reason = "a program that talks to a maintainer")]
fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.first().map(String::as_str) {
        Some("tidy") => {
            let complaints = tidy::check_workspace();
            complaints.iter().for_each(|complaint| eprintln!("{complaint}"));
            if args.get(1).is_some_and(|arg| arg == "--figures") {
                eprint!("{}", tidy::figures());
            }
            ExitCode::from(u8::from(!complaints.is_empty()))
        }
        Some("generate") => exit_code(generate::run(&args[1..])),
        Some("recording") => record_terminals(),
        Some("bench") => run_bench(&args[1..]),
        Some("postgres") => exit_code(fetch_postgres()),
        Some("prove") => exit_code(prove::run(&args[1..])),
        Some("anchors") => exit_code(anchors::run(&args[1..])),
        Some("redaction") => exit_code(redaction::run(&args[1..])),
        _ => {
            eprintln!(
                "cargo xtask tidy [--figures]  check arrows, sizes, names, comments and links"
            );
            eprintln!(
                "cargo xtask generate [--check]  the references, the schema of the settings and the man pages; are they as the code says?"
            );
            eprintln!(
                "cargo xtask bench [NAME…]  how fast is palimp beside its baselines? (hook, prompt, writers, redact, search, recall, anchors, homes, million, age, tokens, dashboard)"
            );
            eprintln!(
                "cargo xtask postgres       a PostgreSQL for the hub's tests, into target/postgres"
            );
            eprintln!("cargo xtask recording      the terminals in docs/pictures, of real runs");
            eprintln!("cargo xtask prove [NAME…]  the long proofs:\n{}", prove::list_proofs());
            eprintln!(
                "cargo xtask redaction [DIRECTORY…] [--examples=N]  how much is found of what PALIMP_GITLEAKS's rules make? how much for nothing?"
            );
            eprintln!(
                "cargo xtask anchors REPOSITORY [--commits=200] [--names=3] [--examples=N]  how well do anchors tell of code that has changed?"
            );
            ExitCode::from(2)
        }
    }
}

/// Converts a task's result into an exit code.
#[expect(clippy::print_stderr, reason = "a program that talks to a maintainer")]
fn exit_code(done: Result<(), String>) -> ExitCode {
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(complaint) => {
            eprintln!("{complaint}");
            ExitCode::FAILURE
        }
    }
}

/// Fetches a PostgreSQL where this machine has none.
fn fetch_postgres() -> Result<(), String> {
    let run = [
        "run", "--quiet", "--locked", "--package", "palimp-hub", "--", "postgres",
        "target/postgres",
    ];
    match Command::new(env!("CARGO")).args(run).status() {
        Ok(status) if status.success() => Ok(()),
        _ => Err("no PostgreSQL could be had".to_owned()),
    }
}

/// Builds the program, and records terminals in which it runs.
fn record_terminals() -> ExitCode {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let target = std::env::var("CARGO_TARGET_DIR").unwrap_or_else(|_| format!("{root}/target"));
    let cargo = |args: &[&str]| Command::new(env!("CARGO")).args(args).current_dir(root).status();
    let built = cargo(&["build", "--quiet", "--package", "palimp-cli"]);
    let (palimp, pictures) = (format!("{target}/debug/palimp"), "docs/pictures");
    let made = built.and_then(|_| {
        let example = ["run", "--quiet", "--package", "palimp-testing", "--example"];
        cargo(&[&example[..], &["make-recording", "--", &palimp, pictures]].concat())
    });
    ExitCode::from(u8::from(!made.is_ok_and(|status| status.success())))
}

/// Builds the product and the baselines as they are released, and measures.
fn run_bench(args: &[String]) -> ExitCode {
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
