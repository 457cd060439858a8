//! `palimp status`: is it working?

use palimp_engine::service::status::{self, FlushBacklog, StatusContext, StatusReport};
use serde::Serialize;
use serde_json::json;

use crate::context::Cx;
use crate::error::CliError;
use crate::lang::translate;
use crate::output::{inline, note, print_json, say, words};
use crate::show::{format_bytes, format_count};
use crate::when::format_minute;
use crate::wiring;

/// Show whether palimp works: the home, the clients, and what was captured
#[derive(Debug, clap::Args)]
pub(crate) struct StatusArgs {}

/// Status as data: the program's version and the status of the home.
#[derive(Serialize)]
struct StatusDocument<'a> {
    version: &'a str,
    #[serde(flatten)]
    status: &'a StatusReport,
}

const VERSION: &str = env!("CARGO_PKG_VERSION");

pub(crate) fn run(cx: &Cx, _: &StatusArgs) -> Result<(), CliError> {
    let (places, command) = (wiring::client_places()?, wiring::hook_command(cx)?);
    let status = status::collect_status(StatusContext {
        home: &cx.home,
        settings: &cx.settings,
        memory: &mut cx.memory(),
        places: &places,
        command: &command,
        here: &cx.current_project(),
        services: crate::models::asked_at(cx, &cx.settings),
        now: &jiff::Zoned::now(),
    })?;
    status.not_shown.iter().for_each(|why| note!("palimp: {why}"));
    if cx.json {
        print_json(&json!(StatusDocument { version: VERSION, status: &status }));
        return Ok(());
    }
    say!("palimp {VERSION}  home {}  agent {}", status.home.display(), status.agent);
    tell_clients(&status);
    tell_memory(&status);
    tell_teams(&status);
    tell_hubs(&status);
    match &status.trouble {
        Some(trouble) => say!("activity     {}", translate(trouble)),
        None => tell_activity(cx, &status),
    }
    Ok(())
}

fn tell_clients(status: &StatusReport) {
    if !status.enabled {
        say!("memory     off: `palimp config set memory.enabled true`");
    }
    if !status.redaction {
        say!("redaction  off: secrets are stored as they are");
    }
    if !status.inject {
        say!(
            "inject     off: sessions are told nothing; see inject.maxChars, inject.sections and inject.preset in `palimp config`"
        );
    }
    for one in &status.clients {
        say!("{:<12} {}", one.client.title(), translate(&one.words));
    }
    if status.clients.is_empty() {
        say!("clients      none found on this machine");
    }
}

fn tell_memory(status: &StatusReport) {
    say!("vault        {}, {}", status.vault.display(), format_count(status.notes, "note"));
    if let Some(obsidian) = &status.obsidian {
        say!(
            "obsidian     {}, {}, only read",
            obsidian.display(),
            format_count(status.read, "note")
        );
    }
    if let Some(index) = status.index {
        let waits = match index.pending {
            0 => String::new(),
            pending => words!("; {pending} without a vector: `palimp index --embed`"),
        };
        let chunks = format_count(index.chunks, "chunk");
        say!("index        {chunks}, {}{waits}", format_bytes(index.bytes));
    }
    if status.commits > 0 {
        let commits = format_count(status.commits, "commit");
        say!("commits      {commits} of this repository known");
    }
    let embedder = status.embedder_trouble.as_ref().or(status.embedder.as_ref());
    say!("embedder     {}", embedder.map_or(String::new(), |it| translate(it)));
    for line in status.services.iter().map(|line| translate(line)) {
        say!("services     {line}");
    }
}

fn tell_teams(status: &StatusReport) {
    for team in &status.teams {
        let facts = format_count(team.state.facts, "approved fact");
        let checked = match team.state.checked_at {
            0 => words!("never synced"),
            at => words!("synced {}", format_minute(at)),
        };
        say!("team         {}: {facts}, {checked}", inline(&team.team));
        for why in team.error_messages() {
            say!("             {}", inline(&translate(&why)));
        }
    }
}

fn tell_hubs(status: &StatusReport) {
    for hub in &status.hubs {
        let facts = format_count(hub.state.facts, "approved fact");
        let pulled = match hub.state.reached_at {
            0 => words!("never pulled"),
            at => words!("pulled {}", format_minute(at)),
        };
        say!("hub          {}: {facts}, {pulled}", inline(&hub.org));
        for why in hub.error_messages() {
            say!("             {}", inline(&translate(&why)));
        }
    }
}

fn tell_activity(cx: &Cx, status: &StatusReport) {
    let stats = &status.activity;
    let last = stats.newest.map_or_else(|| words!("never"), format_minute);
    say!(
        "activity     {}, {}, {}; {}; last capture {last}",
        format_count(usize::try_from(stats.observations).unwrap_or(0), "observation"),
        format_count(usize::try_from(stats.messages).unwrap_or(0), "message"),
        format_count(usize::try_from(stats.sessions).unwrap_or(0), "session"),
        format_bytes(u64::try_from(stats.bytes).unwrap_or(0)),
    );
    for line in pending_lines(cx, &status.flush) {
        say!("{line}");
    }
    if status.proposals > 0 {
        say!(
            "review       {} waiting: `palimp review`",
            format_count(status.proposals, "proposal")
        );
    }
    let StatusReport { spooled, left, .. } = *status;
    if spooled > left {
        say!("spool        {} taken in now", format_count(spooled - left, "capture"));
    }
    if left > 0 {
        say!("spool        {} left: `palimp doctor` says why", format_count(left, "capture"));
    }
}

/// Returns a line each about pending messages and the cost of their flush.
fn pending_lines(cx: &Cx, flush: &FlushBacklog) -> Vec<String> {
    let waits = match flush.messages {
        0 => words!("nothing waits"),
        messages => {
            words!(
                "{} of {} waiting",
                format_count(messages, "message"),
                format_count(flush.sessions, "session")
            )
        }
    };
    let cost = match flush.distiller.as_str() {
        "rules" => String::new(),
        _ => words!(
            "; {} of {} tokens today",
            flush.tokens_today,
            cx.settings.memory.daily_token_budget
        ),
    };
    let mut lines = vec![words!("episodes     by {}: {waits}{cost}", flush.distiller)];
    if flush.over_budget {
        lines.push(words!(
            "             the day's tokens are used up: the rest waits for tomorrow, or for `palimp config set memory.dailyTokenBudget N`"
        ));
    }
    if let Some((session, times, why, at)) = &flush.failing {
        lines.push(words!(
            "             session {} failed {times} times in a row: {why}; tried again at {}, or by `palimp flush`",
            inline(session),
            format_minute(*at)
        ));
    }
    lines
}
