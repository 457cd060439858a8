//! Tests that connect palimp to clients and disconnect it again, in temporary homes.

mod client_plugin;
mod clients;
mod files;
mod openclaw;
mod opencode;
mod properties;
mod servers;
mod settings;
mod support;
