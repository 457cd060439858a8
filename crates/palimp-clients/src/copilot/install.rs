//! Wiring Copilot CLI: a hooks file of palimp's own, and `/memory` as a skill.

use std::path::PathBuf;

use palimp_core::Client;
use serde_json::json;

use crate::install::{Entry, HookCommand, HookFile, Layout, OwnFile, Piece, Places, Wires, slash};

/// Seconds that Copilot CLI waits for a hook.
const TIMEOUT: u32 = 10;

const EVENTS: [&str; 7] = [
    "sessionStart", "userPromptSubmitted", "postToolUse", "postToolUseFailure", "preCompact",
    "agentStop", "sessionEnd",
];

/// The directory of the user's settings.
pub(crate) fn dir(places: &Places) -> PathBuf {
    places.dir("COPILOT_HOME", ".copilot")
}

pub(crate) fn wires(places: &Places, hook: &HookCommand) -> Wires {
    let entry = |event| {
        // Payloads in this style do not name their event.
        let line = hook.line(Client::Copilot, Some(event));
        Entry::new(event, json!({ "type": "command", "bash": line, "timeoutSec": TIMEOUT }))
    };
    let hooks = HookFile {
        path: dir(places).join("hooks").join("palimp.json"),
        layout: Layout::Flat,
        exclusive: true,
        base: vec![("version", json!(1))],
        entries: EVENTS.map(entry).to_vec(),
    };
    Wires { hooks: Piece::Settings(hooks), command: skill(places, hook), after: None }
}

fn skill(places: &Places, hook: &HookCommand) -> OwnFile {
    OwnFile::new(
        dir(places).join("skills").join("memory").join("SKILL.md"),
        slash::WHAT,
        include_str!("../../assets/copilot-memory.md"),
        &[("BODY", &slash::memory_prompt(hook, "(the words after /memory in the user's message)"))],
    )
}
