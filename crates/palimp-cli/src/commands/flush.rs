//! `palimp flush`: condenses what was said into episodes.

use palimp_engine::flush::{Flushed, Flusher, WORK, Which};
use palimp_engine::lock::Lock;
use palimp_engine::tombstones::Tombstones;
use palimp_engine::{late, log};
use palimp_store::activity::ActivityDb;
use serde_json::json;

use crate::context::{Cx, now_ms, user_home};
use crate::error::Failure;
use crate::output::{document, inline, note, say};
use crate::show::count;

/// Condense what was said since the last time into the day's episodes
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Only what is due, and quietly (hooks run this)
    #[arg(long, hide = true)]
    due: bool,
    /// Only this session
    #[arg(long, value_name = "ID", conflicts_with = "due")]
    session: Option<String>,
}

pub(crate) fn run(cx: &Cx, args: &Args) -> Result<(), Failure> {
    if args.due {
        if let Err(failure) = run_due(cx) {
            log::add(&cx.home, now_ms(), &format!("flush: {failure}"));
        }
        return Ok(());
    }
    let Some(mut db) = cx.activity_to_change()? else {
        return tell(cx, &Flushed::default());
    };
    if let Some(line) = crate::models::condenses_at(cx, &cx.settings) {
        note!("{line}.");
    }
    let _lock = wait_for_lock(cx)?;
    take_in_late(cx, &mut db)?;
    let flushed = with_flusher(cx, |flusher| match &args.session {
        Some(session) => flusher.run_session(&mut db, session),
        None => flusher.run(&mut db, Which::All),
    })?;
    tell(cx, &flushed)
}

/// Takes in the answers that were not in a client's record when its hooks ran.
fn take_in_late(cx: &Cx, db: &mut ActivityDb) -> Result<(), Failure> {
    Ok(late::take_in_waiting(db, &crate::wiring::places()?, &cx.settings, now_ms())?)
}

fn wait_for_lock(cx: &Cx) -> Result<Lock, Failure> {
    if let Some(lock) = Lock::take(&cx.home, WORK)? {
        return Ok(lock);
    }
    note!("Another process condenses; waiting for it.");
    Ok(Lock::wait(&cx.home, WORK)?)
}

/// Condenses what is due unless another process does so. What became due while that process was
/// at work it sees itself, because it looks once more after it has given the lock back.
fn run_due(cx: &Cx) -> Result<(), Failure> {
    let Some(mut db) = cx.activity_to_change()? else { return Ok(()) };
    loop {
        let Some(lock) = Lock::take(&cx.home, WORK)? else { return Ok(()) };
        take_in_late(cx, &mut db)?;
        let flushed = with_flusher(cx, |flusher| flusher.run(&mut db, Which::Due))?;
        if flushed.entries > 0 {
            settle(cx);
        }
        drop(lock);
        let more = with_flusher(cx, |flusher| flusher.has_work(&db))?;
        if !more || !flushed.progressed() {
            return Ok(());
        }
    }
}

/// What follows a flush: once a day its facts are sorted, and the index takes the new notes in, so
/// that no prompt has to wait for that.
fn settle(cx: &Cx) {
    let mut agents: Vec<String> =
        cx.settings.vaults.iter().map(|(agent, _)| agent.clone()).collect();
    agents.extend(cx.settings.agents.iter().map(|(agent, _)| agent.clone()));
    agents.push(palimp_core::project::DEFAULT_AGENT.to_owned());
    agents.sort();
    agents.dedup();
    for agent in agents {
        let cx = Cx { agent: Some(agent), ..cx.clone() };
        if let Err(failure) = super::reflect::run_due(&cx) {
            log::add(&cx.home, now_ms(), &format!("reflect: {failure}"));
        }
        if let Err(error) = cx.memory().refresh(&mut |_, _, _| ()) {
            log::add(&cx.home, now_ms(), &format!("index: {error}"));
        }
    }
}

/// Lends a flusher with the distiller of the settings.
pub(crate) fn with_flusher<T>(
    cx: &Cx,
    work: impl FnOnce(&Flusher) -> Result<T, palimp_engine::memory::Error>,
) -> Result<T, Failure> {
    let distillers = |client| crate::models::distiller_for(cx, client);
    let tombstones = tombstones(cx);
    let flusher = Flusher {
        home: &cx.home,
        settings: &cx.settings,
        user: user_home(),
        distillers: &distillers,
        instructions: None,
        tombstones: &tombstones,
        clock: &jiff::Zoned::now,
    };
    Ok(work(&flusher)?)
}

/// What was forgotten. Where its key is not at hand, what is condensed is what was said since all the
/// same: the database holds nothing else.
pub(crate) fn tombstones(cx: &Cx) -> Tombstones {
    cx.tombstones().unwrap_or_else(|failure| {
        log::add(&cx.home, now_ms(), &format!("flush: {failure}"));
        Tombstones::default()
    })
}

fn tell(cx: &Cx, flushed: &Flushed) -> Result<(), Failure> {
    if cx.json {
        document(&json!(flushed));
    } else if flushed.progressed() {
        let entries = match flushed.entries {
            1 => "1 entry".to_owned(),
            n => format!("{n} entries"),
        };
        let cost = match flushed.tokens {
            0 => String::new(),
            tokens => format!("; it cost {tokens} tokens"),
        };
        let read = count(flushed.messages, "message");
        say!("{read} read, {entries} written in episodes/live/{cost}.");
    } else if flushed.failures.is_empty() && !flushed.over_budget {
        note!("Nothing waits to be condensed.");
    }
    if flushed.over_budget {
        note!(
            "Today's {} tokens are used up; the rest waits for tomorrow, or for `palimp config set memory.dailyTokenBudget N`.",
            cx.settings.daily_tokens
        );
    }
    match flushed.failures.as_slice() {
        [] => Ok(()),
        [(session, why), rest @ ..] => {
            let more = match rest.len() {
                0 => String::new(),
                n => format!(" (and {n} more)"),
            };
            let session = inline(session);
            Err(Failure::user(format!(
                "session {session} was not condensed{more}: {why}; nothing is lost, it is tried again"
            )))
        }
    }
}
