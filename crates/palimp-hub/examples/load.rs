//! How a hub bears many: `cargo run --release -p palimp-hub --example load -- [chunks] [seconds] [requests a second] [minutes]`.
//!
//! Starts a throw-away PostgreSQL, puts made-up facts into 20 organisations (one chunk each) with 50 users each, and asks
//! a node over HTTP, 90 % searches and 10 % proposals, feeds and reads of a memory, each by another user. What comes back is
//! looked at: every organisation's facts bear its name, so that a foreign row is seen. Beside it stands PostgreSQL's own
//! full text on the same texts: `tsvector` with GIN, asked by its superuser, who passes by row-level security.

#![expect(clippy::print_stdout, reason = "an example prints what is its own")]

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use palimp_hub::{
    Asker, HubNode, Master, NewScope, Pool, PublicEndpoint, ScopeCache, ScopeMember, Tenant,
    Throwaway, WriteContext, connect, find_programs, make_link, make_org, migrate, set_policy,
    verbs,
};
use palimp_hub_api::{HubReviewRequest, HubSearchResponse, Propose, ReviewVerdict, ScopeRole};

const ORGS: usize = 20;
const USERS: usize = 50;
/// How many facts are put in at once: one organisation's audit is one row, and a transaction that writes it often
/// leaves PostgreSQL a long chain of versions to walk.
const BATCH: usize = 20;
/// Requests that are under way at once, at the most.
const HANDS: usize = 32;

/// Words that are rarer the later they stand: English, Korean and names as they stand in code.
fn word(random: &mut Random) -> String {
    const SYLLABLES: [&str; 16] = [
        "ba", "ko", "ri", "te", "nu", "sol", "gate", "key", "데", "배포", "서버", "인증", "port",
        "flow", "한", "로그",
    ];
    let rank = (random.share().powi(3) * 20_000.0) as usize;
    let (first, rest) = (rank % 16, rank / 16);
    format!(
        "{}{}{}",
        SYLLABLES[first],
        SYLLABLES[rest % 16],
        if rest >= 16 { SYLLABLES[rest / 16 % 16] } else { "" }
    )
}

/// Numbers that look random and are the same each time (xorshift, Marsaglia 2003).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn share(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn below(&mut self, count: usize) -> usize {
        (self.share() * count as f64) as usize
    }

    fn words(&mut self, count: usize) -> String {
        (0..count).map(|_| word(self)).collect::<Vec<_>>().join(" ")
    }
}

fn fact(org: usize, random: &mut Random) -> Propose {
    let length = 20 + random.below(40);
    Propose {
        scope: "org".to_owned(),
        kind: "decision".to_owned(),
        statement: format!("org{org}mark {}", random.words(length)),
        ..Propose::default()
    }
}

/// Fills one organisation, and returns its users' tokens; none where the time is over before it is full.
fn fill(
    url: &str,
    master: &Master,
    (org, chunks): (usize, usize),
    until: Instant,
) -> Option<Vec<String>> {
    let (name, shelves) = (format!("org{org}"), ScopeCache::default());
    let mut client = connect(url).unwrap();
    make_org(&mut client, &name, "owner").unwrap();
    let policy = serde_json::json!({ "fourEyes": false, "requestsPerMinute": 1_000_000 });
    set_policy(&mut client, &name, &policy).unwrap();
    let public = PublicEndpoint::local_only(([127, 0, 0, 1], 0));
    let hub = HubNode::new(Pool::new(url, 1).unwrap(), master.clone(), public);
    let mut enter =
        |member: &str| hub.redeem_link(&make_link(&mut client, &name, member).unwrap()).unwrap();
    let owner = enter("owner");
    let mut client = connect(url).unwrap();
    let means = WriteContext { master, shelves: &shelves };
    let mut random = Random(0x9e37_79b9_7f4a_7c15 ^ (org as u64 + 1));
    let mut left = chunks;
    while left > 0 {
        if Instant::now() > until {
            return None;
        }
        let mut tenant = Tenant::begin(&mut client, &Asker::Token(&owner)).unwrap();
        for _ in 0..left.min(BATCH) {
            let memory =
                verbs::propose(&mut tenant, means, (&fact(org, &mut random), None)).unwrap().memory;
            let review = HubReviewRequest {
                memory: memory.id,
                version: memory.version,
                verdict: ReviewVerdict::Approve,
                why: String::new(),
            };
            verbs::review(&mut tenant, means, (&review, None)).unwrap();
        }
        tenant.commit().unwrap();
        left -= left.min(BATCH);
    }
    let mut tokens = Vec::new();
    for user in 0..USERS {
        let mut tenant = Tenant::begin(&mut client, &Asker::Token(&owner)).unwrap();
        let member = ScopeMember {
            name: format!("user{user}"),
            scope: "org".to_owned(),
            role: Some(ScopeRole::Contributor),
        };
        verbs::set_member(&mut tenant, master, &member).unwrap();
        if user == 0 {
            let scope = NewScope { scope: "project:app".to_owned(), ..NewScope::default() };
            verbs::make_scope(&mut tenant, master, &scope).unwrap();
        }
        tenant.commit().unwrap();
        let mut client = connect(url).unwrap();
        tokens
            .push(hub.redeem_link(&make_link(&mut client, &name, &member.name).unwrap()).unwrap());
    }
    Some(tokens)
}

