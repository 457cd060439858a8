//! `palimp project`: the projects of a home, which it recognises at another path.

use std::path::Path;

use palimp_core::home::HomePaths;
use palimp_core::settings::Settings;
use palimp_engine::erasure::forget::ForgetContext;
use palimp_engine::home::projects::{ProjectRecord, ProjectTable};
use palimp_engine::home::redaction::redactor;
use palimp_engine::ingest::open_activity::{ActivityDb, Filter};
use palimp_engine::notes::project_moves::{JoinedProject, ProjectKeeper, is_project_name};
use serde_json::{Value, json};

use crate::context::{Cx, now_ms, user_home};
use crate::error::CliError;
use crate::messages;
use crate::output::{confirm_irreversible, inline, note, print_json, say};
use crate::when::ago_in_words;
use palimp_core::counts;

/// List, join, split, rename or forget projects
///
/// A repository keeps its memory when it is moved, renamed or cloned again.
#[derive(Debug, clap::Args)]
pub(crate) struct ProjectArgs {
    #[command(subcommand)]
    verb: Option<ProjectCommand>,
    /// Record what changed on disk, and join what is one repository, in the background
    #[arg(long, hide = true)]
    due: bool,
}

#[derive(Debug, clap::Subcommand)]
enum ProjectCommand {
    /// List the projects
    List,
    /// Show a project's known directories and what identifies it
    Show(ProjectTarget),
    /// Join two projects: the second one's sessions and notes go to the first
    Join(ProjectJoinArgs),
    /// Turn one directory of a project, such as a clone, into a separate project
    Split(ProjectSplitArgs),
    /// Give a project another name
    Rename(ProjectRenameArgs),
    /// Forget a project, its sessions and its lines in notes
    Forget(ProjectForgetArgs),
}

#[derive(Debug, clap::Args)]
struct ProjectTarget {
    /// Name, id or directory [default: the project of this directory]
    project: Option<String>,
}

#[derive(Debug, clap::Args)]
struct ProjectJoinArgs {
    /// The project that stays: name, id or directory
    into: String,
    /// The project that is joined into it
    other: String,
    /// Do not ask
    #[arg(short, long)]
    yes: bool,
}

#[derive(Debug, clap::Args)]
struct ProjectSplitArgs {
    /// The directory, one of those that `palimp project show` lists
    directory: String,
}

#[derive(Debug, clap::Args)]
struct ProjectRenameArgs {
    /// Name, id or directory
    project: String,
    /// The new name
    name: String,
}

#[derive(Debug, clap::Args)]
struct ProjectForgetArgs {
    /// Name, id or directory
    project: String,
    /// Do not ask
    #[arg(short, long)]
    yes: bool,
}

impl ProjectArgs {
    /// Returns true if a project changes because somebody asked for it.
    pub(crate) const fn changes_projects(&self) -> bool {
        !matches!(self.verb, None | Some(ProjectCommand::List | ProjectCommand::Show(_)))
    }
}

pub(crate) fn run(cx: &Cx, args: &ProjectArgs) -> Result<(), CliError> {
    if args.due {
        let _ = rustix::process::setsid();
        return cx.at_work(|worker| Ok(worker.keep_up_projects()?));
    }
    match args.verb.as_ref().unwrap_or(&ProjectCommand::List) {
        ProjectCommand::List => list(cx),
        ProjectCommand::Show(target) => show(cx, target.project.as_deref()),
        ProjectCommand::Join(args) => join(cx, args),
        ProjectCommand::Split(args) => split(cx, args),
        ProjectCommand::Rename(args) => rename(cx, args),
        ProjectCommand::Forget(args) => forget(cx, args),
    }
}

