//! Append-only record of a chat on disk, and the file of its unfinished answer.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use palimp_context::RecordEntry;
use palimp_context::conversation_record::missing_line_end;
use palimp_core::chat::MessagePart;
use palimp_redact::Redactor;
use palimp_store::files::private_dir;

/// Error of a chat record.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// Another process has it.
    #[error("{}", crate::messages::conversation_in_use())]
    Held,
    /// There is none of this name.
    #[error("{}", missing_chat(id, known))]
    Missing {
        /// The name.
        id: String,
        /// The names that there are, the newest first.
        known: Vec<String>,
    },
    /// It could not be read or written.
    #[error("{}", crate::messages::file_failed(.path.display(), palimp_core::message::io_reason(.source)))]
    Io {
        /// The file.
        path: PathBuf,
        /// Error of the system.
        source: io::Error,
    },
}

fn missing_chat(id: &str, known: &[String]) -> String {
    match known {
        [] => crate::messages::no_chat_yet(id),
        known => crate::messages::chat_not_found(id, known.join(", ")),
    }
}

/// A record that only this process appends to; its lock ends with the process.
#[derive(Debug)]
pub(super) struct ChatRecord {
    path: PathBuf,
    file: File,
    redactor: Redactor,
    /// True if the last line may have been written in part.
    torn: bool,
}

impl ChatRecord {
    /// Creates a new record.
    pub(super) fn create(path: PathBuf, redactor: Redactor) -> Result<ChatRecord, RecordError> {
        let dir = path.parent().unwrap_or(Path::new("."));
        private_dir(dir).map_err(|error| io_error(&path, io::Error::other(error)))?;
        ChatRecord::lock_record(palimp_files::create_record(&path), path, redactor)
    }

    /// Opens the record at `path`, which must exist.
    pub(super) fn open(path: PathBuf, redactor: Redactor) -> Result<ChatRecord, RecordError> {
        ChatRecord::lock_record(palimp_files::open_record(&path), path, redactor)
    }

    fn lock_record(
        file: io::Result<File>,
        path: PathBuf,
        redactor: Redactor,
    ) -> Result<ChatRecord, RecordError> {
        let file = file.map_err(|error| io_error(&path, error))?;
        match palimp_files::try_lock(&file) {
            Ok(true) => Ok(ChatRecord { path, file, redactor, torn: false }),
            Ok(false) => Err(RecordError::Held),
            Err(error) => Err(io_error(&path, error)),
        }
    }

    /// Reads the whole record. Ends a torn last line first.
    pub(super) fn read_all(&mut self) -> Result<Vec<u8>, RecordError> {
        let mut bytes = Vec::new();
        let read =
            self.file.seek(SeekFrom::Start(0)).and_then(|_| self.file.read_to_end(&mut bytes));
        let ended = read.and_then(|_| self.file.write_all(missing_line_end(&bytes).as_bytes()));
        ended.map_err(|error| io_error(&self.path, error))?;
        Ok(bytes)
    }

    /// Appends `entry` without its secrets and syncs the file.
    pub(super) fn append(&mut self, entry: &RecordEntry) -> Result<(), RecordError> {
        let joint = if self.torn { "\n" } else { "" };
        let line = format!("{joint}{}", self.redact_entry(entry).to_line());
        let written = self.file.write_all(line.as_bytes()).and_then(|()| self.file.sync_data());
        self.torn = written.is_err();
        written.map_err(|error| io_error(&self.path, error))
    }

    fn redact_entry(&self, entry: &RecordEntry) -> RecordEntry {
        let mut entry = entry.clone();
        if let RecordEntry::Message { message, .. } = &mut entry {
            for part in &mut message.parts {
                if let MessagePart::Text { text } = part {
                    *text = self.redactor.redact(text).into_owned();
                }
            }
        }
        entry
    }

    /// Path of the unfinished answer.
    pub(super) fn unfinished_path(&self) -> PathBuf {
        self.path.with_extension("part")
    }
}

fn io_error(path: &Path, source: io::Error) -> RecordError {
    RecordError::Io { path: path.to_owned(), source }
}

