//! A history that begins anew is believed where an owner says so and nothing else changes.

use palimp_team::git::{Oid, TeamRepository};
use palimp_team::{
    CommitRefusal, Rewrite, VerifiedRange, judge_founding, verify_main, verify_rewrite,
};

use crate::team::{FACT, TEAM, Team};

/// A team that erased a fact.
fn erased() -> Team {
    let mut team = Team::new();
    team.landed(&[("100644", "facts/_/rule/kept.md", Some("Kept.\n"))], "ben", "cid");
    let files = [("100644", FACT, None), ("100644", "tombstones/retry", Some(""))];
    team.landed(&files, "ben", "ana");
    team
}

fn judged(team: &Team, tip: Oid) -> Result<Rewrite, CommitRefusal> {
    let mut objects = TeamRepository::from_path(&team.repository()).objects().unwrap();
    verify_rewrite(&mut objects, team.main, tip).unwrap()
}

fn said(erased: &str, from: Oid) -> String {
    format!("Begin the history anew\n\nErased: {erased}\nRewrites: {from}")
}

/// A first commit with the files of `main`.
fn anew(team: &Team, key: Option<&str>, said: &str) -> Oid {
    team.commit(&team.tree_of(team.main), &[], key, said)
}

#[test]
fn an_owner_begins_anew_and_what_follows_is_judged_as_ever() {
    let mut team = erased();
    let first = anew(&team, Some("ana"), &said("retry", team.main));
    assert_eq!(judged(&team, first).map(|it| (it.first, it.by)), Ok((first, "ana".to_owned())));
    let before = team.main;
    (team.main, team.verified_range) = (first, VerifiedRange { root: first, verified: first });
    let tip = team.landed(&[("100644", "facts/_/rule/new.md", Some("New.\n"))], "ben", "cid");
    let bad = team.land(
        team.propose(&[("100644", "facts/_/rule/bad.md", Some("Bad.\n"))], "ben"),
        &[],
        Some("cid"),
    );
    let mut objects = TeamRepository::from_path(&team.repository()).objects().unwrap();
    assert_eq!(verify_rewrite(&mut objects, before, bad).unwrap().map(|it| it.first), Ok(first));
    let verified_range = VerifiedRange { root: first, verified: first };
    let judgement = verify_main(&mut objects, verified_range, bad).unwrap();
    assert_eq!(judgement.verified, tip);
    assert_eq!(judgement.refused.unwrap().1, CommitRefusal::Approvals { have: 0, need: 1 });
    assert!(judge_founding(&mut objects, first).unwrap().is_ok());
}

#[test]
fn a_rewrite_that_no_owner_signed() {
    let team = erased();
    let said = said("retry", team.main);
    assert_eq!(judged(&team, anew(&team, None, &said)), Err(CommitRefusal::Unsigned));
    assert_eq!(judged(&team, anew(&team, Some("cid"), &said)), Err(CommitRefusal::Rewritten));
    let by_eve = judged(&team, anew(&team, Some("eve"), &said));
    assert!(matches!(by_eve, Err(CommitRefusal::Stranger(_))), "{by_eve:?}");
}

#[test]
fn a_rewrite_by_an_owner_whose_key_is_revoked() {
    let mut team = erased();
    let roles = format!("{TEAM}[[roles]]\nmember = \"dan\"\npath = \"*\"\nrole = \"owner\"\n");
    team.landed(&[("100644", "team.toml", Some(&roles))], "ben", "ana");
    team.landed(&[("100644", "revoked", Some(&team.public("ana")))], "ben", "dan");
    let by_ana = judged(&team, anew(&team, Some("ana"), &said("retry", team.main)));
    assert!(matches!(by_ana, Err(CommitRefusal::Revoked(_))), "{by_ana:?}");
}

#[test]
fn a_rewrite_without_an_erasure() {
    let team = erased();
    assert_eq!(judged(&team, anew(&team, Some("ana"), "found")), Err(CommitRefusal::Rewritten));
    for nothing in ["kept", "../facts/_/rule/kept.md", ""] {
        let tip = anew(&team, Some("ana"), &said(nothing, team.main));
        let refused = judged(&team, tip).unwrap_err();
        assert!(
            matches!(refused, CommitRefusal::RewrittenMore | CommitRefusal::Rewritten),
            "{refused:?}"
        );
    }
}

#[test]
fn a_rewrite_that_changes_another_fact_as_well() {
    let team = erased();
    let said = said("retry", team.main);
    for other in [Some("Other.\n"), None] {
        let tree = team.tree(Some(team.main), &[("100644", "facts/_/rule/kept.md", other)]);
        let tip = team.commit(&tree, &[], Some("ana"), &said);
        assert_eq!(judged(&team, tip), Err(CommitRefusal::RewrittenMore));
    }
}

#[test]
fn a_rewrite_of_another_state_than_the_one_that_was_verified() {
    let mut team = erased();
    let first = anew(&team, Some("ana"), &said("retry", team.main));
    team.landed(&[("100644", "facts/_/rule/new.md", Some("New.\n"))], "ben", "cid");
    assert_eq!(judged(&team, first), Err(CommitRefusal::RewrittenSince));
}

#[test]
fn a_rewrite_that_keeps_the_history_below() {
    let team = erased();
    let tree = team.tree_of(team.main);
    let said = said("retry", team.main);
    let tip = team.commit(&tree, &[team.main], Some("ana"), &said);
    assert_eq!(judged(&team, tip), Err(CommitRefusal::Rewritten));
    assert_eq!(team.refusal(tip), CommitRefusal::NoProposal);
}
