//! What is to be done with each file, worked out from its text before anything is written.

use std::path::Path;

use super::document::Document;
use super::draft::Draft;
use super::hooks::SettingsFile;
use super::own_file::{Origin, OwnFile, origin};
use super::record::{FileKind, FileRecord, Record};
use super::server::NAME;
use super::toml_file::{self, TomlFile};
use super::write::Snapshot;
use super::{Change, InstallError, Target, What};

/// How often a file is looked at again when something else writes it at the same time.
const ATTEMPTS: usize = 5;

/// A file that palimp writes into or writes.
#[derive(Clone, Debug)]
pub(crate) enum Piece {
    /// Settings that hold palimp's entries among others.
    Settings(SettingsFile),
    /// A TOML file that holds palimp's server among others.
    Toml(TomlFile),
    /// A file of palimp's own.
    Own(OwnFile),
}

/// What is to be done with a file.
enum Action {
    Leave,
    Write(String),
    Delete,
}

/// What is to be done with a file, what to tell of it, and what to remember.
pub(super) struct Step {
    action: Action,
    change: Change,
    /// What the record shall say of the file afterwards; `None` leaves it as it is.
    record: Option<Option<FileRecord>>,
}

impl Step {
    /// What to tell of the step.
    pub(super) fn into_change(self) -> Change {
        self.change
    }

    fn leave(piece: &Piece, what: What) -> Step {
        let change = Change { path: piece.path().to_owned(), what, note: None, added: Vec::new() };
        Step { action: Action::Leave, change, record: None }
    }

    fn noting(mut self, note: impl Into<String>) -> Step {
        self.change.note = Some(note.into());
        self
    }

    fn forgetting(mut self) -> Step {
        self.record = Some(None);
        self
    }
}

impl Piece {
    pub(super) fn path(&self) -> &Path {
        match self {
            Piece::Settings(file) => &file.path,
            Piece::Toml(file) => file.path(),
            Piece::Own(file) => &file.path,
        }
    }

    /// What `install` would do with the file as it is in `snapshot`.
    pub(super) fn install(
        &self,
        snapshot: &Snapshot,
        known: Option<&FileRecord>,
    ) -> Result<Step, InstallError> {
        let text = snapshot.text()?;
        let known = known.map(|known| known.as_of(text));
        match self {
            Piece::Settings(file) => self.install_entries(file, snapshot, known),
            Piece::Toml(file) => self.install_toml(file, snapshot, known),
            Piece::Own(file) => self.install_file(file, snapshot),
        }
    }

    /// What `uninstall` would do with the file, or `None` when nothing of palimp's is there.
    pub(super) fn uninstall(
        &self,
        snapshot: &Snapshot,
        known: Option<&FileRecord>,
    ) -> Result<Option<Step>, InstallError> {
        let Some(text) = snapshot.text()? else {
            return Ok(known.map(|_| Step::leave(self, What::Unchanged).forgetting()));
        };
        let known = known.map(|known| known.as_of(Some(text)));
        match self {
            Piece::Settings(file) => self.uninstall_entries(file, snapshot, text, known),
            Piece::Toml(file) => self.uninstall_toml(file, snapshot, text, known),
            Piece::Own(file) => Ok(self.uninstall_file(file, text, known.is_some())),
        }
    }

    fn install_entries(
        &self,
        file: &SettingsFile,
        snapshot: &Snapshot,
        known: Option<&FileRecord>,
    ) -> Result<Step, InstallError> {
        let before = snapshot.text()?;
        let (mut draft, known) = open_draft(file, before.unwrap_or_default(), known)?;
        let mut keys = known.map(|known| known.keys.clone()).unwrap_or_default();
        file.weave(&mut draft, &mut keys, &prune(known))?;
        keys.sort();
        keys.dedup();
        let taken = file.is_name_taken(&Document::parse(draft.text(), &file.path)?);
        self.write_entries(snapshot, known, &draft, keys, taken)
    }

    /// The step that leaves the file as the draft is; `taken` says that the name of palimp's
    /// server is somebody else's.
    fn write_entries(
        &self,
        snapshot: &Snapshot,
        known: Option<&FileRecord>,
        draft: &Draft,
        keys: Vec<String>,
        taken: bool,
    ) -> Result<Step, InstallError> {
        let before = snapshot.text()?;
        let note = taken.then(|| {
            format!("another MCP server is called `{NAME}` there; rename it and install again")
        });
        if before == Some(draft.text()) || before.is_none() && draft.text().is_empty() {
            return Ok(match note {
                None => Step::leave(self, What::Unchanged),
                Some(note) => Step::leave(self, What::Kept).noting(note),
            });
        }
        snapshot.check_writable()?;
        let path = self.path().to_owned();
        let what = if before.is_none() { What::Created } else { What::Edited };
        let record = FileRecord {
            path: path.clone(),
            kind: self.kind(),
            created: before.is_none() || known.is_some_and(|known| known.created),
            keys,
            inserted: draft.segments(),
            before: None,
        };
        Ok(Step {
            change: Change { path, what, note, added: draft.added().to_vec() },
            action: Action::Write(draft.text().to_owned()),
            record: Some(Some(record)),
        })
    }

