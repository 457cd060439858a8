//! Plans the steps for each file from its text, before anything is written.

use std::path::Path;

use super::document::SettingsDocument;
use super::draft::SettingsDraft;
use super::hooks::SettingsFile;
use super::install_record::{FileKind, FileRecord, InstallRecord};
use super::own_file::{FileOwnership, OwnFile, check_ownership};
use super::server::SERVER_NAME;
use super::toml_file::{self, TomlFile};
use super::write::SettingsSnapshot;
use super::{InstallChange, InstallError, InstallOutcome, InstallTarget};
use crate::messages;

/// Maximum attempts to update a file that something else writes at the same time.
const MAX_ATTEMPTS: usize = 5;

/// A file that palimp writes into or writes.
#[derive(Clone, Debug)]
pub(crate) enum ClientFile {
    /// Settings that hold palimp's entries among others.
    Settings(SettingsFile),
    /// A TOML file that holds palimp's server among others.
    Toml(TomlFile),
    /// A file of palimp's own.
    Own(OwnFile),
}

/// Action on a file.
enum InstallAction {
    Leave,
    Write(String),
    Delete,
}

/// Action on a file, the change to report, and the record to keep.
pub(super) struct InstallStep {
    action: InstallAction,
    change: InstallChange,
    /// Record of the file afterwards; the outer `None` keeps the existing record.
    record: Option<Option<FileRecord>>,
}

impl InstallStep {
    /// Returns the change to report.
    pub(super) fn into_change(self) -> InstallChange {
        self.change
    }

    fn leave_file(piece: &ClientFile, what: InstallOutcome) -> InstallStep {
        let change =
            InstallChange { path: piece.path().to_owned(), what, note: None, added: Vec::new() };
        InstallStep { action: InstallAction::Leave, change, record: None }
    }

    fn with_note(mut self, note: impl Into<String>) -> InstallStep {
        self.change.note = Some(note.into());
        self
    }

    fn forget_record(mut self) -> InstallStep {
        self.record = Some(None);
        self
    }
}

impl ClientFile {
    pub(super) fn path(&self) -> &Path {
        match self {
            ClientFile::Settings(file) => &file.path,
            ClientFile::Toml(file) => file.path(),
            ClientFile::Own(file) => &file.path,
        }
    }

    /// Plans the step of `install` for the file as it is in `snapshot`.
    pub(super) fn plan_install(
        &self,
        snapshot: &SettingsSnapshot,
        known: Option<&FileRecord>,
    ) -> Result<InstallStep, InstallError> {
        let text = snapshot.text()?;
        let known = known.map(|known| known.as_of(text));
        match self {
            ClientFile::Settings(file) => self.install_entries(file, snapshot, known),
            ClientFile::Toml(file) => self.install_toml(file, snapshot, known),
            ClientFile::Own(file) => self.install_file(file, snapshot),
        }
    }

    /// Plans the step of `uninstall` for the file, or `None` if it contains nothing of palimp's.
    pub(super) fn plan_uninstall(
        &self,
        snapshot: &SettingsSnapshot,
        known: Option<&FileRecord>,
    ) -> Result<Option<InstallStep>, InstallError> {
        let Some(text) = snapshot.text()? else {
            return Ok(known.map(|_| {
                InstallStep::leave_file(self, InstallOutcome::Unchanged).forget_record()
            }));
        };
        let known = known.map(|known| known.as_of(Some(text)));
        match self {
            ClientFile::Settings(file) => self.uninstall_entries(file, snapshot, text, known),
            ClientFile::Toml(file) => self.uninstall_toml(file, snapshot, text, known),
            ClientFile::Own(file) => Ok(self.uninstall_file(file, text, known.is_some())),
        }
    }

