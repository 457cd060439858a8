//! Connects palimp to each client, and disconnects it.
//!
//! Settings files belong to their user: an installation inserts text at places found by parsing the
//! file and leaves every other byte unchanged, and an uninstallation removes exactly that text. A
//! client's own module lists its files and events; this module holds what is common to all.

mod check;
mod client_paths;
pub(crate) mod client_plugin;
mod command;
mod document;
mod draft;
mod error;
mod hooks;
mod insert_entries;
mod install_plan;
mod install_record;
mod own_file;
mod plugin;
mod remove_entries;
mod server;
pub(crate) mod slash;
mod splice;
mod style;
mod target;
mod toml_file;
mod write;

use std::path::{Path, PathBuf};

pub use check::runs_own_hooks;
pub use check::{ClientSetupStatus, HookState, HookTrust, ServerState, check_setup};
pub(crate) use check::{HookId, HookObstacles, InspectedSettings};
pub use client_paths::ClientPaths;
pub use command::HookCommand;
pub(crate) use document::{bool_in, find_member, object_in};
pub use error::InstallError;
pub(crate) use hooks::{HookEntry, HookLayout, SettingsFile};
pub(crate) use install_plan::ClientFile;
pub use install_record::InstallRecord;
pub(crate) use own_file::OwnFile;
pub(crate) use plugin::PluginEntry;
pub(crate) use server::ServerEntry;
pub use target::InstallTarget;
pub(crate) use toml_file::TomlFile;

use install_plan::{InstallStep, carry_out};
use install_record::{FileKind, FileRecord};
use write::SettingsSnapshot;

use crate::descriptor;

/// Evidence that a client is installed on this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClientPresence {
    /// Its directory of settings.
    Settings(PathBuf),
    /// Its program on the search path, which has not been started yet.
    Program(PathBuf),
    /// Nothing does.
    Nothing,
}

/// Change made, or planned, to one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InstallChange {
    /// The file.
    pub path: PathBuf,
    /// Outcome for the file.
    pub what: InstallOutcome,
    /// Note for the user, a sentence without a full stop.
    pub note: Option<String>,
    /// The pieces of text that palimp puts in. They hold nothing of the file around them.
    pub added: Vec<String>,
}

/// Outcome of an installation for a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InstallOutcome {
    /// It was not there before.
    Created,
    /// palimp's part of it was inserted, updated or removed.
    Edited,
    /// It is gone.
    Removed,
    /// It is as it should be already.
    Unchanged,
    /// It is in the way, and not palimp's to touch; the note says why.
    Kept,
}

/// Files and settings that connect a client to palimp.
#[derive(Default)]
pub(crate) struct ClientSetup {
    /// The hooks, or the plugin in their place; none where palimp serves by MCP alone.
    pub(crate) hooks: Option<ClientFile>,
    /// Other files that a plugin needs in its directory.
    pub(crate) beside: Vec<OwnFile>,
    /// The `/palimp` command, under each of its names.
    pub(crate) commands: Vec<OwnFile>,
    /// Obsolete files of earlier versions.
    pub(crate) retired: Vec<OwnFile>,
    /// The MCP server, where it does not stand in the file of the hooks.
    pub(crate) server: Option<ClientFile>,
    /// Instruction for the user after the first file has changed.
    pub(crate) after: Option<String>,
}

impl ClientSetup {
    fn for_client(
        client: InstallTarget,
        places: &ClientPaths,
        hook: &HookCommand,
    ) -> Result<ClientSetup, InstallError> {
        let place = descriptor::descriptor(client.client()).place.as_ref();
        let setup = place.map_or_else(ClientSetup::default, |place| (place.setup)(places, hook));
        // The record of what was written could not name the file.
        for piece in [&setup.hooks, &setup.server].into_iter().flatten() {
            let path = piece.path();
            if path.to_str().is_none() {
                return Err(InstallError::NotUnicode { path: path.to_owned() });
            }
        }
        Ok(setup)
    }

    /// Splits the setup into files to write and files of earlier versions to remove.
    fn into_files(self) -> (Vec<ClientFile>, Vec<ClientFile>) {
        let own = self.beside.into_iter().chain(self.commands).map(ClientFile::Own);
        let wanted = self.hooks.into_iter().chain(own).chain(self.server).collect();
        (wanted, self.retired.into_iter().map(ClientFile::Own).collect())
    }
}

