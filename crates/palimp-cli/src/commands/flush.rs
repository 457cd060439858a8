//! `palimp flush`: condenses what was said into episodes.

use palimp_engine::consolidation::flush::{FLUSH_LOCK_NAME, Flushed};
use palimp_engine::home::lock::WorkLock;
use palimp_engine::home::log;
use serde_json::json;

use crate::context::{Cx, now_ms};
use crate::error::CliError;
use crate::messages;
use crate::output::{inline, note, print_json, say};
use palimp_core::counts;

/// Summarise new conversations into the day's episodes
#[derive(Debug, clap::Args)]
pub(crate) struct FlushArgs {
    /// Only what is due, and quietly (hooks run this)
    #[arg(long, hide = true)]
    due: bool,
    /// Only what a prompt of this session asks to remember, and quietly (hooks run this)
    #[arg(long, hide = true, requires = "at", value_name = "ID")]
    remember: Option<String>,
    /// The moment of that prompt, in milliseconds
    #[arg(long, hide = true, value_name = "MS")]
    at: Option<i64>,
    /// Only this session
    #[arg(long, value_name = "ID", conflicts_with = "due")]
    session: Option<String>,
}

pub(crate) fn run(cx: &Cx, args: &FlushArgs) -> Result<(), CliError> {
    if let (Some(session), Some(at)) = (&args.remember, args.at) {
        if let Err(failure) = remember_prompt(cx, session, at) {
            log::append_line(&cx.home, now_ms(), &format!("remember: {failure}"));
        }
        return Ok(());
    }
    if args.due {
        if let Err(failure) = run_due(cx) {
            log::append_line(&cx.home, now_ms(), &format!("flush: {failure}"));
        }
        return Ok(());
    }
    let Some(mut db) = cx.activity_to_change()? else {
        return print_flushed(cx, &Flushed::default());
    };
    if let Some(line) = crate::models::condenses_at(cx, &cx.settings) {
        note(format!("{line}."));
    }
    let _lock = wait_for_lock(cx)?;
    let session = args.session.as_deref();
    let flushed = cx.at_work(|worker| Ok(worker.flush(&mut db, session)?))?;
    print_flushed(cx, &flushed)
}

/// Condenses what is due, which no one waits for.
fn run_due(cx: &Cx) -> Result<(), CliError> {
    let Some(mut db) = cx.activity_to_change()? else { return Ok(()) };
    cx.at_work(|worker| Ok(worker.flush_due(&mut db)?))
}

/// Writes down what a prompt asks to remember.
fn remember_prompt(cx: &Cx, session: &str, at: i64) -> Result<(), CliError> {
    let Some(mut db) = cx.activity_to_change()? else { return Ok(()) };
    cx.at_work(|worker| Ok(worker.remember_prompt(&mut db, session, at).map(|_| ())?))
}

fn wait_for_lock(cx: &Cx) -> Result<WorkLock, CliError> {
    if let Some(lock) = WorkLock::try_acquire(&cx.home, FLUSH_LOCK_NAME)? {
        return Ok(lock);
    }
    note(messages::flush_waits());
    Ok(WorkLock::acquire(&cx.home, FLUSH_LOCK_NAME)?)
}

fn print_flushed(cx: &Cx, flushed: &Flushed) -> Result<(), CliError> {
    if cx.json {
        print_json(&json!(flushed));
    } else if flushed.has_progressed() {
        let entries = counts::entries(flushed.entries);
        let cost = match flushed.tokens {
            0 => String::new(),
            tokens => messages::tokens_spent(tokens),
        };
        let read = counts::messages(flushed.messages);
        say(messages::flushed(&read, &entries, &cost));
    } else if flushed.failures.is_empty() && !flushed.over_budget {
        note(messages::nothing_to_flush());
    }
    if flushed.over_budget {
        note(messages::token_budget_used_up(cx.settings.flush.daily_token_budget));
    }
    match flushed.failures.as_slice() {
        [] => Ok(()),
        [(session, why), rest @ ..] => {
            let more = match rest.len() {
                0 => String::new(),
                n => messages::and_more_sessions(n),
            };
            let session = inline(session);
            Err(CliError::user(messages::session_not_flushed(&session, &more, why)))
        }
    }
}
