//! How well a hub finds, on a set of questions with known answers:
//! `cargo run --release -p palimp-hub --example retrieval -- DIRECTORY`.
//!
//! The directory has `corpus.jsonl`, `queries.dev.jsonl` and `qrels.dev.tsv`, as `palimp bench retrieval` takes them: each
//! record becomes a fact of one organisation. Beside the figures of `palimp bench retrieval` on the same set they say
//! whether a hub answers as a home does.

#![expect(clippy::print_stdout, reason = "an example prints what is its own")]

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::Path;

use palimp_hub::{
    Asker, Error, HubNode, Master, Pool, PublicEndpoint, ScopeCache, Tenant, Throwaway,
    WriteContext, connect, find_programs, make_link, make_org, migrate, set_policy, verbs,
};
use palimp_hub_api::{HubReviewRequest, HubSearchRequest, Propose, ReviewVerdict};
use serde_json::Value;

fn lines(path: &Path) -> Vec<Value> {
    let text = fs::read_to_string(path).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value[key].as_str().unwrap_or_default()
}

fn main() {
    let directory = std::env::args().nth(1).expect("a directory");
    let directory = Path::new(&directory);
    let scratch = std::env::temp_dir().join(format!("palimp-hub-retrieval-{}", std::process::id()));
    let cache = std::env::temp_dir().join("palimp-hub-postgres");
    let server = Throwaway::start(&find_programs(&cache).unwrap(), &scratch).unwrap();
    let (url, master, shelves) =
        (server.url("postgres"), Master::random().unwrap(), ScopeCache::default());
    let mut client = connect(&url).unwrap();
    migrate(&mut client).unwrap();
    make_org(&mut client, "bench", "owner").unwrap();
    set_policy(&mut client, "bench", &serde_json::json!({ "fourEyes": false })).unwrap();
    let public = PublicEndpoint::local_only(([127, 0, 0, 1], 0));
    let hub = HubNode::new(Pool::new(&url, 1).unwrap(), master.clone(), public);
    let token = hub.redeem_link(&make_link(&mut client, "bench", "owner").unwrap()).unwrap();
    let means = WriteContext { master: &master, shelves: &shelves };

    let mut ids: HashMap<String, String> = HashMap::new();
    let mut tenant = Tenant::begin(&mut client, &Asker::Token(&token)).unwrap();
    for record in lines(&directory.join("corpus.jsonl")) {
        let statement = match text(&record, "title") {
            "" => text(&record, "text").to_owned(),
            title => format!("# {title}\n\n{}", text(&record, "text")),
        };
        let mut fact = Propose {
            scope: "org".to_owned(),
            kind: "passage".to_owned(),
            statement,
            ..Propose::default()
        };
        let proposed = match verbs::propose(&mut tenant, means, (&fact, None)) {
            Err(Error::Findings(found)) => {
                // Telephone numbers of encyclopedias may stay.
                fact.allow = found
                    .into_iter()
                    .map(|it| it.kind)
                    .collect::<HashSet<_>>()
                    .into_iter()
                    .collect();
                verbs::propose(&mut tenant, means, (&fact, None))
            }
            other => other,
        };
        let memory = proposed.unwrap().memory;
        let (version, verdict) = (memory.version, ReviewVerdict::Approve);
        let review =
            HubReviewRequest { memory: memory.id.clone(), version, verdict, why: String::new() };
        verbs::review(&mut tenant, means, (&review, None)).unwrap();
        ids.insert(memory.id, text(&record, "_id").to_owned());
    }
    tenant.commit().unwrap();

    let mut answers: HashMap<String, HashSet<String>> = HashMap::new();
    for line in fs::read_to_string(directory.join("qrels.dev.tsv")).unwrap().lines().skip(1) {
        let mut parts = line.split('\t');
        let (query, record) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        answers.entry(query.to_owned()).or_default().insert(record.to_owned());
    }
    let (mut asked, mut sums) = (0.0, [0.0; 3]);
    for question in lines(&directory.join("queries.dev.jsonl")) {
        let Some(right) = answers.get(text(&question, "_id")) else { continue };
        let search = HubSearchRequest {
            query: text(&question, "text").to_owned(),
            max_results: Some(30),
            min_score: Some(0.0),
            ..HubSearchRequest::default()
        };
        let mut tenant = Tenant::begin(&mut client, &Asker::Token(&token)).unwrap();
        let found = verbs::search(&mut tenant, (&shelves, &master), &search).unwrap();
        let mut seen = HashSet::new();
        let found: Vec<&String> = found
            .hits
            .iter()
            .map(|hit| &ids[&hit.id])
            .filter(|id| seen.insert((*id).clone()))
            .take(10)
            .collect();
        asked += 1.0;
        for (sum, among) in sums.iter_mut().zip([1, 5, 10]) {
            let held = found.iter().take(among).filter(|id| right.contains(**id)).count();
            *sum += held as f64 / right.len() as f64;
        }
    }
    let [one, five, ten] = sums.map(|sum| 100.0 * sum / asked);
    println!(
        "{asked} questions over {} facts: R@1 {one:.1}  R@5 {five:.1}  R@10 {ten:.1}",
        ids.len()
    );
}
