//! `palimp forget`: what is forgotten is gone.

mod diff;

use palimp_core::text::ellipsis;
use palimp_engine::erasure::forget::{CapturedItem, ForgetContext, ForgetMatches, Outside};
use palimp_importers::bootstrap::source_files;
use serde_json::json;

use super::bootstrap;
use crate::client_setup;
use crate::context::{Cx, now_ms};
use crate::error::CliError;
use crate::messages;
use crate::output::{ask_yes_no, confirm_irreversible, inline, note, print_json, say};
use palimp_core::counts::{self, CountNoun};

/// Permanently delete a note or a text from notes and captured data; imports do not restore it
#[derive(Debug, clap::Args)]
pub(crate) struct ForgetArgs {
    /// A text (matched as whole words), a path, or an id: #18, m36, s:fe072355. A number is an id;
    /// '"18"' is a text
    #[arg(value_name = "TEXT|PATH|ID", num_args = 1.., required_unless_present = "drop_tombstones", add = clap_complete::engine::ArgValueCandidates::new(crate::complete::notes))]
    text: Vec<String>,
    /// Show what would be deleted, and delete nothing
    #[arg(long)]
    dry_run: bool,
    /// Do not ask for confirmation
    #[arg(short, long)]
    yes: bool,
    /// Allow everything that was forgotten to be imported again
    #[arg(long, conflicts_with_all = ["text", "dry_run"])]
    drop_tombstones: bool,
}

/// Maximum number of captured rows to list.
const MAX_LISTED_ROWS: usize = 10;

impl ForgetArgs {
    /// To forget what an agent wished to have forgotten.
    pub(super) const fn of_wish(yes: bool) -> ForgetArgs {
        ForgetArgs { text: Vec::new(), dry_run: false, yes, drop_tombstones: false }
    }

    /// Returns true if nothing is forgotten.
    pub(crate) const fn only_looks(&self) -> bool {
        self.dry_run
    }
}

pub(crate) fn run(cx: &Cx, args: &ForgetArgs) -> Result<(), CliError> {
    if args.text.is_empty() {
        return drop_tombstones(cx, args);
    }
    let text = args.text.join(" ");
    if CapturedItem::parse(&text).is_none() && text.trim().chars().count() < 2 {
        return Err(CliError::usage(messages::query_too_short()));
    }
    forget_text(cx, &text, args)
}

/// Forgets `text`, once the user agrees to what goes.
pub(super) fn forget_text(cx: &Cx, text: &str, args: &ForgetArgs) -> Result<(), CliError> {
    let mut memory = cx.memory();
    let found = memory.would_forget(text, cx.activity_to_read()?.as_ref())?;
    let places = bootstrap::tool_places(&client_setup::client_places()?)?;
    let is_wanted = match (args.dry_run, found.is_empty()) {
        (true, _) => false,
        (false, true) => args.yes || ask_yes_no(messages::ask_keep_out_text()).unwrap_or(false),
        (false, false) => {
            if !args.yes && !cx.json {
                print_preview(cx, &found);
            }
            let question = messages::ask_forget(in_words(&found));
            if !confirm_irreversible(args.yes, &question)? {
                note(messages::nothing_forgotten());
                return Ok(());
            }
            true
        }
    };
    if !is_wanted {
        return print_forgotten(
            cx,
            &found,
            &memory.notes.find_outside(text, source_files(&places)),
            args.dry_run,
        );
    }
    let mut db = cx.activity_or_new()?;
    let context = ForgetContext { db: &mut db, ring: &cx.tombstone_ring(), now: now_ms() };
    let forgotten = memory.forget(text, context)?;
    print_forgotten(cx, &forgotten, &memory.notes.find_outside(text, source_files(&places)), false)
}

fn drop_tombstones(cx: &Cx, args: &ForgetArgs) -> Result<(), CliError> {
    let Some(mut db) = cx.activity_to_change()? else {
        return super::print_nothing_captured(cx);
    };
    let question = messages::ask_drop_tombstones();
    if confirm_irreversible(args.yes, question)? {
        let dropped = db.drop_tombstones()?;
        match cx.json {
            true => print_json(&json!({ "dropped": dropped })),
            false => say(messages::tombstones_dropped(counts::tombstones(dropped))),
        }
    } else {
        note(messages::tombstones_stay());
    }
    Ok(())
}