    fn install_entries(
        &self,
        file: &SettingsFile,
        snapshot: &SettingsSnapshot,
        known: Option<&FileRecord>,
    ) -> Result<InstallStep, InstallError> {
        let before = snapshot.text()?;
        let (mut draft, known) = open_draft(file, before.unwrap_or_default(), known)?;
        let mut keys = known.map(|known| known.keys.clone()).unwrap_or_default();
        file.insert_into(&mut draft, &mut keys, &prune_rule(known))?;
        keys.sort();
        keys.dedup();
        let taken = file.is_name_taken(&SettingsDocument::parse(draft.text(), &file.path)?);
        self.write_entries(snapshot, known, &draft, keys, taken)
    }

    /// The step that leaves the file as the draft is; `taken` says that the name of palimp's
    /// server is somebody else's.
    fn write_entries(
        &self,
        snapshot: &SettingsSnapshot,
        known: Option<&FileRecord>,
        draft: &SettingsDraft,
        keys: Vec<String>,
        taken: bool,
    ) -> Result<InstallStep, InstallError> {
        let before = snapshot.text()?;
        let note = taken.then(|| messages::server_name_taken(SERVER_NAME));
        if before == Some(draft.text()) || before.is_none() && draft.text().is_empty() {
            return Ok(match note {
                None => InstallStep::leave_file(self, InstallOutcome::Unchanged),
                Some(note) => InstallStep::leave_file(self, InstallOutcome::Kept).with_note(note),
            });
        }
        snapshot.check_writable()?;
        let path = self.path().to_owned();
        let what = if before.is_none() { InstallOutcome::Created } else { InstallOutcome::Edited };
        let record = FileRecord {
            path: path.clone(),
            kind: self.kind(),
            created: before.is_none() || known.is_some_and(|known| known.created),
            keys,
            inserted: draft.segments(),
            before: None,
        };
        Ok(InstallStep {
            change: InstallChange { path, what, note, added: draft.added().to_vec() },
            action: InstallAction::Write(draft.text().to_owned()),
            record: Some(Some(record)),
        })
    }

    fn install_toml(
        &self,
        file: &TomlFile,
        snapshot: &SettingsSnapshot,
        known: Option<&FileRecord>,
    ) -> Result<InstallStep, InstallError> {
        let (mut draft, known) = open_toml(file, snapshot.text()?.unwrap_or_default(), known)?;
        file.insert_into(&mut draft)?;
        let taken = matches!(file.find_server(draft.text())?, toml_file::TomlServerMatch::Foreign);
        self.write_entries(snapshot, known, &draft, Vec::new(), taken)
    }

    fn uninstall_toml(
        &self,
        file: &TomlFile,
        snapshot: &SettingsSnapshot,
        text: &str,
        known: Option<&FileRecord>,
    ) -> Result<Option<InstallStep>, InstallError> {
        let (draft, trace) = open_toml(file, text, known)?;
        let after = file.remove_from(&draft)?;
        let was_made = trace.is_some_and(|trace| trace.created);
        let bare = file.is_bare(&after);
        self.plan_removal(snapshot, text, after, was_made && bare, known)
    }

    /// Plans to reduce a file to `after`, or to delete it if the rest is `useless`.
    fn plan_removal(
        &self,
        snapshot: &SettingsSnapshot,
        text: &str,
        after: String,
        useless: bool,
        known: Option<&FileRecord>,
    ) -> Result<Option<InstallStep>, InstallError> {
        let step = |action, what| {
            snapshot.check_writable()?;
            Ok(Some(InstallStep { action, ..InstallStep::leave_file(self, what).forget_record() }))
        };
        if useless && !snapshot.is_link() {
            return step(InstallAction::Delete, InstallOutcome::Removed);
        }
        if after == text {
            return Ok(known.map(|_| {
                InstallStep::leave_file(self, InstallOutcome::Unchanged).forget_record()
            }));
        }
        step(InstallAction::Write(after), InstallOutcome::Edited)
    }

