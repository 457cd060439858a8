//! Localizes help and usage errors of clap's commands.
//!
//! English is in the command itself. Korean help is a table by the place of a text in the command
//! tree ([`HelpTable`]), so that the English may change without it; usage errors are said by their
//! kind. In English everything stays as clap says it.

mod help;
mod usage_error;

pub use help::{HelpTable, localize_command, localize_rendered_help, table_problems};
pub use usage_error::usage_error;
