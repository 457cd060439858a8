//! `palimp forget`: what is forgotten is gone.

use palimp_engine::forget::Found;
use serde_json::json;

use crate::context::{Cx, now_ms};
use crate::error::Failure;
use crate::output::{ask, document, inline, note, say};
use crate::show::count;

/// Remove a note, or every line of a note and everything captured that holds a text, without residue
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The text or path, taken literally; letter case does not matter
    #[arg(value_name = "TEXT|PATH")]
    text: String,
    /// Only say what would go
    #[arg(long)]
    dry_run: bool,
    /// Do not ask
    #[arg(short, long)]
    yes: bool,
}

pub(crate) fn run(cx: &Cx, args: &Args) -> Result<(), Failure> {
    if args.text.trim().chars().count() < 2 {
        return Err(Failure::usage("two characters at least: everything would match"));
    }
    let mut db = cx.activity_to_change()?;
    let mut memory = cx.memory();
    let found = memory.would_forget(&args.text, db.as_ref())?;
    if args.dry_run || found.is_empty() {
        return tell(cx, &found, args.dry_run);
    }
    if !args.yes {
        if !cx.json {
            passages(&found);
        }
        if ask(&format!("Forget {}?", in_words(&found))) == Some(false) {
            note!("Nothing was forgotten.");
            return Ok(());
        }
    }
    let forgotten = memory.forget(&args.text, db.as_mut(), now_ms())?;
    tell(cx, &forgotten, false)
}

fn tell(cx: &Cx, found: &Found, dry_run: bool) -> Result<(), Failure> {
    if cx.json {
        document(&json!({ "dryRun": dry_run, "forgotten": found }));
        return Ok(());
    }
    for path in &found.outside {
        note!("{path} says it too; palimp reads that file and does not change it.");
    }
    for path in &found.named {
        note!("{path} bears it in its name; `palimp forget {path:?}` removes that note.");
    }
    if found.is_empty() {
        note!("Nothing of palimp's holds this text.");
    } else {
        if dry_run {
            passages(found);
        }
        let verb = if dry_run { "would forget" } else { "forgot" };
        say!("{verb} {}", in_words(found));
    }
    Ok(())
}

/// What goes from the notes, line by line: it is what a person wrote.
fn passages(found: &Found) {
    for it in &found.passages {
        say!("{}:{}  {}", it.path, it.line, inline(&it.text));
    }
}

fn in_words(found: &Found) -> String {
    let mut parts = Vec::new();
    match &found.note {
        Some(path) => parts.push(format!("the note {path}")),
        None if found.passages.is_empty() => {}
        None => parts.push(format!("{} of notes", count(found.passages.len(), "line"))),
    }
    if found.versions > 0 {
        parts.push(count(found.versions, "earlier version"));
    }
    if found.proposals > 0 {
        parts.push(count(found.proposals, "proposal"));
    }
    if found.chats > 0 {
        parts.push(count(found.chats, "conversation"));
    }
    let captured = &found.captured;
    let rows = [(captured.observations, "observation"), (captured.messages, "message")];
    let rows = rows.into_iter().filter(|(rows, _)| *rows > 0);
    parts.extend(rows.map(|(rows, what)| count(rows, what)));
    if captured.injections > 0 {
        parts.push(format!("{} of injected context", count(captured.injections, "record")));
    }
    parts.join(", ")
}
