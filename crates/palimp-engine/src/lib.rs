//! The verbs of palimp, one module each, over the store and the clients.
//!
//! A caller hands in where the home is, what time it is and what the settings
//! say; nothing here prints, nor reads the environment but for the user's time zone.

pub mod chat;
pub mod consolidation;
pub mod erasure;
mod error;
pub mod home;
pub mod ingest;
pub mod injection;
mod messages;
pub mod notes;
pub mod retrieval;
pub mod service;
pub mod sharing;

pub use error::{Error, TeamError};
pub use home::project_discovery::git_head;
pub use home::projects::identify_project;
