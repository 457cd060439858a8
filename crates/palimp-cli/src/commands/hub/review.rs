//! `palimp hub review`: what is proposed.

use palimp_engine::sharing::hub::api::{HubMemory, HubProposal};
use palimp_engine::sharing::hub::{HomeHub, HubApiClient, PulledScope, name_of};
use serde_json::json;

use super::{HubSelector, connect_hub};
use crate::context::Cx;
use crate::error::CliError;
use crate::messages;
use crate::output::{inline, note, print_json, say};
use palimp_core::counts;

/// Show pending proposals: duplicates, contradictions and approvals
#[derive(Debug, clap::Args)]
pub(crate) struct HubReviewArgs {
    /// Only these proposals, by id or prefix
    #[arg(value_name = "ID")]
    ids: Vec<String>,
    #[command(flatten)]
    which: HubSelector,
}

pub(crate) fn run(cx: &Cx, args: &HubReviewArgs) -> Result<(), CliError> {
    let hub = args.which.chosen_hub(cx)?;
    let mut open = HubApiClient(&connect_hub(cx, &hub)?).proposals()?;
    let is_meant = |id: &str| args.ids.is_empty() || args.ids.iter().any(|it| id.starts_with(it));
    open.retain(|it| is_meant(&it.memory.id));
    if cx.json {
        print_json(&json!({ "open": open }));
        return Ok(());
    }
    open.iter().for_each(|one| print_proposal(&hub, one));
    if open.is_empty() {
        note(messages::no_proposals_wait(inline(hub.org())));
    }
    Ok(())
}

/// A proposal with all that is to be known of it.
pub(super) fn print_proposal(hub: &HomeHub, one: &HubProposal) {
    let HubMemory { id, kind, proposer, proposed_at, .. } = &one.memory;
    let have = one.approvals;
    let approvals = counts::approvals(usize::try_from(one.needs).unwrap_or(0));
    let approvals = messages::approvals_so_far(have, &approvals);
    let scope = scope_name(hub, &one.memory.scope);
    say(messages::waiting_memory(
        inline(id),
        inline(proposed_at.get(..10).unwrap_or(proposed_at)),
        inline(kind),
        inline(&scope),
        inline(proposer),
        &approvals,
    ));
    print_memory(&one.memory);
    print_conflicts(one);
    if one.may_review {
        note(messages::how_to_decide_memory(inline(id)));
    }
}

/// All that a memory says.
fn print_memory(memory: &HubMemory) {
    memory.statement.lines().for_each(|line| say(format!("    {}", inline(line))));
    memory.why.lines().for_each(|line| say(messages::fact_reason(inline(line))));
    memory.anchors.iter().for_each(|at| say(messages::fact_anchor(inline(at))));
    memory.expires.iter().for_each(|day| say(messages::fact_end(inline(day))));
    if !memory.supersedes.is_empty() {
        say(messages::fact_supersedes(inline(&memory.supersedes.join(", "))));
    }
    if !memory.allow.is_empty() {
        say(messages::fact_lets_pass(inline(&memory.allow.join(", "))));
    }
}

fn print_conflicts(one: &HubProposal) {
    for other in &one.duplicates {
        say(messages::says_the_same(inline(&other.id), inline(&other.statement)));
    }
    for other in &one.contradictions {
        say(messages::contradicts_fact(inline(&other.id), inline(&other.statement)));
    }
}

/// Returns the name of a scope, as far as this home knows it.
fn scope_name(hub: &HomeHub, id: &str) -> String {
    let scopes = hub.state().scopes;
    let found = scopes.iter().find(|PulledScope { scope, .. }| scope.id == id);
    found.map_or_else(|| id.to_owned(), |PulledScope { scope, .. }| name_of(scope))
}

/// Returns the proposal with an id that begins with `id`.
pub(super) fn find_proposal(
    hub: &HomeHub,
    open: Vec<HubProposal>,
    id: &str,
) -> Result<HubProposal, CliError> {
    let mut fitting: Vec<HubProposal> =
        open.into_iter().filter(|it| it.memory.id.starts_with(id)).collect();
    match fitting.len() {
        1 => Ok(fitting.remove(0)),
        0 => Err(CliError::user(messages::unknown_memory_proposal(hub.org(), id))),
        _ => Err(CliError::user(messages::ambiguous_proposal(id))),
    }
}