/// An answer that arrives in pieces, written redacted before it is shown, so that a killed process
/// loses nothing that was shown.
#[derive(Debug)]
pub struct UnfinishedAnswer {
    file: File,
    redactor: Redactor,
    /// Number of bytes at the beginning of the file that do not change any more.
    settled: u64,
    /// Text after the settled bytes.
    open: String,
}

/// Number of bytes at the end of an answer that may still change: no secret is longer.
const MAX_OPEN_BYTES: usize = 32 * 1_024;

impl UnfinishedAnswer {
    /// Creates or truncates the file at `path`.
    pub(super) fn create(path: &Path, redactor: Redactor) -> io::Result<UnfinishedAnswer> {
        let file = palimp_files::begin_private(path)?;
        Ok(UnfinishedAnswer { file, redactor, settled: 0, open: String::new() })
    }

    /// Appends text to the answer.
    pub fn append(&mut self, words: &str) -> io::Result<()> {
        self.open.push_str(words);
        if self.open.len() > 2 * MAX_OPEN_BYTES {
            self.settle_older_half();
        }
        let kept = self.redactor.redact(&self.open);
        self.file.seek(SeekFrom::Start(self.settled))?;
        self.file.write_all(kept.as_bytes())?;
        self.file.set_len(self.settled + kept.len() as u64)
    }

    /// Settles the older half of the open text, up to the end of a line.
    fn settle_older_half(&mut self) {
        let half =
            (0..=MAX_OPEN_BYTES).rev().find(|at| self.open.is_char_boundary(*at)).unwrap_or(0);
        let end = self.open[..half].rfind('\n').map_or(half, |at| at + 1);
        let rest = self.open.split_off(end);
        let kept = self.redactor.redact(&self.open).into_owned();
        if self.file.seek(SeekFrom::Start(self.settled)).is_ok()
            && self.file.write_all(kept.as_bytes()).is_ok()
        {
            self.settled += kept.len() as u64;
            self.open = rest;
        } else {
            self.open.push_str(&rest);
        }
    }
}

/// Reads the unfinished answer at `path`; none if it is empty or does not exist.
pub(super) fn read_unfinished(path: &Path) -> Option<String> {
    let text = String::from_utf8_lossy(&palimp_files::read_private(path).ok()?).into_owned();
    (!text.trim().is_empty()).then_some(text)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use palimp_context::conversation::user_message;

    fn entry(text: &str) -> RecordEntry {
        RecordEntry::Message { at: 1, message: user_message(text) }
    }

    #[test]
    fn a_torn_line_is_ended_before_the_next_one() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.jsonl");
        fs::write(&path, b"{\"type\":\"mess").unwrap();
        let mut record = ChatRecord::open(path.clone(), Redactor::default()).unwrap();
        assert_eq!(record.read_all().unwrap(), b"{\"type\":\"mess");
        record.append(&entry("hello")).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(
            RecordEntry::parse(text.lines().last().unwrap().as_bytes()),
            Some(entry("hello"))
        );
    }

    #[test]
    fn one_process_at_a_time_has_a_record() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("chat").join("a.jsonl");
        let first = ChatRecord::create(path.clone(), Redactor::default()).unwrap();
        let second = ChatRecord::open(path.clone(), Redactor::default());
        assert!(matches!(second, Err(RecordError::Held)), "{second:?}");
        drop(first);
        assert!(ChatRecord::open(path, Redactor::default()).is_ok());
    }

    #[test]
    fn nothing_secret_reaches_the_disk_whatever_pieces_it_comes_in() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.part");
        let mut unfinished = UnfinishedAnswer::create(&path, Redactor::default()).unwrap();
        let lines = "A line of an answer that is a long one.\n".repeat(4_000);
        let text = format!("{lines}password: hunter2hunter2 and 한국어\n");
        let chars: Vec<char> = text.chars().collect();
        for piece in chars.chunks(997) {
            unfinished.append(&piece.iter().collect::<String>()).unwrap();
        }
        let kept = read_unfinished(&path).unwrap();
        assert_eq!(kept, Redactor::default().redact(&text));
        assert!(!kept.contains("hunter2") && kept.ends_with("한국어\n"));
    }
}