fn print_forgotten(
    cx: &Cx,
    found: &ForgetMatches,
    outside: &Outside,
    dry_run: bool,
) -> Result<(), CliError> {
    if cx.json {
        print_json(&json!({ "dryRun": dry_run, "forgotten": found, "outside": outside }));
        return Ok(());
    }
    if found.is_empty() {
        note(messages::text_not_found());
    } else {
        if dry_run {
            print_preview(cx, found);
        }
        match dry_run {
            true => say(messages::would_forget(in_words(found))),
            false => say(messages::forgot(in_words(found))),
        }
    }
    for path in &found.named {
        let path = inline(path);
        note(messages::name_holds_text(&path, format_args!("{path:?}")));
    }
    print_outside_matches(found, outside);
    Ok(())
}

/// Says where the text stands that palimp does not change.
fn print_outside_matches(found: &ForgetMatches, outside: &Outside) {
    for path in &outside.files {
        note(messages::read_only_file_holds_text(inline(path)));
    }
    if !found.history.is_empty() {
        note(messages::repositories_keep_text(found.history.join(", ")));
    }
    if let Some(git) = &outside.git {
        note(messages::vault_git_keeps_text(git.display()));
    }
}

/// Prints what goes: line by line for notes, because a person wrote them.
fn print_preview(cx: &Cx, found: &ForgetMatches) {
    let notes = cx.notes();
    let text = |path: &str| notes.read_note(path).ok().flatten().unwrap_or_default();
    let diff = match &found.note {
        Some(path) => diff::of_note(path, &text(path)),
        None => diff::of_passages(&found.passages),
    };
    diff.iter().for_each(say);
    let said = &found.said;
    list_rows(
        &said.observations,
        |id, text| messages::found_observation(id, text),
        counts::observations,
    );
    list_rows(&said.messages, |id, text| messages::found_message(id, text), counts::messages);
}

fn list_rows(rows: &[(i64, String)], describe: impl Fn(i64, &str) -> String, count: CountNoun) {
    for (id, text) in rows.iter().take(MAX_LISTED_ROWS) {
        say(describe(*id, &ellipsis(&inline(text), 160)));
    }
    if rows.len() > MAX_LISTED_ROWS {
        say(messages::and_more_rows(count(rows.len() - MAX_LISTED_ROWS)));
    }
}

fn in_words(found: &ForgetMatches) -> String {
    let mut parts: Vec<String> = found.note.iter().map(messages::the_note).collect();
    let named = found.passages.iter().filter(|passage| passage.becomes.is_some()).count();
    let captured = &found.captured;
    let commits = found.history.iter().filter(|name| name.starts_with("c:")).count();
    let some = |number: usize, count: CountNoun| (number > 0).then(|| count(number));
    let counted = [
        some(found.passages.len() - named, counts::lines).map(|it| messages::lines_of_notes(&it)),
        some(named, counts::names).map(|it| messages::lines_in_comments(&it)),
        some(found.versions, counts::earlier_versions),
        some(found.proposals, counts::proposals),
        some(found.chats, counts::conversations),
        some(captured.observations, counts::observations),
        some(captured.messages, counts::messages),
        some(captured.sessions, counts::session_summaries),
        some(captured.injections, counts::records).map(|it| messages::rows_of_injections(&it)),
        some(captured.logged, counts::entries).map(|it| messages::rows_of_activity(&it)),
        some(found.log, counts::lines).map(|it| messages::lines_of_log(&it)),
        some(commits, counts::commits).map(|it| messages::rows_of_index(&it)),
        some(found.history.len() - commits, counts::decision_records)
            .map(|it| messages::rows_of_index(&it)),
        some(found.damaged.len(), counts::damaged_files).map(|it| messages::files_set_aside(&it)),
    ];
    parts.extend(counted.into_iter().flatten());
    parts.join(", ")
}
