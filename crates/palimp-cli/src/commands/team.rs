//! `palimp team`: a memory that a team shares, where a person said yes.

mod log;
mod members;
mod rules;
mod sync;
mod template;

use palimp_engine::teams::Team;

use crate::context::Cx;
use crate::error::Failure;

/// Share what people approved with a team, through a git repository that every reader verifies
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, clap::Subcommand)]
enum Verb {
    Sync(sync::Args),
    Log(log::Args),
    Members(members::Args),
    Template(template::Args),
    Rules(rules::Args),
}

/// Which team is meant.
#[derive(Debug, clap::Args)]
struct Which {
    /// The team, where this home has several
    #[arg(long, value_name = "NAME")]
    team: Option<String>,
}

impl Which {
    fn team(&self, cx: &Cx) -> Result<Team, Failure> {
        Ok(Team::chosen(&cx.home, self.team.as_deref())?)
    }
}

pub(crate) fn run(cx: &Cx, args: &Args) -> Result<(), Failure> {
    match &args.verb {
        Verb::Sync(args) => sync::run(cx, args),
        Verb::Log(args) => log::run(cx, args),
        Verb::Members(args) => members::run(cx, args),
        Verb::Template(args) => template::run(cx, args),
        Verb::Rules(args) => rules::run(cx, args),
    }
}
