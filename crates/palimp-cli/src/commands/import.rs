//! `palimp import`: what `palimp export` wrote.

use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use palimp_engine::home::redaction;
use palimp_engine::importers::transfer;
use serde_json::json;

use super::similar_paths;
use crate::context::Cx;
use crate::error::CliError;
use crate::output::{note, print_json, say, words};
use crate::show::format_count;

/// Take in what `palimp export` wrote; what is there already is left as it is
#[derive(Debug, clap::Args)]
pub(crate) struct ImportArgs {
    /// The file to read, or - for standard input
    #[arg(value_hint = clap::ValueHint::FilePath)]
    file: PathBuf,
}

pub(crate) fn run(cx: &Cx, args: &ImportArgs) -> Result<(), CliError> {
    let lines: Box<dyn BufRead> = if args.file.as_os_str() == "-" {
        Box::new(io::stdin().lock())
    } else {
        let opened = palimp_files::open(&args.file);
        Box::new(BufReader::new(opened.map_err(|error| file_open_failure(&args.file, &error))?))
    };
    let mut db = cx.activity_or_new()?;
    let tombstones = cx.tombstones()?;
    let imported =
        transfer::import_rows(&mut db, lines, &redaction::redactor(&cx.settings), &tombstones)?;
    if cx.json {
        print_json(&json!({ "imported": imported }));
        return Ok(());
    }
    let all = words!(
        "imported {}, {} and {}",
        format_count(imported.sessions, "session"),
        format_count(imported.observations, "observation"),
        format_count(imported.messages, "message")
    );
    say!("{all}; {}", words!("{} known already", imported.known));
    if imported.left_out > 0 {
        let rows = format_count(imported.left_out, "row");
        note!("{rows} left out: you had them forgotten, or the cleanup removed them.");
    }
    for line in imported.rejected.iter().take(5) {
        note!("line {line} is not what `palimp export` writes; it was left out");
    }
    if imported.rejected.is_empty() {
        return Ok(());
    }
    let rejected = format_count(imported.rejected.len(), "line");
    Err(CliError::user(format!("{rejected} of {} could not be read", args.file.display())))
}

/// Returns the error for a file that cannot be opened; for a missing file, with similar files
/// beside it.
fn file_open_failure(file: &Path, error: &io::Error) -> CliError {
    let shown = file.display();
    if error.kind() != io::ErrorKind::NotFound {
        return CliError::user(format!("{shown}: {error}: name a file that `palimp export` wrote"));
    }
    let dir = file.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let beside = std::fs::read_dir(dir).into_iter().flatten().flatten();
    let beside = beside.filter(|it| it.path().is_file());
    let beside: Vec<String> =
        beside.map(|it| it.path().to_string_lossy().trim_start_matches("./").to_owned()).collect();
    let meant = similar_paths(&file.to_string_lossy(), beside.iter().map(String::as_str));
    CliError::user(match meant.is_empty() {
        true => format!(
            "{shown}: {error}: name a file that `palimp export` wrote; `palimp bootstrap` takes in what other tools remember"
        ),
        false => format!("{shown}: {error}; near it: {}", meant.join(", ")),
    })
}
