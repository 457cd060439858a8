//! `palimp injected`: what clients were given, and how much of it.

use super::{Narrow, how_many, nothing_yet};
use crate::context::Cx;
use crate::error::Failure;
use crate::output::{document, inline, note, say};
use crate::when::minute;

/// Show the context that clients were given, the newest first
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// How many
    #[arg(short = 'n', long, default_value_t = 5, value_name = "N", allow_negative_numbers = true,
        value_parser = how_many)]
    limit: usize,
    /// Show sizes alone, not the text
    #[arg(long)]
    brief: bool,
    #[command(flatten)]
    narrow: Narrow,
}

pub(crate) fn run(cx: &Cx, args: &Args) -> Result<(), Failure> {
    let rows = match cx.activity()? {
        Some(db) => db.injections(&args.narrow.filter(cx), args.limit)?,
        None => {
            nothing_yet(cx)?;
            Vec::new()
        }
    };
    if cx.json {
        document(&rows);
        return Ok(());
    }
    for row in &rows {
        let at = minute(row.created_at);
        let [project, client, event] = [&row.project, &row.client, &row.event].map(|it| inline(it));
        say!("{at}  {project} · {client} · {event} · {} characters", row.chars);
        if !args.brief {
            say!("{}\n", row.content);
        }
    }
    if rows.is_empty() && cx.home.activity_db().exists() && !args.narrow.tell_nothing(cx)? {
        note!(
            "Nothing has been injected yet; it is when a session starts in a project that has a past."
        );
    }
    Ok(())
}
