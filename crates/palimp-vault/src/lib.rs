//! Markdown notes on disk: the memory that its owner can read, edit and put in git.
//!
//! A vault is a directory of notes, and the notes are the truth; whatever is derived from them
//! can be thrown away. [`Vault`] reads and changes the files; what their text says is
//! [`palimp_note`]'s.

pub mod confined_read;
mod directory;
mod error;
pub mod events;
pub mod extra;
pub mod follow;
pub mod history;
mod messages;
mod obsidian;
pub mod obsidian_notes;
mod scan;
mod vault;
pub mod watch;

pub use error::VaultError;
pub use scan::{ScannedNote, VaultTree};
pub use vault::Vault;
