//! Links of a note, and backlinks to it.

use std::collections::HashSet;

use palimp_core::text::{ellipsis, one_line};
use palimp_note::links::NoteNames;
use palimp_note::{Labels, NoteLink, NoteMetadata, NotePath};
use palimp_store::index::DocumentSource;
use serde::Serialize;

use crate::error::Error;
use crate::home::note_store::NoteStore;
use crate::retrieval::searcher::Searcher;

/// A note among the others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Linked {
    /// Relative to the vault.
    pub path: String,
    /// Its title, where it names one.
    pub title: Option<String>,
    /// Its tags, without `#`.
    pub tags: Vec<String>,
    /// Other names by which links call it.
    pub aliases: Vec<String>,
    /// Links of the note, in the order of its lines.
    pub links: Vec<Out>,
    /// The lines of other notes that lead to it.
    pub backlinks: Vec<Back>,
}

/// A link of a note.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Out {
    /// The line in which it stands, from 1.
    pub line: usize,
    /// Target of the link, as written in the note.
    pub target: String,
    /// The heading or block that it leads to.
    pub heading: Option<String>,
    /// The words that stand for it.
    pub label: Option<String>,
    /// The note that it leads to; none where there is no such note.
    pub path: Option<String>,
    /// True if the link leads to a file that is not a note.
    pub file: bool,
}

/// A line that leads to a note.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Back {
    /// The note in which it stands.
    pub path: String,
    /// Its number, from 1.
    pub line: usize,
    /// Its beginning.
    pub text: String,
}

/// Maximum length of a shown line, in characters.
const MAX_BACKLINK_CHARS: usize = 160;

/// A note with its text, and what the text says of itself. Its path is that in the Obsidian vault, where there is
/// one: links lead from palimp's notes to the user's and back.
type ParsedNote = (NotePath, String, NoteMetadata);

impl Searcher<'_> {
    /// The numbers of the documents in the index that have these labels; none where none are asked for.
    pub(crate) fn documents_with(
        &mut self,
        labels: &Labels,
    ) -> Result<Option<HashSet<u32>>, Error> {
        if labels.is_empty() {
            return Ok(None);
        }
        let notes =
            self.sync.notes.read_own()?.into_iter().filter(|(.., note)| labels.matches(note));
        let notes: HashSet<String> = notes.map(|(path, ..)| path.to_string()).collect();
        let fits = |text: String| labels.matches(&palimp_note::parse(&text));
        let extras =
            self.sync.notes.extras().0.into_iter().filter(|it| it.read_lossy().is_ok_and(fits));
        let extras: HashSet<String> = extras.map(|extra| extra.shown).collect();
        let index = self.sync.open_index()?;
        let mut numbers = HashSet::new();
        for (source, paths) in [(DocumentSource::Note, notes), (DocumentSource::Extra, extras)] {
            let known = index.numbered_documents(source)?.into_iter();
            numbers.extend(known.filter(|(_, it)| paths.contains(&it.path)).map(|(at, _)| at));
        }
        Ok(Some(numbers))
    }
}

impl NoteStore {
    /// Returns the links of a note, which is named by its path, its name or an alias, and the lines
    /// of other notes that lead to it.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such note, or the vault cannot be read.
    pub fn note_links(&self, named: &str) -> Result<Linked, Error> {
        let notes = self.read_all()?;
        let names = NoteNames::from_notes(notes.iter().map(|(path, _, note)| (path, note)));
        let around = self.obsidian();
        let shown = |path: &NotePath| match &around {
            Some(around) => around.outer(path),
            None => path.to_string(),
        };
        let by_path = around.as_ref().and_then(|around| around.inner(named));
        let by_path = by_path.and_then(|path| names.at(&path));
        let meant = by_path
            .or_else(|| names.find_by_name(named, None))
            .ok_or_else(|| Error::Refused(crate::messages::note_not_found(named)))?;
        let at = notes.iter().position(|(path, ..)| path == meant);
        let (path, text, note) = &notes[at.expect("it is one of them")];
        let to = |link: &NoteLink| names.leads_to(path, link).map(shown);
        let others = notes.iter().filter(|(other, ..)| other != path);
        Ok(Linked {
            path: shown(path),
            title: note.title.clone(),
            tags: note.tags.clone(),
            aliases: note.aliases.clone(),
            links: note.links.iter().map(|link| outgoing_link(text, link, to(link))).collect(),
            backlinks: others
                .flat_map(|other| find_backlinks(&names, other, path, &shown(&other.0)))
                .collect(),
        })
    }

    /// Every note of the vault and of the Obsidian vault around it, with its text.
    fn read_all(&self) -> Result<Vec<ParsedNote>, Error> {
        let Some(around) = self.obsidian() else { return self.read_own() };
        let inner =
            |(path, text, note): ParsedNote| Some((around.inner(path.as_str())?, text, note));
        let others = self.obsidian_notes().into_iter().filter_map(|extra| {
            let text = extra.read_lossy().ok()?;
            let note = palimp_note::parse(&text);
            Some((around.inner(&extra.shown)?, text, note))
        });
        Ok(self.read_own()?.into_iter().filter_map(inner).chain(others).collect())
    }

    /// Every note of the vault with its text.
    fn read_own(&self) -> Result<Vec<ParsedNote>, Error> {
        let vault = self.open_vault()?;
        // What has gone meanwhile, or cannot be read, leads nowhere.
        let read = |path: NotePath| {
            let text = vault.read_lossy(&path).ok()?;
            let note = palimp_note::parse(&text);
            Some((path, text, note))
        };
        Ok(self.scan_notes()?.into_iter().filter_map(|found| read(found.path)).collect())
    }
}

fn outgoing_link(text: &str, link: &NoteLink, path: Option<String>) -> Out {
    Out {
        line: line_at(text, link.range.start),
        target: link.target.clone(),
        heading: link.heading.clone(),
        label: link.label.clone(),
        file: path.is_none() && link.is_to_a_file(),
        path,
    }
}

/// Returns the lines of a note that lead to another, each once.
fn find_backlinks(
    names: &NoteNames,
    (path, text, note): &ParsedNote,
    to: &NotePath,
    shown: &str,
) -> Vec<Back> {
    let leads = note.links.iter().filter(|link| names.leads_to(path, link) == Some(to));
    let mut lines: Vec<usize> = leads.map(|link| line_at(text, link.range.start)).collect();
    lines.dedup();
    let line = |number: usize| Back {
        path: shown.to_owned(),
        line: number,
        text: ellipsis(&one_line(text.lines().nth(number - 1).unwrap_or("")), MAX_BACKLINK_CHARS),
    };
    lines.into_iter().map(line).collect()
}

fn line_at(text: &str, byte: usize) -> usize {
    text[..byte].matches('\n').count() + 1
}
