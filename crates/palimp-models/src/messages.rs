//! Sentences about services, keys, models and signing in for a person, in English and Korean.

mod chat;
mod embedding;
mod keys;
mod services;
mod sign_in;

pub(crate) use chat::*;
pub(crate) use embedding::*;
pub(crate) use keys::*;
pub(crate) use services::*;
pub(crate) use sign_in::*;
