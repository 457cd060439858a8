//! `palimp team log`: who approved what, and when.

use palimp_engine::sharing::teams::Landing;

use super::TeamSelector;
use crate::context::Cx;
use crate::error::CliError;
use crate::messages;
use crate::output::{inline, note, print_json, say};
use crate::when::format_minute;

/// Show who approved what and when, newest first
#[derive(Debug, clap::Args)]
pub(crate) struct TeamLogArgs {
    #[command(flatten)]
    which: TeamSelector,
    /// Maximum number
    #[arg(short = 'n', long, default_value_t = 20, value_name = "N")]
    limit: usize,
}

pub(crate) fn run(cx: &Cx, args: &TeamLogArgs) -> Result<(), CliError> {
    let mut landed = args.which.chosen_team(cx)?.landing_log();
    landed.truncate(args.limit);
    if cx.json {
        print_json(&landed);
        return Ok(());
    }
    landed.iter().for_each(|one| say(in_words(one)));
    if landed.is_empty() {
        note(messages::nothing_verified_yet());
    }
    Ok(())
}

/// `2026-11-23 10:00  3f2a9c1d4e5f  facts/_/decision/retry.md  proposed by ben, approved by cid`
fn in_words(one: &Landing) -> String {
    const MAX_LISTED_PATHS: usize = 3;
    let mut paths = one.paths.iter().take(MAX_LISTED_PATHS).cloned().collect::<Vec<_>>().join(", ");
    if one.paths.len() > MAX_LISTED_PATHS {
        paths += &messages::and_more_paths(one.paths.len() - MAX_LISTED_PATHS);
    }
    let short = one.commit.get(..12).unwrap_or(&one.commit);
    let (proposed, approved) = (one.proposed.join(", "), one.approved.join(", "));
    if one.is_anew() {
        let words = messages::history_begins_anew(&approved);
        return format!("{}  {short}  {}", format_minute(one.at), inline(&words));
    }
    let words = messages::proposed_and_approved(&paths, &proposed, &approved);
    format!("{}  {short}  {}", format_minute(one.at), inline(&words))
}