    fn uninstall_entries(
        &self,
        file: &SettingsFile,
        snapshot: &SettingsSnapshot,
        text: &str,
        known: Option<&FileRecord>,
    ) -> Result<Option<InstallStep>, InstallError> {
        let (draft, trace) = open_draft(file, text, known)?;
        let mut after = file.remove_from(draft, &prune_rule(trace))?;
        let was_made = match trace {
            Some(trace) => trace.created,
            None => file.exclusive && after != text,
        };
        let is_bare = file.is_bare(&SettingsDocument::parse(&after, &file.path)?);
        if after.trim().is_empty() && was_made {
            after = "{}\n".to_owned();
        }
        self.plan_removal(snapshot, text, after, was_made && is_bare, known)
    }

    fn install_file(
        &self,
        file: &OwnFile,
        snapshot: &SettingsSnapshot,
    ) -> Result<InstallStep, InstallError> {
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
            Ok(InstallStep {
                action: InstallAction::Write(file.text.clone()),
                change: InstallChange { path: file.path.clone(), what, note: None, added },
                record: Some(Some(record)),
            })
        };
        let Some(text) = snapshot.text()? else { return write(InstallOutcome::Created) };
        if text == file.text {
            return Ok(InstallStep::leave_file(self, InstallOutcome::Unchanged));
        }
        match check_ownership(text) {
            FileOwnership::Ours => write(InstallOutcome::Edited),
            FileOwnership::Changed => Ok(InstallStep::leave_file(self, InstallOutcome::Kept)
                .with_note(messages::file_changed_kept(&file.what))),
            FileOwnership::Foreign => Ok(InstallStep::leave_file(self, InstallOutcome::Kept)
                .with_note(messages::foreign_file_kept(&file.what))),
        }
    }

    fn uninstall_file(&self, file: &OwnFile, text: &str, known: bool) -> Option<InstallStep> {
        match check_ownership(text) {
            FileOwnership::Ours => {
                let step = InstallStep::leave_file(self, InstallOutcome::Removed).forget_record();
                Some(InstallStep { action: InstallAction::Delete, ..step })
            }
            FileOwnership::Changed => Some(
                InstallStep::leave_file(self, InstallOutcome::Kept)
                    .forget_record()
                    .with_note(messages::file_changed_left(&file.what)),
            ),
            FileOwnership::Foreign => {
                known.then(|| InstallStep::leave_file(self, InstallOutcome::Kept).forget_record())
            }
        }
    }
}

/// Opens a draft of the file's text with the record of palimp's part; without a record if none of
/// its entries are left.
fn open_draft<'k>(
    file: &SettingsFile,
    text: &str,
    known: Option<&'k FileRecord>,
) -> Result<(SettingsDraft, Option<&'k FileRecord>), InstallError> {
    let segments = known.and_then(|known| known.inserted.as_deref());
    if let Some(draft) = segments.and_then(|segments| SettingsDraft::from_segments(text, segments))
    {
        return Ok((draft, known));
    }
    if !file.is_in(&SettingsDocument::parse(text, &file.path)?) {
        return Ok((SettingsDraft::from_foreign(text), None));
    }
    Ok((SettingsDraft::from_unknown(text), known))
}

/// Opens a draft of a TOML file.
fn open_toml<'k>(
    file: &TomlFile,
    text: &str,
    known: Option<&'k FileRecord>,
) -> Result<(SettingsDraft, Option<&'k FileRecord>), InstallError> {
    let segments = known.and_then(|known| known.inserted.as_deref());
    if let Some(draft) = segments.and_then(|segments| SettingsDraft::from_segments(text, segments))
    {
        return Ok((draft, known));
    }
    match file.find_server(text)? {
        toml_file::TomlServerMatch::Ours(_) => Ok((SettingsDraft::from_unknown(text), known)),
        _ => Ok((SettingsDraft::from_foreign(text), None)),
    }
}

