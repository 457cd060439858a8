//! `palimp bench replay`: what the agents of one's own last sessions would have been told.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::time::SystemTime;

use palimp_clients::transcript::is_transcript;
use palimp_core::AgentClient;
use palimp_core::home::HomePaths;
use palimp_engine::injection::injection_usage::UsageCount;
use palimp_engine::service::replay::{
    Need, RecordedSession, RecurrenceKind, Replay, Replayed, ScratchHome,
};
use palimp_importers::bootstrap::{self, ImportSourceKind};
use serde::Serialize;
use serde_json::json;

use crate::context::Cx;
use crate::error::CliError;
use crate::messages;
use crate::output::{note, print_json, say};
use crate::progress::Bar;
use palimp_core::counts;

/// Replay your recent sessions in a temporary home
///
/// Prints what would have been injected, how much of it repeats, what the agents used, and how much
/// of what they needed had already been injected. Nothing leaves this machine.
#[derive(Debug, clap::Args)]
pub(crate) struct BenchReplayArgs {
    /// Only sessions of this client
    #[arg(long, value_name = "CLIENT")]
    client: Option<AgentClient>,
    /// Number of sessions, newest first
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = super::parse_positive)]
    last: usize,
}

pub(super) fn run(cx: &Cx, args: &BenchReplayArgs, scratch: &Path) -> Result<(), CliError> {
    let mut files = Vec::new();
    for source in bootstrap::find(&crate::commands::bootstrap::tool_places(
        &crate::client_setup::client_places()?,
    )?) {
        let ImportSourceKind::Sessions(client) = source.kind else { continue };
        if args.client.is_none_or(|wanted| wanted == client) {
            let files_of = source.paths.into_iter().filter(|path| is_transcript(client, path));
            files.extend(files_of.map(|path| (modified_time(&path), client, path)));
        }
    }
    files.sort();
    let last = files.split_off(files.len().saturating_sub(args.last));
    let mut sessions: Vec<RecordedSession> =
        last.into_iter().filter_map(|(_, client, path)| read_recorded(client, &path)).collect();
    if sessions.is_empty() {
        note(messages::no_replayable_session());
        return Ok(());
    }
    sessions.sort_by_key(RecordedSession::started_at);
    let (replayed, _) = replay_sessions(cx, &sessions, 0, scratch)?;
    let summary = ReplaySummary::from_replayed(&replayed);
    if cx.json {
        print_json(&json!({ "summary": summary, "sessions": replayed }));
        return Ok(());
    }
    summary.print(&messages::own_sessions());
    Ok(())
}

fn modified_time(path: &std::path::Path) -> SystemTime {
    path.metadata().and_then(|meta| meta.modified()).unwrap_or(SystemTime::UNIX_EPOCH)
}

/// The session that a client recorded in a file; says what of it was passed over.
pub(super) fn read_recorded(client: AgentClient, path: &Path) -> Option<RecordedSession> {
    match RecordedSession::from_transcript(client, path) {
        Ok(read) => {
            let passed_over = read.as_ref().map_or(0, |session| session.passed_over);
            if passed_over > 0 {
                let lines = counts::lines(passed_over);
                note(messages::lines_not_understood(path.display(), &lines));
            }
            read
        }
        Err(error) => {
            passed_over(path, &error);
            None
        }
    }
}

/// Says that a file was not read.
pub(super) fn passed_over(path: &Path, error: &io::Error) {
    let error = error.to_string();
    note(messages::transcript_passed_over(path.display(), &error));
}

/// Replays sessions in an empty home below `dir`; returns the results of those from `from` on.
pub(super) fn replay_sessions(
    cx: &Cx,
    sessions: &[RecordedSession],
    from: usize,
    dir: &Path,
) -> Result<(Vec<Replayed>, HomePaths), CliError> {
    let home = HomePaths::new(dir.join("home"));
    palimp_files::private_dir(&home.vault_dir("main"))?;
    let models = || crate::models::open_models(&cx.home, &cx.settings);
    let mut replay = Replay::new(ScratchHome::new(home.clone(), cx.settings.clone(), &models));
    let bar = Bar::new(cx.json, sessions.len() as u64, messages::sessions());
    let mut replayed = Vec::new();
    for (number, session) in sessions.iter().enumerate() {
        bar.step();
        let lived = replay.replay_session(session)?;
        replayed.extend((number >= from).then_some(lived));
    }
    bar.finish();
    Ok((replayed, home))
}

/// Summary of several replayed sessions.
#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ReplaySummary {
    sessions: usize,
    /// Characters that a session was told, and by which event.
    chars: f64,
    chars_by_event: BTreeMap<String, f64>,
    /// Of a hundred lines, those that the same session had been told before.
    again: f64,
    sections: BTreeMap<String, UsageCount>,
    files: Need,
    commands: Need,
    /// Information that was needed again although an earlier session knew it, by its kind.
    recurrences: BTreeMap<RecurrenceKind, Need>,
}

impl ReplaySummary {
    pub(super) fn from_replayed(replayed: &[Replayed]) -> ReplaySummary {
        let recurrences = RecurrenceKind::ALL.map(|kind| (kind, Need::default())).into();
        let mut summary =
            ReplaySummary { sessions: replayed.len(), recurrences, ..ReplaySummary::default() };
        let (mut lines, mut again) = (0, 0);
        for session in replayed {
            for (event, chars) in &session.chars {
                *summary.chars_by_event.entry(event.clone()).or_default() += *chars as f64;
            }
            for (section, count) in &session.sections {
                let sum = summary.sections.entry(section.clone()).or_default();
                sum.told += count.told;
                sum.used += count.used;
                sum.chars += count.chars;
            }
            summary.files.add_session(session.files);
            summary.commands.add_session(session.commands);
            for it in &session.recurrences {
                let need = Need { needed: 1, told: usize::from(it.told) };
                summary.recurrences.entry(it.kind).or_default().add_session(need);
            }
            (lines, again) = (lines + session.lines, again + session.again);
        }
        let sessions = replayed.len().max(1) as f64;
        summary.chars_by_event.values_mut().for_each(|chars| *chars /= sessions);
        // No numbers at all sum up to a zero below zero.
        summary.chars = summary.chars_by_event.values().sum::<f64>() + 0.0;
        summary.again = percent(again, lines);
        summary
    }

    pub(super) fn print(&self, name: &str) {
        let sessions = counts::sessions(self.sessions);
        say(format!("{name}: {sessions}, {}", messages::average_chars_each(self.chars)));
        for (event, chars) in &self.chars_by_event {
            say(format!("  {chars:>7.0}  {event}"));
        }
        say(messages::told_again_share(self.again));
        for (what, need) in [("files", self.files), ("commands", self.commands)] {
            let what = messages::name_in_words(what);
            let share = percent(need.told, need.needed);
            say(messages::named_before_needed(&what, need.told, need.needed, share));
        }
        say(messages::needed_again_heading());
        for (kind, need) in &self.recurrences {
            let share = percent(need.told, need.needed);
            let of = messages::told_of_needed(need.told, need.needed);
            say(format!("  {of} ({share:>3.0} %)  {}", kind.title()));
        }
        say(messages::told_then_used_heading());
        for (section, count) in &self.sections {
            let share = percent(count.used, count.told);
            let of = messages::told_of_needed(count.used, count.told);
            say(format!("  {of} ({share:>3.0} %)  {section}"));
        }
    }
}

/// Returns `part` as a percentage of `whole`.
pub(super) fn percent(part: usize, whole: usize) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}
