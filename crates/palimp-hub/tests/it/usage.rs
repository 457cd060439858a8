//! How often members used the hub.

use std::process::Command;

use palimp_hub::verbs::{self, DailyUsage};
use palimp_hub_api::{
    CallerInfo, EraseRequest, HubProposal, HubSearchRequest, HubSearchResponse, ScopeRole,
};

use crate::lab::{Lab, Person, fact};
use crate::node::Node;
use crate::pages::Browser;

fn used(lab: &Lab, who: &Person) -> Vec<(String, String, i64)> {
    let of = |used: DailyUsage| (used.member, used.what, used.times);
    lab.done(who, |tenant, _| verbs::usage(tenant, 30)).into_iter().map(of).collect()
}

#[test]
fn who_used_the_hub_how_often_is_counted_and_shown_to_whom_it_concerns() {
    let Some(lab) = Lab::new() else { return };
    let owner = lab.org("acme");
    let [ann, ben] = ["ann", "ben"]
        .map(|name| lab.member(&owner, ("acme", name), ScopeRole::Contributor, &["org"]));
    // Two nodes count each for itself, and what both counted adds up.
    for _ in 0..2 {
        let mut node = Node::start(&lab);
        let search =
            HubSearchRequest { query: "how we deploy".to_owned(), ..HubSearchRequest::default() };
        for _ in 0..3 {
            let found = node.ask::<HubSearchResponse>(&ann, ("/v1/search", None), Some(&search));
            assert_eq!(found.unwrap().0, 200);
        }
        let made = fact("org", "Deploys go through staging");
        let proposed = node.ask::<HubProposal>(&ben, ("/v1/proposals", None), Some(&made));
        assert_eq!(proposed.unwrap().0, 201);
        assert_eq!(node.ask::<CallerInfo>(&ben, ("/v1/me", None), None::<&()>).unwrap().0, 200);
        node.end();
    }
    let of = |name: &str, what: &str, times| (name.to_owned(), what.to_owned(), times);
    assert_eq!(used(&lab, &owner), [of("ann", "search", 6), of("ben", "propose", 2)]);
    assert_eq!(used(&lab, &ben), [of("ben", "propose", 2)], "of nobody else");
    let node = Node::start(&lab);
    let (owners, bens) = (Browser::of(&node, &owner), Browser::of(&node, &ben));
    let (page, own) = (owners.get("/usage").text, bens.get("/usage").text);
    assert!(page.contains("ann") && page.contains(">6<"), "{page}");
    assert!(!own.contains("ann") && own.contains(">2<"), "{own}");
    assert!(bens.get_in("/usage", "ko").text.contains("사용량"));
    let erase = EraseRequest { member: Some("ann".to_owned()), ..EraseRequest::default() };
    lab.done(&owner, |tenant, means| verbs::erase(tenant, means.master, &erase));
    assert_eq!(used(&lab, &owner), [of("ben", "propose", 2)]);
}

impl Node {
    /// Asks it to end, and waits until it did.
    fn end(&mut self) {
        let asked = Command::new("kill").arg(self.child.id().to_string()).status().unwrap();
        assert!(asked.success() && self.child.wait().unwrap().success());
    }
}
