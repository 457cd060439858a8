//! Reading and writing notes.

use jiff::Zoned;
use palimp_core::project::ProjectIdentity;
use palimp_note::anchor::Anchor;
use palimp_note::authors::{Authors, own_sections};
use palimp_note::provenance::{Provenance, escape_comments};
use palimp_note::route::{self, LocalTime, NoteEntry, SaveKind};
use palimp_note::{Labels, NoteMetadata, NotePath};
use palimp_store::activity::AgentDeed;
use palimp_vault::VaultError;
use serde::Serialize;
use similar::TextDiff;

use crate::consolidation::reflect::SavedStatement;
use crate::consolidation::review::{self, ProposalOutcome, ReviewProposal};
use crate::error::Error;
use crate::home::agent_log::AgentLogger;
use crate::home::note_store::NoteStore;
use crate::home::redaction;
use crate::injection::pinned_notes;
use crate::retrieval::excerpt::Excerpt;
use crate::retrieval::indexing::IndexFile;
use crate::sharing::teams;

pub use palimp_vault::history::NoteVersion;

/// Target of a save.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SaveTarget {
    /// The usual place of its kind.
    Kind(SaveKind),
    /// A note, relative to the vault.
    Path(String),
    /// The rules of a project's page; the decisions of all projects, where a text has no project or several lines.
    Rule,
}

/// Options of a save.
#[derive(Debug)]
pub struct SaveOptions<'a> {
    /// True if the text replaces the content of the note.
    pub replace: bool,
    /// Author of the text.
    pub writer: SaveAuthor<'a>,
    /// Current time, by the user's clock.
    pub now: Zoned,
    /// The places in the code that it speaks of.
    pub anchors: Vec<Anchor>,
    /// The id of the project in which the writer works, whose lines the text can make untrue.
    pub here: Option<String>,
}

/// Author of a saved text.
#[derive(Debug)]
pub enum SaveAuthor<'a> {
    /// The user; her words hold in a project alone where she says so.
    User(Option<ProjectIdentity>),
    /// Palimp, at the user's wish: the words of a conversation, the user's or approved.
    Scribe(Box<Provenance>),
    /// An agent, whose every write is logged.
    Agent {
        /// The agent, and where its words hold.
        by: Box<Provenance>,
        /// Log of the agent's writes.
        log: AgentLogger<'a>,
    },
}

impl<'a> SaveAuthor<'a> {
    const fn log(&self) -> Option<&AgentLogger<'a>> {
        match self {
            SaveAuthor::User(_) | SaveAuthor::Scribe(_) => None,
            SaveAuthor::Agent { log, .. } => Some(log),
        }
    }

    /// Returns the author, the project, and for the user's own words the day.
    fn provenance(&self, now: &Zoned) -> Provenance {
        let at = Some(local_time(now).date());
        match self {
            SaveAuthor::User(None) => Provenance { at, ..Provenance::of_user() },
            SaveAuthor::User(Some(project)) => Provenance {
                project: Some(project.name.clone()),
                project_id: (!project.id.is_empty()).then(|| project.id.clone()),
                at,
                ..Provenance::of_user()
            },
            SaveAuthor::Scribe(by) | SaveAuthor::Agent { by, .. } => (**by).clone(),
        }
    }
}

/// Result of a save.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SaveOutcome {
    /// The note, relative to the vault.
    pub path: String,
    /// The first line that holds the text, from 1; 0 while it is not written.
    pub line: usize,
    /// The kinds of secrets that were taken out before.
    pub redacted: Vec<String>,
    /// True if the note is new.
    pub created: bool,
    /// True if the note held the text already, so that nothing was written.
    pub known: bool,
    /// Older lines that it made untrue, and that were struck through.
    pub superseded: Vec<String>,
    /// Result of the proposal, if the user has to decide; none if the text was written.
    pub proposed: Option<ProposalOutcome>,
    /// Under which number the log has it, where an agent wrote it.
    #[serde(skip)]
    pub act: Option<i64>,
}

/// A note of the vault.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ListedNote {
    /// Relative to the vault; of a note of the user's around it, as it is shown: `~/Notes/a.md`.
    pub path: String,
    /// Its title, where it names one.
    pub title: Option<String>,
    /// Its size.
    pub bytes: u64,
    /// Time of the last write, in milliseconds since the Unix epoch.
    pub modified_at: i64,
    /// Its tags, without `#`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
}

