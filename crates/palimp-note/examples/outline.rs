//! What a note is made of: `cargo run --example outline < note.md`.

#![expect(clippy::disallowed_methods, reason = "an example prints what is its own")]

use std::io::{self, Read, Write};

use palimp_core::tokens::count_tokens;
use palimp_note::chunk::{ChunkLimits, split_into_chunks};

fn main() -> io::Result<()> {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text)?;
    let mut out = io::stdout();

    let note = palimp_note::parse(&text);
    writeln!(out, "{}", note.title.as_deref().unwrap_or("(no title)"))?;
    for tag in &note.tags {
        writeln!(out, "  #{tag}")?;
    }
    for link in &note.links {
        writeln!(out, "  → {}", link.target)?;
    }
    for chunk in split_into_chunks(&text, &ChunkLimits::default()) {
        let by = chunk.by.as_ref().map_or("user", |by| by.by.name());
        let length = count_tokens(&text[chunk.range.clone()]);
        let (from, to) = (chunk.start_line, chunk.end_line);
        writeln!(out, "  {from:>4}–{to:<4} {length:>4} tokens  {by:<6}  {}", chunk.heading)?;
    }
    Ok(())
}