/// Detects whether `client` is on this machine.
pub fn detect_client(client: impl Into<InstallTarget>, places: &ClientPaths) -> ClientPresence {
    let Some(place) = &descriptor::descriptor(client.into().client()).place else {
        return ClientPresence::Nothing;
    };
    let dir = (place.dir)(places);
    if dir.is_dir() {
        return ClientPresence::Settings(dir);
    }
    places.find_program(place.program).map_or(ClientPresence::Nothing, ClientPresence::Program)
}

/// Plans the changes of [`install`]; writes nothing.
///
/// # Errors
///
/// Any error with which `install` would fail before it writes its first file.
pub fn plan(
    client: impl Into<InstallTarget>,
    places: &ClientPaths,
    hook: &HookCommand,
    record: &InstallRecord,
) -> Result<Vec<InstallChange>, InstallError> {
    let client = client.into();
    let mut setup = ClientSetup::for_client(client, places, hook)?;
    let after = setup.after.take();
    let (wanted, retired) = setup.into_files();
    let mut changes = Vec::new();
    for piece in wanted {
        let snapshot = SettingsSnapshot::read(piece.path())?;
        changes
            .push(piece.plan_install(&snapshot, record.file(client, piece.path()))?.into_change());
    }
    for piece in retired {
        let snapshot = SettingsSnapshot::read(piece.path())?;
        let step = piece.plan_uninstall(&snapshot, record.file(client, piece.path()))?;
        changes.extend(step.map(InstallStep::into_change));
    }
    Ok(with_note(after, changes))
}

/// Records the text that [`install`] is about to write. A caller that stores the record before it
/// installs can undo everything without a trace, even if the process dies.
///
/// # Errors
///
/// As for [`plan`].
pub fn record_intent(
    client: impl Into<InstallTarget>,
    places: &ClientPaths,
    hook: &HookCommand,
    record: &mut InstallRecord,
) -> Result<(), InstallError> {
    let client = client.into();
    let (wanted, _) = ClientSetup::for_client(client, places, hook)?.into_files();
    wanted.iter().try_for_each(|piece| install_plan::record_intent(client, piece, record))
}

/// Connects palimp to `client`: its hooks, its `/palimp` command and its MCP server. Obsolete files
/// of earlier versions are removed.
///
/// A second call changes nothing; a call with another command changes only palimp's own entries.
/// `record` is updated after each file, so the caller should store it even if this fails.
///
/// # Errors
///
/// If settings cannot be read, parsed or written. Settings that cannot be parsed are left
/// unchanged, and so is every other file then.
pub fn install(
    client: impl Into<InstallTarget>,
    places: &ClientPaths,
    hook: &HookCommand,
    record: &mut InstallRecord,
) -> Result<Vec<InstallChange>, InstallError> {
    let client = client.into();
    plan(client, places, hook, record)?;
    let mut setup = ClientSetup::for_client(client, places, hook)?;
    let after = setup.after.take();
    let (wanted, retired) = setup.into_files();
    let mut changes = Vec::new();
    for piece in wanted {
        let decide = |snapshot: &SettingsSnapshot, known: Option<&FileRecord>| {
            piece.plan_install(snapshot, known).map(Some)
        };
        changes.extend(carry_out(client, &piece, record, decide)?);
    }
    changes.extend(uninstall_files(client, &retired, record)?);
    // A directory that held nothing but such a file would be an empty skill.
    let dirs =
        record.dirs(client).filter(|dir| retired.iter().any(|it| it.path().starts_with(dir)));
    remove_empty_dirs(dirs.map(Path::to_owned).collect());
    Ok(with_note(after, changes))
}

