//! Sentences that the command line says to a person, in English and Korean.

mod bench;
mod chat;
mod common;
mod headings;
mod hub;
mod index;
mod korean_help;
mod names;
mod notes;
mod projects;
mod review;
mod search;
mod sessions;
mod setup;
mod sync;
mod team;
mod tokens;
mod upkeep;

pub(crate) use bench::*;
pub(crate) use chat::*;
pub(crate) use common::*;
pub(crate) use headings::*;
pub(crate) use hub::*;
pub(crate) use index::*;
pub(crate) use korean_help::HELP_TABLES;
pub(crate) use names::*;
pub(crate) use notes::*;
pub(crate) use projects::*;
pub(crate) use review::*;
pub(crate) use search::*;
pub(crate) use sessions::*;
pub(crate) use setup::*;
pub(crate) use sync::*;
pub(crate) use team::*;
pub(crate) use tokens::*;
pub(crate) use upkeep::*;
