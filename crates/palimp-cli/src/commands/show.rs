//! `palimp show`: something that was done or said, whole.

use palimp_core::activity::{StoredMessage, StoredObservation};
use serde_json::json;

use crate::context::Cx;
use crate::error::Failure;
use crate::output::{document, inline, say};
use crate::when::minute;

/// Show whole what a search or `palimp recent` shows a part of
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The number of an observation (#12), or of a message (m12)
    #[arg(value_name = "ID", value_parser = which)]
    id: Which,
}

#[derive(Clone, Copy, Debug)]
enum Which {
    Observation(i64),
    Message(i64),
}

/// `12`, `#12`, `m12`.
fn which(text: &str) -> Result<Which, String> {
    let wrong = |_| {
        format!(
            "'{text}' is no number: #12 is an observation, m12 a message; `palimp read` shows notes"
        )
    };
    match text.strip_prefix(['m', 'M']) {
        Some(number) => number.parse().map(Which::Message).map_err(wrong),
        None => text.trim_start_matches('#').parse().map(Which::Observation).map_err(wrong),
    }
}

pub(crate) fn run(cx: &Cx, args: &Args) -> Result<(), Failure> {
    let db = cx.activity()?;
    let agent = cx.agent();
    let found = match (&db, args.id) {
        (None, _) => false,
        (Some(db), Which::Observation(id)) => {
            let row = db.observation(id)?.filter(|row| row.agent == agent);
            row.map(|row| observation(cx, &row)).is_some()
        }
        (Some(db), Which::Message(id)) => {
            let row = db.message(id)?.filter(|row| row.agent == agent);
            row.map(|row| message(cx, &row)).is_some()
        }
    };
    let name = match args.id {
        Which::Observation(id) => format!("observation #{id}: `palimp recent`"),
        Which::Message(id) => format!("message m{id}: `palimp timeline`"),
    };
    match found {
        true => Ok(()),
        false => Err(Failure::user(format!("there is no {name} shows what there is"))),
    }
}

fn observation(cx: &Cx, row: &StoredObservation) {
    if cx.json {
        return document(&json!(row));
    }
    let (tool, project) = (inline(&row.tool_name), inline(&row.project));
    let kind = row.kind.name();
    say!("#{} {kind} · {tool} · {project} · {} · {}", row.id, row.client, minute(row.created_at));
    say!("{}", row.content);
}

fn message(cx: &Cx, row: &StoredMessage) {
    if cx.json {
        return document(&json!(row));
    }
    let (role, project) = (row.role.name(), inline(&row.project));
    say!("m{} {role} · {project} · {} · {}", row.id, row.client, minute(row.created_at));
    say!("{}", row.content);
}
