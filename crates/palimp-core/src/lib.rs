//! The words of palimp: types, ports, settings, and the pure functions that belong to them.
//!
//! Nothing here reads a file, a clock, a database or the network, so that every
//! rule can be tested with values alone.

pub mod activity;
pub mod author;
pub mod chat;
pub mod counts;
pub mod distill;
pub mod embed;
pub mod event;
pub mod forget_query;
pub mod home;
pub mod ignored_paths;
pub mod io_diagnosis;
pub mod lang;
pub mod message;
mod messages;
pub mod observation;
pub mod own_command;
mod particle;
pub mod pointer;
pub mod project;
pub mod role;
pub mod romanization;
pub mod sanitize;
pub mod settings;
pub mod shell;
pub mod summary;
pub mod symbols;
pub mod text;
pub mod tokens;
pub mod tombstone;

pub use event::{
    AgentClient, EventKind, FileChange, FileEdit, HookEvent, PendingToolCall, StartSource,
    ToolAction, ToolOutcome, ToolUse,
};