/// Returns a predicate for containers that may be removed when palimp's entries leave them empty:
/// those that palimp created. Without a record, an event's array counts as palimp's and the object
/// around it does not.
fn prune_rule(known: Option<&FileRecord>) -> impl Fn(&str) -> bool {
    move |pointer| match known {
        Some(known) => known.keys.iter().any(|key| key == pointer),
        None => pointer.starts_with("/hooks/"),
    }
}

/// Records what `install` is about to make of the file.
pub(super) fn record_intent(
    client: InstallTarget,
    piece: &ClientFile,
    record: &mut InstallRecord,
) -> Result<(), InstallError> {
    let snapshot = SettingsSnapshot::read(piece.path())?;
    let step = piece.plan_install(&snapshot, record.file(client, piece.path()))?;
    if let (InstallAction::Write(_), Some(Some(file))) = (step.action, step.record) {
        record.keep_dirs(client, snapshot.missing_dirs());
        record.record_intent(client, file, snapshot.text()?);
    }
    Ok(())
}

/// Looks at the file, lets `decide` say what to do, and does it. When something else writes the
/// file in between, it starts over.
pub(super) fn carry_out(
    client: InstallTarget,
    piece: &ClientFile,
    record: &mut InstallRecord,
    decide: impl Fn(&SettingsSnapshot, Option<&FileRecord>) -> Result<Option<InstallStep>, InstallError>,
) -> Result<Option<InstallChange>, InstallError> {
    for _ in 0..MAX_ATTEMPTS {
        let snapshot = SettingsSnapshot::read(piece.path())?;
        let Some(step) = decide(&snapshot, record.file(client, piece.path()))? else {
            return Ok(None);
        };
        let done = match &step.action {
            InstallAction::Leave => true,
            InstallAction::Delete => snapshot.remove()?,
            InstallAction::Write(text) => {
                record.keep_dirs(client, snapshot.make_dirs()?);
                snapshot.replace(text)?
            }
        };
        if done {
            match step.record {
                Some(Some(file)) => record.record_file(client, file),
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
    use crate::install::{ClientPaths, ClientSetup, HookCommand};

    /// Installs Claude Code's hooks while something else writes the file `times` times, each
    /// time just after palimp has looked at it.
    fn install_while_written(
        times: usize,
    ) -> (Result<Option<InstallChange>, InstallError>, String) {
        let home = tempfile::tempdir().unwrap();
        let places = ClientPaths::new(home.path(), |_| None);
        let hook = HookCommand::new(Path::new("/opt/palimp")).unwrap();
        let piece =
            ClientSetup::for_client(InstallTarget::Claude, &places, &hook).unwrap().hooks.unwrap();
        fs::create_dir(home.path().join(".claude")).unwrap();
        let count = Cell::new(0);
        let result = carry_out(
            InstallTarget::Claude,
            &piece,
            &mut InstallRecord::default(),
            |snapshot, known| {
                count.set(count.get() + 1);
                if count.get() <= times {
                    fs::write(piece.path(), format!("{{\"n\": {}}}", count.get())).unwrap();
                }
                piece.plan_install(snapshot, known).map(Some)
            },
        );
        (result, fs::read_to_string(piece.path()).unwrap())
    }

    #[test]
    fn what_is_written_at_the_same_time_is_not_lost() {
        let (result, text) = install_while_written(MAX_ATTEMPTS - 1);
        assert_eq!(result.unwrap().unwrap().what, InstallOutcome::Edited);
        assert!(
            text.contains(&format!("\"n\": {}", MAX_ATTEMPTS - 1)) && text.contains("palimp hook")
        );
    }

    #[test]
    fn a_file_that_never_rests_is_given_up() {
        let (result, text) = install_while_written(MAX_ATTEMPTS);
        assert!(matches!(result, Err(InstallError::Busy { .. })));
        assert_eq!(text, format!("{{\"n\": {MAX_ATTEMPTS}}}"));
    }
}
