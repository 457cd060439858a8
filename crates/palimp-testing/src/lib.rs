//! Test support: a home of its own for every test, a runner for whole commands, the payloads that
//! real clients sent, and a home that the first version made.

#[cfg(target_os = "linux")]
pub mod browser;
pub mod clock;
pub mod first_version;
pub mod hub_server;
#[cfg(target_os = "linux")]
pub mod life;
pub mod model_server;
pub mod provider;
mod statements;
#[cfg(target_os = "linux")]
pub mod steps;
#[cfg(target_os = "linux")]
pub mod terminal;
#[cfg(target_os = "linux")]
mod workers;

use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

pub use statements::HookStatement;

/// Writes a program that can be run at once.
///
/// Another process writes it: a file that this one has open for writing is so, for a moment, in every
/// child that another thread starts, and the system runs no program that somebody writes.
pub fn write_program(path: impl AsRef<Path>, script: impl AsRef<str>) {
    let mut shell = Command::new("/bin/sh");
    shell.args(["-c", "cat >\"$0\" && chmod 755 \"$0\""]).arg(path.as_ref());
    let output = run_with_input(&mut shell, script.as_ref().as_bytes());
    assert!(output.status.success(), "{}: {output:?}", path.as_ref().display());
}

/// A machine with nobody on it: an empty home directory, a project, and palimp.
#[derive(Debug)]
pub struct Machine {
    root: PathBuf,
    program: PathBuf,
    /// Removes the directory when the machine goes.
    _temporary: Option<tempfile::TempDir>,
}

impl Machine {
    /// A machine on which `program` is palimp.
    pub fn new(program: impl Into<PathBuf>) -> Machine {
        let temporary = tempfile::tempdir().expect("a temporary directory");
        let mut machine = Machine::in_directory(temporary.path(), program);
        machine._temporary = Some(temporary);
        machine
    }

    /// Creates a machine in a directory that stays.
    pub fn in_directory(root: impl Into<PathBuf>, program: impl Into<PathBuf>) -> Machine {
        // A home that others may write is another test's subject, whatever this user lets them do.
        rustix::process::umask(rustix::fs::Mode::WGRP | rustix::fs::Mode::WOTH);
        let machine = Machine { root: root.into(), program: program.into(), _temporary: None };
        fs::create_dir_all(machine.user_home()).expect("a home");
        fs::create_dir_all(machine.project().join(".git")).expect("a project");
        machine
    }

    /// The directory that holds all of it.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The user's home directory.
    pub fn user_home(&self) -> PathBuf {
        self.root().join("home")
    }

    /// palimp's home.
    pub fn home(&self) -> PathBuf {
        self.user_home().join(".palimp")
    }

    /// A git repository called `app`.
    pub fn project(&self) -> PathBuf {
        self.root().join("app")
    }

    /// The activity database.
    pub fn database(&self) -> PathBuf {
        self.home().join("activity.db")
    }

