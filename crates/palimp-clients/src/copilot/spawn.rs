//! Copilot CLI, started by palimp.

use std::fs;

use crate::copilot::install::config_dir;
use crate::install::ClientPaths;
use crate::spawn::SpawnEnvironment;
use crate::spawn::servers::in_json;
use crate::spawn::table::ArgTemplate::{Extra, Is, Model, Server};
use crate::spawn::table::{ClientProtocol, DistillCommand, PromptCommand};

/// Variable that selects a model service of the user's own, which may lack Copilot CLI's models.
const SERVICE_URL_VARIABLE: &str = "COPILOT_PROVIDER_BASE_URL";

/// Copilot CLI used as a model.
pub(crate) const DISTILL_COMMAND: DistillCommand = DistillCommand {
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
    talk: ClientProtocol::Acp,
    // It tells which tools it was not given.
    notices: &["Info: "],
    model: default_model,
    servers: server_names,
    remove: remove_session,
    ..DistillCommand::PLAIN
};

/// Copilot CLI answering a prompt for its user.
pub(crate) const PROMPT_COMMAND: PromptCommand = PromptCommand {
    words: &[Is("--acp"), Model("--model"), Extra],
    talk: ClientProtocol::Acp,
    before_prompt: "",
};

fn default_model(surroundings: &SpawnEnvironment) -> Option<String> {
    surroundings.get(SERVICE_URL_VARIABLE).is_none().then(|| "gpt-6-luna".to_owned())
}

fn server_names(surroundings: &SpawnEnvironment) -> Vec<String> {
    in_json(&config_dir(&surroundings.client_paths()).join("mcp-config.json"), "mcpServers")
}

/// Removes the directory of a session, which is named by its id.
fn remove_session(places: &ClientPaths, id: &str) -> bool {
    let session = config_dir(places).join("session-state").join(id);
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
        let places = ClientPaths::new(home.path(), |_| None);
        let sessions = home.path().join(".copilot/session-state");
        for name in [ID, "other"] {
            fs::create_dir_all(sessions.join(name)).unwrap();
        }
        for odd in ["", ".", "..", "other", "../session-state", "../../../../../../etc", "한"] {
            assert!(!DISTILL_COMMAND.remove_session(&places, odd));
        }
        assert!(DISTILL_COMMAND.remove_session(&places, ID));
        assert!(!DISTILL_COMMAND.remove_session(&places, ID));
        assert!(!sessions.join(ID).exists() && sessions.join("other").exists());
    }
}
