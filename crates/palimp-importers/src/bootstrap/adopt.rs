//! A text from elsewhere → a note that says where it came from.
//!
//! The front matter of such a note names its source, the hash of what stood there, and the hash of
//! the note as it was written: by the first a second import finds it, by the second it sees
//! whether the source has changed, by the third whether a person has edited the note.

mod render;

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use palimp_engine::Error;
use palimp_engine::home::imported_note::{is_edited, origin_of, short_hash};
use palimp_engine::home::note_store::NoteStore;
use palimp_engine::home::redaction;
use palimp_engine::home::tombstones::Buried;
use palimp_engine::retrieval::index_sync::StageProgress;
use palimp_note::NotePath;
use palimp_note::provenance::escape_comments;
use palimp_redact::Redactor;
use palimp_vault::{Vault, VaultError};

use self::render::render_note;
use super::{ImportContext, ImportSummary};

/// A text that is imported as a note.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ImportItem {
    /// Identity of the text: a file, or a part of one.
    pub(super) origin: String,
    /// The file it stands in, where it is all of one.
    pub(super) place: Option<PathBuf>,
    /// The directory of the note.
    pub(super) folder: ImportFolder,
    /// Name of the note, without its extension.
    pub(super) name: String,
    /// The project whose note it is; one without holds everywhere.
    pub(super) project: Option<String>,
    /// The client that it comes from.
    pub(super) client: Option<&'static str>,
    /// The text.
    pub(super) text: String,
    /// Time of the last write, in milliseconds since the Unix epoch.
    pub(super) at: Option<i64>,
}

/// Folders of imported notes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ImportFolder {
    /// Events at a time.
    Episodes,
    /// Lasting facts.
    Semantic,
    /// Instructions for how something is done.
    Procedures,
}

impl ImportFolder {
    const ALL: [ImportFolder; 3] =
        [ImportFolder::Episodes, ImportFolder::Semantic, ImportFolder::Procedures];

    const fn path(self) -> &'static str {
        match self {
            ImportFolder::Episodes => "episodes/imported",
            ImportFolder::Semantic => "semantic",
            ImportFolder::Procedures => "procedures",
        }
    }
}

/// An item and the action planned for it.
#[derive(Debug)]
pub(super) struct PlannedImport {
    item: ImportItem,
    fate: ImportAction,
}

#[derive(Debug)]
enum ImportAction {
    /// There is no note of it.
    New,
    /// The note of an earlier state is renewed.
    Renew(NotePath),
    /// The note is as the source is.
    Same,
    /// A person edited the note: what is new goes beside it.
    Beside(NotePath),
}

impl PlannedImport {
    /// Adds this item to the counts.
    pub(super) fn add_to_summary(&self, taken: &mut ImportSummary) {
        match &self.fate {
            ImportAction::New => taken.notes += 1,
            ImportAction::Renew(_) => taken.renewed += 1,
            ImportAction::Same => taken.unchanged += 1,
            ImportAction::Beside(note) => {
                taken.notes += 1;
                taken
                    .complaints
                    .push(crate::messages::source_changed_note_edited(&self.item.origin, note));
            }
        }
    }
}

/// Imports all of `items`.
pub(super) fn import_items(
    items: Vec<ImportItem>,
    taker: &ImportContext,
    progress: StageProgress,
    taken: &mut ImportSummary,
) -> Result<(), Error> {
    let memory = taker.agent_notes(taker.notes_agent);
    let planned = plan_imports(items, &memory, taker, taken)?;
    if planned.is_empty() {
        return Ok(());
    }
    let vault = memory.vault_or_new()?;
    let total = planned.len() as u64;
    for (done, one) in (1..).zip(&planned) {
        one.write_note(&vault, taker)?;
        one.add_to_summary(taken);
        progress(done, total, "notes");
    }
    Ok(())
}

/// Plans the import of `items`, without secrets and forgotten texts; counts the latter in `taken`.
/// Leaves out empty texts, texts that are in the vault or searched in place, and duplicates within
/// a project.
pub(super) fn plan_imports(
    items: Vec<ImportItem>,
    memory: &NoteStore,
    taker: &ImportContext,
    taken: &mut ImportSummary,
) -> Result<Vec<PlannedImport>, Error> {
    let redactor = redaction::redactor(taker.settings);
    let buried = taker.tombstones.for_agent(taker.notes_agent);
    let known = imported_notes(memory)?;
    let searched = searched_roots(memory);
    let mut said = HashSet::new();
    let mut planned = Vec::new();
    for item in items {
        let place = item.place.as_ref().and_then(|place| place.canonicalize().ok());
        if place.is_some_and(|place| searched.iter().any(|known| place.starts_with(known))) {
            continue;
        }
        let item = redact_item(item, &redactor);
        let is_first = said.insert((item.project.clone(), short_hash(item.text.trim())));
        if !is_first || item.text.trim().is_empty() {
            continue;
        }
        let source = short_hash(&item.text);
        let rest = without_forgotten(item, buried);
        taken.left_out +=
            usize::from(rest.as_ref().is_none_or(|it| short_hash(&it.text) != source));
        planned.extend(
            rest.map(|item| PlannedImport { fate: decide_action(&item, &source, &known), item }),
        );
    }
    Ok(planned)
}

/// The item without the lines that were forgotten; none where the item was, or where nothing else is
/// said.
pub(super) fn without_forgotten(item: ImportItem, buried: Buried) -> Option<ImportItem> {
    let names = [Some(&item.origin), Some(&item.name), item.project.as_ref()];
    if names.into_iter().flatten().any(|name| buried.is_forgotten(name))
        || buried.is_part_forgotten(&item.origin, &short_hash(&item.text))
    {
        return None;
    }
    let text = match buried.remove_forgotten(&item.text, Some(&item.origin)) {
        Cow::Borrowed(_) => return Some(item),
        Cow::Owned(text) => text,
    };
    let front = palimp_note::parse_front_matter(&text).front.map_or(0, |front| front.end);
    text[front..].contains(char::is_alphanumeric).then_some(ImportItem { text, ..item })
}

