//! Environment in which clients are started: the user's environment, without variables of other
//! sessions.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use palimp_core::AgentClient;

use crate::install::ClientPaths;

/// Variables in which a client describes its own session to the programs that it starts. Another
/// client must not inherit them: Claude Code would assume that it runs inside itself, and hooks
/// would be attributed to the surrounding session.
const SESSION_VARIABLES: [&str; 19] = [
    "AI_AGENT",
    "CLAUDECODE",
    "CLAUDE_CODE_ENTRYPOINT",
    "CLAUDE_CODE_SESSION_ID",
    "CLAUDE_EFFORT",
    "CLAUDE_ENV_FILE",
    "CLAUDE_PID",
    "CLAUDE_PLUGIN_DATA",
    "CLAUDE_PLUGIN_ROOT",
    "CLAUDE_PROJECT_DIR",
    "COPILOT_AGENT_SESSION_ID",
    "COPILOT_CLI",
    "COPILOT_HOOK_DIR",
    "COPILOT_PROJECT_DIR",
    "GEMINI_CLI",
    "GEMINI_CWD",
    "GEMINI_PLANS_DIR",
    "GEMINI_PROJECT_DIR",
    "GEMINI_SESSION_ID",
];

/// Variable set for a client that palimp asks as a model: palimp's hooks do nothing then.
const INTERNAL_VARIABLE: &str = "PALIMP_INTERNAL";

/// Variable set to the id of a run: palimp's hooks leave context and messages to the caller then.
const RUN_VARIABLE: &str = "PALIMP_RUN";

/// The environment in which clients are started.
///
/// As for installations, nothing here reads the process's own environment, so that a test can
/// never start a real client.
#[derive(Clone)]
pub struct SpawnEnvironment {
    home: PathBuf,
    env: BTreeMap<OsString, OsString>,
}

impl SpawnEnvironment {
    /// Creates the environment of a user whose home directory is `home`, with the variables `env`
    /// (`std::env::vars_os()` in a program).
    pub fn new(
        home: impl Into<PathBuf>,
        env: impl IntoIterator<Item = (OsString, OsString)>,
    ) -> SpawnEnvironment {
        SpawnEnvironment { home: home.into(), env: env.into_iter().collect() }
    }

    /// Returns the paths of the clients' files.
    pub(crate) fn client_paths(&self) -> ClientPaths {
        ClientPaths::new(&self.home, |name| self.get(name).map(OsStr::to_owned))
    }

    /// Returns a variable of the user's.
    pub(crate) fn get(&self, name: &str) -> Option<&OsStr> {
        self.env.get(OsStr::new(name)).map(OsString::as_os_str)
    }

    /// Finds the client's program.
    pub(super) fn find_program(&self, client: AgentClient) -> Option<PathBuf> {
        self.client_paths().find_program(client.name())
    }

    /// Returns the clients that can answer here.
    pub(super) fn answering_clients(&self) -> Vec<&'static str> {
        let there = |client: &AgentClient| self.find_program(*client).is_some();
        AgentClient::INSTALLABLE.into_iter().filter(there).map(AgentClient::name).collect()
    }

    /// Returns the environment of a client that is asked as a model.
    pub(super) fn internal_env(&self) -> BTreeMap<OsString, OsString> {
        self.env_with_mark(INTERNAL_VARIABLE, "1")
    }

    /// The environment of a client that answers a prompt.
    pub(super) fn of_run(&self, id: &str) -> BTreeMap<OsString, OsString> {
        self.env_with_mark(RUN_VARIABLE, id)
    }

    fn env_with_mark(&self, name: &str, value: &str) -> BTreeMap<OsString, OsString> {
        let mut env = self.env.clone();
        let stale = SESSION_VARIABLES.into_iter().chain([INTERNAL_VARIABLE, RUN_VARIABLE]);
        stale.for_each(|name| drop(env.remove(OsStr::new(name))));
        env.insert(name.into(), value.into());
        env
    }
}
