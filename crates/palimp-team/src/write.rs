//! Objects that a member writes: files, directories, and commits that are signed.
//!
//! A commit is put together here and signed by `ssh-keygen`, so that no setting of any repository says
//! which program signs, and what is signed is what the reader reads.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Stdio;

use crate::commit::{
    APPROVED_PREFIX, ERASED_PREFIX, REJECTED_PREFIX, REWRITES_PREFIX, SignedCommit,
};
use crate::git::{Objects, Oid, TeamRepository, git_command};
use crate::signer::Signer;
use crate::tree_diff::{self, Changed, DIRECTORY_MODE, FILE_MODE};
use crate::{CommitRefusal, Error};

/// Git setting with which written data survives a power failure once git has ended.
const FSYNC_SETTING: &str = "core.fsync=loose-object,reference";

/// Author and time of a commit.
#[derive(Clone, Copy, Debug)]
pub struct CommitAuthor<'a> {
    /// The key.
    pub signer: &'a Signer,
    /// The member's name. Nobody believes it: the key is the identity.
    pub name: &'a str,
    /// Seconds since the Unix epoch.
    pub at: i64,
}

/// A file of a commit, by its path; without content where it goes.
pub type CommitFileEdit = (String, Option<String>);

impl TeamRepository {
    /// The first commit of a team.
    ///
    /// # Errors
    ///
    /// When git or ssh-keygen fails; so do all of these.
    pub fn write_root(&self, author: CommitAuthor, files: &[CommitFileEdit]) -> Result<Oid, Error> {
        let tree = self.write_tree(None, files)?;
        self.write_commit(author, tree, &[], "Found the team\n")
    }

