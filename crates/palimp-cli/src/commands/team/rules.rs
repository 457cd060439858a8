//! `palimp team rules`: what a team agreed on, for tools that do not ask palimp.

use palimp_engine::teams::{RULE_FILES, utc_day};

use super::Which;
use crate::context::{Cx, now_ms};
use crate::error::Failure;
use crate::output::{document, say};
use crate::show::count;

/// Write what the team agreed on as another tool's rule file
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, clap::Subcommand)]
enum Verb {
    /// Write the facts that hold in this project between palimp's marks; the rest of the file stays as
    /// it is
    Write(Write),
}

#[derive(Debug, clap::Args)]
struct Write {
    #[command(flatten)]
    which: Which,
    /// The file
    #[arg(long, value_name = "FILE", value_parser = RULE_FILES.map(|(name, _)| name))]
    to: String,
}

pub(crate) fn run(cx: &Cx, Args { verb: Verb::Write(args) }: &Args) -> Result<(), Failure> {
    let team = args.which.team(cx)?;
    let written = team.write_rules(&args.to, &std::env::current_dir()?, utc_day(now_ms()))?;
    if cx.json {
        document(&written);
        return Ok(());
    }
    let facts = count(written.facts, "fact");
    let (path, name) = (written.path.display(), team.name());
    match written.changed {
        true => say!("{path} now holds {facts} of team {name}"),
        false => say!("{path} held already {facts} of team {name}"),
    }
    Ok(())
}
