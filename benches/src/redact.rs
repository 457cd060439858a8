//! Redaction by all rules, in megabytes a second, beside a dozen of them as regular expressions.

use std::hint::black_box;
use std::time::Instant;

use palimp_redact::Redactor;
use regex::bytes::Regex;

pub(crate) fn run() {
    println!("redaction (MB/s)");
    let code = include_str!("../../crates/palimp-core/src/observation.rs").repeat(600);
    let secrets = code.replace("Observation", "password=\"hunter2hunter2\" ");
    let base64 = format!("data:image/png;base64,{}", "iVBORw0KGgoAAAANSUhEUgAA".repeat(400_000));
    let hostile = ["a@", "://", "eyJ", "0123456789"].map(|piece| (piece, piece.repeat(3 << 20)));
    let redactor = Redactor::default();
    let regexes: Vec<_> =
        REGEXES.iter().map(|pattern| Regex::new(pattern).expect("a valid pattern")).collect();
    let named =
        [("ordinary code", &code), ("code full of secrets", &secrets), ("a base64 image", &base64)];
    let hostile = hostile.iter().map(|(piece, text)| (*piece, text));
    for (name, text) in named.into_iter().chain(hostile) {
        let speed = speed(text, |text| redactor.redact(text).len());
        let base = speed_of_regexes(text, &regexes);
        println!("    {name:<20} {speed:8.0}   {} regular expressions: {base:6.0}", REGEXES.len());
    }
}

/// What a usual tool looks for, a fraction of what palimp does.
const REGEXES: &[&str] = &[
    r"AKIA[0-9A-Z]{16}",
    r"gh[pousr]_[A-Za-z0-9]{36}",
    r"sk-[A-Za-z0-9_-]{20,}",
    r"xox[abprs]-[A-Za-z0-9-]{10,}",
    r"eyJ[A-Za-z0-9_-]+\.eyJ[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+",
    r"-----BEGIN [A-Z ]*PRIVATE KEY-----",
    r"(?i)(?:password|passwd|secret|token|api_?key)\s*[=:]\s*[^\s]{6,}",
    r"(?i)authorization:\s*(?:bearer|basic)\s+[^\s]+",
    r"[a-z][a-z0-9+.-]*://[^\s:@/]+:[^\s@/]+@",
    r"[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+\.[A-Za-z0-9.-]+",
    r"\b01[016789][- ]?\d{3,4}[- ]?\d{4}\b",
    r"\b\d{6}-[1-8]\d{6}\b",
    r"\b(?:\d[ -]?){13,19}\b",
];

fn speed_of_regexes(text: &str, regexes: &[Regex]) -> f64 {
    speed(text, |text| regexes.iter().map(|regex| regex.find_iter(text.as_bytes()).count()).sum())
}

fn speed(text: &str, work: impl Fn(&str) -> usize) -> f64 {
    let start = Instant::now();
    let mut rounds = 0;
    while start.elapsed().as_millis() < 300 {
        black_box(work(black_box(text)));
        rounds += 1;
    }
    (rounds * text.len()) as f64 / 1e6 / start.elapsed().as_secs_f64()
}
