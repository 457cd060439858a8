//! `palimp cleanup`: retention, by hand or once a day by itself.

use std::fs::File;

use palimp_engine::retain::{self, Removed};
use palimp_store::files::{private, private_dir};
use serde_json::json;

use super::nothing_yet;
use crate::context::{Cx, now_ms};
use crate::error::Failure;
use crate::output::{document, say};
use crate::show::count;

/// Remove observations that are past their age; failures and pinned ones stay, and condensed messages
/// keep their short form
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The age in days [default: memory.retentionDays]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i64).range(0..=36_500))]
    days: Option<i64>,
    /// Only say what would go
    #[arg(long)]
    dry_run: bool,
    /// Run as the daily retention does: in the background, once at a time
    #[arg(long, hide = true)]
    due: bool,
}

pub(crate) fn run(cx: &Cx, args: &Args) -> Result<(), Failure> {
    let days = args.days.unwrap_or(cx.settings.retention_days);
    if args.due {
        return run_due(cx, days);
    }
    if !args.dry_run {
        cx.sweep();
    }
    let Some(mut db) = cx.activity()? else {
        nothing_yet(cx)?;
        return tell(cx, args, days, Removed::default());
    };
    let removed = if args.dry_run {
        let before = now_ms() - days * 86_400_000;
        Removed {
            observations: db.would_expire(before)?,
            messages: db.would_shorten(before)?,
            injections: 0,
        }
    } else {
        retain::run(&mut db, now_ms(), days)?
    };
    tell(cx, args, days, removed)
}

fn tell(cx: &Cx, args: &Args, days: i64, removed: Removed) -> Result<(), Failure> {
    if cx.json {
        document(&json!({ "days": days, "dryRun": args.dry_run, "removed": removed }));
    } else {
        let verb = if args.dry_run { "would remove" } else { "removed" };
        say!(
            "{verb} {} older than {}{}",
            count(removed.observations, "observation"),
            count(usize::try_from(days).unwrap_or(0), "day"),
            match removed.messages {
                0 => String::new(),
                messages => format!("; of {} the short form stays", count(messages, "message")),
            }
        );
    }
    Ok(())
}

/// The daily run, in a session of its own so that no terminal takes it along.
fn run_due(cx: &Cx, days: i64) -> Result<(), Failure> {
    let _ = rustix::process::setsid();
    // The home may be gone by the time that this process gets its turn.
    if !cx.home.root().exists() {
        return Ok(());
    }
    let path = cx.home.lock("cleanup.lock");
    path.parent().map_or(Ok(()), private_dir)?;
    let lock = private(File::options().write(true).create(true).truncate(false), &path)?;
    if lock.try_lock().is_err() {
        return Ok(());
    }
    cx.sweep();
    let outcome = cx.activity().and_then(|db| {
        let Some(mut db) = db else { return Ok(()) };
        retain::run(&mut db, now_ms(), days)?;
        Ok(db.checkpoint()?)
    });
    if let Err(failure) = outcome {
        palimp_engine::log::add(
            &cx.home,
            now_ms(),
            &format!("the daily cleanup failed: {failure}"),
        );
    }
    Ok(())
}
