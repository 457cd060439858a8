//! `palimp timeline`: what was said and done, in order.

use palimp_core::observation::ObservationType;
use palimp_engine::notes::browse::TimelineMoment;

use super::{FilterArgs, parse_limit, parse_type, print_nothing_captured};
use crate::context::Cx;
use crate::error::CliError;
use crate::messages;
use crate::output::{note, print_json, say};
use crate::show;

/// Show conversations and work in order, oldest first
#[derive(Debug, clap::Args)]
pub(crate) struct TimelineArgs {
    /// Maximum number of the newest entries
    #[arg(short = 'n', long, default_value_t = 50, value_name = "N", allow_negative_numbers = true,
        value_parser = parse_limit)]
    limit: usize,
    /// Only observations of this type, without messages
    #[arg(long = "type", value_name = "TYPE", value_parser = parse_type)]
    kind: Option<ObservationType>,
    #[command(flatten)]
    narrow: FilterArgs,
}

pub(crate) fn run(cx: &Cx, args: &TimelineArgs) -> Result<(), CliError> {
    let moments = match cx.activity_to_read()? {
        Some(db) => {
            let mut filter = args.narrow.filter(cx);
            filter.kind = args.kind;
            db.timeline(&filter, args.limit)?
        }
        None => {
            print_nothing_captured(cx)?;
            Vec::new()
        }
    };
    if cx.json {
        print_json(&moments);
        return Ok(());
    }
    for moment in &moments {
        match moment {
            TimelineMoment::Observation(row) => say(show::format_observation(row)),
            TimelineMoment::Message(row) => say(show::format_message(row)),
        }
    }
    if moments.is_empty() && cx.home.activity_db().exists() && !args.narrow.tell_nothing(cx)? {
        note(messages::no_capture_matches());
    }
    Ok(())
}
