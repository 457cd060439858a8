//! How fast palimp is, each time beside a baseline in the same run.
//!
//! Seconds differ from machine to machine and from minute to minute; the ratios are what counts.
//! `cargo xtask bench [hook|before|prompt|writers|redact|search|recall|anchors|homes|million|age|tokens|dashboard|team|hub]`;
//! a million chunks, a team, a hub, the age of a home, two gigabytes of transcripts and the dashboard over a large home
//! only when they are asked for.

#![expect(clippy::print_stdout, reason = "a program that prints figures")]

mod age;
mod anchors;
mod before;
mod corpus;
mod dashboard;
mod homes;
mod hook;
mod hub;
mod prompt;
mod recall;
mod redact;
mod search;
mod served;
mod team;
mod tokens;
mod writers;

use std::error::Error;
use std::time::Duration;

fn main() -> Result<(), Box<dyn Error>> {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let runs = |name: &str| wanted.is_empty() || wanted.iter().any(|word| word == name);
    // It takes an hour, and only comes when it is asked for.
    if wanted.iter().any(|word| word == "age") {
        let days = wanted.iter().find_map(|word| word.parse().ok());
        return age::run(days.unwrap_or(150));
    }
    if wanted.iter().any(|word| word == "dashboard") {
        return dashboard::run(&dashboard::WHOLE);
    }
    if wanted.iter().any(|word| word == "tokens") {
        let megabytes = wanted.iter().find_map(|word| word.parse().ok());
        return tokens::run(megabytes.unwrap_or(2_000));
    }
    if runs("hook") {
        hook::run()?;
    }
    if runs("before") {
        before::run()?;
    }
    if runs("prompt") {
        prompt::run()?;
    }
    if runs("writers") {
        writers::run()?;
    }
    if runs("redact") {
        redact::run();
    }
    if runs("search") {
        search::run(&[10_000, 100_000])?;
    }
    if runs("recall") {
        recall::run()?;
    }
    if runs("anchors") {
        anchors::run()?;
    }
    if runs("homes") {
        homes::run()?;
    }
    if wanted.iter().any(|word| word == "team") {
        team::run()?;
    }
    if wanted.iter().any(|word| word == "hub") {
        hub::run()?;
    }
    if wanted.iter().any(|word| word == "million") {
        search::run(&[1_000_000])?;
        recall::million()?;
    }
    Ok(())
}

/// The middle, and what 95 % stay below, in milliseconds.
fn quantiles(times: &mut [Duration]) -> (f64, f64) {
    times.sort_unstable();
    let at =
        |share: usize| times[(times.len() * share / 100).min(times.len() - 1)].as_secs_f64() * 1e3;
    (at(50), at(95))
}

/// A program built beside this one.
fn built(name: &str) -> std::path::PathBuf {
    let here = std::env::current_exe().unwrap_or_default();
    here.with_file_name(name)
}
