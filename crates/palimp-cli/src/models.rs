//! The models that the settings name.

use palimp_clients::spawn::{ClientDistiller, SpawnEnvironment};
use palimp_core::AgentClient;
use palimp_core::chat::{ChatModel, ModelError};
use palimp_core::distill::Distiller;
use palimp_core::event::UnknownClient;
use palimp_core::home::HomePaths;
use palimp_core::settings::{Embedding, Flush, Settings};
use palimp_engine::retrieval::index_sync::Models;
use palimp_models::builtin::Builtin;
use palimp_models::chat::{self, ApiDistiller};
use palimp_models::{EmbedderConfig, Keys};
use palimp_rules::RuleDistiller;

use crate::context::Cx;
use crate::error::CliError;
use crate::messages;

/// The embedder of the settings, or why there is none; and the words that are near others.
pub(crate) fn open_models(home: &HomePaths, settings: &Settings) -> Models {
    let opened = palimp_models::open(&embedding_config(settings), &Keys::for_home(home));
    let (embedder, complaint) = match opened {
        Ok(embedder) => (Some(embedder), None),
        Err(why) => (None, Some(messages::words_alone(&why))),
    };
    Models { embedder, thesaurus: Some(Box::new(Builtin::new())), complaint }
}

/// The same for notes of other homes: the embedder that the dashboard's settings name; none where they
/// name none.
pub(crate) fn open_for_homes(home: &HomePaths, settings: &Settings) -> Models {
    match &settings.dashboard.embedding {
        Some(provider) => open_models(home, &with_provider(settings, provider)),
        None => Models { thesaurus: Some(Box::new(Builtin::new())), ..Models::default() },
    }
}

/// Settings in which `provider` embeds: as they say of it, or at its usual address with its usual model.
fn with_provider(settings: &Settings, provider: &str) -> Settings {
    let mut settings = settings.clone();
    if settings.embedding.provider != provider {
        settings.embedding = Embedding { provider: provider.to_owned(), ..Embedding::default() };
    }
    settings
}

/// Returns the service that is sent other homes' notes, and its place; none where nothing leaves
/// this machine.
pub(crate) fn homes_embedded_at(home: &HomePaths, settings: &Settings) -> Option<String> {
    let provider = settings.dashboard.embedding.as_ref()?;
    let config = embedding_config(&with_provider(settings, provider));
    let place = palimp_models::asked_at(&config, &Keys::for_home(home))?;
    Some(messages::homes_embedded_elsewhere(provider, &place))
}

fn embedding_config(settings: &Settings) -> EmbedderConfig {
    EmbedderConfig {
        provider: settings.embedding.provider.clone(),
        model: settings.embedding.model.as_deref().map(expand_home),
        base_url: settings.embedding.base_url.clone(),
        dimensions: settings.embedding.dimensions,
    }
}

/// Returns the services that the settings have asked, and their places, a line each: for a person
/// to know before the first thing is sent.
pub(crate) fn asked_at(cx: &Cx, settings: &Settings) -> Vec<String> {
    let keys = Keys::for_home(&cx.home);
    let embeds = palimp_models::asked_at(&embedding_config(settings), &keys);
    let embeds = embeds
        .map(|place| messages::notes_embedded_elsewhere(&settings.embedding.provider, &place));
    embeds.into_iter().chain(condenses_at(cx, settings)).collect()
}

/// True if every question goes to a service.
pub(crate) fn asks_a_service(cx: &Cx) -> bool {
    palimp_models::asked_at(&embedding_config(&cx.settings), &Keys::for_home(&cx.home)).is_some()
}

/// The same of who condenses.
pub(crate) fn condenses_at(cx: &Cx, settings: &Settings) -> Option<String> {
    let provider = settings.flush.summarizer.strip_prefix("api:")?;
    let config = chat_config(settings, provider, None);
    let place = chat::asked_at(&config, &Keys::for_home(&cx.home)).ok()?;
    Some(messages::condensed_elsewhere(provider, &place))
}

/// A model of `provider` as the settings mean it: any service is asked at the address in them, and
/// the one that stands beside it, as the one that condenses, with its key.
pub(crate) fn chat_config(
    settings: &Settings,
    provider: &str,
    model: Option<String>,
) -> chat::ChatConfig {
    chat::ChatConfig {
        provider: provider.to_owned(),
        model,
        base_url: settings.flush.base_url.clone(),
        key_goes_there: settings.flush.summarizer.strip_prefix("api:") == Some(provider),
    }
}

/// A model's directory with `~` written out; any other name as it is.
fn expand_home(model: &str) -> String {
    match (model.strip_prefix("~/"), crate::context::user_home()) {
        (Some(rest), Some(home)) => home.join(rest).to_string_lossy().into_owned(),
        _ => model.to_owned(),
    }
}

/// Returns the distiller of the conversations of `client`, as the settings say.
pub(crate) fn distiller_for(
    cx: &Cx,
    client: AgentClient,
) -> Result<Box<dyn Distiller>, ModelError> {
    let Flush { summarizer: distiller, model, .. } = &cx.settings.flush;
    if let Some(provider) = distiller.strip_prefix("api:") {
        let model = chat_model(cx, &chat_config(&cx.settings, provider, model.clone()))?;
        return Ok(Box::new(ApiDistiller::new(model)));
    }
    let client = match distiller.as_str() {
        "rules" => return Ok(Box::new(RuleDistiller)),
        "session" if client == AgentClient::Palimp => {
            return crate::commands::chat::last_distiller(cx)
                .unwrap_or(Ok(Box::new(RuleDistiller)));
        }
        "session" => client,
        name => name.parse().map_err(|unknown: UnknownClient| {
            ModelError::Refused(format!("flush.summarizer: {unknown}"))
        })?,
    };
    let surroundings =
        spawn_environment().map_err(|failure| ModelError::Refused(failure.to_string()))?;
    let scratch = cx.home.scratch_dir();
    Ok(Box::new(ClientDistiller::new(client, surroundings, scratch).with_model(model.clone())))
}

/// Returns the distiller where no client's session is meant.
pub(crate) fn default_distiller(cx: &Cx) -> Result<Box<dyn Distiller>, ModelError> {
    match cx.settings.flush.summarizer.as_str() {
        "session" => Ok(Box::new(RuleDistiller)),
        _ => distiller_for(cx, AgentClient::Claude),
    }
}

/// A model behind an API: `anthropic`, `openai`, `gemini` or `ollama`.
pub(crate) fn chat_model(
    cx: &Cx,
    config: &chat::ChatConfig,
) -> Result<Box<dyn ChatModel>, ModelError> {
    chat::open(config, &Keys::for_home(&cx.home))
}

/// The key that would not be sent to the address in the settings unless the user says so: where it
/// was found, and the address.
pub(crate) fn withheld_key(cx: &Cx, config: &chat::ChatConfig) -> Option<(String, String)> {
    let (source, place) = chat::withheld_key(config, &Keys::for_home(&cx.home)).ok()??;
    Some((source.to_string(), place))
}

/// The environment in which clients are started: the user's.
pub(crate) fn spawn_environment() -> Result<SpawnEnvironment, CliError> {
    let home =
        crate::context::user_home().ok_or_else(|| CliError::user(messages::no_home_directory()))?;
    Ok(SpawnEnvironment::new(home, std::env::vars_os()))
}
