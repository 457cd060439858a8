//! Copilot CLI, started by palimp.

use std::fs;

use crate::copilot::install::dir;
use crate::install::Places;
use crate::spawn::Surroundings;
use crate::spawn::servers::in_json;
use crate::spawn::table::Word::{Extra, Is, Model, Server};
use crate::spawn::table::{Asking, Running, Talk};

/// What a service of the user's own is chosen with: it may have none of Copilot CLI's models.
const SERVICE: &str = "COPILOT_PROVIDER_BASE_URL";

/// Copilot CLI as a model.
pub(crate) const ASKING: Asking = Asking {
    tried: "1.0.102",
    words: &[
        Is("--acp"),
        Is("--no-auto-update"),
        Is("--available-tools"),
        Is("none"),
        Is("--disable-builtin-mcps"),
        Is("--no-custom-instructions"),
        Server("--disable-mcp-server", "", ""),
        Model("--model"),
    ],
    talk: Talk::Acp,
    // It tells which tools it was not given.
    notices: &["Info: "],
    model,
    servers,
    remove,
    ..Asking::PLAIN
};

/// Copilot CLI as it answers its user.
pub(crate) const RUNNING: Running =
    Running { words: &[Is("--acp"), Model("--model"), Extra], talk: Talk::Acp, before_prompt: "" };

fn model(surroundings: &Surroundings) -> Option<String> {
    surroundings.get(SERVICE).is_none().then(|| "gpt-6-luna".to_owned())
}

fn servers(surroundings: &Surroundings) -> Vec<String> {
    in_json(&dir(&surroundings.places()).join("mcp-config.json"), "mcpServers")
}

/// A session is a directory with its id as the name.
fn remove(places: &Places, id: &str) -> bool {
    let session = dir(places).join("session-state").join(id);
    let is_there = fs::symlink_metadata(&session).is_ok_and(|meta| meta.is_dir());
    is_there && fs::remove_dir_all(session).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: &str = "fb563819-f115-4a30-bc66-ba466472aa52";

    #[test]
    fn only_the_session_itself_is_removed() {
        let home = tempfile::tempdir().unwrap();
        let places = Places::new(home.path(), |_| None);
        let sessions = home.path().join(".copilot/session-state");
        for name in [ID, "other"] {
            fs::create_dir_all(sessions.join(name)).unwrap();
        }
        for odd in ["", ".", "..", "other", "../session-state", "../../../../../../etc", "한"] {
            assert!(!ASKING.remove_session(&places, odd));
        }
        assert!(ASKING.remove_session(&places, ID));
        assert!(!ASKING.remove_session(&places, ID));
        assert!(!sessions.join(ID).exists() && sessions.join("other").exists());
    }
}