impl NoteStore {
    /// Returns some lines of a note: from the line `from`, as many as `lines`.
    pub fn read_excerpt(
        &self,
        path: &str,
        from: Option<usize>,
        lines: Option<usize>,
    ) -> Result<Excerpt, Error> {
        let (path, text) = self.read_any(path)?;
        Ok(Excerpt::from_text(&path, &text, from, lines))
    }

    /// The text of a note, or of a file outside the vault or a team's fact by the name under which hits
    /// show it.
    fn read_any(&self, path: &str) -> Result<(String, String), Error> {
        if teams::is_shared(path) {
            return Ok((path.to_owned(), teams::fact_text(&self.home, path)?));
        }
        let own = self.own_text(path);
        let is_no_note = matches!(
            own,
            Err(Error::Path(_) | Error::Vault(VaultError::Missing(_) | VaultError::NoVault(_)))
        );
        match is_no_note.then(|| self.extra_called(path)).flatten() {
            Some(extra) => Ok((extra.shown.clone(), extra.read_lossy()?)),
            None => own,
        }
    }

    fn own_text(&self, path: &str) -> Result<(String, String), Error> {
        let path = NotePath::new(path)?;
        Ok((path.as_str().to_owned(), self.open_vault()?.read(&path)?))
    }

    /// Returns the text of a note; none if there is no such note.
    pub fn read_note(&self, path: &str) -> Result<Option<String>, Error> {
        let path = NotePath::new(path)?;
        match self.open_vault().and_then(|vault| vault.read(&path)) {
            Ok(text) => Ok(Some(text)),
            Err(VaultError::Missing(_) | VaultError::NoVault(_)) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Returns the text of a note, for a search of palimp's own entries: empty if there is no such
    /// note, or if it is not UTF-8, because palimp never writes into such a note.
    pub(crate) fn read_note_or_empty(&self, path: &str) -> Result<String, Error> {
        match self.read_note(path) {
            Err(Error::Vault(VaultError::NotText(_))) => Ok(String::new()),
            text => Ok(text?.unwrap_or_default()),
        }
    }

    /// Replaces the text of a note, on behalf of its owner.
    pub fn replace_note(&self, path: &str, text: &str) -> Result<(), Error> {
        Ok(self.vault_or_new()?.replace(&NotePath::new(path)?, text)?)
    }

    /// The notes of the vault and then those of the Obsidian vault around it, by their paths.
    pub fn list_notes(&self) -> Result<Vec<ListedNote>, Error> {
        self.list_with(&Labels::default())
    }

    /// Those that have these labels.
    pub fn list_with(&self, labels: &Labels) -> Result<Vec<ListedNote>, Error> {
        let listed = self.read_labelled(labels)?.map(|(file, _, note)| ListedNote {
            title: note.title,
            bytes: file.size,
            modified_at: file.mtime / 1_000_000,
            tags: note.tags,
            path: file.path,
        });
        Ok(listed.collect())
    }

    /// Returns the notes that have these labels, each with its text and what that says of itself.
    pub(crate) fn read_labelled(
        &self,
        labels: &Labels,
    ) -> Result<impl Iterator<Item = (IndexFile, String, NoteMetadata)>, Error> {
        let own =
            self.scan_notes()?.into_iter().map(|found| IndexFile::of_note(self.root(), found));
        let others = self.obsidian_notes().into_iter().map(IndexFile::of_extra);
        Ok(own.chain(others).filter_map(|file| {
            let bytes = palimp_files::read(&file.place).unwrap_or_default();
            let text = String::from_utf8_lossy(&bytes).into_owned();
            let note = palimp_note::parse(&text);
            labels.matches(&note).then_some((file, text, note))
        }))
    }

    /// Saves a text. Secrets are redacted before, in the project's name as well, and reported;
    /// imitations of palimp's comments become text. A text of an agent for a note that is always
    /// injected is proposed to the user instead.
    pub fn save(
        &self,
        text: &str,
        target: &SaveTarget,
        writing: &SaveOptions,
    ) -> Result<SaveOutcome, Error> {
        let (text, mut redacted) = self.sanitize_text(text);
        let vault = self.vault_or_new()?;
        let mut by = self.text_provenance(&text, target, writing);
        if !writing.anchors.is_empty() {
            by.get_or_insert_with(Provenance::of_user).anchors.clone_from(&writing.anchors);
        }
        if let Some(project) = by.as_mut().and_then(|by| by.project.as_mut()) {
            let (name, mut kinds) = self.sanitize_text(project);
            *project = name;
            kinds.retain(|kind| !redacted.contains(kind));
            redacted.append(&mut kinds);
        }
        let NoteEntry { path, heading, text: entry } = match target {
            SaveTarget::Path(path) => NoteEntry {
                path: NotePath::new(path)?,
                heading: String::new(),
                text: route::sign_text(&text, by.as_ref()),
            },
            SaveTarget::Kind(kind) => {
                route::route_entry(*kind, &text, local_time(&writing.now), by.as_ref())
            }
            SaveTarget::Rule => {
                route::route_entry(SaveKind::Decision, &text, local_time(&writing.now), by.as_ref())
            }
        };
        let place = self.page_place(&vault, target, writing, by.as_ref(), &entry)?;
        let path = place.as_ref().map_or(path, |place| place.page.clone());
        if path.as_str().starts_with("sessions/") {
            return Err(Error::Refused(crate::messages::note_not_searchable(&path)));
        }
        let mut saved = SaveOutcome {
            path: path.as_str().to_owned(),
            line: 0,
            redacted,
            created: !vault.exists(&path),
            known: false,
            superseded: Vec::new(),
            proposed: None,
            act: None,
        };
        let write = || match (&place, writing.replace) {
            (Some(place), _) => place.add_item(&vault, &entry),
            (None, true) => vault.replace(&path, &with_newline(&entry)),
            (None, false) => vault.append_entry(&path, &heading, &entry),
        };
        match (&writing.writer, &by) {
            (SaveAuthor::User(_) | SaveAuthor::Scribe(_), _) => write()?,
            (SaveAuthor::Agent { log, .. }, Some(by)) if pinned_notes::is_told(&path) => {
                let proposal = ReviewProposal::by_agent(&path, &text, by, &writing.now);
                let propose =
                    || Ok::<_, Error>(review::submit_proposal(&self.home, &self.agent, &proposal)?);
                let (act, proposed) = log.log_and_run(AgentDeed::Propose, &path, &text, propose)?;
                return Ok(SaveOutcome { proposed: Some(proposed), act: Some(act), ..saved });
            }
            (SaveAuthor::Agent { .. }, Some(by))
                if !writing.replace
                    && let Some(line) = find_entry_line(
                        &vault.read_lossy(&path).unwrap_or_default(),
                        text.trim(),
                        by,
                    ) =>
            {
                return Ok(SaveOutcome { line, known: true, ..saved });
            }
            (SaveAuthor::Agent { log, .. }, _) => {
                saved.act = Some(log.log_and_run(AgentDeed::Save, &path, &text, write)?.0);
            }
        }
        if !writing.replace {
            let here = writing.here.as_deref();
            let now = &writing.now;
            let statement = SavedStatement { text: &text, note: &path, by: by.as_ref(), here, now };
            saved.superseded = self.strike_outdated(&vault, statement, writing.writer.log())?;
        }
        saved.line = line_of(&vault.read(&path)?, text.trim());
        Ok(saved)
    }

    /// Returns what stands with a text. The user's own words that hold everywhere need nothing where the note
    /// says their day, and where they are a whole note or a longer text for one that is named.
    fn text_provenance(
        &self,
        text: &str,
        target: &SaveTarget,
        writing: &SaveOptions,
    ) -> Option<Provenance> {
        let by = writing.writer.provenance(&writing.now);
        let by = match writing.writer {
            SaveAuthor::User(_) if *target == SaveTarget::Kind(SaveKind::Daily) => {
                Provenance { at: None, ..by }
            }
            _ => by,
        };
        let is_longer = || route::sign_text(text.trim(), Some(&by)).contains('\n');
        let is_named = matches!(target, SaveTarget::Path(_));
        let is_whole = writing.replace || text.trim_start().starts_with("---");
        let is_own = matches!(writing.writer, SaveAuthor::User(None));
        let is_bare =
            by == Provenance::of_user() || is_own && (is_whole || is_named && is_longer());
        (!is_bare).then_some(by)
    }

    /// Returns a text as it may be written, and the kinds of secrets that were redacted.
    pub(crate) fn sanitize_text(&self, text: &str) -> (String, Vec<String>) {
        let redactor = redaction::redactor(&self.settings);
        let mut redacted: Vec<String> = Vec::new();
        for finding in redactor.find(text) {
            if !redacted.iter().any(|kind| kind == finding.kind) {
                redacted.push(finding.kind.to_owned());
            }
        }
        (escape_comments(&redactor.redact(text)).into_owned(), redacted)
    }

    /// Returns the earlier versions of a note, newest first.
    pub fn versions(&self, path: &str) -> Result<Vec<NoteVersion>, Error> {
        Ok(self.history().versions(&NotePath::new(path)?)?)
    }

    /// Returns the text of a version of a note.
    pub fn read_version(&self, path: &str, version: &str) -> Result<String, Error> {
        Ok(self.history().read_version(&NotePath::new(path)?, version)?)
    }

    /// The version that a person calls so: by its number, the newest being 1, or by its name.
    pub fn version_called(&self, path: &str, called: &str) -> Result<NoteVersion, Error> {
        let note = NotePath::new(path)?;
        let versions = self.history().versions(&note)?;
        let number = called.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let found = match number {
            Some(at) => versions.into_iter().nth(at),
            None => versions.into_iter().find(|version| version.id == called),
        };
        let missing = || VaultError::NoVersion { note: note.to_string(), id: called.to_owned() };
        Ok(found.ok_or_else(missing)?)
    }

    /// Returns the changes of a note since a version, as a patch; empty if the text is the same.
    pub fn changes_since(&self, path: &str, version: &str) -> Result<String, Error> {
        let (old, new) =
            (self.read_version(path, version)?, self.read_note(path)?.unwrap_or_default());
        Ok(unified_patch(path, &old, &new))
    }

    /// Restores a version of a note; the current text becomes a version too.
    pub fn restore_version(&self, path: &str, version: &str) -> Result<(), Error> {
        Ok(self.vault_or_new()?.restore_version(&NotePath::new(path)?, version)?)
    }
}

/// Returns a patch from one text to another, with three lines around each change.
fn unified_patch(path: &str, old: &str, new: &str) -> String {
    let diff = TextDiff::from_lines(old, new);
    diff.unified_diff().context_radius(3).header(path, path).to_string()
}

fn local_time(now: &Zoned) -> LocalTime {
    let small = |number: i8| number.unsigned_abs();
    LocalTime {
        year: i32::from(now.year()),
        month: small(now.month()),
        day: small(now.day()),
        hour: small(now.hour()),
        minute: small(now.minute()),
    }
}

fn with_newline(text: &str) -> String {
    let end = if text.ends_with('\n') { "" } else { "\n" };
    format!("{text}{end}")
}

/// Finds the line, from 1, at which a note has `text` as an entry of its own that holds where `by`
/// says.
fn find_entry_line(note: &str, text: &str, by: &Provenance) -> Option<usize> {
    let authors = Authors::parse(note);
    let lines = note.match_indices(text).filter_map(|(at, _)| {
        let before = note[..at].rsplit('\n').next()?.trim_matches([' ', '-', '*']);
        let after = note[at + text.len()..].lines().next().unwrap_or("").trim();
        let time = before.chars().all(|c| c.is_ascii_digit() || c == ':');
        let whole = time && (after.is_empty() || after.starts_with("<!-- palimp:"));
        whole.then(|| note[..at].matches('\n').count() + 1)
    });
    let holds = |line: &usize| {
        authors.of_line(*line).and_then(|there| there.project_id.as_ref()) == by.project_id.as_ref()
    };
    lines.into_iter().find(holds).filter(|_| !text.is_empty())
}

/// The line, from 1, at which `entry` last begins in a note: before what reflection wrote at its end,
/// for that may say the same.
fn line_of(note: &str, entry: &str) -> usize {
    let first = entry.lines().next().unwrap_or("");
    let added = &note[..own_sections(note)];
    let found = [(added, entry), (added, first), (note, entry)].into_iter();
    let at = found.filter_map(|(text, words)| text.rfind(words)).next().unwrap_or(0);
    note[..at].matches('\n').count() + 1
}
