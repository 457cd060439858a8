//! `palimp bootstrap`: takes in what other tools remember.

use std::path::PathBuf;

use palimp_clients::install::{self, ClientPaths as Clients, ClientPresence, InstallTarget};
use palimp_engine::home::tombstones::Tombstones;
use palimp_engine::ingest::open_activity::ActivityDb;
use palimp_importers::bootstrap::{
    self, ImportContext, ImportSource, ImportSummary, NotFound, ToolDirs,
};
use palimp_rules::RuleDistiller;
use serde_json::{Value, json};

use crate::client_setup;
use crate::context::{Cx, user_home};
use crate::error::CliError;
use crate::messages;
use crate::output::{ask_yes_no, note, print_json, say};
use crate::progress::Bar;
use palimp_core::counts::{self, CountNoun};

/// Import data of other tools: notes, rules, databases and recorded sessions
#[derive(Debug, clap::Args)]
pub(crate) struct BootstrapArgs {
    /// Show what would be imported, and write nothing
    #[arg(long)]
    dry_run: bool,
    /// Only this source, without asking; `chatgpt:PATH` is a ChatGPT export
    #[arg(long, value_name = "SOURCE")]
    from: Vec<String>,
    /// Answer yes to every question
    #[arg(short, long)]
    yes: bool,
}

pub(crate) fn run(cx: &Cx, args: &BootstrapArgs) -> Result<(), CliError> {
    let places = tool_places(&client_setup::client_places()?)?;
    let sources = match args.from.as_slice() {
        [] => bootstrap::find(&places),
        names => names
            .iter()
            .map(|name| bootstrap::find_by_name(name, &places).map_err(source_failure))
            .collect::<Result<Vec<_>, _>>()?,
    };
    let agent = cx.agent();
    let tombstones = cx.tombstones()?;
    let taker = import_context(cx, &places, &agent, &tombstones);
    if args.dry_run {
        return preview_import(cx, &sources, &taker);
    }
    let consent = args.yes || !args.from.is_empty();
    let taken = import_sources(cx, sources, &taker, &mut |source| {
        consent || ask_yes_no(import_question(source)).unwrap_or(false)
    })?;
    print_outcomes(cx, &taken);
    if args.from.is_empty() { Ok(()) } else { all_readable(&taken) }
}

/// A name that no source has is a wrong call; a source that is not here is none.
fn source_failure(why: NotFound) -> CliError {
    match why {
        NotFound::Unknown { .. } | NotFound::NoPath => CliError::usage(why.to_string()),
        why => why.into(),
    }
}

/// Fails for the first source of which nothing could be read.
fn all_readable(outcomes: &[SourceOutcome]) -> Result<(), CliError> {
    let unreadable = |(_, taken): &&SourceOutcome| taken.as_ref().is_some_and(|it| it.unreadable);
    match outcomes.iter().find(unreadable) {
        Some((source, _)) => Err(CliError::user(messages::source_unreadable(&source.title))),
        None => Ok(()),
    }
}

/// Source, and the outcome of its import; none if it was not selected.
pub(crate) type SourceOutcome = (ImportSource, Option<ImportSummary>);

/// Imports those of `sources` that are `wanted`.
pub(crate) fn import_sources(
    cx: &Cx,
    sources: Vec<ImportSource>,
    taker: &ImportContext,
    wanted: &mut dyn FnMut(&ImportSource) -> bool,
) -> Result<Vec<SourceOutcome>, CliError> {
    // Everything is asked first, so that nobody has to wait for the next question.
    let chosen: Vec<bool> = sources.iter().map(wanted).collect();
    if !chosen.contains(&true) {
        return Ok(sources.into_iter().map(|source| (source, None)).collect());
    }
    let mut db = cx.activity_or_new()?;
    let mut outcomes = Vec::new();
    for (source, wanted) in sources.into_iter().zip(chosen) {
        let taken = wanted.then(|| import_one_source(cx, &source, &mut db, taker)).transpose()?;
        outcomes.push((source, taken));
    }
    let taken = outcomes.iter().filter_map(|(_, taken)| taken.as_ref());
    if taken.map(|taken| taken.imported.messages).sum::<usize>() > 0 {
        bootstrap::renew_wishes(&db)?;
    }
    Ok(outcomes)
}

fn import_one_source(
    cx: &Cx,
    source: &ImportSource,
    db: &mut ActivityDb,
    taker: &ImportContext,
) -> Result<ImportSummary, CliError> {
    let bar = Bar::new(cx.json, source.paths.len() as u64, messages::reading());
    let taken = bootstrap::import_source(source, db, taker, &mut |done, total, what| {
        bar.set_progress(done, total, what)
    });
    bar.finish();
    Ok(taken?)
}

/// Returns the context of an import that the user starts.
pub(crate) fn import_context<'a>(
    cx: &'a Cx,
    places: &'a ToolDirs,
    agent: &'a str,
    tombstones: &'a Tombstones,
) -> ImportContext<'a> {
    ImportContext {
        home: &cx.home,
        settings: &cx.settings,
        places,
        agent: cx.agent.as_deref(),
        notes_agent: agent,
        distiller: &RuleDistiller,
        tombstones,
        now: jiff::Zoned::now(),
    }
}

