//! `palimp import`: what `palimp export` wrote.

use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use palimp_engine::redaction;
use palimp_engine::transfer;
use serde_json::json;

use super::meant;
use crate::context::Cx;
use crate::error::Failure;
use crate::output::{document, note, say, words};
use crate::show::count;

/// Take in what `palimp export` wrote; what is there already is left as it is
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The file to read, or - for standard input
    #[arg(value_hint = clap::ValueHint::FilePath)]
    file: PathBuf,
}

pub(crate) fn run(cx: &Cx, args: &Args) -> Result<(), Failure> {
    let lines: Box<dyn BufRead> = if args.file.as_os_str() == "-" {
        Box::new(io::stdin().lock())
    } else {
        let opened = palimp_files::open(&args.file);
        Box::new(BufReader::new(opened.map_err(|error| not_there(&args.file, &error))?))
    };
    let mut db = cx.activity_or_new()?;
    let tombstones = cx.tombstones()?;
    let imported =
        transfer::import_rows(&mut db, lines, &redaction::redactor(&cx.settings), &tombstones)?;
    if cx.json {
        document(&json!({ "imported": imported }));
        return Ok(());
    }
    let all = words!(
        "imported {}, {} and {}",
        count(imported.sessions, "session"),
        count(imported.observations, "observation"),
        count(imported.messages, "message")
    );
    say!("{all}; {}", words!("{} known already", imported.known));
    if imported.left_out > 0 {
        let rows = count(imported.left_out, "row");
        note!("{rows} left out: you had them forgotten, or the cleanup removed them.");
    }
    for line in imported.rejected.iter().take(5) {
        note!("line {line} is not what `palimp export` writes; it was left out");
    }
    if imported.rejected.is_empty() {
        return Ok(());
    }
    let rejected = count(imported.rejected.len(), "line");
    Err(Failure::user(format!("{rejected} of {} could not be read", args.file.display())))
}

/// Why a file was not opened; where there is none, with the files beside it that may have been meant.
fn not_there(file: &Path, error: &io::Error) -> Failure {
    let shown = file.display();
    if error.kind() != io::ErrorKind::NotFound {
        return Failure::user(format!("{shown}: {error}: name a file that `palimp export` wrote"));
    }
    let dir = file.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let beside = std::fs::read_dir(dir).into_iter().flatten().flatten();
    let beside = beside.filter(|it| it.path().is_file());
    let beside: Vec<String> =
        beside.map(|it| it.path().to_string_lossy().trim_start_matches("./").to_owned()).collect();
    let meant = meant(&file.to_string_lossy(), beside.iter().map(String::as_str));
    Failure::user(match meant.is_empty() {
        true => format!(
            "{shown}: {error}: name a file that `palimp export` wrote; `palimp bootstrap` takes in what other tools remember"
        ),
        false => format!("{shown}: {error}; near it: {}", meant.join(", ")),
    })
}
