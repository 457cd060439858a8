//! Obsidian's templates and attachments in a vault, found by Obsidian's own settings.
//!
//! A template is Markdown full of blanks, which no search is to find; a folder of attachments holds
//! what notes show. Both are skipped, as Obsidian's trash is, whose name begins with a dot.

use std::ffi::OsStr;
use std::path::Path;

use palimp_note::path::to_nfc;
use serde_json::Value;

use crate::directory::HeldDirectory;

/// The directory of Obsidian's settings.
const SETTINGS_DIR: &str = ".obsidian";
/// Maximum size of a settings file, in bytes.
const MAX_SETTINGS_BYTES: u64 = 1 << 20;

/// Settings of the core plugin and the two most used ones that name the folder of templates: the
/// directories below the settings, the file and the key.
const TEMPLATE_SETTINGS: [(&[&str], &str, &str); 3] = [
    (&[], "templates.json", "folder"),
    (&["plugins", "templater-obsidian"], "data.json", "templates_folder"),
    (&["plugins", "quickadd"], "data.json", "templateFolderPath"),
];

/// Returns true if Obsidian keeps its settings in `dir`.
pub(crate) fn is_vault(dir: &Path) -> bool {
    dir.join(SETTINGS_DIR).is_dir()
}

/// The folders of a vault that hold no notes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Beside {
    /// Their paths from the vault on, in NFC.
    paths: Vec<String>,
    /// The name of one beside any note, in NFC.
    anywhere: Option<String>,
}

impl Beside {
    /// Returns the folders without notes by the settings below `root`; none if it is not an
    /// Obsidian vault.
    pub(crate) fn notes_of(root: &HeldDirectory) -> Beside {
        let Ok(settings) = root.open_child(OsStr::new(SETTINGS_DIR)) else {
            return Beside::default();
        };
        let mut beside = Beside::default();
        for (directories, file, key) in TEMPLATE_SETTINGS {
            let value = read_settings(&settings, directories, file);
            beside.paths.extend(value.as_ref().and_then(|it| folder_setting(it, key)));
        }
        let app = read_settings(&settings, &[], "app.json").unwrap_or_default();
        match app["attachmentFolderPath"].as_str().and_then(|path| path.strip_prefix("./")) {
            Some(name) => {
                beside.anywhere = normalize_folder(name).filter(|name| !name.contains('/'))
            }
            None => {
                // Where new notes go as well, it is a folder of notes.
                let notes = folder_setting(&app, "newFileFolderPath");
                let attached = folder_setting(&app, "attachmentFolderPath");
                beside.paths.extend(attached.filter(|path| Some(path) != notes.as_ref()));
            }
        }
        beside
    }

    /// Adds these paths.
    pub(crate) fn and(mut self, paths: Vec<String>) -> Beside {
        self.paths.extend(paths);
        self
    }

    /// True if a directory is one of these folders, given its path, and its name alone.
    pub(crate) fn contains_directory(&self, path: &str, name: &str) -> bool {
        if self.paths.is_empty() && self.anywhere.is_none() {
            return false;
        }
        let is = |held: &String, given: &str| *held == given || *held == to_nfc(given);
        self.paths.iter().any(|held| is(held, path))
            || self.anywhere.as_ref().is_some_and(|held| is(held, name))
    }
}

/// A file of the settings, if it is there and is JSON.
fn read_settings(settings: &HeldDirectory, directories: &[&str], file: &str) -> Option<Value> {
    let mut below: Option<HeldDirectory> = None;
    for name in directories {
        below = Some(below.as_ref().unwrap_or(settings).open_child(OsStr::new(name)).ok()?);
    }
    let directory = below.as_ref().unwrap_or(settings);
    let content = directory.read_up_to(OsStr::new(file), MAX_SETTINGS_BYTES).ok()?;
    serde_json::from_slice(&content.bytes).ok()
}

/// The folder that a key names; none where that is the vault itself.
fn folder_setting(settings: &Value, key: &str) -> Option<String> {
    normalize_folder(settings[key].as_str()?)
}

/// Trims a folder's path and converts it to NFC; none for the vault itself.
pub(crate) fn normalize_folder(path: &str) -> Option<String> {
    let path = to_nfc(path.trim().trim_matches('/'));
    (!path.is_empty() && path != ".").then_some(path)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use crate::Vault;

    fn write(root: &Path, path: &str, text: &str) {
        let path = root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn notes(root: &Path) -> Vec<String> {
        let vault = Vault::open(root, &root.join(".locks")).unwrap();
        vault.scan().unwrap().iter().map(|found| found.path.to_string()).collect()
    }

    #[test]
    fn templates_and_attachments_are_no_notes() {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path();
        for path in
            ["a.md", "서식/하루.md", "Meta/T/b.md", "붙임/c.md", ".trash/d.md", "x/붙임/e.md"]
        {
            write(root, path, "text\n");
        }
        assert_eq!(
            notes(root),
            ["Meta/T/b.md", "a.md", "x/붙임/e.md", "붙임/c.md", "서식/하루.md"]
        );
        write(root, ".obsidian/templates.json", r#"{"folder":"서식/","dateFormat":"YYYY"}"#);
        write(
            root,
            ".obsidian/plugins/templater-obsidian/data.json",
            r#"{"templates_folder":"/Meta/T"}"#,
        );
        write(root, ".obsidian/app.json", r#"{"attachmentFolderPath":"붙임"}"#);
        assert_eq!(notes(root), ["a.md", "x/붙임/e.md"]);
        write(root, ".obsidian/app.json", r#"{"attachmentFolderPath":"./붙임"}"#);
        assert_eq!(notes(root), ["a.md"]);
        let vault = Vault::open(root, &root.join(".locks")).unwrap();
        assert_eq!(vault.left_alone().unwrap(), ["Meta/T", "x/붙임", "붙임", "서식"]);
    }

    #[test]
    fn a_vault_whose_settings_name_itself_or_say_nothing_is_read_whole() {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path();
        write(root, "a.md", "text\n");
        write(root, "Inbox/b.md", "text\n");
        for settings in [
            r#"{"attachmentFolderPath":"/"}"#,
            r#"{"attachmentFolderPath":"./"}"#,
            r#"{"attachmentFolderPath":"Inbox","newFileFolderPath":"Inbox/"}"#,
            r#"{"attachmentFolderPath":7}"#,
            "[",
        ] {
            write(root, ".obsidian/app.json", settings);
            assert_eq!(notes(root), ["Inbox/b.md", "a.md"], "{settings}");
        }
        write(root, ".obsidian/templates.json", r#"{"folder":""}"#);
        assert_eq!(notes(root).len(), 2);
    }
}
