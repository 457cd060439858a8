//! How a command fails: by the user's or the environment's fault (1), or by a wrong call (2).

use std::fmt;

/// Why a command did not do what it was asked, in one sentence with a way out.
#[derive(Debug)]
pub(crate) struct Failure {
    message: String,
    code: u8,
}

impl Failure {
    /// The user's or the environment's fault.
    pub(crate) fn user(message: impl Into<String>) -> Failure {
        Failure { message: message.into(), code: 1 }
    }

    /// A call that makes no sense.
    pub(crate) fn usage(message: impl Into<String>) -> Failure {
        Failure { message: message.into(), code: 2 }
    }

    /// What happened, in the user's language.
    pub(crate) fn in_words(&self) -> String {
        crate::lang::told(&self.message)
    }

    /// The exit code.
    pub(crate) const fn code(&self) -> u8 {
        self.code
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl<E: std::error::Error> From<E> for Failure {
    fn from(error: E) -> Self {
        Failure::user(error.to_string())
    }
}
