//! `palimp scan`: secrets that are already stored.

use std::collections::BTreeMap;

use palimp_engine::erasure::scan::StoredSecret;
use serde_json::json;

use super::print_nothing_captured;
use crate::context::Cx;
use crate::error::CliError;
use crate::messages;
use crate::output::{inline, note, print_json, say};
use palimp_core::counts;

/// Find secrets in stored data
#[derive(Debug, clap::Args)]
pub(crate) struct ScanArgs {
    /// Remove the secrets found
    #[arg(long)]
    fix: bool,
}

impl ScanArgs {
    /// Returns true if something is mended.
    pub(crate) const fn applies_fixes(&self) -> bool {
        self.fix
    }
}

pub(crate) fn run(cx: &Cx, args: &ScanArgs) -> Result<(), CliError> {
    let mut db = if args.fix { cx.activity_to_change()? } else { cx.activity_to_read()? };
    let found = cx.notes().find_secrets(db.as_mut(), args.fix)?;
    if db.is_none() && found.is_empty() {
        print_nothing_captured(cx)?;
    }
    print_report(cx, args, &found)
}

fn print_report(cx: &Cx, args: &ScanArgs, found: &[StoredSecret]) -> Result<(), CliError> {
    if cx.json {
        print_json(&json!({ "found": found, "fixed": args.fix }));
    } else {
        print_secrets(found, args.fix);
    }
    Ok(())
}

fn print_secrets(found: &[StoredSecret], fixed: bool) {
    if found.is_empty() {
        say(messages::no_secrets_found());
        return;
    }
    let mut kinds = BTreeMap::new();
    for StoredSecret { kind, table, row, .. } in found {
        kinds.entry(kind).or_insert_with(Vec::new).push(format!(
            "{} {}",
            messages::name_in_words(table),
            inline(row)
        ));
    }
    for (kind, mut places) in kinds {
        let total = places.len();
        places.dedup();
        places.truncate(5);
        say(messages::secrets_found(kind, counts::times(total), places.join(", ")));
    }
    if found.iter().any(|found| found.is_in_note()) {
        note(messages::secrets_in_notes());
    }
    if found.iter().all(|found| found.is_in_note()) {
        note(messages::secrets_on_disk());
    } else if fixed {
        note(messages::secrets_removed());
    } else {
        note(messages::how_to_remove_secrets());
    }
}