/// Disconnects palimp from `client`.
///
/// Files that have not been edited since `install` are restored byte for byte; in other files
/// palimp's entries are removed wherever they are now. Works without a record, too, by the command
/// lines of the entries. palimp's own files that the user has changed are left, with a note.
///
/// # Errors
///
/// As for [`install`]. `record` keeps what is still to be removed.
pub fn uninstall(
    client: impl Into<InstallTarget>,
    places: &ClientPaths,
    record: &mut InstallRecord,
) -> Result<Vec<InstallChange>, InstallError> {
    // Which command the entries would hold plays no part in finding and removing them.
    let anything = HookCommand::new(Path::new("palimp"))?;
    let client = client.into();
    let (mut pieces, retired) = ClientSetup::for_client(client, places, &anything)?.into_files();
    pieces.extend(retired);
    pieces.extend(moved_files(client, record, &pieces));
    for piece in &pieces {
        let snapshot = SettingsSnapshot::read(piece.path())?;
        piece.plan_uninstall(&snapshot, record.file(client, piece.path()))?;
    }
    let changes = uninstall_files(client, &pieces, record)?;
    remove_empty_dirs(record.drop_client(client).map(|it| it.dirs).unwrap_or_default());
    Ok(changes)
}

/// Removes partial files that killed processes left beside the clients' files; returns their
/// number.
pub fn sweep_partial_files(places: &ClientPaths) -> usize {
    // Which command the entries would hold plays no part in where the files are.
    let Ok(anything) = HookCommand::new(Path::new("palimp")) else { return 0 };
    let setup = InstallTarget::ALL
        .into_iter()
        .filter_map(|it| ClientSetup::for_client(it, places, &anything).ok());
    let pieces =
        setup.map(ClientSetup::into_files).flat_map(|(wanted, retired)| [wanted, retired].concat());
    pieces.map(|piece| write::sweep_partial_files(piece.path())).sum()
}

/// Removes palimp's part from each of these files.
fn uninstall_files(
    client: InstallTarget,
    pieces: &[ClientFile],
    record: &mut InstallRecord,
) -> Result<Vec<InstallChange>, InstallError> {
    let mut changes = Vec::new();
    for piece in pieces {
        let decide = |snapshot: &SettingsSnapshot, known: Option<&FileRecord>| {
            piece.plan_uninstall(snapshot, known)
        };
        changes.extend(carry_out(client, piece, record, decide)?);
    }
    Ok(changes)
}

/// Returns the recorded files in a previous location of the client's directory.
fn moved_files(
    client: InstallTarget,
    record: &InstallRecord,
    pieces: &[ClientFile],
) -> Vec<ClientFile> {
    let known = record.client(client).into_iter().flat_map(|it| &it.files);
    let moved = known.filter(|file| pieces.iter().all(|piece| piece.path() != file.path));
    let piece = |file: &FileRecord| {
        let same_kind = || pieces.iter().filter(|piece| piece.kind() == file.kind);
        let same_name = |piece: &&ClientFile| piece.path().file_name() == file.path.file_name();
        let like = same_kind().find(same_name).or_else(|| same_kind().next())?;
        Some(like.at_path(file.path.clone()))
    };
    moved.filter_map(piece).collect()
}

/// Removes directories that palimp made, as far as they are empty, innermost first.
fn remove_empty_dirs(mut dirs: Vec<PathBuf>) {
    dirs.sort_by_key(|dir| std::cmp::Reverse(dir.components().count()));
    for dir in dirs {
        // A directory that is not empty stays.
        let _ = std::fs::remove_dir(dir);
    }
}

/// Adds the user's next step as a note to the first change, which is that of the hooks if there are
/// any.
fn with_note(after: Option<String>, mut changes: Vec<InstallChange>) -> Vec<InstallChange> {
    if let Some(hooks) = changes.first_mut()
        && matches!(hooks.what, InstallOutcome::Created | InstallOutcome::Edited)
        && hooks.note.is_none()
    {
        hooks.note = after;
    }
    changes
}

impl ClientFile {
    fn kind(&self) -> FileKind {
        match self {
            ClientFile::Settings(_) => FileKind::Settings,
            ClientFile::Toml(_) => FileKind::Toml,
            ClientFile::Own(_) => FileKind::Own,
        }
    }

    /// Returns a copy of the file at another path.
    fn at_path(&self, path: PathBuf) -> ClientFile {
        match self {
            ClientFile::Settings(file) => {
                ClientFile::Settings(SettingsFile { path, ..file.clone() })
            }
            ClientFile::Toml(file) => ClientFile::Toml(TomlFile { path, ..file.clone() }),
            ClientFile::Own(file) => ClientFile::Own(OwnFile { path, ..file.clone() }),
        }
    }
}
