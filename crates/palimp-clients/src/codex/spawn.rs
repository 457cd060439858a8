//! Codex CLI, started by palimp.

use serde_json::Value;
use toml_edit::DocumentMut;

use crate::codex::install::config_dir;
use crate::codex::wire;
use crate::spawn::SpawnEnvironment;
use crate::spawn::answer::{AnswerError, ClientAnswer, error_message, parse_events, plain_answer};
use crate::spawn::servers::{in_toml, text_of};
use crate::spawn::table::ArgTemplate::{Extra, Is, Model, Server};
use crate::spawn::table::{ClientProtocol, DistillCommand, PromptCommand, ROLE_PROMPT};

/// Marker between the injected memory and the user's prompt.
pub(crate) const USER_MESSAGE: &str = "[User Message]\n";

/// Codex CLI used as a model.
pub(crate) const DISTILL_COMMAND: DistillCommand = DistillCommand {
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
    files: &[("role.md", ROLE_PROMPT)],
    read: parse_answer,
    model: default_model,
    servers: server_names,
    ..DistillCommand::PLAIN
};

/// Codex CLI answering a prompt for its user.
pub(crate) const PROMPT_COMMAND: PromptCommand = PromptCommand {
    words: &[Is("exec"), Model("-m"), Extra, Is("-")],
    talk: ClientProtocol::Pipe,
    before_prompt: USER_MESSAGE,
};

/// Parses one event a line: the last `agent_message` is the answer. Without events, the whole text
/// is the answer.
fn parse_answer(text: &str) -> Result<ClientAnswer, AnswerError> {
    let (mut answer, mut error) = (ClientAnswer::default(), None);
    let mut events = parse_events(text).peekable();
    if events.peek().is_none() {
        return Ok(plain_answer(text));
    }
    for (kind, event) in events {
        match &kind[..] {
            "item.completed" if event.pointer("/item/type") == Some(&"agent_message".into()) => {
                let said = event.pointer("/item/text").and_then(Value::as_str);
                answer.text = said.unwrap_or_default().trim().to_owned();
            }
            "turn.completed" => answer.usage = event.get("usage").map(wire::parse_usage),
            // Such an error may be overcome by another try.
            "error" => error = Some(error_message(&event)),
            "turn.failed" => {
                return Err(AnswerError::Failed(
                    event.get("error").map_or(String::new(), error_message),
                ));
            }
            _ => {}
        }
    }
    match error.filter(|_| answer.text.is_empty()) {
        Some(error) => Err(AnswerError::Failed(error)),
        None => Ok(answer),
    }
}

fn server_names(surroundings: &SpawnEnvironment) -> Vec<String> {
    in_toml(&config_dir(&surroundings.client_paths()).join("config.toml"), "mcp_servers")
}

/// Returns the model to use by default; none for another service, which may lack OpenAI's models.
fn default_model(surroundings: &SpawnEnvironment) -> Option<String> {
    (!is_served_elsewhere(surroundings)).then(|| "gpt-6-luna".to_owned())
}

/// Returns true if Codex CLI is configured with a service other than OpenAI's.
fn is_served_elsewhere(surroundings: &SpawnEnvironment) -> bool {
    let config = config_dir(&surroundings.client_paths()).join("config.toml");
    let Ok(document) = text_of(&config).parse::<DocumentMut>() else { return false };
    let text = |item: Option<&toml_edit::Item>| item.and_then(|it| it.as_str()).map(str::to_owned);
    let profile = text(document.get("profile"));
    let of_profile =
        profile.and_then(|name| text(document.get("profiles")?.get(&name)?.get("model_provider")));
    let provider = of_profile.or_else(|| text(document.get("model_provider")));
    provider.is_some_and(|it| it != "openai")
}
