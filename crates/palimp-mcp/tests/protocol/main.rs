//! The server as its clients meet it: over pipes and over loopback HTTP.

mod http;
mod recordings;
mod server;
mod stdio;
#[path = "../support/mod.rs"]
mod support;
mod tools;
