//! `palimp team approve` and `reject`: a person's yes or no.

use palimp_engine::sharing::teams::{JoinedTeam, ProposalView};
use serde_json::json;

use super::{TeamSelector, review};
use crate::context::{Cx, now_ms};
use crate::error::CliError;
use crate::messages;
use crate::output::{note, print_json, say};
use palimp_core::counts;

/// Approve a proposal with your signature; it is merged once enough members approve
#[derive(Debug, clap::Args)]
pub(crate) struct TeamApproveArgs {
    /// The proposal, as shown by `palimp team review`
    #[arg(value_name = "ID")]
    id: String,
    #[command(flatten)]
    which: TeamSelector,
    /// Approve without asking
    #[arg(long)]
    yes: bool,
}

/// Reject a proposal with a reason, or withdraw your own
#[derive(Debug, clap::Args)]
pub(crate) struct TeamRejectArgs {
    /// The proposal, as shown by `palimp team review`
    #[arg(value_name = "ID")]
    id: String,
    /// The reason, shown to the proposer
    #[arg(long, value_name = "TEXT")]
    why: String,
    #[command(flatten)]
    which: TeamSelector,
}

pub(crate) fn approve(cx: &Cx, args: &TeamApproveArgs) -> Result<(), CliError> {
    let team = args.which.chosen_team(cx)?;
    let seen = find_proposal(cx, &team, &args.id)?;
    if !cx.json {
        review::print_proposal(&seen);
    }
    if !super::confirm_without_preview(args.yes, messages::ask_approve())? {
        note(messages::nothing_approved());
        return Ok(());
    }
    let approved = super::act_as_member(cx, |acting| team.approve(&seen, acting))?;
    super::reindex_teams(cx, None)?;
    if cx.json {
        print_json(&approved);
    } else if approved.landed {
        say(messages::proposal_landed(&approved.id, team.name()));
    } else {
        let more = counts::approvals(approved.needed.saturating_sub(approved.approvals));
        say(messages::proposal_waits(&approved.id, &more));
    }
    Ok(())
}

pub(crate) fn reject(cx: &Cx, args: &TeamRejectArgs) -> Result<(), CliError> {
    let team = args.which.chosen_team(cx)?;
    let seen = find_proposal(cx, &team, &args.id)?;
    super::act_as_member(cx, |acting| team.reject(&seen, &args.why, acting))?;
    if cx.json {
        print_json(&json!({ "rejected": seen.id }));
    } else {
        say(messages::proposal_rejected(&seen.id));
    }
    Ok(())
}

/// The proposal as others see it now.
fn find_proposal(cx: &Cx, team: &JoinedTeam, id: &str) -> Result<ProposalView, CliError> {
    palimp_engine::sharing::teams::sync_team(team, &cx.settings, now_ms())?;
    let mut open = super::act_as_member(cx, |acting| team.proposals(&[id], acting))?.listed;
    match open.len() {
        1 => Ok(open.remove(0)),
        0 => Err(CliError::user(messages::unknown_proposal(team.name(), id))),
        _ => Err(CliError::user(messages::ambiguous_proposal(id))),
    }
}
