//! `palimp recent`: what was captured last.

use palimp_core::observation::ObservationType;

use super::{Narrow, nothing_yet, parse_type};
use crate::context::Cx;
use crate::error::Failure;
use crate::output::{document, note, say};
use crate::show;

/// Show what was captured last
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// How many
    #[arg(short = 'n', long, default_value_t = 20, value_name = "N")]
    limit: usize,
    /// Only this type: file_edit, command, error or observation
    #[arg(long = "type", value_name = "TYPE", value_parser = parse_type)]
    kind: Option<ObservationType>,
    #[command(flatten)]
    narrow: Narrow,
}

pub(crate) fn run(cx: &Cx, args: &Args) -> Result<(), Failure> {
    let rows = match cx.activity()? {
        Some(db) => {
            let mut filter = args.narrow.filter(cx);
            filter.kind = args.kind;
            db.recent(&filter, args.limit)?
        }
        None => {
            nothing_yet(cx)?;
            Vec::new()
        }
    };
    if cx.json {
        document(&rows);
    } else {
        rows.iter().for_each(|row| say!("{}", show::observation(row)));
        if rows.is_empty() && cx.home.activity_db().exists() {
            note!("Nothing captured matches.");
        }
    }
    Ok(())
}
