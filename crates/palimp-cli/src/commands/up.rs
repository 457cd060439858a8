//! `palimp up`: from nothing to working.

mod distiller;

use palimp_clients::install::{ClientPaths, InstallTarget};
use palimp_engine::consolidation::unapproved_lines::Unapproved;
use palimp_engine::home::owner::{self, Exposed};
use palimp_engine::home::settings;
use palimp_engine::ingest::open_activity::ActivityDb;
use palimp_engine::notes::onboarding_fact::{Remark, choose_remark};
use palimp_engine::retrieval::index_sync::StageProgress;
use palimp_engine::retrieval::repository::FOREGROUND_READ_TIMEOUT;
use palimp_engine::service::connections::client_status;
use palimp_importers::bootstrap::ImportSummary;
use serde_json::json;

use crate::client_setup;
use crate::commands::install::print_changes;
use crate::commands::{bootstrap, index};
use crate::context::{Cx, now_ms};
use crate::error::CliError;
use crate::messages;
use crate::output::{ask_yes_no, inline, note, offer, print_json, say};
use crate::progress::Bar;
use crate::shell_files::ShellFiles;
use crate::when::ago_in_words;

/// Set up everything: the home, agents on this machine, and imports from other tools
#[derive(Debug, clap::Args)]
pub(crate) struct UpArgs {
    /// Answer yes to every question
    #[arg(short, long)]
    yes: bool,
    /// Do not import past sessions and data of other tools
    #[arg(long)]
    no_import: bool,
}

pub(crate) fn run(cx: &Cx, args: &UpArgs) -> Result<(), CliError> {
    palimp_engine::home::files::check_databases(&cx.home, &cx.agent())?;
    claim_home(cx)?;
    let db = cx.activity_or_new()?;
    if !cx.json {
        say(messages::home_path(cx.home.root().display()));
    }
    for renamed in settings::migrate_names(&cx.home.settings_file(), true)? {
        note(format!("{renamed}."));
    }
    let places = client_setup::client_places()?;
    let present = palimp_engine::service::connections::present_clients(&places);
    tell_present(&present);
    client_setup::warn_about_cache()?;
    let sent = review_unapproved(cx, args, &db)?;
    let mut done = UpOutcome { sent, ..UpOutcome::default() };
    for &client in &present {
        connect_client(cx, args, client, &mut done)?;
    }
    if !done.connected.is_empty() {
        put_on_shelf(cx, args, &mut done)?;
    }
    if !args.no_import {
        import_history(cx, args, &places, &mut done)?;
        index_repositories(cx)?;
    }
    distiller::choose_distiller(cx, &done.connected, !args.yes && !done.connected.is_empty(), &db)?;
    let known = choose_remark(&mut cx.memory_without_models(), &db, &cx.current_project())?;
    print_outcome(cx, &done, known)?;
    match done.failed.as_slice() {
        [] => Ok(()),
        some => {
            let names = some.iter().map(|client| client.title()).collect::<Vec<_>>().join(", ");
            Err(CliError::user(messages::clients_not_connected(&names)))
        }
    }
}

/// Outcome of `palimp up`.
#[derive(Default)]
struct UpOutcome {
    /// Clients that are connected now.
    connected: Vec<InstallTarget>,
    /// Clients that could not be.
    failed: Vec<InstallTarget>,
    /// Parts that were left out because nobody was there to be asked.
    left: Vec<String>,
    /// Imported history.
    imported: ImportSummary,
    /// Lines that went to the review list.
    sent: Vec<Unapproved>,
}

fn tell_present(present: &[InstallTarget]) {
    if present.is_empty() {
        note(messages::no_agent_found());
        return;
    }
    let names: Vec<&str> = present.iter().map(|client| client.title()).collect();
    note(messages::agents_found(names.join(", ")));
}

/// Connects a client, if the user wants it; they can see first what would be written.
fn connect_client(
    cx: &Cx,
    args: &UpArgs,
    client: InstallTarget,
    done: &mut UpOutcome,
) -> Result<(), CliError> {
    let title = client.title();
    let places = client_setup::client_places()?;
    if client_status(client, &places, &client_setup::hook_command(cx)?).is_by_plugin {
        note(messages::client_has_plugin(title));
        done.connected.push(client);
        return Ok(());
    }
    let plan = || {
        palimp_engine::service::connections::plan_connection(
            &cx.home,
            client,
            &places,
            &client_setup::hook_command(cx)?,
        )
        .map_err(CliError::from)
    };
    let show = || match plan() {
        Ok(changes) => print_changes(cx, client, &changes, true),
        Err(failure) => note(format!("{title}: {failure}")),
    };
    match is_wanted(args, &messages::ask_connect(title), Some(&show)) {
        Some(true) => {}
        Some(false) => {
            note(messages::client_left_alone(title, client));
            return Ok(());
        }
        None => {
            done.left.push(title.to_owned());
            return Ok(());
        }
    }
    match client_setup::connect_client(cx, client) {
        Ok(changes) => {
            print_changes(cx, client, &changes, false);
            done.connected.push(client);
        }
        Err(failure) => {
            note(format!("{title}: {failure}"));
            done.failed.push(client);
        }
    }
    Ok(())
}

/// Offers man pages and the completion of this shell.
fn put_on_shelf(cx: &Cx, args: &UpArgs, done: &mut UpOutcome) -> Result<(), CliError> {
    let shelf = ShellFiles::for_user(cx)?;
    if shelf.is_up_to_date() {
        return Ok(());
    }
    let question = messages::ask_install_shell_files();
    match is_wanted(args, &question, Some(&|| shelf.print_files())) {
        Some(true) => {
            shelf.write_files()?;
            if !cx.json {
                say(messages::shell_files_installed(shelf.data_dir().display()));
            }
        }
        Some(false) => {}
        None => done.left.push(messages::shell_files()),
    }
    Ok(())
}

