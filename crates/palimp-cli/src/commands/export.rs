//! `palimp export`: everything as JSON lines.

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use palimp_engine::redaction;
use palimp_engine::transfer;

use super::{Narrow, nothing_yet};
use crate::context::Cx;
use crate::error::Failure;
use crate::output::{Verbatim, leave_if_failed, note};
use crate::show::count;

/// Write sessions, observations and messages as JSON lines
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The file to write [default: standard output]
    file: Option<PathBuf>,
    #[command(flatten)]
    narrow: Narrow,
}

pub(crate) fn run(cx: &Cx, args: &Args) -> Result<(), Failure> {
    let Some(db) = cx.activity()? else { return nothing_yet(cx) };
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
            other => other.map(|_| ()).map_err(Failure::from),
        };
    };
    let failed = |error: io::Error| {
        let path = path.display();
        Failure::user(format!("{path}: {error}: name a file that can be written"))
    };
    let mut out = BufWriter::new(palimp_files::create_named(path).map_err(failed)?);
    let written = transfer::export_rows(&db, &filter, &redactor, &mut out)?;
    out.flush().map_err(failed)?;
    if cx.json {
        crate::output::document(&serde_json::json!({ "written": written, "path": path }));
    }
    note!("{} written to {}", count(written, "row"), path.display());
    Ok(())
}
