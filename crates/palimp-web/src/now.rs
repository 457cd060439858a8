//! Now.

use std::collections::HashMap;
use std::sync::Arc;

use palimp_engine::browse::TimelineMoment;
use palimp_engine::doctor::{Part, State};
use palimp_engine::inject::Given;
use palimp_engine::open::{self, ActivityDb, Filter};
use palimp_engine::status::{Waiting, injects};
use palimp_pages::{LiveOverview, PageError, SessionInfo};
use palimp_serve::extract::State as Shared;
use palimp_serve::response::Response;

use crate::desk::{Asking, Desk, Page, answer, failed};
use crate::shown;

/// How much of what happened is shown.
const MOMENTS: usize = 30;

/// How much of what happened, and how many sessions, are looked at for those under way.
const LATELY: usize = 200;

/// A session of which nothing was heard for this long is not under way, in milliseconds.
const QUIET: i64 = 30 * 60_000;

pub(crate) async fn page(Shared(desk): Shared<Arc<Desk>>, asking: Asking) -> Response {
    answer(desk, asking, made).await
}

fn made(desk: &Desk, asking: &Asking) -> Page {
    let settings = desk.settings();
    let opened = open::to_read(desk.home());
    let mut now = LiveOverview::default();
    match &opened {
        Err(error) => now.wrong.push(error.to_string()),
        Ok(open::Activity { db: None, .. }) => {}
        Ok(open::Activity { db: Some(db), not_shown }) => {
            now.mark = db.current_position().map_err(failed)?.to_string();
            let moments = db.timeline(&desk.filter(), MOMENTS).map_err(failed)?;
            now.last = moments.last().map(TimelineMoment::created_at);
            now.moments = moments.into_iter().rev().map(shown::moment).collect();
            let at = asking.view.now.timestamp().as_millisecond();
            now.sessions = under_way(desk, db, at - QUIET)?;
            now.wrong.extend(not_shown.clone());
            waits(&mut now, &Waiting::of(Some(db), &settings, &asking.view.now).map_err(failed)?);
            let daily = settings.memory.daily_token_budget;
            now.tokens = now.tokens.map(|(spent, _)| (spent, daily));
        }
    }
    now.captures = settings.memory.enabled;
    now.injects = injects(&settings);
    for finding in desk.surroundings().look(&settings, Part::Clients) {
        match finding.state {
            State::Open => now.open += 1,
            State::Wrong => now.wrong.push(format!("{}: {}", finding.what, finding.words)),
            State::Well | State::Mended => {}
        }
    }
    now.proposals = desk.notes().proposals().map_or(0, |listed| listed.proposals.len());
    Ok(palimp_pages::live_page(&asking.view, &now))
}

/// The sessions of which something was heard since a moment and after their end, if they had one; a session's own
/// row is brought up to date only when a turn ends.
fn under_way(desk: &Desk, db: &ActivityDb, since: i64) -> Result<Vec<SessionInfo>, PageError> {
    let lately = Filter { since: Some(since), ..desk.filter() };
    let heard = db.timeline(&lately, LATELY).map_err(failed)?.into_iter().map(shown::moment);
    let heard: HashMap<String, i64> = heard.map(|it| (it.session, it.at)).collect();
    let sessions = db.sessions(&desk.filter(), LATELY).map_err(failed)?;
    let sessions = sessions.into_iter().map(shown::session);
    let heard =
        sessions.filter_map(|it| heard.get(&it.id).map(|at| SessionInfo { ended: *at, ..it }));
    let mut under_way = Vec::new();
    for session in heard {
        let given = Given::read(db.injected_state(&session.id).map_err(failed)?.as_deref());
        if given.ended_at.is_none_or(|end| end < session.ended) {
            under_way.push(session);
        }
    }
    Ok(under_way)
}

fn waits(now: &mut LiveOverview, waiting: &Waiting) {
    now.waiting = (waiting.messages, waiting.sessions);
    now.tokens = (waiting.distiller != "rules").then_some((waiting.tokens_today, 0));
    now.wrong.extend(waiting.failing.as_ref().map(|(_, _, why, _)| why.clone()));
}
