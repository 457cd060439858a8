//! `palimp init`: where the notes lie.

mod vault_folder;

use std::path::{Path, PathBuf};

use palimp_core::settings::{Agent, Settings, set, unset};
use palimp_engine::home::extras::overlaps;
use palimp_engine::home::note_store;
use palimp_engine::home::note_store::NoteStore;
use palimp_engine::home::settings;
use palimp_engine::notes::vault_migration::Moved;
use palimp_engine::retrieval::index_sync::Models;
use serde_json::{Value, json};

use crate::context::{Cx, user_home};
use crate::error::CliError;
use crate::messages;
use crate::output::{inline, note, offer, print_json, say};
use palimp_core::counts;
use vault_folder::Place;

/// Create the vault, or use a directory of Markdown as the vault
#[derive(Debug, clap::Args)]
pub(crate) struct InitArgs {
    /// A directory of notes: an Obsidian vault, an OpenClaw workspace, a folder in git
    #[arg(long, value_name = "DIR")]
    vault: Option<PathBuf>,
    /// The folder in the Obsidian vault for palimp's notes [default: palimp]
    #[arg(long, requires = "vault", value_name = "NAME", conflicts_with = "at_root")]
    folder: Option<String>,
    /// Put palimp's folders at the root of the Obsidian vault; commands can then change your notes
    /// too
    #[arg(long, requires = "vault")]
    at_root: bool,
    /// Move the notes of the current vault too; existing notes are not changed
    #[arg(long, requires = "vault", alias = "bring")]
    move_notes: bool,
}

impl InitArgs {
    /// Returns true if the notes get another place.
    pub(crate) const fn moves_notes(&self) -> bool {
        self.vault.is_some()
    }
}

pub(crate) fn run(cx: &Cx, args: &InitArgs) -> Result<(), CliError> {
    palimp_engine::home::files::create_home(&cx.home)?;
    let before = present(cx);
    let place = match &args.vault {
        Some(named) => {
            let named = std::path::absolute(named)?;
            refuse_odd(cx, &named)?;
            Place::find(cx, args, named, before.clone())?
        }
        None => before.clone(),
    };
    let settings = settings_for(cx, &place);
    if args.vault.is_some() {
        refuse_overlap(cx, &settings, place.root != before.root)?;
    }
    let there = place.root.is_dir();
    let memory = cx.memory_with(settings, Models::default());
    // The settings name what was made and read: no later command is to fail on it.
    let made = memory.notes.make_vault().and_then(|vault| vault.scan().map(|_| vault));
    let vault = made.map_err(|_| unusable_directory(&place.root))?;
    if args.vault.is_some() {
        name_in_settings(cx, &place)?;
    }
    let left = match before.root == place.root {
        true => cx.home.vault_dir(&cx.agent()),
        false => before.root,
    };
    let moved = move_notes(cx, args, &memory.notes, &left)?;
    let made = OpenedVault {
        there,
        notes: vault.scan()?.len(),
        read: memory.notes.obsidian_notes().len(),
        alone: memory.notes.left_alone()?,
        moved,
        left,
    };
    match cx.json {
        true => print_json(&json!({
            "agent": cx.agent(), "vault": place.root, "notes": made.notes, "made": !there,
            "obsidian": place.obsidian, "read": made.read, "leftAlone": made.alone,
            "moved": made.moved.moved, "stay": made.moved.stay,
        })),
        false => tell(cx, &place, &made),
    }
    Ok(())
}

/// Vault that `init` made or opened.
struct OpenedVault {
    /// True if the directory existed before.
    there: bool,
    /// Notes in it.
    notes: usize,
    /// The user's notes around it.
    read: usize,
    /// Folders without notes, by Obsidian's settings.
    alone: Vec<String>,
    moved: Moved,
    /// The vault before.
    left: PathBuf,
}

fn tell(cx: &Cx, place: &Place, made: &OpenedVault) {
    let (root, agent) = (&place.root, cx.agent());
    match made.there {
        true => {
            let notes = counts::notes(made.notes);
            say(messages::existing_vault(root.display(), &agent, &notes));
        }
        false => say(messages::vault_made(root.display(), &agent)),
    }
    if let Some(obsidian) = &place.obsidian {
        let notes = counts::notes(made.read);
        say(messages::obsidian_searched_too(obsidian.display(), &notes));
    }
    if let Some(taken) = &place.taken {
        note(messages::folder_taken(taken.display()));
    }
    if place.stays {
        note(messages::folders_stay_at_root());
    }
    if !made.alone.is_empty() {
        say(messages::obsidian_ignores(inline(&made.alone.join(", "))));
    }
    if !made.moved.moved.is_empty() {
        say(messages::notes_moved(counts::notes(made.moved.moved.len())));
    }
    for path in &made.moved.stay {
        let place = made.left.join(path);
        note(messages::note_name_taken(place.display()));
    }
}

