//! Changes of files since the last query, from the kernel's event queue.
//!
//! A long-running process cannot check every file before each answer. The kernel queues an event
//! before the call that changed a file returns, so a process that drains the queue before the
//! answer misses no change and does not wait. ([`crate::watch`] reports changes on its own, but a
//! moment later.)
//!
//! A change that the events do not describe with certainty is [`FileChanges::Unknown`]: a directory
//! that was created or removed, or a queue overflow. Only Linux has such a queue, and only for
//! local file systems: no event reports a write of another machine into a shared directory.

use std::collections::BTreeSet;
use std::fs::{self, Metadata};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// Paths whose changes matter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WatchedPaths {
    /// Directories whose notes and subdirectories are watched, except hidden ones.
    pub notes: BTreeSet<PathBuf>,
    /// Directories in which everything matters that comes or goes.
    pub all: BTreeSet<PathBuf>,
    /// Files and directories that were asked for by their names, whether they are there or not. They
    /// may be links.
    pub named: BTreeSet<PathBuf>,
}

/// Changes since the last query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileChanges {
    /// These notes came, changed or went; none, if nothing did.
    Notes(BTreeSet<PathBuf>),
    /// Unknown changes: every file has to be checked.
    Unknown,
}

/// Events of some directories since [`FileEvents::subscribe`].
#[derive(Debug)]
pub struct FileEvents {
    queue: system::Queue,
    places: WatchedPaths,
    named: Vec<Option<Identity>>,
}

/// Identity of a named file or directory, with the state of a file.
type Identity = (u64, u64, u32, Option<(u64, i64, i64)>);

impl FileEvents {
    /// Follows `places` from now on. Returns `None` where the system does not report everything
    /// that happens there, or has no room for more: then the caller has to look at the files.
    pub fn subscribe(places: WatchedPaths) -> Option<FileEvents> {
        let named = places.named.iter().map(|path| read_identity(path)).collect();
        let notes = places.notes.difference(&places.all).map(|path| (path.as_path(), false));
        let all = places.all.iter().map(|path| (path.as_path(), true));
        let queue = system::Queue::open(notes.chain(all))?;
        Some(FileEvents { queue, places, named })
    }

    /// Returns the followed paths.
    pub fn places(&self) -> &WatchedPaths {
        &self.places
    }

    /// Returns the changes since the last call. After [`FileChanges::Unknown`] this value is of no
    /// further use.
    pub fn take_changes(&mut self) -> FileChanges {
        let same = |(path, then): (&PathBuf, &Option<Identity>)| read_identity(path) == *then;
        if !self.places.named.iter().zip(&self.named).all(same) {
            return FileChanges::Unknown;
        }
        self.queue.drain().map_or(FileChanges::Unknown, FileChanges::Notes)
    }
}

fn read_identity(path: &Path) -> Option<Identity> {
    let meta = fs::metadata(path).ok()?;
    let written = |meta: &Metadata| (meta.size(), meta.mtime(), meta.mtime_nsec());
    Some((meta.dev(), meta.ino(), meta.mode(), meta.is_file().then(|| written(&meta))))
}

#[cfg(target_os = "linux")]
mod system {
    use std::collections::{BTreeSet, HashMap};
    use std::ffi::OsStr;
    use std::mem::MaybeUninit;
    use std::os::fd::OwnedFd;
    use std::os::unix::ffi::OsStrExt;
    use std::path::{Path, PathBuf};

    use palimp_note::path::is_markdown;
    use rustix::fs::inotify::{self, CreateFlags, Event, ReadFlags, Reader, WatchFlags};
    use rustix::fs::statfs;
    use rustix::io::Errno;

    /// The file systems of which the kernel sees every change, by the numbers that Linux gives them
    /// (`include/uapi/linux/magic.h`): ext2 to 4, XFS, Btrfs, tmpfs, ramfs, F2FS, bcachefs, ZFS, overlayfs, JFS,
    /// ReiserFS, NILFS, UBIFS, exFAT, FAT, NTFS.
    const REPORTING_FILE_SYSTEMS: [u32; 16] = [
        0xef53, 0x5846_5342, 0x9123_683e, 0x0102_1994, 0x8584_58f6, 0xf2f5_2010, 0xca45_1a4e,
        0x2fc1_2fc1, 0x794c_7630, 0x3153_464a, 0x5265_4973, 0x3434, 0x2405_1905, 0x2011_bab0,
        0x4d44, 0x7366_746e,
    ];

