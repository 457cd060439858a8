//! One fact of a team: a file of its own, so that two that are approved at once do not conflict.
//!
//! ```text
//! ---
//! id: retry-twice
//! kind: decision
//! supersedes: retry-often
//! valid_from: 2026-11-01
//! expires: 2027-11-01
//! proposer: ana
//! client: claude
//! date: 2026-11-23
//! commit: 3f2a9c1
//! allow: email
//! ---
//! Requests are retried twice at most.
//! <!-- palimp:at src/http.rs:40-48 fn=send s=… -->
//!
//! ## Why
//!
//! The gateway counts retries as an attack.
//! ```
//!
//! What is not understood of the front matter is kept, so that a later version may say more.

mod read;
mod write;

use std::fmt;

use jiff::civil::Date;
use palimp_note::anchor::Anchor;

use crate::messages;
use crate::repository_layout::is_name;

/// The most characters of what a fact says, and of why.
pub const MAX_FACT_CHARS: usize = 4_000;

/// Path of a fact: `facts/<project|_>/<kind>/<id>.md`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FactPath {
    /// The project of `team.toml` that it is told in; none of one that is told everywhere.
    pub project: Option<String>,
    /// `decision`, `procedure` and so on.
    pub kind: String,
    /// The fact's name, once in a team.
    pub id: String,
}

impl FactPath {
    /// Reads a path of a team's repository; `None` of one where no fact stands.
    ///
    /// ```
    /// use palimp_team::FactPath;
    ///
    /// let path = FactPath::parse("facts/_/decision/retry.md").unwrap();
    /// assert_eq!((path.project.as_deref(), &path.kind[..], &path.id[..]), (None, "decision", "retry"));
    /// assert_eq!(path.to_string(), "facts/_/decision/retry.md");
    /// assert_eq!(FactPath::parse("facts/../decision/retry.md"), None);
    /// ```
    pub fn parse(path: &str) -> Option<FactPath> {
        let names: Vec<&str> = path.split('/').collect();
        let ["facts", project, kind, file] = names[..] else { return None };
        let id = file.strip_suffix(".md")?;
        let project = Some(project).filter(|project| *project != EVERYWHERE_DIR).map(str::to_owned);
        let path = FactPath { project, kind: kind.to_owned(), id: id.to_owned() };
        path.is_sound().then_some(path)
    }

    /// True if every part is a valid name in a path of a team's repository.
    pub fn is_sound(&self) -> bool {
        let file = format!("{}.md", self.id);
        let names =
            [self.project.as_deref().unwrap_or(EVERYWHERE_DIR), &self.kind, &self.id, &file];
        names.iter().all(|name| is_name(name))
    }
}

/// The directory of facts that are told in every project.
const EVERYWHERE_DIR: &str = "_";

impl fmt::Display for FactPath {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let project = self.project.as_deref().unwrap_or(EVERYWHERE_DIR);
        write!(f, "facts/{project}/{}/{}.md", self.kind, self.id)
    }
}

/// Source of a fact, reduced to data that may leave the proposer's machine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TeamFactOrigin {
    /// The agent program of the conversation that it is from.
    pub client: Option<String>,
    /// The day of that conversation.
    pub date: Option<Date>,
    /// The commit of the project at that time.
    pub commit: Option<String>,
}

/// A fact as stated in its file. [`TeamFact::parse`] reads one, `Display` writes it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TeamFact {
    /// Its name, as its path has it.
    pub id: String,
    /// Its kind, as its path has it.
    pub kind: String,
    /// The facts that it takes the place of, by their ids.
    pub supersedes: Vec<String>,
    /// The first day on which it holds.
    pub valid_from: Option<Date>,
    /// The day from which on it holds no longer.
    pub expires: Option<Date>,
    /// Name of the proposer. That is a claim: the signature of the commit counts.
    pub proposer: Option<String>,
    /// Source of the fact.
    pub origin: TeamFactOrigin,
    /// Kinds of data that redaction would remove and the team wants to keep: `email`.
    pub allow: Vec<String>,
    /// Lines of the front matter that this version does not know, as they stand there.
    pub other: Vec<String>,
    /// Text of the fact.
    pub statement: String,
    /// The places in the code that it speaks of.
    pub anchors: Vec<Anchor>,
    /// Reason for the fact; may be empty.
    pub why: String,
}

impl TeamFact {
    /// Parses the fact at `path`; its id and kind must match the path.
    pub fn parse_at_path(path: &FactPath, text: &str) -> Result<TeamFact, NotAFact> {
        let fact = TeamFact::parse(text)?;
        for (key, said, stands) in [("id", &fact.id, &path.id), ("kind", &fact.kind, &path.kind)] {
            if said != stands {
                let (said, stands) = (said.clone(), stands.clone());
                return Err(NotAFact::Elsewhere { key, said, stands });
            }
        }
        Ok(fact)
    }

    /// True if the fact holds on `day` according to its own dates.
    pub fn holds_on(&self, day: Date) -> bool {
        self.valid_from.is_none_or(|from| from <= day) && !self.is_expired(day)
    }

    /// True if the fact has expired by `day`.
    pub fn is_expired(&self, day: Date) -> bool {
        self.expires.is_some_and(|expires| expires <= day)
    }
}

/// Reason why a text is not a fact.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotAFact {
    /// It does not begin with a front matter that ends.
    #[error("{}", messages::front_matter_missing())]
    NoFront,
    /// A key is missing.
    #[error("{}", messages::field_missing(.0))]
    Missing(&'static str),
    /// A key that means one thing stands there twice.
    #[error("{}", messages::field_repeated(.0))]
    Twice(&'static str),
    /// A value that is no name of a file.
    #[error("{}", messages::field_not_name(.key, format_args!("{:?}", .value)))]
    Name {
        /// The key.
        key: &'static str,
        /// Its value.
        value: String,
    },
    /// A value that is no day.
    #[error("{}", messages::field_not_day(.key, format_args!("{:?}", .value)))]
    Day {
        /// The key.
        key: &'static str,
        /// Its value.
        value: String,
    },
    /// It says another id or kind than its path.
    #[error("{}", messages::field_differs(.key, format_args!("{:?}", .said), format_args!("{:?}", .stands)))]
    Elsewhere {
        /// The key.
        key: &'static str,
        /// Value in the file.
        said: String,
        /// Value in the path.
        stands: String,
    },
    /// It says nothing.
    #[error("{}", messages::fact_empty())]
    Empty,
    /// It says more than a fact.
    #[error("{}", messages::fact_too_long(MAX_FACT_CHARS))]
    Long,
}

#[cfg(test)]
mod tests;
