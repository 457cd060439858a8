//! `palimp team log`: who approved what, and when.

use palimp_engine::teams::Landing;

use super::Which;
use crate::context::Cx;
use crate::error::Failure;
use crate::output::{document, inline, note, say, words};
use crate::when::minute;

/// Show who approved what and when, the newest first
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    which: Which,
    /// How many
    #[arg(short = 'n', long, default_value_t = 20, value_name = "N")]
    limit: usize,
}

pub(crate) fn run(cx: &Cx, args: &Args) -> Result<(), Failure> {
    let mut landed = args.which.team(cx)?.landing_log();
    landed.truncate(args.limit);
    if cx.json {
        document(&landed);
        return Ok(());
    }
    landed.iter().for_each(|one| say!("{}", in_words(one)));
    if landed.is_empty() {
        note!("Nothing was verified yet: `palimp team sync`.");
    }
    Ok(())
}

/// `2026-11-23 10:00  3f2a9c1d4e5f  facts/_/decision/retry.md  proposed by ben, approved by cid`
fn in_words(one: &Landing) -> String {
    const SHOWN: usize = 3;
    let mut paths = one.paths.iter().take(SHOWN).cloned().collect::<Vec<_>>().join(", ");
    if one.paths.len() > SHOWN {
        paths += &words!(" and {} more", one.paths.len() - SHOWN);
    }
    let short = one.commit.get(..12).unwrap_or(&one.commit);
    let (proposed, approved) = (one.proposed.join(", "), one.approved.join(", "));
    if one.is_anew() {
        let words = words!("the history begins anew, by {approved}");
        return format!("{}  {short}  {}", minute(one.at), inline(&words));
    }
    let words = words!("{paths}  proposed by {proposed}, approved by {approved}");
    format!("{}  {short}  {}", minute(one.at), inline(&words))
}
