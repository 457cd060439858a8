//! Members who do not wait for each other: nothing is lost, and nothing doubled.

use std::fs;
use std::thread;

use super::hits_of;
use super::people::Walk;

fn facts(walk: &Walk) -> usize {
    let hits = hits_of(&walk.cid.machine, &["search", "service listens on port", "-n", "100"]);
    hits.iter().filter(|hit| hit["scope"] == "team:acme").count()
}

fn port(number: usize) -> String {
    format!("- The service {number} listens on port 70{number:02}.\n")
}

#[test]
fn two_who_propose_at_once_and_two_who_approve_at_once_lose_nothing() {
    let walk = Walk::new();
    walk.ben.note("a.md", &port(1));
    walk.cid.note("b.md", &port(2));
    walk.ana.note("c.md", &port(3));
    let ids = thread::scope(|scope| {
        let one = scope.spawn(|| walk.ben.propose("a.md"));
        let two = scope.spawn(|| walk.cid.propose("b.md"));
        let three = scope.spawn(|| walk.ana.propose("c.md"));
        [one, two, three].map(|it| it.join().unwrap())
    });
    let [of_ben, of_cid, of_ana] = &ids;
    // Both push main at once: who comes second fetches, verifies and tries again.
    thread::scope(|scope| {
        scope.spawn(|| {
            walk.ana.lands(of_ben);
        });
        scope.spawn(|| {
            walk.ben.lands(of_ana);
        });
    });
    walk.ana.lands(of_cid);
    walk.cid.sync();
    assert_eq!(facts(&walk), 3);
    assert_eq!(walk.branches(), ["main"]);
    let log = walk.cid.ok("team log");
    assert_eq!(log.matches("facts/app/fact/").count(), 3, "{log}");
}

#[test]
fn two_approvals_of_one_proposal_at_once_land_it_once() {
    let walk = Walk::founded(&["--approvals", "1"]);
    walk.joins(&walk.ben);
    walk.joins(&walk.cid);
    for line in ["role ben owner", "policy --approvals 2"] {
        walk.ana.sync();
        let id = walk.cid.amend(line);
        walk.ana.lands(&id);
    }
    walk.ben.sync();
    walk.cid.note("a.md", &port(1));
    let id = walk.cid.propose("a.md");
    let approve = format!("team approve {id} --yes");
    let (one, two) = thread::scope(|scope| {
        let one = scope.spawn(|| walk.ana.said(&approve));
        let two = scope.spawn(|| walk.ben.said(&approve));
        (one.join().unwrap(), two.join().unwrap())
    });
    assert_eq!([&one, &two].map(|it| it.matches("merged into").count()).iter().sum::<usize>(), 1);
    assert_eq!(
        [&one, &two].map(|it| it.matches("1 approval more needed").count()).iter().sum::<usize>(),
        1
    );
    walk.cid.sync();
    assert_eq!(facts(&walk), 1);
    let log = walk.cid.ok("team log");
    assert!(log.lines().next().unwrap().contains("approved by ana, ben"), "{log}");
}

#[test]
fn the_same_fact_proposed_by_two_is_taken_once() {
    let walk = Walk::new();
    for person in [&walk.ben, &walk.cid] {
        person.note("a.md", &port(1));
    }
    let of_ben = walk.ben.propose("a.md");
    let of_cid = walk.cid.propose("a.md");
    walk.ana.lands(&of_ben);
    let late = walk.ana.fails(&format!("team approve {of_cid} --yes"));
    assert!(late.contains("has changed since then"), "{late}");
    let again = walk.cid.said("team propose a.md --yes");
    assert!(again.contains("already has all of that"), "{again}");
    walk.cid.ok(&format!("team reject {of_cid} --why ben\u{a0}was\u{a0}first"));
    assert_eq!(facts(&walk), 1);
    walk.cid.note("b.md", &port(2));
    let id = walk.cid.propose("b.md");
    assert_eq!(walk.cid.json("team propose b.md --yes")["sent"]["known"], true);
    walk.ana.lands(&id);
}

#[test]
fn what_is_proposed_without_a_network_goes_with_the_next_sync() {
    let walk = Walk::new();
    let away = walk.remote().with_extension("away");
    fs::rename(walk.remote(), &away).unwrap();
    walk.cid.note("a.md", &port(1));
    let said = walk.cid.said("team propose a.md --yes");
    assert!(said.contains("it is pending here"), "{said}");
    assert!(walk.cid.said("team review --offline").contains("pending: not pushed yet"));
    assert!(walk.cid.said("team leave acme").contains("were not pushed and would be lost"));
    let approve = walk.ana.fails("team approve 0 --yes");
    assert!(approve.contains("cannot find proposal 0"), "{approve}");
    fs::rename(&away, walk.remote()).unwrap();
    walk.cid.sync();
    let open = walk.ana.json("team review")["open"].clone();
    assert_eq!(open.as_array().unwrap().len(), 1, "{open}");
    walk.ana.lands(open[0]["id"].as_str().unwrap());
    walk.cid.sync();
    assert_eq!(facts(&walk), 1);
    assert_eq!(walk.branches(), ["main"]);
}

#[test]
fn who_was_away_for_a_month_approves_and_proposes_as_before() {
    let walk = Walk::new();
    walk.cid.note("a.md", &port(0));
    let early = walk.cid.propose("a.md");
    for number in 1..=30 {
        walk.cid.note("a.md", &port(number));
        let id = walk.cid.propose("a.md");
        walk.ana.lands(&id);
    }
    // ben has seen nothing since, and the proposal is as old as that.
    walk.ben.lands(&early);
    walk.ben.note("b.md", &port(31));
    let id = walk.ben.propose("b.md");
    walk.ana.lands(&id);
    walk.cid.sync();
    assert_eq!(facts(&walk), 32);
}

#[test]
fn who_is_alone_needs_nobody_where_the_policy_says_so() {
    let walk = Walk::founded(&["--four-eyes", "false"]);
    walk.ana.note("a.md", &port(1));
    let id = walk.ana.propose("a.md");
    walk.ana.lands(&id);
    assert!(!hits_of(&walk.ana.machine, &["search", "service listens on port"]).is_empty());
    for said in [walk.ana.said("team members"), walk.ben.said(&format!("team join {}", walk.url()))]
    {
        assert!(said.contains("may approve their own proposals"), "{said}");
    }
}
