//! `palimp save` in an agent's shell: the words are the agent's, and go the way of `memory_save`.

use palimp_clients::shell_session;
use palimp_core::AgentClient;
use palimp_engine::consolidation::review::ProposalOutcome;
use palimp_engine::notes::note_access::{SaveOutcome, SaveTarget};
use palimp_engine::service::mcp_service::{
    MemoryService, SaveConditions, ServiceEnvironment, TextMetadata,
};
use serde_json::json;

use super::{SaveCommandArgs, project_named};
use crate::context::Cx;
use crate::error::CliError;
use crate::messages;
use crate::output::{inline, note, print_json, say};

/// Saves `text` as the words of the agent of `client`.
pub(super) fn save_as_agent(
    cx: &Cx,
    args: &SaveCommandArgs,
    (text, target): (&str, &SaveTarget),
    client: AgentClient,
) -> Result<(), CliError> {
    check_terms(cx, args)?;
    let around = ServiceEnvironment {
        working_dir: std::env::current_dir()?,
        ring: Box::new(cx.tombstone_ring()),
        clock: jiff::Zoned::now,
        complain: |why| note(format!("palimp: {why}")),
    };
    let mut served = MemoryService::new(cx.memory_without_models(), around, false);
    let session = shell_session(&|name| std::env::var(name).ok());
    let session = session.filter(|(of, _)| *of == client).map(|(_, session)| session);
    served.called_by(client.name().to_owned(), session.unwrap_or_default());
    let marks = TextMetadata { aliases: &[], places: &args.at, terms: SaveConditions::default() };
    let saved = served.save(text, target, !args.everywhere, &marks)?;
    print_saved(cx, &saved, client);
    Ok(())
}

/// Refuses what an agent may not ask: to replace a note, or to write for a project elsewhere.
fn check_terms(cx: &Cx, args: &SaveCommandArgs) -> Result<(), CliError> {
    if args.replace {
        return Err(CliError::usage(messages::agent_cannot_replace()));
    }
    let here = cx.current_project();
    let is_elsewhere = args.project.as_deref().is_some_and(|named| {
        let named = project_named(cx, named);
        named.name != here.name || !(named.id.is_empty() || named.id == here.id)
    });
    match is_elsewhere {
        true => Err(CliError::usage(messages::agent_saves_here_only(&here.name))),
        false => Ok(()),
    }
}

fn print_saved(cx: &Cx, saved: &SaveOutcome, client: AgentClient) {
    if cx.json {
        let proposed = saved.proposed.as_ref().map(|proposed| match proposed {
            ProposalOutcome::Waits(id) => id.as_str(),
            ProposalOutcome::Accepted => "accepted",
            ProposalOutcome::Rejected => "rejected",
        });
        print_json(&json!({
            "path": saved.path, "line": saved.line, "redacted": saved.redacted, "created": saved.created,
            "superseded": saved.superseded, "author": "agent", "client": client.name(),
            "proposed": proposed,
        }));
        return;
    }
    let path = &saved.path;
    match &saved.proposed {
        Some(ProposalOutcome::Waits(id)) => {
            say(messages::agent_line_proposed(path, id));
        }
        Some(ProposalOutcome::Accepted) => say(messages::agent_line_approved_before(path)),
        Some(ProposalOutcome::Rejected) => say(messages::agent_line_rejected_before(path)),
        None => say(messages::agent_line_saved(path, saved.line, client.display_name())),
    }
    for line in &saved.superseded {
        note(messages::contradicted_line_struck(inline(line)));
    }
    if !saved.redacted.is_empty() {
        note(messages::secrets_taken_out(saved.redacted.join(", ")));
    }
}
