//! Commits as they are shown and injected: by their files, by their pointers, by what they decided.

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use palimp_core::pointer::{COMMIT_PREFIX_CHARS, Pointer};
use palimp_core::project::ProjectIdentity;
use palimp_core::sanitize::{printable, printable_line};
use palimp_core::text::prefix;
use palimp_rules::telling_part;
use palimp_store::index::CommitRow;
use serde::Serialize;

use super::commits::DECISION_LABEL;
use crate::error::Error;
use crate::retrieval::searcher::Searcher;

/// The longest passage of a commit, in characters.
const MAX_PASSAGE_CHARS: usize = 400;
/// The most characters of a commit that is shown whole.
pub const MAX_SHOWN_CHARS: usize = 4_000;
/// The most commits that are named where a pointer means several.
const MAX_MEANT: usize = 5;
/// Characters of the hashes that are named then.
const LONGER_PREFIX_CHARS: usize = 12;

/// A commit as a context names it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CommitRef {
    /// The first seven digits of its hash.
    pub sha7: String,
    /// The first line of its message.
    pub subject: String,
    /// The day on which its author made it.
    pub day: Date,
    /// Decision or reason in whole sentences; the subject if the commit has no body.
    pub passage: String,
}

/// A commit that was opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ShownCommit {
    /// Its pointer: `c:979fa9b`.
    pub pointer: String,
    /// Its hash.
    pub sha: String,
    /// The day on which its author made it.
    pub day: Date,
    /// The name of its project.
    pub project: String,
    /// Its message, without trailers.
    pub message: String,
    /// The files that it changed, as far as they are known.
    pub files: Vec<String>,
}

impl CommitRef {
    /// Returns its pointer.
    pub fn pointer(&self) -> Pointer {
        Pointer::Commit(self.sha7.clone())
    }
}

impl ShownCommit {
    /// Returns it as text of at most [`MAX_SHOWN_CHARS`] characters: its pointer, day and project, its
    /// message, its files.
    pub fn to_text(&self) -> String {
        let ShownCommit { pointer, day, project, message, files, .. } = self;
        let head = format!("{pointer} · commit · {day} · {}\n\n", printable_line(project));
        let mut text = format!("{head}{}\n", prefix(message, MAX_SHOWN_CHARS - head.len() - 100));
        if files.is_empty() {
            text.push_str("\nThe files that it changed are not known.\n");
            return text;
        }
        text.push_str("\nChanged:\n");
        for (at, file) in files.iter().enumerate() {
            let line = format!("- {}\n", printable_line(file));
            if text.chars().count() + line.chars().count() > MAX_SHOWN_CHARS - 20 {
                text.push_str(&format!("- … {} more\n", files.len() - at));
                break;
            }
            text.push_str(&line);
        }
        text
    }
}

impl Searcher<'_> {
    /// Returns the commits of a project that changed the file at `path`, newest first; the path is from the
    /// root of its working tree, with slashes. Asks the index as it is, by an index of its rows.
    ///
    /// # Errors
    ///
    /// When the index cannot be read.
    pub fn commits_touching(
        &mut self,
        project: &ProjectIdentity,
        path: &str,
        limit: usize,
    ) -> Result<Vec<CommitRef>, Error> {
        let rows = self.sync.open_index()?.commits_touching(&project.id, path, limit)?;
        Ok(rows.into_iter().map(CommitRef::from).collect())
    }

    /// Returns the newest commit of a project; with `of_reason`, one whose body states a decision or a reason.
    ///
    /// # Errors
    ///
    /// When the index cannot be read.
    pub fn latest_commit(
        &mut self,
        project: &ProjectIdentity,
        of_reason: bool,
    ) -> Result<Option<CommitRef>, Error> {
        self.sync.with_readable_index(&mut |memory| {
            let row = memory
                .open_index()?
                .newest_commit(&project.id, of_reason.then_some(DECISION_LABEL))?;
            Ok(row.map(CommitRef::from))
        })
    }

    /// Opens the commit that a pointer of this prefix means.
    ///
    /// # Errors
    ///
    /// When the index has none, or several, or cannot be read.
    pub fn open_commit(&mut self, sha: &str) -> Result<ShownCommit, Error> {
        self.sync.with_readable_index(&mut |memory| {
            let index = memory.open_index()?;
            let mut rows = index.commits_named(sha, MAX_MEANT * 4)?;
            rows.dedup_by(|a, b| a.sha == b.sha);
            match rows.as_slice() {
                [] => Err(Error::Refused(crate::messages::commit_not_indexed(sha))),
                [row] => Ok(shown_commit(row, index.files_of(row)?)),
                several => {
                    let names = several.iter().take(MAX_MEANT).map(|row| {
                        format!("c:{}", row.sha.get(..LONGER_PREFIX_CHARS).unwrap_or(&row.sha))
                    });
                    let names = names.collect::<Vec<_>>().join(", ");
                    Err(Error::Refused(crate::messages::commit_sha_ambiguous(sha, &names)))
                }
            }
        })
    }
}

fn shown_commit(row: &CommitRow, files: Vec<String>) -> ShownCommit {
    ShownCommit {
        pointer: Pointer::to_commit(&row.sha).to_string(),
        sha: row.sha.clone(),
        day: local_day(row.created_at),
        project: row.project.clone(),
        message: printable(&row.text).into_owned(),
        files,
    }
}

impl From<CommitRow> for CommitRef {
    fn from(row: CommitRow) -> CommitRef {
        let body = row.text.split_once("\n\n").map_or("", |(_, body)| body);
        let passage = match body.trim() {
            "" => row.subject.clone(),
            body => telling_part(&printable(body), MAX_PASSAGE_CHARS),
        };
        CommitRef {
            sha7: row.sha.chars().take(COMMIT_PREFIX_CHARS).collect(),
            subject: printable_line(&row.subject),
            day: local_day(row.created_at),
            passage,
        }
    }
}

/// The day of a moment in the user's time zone.
fn local_day(milliseconds: i64) -> Date {
    let at = Timestamp::from_millisecond(milliseconds).unwrap_or_default();
    at.to_zoned(TimeZone::system()).date()
}
