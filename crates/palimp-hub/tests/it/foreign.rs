//! Every route that takes an id or a name, with those of others: they are answered like what is not there.

use palimp_hub::{connect, verbs};
use palimp_hub_api::ScopeRole;
use serde_json::{Value, json};

use crate::lab::Lab;
use crate::node::Node;

/// A request: how, where and with what, where `ID` is the id of a memory, `NAME` the name of a project and
/// `PERSON` that of a member.
const ROUTES: &[(&str, &str, &str)] = &[
    ("GET", "/v1/memories/ID", ""),
    ("GET", "/v1/feed?scope=SCOPE", ""),
    ("GET", "/v1/feed?scope=project:NAME", ""),
    ("POST", "/v1/reviews", r#"{"memory": "ID", "version": "VERSION", "verdict": "approve"}"#),
    (
        "POST",
        "/v1/reviews",
        r#"{"memory": "ID", "version": "VERSION", "verdict": "reject", "why": "no"}"#,
    ),
    ("POST", "/v1/erase", r#"{"memory": "ID"}"#),
    ("POST", "/v1/erase", r#"{"project": "NAME"}"#),
    ("POST", "/v1/erase", r#"{"member": "PERSON"}"#),
    ("POST", "/v1/tokens", r#"{"member": "PERSON", "label": "hers"}"#),
    ("POST", "/v1/proposals", r#"{"scope": "SCOPE", "kind": "fact", "statement": "It is so."}"#),
    (
        "POST",
        "/v1/proposals",
        r#"{"scope": "project:NAME", "kind": "fact", "statement": "It is so."}"#,
    ),
    (
        "POST",
        "/v1/proposals",
        r#"{"scope": "project:app", "kind": "fact", "statement": "It is so.", "supersedes": ["ID"]}"#,
    ),
    ("POST", "/v1/members", r#"{"name": "eve", "scope": "project:NAME", "role": "reader"}"#),
    ("POST", "/v1/activity", r#"{"project": "NAME", "day": "2026-11-22", "summaries": ["x"]}"#),
    ("DELETE", "/v1/tokens/TOKEN", ""),
];

/// What stands in a request.
struct Named {
    id: String,
    version: String,
    scope: String,
    project: String,
    person: String,
    token: String,
}

impl Named {
    fn put_in(&self, text: &str) -> String {
        let parts = [
            ("ID", &self.id),
            ("VERSION", &self.version),
            ("SCOPE", &self.scope),
            ("NAME", &self.project),
            ("PERSON", &self.person),
            ("TOKEN", &self.token),
        ];
        parts.iter().fold(text.to_owned(), |text, (name, value)| text.replace(name, value))
    }

    /// What was answered, but for what was asked.
    fn taken_out(&self, text: &str) -> String {
        let parts = [&self.id, &self.scope, &self.project, &self.person, &self.token];
        parts.iter().fold(text.to_owned(), |text, value| text.replace(*value, "IT"))
    }
}

fn ask(node: &Node, token: &str, (how, path, body): (&str, &str, &str)) -> (u16, String) {
    let config = ureq::Agent::config_builder().http_status_as_error(false).build();
    let agent: ureq::Agent = config.into();
    let request = ureq::http::Request::builder()
        .method(how)
        .uri(format!("{}{path}", node.url))
        .header("authorization", format!("Bearer {token}"));
    let mut answer = agent.run(request.body(body.as_bytes().to_vec()).unwrap()).unwrap();
    (answer.status().as_u16(), answer.body_mut().read_to_string().unwrap())
}

#[test]
fn what_is_anothers_is_answered_like_what_is_not_there_on_every_route() {
    let Some(lab) = Lab::new() else { return };
    let [owner, theirs] = ["acme", "other"].map(|org| lab.org(org));
    let named = |org: &str, who: &crate::lab::Person, project: &str| {
        let scope = palimp_hub::NewScope {
            scope: format!("project:{project}"),
            ..palimp_hub::NewScope::default()
        };
        lab.done(who, |tenant, means| verbs::make_scope(tenant, means.master, &scope));
        let (scope, person) = (format!("project:{project}"), format!("rae-{project}"));
        let reviewer = lab.member(who, (org, &person), ScopeRole::Reviewer, &[&scope]);
        let text = format!("The zebra-gate of {project} is green");
        lab.agreed((who, &reviewer), &scope, &text);
        assert_eq!(lab.found(who, "zebra-gate").len(), 1, "whose it is finds it");
        let made =
            lab.propose(who, &scope, &format!("The zebra-gate of {project} squeaks")).unwrap();
        let token = lab.done(who, |tenant, _| verbs::list_tokens(tenant)).remove(0).id;
        Named {
            id: made.memory.id,
            version: made.memory.version,
            scope: made.memory.scope,
            project: project.to_owned(),
            person,
            token,
        }
    };
    // Of a project of hers that is closed to ben, and of another organisation.
    let (closed, foreign) = (named("acme", &owner, "closed"), named("other", &theirs, "foreign"));
    let nowhere = Named {
        id: uuid::Uuid::now_v7().to_string(),
        version: "00".repeat(32),
        scope: uuid::Uuid::now_v7().to_string(),
        project: "nowhere".to_owned(),
        person: "nobody".to_owned(),
        token: "0".repeat(closed.token.len()),
    };
    let ben = lab.member(&owner, ("acme", "ben"), ScopeRole::Maintainer, &["project:app"]);
    let node = Node::start(&lab);
    for (how, path, body) in ROUTES {
        let said = |it: &Named| {
            let (status, text) = ask(&node, &ben.token, (how, &it.put_in(path), &it.put_in(body)));
            (status, it.taken_out(&text))
        };
        let none = said(&nowhere);
        assert!((400..500).contains(&none.0), "{how} {path}: {none:?}");
        for it in [&closed, &foreign] {
            assert_eq!(said(it), none, "{how} {path} {body}");
        }
    }
    // Lists hold nothing of it.
    let lists =
        ["/v1/me", "/v1/proposals", "/v1/members", "/v1/tokens", "/v1/activity", "/v1/usage"];
    let found = ("POST", "/v1/search", r#"{"query": "zebra-gate", "minScore": 0}"#);
    for asked in lists.map(|path| ("GET", path, "")).into_iter().chain([found]) {
        let (status, text) = ask(&node, &ben.token, asked);
        let _: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(status, 200, "{asked:?}");
        for word in ["zebra", "closed", "foreign", &closed.id, &foreign.id] {
            assert!(!text.contains(word), "{asked:?}: {text}");
        }
    }
    // Every route that the hub describes was asked, but for those that take nothing of anybody.
    let (_, text) = ask(&node, &ben.token, ("GET", "/v1/openapi.json", ""));
    let described: Value = serde_json::from_str(&text).unwrap();
    let is_same = |one: &str, path: &str| {
        let one = one.split('?').next().unwrap_or(one);
        let path = path.split('{').next().unwrap_or(path);
        if path.ends_with('/') { one.starts_with(path) } else { one == path }
    };
    let free = [
        ("POST", "/v1/search"),
        ("POST", "/v1/scopes"),
        ("GET", "/v1/audit"),
        ("POST", "/v1/join"),
        ("GET", "/v1/openapi.json"),
    ];
    let is_asked = |how: &str, path: &str| {
        ROUTES.iter().any(|(it, asked, _)| *it == how && is_same(asked, path))
            || (how == "GET" && lists.contains(&path))
            || free.contains(&(how, path))
    };
    let mut left = Vec::new();
    for (path, ways) in described["paths"].as_object().unwrap() {
        let ways = ways.as_object().unwrap().keys().map(|way| way.to_uppercase());
        left.extend(ways.filter(|how| !is_asked(how, path)).map(|how| format!("{how} {path}")));
    }
    assert_eq!(json!(left), json!([]));
    let mut client = connect(&lab.url).unwrap();
    let sql = "SELECT count(*) FROM memories WHERE status = 'proposed'";
    assert_eq!(client.query_one(sql, &[]).unwrap().get::<_, i64>(0), 2, "nothing was done");
}
