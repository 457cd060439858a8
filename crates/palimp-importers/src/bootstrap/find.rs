//! Finds the import sources on this machine.

use std::path::{Path, PathBuf};

use palimp_core::AgentClient;
use palimp_engine::ingest::transcript_files::list_transcripts;
use palimp_store::foreign::{ForeignError, claude_mem, hooks, openclaw, opencode};

use super::files::{self, sorted_entries};
use super::{ImportSource, ImportSourceKind, ToolDirs};

/// Kinds to look for, in the order in which they are imported: recorded sessions first, so that
/// what other sources contain of a session is recognised.
const KINDS: [ImportSourceKind; 14] = [
    ImportSourceKind::Sessions(AgentClient::Claude),
    ImportSourceKind::Sessions(AgentClient::Codex),
    ImportSourceKind::Sessions(AgentClient::Gemini),
    ImportSourceKind::Sessions(AgentClient::Opencode),
    ImportSourceKind::Sessions(AgentClient::Copilot),
    ImportSourceKind::Sessions(AgentClient::Cursor),
    ImportSourceKind::Sessions(AgentClient::Openclaw),
    ImportSourceKind::ClaudeMemory,
    ImportSourceKind::Rules,
    ImportSourceKind::Jaw,
    ImportSourceKind::Claw,
    ImportSourceKind::OpenclawNotes,
    ImportSourceKind::ClaudeMem,
    ImportSourceKind::Hooks,
];

/// Finds the sources that can be imported. Writes nothing, not even a lock file beside another
/// tool's database.
pub fn find(places: &ToolDirs) -> Vec<ImportSource> {
    KINDS.into_iter().filter_map(|kind| find_source(kind, places)).collect()
}

/// Returns the files of the sources that can be imported.
pub fn source_files(places: &ToolDirs) -> impl Iterator<Item = PathBuf> + '_ {
    KINDS.into_iter().filter_map(|kind| find_source(kind, places)).flat_map(|source| source.paths)
}

/// Finds a source that a person names: one of the kinds that [`find`] knows, or `chatgpt:PATH`.
///
/// # Errors
///
/// When there is no such kind, or nothing of it here.
pub fn find_by_name(name: &str, places: &ToolDirs) -> Result<ImportSource, NotFound> {
    match name.strip_prefix("chatgpt:") {
        Some("") => return Err(NotFound::NoPath),
        Some(path) => return chatgpt_export(Path::new(path), places),
        None => {}
    }
    let Some(kind) = KINDS.into_iter().find(|kind| kind.name() == name) else {
        let known = KINDS.map(ImportSourceKind::name).join(", ");
        return Err(NotFound::Unknown { name: name.to_owned(), known });
    };
    find_source(kind, places).ok_or(NotFound::Nothing(kind))
}

/// Reason why there is no source of a name.
#[derive(Debug, thiserror::Error)]
pub enum NotFound {
    /// No kind has this name.
    #[error("{}", crate::messages::no_such_source(.name, .known))]
    Unknown {
        /// The requested name.
        name: String,
        /// The names there are.
        known: String,
    },
    /// Nothing of this kind is here.
    #[error("{}", crate::messages::source_not_here(.0.title()))]
    Nothing(ImportSourceKind),
    /// An export without a path.
    #[error("{}", crate::messages::export_path_missing())]
    NoPath,
    /// There is no such file or directory.
    #[error("{}", crate::messages::export_not_found(.0.display()))]
    NoExport(PathBuf),
}

/// Returns a ChatGPT export at a path that the user gave.
fn chatgpt_export(path: &Path, places: &ToolDirs) -> Result<ImportSource, NotFound> {
    let path = match path.strip_prefix("~") {
        Ok(below) => places.user.join(below),
        Err(_) => std::path::absolute(path).unwrap_or_else(|_| path.to_owned()),
    };
    if !path.exists() {
        return Err(NotFound::NoExport(path));
    }
    Ok(ImportSource {
        kind: ImportSourceKind::Chatgpt,
        title: ImportSourceKind::Chatgpt.title(),
        paths: vec![path],
        count: None,
    })
}

