//! The verbs of palimp, one module each, over the store and the clients.
//!
//! A caller hands in where the home is, what time it is and what the settings
//! say; nothing here prints, nor reads the environment but for the user's time zone.

mod against;
pub mod agent_log;
pub mod always;
pub mod anchors;
mod asides;
mod beside;
pub mod bootstrap;
pub mod browse;
pub mod capture;
pub mod chat;
pub mod conversations;
pub mod doctor;
pub mod due;
pub mod embedding;
pub mod evaluate;
pub mod federation;
pub mod flush;
pub mod forget;
mod freshness;
pub mod gate;
pub mod glance;
pub mod hook;
pub mod hub;
pub mod import;
pub mod indexing;
pub mod inject;
pub mod late;
pub mod links;
pub mod lock;
pub mod log;
pub mod memory;
pub mod moving;
pub mod notes;
pub mod open;
pub mod owner;
pub mod past;
pub mod place;
pub mod purge;
pub mod recall;
pub mod redaction;
pub mod reflect;
pub mod remark;
pub mod replay;
pub mod retain;
pub mod review;
pub mod revise;
pub mod scan;
pub mod served;
mod session_card;
pub mod session_view;
pub mod settings;
pub mod status;
pub mod sweep;
pub mod teams;
pub mod tokens;
pub mod tombstones;
pub mod transfer;
pub mod used;
pub mod wiring;
pub mod wishes;
pub mod worker;
pub mod zone;

pub use place::{git_head, identify};
