//! `palimp list`: the notes.

use palimp_note::Labels;
use serde_json::json;

use super::Labelled;
use crate::context::Cx;
use crate::error::Failure;
use crate::output::{document, inline, note, say};
use crate::show;
use crate::when::minute;

/// List the notes of the vault
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Only those whose path begins so: shared/, memory/2026-11
    #[arg(value_name = "PREFIX", default_value = "")]
    prefix: String,
    #[command(flatten)]
    labelled: Labelled,
}

pub(crate) fn run(cx: &Cx, args: &Args) -> Result<(), Failure> {
    show(cx, &args.labelled.labels()?, &args.prefix, None)
}

/// Lists the notes with these labels, at most `limit` of them.
pub(crate) fn labelled(cx: &Cx, labels: &Labels, limit: Option<usize>) -> Result<(), Failure> {
    show(cx, labels, "", limit)
}

fn show(cx: &Cx, labels: &Labels, prefix: &str, limit: Option<usize>) -> Result<(), Failure> {
    let memory = cx.notes();
    let mut notes = memory.list_with(labels)?;
    let around = memory.obsidian().map(|around| format!("{}/", around.shown));
    let inner = |path: &str| {
        around.as_ref().and_then(|it| path.strip_prefix(it.as_str())).map(str::to_owned)
    };
    notes.retain(|note| {
        note.path.starts_with(prefix)
            || inner(&note.path).is_some_and(|path| path.starts_with(prefix))
    });
    notes.truncate(limit.unwrap_or(usize::MAX));
    if cx.json {
        document(&json!({ "vault": memory.root(), "notes": notes }));
        return Ok(());
    }
    for note in &notes {
        let title = inline(note.title.as_deref().unwrap_or(""));
        say!(
            "{:<40} {:>9}  {}  {title}",
            note.path,
            show::bytes(note.bytes),
            minute(note.modified_at)
        );
    }
    if notes.is_empty() && !labels.is_empty() {
        note!("No note has all of that. `palimp list --json` shows the tags of each.");
    } else if notes.is_empty() && !prefix.is_empty() {
        note!("No note's path begins with '{prefix}'.");
    } else if notes.is_empty() {
        note!(
            "No notes in {}. `palimp save \"…\"` writes the first, \
             `palimp init --vault DIR` takes a directory of yours.",
            memory.root().display()
        );
    }
    Ok(())
}
