//! Every route that takes an id or a name, with those of others: they are answered like what is not there.

use palimp_hub::{connect, verbs};
use palimp_hub_api::Role;
use serde_json::{Value, json};

use crate::lab::Lab;
use crate::node::Node;

/// A request: how, where and with what, where `ID` is the id of a memory, and `NAME` the name of a project.
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
    token: String,
}

impl Named {
    fn put_in(&self, text: &str) -> String {
        let parts = [
            ("ID", &self.id),
            ("VERSION", &self.version),
            ("SCOPE", &self.scope),
            ("NAME", &self.project),
            ("TOKEN", &self.token),
        ];
        parts.iter().fold(text.to_owned(), |text, (name, value)| text.replace(name, value))
    }

    /// What was answered, but for what was asked.
    fn taken_out(&self, text: &str) -> String {
        let parts = [&self.id, &self.scope, &self.project, &self.token];
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
    let named = |who: &crate::lab::Person, project: &str| {
        let scope = palimp_hub::NewScope {
            scope: format!("project:{project}"),
            ..palimp_hub::NewScope::default()
        };
        lab.done(who, |tenant, means| verbs::make_scope(tenant, means.master, &scope));
        let text = format!("The zebra-gate of {project} is green");
        let made = lab.propose(who, &format!("project:{project}"), &text).unwrap();
        let token = lab.done(who, |tenant, _| verbs::tokens(tenant)).remove(0).id;
        Named {
            id: made.memory.id,
            version: made.memory.version,
            scope: made.memory.scope,
            project: project.to_owned(),
            token,
        }
    };
    // Of a project of hers that is closed to ben, and of another organisation.
    let (closed, foreign) = (named(&owner, "closed"), named(&theirs, "foreign"));
    let nowhere = Named {
        id: uuid::Uuid::now_v7().to_string(),
        version: "00".repeat(32),
        scope: uuid::Uuid::now_v7().to_string(),
        project: "nowhere".to_owned(),
        token: "0".repeat(closed.token.len()),
    };
    let ben = lab.member(&owner, ("acme", "ben"), Role::Maintainer, &["project:app"]);
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
    let lists = ["/v1/me", "/v1/proposals", "/v1/members", "/v1/tokens", "/v1/activity"];
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
    let asked = |path: &str| {
        let begins = path.split('{').next().unwrap_or(path);
        ROUTES.iter().any(|(_, it, _)| it.starts_with(begins)) || lists.contains(&path)
    };
    let free = ["/v1/search", "/v1/scopes", "/v1/audit", "/v1/join", "/v1/openapi.json"];
    let paths = described["paths"].as_object().unwrap().keys();
    let left: Vec<&String> =
        paths.filter(|path| !asked(path) && !free.contains(&path.as_str())).collect();
    assert_eq!(json!(left), json!([]));
    let mut client = connect(&lab.url).unwrap();
    let sql = "SELECT count(*) FROM memories WHERE status = 'proposed'";
    assert_eq!(client.query_one(sql, &[]).unwrap().get::<_, i64>(0), 2, "nothing was done");
}
