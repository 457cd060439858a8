//! A filter: what comes in goes out without secrets, and what was taken out is counted.
//!
//! `cargo run --example clean -- '*@example.com' < app.log > clean.log` leaves addresses of
//! `example.com` alone.

#![expect(clippy::disallowed_methods, reason = "an example prints what is its own")]

use std::collections::BTreeMap;
use std::io::{self, Read, Write};

use palimp_redact::Redactor;

fn main() -> io::Result<()> {
    let redactor = Redactor::new(std::env::args().skip(1).collect());
    let mut text = String::new();
    io::stdin().read_to_string(&mut text)?;

    // The whole text at once: a private key is many lines, and a name may stand above its secret.
    io::stdout().write_all(redactor.redact(&text).as_bytes())?;

    let mut counts = BTreeMap::new();
    for found in redactor.find(&text) {
        *counts.entry(found.kind).or_insert(0) += 1;
    }
    for (kind, count) in counts {
        writeln!(io::stderr(), "{count:>6}  {kind}")?;
    }
    Ok(())
}
