//! What of a conversation would be kept, under the name of the note where it belongs.
//!
//! `cargo run --example worth-keeping < conversation.txt`; lines of the agent's begin with `> `.

#![expect(clippy::disallowed_methods, reason = "an example prints what is its own")]

use std::io::{self, Write};

use palimp_core::activity::Role;
use palimp_core::distill::{Distiller, Language, SKIP, SoFar, Task, Turn};
use palimp_rules::Rules;
use palimp_rules::reflect::{Place, place, taken_apart};

fn main() -> io::Result<()> {
    let turns = io::stdin().lines().map(|line| line.map(turn)).collect::<io::Result<Vec<_>>>()?;
    let so_far = SoFar::default();
    let language = Language::Auto;
    let task = Task::Flush { turns: &turns, language, instructions: None, so_far };
    let distilled = Rules.distill(&task).map_err(io::Error::other)?;

    let mut out = io::stdout();
    for line in distilled.text.lines().filter(|line| *line != SKIP) {
        let (topic, fact) = taken_apart(line.trim_start_matches("- "));
        match place(topic, fact) {
            Place::Nowhere => {}
            note => writeln!(out, "{:>12}  {fact}", note.name())?,
        }
    }
    Ok(())
}

fn turn(line: String) -> Turn {
    match line.strip_prefix("> ") {
        Some(said) => Turn { role: Role::Assistant, text: said.to_owned() },
        None => Turn { role: Role::User, text: line },
    }
}
