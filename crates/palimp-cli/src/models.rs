//! The models that the settings name.

use palimp_core::home::Home;
use palimp_core::settings::Settings;
use palimp_engine::memory::Models;
use palimp_models::builtin::Builtin;
use palimp_models::{Config, Keys};

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
