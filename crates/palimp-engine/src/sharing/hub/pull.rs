//! Pulls approved memories from an organisation's hub: fetches them, verifies that the history
//! continues from the last pull, checks them with today's rules, writes them, and then records the
//! pull.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use palimp_core::home::HomePaths;
use palimp_core::settings::Settings;
use palimp_redact::Redactor;
use serde::Serialize;

use super::api::{ChainHead, Feed, HubMemory, ScopeInfo};
use super::hub_state::{HubPullState, QuarantinedMemory};
use super::scopes::{PulledScope, readable_scopes};
use super::{Error, HomeHub, HubApiClient, HubTransport, file};
use crate::home::redaction;
use crate::home::stamp_file;
use crate::sharing::teams::redaction_fingerprint;

/// Marker whose mtime is the time of the last automatic pull.
const PULL_MARKER_NAME: &str = "hub-pull";
/// Maximum number of memories pulled from a scope at once.
const MAX_SCOPE_MEMORIES: usize = 100_000;
/// Days for which pulled memories are kept without the hub, if it names no limit.
const DEFAULT_OFFLINE_DAYS: u32 = 14;

/// True if an automatic pull is due: there are hubs, and the interval has passed.
pub fn is_due(home: &HomePaths, settings: &Settings) -> bool {
    let hours = settings.hub.pull_hours;
    let age = Duration::from_secs(hours.saturating_mul(3_600));
    hours > 0 && home.hubs_dir().is_dir() && stamp_file::is_older(home, PULL_MARKER_NAME, age)
}

/// Marks hubs as pulled now, so that no other process starts a pull.
///
/// # Errors
///
/// When the marker cannot be written.
pub fn mark_pulled(home: &HomePaths) -> Result<(), palimp_store::StoreError> {
    stamp_file::touch_marker(home, PULL_MARKER_NAME)
}

/// Result of a pull.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Pulled {
    /// The organisation.
    pub org: String,
    /// Number of new or changed memories.
    pub came: usize,
    /// Number of memories that are not served any more.
    pub went: usize,
    /// State after the pull.
    #[serde(flatten)]
    pub state: HubPullState,
}

/// Pulls from a hub at `now`, in milliseconds since the Unix epoch. If the hub is not reached or
/// not trusted, the state gives the reason, and memories pulled before are served until they
/// expire.
///
/// # Errors
///
/// When a file of the home cannot be written.
pub fn pull(
    hub: &HomeHub,
    door: &dyn HubTransport,
    settings: &Settings,
    now: i64,
) -> Result<Pulled, Error> {
    let _lock = hub.wait_for_lock()?;
    let mut state = HubPullState { checked_at: now, ..hub.state() };
    let rules = redaction_fingerprint(settings);
    let (mut came, mut went, scopes) = (0, 0, state.scopes.clone());
    match fetch_news(hub, HubApiClient(door), &state, state.rules == rules) {
        Ok(news) => {
            state.rules = rules;
            (came, went) = apply_news(hub, &mut state, news, &redaction::secret_finder(settings))?;
            state.reached_at = now;
            (state.trouble, state.refused, state.dropped) = (None, None, None);
        }
        Err(error @ Error::File { .. }) => return Err(error),
        Err(Error::Said { problem, .. }) if problem.status == 401 => {
            state.trouble = Some(crate::messages::token_rejected(&problem.title));
            went = state.facts;
            let why = crate::messages::token_rejected_cleared();
            drop_pulled(hub, &mut state, &why)?;
        }
        Err(error) => {
            state.refused = match &error {
                Error::Rewritten(why) => Some(why.clone()),
                _ => state.refused.take(),
            };
            state.trouble = Some(error.to_string());
            if is_over(&state, now) {
                went = state.facts;
                let days = state.max_offline_days;
                drop_pulled(hub, &mut state, &crate::messages::hub_silent_cleared(days))?;
            }
        }
    }
    // A project that is declared otherwise is another one here.
    let declared =
        |all: &[PulledScope]| all.iter().map(|kept| kept.scope.clone()).collect::<Vec<_>>();
    if came + went > 0 || declared(&scopes) != declared(&state.scopes) {
        state.edition = now.max(state.edition + 1);
    }
    hub.write_json_file("state.json", &state)?;
    Ok(Pulled { org: hub.org.clone(), came, went, state })
}

/// True if the pulled memories are too old to be served.
fn is_over(state: &HubPullState, now: i64) -> bool {
    let most = i64::from(state.max_offline_days).saturating_mul(86_400_000);
    !state.scopes.is_empty() && now.saturating_sub(state.reached_at) > most
}

/// Drops the pulled memories, but not the known history: a later pull must continue from it.
fn drop_pulled(hub: &HomeHub, state: &mut HubPullState, why: &str) -> Result<(), Error> {
    if state.scopes.is_empty() && state.dropped.is_some() {
        return Ok(());
    }
    hub.drop_scopes(|_| false)?;
    state.dropped = Some(why.to_owned());
    (state.scopes, state.held, state.turns, state.facts) = Default::default();
    Ok(())
}

/// Changes fetched from a hub.
struct News {
    head: ChainHead,
    days: u32,
    scopes: Vec<ScopeNews>,
}

struct ScopeNews {
    scope: ScopeInfo,
    /// By their ids.
    put: BTreeMap<String, HubMemory>,
    gone: BTreeSet<String>,
    cursor: ChainHead,
    /// True if it contains the whole scope, so that all other memories are gone.
    whole: bool,
}

