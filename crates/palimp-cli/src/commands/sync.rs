//! `palimp sync`: one memory on all of a user's machines.

use std::path::{Path, PathBuf};

use palimp_core::counts;
use palimp_core::message::io_reason;
use palimp_engine::consolidation::flush::FLUSH_LOCK_NAME;
use palimp_engine::home::device_sync;
use palimp_engine::home::lock::WorkLock;
use palimp_engine::home::log;
use palimp_models::Keys;
use palimp_sync::{
    Error, RemoteAddress, SYNC_LOCK_NAME, SyncHome, SyncKey, SyncReport, SyncStatus, SyncedCounts,
};
use serde_json::json;

use crate::context::{Cx, now_ms, user_home};
use crate::error::CliError;
use crate::messages;
use crate::output::{confirm_without_preview, inline, is_anybody_there, note, print_json, say};
use crate::secret_input::typed_unseen;
use crate::when::ago_in_words;

/// Maximum size of a file with a code, in bytes.
const MAX_CODE_FILE_BYTES: u64 = 4_096;

/// Sync memory with your other machines, encrypted and without a server
#[derive(Debug, clap::Args)]
pub(crate) struct SyncArgs {
    #[command(subcommand)]
    verb: Option<SyncCommand>,
    /// Sync in the background, and quietly (hooks run this)
    #[arg(long, hide = true)]
    due: bool,
}

#[derive(Debug, clap::Subcommand)]
enum SyncCommand {
    /// Sync now
    Now(SyncNowArgs),
    /// Start on the first machine, and show the code for the others
    Init(SyncInitArgs),
    /// Add this machine to the ones that already sync
    Join(SyncJoinArgs),
    /// Show the code that adds another machine
    Code,
    /// List the machines and their last changes
    Status,
    /// Drop old files and git history from the remote
    Prune,
    /// Stop syncing this machine; its memory stays
    Leave(SyncLeaveArgs),
}

#[derive(Debug, Default, clap::Args)]
struct SyncNowArgs {
    /// Delete notes everywhere even if most of them are gone here
    #[arg(long)]
    delete_missing: bool,
}

#[derive(Debug, clap::Args)]
struct SyncInitArgs {
    /// A private git repository, a directory, or ssh:HOST
    remote: String,
    /// Name of this machine [default: its host name]
    #[arg(long)]
    name: Option<String>,
}

#[derive(Debug, clap::Args)]
struct SyncJoinArgs {
    /// A private git repository, a directory, or ssh:HOST
    remote: String,
    /// File with the code, or - for standard input [default: ask]
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    code_file: Option<PathBuf>,
    /// Name of this machine [default: its host name]
    #[arg(long)]
    name: Option<String>,
}

#[derive(Debug, clap::Args)]
struct SyncLeaveArgs {
    /// Do not ask
    #[arg(short, long)]
    yes: bool,
}

impl SyncArgs {
    /// Returns true if the command decides with whom memory is shared.
    pub(crate) const fn needs_user(&self) -> bool {
        !self.due && !matches!(self.verb, Some(SyncCommand::Status))
    }
}

pub(crate) fn run(cx: &Cx, args: &SyncArgs) -> Result<(), CliError> {
    if args.due {
        let _ = rustix::process::setsid();
        if let Err(failure) = sync_in_background(cx) {
            log::append_line(&cx.home, now_ms(), &format!("sync: {failure}"));
            SyncStatus::record_error(&cx.home, &failure.to_string())?;
        }
        return Ok(());
    }
    match &args.verb {
        None => sync_now(cx, &SyncNowArgs::default()),
        Some(SyncCommand::Now(args)) => sync_now(cx, args),
        Some(SyncCommand::Init(args)) => init(cx, args),
        Some(SyncCommand::Join(args)) => join(cx, args),
        Some(SyncCommand::Code) => show_code(cx),
        Some(SyncCommand::Status) => show_status(cx),
        Some(SyncCommand::Prune) => prune(cx),
        Some(SyncCommand::Leave(args)) => leave(cx, args),
    }
}

/// Runs `work` on the home, after another process has synced it.
fn with_home<T>(cx: &Cx, work: impl Fn(SyncHome) -> Result<T, Error>) -> Result<T, CliError> {
    loop {
        match try_with_home(cx, &work) {
            Err(Error::InProgress) => {
                note(messages::sync_waits());
                drop(WorkLock::acquire(&cx.home, SYNC_LOCK_NAME)?);
            }
            result => return Ok(result?),
        }
    }
}

fn try_with_home<T>(cx: &Cx, work: impl Fn(SyncHome) -> Result<T, Error>) -> Result<T, Error> {
    let ring = cx.tombstone_ring();
    work(SyncHome {
        home: &cx.home,
        settings: &cx.settings,
        user: user_home(),
        ring: &ring,
        add_tombstone_key: &|key| ring.add_key(key),
        models: &|| crate::models::open_models(&cx.home, &cx.settings),
        may_delete_all: false,
        now: now_ms(),
    })
}

