//! A temporary home in which clients are connected.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use jsonc_parser::ast;
use palimp_clients::install::{
    ClientPaths, ClientSetupStatus, HookCommand, InstallChange, InstallError, InstallOutcome,
    InstallRecord, InstallTarget, check_setup, install, plan, uninstall,
};
use palimp_core::AgentClient;
use serde_json::{Map, Value as Json};

/// A home directory of its own, with what palimp remembers of it.
pub(crate) struct World {
    dir: tempfile::TempDir,
    pub(crate) variables: BTreeMap<String, OsString>,
    pub(crate) record: InstallRecord,
    pub(crate) hook: HookCommand,
}

impl World {
    pub(crate) fn new() -> World {
        World {
            dir: tempfile::tempdir().unwrap(),
            variables: BTreeMap::new(),
            record: InstallRecord::default(),
            hook: HookCommand::new(Path::new("/opt/palimp")).unwrap(),
        }
    }

    /// A world in which `client`'s settings are `text`.
    pub(crate) fn with_settings(client: AgentClient, text: &str) -> World {
        let world = World::new();
        world.write(settings(client), text);
        world
    }

    pub(crate) fn places(&self) -> ClientPaths {
        ClientPaths::new(self.dir.path(), |name| self.variables.get(name).cloned())
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
    }

    pub(crate) fn exists(&self, name: &str) -> bool {
        fs::symlink_metadata(self.path(name)).is_ok()
    }

    pub(crate) fn try_install(
        &mut self,
        client: impl Into<InstallTarget>,
    ) -> Result<Vec<InstallChange>, InstallError> {
        install(client, &self.places(), &self.hook, &mut self.record)
    }

    pub(crate) fn install(&mut self, client: impl Into<InstallTarget>) -> Vec<InstallChange> {
        self.try_install(client).unwrap()
    }

    pub(crate) fn plan(&self, client: impl Into<InstallTarget>) -> Vec<InstallChange> {
        plan(client, &self.places(), &self.hook, &self.record).unwrap()
    }

    pub(crate) fn try_uninstall(
        &mut self,
        client: impl Into<InstallTarget>,
    ) -> Result<Vec<InstallChange>, InstallError> {
        uninstall(client, &self.places(), &mut self.record)
    }

    pub(crate) fn uninstall(&mut self, client: impl Into<InstallTarget>) -> Vec<InstallChange> {
        self.try_uninstall(client).unwrap()
    }

    pub(crate) fn check(&self, client: impl Into<InstallTarget>) -> ClientSetupStatus {
        check_setup(client, &self.places(), &self.hook)
    }

    /// Every file and directory below the home, with its content.
    pub(crate) fn everything(&self) -> BTreeMap<PathBuf, Option<Vec<u8>>> {
        let mut all = BTreeMap::new();
        let mut dirs = vec![self.dir.path().to_owned()];
        while let Some(dir) = dirs.pop() {
            for entry in fs::read_dir(dir).unwrap() {
                let path = entry.unwrap().path();
                let content = if path.is_dir() { None } else { fs::read(&path).ok() };
                if path.is_dir() {
                    dirs.push(path.clone());
                }
                all.insert(path, content);
            }
        }
        all
    }
}

/// The clients whose hooks are entries in a JSON file.
pub(crate) const JSON_CLIENTS: [AgentClient; 5] = [
    AgentClient::Claude,
    AgentClient::Codex,
    AgentClient::Gemini,
    AgentClient::Copilot,
    AgentClient::Cursor,
];

/// The file that holds a client's hooks.
pub(crate) fn settings(client: AgentClient) -> &'static str {
    match client {
        AgentClient::Claude => ".claude/settings.json",
        AgentClient::Codex => ".codex/hooks.json",
        AgentClient::Gemini => ".gemini/settings.json",
        AgentClient::Opencode => ".config/opencode/plugins/palimp.js",
        AgentClient::Copilot => ".copilot/hooks/palimp.json",
        AgentClient::Cursor => ".cursor/hooks.json",
        AgentClient::Openclaw => ".openclaw/palimp/index.js",
        AgentClient::Chatgpt | AgentClient::Palimp => unreachable!(),
    }
}

/// What becomes of the file of a client's hooks, and of its command's.
pub(crate) fn each(hooks: InstallOutcome, command: InstallOutcome) -> Vec<InstallOutcome> {
    vec![hooks, command]
}

/// The outcome of each file, except those that hold only an MCP server of palimp's.
pub(crate) fn whats(changes: &[InstallChange]) -> Vec<InstallOutcome> {
    let servers = [".claude.json", "config.toml", "opencode.json", "mcp-config.json", "mcp.json"];
    let of_server =
        |change: &&InstallChange| servers.iter().any(|name| change.path.ends_with(name));
    changes.iter().filter(|change| !of_server(change)).map(|change| change.what).collect()
}

/// A settings file's value, comments left out; of members with the same name the last counts.
pub(crate) fn value(text: &str) -> Json {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let parsed = jsonc_parser::parse_to_ast(text, &Default::default(), &Default::default());
    parsed.unwrap_or_else(|e| panic!("{e}:\n{text}")).value.as_ref().map_or(Json::Null, plain)
}

fn plain(value: &ast::Value<'_>) -> Json {
    match value {
        ast::Value::StringLit(text) => Json::from(text.value.as_ref()),
        ast::Value::NumberLit(number) => number.value.parse::<Json>().unwrap(),
        ast::Value::BooleanLit(truth) => Json::from(truth.value),
        ast::Value::NullKeyword(_) => Json::Null,
        ast::Value::Array(array) => array.elements.iter().map(plain).collect(),
        ast::Value::Object(object) => {
            let member =
                |prop: &ast::ObjectProp<'_>| (prop.name.as_str().to_owned(), plain(&prop.value));
            Json::Object(object.properties.iter().map(member).collect::<Map<_, _>>())
        }
    }
}

/// The command lines registered for `event`.
pub(crate) fn commands(text: &str, event: &str) -> Vec<String> {
    fn collect(value: &Json, found: &mut Vec<String>) {
        match value {
            Json::Array(items) => items.iter().for_each(|item| collect(item, found)),
            Json::Object(map) => {
                let lines = ["command", "bash"].iter().filter_map(|key| map.get(*key)?.as_str());
                found.extend(lines.map(str::to_owned));
                map.values().for_each(|item| collect(item, found));
            }
            _ => {}
        }
    }
    let mut found = Vec::new();
    collect(&value(text)["hooks"][event], &mut found);
    found
}

/// Settings as they are once palimp's binary has moved: quoted in a line for a shell, and as it
/// is where a server's program stands.
pub(crate) fn moved(text: &str, program: &str) -> String {
    let server = text.replace("\"/opt/palimp\"", &format!("{program:?}"));
    server.replace("/opt/palimp ", &format!("'{program}' "))
}
