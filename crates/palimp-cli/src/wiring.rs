//! The clients of this machine, as the commands that wire and check them see them.

use std::path::{Path, PathBuf};

use palimp_clients::install::{
    self, Change, Found, HookCommand, HookState, Places, Record, ServerState, Target, Trust, What,
    Wiring,
};
use serde_json::{Value, json};

use crate::context::{Cx, user_home};
use crate::error::Failure;

/// Where the clients keep their files.
pub(crate) fn places() -> Result<Places, Failure> {
    let home = user_home().ok_or_else(|| Failure::user("there is no home directory: set HOME"))?;
    Ok(Places::new(home, |name| std::env::var_os(name)))
}

/// The command that clients are to call: this program, by the path that outlives an update.
pub(crate) fn hook_command(cx: &Cx) -> Result<HookCommand, Failure> {
    let mut command = HookCommand::new(&program()?)?.tools(cx.settings.tools.iter().cloned());
    if cx.home != palimp_core::home::Home::at(usual_home()) {
        let home = cx.home.root().to_str().ok_or_else(|| {
            Failure::user(format!(
                "{} is not Unicode: no client's settings can name it",
                cx.home.root().display()
            ))
        })?;
        command = command.args(["--home", home]);
    }
    if let Some(agent) = &cx.agent {
        command = command.args(["--agent", agent]);
    }
    Ok(command)
}

fn usual_home() -> PathBuf {
    user_home().unwrap_or_default().join(".palimp")
}

/// The program's path: as found on the search path where that leads here, since a package manager
/// keeps that name over updates, else the file itself.
fn program() -> Result<PathBuf, Failure> {
    let file = std::env::current_exe()?;
    let same = |candidate: &PathBuf| candidate.is_absolute() && same_file(candidate, &file);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let name = file.file_name().unwrap_or_default().to_owned();
    let found = std::env::split_paths(&path).map(|dir| dir.join(&name)).find(same);
    Ok(found.unwrap_or(file))
}

fn same_file(a: &Path, b: &Path) -> bool {
    matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b)
}

/// The record of what was written into clients' files.
pub(crate) fn read_record(cx: &Cx) -> Record {
    let text = palimp_files::read_private(&cx.home.installs()).unwrap_or_default();
    serde_json::from_slice(&text).unwrap_or_default()
}

/// Keeps the record, or removes it when nothing is wired any more.
pub(crate) fn write_record(cx: &Cx, record: &Record) -> Result<(), Failure> {
    let path = cx.home.installs();
    if record.is_empty() {
        let _ = std::fs::remove_file(path);
        return Ok(());
    }
    let text = serde_json::to_vec_pretty(record)?;
    Ok(palimp_store::files::replace(&path, &text)?)
}

/// The clients that are on this machine.
pub(crate) fn present(places: &Places) -> Vec<Target> {
    let here = |client: &Target| install::find(*client, places) != Found::Nothing;
    Target::ALL.into_iter().filter(here).collect()
}

/// Wires a client. What is about to be written is on record before it is, and what was written even
/// when a part failed.
pub(crate) fn wire(cx: &Cx, client: Target) -> Result<Vec<Change>, Failure> {
    let (places, hook) = (places()?, hook_command(cx)?);
    let mut record = read_record(cx);
    install::intend(client, &places, &hook, &mut record)?;
    write_record(cx, &record)?;
    let done = install::install(client, &places, &hook, &mut record);
    write_record(cx, &record)?;
    Ok(done?)
}

/// What became of a file, in a word.
pub(crate) const fn what(change: &Change) -> &'static str {
    match change.what {
        What::Created => "created",
        What::Edited => "edited",
        What::Removed => "removed",
        What::Unchanged => "unchanged",
        What::Kept => "left alone",
    }
}

/// A change as data.
pub(crate) fn change_json(change: &Change) -> Value {
    json!({ "path": change.path, "what": what(change), "note": change.note })
}

/// How a client's wiring is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum State {
    /// All is well.
    Well,
    /// The user has to give something that palimp cannot: her trust in the hooks.
    Open,
    /// Something is wrong.
    Wrong,
}

/// Whether palimp stands in a client's settings, so that what is wrong there is palimp's to renew.
pub(crate) fn is_wired(wiring: &Wiring) -> bool {
    let hooks = !matches!(
        wiring.hooks,
        HookState::Missing | HookState::Unreadable(_) | HookState::Unserved
    );
    hooks || matches!(wiring.server, ServerState::Present | ServerState::OtherCommand(_))
}

/// The state of a client's wiring, and the same in words.
pub(crate) fn in_words(client: Target, wiring: &Wiring) -> (State, String) {
    let (mut state, mut words) = match &wiring.hooks {
        HookState::Present => (State::Well, "wired".to_owned()),
        HookState::Missing => (State::Wrong, format!("not wired: `palimp install {client}`")),
        HookState::Partial(missing) => (
            State::Wrong,
            format!("{} not wired: `palimp install {client}` adds them", missing.join(", ")),
        ),
        HookState::OtherCommand(line) => (
            State::Wrong,
            format!("wired to `{line}`, not to this palimp: `palimp install {client}` renews it"),
        ),
        HookState::Unreadable(why) => (State::Wrong, why.clone()),
        HookState::Unserved if wiring.server == ServerState::Missing => {
            (State::Wrong, format!("not wired: `palimp install {client}`"))
        }
        HookState::Unserved => (State::Well, "wired by MCP".to_owned()),
    };
    if let Some(trouble) = server_in_words(client, wiring) {
        state = State::Wrong;
        words.push_str("; ");
        words.push_str(&trouble);
    }
    match wiring.trust {
        Some(Trust::None) => {
            state = state.max(State::Open);
            words.push_str(", but its hooks do not run until you trust them: start `codex` once and choose \"Trust all\"");
        }
        Some(Trust::Partly) => {
            state = state.max(State::Open);
            words.push_str(
                ", but some hooks are not trusted yet: start `codex` once and review them",
            );
        }
        Some(Trust::All) | None => {}
    }
    for note in &wiring.notes {
        state = State::Wrong;
        words.push_str("; ");
        words.push_str(note);
    }
    (state, words)
}

/// What is wrong with the MCP server, where the state of the hooks does not say it already.
fn server_in_words(client: Target, wiring: &Wiring) -> Option<String> {
    match &wiring.server {
        ServerState::Present => None,
        ServerState::Missing if wiring.hooks == HookState::Missing => None,
        ServerState::Missing if wiring.hooks == HookState::Unserved => None,
        ServerState::Missing => {
            Some(format!("its MCP server is not registered: `palimp install {client}` adds it"))
        }
        ServerState::OtherCommand(line) => Some(format!(
            "its MCP server runs `{line}`, not this palimp: `palimp install {client}` renews it"
        )),
        ServerState::Foreign => Some(
            "another MCP server there is called `palimp`: rename it, then install again".to_owned(),
        ),
        ServerState::Unreadable(why) => Some(why.clone()),
    }
}

/// A wiring as data.
pub(crate) fn wiring_json(client: Target, wiring: &Wiring) -> Value {
    let (state, words) = in_words(client, wiring);
    json!({ "client": client, "well": state == State::Well, "state": words, "command": wiring.command_file })
}
