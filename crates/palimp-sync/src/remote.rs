//! Where the machines leave their files for each other: a directory that something else syncs, or a
//! git repository.
//!
//! Each machine writes into a directory of its own only, so nothing is ever merged here.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use palimp_team::git::{Bounds, TeamRepository, git_command};

use crate::error::Error;

/// Prefix of an address that names a machine to be reached with `ssh`.
const SSH_PREFIX: &str = "ssh:";
/// Name of the repository that `ssh:HOST` creates in the user's own directory there.
const SSH_REPOSITORY: &str = "palimp-sync.git";
/// Maximum number of pushes before a sync gives up because others are faster.
const MAX_PUSHES: usize = 8;
/// Limits of a fetch.
const FETCH_BOUNDS: Bounds = Bounds { bytes: 4 << 30, time: Duration::from_secs(1_800) };
/// Attributes by which git leaves all files as they are.
const RAW_ATTRIBUTES: &[u8] = b"* -text -filter -ident -working-tree-encoding -export-subst\n";
/// Branch that holds the files.
const BRANCH_NAME: &str = "refs/heads/main";
/// The branch as it was fetched last.
const FETCHED_REF_NAME: &str = "refs/remotes/origin/main";

/// Place at which machines meet, as the user named it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RemoteAddress {
    /// A directory of this machine.
    Directory(PathBuf),
    /// A repository, by the address that git knows.
    Git(String),
    /// A repository to be created on a machine that `ssh` reaches, in the user's directory there.
    Ssh(String),
}

impl RemoteAddress {
    /// Parses an address: `ssh:HOST`, an address of git, or the path of a directory, which may begin
    /// with `~`.
    pub fn parse(text: &str, user: Option<&Path>) -> RemoteAddress {
        let path = palimp_engine::home::note_store::expand_tilde(text, user);
        let is_repository = path.join("HEAD").is_file() && path.join("objects").is_dir();
        // `host:path`, as git and scp have it.
        let is_scp = || {
            let (host, _) = text.split_once(':').unwrap_or(("", ""));
            !host.is_empty() && !host.contains(['/', '~'])
        };
        match text.strip_prefix(SSH_PREFIX).filter(|rest| !rest.starts_with("//")) {
            Some(host) => RemoteAddress::Ssh(host.to_owned()),
            None if is_repository => RemoteAddress::Git(to_absolute(&path).display().to_string()),
            None if text.contains("://") || is_scp() => RemoteAddress::Git(text.to_owned()),
            None => RemoteAddress::Directory(to_absolute(&path)),
        }
    }

    /// Returns the address in the form that is stored and parsed again.
    pub fn to_text(&self) -> String {
        match self {
            RemoteAddress::Directory(path) => path.display().to_string(),
            RemoteAddress::Git(url) => url.clone(),
            RemoteAddress::Ssh(host) => format!("{SSH_PREFIX}{host}"),
        }
    }
}

fn to_absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

/// An opened remote: a directory with the files of all machines, as they were fetched last.
#[derive(Debug)]
pub(crate) struct OpenRemote {
    files: PathBuf,
    git: Option<GitRemote>,
}

#[derive(Debug)]
struct GitRemote {
    repository: TeamRepository,
    url: String,
}

impl OpenRemote {
    /// Opens a remote. `cache` is the directory of this machine for a copy of a repository.
    ///
    /// # Errors
    ///
    /// When the directory cannot be created, or git or ssh cannot be run.
    pub(crate) fn open(
        address: &RemoteAddress,
        cache: &Path,
        create: bool,
    ) -> Result<OpenRemote, Error> {
        let url = match address {
            RemoteAddress::Directory(path) => {
                if create {
                    palimp_files::private_dir(path).map_err(|it| Error::io(path, it))?;
                } else if !path.is_dir() {
                    return Err(Error::RemoteMissing(path.clone()));
                }
                return Ok(OpenRemote { files: path.clone(), git: None });
            }
            RemoteAddress::Git(url) => url.clone(),
            RemoteAddress::Ssh(host) => {
                if create {
                    create_over_ssh(host)?;
                }
                format!("{host}:{SSH_REPOSITORY}")
            }
        };
        let (bare, files) = (cache.join("repository.git"), cache.join("files"));
        palimp_files::private_dir(&files).map_err(|it| Error::io(&files, it))?;
        let repository = match bare.join("HEAD").is_file() {
            true => TeamRepository::from_path(&bare),
            false => TeamRepository::create(&bare)?,
        };
        remove_locks(&bare)?;
        // Attributes in the repository must not change the bytes of a file.
        let attributes = bare.join("info/attributes");
        palimp_files::private_dir(&bare.join("info"))
            .and_then(|()| palimp_files::replace_file(&attributes, RAW_ATTRIBUTES))
            .map_err(|error| Error::io(&attributes, error))?;
        Ok(OpenRemote { files, git: Some(GitRemote { repository, url }) })
    }

