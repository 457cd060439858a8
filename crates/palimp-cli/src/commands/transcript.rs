//! `palimp transcript`: what fills a transcript, and a shorter one beside it.

mod compact;
mod load;
mod output;
mod prune;
mod stats;

use std::path::PathBuf;

use crate::context::Cx;
use crate::error::CliError;

/// Analyse a client's transcript and write a shorter copy
///
/// Reads transcripts of Claude Code, Codex, OpenClaw and palimp. The file is never changed: prune
/// and compact write a copy in the same format, from which the agent can resume the session.
#[derive(Debug, clap::Args)]
pub(crate) struct TranscriptArgs {
    #[command(subcommand)]
    action: TranscriptCommand,
}

#[derive(Debug, clap::Subcommand)]
enum TranscriptCommand {
    /// Show what fills the context, and what pruning and compaction would save
    Stats(TranscriptInput),
    /// Trim and clear old tool results
    Prune(PruneArgs),
    /// Replace old turns with a summary
    Compact(CompactArgs),
}

/// The transcript.
#[derive(Debug, clap::Args)]
pub(crate) struct TranscriptInput {
    /// The transcript, a file of JSON lines
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Context window in tokens [default: from the transcript, else 200000]
    #[arg(long, value_name = "TOKENS", value_parser = clap::value_parser!(u64).range(1_000..=100_000_000))]
    window: Option<u64>,
}

/// The file that is written.
#[derive(Debug, clap::Args)]
pub(crate) struct TranscriptOutput {
    /// Output file [default: FILE with .pruned or .compacted before its extension]
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Overwrite an existing file, but never the transcript itself
    #[arg(long)]
    force: bool,
}

/// How old results are pruned.
#[derive(Debug, clap::Args)]
pub(crate) struct PruneArgs {
    #[command(flatten)]
    input: TranscriptInput,
    #[command(flatten)]
    target: TranscriptOutput,
    /// Prune even if the prompt cache is still valid
    #[arg(long)]
    now: bool,
}

/// How old turns are summarised.
#[derive(Debug, clap::Args)]
pub(crate) struct CompactArgs {
    #[command(flatten)]
    input: TranscriptInput,
    #[command(flatten)]
    target: TranscriptOutput,
    /// Instructions for the summary
    #[arg(long, value_name = "TEXT")]
    instructions: Option<String>,
}

pub(crate) fn run(cx: &Cx, args: &TranscriptArgs) -> Result<(), CliError> {
    match &args.action {
        TranscriptCommand::Stats(input) => stats::run(cx, input),
        TranscriptCommand::Prune(args) => prune::run(cx, args),
        TranscriptCommand::Compact(args) => compact::run(cx, args),
    }
}
