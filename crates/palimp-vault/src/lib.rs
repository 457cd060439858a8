//! Markdown notes on disk: the memory that its owner can read, edit and put in git.
//!
//! A vault is a directory of notes, and the notes are the truth; whatever is derived from them
//! can be thrown away. [`chunk`] and [`note`] read a note's text, purely; [`Vault`] reads and
//! changes the files.

pub mod authors;
pub mod chunk;
mod directory;
pub mod entry;
pub mod episode;
mod error;
pub mod events;
pub mod extra;
pub mod history;
mod lines;
pub mod note;
pub mod path;
pub mod provenance;
pub mod route;
mod scan;
mod vault;
pub mod watch;
pub mod within;

pub use error::VaultError;
pub use path::{NotePath, PathError};
pub use scan::{Found, Tree};
pub use vault::Vault;
