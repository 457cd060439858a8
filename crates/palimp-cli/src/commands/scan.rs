//! `palimp scan`: secrets that are already stored.

use std::collections::BTreeMap;

use palimp_engine::{chat, redaction};
use palimp_redact::Redactor;
use palimp_store::activity::Text;
use serde::Serialize;
use serde_json::json;

use super::nothing_yet;
use crate::context::Cx;
use crate::error::Failure;
use crate::output::{document, inline, note, say};
use crate::show::count;

/// Look for secrets that are already stored
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Take out what is found
    #[arg(long)]
    fix: bool,
}

/// Where a secret stands; never the secret itself.
#[derive(Serialize)]
struct Found {
    kind: &'static str,
    table: &'static str,
    column: &'static str,
    row: String,
}

pub(crate) fn run(cx: &Cx, args: &Args) -> Result<(), Failure> {
    // What the settings switch off was stored because they do; it is looked for all the same.
    let redactor = redaction::searcher(&cx.settings);
    let mut found = in_notes(cx, &redactor)?;
    found.extend(in_history(cx, &redactor, args.fix)?);
    found.extend(in_chats(cx, &redactor, args.fix)?);
    let db = if args.fix { cx.activity_to_change()? } else { cx.activity()? };
    let Some(mut db) = db else {
        if found.is_empty() {
            nothing_yet(cx)?;
        }
        return report(cx, args, &found);
    };
    let mut clean = Vec::new();
    db.each_text(&cx.agent(), |Text { table, column, row, text }| {
        let findings = redactor.find(&text);
        let here = findings.iter().map(|f| Found { kind: f.kind, table, column, row: row.clone() });
        found.extend(here);
        if !findings.is_empty() {
            clean.push(Text { table, column, row, text: redactor.redact(&text).into_owned() });
        }
    })?;
    if args.fix {
        db.replace_texts(&clean)?;
    }
    report(cx, args, &found)
}

/// The secrets in notes. They are only named: a note is its owner's.
fn in_notes(cx: &Cx, redactor: &Redactor) -> Result<Vec<Found>, Failure> {
    let memory = cx.notes();
    let mut found = Vec::new();
    for note in memory.notes()? {
        let text = palimp_files::read(&memory.root().join(note.path.as_str())).unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        found.extend(redactor.find(&text).into_iter().map(|finding| {
            let line = text[..finding.start].matches('\n').count() + 1;
            Found {
                kind: finding.kind,
                table: NOTES,
                column: "text",
                row: format!("{}:{line}", note.path),
            }
        }));
    }
    Ok(found)
}

/// The secrets in earlier versions of notes, which are palimp's own; `fix` removes the versions.
fn in_history(cx: &Cx, redactor: &Redactor, fix: bool) -> Result<Vec<Found>, Failure> {
    let memory = cx.notes();
    let (mut found, mut notes) = (Vec::new(), Vec::new());
    memory.each_version(|note, id, text| {
        let secrets = redactor.find(text);
        if !secrets.is_empty() && notes.last() != Some(note) {
            notes.push(note.clone());
        }
        found.extend(secrets.into_iter().map(|finding| Found {
            kind: finding.kind,
            table: "history",
            column: "text",
            row: format!("{note} {id}"),
        }));
    })?;
    for note in notes.iter().filter(|_| fix) {
        memory.vault()?.retain_versions(note, |text| redactor.find(text).is_empty())?;
    }
    Ok(found)
}

/// The secrets in conversations that palimp holds; `fix` takes them out.
fn in_chats(cx: &Cx, redactor: &Redactor, fix: bool) -> Result<Vec<Found>, Failure> {
    let found = chat::secrets(&cx.home, &cx.agent(), redactor);
    if fix {
        chat::take_out(&cx.home, &cx.agent(), redactor)
            .map_err(|error| Failure::user(error.to_string()))?;
    }
    let found = found.into_iter().map(|chat::Secret { kind, place }| Found {
        kind,
        table: "chats",
        column: "text",
        row: place,
    });
    Ok(found.collect())
}

const NOTES: &str = "notes";

fn report(cx: &Cx, args: &Args, found: &[Found]) -> Result<(), Failure> {
    if cx.json {
        document(&json!({ "found": found, "fixed": args.fix }));
    } else {
        tell(found, args.fix);
    }
    Ok(())
}

fn tell(found: &[Found], fixed: bool) {
    if found.is_empty() {
        say!("no secrets found");
        return;
    }
    let mut kinds = BTreeMap::new();
    for Found { kind, table, row, .. } in found {
        kinds.entry(kind).or_insert_with(Vec::new).push(format!("{table} {}", inline(row)));
    }
    for (kind, mut places) in kinds {
        let total = places.len();
        places.dedup();
        places.truncate(5);
        say!("{kind:<24} {}  in {}", count(total, "time"), places.join(", "));
    }
    if found.iter().any(|found| found.table == NOTES) {
        note!("What stands in notes is yours to take out: `palimp edit PATH`. It is in no index.");
    }
    if found.iter().all(|found| found.table == NOTES) {
        note!("Change these credentials: they are on disk.");
    } else if fixed {
        note!("Taken out. Change these credentials all the same: they were on disk.");
    } else {
        note!("`palimp scan --fix` takes them out. Change these credentials: they were on disk.");
    }
}
