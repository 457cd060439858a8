//! `palimp up`: from nothing to working.

use std::io::IsTerminal;
use std::path::PathBuf;

use palimp_clients::install::{self, Found, Places, Target};
use palimp_core::Client;
use palimp_core::summary::file_name;
use palimp_engine::import::{self, Imported};
use palimp_engine::recall;
use palimp_store::activity::ActivityDb;
use serde_json::{Value, json};

use crate::commands::install::tell;
use crate::context::{Cx, now_ms};
use crate::error::Failure;
use crate::output::{ask, document, note, say};
use crate::show::count;
use crate::wiring;

/// Set everything up: the home, the clients of this machine, and what they recorded before
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Take everything, ask nothing
    #[arg(short, long)]
    yes: bool,
    /// Do not take in what the clients recorded before
    #[arg(long)]
    no_import: bool,
}

pub(crate) fn run(cx: &Cx, args: &Args) -> Result<(), Failure> {
    let mut db = cx.activity_or_new()?;
    if !cx.json {
        say!("home: {}", cx.home.root().display());
    }
    let places = wiring::places()?;
    let present = wiring::present(&places);
    if present.is_empty() {
        note!(
            "No agent was found on this machine; install one, or `palimp install <client>` by hand."
        );
    }
    let mut failures = Vec::new();
    let mut wired = Vec::new();
    for &client in &present {
        if !wanted(args, &format!("Wire palimp into {}?", client.title())) {
            note!("{} was left alone; `palimp install {client}` wires it.", client.title());
            continue;
        }
        match wiring::wire(cx, client) {
            Ok(changes) => {
                tell(cx, client, &changes, false);
                wired.push(client);
            }
            Err(failure) => {
                note!("{}: {failure}", client.title());
                failures.push(client);
            }
        }
    }
    let imported = if args.no_import {
        Imported::default()
    } else {
        take_history(cx, args, &mut db, &places, &present)?
    };
    let recalled = first_recall(cx, &db)?;
    finish(cx, &wired, imported, recalled)?;
    match failures.as_slice() {
        [] => Ok(()),
        some => {
            let names = some.iter().map(|client| client.title()).collect::<Vec<_>>().join(", ");
            Err(Failure::user(format!(
                "{names} could not be wired; see above, then run `palimp up` again"
            )))
        }
    }
}

/// Whether the user wants it: she said so, or is asked. Where nobody can be asked, nothing outside
/// the home is touched.
fn wanted(args: &Args, question: &str) -> bool {
    args.yes || ask(question).unwrap_or(false)
}

/// Takes in the sessions that the clients recorded.
fn take_history(
    cx: &Cx,
    args: &Args,
    db: &mut ActivityDb,
    places: &Places,
    present: &[Target],
) -> Result<Imported, Failure> {
    let mut total = Imported::default();
    for client in present.iter().filter_map(|target| target.client()) {
        let Found::Settings(dir) = install::find(client, places) else { continue };
        let files = import::transcripts(client, &dir);
        let question =
            format!("Take in {} of {}?", count(files.len(), "recorded session"), client.title());
        if files.is_empty() || !wanted(args, &question) {
            continue;
        }
        let taken = take(cx, db, client, &files);
        if !cx.json && taken.transcripts > 0 {
            say!(
                "{}: took in {}: {} and {}",
                client.title(),
                count(taken.transcripts, "recorded session"),
                count(taken.observations, "new observation"),
                count(taken.messages, "new message")
            );
        }
        total.transcripts += taken.transcripts;
        total.observations += taken.observations;
        total.messages += taken.messages;
    }
    Ok(total)
}

fn take(cx: &Cx, db: &mut ActivityDb, client: Client, files: &[PathBuf]) -> Imported {
    let mut total = Imported::default();
    let shown = std::io::stderr().is_terminal() && !cx.json;
    for (number, file) in files.iter().enumerate() {
        if shown {
            eprint_progress(client, number + 1, files.len());
        }
        match import::transcript(db, client, file, &cx.settings, cx.agent.as_deref()) {
            Ok(one) => {
                total.transcripts += one.transcripts;
                total.observations += one.observations;
                total.messages += one.messages;
            }
            Err(error) => note!("{error}; it was left out"),
        }
    }
    total
}

#[expect(clippy::print_stderr, reason = "a line that is written over")]
fn eprint_progress(client: Client, number: usize, of: usize) {
    eprint!("\r{}: {number} of {of}", client.title());
    if number == of {
        eprint!("\r\x1b[K");
    }
}

/// Searches for something that is really there, so that the first answer is a real one.
fn first_recall(cx: &Cx, db: &ActivityDb) -> Result<Option<(String, recall::Answer)>, Failure> {
    let Some(query) = something_known(cx, db)? else { return Ok(None) };
    let options =
        recall::Options { limit: 1, ..recall::Options::new(cx.filter(), &cx.here(), now_ms()) };
    let answer = cx.memory().search(&query, &options, Some(db), &mut |_, _, _| ())?;
    Ok((!answer.hits.is_empty()).then_some((query, answer)))
}

/// The file that was changed last, else the command that ran last.
fn something_known(cx: &Cx, db: &ActivityDb) -> Result<Option<String>, Failure> {
    let recent = db.recent(&cx.filter(), 50)?;
    let file = recent
        .iter()
        .find_map(|row| row.file_path.as_deref().map(|path| file_name(path).to_owned()));
    let command = || {
        recent.first().map(|row| {
            palimp_core::text::prefix(row.content.lines().next().unwrap_or(""), 60).to_owned()
        })
    };
    Ok(file.or_else(command).filter(|query| !query.trim().is_empty()))
}

fn finish(
    cx: &Cx,
    wired: &[Target],
    imported: Imported,
    recalled: Option<(String, recall::Answer)>,
) -> Result<(), Failure> {
    if cx.json {
        let recalled = recalled
            .map_or(Value::Null, |(query, answer)| json!({ "query": query, "hits": answer.hits }));
        document(
            &json!({ "home": cx.home.root(), "wired": wired, "imported": imported, "recall": recalled }),
        );
        return Ok(());
    }
    say!("");
    super::status::run(cx, &super::status::Args {})?;
    say!("");
    match recalled {
        Some((query, answer)) => {
            say!("$ palimp search {query:?}");
            answer.hits.iter().for_each(|hit| say!("{}", super::search::in_words(hit, &query)));
        }
        None => say!(
            "Nothing is remembered yet. Work in your agent as always: edits, commands and failures are \
             captured as they happen, and the next session in the same project begins with them. \
             `palimp recent` shows the first ones."
        ),
    }
    Ok(())
}
