//! A hub that is gone, lies, or has forgotten.

use palimp_testing::hub_server::HubServer;
use serde_json::json;

use super::{days_ago, kept, member, pull, pull_fails, set_state};
use crate::teams::hits;

fn with_walrus() -> (HubServer, palimp_testing::Machine) {
    let hub = HubServer::start();
    let machine = member(&hub);
    hub.approve("s-org", "m1", "The walrus pool is filled at dawn.");
    pull(&machine);
    (hub, machine)
}

#[test]
fn without_the_hub_what_was_pulled_is_told_until_its_days_are_over() {
    let (hub, machine) = with_walrus();
    hub.org().broken = Some(503);
    let said = pull_fails(&machine);
    assert!(said.contains("503") && said.contains("using what was pulled before"), "{said}");
    assert_eq!(hits(&machine, "walrus pool").len(), 1);
    set_state(&machine, "reachedAt", days_ago(13));
    pull_fails(&machine);
    assert_eq!(hits(&machine, "walrus pool").len(), 1);
    assert!(machine.run_ok(["hub", "status"]).contains("1 approved fact"));
    set_state(&machine, "reachedAt", days_ago(15));
    let said = pull_fails(&machine);
    assert!(said.contains("for 14 days, so pulled memories were deleted"), "{said}");
    assert!(hits(&machine, "walrus pool").is_empty() && kept(&machine).is_empty());
    assert!(machine.files_with("walrus pool").is_empty());
    assert!(machine.run_ok(["status"]).contains("pulled memories were deleted"));
    hub.org().broken = None;
    assert_eq!(pull(&machine)["facts"], 1);
    assert_eq!(hits(&machine, "walrus pool").len(), 1);
    assert!(!machine.run_ok(["status"]).contains("gone"));
}

#[test]
fn a_history_that_became_shorter_is_refused() {
    let (hub, machine) = with_walrus();
    hub.org().chain.pop();
    let said = pull_fails(&machine);
    assert!(said.contains("shorter than before"), "{said}");
    assert_eq!(hits(&machine, "walrus pool").len(), 1, "what was pulled stay in use");
    let status = machine.run_ok(["status"]);
    assert!(status.contains("shorter") && status.contains("stay in use"), "{status}");
    let doctor = String::from_utf8(machine.run(["doctor"]).stdout).unwrap();
    assert!(doctor.contains("shorter than before"), "{doctor}");
}

#[test]
fn a_history_that_was_rewritten_is_refused_even_where_it_is_longer() {
    let (hub, machine) = with_walrus();
    hub.org().chain[1] = "another".to_owned();
    assert!(pull_fails(&machine).contains("was rewritten"));
    hub.approve("s-org", "m2", "The heron tower is closed.");
    assert!(pull_fails(&machine).contains("was rewritten"));
    assert!(hits(&machine, "heron tower").is_empty());
    assert_eq!(hits(&machine, "walrus pool").len(), 1);
    hub.org().chain[1] = "hash-2".to_owned();
    assert_eq!(pull(&machine)["facts"], 2);
    assert!(!machine.run_ok(["status"]).contains("rewritten"));
}

#[test]
fn a_new_scope_does_not_hide_another_history() {
    let (hub, machine) = with_walrus();
    hub.org().scopes[0]["id"] = json!("s-new");
    hub.org().chain[1] = "another".to_owned();
    hub.org().add_link();
    assert!(pull_fails(&machine).contains("was rewritten"));
}

#[test]
fn a_token_that_is_not_taken_any_more_ends_what_it_opened() {
    let (hub, machine) = with_walrus();
    hub.org().token = "phub_another".to_owned();
    let said = pull_fails(&machine);
    assert!(said.contains("no longer accepts the token"), "{said}");
    assert!(hits(&machine, "walrus pool").is_empty());
    assert!(machine.files_with("walrus pool").is_empty());
}

#[test]
fn a_proxy_that_says_no_ends_nothing() {
    let (hub, machine) = with_walrus();
    hub.org().broken = Some(401);
    pull_fails(&machine);
    assert_eq!(hits(&machine, "walrus pool").len(), 1);
}

#[test]
fn another_organisation_at_the_same_address_is_not_believed() {
    let (hub, machine) = with_walrus();
    hub.org().name = "other".to_owned();
    assert!(pull_fails(&machine).contains("not for acme"));
    assert_eq!(hits(&machine, "walrus pool").len(), 1);
}

#[test]
fn damaged_files_come_back() {
    let (hub, machine) = with_walrus();
    let state = machine.home().join("hub/acme/state.json");
    std::fs::write(&state, "{").unwrap();
    for file in kept(&machine) {
        std::fs::write(file, "nothing").unwrap();
    }
    assert_eq!(pull(&machine)["facts"], 1);
    assert_eq!(hits(&machine, "walrus pool").len(), 1);
    drop(hub);
}
