//! What goes wrong, and how it is said to who asked.

use palimp_hub_api::{Finding, Problem};
use postgres::error::SqlState;

/// Why something could not be done.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The address of the database is none.
    #[error("{0}; an address looks like postgres://user@host/database")]
    Address(String),
    /// The database cannot be reached, or failed.
    #[error("{}", of_database(.0))]
    Database(#[from] postgres::Error),
    /// All connections are in use.
    #[error("all connections to the database are in use; try again")]
    Busy,
    /// Nobody has this token, or not any more.
    #[error("no such token, or it has expired: who runs the hub gives you a link that becomes one")]
    Unknown,
    /// Nobody says who asks.
    #[error("this takes a token: Authorization: Bearer …")]
    Nobody,
    /// A token that a provider is to have signed is not good.
    #[error("this token is not taken: {0}")]
    Token(&'static str),
    /// The provider by whom people sign in cannot be asked.
    #[error("the provider of sign-in: {0}")]
    Provider(String),
    /// There is no such thing, or none that the asker may see.
    #[error("there is no {0}, or you may not see it")]
    NotFound(&'static str),
    /// It is there, and the asker may not do this with it.
    #[error("{0}")]
    NotAllowed(String),
    /// What was asked makes no sense.
    #[error("{0}")]
    Wrong(String),
    /// It is not any more what the asker read.
    #[error("{0}")]
    Stale(String),
    /// It holds what may not be kept.
    #[error("it holds what looks like secrets or personal data")]
    Findings(Vec<Finding>),
    /// Too much was asked in too little time; how many seconds to wait.
    #[error("too many requests; ask again in {0} s")]
    TooMany(u64),
    /// A file of this machine.
    #[error("{path}: {source}")]
    File {
        /// The file.
        path: String,
        /// What happened.
        source: std::io::Error,
    },
    /// What was kept cannot be opened with this key.
    #[error(
        "what the database holds cannot be opened with this master key: is it the one that `serve` had before?"
    )]
    Sealed,
    /// What ought to be impossible.
    #[error("{0}")]
    Broken(String),
}

fn of_database(error: &postgres::Error) -> String {
    match error.as_db_error() {
        Some(_) if is_read_only(error) => {
            "this node is on a replica of the database, and only reads: changes go to a node on the primary"
                .to_owned()
        }
        Some(said) => format!("PostgreSQL says: {}", said.message()),
        None => match std::error::Error::source(error) {
            Some(source) => format!("the database: {error}: {source}"),
            None => format!("the database: {error}"),
        },
    }
}

impl Error {
    /// Whether the connection on which it happened is of no use any more.
    pub(crate) fn is_broken(&self) -> bool {
        matches!(self, Error::Database(error) if error.as_db_error().is_none() || is_ending(error))
    }

    /// Whether to ask again soon is the thing to do.
    pub fn is_passing(&self) -> bool {
        match self {
            Error::Busy | Error::Provider(_) => true,
            Error::Database(error) => error.as_db_error().is_none() || is_ending(error),
            _ => false,
        }
    }

    /// How it is said over HTTP.
    pub fn problem(&self) -> Problem {
        let (status, kind, title) = match self {
            Error::Unknown => (401, "unknown-token", "this token is nobody's"),
            Error::Nobody => (401, "no-token", "nobody says who asks"),
            Error::Token(_) => (401, "refused-token", "this token is not taken"),
            Error::NotFound(_) => (404, "not-found", "there is no such thing"),
            Error::NotAllowed(_) => (403, "not-allowed", "this is not yours to do"),
            Error::Wrong(_) => (400, "wrong", "this request makes no sense"),
            Error::Stale(_) => (409, "stale-version", "it has changed since you read it"),
            Error::Findings(_) => (422, "findings", "this may not be kept as it is"),
            Error::TooMany(_) => (429, "too-many", "too many requests"),
            Error::Database(error) if is_read_only(error) => {
                (403, "read-only", "this node only reads")
            }
            passing if passing.is_passing() => (503, "unavailable", "the hub cannot answer now"),
            _ => (500, "broken", "the hub failed"),
        };
        // What failed inside is for the log of who runs the hub, and not for who asks.
        let detail = if status >= 500 { String::new() } else { self.to_string() };
        let findings = if let Error::Findings(found) = self { found.clone() } else { Vec::new() };
        Problem { kind: kind.to_owned(), title: title.to_owned(), status, detail, findings }
    }

    /// After how many seconds to ask again, where that helps.
    pub fn retry_after(&self) -> Option<u64> {
        match self {
            Error::TooMany(seconds) => Some(*seconds),
            other => other.is_passing().then_some(1),
        }
    }
}

/// Whether something was to be changed on a replica.
fn is_read_only(error: &postgres::Error) -> bool {
    error.code() == Some(&SqlState::READ_ONLY_SQL_TRANSACTION)
}

/// Whether the server is going down, or coming up.
fn is_ending(error: &postgres::Error) -> bool {
    error.code().is_some_and(|code| code.code().starts_with("57P") || code.code().starts_with("08"))
}