fn read_key(cx: &Cx) -> Result<SyncKey, CliError> {
    let status = SyncStatus::load(&cx.home)?.ok_or(Error::NotSetUp)?;
    let secrets = Keys::for_home(&cx.home).own_secrets(&status.key_name)?;
    let key = secrets.iter().find_map(|secret| SyncKey::parse_hex(secret.expose()));
    key.ok_or_else(|| CliError::user(messages::sync_key_missing()))
}

/// Syncs after the conversations that are due are summarised, so that their episodes travel, too.
fn sync_in_background(cx: &Cx) -> Result<(), CliError> {
    if !device_sync::is_on(&cx.home, &cx.settings) {
        return Ok(());
    }
    device_sync::mark_sync(&cx.home)?;
    if let Some(mut db) = cx.activity_to_change()? {
        cx.at_work(|worker| Ok(worker.flush_due(&mut db)?))?;
    }
    drop(WorkLock::acquire(&cx.home, FLUSH_LOCK_NAME)?);
    let key = read_key(cx)?;
    let report = match try_with_home(cx, |home| home.sync(&key)) {
        Err(Error::InProgress) => return Ok(()),
        result => result?,
    };
    for warning in &report.warnings {
        log::append_line(&cx.home, now_ms(), &format!("sync: {warning}"));
    }
    for conflict in &report.conflicts {
        let (note, first, second) = (&conflict.note, &conflict.first, &conflict.second);
        let line = messages::sync_conflict(note, first, second).replace('\n', " ");
        log::append_line(&cx.home, now_ms(), &format!("sync: {line}"));
    }
    Ok(())
}

fn sync_now(cx: &Cx, args: &SyncNowArgs) -> Result<(), CliError> {
    let key = read_key(cx)?;
    let may_delete_all = args.delete_missing;
    let report = with_home(cx, |home| SyncHome { may_delete_all, ..home }.sync(&key))?;
    print_report(cx, &report);
    Ok(())
}

fn print_report(cx: &Cx, report: &SyncReport) {
    if cx.json {
        print_json(report);
        return;
    }
    let is_quiet = report.received.is_empty() && report.sent.is_empty();
    if is_quiet && report.warnings.is_empty() {
        say(messages::sync_up_to_date());
    }
    if !report.received.is_empty() {
        say(messages::sync_received(counts_in_words(&report.received)));
    }
    if !report.sent.is_empty() {
        say(messages::sync_sent(counts_in_words(&report.sent)));
    }
    for conflict in &report.conflicts {
        let (first, second) = (inline(&conflict.first), inline(&conflict.second));
        note(messages::sync_conflict(inline(&conflict.note), first, second));
    }
    if !report.conflicts.is_empty() {
        note(messages::sync_conflict_hint());
    }
    report.warnings.iter().for_each(|warning| note(format!("palimp: {warning}")));
}

fn counts_in_words(counted: &SyncedCounts) -> String {
    let parts = [
        (counted.sessions, counts::sessions(counted.sessions)),
        (counted.observations, counts::observations(counted.observations)),
        (counted.messages, counts::messages(counted.messages)),
        (counted.notes, counts::notes(counted.notes)),
        (counted.forgotten, messages::sync_forgotten_texts(counted.forgotten)),
    ];
    let parts = parts.into_iter().filter(|(count, _)| *count > 0).map(|(_, words)| words);
    parts.collect::<Vec<_>>().join(", ")
}

fn init(cx: &Cx, args: &SyncInitArgs) -> Result<(), CliError> {
    require_remote(&args.remote)?;
    let address = RemoteAddress::parse(&args.remote, user_home().as_deref());
    let name = device_name(args.name.as_deref());
    let key = SyncKey::generate()?;
    with_home(cx, |home| home.set_up(&address, &name))?;
    store_key(cx, &key)?;
    let report = with_home(cx, |home| home.sync(&key))?;
    if cx.json {
        let (remote, code) = (address.to_text(), key.to_code());
        print_json(&json!({ "remote": remote, "name": name, "code": code, "sync": report }));
        return Ok(());
    }
    say(messages::sync_set_up(inline(&name), inline(&address.to_text())));
    print_report(cx, &report);
    say(messages::sync_how_to_join(inline(&args.remote)));
    say(format!("\n  {}\n", key.to_code()));
    note(messages::sync_keep_code());
    Ok(())
}

/// Refuses an empty address, which an unset variable of a shell leaves.
fn require_remote(remote: &str) -> Result<(), CliError> {
    match remote.trim() {
        "" => Err(CliError::usage(messages::sync_remote_empty())),
        _ => Ok(()),
    }
}

