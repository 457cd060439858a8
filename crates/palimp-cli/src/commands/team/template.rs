//! `palimp team template`: the files that every member starts from.

use palimp_engine::sharing::teams::{AppliedTemplate, TemplateOutcome};

use super::TeamSelector;
use crate::context::Cx;
use crate::error::CliError;
use crate::messages;
use crate::output::{inline, note, print_json, say};

/// Use the file templates of the team
#[derive(Debug, clap::Args)]
pub(crate) struct TeamTemplateArgs {
    #[command(subcommand)]
    verb: TeamTemplateCommand,
}

#[derive(Debug, clap::Subcommand)]
enum TeamTemplateCommand {
    /// Write templates where no file exists yet: MEMORY.md, AGENTS.md, SOUL.md, USER.md and
    /// TOOLS.md to the vault, rule files of tools to this project
    Apply(Apply),
}

#[derive(Debug, clap::Args)]
struct Apply {
    #[command(flatten)]
    which: TeamSelector,
    /// Show what would be done, and change nothing
    #[arg(long)]
    dry_run: bool,
}

impl TeamTemplateArgs {
    /// Returns true if nothing is written.
    pub(crate) const fn only_looks(&self) -> bool {
        let TeamTemplateCommand::Apply(args) = &self.verb;
        args.dry_run
    }
}

pub(crate) fn run(
    cx: &Cx,
    TeamTemplateArgs { verb: TeamTemplateCommand::Apply(args) }: &TeamTemplateArgs,
) -> Result<(), CliError> {
    let team = args.which.chosen_team(cx)?;
    let memory = cx.notes();
    if !args.dry_run {
        memory.vault_or_new()?;
    }
    let directory = std::env::current_dir()?;
    let applied = team.apply_templates(memory.root(), (&cx.settings, &directory), args.dry_run)?;
    if cx.json {
        print_json(&applied);
        return Ok(());
    }
    applied.iter().for_each(|one| say(inline(&in_words(one, args.dry_run))));
    if applied.is_empty() {
        note(messages::no_templates(team.name()));
    }
    Ok(())
}

fn in_words(one: &AppliedTemplate, dry_run: bool) -> String {
    let path = one.path.as_ref().map_or(String::new(), |path| path.display().to_string());
    match &one.outcome {
        TemplateOutcome::Written if dry_run => {
            messages::template_would_be_written(&one.template, &path)
        }
        TemplateOutcome::Written => messages::template_written(&one.template, &path),
        TemplateOutcome::Same => messages::template_exists(&one.template, &path),
        TemplateOutcome::Kept => messages::template_differs(&one.template, &path),
        TemplateOutcome::Refused(why) => messages::template_left_out(&one.template, why),
    }
}