/// Fetches all changes before anything is written. `same_rules` says that memories pulled before
/// were checked with today's rules; otherwise they are fetched again.
fn fetch_news(
    hub: &HomeHub,
    call: HubApiClient,
    state: &HubPullState,
    same_rules: bool,
) -> Result<News, Error> {
    let me = call.me()?;
    if me.org != hub.org {
        return Err(Error::Strange(crate::messages::feed_of_other_scope(
            format_args!("{:?}", me.org),
            &hub.org,
        )));
    }
    check_successor(&state.head, &me.head)?;
    let mut news = News { head: me.head.clone(), days: me.max_offline_days, scopes: Vec::new() };
    for scope in readable_scopes(&me)? {
        let known = state.scopes.iter().find(|kept| kept.scope.id == scope.id);
        let known = known.map(|kept| &kept.cursor).filter(|cursor| cursor.seq > 0);
        // A scope that is new here says at least that the history goes on from where it was known.
        let cursor = known.unwrap_or(&state.head).clone();
        let mut of_scope = fetch_since(call, &scope, &cursor)?;
        if cursor.seq > 0 && (known.is_none() || !same_rules) {
            of_scope = fetch_since(call, &scope, &ChainHead::default())?;
        }
        of_scope.whole = known.is_none() || !same_rules;
        if of_scope.cursor.seq > news.head.seq {
            news.head = of_scope.cursor.clone();
        }
        news.scopes.push(of_scope);
    }
    Ok(news)
}

/// Fails unless a link may follow the last one that was seen.
fn check_successor(known: &ChainHead, head: &ChainHead) -> Result<(), Error> {
    if head.seq < known.seq {
        return Err(Error::Rewritten(crate::messages::hub_history_shortened(head.seq, known.seq)));
    }
    if head.seq == known.seq && head.hash != known.hash {
        return Err(rewritten_error(known.seq));
    }
    Ok(())
}

fn rewritten_error(seq: u64) -> Error {
    Error::Rewritten(crate::messages::hub_history_rewritten(seq))
}

/// Fetches the changes of a scope since a link, page by page.
fn fetch_since(
    call: HubApiClient,
    scope: &ScopeInfo,
    cursor: &ChainHead,
) -> Result<ScopeNews, Error> {
    let mut news = ScopeNews {
        scope: scope.clone(),
        put: BTreeMap::new(),
        gone: BTreeSet::new(),
        cursor: cursor.clone(),
        whole: false,
    };
    let mut at = cursor.seq;
    loop {
        let Feed { put, gone, next, more, head, since } = call.fetch_feed(&scope.id, at)?;
        if at == cursor.seq && at > 0 {
            let same = since.is_some_and(|link| link.seq == at && link.hash == cursor.hash);
            same.then_some(()).ok_or_else(|| rewritten_error(at))?;
        }
        check_successor(&ChainHead { seq: cursor.seq.max(next), ..head.clone() }, &head)?;
        for memory in put {
            news.gone.remove(&memory.id);
            news.put.insert(memory.id.clone(), memory);
        }
        news.put.retain(|id, _| !gone.contains(id));
        news.gone.extend(gone);
        if news.put.len() > MAX_SCOPE_MEMORIES {
            return Err(Error::Strange(crate::messages::scope_too_large(MAX_SCOPE_MEMORIES)));
        }
        match more {
            true if next > at => at = next,
            false if next == head.seq => {
                news.cursor = head;
                return Ok(news);
            }
            _ => return Err(Error::Strange(crate::messages::feed_does_not_advance())),
        }
    }
}

/// Writes new memories and removes others; returns the number of each.
fn apply_news(
    hub: &HomeHub,
    state: &mut HubPullState,
    news: News,
    redactor: &Redactor,
) -> Result<(usize, usize), Error> {
    let (mut came, mut went) = (0, 0);
    let stays: BTreeSet<&str> = news.scopes.iter().map(|it| it.scope.id.as_str()).collect();
    went += hub.drop_scopes(|scope| stays.contains(scope))?;
    state.held.retain(|held| stays.contains(held.scope.as_str()));
    for of_scope in &news.scopes {
        let scope = &of_scope.scope.id;
        let mut gone = of_scope.gone.clone();
        if of_scope.whole {
            gone.extend(hub.memory_ids(scope));
            state.held.retain(|held| held.scope != *scope);
        }
        hub.sweep_scope(scope);
        for memory in of_scope.put.values() {
            gone.remove(&memory.id);
            state.held.retain(|held| held.id != memory.id);
            match file::render_memory(&of_scope.scope, memory, redactor) {
                Ok((text, _)) => hub.write_memory(scope, &memory.id, &text)?,
                Err(why) => {
                    quarantine(state, (scope, &memory.id), why);
                    gone.insert(memory.id.clone());
                }
            }
            came += 1;
        }
        for id in gone.iter().filter(|id| palimp_team::is_name(id)) {
            hub.remove_memory(scope, id)?;
            state.held.retain(|held| held.id != *id || of_scope.put.contains_key(id));
            went += 1;
        }
    }
    state.scopes = news
        .scopes
        .into_iter()
        .map(|it| PulledScope { scope: it.scope, cursor: it.cursor })
        .collect();
    state.head = news.head;
    state.max_offline_days = if news.days == 0 { DEFAULT_OFFLINE_DAYS } else { news.days };
    if came + went > 0 {
        let served = hub.served_of(&state.scopes);
        (state.facts, state.turns) = (served.facts.len(), served.change_days());
    }
    Ok((came, went))
}

fn quarantine(state: &mut HubPullState, (scope, id): (&str, &str), why: String) {
    state.held.push(QuarantinedMemory { scope: scope.to_owned(), id: id.to_owned(), why });
}
