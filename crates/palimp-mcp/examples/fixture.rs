//! A server with a memory of a few notes, called as `palimp mcp` is, for tests from outside.

#![expect(clippy::disallowed_methods, reason = "an example prints what is its own")]

#[path = "../tests/support/mod.rs"]
mod support;

use std::error::Error;
use std::io::Write;

use palimp_mcp::{HttpServer, serve_stdio};
use support::Shelf;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let value = |name: &str| args.iter().skip_while(|arg| *arg != name).nth(1);
    let Some(address) = value("--http") else { return Ok(serve_stdio(Shelf::new())?) };
    let token = std::fs::read_to_string(value("--token-file").ok_or("--token-file is missing")?)?;
    let server = HttpServer::bind(address.parse()?, token.trim())?;
    writeln!(std::io::stderr(), "Serving MCP at {}", server.url())?;
    Ok(server.serve(Shelf::with_many(250))?)
}
