//! Work that takes long: one at a time, and whoever looks sees how far it has come.

use std::sync::Arc;
use std::thread;

use palimp_engine::memory::Progress;
use palimp_pages::WorkResult;
use palimp_serve::body::Bytes;
use palimp_serve::extract::State;
use palimp_serve::response::Response;
use tokio::sync::mpsc;

use crate::board::Board;
use crate::desk::{Asking, Desk};
use crate::live::{data, events};

/// Begins work, where none is under way. It ends with the process at the latest: what it writes is
/// whole at any moment.
pub(crate) fn begin(
    desk: &Arc<Desk>,
    work: impl FnOnce(&Desk, Progress) -> Result<WorkResult, String> + Send + 'static,
) {
    if !desk.work.begin() {
        return;
    }
    let desk = Arc::clone(desk);
    thread::spawn(move || {
        let progress: Progress = &mut |done, total, what| desk.work.at(done, total, what);
        let attempt = std::panic::AssertUnwindSafe(|| work(&desk, progress));
        let ended = std::panic::catch_unwind(attempt);
        desk.work.ended(ended.unwrap_or_else(|_| Err("the work broke off".to_owned())));
    });
}

/// How far it is, as it goes on.
pub(crate) async fn stream(State(desk): State<Arc<Desk>>, asking: Asking) -> Response {
    let (to, from) = mpsc::channel(4);
    tokio::spawn(follow(desk, asking, to));
    events(from)
}

async fn follow(desk: Arc<Desk>, asking: Asking, to: mpsc::Sender<Bytes>) {
    let mut seen = desk.work.follow();
    loop {
        let Board { work, over } = seen.borrow_and_update().clone();
        let is_under_way = work.as_ref().is_some_and(|it| it.ended.is_none());
        let mut event = String::new();
        if let Some(work) = work {
            let html = palimp_pages::work_status(&asking.view, &work).into_string();
            event = format!("{}\n", data(&html));
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
