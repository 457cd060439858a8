//! An organisation's hub on loopback, as far as homes speak to it: an audit chain in memory, a feed made of it,
//! and what a test needs to go wrong.

use std::sync::{Arc, Mutex, MutexGuard};

use serde_json::{Value, json};

use crate::model_server::{ModelServer, ServedRequest, ServerStep};
use crate::provider::TestProvider;

/// The token that a new hub takes.
pub const DEFAULT_HUB_TOKEN: &str = "phub_0123456789abcdefghijklmnopqrstuv";

/// A hub that lives until the test does not.
#[derive(Debug)]
pub struct HubServer {
    server: ModelServer,
    org: Arc<Mutex<Org>>,
}

/// State of a hub. A test may change all of it.
#[derive(Debug)]
pub struct Org {
    /// The organisation's name.
    pub name: String,
    /// The token that is taken.
    pub token: String,
    /// By whom members sign in.
    pub provider: Option<TestProvider>,
    /// Address that the hub reports as its own.
    pub resource: String,
    /// By which name the provider knows palimp, as the hub says.
    pub client: Option<String>,
    /// The scopes that are open to the member, as the contract has them.
    pub scopes: Vec<Value>,
    /// The hashes of the audit's links.
    pub chain: Vec<String>,
    /// Changes of memories, with the number of the link that records each: the scope, and the
    /// memory or the id of a removed one.
    pub changes: Vec<(usize, String, Value)>,
    /// Pending proposals, as the contract has them.
    pub proposals: Vec<Value>,
    /// The status with which everything is answered, where it is not the right one.
    pub broken: Option<u16>,
    /// Maximum number of changes in an answer.
    pub page: usize,
    /// For how many days a home may go on without it.
    pub max_offline_days: u32,
    keys: Vec<(String, Value)>,
}

impl HubServer {
    /// The hub of `acme`: its member may review in all of it, and in the project `app`.
    pub fn start() -> HubServer {
        let org = Arc::new(Mutex::new(Org::new()));
        let asked = Arc::clone(&org);
        let server = ModelServer::new(move |_, request| lock_org(&asked).answer_request(request));
        lock_org(&org).resource = server.url().to_owned();
        HubServer { server, org }
    }

    /// Starts a hub whose members sign in at a provider.
    pub fn with_provider(provider: &TestProvider) -> HubServer {
        let hub = HubServer::start();
        hub.org().provider = Some(provider.clone());
        hub
    }

    /// Its address.
    pub fn url(&self) -> &str {
        self.server.url()
    }

    /// State of the hub, to be inspected and changed.
    pub fn org(&self) -> MutexGuard<'_, Org> {
        lock_org(&self.org)
    }

    /// Requests so far.
    pub fn requests(&self) -> Vec<ServedRequest> {
        self.server.requests()
    }

    /// Approves a memory of a scope, by cid.
    pub fn approve(&self, scope: &str, id: &str, statement: &str) {
        self.put_memory(json!({ "id": id, "scope": scope, "statement": statement }));
    }

    /// Approves a memory with more fields than these.
    pub fn put_memory(&self, fields: Value) {
        self.org().put_memory(fields);
    }

    /// Has a memory told no more.
    pub fn remove(&self, scope: &str, id: &str) {
        let mut org = self.org();
        let seq = org.add_link();
        org.changes.push((seq, scope.to_owned(), json!(id)));
    }
}

fn lock_org(org: &Mutex<Org>) -> MutexGuard<'_, Org> {
    org.lock().expect("nobody panicked")
}

impl Org {
    fn new() -> Org {
        let app = json!({ "id": "s-app", "kind": "project", "name": "app", "role": "reviewer",
            "remotes": ["example.org/acme/app"] });
        Org {
            name: "acme".to_owned(),
            token: DEFAULT_HUB_TOKEN.to_owned(),
            provider: None,
            resource: String::new(),
            client: None,
            scopes: vec![json!({ "id": "s-org", "kind": "org", "role": "reviewer" }), app],
            chain: vec!["founded".to_owned()],
            changes: Vec::new(),
            proposals: Vec::new(),
            broken: None,
            page: 200,
            max_offline_days: 14,
            keys: Vec::new(),
        }
    }

