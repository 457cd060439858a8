//! `palimp save`: remember this.

use std::io::Read;

use palimp_engine::notes::{Target, Writer, Writing};
use palimp_note::route::SaveKind;
use serde_json::json;

use super::project_named;
use crate::context::Cx;
use crate::error::Failure;
use crate::output::{document, note, say};

/// Write something down: `palimp save "we deploy on Fridays"`, `palimp save notes/api.md TEXT`
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The note to append to, relative to the vault; left out, the kind says where
    #[arg(value_name = "PATH")]
    first: String,
    /// The text, stored as it is; `-` reads it from standard input
    #[arg(value_name = "TEXT")]
    second: Option<String>,
    /// What it is: daily, core, preference, decision, project, procedure, lesson or semantic
    #[arg(long, value_name = "KIND")]
    kind: Option<SaveKind>,
    /// The project in which it holds: its name, or a directory of it (`.` is the present one); left
    /// out, it holds everywhere
    #[arg(long, value_name = "NAME|DIR")]
    project: Option<String>,
    /// Put the text in the place of the whole note instead of appending; `palimp history` keeps it
    #[arg(long)]
    replace: bool,
}

pub(crate) fn run(cx: &Cx, args: &Args) -> Result<(), Failure> {
    let (path, text) = match &args.second {
        Some(text) => (Some(args.first.as_str()), text.as_str()),
        None => (None, args.first.as_str()),
    };
    let text = match text {
        "-" => from_stdin()?,
        text => text.to_owned(),
    };
    if text.trim().is_empty() {
        return Err(Failure::usage("there is nothing to save: palimp save \"we use pnpm\""));
    }
    let target = match (path, args.kind) {
        (Some(_), Some(_)) => {
            return Err(Failure::usage("name a PATH or a --kind, not both: a kind has its place"));
        }
        (Some(path), None) => Target::Path(path.to_owned()),
        (None, kind) => Target::Kind(kind.unwrap_or_default()),
    };
    if args.replace && !matches!(target, Target::Path(_)) {
        return Err(Failure::usage("--replace needs the PATH of the note that is replaced"));
    }
    palimp_store::files::private_dir(cx.home.root())?;
    let writer = Writer::User(args.project.as_deref().map(project_named));
    let writing = Writing { replace: args.replace, writer, now: jiff::Zoned::now() };
    let saved = cx.notes().save(&text, &target, &writing)?;
    if cx.json {
        document(&json!({
            "path": saved.path, "line": saved.line, "redacted": saved.redacted,
            "created": saved.created,
        }));
        return Ok(());
    }
    say!("saved to {}, line {}", saved.path, saved.line);
    if !saved.redacted.is_empty() {
        note!("Taken out before it was written: {}.", saved.redacted.join(", "));
    }
    Ok(())
}

fn from_stdin() -> Result<String, Failure> {
    let mut bytes = Vec::new();
    std::io::stdin().read_to_end(&mut bytes)?;
    String::from_utf8(bytes).map_err(|_| Failure::user("standard input is not UTF-8 text"))
}