fn list(cx: &Cx) -> Result<(), CliError> {
    let db = cx.activity_to_read()?;
    let mut rows = Vec::new();
    for record in ProjectTable::load(&cx.home).records() {
        let (sessions, last) = session_extent(cx, db.as_ref(), &record.id)?;
        rows.push((record, sessions, last));
    }
    rows.sort_by_key(|(_, _, last)| std::cmp::Reverse(*last));
    if cx.json {
        let rows: Vec<Value> = rows.iter().map(|(it, n, last)| to_json(it, *n, *last)).collect();
        print_json(&rows);
        return Ok(());
    }
    let now = now_ms();
    for (record, sessions, last) in &rows {
        let place = match record.current_place() {
            Some(place) => inline(&place.root),
            None if record.places.is_empty() => messages::project_elsewhere(),
            None => messages::project_directory_gone(),
        };
        let last = last.map_or_else(String::new, |last| format!(", {}", ago_in_words(last, now)));
        let sessions = counts::sessions(*sessions);
        say(format!(
            "{}  {}  {sessions}{last}  {place}",
            short_id(&record.id),
            inline(&record.name)
        ));
    }
    if rows.is_empty() {
        note(messages::no_projects_yet());
    }
    Ok(())
}

fn show(cx: &Cx, named: Option<&str>) -> Result<(), CliError> {
    let record = find_record(cx, named.unwrap_or("."))?;
    let (sessions, last) = session_extent(cx, cx.activity_to_read()?.as_ref(), &record.id)?;
    if cx.json {
        print_json(&to_json(&record, sessions, last));
        return Ok(());
    }
    say(format!("{}  {}", record.id, inline(&record.name)));
    say(messages::project_sessions(counts::sessions(sessions)));
    for place in record.places.iter().rev().filter(|place| !place.root.is_empty()) {
        let root = inline(&place.root);
        say(match place.exists() {
            true => messages::project_place(root),
            false => messages::project_place_gone(root),
        });
    }
    record.remotes.iter().for_each(|it| say(messages::project_remote(inline(it))));
    let short = |commit: &String| commit.get(..12).unwrap_or(commit).to_owned();
    record.first_commits.iter().for_each(|it| say(messages::project_first_commit(short(it))));
    record.joined.iter().for_each(|it| say(messages::project_joined_id(it)));
    Ok(())
}

fn join(cx: &Cx, args: &ProjectJoinArgs) -> Result<(), CliError> {
    let (into, other) = (find_record(cx, &args.into)?, find_record(cx, &args.other)?);
    if into.id == other.id {
        return Err(CliError::usage(messages::project_is_itself(inline(&into.name))));
    }
    let question = messages::ask_join_projects(inline(&other.name), inline(&into.name));
    if !confirm_irreversible(args.yes, question)? {
        note(messages::projects_not_joined());
        return Ok(());
    }
    let joined = with_keeper(cx, |keeper| Ok(keeper.join(&into.id, &other.id)?))?;
    tell_joined(cx, &joined, &into, &other);
    Ok(())
}

fn tell_joined(cx: &Cx, joined: &[JoinedProject], into: &ProjectRecord, other: &ProjectRecord) {
    let (rows, notes) = joined.iter().fold((0, 0), |sum, it| (sum.0 + it.rows, sum.1 + it.notes));
    if cx.json {
        print_json(
            &json!({ "project": into.id, "joined": other.id, "rows": rows, "notes": notes }),
        );
        return;
    }
    let (rows, notes) = (counts::entries(rows), counts::notes(notes));
    say(messages::projects_joined(inline(&other.name), inline(&into.name), rows, notes));
}

fn split(cx: &Cx, args: &ProjectSplitArgs) -> Result<(), CliError> {
    let root = palimp_engine::home::project_discovery::locate_project(Path::new(&args.directory));
    let root = root.project.root.to_string_lossy().into_owned();
    let has_it = |it: &ProjectRecord| it.places.iter().any(|place| place.root == root);
    let records = ProjectTable::load(&cx.home).records();
    let Some(record) = records.into_iter().find(has_it) else {
        return Err(CliError::user(messages::project_not_found(inline(&root))));
    };
    if record.places.len() == 1 {
        return Err(CliError::user(messages::project_has_one_place(inline(&record.name))));
    }
    let (project, sessions) = with_keeper(cx, |keeper| Ok(keeper.split(&record, &root)?))?;
    if cx.json {
        print_json(&json!({ "project": project.id, "name": project.name, "sessions": sessions }));
        return Ok(());
    }
    let sessions = counts::sessions(sessions);
    say(messages::project_split_off(inline(&project.name), inline(&record.name), sessions));
    Ok(())
}

