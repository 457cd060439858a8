//! What homes pull.

use palimp_hub::{Error, verbs};
use palimp_hub_api::{EraseRequest, Feed, ReviewVerdict, ScopeRole};

use crate::lab::{Lab, Person};

impl Lab {
    fn feed(&self, who: &Person, scope: &str, since: u64) -> Result<Feed, Error> {
        self.try_(who, |tenant, means| {
            verbs::read_feed(tenant, means.master, (scope, since as i64))
        })
    }
}

#[test]
fn a_home_is_told_what_came_and_what_went_since_it_asked() {
    let Some(lab) = Lab::new() else { return };
    let owner = lab.org("acme");
    let ben = lab.member(&owner, ("acme", "ben"), ScopeRole::Reviewer, &["project:app"]);
    let first = lab.agreed((&owner, &ben), "project:app", "Use tabs");
    let waits = lab.propose(&owner, "project:app", "Use spaces").unwrap();
    let feed = lab.feed(&ben, "project:app", 0).unwrap();
    assert_eq!(feed.put.iter().map(|it| it.id.as_str()).collect::<Vec<_>>(), [&first.id]);
    assert!(feed.gone.is_empty() && !feed.more && feed.next == feed.head.seq);
    let again = lab.feed(&ben, "project:app", feed.next).unwrap();
    assert!(again.put.is_empty() && again.gone.is_empty());
    assert_eq!(
        again.since.as_ref(),
        Some(&feed.head),
        "by which a home sees that history is what it was"
    );
    lab.review(&ben, &waits, ReviewVerdict::Reject).unwrap();
    let erase = EraseRequest { memory: Some(first.id.clone()), ..EraseRequest::default() };
    lab.done(&owner, |tenant, means| verbs::erase(tenant, means.master, &erase));
    let after = lab.feed(&ben, "project:app", feed.next).unwrap();
    assert_eq!(after.gone, [first.id], "what was rejected was never told");
    assert!(after.put.is_empty() && after.head.seq > feed.head.seq);
}

#[test]
fn a_long_feed_comes_in_pages_without_a_gap() {
    let Some(lab) = Lab::new() else { return };
    let owner = lab.org("acme");
    let ben = lab.member(&owner, ("acme", "ben"), ScopeRole::Reviewer, &["project:app"]);
    let count = 210;
    for number in 0..count {
        lab.agreed((&owner, &ben), "project:app", &format!("Rule number {number}"));
    }
    let (mut since, mut told, mut pages) = (0, Vec::new(), 0);
    loop {
        let feed = lab.feed(&ben, "project:app", since).unwrap();
        told.extend(feed.put.into_iter().map(|it| it.statement));
        (since, pages) = (feed.next, pages + 1);
        if !feed.more {
            break;
        }
    }
    assert_eq!((told.len(), pages), (count, 2));
    told.sort();
    told.dedup();
    assert_eq!(told.len(), count);
}
