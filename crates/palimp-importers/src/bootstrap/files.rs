//! Files of text that become notes: which they are, and what each is to be called.

use std::fs;
use std::path::{Path, PathBuf};

use jiff::civil::Date;
use jiff::tz::TimeZone;
use palimp_core::text::one_line;
use palimp_engine::home::exclusion::Exclusions;
use palimp_engine::home::project_discovery::locate_project;
use palimp_vault::VaultError;
use palimp_vault::confined_read::{self, ConfinedFile};

use super::adopt::{self, ImportFolder, ImportItem, display_path};
use super::rules::{PROJECT_RULE_PATHS, RULE_EXTENSIONS, USER_RULE_PATHS};
use super::{ImportSource, ImportSourceKind, ImportSummary, ToolDirs};

/// Maximum size of a file that becomes a note, in bytes.
const MAX_FILE_BYTES: u64 = 4 << 20;
/// Maximum depth to which directories of notes are read.
const MAX_DEPTH: usize = 8;

/// A file that is imported as a note.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ImportFile {
    pub(super) path: PathBuf,
    /// The directory to which it belongs; a link that leads out of it is not followed.
    root: PathBuf,
    /// Name of the note.
    name: String,
    folder: ImportFolder,
    project: Option<String>,
    /// Directory of the project that the file is about, if it is known.
    project_dir: Option<PathBuf>,
    client: Option<&'static str>,
}

/// Reads the texts of a source.
pub(super) fn read_items(
    source: &ImportSource,
    places: &ToolDirs,
    exclusions: &Exclusions,
    taken: &mut ImportSummary,
) -> Vec<ImportItem> {
    let found = find_files(source.kind, places);
    let mut wanted: Vec<_> =
        found.into_iter().filter(|found| source.paths.contains(&found.path)).collect();
    let all = wanted.len();
    wanted.retain(|found| {
        let mut dirs = found.project_dir.iter();
        !dirs.any(|dir| exclusions.of_directory(dir).is_some())
    });
    taken.excluded += all - wanted.len();
    let complaints = &mut taken.complaints;
    wanted.into_iter().filter_map(|found| read_item(found, places, complaints)).collect()
}

fn read_item(
    found: ImportFile,
    places: &ToolDirs,
    complaints: &mut Vec<String>,
) -> Option<ImportItem> {
    let shown = display_path(&found.path, &places.user);
    let ConfinedFile { bytes, mtime_ns } =
        match confined_read::read_within(&found.root, &found.path, MAX_FILE_BYTES) {
            Ok(text) => text,
            Err(VaultError::TooLarge { .. }) => {
                complaints.push(crate::messages::file_too_long(&shown));
                return None;
            }
            Err(VaultError::Outside { root, .. }) => {
                let root = adopt::display_path(&root, &places.user);
                complaints.push(crate::messages::file_leads_out(&shown, &root));
                return None;
            }
            Err(error) => {
                complaints.push(crate::messages::file_left_out(&shown, &error));
                return None;
            }
        };
    if bytes.contains(&0) {
        complaints.push(crate::messages::file_not_text(&shown));
        return None;
    }
    Some(ImportItem {
        origin: shown,
        at: day_of(&file_stem(&found.path)).or(Some(mtime_ns / 1_000_000)),
        place: Some(found.path),
        folder: found.folder,
        name: found.name,
        project: found.project,
        client: found.client,
        text: String::from_utf8_lossy(&bytes).into_owned(),
    })
}

/// The day that a file is named after, from its midnight in the user's time zone, in milliseconds
/// since the Unix epoch: the file itself may be as young as the last copy.
fn day_of(name: &str) -> Option<i64> {
    let day = (0..name.len()).find_map(|at| name.get(at..at + 10)?.parse::<Date>().ok())?;
    let midnight = day.to_zoned(TimeZone::system()).ok()?;
    Some(midnight.timestamp().as_millisecond())
}

