//! Progress of long work, on a terminal alone.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A bar on standard error; invisible where that is no terminal, and for work that is done before
/// anyone could read it.
pub(crate) struct Bar {
    bar: ProgressBar,
    may_show: bool,
}

/// Minimum duration of work that shows a bar.
const SHOW_DELAY: Duration = Duration::from_millis(300);

impl Bar {
    /// A bar for `total` steps of `what`, in the user's language; `quiet` hides it.
    pub(crate) fn new(quiet: bool, total: u64, what: String) -> Bar {
        // Hidden at first, because a bar draws itself as soon as it has a message.
        let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template("{msg} {wide_bar} {percent:>3} % {eta}") {
            bar.set_style(style);
        }
        bar.set_message(what);
        Bar { bar, may_show: !quiet && crate::output::talks_to_terminal() }
    }

    /// One more step is done.
    pub(crate) fn step(&self) {
        self.bar.inc(1);
        self.show_late();
    }

    /// So much of so much is done.
    pub(crate) fn set_progress(&self, done: u64, total: u64, what: &str) {
        if self.bar.elapsed() < SHOW_DELAY {
            return;
        }
        self.show_late();
        self.bar.set_length(total);
        let what = crate::output::inline(what);
        if self.bar.message() != what {
            self.bar.set_message(what);
        }
        self.bar.set_position(done);
    }

    /// Shows the bar on the terminal once the work has taken a while.
    fn show_late(&self) {
        if self.may_show && self.bar.is_hidden() && self.bar.elapsed() >= SHOW_DELAY {
            self.bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(10));
        }
    }

    /// All is done; the bar goes.
    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
