//! Checks how palimp is connected to a client, and finds settings that keep it from working there.

use std::path::Path;

use jsonc_parser::ast::Object;
use palimp_core::AgentClient;

use super::command::in_words;
use super::document::SettingsDocument;
use super::hooks::{InstalledHook, SettingsFile};
use super::own_file::{FileOwnership, OwnFile, check_ownership};
use super::server::{self, JsonServerMatch};
use super::toml_file;
use super::write::SettingsSnapshot;
use super::{ClientFile, ClientPaths, ClientSetup, HookCommand, InstallError, InstallTarget};
use crate::descriptor;
use crate::messages;

/// Connection status of a client; by default not connected.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClientSetupStatus {
    /// The hooks, or the plugin in their place.
    pub hooks: HookState,
    /// The MCP server.
    pub server: ServerState,
    /// True if palimp's plugin is among the plugins that the client manages. Its hooks do nothing
    /// while [`runs_own_hooks`] is true.
    pub plugin: bool,
    /// True if palimp's `/palimp` command is there.
    pub command_file: bool,
    /// Trust of the user in the hooks, if the client asks for it and hooks are there.
    pub trust: Option<HookTrust>,
    /// Obstacles for the hooks, and outdated parts, a sentence each.
    pub notes: Vec<String>,
}

/// The state of a client's hooks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum HookState {
    /// There are none of palimp's.
    #[default]
    Missing,
    /// These events are not registered, while others are.
    Partial(Vec<String>),
    /// All of them are there and call the command that was asked about.
    Present,
    /// They call palimp by another command line, such as that of a binary that has moved.
    OtherCommand(String),
    /// The settings cannot be read or understood; the reason, as a sentence.
    Unreadable(String),
    /// The client has no hooks.
    Unserved,
}

/// The state of palimp's MCP server among a client's.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ServerState {
    /// The client does not know of it.
    #[default]
    Missing,
    /// It is registered with the command that was asked about.
    Present,
    /// It is registered with another command line, such as that of a binary that has moved.
    OtherCommand(String),
    /// Something else is registered under its name.
    Foreign,
    /// The settings cannot be read or understood; the reason, as a sentence.
    Unreadable(String),
}

/// Extent to which the user has allowed the hooks to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HookTrust {
    /// All of palimp's hooks.
    All,
    /// Some of them.
    Partly,
    /// None of them.
    None,
}

/// A hook of palimp's in a client's settings.
pub(crate) struct HookId<'a> {
    pub(crate) event: &'a str,
    pub(crate) group: usize,
    pub(crate) handler: usize,
}

/// Settings that hold hooks of palimp's.
pub(crate) struct InspectedSettings<'a> {
    pub(crate) places: &'a ClientPaths,
    pub(crate) text: &'a str,
    pub(crate) root: Option<&'a Object<'a>>,
    pub(crate) hooks: &'a [HookId<'a>],
}

/// Settings that keep a client from running the hooks.
#[derive(Default)]
pub(crate) struct HookObstacles {
    /// Trust of the user, if the client asks for it.
    pub(crate) trust: Option<HookTrust>,
    /// Other obstacles, a sentence each.
    pub(crate) notes: Vec<String>,
}

/// Checks how palimp is connected to `client`. Reads only, and never fails: a file that cannot be
/// read is a finding.
pub fn check_setup(
    client: impl Into<InstallTarget>,
    places: &ClientPaths,
    hook: &HookCommand,
) -> ClientSetupStatus {
    let client = client.into();
    let mut status = ClientSetupStatus::default();
    let looked = ClientSetup::for_client(client, places, hook).and_then(|setup| {
        status.server = setup
            .server
            .as_ref()
            .or(setup.hooks.as_ref())
            .map_or(Ok(ServerState::Missing), look_at_server)
            .unwrap_or_else(|error| ServerState::Unreadable(error.to_string()));
        let commands =
            setup.commands.iter().map(command_file_state).collect::<Result<Vec<_>, _>>()?;
        status.command_file = commands.iter().any(|it| *it != CommandFileState::Missing);
        look_at_hooks((client, places, hook), &setup, &mut status)?;
        let place = descriptor::descriptor(client.client()).place.as_ref();
        if let Some(plugin) = place.and_then(|place| (place.find_plugin)(places)) {
            status.plugin = true;
            if status.hooks == HookState::Missing {
                status.trust = plugin.trust;
            }
        }
        let retired =
            setup.retired.iter().map(command_file_state).collect::<Result<Vec<_>, _>>()?;
        if commands.contains(&CommandFileState::Earlier)
            || retired.contains(&CommandFileState::Earlier)
        {
            status.notes.push(messages::command_outdated(client));
        }
        Ok(())
    });
    if let Err(error) = looked {
        status.hooks = HookState::Unreadable(error.to_string());
    }
    status
}

