//! `palimp export`: captured sessions, observations and messages as JSON lines. Notes are files already.

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use palimp_engine::home::redaction;
use palimp_importers::transfer;

use super::{FilterArgs, print_nothing_captured};
use crate::context::Cx;
use crate::error::CliError;
use crate::messages;
use crate::output::{Verbatim, leave_if_failed, note};
use palimp_core::counts;

/// Write sessions, observations and messages as JSON lines
#[derive(Debug, clap::Args)]
pub(crate) struct ExportArgs {
    /// The file to write [default: standard output]
    file: Option<PathBuf>,
    #[command(flatten)]
    narrow: FilterArgs,
}

pub(crate) fn run(cx: &Cx, args: &ExportArgs) -> Result<(), CliError> {
    let Some(db) = cx.activity_to_read()? else { return print_nothing_captured(cx) };
    let filter = args.narrow.filter(cx);
    let redactor = redaction::redactor(&cx.settings);
    let Some(path) = &args.file else {
        let written =
            transfer::export_rows(&db, &filter, &redactor, &mut BufWriter::new(Verbatim::new()));
        return match written {
            Err(transfer::TransferError::Io(error)) => {
                leave_if_failed(Err(error));
                Ok(())
            }
            other => other.map(|_| ()).map_err(CliError::from),
        };
    };
    let failed = |error: io::Error| {
        let path = path.display();
        CliError::user(messages::file_not_writable(&path, &error))
    };
    let mut out = BufWriter::new(palimp_files::create_named(path).map_err(failed)?);
    let written = transfer::export_rows(&db, &filter, &redactor, &mut out)?;
    out.flush().map_err(failed)?;
    if cx.json {
        crate::output::print_json(&serde_json::json!({ "written": written, "path": path }));
    }
    note(messages::rows_written(counts::rows(written), path.display()));
    Ok(())
}
