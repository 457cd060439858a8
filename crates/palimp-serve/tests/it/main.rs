//! The server as its clients meet it, over loopback.

mod access;
mod ending;
mod limits;
mod sessions;
mod support;
