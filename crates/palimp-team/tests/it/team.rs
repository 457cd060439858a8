//! A team in a bare repository, made by git and ssh-keygen as anybody could make it.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use palimp_team::git::{Oid, TeamRepository, git_command};
use palimp_team::{
    CommitRefusal, Judgement, VerifiedRange, changes_between, name_of_change, verify_main,
};
use tempfile::TempDir;

pub(crate) const FACT: &str = "facts/_/decision/retry.md";

pub(crate) const TEAM: &str = r#"id = "t1"
name = "Team"
[policy]
approvals = 1
four_eyes = true
[[roles]]
member = "ana"
path = "*"
role = "owner"
[[roles]]
member = "cid"
path = "facts/*"
role = "reviewer"
[[roles]]
member = "rea"
path = "*"
role = "reader"
"#;

/// What is laid over a tree: mode, path, content; a content of `None` takes the file away.
pub(crate) type File<'f> = (&'f str, &'f str, Option<&'f str>);

/// ana owns, cid reviews facts, ben and dan contribute, rea reads, eve and mal are nobody.
pub(crate) struct Team {
    directory: TempDir,
    pub(crate) main: Oid,
    pub(crate) verified_range: VerifiedRange,
}

impl Team {
    pub(crate) fn new() -> Team {
        let directory = tempfile::tempdir().unwrap();
        TeamRepository::create(&directory.path().join("team.git")).unwrap();
        for name in ["ana", "ben", "cid", "dan", "rea", "eve", "mal"] {
            let key = directory.path().join(name);
            let mut command = Command::new("ssh-keygen");
            command.args(["-q", "-t", "ed25519", "-N", "", "-C", name, "-f"]).arg(&key);
            assert!(command.status().unwrap().success());
        }
        let none = Oid::from_bytes(&[0; 20]).unwrap();
        let verified_range = VerifiedRange { root: none, verified: none };
        let mut team = Team { directory, main: none, verified_range };
        let signers: String =
            ["ana", "ben", "cid", "dan", "rea"].map(|name| team.line(name)).concat();
        let files = [
            ("100644", "team.toml", Some(TEAM)),
            ("100644", "allowed_signers", Some(&signers)),
            ("100644", FACT, Some("Retry three times.\n")),
        ];
        let tree = team.tree(None, &files);
        team.main = team.commit(&tree, &[], Some("ana"), "found");
        team.verified_range = VerifiedRange { root: team.main, verified: team.main };
        team
    }

    pub(crate) fn repository(&self) -> PathBuf {
        self.directory.path().join("team.git")
    }

