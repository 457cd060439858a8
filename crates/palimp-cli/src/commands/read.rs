//! `palimp read`: a note, or some of its lines.

use super::note_open_failure;
use crate::context::Cx;
use crate::error::CliError;
use crate::output::{print_json, print_verbatim};

/// Print a note or some of its lines
#[derive(Debug, clap::Args)]
pub(crate) struct ReadArgs {
    /// The note: its path in the vault, or as shown by a search
    #[arg(value_name = "PATH", add = clap_complete::engine::ArgValueCandidates::new(crate::complete::readable_notes))]
    path: String,
    /// The first line, from 1
    #[arg(long, value_name = "LINE", value_parser = clap::value_parser!(u32).range(1..))]
    from: Option<u32>,
    /// Number of lines
    #[arg(long, value_name = "N")]
    lines: Option<u32>,
}

pub(crate) fn run(cx: &Cx, args: &ReadArgs) -> Result<(), CliError> {
    let wide = |number: u32| usize::try_from(number).unwrap_or(usize::MAX);
    let notes = cx.notes();
    let excerpt = notes
        .read_excerpt(&args.path, args.from.map(wide), args.lines.map(wide))
        .map_err(|error| note_open_failure(&notes, &args.path, error))?;
    if cx.json {
        print_json(&excerpt);
    } else {
        print_verbatim(&excerpt.text);
        if !excerpt.text.is_empty() && !excerpt.text.ends_with('\n') {
            print_verbatim("\n");
        }
    }
    Ok(())
}
