//! Wiring palimp into clients' settings and taking it out again, in temporary homes.

mod client_plugin;
mod clients;
mod files;
mod openclaw;
mod opencode;
mod properties;
mod servers;
mod settings;
mod support;
