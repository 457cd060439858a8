//! `palimp hub search`: the hub itself is asked, which knows more than was pulled here.

use palimp_engine::sharing::hub::api::{HubSearchHit, HubSearchRequest, HubSearchResponse};
use palimp_engine::sharing::hub::{HomeHub, HubApiClient};

use super::{HubSelector, connect_hub};
use crate::context::Cx;
use crate::error::CliError;
use crate::messages;
use crate::output::{inline, note, print_json, say};

/// Search all projects that you may see on the hub; `palimp search` searches pulled memories
#[derive(Debug, clap::Args)]
pub(crate) struct HubSearchArgs {
    /// The query
    #[arg(required = true, value_name = "WORDS")]
    query: Vec<String>,
    #[command(flatten)]
    which: HubSelector,
    /// The project whose memories rank first, by its name on the hub [default: the current one]
    #[arg(long, value_name = "NAME")]
    project: Option<String>,
    /// Maximum number
    #[arg(short = 'n', long, value_name = "N")]
    limit: Option<usize>,
}

pub(crate) fn run(cx: &Cx, args: &HubSearchArgs) -> Result<(), CliError> {
    let hub = args.which.chosen_hub(cx)?;
    let here = || project_here(cx, &hub);
    let search = HubSearchRequest {
        query: args.query.join(" "),
        project: args.project.clone().or_else(here),
        max_results: args.limit,
        min_score: None,
    };
    let HubSearchResponse { hits } = HubApiClient(&connect_hub(cx, &hub)?).search(&search)?;
    if cx.json {
        print_json(&hits);
        return Ok(());
    }
    for HubSearchHit { id, scope, kind, score, snippet, approved_by, .. } in &hits {
        let by = approved_by.join(", ");
        say(format!(
            "{}  {}  {}  {score:.2}  {}",
            inline(id),
            inline(scope),
            inline(kind),
            inline(&by)
        ));
        snippet.lines().for_each(|line| say(format!("    {}", inline(line))));
    }
    if hits.is_empty() {
        note(messages::hub_finds_nothing());
    }
    Ok(())
}

/// The project of the organisation that the working tree is.
fn project_here(cx: &Cx, hub: &HomeHub) -> Option<String> {
    let here = std::env::current_dir().ok()?;
    hub.project_here(&palimp_engine::sharing::teams::ProjectsHere::for_directory(&cx.home, &here))
}
