//! The dashboard: what a person looks at who would rather look than type.
//!
//! A page is a file here, which asks the engine, and a file in `palimp-pages`, which writes it. A page
//! reads and changes nothing; what a form sends is changed by the engine's functions, the ones that
//! commands call.

mod asked;
mod assets;
mod board;
mod clients;
mod code;
mod desk;
mod edit;
mod forget;
mod health;
mod homes;
mod index;
mod live;
mod notes;
mod now;
mod past;
mod project;
mod review;
mod search;
mod sessions;
mod settings;
mod shown;
mod team;
mod tokens;
mod told;
mod work;

use std::future::Future;
use std::sync::Arc;

use palimp_engine::browse::follow_captures;
use palimp_serve::routing::{get, post};
use palimp_serve::{Access, Listener, Policy, Router, ServeError, Sessions};

pub use desk::{Desk, Planned, Surroundings};
pub use palimp_pages::{Korean, Lang};

/// Serves the dashboard to whoever `sessions` lets in, until `shutdown` is done.
///
/// # Errors
///
/// When the system refuses what a server needs.
pub fn serve(
    desk: Desk,
    listener: Listener,
    sessions: Sessions,
    shutdown: impl Future<Output = ()>,
) -> Result<(), ServeError> {
    let desk = Arc::new(desk.below(sessions.path()));
    let told = Arc::clone(&desk);
    // Without the system's events, a page shows what is new when it is loaded again.
    let _following = follow_captures(desk.home(), move || told.captures.send_modify(|it| *it += 1));
    let ending = async {
        shutdown.await;
        desk.captures.send_modify(|it| *it = u64::MAX);
        desk.work.end();
    };
    let mut policy = Policy::local(Access::Session(sessions));
    policy.refuse = |refusal, headers| refusal.answer(desk::of_browser(headers) == Some(Lang::Ko));
    palimp_serve::serve(listener, policy, router(&desk), ending)
}

fn router(desk: &Arc<Desk>) -> Router {
    Router::new()
        .route("/", get(now::page))
        .route("/project", get(project::page).post(project::change))
        .route("/live", get(live::stream))
        .route("/search", get(search::page))
        .route("/sessions", get(sessions::list))
        .route("/sessions/{id}", get(sessions::one))
        .route("/told", get(told::page).post(told::wish))
        .route("/notes", get(notes::folder))
        .route("/notes/{*path}", get(notes::one).post(edit::change))
        .route("/review", get(review::page).post(review::decide))
        .route("/review/code", post(code::decide))
        .route("/team", get(team::page).post(team::change))
        .route("/time", get(past::page))
        .route("/tokens", get(tokens::page))
        .route("/health", get(health::page).post(health::mend))
        .route("/settings", get(settings::page).post(settings::change))
        .route("/settings/index", post(settings::make))
        .route("/settings/clients", post(settings::wire))
        .route("/homes", get(homes::page).post(homes::change))
        .route("/homes/read", get(homes::read))
        .route("/work", get(work::stream))
        .route("/assets/{name}", get(assets::file))
        .fallback(desk::nowhere)
        .with_state(Arc::clone(desk))
}
