//! Secret tokens that authorise requests.

use std::fmt;
use std::io;

use axum::http::{HeaderMap, header};
use rustix::rand::{GetRandomFlags, getrandom};
use subtle::ConstantTimeEq;

use crate::error::{MIN_TOKEN_BYTES, ServeError};

/// Number of random bytes of a new token.
const RANDOM_TOKEN_BYTES: usize = 32;

/// A secret that is compared in constant time, and printed only by who asks for it.
#[derive(Clone)]
pub struct AccessToken(String);

impl AccessToken {
    /// The token that somebody chose.
    ///
    /// # Errors
    ///
    /// When it has fewer than 16 bytes.
    pub fn new(text: &str) -> Result<AccessToken, ServeError> {
        if text.len() < MIN_TOKEN_BYTES {
            Err(ServeError::WeakToken)
        } else {
            Ok(AccessToken(text.to_owned()))
        }
    }

    /// 32 random bytes in hexadecimal.
    ///
    /// # Errors
    ///
    /// When the system has no random numbers.
    pub fn random() -> io::Result<AccessToken> {
        let mut bytes = [0; RANDOM_TOKEN_BYTES];
        getrandom(&mut bytes, GetRandomFlags::empty())?;
        Ok(AccessToken(bytes.iter().map(|byte| format!("{byte:02x}")).collect()))
    }

    /// True if the guess is the token. The time it takes reveals the token's length, and not how
    /// much of a guess was right.
    pub fn matches(&self, guess: &[u8]) -> bool {
        guess.ct_eq(self.0.as_bytes()).into()
    }

    /// The token itself, to be handed to who may ask.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

/// Says that there is a token, and not which.
impl fmt::Debug for AccessToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

/// True if a request carries the token as programs send it.
pub(crate) fn has_token(headers: &HeaderMap, token: &AccessToken) -> bool {
    let given = headers.get(header::AUTHORIZATION).map(|it| it.as_bytes());
    let given = given
        .and_then(|it| it.split_at_checked("Bearer ".len()))
        .and_then(|(scheme, given)| scheme.eq_ignore_ascii_case(b"Bearer ").then_some(given));
    given.is_some_and(|given| token.matches(given.trim_ascii()))
}
