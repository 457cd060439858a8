//! A node on a replica of the database: it reads what the primary committed, and changes nothing.

use std::sync::Arc;
use std::time::{Duration, Instant};

use palimp_hub_api::{Feed, HubSearchRequest, HubSearchResponse, Problem, ScopeRole};

use crate::lab::{Lab, fact, server};
use crate::node::Node;

#[test]
fn a_node_on_a_replica_answers_as_the_primary_does_and_says_where_changes_go() {
    let Some(server) = server() else { return };
    let lab = Lab::on(Arc::new(server));
    let owner = lab.org("acme");
    let ben = lab.member(&owner, ("acme", "ben"), ScopeRole::Reviewer, &["org", "project:app"]);
    lab.agreed((&owner, &ben), "org", "Deploys to staging go through Seoul");
    let directory = tempfile::tempdir().unwrap();
    // Its own user has to come through to what is within.
    let open = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(directory.path(), open).unwrap();
    let replica = lab.server.start_replica(&directory.path().join("replica")).unwrap();
    let [node, primary] = [replica.url(&lab.database), lab.url.clone()]
        .map(|url| Node::start_on(&lab, &url, (&[], &[])));
    let search =
        HubSearchRequest { query: "where do deploys go".to_owned(), ..HubSearchRequest::default() };
    let found = |node: &Node| {
        let (status, found) =
            node.ask::<HubSearchResponse>(&ben, ("/v1/search", None), Some(&search)).unwrap();
        assert_eq!(status, 200);
        found.unwrap().hits
    };
    // What is approved on the primary comes by itself.
    lab.agreed((&owner, &ben), "project:app", "Deploys of the app go through Busan");
    let begun = Instant::now();
    while found(&node).len() < 2 {
        assert!(begun.elapsed() < Duration::from_secs(20), "it never came");
        std::thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(found(&node), found(&primary));
    let feed = ("/v1/feed?scope=org&since=0", None);
    let (status, feed) = node.ask::<Feed>(&ben, feed, None::<&()>).unwrap();
    assert_eq!((status, feed.unwrap().put.len()), (200, 1));
    let asked = fact("org", "Deploys wait for Monday");
    let (status, problem) =
        node.ask::<Problem>(&ben, ("/v1/proposals", None), Some(&asked)).unwrap();
    let said = problem.unwrap().detail;
    assert_eq!(status, 403, "{said}");
    assert!(said.contains("send changes to a node on the primary"), "{said}");
    assert_eq!(found(&node).len(), 2, "and goes on");
}