    /// Events that change a note, and the end of the directory itself.
    const WATCHED_EVENTS: WatchFlags = WatchFlags::CREATE
        .union(WatchFlags::MODIFY)
        .union(WatchFlags::ATTRIB)
        .union(WatchFlags::CLOSE_WRITE)
        .union(WatchFlags::MOVE)
        .union(WatchFlags::DELETE)
        .union(WatchFlags::DELETE_SELF)
        .union(WatchFlags::MOVE_SELF)
        .union(WatchFlags::ONLYDIR);

    /// Events after which the changes are unknown.
    const LOSS_EVENTS: ReadFlags = ReadFlags::QUEUE_OVERFLOW
        .union(ReadFlags::IGNORED)
        .union(ReadFlags::UNMOUNT)
        .union(ReadFlags::DELETE_SELF)
        .union(ReadFlags::MOVE_SELF);

    /// An inotify instance.
    #[derive(Debug)]
    pub(super) struct Queue {
        queue: OwnedFd,
        /// By the kernel's numbers: the directories, and whether everything in them matters.
        directories: HashMap<i32, (PathBuf, bool)>,
    }

    impl Queue {
        pub(super) fn open<'a>(
            directories: impl Iterator<Item = (&'a Path, bool)>,
        ) -> Option<Queue> {
            let queue = inotify::init(CreateFlags::NONBLOCK | CreateFlags::CLOEXEC).ok()?;
            let mut known = HashMap::new();
            for (path, all) in directories {
                let number = inotify::add_watch(&queue, path, WATCHED_EVENTS).ok()?;
                if !REPORTING_FILE_SYSTEMS.contains(&(statfs(path).ok()?.f_type as u32)) {
                    return None;
                }
                // One directory under two names: events would name only one of them.
                if known.insert(number, (path.to_owned(), all)).is_some() {
                    return None;
                }
            }
            Some(Queue { queue, directories: known })
        }

        /// The notes that events tell of; none where they tell of more.
        pub(super) fn drain(&mut self) -> Option<BTreeSet<PathBuf>> {
            let mut notes = BTreeSet::new();
            let mut buffer = [MaybeUninit::uninit(); 16 << 10];
            let mut events = Reader::new(&self.queue, &mut buffer);
            loop {
                match events.next() {
                    Ok(event) => notes.extend(self.note_of_event(&event)?),
                    Err(Errno::AGAIN) => return Some(notes),
                    Err(Errno::INTR) => {}
                    Err(_) => return None,
                }
            }
        }

        /// Returns the note that an event is about, if it is about one; `None` if it may be about
        /// more.
        fn note_of_event(&self, event: &Event) -> Option<Option<PathBuf>> {
            let what = event.events();
            if what.intersects(LOSS_EVENTS) {
                return None;
            }
            let (directory, all) = self.directories.get(&event.wd())?;
            let name = event.file_name().map(|name| OsStr::from_bytes(name.to_bytes()));
            if !all && name.is_some_and(is_passed_over) {
                return Some(None);
            }
            let comes_or_goes =
                what.intersects(ReadFlags::CREATE | ReadFlags::DELETE | MOVE_EVENTS);
            if what.contains(ReadFlags::ISDIR) || (*all && comes_or_goes) {
                return None;
            }
            let is_note = |name: &&OsStr| name.to_str().is_some_and(is_markdown);
            Some(name.filter(is_note).map(|name| directory.join(name)))
        }
    }

    const MOVE_EVENTS: ReadFlags = ReadFlags::MOVED_FROM.union(ReadFlags::MOVED_TO);

    /// True if a scan skips this name.
    fn is_passed_over(name: &OsStr) -> bool {
        name.as_bytes().starts_with(b".") || name == "node_modules"
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    use std::collections::BTreeSet;
    use std::path::{Path, PathBuf};

    /// No other system's events are there as soon as the change is.
    #[derive(Debug)]
    pub(super) enum Queue {}

    impl Queue {
        pub(super) fn open<'a>(_: impl Iterator<Item = (&'a Path, bool)>) -> Option<Queue> {
            None
        }

        pub(super) fn drain(&mut self) -> Option<BTreeSet<PathBuf>> {
            match *self {}
        }
    }
}