    /// palimp, to be started in the project with an environment of its own.
    pub fn command<S: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = S>) -> Command {
        let mut command = Command::new(&self.program);
        command.args(args).env_clear().current_dir(self.project());
        command.env("HOME", self.user_home()).env("PATH", "/usr/bin:/bin").env("TZ", "UTC");
        command.env("LANG", "C.UTF-8").env("PALIMP_STATEMENTS", self.statements_file());
        // The tests of palimp may be run by an agent: no parent of theirs is to be found.
        command.env("PALIMP_PROC", self.root().join("no-processes"));
        command
    }

    /// Runs palimp with `input` on its standard input.
    pub fn run_with<S: AsRef<OsStr>>(
        &self,
        args: impl IntoIterator<Item = S>,
        input: &[u8],
    ) -> Output {
        run_with_input(&mut self.command(args), input)
    }

    /// Runs palimp.
    pub fn run<S: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = S>) -> Output {
        self.run_with(args, b"")
    }

    /// Runs palimp, which must succeed; answers its standard output.
    #[track_caller]
    pub fn run_ok<S: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = S>) -> String {
        let output = self.run(args);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("text")
    }

    /// Runs palimp with `--json`, which must succeed; answers its document.
    #[track_caller]
    pub fn run_json(&self, args: &[&str]) -> Value {
        let text = self.run_ok(args.iter().copied().chain(["--json"]));
        serde_json::from_str(&text).expect(&text)
    }

    /// Hands a client's event to the hook, which never fails; answers its standard output.
    #[track_caller]
    pub fn hook(&self, client: &str, payload: &Value) -> String {
        let output = self.run_with(["hook", client], payload.to_string().as_bytes());
        assert_eq!(output.status.code(), Some(0));
        String::from_utf8(output.stdout).expect("text")
    }

    /// A shell command of Claude Code that went well.
    #[track_caller]
    pub fn hook_bash(&self, session: &str, command: &str, stdout: &str) {
        let payload = self.claude_payload(
            "PostToolUse",
            session,
            json!({
                "tool_name": "Bash",
                "tool_input": { "command": command },
                "tool_response": { "stdout": stdout, "stderr": "", "interrupted": false },
            }),
        );
        self.hook("claude", &payload);
    }

    /// An event of Claude Code in the project.
    pub fn claude_payload(&self, event: &str, session: &str, fields: Value) -> Value {
        let mut payload = json!({
            "session_id": session,
            "transcript_path": "/nowhere.jsonl",
            "cwd": self.project(),
            "hook_event_name": event,
        });
        let object = payload.as_object_mut().expect("an object");
        object.extend(fields.as_object().cloned().unwrap_or_default());
        payload
    }

    /// A recorded payload, moved into this machine's project.
    pub fn recorded_payload(&self, client: &str, name: &str) -> String {
        let project = self.project();
        read_fixture(client, name).replace("/home/dev/app", &project.to_string_lossy())
    }

    /// Runs a statement on the database, as no version of palimp would.
    pub fn execute_sql(&self, statement: &str) {
        let conn = rusqlite::Connection::open(self.database()).expect("a database");
        conn.execute_batch(statement).expect(statement);
    }

    /// Returns the one number that a statement on the database answers.
    pub fn query_number(&self, statement: &str) -> i64 {
        let conn = rusqlite::Connection::open(self.database()).expect("a database");
        conn.query_row(statement, [], |row| row.get(0)).expect(statement)
    }

    /// Holds the database's write lock until the answer is dropped.
    pub fn lock_database(&self) -> Locked {
        lock_database_file(&self.database())
    }

    /// Every byte of every file below palimp's home.
    pub fn bytes_at_home(&self) -> Vec<u8> {
        files_below(&self.home())
            .iter()
            .flat_map(|path| fs::read(path).unwrap_or_default())
            .collect()
    }

    /// The files below palimp's home that hold `text`.
    pub fn files_with(&self, text: &str) -> Vec<PathBuf> {
        let mut files = files_below(&self.home());
        files.retain(|path| contains_text(&fs::read(path).unwrap_or_default(), text));
        files
    }
}

/// A database in the middle of another process's write, until it is dropped.
#[derive(Debug)]
pub struct Locked(#[expect(dead_code, reason = "it is held")] rusqlite::Connection);

/// Holds the write lock of the database at `path`.
pub fn lock_database_file(path: &Path) -> Locked {
    let conn = rusqlite::Connection::open(path).expect("a database");
    conn.execute_batch("BEGIN IMMEDIATE").expect("the lock");
    Locked(conn)
}

/// Makes an SQLite database of another tool's at `path`.
pub fn create_sqlite(path: &Path, statements: &str) {
    fs::create_dir_all(path.parent().expect("a directory")).expect("a directory");
    let conn = rusqlite::Connection::open(path).expect("a database");
    conn.execute_batch(statements).expect(statements);
}

/// Runs `command` with `input` on its standard input.
pub fn run_with_input(command: &mut Command, input: &[u8]) -> Output {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("palimp starts");
    // A hook that has nothing to do with its input may leave without reading it.
    let _ = child.stdin.take().expect("a pipe").write_all(input);
    child.wait_with_output().expect("palimp ends")
}

/// A recorded payload as it was.
pub fn read_fixture(client: &str, name: &str) -> String {
    let path = fixtures_dir().join(client).join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Directory of the recorded payloads.
pub fn fixtures_dir() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures")
}

/// Returns true if `bytes` contain `text`.
pub fn contains_text(bytes: &[u8], text: &str) -> bool {
    bytes.windows(text.len()).any(|window| window == text.as_bytes())
}

/// Every file below `dir`.
fn files_below(dir: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(dir).into_iter().flatten().flatten().map(|entry| entry.path());
    entries.flat_map(|path| if path.is_dir() { files_below(&path) } else { vec![path] }).collect()
}
