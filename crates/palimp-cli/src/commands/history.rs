//! `palimp history`: what a note said before palimp changed it.

use palimp_engine::notes::note_access::NoteVersion;
use serde_json::json;

use super::note_open_failure;
use crate::context::Cx;
use crate::error::CliError;
use crate::messages;
use crate::output::{note, print_json, print_verbatim, say};
use crate::show;
use crate::when::format_minute;

/// Show and restore earlier versions of a note; version 1 is the newest
#[derive(Debug, clap::Args)]
pub(crate) struct HistoryArgs {
    /// The note, relative to the vault
    #[arg(value_name = "PATH", add = clap_complete::engine::ArgValueCandidates::new(crate::complete::notes))]
    path: String,
    /// Print this version
    #[arg(long, value_name = "VERSION", conflicts_with_all = ["restore", "diff"])]
    show: Option<String>,
    /// Print what changed since this version [default: the last saved]
    #[arg(long, value_name = "VERSION", num_args = 0..=1, default_missing_value = "1", conflicts_with = "restore")]
    diff: Option<String>,
    /// Restore this version; the current text becomes a version too
    #[arg(long, value_name = "VERSION")]
    restore: Option<String>,
}

impl HistoryArgs {
    /// Returns true if an earlier version is put back.
    pub(crate) const fn restores_version(&self) -> bool {
        self.restore.is_some()
    }
}

pub(crate) fn run(cx: &Cx, args: &HistoryArgs) -> Result<(), CliError> {
    let memory = cx.notes();
    let path = &args.path;
    if let Some(called) = &args.show {
        let version = memory.version_called(path, called)?.id;
        let text = memory.read_version(path, &version)?;
        match cx.json {
            true => print_json(&json!({ "path": path, "version": version, "text": text })),
            false => print_verbatim(&text),
        }
    } else if let Some(called) = &args.diff {
        let version = memory.version_called(path, called)?.id;
        let diff = memory.changes_since(path, &version)?;
        match cx.json {
            true => print_json(&json!({ "path": path, "version": version, "diff": diff })),
            false if diff.is_empty() => note(messages::note_same_as_version(path)),
            false => print_verbatim(&diff),
        }
    } else if let Some(called) = &args.restore {
        let version = memory.version_called(path, called)?;
        memory.restore_version(path, &version.id)?;
        match cx.json {
            true => print_json(&json!({ "path": path, "restored": version.id })),
            false => say(messages::note_restored(path, format_minute(version.at_ms))),
        }
    } else {
        let versions = memory.versions(path)?;
        if versions.is_empty() {
            memory
                .read_excerpt(path, None, None)
                .map_err(|error| note_open_failure(&memory, path, error))?;
        }
        list_versions(cx, path, &versions);
    }
    Ok(())
}

fn list_versions(cx: &Cx, path: &str, versions: &[NoteVersion]) {
    if cx.json {
        let versions: Vec<_> = (1..)
            .zip(versions)
            .map(|(number, it)| {
                json!({ "number": number, "version": it.id, "at": it.at_ms, "bytes": it.bytes })
            })
            .collect();
        return print_json(&json!({ "path": path, "versions": versions }));
    }
    for (number, version) in (1..).zip(versions) {
        say(format!(
            "{number:>3}  {}  {:>9}",
            format_minute(version.at_ms),
            show::format_bytes(version.bytes)
        ));
    }
    match versions.is_empty() {
        true => note(messages::note_has_no_history(path)),
        false => note(messages::history_usage(path)),
    }
}
