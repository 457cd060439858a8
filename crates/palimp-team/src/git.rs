//! git as a child process that runs nothing of the repository's: no hook, no filter, no program
//! that a setting names, no submodule, no question to a terminal.

use std::collections::{HashMap, HashSet};
use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use crate::error::Error;
use crate::fetch::run_fetch;
use crate::tree_object::Trees;

pub use crate::fetch::Bounds;
pub use crate::oid::Oid;

/// Settings that win over those of the repository. Each takes a way to run code or to wait.
const SAFE_GIT_SETTINGS: &[&str] = &[
    "core.hooksPath=/dev/null",
    "core.fsmonitor=false",
    "core.attributesFile=/dev/null",
    "core.commitGraph=false",
    "core.sharedRepository=0600",
    "protocol.ext.allow=never",
    "submodule.recurse=false",
    "fetch.recurseSubmodules=false",
    "fetch.fsckObjects=true",
    "gc.auto=0",
    "maintenance.auto=false",
    "gpg.format=ssh",
    "gpg.ssh.program=ssh-keygen",
];

/// Variables of the caller that git needs to reach a server; all others are taken away.
pub(crate) const KEPT_ENV_VARS: &[&str] = &["PATH", "HOME", "SSH_AUTH_SOCK", "TMPDIR"];

/// Variables by which the user's own programs sign in at a server, and reach it.
const SIGN_IN_ENV_VARS: &[&str] = &[
    "XDG_RUNTIME_DIR",
    "DBUS_SESSION_BUS_ADDRESS",
    "USER",
    "LOGNAME",
    "GIT_SSH_COMMAND",
    "GH_TOKEN",
    "GH_CONFIG_DIR",
    "GITLAB_TOKEN",
    "HTTPS_PROXY",
    "https_proxy",
    "http_proxy",
    "ALL_PROXY",
    "NO_PROXY",
    "no_proxy",
];

/// The most bytes of an object that is read.
pub const MAX_OBJECT: usize = 1 << 20;
/// The most commits that are kept to be asked for again.
const MAX_KEPT: usize = 256;

/// A git command for the bare repository at `directory`, with the settings that keep it tame.
pub fn git_command(directory: &Path) -> Command {
    let mut command = Command::new("git");
    command.env_clear();
    for name in KEPT_ENV_VARS {
        command.envs(std::env::var_os(name).map(|value| (name, value)));
    }
    command.env("GIT_CONFIG_NOSYSTEM", "1").env("GIT_CONFIG_GLOBAL", "/dev/null");
    command.env("GIT_TERMINAL_PROMPT", "0").env("GIT_NO_REPLACE_OBJECTS", "1");
    command.env("GIT_GRAFT_FILE", "/dev/null").env("LC_ALL", "C");
    for setting in SAFE_GIT_SETTINGS {
        command.args(["-c", setting]);
    }
    command.arg("--git-dir").arg(directory).stdin(Stdio::null());
    command
}

/// The same for a command that speaks to a server: the user's own settings of git hold, of which the
/// credential helpers, proxies and the way over ssh are needed there. Nothing asks a terminal.
pub(crate) fn transport_command(directory: &Path) -> Command {
    let mut command = git_command(directory);
    command.env_remove("GIT_CONFIG_GLOBAL").env_remove("GIT_CONFIG_NOSYSTEM");
    for name in SIGN_IN_ENV_VARS.iter().chain(CONFIG_ENV_VARS) {
        command.envs(std::env::var_os(name).map(|value| (name, value)));
    }
    command.env("GCM_INTERACTIVE", "never").env("SSH_ASKPASS_REQUIRE", "never");
    command.env("GIT_ASKPASS", "true");
    if std::env::var_os("GIT_SSH_COMMAND").is_none()
        && global_git_setting("core.sshCommand").is_none()
    {
        command.env("GIT_SSH_COMMAND", "ssh -o BatchMode=yes");
    }
    command
}

