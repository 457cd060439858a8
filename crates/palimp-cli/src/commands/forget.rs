//! `palimp forget`: what is forgotten is gone.

use palimp_store::activity::Forgotten;
use serde_json::json;

use crate::context::{Cx, now_ms};
use crate::error::Failure;
use crate::output::{ask, document, note, say};
use crate::show::count;

/// Remove everything that holds a text or names a path, without residue
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The text or path, taken literally; letter case does not matter
    #[arg(value_name = "TEXT|PATH")]
    text: String,
    /// Only say what would go
    #[arg(long)]
    dry_run: bool,
    /// Do not ask
    #[arg(short, long)]
    yes: bool,
}

pub(crate) fn run(cx: &Cx, args: &Args) -> Result<(), Failure> {
    if args.text.trim().chars().count() < 2 {
        return Err(Failure::usage("two characters at least: everything would match"));
    }
    let Some(mut db) = cx.activity()? else {
        return tell(cx, Forgotten::default(), args.dry_run);
    };
    let agent = cx.agent();
    let found = db.would_forget(&args.text, &agent)?;
    if args.dry_run {
        return tell(cx, found, true);
    }
    if found != Forgotten::default()
        && !args.yes
        && ask(&format!("Forget {}?", in_words(found))) == Some(false)
    {
        note!("Nothing was forgotten.");
        return Ok(());
    }
    let forgotten = db.forget(&args.text, &agent, now_ms())?;
    tell(cx, forgotten, false)
}

fn tell(cx: &Cx, forgotten: Forgotten, dry_run: bool) -> Result<(), Failure> {
    if cx.json {
        document(&json!({ "dryRun": dry_run, "forgotten": forgotten }));
    } else if forgotten == Forgotten::default() {
        note!("Nothing holds this text.");
    } else {
        let verb = if dry_run { "would forget" } else { "forgot" };
        say!("{verb} {}", in_words(forgotten));
    }
    Ok(())
}

fn in_words(forgotten: Forgotten) -> String {
    format!(
        "{}, {} and {} of injected context",
        count(forgotten.observations, "observation"),
        count(forgotten.messages, "message"),
        count(forgotten.injections, "record")
    )
}
