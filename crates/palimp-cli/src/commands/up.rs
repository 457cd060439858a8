//! `palimp up`: from nothing to working.

use palimp_clients::install::{Places, Target};
use palimp_core::settings::Memory;
use palimp_core::summary::file_name;
use palimp_engine::always::Unapproved;
use palimp_engine::bootstrap::Taken;
use palimp_engine::owner::{self, Exposed};
use palimp_engine::{recall, settings};
use palimp_store::activity::ActivityDb;
use serde_json::{Value, json};

use crate::commands::bootstrap;
use crate::commands::install::tell;
use crate::context::{Cx, now_ms};
use crate::error::Failure;
use crate::output::{ask, document, note, say};
use crate::wiring;

/// Set everything up: the home, the clients of this machine, and what other tools remember
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Take everything, ask nothing
    #[arg(short, long)]
    yes: bool,
    /// Do not take in what the clients recorded and other tools remember
    #[arg(long)]
    no_import: bool,
}

pub(crate) fn run(cx: &Cx, args: &Args) -> Result<(), Failure> {
    for database in [cx.home.activity_db(), cx.home.index(&cx.agent())] {
        palimp_store::files::openable(&database)?;
    }
    claim(cx)?;
    let db = cx.activity_or_new()?;
    if !cx.json {
        say!("home: {}", cx.home.root().display());
    }
    for renamed in settings::renamed(&cx.home.settings(), true)? {
        note!("{renamed}.");
    }
    let places = wiring::places()?;
    let present = palimp_engine::wiring::present(&places);
    if present.is_empty() {
        note!(
            "No agent was found on this machine; install one, or `palimp install <client>` by hand."
        );
    }
    let sent = review_unapproved(cx, args, &db)?;
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
    if !wired.is_empty() {
        choose_distiller(cx, args)?;
    }
    let imported = if args.no_import { Taken::default() } else { take_history(cx, args, &places)? };
    let recalled = first_recall(cx, &db)?;
    finish(cx, &wired, imported, recalled, &sent)?;
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

/// Closes a home that others can write into; one that is not the user's is refused.
fn claim(cx: &Cx) -> Result<(), Failure> {
    if let Err(Exposed::Writable(path)) = owner::check(&cx.home) {
        owner::close(&cx.home)?;
        let path = path.display();
        note!(
            "Others could write into {path}; it is closed now. Look at what is in it, if you share this machine."
        );
    }
    Ok(owner::check(&cx.home)?)
}

/// Whether the user wants it: she said so, or is asked. Where nobody can be asked, nothing outside
/// the home is touched.
fn wanted(args: &Args, question: &str) -> bool {
    args.yes || ask(question).unwrap_or(false)
}

/// Offers to take to the review list what others wrote into the notes that every session is told,
/// before that needed the user's yes. What she said or accepted herself only gets its mark.
fn review_unapproved(cx: &Cx, args: &Args, db: &ActivityDb) -> Result<Vec<Unapproved>, Failure> {
    let (notes, now) = (cx.notes(), jiff::Zoned::now());
    notes.vouch(Some(db), &now)?;
    let waiting = notes.unapproved()?;
    if waiting.is_empty() {
        return Ok(waiting);
    }
    note!("Not told any more, because somebody else than you wrote it:");
    waiting.iter().for_each(|it| note!("  {}", it.in_words()));
    let question = "Take it out of these notes, to decide about it with `palimp review`?";
    if !wanted(args, question) {
        note!("It stays where it is and is not told; `palimp doctor --fix` takes it out.");
        return Ok(Vec::new());
    }
    let sent = notes.send_to_review(Some(db), &now)?;
    note!("`palimp review` shows what waits for you.");
    Ok(sent)
}

/// Asks, once, who is to condense what is said. Tokens are spent by those alone who said so: where
/// nobody can be asked, and with `--yes`, the rules do it.
fn choose_distiller(cx: &Cx, args: &Args) -> Result<(), Failure> {
    const KEY: &str = Memory::KEY.cli.path;
    let mut file = settings::read(&cx.home.settings())?;
    if args.yes || palimp_core::settings::get(&file, KEY).is_some() {
        return Ok(());
    }
    let question = format!(
        "What is said is condensed by rules, which cost nothing. Have the agent of each session do it \
         instead, with your own account: better notes for about 1,500 tokens every {} answers, at most \
         {} a day?",
        cx.settings.memory.flush_every, cx.settings.memory.daily_token_budget
    );
    let Some(model) = ask(&question) else { return Ok(()) };
    palimp_core::settings::set(
        &mut file,
        KEY,
        Value::from(if model { "session" } else { "rules" }),
    );
    settings::write(&cx.home.settings(), &file)?;
    note!("`palimp config set memory.cli rules|session|api:anthropic|…` changes that.");
    Ok(())
}

/// Takes in what the clients and other tools remember.
fn take_history(cx: &Cx, args: &Args, places: &Places) -> Result<Taken, Failure> {
    let (places, agent) = (bootstrap::places(places)?, cx.agent());
    let tombstones = match cx.tombstones() {
        Ok(tombstones) => tombstones,
        Err(failure) => {
            note!("Nothing was taken in: {failure}");
            return Ok(Taken::default());
        }
    };
    let taker = bootstrap::taker(cx, &places, &agent, &tombstones);
    let sources = palimp_engine::bootstrap::find(&places);
    let outcomes = bootstrap::take(cx, sources, &taker, &mut |source| {
        wanted(args, &bootstrap::question(source))
    })?;
    if !cx.json {
        bootstrap::tell_in_words(&outcomes);
    }
    Ok(bootstrap::total(outcomes))
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
    imported: Taken,
    recalled: Option<(String, recall::Answer)>,
    sent: &[Unapproved],
) -> Result<(), Failure> {
    if cx.json {
        let recalled = recalled
            .map_or(Value::Null, |(query, answer)| json!({ "query": query, "hits": answer.hits }));
        document(
            &json!({ "home": cx.home.root(), "wired": wired, "imported": imported, "recall": recalled, "toReview": sent }),
        );
        return Ok(());
    }
    say!("");
    super::status::run(cx, &super::status::Args {})?;
    say!("");
    match recalled {
        Some((query, answer)) => {
            say!("{}", format_args!("$ palimp search {query:?}"));
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