    fn put_memory(&mut self, fields: Value) {
        let mut memory = json!({ "status": "approved", "kind": "decision", "proposer": "ben",
            "approvedBy": ["cid"], "changedAt": "2026-11-20T10:00:00Z", "version": "v1" });
        let all = memory.as_object_mut().expect("an object");
        all.extend(fields.as_object().cloned().unwrap_or_default());
        let seq = self.add_link();
        self.changes.push((seq, memory["scope"].as_str().expect("a scope").to_owned(), memory));
    }

    /// Adds a link to the audit; its number.
    pub fn add_link(&mut self) -> usize {
        self.chain.push(format!("hash-{}", self.chain.len() + 1));
        self.chain.len()
    }

    fn chain_head(&self) -> Value {
        json!({ "seq": self.chain.len(), "hash": self.chain.last() })
    }

    fn answer_request(&mut self, asked: &ServedRequest) -> ServerStep {
        if let Some(status) = self.broken {
            return ServerStep::raw(status, "text/html", "<h1>Sorry</h1>");
        }
        if asked.path == "/.well-known/oauth-protected-resource" {
            return self.resource_metadata();
        }
        if !self.accepts_token(asked.header("authorization")) {
            return problem_reply(401, "not-signed-in", "no token, or none that is good");
        }
        let (path, query) = asked.path.split_once('?').unwrap_or((&asked.path, ""));
        match (path, asked.body.is_null()) {
            ("/v1/me", _) => {
                json_reply(&json!({ "org": self.name, "name": "ana", "scopes": self.scopes,
                "maxOfflineDays": self.max_offline_days, "head": self.chain_head() }))
            }
            ("/v1/feed", _) => {
                self.feed_page(query_value(query, "scope"), query_value(query, "since"))
            }
            ("/v1/audit", _) => self.audit_page(query_value(query, "since")),
            ("/v1/search", false) => {
                json_reply(&json!({ "hits": [{ "id": "m9", "scope": "org", "kind": "decision",
                "score": 0.9, "snippet": asked.body["query"], "approvedBy": ["cid"] }] }))
            }
            ("/v1/proposals", true) => json_reply(&json!({ "proposals": self.proposals })),
            (_, false) => self.write_once(path, asked),
            _ => problem_reply(404, "not-found", "there is nothing here"),
        }
    }

    fn resource_metadata(&self) -> ServerStep {
        let Some(provider) = &self.provider else {
            return problem_reply(404, "not-found", "there is no provider");
        };
        json_reply(&json!({ "resource": self.resource, "authorization_servers": [provider.url()],
            "palimp_client_id": self.client }))
    }

    /// Returns true if a header has the hub's token, or a token of the provider for this hub.
    fn accepts_token(&self, header: Option<&str>) -> bool {
        let Some(token) = header.and_then(|header| header.strip_prefix("Bearer ")) else {
            return false;
        };
        let by_provider = |provider: &TestProvider| {
            provider.token_audience(token).as_ref() == Some(&self.resource)
        };
        token == self.token || self.provider.as_ref().is_some_and(by_provider)
    }

    fn feed_page(&self, scope: &str, since: &str) -> ServerStep {
        if !self.scopes.iter().any(|it| it["id"] == scope) {
            return problem_reply(404, "not-found", "there is no such scope");
        }
        let since: usize = since.parse().expect("a number");
        let of_scope = |(seq, of, _): &&(usize, String, Value)| *seq > since && of == scope;
        let due: Vec<_> = self.changes.iter().filter(of_scope).collect();
        let more = due.len() > self.page;
        let due = &due[..due.len().min(self.page)];
        let last = |what: &Value| {
            let id = |it: &Value| it.get("id").unwrap_or(it).clone();
            due.iter()
                .rev()
                .find(|(_, _, other)| id(other) == id(what))
                .map(|(_, _, it)| it.clone())
        };
        let stands = |what: &Value| last(what).as_ref() == Some(what);
        let mut told: Vec<Value> = due.iter().map(|(_, _, it)| it.clone()).collect();
        told.retain(stands);
        let (put, gone): (Vec<Value>, Vec<Value>) = told.into_iter().partition(Value::is_object);
        let next = if more { due.last().map_or(0, |(seq, ..)| *seq) } else { self.chain.len() };
        let link = since.checked_sub(1).and_then(|at| self.chain.get(at));
        let link = link.map(|hash| json!({ "seq": since, "hash": hash }));
        json_reply(
            &json!({ "put": put, "gone": gone, "next": next, "more": more, "head": self.chain_head(), "since": link }),
        )
    }

