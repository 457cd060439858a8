//! What the first version of palimp wired is brought up to date, and taken out without a trace.

use std::fs;
use std::path::Path;

use palimp_clients::install::{HookState, Record, ServerState, What};
use palimp_core::Client;

use crate::support::World;

/// A home whose clients version 0.1.0 wired: the settings of Claude Code and of Codex CLI were there
/// before, with comments in them.
fn wired() -> World {
    let fixture =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../palimp-testing/fixtures/wired-by-0.1.0");
    let mut world = World::new();
    copy(&fixture, &world.path(""));
    let record = fs::read_to_string(world.path("installs.json")).unwrap();
    let home = world.path("").to_str().unwrap().trim_end_matches('/').to_owned();
    world.record = serde_json::from_str(&record.replace("/home/dev", &home)).unwrap();
    fs::remove_file(world.path("installs.json")).unwrap();
    world
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let to = to.join(entry.file_name());
        match entry.path().is_dir() {
            true => copy(&entry.path(), &to),
            false => drop(fs::copy(entry.path(), to).unwrap()),
        }
    }
}

/// Where the first version kept the command, and whether it stays.
const COMMANDS: [(Client, &str, bool); 5] = [
    (Client::Claude, ".claude/commands/memory.md", false),
    (Client::Codex, ".codex/prompts/memory.md", false),
    (Client::Gemini, ".gemini/commands/memory.toml", false),
    (Client::Opencode, ".config/opencode/commands/memory.md", true),
    (Client::Copilot, ".copilot/skills/memory/SKILL.md", false),
];

#[test]
fn an_earlier_command_is_told_of_and_renewed() {
    let mut world = wired();
    for (client, old, stays) in COMMANDS {
        assert!(world.exists(old));
        let notes = world.check(client).notes;
        assert!(notes.iter().any(|note| note.contains("/palimp command")), "{client}: {notes:?}");
        let planned = world.plan(client);
        let changes = world.install(client);
        assert_eq!(planned, changes);
        let removed = changes.iter().filter(|change| change.what == What::Removed);
        assert_eq!(removed.count(), usize::from(!stays), "{client}");
        assert_eq!(world.exists(old), stays, "{client}");
        let state = world.check(client);
        assert_eq!((state.hooks, state.server), (HookState::Present, ServerState::Present));
        assert!(state.command_file && state.notes.is_empty(), "{client}: {:?}", state.notes);
        let again = world.install(client);
        assert!(again.iter().all(|change| change.what == What::Unchanged), "{client}: {again:?}");
    }
    assert!(!world.exists(".copilot/skills/memory"), "an empty directory would be an empty skill");
}

#[test]
fn what_the_first_version_wired_leaves_no_trace() {
    for renewed in [false, true] {
        for recorded in [true, false] {
            let mut world = wired();
            if !recorded {
                world.record = Record::default();
            }
            for (client, ..) in COMMANDS {
                if renewed {
                    world.install(client);
                }
                world.uninstall(client);
            }
            let left =
                world.everything().into_iter().filter_map(|(path, text)| Some((path, text?)));
            let left: Vec<_> = left
                .filter(|(path, _)| !path.ends_with("opencode.json") || recorded)
                .map(|(path, text)| (path, String::from_utf8(text).unwrap()))
                .filter(|(_, text)| text != "{}\n")
                .collect();
            let settings = "{\n  \"theme\": \"dark\", // mine\n  \"permissions\": {}\n}\n";
            let expect = [
                (world.path(".claude/settings.json"), settings.to_owned()),
                (world.path(".codex/config.toml"), "model = \"x\" # mine\n".to_owned()),
            ];
            if recorded {
                assert_eq!(left, expect, "renewed: {renewed}");
            } else {
                assert!(left.iter().all(|(_, text)| !text.contains("palimp")), "{left:?}");
            }
        }
    }
}

#[test]
fn an_earlier_command_that_its_user_changed_stays() {
    let mut world = wired();
    let old = ".claude/commands/memory.md";
    let mine = world.read(old) + "\nmore\n";
    world.write(old, &mine);
    let changes = world.install(Client::Claude);
    let kept = changes.iter().find(|change| change.what == What::Kept).unwrap();
    assert!(kept.note.as_ref().unwrap().contains("remove it by hand"), "{kept:?}");
    assert_eq!(world.read(old), mine);
    assert!(world.check(Client::Claude).notes.is_empty());
}
