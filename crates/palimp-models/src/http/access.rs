//! Access to a service: none, an API key or a Google account.

use palimp_core::embed::EmbedError;

use super::client::{Header, HttpClient, RetryPolicy};
use super::google::Account;
use super::wait::Clock;

/// Credential that lets a service be used.
pub(crate) enum ServiceAccess {
    /// Nothing: anybody may.
    Open,
    /// A key that stands in each request.
    Key(Header),
    /// A Google account, of which a token is asked whenever the last one has run out.
    Google(Box<Account>),
}

impl ServiceAccess {
    /// The header that a request needs now.
    pub(crate) fn header(
        &self,
        client: &HttpClient,
        patience: RetryPolicy,
        clock: &dyn Clock,
    ) -> Result<Option<Header>, EmbedError> {
        match self {
            ServiceAccess::Open => Ok(None),
            ServiceAccess::Key(header) => Ok(Some(header.clone())),
            ServiceAccess::Google(account) => {
                account.token(client, patience, clock).map(|token| Some(Header::bearer(token)))
            }
        }
    }
}
