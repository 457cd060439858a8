//! What was erased goes from the history, too, where an owner says so; any other rewrite is refused.

use std::path::Path;

use serde_json::Value;

use super::people::{Person, Walk};
use super::{asked, commits, fact, hits, land, member, objects, push, sync, team};

const TEXT: &str = "The vault of the bank opens at noon.";
const ID: &str = "the-vault-of-the-bank-opens-at-noon";

/// Whether a repository holds the text anywhere, also where no ref leads to it.
fn holds(repository: &Path) -> bool {
    let blobs = objects(repository, "blob");
    blobs.iter().any(|oid| asked(repository, &["cat-file", "blob", oid]).contains(TEXT))
}

fn clone(person: &Person) -> std::path::PathBuf {
    person.machine.home().join("teams/acme/repository.git")
}

fn lands(walk: &Walk, text: &str) {
    walk.cid.note("a.md", &format!("- {text}\n"));
    let id = walk.cid.propose("a.md");
    walk.ana.lands(&id);
}

fn is_told(person: &Person, text: &str) -> bool {
    let found = hits(&person.machine, text);
    let is_it = |hit: &Value| hit["snippet"].as_str().is_some_and(|said| said.contains(text));
    found.iter().any(|hit| hit["scope"] == "team:acme" && is_it(hit))
}

#[test]
fn what_is_erased_goes_from_the_history_of_everybody() {
    let walk = Walk::new();
    lands(&walk, TEXT);
    lands(&walk, "The bank has three doors.");
    walk.ben.sync();
    assert!(is_told(&walk.ben, TEXT) && holds(&clone(&walk.ben)));
    let rewrite = format!("team erase {ID} --rewrite --yes");
    assert!(walk.ana.fails(&rewrite).contains("is not erased yet"));
    let erasure = walk.cid.amend(&format!("erase {ID} --yes"));
    walk.ana.lands(&erasure);
    walk.ben.sync();
    assert!(walk.ben.fails(&rewrite).contains("only an owner can rewrite the history"));
    walk.cid.note("b.md", "- The bank is blue.\n");
    let open = walk.cid.propose("b.md");
    let said = walk.ana.fails(&rewrite);
    assert!(said.contains("proposals are open") && said.contains(&open), "{said}");
    walk.ana.ok(&format!("team reject {open} --why no"));
    assert!(walk.ana.said(&format!("team erase {ID} --rewrite")).contains("Hint: --yes"));

    let said = walk.ana.said(&rewrite);
    assert!(said.contains("rewrote the history of acme"), "{said}");
    assert_eq!((walk.branches(), commits(&walk.remote())), (vec!["main".to_owned()], 1));
    let synced = walk.ben.sync();
    assert_eq!(synced["rewrittenBy"], "ana");
    walk.cid.sync();
    for person in [&walk.ana, &walk.ben, &walk.cid] {
        assert!(!holds(&clone(person)), "{} keeps it", person.name);
        assert!(is_told(person, "three doors"), "{}", person.name);
    }
    assert!(walk.ben.machine.files_with(TEXT).is_empty());
    assert_eq!(walk.ben.sync()["rewrittenBy"], Value::Null);
    let log = walk.ben.ok("team log");
    assert!(log.contains("history rewritten by ana"), "{log}");

    lands(&walk, "The bank was built of granite.");
    walk.ben.sync();
    assert!(is_told(&walk.ben, "granite"));
    let dan = Person::new("dan");
    dan.ssh_key();
    walk.joins(&dan);
    assert!(is_told(&dan, "granite") && is_told(&dan, "three doors"));
}

#[test]
fn who_was_away_is_told_it_no_more_and_joins_anew() {
    let walk = Walk::new();
    lands(&walk, TEXT);
    lands(&walk, "The bank has three doors.");
    walk.ben.sync();
    let erasure = walk.cid.amend(&format!("erase {ID} --yes"));
    walk.ana.lands(&erasure);
    walk.ana.ok(&format!("team erase {ID} --rewrite --yes"));
    let synced = walk.ben.json("team sync")[0].clone();
    let why = synced["refused"]["why"].as_str().unwrap();
    assert!(why.contains("leave the team and join it again"), "{synced}");
    assert!(!is_told(&walk.ben, TEXT));
    assert!(is_told(&walk.ben, "three doors"));
    walk.ben.ok("team leave acme --yes");
    walk.ben.ok(&format!("team join {} --yes", walk.url()));
    walk.ben.sync();
    assert!(is_told(&walk.ben, "three doors") && !holds(&clone(&walk.ben)));
    assert!(walk.ben.machine.files_with(TEXT).is_empty());
}

#[test]
fn what_waits_here_does_not_bring_the_history_back() {
    let walk = Walk::new();
    lands(&walk, TEXT);
    let erasure = walk.cid.amend(&format!("erase {ID} --yes"));
    walk.ana.lands(&erasure);
    walk.ben.sync();
    let away = walk.remote().with_extension("away");
    std::fs::rename(walk.remote(), &away).unwrap();
    walk.ben.note("a.md", "- The bank is blue.\n");
    walk.ben.said("team propose a.md --yes");
    std::fs::rename(&away, walk.remote()).unwrap();
    walk.ana.ok(&format!("team erase {ID} --rewrite --yes"));
    let said = walk.ben.said("team sync");
    assert!(said.contains("propose it again"), "{said}");
    assert_eq!((walk.branches(), commits(&walk.remote())), (vec!["main".to_owned()], 1));
    assert!(!holds(&clone(&walk.ben)));
    let id = walk.ben.propose("a.md");
    walk.ana.lands(&id);
}

#[test]
fn a_rewrite_that_no_owner_signed_or_that_changes_more_is_refused() {
    let mut team = team();
    let (kept, path) = (fact("kept", "", "The bank has three doors."), "facts/_/decision/kept.md");
    let vault = fact("vault", "", TEXT);
    land(&mut team, &[(path, Some(&kept)), ("facts/_/decision/vault.md", Some(&vault))]);
    let erased = [("facts/_/decision/vault.md", None), ("tombstones/vault", Some(""))];
    let good = land(&mut team, &erased);
    let machine = member(&team);
    sync(&machine);
    let other = fact("kept", "", "The bank has four doors.");
    let files = [("100644", path, Some(&other[..]))];
    let said = format!("Begin the history anew\n\nErased: vault\nRewrites: {good}");
    let (same, changed) = (team.tree_of(good), team.tree(Some(good), &files));
    for (tree, key, said, why) in [
        (&same, None, &said[..], "not the team that you joined"),
        (&same, Some("cid"), &said, "not the team that you joined"),
        (&same, Some("eve"), &said, "not the team that you joined"),
        (&same, Some("ana"), "found", "not the team that you joined"),
        (&changed, Some("ana"), &said, "differs in more than the erased facts"),
    ] {
        push(&team, team.commit(tree, &[], key, said));
        let synced = sync(&machine);
        assert_eq!(synced["verified"], good.to_string(), "{synced}");
        assert!(synced["refused"]["why"].as_str().unwrap().contains(why), "{synced}");
        assert!(machine.run_ok(["search", "doors of the bank"]).contains("three doors"));
    }
    let anew = team.commit(&same, &[], Some("ana"), &said);
    push(&team, anew);
    assert_eq!(sync(&machine)["verified"], anew.to_string());
    // What was the history before is another team's now, and the beginning of this one is no state to go back to.
    push(&team, good);
    assert!(
        sync(&machine)["refused"]["why"].as_str().unwrap().contains("not the team that you joined")
    );
}
