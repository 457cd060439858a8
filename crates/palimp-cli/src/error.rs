//! Failures of commands: by the user's or the environment's fault (1), or by a wrong call (2).

use std::fmt;

use palimp_core::message::io_reason;

/// Reason why a command did not do what it was asked, in one sentence with a way out.
#[derive(Debug)]
pub(crate) struct CliError {
    message: String,
    code: u8,
}

impl CliError {
    /// The user's or the environment's fault.
    pub(crate) fn user(message: impl Into<String>) -> CliError {
        CliError { message: message.into(), code: 1 }
    }

    /// A call that makes no sense.
    pub(crate) fn usage(message: impl Into<String>) -> CliError {
        CliError { message: message.into(), code: 2 }
    }

    /// The exit code.
    pub(crate) const fn exit_code(&self) -> u8 {
        self.code
    }
}

impl fmt::Display for CliError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl<E: std::error::Error + 'static> From<E> for CliError {
    fn from(error: E) -> Self {
        let any: &dyn std::error::Error = &error;
        match any.downcast_ref::<std::io::Error>() {
            Some(error) => CliError::user(io_reason(error)),
            None => CliError::user(error.to_string()),
        }
    }
}
