//! `palimp cleanup`: retention, by hand or once a day by itself.

use palimp_engine::erasure::forget;
use palimp_engine::erasure::retain::{self, Removed};
use palimp_engine::service::worker::Upkeep;
use serde_json::json;

use super::print_nothing_captured;
use crate::context::{Cx, now_ms, user_home};
use crate::error::CliError;
use crate::output::{confirm_irreversible, note, print_json, say, words};
use crate::show::format_count;

/// Remove observations that are past their age; failures and pinned ones stay, and condensed messages
/// keep their short form
#[derive(Debug, clap::Args)]
pub(crate) struct CleanupArgs {
    /// The age in days [default: memory.retentionDays]
    #[arg(long, value_name = "N", allow_negative_numbers = true,
        value_parser = clap::value_parser!(i64).range(0..=36_500))]
    days: Option<i64>,
    /// Only say what would go
    #[arg(long)]
    dry_run: bool,
    /// Do not ask
    #[arg(short, long)]
    yes: bool,
    /// Run as the daily retention does: in the background, once at a time
    #[arg(long, hide = true)]
    due: bool,
    /// Only mend what is damaged and can be made anew, in the background
    #[arg(long, hide = true)]
    mend: bool,
}

impl CleanupArgs {
    /// Returns true if something is removed because somebody asked for it, and not by the clock.
    pub(crate) const fn removes_entries(&self) -> bool {
        !(self.dry_run || self.due || self.mend)
    }
}

pub(crate) fn run(cx: &Cx, args: &CleanupArgs) -> Result<(), CliError> {
    let days = args.days.unwrap_or(cx.settings.memory.retention_days);
    if args.due {
        return in_background(cx, Upkeep::Daily(days));
    }
    if args.mend {
        return in_background(cx, Upkeep::Mend);
    }
    if !args.dry_run {
        cx.sweep_leftovers();
        cx.bound_history();
    }
    let Some(mut db) = cx.activity_to_change()? else {
        print_nothing_captured(cx)?;
        return print_removed(cx, args, days, Removed::default());
    };
    let would = retain::would_remove(&db, now_ms(), days)?;
    if args.dry_run {
        return print_removed(cx, args, days, would);
    }
    // Whoever names an age means it.
    if args.days.is_none()
        && let Some(doubt) = retain::expiry_doubt(&db, now_ms(), days)?
    {
        return Err(CliError::user(format!(
            "{doubt}: nothing was removed; where the clock is right, `palimp cleanup --days {days}` does it"
        )));
    }
    // What is past the usual age goes once a day, unasked.
    if days < cx.settings.memory.retention_days && would != Removed::default() {
        let question = format!("Remove {}? It cannot be undone.", in_words(days, would));
        if !confirm_irreversible(args.yes, &question)? {
            note!("Nothing was removed.");
            return Ok(());
        }
    }
    let removed = retain::run(&mut db, now_ms(), days)?;
    forget::finish_forgetting(&cx.home, &cx.settings, user_home(), &db)?;
    db.give_back(i64::MAX)?;
    db.update_counts()?;
    print_removed(cx, args, days, removed)
}

fn print_removed(cx: &Cx, args: &CleanupArgs, days: i64, removed: Removed) -> Result<(), CliError> {
    if cx.json {
        print_json(&json!({ "days": days, "dryRun": args.dry_run, "removed": removed }));
    } else {
        let words = in_words(days, removed);
        match args.dry_run {
            true => say!("would remove {words}"),
            false => say!("removed {words}"),
        }
    }
    Ok(())
}

fn in_words(days: i64, removed: Removed) -> String {
    let observations = format_count(removed.observations, "observation");
    let age = format_count(usize::try_from(days).unwrap_or(0), "day");
    let shortened = match removed.messages {
        0 => String::new(),
        messages => words!("; of {} the short form stays", format_count(messages, "message")),
    };
    words!("{observations} older than {age}") + &shortened
}

/// Keeps the home up in a session of its own, so that no terminal takes it along.
fn in_background(cx: &Cx, what: Upkeep) -> Result<(), CliError> {
    let _ = rustix::process::setsid();
    cx.at_work(|worker| Ok(worker.keep_up(what)?))
}
