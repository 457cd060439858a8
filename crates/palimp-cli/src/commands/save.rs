//! `palimp save`: remember this.

use std::io::Read;

use palimp_engine::anchors::{self, Places, Tree};
use palimp_engine::notes::{Target, Writer, Writing};
use palimp_engine::redaction::redactor;
use palimp_note::anchor::{self, Anchor};
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
    /// A place in the code that it speaks of, three at the most; when the code changes, palimp says so.
    /// It then holds in the present project
    #[arg(long, value_name = "PATH[:L-L]")]
    at: Vec<String>,
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
    let here = (!args.at.is_empty()).then_some(".");
    let writer = Writer::User(args.project.as_deref().or(here).map(project_named));
    let anchors = anchors(cx, args, &text)?;
    let writing = Writing { replace: args.replace, writer, now: jiff::Zoned::now(), anchors };
    let saved = cx.notes().save(&text, &target, &writing)?;
    let at: Vec<String> = writing.anchors.iter().map(Anchor::shown).collect();
    if cx.json {
        document(&json!({
            "path": saved.path, "line": saved.line, "redacted": saved.redacted,
            "created": saved.created, "at": at,
        }));
        return Ok(());
    }
    say!("saved to {}, line {}", saved.path, saved.line);
    if !at.is_empty() {
        note!("It speaks of {}; `palimp stale` says when that has changed.", at.join(", "));
    }
    if !saved.redacted.is_empty() {
        note!("Taken out before it was written: {}.", saved.redacted.join(", "));
    }
    Ok(())
}

/// The anchors at the places that were named, all of them.
fn anchors(cx: &Cx, args: &Args, text: &str) -> Result<Vec<Anchor>, Failure> {
    if args.at.is_empty() {
        return Ok(Vec::new());
    }
    let here = std::env::current_dir()?;
    let tree = Tree::of(&here);
    let elsewhere = |named: &&str| project_named(named).name != tree.project().name;
    if let Some(other) = args.project.as_deref().filter(elsewhere) {
        return Err(Failure::usage(format!(
            "--at names places of the project here, which is not {other}: run it there"
        )));
    }
    if args.at.len() > anchor::MOST {
        return Err(Failure::usage(format!("--at names {} places at the most", anchor::MOST)));
    }
    let redactor = redactor(&cx.settings);
    let made = args.at.iter().map(|place| {
        let places = Places { here: &here, named: std::slice::from_ref(place), edited: &[] };
        anchors::anchored(&tree, text, places, &redactor).pop().ok_or_else(|| {
            let root = tree.root().display();
            Failure::user(format!(
                "{place}: within {root} there is no text file of this name with at most 256 KB, or nothing in those lines"
            ))
        })
    });
    made.collect()
}

fn from_stdin() -> Result<String, Failure> {
    let mut bytes = Vec::new();
    std::io::stdin().read_to_end(&mut bytes)?;
    String::from_utf8(bytes).map_err(|_| Failure::user("standard input is not UTF-8 text"))
}
