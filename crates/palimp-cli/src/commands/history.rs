//! `palimp history`: what a note said before palimp changed it.

use serde_json::json;

use crate::context::Cx;
use crate::error::Failure;
use crate::output::{document, note, say, verbatim};
use crate::show;
use crate::when::minute;

/// Show and restore earlier versions of a note that palimp changed
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The note, relative to the vault
    #[arg(value_name = "PATH", add = clap_complete::engine::ArgValueCandidates::new(crate::complete::notes))]
    path: String,
    /// Print this version
    #[arg(long, value_name = "VERSION", conflicts_with = "restore")]
    show: Option<String>,
    /// Put this version in the place of the note; what it says now becomes a version too
    #[arg(long, value_name = "VERSION")]
    restore: Option<String>,
}

pub(crate) fn run(cx: &Cx, args: &Args) -> Result<(), Failure> {
    let memory = cx.notes();
    if let Some(version) = &args.show {
        let text = memory.version(&args.path, version)?;
        match cx.json {
            true => document(&json!({ "path": args.path, "version": version, "text": text })),
            false => verbatim(&text),
        }
        return Ok(());
    }
    if let Some(version) = &args.restore {
        memory.restore(&args.path, version)?;
        match cx.json {
            true => document(&json!({ "path": args.path, "restored": version })),
            false => say!("{} is as it was at {version}", args.path),
        }
        return Ok(());
    }
    let versions = memory.versions(&args.path)?;
    if cx.json {
        let versions: Vec<_> = versions
            .iter()
            .map(|it| json!({ "version": it.id, "at": it.at_ms, "bytes": it.bytes }))
            .collect();
        document(&json!({ "path": args.path, "versions": versions }));
        return Ok(());
    }
    for version in &versions {
        say!("{}  {}  {}", version.id, minute(version.at_ms), show::bytes(version.bytes));
    }
    match versions.first() {
        Some(newest) => note!(
            "`palimp history {} --show {}` prints one, --restore puts it back.",
            args.path,
            newest.id
        ),
        None => note!("palimp has not changed {}.", args.path),
    }
    Ok(())
}
