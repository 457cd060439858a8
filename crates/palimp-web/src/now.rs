//! Route of the page *Now*: sessions under way and recent work.

use std::collections::HashMap;
use std::sync::Arc;

use palimp_engine::home::exclusion::{Exclusion, Exclusions};
use palimp_engine::ingest::open_activity::{self, ActivityDb, Filter};
use palimp_engine::injection::inject::InjectionState;
use palimp_engine::notes::browse::TimelineMoment;
use palimp_engine::service::doctor::{DoctorPart, FindingState};
use palimp_engine::service::status::{FlushBacklog, is_injection_enabled};
use palimp_pages::{LiveOverview, PageError, SessionInfo};
use palimp_serve::extract::State as Shared;
use palimp_serve::response::Response;

use crate::app_state::{DashboardState, PageRequest, PageResult, engine_failure, render_page};
use crate::view_model;

/// Maximum recent moments that are shown.
const MAX_MOMENTS: usize = 30;

/// Maximum recent moments, and recent sessions, that are checked for sessions under way.
const MAX_RECENT_ROWS: usize = 200;

/// A session of which nothing was heard for this long is not under way, in milliseconds.
const IDLE_SESSION_MS: i64 = 30 * 60_000;

pub(crate) async fn now_page(
    Shared(state): Shared<Arc<DashboardState>>,
    asking: PageRequest,
) -> Response {
    render_page(state, asking, build_page).await
}

fn build_page(state: &DashboardState, asking: &PageRequest) -> PageResult {
    let settings = state.load_settings();
    let opened = open_activity::to_read(state.home());
    let mut now = LiveOverview::default();
    match &opened {
        Err(error) => now.wrong.push(error.to_string()),
        Ok(open_activity::CapturedActivity { db: None, .. }) => {}
        Ok(open_activity::CapturedActivity { db: Some(db), not_shown }) => {
            now.mark = db.current_position().map_err(engine_failure)?.to_string();
            let moments =
                db.timeline(&state.agent_filter(), MAX_MOMENTS).map_err(engine_failure)?;
            now.last = moments.last().map(TimelineMoment::created_at);
            now.moments = moments.into_iter().rev().map(view_model::page_moment).collect();
            let at = asking.view.now.timestamp().as_millisecond();
            now.sessions = under_way(state, db, at - IDLE_SESSION_MS)?;
            now.wrong.extend(not_shown.clone());
            fill_pending(
                &mut now,
                &FlushBacklog::from_database(Some(db), &settings, &asking.view.now)
                    .map_err(engine_failure)?,
            );
            let daily = settings.flush.daily_token_budget;
            now.tokens = now.tokens.map(|(spent, _)| (spent, daily));
        }
    }
    let exclusions = Exclusions::load(state.home(), &settings);
    let reasons =
        exclusions.all_reasons(state.home().root(), asking.view.now.timestamp().as_millisecond());
    now.excluded = reasons.iter().map(Exclusion::in_words).collect();
    now.captures = settings.memory.enabled;
    now.injects = is_injection_enabled(&settings);
    for finding in state.host().check_part(&settings, DoctorPart::Clients) {
        match finding.state {
            FindingState::Open => now.open += 1,
            FindingState::Wrong => now.wrong.push(format!("{}: {}", finding.what, finding.words)),
            FindingState::Well | FindingState::Mended => {}
        }
    }
    Ok(palimp_pages::live_page(&asking.view, &now))
}

/// The sessions of which something was heard since a moment and after their end, if they had one; a session's own
/// row is brought up to date only when a turn ends.
fn under_way(
    state: &DashboardState,
    db: &ActivityDb,
    since: i64,
) -> Result<Vec<SessionInfo>, PageError> {
    let lately = Filter { since: Some(since), ..state.agent_filter() };
    let heard = db
        .timeline(&lately, MAX_RECENT_ROWS)
        .map_err(engine_failure)?
        .into_iter()
        .map(view_model::page_moment);
    let heard: HashMap<String, i64> = heard.map(|it| (it.session, it.at)).collect();
    let sessions = db.sessions(&state.agent_filter(), MAX_RECENT_ROWS).map_err(engine_failure)?;
    let mut under_way = Vec::new();
    for session in sessions {
        let Some(&heard_at) = heard.get(&session.session_id) else { continue };
        let given = InjectionState::from_json(
            db.injection_state(&session.session_id).map_err(engine_failure)?.as_deref(),
        );
        if given.ended_at.is_none_or(|end| end < heard_at) {
            let session = view_model::page_session(db, session)?;
            under_way.push(SessionInfo { ended: heard_at, ..session });
        }
    }
    Ok(under_way)
}

fn fill_pending(now: &mut LiveOverview, waiting: &FlushBacklog) {
    now.waiting = (waiting.messages, waiting.sessions);
    now.tokens = (waiting.distiller != "rules").then_some((waiting.tokens_today, 0));
    now.wrong.extend(waiting.failing.as_ref().map(|(_, _, why, _)| why.clone()));
}