/// Returns the vault and the files outside of it that are searched in place.
fn searched_roots(memory: &NoteStore) -> Vec<PathBuf> {
    let extras = memory.extras().0.into_iter().map(|extra| extra.path);
    let places = extras.chain([memory.root().to_owned()]);
    places.filter_map(|place| place.canonicalize().ok()).collect()
}

pub(super) fn redact_item(item: ImportItem, redactor: &Redactor) -> ImportItem {
    let clean = |text: &str| redactor.redact(text).into_owned();
    ImportItem {
        origin: clean(&item.origin),
        name: clean(&item.name),
        project: item.project.as_deref().map(clean),
        text: escape_comments(&clean(item.text.trim_start_matches('\u{feff}'))).into_owned(),
        ..item
    }
}

/// Decides the action for `item`; `source` is the hash of its source text including forgotten
/// lines, because notes written before those lines were forgotten contain that hash.
fn decide_action(
    item: &ImportItem,
    source: &str,
    known: &HashMap<String, Vec<Carrier>>,
) -> ImportAction {
    let carriers = known.get(&item.origin).map_or(&[][..], Vec::as_slice);
    let rest = short_hash(&item.text);
    let is_same = |it: &Carrier| it.source_hash == rest || it.source_hash == source;
    // What is a part of a file is the same wherever that file lies now.
    let moved = || item.place.is_none() && known.values().flatten().any(is_same);
    if carriers.iter().any(is_same) || moved() {
        return ImportAction::Same;
    }
    match (carriers.iter().find(|carrier| !carrier.is_edited), carriers.first()) {
        (Some(untouched), _) => ImportAction::Renew(untouched.path.clone()),
        (None, Some(edited)) => ImportAction::Beside(edited.path.clone()),
        (None, None) => ImportAction::New,
    }
}

/// A note that an import wrote.
struct Carrier {
    path: NotePath,
    source_hash: String,
    is_edited: bool,
}

/// Returns the notes that imports wrote, by their sources.
fn imported_notes(memory: &NoteStore) -> Result<HashMap<String, Vec<Carrier>>, Error> {
    let mut known: HashMap<String, Vec<Carrier>> = HashMap::new();
    let vault = match memory.open_vault() {
        Ok(vault) => vault,
        Err(VaultError::NoVault(_)) => return Ok(known),
        Err(error) => return Err(error.into()),
    };
    for found in vault.scan()? {
        let within = |folder: &ImportFolder| found.path.as_str().starts_with(folder.path());
        if !ImportFolder::ALL.iter().any(within) {
            continue;
        }
        let text = vault.read_lossy(&found.path)?;
        if let Some((origin, source_hash)) = origin_of(&text) {
            known.entry(origin).or_default().push(Carrier {
                path: found.path,
                source_hash,
                is_edited: is_edited(&text),
            });
        }
    }
    Ok(known)
}

impl PlannedImport {
    fn write_note(&self, vault: &Vault, taker: &ImportContext) -> Result<(), Error> {
        let text = render_note(&self.item, taker);
        match &self.fate {
            ImportAction::Same => Ok(()),
            ImportAction::Renew(path) => Ok(vault.replace(path, &text)?),
            ImportAction::New | ImportAction::Beside(_) => create_note(vault, &self.item, &text),
        }
    }
}

/// Creates the note, under another name if its own is taken.
fn create_note(vault: &Vault, item: &ImportItem, text: &str) -> Result<(), Error> {
    let base = format!("{}/{}", item.folder.path(), slug(&item.name));
    for number in 1.. {
        let tail = if number == 1 { String::new() } else { format!("-{number}") };
        match vault.create(&NotePath::new(&format!("{base}{tail}.md"))?, text) {
            Err(VaultError::Exists(_)) => {}
            done => return Ok(done?),
        }
    }
    Ok(())
}

/// A name as a file's: letters and digits of any script, with dashes between.
pub(super) fn slug(name: &str) -> String {
    const MAX_SLUG_CHARS: usize = 60;
    let mut slug = String::new();
    for c in name.chars().flat_map(char::to_lowercase) {
        if c.is_alphanumeric() {
            slug.push(c);
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    let cut = slug.char_indices().nth(MAX_SLUG_CHARS).map_or(slug.len(), |(at, _)| at);
    let slug = slug[..cut].trim_end_matches('-');
    if slug.is_empty() { "note".to_owned() } else { slug.to_owned() }
}

/// Formats a path as an origin: below the home directory it is equal on every machine.
pub(super) fn display_path(path: &Path, user: &Path) -> String {
    match path.strip_prefix(user) {
        Ok(below) if !user.as_os_str().is_empty() => format!("~/{}", below.display()),
        _ => path.display().to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_files() {
        let check = |name: &str, expect: &str| assert_eq!(slug(name), expect);
        check("claude-memory app/Build & Test.md", "claude-memory-app-build-test-md");
        check("결정 사항", "결정-사항");
        check("../..", "note");
        check(&"가".repeat(200), &"가".repeat(60));
        check("", "note");
    }

    #[test]
    fn a_home_directory_is_not_named() {
        let user = Path::new("/home/dev");
        assert_eq!(
            display_path(Path::new("/home/dev/.claude/CLAUDE.md"), user),
            "~/.claude/CLAUDE.md"
        );
        assert_eq!(display_path(Path::new("/srv/AGENTS.md"), user), "/srv/AGENTS.md");
    }
}
