//! The tokens of each line of the standard input, separated by spaces.

#![expect(clippy::disallowed_methods, reason = "an example prints what is its own")]

use std::io::{self, BufRead, Write};

use palimp_models::builtin::Builtin;

fn main() -> io::Result<()> {
    let builtin = Builtin::new();
    let mut out = io::BufWriter::new(io::stdout().lock());
    for line in io::stdin().lock().lines() {
        writeln!(out, "{}", builtin.known_tokens(&line?).join(" "))?;
    }
    Ok(())
}
