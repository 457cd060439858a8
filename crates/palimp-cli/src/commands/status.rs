//! `palimp status`: is it working?

use palimp_engine::service::status::{self, FlushBacklog, StatusContext, StatusReport};
use palimp_sync::SyncStatus;
use serde::Serialize;
use serde_json::json;

use crate::client_setup;
use crate::context::Cx;
use crate::error::CliError;
use crate::messages;
use crate::output::{inline, note, print_json, say};
use crate::show::format_bytes;
use crate::when::format_minute;
use palimp_core::counts;

/// Show the state of palimp: home, clients and captures
#[derive(Debug, clap::Args)]
pub(crate) struct StatusArgs {}

/// Status as data: the program's version and the status of the home.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct StatusDocument<'a> {
    version: &'a str,
    #[serde(flatten)]
    status: &'a StatusReport,
    /// Sync with the user's other machines; `null` if it is not set up.
    sync: Option<SyncStatus>,
    /// Patterns of notes that are neither searched nor injected.
    not_indexed: &'a [String],
    /// Patterns of notes that are searched and never injected.
    not_injected: &'a [String],
}

const VERSION: &str = env!("CARGO_PKG_VERSION");

pub(crate) fn run(cx: &Cx, _: &StatusArgs) -> Result<(), CliError> {
    let (places, command) = (client_setup::client_places()?, client_setup::hook_command(cx)?);
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
    status.not_shown.iter().for_each(|why| note(format!("palimp: {why}")));
    if cx.json {
        let sync = SyncStatus::load(&cx.home).unwrap_or_default();
        print_json(&json!(StatusDocument {
            version: VERSION,
            status: &status,
            sync,
            not_indexed: &cx.settings.index.exclude,
            not_injected: &cx.settings.inject.exclude,
        }));
        return Ok(());
    }
    say(messages::status_head(VERSION, status.home.display(), &status.agent));
    tell_clients(&status);
    print_excluded_notes(cx);
    tell_memory(&status);
    print_sync(cx);
    tell_teams(&status);
    tell_hubs(&status);
    match &status.trouble {
        Some(trouble) => say(messages::status_activity_trouble(trouble)),
        None => tell_activity(cx, &status),
    }
    Ok(())
}

fn tell_clients(status: &StatusReport) {
    if !status.enabled {
        say(messages::status_memory_off());
    }
    if !status.redaction {
        say(messages::status_redaction_off());
    }
    if !status.inject {
        say(messages::status_inject_off());
    }
    for why in &status.excluded {
        say(messages::status_excluded(inline(&why.in_words())));
    }
    for one in &status.clients {
        say(format!("{:<12} {}", one.client.title(), one.words));
    }
    if status.clients.is_empty() {
        say(messages::status_no_clients());
    }
}

/// Prints which notes the settings keep from search or injection.
fn print_excluded_notes(cx: &Cx) {
    let (index, inject) = (&cx.settings.index.exclude, &cx.settings.inject.exclude);
    if !index.is_empty() {
        say(messages::status_not_indexed(inline(&index.join(", "))));
    }
    if !inject.is_empty() {
        say(messages::status_not_injected(inline(&inject.join(", "))));
    }
}

fn tell_memory(status: &StatusReport) {
    say(messages::status_vault(status.vault.display(), counts::notes(status.notes)));
    if let Some(obsidian) = &status.obsidian {
        say(messages::status_obsidian(obsidian.display(), counts::notes(status.read)));
    }
    if let Some(index) = status.index {
        let waits = match index.pending {
            0 => String::new(),
            pending => messages::chunks_pending(pending),
        };
        let chunks = counts::chunks(index.chunks);
        say(messages::status_index(&chunks, format_bytes(index.bytes), &waits));
    }
    if status.commits > 0 {
        let commits = counts::commits(status.commits);
        say(messages::status_commits(&commits));
    }
    let backup = status.last_backup.map_or_else(messages::never_backed_up, format_minute);
    say(messages::status_last_backup(backup));
    let embedder = status.embedder_trouble.as_ref().or(status.embedder.as_ref());
    say(messages::status_embedder(embedder.map_or("", String::as_str)));
    for line in &status.services {
        say(messages::status_services(line));
    }
}

/// Prints with what the home syncs, if it does.
fn print_sync(cx: &Cx) {
    match SyncStatus::load(&cx.home) {
        Ok(None) => {}
        Ok(Some(sync)) => {
            let last = sync.last_sync.map_or_else(messages::sync_never, format_minute);
            let works = messages::sync_works(inline(&sync.remote), sync.devices.len() + 1, last);
            say(messages::status_sync(works));
            if let Some(error) = &sync.last_error {
                say(format!("             {}", inline(error)));
            }
        }
        Err(error) => say(messages::status_sync(error)),
    }
}

fn tell_teams(status: &StatusReport) {
    for team in &status.teams {
        let facts = counts::approved_facts(team.state.facts);
        let checked = match team.state.checked_at {
            0 => messages::never_synced(),
            at => messages::synced_at(format_minute(at)),
        };
        say(messages::status_team(inline(&team.team), &facts, &checked));
        for why in team.error_messages() {
            say(format!("             {}", inline(&why)));
        }
    }
}

fn tell_hubs(status: &StatusReport) {
    for hub in &status.hubs {
        let facts = counts::approved_facts(hub.state.facts);
        let pulled = match hub.state.reached_at {
            0 => messages::never_pulled(),
            at => messages::pulled_at(format_minute(at)),
        };
        say(messages::status_hub(inline(&hub.org), &facts, &pulled));
        for why in hub.error_messages() {
            say(format!("             {}", inline(&why)));
        }
    }
}

fn tell_activity(cx: &Cx, status: &StatusReport) {
    let stats = &status.activity;
    let last = stats.newest.map_or_else(messages::never, format_minute);
    say(messages::status_activity(
        counts::observations(usize::try_from(stats.observations).unwrap_or(0)),
        counts::messages(usize::try_from(stats.messages).unwrap_or(0)),
        counts::sessions(usize::try_from(stats.sessions).unwrap_or(0)),
        format_bytes(u64::try_from(stats.bytes).unwrap_or(0)),
        &last,
    ));
    for line in pending_lines(cx, &status.flush) {
        say(&line);
    }
    if status.proposals > 0 {
        say(messages::status_review(counts::proposals(status.proposals)));
    }
    let StatusReport { spooled, left, .. } = *status;
    if spooled > left {
        say(messages::spool_ingested(counts::captures(spooled - left)));
    }
    if left > 0 {
        say(messages::spool_left(counts::captures(left)));
    }
}

/// Returns a line each about pending messages and the cost of their flush.
fn pending_lines(cx: &Cx, flush: &FlushBacklog) -> Vec<String> {
    let waits = match flush.messages {
        0 => messages::nothing_to_condense(),
        messages => {
            messages::messages_waiting(counts::messages(messages), counts::sessions(flush.sessions))
        }
    };
    let cost = match flush.distiller.as_str() {
        "rules" => String::new(),
        _ => messages::tokens_today(flush.tokens_today, cx.settings.flush.daily_token_budget),
    };
    let mut lines = vec![messages::status_episodes(&flush.distiller, &waits, &cost)];
    if flush.over_budget {
        lines.push(messages::status_budget_used_up());
    }
    if let Some((session, times, why, at)) = &flush.failing {
        lines.push(messages::status_flush_failed(inline(session), times, why, format_minute(*at)));
    }
    lines
}
