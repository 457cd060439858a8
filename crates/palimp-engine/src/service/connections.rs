//! Connection of palimp to the clients of this machine: its entries in their settings.

use palimp_clients::install::{
    self, ClientPaths, ClientPresence, ClientSetupStatus, HookCommand, HookState, HookTrust,
    InstallError, InstallRecord, InstallTarget, ServerState,
};
use palimp_core::home::HomePaths;
use palimp_store::StoreError;
use serde::Serialize;

pub use palimp_clients::install::{InstallChange, InstallOutcome};

/// A client of this machine, and the state of palimp's entries in its settings.
#[derive(Clone, Debug, Serialize)]
pub struct ClientStatus {
    /// The client.
    pub client: InstallTarget,
    /// True if all is well.
    pub well: bool,
    /// The state in words that say what to do.
    pub words: String,
    /// True if the client has the `/palimp` command.
    #[serde(rename = "command")]
    pub has_command: bool,
    /// State of the connection.
    pub state: ConnectionState,
    /// True if palimp has entries in the client's settings, and may renew wrong ones.
    #[serde(skip)]
    pub is_connected: bool,
    /// True if the client's own plugin of palimp is used instead of these entries.
    #[serde(skip)]
    pub is_by_plugin: bool,
}

/// Returns the status of every client on this machine.
pub fn client_statuses(places: &ClientPaths, command: &HookCommand) -> Vec<ClientStatus> {
    present_clients(places)
        .into_iter()
        .map(|client| client_status(client, places, command))
        .collect()
}

/// Returns the status of one client, which is to call `command`.
pub fn client_status(
    client: InstallTarget,
    places: &ClientPaths,
    command: &HookCommand,
) -> ClientStatus {
    let setup = install::check_setup(client, places, command);
    let (state, words) = describe_connection(client, &setup);
    ClientStatus {
        client,
        well: state == ConnectionState::Well,
        words,
        has_command: setup.command_file,
        state,
        is_connected: is_connected(&setup),
        is_by_plugin: setup.plugin && !is_connected(&setup),
    }
}

