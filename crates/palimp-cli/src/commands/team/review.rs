//! `palimp team review`: what is proposed.

use palimp_engine::sharing::teams::{
    ComparedFact, FactReport, KeyRequest, ProposalView, ProposedFileChange, Rejected, SecretFinding,
};
use serde_json::json;

use super::TeamSelector;
use crate::context::{Cx, now_ms};
use crate::error::CliError;
use crate::output::{inline, note, print_json, say, words};
use crate::show::format_count;
use crate::when::format_minute;

/// Show what is proposed: what it changes, what it says again, what it contradicts, who approved it
#[derive(Debug, clap::Args)]
pub(crate) struct TeamReviewArgs {
    /// Only these proposals, or those whose ids begin so
    #[arg(value_name = "ID")]
    ids: Vec<String>,
    #[command(flatten)]
    which: TeamSelector,
    /// Look at what was fetched, without a network
    #[arg(long)]
    offline: bool,
}

pub(crate) fn run(cx: &Cx, args: &TeamReviewArgs) -> Result<(), CliError> {
    let team = args.which.chosen_team(cx)?;
    if !args.offline {
        let synced = palimp_engine::sharing::teams::sync_team(&team, &cx.settings, now_ms())?;
        super::reindex_teams(cx, None)?;
        let trouble = synced.state.trouble.map(|why| inline(&why));
        trouble.into_iter().for_each(|why| note!("palimp: {}: not reached: {why}", team.name()));
    }
    let ids: Vec<&str> = args.ids.iter().map(String::as_str).collect();
    let open = super::act_as_member(cx, |acting| team.proposals(&ids, acting))?;
    let mut rejected = super::act_as_member(cx, |acting| team.rejected_proposals(&ids, acting))?;
    rejected.listed.retain(|it| it.is_mine || !ids.is_empty());
    let left_out = (open.left_out, rejected.left_out);
    let (open, rejected) = (open.listed, rejected.listed);
    if cx.json {
        let left_out = json!({ "open": left_out.0, "rejected": left_out.1 });
        print_json(&json!({ "open": open, "rejected": rejected, "leftOut": left_out }));
        return Ok(());
    }
    open.iter().chain(&rejected).for_each(print_proposal);
    if open.is_empty() {
        note!("Nothing waits for {}.", team.name());
    }
    tell_of_others(left_out);
    Ok(())
}

/// Says how many are not shown.
fn tell_of_others((open, rejected): (usize, usize)) {
    if open > 0 {
        let more = format_count(open, "proposal");
        note!("{more} more: decide on these first, or name one: `palimp team review ID`");
    }
    if rejected > 0 {
        let more = format_count(rejected, "rejected proposal");
        note!("{more} more were not looked at: name one to see it, `palimp team review ID`");
    }
}

/// A proposal with all that is to be known of it.
pub(super) fn print_proposal(one: &ProposalView) {
    one.keys.iter().for_each(show_key);
    let have = one.approved.len();
    let approvals = format_count(one.needed, "approval");
    let counted = match &one.approved[..] {
        [] => words!("{have} of {approvals}"),
        by => words!("{have} of {approvals}, by {}", by.join(", ")),
    };
    let words = words!("{}  proposed by {}  {counted}", one.title, one.proposed.join(", "));
    say!("{}  {}  {}", one.id, format_minute(one.at), inline(&words));
    one.changes.iter().for_each(show_change);
    for SecretFinding { file, line, kind } in &one.findings {
        let file = inline(file);
        note!("  {file}, line {line} holds what looks like a secret or personal data: {kind}");
    }
    let trouble = one.trouble.iter().map(|why| words!("cannot land: {why}"));
    let rejected =
        one.rejected.iter().map(|Rejected { by, why }| words!("rejected by {by}: {why}"));
    let waits = one.is_here.then(|| words!("waits here to be pushed"));
    let lines: Vec<String> = trouble.chain(rejected).chain(waits).collect();
    lines.iter().for_each(|line| note!("  {}", inline(line)));
    if one.may_approve && !one.is_approved_by_me && one.findings.is_empty() {
        note!("  `palimp team approve {0}` or `palimp team reject {0} --why TEXT`", one.id);
    }
}

/// Says what a key would become before anything that its proposer wrote.
fn show_key(request: &KeyRequest) {
    let KeyRequest { member, fingerprint, is_further, roles } = request;
    let may = match roles.len() {
        0 => words!("contributor of *"),
        _ => {
            let roles = roles.iter().map(|(path, role)| words!("{role} of {path}"));
            roles.collect::<Vec<_>>().join(", ")
        }
    };
    let (member, may) = (inline(member), inline(&may));
    match is_further {
        true => say!(
            "FURTHER KEY for {member}, who is a member already ({may}): whoever has {fingerprint} acts as {member}"
        ),
        false => say!("NEW MEMBER {member} ({may}) with the key {fingerprint}"),
    }
}

fn show_change(change: &ProposedFileChange) {
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
    print_conflicts(&change.report);
}

/// Facts of the team that another one is held against.
pub(in crate::commands) fn print_conflicts(report: &FactReport) {
    for ComparedFact { path, statement, .. } in &report.duplicates {
        say!("  says the same as {}: {}", inline(path), inline(statement));
    }
    for ComparedFact { path, statement, .. } in &report.contradictions {
        say!("  contradicts {}: {}", inline(path), inline(statement));
    }
}
