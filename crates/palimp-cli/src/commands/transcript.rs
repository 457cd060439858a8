//! `palimp transcript`: what fills a transcript, and a shorter one beside it.

mod compact;
mod load;
mod output;
mod prune;
mod stats;

use std::path::PathBuf;

use crate::context::Cx;
use crate::error::CliError;

/// See what fills a client's transcript, and write a shorter one beside it
///
/// Reads transcripts of Claude Code, Codex and OpenClaw, and palimp's own. The file is never changed: prune and compact
/// write another one, in the same client's format, from which the client can go on.
#[derive(Debug, clap::Args)]
pub(crate) struct TranscriptArgs {
    #[command(subcommand)]
    action: TranscriptCommand,
}

#[derive(Debug, clap::Subcommand)]
enum TranscriptCommand {
    /// Say what fills the context, and what pruning and compaction would save
    Stats(TranscriptInput),
    /// Cut and clear old results of tools
    Prune(PruneArgs),
    /// Replace the old turns by a summary
    Compact(CompactArgs),
}

/// The transcript.
#[derive(Debug, clap::Args)]
pub(crate) struct TranscriptInput {
    /// The transcript, a file of JSON lines
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// How many tokens the model's window holds [default: as the transcript says, else 200000]
    #[arg(long, value_name = "TOKENS", value_parser = clap::value_parser!(u64).range(1_000..=100_000_000))]
    window: Option<u64>,
}

/// The file that is written.
#[derive(Debug, clap::Args)]
pub(crate) struct TranscriptOutput {
    /// Where to write [default: FILE with .pruned or .compacted before its ending]
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write over a file that is there; never over the transcript itself
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
    /// Prune although the service may still keep the conversation's beginning at a low price
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
    /// What the summary should pay heed to
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
