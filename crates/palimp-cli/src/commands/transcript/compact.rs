//! `palimp transcript compact`: the old turns, replaced by a summary.

use std::path::Path;

use palimp_context::compact::{CompactionInput, summarise_with};
use palimp_context::settings::{PruningMode, PruningSettings};
use palimp_context::{Compacted, Compactor, RecordEntry, group_thousands};
use palimp_engine::redaction;
use serde_json::json;

use super::load::{Loaded, Source};
use super::{CompactArgs, output};
use crate::context::{Cx, now_ms};
use crate::error::Failure;
use crate::output::{document, note, say, words};
use crate::show::count;

pub(super) fn run(cx: &Cx, args: &CompactArgs) -> Result<(), Failure> {
    let out = output::path(&args.input.file, &args.target, "compacted")?;
    let loaded = Loaded::open(cx, &args.input)?;
    let compacted = compact(cx, &loaded, args.instructions.as_deref())?;
    let bytes = output::write(&out, &args.target, |output| {
        write(&loaded, &args.input.file, &compacted, output)
    })?;
    if cx.json {
        document(&json!({
            "file": out, "bytes": bytes, "summary": compacted.summary,
            "preserved": compacted.preserved, "usage": compacted.usage,
            "tokensBefore": compacted.before, "tokensAfter": compacted.after,
        }));
        return Ok(());
    }
    let (after, before) = (group_thousands(compacted.after), group_thousands(compacted.before));
    let names = words!(
        "{} (paths and numbers too) that its words left out stand below the summary.",
        count(compacted.preserved, "exact name")
    );
    note!("{}; {names}", words!("About {after} tokens instead of {before}"));
    say!("{}", out.display());
    Ok(())
}

fn compact(cx: &Cx, loaded: &Loaded, wish: Option<&str>) -> Result<Compacted, Failure> {
    // A client prunes what stays itself; of palimp's own record it is decided here.
    let own = matches!(loaded.source, Source::Own(_));
    let mode = if own { loaded.settings.pruning.mode } else { PruningMode::Off };
    let pruning = PruningSettings { mode, ..loaded.settings.pruning.clone() };
    let redactor = redaction::redactor(&cx.settings);
    let mut compactor = Compactor::new(loaded.window, &pruning, &redactor);
    compactor.instructions = wish;
    let (view, decisions) = (loaded.view(), loaded.decisions());
    let summary = loaded.summary();
    let whole =
        CompactionInput { view: &view, first: loaded.first(), summary, decisions: &decisions };
    let from = compactor.kept_start(&whole)?;
    if matches!(&loaded.source, Source::Client(recorded) if from < recorded.earliest) {
        return Err(Failure::user(
            "there is nothing to compact: the last 10 turns reach back before the last compaction",
        ));
    }
    let distiller = crate::models::distiller(cx)?;
    if distiller.spends_tokens() {
        note!("Asking {} for a summary…", distiller.name());
    }
    let compacted = compactor.compact(&whole, &mut summarise_with(&*distiller))?;
    Ok(compacted)
}

fn write(
    loaded: &Loaded,
    input: &Path,
    compacted: &Compacted,
    output: &mut dyn std::io::Write,
) -> std::io::Result<()> {
    match &loaded.source {
        Source::Client(recorded) => {
            let summary = (compacted.summary.as_str(), compacted.before);
            recorded.write_compacted(input, summary, compacted.from, output)
        }
        Source::Own(_) => {
            let Compacted { summary, from, decisions, before, after, .. } = compacted.clone();
            let at = now_ms();
            let entry = RecordEntry::Compaction { at, summary, from, decisions, before, after };
            output::appended(input, &[entry.to_line()], output)
        }
    }
}