/// How long things took, by what they were.
#[derive(Default)]
struct Times(Mutex<Vec<(&'static str, Duration)>>);

impl Times {
    fn say(&self) {
        let times = self.0.lock().unwrap();
        for what in ["search", "propose", "feed", "memory", "gin"] {
            let mut of: Vec<f64> = times
                .iter()
                .filter(|(it, _)| *it == what)
                .map(|(_, took)| took.as_secs_f64() * 1e3)
                .collect();
            if of.is_empty() {
                continue;
            }
            of.sort_by(f64::total_cmp);
            let at = |share: f64| of[((of.len() - 1) as f64 * share) as usize];
            println!(
                "{what:8} {:6} times  p50 {:7.1} ms  p95 {:7.1} ms  p99 {:7.1} ms",
                of.len(),
                at(0.5),
                at(0.95),
                at(0.99)
            );
        }
    }
}

fn main() {
    let args: Vec<usize> =
        std::env::args().skip(1).map(|it| it.parse().expect("a number")).collect();
    let arg = |at: usize, usual: usize| args.get(at).copied().unwrap_or(usual);
    let (chunks, seconds, rate) = (arg(0, 100_000), arg(1, 60), arg(2, 200));
    let scratch = std::env::temp_dir().join(format!("palimp-hub-load-{}", std::process::id()));
    let server = Throwaway::start(
        &find_programs(&std::env::temp_dir().join("palimp-hub-postgres")).unwrap(),
        &scratch,
    )
    .unwrap();
    let url = server.url("postgres");
    let master = Master::random().unwrap();
    migrate(&mut connect(&url).unwrap()).unwrap();
    let begun = Instant::now();
    let until = begun + Duration::from_secs(60 * arg(3, 600) as u64);
    let next = AtomicU64::new(0);
    let users = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let org = next.fetch_add(1, Ordering::Relaxed) as usize;
                    if org >= ORGS {
                        return;
                    }
                    let Some(tokens) = fill(&url, &master, (org, chunks / ORGS), until) else {
                        return;
                    };
                    users.lock().unwrap().extend(tokens.into_iter().map(|token| (org, token)));
                }
            });
        }
    });
    let users = users.into_inner().unwrap();
    let full = users.len() / USERS;
    println!(
        "{} chunks in {full} organisations, {} users: filled in {:.0?}",
        chunks / ORGS * full,
        users.len(),
        begun.elapsed()
    );
    connect(&url).unwrap().batch_execute("VACUUM ANALYZE").unwrap();
    let public = PublicEndpoint::local_only(([127, 0, 0, 1], 0));
    let hub = HubNode::new(Pool::new(&url, 16).unwrap(), master, public);
    let (tell, told) = std::sync::mpsc::channel();
    std::thread::spawn(move || palimp_hub::serve(&hub, |address| tell.send(address).unwrap()));
    let address = told.recv().unwrap();
    load(&format!("http://{address}"), &users, (seconds, rate));
    beside(&url, (seconds.min(10), rate));
}

/// Asks as many do.
fn load(url: &str, users: &[(usize, String)], (seconds, rate): (usize, usize)) {
    let (times, number, wrong) = (Times::default(), AtomicU64::new(0), AtomicU64::new(0));
    let begun = Instant::now();
    std::thread::scope(|scope| {
        for hand in 0..HANDS {
            let (times, number, wrong) = (&times, &number, &wrong);
            scope.spawn(move || {
                let agent: ureq::Agent =
                    ureq::Agent::config_builder().http_status_as_error(false).build().into();
                let mut random = Random(hand as u64 + 77);
                loop {
                    let at = number.fetch_add(1, Ordering::Relaxed) as usize;
                    if at >= seconds * rate {
                        return;
                    }
                    // Each is due at its time, and what waits for a hand waits as a user would.
                    let due = Duration::from_secs_f64(at as f64 / rate as f64);
                    std::thread::sleep(due.saturating_sub(begun.elapsed()));
                    let (org, token) = &users[random.below(users.len())];
                    let (what, good) = one(&agent, (url, token, *org), &mut random);
                    wrong.fetch_add(u64::from(!good), Ordering::Relaxed);
                    times.0.lock().unwrap().push((what, begun.elapsed().saturating_sub(due)));
                }
            });
        }
    });
    println!(
        "{} requests in {:.1?}, wrong or foreign: {}",
        seconds * rate,
        begun.elapsed(),
        wrong.into_inner()
    );
    times.say();
}