    /// Returns the directory with the files.
    pub(crate) fn files(&self) -> &Path {
        &self.files
    }

    /// Fetches the files that other machines published.
    ///
    /// # Errors
    ///
    /// When the repository cannot be reached.
    pub(crate) fn fetch_files(&self) -> Result<(), Error> {
        let Some(git) = &self.git else { return Ok(()) };
        git.repository.fetch_within(&git.url, FETCH_BOUNDS)?;
        if self.check_out(git).is_ok() {
            return Ok(());
        }
        // The copy is damaged; it is made of the remote again.
        let bare = git.repository.directory();
        for directory in [bare, &self.files] {
            std::fs::remove_dir_all(directory).map_err(|error| Error::io(directory, error))?;
            palimp_files::private_dir(directory).map_err(|error| Error::io(directory, error))?;
        }
        TeamRepository::create(bare)?.fetch_within(&git.url, FETCH_BOUNDS)?;
        self.check_out(git)
    }

    /// Writes the files of the fetched commit.
    fn check_out(&self, git: &GitRemote) -> Result<(), Error> {
        if git.repository.resolve_ref(FETCHED_REF_NAME).is_err() {
            self.run_git(git, ["read-tree", "--empty"])?;
            return self.remove_untracked(&HashSet::new());
        }
        // Keeps what the index knows of unchanged files, so that only changed ones are written.
        self.run_git(git, ["read-tree", "--reset", FETCHED_REF_NAME])?;
        self.run_git(git, ["checkout-index", "--quiet", "--all", "--force", "--index"])?;
        let tracked = self.run_git(git, ["ls-files", "-z"])?;
        self.remove_untracked(&tracked.split('\0').collect())
    }

    /// Removes files that a killed sync left in the copy of a repository.
    fn remove_untracked(&self, tracked: &HashSet<&str>) -> Result<(), Error> {
        for directory in read_names(&self.files)? {
            let path = self.files.join(&directory);
            if !path.is_dir() {
                if !tracked.contains(directory.as_str()) {
                    remove_file(&path)?;
                }
                continue;
            }
            for name in read_names(&path)? {
                let file = path.join(&name);
                let is_tracked = tracked.contains(format!("{directory}/{name}").as_str());
                // Directories below that of a machine are not palimp's.
                if !is_tracked && !file.is_dir() {
                    remove_file(&file)?;
                }
            }
        }
        Ok(())
    }

    /// Publishes what this machine changed in the files named `own`: its directory, or a file.
    ///
    /// # Errors
    ///
    /// When the repository cannot be reached, or others are always faster.
    pub(crate) fn publish_files(&self, own: &[&str]) -> Result<(), Error> {
        let Some(git) = &self.git else { return Ok(()) };
        for _ in 0..MAX_PUSHES {
            let base = git.repository.resolve_ref(FETCHED_REF_NAME).ok().map(|oid| oid.to_string());
            match &base {
                Some(base) => self.run_git(git, ["read-tree", "--reset", base.as_str()])?,
                None => self.run_git(git, ["read-tree", "--empty"])?,
            };
            self.run_git(
                git,
                ["add", "--all", "--force", "--"].into_iter().chain(own.iter().copied()),
            )?;
            let tree = self.run_git(git, ["write-tree"])?.trim().to_owned();
            if let Some(base) = &base {
                let before = self.run_git(git, ["rev-parse", &format!("{base}^{{tree}}")])?;
                if before.trim() == tree {
                    return Ok(());
                }
            }
            let parent = base.iter().flat_map(|base| ["-p", base.as_str()]);
            let commit = ["commit-tree", &tree, "-m", "palimp sync"].into_iter().chain(parent);
            let commit = self.run_git(git, commit)?.trim().to_owned();
            if git.repository.push_refs(&git.url, &[format!("{commit}:{BRANCH_NAME}")])? {
                return Ok(());
            }
            git.repository.fetch_within(&git.url, FETCH_BOUNDS)?;
        }
        Err(Error::Busy)
    }

