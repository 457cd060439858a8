//! `palimp backup` and `palimp restore`: a home in one file.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read};
use std::path::{Path, PathBuf};

use palimp_core::message::io_reason;
use palimp_engine::service::backup::{self, BackupHost, BackupSummary};
use palimp_files::Partial;
use serde_json::json;

use crate::context::{Cx, now_ms, user_home};
use crate::error::CliError;
use crate::messages;
use crate::output::{Verbatim, inline, note, print_json, say};
use crate::show::format_bytes;
use crate::when::format_minute;
use palimp_core::counts;

/// Back up the whole memory to one file: notes, history, captured events, settings
#[derive(Debug, clap::Args)]
pub(crate) struct BackupArgs {
    /// The file to write, or - for standard output
    #[arg(value_hint = clap::ValueHint::FilePath)]
    file: PathBuf,
}

/// Restore a memory from a backup file
#[derive(Debug, clap::Args)]
pub(crate) struct RestoreArgs {
    /// The file to read, or - for standard input
    #[arg(value_hint = clap::ValueHint::FilePath)]
    file: PathBuf,
}

pub(crate) fn back_up(cx: &Cx, args: &BackupArgs) -> Result<(), CliError> {
    if !cx.home.root().is_dir() {
        return super::print_nothing_captured(cx);
    }
    let user = user_home();
    let now = now_ms();
    let host = BackupHost {
        home: &cx.home,
        settings: &cx.settings,
        user: user.as_deref(),
        ring: &cx.tombstone_ring(),
        now,
    };
    let summary = match is_standard_stream(&args.file) {
        true => backup::write_backup(host, BufWriter::new(Verbatim::new()))?,
        false => write_file(host, &args.file)?,
    };
    backup::record_backup(&cx.home, now)?;
    if is_standard_stream(&args.file) {
        return Ok(());
    }
    if cx.json {
        print_json(&json!({ "file": args.file, "backup": summary }));
        return Ok(());
    }
    let size = format_bytes(summary.bytes);
    say(messages::backed_up(counts::files(summary.files), size, args.file.display()));
    note(messages::backup_has_no_keys());
    Ok(())
}

fn is_standard_stream(path: &Path) -> bool {
    path == Path::new("-")
}

/// Writes the archive beside its place first, so that an earlier one stays until the new one is whole.
fn write_file(host: BackupHost, path: &Path) -> Result<BackupSummary, CliError> {
    let failed = |error: io::Error| {
        CliError::user(messages::backup_file_failed(path.display(), io_reason(&error)))
    };
    let dir = path.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let partial = Partial::private_in(dir).map_err(failed)?;
    let summary = backup::write_backup(host, BufWriter::new(partial.file()))?;
    partial.become_file(path).map_err(failed)?;
    Ok(summary)
}

pub(crate) fn restore(cx: &Cx, args: &RestoreArgs) -> Result<(), CliError> {
    let user = user_home();
    let input: Box<dyn Read> = match is_standard_stream(&args.file) {
        true => Box::new(io::stdin().lock()),
        false => Box::new(BufReader::new(open_archive(&args.file)?)),
    };
    let ring = cx.tombstone_ring();
    let mut store_key = |key: &_| ring.add_key(key);
    let summary = backup::restore_backup(&cx.home, user.as_deref(), input, &mut store_key)?;
    if cx.json {
        print_json(&json!({ "home": cx.home.root(), "backup": summary }));
        return Ok(());
    }
    let made = format_minute(summary.created_at);
    say(messages::restored(counts::files(summary.files), made, cx.home.root().display()));
    for (agent, place, other) in &summary.set_aside {
        note(messages::vault_set_aside(inline(agent), place.display(), other.display()));
    }
    note(messages::restore_next_steps());
    Ok(())
}

fn open_archive(path: &Path) -> Result<File, CliError> {
    palimp_files::open(path).map_err(|error| {
        CliError::user(messages::backup_unreadable(path.display(), io_reason(&error)))
    })
}
