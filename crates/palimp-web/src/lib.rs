//! The dashboard: what a person looks at who would rather look than type.
//!
//! A page is a file here, which asks the engine, and a file in `palimp-pages`, which writes it. A page
//! reads and changes nothing; what a form sends is changed by the engine's functions, the ones that
//! commands call.

mod activity_report;
mod app_state;
mod assets;
mod clients;
mod code;
mod edit;
mod forget;
mod health;
mod homes;
mod injections;
mod job;
mod live;
mod messages;
mod notes;
mod now;
mod project;
mod project_activity;
mod query_string;
mod review;
mod run_job;
mod search;
mod search_index;
mod sessions;
mod settings;
mod team;
mod tokens;
mod view_model;

use std::future::Future;
use std::sync::Arc;

use palimp_engine::notes::browse::follow_captures;
use palimp_serve::routing::{get, post};
use palimp_serve::{AccessControl, Listener, Router, ServeError, ServePolicy, Sessions};

pub use app_state::{ClientFilePlan, DashboardHost, DashboardState};
pub use palimp_pages::Lang;

/// Serves the dashboard to whoever `sessions` lets in, until `shutdown` is done.
///
/// # Errors
///
/// When the system refuses what a server needs.
pub fn serve(
    state: DashboardState,
    listener: Listener,
    sessions: Sessions,
    shutdown: impl Future<Output = ()>,
) -> Result<(), ServeError> {
    let state = Arc::new(state.with_base(sessions.path()));
    let told = Arc::clone(&state);
    // Without the system's events, a page shows what is new when it is loaded again.
    let _following =
        follow_captures(state.home(), move || told.captures.send_modify(|it| *it += 1));
    let ending = async {
        shutdown.await;
        state.captures.send_modify(|it| *it = u64::MAX);
        state.work.shut_down();
    };
    let mut policy = ServePolicy::local_only(AccessControl::Session(sessions));
    policy.refuse =
        |refusal, headers| refusal.to_response(app_state::of_browser(headers) == Some(Lang::Ko));
    palimp_serve::serve(listener, policy, build_router(&state), ending)
}

fn build_router(state: &Arc<DashboardState>) -> Router {
    Router::new()
        .route("/", get(project::show_project))
        .route("/now", get(now::now_page))
        .route("/project", get(project::show_project).post(project::change_line))
        .route("/live", get(live::live_stream))
        .route("/search", get(search::search_page))
        .route("/sessions", get(sessions::sessions_page))
        .route("/sessions/{id}", get(sessions::session_page))
        .route("/told", get(injections::injections_page).post(injections::change_wish))
        .route("/notes", get(notes::folder_page))
        .route("/notes/{*path}", get(notes::note_page).post(edit::change_note))
        .route("/review", get(review::review_page).post(review::decide_proposal))
        .route("/review/code", post(code::decide_fact))
        .route("/team", get(team::team_page).post(team::change_team))
        .route("/time", get(activity_report::past_page))
        .route("/tokens", get(tokens::tokens_page))
        .route("/health", get(health::health_page).post(health::repair_or_scan))
        .route("/settings", get(settings::settings_page).post(settings::change_setting))
        .route("/settings/index", post(settings::run_index_action))
        .route("/settings/clients", post(settings::change_client))
        .route("/homes", get(homes::homes_page).post(homes::change_homes))
        .route("/homes/read", get(homes::home_note_page))
        .route("/work", get(run_job::progress_stream))
        .route("/assets/{name}", get(assets::serve_asset))
        .fallback(app_state::not_found_page)
        .with_state(Arc::clone(state))
}
