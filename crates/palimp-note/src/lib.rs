//! A Markdown note as text: what it says, who wrote which line of it, and how something is added.
//!
//! For programs that keep their memory in Markdown files which people edit beside them. Nothing
//! here opens a file: a note comes in as text and goes out as text. What is not understood is left
//! as it is, and no text, whatever it holds, is refused.
//!
//! | for | see |
//! |---|---|
//! | title, project, tags, aliases and links of a note | [`parse`] |
//! | the note that a link leads to | [`links`] |
//! | the pieces under which a note is indexed and found | [`chunk`] |
//! | whose a line is, and lines that are taken out with the comments that speak for them | [`authors`] |
//! | the places in the code that a fact speaks of, and whether they still say so | [`anchor`] |
//! | who said a line, and on which day | [`origin`] |
//! | where a text came from, in a comment that readers do not see | [`provenance`] |
//! | a note without the lines that say something | [`removal`] |
//! | which note something belongs to, and how it stands there | [`route`] |
//! | a note with an entry at its end | [`entry`] |
//! | the entries that condense conversations | [`episode`] |
//! | the page of a project and its sections | [`page`] |
//! | the names of notes | [`path`] |

pub mod anchor;
pub mod authors;
pub mod chunk;
mod comment;
pub mod entry;
pub mod episode;
mod line_kinds;
pub mod links;
mod messages;
mod note;
pub mod origin;
pub mod page;
pub mod path;
pub mod provenance;
pub mod removal;
pub mod route;

pub use note::{Labels, NoteLink, NoteMetadata, parse, parse_front_matter};
pub use path::{NotePath, PathError};

/// Has the compiler test the examples of the readme.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
