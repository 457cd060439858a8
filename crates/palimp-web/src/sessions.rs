//! Routes of the page *Sessions*: the list, and one session with its conversation.

use std::sync::Arc;

use palimp_engine::notes::activity_report;
use palimp_engine::notes::browse::{self, load_conversation};
use palimp_pages::{PageError, SessionEpisode, SessionList, SessionTurn};
use palimp_serve::extract::{Path, State};
use palimp_serve::response::Response;

use crate::app_state::{DashboardState, PageRequest, PageResult, engine_failure, render_page};
use crate::view_model;

/// Number of sessions on a page.
const SESSIONS_PER_PAGE: usize = 50;

pub(crate) async fn sessions_page(
    State(state): State<Arc<DashboardState>>,
    asking: PageRequest,
) -> Response {
    render_page(state, asking, |state, asking| {
        let db = state.open_activity()?;
        let [projects, clients] = state.form_choices(db.as_ref())?;
        let asked = &asking.asked;
        let (project, client) = (asked.non_empty("project"), asked.non_empty("client"));
        let from: usize = asked.parse_number("from");
        let mut listed = SessionList {
            project: project.clone().unwrap_or_default(),
            client: client.clone().unwrap_or_default(),
            projects,
            clients,
            ..SessionList::default()
        };
        if let Some(db) = db {
            let mut filter = state.agent_filter();
            (filter.project, filter.client) = (project, client);
            let until = from.saturating_add(SESSIONS_PER_PAGE);
            let day = asking.day_bounds("day");
            filter.since = day.map(|(begin, _)| begin);
            let most =
                if day.is_some() { activity_report::MAX_SESSIONS } else { until.saturating_add(1) };
            let mut found = db.sessions(&filter, most).map_err(engine_failure)?;
            found.retain(|it| day.is_none_or(|(_, end)| it.ended_at < end));
            listed.day = day.map_or_else(String::new, |_| asked.field_value("day").to_owned());
            listed.next = (found.len() > until).then_some(until);
            found.truncate(until);
            let shown = found.into_iter().skip(from);
            listed.sessions = shown
                .map(|it| view_model::page_session(&db, it))
                .collect::<Result<_, PageError>>()?;
        }
        Ok(palimp_pages::sessions_page(&asking.view, &listed))
    })
    .await
}

pub(crate) async fn session_page(
    State(state): State<Arc<DashboardState>>,
    Path(id): Path<String>,
    asking: PageRequest,
) -> Response {
    render_page(state, asking, move |state, asking| build_page(state, asking, &id)).await
}

fn build_page(state: &DashboardState, asking: &PageRequest, id: &str) -> PageResult {
    let db = state.open_activity()?.ok_or(PageError::Missing)?;
    let found = load_conversation(&db, &state.open_notes(), id)
        .map_err(engine_failure)?
        .ok_or(PageError::Missing)?;
    let condensed = found.condensed.into_iter();
    let condensed =
        condensed.map(|it| SessionEpisode { path: it.path, line: it.line, text: it.text });
    let turns = found.turns.into_iter().map(turn_row).collect();
    let (turns, next) = view_model::paginate(turns, asking.asked.parse_number("from"), turn_bytes);
    let (session, condensed) =
        (view_model::page_session(&db, found.session)?, condensed.collect::<Vec<_>>());
    Ok(palimp_pages::session_page(&asking.view, &session, &turns, &condensed, next))
}

fn turn_row(turn: browse::ConversationItem) -> SessionTurn {
    match turn {
        browse::ConversationItem::Said(it) => SessionTurn::Moment(view_model::message_moment(it)),
        browse::ConversationItem::Did(it) => {
            SessionTurn::Moment(view_model::observation_moment(it))
        }
        browse::ConversationItem::Told(it) => SessionTurn::Told(view_model::page_injection(it)),
    }
}

fn turn_bytes(turn: &SessionTurn) -> usize {
    match turn {
        SessionTurn::Moment(it) => it.text.len(),
        SessionTurn::Told(it) => it.passages.iter().map(|it| it.text.len() + 100).sum(),
    }
}
