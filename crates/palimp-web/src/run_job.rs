//! Work that takes long: one at a time, and whoever looks sees how far it has come.

use std::sync::Arc;
use std::thread;

use palimp_core::lang::{current_lang, with_lang};
use palimp_engine::retrieval::index_sync::StageProgress;
use palimp_pages::WorkResult;
use palimp_serve::body::Bytes;
use palimp_serve::extract::State;
use palimp_serve::response::Response;
use tokio::sync::mpsc;

use crate::app_state::{DashboardState, PageRequest};
use crate::job::JobState;
use crate::live::{event_data, event_response};

/// Begins work, where none is under way. It ends with the process at the latest: what it writes is
/// whole at any moment.
pub(crate) fn begin_job(
    state: &Arc<DashboardState>,
    work: impl FnOnce(&DashboardState, StageProgress) -> Result<WorkResult, String> + Send + 'static,
) {
    if !state.work.try_begin() {
        return;
    }
    let (state, lang) = (Arc::clone(state), current_lang());
    thread::spawn(move || {
        let progress: StageProgress =
            &mut |done, total, what| state.work.report_progress(done, total, what);
        let attempt = std::panic::AssertUnwindSafe(|| work(&state, progress));
        let ended = std::panic::catch_unwind(|| with_lang(lang, attempt));
        state.work.finish_job(ended.unwrap_or_else(|_| Err("the work broke off".to_owned())));
    });
}

/// Streams the progress of the job.
pub(crate) async fn progress_stream(
    State(state): State<Arc<DashboardState>>,
    asking: PageRequest,
) -> Response {
    let (to, from) = mpsc::channel(4);
    tokio::spawn(send_progress(state, asking, to));
    event_response(from)
}

async fn send_progress(state: Arc<DashboardState>, asking: PageRequest, to: mpsc::Sender<Bytes>) {
    let mut seen = state.work.subscribe();
    loop {
        let JobState { work, over } = seen.borrow_and_update().clone();
        let is_under_way = work.as_ref().is_some_and(|it| it.ended.is_none());
        let mut event = String::new();
        if let Some(work) = work {
            let html = palimp_pages::work_status(&asking.view, &work).into_string();
            event = format!("{}\n", event_data(&html));
        }
        if over || !is_under_way {
            event += "event: ended\ndata:\n\n";
        }
        if to.send(event.into()).await.is_err() || over || !is_under_way {
            return;
        }
        tokio::select! {
            changed = seen.changed() => if changed.is_err() { return },
            () = to.closed() => return,
        }
    }
}