/// Variables that say where the user's and the machine's settings of git are.
const CONFIG_ENV_VARS: &[&str] =
    &["XDG_CONFIG_HOME", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM"];

/// Returns a setting as git has it outside of any repository: the user's, else the machine's, with the
/// files that those include.
pub fn global_git_setting(key: &str) -> Option<String> {
    let mut command = Command::new("git");
    command.env_clear();
    for name in KEPT_ENV_VARS.iter().chain(CONFIG_ENV_VARS) {
        command.envs(std::env::var_os(name).map(|value| (name, value)));
    }
    // Named files alone would be read without those that they include.
    command.args(["--git-dir=/nonexistent", "config", "--get", key]);
    command.stdin(Stdio::null()).stderr(Stdio::null());
    let value = String::from_utf8(command.output().ok()?.stdout).ok()?;
    Some(value.trim().to_owned()).filter(|value| !value.is_empty())
}

/// The bare repository of a team in a home.
#[derive(Clone, Debug)]
pub struct TeamRepository {
    directory: PathBuf,
}

impl TeamRepository {
    /// The repository at `directory`; nothing is read yet.
    pub fn from_path(directory: &Path) -> TeamRepository {
        TeamRepository { directory: directory.to_owned() }
    }

    /// Makes an empty repository at `directory`, without the templates of this machine.
    pub fn create(directory: &Path) -> Result<TeamRepository, Error> {
        let repository = TeamRepository::from_path(directory);
        repository.run_git([
            "init",
            "--quiet",
            "--bare",
            "--template=",
            "--initial-branch=main",
        ])?;
        Ok(repository)
    }

    /// Makes an empty repository at `directory` from which others fetch, as open to them as other files
    /// of this user are.
    pub fn create_for_others(directory: &Path) -> Result<TeamRepository, Error> {
        let repository = TeamRepository::from_path(directory);
        let open = ["-c", "core.sharedRepository=umask"];
        let init = ["init", "--quiet", "--bare", "--template=", "--initial-branch=main"];
        repository.run_git(open.into_iter().chain(init))?;
        Ok(repository)
    }

    /// Fetches the branches of `url` under `refs/remotes/origin/`; what was verified stays as it is. Only
    /// one process may fetch at a time: what another left unfinished is removed.
    pub fn fetch(&self, url: &str) -> Result<(), Error> {
        self.fetch_within(url, Bounds::default())
    }

    /// The same, within bounds of one's own.
    pub fn fetch_within(&self, url: &str, bounds: Bounds) -> Result<(), Error> {
        let branches = "+refs/heads/*:refs/remotes/origin/*";
        run_fetch(transport_command(&self.directory), &self.directory, (url, branches), bounds)
    }

    /// The commit that the ref `name` points to.
    pub fn resolve_ref(&self, name: &str) -> Result<Oid, Error> {
        let commit = format!("{name}^{{commit}}");
        let said =
            self.run_git(["rev-parse", "--verify", "--quiet", "--end-of-options", &commit])?;
        Oid::parse(said.trim()).ok_or(Error::Answer { asked: commit })
    }

    /// Opens the objects for reading.
    pub fn objects(&self) -> Result<Objects, Error> {
        Ok(Objects {
            sizes: Batch::start(&self.directory, "--batch-check")?,
            texts: Batch::start(&self.directory, "--batch")?,
            trees: Trees::default(),
            commits: HashMap::new(),
            directory: self.directory.clone(),
        })
    }

    /// The first commit of the `main` that ends at `tip`, by first parents.
    pub fn root_commit(&self, tip: Oid) -> Result<Oid, Error> {
        let said = self.run_git(["rev-list", "--first-parent", &tip.to_string(), "--"])?;
        let first = said.lines().next_back().and_then(Oid::parse);
        first.ok_or(Error::Answer { asked: tip.to_string() })
    }

    /// Returns the path of the repository.
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// The refs whose names begin so, such as `refs/heads/propose/`: what follows that, and their commits.
    pub fn list_refs(&self, prefix: &str) -> Result<Vec<(String, Oid)>, Error> {
        let said = self.run_git(["for-each-ref", "--format=%(objectname) %(refname)", prefix])?;
        let row = |line: &str| {
            let (oid, name) = line.split_once(' ')?;
            Some((name.strip_prefix(prefix)?.to_owned(), Oid::parse(oid)?))
        };
        Ok(said.lines().filter_map(row).collect())
    }

    /// Points the ref `name` to a commit, or removes it.
    pub fn set_ref(&self, name: &str, commit: Option<Oid>) -> Result<(), Error> {
        let commit = commit.map(|commit| commit.to_string());
        match &commit {
            Some(commit) => self.run_git(["update-ref", name, commit])?,
            None => self.run_git(["update-ref", "-d", name])?,
        };
        Ok(())
    }

    /// Drops every object that no ref leads to. Nobody else may write the repository meanwhile.
    pub fn drop_what_is_left(&self) -> Result<(), Error> {
        self.run_git(["repack", "-a", "-d", "-n", "-q"])?;
        self.run_git(["prune", "--expire=now"]).map(drop)
    }

    fn run_git<A: AsRef<OsStr>>(
        &self,
        arguments: impl IntoIterator<Item = A>,
    ) -> Result<String, Error> {
        let output = git_command(&self.directory).args(arguments).output().map_err(Error::Start)?;
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
            return Err(Error::Git { directory: self.directory.clone(), said });
        }
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }
}

