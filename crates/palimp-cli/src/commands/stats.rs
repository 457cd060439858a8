//! `palimp stats`: what the memory holds, in numbers.

use palimp_store::activity::Stats;

use super::nothing_yet;
use crate::context::Cx;
use crate::error::Failure;
use crate::output::{document, inline, say};
use crate::show;
use crate::when::minute;

/// Show what the memory holds, in numbers
#[derive(Debug, clap::Args)]
pub(crate) struct Args {}

pub(crate) fn run(cx: &Cx, _: &Args) -> Result<(), Failure> {
    let stats = match cx.activity()? {
        Some(db) => db.stats(&cx.agent())?,
        None => {
            nothing_yet(cx)?;
            Stats::default()
        }
    };
    if cx.json {
        document(&stats);
        return Ok(());
    }
    let span = stats.oldest.zip(stats.newest);
    let span = span.map_or(String::new(), |(a, b)| format!("  {} … {}", minute(a), minute(b)));
    say!("observations  {}{span}", stats.observations);
    for (title, groups) in
        [("type", &stats.by_type), ("client", &stats.by_client), ("project", &stats.by_project)]
    {
        let groups: Vec<_> =
            groups.iter().map(|(name, count)| format!("{} {count}", inline(name))).collect();
        if !groups.is_empty() {
            say!("  by {title:<10}{}", groups.join(", "));
        }
    }
    say!("pinned        {}", stats.pinned);
    say!("messages      {}", stats.messages);
    say!("sessions      {}", stats.sessions);
    say!("injected      {}", stats.injections);
    say!("forgotten     {}", stats.forgotten);
    say!("database      {}", show::bytes(u64::try_from(stats.bytes).unwrap_or(0)));
    Ok(())
}
