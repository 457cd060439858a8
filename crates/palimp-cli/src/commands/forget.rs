//! `palimp forget`: what is forgotten is gone.

mod diff;

use palimp_core::text::ellipsis;
use palimp_engine::erasure::forget::{CapturedItem, ForgetContext, ForgetMatches, Outside};
use serde_json::json;

use super::bootstrap;
use crate::context::{Cx, now_ms};
use crate::error::CliError;
use crate::output::{ask_yes_no, confirm_irreversible, inline, note, print_json, say, words};
use crate::show::format_count;
use crate::wiring;

/// Forget a note or a text for good: every line of notes and everything captured that holds it; no
/// import brings it back
#[derive(Debug, clap::Args)]
pub(crate) struct ForgetArgs {
    /// A text, which goes where it stands as whole words, a path, or an id: #18, m36, s:fe072355. A number
    /// is an id; '"18"' is a text
    #[arg(value_name = "TEXT|PATH|ID", num_args = 1.., required_unless_present = "drop_tombstones", add = clap_complete::engine::ArgValueCandidates::new(crate::complete::notes))]
    text: Vec<String>,
    /// Only say what would go
    #[arg(long)]
    dry_run: bool,
    /// Do not ask
    #[arg(short, long)]
    yes: bool,
    /// Instead of forgetting, let everything that was forgotten be taken in again by imports
    #[arg(long, conflicts_with_all = ["text", "dry_run"])]
    drop_tombstones: bool,
}

/// Maximum number of captured rows to list.
const MAX_LISTED_ROWS: usize = 10;
/// Question that is asked where there is nothing to remove.
const NO_MATCH_QUESTION: &str =
    "Nothing of palimp's holds this text. Keep it from being taken in from elsewhere?";

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
        return Err(CliError::usage("two characters at least: everything would match"));
    }
    forget_text(cx, &text, args)
}

/// Forgets `text`, once the user agrees to what goes.
pub(super) fn forget_text(cx: &Cx, text: &str, args: &ForgetArgs) -> Result<(), CliError> {
    let mut memory = cx.memory();
    let found = memory.would_forget(text, cx.activity_to_read()?.as_ref())?;
    let places = bootstrap::tool_places(&wiring::client_places()?)?;
    let is_wanted = match (args.dry_run, found.is_empty()) {
        (true, _) => false,
        (false, true) => args.yes || ask_yes_no(NO_MATCH_QUESTION).unwrap_or(false),
        (false, false) => {
            if !args.yes && !cx.json {
                print_preview(cx, &found);
            }
            let question = format!("Forget {}? It cannot be undone.", in_words(&found));
            if !confirm_irreversible(args.yes, &question)? {
                note!("Nothing was forgotten.");
                return Ok(());
            }
            true
        }
    };
    if !is_wanted {
        return print_forgotten(cx, &found, &memory.find_outside(text, &places), args.dry_run);
    }
    let mut db = cx.activity_or_new()?;
    let burial = ForgetContext { db: &mut db, ring: &cx.tombstone_ring(), now: now_ms() };
    let forgotten = memory.forget(text, burial)?;
    print_forgotten(cx, &forgotten, &memory.find_outside(text, &places), false)
}

fn drop_tombstones(cx: &Cx, args: &ForgetArgs) -> Result<(), CliError> {
    let Some(mut db) = cx.activity_to_change()? else {
        return super::print_nothing_captured(cx);
    };
    let question = "Let everything that was forgotten be taken in again by imports?";
    if confirm_irreversible(args.yes, question)? {
        let dropped = db.drop_tombstones()?;
        match cx.json {
            true => print_json(&json!({ "dropped": dropped })),
            false => say!("dropped {}", format_count(dropped, "tombstone")),
        }
    } else {
        note!("What was forgotten stays so.");
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
        note!("Nothing of palimp's holds this text.");
    } else {
        if dry_run {
            print_preview(cx, found);
        }
        match dry_run {
            true => say!("would forget {}", in_words(found)),
            false => say!("forgot {}", in_words(found)),
        }
    }
    for path in &found.named {
        note!("{0} bears it in its name; `palimp forget {0:?}` removes that note.", inline(path));
    }
    print_outside_matches(found, outside);
    Ok(())
}

/// Says where the text stands that palimp does not change.
fn print_outside_matches(found: &ForgetMatches, outside: &Outside) {
    for path in &outside.files {
        note!("{} says it too; palimp does not change that file.", inline(path));
    }
    if !found.history.is_empty() {
        note!(
            "Repositories keep their commits and decision records: {}. Searches do not find them any more.",
            found.history.join(", ")
        );
    }
    if let Some(git) = &outside.git {
        note!("The vault is kept in git: earlier commits in {} may say it too.", git.display());
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
    diff.iter().for_each(|line| say!("{line}"));
    let rows = [("observation", &found.said.observations), ("message", &found.said.messages)];
    for (what, rows) in rows {
        for (id, text) in rows.iter().take(MAX_LISTED_ROWS) {
            let text = ellipsis(&inline(text), 160);
            match what {
                "message" => say!("message #{id}  {text}"),
                _ => say!("observation #{id}  {text}"),
            }
        }
        if rows.len() > MAX_LISTED_ROWS {
            say!("and {} more", format_count(rows.len() - MAX_LISTED_ROWS, what));
        }
    }
}

fn in_words(found: &ForgetMatches) -> String {
    let mut parts: Vec<String> = found.note.iter().map(|path| words!("the note {path}")).collect();
    let named = found.passages.iter().filter(|passage| passage.becomes.is_some()).count();
    let captured = &found.captured;
    let commits = found.history.iter().filter(|name| name.starts_with("c:")).count();
    let some = |number: usize, what: &str| (number > 0).then(|| format_count(number, what));
    let counted = [
        some(found.passages.len() - named, "line").map(|it| words!("{} of notes", it)),
        some(named, "name").map(|it| words!("{} in palimp's comments", it)),
        some(found.versions, "earlier version"),
        some(found.proposals, "proposal"),
        some(found.chats, "conversation"),
        some(captured.observations, "observation"),
        some(captured.messages, "message"),
        some(captured.sessions, "session summary"),
        some(captured.injections, "record").map(|it| words!("{} of injected context", it)),
        some(captured.logged, "entry").map(|it| words!("{} of what agents did", it)),
        some(found.log, "line").map(|it| words!("{} of the log", it)),
        some(commits, "commit").map(|it| words!("{} in the index", it)),
        some(found.history.len() - commits, "decision record")
            .map(|it| words!("{} in the index", it)),
        some(found.damaged.len(), "damaged file").map(|it| words!("{} set aside", it)),
    ];
    parts.extend(counted.into_iter().flatten());
    parts.join(", ")
}
