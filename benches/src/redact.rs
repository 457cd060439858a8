//! Redaction, in megabytes a second, beside a plain search for one byte and a UTF-8 check.

use std::hint::black_box;
use std::time::Instant;

use palimp_core::redact::Redactor;

pub(crate) fn run() {
    println!("redaction (MB/s)");
    let code = include_str!("../../crates/palimp-core/src/observation.rs").repeat(600);
    let secrets = code.replace("Observation", "password=\"hunter2hunter2\" ");
    let base64 = format!("data:image/png;base64,{}", "iVBORw0KGgoAAAANSUhEUgAA".repeat(400_000));
    let hostile = [
        "a@".repeat(5 << 20),
        "://".repeat(3 << 20),
        "eyJ".repeat(3 << 20),
        "0123456789".repeat(1 << 20),
    ];
    let redactor = Redactor::default();
    let named =
        [("ordinary code", &code), ("code full of secrets", &secrets), ("a base64 image", &base64)];
    let hostile = hostile.iter().map(|text| ("hostile input", text));
    for (name, text) in named.into_iter().chain(hostile) {
        let speed = speed(text, |text| redactor.redact(text).len());
        let base = speed_of_utf8(text);
        println!("    {name:<24} {speed:8.0}   a UTF-8 check: {base:8.0}");
    }
}

fn speed_of_utf8(text: &str) -> f64 {
    speed(text, |text| std::str::from_utf8(black_box(text.as_bytes())).map_or(0, str::len))
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
