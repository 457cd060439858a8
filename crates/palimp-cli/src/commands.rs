//! One command a file.

pub(crate) mod anchors;
pub(crate) mod backup;
pub(crate) mod bench;
pub(crate) mod bootstrap;
pub(crate) mod chat;
pub(crate) mod cleanup;
pub(crate) mod completions;
pub(crate) mod config;
pub(crate) mod context;
pub(crate) mod dashboard;
pub(crate) mod doctor;
pub(crate) mod edit;
pub(crate) mod embed;
pub(crate) mod exclude;
pub(crate) mod export;
pub(crate) mod flush;
pub(crate) mod forget;
pub(crate) mod history;
pub(crate) mod hub;
pub(crate) mod import;
pub(crate) mod index;
pub(crate) mod init;
pub(crate) mod injections;
pub(crate) mod install;
pub(crate) mod keys;
pub(crate) mod links;
pub(crate) mod list;
pub(crate) mod log;
pub(crate) mod mcp;
pub(crate) mod pause;
pub(crate) mod pick;
pub(crate) mod pin;
pub(crate) mod project;
pub(crate) mod read;
pub(crate) mod recent;
pub(crate) mod reflect;
pub(crate) mod review;
pub(crate) mod rules;
pub(crate) mod run;
pub(crate) mod save;
pub(crate) mod scan;
mod scratch;
pub(crate) mod search;
pub(crate) mod sessions;
pub(crate) mod show;
pub(crate) mod stats;
pub(crate) mod status;
pub(crate) mod sync;
pub(crate) mod team;
pub(crate) mod timeline;
pub(crate) mod tokens;
pub(crate) mod tour;
pub(crate) mod transcript;
pub(crate) mod up;
pub(crate) mod watch;
pub(crate) mod why;

use std::num::IntErrorKind;
use std::path::PathBuf;

use palimp_core::AgentClient;
use palimp_core::observation::ObservationType;
use palimp_core::project::ProjectIdentity;
use palimp_core::text::similar_names;
use palimp_engine::home::note_store::NoteStore;
use palimp_engine::home::projects::ProjectTable;
use palimp_engine::ingest::open_activity::{Filter, SessionFilter};
use palimp_note::Labels;

use crate::context::Cx;
use crate::error::CliError;
use crate::messages;
use crate::output::note;

/// Which rows a person means.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct FilterArgs {
    /// Only this project: its name, or a directory in it (`.` is the current one)
    #[arg(long, value_name = "NAME|DIR", add = clap_complete::engine::ArgValueCandidates::new(crate::complete::projects))]
    project: Option<String>,
    /// Only this client: claude, codex, gemini, opencode, copilot, cursor or openclaw
    #[arg(long, value_name = "CLIENT")]
    client: Option<AgentClient>,
    /// Only this session, or sessions whose id has this prefix
    #[arg(long, value_name = "ID")]
    session: Option<String>,
    /// Only since this time: 7d, 12h, 2026-11-20
    #[arg(long, value_name = "WHEN", value_parser = crate::when::since)]
    since: Option<i64>,
}

impl FilterArgs {
    /// True if the filter leaves anything out.
    pub(crate) fn is_narrow(&self) -> bool {
        self.project.is_some()
            || self.client.is_some()
            || self.session.is_some()
            || self.since.is_some()
    }

    /// Says why nothing is shown where what was asked for may be why; otherwise that is for others to
    /// say, and the answer is `false`.
    pub(crate) fn tell_nothing(&self, cx: &Cx) -> Result<bool, CliError> {
        if self.tell_strange_project(cx)? {
            return Ok(true);
        }
        if self.is_narrow() {
            note(messages::nothing_matches_filters());
        }
        Ok(self.is_narrow())
    }

    /// Says of a project by whose name nothing was captured which ones there are near it; `false`
    /// where none was named, or there is such a one.
    pub(crate) fn tell_strange_project(&self, cx: &Cx) -> Result<bool, CliError> {
        let Some(name) = self.project_name(cx) else { return Ok(false) };
        let known = match cx.activity_to_read()? {
            Some(db) => db.projects_and_clients(&cx.agent())?[0].clone(),
            None => Vec::new(),
        };
        if known.contains(&name) {
            return Ok(false);
        }
        let near = similar_names(&name, known.iter().map(String::as_str));
        match near.is_empty() {
            true => note(messages::nothing_in_project(&name)),
            false => note(messages::unknown_project(&name, near.join(", "))),
        }
        Ok(true)
    }

