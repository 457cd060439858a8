//! `palimp embed`: how many chunks have vectors, and what the others would cost. It embeds nothing.

use serde_json::json;

use crate::context::Cx;
use crate::error::CliError;
use crate::messages;
use crate::output::{print_json, say};
use palimp_core::counts;

/// Show embedding status and cost
#[derive(Debug, clap::Args)]
pub(crate) struct EmbedArgs {
    #[command(subcommand)]
    what: EmbedCommand,
}

#[derive(Clone, Copy, Debug, clap::Subcommand)]
enum EmbedCommand {
    /// Show the model and the number of embedded chunks
    Status,
    /// Estimate tokens, cost and time of the remaining work
    Estimate,
}

pub(crate) fn run(cx: &Cx, args: &EmbedArgs) -> Result<(), CliError> {
    let mut memory = cx.memory();
    match memory.refresh(&mut |_, _, _| ()) {
        // What it holds can be told all the same.
        Err(error) if error.is_blocked() => {}
        refreshed => drop(refreshed?),
    }
    match args.what {
        EmbedCommand::Status => print_status(cx, &mut memory),
        EmbedCommand::Estimate => print_estimate(cx, &mut memory),
    }
}

fn print_status(
    cx: &Cx,
    memory: &mut palimp_engine::retrieval::index_sync::IndexSync,
) -> Result<(), CliError> {
    let state = memory.embedding_state()?;
    let (space, complaint) = (memory.space(), memory.embedder_error().map(str::to_owned));
    if cx.json {
        print_json(&json!({
            "provider": cx.settings.embedding.provider, "space": space, "chunks": state.chunks,
            "embedded": state.chunks - state.pending, "pending": state.pending,
            "cached": state.cached, "complaint": complaint,
        }));
        return Ok(());
    }
    say(messages::embedding_model(
        space.unwrap_or_else(|| messages::model_not_at_hand(&cx.settings.embedding.provider)),
    ));
    if complaint.is_none() {
        let embedded = state.chunks - state.pending;
        say(messages::embedded_chunks(embedded, counts::chunks(state.chunks)));
    }
    if state.cached > 0 {
        say(messages::cached_vectors(counts::vectors(state.cached)));
    }
    if let Some(complaint) = complaint {
        say(messages::embedding_trouble(&complaint));
    }
    if state.pending > 0 {
        say(messages::embedding_to_do());
    }
    Ok(())
}

fn print_estimate(
    cx: &Cx,
    memory: &mut palimp_engine::retrieval::index_sync::IndexSync,
) -> Result<(), CliError> {
    if let Some(complaint) = memory.embedder_error() {
        return Err(CliError::user(complaint));
    }
    let work = memory.estimate_embedding()?;
    if cx.json {
        print_json(&work);
        return Ok(());
    }
    say(messages::chunks_to_embed(counts::chunks(work.chunks), work.tokens));
    match work.dollars {
        Some(dollars) => say(messages::embedding_cost(dollars)),
        None if matches!(
            cx.settings.embedding.provider.as_str(),
            "builtin" | "local" | "ollama"
        ) =>
        {
            say(messages::embedding_costs_nothing());
        }
        None => say(messages::embedding_cost_unknown()),
    }
    say(messages::embedding_time(format_duration(work.seconds)));
    Ok(())
}

fn format_duration(seconds: f64) -> String {
    match seconds {
        s if s < 1.0 => messages::about_a_second(),
        s if s < 90.0 => messages::about_seconds(s),
        s => messages::about_minutes(s / 60.0),
    }
}