    fn install_toml(
        &self,
        file: &TomlFile,
        snapshot: &Snapshot,
        known: Option<&FileRecord>,
    ) -> Result<Step, InstallError> {
        let (mut draft, known) = open_toml(file, snapshot.text()?.unwrap_or_default(), known)?;
        file.weave(&mut draft)?;
        let taken = matches!(file.find(draft.text())?, toml_file::Stands::Foreign);
        self.write_entries(snapshot, known, &draft, Vec::new(), taken)
    }

    fn uninstall_toml(
        &self,
        file: &TomlFile,
        snapshot: &Snapshot,
        text: &str,
        known: Option<&FileRecord>,
    ) -> Result<Option<Step>, InstallError> {
        let (draft, trace) = open_toml(file, text, known)?;
        let after = file.unweave(&draft)?;
        let was_made = trace.is_some_and(|trace| trace.created);
        let bare = file.is_bare(&after);
        self.take_out(snapshot, text, after, was_made && bare, known)
    }

    /// The step that leaves `after` of a file, or nothing when it is `useless`.
    fn take_out(
        &self,
        snapshot: &Snapshot,
        text: &str,
        after: String,
        useless: bool,
        known: Option<&FileRecord>,
    ) -> Result<Option<Step>, InstallError> {
        let step = |action, what| {
            snapshot.check_writable()?;
            Ok(Some(Step { action, ..Step::leave(self, what).forgetting() }))
        };
        if useless && !snapshot.is_link() {
            return step(Action::Delete, What::Removed);
        }
        if after == text {
            return Ok(known.map(|_| Step::leave(self, What::Unchanged).forgetting()));
        }
        step(Action::Write(after), What::Edited)
    }

    fn uninstall_entries(
        &self,
        file: &SettingsFile,
        snapshot: &Snapshot,
        text: &str,
        known: Option<&FileRecord>,
    ) -> Result<Option<Step>, InstallError> {
        let (draft, trace) = open_draft(file, text, known)?;
        let mut after = file.unweave(draft, &prune(trace))?;
        let was_made = match trace {
            Some(trace) => trace.created,
            None => file.exclusive && after != text,
        };
        let is_bare = file.is_bare(&Document::parse(&after, &file.path)?);
        if after.trim().is_empty() && was_made {
            after = "{}\n".to_owned();
        }
        self.take_out(snapshot, text, after, was_made && is_bare, known)
    }

    fn install_file(&self, file: &OwnFile, snapshot: &Snapshot) -> Result<Step, InstallError> {
        let write = |what| {
            snapshot.check_writable()?;
            let record = FileRecord {
                path: file.path.clone(),
                kind: FileKind::Own,
                created: true,
                keys: Vec::new(),
                inserted: None,
                before: None,
            };
            let added = vec![file.text.clone()];
            Ok(Step {
                action: Action::Write(file.text.clone()),
                change: Change { path: file.path.clone(), what, note: None, added },
                record: Some(Some(record)),
            })
        };
        let Some(text) = snapshot.text()? else { return write(What::Created) };
        if text == file.text {
            return Ok(Step::leave(self, What::Unchanged));
        }
        match origin(text) {
            Origin::Ours => write(What::Edited),
            Origin::Changed => Ok(Step::leave(self, What::Kept).noting(format!(
                "{} was changed since palimp wrote it and stays so; remove it and install again to renew it",
                file.what
            ))),
            Origin::Foreign => Ok(Step::leave(self, What::Kept).noting(format!(
                "a file that is not palimp's stands there; {} was not installed",
                file.what
            ))),
        }
    }

    fn uninstall_file(&self, file: &OwnFile, text: &str, known: bool) -> Option<Step> {
        match origin(text) {
            Origin::Ours => {
                let step = Step::leave(self, What::Removed).forgetting();
                Some(Step { action: Action::Delete, ..step })
            }
            Origin::Changed => Some(Step::leave(self, What::Kept).forgetting().noting(format!(
                "{} was changed since palimp wrote it and was left; remove it by hand",
                file.what
            ))),
            Origin::Foreign => known.then(|| Step::leave(self, What::Kept).forgetting()),
        }
    }
}

