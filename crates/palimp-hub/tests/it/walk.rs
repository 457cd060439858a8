//! The whole way of a memory.

use palimp_hub::{Error, ScopeCache, verbs};
use palimp_hub_api::{
    ActivityUpload, EraseRequest, HubSearchRequest, MemoryStatus, Propose, ReviewVerdict, ScopeRole,
};

use crate::lab::{Lab, fact};

#[test]
fn a_fact_is_proposed_approved_told_superseded_and_erased() {
    let Some(lab) = Lab::new() else { return };
    let owner = lab.org("acme");
    let ann = lab.member(&owner, ("acme", "ann"), ScopeRole::Contributor, &["org", "project:app"]);
    let ben = lab.member(&owner, ("acme", "ben"), ScopeRole::Reviewer, &["org", "project:app"]);
    let proposal = lab.propose(&ann, "project:app", "데이터베이스는 PostgreSQL 16을 쓴다").unwrap();
    assert_eq!(proposal.memory.status, MemoryStatus::Proposed);
    assert!(!proposal.may_review, "ann proposed it");
    assert!(lab.found(&ben, "데이터베이스").is_empty(), "nobody is told before somebody said yes");
    let own = lab.review(&ann, &proposal, ReviewVerdict::Approve);
    assert!(matches!(own, Err(Error::NotAllowed(_))), "{own:?}");
    let approved = lab.review(&ben, &proposal, ReviewVerdict::Approve).unwrap();
    assert_eq!(
        (approved.status, approved.approved_by),
        (MemoryStatus::Approved, vec!["ben".to_owned()])
    );
    assert!(approved.expires.is_some());
    assert_eq!(lab.found(&ann, "데이터베이스를 뭐 쓰지"), ["데이터베이스는 PostgreSQL 16을 쓴다"]);
    let newer = Propose {
        supersedes: vec![approved.id.clone()],
        ..fact("project:app", "데이터베이스는 PostgreSQL 17을 쓴다")
    };
    let newer = lab.done(&ann, |tenant, means| verbs::propose(tenant, means, (&newer, None)));
    assert!(newer.contradictions.is_empty(), "it says that it supersedes it");
    lab.review(&ben, &newer, ReviewVerdict::Approve).unwrap();
    assert_eq!(lab.found(&ann, "데이터베이스를 뭐 쓰지"), ["데이터베이스는 PostgreSQL 17을 쓴다"]);
    let erase = EraseRequest { memory: Some(newer.memory.id.clone()), ..EraseRequest::default() };
    let refused = lab.try_(&ben, |tenant, means| verbs::erase(tenant, means.master, &erase));
    assert!(matches!(refused, Err(Error::NotAllowed(_))), "a reviewer may not: {refused:?}");
    lab.done(&owner, |tenant, means| verbs::erase(tenant, means.master, &erase));
    assert!(lab.found(&ann, "데이터베이스를 뭐 쓰지").is_empty());
}

#[test]
fn what_a_node_knows_of_a_term_grows_with_what_is_approved_and_shrinks_with_what_goes() {
    let Some(lab) = Lab::new() else { return };
    let owner = lab.org("acme");
    let ben = lab.member(&owner, ("acme", "ben"), ScopeRole::Reviewer, &["org", "project:app"]);
    let found = |shelves: &ScopeCache| {
        let asked =
            HubSearchRequest { query: "staging deploys".to_owned(), ..HubSearchRequest::default() };
        let found = lab
            .done(&owner, |tenant, means| verbs::search(tenant, (shelves, means.master), &asked));
        let said = found.hits.into_iter().map(|hit| (hit.snippet, hit.score.to_bits()));
        said.collect::<Vec<_>>()
    };
    let mut agreed = Vec::new();
    for (at, place) in ["Seoul", "Busan", "Jeju", "Daegu"].into_iter().enumerate() {
        let scope = ["org", "project:app"][at % 2];
        let statement = format!("staging deploys go to {place}");
        agreed.push(lab.agreed((&owner, &ben), scope, &statement));
        let said = found(&lab.shelves);
        assert_eq!(said.len(), agreed.len(), "{said:?}");
        assert_eq!(said, found(&ScopeCache::default()), "a node that starts now answers the same");
    }
    let erase = EraseRequest { memory: Some(agreed.remove(1).id), ..EraseRequest::default() };
    lab.done(&owner, |tenant, means| verbs::erase(tenant, means.master, &erase));
    let said = found(&lab.shelves);
    assert_eq!((said.len(), &said), (3, &found(&ScopeCache::default())));
}

