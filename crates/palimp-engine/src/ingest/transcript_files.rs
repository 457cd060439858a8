//! Lists the transcripts that clients keep on this machine.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use palimp_clients::transcript;
use palimp_core::AgentClient;
use palimp_vault::confined_read;

/// Lists the transcripts below a client's directory, oldest first. opencode keeps its history in a
/// database, and ChatGPT where the user put it; they have none.
pub fn list_transcripts(client: AgentClient, dir: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for (below, depth) in transcript::transcript_dirs(client) {
        let root = dir.join(below);
        collect_files_at_depth(&root, &root, *depth, &mut found);
    }
    found.retain(|(path, _)| transcript::is_transcript(client, path));
    found.sort_by(|a, b| a.1.cmp(&b.1).then_with(|| a.0.cmp(&b.0)));
    found.into_iter().map(|(path, _)| path).collect()
}

/// Collects the files exactly `depth` levels below `dir`, with their modification times. A link
/// that leads out of `root` is skipped.
fn collect_files_at_depth(
    root: &Path,
    dir: &Path,
    depth: usize,
    found: &mut Vec<(PathBuf, SystemTime)>,
) {
    for entry in fs::read_dir(dir).into_iter().flatten().flatten() {
        let path = entry.path();
        let is_link = entry.file_type().is_ok_and(|kind| kind.is_symlink());
        if is_link && confined_read::leads_out(root, &path) {
            continue;
        }
        let Ok(meta) = fs::metadata(&path) else { continue };
        if meta.is_dir() && depth > 1 {
            collect_files_at_depth(root, &path, depth - 1, found);
        } else if meta.is_file() && depth == 1 {
            found.push((path, meta.modified().unwrap_or(SystemTime::UNIX_EPOCH)));
        }
    }
}