/// Error while connecting a client.
#[derive(Debug, thiserror::Error)]
pub enum ConnectionError {
    /// Its own files.
    #[error(transparent)]
    Client(#[from] InstallError),
    /// The record of what was written into them.
    #[error(transparent)]
    Record(#[from] StoreError),
}

/// Connects a client to call `command`. Each change is on record before it is written, and stays on
/// record even if a part fails.
///
/// # Errors
///
/// When the client's files or the record cannot be read or written.
pub fn connect_client(
    home: &HomePaths,
    client: InstallTarget,
    places: &ClientPaths,
    command: &HookCommand,
) -> Result<Vec<InstallChange>, ConnectionError> {
    let mut record = read_record(home);
    install::record_intent(client, places, command, &mut record)?;
    write_record(home, &record)?;
    let done = install::install(client, places, command, &mut record);
    write_record(home, &record)?;
    Ok(done?)
}

/// Returns the changes that [`connect_client`] would write; writes nothing.
///
/// # Errors
///
/// As for [`connect_client`].
pub fn plan_connection(
    home: &HomePaths,
    client: InstallTarget,
    places: &ClientPaths,
    command: &HookCommand,
) -> Result<Vec<InstallChange>, ConnectionError> {
    Ok(install::plan(client, places, command, &read_record(home))?)
}

/// Removes palimp from a client. The record lists what is left, even if a part fails.
///
/// # Errors
///
/// When the client's files or the record cannot be read or written.
pub fn disconnect_client(
    home: &HomePaths,
    client: InstallTarget,
    places: &ClientPaths,
) -> Result<Vec<InstallChange>, ConnectionError> {
    let mut record = read_record(home);
    let done = install::uninstall(client, places, &mut record);
    if home.root().exists() {
        write_record(home, &record)?;
    }
    Ok(done?)
}

/// The record of what was written into clients' files.
pub fn read_record(home: &HomePaths) -> InstallRecord {
    let text = palimp_files::read_private(&home.installs_file()).unwrap_or_default();
    serde_json::from_slice(&text).unwrap_or_default()
}

/// Stores the record, or removes it when no client is connected.
///
/// # Errors
///
/// When it cannot be written.
pub fn write_record(home: &HomePaths, record: &InstallRecord) -> Result<(), StoreError> {
    let path = home.installs_file();
    if record.is_empty() {
        let _ = std::fs::remove_file(path);
        return Ok(());
    }
    let text = serde_json::to_vec_pretty(record).unwrap_or_default();
    palimp_store::files::replace_file(&path, &text)
}

/// The clients that are on this machine.
pub fn present_clients(places: &ClientPaths) -> Vec<InstallTarget> {
    let here =
        |client: &InstallTarget| install::detect_client(*client, places) != ClientPresence::Nothing;
    InstallTarget::ALL.into_iter().filter(here).collect()
}

/// State of a client's connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ConnectionState {
    /// All is well.
    #[serde(rename = "ok")]
    Well,
    /// The user has to grant something that palimp cannot: trust in the hooks.
    Open,
    /// Something is wrong.
    Wrong,
}

/// True if palimp has entries in a client's settings, and may renew wrong ones.
fn is_connected(setup: &ClientSetupStatus) -> bool {
    let hooks =
        !matches!(setup.hooks, HookState::Missing | HookState::Unreadable(_) | HookState::Unserved);
    hooks || matches!(setup.server, ServerState::Present | ServerState::OtherCommand(_))
}

/// Returns the state of a client's connection, and its description.
fn describe_connection(
    client: InstallTarget,
    setup: &ClientSetupStatus,
) -> (ConnectionState, String) {
    let (mut state, mut words) = match &setup.hooks {
        HookState::Present => (ConnectionState::Well, crate::messages::client_connected()),
        HookState::Missing if setup.plugin && !is_connected(setup) => {
            (ConnectionState::Well, crate::messages::connected_by_plugin())
        }
        HookState::Missing => {
            (ConnectionState::Wrong, crate::messages::client_not_connected(client))
        }
        HookState::Partial(missing) => {
            (ConnectionState::Wrong, crate::messages::hooks_missing(missing.join(", "), client))
        }
        HookState::OtherCommand(line) => {
            (ConnectionState::Wrong, crate::messages::other_palimp_connected(line, client))
        }
        HookState::Unreadable(why) => (ConnectionState::Wrong, why.clone()),
        HookState::Unserved if setup.server == ServerState::Missing => {
            (ConnectionState::Wrong, crate::messages::client_not_connected(client))
        }
        HookState::Unserved => (ConnectionState::Well, crate::messages::connected_by_mcp()),
    };
    if let Some(trouble) = describe_server(client, setup) {
        state = ConnectionState::Wrong;
        words.push_str("; ");
        words.push_str(&trouble);
    }
    match setup.trust {
        Some(HookTrust::None) => {
            state = state.max(ConnectionState::Open);
            words = crate::messages::hooks_untrusted(&words);
        }
        Some(HookTrust::Partly) => {
            state = state.max(ConnectionState::Open);
            words = crate::messages::some_hooks_untrusted(&words);
        }
        Some(HookTrust::All) | None => {}
    }
    if setup.plugin && is_connected(setup) {
        state = state.max(ConnectionState::Open);
        words.push_str("; ");
        words.push_str(&crate::messages::plugin_beside_hooks(client));
    }
    for note in &setup.notes {
        state = ConnectionState::Wrong;
        words.push_str("; ");
        words.push_str(note);
    }
    (state, words)
}

/// Returns the problem of the MCP server, unless the state of the hooks reports it already.
fn describe_server(client: InstallTarget, setup: &ClientSetupStatus) -> Option<String> {
    match &setup.server {
        ServerState::Present => None,
        ServerState::Missing if setup.hooks == HookState::Missing => None,
        ServerState::Missing if setup.hooks == HookState::Unserved => None,
        ServerState::Missing => Some(crate::messages::mcp_server_missing(client)),
        ServerState::OtherCommand(line) => Some(crate::messages::mcp_server_of_other(line, client)),
        ServerState::Foreign => Some(crate::messages::mcp_server_foreign()),
        // Both may stand in one file, of which the hooks' state says it.
        ServerState::Unreadable(why) if setup.hooks == HookState::Unreadable(why.clone()) => None,
        ServerState::Unreadable(why) => Some(why.clone()),
    }
}