#[test]
fn nothing_is_proposed_beyond_what_an_organisation_has_room_for() {
    let Some(lab) = Lab::new() else { return };
    let owner = lab.org("acme");
    let policy = serde_json::json!({ "maxMemories": 100 });
    palimp_hub::set_policy(&mut palimp_hub::connect(&lab.url).unwrap(), "acme", &policy).unwrap();
    for number in 0..100 {
        lab.propose(&owner, "project:app", &format!("Shard {number} is in Seoul")).unwrap();
    }
    let refused = lab.propose(&owner, "project:app", "One more shard");
    let Err(Error::NotAllowed(why)) = refused else { panic!("{refused:?}") };
    assert!(why.contains("acme has 100 memories"), "{why}");
}

#[test]
fn what_may_not_be_kept_is_refused_by_every_door() {
    let Some(lab) = Lab::new() else { return };
    let owner = lab.org("acme");
    let secret = "deploy with AKIAIOSFODNN7EXAMPLE and password=Tr0ub4dor&3xyz";
    let Err(Error::Findings(found)) = lab.propose(&owner, "project:app", secret) else {
        panic!("it was taken");
    };
    assert!(found.iter().all(|it| it.field == "statement" && it.line == 1), "{found:?}");
    let telling = ActivityUpload {
        project: "app".to_owned(),
        day: "2026-11-23".to_owned(),
        failures: vec!["call ann at ann@example.com".to_owned()],
        ..ActivityUpload::default()
    };
    let told = lab
        .try_(&owner, |tenant, means| verbs::take_activity(tenant, means.master, (&telling, None)));
    assert!(matches!(told, Err(Error::Findings(_))), "{told:?}");
}

#[test]
fn what_says_the_same_and_what_contradicts_is_shown() {
    let Some(lab) = Lab::new() else { return };
    let owner = lab.org("acme");
    let ben = lab.member(&owner, ("acme", "ben"), ScopeRole::Reviewer, &["org", "project:app"]);
    lab.agreed((&owner, &ben), "project:app", "The database is MySQL 8");
    let again = lab.propose(&owner, "project:app", "the database is MySQL 8.").unwrap();
    assert_eq!(again.duplicates.len(), 1, "{again:?}");
    let other = lab.propose(&owner, "project:app", "The database is Postgres 16").unwrap();
    assert_eq!(other.contradictions.len(), 1, "{other:?}");
}

#[test]
fn a_write_that_is_sent_again_is_done_once() {
    let Some(lab) = Lab::new() else { return };
    let owner = lab.org("acme");
    let asked = fact("project:app", "Releases are cut on Thursdays");
    let send = |key, asked: &Propose| {
        lab.try_(&owner, |tenant, means| verbs::propose(tenant, means, (asked, Some(key))))
    };
    let (first, again) = (send("a", &asked).unwrap(), send("a", &asked).unwrap());
    assert_eq!(first.memory.id, again.memory.id);
    assert_ne!(send("b", &asked).unwrap().memory.id, first.memory.id);
    let other = send("a", &fact("project:app", "Something else"));
    assert!(matches!(other, Err(Error::Stale(_))), "{other:?}");
    let waiting = lab.done(&owner, verbs::list_proposals);
    assert_eq!(waiting.proposals.len(), 2);
}