fn join(cx: &Cx, args: &SyncJoinArgs) -> Result<(), CliError> {
    require_remote(&args.remote)?;
    let address = RemoteAddress::parse(&args.remote, user_home().as_deref());
    let name = device_name(args.name.as_deref());
    let Some(code) = read_code(args.code_file.as_deref())? else { return Ok(()) };
    let key = SyncKey::parse_code(&code)
        .ok_or_else(|| CliError::user(messages::sync_code_malformed()))?;
    with_home(cx, |home| home.join(&address, &name, &key))?;
    store_key(cx, &key)?;
    let report = with_home(cx, |home| home.sync(&key))?;
    if cx.json {
        let remote = address.to_text();
        print_json(&json!({ "remote": remote, "name": name, "sync": report }));
        return Ok(());
    }
    say(messages::sync_set_up(inline(&name), inline(&address.to_text())));
    print_report(cx, &report);
    Ok(())
}

/// Stores the key of a sync that was just set up; without it the sync is taken back.
fn store_key(cx: &Cx, key: &SyncKey) -> Result<(), CliError> {
    let status = SyncStatus::load(&cx.home)?.ok_or(Error::NotSetUp)?;
    if let Err(error) = Keys::for_home(&cx.home).add_own(&status.key_name, &key.to_hex()) {
        with_home(cx, |home| home.leave())?;
        return Err(error.into());
    }
    Ok(())
}

/// Reads a code from a file, or asks for it; none if the user gave up.
fn read_code(file: Option<&Path>) -> Result<Option<String>, CliError> {
    match file {
        Some(path) if path == Path::new("-") => {
            Ok(Some(std::io::read_to_string(std::io::stdin())?))
        }
        Some(path) => {
            let bytes = palimp_files::read_up_to(path, MAX_CODE_FILE_BYTES).map_err(|error| {
                CliError::user(format!("{}: {}", path.display(), io_reason(&error)))
            })?;
            Ok(Some(String::from_utf8_lossy(&bytes).into_owned()))
        }
        None if !is_anybody_there() => Err(CliError::user(messages::sync_code_wanted())),
        None => {
            note(messages::ask_sync_code());
            typed_unseen()
        }
    }
}

fn device_name(named: Option<&str>) -> String {
    let host = || rustix::system::uname().nodename().to_string_lossy().into_owned();
    named.map_or_else(host, str::to_owned)
}

fn show_code(cx: &Cx) -> Result<(), CliError> {
    let code = read_key(cx)?.to_code();
    if cx.json {
        print_json(&json!({ "code": code }));
    } else {
        say(code);
        note(messages::sync_keep_code());
    }
    Ok(())
}

fn show_status(cx: &Cx) -> Result<(), CliError> {
    let status = SyncStatus::load(&cx.home)?;
    if cx.json {
        print_json(&json!({ "sync": status }));
        return Ok(());
    }
    let Some(status) = status else {
        note(messages::sync_status_off());
        return Ok(());
    };
    let now = now_ms();
    say(messages::sync_status_remote(inline(&status.remote)));
    let last = status.last_sync.map_or_else(messages::sync_never, |it| ago_in_words(it, now));
    say(messages::sync_status_here(inline(&status.name), last));
    if let Some(error) = &status.last_error {
        say(messages::sync_last_error(inline(error)));
    }
    for device in &status.devices {
        let id = device.id.get(..4).unwrap_or_default();
        let last = ago_in_words(device.synced_at, now);
        say(messages::sync_status_device(inline(&device.name), id, last));
    }
    Ok(())
}

fn prune(cx: &Cx) -> Result<(), CliError> {
    let key = read_key(cx)?;
    let has_history = with_home(cx, |home| home.prune(&key))?;
    if cx.json {
        print_json(&json!({ "historyDropped": has_history }));
    } else if has_history {
        say(messages::sync_pruned());
    } else {
        say(messages::sync_pruned_files());
    }
    Ok(())
}

fn leave(cx: &Cx, args: &SyncLeaveArgs) -> Result<(), CliError> {
    let status = match SyncStatus::load(&cx.home) {
        Ok(status) => Some(status.ok_or(Error::NotSetUp)?),
        // A damaged state is no reason to stay.
        Err(error) => {
            note(format!("palimp: {error}"));
            None
        }
    };
    let remote = status.as_ref().map_or("?", |status| status.remote.as_str());
    let question = messages::ask_sync_leave(inline(remote));
    if !confirm_without_preview(args.yes, question)? {
        note(messages::sync_still_on());
        return Ok(());
    }
    with_home(cx, |home| home.leave())?;
    if let Some(status) = &status {
        Keys::for_home(&cx.home).remove(&status.key_name)?;
    }
    if cx.json {
        print_json(&json!({ "left": remote }));
    } else {
        say(messages::sync_left());
    }
    Ok(())
}
