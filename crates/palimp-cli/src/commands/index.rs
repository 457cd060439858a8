//! `palimp index`: takes in what changed in the notes, or everything anew.

use std::path::{Path, PathBuf};
use std::time::Duration;

use palimp_engine::home::lock::WorkLock;
use palimp_engine::home::tombstones::Tombstones;
use palimp_engine::retrieval::embedding::BuildExtent;
use palimp_engine::retrieval::index_sync::{IndexSync, StageProgress};
use palimp_engine::retrieval::repository::{
    ReadChanges, RepositoryReadOptions, WORKER_READ_TIMEOUT,
};
use serde_json::json;

use crate::context::{Cx, now_ms};
use crate::error::CliError;
use crate::messages;
use crate::output::{note, print_json, say};
use crate::progress::Bar;
use crate::show;
use palimp_core::counts::{self, CountNoun};

/// Index changed notes; searches do this automatically
#[derive(Debug, clap::Args)]
pub(crate) struct IndexArgs {
    /// Rebuild the index; the old one stays in use meanwhile
    #[arg(long)]
    force: bool,
    /// Embed every chunk, even with a paid service
    #[arg(long)]
    embed: bool,
    /// Only unless another process does so (hooks run this)
    #[arg(long, hide = true)]
    due: bool,
    /// The working tree whose commits are read beside those of all sessions (hooks name it)
    #[arg(long, hide = true, value_name = "DIR")]
    tree: Option<PathBuf>,
}

pub(crate) fn run(cx: &Cx, args: &IndexArgs) -> Result<(), CliError> {
    let _lock = match args.due {
        false => None,
        true => match WorkLock::try_acquire(&cx.home, "index")? {
            Some(lock) => Some(lock),
            None => return Ok(()),
        },
    };
    let mut memory = cx.memory();
    let bar = Bar::new(cx.json, 0, messages::notes());
    let progress: StageProgress = &mut |done, total, what| bar.set_progress(done, total, what);
    let making = BuildExtent { anew: args.force, vectors: args.embed };
    let db = cx.activity_to_read()?;
    let (mut changes, embedded) = memory.make_index(making, db.as_ref(), progress)?;
    let tree = args.tree.clone().or_else(|| std::env::current_dir().ok());
    let commits =
        read_repositories(cx, &mut memory, (tree.as_deref(), WORKER_READ_TIMEOUT), progress)?;
    changes.removed += commits.removed;
    bar.finish();
    let state = memory.embedding_state()?;
    if cx.json {
        print_json(&json!({
            "written": changes.written, "removed": changes.removed, "embedded": embedded,
            "commits": commits.commits, "records": commits.records,
            "index": state,
        }));
        return Ok(());
    }
    let written = counts::notes(changes.written);
    let written = match args.force {
        true => messages::notes_indexed(&written),
        false => messages::notes_changed(&written),
    };
    let index =
        messages::index_size(counts::chunks(state.chunks), counts::documents(state.documents));
    let gone = messages::notes_gone(changes.removed);
    say(format!("{written}, {gone}; {index} ({})", show::format_bytes(state.bytes)));
    tell_read(&commits);
    if args.embed {
        say(messages::chunks_embedded(counts::chunks(embedded)));
    }
    if state.pending > 0 {
        note(messages::chunks_without_vector(counts::chunks(state.pending)));
    }
    Ok(())
}

/// Says how much was read from repositories, where anything was.
pub(super) fn tell_read(read: &ReadChanges) {
    let counted: [(usize, CountNoun); 2] =
        [(read.commits, counts::commits), (read.records, counts::decision_records)];
    let counted = counted.into_iter().filter(|(number, _)| *number > 0);
    let counted: Vec<String> = counted.map(|(number, count)| count(number)).collect();
    if !counted.is_empty() {
        say(messages::read_from_repositories(counted.join(", ")));
    }
}

/// Reads what is new in the repositories of this agent's sessions and of `tree`, each for so long at the
/// most. Where the key of what was forgotten is not at hand, nothing is read.
pub(super) fn read_repositories(
    cx: &Cx,
    memory: &mut IndexSync,
    (tree, time): (Option<&Path>, Duration),
    progress: StageProgress,
) -> Result<ReadChanges, CliError> {
    let (db, now) = (cx.activity_to_read()?, now_ms());
    let tombstones =
        db.as_ref().map(|db| Tombstones::from_database(db, &cx.tombstone_ring(), now)).transpose();
    let tombstones = match tombstones {
        Ok(tombstones) => tombstones.unwrap_or_default(),
        Err(why) => {
            note(messages::commits_not_read(&why));
            return Ok(ReadChanges::default());
        }
    };
    let agent = memory.notes.agent().to_owned();
    let buried = tombstones.for_agent(&agent);
    let reading = RepositoryReadOptions { db: db.as_ref(), here: tree, buried, time, now };
    Ok(memory.follow_repositories(&reading, progress)?)
}
