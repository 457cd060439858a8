//! Interface of a chat service: the format of its requests and answers, and its address.

use palimp_core::chat::{ChatMessage, MessagePart, ModelError, TokenUsage};
use palimp_core::settings::Flush;
use serde_json::{Value, json};

use super::config::ChatConfig;
use super::error_message::ChatFailure;
use super::events::StreamFormat;
use super::models;
use crate::endpoint::{ConfiguredAddress, ServiceLocation};
use crate::http::address::ServiceAddress;
use crate::http::client::Header;
use crate::keys::{Keys, SecretToken};
use crate::messages;

/// The form in which a service is asked and answers.
pub(crate) trait Vendor: Send + Sync {
    /// The JSON that asks. The messages have been shaped.
    fn request_body(&self, question: &VendorRequest) -> Value;

    /// Default format of answers.
    fn stream_format(&self) -> StreamFormat {
        StreamFormat::Events
    }

    /// Takes in a piece of an answer.
    fn handle_piece(&self, piece: &Value, heard: &mut StreamedReply) -> Result<(), ChatFailure>;
}

/// Request to a chat service.
#[derive(Clone, Copy, Debug)]
pub(crate) struct VendorRequest<'q> {
    pub(crate) system: &'q [String],
    pub(crate) messages: &'q [ChatMessage],
    pub(crate) max_tokens: usize,
}

/// A service that can be asked.
pub(crate) struct ChatEndpoint {
    pub(crate) address: ServiceAddress,
    pub(crate) url: String,
    pub(crate) key: Option<Header>,
    /// Headers that stand in each request.
    pub(crate) headers: &'static [(&'static str, &'static str)],
    pub(crate) window: Option<usize>,
    pub(crate) vendor: Box<dyn Vendor>,
}

/// Service and model that the user chose, completed with defaults.
pub(crate) struct ChatSelection<'c> {
    pub(crate) provider: &'c str,
    pub(crate) model: String,
    set: Option<ConfiguredAddress<'c>>,
    pub(crate) keys: &'c Keys,
}

impl<'c> ChatSelection<'c> {
    pub(crate) fn new(
        config: &'c ChatConfig,
        keys: &'c Keys,
    ) -> Result<ChatSelection<'c>, ModelError> {
        let provider = config.provider.as_str();
        let Some(usual) = models::default_model(provider) else {
            return Err(ModelError::Refused(messages::chat_service_unknown(
                provider,
                models::chat_services().join(", "),
            )));
        };
        let model = config.model.as_deref().map(str::trim).filter(|model| !model.is_empty());
        let model = model.unwrap_or(usual).to_owned();
        check_model(&model)?;
        let set = config.base_url.as_deref().map(|url| ConfiguredAddress {
            name: Flush::KEY.base_url.path,
            url,
            for_key: config.key_goes_there,
        });
        Ok(ChatSelection { provider, model, set, keys })
    }

    /// Returns the address of the service.
    pub(crate) fn resolve_location(&self) -> Result<ServiceLocation, ModelError> {
        ServiceLocation::resolve(self.provider, self.set, self.keys).map_err(ModelError::Refused)
    }

    /// The service's key, if there is one and it may go to `place`.
    pub(crate) fn allowed_key(
        &self,
        place: &ServiceLocation,
    ) -> Result<Option<SecretToken>, ModelError> {
        place.allowed_key(self.keys).map_err(ModelError::Refused)
    }
}

/// A model's name stands in addresses and messages, so it must be a plain one.
fn check_model(model: &str) -> Result<(), ModelError> {
    let plain = |c: char| c.is_alphanumeric() || "-_.:/@+ ".contains(c);
    if model.chars().all(plain) && !model.contains("..") {
        return Ok(());
    }
    let why = messages::chat_model_name_wrong();
    Err(ModelError::Refused(why.to_owned()))
}

/// Received part of an answer.
pub(crate) struct StreamedReply<'h> {
    /// The words so far.
    pub(crate) text: String,
    /// Usage, as far as the service has reported it.
    pub(crate) cost: ReportedUsage,
    /// True if it ended because it reached the maximum length.
    pub(crate) cut: bool,
    /// True if the service has said that these are all of the words.
    pub(crate) ended: bool,
    /// True if nothing at all follows.
    pub(crate) over: bool,
    /// Callback for each piece of text.
    each: &'h mut dyn FnMut(&str),
}

/// Usage of an answer as reported by a service, in tokens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ReportedUsage {
    pub(crate) input: Option<u64>,
    pub(crate) cached: Option<u64>,
    pub(crate) output: Option<u64>,
}

impl ReportedUsage {
    /// The cost, with what was not told estimated.
    pub(crate) fn to_usage(self, input: usize, output: usize) -> TokenUsage {
        let estimated = |told: Option<u64>, guess: usize| told.unwrap_or(guess as u64);
        let input = estimated(self.input, input);
        TokenUsage {
            input,
            cached: self.cached.unwrap_or_default().min(input),
            output: estimated(self.output, output),
        }
    }
}

impl<'h> StreamedReply<'h> {
    pub(crate) fn new(each: &'h mut dyn FnMut(&str)) -> StreamedReply<'h> {
        StreamedReply {
            text: String::new(),
            cost: ReportedUsage::default(),
            cut: false,
            ended: false,
            over: false,
            each,
        }
    }

    /// Hands on words of the answer.
    pub(crate) fn push_words(&mut self, words: &str) {
        if !words.is_empty() {
            self.text.push_str(words);
            (self.each)(words);
        }
    }

    /// The service has said its last.
    pub(crate) fn finish(&mut self) {
        (self.ended, self.over) = (true, true);
    }

    /// The answer has ended because the service holds it back.
    pub(crate) fn withhold(&mut self, why: &str) -> Result<(), ChatFailure> {
        self.ended = true;
        match self.text.is_empty() {
            true => Err(ChatFailure::Withheld(why.to_owned())),
            false => Ok(()),
        }
    }
}

/// Returns the input of a tool as an object, which services require.
pub(crate) fn to_object(input: &Value) -> Value {
    match input {
        Value::Object(_) => input.clone(),
        Value::Null => json!({}),
        other => json!({ "input": other }),
    }
}

/// The names of the tools that were used.
pub(crate) fn tool_names(messages: &[ChatMessage]) -> Vec<&str> {
    tool_calls(messages).map(|(_, name)| name).collect()
}

/// The identifier and the tool of each call.
pub(crate) fn tool_calls(messages: &[ChatMessage]) -> impl Iterator<Item = (&str, &str)> {
    let parts = messages.iter().flat_map(|message| &message.parts);
    parts.filter_map(|part| match part {
        MessagePart::ToolCall { id, name, .. } => Some((id.as_str(), name.as_str())),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_told_of_a_cost_is_estimated() {
        let told = ReportedUsage { input: Some(9), cached: Some(20), output: None };
        assert_eq!(told.to_usage(1, 2), TokenUsage { input: 9, cached: 9, output: 2 });
        assert_eq!(
            ReportedUsage::default().to_usage(1, 2),
            TokenUsage { input: 1, cached: 0, output: 2 }
        );
    }
}
