//! Searches for files: the files that a grep, a glob or a find came upon.

use std::path::Path;

use palimp_core::shell::simple_commands;
use palimp_core::summary::file_name;
use palimp_core::{ToolAction, ToolOutcome, ToolUse};

/// A search that came upon more files looked for none of them.
const MAX_FILES: usize = 3;
/// The longest output that is read, in bytes.
const MAX_OUTPUT_BYTES: usize = 32 << 10;
/// Programs that look for files.
const SEARCH_PROGRAMS: [&str; 6] = ["find", "grep", "rg", "fd", "ag", "locate"];
/// Names that many directories have: they are told by their directory.
const COMMON_STEMS: [&str; 9] =
    ["index", "main", "mod", "lib", "page", "layout", "route", "readme", "__init__"];

/// Returns the files that a use of a tool searched for and found, as the project names them.
pub(super) fn found_files(tool: &ToolUse, root: &Path) -> Vec<String> {
    let asked = match &tool.action {
        ToolAction::Other { input } if matches!(tool.name.as_str(), "Grep" | "Glob") => input,
        ToolAction::Shell { command } if is_search(command) => command,
        _ => return Vec::new(),
    };
    if matches!(tool.outcome, ToolOutcome::Failure { .. }) || tool.output.len() > MAX_OUTPUT_BYTES {
        return Vec::new();
    }
    let mut files: Vec<String> = Vec::new();
    for line in tool.output.lines() {
        let path = line.split(':').next().unwrap_or_default().trim().trim_start_matches("./");
        let file = super::super::relative_path(path, root);
        if looks_like_file(&file) && !files.contains(&file) {
            files.push(file);
        }
        if files.len() > MAX_FILES {
            return Vec::new();
        }
    }
    // Whoever names the file knows it.
    files.retain(|file| !asked.contains(file_name(file)));
    files
}

/// Returns the part of a path by which it is recognised: its name, and the directory of a common one.
pub(super) fn name_of(path: &str) -> &str {
    let name = file_name(path);
    let stem = name.split('.').next().unwrap_or_default().to_lowercase();
    if !COMMON_STEMS.contains(&stem.as_str()) {
        return name;
    }
    let parent = path[..path.len() - name.len()].trim_end_matches('/');
    let above = parent.len() - file_name(parent).len();
    &path[above..]
}

fn is_search(command: &str) -> bool {
    let mut commands = simple_commands(command).into_iter();
    let first = commands.find(|words| words.first().is_some_and(|word| word != "cd"));
    first.is_some_and(|words| {
        let program = file_name(&words[0]);
        SEARCH_PROGRAMS.contains(&program)
            || program == "git" && words.get(1).is_some_and(|it| it == "grep" || it == "ls-files")
    })
}

fn looks_like_file(path: &str) -> bool {
    let has_ending = file_name(path)
        .rsplit_once('.')
        .is_some_and(|(stem, ending)| !stem.is_empty() && (1..=8).contains(&ending.len()));
    has_ending && !path.contains(char::is_whitespace) && path.len() < 300
}
