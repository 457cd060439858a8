//! The vectors of a sentence transformer: `local DIRECTORY` reads a JSON list of texts and writes
//! one of vectors, and on the standard error how long it took.

#![expect(clippy::disallowed_methods, reason = "an example prints what is its own")]

use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;

use palimp_core::embed::{EmbedPurpose, Embedder};
use palimp_models::local::LocalEmbedder;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let directory = std::env::args().nth(1).ok_or("usage: local DIRECTORY < TEXTS")?;
    let texts: Vec<String> = serde_json::from_reader(io::stdin().lock())?;
    let start = Instant::now();
    let local = LocalEmbedder::open(Path::new(&directory))?;
    let opened = start.elapsed();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let vectors = local.embed(&texts, EmbedPurpose::Document)?;
    let embedded = start.elapsed() - opened;
    let (space, scripts) = (local.space(), local.scripts());
    writeln!(io::stderr(), "{space}, {scripts:?}: opened {opened:.1?}, embedded {embedded:.1?}")?;
    serde_json::to_writer(io::stdout().lock(), &vectors)?;
    Ok(())
}
