//! `palimp timeline`: what was said and done, in order.

use palimp_core::observation::ObservationType;
use palimp_store::activity::TimelineMoment;

use super::{Narrow, how_many, nothing_yet, parse_type};
use crate::context::Cx;
use crate::error::Failure;
use crate::output::{document, note, say};
use crate::show;

/// Show what was said and done, oldest first
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// How many of the newest moments
    #[arg(short = 'n', long, default_value_t = 50, value_name = "N", allow_negative_numbers = true,
        value_parser = how_many)]
    limit: usize,
    /// Only this type of observation, and no messages
    #[arg(long = "type", value_name = "TYPE", value_parser = parse_type)]
    kind: Option<ObservationType>,
    #[command(flatten)]
    narrow: Narrow,
}

pub(crate) fn run(cx: &Cx, args: &Args) -> Result<(), Failure> {
    let moments = match cx.activity()? {
        Some(db) => {
            let mut filter = args.narrow.filter(cx);
            filter.kind = args.kind;
            db.timeline(&filter, args.limit)?
        }
        None => {
            nothing_yet(cx)?;
            Vec::new()
        }
    };
    if cx.json {
        document(&moments);
        return Ok(());
    }
    for moment in &moments {
        match moment {
            TimelineMoment::Observation(row) => say!("{}", show::observation(row)),
            TimelineMoment::Message(row) => say!("{}", show::message(row)),
        }
    }
    if moments.is_empty() && cx.home.activity_db().exists() && !args.narrow.tell_nothing(cx)? {
        note!("Nothing captured matches.");
    }
    Ok(())
}
