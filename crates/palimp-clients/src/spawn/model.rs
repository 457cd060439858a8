//! The model that condenses where its user named none: the cheapest that is fit for it, and never
//! the one that she chose for her work, which may be the dearest.

use palimp_core::Client;
use toml_edit::DocumentMut;

use super::servers::{opencode_files, root_of, text_of};
use super::surroundings::Surroundings;
use crate::codex;

/// What a service of the user's own is chosen with: it may have none of Copilot CLI's models.
const COPILOT_SERVICE: &str = "COPILOT_PROVIDER_BASE_URL";

/// The model by the client's own name of it; nothing where only its user can know which there are.
///
/// `haiku` and `flash-lite` are no models' names: the clients turn them into the newest such model.
pub(super) fn cheapest(client: Client, surroundings: &Surroundings) -> Option<String> {
    match client {
        Client::Claude => Some("haiku".to_owned()),
        Client::Gemini => Some("flash-lite".to_owned()),
        Client::Codex if !is_codex_served_elsewhere(surroundings) => Some("gpt-6-luna".to_owned()),
        Client::Copilot if surroundings.get(COPILOT_SERVICE).is_none() => {
            Some("gpt-6-luna".to_owned())
        }
        // It has a setting for exactly this.
        Client::Opencode => small_model_of_opencode(surroundings),
        _ => None,
    }
}

/// Whether Codex CLI is configured with another service than OpenAI's.
fn is_codex_served_elsewhere(surroundings: &Surroundings) -> bool {
    let config = codex::install::dir(&surroundings.places()).join("config.toml");
    let Ok(document) = text_of(&config).parse::<DocumentMut>() else { return false };
    let text = |item: Option<&toml_edit::Item>| item.and_then(|it| it.as_str()).map(str::to_owned);
    let profile = text(document.get("profile"));
    let of_profile =
        profile.and_then(|name| text(document.get("profiles")?.get(&name)?.get("model_provider")));
    let provider = of_profile.or_else(|| text(document.get("model_provider")));
    provider.is_some_and(|it| it != "openai")
}

/// The last of its files that names one holds.
fn small_model_of_opencode(surroundings: &Surroundings) -> Option<String> {
    let named = |text: &str| {
        root_of(text, |root| Some(root.get_string("small_model")?.value.clone().into_owned()))
    };
    let files = opencode_files(surroundings);
    let laid_over = surroundings.get("OPENCODE_CONFIG_CONTENT").and_then(|it| it.to_str());
    let in_files = || files.iter().rev().find_map(|file| named(&text_of(file)));
    laid_over.and_then(named).or_else(in_files)
}
