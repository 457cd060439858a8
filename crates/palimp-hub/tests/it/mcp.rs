//! The door of agents.

use std::time::Duration;

use jsonwebtoken::Algorithm;
use palimp_hub::{set_policy, verbs};
use palimp_hub_api::{ReviewVerdict, ScopeRole};
use serde_json::{Value, json};

use crate::lab::{Lab, Person};
use crate::node::Node;
use crate::oauth::{Key, Provider, groups, node};

/// Calls a method, as a client of the protocol that keeps no session.
fn rpc(node: &Node, token: Option<&str>, method: &str, params: &Value) -> (u16, Value) {
    let config = ureq::Agent::config_builder().http_status_as_error(false);
    let agent: ureq::Agent = config.timeout_global(Some(Duration::from_secs(30))).build().into();
    let mut asked = agent
        .post(format!("{}/mcp", node.url))
        .header("content-type", "application/json")
        .header("accept", "application/json, text/event-stream")
        .header("mcp-protocol-version", "2025-11-25");
    if let Some(token) = token {
        asked = asked.header("authorization", format!("Bearer {token}"));
    }
    let body = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
    let mut answer = asked.send(body.to_string()).unwrap();
    let text = answer.body_mut().read_to_string().unwrap();
    (answer.status().as_u16(), serde_json::from_str(&text).unwrap_or_default())
}

fn call(node: &Node, who: &Person, tool: &str, arguments: &Value) -> Value {
    let params = json!({ "name": tool, "arguments": arguments });
    let (status, answer) = rpc(node, Some(&who.token), "tools/call", &params);
    assert_eq!(status, 200, "{answer}");
    answer["result"].clone()
}

fn words(result: &Value) -> String {
    let blocks = result["content"].as_array().unwrap().iter();
    blocks.filter_map(|it| it["text"].as_str()).collect::<Vec<_>>().join("\n")
}

#[test]
fn an_agent_searches_reads_and_proposes_and_writes_nothing_past_the_gate() {
    let Some(lab) = Lab::new() else { return };
    let owner = lab.org("acme");
    let ann = lab.member(&owner, ("acme", "ann"), ScopeRole::Contributor, &["project:app"]);
    let ben = lab.member(&owner, ("acme", "ben"), ScopeRole::Reviewer, &["project:app"]);
    let fact = lab.agreed((&ann, &ben), "project:app", "배포는 화요일에만 한다");
    let node = Node::start(&lab);
    let (_, hello) = rpc(
        &node,
        Some(&ann.token),
        "initialize",
        &json!({
            "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": { "name": "t", "version": "1" },
        }),
    );
    assert!(hello["result"]["instructions"].as_str().unwrap().contains("approved"), "{hello}");
    let (_, tools) = rpc(&node, Some(&ann.token), "tools/list", &json!({}));
    let names: Vec<&str> = tools["result"]["tools"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["memory_search", "memory_get", "memory_recent", "memory_propose"]);

    let found = call(&node, &ann, "memory_search", &json!({ "query": "배포 언제" }));
    let hit = &found["structuredContent"]["hits"][0];
    assert_eq!((&hit["id"], &hit["scope"]), (&json!(fact.id), &json!("project:app")), "{found}");
    assert!(words(&found).contains("decision of project:app, approved by ben"), "{found}");
    let got = words(&call(&node, &ann, "memory_get", &json!({ "id": fact.id })));
    assert!(got.contains("배포는 화요일에만 한다") && got.contains("Approved by: ben"), "{got}");
    let recent = words(&call(&node, &ann, "memory_recent", &json!({})));
    assert!(recent.contains("배포는 화요일에만 한다") && recent.contains(&fact.id), "{recent}");

    let asked = json!({
        "statement": "배포는 수요일에만 한다", "kind": "decision", "why": "화요일은 회의가 많다",
        "scope": "project:app", "supersedes": [fact.id],
    });
    let proposed = call(&node, &ann, "memory_propose", &asked);
    let id = proposed["structuredContent"]["id"].as_str().unwrap().to_owned();
    assert!(words(&proposed).contains("before a reviewer has approved"), "{proposed}");
    let found = words(&call(&node, &ben, "memory_search", &json!({ "query": "배포 언제" })));
    assert!(found.contains("화요일") && !found.contains("수요일"), "{found}");
    let listed = lab.done(&ben, verbs::list_proposals).proposals;
    assert_eq!((listed.len(), &listed[0].memory.id), (1, &id));
    assert_eq!(listed[0].memory.why, "화요일은 회의가 많다");
    lab.review(&ben, &listed[0], ReviewVerdict::Approve).unwrap();
    let found = words(&call(&node, &ann, "memory_search", &json!({ "query": "배포 언제" })));
    assert!(found.contains("수요일") && !found.contains("화요일에만"), "{found}");

    for tool in ["memory_save", "memory_forget", "memory_review"] {
        let params = json!({ "name": tool, "arguments": { "text": "x", "target": "배포는" } });
        let (_, answer) = rpc(&node, Some(&owner.token), "tools/call", &params);
        assert!(answer["error"].is_object(), "{answer}");
    }
}