/// Returns the locations in which the tools of this machine keep what they remember.
pub(crate) fn tool_places(clients: &Clients) -> Result<ToolDirs, CliError> {
    let user = user_home().ok_or_else(|| CliError::user(messages::no_home_directory()))?;
    let dir = |target: InstallTarget| match install::detect_client(target, clients) {
        ClientPresence::Settings(dir) => Some((target.client(), dir)),
        _ => None,
    };
    let here = std::env::current_dir().unwrap_or_else(|_| PathBuf::from("/"));
    Ok(ToolDirs {
        project: palimp_engine::home::project_discovery::locate_project(&here).project.root,
        data: client_setup::data_dir()?,
        clients: InstallTarget::ALL.into_iter().filter_map(dir).collect(),
        user,
    })
}

/// Returns the question that asks for consent to the import of a source.
pub(crate) fn import_question(source: &ImportSource) -> String {
    messages::ask_import(source_amount(source), &source.title)
}

/// A source and how much of it there is.
pub(crate) fn describe_source(source: &ImportSource) -> String {
    messages::amount_of_source(source_amount(source), &source.title)
}

fn source_amount(source: &ImportSource) -> String {
    source.kind.describe_amount(source.count)
}

fn preview_import(
    cx: &Cx,
    sources: &[ImportSource],
    taker: &ImportContext,
) -> Result<(), CliError> {
    let mut looked = Vec::new();
    for source in sources {
        looked.push((source.clone(), Some(bootstrap::preview_import(source, taker)?)));
    }
    if cx.json {
        print_json(&json!({ "dryRun": true, "sources": as_json(&looked) }));
        return Ok(());
    }
    for (source, taken) in &looked {
        let Some(taken) = taken else { continue };
        let notes = in_words(taken);
        let notes = if notes.is_empty() { String::new() } else { format!(": {notes}") };
        say(format!("{:<16} {}{notes}", source.kind.name(), describe_source(source)));
        left_out(taken);
        taken.complaints.iter().for_each(note);
    }
    match looked.is_empty() {
        true => note(messages::no_other_tool_found()),
        false => note(messages::bootstrap_needs_yes()),
    }
    Ok(())
}

fn print_outcomes(cx: &Cx, outcomes: &[SourceOutcome]) {
    if cx.json {
        print_json(&json!({ "dryRun": false, "sources": as_json(outcomes) }));
        return;
    }
    tell_in_words(outcomes);
    if outcomes.is_empty() {
        note(messages::no_other_tool_found());
    } else if outcomes.iter().all(|(_, taken)| taken.is_none()) {
        for (source, _) in outcomes {
            say(format!("{:<16} {}", source.kind.name(), describe_source(source)));
        }
        note(messages::nothing_imported());
    }
}

/// Prints the outcome of each source, a line each.
pub(crate) fn tell_in_words(outcomes: &[SourceOutcome]) {
    for (source, taken) in outcomes {
        let Some(taken) = taken else { continue };
        let words = match taken.is_nothing_new() {
            true => messages::nothing_new(),
            false => messages::imported_from_source(sessions_read(taken), in_words(taken)),
        };
        say(format!("{}: {words}", &source.title));
        if taken.proposed > 0 {
            let lines = counts::lines(taken.proposed);
            note(messages::lines_about_user_wait(&lines));
        }
        left_out(taken);
        taken.complaints.iter().for_each(note);
    }
}

/// Says that what was forgotten and what is excluded stays out.
fn left_out(taken: &ImportSummary) {
    if taken.left_out > 0 {
        note(messages::forgotten_texts_left_out(counts::texts(taken.left_out)));
    }
    if taken.excluded > 0 {
        note(messages::excluded_entries_skipped(taken.excluded));
    }
}

/// Number of recorded sessions that were read, as a prefix of the imported items.
fn sessions_read(taken: &ImportSummary) -> String {
    match taken.imported.transcripts {
        0 => String::new(),
        number => format!("{}: ", counts::recorded_sessions(number)),
    }
}

fn in_words(taken: &ImportSummary) -> String {
    let imported = &taken.imported;
    let parts: [(usize, CountNoun); 6] = [
        (imported.messages, counts::new_messages),
        (imported.observations, counts::new_observations),
        (taken.notes, counts::new_notes),
        (taken.renewed, counts::renewed_notes),
        (taken.unchanged, counts::unchanged_notes),
        (taken.episodes, counts::episodes),
    ];
    let words: Vec<String> = parts
        .into_iter()
        .filter(|(number, _)| *number > 0)
        .map(|(number, count)| count(number))
        .collect();
    words.join(", ")
}

/// The outcomes as data.
pub(crate) fn as_json(outcomes: &[SourceOutcome]) -> Value {
    let rows = outcomes.iter().map(|(source, taken)| {
        json!({
            "kind": source.kind,
            "title": source.title,
            "paths": source.paths,
            "count": source.count,
            "taken": taken,
        })
    });
    rows.collect()
}

/// Everything that was taken in.
pub(crate) fn sum_outcomes(outcomes: Vec<SourceOutcome>) -> ImportSummary {
    let mut total = ImportSummary::default();
    outcomes.into_iter().filter_map(|(_, taken)| taken).for_each(|taken| total.merge(taken));
    total
}

#[cfg(test)]
mod tests {
    use super::*;
    use palimp_importers::bootstrap::ImportSourceKind;

    #[test]
    fn an_amount_is_said_in_words() {
        let source = |count| ImportSource {
            kind: ImportSourceKind::Rules,
            title: ImportSourceKind::Rules.title(),
            paths: Vec::new(),
            count,
        };
        assert_eq!(import_question(&source(Some(1))), "Import 1 file of instructions for agents?");
        assert_eq!(source_amount(&source(Some(2))), "2 files");
        assert_eq!(source_amount(&source(None)), "files");
    }
}
