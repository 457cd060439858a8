//! `palimp cleanup`: retention, by hand or once a day by itself.

use palimp_engine::erasure::forget;
use palimp_engine::erasure::retain::{self, Removed};
use palimp_engine::service::worker::Upkeep;
use serde_json::json;

use super::print_nothing_captured;
use crate::context::{Cx, now_ms, user_home};
use crate::error::CliError;
use crate::messages;
use crate::output::{confirm_irreversible, note, print_json, say};
use palimp_core::counts;

/// Remove expired observations, except failures and pinned ones, and shorten summarised messages
#[derive(Debug, clap::Args)]
pub(crate) struct CleanupArgs {
    /// Maximum age in days [default: memory.retentionDays]
    #[arg(long, value_name = "N", allow_negative_numbers = true,
        value_parser = clap::value_parser!(i64).range(0..=36_500))]
    days: Option<i64>,
    /// Show what would be deleted, and delete nothing
    #[arg(long)]
    dry_run: bool,
    /// Do not ask for confirmation
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
        return Err(CliError::user(messages::cleanup_doubted(&doubt, days)));
    }
    // What is past the usual age goes once a day, unasked.
    if days < cx.settings.memory.retention_days && would != Removed::default() {
        let question = messages::ask_remove_old(in_words(days, would));
        if !confirm_irreversible(args.yes, &question)? {
            note(messages::nothing_removed());
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
            true => say(messages::would_remove(&words)),
            false => say(messages::removed_old(&words)),
        }
    }
    Ok(())
}

fn in_words(days: i64, removed: Removed) -> String {
    let observations = counts::observations(removed.observations);
    let age = counts::days(usize::try_from(days).unwrap_or(0));
    let shortened = match removed.messages {
        0 => String::new(),
        messages => messages::short_form_stays(counts::messages(messages)),
    };
    messages::observations_older_than(&observations, &age) + &shortened
}

/// Keeps the home up in a session of its own, so that no terminal takes it along.
fn in_background(cx: &Cx, what: Upkeep) -> Result<(), CliError> {
    let _ = rustix::process::setsid();
    cx.at_work(|worker| Ok(worker.keep_up(what)?))
}
