//! `palimp init`: where the notes lie.

use std::path::{Path, PathBuf};

use palimp_core::settings::Agent;
use palimp_engine::memory::Models;
use palimp_engine::{memory, settings};
use serde_json::{Value, json};

use crate::context::{Cx, user_home};
use crate::error::Failure;
use crate::output::{document, say};
use crate::show;

/// Make the vault, or take a directory of Markdown as it
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// A directory of notes: an Obsidian vault, an OpenClaw workspace, a folder in git
    #[arg(long, value_name = "DIR")]
    vault: Option<PathBuf>,
}

pub(crate) fn run(cx: &Cx, args: &Args) -> Result<(), Failure> {
    palimp_store::files::private_dir(cx.home.root())?;
    let agent = cx.agent();
    let mut settings = cx.settings.clone();
    if let Some(named) = &args.vault {
        let root = std::path::absolute(named)?;
        refuse_odd(cx, &root)?;
        name_in_settings(cx, &agent, &root)?;
        settings.agents.by_id.retain(|(id, _)| *id != agent);
        let vault = Some(root.to_string_lossy().into_owned());
        settings.agents.by_id.push((agent.clone(), Agent { vault, ..Agent::default() }));
    }
    let root = memory::vault_of(&cx.home, &agent, &settings, user_home().as_deref());
    let there = root.is_dir();
    let memory = cx.memory_with(settings, Models::default());
    let notes = memory.make_vault()?.scan()?.len();
    if cx.json {
        document(&json!({ "agent": agent, "vault": root, "notes": notes, "made": !there }));
    } else if there {
        say!("{} is the vault of agent {agent}: {}", root.display(), show::count(notes, "note"));
    } else {
        say!("made {}, the vault of agent {agent}", root.display());
    }
    Ok(())
}

/// A vault holds notes; a whole home directory or palimp's own would swallow everything.
fn refuse_odd(cx: &Cx, root: &Path) -> Result<(), Failure> {
    let refuse =
        |why: &str| Err(Failure::usage(format!("{} cannot be a vault: {why}", root.display())));
    if root.exists() && !root.is_dir() {
        return refuse("it is a file; name a directory");
    }
    if user_home().is_some_and(|home| home.starts_with(root)) {
        return refuse("it holds your whole home directory; name a directory of notes");
    }
    if root == cx.home.root() {
        return refuse("it is palimp's own home; name a directory of notes");
    }
    Ok(())
}

fn name_in_settings(cx: &Cx, agent: &str, root: &Path) -> Result<(), Failure> {
    let path = cx.home.settings();
    let mut file = settings::read(&path)?;
    let key = Agent::KEY.vault.path_of(agent);
    palimp_core::settings::set(&mut file, &key, Value::from(root.to_string_lossy()));
    Ok(settings::write(&path, &file)?)
}
