//! Codex CLI, started by palimp.

use serde_json::Value;
use toml_edit::DocumentMut;

use crate::codex::install::dir;
use crate::codex::wire;
use crate::spawn::Surroundings;
use crate::spawn::answer::{Answer, NoAnswer, alone, events, message};
use crate::spawn::servers::{in_toml, text_of};
use crate::spawn::table::Word::{Extra, Is, Model, Server};
use crate::spawn::table::{Asking, ROLE, Running, Talk};

/// What tells Codex CLI where the memory ends and the prompt begins.
pub(crate) const USER_MESSAGE: &str = "[User Message]\n";

/// Codex CLI as a model.
pub(crate) const ASKING: Asking = Asking {
    tried: "0.169.0",
    words: &[
        Is("exec"),
        Is("--json"),
        Is("--ephemeral"),
        Is("--skip-git-repo-check"),
        Is("-s"),
        Is("read-only"),
        Is("-c"),
        Is("features.hooks=false"),
        Is("-c"),
        Is("notify=[]"),
        Is("-c"),
        Is("features.plugins=false"),
        Is("-c"),
        Is("features.shell_tool=false"),
        Is("-c"),
        Is("web_search=\"disabled\""),
        Is("-c"),
        Is("project_doc_max_bytes=0"),
        Is("-c"),
        Is("model_instructions_file=\"role.md\""),
        Is("-c"),
        Is("include_permissions_instructions=false"),
        Is("-c"),
        Is("include_environment_context=false"),
        Is("-c"),
        Is("include_apps_instructions=false"),
        Is("-c"),
        Is("include_collaboration_mode_instructions=false"),
        Is("-c"),
        Is("skills.include_instructions=false"),
        Is("-c"),
        Is("agents.enabled=false"),
        Is("-c"),
        Is("features.multi_agent=false"),
        Is("-c"),
        Is("features.goals=false"),
        Is("-c"),
        Is("features.apps=false"),
        Is("-c"),
        Is("features.image_generation=false"),
        Is("-c"),
        Is("features.view_image=false"),
        Is("-c"),
        Is("tools.experimental_request_user_input.enabled=false"),
        Is("-c"),
        Is("model_reasoning_effort=\"low\""),
        Server("-c", "mcp_servers.", ".enabled=false"),
        Model("-m"),
        Is("-"),
    ],
    files: &[("role.md", ROLE)],
    read,
    model,
    servers,
    ..Asking::PLAIN
};

/// Codex CLI as it answers its user.
pub(crate) const RUNNING: Running = Running {
    words: &[Is("exec"), Model("-m"), Extra, Is("-")],
    talk: Talk::Pipe,
    before_prompt: USER_MESSAGE,
};

/// A line an event: the last `agent_message` is the answer. Without events, the answer alone.
fn read(text: &str) -> Result<Answer, NoAnswer> {
    let (mut answer, mut error) = (Answer::default(), None);
    let mut events = events(text).peekable();
    if events.peek().is_none() {
        return Ok(alone(text));
    }
    for (kind, event) in events {
        match &kind[..] {
            "item.completed" if event.pointer("/item/type") == Some(&"agent_message".into()) => {
                let said = event.pointer("/item/text").and_then(Value::as_str);
                answer.text = said.unwrap_or_default().trim().to_owned();
            }
            "turn.completed" => answer.usage = event.get("usage").map(wire::usage),
            // Such an error may be overcome by another try.
            "error" => error = Some(message(&event)),
            "turn.failed" => {
                return Err(NoAnswer::Failed(event.get("error").map_or(String::new(), message)));
            }
            _ => {}
        }
    }
    match error.filter(|_| answer.text.is_empty()) {
        Some(error) => Err(NoAnswer::Failed(error)),
        None => Ok(answer),
    }
}

fn servers(surroundings: &Surroundings) -> Vec<String> {
    in_toml(&dir(&surroundings.places()).join("config.toml"), "mcp_servers")
}

/// Another service may have none of OpenAI's models.
fn model(surroundings: &Surroundings) -> Option<String> {
    (!is_served_elsewhere(surroundings)).then(|| "gpt-6-luna".to_owned())
}

/// Whether Codex CLI is configured with another service than OpenAI's.
fn is_served_elsewhere(surroundings: &Surroundings) -> bool {
    let config = dir(&surroundings.places()).join("config.toml");
    let Ok(document) = text_of(&config).parse::<DocumentMut>() else { return false };
    let text = |item: Option<&toml_edit::Item>| item.and_then(|it| it.as_str()).map(str::to_owned);
    let profile = text(document.get("profile"));
    let of_profile =
        profile.and_then(|name| text(document.get("profiles")?.get(&name)?.get("model_provider")));
    let provider = of_profile.or_else(|| text(document.get("model_provider")));
    provider.is_some_and(|it| it != "openai")
}