#[test]
fn two_approvals_are_by_two_people() {
    let Some(lab) = Lab::new() else { return };
    let owner = lab.org("acme");
    let policy = serde_json::json!({ "approvals": 2 });
    palimp_hub::set_policy(&mut palimp_hub::connect(&lab.url).unwrap(), "acme", &policy).unwrap();
    let ann = lab.member(&owner, ("acme", "ann"), ScopeRole::Reviewer, &["project:app"]);
    let ben = lab.member(&owner, ("acme", "ben"), ScopeRole::Reviewer, &["project:app"]);
    let proposal = lab.propose(&owner, "project:app", "Use tabs").unwrap();
    assert_eq!(
        lab.review(&ann, &proposal, ReviewVerdict::Approve).unwrap().status,
        MemoryStatus::Proposed
    );
    assert_eq!(
        lab.review(&ann, &proposal, ReviewVerdict::Approve).unwrap().status,
        MemoryStatus::Proposed,
        "ann again"
    );
    assert_eq!(
        lab.review(&ben, &proposal, ReviewVerdict::Approve).unwrap().status,
        MemoryStatus::Approved
    );
    let late = lab.review(&ann, &proposal, ReviewVerdict::Reject).unwrap();
    assert_eq!(late.status, MemoryStatus::Expired, "a reviewer retires what is told");
}

#[test]
fn what_is_over_its_time_is_told_no_more() {
    let Some(lab) = Lab::new() else { return };
    let owner = lab.org("acme");
    let ben = lab.member(&owner, ("acme", "ben"), ScopeRole::Reviewer, &["project:app"]);
    let memory = lab.agreed((&owner, &ben), "project:app", "The freeze ends soon");
    let mut client = palimp_hub::connect(&lab.url).unwrap();
    client.execute("UPDATE memories SET expires = current_date", &[]).unwrap();
    assert!(lab.found(&ben, "freeze").is_empty(), "even before the clock was looked at");
    lab.hub().run_jobs(true).unwrap();
    let kept = lab.done(&ben, |tenant, means| verbs::get_memory(tenant, means.master, &memory.id));
    assert_eq!(kept.status, MemoryStatus::Expired);
}

#[test]
fn what_todays_rules_find_is_told_no_more_and_waits_for_a_person() {
    let Some(lab) = Lab::new() else { return };
    let owner = lab.org("acme");
    let ben = lab.member(&owner, ("acme", "ben"), ScopeRole::Reviewer, &["project:app"]);
    let allowed =
        Propose { allow: vec!["email".to_owned()], ..fact("project:app", "Ask ops@example.com") };
    let allowed = lab.done(&owner, |tenant, means| verbs::propose(tenant, means, (&allowed, None)));
    lab.review(&ben, &allowed, ReviewVerdict::Approve).unwrap();
    let mut client = palimp_hub::connect(&lab.url).unwrap();
    lab.hub().run_jobs(true).unwrap();
    assert_eq!(lab.found(&ben, "ask ops").len(), 1, "a person allowed it");
    // As if the rules had not known addresses when it was approved.
    client.execute("UPDATE memories SET allow = '{}'", &[]).unwrap();
    lab.hub().run_jobs(true).unwrap();
    assert!(lab.found(&ben, "ask ops").is_empty());
    let kept =
        lab.done(&ben, |tenant, means| verbs::get_memory(tenant, means.master, &allowed.memory.id));
    assert_eq!(kept.status, MemoryStatus::Quarantined);
    let waiting = lab.done(&ben, verbs::list_proposals).proposals;
    let waiting = waiting.iter().find(|it| it.memory.id == kept.id).expect("it waits for a person");
    lab.review(&ben, waiting, ReviewVerdict::Approve).unwrap();
    lab.hub().run_jobs(true).unwrap();
    assert_eq!(lab.found(&ben, "ask ops").len(), 1, "who released it let it pass");
}

