//! Starting the clients themselves: to condense a conversation, and to answer a prompt.
//!
//! palimp starts foreign programs in these two ways and in no other:
//!
//! - [`ClientDistiller`] asks a client as if it were a model: no tools, hooks, servers or stored
//!   session, an empty directory, a time limit after which the whole family of processes ends.
//! - [`run`] answers a prompt as the client does when its user types it, in her directory and with
//!   everything she has set up, and hands on what it prints.
//!
//! What each client is told on its command line is data, in its own module. A conversation never
//! stands there, where other users of the machine could read it; only [`run`] hands a prompt to
//! the clients that take it from nowhere else.

mod acp;
pub(crate) mod answer;
mod distill;
mod error_message;
mod mention;
mod plain;
mod process;
mod process_group;
mod run;
pub(crate) mod servers;
mod surroundings;
pub(crate) mod table;

pub use distill::{ClientDistiller, cheap_models};
pub use run::{ClientRunOutcome, RunSpec, answering_pid, run};
pub use surroundings::SpawnEnvironment;
