//! Whole commands, on machines of their own.

mod age;
mod agent_shell;
mod aging;
mod anchors;
mod backup;
mod before_tools;
mod bootstrap;
mod capture;
mod chat;
mod client_plugin;
mod clients;
mod commands;
#[cfg(target_os = "linux")]
mod completing;
mod config;
mod cursor;
mod dashboard;
#[cfg(target_os = "linux")]
mod days;
mod decisions;
mod disk;
mod earlier;
mod embedders;
mod exclusion;
mod faults;
mod first_version;
#[cfg(target_os = "linux")]
mod firsts;
mod flush;
mod forget;
mod homes;
mod hostile;
mod hub;
mod importance;
mod inject;
mod json;
#[cfg(target_os = "linux")]
mod kills;
mod known_failures;
mod korean;
mod late;
mod mcp;
mod notes;
mod obsidian;
#[cfg(target_os = "linux")]
mod picking;
mod pointer_use;
mod pointers;
mod printing;
#[cfg(target_os = "linux")]
mod projects;
mod promises;
mod reading;
mod redaction;
mod reflect;
mod related;
mod remember;
mod replay;
mod repository;
mod searching;
mod session_start;
mod setup;
mod sync;
mod sync_days;
mod teams;
mod tokens;
#[cfg(target_os = "linux")]
mod tour;
mod transcript;
mod transcript_extras;
mod trust;
mod up_distiller;
mod vaults;
mod why;

use palimp_testing::Machine;

/// A machine on which this build is palimp.
fn machine() -> Machine {
    Machine::new(env!("CARGO_BIN_EXE_palimp"))
}

/// The contents of all observations, the newest first.
fn contents(machine: &Machine) -> Vec<String> {
    let rows = machine.run_json(&["recent", "-n", "1000"]);
    let rows = rows.as_array().expect("a list");
    rows.iter().map(|row| row["content"].as_str().expect("text").to_owned()).collect()
}
