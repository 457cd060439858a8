//! `palimp summaries`: what each session did.

use palimp_store::StoreError;

use super::{Narrow, how_many, nothing_yet};
use crate::context::Cx;
use crate::error::Failure;
use crate::output::{document, note, say};
use crate::show;

/// Show what each session did, the newest first
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// How many
    #[arg(short = 'n', long, default_value_t = 10, value_name = "N", allow_negative_numbers = true,
        value_parser = how_many)]
    limit: usize,
    #[command(flatten)]
    narrow: Narrow,
}

pub(crate) fn run(cx: &Cx, args: &Args) -> Result<(), Failure> {
    let rows = match cx.activity()? {
        Some(mut db) => {
            match db.sum_up(&cx.agent(), "", args.limit) {
                // What cannot be summed up now is shown as it is.
                Err(StoreError::Blocked { .. }) => {}
                summed => summed?,
            }
            db.sessions_with_summary(&args.narrow.filter(cx), args.limit)?
        }
        None => {
            nothing_yet(cx)?;
            Vec::new()
        }
    };
    if cx.json {
        document(&rows);
    } else {
        rows.iter().for_each(|row| say!("{}\n", show::session(row)));
        if rows.is_empty() && cx.home.activity_db().exists() && !args.narrow.tell_nothing(cx)? {
            note!("No session has a summary yet; one is made whenever the agent ends a turn.");
        }
    }
    Ok(())
}
