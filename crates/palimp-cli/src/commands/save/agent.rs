//! `palimp save` in an agent's shell: the words are the agent's, and go the way of `memory_save`.

use palimp_clients::shell_session;
use palimp_core::AgentClient;
use palimp_engine::notes::note_store::{SaveOutcome, SaveTarget};
use palimp_engine::notes::review::ProposalOutcome;
use palimp_engine::service::mcp_service::{
    MemoryService, SaveConditions, ServiceEnvironment, TextMetadata,
};
use serde_json::json;

use super::{SaveCommandArgs, project_named};
use crate::context::Cx;
use crate::error::CliError;
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
        complain: |why| note!("palimp: {why}"),
    };
    let mut served = MemoryService::new(cx.notes(), around, false);
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
        return Err(CliError::usage("an agent replaces no whole note: leave out --replace"));
    }
    let here = cx.current_project();
    let is_elsewhere = args.project.as_deref().is_some_and(|named| {
        let named = project_named(named);
        named.name != here.name || !(named.id.is_empty() || named.id == here.id)
    });
    match is_elsewhere {
        true => Err(CliError::usage(format!(
            "an agent saves for the project it works in, which is {}: leave out --project, or say --everywhere",
            here.name
        ))),
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
            say!(
                "not written yet: {path} is told to every session, so the user decides: `palimp review show {id}`"
            );
        }
        Some(ProposalOutcome::Accepted) => {
            say!("not written again: the user approved it for {path} before")
        }
        Some(ProposalOutcome::Rejected) => {
            say!("not written: the user turned it down for {path} before")
        }
        None => say!("saved to {path}, line {}, as words of {}", saved.line, client.display_name()),
    }
    for line in &saved.superseded {
        note!("Struck through, because it is no longer true: {}", inline(line));
    }
    if !saved.redacted.is_empty() {
        note!("Taken out before it was written: {}.", saved.redacted.join(", "));
    }
}
