//! Usage that a client adds up itself beyond the requests that its transcripts tell of: those that shorten a
//! conversation, and those to other models that belong to no message.
//!
//! A sum is that of a run of the client, which may have held several sessions. It is compared with all
//! requests of these, so that nothing is counted twice: where more is told than the sum has, as of a
//! session that went on in another run, nothing is added.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::TokenCounts;
use super::counted::{CountedTranscript, RequestRecord};

/// A run of a client: the sessions that it held, and the greatest sum of each model.
#[derive(Default)]
struct ClientRun<'a> {
    sessions: HashSet<&'a str>,
    sums: BTreeMap<&'a str, (&'a CountedTranscript, &'a RequestRecord)>,
}

/// Returns the usage that belongs to no request, by model, with the sum that holds it.
pub(super) fn unattributed_usage<'a>(
    files: &[&'a CountedTranscript],
) -> Vec<(&'a CountedTranscript, &'a RequestRecord, TokenCounts)> {
    let runs = client_runs(files);
    let sessions: HashSet<&str> = runs.values().flat_map(|run| &run.sessions).copied().collect();
    let told = told_usage(files, &sessions);
    runs.values().flat_map(|run| remaining_usage(run, &told)).collect()
}

fn client_runs<'a>(files: &[&'a CountedTranscript]) -> BTreeMap<u64, ClientRun<'a>> {
    let mut runs: BTreeMap<u64, ClientRun> = BTreeMap::new();
    let size =
        |record: &RequestRecord| record.tokens.total_input().saturating_add(record.tokens.output);
    for (file, sum) in files.iter().flat_map(|file| file.totals.iter().map(|sum| (*file, sum))) {
        let run = runs.entry(sum.id).or_default();
        run.sessions.insert(file.name_at(sum.session));
        let best = run.sums.entry(file.name_at(sum.model)).or_insert((file, sum));
        if size(sum) > size(best.1) {
            *best = (file, sum);
        }
    }
    runs
}

/// Usage that is told of these sessions, by session and model; each request once.
fn told_usage<'a>(
    files: &[&'a CountedTranscript],
    sessions: &HashSet<&str>,
) -> HashMap<&'a str, HashMap<&'a str, TokenCounts>> {
    let mut requests: HashMap<(&str, &str, u64), TokenCounts> = HashMap::new();
    for (file, record) in files.iter().flat_map(|file| file.records.iter().map(|it| (*file, it))) {
        let session = file.name_at(record.session);
        if sessions.contains(session) {
            let one = requests.entry((session, file.name_at(record.model), record.id)).or_default();
            *one = one.max(record.tokens);
        }
    }
    let mut told: HashMap<&str, HashMap<&str, TokenCounts>> = HashMap::new();
    for ((session, model, _), tokens) in requests {
        *told.entry(session).or_default().entry(model).or_default() += tokens;
    }
    told
}

/// Usage in a run's sums beyond what is told of its sessions. A client may name one model in two ways, so
/// no more than the sum of all models has beyond all that is told.
fn remaining_usage<'a>(
    run: &ClientRun<'a>,
    told: &HashMap<&str, HashMap<&str, TokenCounts>>,
) -> Vec<(&'a CountedTranscript, &'a RequestRecord, TokenCounts)> {
    let of_sessions = || run.sessions.iter().filter_map(|session| told.get(session));
    let sum = |all: &mut dyn Iterator<Item = TokenCounts>| {
        let mut sum = TokenCounts::default();
        all.for_each(|tokens| sum += tokens);
        sum
    };
    let all_told = sum(&mut of_sessions().flat_map(HashMap::values).copied());
    let mut left = sum(&mut run.sums.values().map(|(_, sum)| sum.tokens)).excess_over(all_told);
    let mut found = Vec::new();
    for (model, (file, of_model)) in &run.sums {
        let told = sum(&mut of_sessions().filter_map(|models| models.get(model)).copied());
        let more = of_model.tokens.excess_over(told);
        // The lesser of both.
        let rest = more.excess_over(more.excess_over(left));
        left = left.excess_over(rest);
        if rest != TokenCounts::default() {
            found.push((*file, *of_model, rest));
        }
    }
    found
}
