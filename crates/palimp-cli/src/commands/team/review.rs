//! `palimp team review`: what is proposed.

use palimp_engine::sharing::teams::{
    ComparedFact, FactReport, KeyRequest, ProposalView, ProposedFileChange, Rejected, SecretFinding,
};
use serde_json::json;

use super::TeamSelector;
use crate::context::{Cx, now_ms};
use crate::error::CliError;
use crate::messages;
use crate::output::{inline, note, print_json, say};
use crate::when::format_minute;
use palimp_core::counts;

/// Show proposals: changes, duplicates, contradictions and approvals
#[derive(Debug, clap::Args)]
pub(crate) struct TeamReviewArgs {
    /// Only these proposals, by id or prefix
    #[arg(value_name = "ID")]
    ids: Vec<String>,
    #[command(flatten)]
    which: TeamSelector,
    /// Use fetched data, without the network
    #[arg(long)]
    offline: bool,
}

pub(crate) fn run(cx: &Cx, args: &TeamReviewArgs) -> Result<(), CliError> {
    let team = args.which.chosen_team(cx)?;
    if !args.offline {
        let synced = palimp_engine::sharing::teams::sync_team(&team, &cx.settings, now_ms())?;
        super::reindex_teams(cx, None)?;
        let trouble = synced.state.trouble.map(|why| inline(&why));
        trouble.into_iter().for_each(|why| note(messages::team_not_reached(team.name(), &why)));
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
        note(messages::no_proposals_wait(team.name()));
    }
    tell_of_others(left_out);
    Ok(())
}

/// Says how many are not shown.
fn tell_of_others((open, rejected): (usize, usize)) {
    if open > 0 {
        let more = counts::proposals(open);
        note(messages::more_open_proposals(&more));
    }
    if rejected > 0 {
        let more = counts::rejected_proposals(rejected);
        note(messages::more_rejected_proposals(&more));
    }
}

/// A proposal with all that is to be known of it.
pub(super) fn print_proposal(one: &ProposalView) {
    one.keys.iter().for_each(show_key);
    let have = one.approved.len();
    let approvals = counts::approvals(one.needed);
    let counted = match &one.approved[..] {
        [] => messages::approvals_so_far(have, &approvals),
        by => messages::approvals_by(have, &approvals, by.join(", ")),
    };
    let words = messages::proposal_head(&one.title, one.proposed.join(", "), &counted);
    say(format!("{}  {}  {}", one.id, format_minute(one.at), inline(&words)));
    one.changes.iter().for_each(show_change);
    for SecretFinding { file, line, kind } in &one.findings {
        let file = inline(file);
        note(messages::secret_in_proposal(&file, line, kind));
    }
    let trouble = one.trouble.iter().map(messages::cannot_land);
    let rejected = one.rejected.iter().map(|Rejected { by, why }| messages::rejected_by(by, why));
    let waits = one.is_here.then(messages::waits_to_be_pushed);
    let lines: Vec<String> = trouble.chain(rejected).chain(waits).collect();
    lines.iter().for_each(|line| note(format!("  {}", inline(line))));
    if one.may_approve && !one.is_approved_by_me && one.findings.is_empty() {
        note(messages::how_to_decide_proposal(&one.id));
    }
}

/// Says what a key would become before anything that its proposer wrote.
fn show_key(request: &KeyRequest) {
    let KeyRequest { member, fingerprint, is_further, roles } = request;
    let may = match roles.len() {
        0 => messages::contributor_of_all(),
        _ => {
            let roles = roles.iter().map(|(path, role)| messages::role_of_path(role, path));
            roles.collect::<Vec<_>>().join(", ")
        }
    };
    let (member, may) = (inline(member), inline(&may));
    match is_further {
        true => say(messages::further_key(&member, &may, fingerprint)),
        false => say(messages::new_member(&member, &may, fingerprint)),
    }
}

fn show_change(change: &ProposedFileChange) {
    let path = inline(&change.path);
    match (&change.before, &change.after) {
        (None, _) => say(messages::new_file(&path)),
        (_, None) => say(messages::removed_file(&path)),
        _ => say(format!("  {path}")),
    }
    change
        .diff
        .lines()
        .filter(|line| !line.starts_with("@@"))
        .for_each(|line| say(format!("    {line}")));
    if !change.allows.is_empty() {
        say(messages::fact_lets_pass(inline(&change.allows.join(", "))));
    }
    print_conflicts(&change.report);
}

/// Facts of the team that another one is held against.
pub(in crate::commands) fn print_conflicts(report: &FactReport) {
    for ComparedFact { path, statement, .. } in &report.duplicates {
        say(messages::says_the_same(inline(path), inline(statement)));
    }
    for ComparedFact { path, statement, .. } in &report.contradictions {
        say(messages::contradicts_fact(inline(path), inline(statement)));
    }
}
