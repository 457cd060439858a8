//! Objects as git would not write them, or more of them than a proposal needs.

use std::fs;

use palimp_team::git::{Oid, TeamRepository};
use palimp_team::{CommitRefusal, judge_founding, judge_proposal, read_rejection, text_at};

use crate::team::{FACT, File, Team};

const CHANGE: &[File<'static>] = &[("100644", FACT, Some("Never retry.\n"))];

/// A commit that ben proposed and cid approved, as cid would land it: without a signature.
fn unsigned(team: &Team) -> String {
    let tip = team.land(team.propose(CHANGE, "ben"), &["cid"], None);
    team.git(&["cat-file", "commit", &tip.to_string()], "") + "\n"
}

/// The header with which somebody signs such a commit.
fn signature(team: &Team, raw: &str, key: &str) -> String {
    let file = team.repository().join("raw");
    fs::write(&file, raw).unwrap();
    let _ = fs::remove_file(file.with_extension("sig"));
    let mut command = std::process::Command::new("ssh-keygen");
    command.args(["-q", "-Y", "sign", "-n", "git", "-f"]).arg(team.key(key)).arg(&file);
    assert!(command.output().unwrap().status.success());
    let signature = fs::read_to_string(file.with_extension("sig")).unwrap();
    format!("gpgsig {}\n", signature.trim_end().replace('\n', "\n "))
}

/// The commit with headers behind its own.
fn with(team: &Team, raw: &str, headers: &str) -> Oid {
    let raw = raw.replacen("\n\n", &format!("\n{headers}\n"), 1);
    let oid = team.git(&["hash-object", "-t", "commit", "--literally", "-w", "--stdin"], &raw);
    Oid::parse(&oid).unwrap()
}

#[test]
fn a_commit_with_headers_that_nobody_knows() {
    let team = Team::new();
    let raw = unsigned(&team);
    let plain = with(&team, &raw, &signature(&team, &raw, "cid"));
    assert_eq!(team.judge(plain).refused, None);
    let more = raw.replacen("\n\n", "\nmergetag x\n\n", 1);
    let signed = with(&team, &more, &signature(&team, &more, "cid"));
    assert_eq!(team.refusal(signed), CommitRefusal::Malformed);
}

#[test]
fn a_commit_with_two_signatures() {
    let team = Team::new();
    let raw = unsigned(&team);
    let two = signature(&team, &raw, "eve") + &signature(&team, &raw, "cid");
    assert_eq!(team.refusal(with(&team, &raw, &two)), CommitRefusal::Malformed);
}

#[test]
fn a_commit_with_a_parent_behind_its_author() {
    let team = Team::new();
    let raw = unsigned(&team);
    let parent = raw.lines().filter(|line| line.starts_with("parent ")).nth(1).unwrap();
    let moved = raw.replacen(&format!("{parent}\n"), "", 1);
    let moved = moved.replacen("\n\n", &format!("\n{parent}\n\n"), 1);
    let signed = with(&team, &moved, &signature(&team, &moved, "cid"));
    assert_eq!(team.refusal(signed), CommitRefusal::Malformed);
}

#[test]
fn a_commit_that_is_too_large() {
    let team = Team::new();
    let end = team.land(team.propose(CHANGE, "ben"), &["cid"], None);
    let end = team.git(&["rev-parse", &format!("{end}^2")], "");
    let parents = [team.main, Oid::parse(&end).unwrap()];
    let long = "x".repeat(64 << 10);
    let tip = team.commit(&team.tree_of(parents[1]), &parents, Some("cid"), &long);
    assert_eq!(team.refusal(tip), CommitRefusal::Malformed);
}

#[test]
fn a_merge_of_more_than_a_proposal() {
    let team = Team::new();
    let proposal = team.propose(CHANGE, "ben");
    let end = team.approve(proposal, &team.name(proposal), "cid");
    let other = team.propose(&[("100644", FACT, Some("Other.\n"))], "ben");
    let tree = team.tree_of(end);
    let tip = team.commit(&tree, &[team.main, end, other], Some("cid"), "land");
    assert_eq!(team.refusal(tip), CommitRefusal::NoProposal);
    let mixed = team.commit(&tree, &[team.main, other], Some("ben"), "propose");
    assert_eq!(team.refusal(team.land(mixed, &["cid"], Some("cid"))), CommitRefusal::NoProposal);
}

#[test]
fn a_proposal_of_more_commits_than_anybody_looks_at() {
    let team = Team::new();
    let proposal = team.propose(CHANGE, "ben");
    let name = team.name(proposal);
    let end = (0..100).fold(proposal, |end, _| team.approve(end, &name, "cid"));
    let tip = team.commit(&team.tree_of(end), &[team.main, end], Some("cid"), "land");
    assert_eq!(team.refusal(tip), CommitRefusal::NoProposal);
}

#[test]
fn a_root_with_something_below_it() {
    let team = Team::new();
    let tip = team.commit(&team.tree_of(team.main), &[team.main], Some("ana"), "found");
    let mut objects = TeamRepository::from_path(&team.repository()).objects().unwrap();
    assert_eq!(judge_founding(&mut objects, tip).unwrap(), Err(CommitRefusal::OtherRoot));
}

#[test]
fn what_is_too_large_is_not_shown_to_reviewers_either() {
    let team = Team::new();
    let large = "x".repeat(64 * 1024 + 1);
    let proposal = team.propose(&[("100644", FACT, Some(&large))], "ben");
    let mut objects = TeamRepository::from_path(&team.repository()).objects().unwrap();
    let shown = judge_proposal(&mut objects, team.main, proposal).unwrap();
    assert_eq!(shown, Err(CommitRefusal::Large { path: FACT.to_owned() }));
}

#[test]
fn a_file_that_is_no_text() {
    let team = Team::new();
    let blob = team.raw("blob", b"\xff\xfe");
    let entry = format!("100644,{blob},{FACT}");
    team.git(&["read-tree", &team.main.to_string()], "");
    team.git(&["update-index", "--add", "--cacheinfo", &entry], "");
    let tree = team.git(&["write-tree"], "");
    let tip = team.land(team.commit(&tree, &[team.main], Some("ben"), "x"), &["ana"], Some("ana"));
    assert_eq!(team.refusal(tip), CommitRefusal::NotText { path: FACT.to_owned() });
}

/// The tree of `main` with another one at its `facts`.
fn with_facts(team: &Team, facts: &str) -> String {
    let root = team.git(&["ls-tree", &team.main.to_string()], "");
    let old = root.lines().find(|line| line.ends_with("\tfacts")).unwrap();
    team.git(&["mktree"], &root.replace(old, &format!("040000 tree {facts}\tfacts")))
}

fn landed_by_ana(team: &Team, tree: &str) -> CommitRefusal {
    let proposal = team.commit(tree, &[team.main], Some("ben"), "propose");
    team.refusal(team.land(proposal, &["ana"], Some("ana")))
}

#[test]
fn a_name_that_stands_twice_in_a_directory() {
    let team = Team::new();
    let entry = |text: &str| {
        let oid = team.blob(text);
        let hex = |at: usize| u8::from_str_radix(&oid[at..at + 2], 16).unwrap();
        [b"100644 a.md\0".to_vec(), (0..40).step_by(2).map(hex).collect()].concat()
    };
    let kind = team.raw("tree", &[entry("one"), entry("two")].concat());
    let project = team.git(&["mktree"], &format!("040000 tree {kind}\trule\n"));
    let facts = team.git(&["mktree"], &format!("040000 tree {project}\t_\n"));
    let refusal = landed_by_ana(&team, &with_facts(&team, &facts));
    assert_eq!(refusal, CommitRefusal::Tree("facts/_/rule".to_owned()));
}

#[test]
fn a_change_of_one_file_too_many() {
    let team = Team::new();
    let blob = team.blob("x");
    let file = |n: u32| format!("100644 blob {blob}\t{n}.md\n");
    let kind = team.git(&["mktree"], &(0..1_000).map(file).collect::<String>());
    let project = team.git(&["mktree"], &format!("040000 tree {kind}\trule\n"));
    let facts = team.git(&["mktree"], &format!("040000 tree {project}\t_\n"));
    // The fact that was there goes, too.
    assert_eq!(landed_by_ana(&team, &with_facts(&team, &facts)), CommitRefusal::TooMany);
}

#[test]
fn a_directory_that_is_too_large() {
    let team = Team::new();
    let blob = team.blob("x");
    let file = |n: u32| format!("100644 blob {blob}\t{n:08}.md\n");
    let facts = team.git(&["mktree"], &(0..27_000).map(file).collect::<String>());
    let refusal = landed_by_ana(&team, &with_facts(&team, &facts));
    assert_eq!(refusal, CommitRefusal::Tree("facts".to_owned()));
}

#[test]
fn an_object_in_the_place_of_another() {
    let team = Team::new();
    let fact = team.git(&["rev-parse", &format!("{}:{FACT}", team.main)], "");
    let other = team.blob("Retry for ever.\n");
    team.git(&["update-ref", &format!("refs/replace/{fact}"), &other], "");
    let mut objects = TeamRepository::from_path(&team.repository()).objects().unwrap();
    let said = text_at(&mut objects, team.main, FACT).unwrap().unwrap();
    assert_eq!(said.as_deref(), Some("Retry three times.\n"));
}

#[test]
fn a_rejection_by_a_stranger() {
    let team = Team::new();
    let proposal = team.propose(CHANGE, "ben");
    let said = format!("no\n\nRejected-Change: {}", team.name(proposal));
    let rejects = |who: &str| {
        let no = team.commit(&team.tree_of(proposal), &[proposal], Some(who), &said);
        let mut objects = TeamRepository::from_path(&team.repository()).objects().unwrap();
        read_rejection(&mut objects, team.main, no).unwrap().map(|(by, ..)| by)
    };
    assert_eq!(rejects("eve"), None);
    assert_eq!(rejects("cid").as_deref(), Some("cid"));
}