/// Finds the files of a kind of source.
pub(super) fn find_files(kind: ImportSourceKind, places: &ToolDirs) -> Vec<ImportFile> {
    let mut found = match kind {
        ImportSourceKind::ClaudeMemory => claude_memory(places),
        ImportSourceKind::Rules => rule_files(places),
        ImportSourceKind::Jaw => {
            home_dirs(places, ".cli-jaw").iter().flat_map(|home| jaw_files(home)).collect()
        }
        ImportSourceKind::Claw => {
            home_dirs(places, ".cli-claw").iter().flat_map(|home| claw_files(home)).collect()
        }
        ImportSourceKind::OpenclawNotes => openclaw_files(places),
        _ => Vec::new(),
    };
    let mut seen = Vec::new();
    found.retain(|found| {
        // A link to another of them is the same file.
        let real = found.path.canonicalize().unwrap_or_else(|_| found.path.clone());
        // What leads out is no file here, and is told when it is to be read.
        let is_there = found.path.is_file() || confined_read::leads_out(&found.root, &found.path);
        let is_first = is_there && !seen.contains(&real);
        seen.push(real);
        is_first
    });
    found
}

/// `<client's directory>/projects/<directory>/memory/*.md`.
fn claude_memory(places: &ToolDirs) -> Vec<ImportFile> {
    let Some(claude) = places.client_dir(palimp_core::AgentClient::Claude) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for directory in sorted_entries(&claude.join("projects")) {
        let (project, project_dir) = project_of_claude(&directory);
        for path in files_at(&directory.join("memory"), &claude.join("projects"), &["md"]) {
            let name = format!("claude-memory {project} {}", file_stem(&path));
            let project = Some(project.clone());
            found.push(ImportFile {
                path,
                root: claude.join("projects"),
                name,
                folder: ImportFolder::Semantic,
                project,
                project_dir: project_dir.clone(),
                client: Some("claude"),
            });
        }
    }
    found
}

/// The project of a directory of Claude Code's, by the sessions recorded there; where there are
/// none, by the directory's own name.
fn project_of_claude(directory: &Path) -> (String, Option<PathBuf>) {
    let transcripts = sorted_entries(directory)
        .into_iter()
        .filter(|path| path.extension().is_some_and(|ending| ending == "jsonl"));
    let mut worked =
        transcripts.filter_map(|path| palimp_clients::transcript::claude_directory(&path));
    match worked.next() {
        Some(cwd) => (locate_project(&cwd).project.name, Some(cwd)),
        None => (file_name(directory).trim_start_matches('-').to_owned(), None),
    }
}

fn rule_files(places: &ToolDirs) -> Vec<ImportFile> {
    let mut found = Vec::new();
    if places.project != places.user {
        let project = locate_project(&places.project).project.name;
        for (rule, client) in PROJECT_RULE_PATHS {
            let root = &places.project;
            for path in files_at(&root.join(rule), root, &RULE_EXTENSIONS) {
                let name = format!("rules {project} {}", path_in_words(&path, root));
                let (root, project) = (root.clone(), Some(project.clone()));
                let project_dir = Some(places.project.clone());
                found.push(ImportFile {
                    path,
                    root,
                    name,
                    folder: ImportFolder::Semantic,
                    project,
                    project_dir,
                    client,
                });
            }
        }
    }
    for (rule, client) in USER_RULE_PATHS {
        let root = &places.user;
        for path in files_at(&root.join(rule), root, &RULE_EXTENSIONS) {
            let name = format!("rules {}", path_in_words(&path, root));
            let (root, project) = (root.clone(), None);
            found.push(ImportFile {
                path,
                root,
                name,
                folder: ImportFolder::Semantic,
                project,
                project_dir: None,
                client,
            });
        }
    }
    found
}

/// Finds `memory/structured/` of a home of cli-jaw, and older notes beside it.
fn jaw_files(home: &Path) -> Vec<ImportFile> {
    let (memory, structured) = (home.join("memory"), home.join("memory/structured"));
    let is_session = |path: &PathBuf| path.starts_with(structured.join("sessions"));
    let notes = files_below(&memory, &["md"]).into_iter().filter(|path| !is_session(path));
    notes.map(|path| note_file(home, &memory, path)).collect()
}

fn claw_files(home: &Path) -> Vec<ImportFile> {
    let memory = home.join("memory");
    files_below(&memory, &["md"]).into_iter().map(|path| note_file(home, &memory, path)).collect()
}

