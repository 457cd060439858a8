//! Following directories, so that an index is fresh before anybody asks.
//!
//! The system's events are gathered until none has come for a while: an editor's save is several,
//! a checkout is thousands. A directory that goes away is looked for until it comes back.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use notify::event::ModifyKind;
use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher as _};
use palimp_note::path::is_markdown;

use crate::VaultError;
use crate::messages;

/// Default time without an event before changes are reported.
pub const DEFAULT_DEBOUNCE: Duration = Duration::from_millis(1500);

/// Interval at which a directory that went away is looked for.
const LOST_ROOT_POLL_INTERVAL: Duration = Duration::from_secs(1);
/// Maximum number of debounce times after which changes that never cease are reported.
const MAX_DEBOUNCES: u32 = 8;

/// Follows directories until it is dropped.
pub struct Watcher {
    sender: Sender<WatchMessage>,
    thread: Option<JoinHandle<()>>,
}

enum WatchMessage {
    Event(notify::Result<Event>),
    Stop,
}

/// Follows `paths`, directories or single notes, and calls `on_change` from a thread of its own
/// with the notes and directories that changed, once nothing has changed for `debounce`.
///
/// Hidden files and files other than Markdown are not reported. A path that does not exist yet, or
/// comes back after it went away, is reported itself: everything in it may be new.
///
/// # Errors
///
/// When the system cannot follow a path, for instance because it follows too many.
pub fn watch_paths(
    paths: &[PathBuf],
    debounce: Duration,
    on_change: impl FnMut(&[PathBuf]) + Send + 'static,
) -> Result<Watcher, VaultError> {
    let (sender, receiver) = channel();
    let events = sender.clone();
    let watcher = notify::recommended_watcher(move |event| {
        // The thread ends before the watcher; events in between are not needed.
        let _ = events.send(WatchMessage::Event(event));
    });
    let watcher = watcher.map_err(|error| watch_error(Path::new("the file system"), &error))?;
    let mut follower = Follower {
        watcher,
        roots: paths.to_vec(),
        lost: Vec::new(),
        changed: BTreeSet::new(),
        debounce,
        on_change,
    };
    for path in paths {
        follower.follow_path(path)?;
    }
    let thread = thread::Builder::new()
        .name("palimp-watch".to_owned())
        .spawn(move || follower.run(&receiver))
        .map_err(|error| VaultError::from_io(Path::new("the watching thread"), error))?;
    Ok(Watcher { sender, thread: Some(thread) })
}

impl Drop for Watcher {
    fn drop(&mut self) {
        let _ = self.sender.send(WatchMessage::Stop);
        // Dropped by its own callback, it ends when that returns.
        let thread = self.thread.take().filter(|held| held.thread().id() != thread::current().id());
        if let Some(thread) = thread {
            let _ = thread.join();
        }
    }
}

struct Follower<F> {
    watcher: RecommendedWatcher,
    roots: Vec<PathBuf>,
    /// Roots that are not there now.
    lost: Vec<PathBuf>,
    changed: BTreeSet<PathBuf>,
    debounce: Duration,
    on_change: F,
}

impl<F: FnMut(&[PathBuf])> Follower<F> {
    fn follow_path(&mut self, path: &Path) -> Result<(), VaultError> {
        match self.watcher.watch(path, RecursiveMode::Recursive) {
            Ok(()) => Ok(()),
            Err(_) if !path.exists() => {
                self.lost.push(path.to_owned());
                Ok(())
            }
            Err(error) => Err(watch_error(path, &error)),
        }
    }

    fn run(mut self, receiver: &Receiver<WatchMessage>) {
        let mut first = Instant::now();
        loop {
            match receiver.recv_timeout(self.quiet_time()) {
                Ok(WatchMessage::Event(event)) => {
                    let before = self.changed.len();
                    self.record_event(event);
                    if before == 0 {
                        first = Instant::now();
                    }
                    if first.elapsed() > self.debounce * MAX_DEBOUNCES {
                        self.report_changes();
                    }
                }
                Err(RecvTimeoutError::Timeout) => {
                    self.look_again();
                    self.report_changes();
                }
                Ok(WatchMessage::Stop) | Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    /// Returns the time without an event after which changes are reported.
    fn quiet_time(&self) -> Duration {
        match (self.changed.is_empty(), self.lost.is_empty()) {
            (false, _) => self.debounce,
            (true, false) => {
                LOST_ROOT_POLL_INTERVAL.min(self.debounce.max(Duration::from_millis(10)))
            }
            (true, true) => Duration::from_secs(3600),
        }
    }

    fn record_event(&mut self, event: notify::Result<Event>) {
        let Ok(event) = event else {
            // Events were lost, and it is unknown which.
            self.changed.extend(self.roots.iter().cloned());
            return;
        };
        if event.need_rescan() {
            self.changed.extend(self.roots.iter().cloned());
        }
        if matches!(event.kind, EventKind::Access(_)) {
            return;
        }
        let gone =
            matches!(event.kind, EventKind::Remove(_) | EventKind::Modify(ModifyKind::Name(_)));
        for path in event.paths {
            if gone && self.roots.contains(&path) && !path.exists() {
                self.mark_lost(&path);
            }
            if self.is_relevant(&path, &event.kind) {
                self.changed.insert(path);
            }
        }
    }

    fn mark_lost(&mut self, root: &Path) {
        let _ = self.watcher.unwatch(root);
        if !self.lost.iter().any(|lost| lost == root) {
            self.lost.push(root.to_owned());
        }
    }

    fn look_again(&mut self) {
        for root in std::mem::take(&mut self.lost) {
            if root.exists() && self.watcher.watch(&root, RecursiveMode::Recursive).is_ok() {
                self.changed.insert(root);
            } else {
                self.lost.push(root);
            }
        }
    }

    fn report_changes(&mut self) {
        if !self.changed.is_empty() {
            let changed = std::mem::take(&mut self.changed).into_iter().collect::<Vec<_>>();
            (self.on_change)(&changed);
        }
    }

    /// True if a change can be one of a note.
    fn is_relevant(&self, path: &Path, kind: &EventKind) -> bool {
        let Some(root) = self.roots.iter().find(|root| path.starts_with(root)) else {
            return false;
        };
        let below = path.strip_prefix(root).unwrap_or(path);
        let hidden = below.components().any(|part| {
            let name = part.as_os_str().as_encoded_bytes();
            name.starts_with(b".") || name == b"node_modules"
        });
        !hidden && (path == root || is_note(path) || is_directory(path, kind))
    }
}

fn is_note(path: &Path) -> bool {
    path.file_name().and_then(|name| name.to_str()).is_some_and(is_markdown)
}

/// True if a directory came, went or got another name; its notes did too. Of a directory that is
/// gone, only the name can tell.
fn is_directory(path: &Path, kind: &EventKind) -> bool {
    let moves = matches!(
        kind,
        EventKind::Create(_) | EventKind::Remove(_) | EventKind::Modify(ModifyKind::Name(_))
    );
    moves && (path.is_dir() || (!path.exists() && path.extension().is_none()))
}

fn watch_error(path: &Path, error: &notify::Error) -> VaultError {
    let reason = match error.kind {
        notify::ErrorKind::MaxFilesWatch => messages::too_many_watches(),
        _ => error.to_string(),
    };
    VaultError::Watch { path: path.to_owned(), reason }
}