/// Kind of a git object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GitObjectKind {
    /// A commit.
    Commit,
    /// A directory.
    Tree,
    /// A file's content.
    Blob,
}

impl GitObjectKind {
    fn name(self) -> &'static str {
        match self {
            GitObjectKind::Commit => "commit",
            GitObjectKind::Tree => "tree",
            GitObjectKind::Blob => "blob",
        }
    }
}

/// The objects of a repository, read through two children that live as long as this value: one
/// tells sizes, so that the other never loads what is too large.
pub struct Objects {
    sizes: Batch,
    texts: Batch,
    pub(crate) trees: Trees,
    /// Commits that were read: each is asked for several times.
    commits: HashMap<Oid, Vec<u8>>,
    directory: PathBuf,
}

impl Objects {
    /// The bytes of the object; `None` if it is larger than `limit` bytes.
    pub fn read_object(
        &mut self,
        oid: Oid,
        kind: GitObjectKind,
        limit: usize,
    ) -> Result<Option<Vec<u8>>, Error> {
        if let Some(known) = self.commits.get(&oid).filter(|_| kind == GitObjectKind::Commit) {
            return Ok(Some(known.clone()).filter(|known| known.len() <= limit));
        }
        if self.sizes.read_header(oid, kind)? > limit.min(MAX_OBJECT) {
            return Ok(None);
        }
        let size = self.texts.read_header(oid, kind)?;
        let mut bytes = vec![0; size + 1];
        self.texts.answers.read_exact(&mut bytes).map_err(Error::Start)?;
        bytes.pop();
        if kind == GitObjectKind::Commit {
            if self.commits.len() == MAX_KEPT {
                self.commits.clear();
            }
            self.commits.insert(oid, bytes.clone());
        }
        Ok(Some(bytes))
    }

    /// The first commit of the `main` that ends at `tip`, by first parents.
    pub(crate) fn root_commit(&self, tip: Oid) -> Result<Oid, Error> {
        TeamRepository::from_path(&self.directory).root_commit(tip)
    }

    /// `commit` and all that it goes on from; by first parents alone, those of `main`.
    pub(crate) fn ancestors(
        &self,
        commit: Oid,
        first_parents: bool,
    ) -> Result<HashSet<Oid>, Error> {
        let narrow = first_parents.then_some("--first-parent");
        let commit = commit.to_string();
        let arguments = ["rev-list"].into_iter().chain(narrow).chain([commit.as_str(), "--"]);
        let said = TeamRepository::from_path(&self.directory).run_git(arguments)?;
        Ok(said.lines().filter_map(Oid::parse).collect())
    }
}

struct Batch {
    child: Child,
    questions: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

impl Batch {
    fn start(directory: &Path, mode: &str) -> Result<Batch, Error> {
        let mut command = git_command(directory);
        command.args(["cat-file", mode]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.stderr(Stdio::null()).spawn().map_err(Error::Start)?;
        let questions = child.stdin.take();
        let answers = child.stdout.take().ok_or(Error::Answer { asked: mode.to_owned() })?;
        Ok(Batch { child, questions, answers: BufReader::new(answers) })
    }

    /// Asks for an object and reads the line that tells its kind and size, in bytes.
    fn read_header(&mut self, oid: Oid, kind: GitObjectKind) -> Result<usize, Error> {
        let unexpected = || Error::Answer { asked: oid.to_string() };
        let questions = self.questions.as_mut().ok_or_else(unexpected)?;
        // In one write: the pipe has no buffer, and each write would wake git.
        questions.write_all(format!("{oid}\n").as_bytes()).map_err(Error::Start)?;
        let mut line = String::new();
        self.answers.read_line(&mut line).map_err(Error::Start)?;
        let said = line.trim_end().strip_prefix(&format!("{oid} {} ", kind.name()));
        said.and_then(|size| size.parse().ok()).ok_or_else(unexpected)
    }
}

impl Drop for Batch {
    fn drop(&mut self) {
        self.questions = None;
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
