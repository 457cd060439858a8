//! Each attack alone, so that each check is missed when it is gone.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use palimp_team::git::{Oid, TeamRepository};
use palimp_team::{CommitRefusal, SshPublicKey, TeamRole, judge_founding};

use crate::team::{FACT, File, TEAM, Team};

const CHANGE: &[File<'static>] = &[("100644", FACT, Some("Never retry.\n"))];

fn print(team: &Team, name: &str) -> String {
    SshPublicKey::parse(&team.public(name)).unwrap().fingerprint()
}

/// Why a change is refused that ben proposed and ana, who may everything, approved and landed.
fn refused(team: &Team, files: &[File<'_>]) -> CommitRefusal {
    team.refusal(team.land(team.propose(files, "ben"), &["ana"], Some("ana")))
}

#[test]
fn a_forged_author_is_nobody() {
    let team = Team::new();
    // Every commit of these tests says that ana wrote it; the key says that eve did.
    let tip = team.land(team.propose(CHANGE, "ben"), &["cid"], Some("eve"));
    assert_eq!(team.refusal(tip), CommitRefusal::Stranger(print(&team, "eve")));
}

#[test]
fn an_unsigned_commit() {
    let team = Team::new();
    let tip = team.land(team.propose(CHANGE, "ben"), &["cid"], None);
    assert_eq!(team.refusal(tip), CommitRefusal::Unsigned);
}

#[test]
fn a_signature_of_another_commit() {
    let team = Team::new();
    let tip = team.land(team.propose(CHANGE, "ben"), &["cid"], Some("cid"));
    let raw =
        team.git(&["cat-file", "commit", &tip.to_string()], "").replace("\n\nland", "\n\nlend");
    let forged = team.git(&["hash-object", "-t", "commit", "-w", "--stdin"], &format!("{raw}\n"));
    assert_eq!(team.refusal(Oid::parse(&forged).unwrap()), CommitRefusal::BadSignature);
}

#[test]
fn a_key_that_enrols_itself() {
    let team = Team::new();
    let signers = team.signers() + &team.line("eve");
    let roles = format!("{TEAM}[[roles]]\nmember = \"eve\"\npath = \"*\"\nrole = \"owner\"\n");
    let files =
        [("100644", "allowed_signers", Some(&signers[..])), ("100644", "team.toml", Some(&roles))];
    let tip = team.land(team.propose(&files, "ben"), &["eve"], Some("ana"));
    assert_eq!(team.refusal(tip), CommitRefusal::Approvals { have: 0, need: 1 });
    let tip = team.land(team.propose(&files, "ben"), &["ana"], Some("eve"));
    assert_eq!(team.refusal(tip), CommitRefusal::Stranger(print(&team, "eve")));
}

#[test]
fn a_stranger_proposes_more_than_to_join() {
    let team = Team::new();
    let tip = team.land(team.propose(CHANGE, "eve"), &["cid"], Some("cid"));
    assert_eq!(team.refusal(tip), CommitRefusal::Stranger(print(&team, "eve")));
    let only_eve = team.line("ana") + &team.line("eve");
    let files = [("100644", "allowed_signers", Some(&only_eve[..]))];
    let tip = team.land(team.propose(&files, "eve"), &["ana"], Some("ana"));
    assert_eq!(team.refusal(tip), CommitRefusal::Stranger(print(&team, "eve")));
}

#[test]
fn a_request_to_join_that_asks_for_more() {
    let team = Team::new();
    let asked = |path: &str, text: &str| {
        let files = [("100644", path, Some(text))];
        team.refusal(team.land(team.propose(&files, "eve"), &["ana"], Some("ana")))
    };
    let stranger = CommitRefusal::Stranger(print(&team, "eve"));
    let for_another = team.signers() + &team.line("mal");
    assert_eq!(asked("allowed_signers", &for_another), stranger);
    let for_two = team.signers() + &team.line("mal") + &team.line("eve");
    assert_eq!(asked("allowed_signers", &for_two), stranger);
    let for_two = team.signers() + &team.line("eve") + &team.line("mal");
    assert_eq!(asked("allowed_signers", &for_two), stranger);
    let in_a_fact = format!("Retry three times.\n{}", team.line("eve"));
    assert_eq!(asked(FACT, &in_a_fact), stranger);
}

/// How a reader judges a proposal of these keys, each with its name.
fn request(team: &Team, lines: &[(&str, &str)], who: &str) -> Result<(), CommitRefusal> {
    let line = |(name, key): &(&str, &str)| format!("{name} {}", team.public(key));
    let signers = team.signers() + &lines.iter().map(line).collect::<String>();
    let end = team.propose(&[("100644", "allowed_signers", Some(&signers))], who);
    let mut objects = TeamRepository::from_path(&team.repository()).objects().unwrap();
    palimp_team::judge_proposal(&mut objects, team.main, end).unwrap().map(drop)
}

#[test]
fn a_request_under_a_taken_name() {
    let team = Team::new();
    for name in ["ana", "Ana", "rea"] {
        let taken =
            CommitRefusal::NameTaken { member: name.to_owned(), print: print(&team, "eve") };
        assert_eq!(request(&team, &[(name, "eve")], "eve"), Err(taken.clone()), "by a stranger");
        assert_eq!(request(&team, &[(name, "eve")], "ben"), Err(taken), "by another member");
    }
    assert_eq!(request(&team, &[("dave", "eve")], "eve"), Ok(()));
    assert_eq!(request(&team, &[("ben", "eve")], "ben"), Ok(()), "a further key of his own");
    assert_eq!(request(&team, &[("ben", "eve")], "ana"), Ok(()), "an owner vouches");
    assert!(matches!(request(&team, &[("аna", "eve")], "eve"), Err(CommitRefusal::Policy(_))));
}

#[test]
fn a_key_of_another_type() {
    let team = Team::new();
    let mut command = std::process::Command::new("ssh-keygen");
    command.args(["-q", "-t", "rsa", "-b", "2048", "-N", "", "-f"]).arg(team.key("old"));
    assert!(command.status().unwrap().success());
    let tip = team.land(team.propose(CHANGE, "ben"), &["cid"], Some("old"));
    assert_eq!(team.refusal(tip), CommitRefusal::KeyType);
}

#[test]
fn an_approval_of_nothing() {
    let team = Team::new();
    let empty = team.approve(team.main, &team.name(team.main), "cid");
    let tip = team.commit(&team.tree_of(team.main), &[team.main, empty], Some("cid"), "land");
    assert_eq!(team.refusal(tip), CommitRefusal::NoProposal);
}

#[test]
fn an_approval_of_another_change() {
    let team = Team::new();
    let other = team.propose(&[("100644", FACT, Some("Harmless.\n"))], "ben");
    let end = team.approve(team.propose(CHANGE, "ben"), &team.name(other), "cid");
    let tip = team.commit(&team.tree_of(end), &[team.main, end], Some("cid"), "land");
    assert_eq!(team.refusal(tip), CommitRefusal::Approvals { have: 0, need: 1 });
}

#[test]
fn a_merge_that_changes_more_than_its_proposal() {
    let team = Team::new();
    let proposal = team.propose(CHANGE, "ben");
    let end = team.approve(proposal, &team.name(proposal), "cid");
    let more = team.tree(Some(end), &[("100644", "facts/_/rule/more.md", Some("More.\n"))]);
    let tip = team.commit(&more, &[team.main, end], Some("cid"), "land");
    assert_eq!(team.refusal(tip), CommitRefusal::OtherChange);
}

#[test]
fn an_approval_of_ones_own() {
    let team = Team::new();
    let tip = team.land(team.propose(CHANGE, "cid"), &["cid"], Some("cid"));
    assert_eq!(team.refusal(tip), CommitRefusal::Approvals { have: 0, need: 1 });
    // An approval of an empty row, with the change in the merge alone, has no proposer to be told apart.
    let empty = team.approve(team.main, &team.name(team.propose(CHANGE, "cid")), "cid");
    let tip =
        team.commit(&team.tree(Some(team.main), CHANGE), &[team.main, empty], Some("cid"), "");
    assert_eq!(team.refusal(tip), CommitRefusal::OtherChange);
}

#[test]
fn one_member_approves_twice() {
    let mut team = Team::new();
    let two = TEAM.replace("approvals = 1", "approvals = 2");
    team.landed(&[("100644", "team.toml", Some(&two))], "ben", "ana");
    let tip = team.land(team.propose(CHANGE, "ben"), &["cid", "cid"], Some("cid"));
    assert_eq!(team.refusal(tip), CommitRefusal::Approvals { have: 1, need: 2 });
    let tip = team.land(team.propose(CHANGE, "ben"), &["cid", "ana"], Some("cid"));
    assert_eq!(team.judge(tip).refused, None);
}

#[test]
fn an_approval_by_who_may_not() {
    let team = Team::new();
    let tip = team.land(team.propose(CHANGE, "ben"), &["dan"], Some("cid"));
    assert_eq!(team.refusal(tip), CommitRefusal::Approvals { have: 0, need: 1 });
    let tip = team.land(team.propose(CHANGE, "rea"), &["cid"], Some("cid"));
    let (member, path) = ("rea".to_owned(), FACT.to_owned());
    assert_eq!(
        team.refusal(tip),
        CommitRefusal::Role { member, path, needed: TeamRole::Contributor }
    );
    let tip = team.land(team.propose(CHANGE, "ben"), &["cid"], Some("dan"));
    let (member, path) = ("dan".to_owned(), FACT.to_owned());
    assert_eq!(team.refusal(tip), CommitRefusal::Role { member, path, needed: TeamRole::Reviewer });
}

#[test]
fn a_revoked_key() {
    let mut team = Team::new();
    // Approved before the key is revoked, or so it says; landed after.
    let proposal = team.propose(CHANGE, "ben");
    let end = team.approve(proposal, &team.name(proposal), "cid");
    team.landed(&[("100644", "revoked", Some(&team.public("cid")))], "ben", "ana");
    let tree = team.tree(Some(team.main), CHANGE);
    let tip = team.commit(&tree, &[team.main, end], Some("ana"), "land");
    assert_eq!(team.refusal(tip), CommitRefusal::Approvals { have: 0, need: 1 });
    let tip = team.land(team.propose(CHANGE, "ben"), &["ana"], Some("cid"));
    assert_eq!(team.refusal(tip), CommitRefusal::Revoked(print(&team, "cid")));
}

#[test]
fn an_approval_that_was_used_already() {
    let mut team = Team::new();
    let proposal = team.propose(CHANGE, "ben");
    let end = team.approve(proposal, &team.name(proposal), "cid");
    let tip = team.commit(&team.tree_of(end), &[team.main, end], Some("cid"), "land");
    (team.main, team.verified_range.verified) = (tip, tip);
    team.landed(&[("100644", FACT, Some("Retry three times.\n"))], "ben", "cid");
    let again = team.commit(&team.tree_of(end), &[team.main, end], Some("cid"), "again");
    assert_eq!(team.refusal(again), CommitRefusal::Used);
}

#[test]
fn a_policy_that_is_removed_or_owned_by_nobody() {
    let team = Team::new();
    let gone = refused(&team, &[("100644", "team.toml", None)]);
    assert_eq!(gone, CommitRefusal::Policy("team.toml is missing or not a text file".to_owned()));
    let nobody = refused(&team, &[("100644", "revoked", Some(&team.public("ana")))]);
    assert_eq!(nobody, CommitRefusal::Policy("no owner would be left".to_owned()));
    let none = TEAM.replace("approvals = 1", "approvals = 0");
    let none = refused(&team, &[("100644", "team.toml", Some(&none))]);
    assert_eq!(none, CommitRefusal::Policy("team.toml: policy.approvals is not valid".to_owned()));
    let twice = team.signers() + &team.line("cid").replacen("cid", "cod", 1);
    let twice = refused(&team, &[("100644", "allowed_signers", Some(&twice))]);
    let why = format!("allowed_signers: duplicate key {}", print(&team, "cid"));
    assert_eq!(twice, CommitRefusal::Policy(why));
}

#[test]
fn a_history_that_was_rewritten_or_shortened() {
    let mut team = Team::new();
    let root = team.main;
    let other = team.land(team.propose(CHANGE, "ben"), &["cid"], Some("cid"));
    team.landed(&[("100644", FACT, Some("First.\n"))], "ben", "cid");
    assert_eq!(team.refusal(root), CommitRefusal::Shortened);
    assert_eq!(team.refusal(other), CommitRefusal::Rewritten);
    let foreign = team.commit(&team.tree_of(team.main), &[], Some("ana"), "another team");
    assert_eq!(team.refusal(foreign), CommitRefusal::OtherRoot);
}

#[test]
fn a_root_that_hides_something_or_is_signed_by_no_owner() {
    let team = Team::new();
    let judge = |root| {
        let mut objects = TeamRepository::from_path(&team.repository()).objects().unwrap();
        judge_founding(&mut objects, root).unwrap().unwrap_err()
    };
    let filter = team.tree(Some(team.main), &[("100644", ".gitattributes", Some("* filter=x\n"))]);
    let hidden = judge(team.commit(&filter, &[], Some("ana"), "found"));
    assert_eq!(hidden, CommitRefusal::Path(".gitattributes".to_owned()));
    let (member, path) = ("ben".to_owned(), "team.toml".to_owned());
    let by_ben = judge(team.commit(&team.tree_of(team.main), &[], Some("ben"), "found"));
    assert_eq!(by_ben, CommitRefusal::Role { member, path, needed: TeamRole::Owner });
}

#[test]
fn a_team_that_becomes_another() {
    let team = Team::new();
    let other = TEAM.replace("\"t1\"", "\"t2\"");
    let refusal = refused(&team, &[("100644", "team.toml", Some(&other))]);
    assert_eq!(refusal, CommitRefusal::Policy("the team's id would change".to_owned()));
}

#[test]
fn a_signature_made_for_something_else() {
    let team = Team::new();
    let good = team.land(team.propose(CHANGE, "ben"), &["cid"], Some("cid"));
    let unsigned = team.land(team.propose(CHANGE, "ben"), &["cid"], None);
    let raw = |oid: Oid| team.git(&["cat-file", "commit", &oid.to_string()], "") + "\n";
    let file = team.repository().join("unsigned");
    fs::write(&file, raw(unsigned)).unwrap();
    let mut command = std::process::Command::new("ssh-keygen");
    let key = team.repository().with_file_name("cid");
    command.args(["-q", "-Y", "sign", "-n", "file", "-f"]).arg(key).arg(&file);
    assert!(command.status().unwrap().success());
    let signature = fs::read_to_string(file.with_extension("sig")).unwrap();
    let header = format!("gpgsig {}", signature.trim_end().replace('\n', "\n "));
    let forged = raw(unsigned).replacen("\n\n", &format!("\n{header}\n\n"), 1);
    let forged = team.git(&["hash-object", "-t", "commit", "-w", "--stdin"], &forged);
    assert_eq!(team.judge(good).refused, None);
    assert_eq!(team.refusal(Oid::parse(&forged).unwrap()), CommitRefusal::BadSignature);
}

#[test]
fn a_symbolic_link_a_submodule_and_a_program() {
    let team = Team::new();
    for mode in ["120000", "160000", "100755"] {
        let path = "facts/_/rule/a.md";
        let refusal = refused(&team, &[(mode, path, Some("/etc/passwd"))]);
        assert_eq!(refusal, CommitRefusal::Mode { path: path.to_owned(), mode: mode.to_owned() });
    }
}

#[test]
fn a_filter_and_whatever_else_git_would_obey() {
    let team = Team::new();
    for path in [".gitattributes", ".gitmodules", "facts/.gitattributes", "facts/_/rule/a.sh"] {
        let refusal = refused(&team, &[("100644", path, Some("* filter=lfs\n"))]);
        assert_eq!(refusal, CommitRefusal::Path(path.to_owned()));
    }
}

#[test]
fn a_path_that_leaves_its_directory() {
    let team = Team::new();
    let name = |tree: &str| [b"40000 ..\0".to_vec(), hex(tree)].concat();
    let file = [b"100644 x.md\0".to_vec(), hex(&team.blob("x"))].concat();
    let raw = |bytes: &[u8]| team.raw("tree", bytes);
    let inner = raw(&name(&raw(&name(&raw(&file)))));
    let root = team.git(&["ls-tree", &team.main.to_string()], "");
    let old = root.lines().find(|line| line.ends_with("\tfacts")).unwrap();
    let tree = team.git(&["mktree"], &root.replace(old, &format!("040000 tree {inner}\tfacts")));
    let proposal = team.commit(&tree, &[team.main], Some("ben"), "propose");
    let tip = team.land(proposal, &["ana"], Some("ana"));
    assert_eq!(team.refusal(tip), CommitRefusal::Path("facts/../../x.md".to_owned()));
}

#[test]
fn a_path_too_deep_and_one_of_other_letters() {
    let team = Team::new();
    let deep = refused(&team, &[("100644", "facts/a/b/c/d/e.md", Some("x"))]);
    // The directory is not even opened.
    assert_eq!(deep, CommitRefusal::Path("facts/a/b/c".to_owned()));
    let long = format!("facts/_/rule/{}.md", "x".repeat(98));
    for path in ["facts/_/rule/a b.md", "facts/_/rule/가.md", "facts/_/rule/a\u{1b}[2J.md", &long]
    {
        let refusal = refused(&team, &[("100644", path, Some("x"))]);
        assert_eq!(refusal, CommitRefusal::Path(path.to_owned()));
    }
}

fn hex(oid: &str) -> Vec<u8> {
    (0..40).step_by(2).map(|at| u8::from_str_radix(&oid[at..at + 2], 16).unwrap()).collect()
}

#[test]
fn a_huge_blob() {
    let team = Team::new();
    let refusal = refused(&team, &[("100644", FACT, Some(&"x".repeat(64 * 1024 + 1)))]);
    assert_eq!(refusal, CommitRefusal::Large { path: FACT.to_owned() });
}

#[test]
fn a_hundred_thousand_files() {
    let team = Team::new();
    let blob = team.blob("x");
    let file = |n: u32| format!("100644 blob {blob}\t{n}.md\n");
    let kind = team.git(&["mktree"], &(0..10_000).map(file).collect::<String>());
    let directory = |n: u32| format!("040000 tree {kind}\tk{n}\n");
    let project = team.git(&["mktree"], &(0..10).map(directory).collect::<String>());
    let facts = team.git(&["mktree"], &format!("040000 tree {project}\t_\n"));
    let root = team.git(&["ls-tree", &team.main.to_string()], "");
    let old = root.lines().find(|line| line.ends_with("\tfacts")).unwrap();
    let tree = team.git(&["mktree"], &root.replace(old, &format!("040000 tree {facts}\tfacts")));
    let proposal = team.commit(&tree, &[team.main], Some("ben"), "propose");
    assert_eq!(team.refusal(team.land(proposal, &["ana"], Some("ana"))), CommitRefusal::TooMany);
}

/// Directories in directories, each many times the same one, and not one file in them: to walk them takes
/// for ever, though nothing is large and nothing changes.
#[test]
fn directories_without_end() {
    let team = Team::new();
    let level = |below: &str| {
        let line = |n: u32| format!("040000 tree {below}\td{n}\n");
        team.git(&["mktree"], &(0..5_000).map(line).collect::<String>())
    };
    let bomb = level(&level(&team.git(&["mktree"], "")));
    let root = team.git(&["ls-tree", &team.main.to_string()], "");
    let old = root.lines().find(|line| line.ends_with("\tfacts")).unwrap();
    let tree = team.git(&["mktree"], &root.replace(old, &format!("040000 tree {bomb}\tfacts")));
    let proposal = team.commit(&tree, &[team.main], Some("eve"), "propose");
    let mut objects = TeamRepository::from_path(&team.repository()).objects().unwrap();
    let looked_at = palimp_team::judge_proposal(&mut objects, team.main, proposal).unwrap();
    assert_eq!(looked_at.unwrap_err(), CommitRefusal::TooMany);
}

#[test]
fn a_tombstone_that_speaks_or_goes() {
    let mut team = Team::new();
    let path = "tombstones/retry";
    let speaks = refused(&team, &[("100644", path, Some("it said …"))]);
    assert_eq!(speaks, CommitRefusal::Tombstone { path: path.to_owned() });
    team.landed(&[("100644", path, Some(""))], "ben", "ana");
    let goes = refused(&team, &[("100644", path, None)]);
    assert_eq!(goes, CommitRefusal::Tombstone { path: path.to_owned() });
}

#[test]
fn a_hook_in_the_repository_is_not_run() {
    let team = Team::new();
    let hooks = team.repository().join("hooks");
    let ran = team.repository().join("ran");
    fs::create_dir(&hooks).unwrap();
    let hook = hooks.join("reference-transaction");
    fs::write(&hook, format!("#!/bin/sh\ntouch {}\n", ran.display())).unwrap();
    fs::set_permissions(&hook, fs::Permissions::from_mode(0o755)).unwrap();
    let other = Team::new();
    other.git(&["update-ref", "refs/heads/main", &other.main.to_string()], "");
    let repository = TeamRepository::from_path(&team.repository());
    repository.fetch(&other.repository().display().to_string()).unwrap();
    assert_eq!(repository.resolve_ref("refs/remotes/origin/main").unwrap(), other.main);
    assert!(!ran.exists(), "the hook ran");
}

#[test]
fn an_address_that_is_a_command_is_not_run() {
    let team = Team::new();
    let ran = team.repository().join("ran");
    let url = format!("ext::touch {}", ran.display());
    TeamRepository::from_path(&team.repository()).fetch(&url).unwrap_err();
    assert!(!ran.exists(), "the command ran");
}
