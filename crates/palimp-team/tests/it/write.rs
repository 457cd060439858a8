//! What the writer writes, the reader believes.

use std::path::Path;

use palimp_team::git::{Oid, TeamRepository};
use palimp_team::{
    ApprovalRules, CommitAuthor, CommitFileEdit, CommitRefusal, Signer, SshPublicKey, TeamProject,
    TeamRole, VerifiedRange, founding_files, judge_proposal, read_rejection, text_at, verify_main,
    with_project, with_role, with_rules, with_signer,
};
use tempfile::TempDir;

struct Home {
    directory: TempDir,
    repository: TeamRepository,
    root: Oid,
}

fn signer(directory: &Path, name: &str) -> Signer {
    let file = directory.join(name);
    Signer::generate(&file).unwrap();
    let public = std::fs::read_to_string(file.with_extension("pub")).unwrap();
    Signer::new(file, &public).unwrap()
}

fn by<'a>(signer: &'a Signer, name: &'a str) -> CommitAuthor<'a> {
    CommitAuthor { signer, name, at: 1_800_000_000 }
}

fn home(rules: ApprovalRules) -> (Home, Signer) {
    let directory = tempfile::tempdir().unwrap();
    let repository = TeamRepository::create(&directory.path().join("team.git")).unwrap();
    let ana = signer(directory.path(), "ana");
    let files = founding_files(("t1", "Team"), ("ana", ana.key()), rules).unwrap();
    let files: Vec<CommitFileEdit> =
        files.into_iter().map(|(path, text)| (path.to_owned(), Some(text))).collect();
    let root = repository.write_root(by(&ana, "ana"), &files).unwrap();
    (Home { directory, repository, root }, ana)
}

impl Home {
    fn text(&self, main: Oid, path: &str) -> String {
        let mut objects = self.repository.objects().unwrap();
        text_at(&mut objects, main, path).unwrap().unwrap().unwrap_or_default()
    }

    fn propose(&self, who: CommitAuthor, main: Oid, files: &[(&str, Option<&str>)]) -> Oid {
        let files: Vec<CommitFileEdit> = files
            .iter()
            .map(|(path, text)| ((*path).to_owned(), text.map(str::to_owned)))
            .collect();
        self.repository.write_proposal(who, main, (&files, "Propose\nthis")).unwrap().unwrap()
    }

    fn approve(&self, who: CommitAuthor, main: Oid, end: Oid) -> Oid {
        let mut objects = self.repository.objects().unwrap();
        let change = judge_proposal(&mut objects, main, end).unwrap().unwrap().change;
        self.repository.write_approval(who, end, &change).unwrap().unwrap()
    }

    /// Merges what ends at `end`, which a reader then believes.
    fn merge(&self, who: CommitAuthor, main: Oid, end: Oid) -> Oid {
        let mut objects = self.repository.objects().unwrap();
        let proposal = judge_proposal(&mut objects, main, end).unwrap().unwrap();
        assert!(proposal.is_approved(), "{proposal:?}");
        assert_eq!(proposal.title, "Propose this");
        let changed = (&proposal.changed[..], "Land");
        let tip = self.repository.write_merge(who, (main, end), changed).unwrap().unwrap();
        let verified_range = VerifiedRange { root: self.root, verified: self.root };
        let judged =
            verify_main(&mut self.repository.objects().unwrap(), verified_range, tip).unwrap();
        assert_eq!((judged.verified, judged.refused), (tip, None));
        tip
    }
}

#[test]
fn every_commit_of_the_writer_is_believed_by_the_reader() {
    let (home, ana) = home(ApprovalRules::default());
    let ben = signer(home.directory.path(), "ben");
    let (ana, ben_too) = (by(&ana, "ana"), by(&ben, "ben"));
    let signers = with_signer(&home.text(home.root, "allowed_signers"), "ben", ben.key()).unwrap();
    let asked = home.propose(ben_too, home.root, &[("allowed_signers", Some(&signers))]);
    let main = home.merge(ana, home.root, home.approve(ana, home.root, asked));
    let toml = home.text(main, "team.toml");
    let toml = with_role(&toml, "ben", "facts/*", TeamRole::Reviewer).unwrap();
    let app = TeamProject { remotes: vec!["example.org/app".to_owned()], roots: Vec::new() };
    let toml = with_project(&toml, "app", &app).unwrap();
    let roles = home.propose(ben_too, main, &[("team.toml", Some(&toml))]);
    let main = home.merge(ana, main, home.approve(ana, main, roles));
    let facts = [("facts/app/rule/a.md", Some("A.\n")), ("facts/_/rule/b.md", Some("B.\n"))];
    let proposal = home.propose(ana, main, &facts);
    let end = home.approve(ben_too, main, proposal);
    let other = home.propose(ana, main, &[("facts/_/rule/c.md", Some("C.\n"))]);
    let main = home.merge(ben_too, main, home.approve(ben_too, main, other));
    let main = home.merge(ben_too, main, end);
    assert_eq!(home.text(main, "facts/app/rule/a.md"), "A.\n");
    let erased = [("facts/app/rule/a.md", None), ("tombstones/a", Some(""))];
    let erasure = home.propose(ben_too, main, &erased);
    let main = home.merge(ana, main, home.approve(ana, main, erasure));
    let gone = home.propose(ana, main, &[("revoked", Some(&(ben.key().to_openssh() + "\n")))]);
    let mut objects = home.repository.objects().unwrap();
    let unapproved = judge_proposal(&mut objects, main, gone).unwrap().unwrap();
    assert!(!unapproved.is_approved());
    let alone = palimp_team::policy_at(&mut objects, main).unwrap().unwrap();
    let own = unapproved.may_be_approved_by(&alone, "ana");
    assert_eq!(own, Err(CommitRefusal::Own { member: "ana".to_owned() }));
}