/// The file's text, and what is known of palimp's part in it: nothing, where none of its entries
/// are left.
fn open_draft<'k>(
    file: &SettingsFile,
    text: &str,
    known: Option<&'k FileRecord>,
) -> Result<(Draft, Option<&'k FileRecord>), InstallError> {
    let segments = known.and_then(|known| known.inserted.as_deref());
    if let Some(draft) = segments.and_then(|segments| Draft::recorded(text, segments)) {
        return Ok((draft, known));
    }
    if !file.is_in(&Document::parse(text, &file.path)?) {
        return Ok((Draft::foreign(text), None));
    }
    Ok((Draft::unknown(text), known))
}

/// The same for a TOML file.
fn open_toml<'k>(
    file: &TomlFile,
    text: &str,
    known: Option<&'k FileRecord>,
) -> Result<(Draft, Option<&'k FileRecord>), InstallError> {
    let segments = known.and_then(|known| known.inserted.as_deref());
    if let Some(draft) = segments.and_then(|segments| Draft::recorded(text, segments)) {
        return Ok((draft, known));
    }
    match file.find(text)? {
        toml_file::Stands::Ours(_) => Ok((Draft::unknown(text), known)),
        _ => Ok((Draft::foreign(text), None)),
    }
}

/// Which containers may go when palimp's entries leave them empty: those that it made. Where
/// that is not known, an event's array is taken for palimp's and the object around it is not.
fn prune(known: Option<&FileRecord>) -> impl Fn(&str) -> bool {
    move |pointer| match known {
        Some(known) => known.keys.iter().any(|key| key == pointer),
        None => pointer.starts_with("/hooks/"),
    }
}

/// Notes in the record what `install` is about to make of the file.
pub(super) fn intend(
    client: Target,
    piece: &Piece,
    record: &mut Record,
) -> Result<(), InstallError> {
    let snapshot = Snapshot::read(piece.path())?;
    let step = piece.install(&snapshot, record.file(client, piece.path()))?;
    if let (Action::Write(_), Some(Some(file))) = (step.action, step.record) {
        record.keep_dirs(client, snapshot.missing_dirs());
        record.intend(client, file, snapshot.text()?);
    }
    Ok(())
}

/// Looks at the file, lets `decide` say what to do, and does it. When something else writes the
/// file in between, it starts over.
pub(super) fn carry_out(
    client: Target,
    piece: &Piece,
    record: &mut Record,
    decide: impl Fn(&Snapshot, Option<&FileRecord>) -> Result<Option<Step>, InstallError>,
) -> Result<Option<Change>, InstallError> {
    for _ in 0..ATTEMPTS {
        let snapshot = Snapshot::read(piece.path())?;
        let Some(step) = decide(&snapshot, record.file(client, piece.path()))? else {
            return Ok(None);
        };
        let done = match &step.action {
            Action::Leave => true,
            Action::Delete => snapshot.remove()?,
            Action::Write(text) => {
                record.keep_dirs(client, snapshot.make_dirs()?);
                snapshot.replace(text)?
            }
        };
        if done {
            match step.record {
                Some(Some(file)) => record.keep(client, file),
                Some(None) => record.drop_file(client, piece.path()),
                None => {}
            }
            return Ok(Some(step.change));
        }
    }
    Err(InstallError::Busy { path: piece.path().to_owned() })
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::fs;

    use super::*;
    use crate::install::{HookCommand, Places, Wires};

    /// Installs Claude Code's hooks while something else writes the file `times` times, each
    /// time just after palimp has looked at it.
    fn install_while_written(times: usize) -> (Result<Option<Change>, InstallError>, String) {
        let home = tempfile::tempdir().unwrap();
        let places = Places::new(home.path(), |_| None);
        let hook = HookCommand::new(Path::new("/opt/palimp")).unwrap();
        let piece = Wires::of(Target::Claude, &places, &hook).unwrap().hooks.unwrap();
        fs::create_dir(home.path().join(".claude")).unwrap();
        let count = Cell::new(0);
        let result =
            carry_out(Target::Claude, &piece, &mut Record::default(), |snapshot, known| {
                count.set(count.get() + 1);
                if count.get() <= times {
                    fs::write(piece.path(), format!("{{\"n\": {}}}", count.get())).unwrap();
                }
                piece.install(snapshot, known).map(Some)
            });
        (result, fs::read_to_string(piece.path()).unwrap())
    }

    #[test]
    fn what_is_written_at_the_same_time_is_not_lost() {
        let (result, text) = install_while_written(ATTEMPTS - 1);
        assert_eq!(result.unwrap().unwrap().what, What::Edited);
        assert!(text.contains(&format!("\"n\": {}", ATTEMPTS - 1)) && text.contains("palimp hook"));
    }

    #[test]
    fn a_file_that_never_rests_is_given_up() {
        let (result, text) = install_while_written(ATTEMPTS);
        assert!(matches!(result, Err(InstallError::Busy { .. })));
        assert_eq!(text, format!("{{\"n\": {ATTEMPTS}}}"));
    }
}
