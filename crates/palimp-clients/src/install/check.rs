//! Whether palimp is wired into a client, and what keeps it from working there.

use std::path::Path;

use jsonc_parser::ast::Object;
use palimp_core::Client;

use super::command::in_words;
use super::document::Document;
use super::hooks::{SettingsFile, Standing};
use super::own_file::{Origin, OwnFile, origin};
use super::server::{self, Stands};
use super::toml_file;
use super::write::Snapshot;
use super::{HookCommand, InstallError, Piece, Places, Target, Wires};
use crate::known;

/// How palimp is wired into a client at this moment; by itself, not at all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wiring {
    /// The hooks, or the plugin in their place.
    pub hooks: HookState,
    /// The MCP server.
    pub server: ServerState,
    /// Whether palimp's `/palimp` command is there.
    pub command_file: bool,
    /// Whether the client runs the hooks, where it asks its user first and hooks are there.
    pub trust: Option<Trust>,
    /// What keeps the hooks from working, and what is out of date, a sentence each.
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

/// Whether the user has allowed the hooks to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trust {
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

/// Settings in which hooks of palimp's stand.
pub(crate) struct Looked<'a> {
    pub(crate) places: &'a Places,
    pub(crate) text: &'a str,
    pub(crate) root: Option<&'a Object<'a>>,
    pub(crate) hooks: &'a [HookId<'a>],
}

/// What keeps a client from running them.
#[derive(Default)]
pub(crate) struct Obstacles {
    /// Where the client asks its user first.
    pub(crate) trust: Option<Trust>,
    /// Whatever else, a sentence each.
    pub(crate) notes: Vec<String>,
}

/// Looks at how palimp is wired into `client`. Reads only, and never fails: what cannot be read
/// is a finding.
pub fn check(client: impl Into<Target>, places: &Places, hook: &HookCommand) -> Wiring {
    let client = client.into();
    let mut wiring = Wiring::default();
    let looked = Wires::of(client, places, hook).and_then(|wires| {
        wiring.server = wires
            .server
            .as_ref()
            .or(wires.hooks.as_ref())
            .map_or(Ok(ServerState::Missing), look_at_server)
            .unwrap_or_else(|error| ServerState::Unreadable(error.to_string()));
        let commands = wires.commands.iter().map(standing).collect::<Result<Vec<_>, _>>()?;
        wiring.command_file = commands.iter().any(|it| *it != Command::Missing);
        look_at_hooks((client, places, hook), &wires, &mut wiring)?;
        let retired = wires.retired.iter().map(standing).collect::<Result<Vec<_>, _>>()?;
        if commands.contains(&Command::Earlier) || retired.contains(&Command::Earlier) {
            wiring.notes.push(format!(
                "the /palimp command is not as this palimp writes it; `palimp install {client}` renews it"
            ));
        }
        Ok(())
    });
    if let Err(error) = looked {
        wiring.hooks = HookState::Unreadable(error.to_string());
    }
    wiring
}

/// Whether palimp's hooks stand in `client`'s settings, and nothing there keeps them from running.
pub(crate) fn runs_own_hooks(client: Client, places: &Places) -> bool {
    // Which command they run plays no part in whether they do.
    let Ok(anything) = HookCommand::new(Path::new("palimp")) else { return false };
    let (client, mut wiring) = (client.into(), Wiring::default());
    let looked = Wires::of(client, places, &anything)
        .and_then(|wires| look_at_hooks((client, places, &anything), &wires, &mut wiring));
    let stand = matches!(
        wiring.hooks,
        HookState::Present | HookState::Partial(_) | HookState::OtherCommand(_)
    );
    looked.is_ok() && stand && wiring.notes.is_empty()
}

fn look_at_hooks(
    (client, places, hook): (Target, &Places, &HookCommand),
    wires: &Wires,
    wiring: &mut Wiring,
) -> Result<(), InstallError> {
    match &wires.hooks {
        Some(Piece::Settings(file)) => look_at_settings(client, places, file, wiring),
        Some(Piece::Own(file)) => look_at_plugin(client, file, hook, wiring)
            .and_then(|()| look_beside(client, places, wires, wiring)),
        Some(Piece::Toml(_)) | None => {
            wiring.hooks = HookState::Unserved;
            Ok(())
        }
    }
}

fn look_at_server(piece: &Piece) -> Result<ServerState, InstallError> {
    let snapshot = Snapshot::read(piece.path())?;
    let Some(text) = snapshot.text()? else { return Ok(ServerState::Missing) };
    match piece {
        Piece::Toml(file) => Ok(match file.find(text)? {
            toml_file::Stands::Nothing => ServerState::Missing,
            toml_file::Stands::Foreign => ServerState::Foreign,
            toml_file::Stands::Ours(words) if words == file.wanted() => ServerState::Present,
            toml_file::Stands::Ours(words) => ServerState::OtherCommand(in_words(&words)),
        }),
        Piece::Settings(file) => {
            let document = Document::parse(text, &file.path)?;
            let (Some(entry), Some(root)) = (&file.server, &document.root) else {
                return Ok(ServerState::Missing);
            };
            Ok(match entry.find(root, &document, &file.path)? {
                Stands::Nothing(..) => ServerState::Missing,
                Stands::Foreign => ServerState::Foreign,
                Stands::Ours(server) if entry.is_current(server) => ServerState::Present,
                Stands::Ours(server) => ServerState::OtherCommand(in_words(&server::words(server))),
            })
        }
        Piece::Own(_) => Ok(ServerState::Missing),
    }
}