    /// A key's file; a commit may be signed with any there is.
    pub(crate) fn key(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    pub(crate) fn public(&self, name: &str) -> String {
        fs::read_to_string(self.directory.path().join(format!("{name}.pub"))).unwrap()
    }

    pub(crate) fn line(&self, name: &str) -> String {
        format!("{name} {}", self.public(name))
    }

    pub(crate) fn signers(&self) -> String {
        self.git(&["show", &format!("{}:allowed_signers", self.main)], "") + "\n"
    }

    pub(crate) fn git(&self, arguments: &[&str], input: &str) -> String {
        git_in(&self.repository(), self.directory.path(), arguments, input.as_bytes())
    }

    pub(crate) fn blob(&self, content: &str) -> String {
        self.git(&["hash-object", "-w", "--stdin"], content)
    }

    /// An object with any bytes.
    pub(crate) fn raw(&self, kind: &str, bytes: &[u8]) -> String {
        let arguments = ["hash-object", "-t", kind, "--literally", "-w", "--stdin"];
        git_in(&self.repository(), self.directory.path(), &arguments, bytes)
    }

    /// A tree: that of `base` with `files` over it.
    pub(crate) fn tree(&self, base: Option<Oid>, files: &[File<'_>]) -> String {
        match base {
            Some(base) => self.git(&["read-tree", &base.to_string()], ""),
            None => self.git(&["read-tree", "--empty"], ""),
        };
        for (mode, path, content) in files {
            match content {
                None => {
                    let gone = format!("0 {}\t{path}\n", "0".repeat(40));
                    self.git(&["update-index", "--index-info"], &gone)
                }
                Some(content) => {
                    let oid =
                        if *mode == "160000" { self.main.to_string() } else { self.blob(content) };
                    let entry = format!("{mode},{oid},{path}");
                    self.git(&["update-index", "--add", "--cacheinfo", &entry], "")
                }
            };
        }
        self.git(&["write-tree"], "")
    }

    pub(crate) fn commit(
        &self,
        tree: &str,
        parents: &[Oid],
        key: Option<&str>,
        message: &str,
    ) -> Oid {
        let key = key.map(|key| self.directory.path().join(key).display().to_string());
        let signing = format!("user.signingkey={}", key.as_deref().unwrap_or_default());
        let parents: Vec<String> = parents.iter().map(Oid::to_string).collect();
        let mut arguments = vec!["-c", &signing, "commit-tree"];
        arguments.extend(key.as_ref().map(|_| "-S"));
        parents.iter().for_each(|parent| arguments.extend(["-p", parent]));
        arguments.extend(["-m", message, tree]);
        Oid::parse(&self.git(&arguments, "")).unwrap()
    }

    pub(crate) fn tree_of(&self, commit: Oid) -> String {
        self.git(&["rev-parse", &format!("{commit}^{{tree}}")], "")
    }

    pub(crate) fn propose(&self, files: &[File<'_>], who: &str) -> Oid {
        self.commit(&self.tree(Some(self.main), files), &[self.main], Some(who), "propose")
    }

    pub(crate) fn name(&self, proposal: Oid) -> String {
        let mut objects = TeamRepository::from_path(&self.repository()).objects().unwrap();
        let changed = changes_between(&mut objects, self.main, proposal).unwrap();
        changed.map_or("none".to_owned(), |changed| name_of_change(&changed))
    }

    pub(crate) fn approve(&self, proposal: Oid, name: &str, who: &str) -> Oid {
        let message = format!("approve\n\nApproved-Change: {name}");
        self.commit(&self.tree_of(proposal), &[proposal], Some(who), &message)
    }

    pub(crate) fn land(&self, proposal: Oid, approvers: &[&str], who: Option<&str>) -> Oid {
        let name = self.name(proposal);
        let end = approvers.iter().fold(proposal, |end, who| self.approve(end, &name, who));
        self.commit(&self.tree_of(end), &[self.main, end], who, "land")
    }

    pub(crate) fn judge(&self, tip: Oid) -> Judgement {
        let mut objects = TeamRepository::from_path(&self.repository()).objects().unwrap();
        verify_main(&mut objects, self.verified_range, tip).unwrap()
    }

    /// Why `tip` is refused; what was verified keeps serving.
    pub(crate) fn refusal(&self, tip: Oid) -> CommitRefusal {
        let judgement = self.judge(tip);
        assert_eq!(judgement.verified, self.main, "nothing of it is served: {judgement:?}");
        judgement.refused.expect("it is refused").1
    }

    /// Lands a change as it should be, and goes on from there.
    pub(crate) fn landed(&mut self, files: &[File<'_>], proposer: &str, approver: &str) -> Oid {
        let tip = self.land(self.propose(files, proposer), &[approver], Some(approver));
        let judgement = self.judge(tip);
        assert_eq!((judgement.verified, judgement.refused), (tip, None));
        (self.main, self.verified_range.verified) = (tip, tip);
        tip
    }
}

fn git_in(repository: &Path, scratch: &Path, arguments: &[&str], input: &[u8]) -> String {
    let mut command = git_command(repository);
    command.args(arguments).env("GIT_INDEX_FILE", scratch.join("index"));
    for who in ["AUTHOR", "COMMITTER"] {
        command
            .env(format!("GIT_{who}_NAME"), "Ana")
            .env(format!("GIT_{who}_EMAIL"), "ana@example.com");
    }
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "git {arguments:?}: {said}");
    String::from_utf8(output.stdout).unwrap().trim_end().to_owned()
}
