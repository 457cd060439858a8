//! How fast the built-in model embeds: `embed_speed FILE…` takes each file as one text, and again
//! in pieces of 1,600 bytes, as notes are cut.

#![expect(clippy::disallowed_methods, reason = "an example prints what is its own")]

use std::io::{self, Write};
use std::time::Instant;

use palimp_models::builtin::Builtin;

fn main() -> io::Result<()> {
    let builtin = Builtin::new();
    for path in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&path)?;
        let pieces = pieces(&text, 1600);
        let whole = megabytes_a_second(&text, || drop(builtin.embed_one(&text)));
        let cut = megabytes_a_second(&text, || {
            pieces.iter().for_each(|piece| drop(builtin.embed_one(piece)));
        });
        let count = pieces.len();
        writeln!(io::stdout(), "{path}: {whole:.0} MB/s whole, {cut:.0} MB/s in {count} pieces")?;
    }
    Ok(())
}

/// The best of twenty runs.
fn megabytes_a_second(text: &str, mut run: impl FnMut()) -> f64 {
    let seconds = (0..20).map(|_| {
        let start = Instant::now();
        run();
        start.elapsed().as_secs_f64()
    });
    text.len() as f64 / seconds.fold(f64::INFINITY, f64::min) / 1e6
}

fn pieces(text: &str, size: usize) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let mut end = size.min(rest.len());
        while !rest.is_char_boundary(end) {
            end += 1;
        }
        let (piece, after) = rest.split_at(end);
        pieces.push(piece);
        rest = after;
    }
    pieces
}
