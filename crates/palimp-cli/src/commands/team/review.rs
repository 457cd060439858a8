//! `palimp team review`: what is proposed.

use palimp_engine::teams::{Against, Change, Finding, Proposal, Rejected};
use serde_json::json;

use super::Which;
use crate::context::{Cx, now_ms};
use crate::error::Failure;
use crate::output::{document, inline, note, say};
use crate::when::minute;

/// Show what is proposed: what it changes, what it says again, what it contradicts, who approved it
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Only these proposals, or those whose ids begin so
    #[arg(value_name = "ID")]
    ids: Vec<String>,
    #[command(flatten)]
    which: Which,
    /// Look at what was fetched, without a network
    #[arg(long)]
    offline: bool,
}

pub(crate) fn run(cx: &Cx, args: &Args) -> Result<(), Failure> {
    let team = args.which.team(cx)?;
    if !args.offline {
        let synced = palimp_engine::teams::sync(&team, &cx.settings, now_ms())?;
        super::settle(cx, None)?;
        let trouble = synced.state.trouble.map(|why| inline(&why));
        trouble.into_iter().for_each(|why| note!("palimp: {}: not reached: {why}", team.name()));
    }
    let mut open = super::acting(cx, |acting| team.proposals(acting))?;
    let mut rejected = super::acting(cx, |acting| team.rejected(acting))?;
    let is_meant = |id: &str| args.ids.is_empty() || args.ids.iter().any(|it| id.starts_with(it));
    open.retain(|it| is_meant(&it.id));
    rejected.retain(|it| is_meant(&it.id) && (it.is_mine || !args.ids.is_empty()));
    if cx.json {
        document(&json!({ "open": open, "rejected": rejected }));
        return Ok(());
    }
    open.iter().chain(&rejected).for_each(show);
    if open.is_empty() {
        note!("Nothing waits for {}.", team.name());
    }
    Ok(())
}

/// A proposal with all that is to be known of it.
pub(super) fn show(one: &Proposal) {
    let (approved, proposed) = (one.approved.join(", "), one.proposed.join(", "));
    let by = if approved.is_empty() { String::new() } else { format!(" by {approved}") };
    let counted = format!("{} of {} approvals{by}", one.approved.len(), one.needed);
    let words = format!("{}  proposed by {proposed}  {counted}", one.title);
    say!("{}  {}  {}", one.id, minute(one.at), inline(&words));
    one.changes.iter().for_each(show_change);
    for Finding { file, line, kind } in &one.findings {
        let file = inline(file);
        note!("  {file}, line {line} holds what looks like a secret or personal data: {kind}");
    }
    let trouble = one.trouble.iter().map(|why| format!("cannot land: {why}"));
    let rejected =
        one.rejected.iter().map(|Rejected { by, why }| format!("rejected by {by}: {why}"));
    let waits = one.is_here.then(|| "waits here to be pushed".to_owned());
    let lines: Vec<String> = trouble.chain(rejected).chain(waits).collect();
    lines.iter().for_each(|line| note!("  {}", inline(line)));
    if one.may_approve && !one.is_approved_by_me && one.findings.is_empty() {
        note!("  `palimp team approve {0}` or `palimp team reject {0} --why TEXT`", one.id);
    }
}

fn show_change(change: &Change) {
    let path = inline(&change.path);
    match (&change.before, &change.after) {
        (None, _) => say!("  {path}  new"),
        (_, None) => say!("  {path}  goes"),
        _ => say!("  {path}"),
    }
    change.diff.lines().filter(|line| !line.starts_with("@@")).for_each(|line| say!("    {line}"));
    if !change.allows.is_empty() {
        say!("    lets pass: {}", inline(&change.allows.join(", ")));
    }
    against(&change.report.duplicates, "says the same as");
    against(&change.report.contradictions, "contradicts");
}

/// Facts that another one is held against.
pub(super) fn against(facts: &[Against], verb: &str) {
    for Against { path, statement, .. } in facts {
        say!("  {verb} {}: {}", inline(path), inline(statement));
    }
}