/// Returns true if palimp's hooks are in `client`'s settings and nothing there keeps them from
/// running, such as trust that the user has not given yet.
pub fn runs_own_hooks(client: AgentClient, places: &ClientPaths) -> bool {
    // Which command they run plays no part in whether they do.
    let Ok(anything) = HookCommand::new(Path::new("palimp")) else { return false };
    let (client, mut status) = (client.into(), ClientSetupStatus::default());
    let looked = ClientSetup::for_client(client, places, &anything)
        .and_then(|setup| look_at_hooks((client, places, &anything), &setup, &mut status));
    let stand = matches!(
        status.hooks,
        HookState::Present | HookState::Partial(_) | HookState::OtherCommand(_)
    );
    let trusted = !matches!(status.trust, Some(HookTrust::None));
    looked.is_ok() && stand && trusted && status.notes.is_empty()
}

fn look_at_hooks(
    (client, places, hook): (InstallTarget, &ClientPaths, &HookCommand),
    setup: &ClientSetup,
    status: &mut ClientSetupStatus,
) -> Result<(), InstallError> {
    match &setup.hooks {
        Some(ClientFile::Settings(file)) => look_at_settings(client, places, file, status),
        Some(ClientFile::Own(file)) => look_at_plugin(client, file, hook, status)
            .and_then(|()| look_beside(client, places, setup, status)),
        Some(ClientFile::Toml(_)) | None => {
            status.hooks = HookState::Unserved;
            Ok(())
        }
    }
}

fn look_at_server(piece: &ClientFile) -> Result<ServerState, InstallError> {
    let snapshot = SettingsSnapshot::read(piece.path())?;
    let Some(text) = snapshot.text()? else { return Ok(ServerState::Missing) };
    match piece {
        ClientFile::Toml(file) => Ok(match file.find_server(text)? {
            toml_file::TomlServerMatch::Nothing => ServerState::Missing,
            toml_file::TomlServerMatch::Foreign => ServerState::Foreign,
            toml_file::TomlServerMatch::Ours(words) if words == file.wanted_command() => {
                ServerState::Present
            }
            toml_file::TomlServerMatch::Ours(words) => ServerState::OtherCommand(in_words(&words)),
        }),
        ClientFile::Settings(file) => {
            let document = SettingsDocument::parse(text, &file.path)?;
            let (Some(entry), Some(root)) = (&file.server, &document.root) else {
                return Ok(ServerState::Missing);
            };
            Ok(match entry.find_server(root, &document, &file.path)? {
                JsonServerMatch::Nothing(..) => ServerState::Missing,
                JsonServerMatch::Foreign => ServerState::Foreign,
                JsonServerMatch::Ours(server) if entry.is_current(server) => ServerState::Present,
                JsonServerMatch::Ours(server) => {
                    ServerState::OtherCommand(in_words(&server::command_words(server)))
                }
            })
        }
        ClientFile::Own(_) => Ok(ServerState::Missing),
    }
}

/// State of a command's file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CommandFileState {
    /// Nothing of palimp's.
    Missing,
    /// The command, be it changed by its user.
    Present,
    /// The command as an earlier version wrote it.
    Earlier,
}

fn command_file_state(file: &OwnFile) -> Result<CommandFileState, InstallError> {
    let snapshot = SettingsSnapshot::read(&file.path)?;
    let Some(text) = snapshot.text()? else { return Ok(CommandFileState::Missing) };
    Ok(match check_ownership(text) {
        FileOwnership::Foreign => CommandFileState::Missing,
        FileOwnership::Ours if text != file.text => CommandFileState::Earlier,
        FileOwnership::Ours | FileOwnership::Changed => CommandFileState::Present,
    })
}

