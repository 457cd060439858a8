//! Interface of an embedding service: the format of its requests and answers, and its address.

use palimp_core::embed::{EmbedError, EmbedPurpose};
use palimp_core::settings::Embedding;

use super::access::ServiceAccess;
use super::address::ServiceAddress;
use super::models;
use crate::config::EmbedderConfig;
use crate::endpoint::{ConfiguredAddress, ServiceLocation};
use crate::keys::{Keys, SecretToken};
use crate::messages;

/// The form in which a service is asked and answers.
pub(crate) trait EmbeddingService: Send + Sync {
    /// URL to which requests are sent.
    fn url(&self) -> &str;
    /// The JSON that asks for the vectors of `texts`.
    fn request_body(&self, texts: &[&str], purpose: EmbedPurpose) -> String;
    /// The vectors in an answer, in the order of the texts.
    fn parse_vectors(&self, answer: &[u8]) -> serde_json::Result<Vec<Vec<f32>>>;
}

/// A service that can be asked.
pub(crate) struct EmbeddingEndpoint {
    pub(crate) address: ServiceAddress,
    pub(crate) access: ServiceAccess,
    pub(crate) service: Box<dyn EmbeddingService>,
}

/// Service and model that the user chose, completed with defaults.
pub(crate) struct EmbedderSelection<'c> {
    pub(crate) provider: &'c str,
    pub(crate) model: String,
    pub(crate) base_url: Option<&'c str>,
    /// The length that the service is told to make vectors of; none where that is its own.
    pub(crate) asked: Option<usize>,
    /// The length that vectors will have, where it is known.
    pub(crate) dimensions: Option<usize>,
    pub(crate) keys: &'c Keys,
}

impl<'c> EmbedderSelection<'c> {
    pub(crate) fn new(
        config: &'c EmbedderConfig,
        keys: &'c Keys,
    ) -> Result<EmbedderSelection<'c>, EmbedError> {
        let provider = config.provider.as_str();
        let model = config.model.as_deref().map(str::trim).filter(|model| !model.is_empty());
        let model = model.unwrap_or(models::default_model(provider)).to_owned();
        check_model(&model)?;
        let known = models::known_model(provider, &model);
        let native = known.map(|model| model.native).or_else(|| models::open_dimensions(&model));
        if let (Some(wanted), Some(known)) = (config.dimensions, known)
            && wanted > known.native
        {
            return Err(EmbedError::Refused(messages::vector_too_long(&model, known.native)));
        }
        let wanted = config.dimensions.or(known.map(|model| model.usual));
        Ok(EmbedderSelection {
            provider,
            base_url: config.base_url.as_deref().filter(|url| !url.trim().is_empty()),
            // A service that can make no other length refuses even to be told its own.
            asked: wanted.filter(|wanted| Some(*wanted) != native),
            dimensions: wanted.or(native),
            model,
            keys,
        })
    }

    /// Returns the address of the provider.
    pub(crate) fn resolve_location(&self) -> Result<ServiceLocation, EmbedError> {
        ServiceLocation::resolve(self.provider, self.configured_address(), self.keys)
            .map_err(EmbedError::Refused)
    }

    /// The same where the address was made by the provider's module.
    pub(crate) fn place_at(&self, url: &str) -> Result<ServiceLocation, EmbedError> {
        ServiceLocation::at_url(self.provider, url, self.configured_address())
            .map_err(EmbedError::Refused)
    }

    /// The setting stands beside the provider's name: its key is meant to go there.
    fn configured_address(&self) -> Option<ConfiguredAddress<'_>> {
        let url = self.base_url?;
        Some(ConfiguredAddress { name: Embedding::KEY.base_url.path, url, for_key: true })
    }

    /// Returns true if the provider has a key, wherever it may go.
    pub(crate) fn has_key(&self) -> Result<bool, EmbedError> {
        let key = self.keys.find(self.provider);
        Ok(key.map_err(|error| EmbedError::Refused(error.to_string()))?.is_some())
    }

    /// The provider's key, if there is one and it may go to `place`.
    pub(crate) fn allowed_key(
        &self,
        place: &ServiceLocation,
    ) -> Result<Option<SecretToken>, EmbedError> {
        place.allowed_key(self.keys).map_err(EmbedError::Refused)
    }

    /// The provider's key, without which nothing can be asked.
    pub(crate) fn needed_key(&self, place: &ServiceLocation) -> Result<SecretToken, EmbedError> {
        place.needed_key(self.keys).map_err(EmbedError::Refused)
    }
}

/// A model's name stands in addresses and messages, so it must be a plain one.
fn check_model(model: &str) -> Result<(), EmbedError> {
    let plain = |c: char| c.is_alphanumeric() || "-_.:/@+ ".contains(c);
    if model.chars().all(plain) && !model.contains("..") {
        return Ok(());
    }
    Err(EmbedError::Refused(messages::embedding_model_name_wrong()))
}