/// What stands in the place of a command's file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Command {
    /// Nothing of palimp's.
    Missing,
    /// The command, be it changed by its user.
    Present,
    /// The command as an earlier version wrote it.
    Earlier,
}

fn standing(file: &OwnFile) -> Result<Command, InstallError> {
    let snapshot = Snapshot::read(&file.path)?;
    let Some(text) = snapshot.text()? else { return Ok(Command::Missing) };
    Ok(match origin(text) {
        Origin::Foreign => Command::Missing,
        Origin::Ours if text != file.text => Command::Earlier,
        Origin::Ours | Origin::Changed => Command::Present,
    })
}

fn look_at_settings(
    client: Target,
    places: &Places,
    file: &SettingsFile,
    wiring: &mut Wiring,
) -> Result<(), InstallError> {
    let snapshot = Snapshot::read(&file.path)?;
    let Some(text) = snapshot.text()? else { return Ok(()) };
    let document = Document::parse(text, &file.path)?;
    let standing = file.standing(&document);
    wiring.hooks = state(file, &standing);
    if standing.is_empty() {
        return Ok(());
    }
    if wiring.hooks == HookState::Present && !file.is_current(&document) {
        wiring.notes.push(outdated(client));
    }
    let hooks = standing.iter().map(|it| HookId {
        event: it.event,
        group: it.group_at,
        handler: it.handler_at,
    });
    let hooks: Vec<_> = hooks.collect();
    let looked = Looked { places, text, root: document.root.as_ref(), hooks: &hooks };
    if let Some(place) = &known::of(client.client()).place {
        let obstacles = (place.obstacles)(&looked);
        wiring.trust = obstacles.trust;
        wiring.notes.extend(obstacles.notes);
    }
    Ok(())
}

fn state(file: &SettingsFile, standing: &[Standing<'_, '_>]) -> HookState {
    let find = |event| standing.iter().find(|it| it.event == event);
    let missing = file.entries.iter().filter(|entry| find(entry.event).is_none());
    let missing: Vec<_> = missing.map(|entry| entry.event.to_owned()).collect();
    let other = file.entries.iter().find_map(|entry| {
        find(entry.event).map(Standing::line).filter(|line| *line != entry.line())
    });
    match other {
        _ if missing.len() == file.entries.len() => HookState::Missing,
        Some(line) => HookState::OtherCommand(line.to_owned()),
        None if !missing.is_empty() => HookState::Partial(missing),
        None => HookState::Present,
    }
}

fn look_at_plugin(
    client: Target,
    file: &OwnFile,
    hook: &HookCommand,
    wiring: &mut Wiring,
) -> Result<(), InstallError> {
    let snapshot = Snapshot::read(&file.path)?;
    let Some(text) = snapshot.text()? else { return Ok(()) };
    if origin(text) == Origin::Foreign {
        wiring.notes.push(format!("{} is not palimp's", file.path.display()));
        return Ok(());
    }
    let words = |text: &str| Some(text.lines().find(|it| it.starts_with(COMMAND_LINE))?.to_owned());
    wiring.hooks = match words(text) {
        found if found == words(&file.text) => HookState::Present,
        Some(line) => HookState::OtherCommand(line[COMMAND_LINE.len()..].to_owned()),
        None => HookState::OtherCommand(format!("not `{}`", in_words(&hook_words(client, hook)))),
    };
    if wiring.hooks == HookState::Present && text != file.text {
        wiring.notes.push(outdated(client));
    }
    Ok(())
}

/// What else a plugin needs, where it is there: the files beside it, and what the settings say of it.
fn look_beside(
    client: Target,
    places: &Places,
    wires: &Wires,
    wiring: &mut Wiring,
) -> Result<(), InstallError> {
    if wiring.hooks != HookState::Present {
        return Ok(());
    }
    let mut missing = Vec::new();
    for file in &wires.beside {
        match standing(file)? {
            Command::Missing => missing.extend(file.path.file_name()),
            Command::Earlier => wiring.notes.push(outdated(client)),
            Command::Present => {}
        }
    }
    let mut missing: Vec<_> = missing.iter().map(|it| it.to_string_lossy().into_owned()).collect();
    if let Some(Piece::Settings(file)) = &wires.server
        && let Some(plugin) = &file.plugin
    {
        let snapshot = Snapshot::read(&file.path)?;
        let text = snapshot.text()?.unwrap_or_default();
        let document = Document::parse(text, &file.path)?;
        if plugin.stands(&document, &file.path) {
            let looked = Looked { places, text, root: document.root.as_ref(), hooks: &[] };
            let place = known::of(client.client()).place.as_ref();
            wiring.notes.extend(place.map_or(Vec::new(), |it| (it.obstacles)(&looked).notes));
        } else {
            missing.push("the plugin's entry".to_owned());
        }
    }
    if !missing.is_empty() {
        wiring.hooks = HookState::Partial(missing);
    }
    Ok(())
}

/// The line of the plugin that names palimp's binary starts with this.
const COMMAND_LINE: &str = "const COMMAND = ";

fn hook_words(client: Target, hook: &HookCommand) -> Vec<String> {
    hook.words(client.client(), None).into_iter().map(str::to_owned).collect()
}

fn outdated(client: Target) -> String {
    format!("the hooks are another version's; `palimp install {client}` renews them")
}