#[test]
fn what_may_not_be_proposed_is_said_in_a_sentence() {
    let Some(lab) = Lab::new() else { return };
    let owner = lab.org("acme");
    let ann = lab.member(&owner, ("acme", "ann"), ScopeRole::Contributor, &["project:app"]);
    let rita = lab.member(&owner, ("acme", "rita"), ScopeRole::Reader, &["project:app"]);
    let node = Node::start(&lab);
    let propose = |who: &Person, statement: &str, scope: &str| {
        let asked = json!({ "statement": statement, "kind": "rule", "scope": scope });
        let answer = call(&node, who, "memory_propose", &asked);
        assert_eq!(answer["isError"], true, "{answer}");
        words(&answer)
    };
    let why = propose(&ann, "Use AKIAIOSFODNN7EXAMPLE for deploys", "project:app");
    assert!(why.contains("in statement, line 1") && !why.contains("AKIA"), "{why}");
    let why = propose(&ann, "Deploy on Tuesdays", "project:none");
    assert!(why.contains("open to you: project:app."), "{why}");
    assert!(propose(&rita, "Deploy on Tuesdays", "project:app").contains("needs contributor"));
    let missing = call(&node, &ann, "memory_propose", &json!({ "statement": "x", "kind": "rule" }));
    assert!(words(&missing).contains("`scope` is missing"), "{missing}");
}

#[test]
fn what_is_not_open_is_answered_like_what_is_not_there() {
    let Some(lab) = Lab::new() else { return };
    let (acme, other) = (lab.org("acme"), lab.org("other"));
    let ann = lab.member(&acme, ("acme", "ann"), ScopeRole::Contributor, &["project:app"]);
    let zoe = lab.member(&other, ("other", "zoe"), ScopeRole::Reviewer, &["project:app"]);
    let theirs = lab.agreed((&other, &zoe), "project:app", "The launch code name is zanzibar");
    let ben = lab.member(&acme, ("acme", "ben"), ScopeRole::Reviewer, &["org", "project:app"]);
    let org_wide = lab.agreed((&acme, &ben), "org", "Zanzibar is closed to the public");
    let waiting = lab.propose(&acme, "project:app", "Zanzibar waits").unwrap().memory;
    let own = lab.agreed((&acme, &ben), "project:app", "Tea is served at four");
    let node = Node::start(&lab);
    let missing = "01890000-0000-7000-8000-000000000000";
    let by_get = |id: &str| {
        let (_, answer) = rpc(
            &node,
            Some(&ann.token),
            "tools/call",
            &json!({
                "name": "memory_get", "arguments": { "id": id },
            }),
        );
        answer.to_string().replace(id, "ID")
    };
    let by_resource = |id: &str| {
        let uri = format!("palimp://note/{id}");
        let (status, answer) =
            rpc(&node, Some(&ann.token), "resources/read", &json!({ "uri": uri }));
        (status, answer.to_string().replace(id, "ID"))
    };
    for id in [&theirs.id, &org_wide.id, &waiting.id] {
        assert_eq!(by_get(id), by_get(missing));
        assert_eq!(by_resource(id), by_resource(missing));
    }
    assert!(by_resource(&own.id).1.contains("Tea is served at four"));
    let (_, listed) = rpc(&node, Some(&ann.token), "resources/list", &json!({}));
    let listed = listed["result"]["resources"].as_array().unwrap().clone();
    assert_eq!(listed.len(), 1, "{listed:?}");
    assert!(listed[0]["uri"].as_str().unwrap().ends_with(&own.id));
    for (tool, asked) in [
        ("memory_search", json!({ "query": "zanzibar", "minScore": 0, "project": "app" })),
        ("memory_recent", json!({ "limit": 50 })),
        ("memory_recent", json!({ "project": "app" })),
    ] {
        let said = words(&call(&node, &ann, tool, &asked));
        assert!(!said.to_lowercase().contains("zanzibar"), "{said}");
    }
    let cursor = json!({ "cursor": format!("palimp://note/{}", theirs.id) });
    let (_, page) = rpc(&node, Some(&ann.token), "resources/list", &cursor);
    assert!(!page.to_string().contains("anzibar"), "{page}");
}

#[test]
fn who_asks_is_looked_at_with_each_request() {
    let Some(lab) = Lab::new() else { return };
    let owner = lab.org("acme");
    let ben = lab.member(&owner, ("acme", "ben"), ScopeRole::Reviewer, &["project:app"]);
    lab.agreed((&owner, &ben), "project:app", "Tea is served at four");
    groups(&lab, "acme", &json!({ "eng": { "project:app": "reader" } }));
    let key = Key::new(Algorithm::ES256, "one");
    let provider = Provider::start(&[&key]);
    let node = node(&lab, &provider);
    let tea = json!({ "query": "when is tea served" });
    let asked = |who: &Person| words(&call(&node, who, "memory_search", &tea));
    let sign = |groups: &[&str]| key.sign(&provider.claims("ann", groups));
    assert!(asked(&sign(&["eng"])).contains("at four"));
    assert!(asked(&sign(&[])).contains("No hits"), "the group is gone");
    // A token for this door alone is good here.
    let mut claims = provider.claims("ann", &["eng"]);
    claims["aud"] = json!("https://hub.acme.example/mcp");
    assert!(asked(&key.sign(&claims)).contains("at four"));
    assert!(asked(&ben).contains("at four"));
    lab.set(&owner, "ben", "project:app", None);
    assert!(asked(&ben).contains("No hits"), "his part is taken away");
    for token in [None, Some("phub_nobody"), Some("a.b.c")] {
        for method in ["initialize", "tools/list", "tools/call", "nonsense"] {
            assert_eq!(rpc(&node, token, method, &json!({})).0, 401, "{method}");
        }
    }
    let few = json!({ "requestsPerMinute": 3 });
    set_policy(&mut palimp_hub::connect(&lab.url).unwrap(), "acme", &few).unwrap();
    let statuses: Vec<u16> =
        (0..5).map(|_| rpc(&node, Some(&owner.token), "tools/list", &json!({})).0).collect();
    assert!(statuses.contains(&429), "{statuses:?}");
}
