//! Nodes as processes: killed, and their database restarted beneath them.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use palimp_hub::verbs;
use palimp_hub_api::{
    AuditLog, HubMemory, HubProposal, HubReviewRequest, HubSearchRequest, HubSearchResponse,
    Propose, ReviewVerdict, ScopeRole,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::lab::{Lab, Person, fact, server};

/// A node that serves a lab's database.
pub(crate) struct Node {
    pub(crate) child: Child,
    pub(crate) url: String,
    _key: tempfile::NamedTempFile,
}

impl Node {
    pub(crate) fn start(lab: &Lab) -> Node {
        Node::start_with(lab, &[])
    }

    pub(crate) fn start_with(lab: &Lab, more: &[&str]) -> Node {
        Node::start_in(lab, more, &[])
    }

    pub(crate) fn start_in(lab: &Lab, more: &[&str], variables: &[(&str, &str)]) -> Node {
        Node::start_on(lab, &lab.url, (more, variables))
    }

    /// A node on another database that holds what the lab's does.
    pub(crate) fn start_on(
        lab: &Lab,
        url: &str,
        (more, variables): (&[&str], &[(&str, &str)]),
    ) -> Node {
        // Made readable for its owner alone.
        let key = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(key.path(), lab.master.reveal()).unwrap();
        let mut child = Command::new(env!("CARGO_BIN_EXE_palimp-hub"))
            .args(["serve", "--listen", "127.0.0.1:0", "--database", url, "--key-file"])
            .arg(key.path())
            .args(more)
            .envs(variables.iter().copied())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut said = String::new();
        BufReader::new(child.stderr.take().unwrap()).read_line(&mut said).unwrap();
        let url = said.split_whitespace().last().unwrap_or_default().to_owned();
        assert!(url.starts_with("http"), "{said}");
        Node { child, url, _key: key }
    }

    /// Ends it as a crash would.
    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Asks, and reads the answer with its status; none where nobody answers.
    pub(crate) fn ask<T: DeserializeOwned>(
        &self,
        who: &Person,
        (path, key): (&str, Option<&str>),
        body: Option<&impl Serialize>,
    ) -> Option<(u16, Option<T>)> {
        ask(&self.url, who, (path, key), body)
    }
}

/// Asks at an address.
fn ask<T: DeserializeOwned>(
    url: &str,
    who: &Person,
    (path, key): (&str, Option<&str>),
    body: Option<&impl Serialize>,
) -> Option<(u16, Option<T>)> {
    let config = ureq::Agent::config_builder().http_status_as_error(false);
    let agent: ureq::Agent = config.timeout_global(Some(Duration::from_secs(30))).build().into();
    let (url, bearer) = (format!("{url}{path}"), format!("Bearer {}", who.token));
    let answer = match body {
        None => agent.get(&url).header("authorization", &bearer).call(),
        Some(body) => {
            let mut asked = agent.post(&url).header("authorization", &bearer);
            if let Some(key) = key {
                asked = asked.header("idempotency-key", key);
            }
            asked.send(&serde_json::to_vec(body).unwrap()[..])
        }
    };
    let mut answer = answer.ok()?;
    let text = answer.body_mut().read_to_string().ok()?;
    Some((answer.status().as_u16(), serde_json::from_str(&text).ok()))
}

impl Drop for Node {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

const NOTHING: Option<&()> = None;

#[test]
fn what_was_acknowledged_is_there_once_although_a_node_was_killed() {
    let Some(lab) = Lab::new() else { return };
    let owner = lab.org("acme");
    let ben = lab.member(&owner, ("acme", "ben"), ScopeRole::Reviewer, &["project:app"]);
    raise_limit(&lab);
    let (first, second) = (Node::start(&lab), Node::start(&lab));
    let first = Mutex::new(first);
    let doomed = Doomed { url: first.lock().unwrap().url.clone(), second: &second };
    let (count, done) = (500, AtomicUsize::new(0));
    std::thread::scope(|scope| {
        for half in 0..2 {
            let (doomed, done, owner, ben) = (&doomed, &done, &owner, &ben);
            scope.spawn(move || {
                for number in (half..count).step_by(2) {
                    doomed.land((owner, ben), number);
                    done.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
        while done.load(Ordering::Relaxed) < count / 2 {
            std::thread::sleep(Duration::from_millis(1));
        }
        first.lock().unwrap().kill();
    });
    let mut client = palimp_hub::connect(&lab.url).unwrap();
    let (memories, landed): (i64, i64) = {
        let row = client.query_one("SELECT (SELECT count(*) FROM memories WHERE status = 'approved'), (SELECT count(*) FROM audit WHERE action = 'land')", &[]).unwrap();
        (row.get(0), row.get(1))
    };
    assert_eq!((memories, landed), (count as i64, count as i64));
    let mut audit = AuditLog::default();
    loop {
        let since = audit.links.len();
        let (_, page) = second
            .ask::<AuditLog>(&owner, (&format!("/v1/audit?since={since}"), None), NOTHING)
            .unwrap();
        let page = page.unwrap();
        if page.links.is_empty() {
            break;
        }
        audit.links.extend(page.links);
        audit.head = page.head;
    }
    let org: uuid::Uuid = client.query_one("SELECT id FROM orgs", &[]).unwrap().get(0);
    palimp_hub::verify_chain(&org.to_string(), &audit, None).unwrap();
}

/// A node that is going to be killed, and another one.
struct Doomed<'a> {
    url: String,
    second: &'a Node,
}

impl Doomed<'_> {
    /// Proposes a fact and has it approved. Whatever is not answered is sent again, to the other node.
    fn land(&self, (owner, ben): (&Person, &Person), number: usize) {
        let rule = fact("project:app", &format!("Rule {number} holds"));
        let proposal: HubProposal =
            self.ask(owner, ("/v1/proposals", &format!("p{number}")), &rule);
        let memory = proposal.memory;
        let review = HubReviewRequest {
            memory: memory.id,
            version: memory.version,
            verdict: ReviewVerdict::Approve,
            why: String::new(),
        };
        let landed: HubMemory = self.ask(ben, ("/v1/reviews", &format!("r{number}")), &review);
        assert_eq!(landed.status, palimp_hub_api::MemoryStatus::Approved);
    }

    fn ask<T: DeserializeOwned>(
        &self,
        who: &Person,
        (path, key): (&str, &str),
        body: &impl Serialize,
    ) -> T {
        for url in [&self.url, &self.second.url] {
            if let Some((200..300, Some(answer))) = ask(url, who, (path, Some(key)), Some(body)) {
                return answer;
            }
        }
        panic!("{path} {key} is not answered");
    }
}

fn raise_limit(lab: &Lab) {
    let policy = serde_json::json!({ "requestsPerMinute": 1_000_000 });
    palimp_hub::set_policy(&mut palimp_hub::connect(&lab.url).unwrap(), "acme", &policy).unwrap();
}

#[test]
fn a_database_that_restarts_is_waited_for_and_nothing_acknowledged_is_lost() {
    let Some(server) = server() else { return };
    let lab = Lab::on(Arc::new(server));
    let owner = lab.org("acme");
    let node = Node::start(&lab);
    let mut acknowledged = Vec::new();
    let mut put = |number: u32| {
        let rule: Propose = fact("project:app", &format!("Rule {number}"));
        let answer = node.ask::<HubProposal>(&owner, ("/v1/proposals", None), Some(&rule));
        let (status, proposal) = answer.unwrap();
        if status == 201 {
            acknowledged.push(proposal.unwrap().memory.id);
        }
        status
    };
    assert!((0..10).all(|number| put(number) == 201));
    lab.server.halt().unwrap();
    assert_eq!(put(10), 503, "who asks is told to come again");
    let begun = Instant::now();
    lab.server.resume().unwrap();
    let up = Instant::now();
    while put(11) != 201 {
        assert!(
            up.elapsed() < Duration::from_secs(2),
            "not back {:?} after the database was",
            up.elapsed()
        );
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(begun.elapsed() < Duration::from_secs(30));
    for id in &acknowledged {
        let (status, _) =
            node.ask::<HubMemory>(&owner, (&format!("/v1/memories/{id}"), None), NOTHING).unwrap();
        assert_eq!(status, 200, "{id}");
    }
    assert_eq!(acknowledged.len(), 11);
}

#[test]
fn a_dump_that_is_restored_answers_the_same_and_holds_nothing_that_was_erased() {
    let Some(lab) = Lab::new() else { return };
    let owner = lab.org("acme");
    let ben = lab.member(&owner, ("acme", "ben"), ScopeRole::Reviewer, &["project:app"]);
    for statement in
        ["배포는 목요일에 한다", "Deploys run on Thursdays", "Secrets live in the vault of ops"]
    {
        lab.agreed((&owner, &ben), "project:app", statement);
    }
    let doomed = lab.agreed((&owner, &ben), "project:app", "The zebra-gate is painted green");
    let word = term_bytes(&lab, "zebra");
    let erase = palimp_hub_api::EraseRequest { memory: Some(doomed.id), ..Default::default() };
    lab.done(&owner, |tenant, means| verbs::erase(tenant, means.master, &erase));
    let dump = lab.server.program("pg_dump", &["--format=plain", &lab.database]).unwrap();
    let text = String::from_utf8_lossy(&dump);
    for left in ["zebra", "painted", "Thursdays", "목요일", &word] {
        assert!(!text.contains(left), "{left}");
    }
    let restored = Lab::empty_like(&lab);
    restored.load(&dump);
    for query in ["언제 배포해", "when do deploys run", "zebra gate"] {
        let asked = HubSearchRequest { query: query.to_owned(), ..HubSearchRequest::default() };
        let ask = |lab: &Lab| -> HubSearchResponse {
            lab.done(&ben, |tenant, means| {
                verbs::search(tenant, (means.shelves, means.master), &asked)
            })
        };
        assert_eq!(ask(&lab), ask(&restored), "{query}");
    }
    assert_eq!(lab.found(&ben, "언제 배포해")[0], "배포는 목요일에 한다");
}

/// A term's hash as a dump would have it.
fn term_bytes(lab: &Lab, term: &str) -> String {
    let mut client = palimp_hub::connect(&lab.url).unwrap();
    let org: uuid::Uuid = client.query_one("SELECT id FROM orgs", &[]).unwrap().get(0);
    let hash = ring::hmac::sign(&lab.master.term_hash_key(org), term.as_bytes());
    let hash = i64::from_be_bytes(hash.as_ref()[..8].try_into().unwrap());
    let count: i64 =
        client.query_one("SELECT count(*) FROM postings WHERE term = $1", &[&hash]).unwrap().get(0);
    assert_eq!(count, 1, "the term was there");
    hash.to_string()
}
