//! Sessions.

use std::sync::Arc;

use palimp_engine::browse::{self, conversation};
use palimp_engine::past;
use palimp_pages::{PageError, SessionEpisode, SessionList, SessionTurn};
use palimp_serve::extract::{Path, State};
use palimp_serve::response::Response;

use crate::desk::{Asking, Desk, Page, answer, failed};
use crate::shown;

/// How many sessions are on a page.
const SESSIONS: usize = 50;

pub(crate) async fn list(State(desk): State<Arc<Desk>>, asking: Asking) -> Response {
    answer(desk, asking, |desk, asking| {
        let db = desk.activity()?;
        let [projects, clients] = desk.choices(db.as_ref())?;
        let asked = &asking.asked;
        let (project, client) = (asked.some("project"), asked.some("client"));
        let from: usize = asked.number("from");
        let mut listed = SessionList {
            project: project.clone().unwrap_or_default(),
            client: client.clone().unwrap_or_default(),
            projects,
            clients,
            ..SessionList::default()
        };
        if let Some(db) = db {
            let mut filter = desk.filter();
            (filter.project, filter.client) = (project, client);
            let until = from.saturating_add(SESSIONS);
            let day = asking.day("day");
            filter.since = day.map(|(begin, _)| begin);
            let most = if day.is_some() { past::MOST } else { until.saturating_add(1) };
            let mut found = db.sessions(&filter, most).map_err(failed)?;
            found.retain(|it| day.is_none_or(|(_, end)| it.ended_at < end));
            listed.day = day.map_or_else(String::new, |_| asked.text("day").to_owned());
            listed.next = (found.len() > until).then_some(until);
            found.truncate(until);
            listed.sessions = found.into_iter().skip(from).map(shown::session).collect();
        }
        Ok(palimp_pages::sessions_page(&asking.view, &listed))
    })
    .await
}

pub(crate) async fn one(
    State(desk): State<Arc<Desk>>,
    Path(id): Path<String>,
    asking: Asking,
) -> Response {
    answer(desk, asking, move |desk, asking| made(desk, asking, &id)).await
}

fn made(desk: &Desk, asking: &Asking, id: &str) -> Page {
    let db = desk.activity()?.ok_or(PageError::Missing)?;
    let found = conversation(&db, &desk.notes(), id).map_err(failed)?.ok_or(PageError::Missing)?;
    let condensed = found.condensed.into_iter();
    let condensed =
        condensed.map(|it| SessionEpisode { path: it.path, line: it.line, text: it.text });
    let turns = found.turns.into_iter().map(turn).collect();
    let (turns, next) = shown::part(turns, asking.asked.number("from"), weight);
    let (session, condensed) = (shown::session(found.session), condensed.collect::<Vec<_>>());
    Ok(palimp_pages::session_page(&asking.view, &session, &turns, &condensed, next))
}

fn turn(turn: browse::Turn) -> SessionTurn {
    match turn {
        browse::Turn::Said(it) => SessionTurn::Moment(shown::said(it)),
        browse::Turn::Did(it) => SessionTurn::Moment(shown::done(it)),
        browse::Turn::Told(it) => SessionTurn::Told(shown::given(it)),
    }
}

fn weight(turn: &SessionTurn) -> usize {
    match turn {
        SessionTurn::Moment(it) => it.text.len(),
        SessionTurn::Told(it) => it.passages.iter().map(|it| it.text.len() + 100).sum(),
    }
}
