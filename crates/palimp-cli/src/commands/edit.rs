//! `palimp edit`: a note in the user's editor.

use palimp_core::message::io_reason;
use palimp_engine::home::note_store::NoteStore;
use std::io::Write;
use std::path::Path;
use std::process::{Command, ExitStatus};

use crate::context::Cx;
use crate::error::CliError;
use crate::messages;
use crate::output::{note, say};

/// Open a note in your editor ($VISUAL, $EDITOR); its history keeps the earlier version
#[derive(Debug, clap::Args)]
pub(crate) struct EditArgs {
    /// The note, relative to the vault; created if missing
    #[arg(value_name = "PATH", add = clap_complete::engine::ArgValueCandidates::new(crate::complete::notes))]
    path: String,
}

impl EditArgs {
    /// To edit the note at `path`.
    pub(super) const fn for_note(path: String) -> EditArgs {
        EditArgs { path }
    }
}

pub(crate) fn run(cx: &Cx, args: &EditArgs) -> Result<(), CliError> {
    palimp_engine::home::files::create_home(&cx.home)?;
    let memory = cx.notes();
    refuse_outside(&memory, &args.path)?;
    let before = memory.read_note(&args.path)?;
    // The editor works on a copy, so that what palimp appends meanwhile is not written over.
    let dir = tempfile::Builder::new().prefix("palimp-edit-").tempdir()?;
    let name = args.path.rsplit('/').next().unwrap_or("note.md");
    let copy = dir.path().join(name);
    let text = before.as_deref().unwrap_or_default();
    palimp_files::begin_private(&copy)?.write_all(text.as_bytes())?;
    open_editor(&copy)?;
    let after = palimp_files::read_text(&copy)
        .map_err(|error| CliError::user(format!("{}: {error}", copy.display())))?;
    if Some(&after) == before.as_ref() || (before.is_none() && after.is_empty()) {
        note(messages::note_unchanged(&args.path));
        return Ok(());
    }
    if memory.read_note(&args.path)? != before {
        let kept = dir.keep().join(name);
        return Err(CliError::user(messages::note_changed_meanwhile(&args.path, kept.display())));
    }
    memory.replace_note(&args.path, &after)?;
    say(messages::note_written(&args.path));
    Ok(())
}

/// Refuses a note that palimp reads and never writes.
fn refuse_outside(memory: &NoteStore, path: &str) -> Result<(), CliError> {
    if matches!(memory.read_note(path), Ok(Some(_))) {
        return Ok(());
    }
    memory
        .extra_called(path)
        .map_or(Ok(()), |extra| Err(CliError::user(messages::outside_vault(&extra.shown))))
}

/// Opens a file in the user's editor, and waits until it is closed.
pub(super) fn open_editor(file: &Path) -> Result<(), CliError> {
    let editor = editor_command();
    let status = Command::new("sh")
        .arg("-c")
        .arg(format!("{editor} \"$1\""))
        .arg("palimp-edit")
        .arg(file)
        .status()
        .map_err(|error| {
            CliError::user(messages::editor_not_started(&editor, io_reason(&error)))
        })?;
    match status.success() {
        true => Ok(()),
        false => Err(CliError::user(messages::editor_failed(&editor, status_in_words(status)))),
    }
}

fn status_in_words(status: ExitStatus) -> String {
    status.code().map_or_else(|| status.to_string(), messages::exit_status)
}

fn editor_command() -> String {
    let named = |name| std::env::var(name).ok().filter(|value| !value.trim().is_empty());
    named("VISUAL").or_else(|| named("EDITOR")).unwrap_or_else(|| "vi".to_owned())
}