    fn audit_page(&self, since: &str) -> ServerStep {
        let since: usize = since.parse().expect("a number");
        let links = self.chain.iter().enumerate().skip(since).map(|(at, hash)| {
            json!({ "seq": at + 1, "hash": hash, "actor": "p1", "action": "approve", "object": "m1",
                "at": "2026-11-20T10:00:00Z" })
        });
        json_reply(&json!({ "links": links.collect::<Vec<_>>(), "head": self.chain_head() }))
    }

    /// A write is done once under its key.
    fn write_once(&mut self, path: &str, asked: &ServedRequest) -> ServerStep {
        let key = asked.header("idempotency-key").unwrap_or_default().to_owned();
        if let Some((_, before)) =
            self.keys.iter().find(|(known, _)| *known == key && !key.is_empty())
        {
            return json_reply(before);
        }
        let answer = match path {
            "/v1/proposals" => self.add_proposal(&asked.body),
            "/v1/reviews" => match self.review_proposal(&asked.body) {
                Some(memory) => memory,
                None => return problem_reply(404, "not-found", "there is no such proposal"),
            },
            "/v1/erase" => self.erase_memory(&asked.body),
            "/v1/activity" => json!({}),
            _ => return problem_reply(404, "not-found", "there is nothing here"),
        };
        self.keys.push((key, answer.clone()));
        json_reply(&answer)
    }

    fn add_proposal(&mut self, body: &Value) -> Value {
        let id = format!("m{}", self.add_link());
        let mut memory = body.clone();
        let named = body["scope"].as_str().unwrap_or_default();
        let name = |it: &Value| match it["kind"].as_str() {
            Some("org") => "org".to_owned(),
            kind => format!("{}:{}", kind.unwrap_or(""), it["name"].as_str().unwrap_or("")),
        };
        let scope = self.scopes.iter().find(|it| name(it) == named).expect("a scope");
        memory["scope"] = scope["id"].clone();
        memory["id"] = json!(id);
        memory["status"] = json!("proposed");
        memory["proposer"] = json!("ana");
        memory["proposedAt"] = json!("2026-11-23T10:00:00Z");
        memory["version"] = json!("v1");
        let proposal = json!({ "memory": memory, "approvals": 0, "needs": 1, "mayReview": true });
        self.proposals.push(proposal.clone());
        proposal
    }

    fn review_proposal(&mut self, body: &Value) -> Option<Value> {
        let at = self.proposals.iter().position(|it| it["memory"]["id"] == body["memory"])?;
        let mut memory = self.proposals.remove(at)["memory"].clone();
        let approved = body["verdict"] == "approve";
        memory["status"] = json!(if approved { "approved" } else { "rejected" });
        memory["approvedBy"] = json!(["ana"]);
        if approved {
            self.put_memory(memory.clone());
        }
        Some(memory)
    }

    fn erase_memory(&mut self, body: &Value) -> Value {
        let is_it = |it: &Value| it["id"] == body["memory"];
        let found =
            self.changes.iter().find(|(_, _, it)| is_it(it)).map(|(_, scope, _)| scope.clone());
        let Some(scope) = found else { return json!({ "memories": 0 }) };
        self.changes.retain(|(_, _, it)| !is_it(it));
        let seq = self.add_link();
        self.changes.push((seq, scope, body["memory"].clone()));
        json!({ "memories": 1 })
    }
}

fn query_value<'q>(query: &'q str, name: &str) -> &'q str {
    let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
    pairs.into_iter().find(|(key, _)| *key == name).map_or("", |(_, value)| value)
}

fn json_reply(body: &Value) -> ServerStep {
    ServerStep::raw(200, "application/json", body.to_string())
}

fn problem_reply(status: u16, kind: &str, title: &str) -> ServerStep {
    let body = json!({ "type": kind, "title": title, "status": status });
    ServerStep::raw(status, "application/problem+json", body.to_string())
}
