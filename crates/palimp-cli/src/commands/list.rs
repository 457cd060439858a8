//! `palimp list`: the notes.

use palimp_note::Labels;
use serde_json::json;

use super::LabelArgs;
use crate::context::Cx;
use crate::error::CliError;
use crate::messages;
use crate::output::{inline, note, print_json, say};
use crate::show;
use crate::when::format_minute;

/// List the notes of the vault
#[derive(Debug, clap::Args)]
pub(crate) struct ListArgs {
    /// Only notes whose path has this prefix: shared/, memory/2026-11
    #[arg(value_name = "PREFIX", default_value = "")]
    prefix: String,
    #[command(flatten)]
    labelled: LabelArgs,
}

pub(crate) fn run(cx: &Cx, args: &ListArgs) -> Result<(), CliError> {
    print_notes(cx, &args.labelled.labels()?, &args.prefix, None)
}

/// Lists the notes with these labels, at most `limit` of them.
pub(crate) fn list_labelled(
    cx: &Cx,
    labels: &Labels,
    limit: Option<usize>,
) -> Result<(), CliError> {
    print_notes(cx, labels, "", limit)
}

fn print_notes(
    cx: &Cx,
    labels: &Labels,
    prefix: &str,
    limit: Option<usize>,
) -> Result<(), CliError> {
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
        print_json(&json!({ "vault": memory.root(), "notes": notes }));
        return Ok(());
    }
    for note in &notes {
        let title = inline(note.title.as_deref().unwrap_or(""));
        say(format!(
            "{:<40} {:>9}  {}  {title}",
            note.path,
            show::format_bytes(note.bytes),
            format_minute(note.modified_at)
        ));
    }
    if notes.is_empty() && !labels.is_empty() {
        note(messages::no_note_has_labels());
    } else if notes.is_empty() && !prefix.is_empty() {
        note(messages::no_note_under(prefix));
    } else if notes.is_empty() {
        note(messages::no_notes_yet(memory.root().display()));
    }
    Ok(())
}
