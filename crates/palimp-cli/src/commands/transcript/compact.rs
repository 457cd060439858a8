//! `palimp transcript compact`: the old turns, replaced by a summary.

use std::path::Path;

use palimp_context::compact::{CompactionInput, summarise_with};
use palimp_context::settings::{PruningMode, PruningSettings};
use palimp_context::{Compacted, Compactor, RecordEntry, group_thousands};
use palimp_engine::home::redaction;
use serde_json::json;

use super::load::{Loaded, TranscriptOrigin};
use super::{CompactArgs, output};
use crate::context::{Cx, now_ms};
use crate::error::CliError;
use crate::messages;
use crate::output::{note, print_json, say};
use palimp_core::counts;

pub(super) fn run(cx: &Cx, args: &CompactArgs) -> Result<(), CliError> {
    let out = output::output_path(&args.input.file, &args.target, "compacted")?;
    let loaded = Loaded::open(cx, &args.input)?;
    let compacted = compact_loaded(cx, &loaded, args.instructions.as_deref())?;
    let bytes = output::write_output(&out, &args.target, |output| {
        write_compacted(&loaded, &args.input.file, &compacted, output)
    })?;
    if cx.json {
        print_json(&json!({
            "file": out, "bytes": bytes, "summary": compacted.summary,
            "preserved": compacted.preserved, "usage": compacted.usage,
            "tokensBefore": compacted.before, "tokensAfter": compacted.after,
        }));
        return Ok(());
    }
    let (after, before) = (group_thousands(compacted.after), group_thousands(compacted.before));
    let names = messages::names_below_summary(counts::exact_names(compacted.preserved));
    note(format!("{}; {names}", messages::compacted_tokens(&after, &before)));
    say(out.display().to_string());
    Ok(())
}

fn compact_loaded(cx: &Cx, loaded: &Loaded, wish: Option<&str>) -> Result<Compacted, CliError> {
    // A client prunes what stays itself; of palimp's own record it is decided here.
    let own = matches!(loaded.source, TranscriptOrigin::Own(_));
    let mode = if own { loaded.settings.pruning.mode } else { PruningMode::Off };
    let pruning = PruningSettings { mode, ..loaded.settings.pruning.clone() };
    let redactor = redaction::redactor(&cx.settings);
    let mut compactor = Compactor::new(loaded.window, &pruning, &redactor);
    compactor.instructions = wish;
    let (view, decisions) = (loaded.view(), loaded.decisions());
    let summary = loaded.summary();
    let whole = CompactionInput {
        view: &view,
        first: loaded.first_message(),
        summary,
        decisions: &decisions,
    };
    let from = compactor.kept_start(&whole)?;
    if matches!(&loaded.source, TranscriptOrigin::Client(recorded) if from < recorded.earliest) {
        return Err(CliError::user(messages::nothing_to_compact()));
    }
    let distiller = crate::models::default_distiller(cx)?;
    if distiller.spends_tokens() {
        note(messages::asking_for_summary(distiller.name()));
    }
    let compacted = compactor.compact(&whole, &mut summarise_with(&*distiller))?;
    Ok(compacted)
}

fn write_compacted(
    loaded: &Loaded,
    input: &Path,
    compacted: &Compacted,
    output: &mut dyn std::io::Write,
) -> std::io::Result<()> {
    match &loaded.source {
        TranscriptOrigin::Client(recorded) => {
            let summary = (compacted.summary.as_str(), compacted.before);
            recorded.write_compacted(input, summary, compacted.from, output)
        }
        TranscriptOrigin::Own(_) => {
            let Compacted { summary, from, decisions, before, after, .. } = compacted.clone();
            let at = now_ms();
            let entry = RecordEntry::Compaction { at, summary, from, decisions, before, after };
            output::write_appended(input, &[entry.to_line()], output)
        }
    }
}
