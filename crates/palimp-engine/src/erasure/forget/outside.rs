//! Finds forgotten text outside of what palimp may change.

use std::fs;
use std::path::{Path, PathBuf};

use palimp_store::activity::CapturedItem;
use serde::Serialize;

use super::other_files::file_says;
use super::search_of;
use crate::home::note_store::NoteStore;

/// Places outside palimp that still contain a text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Outside {
    /// Files that say it: clients' transcripts, other tools' notes and databases, files outside the
    /// vault that are searched where they lie, the settings, and what is no note in the vault.
    pub files: Vec<String>,
    /// The git repository that holds the vault, whose earlier commits may say it.
    pub git: Option<PathBuf>,
}

/// Maximum depth to which a vault is searched for files that are not notes.
pub(super) const MAX_DEPTH: usize = 16;

impl NoteStore {
    /// Finds `target` outside palimp; `tool_files` are the files of other tools.
    pub fn find_outside(
        &self,
        target: &str,
        tool_files: impl IntoIterator<Item = PathBuf>,
    ) -> Outside {
        if CapturedItem::parse(target).is_some() {
            return Outside::default();
        }
        let wanted = search_of(target);
        let extras = self.extras().0.into_iter();
        let extras = extras.filter(|it| it.read_lossy().is_ok_and(|text| wanted.is_in(&text)));
        let mut files: Vec<String> = extras.map(|extra| extra.shown).collect();
        let own = [self.home.settings_file()];
        let others =
            tool_files.into_iter().chain(own).chain(self.no_notes()).chain(editor_copies());
        let saying = others.filter(|path| file_says(path, &wanted));
        files.extend(saying.map(|path| path.display().to_string()));
        files.sort_unstable();
        files.dedup();
        Outside { files, git: find_repository(self.root()) }
    }

    /// The files in the vault that are no notes.
    fn no_notes(&self) -> Vec<PathBuf> {
        let notes = self.all_notes().unwrap_or_default();
        let mut files = Vec::new();
        collect_files(self.root(), MAX_DEPTH, &mut files);
        files.retain(|file| {
            let inner = file.strip_prefix(self.root()).unwrap_or(file);
            !notes.iter().any(|note| Path::new(note) == inner)
        });
        files
    }
}

/// Collects the files below a directory without following links.
pub(super) fn collect_files(dir: &Path, depth: usize, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(dir).into_iter().flatten().flatten() {
        let path = entry.path();
        match entry.file_type() {
            // What a repository holds is compressed, and told of as a whole.
            Ok(kind) if kind.is_dir() && depth > 0 && entry.file_name() != ".git" => {
                collect_files(&path, depth - 1, files);
            }
            Ok(kind) if kind.is_file() => files.push(path),
            _ => {}
        }
    }
}

/// Returns the copies of notes that `palimp edit` opened in an editor.
fn editor_copies() -> Vec<PathBuf> {
    let dirs = fs::read_dir(std::env::temp_dir()).into_iter().flatten().flatten();
    let ours = dirs.filter(|dir| dir.file_name().to_string_lossy().starts_with("palimp-edit-"));
    let mut files = Vec::new();
    ours.for_each(|dir| collect_files(&dir.path(), 1, &mut files));
    files
}

/// Returns the repository that a directory belongs to.
fn find_repository(dir: &Path) -> Option<PathBuf> {
    dir.ancestors().map(|dir| dir.join(".git")).find(|git| git.exists())
}