fn rename(cx: &Cx, args: &ProjectRenameArgs) -> Result<(), CliError> {
    let record = find_record(cx, &args.project)?;
    let name = args.name.trim();
    if !is_project_name(name, &redactor(&cx.settings)) {
        return Err(CliError::usage(messages::project_name_unusable(inline(name))));
    }
    let project = with_keeper(cx, |keeper| Ok(keeper.rename(&record, name)?))?;
    if cx.json {
        print_json(&json!({ "project": project.id, "name": project.name, "was": record.name }));
        return Ok(());
    }
    say(messages::project_renamed(inline(&record.name), inline(name)));
    Ok(())
}

fn forget(cx: &Cx, args: &ProjectForgetArgs) -> Result<(), CliError> {
    let record = find_record(cx, &args.project)?;
    let sessions = project_sessions(cx, &record.id)?;
    let count = counts::sessions(sessions.len());
    let question = messages::ask_forget_whole_project(inline(&record.name), &count);
    if !confirm_irreversible(args.yes, question)? {
        note(messages::nothing_forgotten());
        return Ok(());
    }
    let gone = forget_project(cx, &record.id, &sessions)?;
    with_keeper(cx, |keeper| Ok(keeper.remove(&record.id)?))?;
    if cx.json {
        print_json(&json!({ "project": record.id, "forgotten": gone }));
        return Ok(());
    }
    say(messages::project_forgotten(counts::sessions(gone)));
    Ok(())
}

/// Returns the ids of the captured sessions of a project of this agent.
pub(super) fn project_sessions(cx: &Cx, project_id: &str) -> Result<Vec<String>, CliError> {
    let filter = Filter {
        agent: Some(cx.agent()),
        project_id: Some(project_id.to_owned()),
        ..Filter::default()
    };
    let found = cx.activity_to_read()?.map(|db| db.sessions(&filter, usize::MAX >> 1));
    Ok(found.transpose()?.unwrap_or_default().into_iter().map(|it| it.session_id).collect())
}

/// Forgets a project with its sessions and notes; returns how many sessions there were.
pub(super) fn forget_project(cx: &Cx, id: &str, sessions: &[String]) -> Result<usize, CliError> {
    let mut db = cx.activity_or_new()?;
    let context = ForgetContext { db: &mut db, ring: &cx.tombstone_ring(), now: now_ms() };
    Ok(cx.memory().forget_project(id, sessions, context)?)
}

fn session_extent(
    cx: &Cx,
    db: Option<&ActivityDb>,
    id: &str,
) -> Result<(usize, Option<i64>), CliError> {
    let filter = Filter { project_id: Some(id.to_owned()), ..cx.agent_filter() };
    let sessions = db.map(|db| db.sessions(&filter, usize::MAX >> 1)).transpose()?;
    let sessions = sessions.unwrap_or_default();
    Ok((sessions.len(), sessions.iter().map(|it| it.ended_at).max()))
}

fn with_keeper<T>(
    cx: &Cx,
    work: impl FnOnce(&ProjectKeeper) -> Result<T, CliError>,
) -> Result<T, CliError> {
    let (home, settings): (&HomePaths, &Settings) = (&cx.home, &cx.settings);
    let db = cx.activity_or_new()?;
    let models = || crate::models::open_models(home, settings);
    work(&ProjectKeeper { home, settings, user: user_home(), db: &db, models: &models })
}

/// Finds the project that a person names: a directory, an id or its beginning, or a name.
fn find_record(cx: &Cx, named: &str) -> Result<ProjectRecord, CliError> {
    let table = ProjectTable::load(&cx.home);
    let found = match named == "." || named.contains('/') {
        true => table.named(&table.identify(Path::new(named)).project.id),
        false => table.named(named),
    };
    found.ok_or_else(|| CliError::user(messages::project_not_found(inline(named))))
}

fn short_id(id: &str) -> &str {
    id.get(..8).unwrap_or(id)
}

fn to_json(record: &ProjectRecord, sessions: usize, last: Option<i64>) -> Value {
    let places = record.places.iter().rev().filter(|it| !it.root.is_empty());
    let places: Vec<Value> =
        places.map(|it| json!({ "path": it.root, "exists": it.exists() })).collect();
    json!({
        "id": record.id, "name": record.name, "places": places, "remotes": record.remotes,
        "firstCommits": record.first_commits, "joined": record.joined, "sessions": sessions,
        "lastAt": last,
    })
}
