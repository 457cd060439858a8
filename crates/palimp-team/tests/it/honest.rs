//! What is to be believed, is.

use palimp_team::SshPublicKey;
use palimp_team::git::TeamRepository;
use palimp_team::{CommitRefusal, judge_founding};

use crate::team::{FACT, TEAM, Team};

#[test]
fn the_founder_is_who_signed_the_root() {
    let team = Team::new();
    let mut objects = TeamRepository::from_path(&team.repository()).objects().unwrap();
    let founder = judge_founding(&mut objects, team.main).unwrap().unwrap();
    assert_eq!(Some(founder), SshPublicKey::parse(&team.public("ana")));
}

#[test]
fn what_a_second_member_approved_lands_and_says_who() {
    let team = Team::new();
    let tip = team.land(
        team.propose(&[("100644", FACT, Some("Twice.\n"))], "ben"),
        &["cid"],
        Some("cid"),
    );
    let judgement = team.judge(tip);
    assert_eq!((judgement.verified, judgement.refused), (tip, None));
    assert!(judgement.landed[0].approved.iter().eq(["cid"]));
    assert_eq!(judgement.landed[0].changed[0].path, FACT);
}

#[test]
fn an_approval_stays_good_when_another_proposal_lands_first() {
    let mut team = Team::new();
    let proposal = team.propose(&[("100644", "facts/_/rule/a.md", Some("A.\n"))], "ben");
    let end = team.approve(proposal, &team.name(proposal), "cid");
    team.landed(&[("100644", "facts/_/rule/b.md", Some("B.\n"))], "dan", "cid");
    let both = team.tree(Some(team.main), &[("100644", "facts/_/rule/a.md", Some("A.\n"))]);
    let tip = team.commit(&both, &[team.main, end], Some("cid"), "land");
    assert_eq!(team.judge(tip).refused, None);
}

#[test]
fn a_stranger_asks_to_join_and_an_owner_says_yes() {
    let mut team = Team::new();
    let signers = team.signers() + &team.line("eve");
    team.landed(&[("100644", "allowed_signers", Some(&signers))], "eve", "ana");
    team.landed(&[("100644", FACT, Some("Eve's.\n"))], "eve", "cid");
}

#[test]
fn an_owner_may_let_people_approve_their_own_visibly() {
    let mut team = Team::new();
    let alone = TEAM.replace("four_eyes = true", "four_eyes = false");
    team.landed(&[("100644", "team.toml", Some(&alone))], "ben", "ana");
    team.landed(&[("100644", FACT, Some("Mine.\n"))], "ana", "ana");
}

#[test]
fn what_is_before_a_refused_commit_is_believed() {
    let mut team = Team::new();
    let verified_range = team.verified_range;
    let good = team.landed(&[("100644", FACT, Some("Good.\n"))], "ben", "cid");
    let bad = team.land(team.propose(&[("100644", FACT, Some("Bad.\n"))], "ben"), &["cid"], None);
    team.verified_range = verified_range;
    let judgement = team.judge(bad);
    assert_eq!(judgement.verified, good);
    assert_eq!(judgement.refused, Some((bad, CommitRefusal::Unsigned)));
}
