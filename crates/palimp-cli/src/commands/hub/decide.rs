//! `palimp hub approve` and `reject`: a person's yes or no.

use palimp_engine::sharing::hub::api::{HubReviewRequest, MemoryStatus, ReviewVerdict};
use palimp_engine::sharing::hub::{HomeHub, HubApiClient};
use serde_json::json;

use super::{HubConnection, HubSelector, catch_up, connect_hub, review};
use crate::commands::team::confirm_without_preview;
use crate::context::Cx;
use crate::error::CliError;
use crate::messages;
use crate::output::{inline, note, print_json, say};

/// Approve a proposal; it is shared once enough reviewers approve
#[derive(Debug, clap::Args)]
pub(crate) struct HubApproveArgs {
    /// The proposal, as shown by `palimp hub review`
    #[arg(value_name = "ID")]
    id: String,
    #[command(flatten)]
    which: HubSelector,
    /// Approve without asking
    #[arg(long)]
    yes: bool,
}

/// Reject a proposal of the hub with a reason
#[derive(Debug, clap::Args)]
pub(crate) struct HubRejectArgs {
    /// The proposal, as shown by `palimp hub review`
    #[arg(value_name = "ID")]
    id: String,
    /// The reason, shown to the proposer
    #[arg(long, value_name = "TEXT")]
    why: String,
    #[command(flatten)]
    which: HubSelector,
}

pub(crate) fn approve(cx: &Cx, args: &HubApproveArgs) -> Result<(), CliError> {
    let (hub, way) = open_hub(cx, &args.which)?;
    let seen = review::find_proposal(&hub, HubApiClient(&way).proposals()?, &args.id)?;
    if !cx.json {
        review::print_proposal(&hub, &seen);
    }
    if !confirm_without_preview(args.yes, messages::ask_approve())? {
        note(messages::nothing_approved());
        return Ok(());
    }
    let memory = HubApiClient(&way).review(&HubReviewRequest {
        memory: seen.memory.id,
        version: seen.memory.version,
        verdict: ReviewVerdict::Approve,
        why: String::new(),
    })?;
    catch_up(cx, &hub, &way)?;
    if cx.json {
        print_json(&memory);
    } else if memory.status == MemoryStatus::Approved {
        say(messages::memory_approved(inline(&memory.id), inline(hub.org())));
    } else {
        say(messages::memory_waits_for_approvals(inline(&memory.id)));
    }
    Ok(())
}

pub(crate) fn reject(cx: &Cx, args: &HubRejectArgs) -> Result<(), CliError> {
    let (hub, way) = open_hub(cx, &args.which)?;
    let seen = review::find_proposal(&hub, HubApiClient(&way).proposals()?, &args.id)?;
    let memory = HubApiClient(&way).review(&HubReviewRequest {
        memory: seen.memory.id,
        version: seen.memory.version,
        verdict: ReviewVerdict::Reject,
        why: args.why.clone(),
    })?;
    if cx.json {
        print_json(&json!({ "rejected": memory.id }));
    } else {
        say(messages::proposal_rejected(inline(&memory.id)));
    }
    Ok(())
}

fn open_hub(cx: &Cx, which: &HubSelector) -> Result<(HomeHub, HubConnection), CliError> {
    let hub = which.chosen_hub(cx)?;
    let way = connect_hub(cx, &hub)?;
    Ok((hub, way))
}
