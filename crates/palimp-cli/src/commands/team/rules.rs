//! `palimp team rules`: what a team agreed on, for tools that do not ask palimp.

use palimp_engine::sharing::teams::{RULE_FILES, utc_day};

use super::TeamSelector;
use crate::context::{Cx, now_ms};
use crate::error::CliError;
use crate::messages;
use crate::output::{print_json, say};
use palimp_core::counts;

/// Write team facts to rule files of other tools
#[derive(Debug, clap::Args)]
pub(crate) struct TeamRulesArgs {
    #[command(subcommand)]
    verb: TeamRulesCommand,
}

#[derive(Debug, clap::Subcommand)]
enum TeamRulesCommand {
    /// Write this project's facts between two palimp comments; keep the rest of the file
    Write(Write),
}

#[derive(Debug, clap::Args)]
struct Write {
    #[command(flatten)]
    which: TeamSelector,
    /// The file
    #[arg(long, value_name = "FILE", value_parser = RULE_FILES.map(|(name, _)| name))]
    to: String,
}

pub(crate) fn run(
    cx: &Cx,
    TeamRulesArgs { verb: TeamRulesCommand::Write(args) }: &TeamRulesArgs,
) -> Result<(), CliError> {
    let team = args.which.chosen_team(cx)?;
    let written = team.write_rules(&args.to, &std::env::current_dir()?, utc_day(now_ms()))?;
    if cx.json {
        print_json(&written);
        return Ok(());
    }
    let facts = counts::facts(written.facts);
    let (path, name) = (written.path.display(), team.name());
    match written.changed {
        true => say(messages::rules_written(&path, &facts, name)),
        false => say(messages::rules_unchanged(&path, &facts, name)),
    }
    Ok(())
}
