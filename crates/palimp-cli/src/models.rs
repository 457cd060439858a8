//! The models that the settings name.

use palimp_clients::spawn::{ClientDistiller, Surroundings};
use palimp_core::Client;
use palimp_core::chat::{ChatModel, ModelError};
use palimp_core::distill::Distiller;
use palimp_core::distill::rules::Rules;
use palimp_core::event::UnknownClient;
use palimp_core::home::Home;
use palimp_core::settings::Settings;
use palimp_engine::memory::Models;
use palimp_models::builtin::Builtin;
use palimp_models::chat::{self, ApiDistiller};
use palimp_models::{Config, Keys};

use crate::context::Cx;
use crate::error::Failure;

/// The embedder of the settings, or why there is none; and the words that are near others.
pub(crate) fn open(home: &Home, settings: &Settings) -> Models {
    let config = Config {
        provider: settings.provider.clone(),
        model: settings.model.as_deref().map(expanded),
        base_url: settings.base_url.clone(),
        dimensions: settings.dimensions,
    };
    let opened = palimp_models::open(&config, &Keys::of(home));
    let (embedder, complaint) = match opened {
        Ok(embedder) => (Some(embedder), None),
        Err(why) => (None, Some(format!("found by words alone: {why}"))),
    };
    Models { embedder, thesaurus: Some(Box::new(Builtin::new())), complaint }
}

/// A model's directory with `~` written out; any other name as it is.
fn expanded(model: &str) -> String {
    match (model.strip_prefix("~/"), crate::context::user_home()) {
        (Some(rest), Some(home)) => home.join(rest).to_string_lossy().into_owned(),
        _ => model.to_owned(),
    }
}

/// Who condenses the conversations of `client`, as the settings say.
pub(crate) fn distiller_for(cx: &Cx, client: Client) -> Result<Box<dyn Distiller>, ModelError> {
    let Settings { distiller, distiller_model: model, .. } = &cx.settings;
    if let Some(provider) = distiller.strip_prefix("api:") {
        let model = chat_model(cx, provider, model.clone())?;
        return Ok(Box::new(ApiDistiller::new(model)));
    }
    let client = match distiller.as_str() {
        "rules" => return Ok(Box::new(Rules)),
        "session" if client == Client::Palimp => {
            return crate::commands::chat::last_distiller(cx).unwrap_or(Ok(Box::new(Rules)));
        }
        "session" => client,
        name => name.parse().map_err(|unknown: UnknownClient| {
            ModelError::Refused(format!("memory.cli: {unknown}"))
        })?,
    };
    let surroundings =
        surroundings().map_err(|failure| ModelError::Refused(failure.to_string()))?;
    let scratch = cx.home.scratch();
    Ok(Box::new(ClientDistiller::new(client, surroundings, scratch).with_model(model.clone())))
}

/// Who condenses where no client's session is meant.
pub(crate) fn distiller(cx: &Cx) -> Result<Box<dyn Distiller>, ModelError> {
    match cx.settings.distiller.as_str() {
        "session" => Ok(Box::new(Rules)),
        _ => distiller_for(cx, Client::Claude),
    }
}

/// A model behind an API: `anthropic`, `openai`, `gemini` or `ollama`.
pub(crate) fn chat_model(
    cx: &Cx,
    provider: &str,
    model: Option<String>,
) -> Result<Box<dyn ChatModel>, ModelError> {
    let meant = cx.settings.distiller == format!("api:{provider}");
    let base_url = cx.settings.distiller_url.clone().filter(|_| meant);
    let config = chat::Config { provider: provider.to_owned(), model, base_url };
    chat::open(&config, &Keys::of(&cx.home))
}

/// The environment in which clients are started: the user's.
pub(crate) fn surroundings() -> Result<Surroundings, Failure> {
    let home = crate::context::user_home()
        .ok_or_else(|| Failure::user("there is no home directory: set HOME"))?;
    Ok(Surroundings::new(home, std::env::vars_os()))
}
