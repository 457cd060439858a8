//! `palimp forget`: what is forgotten is gone.

mod diff;

use palimp_core::text::ellipsis;
use palimp_engine::forget::{Burial, Found, Outside};
use serde_json::json;

use super::bootstrap;
use crate::context::{Cx, now_ms};
use crate::error::Failure;
use crate::output::{agreed, ask, document, inline, note, say};
use crate::show::count;
use crate::wiring;

/// Remove a note, or every line of a note and everything captured that holds a text, without residue;
/// it does not come back with an import
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The text or path, taken literally; letter case and spacing do not matter
    #[arg(value_name = "TEXT|PATH", required_unless_present = "drop_tombstones")]
    text: Option<String>,
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

/// How many of the captured rows are listed.
const LISTED: usize = 10;
/// What is asked where there is nothing to remove.
const NOTHING_YET: &str =
    "Nothing of palimp's holds this text. Keep it from being taken in from elsewhere?";

impl Args {
    /// To forget what an agent wished to have forgotten.
    pub(super) const fn of_wish(yes: bool) -> Args {
        Args { text: None, dry_run: false, yes, drop_tombstones: false }
    }
}

pub(crate) fn run(cx: &Cx, args: &Args) -> Result<(), Failure> {
    let Some(text) = &args.text else { return drop_tombstones(cx, args) };
    if text.trim().chars().count() < 2 {
        return Err(Failure::usage("two characters at least: everything would match"));
    }
    forget(cx, text, args)
}

/// Forgets `text`, once the user agrees to what goes.
pub(super) fn forget(cx: &Cx, text: &str, args: &Args) -> Result<(), Failure> {
    let mut memory = cx.memory();
    let found = memory.would_forget(text, cx.activity()?.as_ref())?;
    let places = bootstrap::places(&wiring::places()?)?;
    let is_wanted = match (args.dry_run, found.is_empty()) {
        (true, _) => false,
        (false, true) => args.yes || ask(NOTHING_YET).unwrap_or(false),
        (false, false) => {
            if !args.yes && !cx.json {
                preview(cx, &found);
            }
            let question = format!("Forget {}? It cannot be undone.", in_words(&found));
            if !agreed(args.yes, &question)? {
                note!("Nothing was forgotten.");
                return Ok(());
            }
            true
        }
    };
    if !is_wanted {
        return tell(cx, &found, &memory.outside(text, &places), args.dry_run);
    }
    let mut db = cx.activity_or_new()?;
    let burial = Burial { db: &mut db, ring: &cx.ring(), now: now_ms() };
    let forgotten = memory.forget(text, burial)?;
    tell(cx, &forgotten, &memory.outside(text, &places), false)
}

fn drop_tombstones(cx: &Cx, args: &Args) -> Result<(), Failure> {
    let Some(mut db) = cx.activity_to_change()? else {
        return super::nothing_yet(cx);
    };
    let question = "Let everything that was forgotten be taken in again by imports?";
    if agreed(args.yes, question)? {
        let dropped = db.drop_tombstones()?;
        match cx.json {
            true => document(&json!({ "dropped": dropped })),
            false => say!("dropped {}", count(dropped, "tombstone")),
        }
    }
    Ok(())
}

fn tell(cx: &Cx, found: &Found, outside: &Outside, dry_run: bool) -> Result<(), Failure> {
    if cx.json {
        document(&json!({ "dryRun": dry_run, "forgotten": found, "outside": outside }));
        return Ok(());
    }
    if found.is_empty() {
        note!("Nothing of palimp's holds this text.");
    } else {
        if dry_run {
            preview(cx, found);
        }
        let verb = if dry_run { "would forget" } else { "forgot" };
        say!("{verb} {}", in_words(found));
    }
    for path in &found.named {
        note!("{0} bears it in its name; `palimp forget {0:?}` removes that note.", inline(path));
    }
    elsewhere(outside);
    Ok(())
}

/// Says where the text stands that palimp does not change.
fn elsewhere(outside: &Outside) {
    for path in &outside.files {
        note!("{} says it too; palimp does not change that file.", inline(path));
    }
    if let Some(git) = &outside.git {
        note!("The vault is kept in git: earlier commits in {} may say it too.", git.display());
    }
}

/// What goes: of notes line by line, for it is what a person wrote.
fn preview(cx: &Cx, found: &Found) {
    let notes = cx.notes();
    let text = |path: &str| notes.text(path).ok().flatten().unwrap_or_default();
    let diff = match &found.note {
        Some(path) => diff::of_note(path, &text(path)),
        None => diff::of_passages(&found.passages),
    };
    diff.iter().for_each(|line| say!("{line}"));
    let rows = [("observation", &found.said.observations), ("message", &found.said.messages)];
    for (what, rows) in rows {
        for (id, text) in rows.iter().take(LISTED) {
            let text = ellipsis(&inline(text), 160);
            say!("{what} #{id}  {text}");
        }
        if rows.len() > LISTED {
            say!("and {} more", count(rows.len() - LISTED, what));
        }
    }
}

fn in_words(found: &Found) -> String {
    let mut parts: Vec<String> = found.note.iter().map(|path| format!("the note {path}")).collect();
    let named = found.passages.iter().filter(|passage| passage.becomes.is_some()).count();
    let captured = &found.captured;
    let counted = [
        (found.passages.len() - named, "line", " of notes"),
        (named, "name", " in palimp's comments"),
        (found.versions, "earlier version", ""),
        (found.proposals, "proposal", ""),
        (found.chats, "conversation", ""),
        (captured.observations, "observation", ""),
        (captured.messages, "message", ""),
        (captured.sessions, "session summary", ""),
        (captured.injections, "record", " of injected context"),
        (captured.logged, "entry", " of what agents did"),
        (found.log, "line", " of the log"),
        (found.damaged.len(), "damaged file", " set aside"),
    ];
    let counted = counted.into_iter().filter(|(number, ..)| *number > 0);
    parts.extend(counted.map(|(number, what, of)| format!("{}{of}", count(number, what))));
    parts.join(", ")
}
