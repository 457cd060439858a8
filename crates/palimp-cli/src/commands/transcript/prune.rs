//! `palimp transcript prune`: old results of tools, cut or cleared.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use palimp_clients::codec::ResultEdit;
use palimp_context::prune::{ResultCut, is_due};
use palimp_context::settings::PruningMode;
use palimp_context::{
    MessageMeter, PruneDecision, PruneDecisions, Pruner, RecordEntry, group_thousands,
};
use palimp_core::chat::{ChatMessage, MessagePart};
use serde_json::json;

use super::load::{Loaded, TranscriptOrigin};
use super::{PruneArgs, output};
use crate::context::{Cx, now_ms};
use crate::error::CliError;
use crate::messages;
use crate::output::{note, print_json, say};
use palimp_core::counts;

pub(super) fn run(cx: &Cx, args: &PruneArgs) -> Result<(), CliError> {
    let out = output::output_path(&args.input.file, &args.target, "pruned")?;
    let loaded = Loaded::open(cx, &args.input)?;
    let decided = if is_time(&loaded, args.now) { decide_pruning(&loaded) } else { Vec::new() };
    let bytes = output::write_output(&out, &args.target, |output| match &loaded.source {
        TranscriptOrigin::Client(recorded) => {
            let edits = to_edits(&loaded, &decided);
            recorded.write_pruned(&args.input.file, &edits, output)
        }
        TranscriptOrigin::Own(_) => {
            let (at, decisions) = (now_ms(), decided.clone());
            let lines = match decisions.is_empty() {
                true => vec![],
                false => vec![RecordEntry::Prune { at, decisions }.to_line()],
            };
            output::write_appended(&args.input.file, &lines, output)
        }
    })?;
    let tally = PruneTally::from_decisions(&loaded, &decided);
    if cx.json {
        print_json(&json!({
            "file": out, "bytes": bytes, "trimmed": tally.trimmed, "cleared": tally.cleared,
            "tokensBefore": tally.before, "tokensAfter": tally.after,
        }));
        return Ok(());
    }
    note(tally.in_words());
    say(out.display().to_string());
    Ok(())
}

/// True if pruning may decide now; prints the reason if not.
fn is_time(loaded: &Loaded, now: bool) -> bool {
    let settings = &loaded.settings.pruning;
    if now || is_due(settings, loaded.last_request(), now_ms()) {
        return true;
    }
    match (settings.mode, loaded.last_request()) {
        (PruningMode::Off, _) => note(messages::pruning_is_off()),
        (_, None) => {}
        (_, Some(last)) => {
            let ttl = i64::try_from(settings.ttl.seconds()).unwrap_or(i64::MAX);
            note(messages::pruning_waits_for_cache(format_local_time(
                last.saturating_add(ttl.saturating_mul(1_000)),
            )));
        }
    }
    false
}

/// A moment by the local clock.
fn format_local_time(ms: i64) -> String {
    let at = Timestamp::from_millisecond(ms).unwrap_or(Timestamp::MAX);
    at.to_zoned(TimeZone::system()).strftime("%Y-%m-%d %H:%M:%S").to_string()
}

/// Decides about old results.
pub(super) fn decide_pruning(loaded: &Loaded) -> Vec<PruneDecision> {
    let settings = &loaded.settings.pruning;
    let pruner = Pruner { settings, meter: MessageMeter::default(), window: loaded.window };
    pruner.decide_cuts(
        &loaded.view(),
        loaded.first_message(),
        &loaded.decisions(),
        loaded.summary_tokens(),
    )
}

/// Returns the decisions as changes to the client's lines.
fn to_edits(loaded: &Loaded, decided: &[PruneDecision]) -> Vec<ResultEdit> {
    let edit = |decision: &PruneDecision| {
        let part = loaded.messages().get(decision.message)?.parts.get(decision.part)?;
        let MessagePart::ToolResult { content, .. } = part else { return None };
        let text = decision.cut.resulting_text(content)?;
        Some(ResultEdit { message: decision.message, part: decision.part, text })
    };
    decided.iter().filter_map(edit).collect()
}

/// Effect of pruning: the results that it changes, and the tokens before and after.
pub(super) struct PruneTally {
    pub(super) trimmed: usize,
    pub(super) cleared: usize,
    pub(super) before: usize,
    pub(super) after: usize,
}

impl PruneTally {
    pub(super) fn from_decisions(loaded: &Loaded, decided: &[PruneDecision]) -> PruneTally {
        let mut decisions = loaded.decisions();
        let before = sent_tokens(loaded, &decisions);
        decided.iter().for_each(|decision| decisions.add_decision(decision.clone()));
        let cleared = decided.iter().filter(|it| matches!(it.cut, ResultCut::Clear { .. })).count();
        let after = sent_tokens(loaded, &decisions);
        PruneTally { trimmed: decided.len() - cleared, cleared, before, after }
    }

    pub(super) fn in_words(&self) -> String {
        messages::pruned(
            counts::results(self.trimmed),
            self.cleared,
            group_thousands(self.after),
            group_thousands(self.before),
        )
    }
}

/// The tokens of what is sent, its summary included.
pub(super) fn sent_tokens(loaded: &Loaded, decisions: &PruneDecisions) -> usize {
    let meter = MessageMeter::default();
    let sent = |(at, message): (usize, &ChatMessage)| {
        meter.message_tokens(&decisions.apply(loaded.first_message() + at, message))
    };
    let messages: usize = loaded.messages().iter().enumerate().map(sent).sum();
    messages + loaded.summary_tokens()
}
