//! Removing the record of a session that a client would not leave unstored.
//!
//! Where the record is a file that bears the session's id, it is removed without the client, which
//! takes seconds to start and does not list a session that was broken off.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use palimp_core::Client;
use serde_json::Value;

use crate::install::Places;
use crate::{copilot, gemini};

/// The longest first line of a record that is read, in bytes.
const HEADER: u64 = 64 * 1024;

/// Removes what `client` stored of its session `id`; whether there was anything.
pub(super) fn remove(client: Client, places: &Places, id: &str) -> bool {
    let plain = |c: char| c.is_ascii_hexdigit() || c == '-';
    if id.len() != 36 || !id.chars().all(plain) {
        return false;
    }
    match client {
        Client::Copilot => of_copilot(&copilot::install::dir(places), id),
        Client::Gemini => of_gemini(&gemini::install::dir(places), id),
        _ => false,
    }
}

/// A session is a directory with its id as the name.
fn of_copilot(dir: &Path, id: &str) -> bool {
    let session = dir.join("session-state").join(id);
    let is_there = fs::symlink_metadata(&session).is_ok_and(|meta| meta.is_dir());
    is_there && fs::remove_dir_all(session).is_ok()
}

/// A session is a file among those of its project; the id's beginning ends its name, and the whole
/// of it stands in its first line.
fn of_gemini(dir: &Path, id: &str) -> bool {
    let end = format!("-{}.jsonl", &id[..8]);
    let projects = entries(&dir.join("tmp")).into_iter();
    let records = projects.flat_map(|project| entries(&project.join("chats")));
    let named = records.filter(|file| file.to_str().is_some_and(|name| name.ends_with(&end)));
    let mut found = named.filter(|file| session_of(file).as_deref() == Some(id));
    found.next().is_some_and(|file| fs::remove_file(file).is_ok())
}

fn entries(dir: &Path) -> Vec<PathBuf> {
    fs::read_dir(dir).map_or(Vec::new(), |all| all.flatten().map(|it| it.path()).collect())
}

/// Whose record a file is.
fn session_of(file: &Path) -> Option<String> {
    let mut line = String::new();
    BufReader::new(palimp_files::open(file).ok()?.take(HEADER)).read_line(&mut line).ok()?;
    let header: Value = serde_json::from_str(&line).ok()?;
    Some(header.get("sessionId")?.as_str()?.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: &str = "fb563819-f115-4a30-bc66-ba466472aa52";

    fn home() -> (tempfile::TempDir, Places) {
        let home = tempfile::tempdir().unwrap();
        let places = Places::new(home.path(), |_| None);
        (home, places)
    }

    #[test]
    fn of_copilot_only_the_session_itself_goes() {
        let (home, places) = home();
        let sessions = home.path().join(".copilot/session-state");
        for name in [ID, "other"] {
            fs::create_dir_all(sessions.join(name)).unwrap();
        }
        for odd in ["", ".", "..", "other", "../session-state", "../../../../../../etc", "한"] {
            assert!(!remove(Client::Copilot, &places, odd));
        }
        assert!(remove(Client::Copilot, &places, ID));
        assert!(!remove(Client::Copilot, &places, ID));
        assert!(!sessions.join(ID).exists() && sessions.join("other").exists());
    }

    #[test]
    fn of_gemini_only_the_session_itself_goes() {
        let (home, places) = home();
        let chats = home.path().join(".gemini/tmp/gemini-1/chats");
        fs::create_dir_all(&chats).unwrap();
        let theirs = chats.join("session-2026-11-21T15-04-fb563819.jsonl");
        let ours = chats.join("session-2026-11-21T15-05-fb563819.jsonl");
        let other = ID.replace("f115", "f116");
        fs::write(&theirs, format!("{{\"sessionId\":\"{other}\"}}\n{{}}\n")).unwrap();
        fs::write(&ours, format!("{{\"sessionId\":\"{ID}\",\"kind\":\"main\"}}\n{{}}\n")).unwrap();
        assert!(remove(Client::Gemini, &places, ID));
        assert!(theirs.exists() && !ours.exists());
        assert!(!remove(Client::Gemini, &places, ID));
    }
}