/// Returns where the notes lie now.
fn present(cx: &Cx) -> Place {
    let (agent, user) = (cx.agent(), user_home());
    let root = note_store::vault_of(&cx.home, &agent, &cx.settings, user.as_deref());
    let named = cx.settings.agents.by_id.iter().find(|(id, _)| *id == agent);
    let obsidian = named.and_then(|(_, it)| it.obsidian.as_deref());
    let obsidian = obsidian.map(|path| note_store::expand_tilde(path, user.as_deref()));
    Place { root, obsidian, ..Place::default() }
}

/// Returns the settings with the agent's notes at `place`.
fn settings_for(cx: &Cx, place: &Place) -> Settings {
    let (mut settings, agent) = (cx.settings.clone(), cx.agent());
    let text = |path: &Path| path.to_string_lossy().into_owned();
    settings.agents.by_id.retain(|(id, _)| *id != agent);
    if place.root != cx.home.vault_dir(&agent) {
        let obsidian = place.obsidian.as_deref().map(text);
        let named = Agent { vault: Some(text(&place.root)), obsidian, ..Agent::default() };
        settings.agents.by_id.push((agent, named));
    }
    settings
}

/// Takes the notes of the vault that is left along, if the user wants it. The notes of a directory that is
/// not palimp's are not asked about: whoever keeps two vaults of their own wants them to stay two. A vault around
/// palimp's folder holds the user's notes, which stay.
fn move_notes(
    cx: &Cx,
    args: &InitArgs,
    memory: &NoteStore,
    left: &Path,
) -> Result<Moved, CliError> {
    let count = memory.count_notes_in(left);
    let is_around = memory.root().starts_with(left);
    if is_around || args.vault.is_none() || count == 0 {
        return Ok(Moved::default());
    }
    let own = left == cx.home.vault_dir(memory.agent()) || left.starts_with(memory.root());
    let notes = counts::notes(count);
    let question = messages::ask_move_notes(left.display(), &notes);
    let wanted = args.move_notes || (own && !cx.json && offer(&question, None) == Some(true));
    if wanted {
        return Ok(memory.move_notes_from(left)?);
    }
    if own {
        note(messages::notes_left_behind(&notes, left.display()));
    }
    Ok(Moved::default())
}

/// A vault holds notes; a whole home directory or palimp's own would swallow everything.
fn refuse_odd(cx: &Cx, root: &Path) -> Result<(), CliError> {
    let refuse = |why: String| Err(CliError::usage(messages::bad_vault(root.display(), &why)));
    if root.exists() && !root.is_dir() {
        return refuse(messages::path_is_a_file());
    }
    if user_home().is_some_and(|home| home.starts_with(root)) {
        return refuse(messages::path_holds_user_home());
    }
    if root == cx.home.root() {
        return refuse(messages::path_is_palimp_home());
    }
    Ok(())
}

/// Refuses a place where one agent would read another's notes as the user's. A vault that `is_new` is also not to
/// be what another agent reads already.
fn refuse_overlap(cx: &Cx, settings: &Settings, is_new: bool) -> Result<(), CliError> {
    let (agent, user) = (cx.agent(), user_home());
    let overlaps = overlaps(&cx.home, settings, user.as_deref());
    let own = overlaps.iter().find(|it| it.reader == agent || (is_new && it.owner == agent));
    let Some(found) = own else { return Ok(()) };
    let other = if found.reader == agent { &found.owner } else { &found.reader };
    Err(CliError::usage(messages::vault_shared_with_agent(other, &found.reader, &found.owner)))
}

/// Returns the error for a directory that cannot be a vault.
fn unusable_directory(root: &Path) -> CliError {
    CliError::user(messages::vault_not_usable(root.display()))
}

fn name_in_settings(cx: &Cx, place: &Place) -> Result<(), CliError> {
    let (path, agent) = (cx.home.settings_file(), cx.agent());
    let mut file = settings::read_value(&path)?;
    let key = Agent::KEY.vault.path_of(&agent);
    set(&mut file, &key, Value::from(place.root.to_string_lossy()));
    let key = Agent::KEY.obsidian.path_of(&agent);
    match &place.obsidian {
        Some(obsidian) => set(&mut file, &key, Value::from(obsidian.to_string_lossy())),
        None => drop(unset(&mut file, &key)),
    }
    Ok(settings::write_value(&path, &file)?)
}