/// Finds the workspaces of OpenClaw, under the names that it has had.
fn openclaw_files(places: &ToolDirs) -> Vec<ImportFile> {
    const WORKSPACE_FILES: [&str; 6] =
        ["MEMORY.md", "USER.md", "SOUL.md", "IDENTITY.md", "TOOLS.md", "AGENTS.md"];
    let state = places.client_dir(palimp_core::AgentClient::Openclaw).cloned();
    let homes = state.into_iter().chain([places.user.join(".clawdbot")]);
    let within = homes.flat_map(|home| sorted_entries(&home));
    let workspaces = within.filter(|path| file_name(path).starts_with("workspace"));
    let mut found = Vec::new();
    for workspace in workspaces.chain([places.user.join("clawd")]) {
        let own = WORKSPACE_FILES.iter().map(|file| workspace.join(file));
        let daily = files_below(&workspace.join("memory"), &["md"]);
        for path in own.chain(daily) {
            let name =
                format!("openclaw {} {}", file_name(&workspace), path_in_words(&path, &workspace));
            let (folder, root) = (choose_folder(&path), workspace.clone());
            found.push(ImportFile {
                path,
                root,
                name,
                folder,
                project: None,
                project_dir: None,
                client: Some("openclaw"),
            });
        }
    }
    found
}

/// Creates the entry for a note of another memory; its path there determines its folder.
fn note_file(home: &Path, root: &Path, path: PathBuf) -> ImportFile {
    let called = file_name(home).trim_start_matches('.').to_owned();
    let inner = path_in_words(&path, root);
    let shorter = inner.trim_start_matches("structured ");
    let name = format!("{called} {shorter}");
    let (folder, root) = (choose_folder(&path), home.to_owned());
    ImportFile { folder, path, root, name, project: None, project_dir: None, client: None }
}

fn choose_folder(path: &Path) -> ImportFolder {
    let has = |part: &str| path.components().any(|component| component.as_os_str() == part);
    let stem = file_stem(path);
    let is_dated = stem.len() >= 10 && stem.is_char_boundary(10) && is_date(&stem[..10]);
    if has("procedures") {
        ImportFolder::Procedures
    } else if has("episodes") || is_dated {
        ImportFolder::Episodes
    } else {
        ImportFolder::Semantic
    }
}

fn is_date(text: &str) -> bool {
    text.parse::<jiff::civil::Date>().is_ok()
}

/// Finds the directories of the user that begin with `name`.
fn home_dirs(places: &ToolDirs, name: &str) -> Vec<PathBuf> {
    let mut homes = sorted_entries(&places.user);
    homes.retain(|path| self::file_name(path).starts_with(name) && path.is_dir());
    homes
}

/// Returns the file, or the files below a directory that have one of the extensions. A directory
/// that leads out of `root` is not read.
fn files_at(path: &Path, root: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let inside = path.is_dir() && !confined_read::leads_out(root, path);
    if inside { files_below(path, endings) } else { vec![path.to_owned()] }
}

/// Returns the files below a directory that have one of the extensions, except hidden ones and
/// links to directories.
fn files_below(directory: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    collect_files(directory, endings, 0, &mut found);
    found
}

fn collect_files(directory: &Path, endings: &[&str], depth: usize, found: &mut Vec<PathBuf>) {
    for path in sorted_entries(directory) {
        let is_ours = path.extension().is_some_and(|end| endings.iter().any(|ours| end == *ours));
        if file_name(&path).starts_with('.') {
            continue;
        }
        if path.is_dir() && !path.is_symlink() && depth < MAX_DEPTH {
            collect_files(&path, endings, depth + 1, found);
        } else if is_ours && path.is_file() {
            found.push(path);
        }
    }
}

/// Entries of a directory, sorted by name.
pub(super) fn sorted_entries(directory: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    paths
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn file_stem(path: &Path) -> String {
    one_line(&path.file_stem().unwrap_or_default().to_string_lossy())
}

/// Converts a path below `root` to words, without its extension.
fn path_in_words(path: &Path, root: &Path) -> String {
    let inner = path.strip_prefix(root).unwrap_or(path).with_extension("");
    let parts = inner.components().map(|part| part.as_os_str().to_string_lossy().into_owned());
    parts.collect::<Vec<_>>().join(" ")
}
