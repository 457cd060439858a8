//! `palimp import`: what `palimp export` wrote.

use std::io::{self, BufRead, BufReader};
use std::path::PathBuf;

use palimp_engine::redaction;
use palimp_engine::transfer;
use serde_json::json;

use crate::context::Cx;
use crate::error::Failure;
use crate::output::{document, note, say};
use crate::show::count;

/// Take in what `palimp export` wrote; what is there already is left as it is
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The file to read, or - for standard input
    file: PathBuf,
}

pub(crate) fn run(cx: &Cx, args: &Args) -> Result<(), Failure> {
    let lines: Box<dyn BufRead> = if args.file.as_os_str() == "-" {
        Box::new(io::stdin().lock())
    } else {
        let opened = palimp_files::open(&args.file);
        let file =
            opened.map_err(|error| Failure::user(format!("{}: {error}", args.file.display())))?;
        Box::new(BufReader::new(file))
    };
    let mut db = cx.activity_or_new()?;
    let tombstones = cx.tombstones()?;
    let imported =
        transfer::import(&mut db, lines, &redaction::redactor(&cx.settings), &tombstones)?;
    if cx.json {
        document(&json!({ "imported": imported }));
        return Ok(());
    }
    say!(
        "imported {}, {} and {}; {} known already",
        count(imported.sessions, "session"),
        count(imported.observations, "observation"),
        count(imported.messages, "message"),
        imported.known
    );
    if imported.left_out > 0 {
        let rows = count(imported.left_out, "row");
        note!("{rows} left out: you had them forgotten, or the cleanup removed them.");
    }
    for line in imported.rejected.iter().take(5) {
        crate::output::talk(&format!(
            "line {line} is not what `palimp export` writes; it was left out"
        ));
    }
    if imported.rejected.is_empty() {
        return Ok(());
    }
    let rejected = count(imported.rejected.len(), "line");
    Err(Failure::user(format!("{rejected} of {} could not be read", args.file.display())))
}