    /// Replaces the history of a repository by one commit with its present files; false if the remote
    /// has no history.
    ///
    /// # Errors
    ///
    /// When the repository cannot be reached, or a machine published meanwhile.
    pub(crate) fn drop_history(&self) -> Result<bool, Error> {
        let Some(git) = &self.git else { return Ok(false) };
        git.repository.fetch_within(&git.url, FETCH_BOUNDS)?;
        let Ok(base) = git.repository.resolve_ref(FETCHED_REF_NAME) else { return Ok(false) };
        let tree = format!("{base}^{{tree}}");
        let commit = self.run_git(git, ["commit-tree", tree.as_str(), "-m", "palimp sync"])?;
        let push = format!("+{}:{BRANCH_NAME}", commit.trim());
        if !git.repository.push_over(&git.url, &[push], Some(base))? {
            return Err(Error::Busy);
        }
        git.repository.fetch_within(&git.url, FETCH_BOUNDS)?;
        git.repository.drop_what_is_left()?;
        Ok(true)
    }

    fn run_git<A: AsRef<OsStr>>(
        &self,
        git: &GitRemote,
        arguments: impl IntoIterator<Item = A>,
    ) -> Result<String, Error> {
        let mut command = git_command(git.repository.directory());
        // A link in the repository would lead writes out of the directory.
        command.args(["-c", "core.symlinks=false", "-c", "core.autocrlf=false", "-c"]);
        command.args(["core.bare=false", "-c", "core.untrackedCache=false", "--work-tree"]);
        command.arg(&self.files).args(arguments).current_dir(&self.files);
        for who in ["AUTHOR", "COMMITTER"] {
            command.env(format!("GIT_{who}_NAME"), "palimp");
            command.env(format!("GIT_{who}_EMAIL"), "sync@palimp.invalid");
        }
        let output = command.output().map_err(palimp_team::Error::Start)?;
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
            let directory = git.repository.directory().to_owned();
            return Err(palimp_team::Error::Git { directory, said }.into());
        }
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }
}

/// Removes what a killed git locked. Only one sync uses the repository.
fn remove_locks(repository: &Path) -> Result<(), Error> {
    for directory in ["", "refs/heads", "refs/remotes/origin"] {
        let directory = repository.join(directory);
        if !directory.is_dir() {
            continue;
        }
        for name in read_names(&directory)?.iter().filter(|name| name.ends_with(".lock")) {
            remove_file(&directory.join(name))?;
        }
    }
    Ok(())
}

/// Creates the repository on a machine, unless it is there.
fn create_over_ssh(host: &str) -> Result<(), Error> {
    let refused = |said: String| Error::Ssh { host: host.to_owned(), said };
    if host.is_empty() || host.starts_with('-') {
        return Err(refused("not a host".to_owned()));
    }
    let script = format!(
        "test -d {SSH_REPOSITORY} || git init --quiet --bare --initial-branch=main {SSH_REPOSITORY}"
    );
    let mut ssh = Command::new("ssh");
    ssh.args(["-o", "BatchMode=yes", "--", host, &script]).stdin(Stdio::null());
    let output = ssh.output().map_err(|error| refused(error.to_string()))?;
    match output.status.success() {
        true => Ok(()),
        false => Err(refused(String::from_utf8_lossy(&output.stderr).trim().to_owned())),
    }
}

/// Returns the names in a directory, sorted; those that are not Unicode or begin with a dot are left out.
pub(crate) fn read_names(directory: &Path) -> Result<Vec<String>, Error> {
    let failed = |error| Error::io(directory, error);
    let mut names = Vec::new();
    for entry in fs::read_dir(directory).map_err(failed)? {
        let name = entry.map_err(failed)?.file_name().into_string();
        names.extend(name.ok().filter(|name| !name.starts_with('.')));
    }
    names.sort_unstable();
    Ok(names)
}

/// Removes a file, if it is there.
pub(crate) fn remove_file(path: &Path) -> Result<(), Error> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(Error::io(path, error)),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_told_apart() {
        let user = Path::new("/home/kim");
        let parse = |text: &str| RemoteAddress::parse(text, Some(user));
        let git = |url: &str| RemoteAddress::Git(url.to_owned());
        assert_eq!(parse("~/Dropbox/p"), RemoteAddress::Directory("/home/kim/Dropbox/p".into()));
        assert_eq!(parse("/mnt/nas"), RemoteAddress::Directory("/mnt/nas".into()));
        assert_eq!(parse("./a:b"), RemoteAddress::Directory(to_absolute(Path::new("./a:b"))));
        assert_eq!(parse("ssh:nas"), RemoteAddress::Ssh("nas".to_owned()));
        for url in ["ssh://nas/~/p.git", "https://git.test/kim/p.git", "git@git.test:kim/p.git"] {
            assert_eq!(parse(url), git(url));
            assert_eq!(parse(&parse(url).to_text()), git(url));
        }
    }
}
