//! Errors of the hub, and their form in responses.

use palimp_core::lang::{Lang, with_lang};
use palimp_core::message::io_reason;
use palimp_hub_api::{FieldFinding, Problem};
use postgres::error::SqlState;

use crate::messages;

/// Reason for which a request could not be done.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The address of the database is none.
    #[error("{}", messages::database_address_invalid(.0))]
    Address(String),
    /// The database cannot be reached, or failed.
    #[error("{}", of_database(.0))]
    Database(#[from] postgres::Error),
    /// All connections are in use.
    #[error("{}", messages::connections_in_use())]
    Busy,
    /// Nobody has this token, or not any more.
    #[error("{}", messages::token_unknown())]
    Unknown,
    /// Nobody says who asks.
    #[error("a token is required: Authorization: Bearer …")]
    Nobody,
    /// A token that a provider is to have signed is not good.
    #[error("cannot accept this token: {0}; hint: sign in again, or ask the hub's administrator")]
    Token(&'static str),
    /// The provider by whom people sign in cannot be asked.
    #[error("{}", messages::provider_unreachable(.0))]
    Provider(String),
    /// There is no such thing, or none that the asker may see.
    #[error("{}", messages::thing_not_found(.0))]
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
    #[error("{}", messages::secrets_found())]
    Findings(Vec<FieldFinding>),
    /// Too much was asked in too little time; how many seconds to wait.
    #[error("{}", messages::too_many_requests(.0))]
    TooMany(u64),
    /// A file of this machine.
    #[error("{path}: {}", io_reason(.source))]
    File {
        /// The file.
        path: String,
        /// Cause; if it is not an error of the system, with the next step.
        source: std::io::Error,
    },
    /// Stored data cannot be opened with this key.
    #[error("{}", messages::master_key_wrong())]
    Sealed,
    /// Internal error that should be impossible.
    #[error("{0}")]
    Broken(String),
}

/// Describes an error that the database reports, or its silence, and the next step.
fn of_database(error: &postgres::Error) -> String {
    let Some(said) = error.as_db_error() else { return describe_connection_error(error) };
    let words = said.message();
    match *said.code() {
        _ if is_read_only(error) => messages::database_read_only(),
        _ if is_ending(error) => messages::database_ending(words),
        SqlState::INVALID_PASSWORD | SqlState::INVALID_AUTHORIZATION_SPECIFICATION => {
            messages::password_wrong(words)
        }
        SqlState::INVALID_CATALOG_NAME => messages::database_missing(words),
        SqlState::UNDEFINED_TABLE | SqlState::UNDEFINED_COLUMN | SqlState::UNDEFINED_FUNCTION => {
            messages::tables_missing(words)
        }
        SqlState::INSUFFICIENT_PRIVILEGE => messages::privilege_missing(words),
        SqlState::TOO_MANY_CONNECTIONS => messages::too_many_connections(words),
        SqlState::DISK_FULL => messages::database_disk_full(words),
        _ => messages::database_failed(words),
    }
}

/// Describes an error that PostgreSQL did not report. The driver shows the kind of an error as its
/// message alone.
fn describe_connection_error(error: &postgres::Error) -> String {
    let cause = std::error::Error::source(error);
    let reason = match cause.and_then(|cause| cause.downcast_ref()) {
        Some(cause) => io_reason(cause),
        None => cause.map(ToString::to_string).unwrap_or_default(),
    };
    match error.to_string().as_str() {
        "error connecting to server" => {
            messages::database_unreachable(messages::connecting_failed(reason))
        }
        "error communicating with the server" => {
            messages::database_unreachable(messages::connection_broke(reason))
        }
        "connection closed" => messages::database_unreachable(messages::connection_closed()),
        "error performing TLS handshake" => {
            messages::database_tls_failed(messages::tls_handshake_failed(reason))
        }
        "authentication error" => {
            messages::database_login_refused(messages::authentication_failed(reason))
        }
        // What else is wrong with an address was refused before it was used.
        "invalid configuration" => messages::database_login_refused(messages::password_missing()),
        _ => messages::database_incompatible(with_cause(error)),
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
            Error::Unknown => (401, "unknown-token", "unknown token"),
            Error::Nobody => (401, "no-token", "no token"),
            Error::Token(_) => (401, "refused-token", "token refused"),
            Error::NotFound(_) => (404, "not-found", "not found"),
            Error::NotAllowed(_) => (403, "not-allowed", "not allowed"),
            Error::Wrong(_) => (400, "wrong", "invalid request"),
            Error::Stale(_) => (409, "stale-version", "changed since you read it"),
            Error::Findings(_) => (422, "findings", "secrets or personal data found"),
            Error::TooMany(_) => (429, "too-many", "too many requests"),
            Error::Database(error) if is_read_only(error) => {
                (403, "read-only", "this node is read-only")
            }
            passing if passing.is_passing() => (503, "unavailable", "the hub is unavailable"),
            _ => (500, "broken", "the hub failed"),
        };
        // What failed inside is for the log of who runs the hub, and not for who asks.
        let detail =
            if status >= 500 { String::new() } else { with_lang(Lang::En, || self.to_string()) };
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn problem_for_a_program_is_in_english() {
        let problem = with_lang(Lang::Ko, || Error::NotFound("scope").problem());
        assert_eq!(problem.detail, Error::NotFound("scope").to_string());
        assert!(problem.detail.starts_with("no scope, "), "{}", problem.detail);
    }
}