#[test]
fn what_something_newer_contradicts_unseen_waits_for_a_person() {
    let Some(lab) = Lab::new() else { return };
    let owner = lab.org("acme");
    let ben = lab.member(&owner, ("acme", "ben"), ScopeRole::Reviewer, &["project:app"]);
    let older = lab.agreed((&owner, &ben), "project:app", "The database of the shop is MySQL 8");
    lab.agreed((&owner, &ben), "project:app", "The database of the shop is Postgres 16");
    lab.hub().run_jobs(true).unwrap();
    assert_eq!(lab.found(&ben, "database of the shop").len(), 2, "ben was shown that");
    // As if the rules had not seen that they contradict each other.
    let mut client = palimp_hub::connect(&lab.url).unwrap();
    client.execute("UPDATE memories SET accepted = '{}'", &[]).unwrap();
    lab.hub().run_jobs(true).unwrap();
    let found = lab.found(&ben, "database of the shop");
    assert_eq!(found, ["The database of the shop is Postgres 16"]);
    let waiting = lab.done(&ben, verbs::list_proposals).proposals;
    let waiting = waiting.iter().find(|it| it.memory.id == older.id).expect("it waits");
    assert_eq!(waiting.contradictions.len(), 1);
    lab.review(&ben, waiting, ReviewVerdict::Approve).unwrap();
    lab.hub().run_jobs(true).unwrap();
    assert_eq!(lab.found(&ben, "database of the shop").len(), 2, "ben was shown that now");
}

#[test]
fn a_person_is_erased_with_what_she_proposed_and_what_names_her() {
    let Some(lab) = Lab::new() else { return };
    let owner = lab.org("acme");
    let ann = lab.member(&owner, ("acme", "ann-kim"), ScopeRole::Contributor, &["project:app"]);
    let ben = lab.member(&owner, ("acme", "ben"), ScopeRole::Reviewer, &["project:app"]);
    lab.agreed((&ann, &ben), "project:app", "Deploys go through the blue cluster");
    lab.agreed((&owner, &ben), "project:app", "Questions on billing go to ann-kim");
    lab.agreed((&owner, &ben), "project:app", "Billing runs at night");
    let erase = EraseRequest { member: Some("ann-kim".to_owned()), ..EraseRequest::default() };
    let erased = lab.done(&owner, |tenant, means| verbs::erase(tenant, means.master, &erase));
    assert_eq!(erased.memories, 2);
    assert_eq!(lab.found(&ben, "billing"), ["Billing runs at night"]);
    assert!(
        lab.try_(&ann, |tenant, _| verbs::caller_info(tenant)).is_err(),
        "her token is nobody's"
    );
    let members = lab.done(&owner, |tenant, _| verbs::members(tenant));
    assert!(members.iter().all(|member| member.name != "ann-kim"), "{members:?}");
    let dump = lab.server.program("pg_dump", &[&lab.database]).unwrap();
    assert!(!String::from_utf8_lossy(&dump).contains("ann-kim"));
}

#[test]
fn activity_becomes_weeks() {
    let Some(lab) = Lab::new() else { return };
    let owner = lab.org("acme");
    for day in ["2026-10-05", "2026-10-06"] {
        let telling = ActivityUpload {
            project: "app".to_owned(),
            day: day.to_owned(),
            summaries: vec!["retry of uploads".to_owned()],
            failures: vec!["cargo test fails in ci".to_owned()],
        };
        let key = format!("app {day}");
        for _ in 0..2 {
            lab.done(&owner, |tenant, means| {
                verbs::take_activity(tenant, means.master, (&telling, Some(&key)))
            });
        }
    }
    assert_eq!(lab.done(&owner, |tenant, means| verbs::activity(tenant, means.master)).len(), 2);
    lab.hub().run_jobs(true).unwrap();
    let weeks = lab.done(&owner, |tenant, means| verbs::activity(tenant, means.master));
    assert_eq!(weeks.len(), 1);
    assert_eq!(weeks[0].failures, ["cargo test fails in ci (×2)"]);
}
