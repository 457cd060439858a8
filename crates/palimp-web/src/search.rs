//! Search.

use std::sync::Arc;

use palimp_core::author::AuthorKind;
use palimp_core::observation::ObservationType;
use palimp_core::project::ProjectIdentity;
use palimp_engine::federation::OfHome;
use palimp_engine::open::{ActivityDb, Filter};
use palimp_engine::recall::{self, Options, Source};
use palimp_pages::{HitView, NoteMiss, NoteMissReason, PageError, SearchView};
use palimp_serve::extract::State;
use palimp_serve::response::Response;

use crate::asked::Asked;
use crate::desk::{Asking, Desk, Page, answer, failed};

/// How many hits are shown.
const HITS: usize = 20;

pub(crate) async fn page(State(desk): State<Arc<Desk>>, asking: Asking) -> Response {
    answer(desk, asking, made).await
}

fn made(desk: &Desk, asking: &Asking) -> Page {
    let db = desk.activity()?;
    let part = asking.asked.text("part") == "hits";
    let [projects, clients] = if part { Default::default() } else { desk.choices(db.as_ref())? };
    let asked = asked(&asking.asked);
    let homes = if part { Vec::new() } else { other_homes(desk) };
    let mut search = SearchView { asked, projects, clients, homes, ..SearchView::default() };
    if !search.asked.query.trim().is_empty() {
        ask(desk, asking, db.as_ref(), &mut search)?;
    }
    Ok(match part {
        true => palimp_pages::hit_list(&asking.view, &search),
        false => palimp_pages::search_page(&asking.view, &search),
    })
}

fn asked(asked: &Asked) -> palimp_pages::SearchForm {
    let text = |name: &str| asked.text(name).to_owned();
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
fn other_homes(desk: &Desk) -> Vec<String> {
    let places = desk.homes(|homes, _| homes.places()).into_iter();
    places.filter(|it| !it.own).map(|it| it.label).collect()
}

/// Why the note that is asked for is not among the hits.
fn why_not(desk: &Desk, asking: &Asking, search: &SearchView) -> Result<NoteMiss, PageError> {
    let path = search.asked.why.trim();
    let is_it = |hit: &HitView| hit.source == "notes" && hit.path.as_deref() == Some(path);
    if search.found.iter().flatten().any(is_it) {
        return Ok(NoteMiss { reason: NoteMissReason::Found, lacks: Vec::new() });
    }
    desk.searching(|memory, settings| {
        let floor = settings.search.min_score;
        let options = Options { floor, ..options(desk, asking) };
        let why = memory.why_not(&search.asked.query, &options, path).map_err(failed)?;
        let reason = match why.reason {
            recall::Reason::Missing => NoteMissReason::Missing,
            recall::Reason::NotIndexed => NoteMissReason::NotIndexed,
            recall::Reason::Hidden(by) => NoteMissReason::Hidden(by),
            recall::Reason::Unlike => NoteMissReason::Unlike,
            recall::Reason::Ranked { rank, score, parts } => {
                let parts = [("score", score)].into_iter().chain(parts);
                let parts = parts.map(|(name, value)| (name.to_owned(), value)).collect();
                NoteMissReason::Ranked(rank, floor.into(), parts)
            }
        };
        Ok(NoteMiss { reason, lacks: why.lacks })
    })
}

fn ask(
    desk: &Desk,
    asking: &Asking,
    db: Option<&ActivityDb>,
    search: &mut SearchView,
) -> Result<(), PageError> {
    let query = search.asked.query.clone();
    if !search.asked.home.is_empty() {
        let only = Some(search.asked.home.as_str()).filter(|home| *home != "*");
        let (hits, remarks) = in_homes(desk, asking, &query, only)?;
        (search.found, search.remarks) = (Some(hits), remarks);
        return Ok(());
    }
    let answer = desk.searching(|memory, settings| {
        let floor = settings.search.min_score;
        let options = Options { floor, ..options(desk, asking) };
        memory.search(&query, &options, db, &mut |_, _, _| ()).map_err(failed)
    })?;
    search.remarks = answer.notes;
    search.found = Some(answer.hits.into_iter().map(hit).collect());
    if !search.asked.why.trim().is_empty() {
        search.why_not = Some(why_not(desk, asking, search)?);
    }
    Ok(())
}

/// The notes of all homes, or of one, that answer a question; and what could not be looked at.
pub(crate) fn in_homes(
    desk: &Desk,
    asking: &Asking,
    query: &str,
    only: Option<&str>,
) -> Result<(Vec<HitView>, Vec<String>), PageError> {
    let now = asking.view.now.timestamp().as_millisecond();
    desk.homes(|homes, settings| {
        let filter = Filter { since: asking.since(), ..Filter::default() };
        let usual = Options::new(filter, &ProjectIdentity::from_root("/"), now);
        let floor = settings.search.min_score;
        let project = asking.asked.some("project");
        let author = AuthorKind::from_name(asking.asked.text("author"));
        let options = Options { limit: HITS, floor, project, author, ..usual };
        let answer = homes.search(query, &options, only).map_err(|_| PageError::Missing)?;
        let hits = answer.hits.into_iter().map(|OfHome { home, agent, hit }| HitView {
            home: Some((home, agent)),
            ..self::hit(hit)
        });
        Ok((hits.collect(), answer.notes))
    })
}

fn options(desk: &Desk, asking: &Asking) -> Options {
    let (asked, now) = (&asking.asked, &asking.view.now);
    let mut filter = desk.filter();
    filter.project = asked.some("project");
    filter.client = asked.some("client");
    filter.kind = ObservationType::from_name(asked.text("type"));
    filter.since = asking.since();
    let (source, of_tools) = (asked.text("source"), filter.kind.is_some());
    let from = |name: &str| source.is_empty() || source == name;
    Options {
        limit: HITS,
        // A type and a client are things that notes don't have.
        notes: from("notes") && !of_tools && filter.client.is_none(),
        observations: from("observations"),
        messages: from("messages") && !of_tools,
        commits: from("commits") && !of_tools && filter.client.is_none(),
        author: AuthorKind::from_name(asked.text("author")),
        ..Options::new(filter, &ProjectIdentity::from_root("/"), now.timestamp().as_millisecond())
    }
}

pub(crate) fn hit(hit: recall::Hit) -> HitView {
    let parts = hit.parts.iter().copied().filter(|(name, _)| *name != "confidence");
    let parts = [("score", hit.score)].into_iter().chain(parts);
    let vouched = hit.team.as_ref().map(|team| team.vouched());
    let against = hit.against.as_ref().map(|other| format!("≠ {other}"));
    HitView {
        beside: vouched.into_iter().chain(against).collect(),
        source: match hit.source {
            Source::Notes => "notes",
            Source::Observations => "observations",
            Source::Messages => "messages",
            Source::Commits | Source::Records => "commits",
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
