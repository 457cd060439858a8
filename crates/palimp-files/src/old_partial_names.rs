//! The names that partial files had before they were locked. Most of them bear their writer's
//! process id.

use std::fs::Metadata;
use std::time::{Duration, SystemTime};

use rustix::process::{Pid, test_kill_process};

/// Writer of a partial file of an earlier version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PartialWriter {
    /// The process of this id.
    Process(u32),
    /// Its name does not say.
    Unknown,
}

/// Maximum time that an earlier version wrote a file: after it, a process of the id in the file's
/// name is another.
const MAX_WRITE_TIME: Duration = Duration::from_secs(3_600);

/// Returns the writer of the file of this name; `None` if no earlier version named a file so.
pub(crate) fn parse_writer(name: &str) -> Option<PartialWriter> {
    let process = |digits: &str| digits.parse().ok().map(PartialWriter::Process);
    if let Some(waiting) = name.strip_suffix(".partial").filter(|name| !name.starts_with('.')) {
        let mut parts = waiting.split('-').skip(1);
        return process(parts.next()?);
    }
    let hidden = name.strip_prefix('.')?;
    if let Some(note) = hidden.strip_prefix("palimp-") {
        return process(note.split_once('-')?.0);
    }
    if let Some(probe) = hidden.strip_prefix("probe-") {
        return process(probe);
    }
    if let Some(settings) = hidden.strip_suffix(".tmp") {
        return process(settings.rsplit_once('.')?.1.split_once('-')?.0);
    }
    if let Some((written, id)) = hidden.rsplit_once('.') {
        let ours = [".json", ".jsonl", ".part"].iter().any(|ending| written.ends_with(ending));
        return (ours || written == "reflected").then(|| process(id)).flatten();
    }
    is_version(hidden).then_some(PartialWriter::Unknown)
}

/// `<time>-<hash>`, an earlier version of a note.
fn is_version(name: &str) -> bool {
    name.split_once('-').is_some_and(|(time, hash)| {
        time.len() >= 13
            && time.bytes().all(|byte| byte.is_ascii_digit())
            && hash.len() == 16
            && hash.bytes().all(|byte| byte.is_ascii_hexdigit())
    })
}

impl PartialWriter {
    /// True if the writer may still be at work.
    pub(crate) fn is_alive(self, file: &Metadata) -> bool {
        let PartialWriter::Process(id) = self else { return false };
        !is_old(file) && is_running(id)
    }
}

fn is_running(id: u32) -> bool {
    let id = i32::try_from(id).ok().and_then(Pid::from_raw);
    id.is_some_and(|id| test_kill_process(id) != Err(rustix::io::Errno::SRCH))
}

/// True if a file was last written so long ago that its writer must be gone. A file from the future
/// was written by a clock that has jumped since.
pub(crate) fn is_old(file: &Metadata) -> bool {
    let written = file.modified().ok();
    written.is_some_and(|at| {
        SystemTime::now().duration_since(at).map_or(true, |age| age > MAX_WRITE_TIME)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_who_was_writing() {
        let check = |name: &str, expect: Option<PartialWriter>| {
            assert_eq!(parse_writer(name), expect, "{name}")
        };
        let process = Some(PartialWriter::Process(4_711));
        check(".palimp-4711-18a4f-0", process);
        check(".settings.json.4711", process);
        check(".reflected.4711", process);
        check(".chat-1.jsonl.4711", process);
        check(".settings.json.4711-0.tmp", process);
        check(".probe-4711", process);
        check("001795340000000-4711-0.partial", process);
        check(".1795340000000-0123456789abcdef", Some(PartialWriter::Unknown));
        for other in [
            "a.md", ".gitignore", ".bashrc", ".x.4711", ".a.tmp", "notes.partial", ".palimp-x", "",
            ".",
        ] {
            check(other, None);
        }
    }

    #[test]
    fn a_process_that_is_gone_writes_nothing() {
        assert!(is_running(std::process::id()));
        assert!(!is_running(0) && !is_running(u32::MAX));
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("x");
        std::fs::write(&path, "").unwrap();
        let own = PartialWriter::Process(std::process::id());
        assert!(own.is_alive(&path.metadata().unwrap()));
        let then = SystemTime::now() - 2 * MAX_WRITE_TIME;
        std::fs::File::open(&path).unwrap().set_modified(then).unwrap();
        assert!(!own.is_alive(&path.metadata().unwrap()), "another process has its id by now");
    }
}