fn look_at_settings(
    client: InstallTarget,
    places: &ClientPaths,
    file: &SettingsFile,
    status: &mut ClientSetupStatus,
) -> Result<(), InstallError> {
    let snapshot = SettingsSnapshot::read(&file.path)?;
    let Some(text) = snapshot.text()? else { return Ok(()) };
    let document = SettingsDocument::parse(text, &file.path)?;
    let standing = file.installed_hooks(&document);
    status.hooks = hook_state(file, &standing);
    if standing.is_empty() {
        return Ok(());
    }
    if status.hooks == HookState::Present && !file.is_current(&document) {
        status.notes.push(outdated_note(client));
    }
    let hooks = standing.iter().map(|it| HookId {
        event: it.event,
        group: it.group_at,
        handler: it.handler_at,
    });
    let hooks: Vec<_> = hooks.collect();
    let looked = InspectedSettings { places, text, root: document.root.as_ref(), hooks: &hooks };
    if let Some(place) = &descriptor::descriptor(client.client()).place {
        let obstacles = (place.obstacles)(&looked);
        status.trust = obstacles.trust;
        status.notes.extend(obstacles.notes);
    }
    Ok(())
}

fn hook_state(file: &SettingsFile, standing: &[InstalledHook<'_, '_>]) -> HookState {
    let find = |event| standing.iter().find(|it| it.event == event);
    let missing = file.entries.iter().filter(|entry| find(entry.event).is_none());
    let missing: Vec<_> = missing.map(|entry| entry.event.to_owned()).collect();
    let other = file.entries.iter().find_map(|entry| {
        find(entry.event)
            .map(InstalledHook::command_line)
            .filter(|line| *line != entry.command_line())
    });
    match other {
        _ if missing.len() == file.entries.len() => HookState::Missing,
        Some(line) => HookState::OtherCommand(line.to_owned()),
        None if !missing.is_empty() => HookState::Partial(missing),
        None => HookState::Present,
    }
}

fn look_at_plugin(
    client: InstallTarget,
    file: &OwnFile,
    hook: &HookCommand,
    status: &mut ClientSetupStatus,
) -> Result<(), InstallError> {
    let snapshot = SettingsSnapshot::read(&file.path)?;
    let Some(text) = snapshot.text()? else { return Ok(()) };
    if check_ownership(text) == FileOwnership::Foreign {
        status.notes.push(messages::file_not_ours(file.path.display()));
        return Ok(());
    }
    let words = |text: &str| {
        Some(text.lines().find(|it| it.starts_with(PLUGIN_COMMAND_PREFIX))?.to_owned())
    };
    status.hooks = match words(text) {
        found if found == words(&file.text) => HookState::Present,
        Some(line) => HookState::OtherCommand(line[PLUGIN_COMMAND_PREFIX.len()..].to_owned()),
        None => HookState::OtherCommand(format!("not `{}`", in_words(&hook_words(client, hook)))),
    };
    if status.hooks == HookState::Present && text != file.text {
        status.notes.push(outdated_note(client));
    }
    Ok(())
}

/// Checks what else a plugin needs if it is installed: the files beside it, and its entry in the
/// settings.
fn look_beside(
    client: InstallTarget,
    places: &ClientPaths,
    setup: &ClientSetup,
    status: &mut ClientSetupStatus,
) -> Result<(), InstallError> {
    if status.hooks != HookState::Present {
        return Ok(());
    }
    let mut missing = Vec::new();
    for file in &setup.beside {
        match command_file_state(file)? {
            CommandFileState::Missing => missing.extend(file.path.file_name()),
            CommandFileState::Earlier => status.notes.push(outdated_note(client)),
            CommandFileState::Present => {}
        }
    }
    let mut missing: Vec<_> = missing.iter().map(|it| it.to_string_lossy().into_owned()).collect();
    if let Some(ClientFile::Settings(file)) = &setup.server
        && let Some(plugin) = &file.plugin
    {
        let snapshot = SettingsSnapshot::read(&file.path)?;
        let text = snapshot.text()?.unwrap_or_default();
        let document = SettingsDocument::parse(text, &file.path)?;
        if plugin.is_complete(&document, &file.path) {
            let looked =
                InspectedSettings { places, text, root: document.root.as_ref(), hooks: &[] };
            let place = descriptor::descriptor(client.client()).place.as_ref();
            status.notes.extend(place.map_or(Vec::new(), |it| (it.obstacles)(&looked).notes));
        } else {
            missing.push(messages::plugin_entry());
        }
    }
    if !missing.is_empty() {
        status.hooks = HookState::Partial(missing);
    }
    Ok(())
}

/// Prefix of the line in the plugin that names palimp's binary.
const PLUGIN_COMMAND_PREFIX: &str = "const COMMAND = ";

fn hook_words(client: InstallTarget, hook: &HookCommand) -> Vec<String> {
    hook.hook_argv(client.client(), None).into_iter().map(str::to_owned).collect()
}

fn outdated_note(client: InstallTarget) -> String {
    messages::hooks_outdated(client)
}
