//! Everything that is a model, and the keys it needs.
//!
//! `open` gives the embedder that a user has chosen. Those behind HTTP speak to a service
//! (`http`), with a key that is looked for in a fixed order (`keys`). `chat::open` gives the model
//! that holds a conversation.

pub mod builtin;
pub mod chat;
mod config;
mod endpoint;
pub mod http;
pub mod keys;
#[cfg(feature = "local")]
pub mod local;
mod messages;
pub mod oauth;
pub mod rest;

use palimp_core::embed::{EmbedError, Embedder};
use palimp_core::settings::Embedding;

use endpoint::{ConfiguredAddress, ServiceLocation};

pub use config::EmbedderConfig;
pub use endpoint::service_names;
pub use keys::Keys;

/// Returns the address of the embedder that `config` names, as shown to the user before anything is
/// sent; `None` for one that runs here.
pub fn asked_at(config: &EmbedderConfig, keys: &Keys) -> Option<String> {
    let set = config.base_url.as_deref();
    let set =
        set.map(|url| ConfiguredAddress { name: Embedding::KEY.base_url.path, url, for_key: true });
    Some(ServiceLocation::resolve(&config.provider, set, keys).ok()?.address.display_host())
}

/// The embedder that `config` names. One whose model is not known asks its service, once, how long
/// its vectors are.
pub fn open(config: &EmbedderConfig, keys: &Keys) -> Result<Box<dyn Embedder>, EmbedError> {
    match config.provider.as_str() {
        "builtin" => Ok(Box::new(builtin::Builtin::new())),
        #[cfg(feature = "local")]
        "local" => Ok(Box::new(local::open_named(config.model.as_deref())?)),
        #[cfg(not(feature = "local"))]
        "local" => Err(EmbedError::Refused(messages::local_models_not_built())),
        "openai" | "gemini" | "voyage" | "vertex" | "ollama" => {
            Ok(Box::new(http::open(config, keys, &http::HttpOptions::default())?))
        }
        other => Err(EmbedError::Refused(messages::embedder_unknown(
            other,
            palimp_core::settings::EMBEDDING_PROVIDERS.join(", "),
        ))),
    }
}
