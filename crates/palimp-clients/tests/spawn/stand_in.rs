//! A stand-in for a client's program: it records its call and follows a script.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::{self, DirBuilder};
use std::path::{Path, PathBuf};
use std::time::Duration;

use palimp_clients::spawn::{ClientDistiller, ClientRunOutcome, RunSpec, SpawnEnvironment, run};
use palimp_core::AgentClient;
use palimp_core::activity::MessageRole;
use palimp_core::chat::ModelError;
use palimp_core::distill::{ConversationTurn, DistillTask, DistilledText, Distiller};

/// A machine on which one client is installed, which is none.
pub(crate) struct Machine {
    dir: tempfile::TempDir,
    client: AgentClient,
    env: BTreeMap<OsString, OsString>,
}

/// One call of the program.
pub(crate) struct Seen {
    pub(crate) args: Vec<String>,
    pub(crate) stdin: String,
    pub(crate) env: BTreeMap<String, String>,
    pub(crate) cwd: PathBuf,
    /// What was in that directory.
    pub(crate) files: String,
}

/// Writes down the call; then comes what the test wants it to do. `$seen` is where it writes.
const HEAD: &str = r#"#!/bin/sh
all=${0%/bin/*}/seen
number=1
while ! mkdir "$all/$number" 2>/dev/null; do number=$((number + 1)); done
seen=$all/$number
for word in "$@"; do printf '%s\0' "$word"; done >"$seen/args"
env >"$seen/env"
pwd -P >"$seen/cwd"
ls -A >"$seen/files"
"#;

impl Machine {
    /// A machine whose `client` does what the shell commands in `script` say.
    pub(crate) fn with(client: AgentClient, script: &str) -> Machine {
        let dir = tempfile::tempdir().unwrap();
        for name in ["bin", "seen", "home", "project"] {
            DirBuilder::new().create(dir.path().join(name)).unwrap();
        }
        let program = dir.path().join("bin").join(client.name());
        palimp_testing::write_program(&program, format!("{HEAD}{script}\n"));
        let path = format!("{}:/usr/bin:/bin", dir.path().join("bin").display());
        let machine = Machine { dir, client, env: BTreeMap::new() };
        machine.env("PATH", &path).env("LANG", "ko_KR.UTF-8")
    }

    pub(crate) fn env(mut self, name: &str, value: &str) -> Machine {
        self.env.insert(name.into(), value.into());
        self
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub(crate) fn surroundings(&self) -> SpawnEnvironment {
        SpawnEnvironment::new(self.path("home"), self.env.clone())
    }

    pub(crate) fn distiller(&self) -> ClientDistiller {
        ClientDistiller::new(self.client, self.surroundings(), self.path("scratch"))
            .with_limit(Duration::from_secs(30))
    }

    /// Asks the client to name a conversation that contains `text`.
    pub(crate) fn distill(&self, text: &str) -> Result<DistilledText, ModelError> {
        name_of(&self.distiller(), text)
    }

    /// Runs the client in the project, and what it printed.
    pub(crate) fn run(&self, spec: RunSpec) -> (Result<ClientRunOutcome, ModelError>, String) {
        let mut printed = Vec::new();
        let spec = RunSpec { cwd: Some(self.path("project")), id: "run-1".to_owned(), ..spec };
        let mut each = |bytes: &[u8]| printed.extend_from_slice(bytes);
        let ran = run(self.client, &spec, &self.surroundings(), &mut each);
        (ran, String::from_utf8(printed).unwrap())
    }

    /// The calls, in order.
    pub(crate) fn seen(&self) -> Vec<Seen> {
        let calls = (1..).map(|number| self.path(&format!("seen/{number}")));
        calls.take_while(|call| call.is_dir()).map(|call| Seen::at(&call)).collect()
    }

    /// The only call.
    pub(crate) fn only(&self) -> Seen {
        let mut seen = self.seen();
        assert_eq!(seen.len(), 1);
        seen.remove(0)
    }

    /// What is left where clients work.
    pub(crate) fn left(&self) -> usize {
        fs::read_dir(self.path("scratch")).map_or(0, Iterator::count)
    }
}

impl Seen {
    fn at(dir: &Path) -> Seen {
        let read = |name: &str| fs::read_to_string(dir.join(name)).unwrap_or_default();
        let args = read("args");
        let env = read("env");
        let env = env.lines().filter_map(|line| line.split_once('='));
        Seen {
            args: args.split_terminator('\0').map(str::to_owned).collect(),
            stdin: read("stdin"),
            env: env.map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
            cwd: PathBuf::from(read("cwd").trim_end()),
            files: read("files"),
        }
    }

    /// The arguments, a line each; long ones by what stands in `names`.
    pub(crate) fn line(&self, names: &[(&str, &str)]) -> String {
        let named = |arg: &String| {
            names.iter().fold(arg.clone(), |arg, (text, name)| arg.replace(text, name))
        };
        self.args.iter().map(named).collect::<Vec<_>>().join("\n")
    }
}

/// Asks to name a conversation that contains `text`.
pub(crate) fn name_of(
    distiller: &ClientDistiller,
    text: &str,
) -> Result<DistilledText, ModelError> {
    let turns = turns(text);
    distiller.distill(&DistillTask::Slug { turns: &turns })
}

/// A conversation of one message.
pub(crate) fn turns(text: &str) -> [ConversationTurn; 1] {
    [ConversationTurn { role: MessageRole::User, text: text.to_owned() }]
}

/// The instructions of [`name_of`].
pub(crate) fn instructions() -> String {
    DistillTask::Slug { turns: &[] }.render_prompt().system
}
