//! `palimp transcript prune`: old results of tools, cut or cleared.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use palimp_clients::record::ResultEdit;
use palimp_context::prune::{ResultCut, is_due};
use palimp_context::settings::PruningMode;
use palimp_context::{
    MessageMeter, PruneDecision, PruneDecisions, Pruner, RecordEntry, group_thousands,
};
use palimp_core::chat::{ChatMessage, MessagePart};
use serde_json::json;

use super::load::{Loaded, Source};
use super::{PruneArgs, output};
use crate::context::{Cx, now_ms};
use crate::error::Failure;
use crate::output::{document, note, say, words};
use crate::show::count;

pub(super) fn run(cx: &Cx, args: &PruneArgs) -> Result<(), Failure> {
    let out = output::path(&args.input.file, &args.target, "pruned")?;
    let loaded = Loaded::open(cx, &args.input)?;
    let decided = if is_time(&loaded, args.now) { decide(&loaded) } else { Vec::new() };
    let bytes = output::write(&out, &args.target, |output| match &loaded.source {
        Source::Client(recorded) => {
            let edits = edits(&loaded, &decided);
            recorded.write_pruned(&args.input.file, &edits, output)
        }
        Source::Own(_) => {
            let (at, decisions) = (now_ms(), decided.clone());
            let lines = match decisions.is_empty() {
                true => vec![],
                false => vec![RecordEntry::Prune { at, decisions }.to_line()],
            };
            output::appended(&args.input.file, &lines, output)
        }
    })?;
    let tally = Tally::of(&loaded, &decided);
    if cx.json {
        document(&json!({
            "file": out, "bytes": bytes, "trimmed": tally.trimmed, "cleared": tally.cleared,
            "tokensBefore": tally.before, "tokensAfter": tally.after,
        }));
        return Ok(());
    }
    note!("{}", tally.in_words());
    say!("{}", out.display());
    Ok(())
}

/// Whether something may be decided; says so when not.
fn is_time(loaded: &Loaded, now: bool) -> bool {
    let settings = &loaded.settings.pruning;
    if now || is_due(settings, loaded.last_request(), now_ms()) {
        return true;
    }
    match (settings.mode, loaded.last_request()) {
        (PruningMode::Off, _) => note!("contextPruning.mode is off; prune anyway with --now."),
        (_, None) => {}
        (_, Some(last)) => {
            let ttl = i64::try_from(settings.ttl.seconds()).unwrap_or(i64::MAX);
            note!(
                "Nothing is pruned before {}, while the service keeps the conversation at a low \
                 price; prune anyway with --now.",
                clock(last.saturating_add(ttl.saturating_mul(1_000)))
            );
        }
    }
    false
}

/// A moment by the local clock.
fn clock(ms: i64) -> String {
    let at = Timestamp::from_millisecond(ms).unwrap_or(Timestamp::MAX);
    at.to_zoned(TimeZone::system()).strftime("%Y-%m-%d %H:%M:%S").to_string()
}

/// What becomes of results.
pub(super) fn decide(loaded: &Loaded) -> Vec<PruneDecision> {
    let settings = &loaded.settings.pruning;
    let pruner = Pruner { settings, meter: MessageMeter::default(), window: loaded.window };
    pruner.decide_cuts(&loaded.view(), loaded.first(), &loaded.decisions(), loaded.summary_tokens())
}

/// The same as changes to the client's lines.
fn edits(loaded: &Loaded, decided: &[PruneDecision]) -> Vec<ResultEdit> {
    let edit = |decision: &PruneDecision| {
        let part = loaded.messages().get(decision.message)?.parts.get(decision.part)?;
        let MessagePart::ToolResult { content, .. } = part else { return None };
        let text = decision.cut.resulting_text(content)?;
        Some(ResultEdit { message: decision.message, part: decision.part, text })
    };
    decided.iter().filter_map(edit).collect()
}

/// What pruning brings.
pub(super) struct Tally {
    pub(super) trimmed: usize,
    pub(super) cleared: usize,
    pub(super) before: usize,
    pub(super) after: usize,
}

impl Tally {
    pub(super) fn of(loaded: &Loaded, decided: &[PruneDecision]) -> Tally {
        let mut decisions = loaded.decisions();
        let before = tokens(loaded, &decisions);
        decided.iter().for_each(|decision| decisions.add_decision(decision.clone()));
        let cleared = decided.iter().filter(|it| matches!(it.cut, ResultCut::Clear { .. })).count();
        let after = tokens(loaded, &decisions);
        Tally { trimmed: decided.len() - cleared, cleared, before, after }
    }

    pub(super) fn in_words(&self) -> String {
        words!(
            "{} trimmed, {} cleared: about {} tokens instead of {}.",
            count(self.trimmed, "result"),
            self.cleared,
            group_thousands(self.after),
            group_thousands(self.before)
        )
    }
}

/// The tokens of what is sent, its summary included.
pub(super) fn tokens(loaded: &Loaded, decisions: &PruneDecisions) -> usize {
    let meter = MessageMeter::default();
    let sent = |(at, message): (usize, &ChatMessage)| {
        meter.message_tokens(&decisions.apply(loaded.first() + at, message))
    };
    let messages: usize = loaded.messages().iter().enumerate().map(sent).sum();
    messages + loaded.summary_tokens()
}