    /// The first commit of a history that begins anew in the place of the one that ends at `main`, so that
    /// the fact `erased` is gone from it.
    pub fn write_rewrite(
        &self,
        author: CommitAuthor,
        main: Oid,
        erased: &str,
    ) -> Result<Result<Oid, CommitRefusal>, Error> {
        let before = match SignedCommit::read(&mut self.objects()?, main)? {
            Ok(before) => before,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let message = format!(
            "Begin the history anew\n\n{ERASED_PREFIX}{}\n{REWRITES_PREFIX}{main}\n",
            one_line(erased)
        );
        self.write_commit(author, before.tree, &[], &message).map(Ok)
    }

    /// A proposal: a commit behind `main` with other files.
    pub fn write_proposal(
        &self,
        author: CommitAuthor,
        main: Oid,
        (files, title): (&[CommitFileEdit], &str),
    ) -> Result<Result<Oid, CommitRefusal>, Error> {
        let mut objects = self.objects()?;
        let before = match SignedCommit::read(&mut objects, main)? {
            Ok(before) => before,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let tree = self.write_tree(Some((&mut objects, before.tree)), files)?;
        Ok(Ok(self.write_commit(author, tree, &[main], &format!("{}\n", one_line(title)))?))
    }

    /// An approval of the proposal that ends at `end`.
    pub fn write_approval(
        &self,
        author: CommitAuthor,
        end: Oid,
        change: &str,
    ) -> Result<Result<Oid, CommitRefusal>, Error> {
        self.write_behind(author, end, &format!("Approve\n\n{APPROVED_PREFIX}{change}\n"))
    }

    /// Says no to the proposal that ends at `end`, and why.
    pub fn write_rejection(
        &self,
        author: CommitAuthor,
        end: Oid,
        (change, why): (&str, &str),
    ) -> Result<Result<Oid, CommitRefusal>, Error> {
        self.write_behind(author, end, &format!("{}\n\n{REJECTED_PREFIX}{change}\n", one_line(why)))
    }

    /// The commit that merges an approved change into `main`.
    pub fn write_merge(
        &self,
        author: CommitAuthor,
        (main, end): (Oid, Oid),
        (changed, title): (&[Changed], &str),
    ) -> Result<Result<Oid, CommitRefusal>, Error> {
        let mut objects = self.objects()?;
        let before = match SignedCommit::read(&mut objects, main)? {
            Ok(before) => before,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let edits = changed.iter().map(|file| (file.path.as_str(), file.new)).collect();
        let tree = self.build_tree(&mut objects, Some(before.tree), edits)?;
        let tree = tree.map_or_else(|| self.write_object("tree", b""), Ok)?;
        Ok(Ok(self.write_commit(author, tree, &[main, end], &format!("{}\n", one_line(title)))?))
    }

    fn write_behind(
        &self,
        author: CommitAuthor,
        end: Oid,
        message: &str,
    ) -> Result<Result<Oid, CommitRefusal>, Error> {
        match SignedCommit::read(&mut self.objects()?, end)? {
            Ok(last) => Ok(Ok(self.write_commit(author, last.tree, &[end], message)?)),
            Err(refusal) => Ok(Err(refusal)),
        }
    }

    fn write_commit(
        &self,
        CommitAuthor { signer, name, at }: CommitAuthor,
        tree: Oid,
        parents: &[Oid],
        message: &str,
    ) -> Result<Oid, Error> {
        let parents: String = parents.iter().map(|parent| format!("parent {parent}\n")).collect();
        let who = format!("{name} <{name}@palimp.invalid> {at} +0000");
        let head = format!("tree {tree}\n{parents}author {who}\ncommitter {who}\n");
        let signature = signer.sign(format!("{head}\n{message}").as_bytes())?;
        let signature = signature.trim_end().replace('\n', "\n ");
        self.write_object("commit", format!("{head}gpgsig {signature}\n\n{message}").as_bytes())
    }

    fn write_tree(
        &self,
        base: Option<(&mut Objects, Oid)>,
        files: &[CommitFileEdit],
    ) -> Result<Oid, Error> {
        let mut edits = Vec::new();
        for (path, content) in files {
            let blob =
                content.as_ref().map(|content| self.write_object("blob", content.as_bytes()));
            edits.push((path.as_str(), blob.transpose()?));
        }
        let tree = match base {
            Some((objects, tree)) => self.build_tree(objects, Some(tree), edits)?,
            None => self.build_tree(&mut self.objects()?, None, edits)?,
        };
        tree.map_or_else(|| self.write_object("tree", b""), Ok)
    }

    /// A tree with files laid over it; none where nothing is left in it.
    fn build_tree(
        &self,
        objects: &mut Objects,
        base: Option<Oid>,
        edits: Vec<(&str, Option<Oid>)>,
    ) -> Result<Option<Oid>, Error> {
        let mut entries = BTreeMap::new();
        if let Some(base) = base {
            let read = tree_diff::read_tree(objects, base)?.unwrap_or_default();
            let each = read.iter().map(|it| (it.name.to_owned(), (it.mode.to_owned(), it.oid)));
            entries.extend(each);
        }
        let mut below: BTreeMap<&str, Vec<(&str, Option<Oid>)>> = BTreeMap::new();
        for (path, blob) in edits {
            match path.split_once('/') {
                Some((directory, rest)) => below.entry(directory).or_default().push((rest, blob)),
                None => {
                    set_entry(&mut entries, path, blob.map(|blob| (FILE_MODE.to_owned(), blob)))
                }
            }
        }
        for (name, edits) in below {
            let inner = entries.get(name).filter(|it| it.0 == DIRECTORY_MODE).map(|it| it.1);
            let tree = self.build_tree(objects, inner, edits)?;
            set_entry(&mut entries, name, tree.map(|tree| (DIRECTORY_MODE.to_owned(), tree)));
        }
        if entries.is_empty() {
            return Ok(None);
        }
        let line = |(name, (mode, oid)): (&String, &(String, Oid))| {
            let kind = if mode == DIRECTORY_MODE { "tree" } else { "blob" };
            format!("{mode:0>6} {kind} {oid}\t{name}\n")
        };
        let listing: String = entries.iter().map(line).collect();
        self.run_for_oid(&["mktree"], listing.as_bytes()).map(Some)
    }

    /// Writes an object.
    fn write_object(&self, kind: &str, bytes: &[u8]) -> Result<Oid, Error> {
        self.run_for_oid(&["hash-object", "-t", kind, "-w", "--stdin"], bytes)
    }

    /// Runs a command that answers with the name of an object.
    fn run_for_oid(&self, arguments: &[&str], input: &[u8]) -> Result<Oid, Error> {
        let mut command = git_command(self.directory());
        command.args(["-c", FSYNC_SETTING]).args(arguments).stdin(Stdio::piped());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(Error::Start)?;
        let written = child.stdin.take().map_or(Ok(()), |mut stdin| stdin.write_all(input));
        let output = child.wait_with_output().map_err(Error::Start)?;
        let oid = Oid::parse(String::from_utf8_lossy(&output.stdout).trim());
        let failed = || Error::Git {
            directory: self.directory().to_owned(),
            said: String::from_utf8_lossy(&output.stderr).trim().to_owned(),
        };
        oid.filter(|_| written.is_ok()).ok_or_else(failed)
    }

    /// Removes what git was writing when it was killed: files half written, and locks, for which every
    /// later git would wait in vain. Nobody else may write the repository meanwhile.
    pub fn remove_unfinished(&self) {
        remove_unfinished_below(self.directory(), 0);
    }
}

fn set_entry(
    entries: &mut BTreeMap<String, (String, Oid)>,
    name: &str,
    entry: Option<(String, Oid)>,
) {
    match entry {
        Some(entry) => entries.insert(name.to_owned(), entry),
        None => entries.remove(name),
    };
}

/// Maximum depth below a repository that git writes to: `refs/remotes/origin/propose/…`.
const MAX_SWEEP_DEPTH: usize = 6;

fn remove_unfinished_below(directory: &Path, depth: usize) {
    let Ok(entries) = fs::read_dir(directory) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let name = name.as_encoded_bytes();
        match entry.file_type() {
            Ok(kind) if kind.is_dir() && depth < MAX_SWEEP_DEPTH => {
                remove_unfinished_below(&entry.path(), depth + 1)
            }
            Ok(kind) if kind.is_file() && is_unfinished(name) => {
                drop(fs::remove_file(entry.path()));
            }
            _ => {}
        }
    }
}

fn is_unfinished(name: &[u8]) -> bool {
    let begins = [&b"tmp_"[..], b".tmp-"].iter().any(|begin| name.starts_with(begin));
    begins || name.ends_with(b".lock") || name == b"packed-refs.new"
}

/// A text without what would begin another line of a commit.
fn one_line(text: &str) -> String {
    text.split(char::is_control).map(str::trim).collect::<Vec<_>>().join(" ").trim().to_owned()
}
