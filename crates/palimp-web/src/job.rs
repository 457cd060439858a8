//! State of long-running work: one job at a time.

use palimp_pages::{BackgroundWork, WorkResult};
use tokio::sync::watch;

/// The current job, or the last one with its result.
#[derive(Clone, Debug, Default)]
pub(crate) struct JobState {
    /// None where nothing was ever worked at.
    pub(crate) work: Option<BackgroundWork>,
    /// True if the server is shutting down.
    pub(crate) over: bool,
}

/// The work that takes long.
#[derive(Default)]
pub(crate) struct JobTracker(watch::Sender<JobState>);

impl JobTracker {
    /// Returns the current job, or the last one with its result.
    pub(crate) fn current_job(&self) -> Option<BackgroundWork> {
        self.0.borrow().work.clone()
    }

    /// Returns a receiver of the state as it changes.
    pub(crate) fn subscribe(&self) -> watch::Receiver<JobState> {
        self.0.subscribe()
    }

    /// Nobody hears of it any more.
    pub(crate) fn shut_down(&self) {
        self.0.send_modify(|board| board.over = true);
    }

    /// Begins a job. Returns false if another job is still running.
    pub(crate) fn try_begin(&self) -> bool {
        self.0.send_if_modified(|board| {
            let is_free = board.work.as_ref().is_none_or(|it| it.ended.is_some());
            if is_free {
                board.work = Some(BackgroundWork::default());
            }
            is_free
        })
    }

    /// Says how far it is, where one would see that.
    pub(crate) fn report_progress(&self, done: u64, total: u64, what: &str) {
        const PROGRESS_STEPS: u64 = 200;
        self.0.send_if_modified(|board| {
            let Some(work) = &mut board.work else { return false };
            let step = |done: u64, total: u64| done * PROGRESS_STEPS / total.max(1);
            let is_seen = work.what != what || step(work.done, work.total) != step(done, total);
            if is_seen {
                (work.done, work.total) = (done, total);
                what.clone_into(&mut work.what);
            }
            is_seen
        });
    }

    /// Says what came of it.
    pub(crate) fn finish_job(&self, with: Result<WorkResult, String>) {
        self.0.send_modify(|board| {
            board.work.iter_mut().for_each(|it| it.ended = Some(with.clone()))
        });
    }
}