fn find_source(kind: ImportSourceKind, places: &ToolDirs) -> Option<ImportSource> {
    let paths = source_paths(kind, places);
    let count = count_all(kind, &paths);
    let title = kind.title();
    let is_there = !paths.is_empty() && count != Some(0);
    is_there.then_some(ImportSource { kind, title, paths, count })
}

fn source_paths(kind: ImportSourceKind, places: &ToolDirs) -> Vec<PathBuf> {
    let file = |path: PathBuf| Vec::from_iter(path.is_file().then_some(path));
    match kind {
        ImportSourceKind::Sessions(AgentClient::Opencode) => {
            let own = places.data.join("opencode");
            let mut found = file(own.join("opencode.db"));
            found.extend(palimp_clients::opencode::transcript::session_files(&own.join("storage")));
            found
        }
        ImportSourceKind::Sessions(client) => {
            let Some(dir) = places.client_dir(client) else { return Vec::new() };
            let databases =
                if client == AgentClient::Openclaw { openclaw_databases(dir) } else { Vec::new() };
            databases.into_iter().chain(list_transcripts(client, dir)).collect()
        }
        ImportSourceKind::ClaudeMem => file(places.user.join(".claude-mem/claude-mem.db")),
        ImportSourceKind::Hooks => {
            let claude = places.client_dir(AgentClient::Claude).map(|dir| dir.join("memory.db"));
            claude.map(file).unwrap_or_default()
        }
        ImportSourceKind::Chatgpt => Vec::new(),
        _ => files::find_files(kind, places).into_iter().map(|found| found.path).collect(),
    }
}

/// Returns the databases of OpenClaw's agents.
fn openclaw_databases(state: &Path) -> Vec<PathBuf> {
    let agents = sorted_entries(&state.join("agents")).into_iter();
    let databases = agents.map(|agent| agent.join("agent/openclaw-agent.sqlite"));
    databases.filter(|path| path.is_file()).collect()
}

/// Counts the content of the files; none if one of them cannot be counted.
fn count_all(kind: ImportSourceKind, paths: &[PathBuf]) -> Option<usize> {
    let counts = paths.iter().map(|path| count_in_file(kind, path).ok());
    counts.sum()
}

/// Counts the content of one file. A database with a count of 0 is read, to distinguish an empty
/// one from one of another version.
fn count_in_file(kind: ImportSourceKind, path: &Path) -> Result<usize, ForeignError> {
    let ending = path.extension().unwrap_or_default();
    match kind {
        ImportSourceKind::Sessions(AgentClient::Opencode) if ending == "db" => {
            let store = opencode::OpenCodeStore::open(path)?;
            or_read(store.count_sessions()?, || Ok(store.sessions()?.len()))
        }
        ImportSourceKind::Sessions(AgentClient::Openclaw) if ending == "sqlite" => {
            Ok(openclaw::OpenClawStore::open(path)?.session_ids()?.len())
        }
        ImportSourceKind::ClaudeMem => {
            let store = claude_mem::ClaudeMemStore::open(path)?;
            or_read(store.count_entries()?, || Ok(store.memories()?.len()))
        }
        ImportSourceKind::Hooks => {
            let store = hooks::MemoryHooksStore::open(path)?;
            or_read(store.count_tool_uses()?, || Ok(store.tool_uses()?.len()))
        }
        _ => Ok(1),
    }
}

fn or_read(
    count: usize,
    read: impl FnOnce() -> Result<usize, ForeignError>,
) -> Result<usize, ForeignError> {
    if count == 0 { read() } else { Ok(count) }
}

/// Returns a message for each file of `source` that cannot be read.
pub(super) fn read_errors(source: &ImportSource) -> Vec<String> {
    let errors = source.paths.iter().filter_map(|path| count_in_file(source.kind, path).err());
    errors.map(|error| error.to_string()).collect()
}
