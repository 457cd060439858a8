//! `palimp install` and `palimp uninstall`: connect a client and disconnect it.

use palimp_core::message::io_reason;
use std::io;
use std::path::Path;

use palimp_clients::install::{InstallChange, InstallOutcome, InstallTarget};
use palimp_engine::service::connections::{disconnect_client, plan_connection, read_record};
use palimp_models::keys::{KeySource, Keys};
use serde_json::json;

use crate::client_setup;
use crate::context::Cx;
use crate::error::CliError;
use crate::messages;
use crate::output::{confirm_without_preview, note, print_json, say};
use crate::shell_files;
use palimp_core::counts;

/// Connect palimp to a client: hooks, the /palimp command and the MCP server
#[derive(Debug, clap::Args)]
pub(crate) struct InstallArgs {
    /// claude, codex, gemini, opencode, copilot, cursor or openclaw
    #[arg(required = true, value_name = "CLIENT")]
    clients: Vec<InstallTarget>,
    /// Show what would be written, and write nothing
    #[arg(long)]
    dry_run: bool,
}

/// Disconnect palimp from a client
#[derive(Debug, clap::Args)]
pub(crate) struct UninstallArgs {
    /// claude, codex, gemini, opencode, copilot, cursor or openclaw
    #[arg(required_unless_present = "all", conflicts_with = "all", value_name = "CLIENT")]
    clients: Vec<InstallTarget>,
    /// Disconnect from every client
    #[arg(long)]
    all: bool,
    /// Also delete the home permanently, with the notes in it
    #[arg(long, requires = "all")]
    purge: bool,
    /// Do not ask for confirmation
    #[arg(short, long, requires = "purge")]
    yes: bool,
}

pub(crate) fn install(cx: &Cx, args: &InstallArgs) -> Result<(), CliError> {
    client_setup::warn_about_cache()?;
    let mut all = Vec::new();
    for &client in &args.clients {
        let changes = if args.dry_run {
            let (places, command) =
                (client_setup::client_places()?, client_setup::hook_command(cx)?);
            plan_connection(&cx.home, client, &places, &command)?
        } else {
            palimp_engine::home::files::create_home(&cx.home)?;
            client_setup::connect_client(cx, client)?
        };
        print_changes(cx, client, &changes, args.dry_run);
        all.push(json!({
            "client": client,
            "changes": changes.iter().map(client_setup::change_json).collect::<Vec<_>>(),
        }));
    }
    if cx.json {
        print_json(&json!({ "dryRun": args.dry_run, "clients": all }));
    }
    Ok(())
}

pub(crate) fn uninstall(cx: &Cx, args: &UninstallArgs) -> Result<(), CliError> {
    if args.purge && !may_purge(cx, args.yes)? {
        note(messages::nothing_changed());
        return Ok(());
    }
    if args.purge {
        // Nobody comes by later to look for what killed processes left beside the clients' files, and what
        // is left keeps its directory.
        cx.sweep_leftovers();
    }
    let mut all = Vec::new();
    let every: Vec<InstallTarget> = InstallTarget::ALL.into_iter().filter(|_| args.all).collect();
    for &client in args.clients.iter().chain(&every) {
        let changes = disconnect_client(&cx.home, client, &client_setup::client_places()?)?;
        print_changes(cx, client, &changes, false);
        all.push(json!({
            "client": client,
            "changes": changes.iter().map(client_setup::change_json).collect::<Vec<_>>(),
        }));
    }
    // With the last client goes what `up` put beside them.
    let cleared = match read_record(&cx.home).is_empty() {
        true => shell_files::remove_files(cx),
        false => 0,
    };
    if !cx.json && cleared > 0 {
        say(messages::shell_files_removed(counts::files(cleared)));
    }
    let purged = args.purge && cx.home.root().exists();
    if purged {
        purge_home(cx)?;
    }
    if cx.json {
        print_json(&json!({ "clients": all, "cleared": cleared, "purged": purged }));
    }
    Ok(())
}

/// True if the user agrees to lose everything that palimp remembers, or there is no home to lose.
fn may_purge(cx: &Cx, yes: bool) -> Result<bool, CliError> {
    let root = cx.home.root();
    if !root.exists() {
        return Ok(true);
    }
    let question = messages::ask_purge(root.display());
    confirm_without_preview(yes, &question)
}

fn purge_failure(root: &Path, error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::TimedOut => messages::purge_blocked(root.display()),
        _ => messages::purge_failed(root.display(), io_reason(error)),
    }
}

/// Removes the home, and says what stays.
fn purge_home(cx: &Cx) -> Result<(), CliError> {
    let (root, vault) = (cx.home.root(), cx.notes().root().to_owned());
    let keys = Keys::for_home(&cx.home).list_sources().unwrap_or_default();
    let purged = palimp_engine::erasure::purge::purge(&cx.home, &mut || {
        note(messages::purge_waits());
    });
    let left = purged.map_err(|error| CliError::user(purge_failure(root, &error)))?;
    if !cx.json {
        say(messages::home_purged(root.display()));
    }
    if !vault.starts_with(root) && vault.exists() {
        note(messages::notes_stay(vault.display()));
    }
    for path in left {
        note(messages::foreign_file_stays(path.display()));
    }
    for (provider, source) in keys.iter().filter(|(_, source)| *source == KeySource::Keyring) {
        note(messages::key_stays(provider, source));
    }
    Ok(())
}

/// Describes the change that would be made to a file.
fn would_be(change: &InstallChange) -> String {
    match change.what {
        InstallOutcome::Created => messages::would_be_created(),
        InstallOutcome::Edited => messages::would_be_edited(),
        InstallOutcome::Removed => messages::would_be_removed(),
        InstallOutcome::Unchanged => messages::would_be_unchanged(),
        InstallOutcome::Kept => messages::would_be_left_alone(),
    }
}

fn change_in_words(change: &InstallChange) -> String {
    match change.what {
        InstallOutcome::Created => messages::created(),
        InstallOutcome::Edited => messages::edited(),
        InstallOutcome::Removed => messages::removed(),
        InstallOutcome::Unchanged => messages::unchanged(),
        InstallOutcome::Kept => messages::left_alone(),
    }
}

/// Says what became of each file.
pub(super) fn print_changes(
    cx: &Cx,
    client: InstallTarget,
    changes: &[InstallChange],
    dry_run: bool,
) {
    if cx.json {
        return;
    }
    if changes.iter().all(|change| change.what == InstallOutcome::Unchanged) {
        say(messages::nothing_to_do_for(client.title()));
    }
    for change in changes.iter().filter(|change| change.what != InstallOutcome::Unchanged) {
        let (path, title) = (change.path.display(), client.title());
        match dry_run {
            true => say(format!("{title}: {path} {}", would_be(change))),
            false => say(format!("{title}: {path} {}", change_in_words(change))),
        }
        if dry_run {
            change
                .added
                .iter()
                .flat_map(|text| text.lines())
                .for_each(|line| say(format!("+ {line}")));
        }
    }
    changes
        .iter()
        .filter_map(|change| change.note.as_ref())
        .for_each(|text| note(format!("  {text}.")));
}
