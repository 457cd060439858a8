//! Route of the page *Search*.

use std::sync::Arc;

use palimp_core::author::AuthorKind;
use palimp_core::observation::ObservationType;
use palimp_core::project::ProjectIdentity;
use palimp_engine::ingest::open_activity::{ActivityDb, Filter};
use palimp_engine::retrieval::federation::OfHome;
use palimp_engine::retrieval::recall::{self, HitSource, SearchOptions};
use palimp_pages::{HitView, NoteMiss, NoteMissReason, PageError, SearchView};
use palimp_serve::extract::State;
use palimp_serve::response::Response;

use crate::app_state::{DashboardState, PageRequest, PageResult, engine_failure, render_page};
use crate::query_string::RequestFields;

/// Maximum hits that are shown.
const MAX_HITS: usize = 20;

pub(crate) async fn search_page(
    State(state): State<Arc<DashboardState>>,
    asking: PageRequest,
) -> Response {
    render_page(state, asking, build_page).await
}

fn build_page(state: &DashboardState, asking: &PageRequest) -> PageResult {
    let db = state.open_activity()?;
    let part = asking.asked.field_value("part") == "hits";
    let [projects, clients] =
        if part { Default::default() } else { state.form_choices(db.as_ref())? };
    let asked = search_form(&asking.asked);
    let homes = if part { Vec::new() } else { other_homes(state) };
    let mut search = SearchView { asked, projects, clients, homes, ..SearchView::default() };
    if !search.asked.query.trim().is_empty() {
        run_search(state, asking, db.as_ref(), &mut search)?;
    }
    Ok(match part {
        true => palimp_pages::hit_list(&asking.view, &search),
        false => palimp_pages::search_page(&asking.view, &search),
    })
}

fn search_form(asked: &RequestFields) -> palimp_pages::SearchForm {
    let text = |name: &str| asked.field_value(name).to_owned();
    palimp_pages::SearchForm {
        query: text("q"),
        source: text("source"),
        project: text("project"),
        client: text("client"),
        kind: text("type"),
        since: text("since"),
        author: text("author"),
        home: text("home"),
        why: text("why"),
    }
}

/// The labels of other homes.
fn other_homes(state: &DashboardState) -> Vec<String> {
    let places = state.with_homes(|homes, _| homes.list_homes()).into_iter();
    places.filter(|it| !it.own).map(|it| it.label).collect()
}

/// Explains why the requested note is not among the hits.
fn why_not(
    state: &DashboardState,
    asking: &PageRequest,
    search: &SearchView,
) -> Result<NoteMiss, PageError> {
    let path = search.asked.why.trim();
    let is_it = |hit: &HitView| hit.source == "notes" && hit.path.as_deref() == Some(path);
    if search.found.iter().flatten().any(is_it) {
        return Ok(NoteMiss { reason: NoteMissReason::Found, lacks: Vec::new() });
    }
    state.with_search_memory(|memory, settings| {
        let floor = settings.search.min_score;
        let options = SearchOptions { floor, ..search_options(state, asking) };
        let why = memory
            .searcher()
            .explain_miss(&search.asked.query, &options, path)
            .map_err(engine_failure)?;
        let reason = match why.reason {
            recall::MissReason::Missing => NoteMissReason::Missing,
            recall::MissReason::NotIndexed => NoteMissReason::NotIndexed,
            recall::MissReason::Hidden(by) => NoteMissReason::Hidden(by),
            recall::MissReason::Unlike => NoteMissReason::Unlike,
            recall::MissReason::Ranked { rank, score, parts } => {
                let parts = [("score", score)].into_iter().chain(parts);
                let parts = parts.map(|(name, value)| (name.to_owned(), value)).collect();
                NoteMissReason::Ranked(rank, floor.into(), parts)
            }
        };
        Ok(NoteMiss { reason, lacks: why.lacks })
    })
}

