//! `palimp init`: where the notes lie.

use std::path::{Path, PathBuf};

use palimp_core::settings::Agent;
use palimp_engine::memory::{Memory, Models};
use palimp_engine::moving::{Moved, notes_in};
use palimp_engine::{memory, settings};
use serde_json::{Value, json};

use crate::context::{Cx, user_home};
use crate::error::Failure;
use crate::output::{document, inline, note, offer, say};
use crate::show;

/// Make the vault, or take a directory of Markdown as it
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// A directory of notes: an Obsidian vault, an OpenClaw workspace, a folder in git
    #[arg(long, value_name = "DIR")]
    vault: Option<PathBuf>,
    /// Take the notes of the present vault along; no note that is there already is changed
    #[arg(long, requires = "vault")]
    bring: bool,
}

impl Args {
    /// Returns true if the notes get another place.
    pub(crate) const fn moves(&self) -> bool {
        self.vault.is_some()
    }
}

pub(crate) fn run(cx: &Cx, args: &Args) -> Result<(), Failure> {
    palimp_store::files::private_dir(cx.home.root())?;
    let agent = cx.agent();
    let mut settings = cx.settings.clone();
    let before = memory::vault_of(&cx.home, &agent, &settings, user_home().as_deref());
    if let Some(named) = &args.vault {
        let root = std::path::absolute(named)?;
        refuse_odd(cx, &root)?;
        settings.agents.by_id.retain(|(id, _)| *id != agent);
        let vault = Some(root.to_string_lossy().into_owned());
        settings.agents.by_id.push((agent.clone(), Agent { vault, ..Agent::default() }));
    }
    let root = memory::vault_of(&cx.home, &agent, &settings, user_home().as_deref());
    let there = root.is_dir();
    let memory = cx.memory_with(settings, Models::default());
    // The settings name what was made and read: no later command is to fail on it.
    let made = memory.make_vault().and_then(|vault| vault.scan().map(|_| vault));
    let vault = made.map_err(|_| unusable(&root))?;
    if args.vault.is_some() {
        name_in_settings(cx, &agent, &root)?;
    }
    let left = match before == root {
        true => cx.home.vault(&agent),
        false => before,
    };
    let moved = bring(cx, args, &memory, &left)?;
    let (notes, alone) = (vault.scan()?.len(), vault.left_alone()?);
    if cx.json {
        document(&json!({
            "agent": agent, "vault": root, "notes": notes, "made": !there, "leftAlone": alone,
            "moved": moved.moved, "stay": moved.stay,
        }));
        return Ok(());
    }
    match there {
        true => {
            say!(
                "{} is the vault of agent {agent}: {}",
                root.display(),
                show::count(notes, "note")
            );
        }
        false => say!("made {}, the vault of agent {agent}", root.display()),
    }
    if !alone.is_empty() {
        say!("left alone, as Obsidian's settings say: {}", inline(&alone.join(", ")));
    }
    if !moved.moved.is_empty() {
        say!("taken along: {}", show::count(moved.moved.len(), "note"));
    }
    for path in &moved.stay {
        let place = left.join(path);
        note!(
            "{} stays: the vault has a note of that name that says something else.",
            place.display()
        );
    }
    Ok(())
}

/// Takes the notes of the vault that is left along, if the user wants it. The notes of a directory that is
/// not palimp's are not asked about: whoever keeps two vaults of her own wants them to stay two.
fn bring(cx: &Cx, args: &Args, memory: &Memory, left: &Path) -> Result<Moved, Failure> {
    let count = notes_in(left, &cx.home.locks());
    if memory.root() == left || args.vault.is_none() || count == 0 {
        return Ok(Moved::default());
    }
    let own = left == cx.home.vault(memory.agent());
    let notes = show::count(count, "note");
    let question = format!("{} has {notes}: take them along?", left.display());
    let wanted = args.bring || (own && !cx.json && offer(&question, None) == Some(true));
    if wanted {
        return Ok(memory.take_along(left)?);
    }
    if own {
        note!(
            "{} stay in {}; the same command with `--bring` takes them along.",
            notes,
            left.display()
        );
    }
    Ok(Moved::default())
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

/// What is said of a directory that can be no vault.
fn unusable(root: &Path) -> Failure {
    Failure::user(format!(
        "the directory {} cannot be made or used: name another one with --vault, or see to the \
         permissions of the one that it lies in",
        root.display()
    ))
}

fn name_in_settings(cx: &Cx, agent: &str, root: &Path) -> Result<(), Failure> {
    let path = cx.home.settings();
    let mut file = settings::read(&path)?;
    let key = Agent::KEY.vault.path_of(agent);
    palimp_core::settings::set(&mut file, &key, Value::from(root.to_string_lossy()));
    Ok(settings::write(&path, &file)?)
}