/// Closes a home that others can write into; one that is not the user's is refused.
fn claim_home(cx: &Cx) -> Result<(), CliError> {
    if let Err(Exposed::Writable(path)) = owner::check_ownership(&cx.home) {
        owner::restrict_to_owner(&cx.home)?;
        let path = path.display();
        note(messages::home_was_open(&path));
    }
    Ok(owner::check_ownership(&cx.home)?)
}

/// Returns true if the user wants it: by `--yes`, or when asked. `None` where nobody can be asked:
/// then nothing outside the home is touched.
fn is_wanted(args: &UpArgs, question: &str, show: Option<&dyn Fn()>) -> Option<bool> {
    if args.yes { Some(true) } else { offer(question, show) }
}

/// Offers to take to the review list what others wrote into the notes that every session is told,
/// before that needed the user's yes. What she said or accepted herself only gets its mark.
fn review_unapproved(cx: &Cx, args: &UpArgs, db: &ActivityDb) -> Result<Vec<Unapproved>, CliError> {
    let (notes, now) = (cx.notes(), jiff::Zoned::now());
    notes.mark_approved_lines(Some(db), &now)?;
    let waiting = notes.unapproved_texts()?;
    if waiting.is_empty() {
        return Ok(waiting);
    }
    note(messages::lines_not_told());
    waiting.iter().for_each(|it| note(format!("  {}", it.in_words())));
    let question = messages::ask_move_to_review();
    if !args.yes && !ask_yes_no(question).unwrap_or(false) {
        note(messages::lines_stay());
        return Ok(Vec::new());
    }
    let sent = notes.send_to_review(Some(db), &now)?;
    note(messages::review_shows_waiting());
    Ok(sent)
}

/// Imports past sessions of the clients, and memories of other tools.
fn import_history(
    cx: &Cx,
    args: &UpArgs,
    places: &ClientPaths,
    done: &mut UpOutcome,
) -> Result<(), CliError> {
    let (places, agent) = (bootstrap::tool_places(places)?, cx.agent());
    let tombstones = match cx.tombstones() {
        Ok(tombstones) => tombstones,
        Err(failure) => {
            note(messages::import_failed(&failure));
            return Ok(());
        }
    };
    let taker = bootstrap::import_context(cx, &places, &agent, &tombstones);
    let sources = palimp_importers::bootstrap::find(&places);
    let left = &mut done.left;
    let outcomes = bootstrap::import_sources(cx, sources, &taker, &mut |source| {
        let answer = is_wanted(args, &bootstrap::import_question(source), None);
        left.extend(answer.is_none().then(|| bootstrap::describe_source(source)));
        answer.unwrap_or(false)
    })?;
    if !cx.json {
        bootstrap::tell_in_words(&outcomes);
    }
    done.imported = bootstrap::sum_outcomes(outcomes);
    Ok(())
}

/// Indexes the commits of the present repository, and of the repositories of imported sessions.
fn index_repositories(cx: &Cx) -> Result<(), CliError> {
    let bar = Bar::new(cx.json, 0, messages::commits());
    let here = std::env::current_dir().ok();
    let progress: StageProgress = &mut |done, total, what| bar.set_progress(done, total, what);
    let within = (here.as_deref(), FOREGROUND_READ_TIMEOUT);
    let taken = index::read_repositories(cx, &mut cx.memory(), within, progress)?;
    bar.finish();
    if !cx.json {
        index::tell_read(&taken);
    }
    Ok(())
}

fn print_outcome(cx: &Cx, done: &UpOutcome, known: Option<Remark>) -> Result<(), CliError> {
    let UpOutcome { connected, left, imported, sent, .. } = done;
    if cx.json {
        print_json(&json!({
            "home": cx.home.root(), "wired": connected, "leftOut": left, "imported": imported,
            "known": known, "toReview": sent,
        }));
        return Ok(());
    }
    say("");
    super::status::run(cx, &super::status::StatusArgs {})?;
    if !left.is_empty() {
        say("");
        note(messages::left_out_unasked(left.join(", ")));
    }
    say("");
    match known {
        Some(known) => say(in_words(cx, &known)),
        None if connected.is_empty() => say(messages::nothing_known_no_agent()),
        None => say(messages::nothing_known_yet()),
    }
    Ok(())
}

/// Returns a sentence about a fact that is known already, as a person likes to hear it.
fn in_words(cx: &Cx, known: &Remark) -> String {
    let (here, now) = (inline(&cx.current_project().name), now_ms());
    match known {
        Remark::Decided { text, path, line, .. } => {
            messages::known_decision(&here, inline(text), path, line)
        }
        Remark::Works { command, sessions: 1, at } => {
            messages::known_command(&here, inline(command), ago_in_words(*at, now))
        }
        Remark::Works { command, sessions, at } => messages::known_command_in_sessions(
            &here,
            inline(command),
            sessions,
            ago_in_words(*at, now),
        ),
        Remark::Commit { pointer, subject, text } => {
            messages::known_commit(&here, pointer, inline(subject), inline(text))
        }
        Remark::Said { text, day, pointer } => {
            messages::known_statement(&here, inline(text), day, pointer)
        }
        Remark::NewestCommit { pointer, subject } => {
            messages::known_newest_commit(&here, inline(subject), pointer)
        }
        Remark::Done { text, project, client, at } => messages::known_last_session(
            inline(project),
            inline(client),
            ago_in_words(*at, now),
            inline(&crate::show::format_summary(text)),
        ),
    }
}
