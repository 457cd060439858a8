//! Sentences that the engine says to a person, in English and Korean.

mod chat;
mod context;
mod health;
mod home;
mod hub;
mod notes;
mod replay;
mod teams;

pub(crate) use chat::*;
pub(crate) use context::*;
pub(crate) use health::*;
pub(crate) use home::*;
pub(crate) use hub::*;
pub(crate) use notes::*;
pub(crate) use palimp_core::counts::{
    captures, facts, files, messages, notes, observations, partial_files, rows, sessions,
};
pub(crate) use replay::*;
pub(crate) use teams::*;