fn one(
    agent: &ureq::Agent,
    (url, token, org): (&str, &str, usize),
    random: &mut Random,
) -> (&'static str, bool) {
    let bearer = format!("Bearer {token}");
    let post = |path: &str, body: String| {
        let asked = agent.post(format!("{url}{path}")).header("authorization", &bearer);
        let mut answer = asked.send(body).ok()?;
        Some((answer.status().as_u16(), answer.body_mut().read_to_string().ok()?))
    };
    let get = |path: &str| {
        let mut answer =
            agent.get(format!("{url}{path}")).header("authorization", &bearer).call().ok()?;
        Some((answer.status().as_u16(), answer.body_mut().read_to_string().ok()?))
    };
    match random.below(100) {
        0..90 => {
            let query = random.words(4);
            let answer = post("/v1/search", serde_json::json!({ "query": query }).to_string());
            let mark = format!("org{org}mark");
            let good = answer.is_some_and(|(status, text)| {
                let found: HubSearchResponse = serde_json::from_str(&text).unwrap_or_default();
                status == 200
                    && found
                        .hits
                        .iter()
                        .all(|hit| hit.snippet.contains(&mark) || !hit.snippet.contains("mark "))
            });
            ("search", good)
        }
        90..94 => {
            let body = serde_json::to_string(&fact(org, random)).unwrap();
            ("propose", post("/v1/proposals", body).is_some_and(|(status, _)| status == 201))
        }
        94..97 => {
            ("feed", get("/v1/feed?scope=org&since=0").is_some_and(|(status, _)| status == 200))
        }
        _ => ("memory", get("/v1/me").is_some_and(|(status, _)| status == 200)),
    }
}

/// The same searches by PostgreSQL's own full text, over the same number of made-up texts.
fn beside(url: &str, (seconds, rate): (usize, usize)) {
    let mut client = connect(url).unwrap();
    let count: i64 = client.query_one("SELECT count(*) FROM chunks", &[]).unwrap().get(0);
    client
        .batch_execute("CREATE TABLE beside (org integer, id serial, text text, words tsvector)")
        .unwrap();
    let mut random = Random(5);
    let mut rows = 0;
    while rows < count {
        let texts: Vec<String> = (0..1_000).map(|_| fact(0, &mut random).statement).collect();
        let sql = "INSERT INTO beside (org, text, words) SELECT ($2 + i) % 20, t, to_tsvector('simple', t)
            FROM unnest($1::text[]) WITH ORDINALITY AS u (t, i)";
        client.execute(sql, &[&texts, &rows]).unwrap();
        rows += 1_000;
    }
    for sql in ["CREATE INDEX ON beside USING gin (words)", "VACUUM ANALYZE beside"] {
        client.batch_execute(sql).unwrap();
    }
    let (times, number) = (Times::default(), AtomicU64::new(0));
    let pool = Arc::new(Pool::new(url, 16).unwrap());
    let begun = Instant::now();
    std::thread::scope(|scope| {
        for hand in 0..HANDS {
            let (times, number, pool) = (&times, &number, &pool);
            scope.spawn(move || {
                let mut random = Random(hand as u64 + 77);
                loop {
                    let at = number.fetch_add(1, Ordering::Relaxed) as usize;
                    if at >= seconds * rate {
                        return;
                    }
                    let due = Duration::from_secs_f64(at as f64 / rate as f64);
                    std::thread::sleep(due.saturating_sub(begun.elapsed()));
                    let query = random.words(4).replace(' ', " or ");
                    let org = random.below(ORGS) as i32;
                    let sql = "SELECT id, text, ts_rank(words, q) FROM beside, websearch_to_tsquery('simple', $1) q
                        WHERE words @@ q AND org = $2 ORDER BY 3 DESC LIMIT 6";
                    pool.with_connection(|client| Ok(client.query(sql, &[&query, &org])?)).unwrap();
                    times.0.lock().unwrap().push(("gin", begun.elapsed().saturating_sub(due)));
                }
            });
        }
    });
    times.say();
}