    /// The name of the project that is meant.
    pub(crate) fn project_name(&self, cx: &Cx) -> Option<String> {
        match self.project.as_deref()? {
            path if path == "." || path.contains('/') => {
                Some(palimp_engine::identify_project(&cx.home, path.as_ref()).project.name)
            }
            name => Some(ProjectTable::load(&cx.home).current_name(name)),
        }
    }

    /// The filter for this agent.
    pub(crate) fn filter(&self, cx: &Cx) -> Filter {
        let mut filter = cx.agent_filter();
        filter.client = self.client.map(|client| client.name().to_owned());
        filter.session = self.session.clone().map(SessionFilter::Begins);
        filter.since = self.since;
        match self.project.as_deref() {
            Some(path) if path == "." || path.contains('/') => {
                let here = palimp_engine::identify_project(&cx.home, path.as_ref());
                filter.project_id = Some(here.project.id);
            }
            _ => filter.project = self.project_name(cx),
        }
        filter
    }
}

/// What notes must say of themselves.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct LabelArgs {
    /// Only notes with this tag, in front matter or text; ops also finds ops/night
    #[arg(long, value_name = "TAG")]
    tag: Vec<String>,
    /// Only notes with this front matter: status=done, or status for any value
    #[arg(long = "prop", value_name = "KEY=VALUE")]
    properties: Vec<String>,
}

impl LabelArgs {
    /// Returns the labels to search for.
    pub(crate) fn labels(&self) -> Result<Labels, CliError> {
        Labels::parse(&self.tag, &self.properties)
            .map_err(|text| CliError::usage(messages::bad_label(&text)))
    }
}

/// The project that a person names: a directory of it, else a name, which tells no two projects of
/// one name apart.
pub(crate) fn project_named(cx: &Cx, named: &str) -> ProjectIdentity {
    if named == "." || named.contains('/') {
        return palimp_engine::identify_project(&cx.home, named.as_ref()).project;
    }
    ProjectIdentity { id: String::new(), name: named.to_owned(), root: PathBuf::new() }
}

/// The kind of observation that a person names.
pub(crate) fn parse_type(name: &str) -> Result<ObservationType, String> {
    ObservationType::from_name(name).ok_or_else(|| {
        let names = ObservationType::ALL.map(ObservationType::name).join(", ");
        messages::unknown_observation_type(name, &names)
    })
}

/// Parses the number of rows to show; the maximum is the largest number of the database.
pub(crate) fn parse_limit(text: &str) -> Result<usize, String> {
    match text.parse::<i64>() {
        Ok(number @ 1..) => Ok(number as usize),
        Err(why) if *why.kind() == IntErrorKind::PosOverflow => {
            Err(messages::number_too_large(text, i64::MAX))
        }
        _ => Err(messages::not_a_count(text)),
    }
}

/// Prints a hint that nothing has been captured yet.
pub(crate) fn print_nothing_captured(cx: &Cx) -> Result<(), CliError> {
    if !cx.json {
        note(messages::nothing_captured_yet());
    }
    Ok(())
}

/// Maximum number of notes or files to suggest for a name that does not exist.
const MAX_SUGGESTIONS: usize = 3;

/// Returns the error for a note that cannot be opened; for a missing note, with similar paths.
pub(crate) fn note_open_failure(
    notes: &NoteStore,
    path: &str,
    error: palimp_engine::retrieval::index_sync::Error,
) -> CliError {
    if !notes.read_note(path).is_ok_and(|text| text.is_none()) {
        return error.into();
    }
    let own = notes.scan_notes().unwrap_or_default().into_iter().map(|note| note.path.to_string());
    let others = notes.obsidian_notes().into_iter().map(|note| note.shown);
    let there: Vec<String> = own.chain(others).collect();
    let meant = similar_paths(path, there.iter().map(String::as_str));
    let place = notes.root().display();
    CliError::user(match meant.is_empty() {
        true => messages::note_missing_in_vault(path, &place),
        false => messages::note_missing_near(path, &place, meant.join(", ")),
    })
}

/// Returns the paths that are near the whole of `path`, or near its last part.
pub(crate) fn similar_paths<'n>(
    path: &str,
    there: impl IntoIterator<Item = &'n str>,
) -> Vec<&'n str> {
    let there: Vec<&str> = there.into_iter().collect();
    let last = |path: &'n str| path.rsplit('/').next().unwrap_or(path);
    let name = path.rsplit('/').next().unwrap_or(path);
    let by_name = similar_names(name, there.iter().map(|path| last(path)));
    let named =
        by_name.into_iter().flat_map(|name| there.iter().filter(move |it| last(it) == name));
    let mut meant = similar_names(path, there.iter().copied());
    for path in named {
        if !meant.contains(path) {
            meant.push(path);
        }
    }
    meant.truncate(MAX_SUGGESTIONS);
    meant
}
