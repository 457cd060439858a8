//! `palimp sessions`: what each session did.

use palimp_engine::Error;

use super::{FilterArgs, parse_limit, print_nothing_captured};
use crate::context::Cx;
use crate::error::CliError;
use crate::messages;
use crate::output::{note, print_json, say};
use crate::show;

/// Show what each session did, newest first
#[derive(Debug, clap::Args)]
pub(crate) struct SessionsArgs {
    /// Maximum number
    #[arg(short = 'n', long, default_value_t = 10, value_name = "N", allow_negative_numbers = true,
        value_parser = parse_limit)]
    limit: usize,
    #[command(flatten)]
    narrow: FilterArgs,
}

pub(crate) fn run(cx: &Cx, args: &SessionsArgs) -> Result<(), CliError> {
    let rows = match cx.activity_to_read()? {
        Some(mut db) => {
            match db.sum_up(&cx.agent(), "", args.limit).map_err(Error::from) {
                // What cannot be summed up now is shown as it is.
                Err(error) if error.is_blocked() => {}
                summed => summed?,
            }
            db.sessions_with_summary(&args.narrow.filter(cx), args.limit)?
        }
        None => {
            print_nothing_captured(cx)?;
            Vec::new()
        }
    };
    if cx.json {
        print_json(&rows);
    } else {
        rows.iter().for_each(|row| say(format!("{}\n", show::format_session(row))));
        if rows.is_empty() && cx.home.activity_db().exists() && !args.narrow.tell_nothing(cx)? {
            note(messages::no_summary_yet());
        }
    }
    Ok(())
}
