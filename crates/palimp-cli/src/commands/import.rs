//! `palimp import`: what `palimp export` wrote.

use palimp_core::message::io_reason;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use palimp_engine::home::redaction;
use palimp_importers::transfer;
use serde_json::json;

use super::similar_paths;
use crate::context::Cx;
use crate::error::CliError;
use crate::messages;
use crate::output::{note, print_json, say};
use palimp_core::counts;

/// Import a file that `palimp export` wrote; existing data is not changed
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
    let all = messages::imported_rows(
        counts::sessions(imported.sessions),
        counts::observations(imported.observations),
        counts::messages(imported.messages),
    );
    say(format!("{all}; {}", messages::known_already(imported.known)));
    if imported.left_out > 0 {
        let rows = counts::rows(imported.left_out);
        note(messages::removed_rows_left_out(&rows));
    }
    for line in imported.rejected.iter().take(5) {
        note(messages::not_an_exported_line(line));
    }
    if imported.rejected.is_empty() {
        return Ok(());
    }
    let rejected = counts::lines(imported.rejected.len());
    Err(CliError::user(messages::lines_rejected(&rejected, args.file.display())))
}

/// Returns the error for a file that cannot be opened; for a missing file, with similar files
/// beside it.
fn file_open_failure(file: &Path, error: &io::Error) -> CliError {
    let shown = file.display();
    if error.kind() != io::ErrorKind::NotFound {
        return CliError::user(messages::not_an_export(&shown, io_reason(error)));
    }
    let dir = file.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let beside = std::fs::read_dir(dir).into_iter().flatten().flatten();
    let beside = beside.filter(|it| it.path().is_file());
    let beside: Vec<String> =
        beside.map(|it| it.path().to_string_lossy().trim_start_matches("./").to_owned()).collect();
    let meant = similar_paths(&file.to_string_lossy(), beside.iter().map(String::as_str));
    CliError::user(match meant.is_empty() {
        true => messages::not_an_export_try_bootstrap(&shown, io_reason(error)),
        false => messages::import_path_near(&shown, io_reason(error), meant.join(", ")),
    })
}
