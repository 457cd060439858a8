//! Errors of the hub, and their form in responses.

use palimp_hub_api::{FieldFinding, Problem};
use postgres::error::SqlState;

/// Reason for which a request could not be done.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The address of the database is none.
    #[error(
        "the address of the database is none ({0}): it looks like postgres://user@host/database"
    )]
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
    #[error("this token is not taken, for {0}: sign in again, or ask who runs the hub")]
    Token(&'static str),
    /// The provider by whom people sign in cannot be asked.
    #[error(
        "the provider of sign-in cannot be asked ({0}): see whether it runs, and whether `--issuer` is right"
    )]
    Provider(String),
    /// There is no such thing, or none that the asker may see.
    #[error(
        "there is no {0}, or you may not see it: see whether it is written right, or ask an owner"
    )]
    NotFound(&'static str),
    /// It is there, and the asker may not do this with it.
    #[error("{0}")]
    NotAllowed(String),
    /// The request makes no sense.
    #[error("{0}")]
    Wrong(String),
    /// It is not any more what the asker read.
    #[error("{0}")]
    Stale(String),
    /// It holds what may not be kept.
    #[error("it holds what looks like secrets or personal data: take that out, and send it again")]
    Findings(Vec<FieldFinding>),
    /// Too much was asked in too little time; how many seconds to wait.
    #[error("too many requests; ask again in {0} s")]
    TooMany(u64),
    /// A file of this machine.
    #[error("{path}: {source}")]
    File {
        /// The file.
        path: String,
        /// Cause; if it is not an error of the system, with the next step.
        source: std::io::Error,
    },
    /// Stored data cannot be opened with this key.
    #[error(
        "what the database holds cannot be opened with this master key: is it the one that `serve` had before? Name that one with `--key-file`"
    )]
    Sealed,
    /// Internal error that should be impossible.
    #[error("{0}")]
    Broken(String),
}

/// Describes an error that the database reports, or its silence, and the next step.
fn of_database(error: &postgres::Error) -> String {
    let Some(said) = error.as_db_error() else { return describe_connection_error(error) };
    let next = match *said.code() {
        _ if is_read_only(error) => {
            return "this node is on a replica of the database, and only reads: changes go to a node on the primary"
                .to_owned();
        }
        _ if is_ending(error) => "try again when it is up",
        SqlState::INVALID_PASSWORD | SqlState::INVALID_AUTHORIZATION_SPECIFICATION => {
            "look at the user and the password in the database's address"
        }
        SqlState::INVALID_CATALOG_NAME => "make it with `createdb`, or correct the address",
        SqlState::UNDEFINED_TABLE | SqlState::UNDEFINED_COLUMN | SqlState::UNDEFINED_FUNCTION => {
            "`palimp-hub migrate` makes what is missing"
        }
        SqlState::INSUFFICIENT_PRIVILEGE => {
            "docs/guides/hub-server.md says which login may do what"
        }
        SqlState::TOO_MANY_CONNECTIONS => "lower `--connections`, or raise max_connections there",
        SqlState::DISK_FULL => "make room on its disk",
        _ => "its log says more",
    };
    format!("PostgreSQL says: {}; {next}", said.message())
}

/// Describes an error that PostgreSQL did not report. The driver distinguishes its causes by
/// message alone.
fn describe_connection_error(error: &postgres::Error) -> String {
    let why = with_cause(error);
    let cause = std::error::Error::source(error).map(ToString::to_string).unwrap_or_default();
    match error.to_string().as_str() {
        "error connecting to server"
        | "error communicating with the server"
        | "timeout waiting for server"
        | "connection closed" => format!(
            "the database does not answer ({why}): see whether it runs, and whether its address is right"
        ),
        "error performing TLS handshake" => format!(
            "the database cannot be spoken to over TLS ({why}): see to its certificate, or say sslrootcert=FILE in the address"
        ),
        "invalid configuration" if cause != "password missing" => Error::Address(cause).to_string(),
        "authentication error" | "invalid configuration" => format!(
            "the database lets nobody in ({why}): look at the user and the password in its address"
        ),
        _ => format!(
            "the database answers otherwise than this version takes it ({why}): see whether `palimp-hub migrate` has run"
        ),
    }
}

/// Returns the driver's message with its cause.
pub(crate) fn with_cause(error: &postgres::Error) -> String {
    match std::error::Error::source(error) {
        Some(cause) => format!("{error}: {cause}"),
        None => error.to_string(),
    }
}

impl Error {
    /// True if the connection on which it happened is unusable.
    pub(crate) fn is_broken(&self) -> bool {
        matches!(self, Error::Database(error) if error.as_db_error().is_none() || is_ending(error))
    }

    /// True if a retry soon can help.
    pub fn is_passing(&self) -> bool {
        match self {
            Error::Busy | Error::Provider(_) => true,
            Error::Database(error) => error.as_db_error().is_none() || is_ending(error),
            _ => false,
        }
    }

    /// Returns the problem document for an HTTP response.
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

/// True if a write was attempted on a replica.
fn is_read_only(error: &postgres::Error) -> bool {
    error.code() == Some(&SqlState::READ_ONLY_SQL_TRANSACTION)
}

/// True if the server is shutting down or starting up.
fn is_ending(error: &postgres::Error) -> bool {
    error.code().is_some_and(|code| code.code().starts_with("57P") || code.code().starts_with("08"))
}
