//! Something true about a project, for somebody who wants to see that it is remembered.

use palimp_core::author::AuthorKind;
use palimp_core::pointer::Pointer;
use palimp_core::project::ProjectIdentity;
use palimp_core::text::ellipsis;
use palimp_note::authors::{Authors, strip_comments};
use palimp_note::page::{PageSection, with_sections_alone};
use palimp_store::activity::{ActivityDb, Filter};
use serde::Serialize;

use crate::injection::inject::{Working, working_commands};
use crate::injection::standing_wishes::StandingWishes;
use crate::retrieval::index_sync::{Error, IndexSync};

/// Path of the note that records decisions.
const DECISIONS_NOTE_PATH: &str = "shared/decisions.md";
/// The longest remark, in characters.
const MAX_REMARK_CHARS: usize = 240;

/// A true statement about a project.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase", tag = "what")]
pub enum Remark {
    /// Something was decided, and holds still.
    Decided {
        /// The decision.
        text: String,
        /// The note.
        path: String,
        /// Its line, from 1.
        line: usize,
        /// Author of the decision.
        author: AuthorKind,
    },
    /// A command that runs well here.
    Works {
        /// The command, as it can be typed at the project's root.
        command: String,
        /// The number of sessions in which it did.
        sessions: usize,
        /// Time of the last successful run, in milliseconds since the Unix epoch.
        at: i64,
    },
    /// The newest commit that says what was decided or why.
    Commit {
        /// Its pointer: `c:979fa9b`.
        pointer: String,
        /// The first line of its message.
        subject: String,
        /// Its decision or reason.
        text: String,
    },
    /// A statement of the user's in a conversation, as an import brings it.
    Said {
        /// The user's words.
        text: String,
        /// The day, `2026-11-20`.
        day: String,
        /// Pointer to the session: `s:26a1a7ce`.
        pointer: String,
    },
    /// The newest commit, where nothing else is known.
    NewestCommit {
        /// Its pointer: `c:979fa9b`.
        pointer: String,
        /// The first line of its message.
        subject: String,
    },
    /// The last session.
    Done {
        /// Summary of the session.
        text: String,
        /// Project of the session.
        project: String,
        /// By which client.
        client: String,
        /// End of the session, in milliseconds since the Unix epoch.
        at: i64,
    },
}

/// The command that most sessions of this project ran well, else its newest decision that holds, else the newest
/// commit that gives a reason, else what was done last, here or anywhere, else what the user laid down here in a
/// conversation, else the newest commit. Nothing of it is a guess.
///
/// # Errors
///
/// When notes or the database cannot be read.
pub fn choose_remark(
    memory: &mut IndexSync,
    db: &ActivityDb,
    here: &ProjectIdentity,
) -> Result<Option<Remark>, Error> {
    let root = here.root.to_string_lossy();
    let working = working_commands(db, memory.notes.agent(), &here.id, &root)?;
    if let Some(Working { command, sessions, at }) = working.into_iter().next() {
        return Ok(Some(Remark::Works { command, sessions, at }));
    }
    let page = memory.notes.read_project_page(here)?.map(|(note, text)| (note.to_string(), text));
    let shared = memory
        .notes
        .read_note(DECISIONS_NOTE_PATH)?
        .map(|text| (DECISIONS_NOTE_PATH.to_owned(), text));
    let decided =
        page.into_iter().chain(shared).find_map(|(path, text)| newest_decision(&path, &text, here));
    if decided.is_some() {
        return Ok(decided);
    }
    if let Some(commit) = memory.searcher().latest_commit(here, true)? {
        let pointer = commit.pointer().to_string();
        let text = ellipsis(&commit.passage, MAX_REMARK_CHARS);
        return Ok(Some(Remark::Commit { pointer, subject: commit.subject, text }));
    }
    let anywhere = Filter { agent: Some(memory.notes.agent().to_owned()), ..Filter::default() };
    let filter = Filter { project_id: Some(here.id.clone()), ..anywhere.clone() };
    for filter in [filter, anywhere] {
        if let Some(done) = last_session_remark(db, &filter)? {
            return Ok(Some(done));
        }
    }
    let wishes = StandingWishes::from_conversations(db, memory.notes.agent(), &here.id)?;
    if let Some(said) = wishes.statements.first() {
        return Ok(Some(Remark::Said {
            text: ellipsis(&said.text, MAX_REMARK_CHARS),
            day: said.day.clone(),
            pointer: Pointer::to_session(&said.session).to_string(),
        }));
    }
    let newest = memory.searcher().latest_commit(here, false)?;
    Ok(newest.map(|commit| Remark::NewestCommit {
        pointer: commit.pointer().to_string(),
        subject: commit.subject,
    }))
}

fn newest_decision(path: &str, note: &str, here: &ProjectIdentity) -> Option<Remark> {
    let (authors, plain) = (Authors::parse(note), strip_comments(note));
    let plain = match path {
        DECISIONS_NOTE_PATH => plain,
        _ => with_sections_alone(&plain, &[PageSection::Decisions]),
    };
    let lines: Vec<(usize, &str)> = (1..).zip(plain.lines()).collect();
    lines.into_iter().rev().find_map(|(line, text)| {
        let by = authors.of_line(line).filter(|by| by.holds_in(here))?;
        by.project.as_ref()?;
        let text = text.trim().strip_prefix("- ").filter(|text| !text.starts_with("~~"))?;
        let text = ellipsis(text.trim(), MAX_REMARK_CHARS);
        Some(Remark::Decided { text, path: path.to_owned(), line, author: by.by })
    })
}

fn last_session_remark(db: &ActivityDb, filter: &Filter) -> Result<Option<Remark>, Error> {
    let sessions = db.sessions(filter, 20)?;
    let last = sessions.into_iter().find(|session| !session.summary.trim().is_empty());
    Ok(last.map(|session| Remark::Done {
        text: ellipsis(session.summary.trim(), MAX_REMARK_CHARS),
        project: session.project,
        client: session.client,
        at: session.ended_at,
    }))
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    #[test]
    fn the_newest_decision_of_this_project_that_holds_is_told() {
        let by = |project: &str| {
            format!("<!-- palimp: by=user project={project} project-id={project} -->")
        };
        let note = format!(
            "# Decisions\n\n- one holds {}\n- ~~two is over~~ {}\n- elsewhere {}\n- everywhere\n",
            by("shop"),
            by("shop"),
            by("other")
        );
        let here =
            |id: &str| ProjectIdentity { id: id.into(), name: id.into(), root: PathBuf::new() };
        let told = |id: &str| match newest_decision(DECISIONS_NOTE_PATH, &note, &here(id)) {
            Some(Remark::Decided { text, line, .. }) => Some((text, line)),
            _ => None,
        };
        assert_eq!(told("shop"), Some(("one holds".to_owned(), 3)));
        assert_eq!(told("other"), Some(("elsewhere".to_owned(), 5)));
        assert_eq!(told("third"), None);
        let page = format!(
            "# shop\n\n## Set-up\n- one {0}\n\n## Decisions\n{0}\n- two {0}\n\n## Open\n- three {0}\n",
            by("shop")
        );
        match newest_decision("projects/shop.md", &page, &here("shop")) {
            Some(Remark::Decided { text, path, line, .. }) => {
                assert_eq!((&*text, &*path, line), ("two", "projects/shop.md", 8));
            }
            other => panic!("{other:?}"),
        }
    }
}
