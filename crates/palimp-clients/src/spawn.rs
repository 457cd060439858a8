//! Starts clients as programs: to summarise a conversation, and to answer a prompt.
//!
//! palimp starts foreign programs in these two ways only:
//!
//! - [`ClientDistiller`] asks a client as if it were a model: no tools, hooks, servers or stored
//!   session, an empty directory, a time limit after which the whole family of processes ends.
//! - [`run`] answers a prompt as the client does when its user types it, in the user's directory
//!   and with the user's configuration, and forwards its output.
//!
//! The command line of each client is data in its own module. A conversation is never on the
//! command line, where other users of the machine could read it; only [`run`] passes a prompt
//! there, to clients that accept it nowhere else.

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
