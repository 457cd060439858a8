//! `palimp index`: takes in what changed in the notes, or everything anew.

use palimp_engine::embedding::Making;
use palimp_engine::lock::Lock;
use palimp_engine::memory::Progress;
use serde_json::json;

use crate::context::Cx;
use crate::error::Failure;
use crate::output::{document, note, say, words};
use crate::progress::Bar;
use crate::show;

/// Take in what changed in the notes; a search does so by itself
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Build the index anew; the old one answers meanwhile
    #[arg(long)]
    force: bool,
    /// Give every chunk its vector, also where that asks a paid service
    #[arg(long)]
    embed: bool,
    /// Only unless another process does so (hooks run this)
    #[arg(long, hide = true)]
    due: bool,
}

pub(crate) fn run(cx: &Cx, args: &Args) -> Result<(), Failure> {
    let _lock = match args.due {
        false => None,
        true => match Lock::take(&cx.home, "index")? {
            Some(lock) => Some(lock),
            None => return Ok(()),
        },
    };
    let mut memory = cx.memory();
    let bar = Bar::new(cx.json, 0, words!("notes"));
    let progress: Progress = &mut |done, total, what| bar.at(done, total, what);
    let making = Making { anew: args.force, vectors: args.embed };
    let db = cx.activity()?;
    let (changes, embedded) = memory.make_index(making, db.as_ref(), progress)?;
    bar.done();
    let state = memory.state()?;
    if cx.json {
        document(&json!({
            "written": changes.written, "removed": changes.removed, "embedded": embedded,
            "index": state,
        }));
        return Ok(());
    }
    let written = show::count(changes.written, "note");
    let written = match args.force {
        true => words!("{written} indexed"),
        false => words!("{written} new or changed"),
    };
    let index = words!(
        "the index has {} in {}",
        show::count(state.chunks, "chunk"),
        show::count(state.documents, "document")
    );
    let gone = words!("{} gone", changes.removed);
    say!("{written}, {gone}; {index} ({})", show::bytes(state.bytes));
    if args.embed {
        say!("{} embedded", show::count(embedded, "chunk"));
    }
    if state.pending > 0 {
        note!(
            "{} without a vector, found by words alone: `palimp index --embed` embeds them, \
             `palimp embed estimate` says what that costs.",
            show::count(state.pending, "chunk")
        );
    }
    Ok(())
}
