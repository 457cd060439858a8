//! `palimp watch`: follows the notes while they are written.

use std::sync::mpsc::channel;
use std::time::Duration;

use crate::context::Cx;
use crate::error::CliError;
use crate::messages;
use crate::output::{note, say};
use palimp_core::counts;

/// Watch the notes and keep the index up to date
#[derive(Debug, clap::Args)]
pub(crate) struct WatchArgs {}

pub(crate) fn run(cx: &Cx, _: &WatchArgs) -> Result<(), CliError> {
    let mut memory = cx.memory();
    memory.notes.vault_or_new()?;
    let (to, changes) = channel();
    let debounce = Duration::from_millis(cx.settings.index.debounce_ms);
    let _watcher = memory.watch(debounce, move |paths| {
        let _ = to.send(paths.len());
    })?;
    let first = memory.refresh(&mut |_, _, _| ())?;
    note(messages::watching(memory.notes.root().display(), counts::notes(first.written)));
    for _ in changes {
        match memory.refresh(&mut |_, _, _| ()) {
            Ok(found) if found.written + found.removed > 0 => {
                say(messages::notes_followed(counts::notes(found.written), found.removed));
            }
            Ok(_) => {}
            Err(error) => note(format!("palimp: {error}")),
        }
        if memory.embedder_error().is_none()
            && let Err(error) = memory.embed_pending(usize::MAX, &mut |_, _, _| ())
        {
            note(format!("palimp: {error}"));
        }
    }
    Ok(())
}