fn run_search(
    state: &DashboardState,
    asking: &PageRequest,
    db: Option<&ActivityDb>,
    search: &mut SearchView,
) -> Result<(), PageError> {
    let query = search.asked.query.clone();
    if !search.asked.home.is_empty() {
        let only = Some(search.asked.home.as_str()).filter(|home| *home != "*");
        let (hits, remarks) = in_homes(state, asking, &query, only)?;
        (search.found, search.remarks) = (Some(hits), remarks);
        return Ok(());
    }
    let answer = state.with_search_memory(|memory, settings| {
        let floor = settings.search.min_score;
        let options = SearchOptions { floor, ..search_options(state, asking) };
        memory.searcher().search(&query, &options, db, &mut |_, _, _| ()).map_err(engine_failure)
    })?;
    search.remarks = answer.notes;
    search.found = Some(answer.hits.into_iter().map(hit_row).collect());
    if !search.asked.why.trim().is_empty() {
        search.why_not = Some(why_not(state, asking, search)?);
    }
    Ok(())
}

/// The notes of all homes, or of one, that answer a question; and what could not be looked at.
pub(crate) fn in_homes(
    state: &DashboardState,
    asking: &PageRequest,
    query: &str,
    only: Option<&str>,
) -> Result<(Vec<HitView>, Vec<String>), PageError> {
    let now = asking.view.now.timestamp().as_millisecond();
    state.with_homes(|homes, settings| {
        let filter = Filter { since: asking.since_ms(), ..Filter::default() };
        let usual = SearchOptions::new(filter, &ProjectIdentity::from_root("/"), now);
        let floor = settings.search.min_score;
        let project = asking.asked.non_empty("project");
        let author = AuthorKind::from_name(asking.asked.field_value("author"));
        let options = SearchOptions { limit: MAX_HITS, floor, project, author, ..usual };
        let answer = homes.search(query, &options, only).map_err(|_| PageError::Missing)?;
        let hits = answer.hits.into_iter().map(|OfHome { home, agent, hit }| HitView {
            home: Some((home, agent)),
            ..self::hit_row(hit)
        });
        Ok((hits.collect(), answer.notes))
    })
}

fn search_options(state: &DashboardState, asking: &PageRequest) -> SearchOptions {
    let (asked, now) = (&asking.asked, &asking.view.now);
    let mut filter = state.agent_filter();
    filter.project = asked.non_empty("project");
    filter.client = asked.non_empty("client");
    filter.kind = ObservationType::from_name(asked.field_value("type"));
    filter.since = asking.since_ms();
    let (source, of_tools) = (asked.field_value("source"), filter.kind.is_some());
    let from = |name: &str| source.is_empty() || source == name;
    SearchOptions {
        limit: MAX_HITS,
        // A type and a client are things that notes don't have.
        notes: from("notes") && !of_tools && filter.client.is_none(),
        observations: from("observations"),
        messages: from("messages") && !of_tools,
        commits: from("commits") && !of_tools && filter.client.is_none(),
        author: AuthorKind::from_name(asked.field_value("author")),
        ..SearchOptions::new(
            filter,
            &ProjectIdentity::from_root("/"),
            now.timestamp().as_millisecond(),
        )
    }
}

pub(crate) fn hit_row(hit: recall::SearchHit) -> HitView {
    let parts = hit.parts.iter().copied().filter(|(name, _)| *name != "confidence");
    let parts = [("score", hit.score)].into_iter().chain(parts);
    let vouched = hit.team.as_ref().map(|team| team.approval_in_words());
    let against = hit.against.as_ref().map(|other| format!("≠ {other}"));
    HitView {
        beside: vouched.into_iter().chain(against).collect(),
        source: match hit.source {
            HitSource::Notes => "notes",
            HitSource::Observations => "observations",
            HitSource::Messages => "messages",
            HitSource::Commits | HitSource::Records => "commits",
        },
        home: None,
        id: hit.id,
        path: hit.path.or(hit.pointer),
        line: hit.start_line.filter(|_| hit.team.is_none()),
        session: hit.session_id,
        heading: hit.heading,
        text: hit.snippet,
        author: hit.author.name(),
        project: hit.project,
        client: hit.client,
        at: hit.created_at,
        parts: parts.map(|(name, value)| (name.to_owned(), value)).collect(),
    }
}