#[test]
fn who_is_alone_and_says_so_approves_her_own() {
    let (home, ana) = home(ApprovalRules { four_eyes: Some(false), approvals: None });
    let ana = by(&ana, "ana");
    let proposal = home.propose(ana, home.root, &[("facts/_/rule/a.md", Some("A.\n"))]);
    let main = home.merge(ana, home.root, home.approve(ana, home.root, proposal));
    let toml = home.text(main, "team.toml");
    let two =
        with_rules(&toml, ApprovalRules { approvals: Some(2), four_eyes: Some(true) }).unwrap();
    assert!(two.contains("approvals = 2") && two.contains("four_eyes = true"), "{two}");
}

#[test]
fn what_main_changed_since_is_named_and_who_said_no_as_well() {
    let (home, ana) = home(ApprovalRules { four_eyes: Some(false), approvals: None });
    let ana = by(&ana, "ana");
    let fact = "facts/_/rule/a.md";
    let late = home.propose(ana, home.root, &[(fact, Some("Late.\n"))]);
    let first = home.propose(ana, home.root, &[(fact, Some("First.\n"))]);
    let main = home.merge(ana, home.root, home.approve(ana, home.root, first));
    let mut objects = home.repository.objects().unwrap();
    let overtaken = judge_proposal(&mut objects, main, late).unwrap().unwrap();
    assert_eq!(overtaken.overtaken.as_deref(), Some(fact));
    assert_eq!(judge_proposal(&mut objects, main, first).unwrap(), Err(CommitRefusal::Used));
    let no = (overtaken.change.as_str(), "we say First");
    let no = home.repository.write_rejection(ana, late, no).unwrap().unwrap();
    let said = read_rejection(&mut objects, main, no).unwrap().unwrap();
    assert_eq!(said, ("ana".to_owned(), overtaken.change, "we say First".to_owned()));
    assert_eq!(read_rejection(&mut objects, main, late).unwrap(), None);
}

#[test]
fn a_push_that_comes_second_is_told_so() {
    let (home, ana) = home(ApprovalRules { four_eyes: Some(false), approvals: None });
    let ana = by(&ana, "ana");
    let remote = home.directory.path().join("remote.git");
    TeamRepository::create(&remote).unwrap();
    let url = remote.display().to_string();
    let push =
        |commit: Oid| home.repository.push_refs(&url, &[format!("{commit}:refs/heads/main")]);
    assert!(push(home.root).unwrap());
    let one = home.propose(ana, home.root, &[("facts/_/rule/a.md", Some("A.\n"))]);
    let two = home.propose(ana, home.root, &[("facts/_/rule/b.md", Some("B.\n"))]);
    assert!(push(one).unwrap());
    assert!(!push(two).unwrap());
    let nowhere = home.directory.path().join("nowhere.git").display().to_string();
    assert!(home.repository.push_refs(&nowhere, &[format!("{one}:refs/heads/main")]).is_err());
}

#[test]
fn a_key_of_another_type_and_one_that_is_gone_sign_nothing() {
    let (home, ana) = home(ApprovalRules::default());
    let file = home.directory.path().join("ana");
    assert_eq!(Signer::new(file.clone(), "ssh-rsa AAAAB3NzaC1yc2E= x"), None);
    assert_eq!(SshPublicKey::parse(&ana.key().to_openssh()), Some(ana.key()));
    std::fs::remove_file(&file).unwrap();
    let files = [("facts/_/rule/a.md".to_owned(), Some("A.\n".to_owned()))];
    let failed = home.repository.write_proposal(by(&ana, "ana"), home.root, (&files, "x"));
    let failed = failed.unwrap_err().to_string();
    assert!(failed.contains("cannot sign with"), "{failed}");
}

#[test]
fn what_a_killed_git_left_is_removed() {
    let (home, _) = home(ApprovalRules::default());
    let at = home.repository.directory();
    let left = [
        "objects/ab/tmp_obj_x1",
        "objects/pack/.tmp-1-pack-x.pack",
        "refs/heads/propose/x.lock",
        "packed-refs.new",
    ];
    let left = left.map(|name| at.join(name));
    for path in &left {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, "x").unwrap();
    }
    home.repository.remove_unfinished();
    assert!(left.iter().all(|path| !path.exists()));
    assert_eq!(home.repository.list_refs("refs/heads/").unwrap(), []);
    home.repository.set_ref("refs/heads/propose/x", Some(home.root)).unwrap();
    let refs = home.repository.list_refs("refs/heads/propose/").unwrap();
    assert_eq!(refs, [("x".to_owned(), home.root)]);
}
