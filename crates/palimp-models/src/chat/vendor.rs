//! What the module of a service gives: the form of its questions and answers, and where they go.

use palimp_core::chat::{Message, ModelError, Part, Usage};
use palimp_core::settings::Memory;
use serde_json::{Value, json};

use super::config::Config;
use super::events::Form;
use super::models;
use super::trouble::Trouble;
use crate::http::address::Address;
use crate::http::client::Header;
use crate::keys::{Keys, Secret};
use crate::place::{Place, Set};

/// The form in which a service is asked and answers.
pub(crate) trait Vendor: Send + Sync {
    /// The JSON that asks. The messages have been shaped.
    fn body(&self, question: &Question) -> Value;

    /// In which form answers come when nothing says otherwise.
    fn form(&self) -> Form {
        Form::Events
    }

    /// Takes in a piece of an answer.
    fn hear(&self, piece: &Value, heard: &mut Heard) -> Result<(), Trouble>;
}

/// What is asked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Question<'q> {
    pub(crate) system: &'q [String],
    pub(crate) messages: &'q [Message],
    pub(crate) max_tokens: usize,
}

/// A service that can be asked.
pub(crate) struct Parts {
    pub(crate) address: Address,
    pub(crate) url: String,
    pub(crate) key: Option<Header>,
    /// Headers that stand in each request.
    pub(crate) headers: &'static [(&'static str, &'static str)],
    pub(crate) window: Option<usize>,
    pub(crate) vendor: Box<dyn Vendor>,
}

/// What the user has chosen, completed by what is known.
pub(crate) struct Choice<'c> {
    pub(crate) provider: &'c str,
    pub(crate) model: String,
    set: Option<Set<'c>>,
    pub(crate) keys: &'c Keys,
}

impl<'c> Choice<'c> {
    pub(crate) fn new(config: &'c Config, keys: &'c Keys) -> Result<Choice<'c>, ModelError> {
        let provider = config.provider.as_str();
        let Some(usual) = models::usual(provider) else {
            return Err(ModelError::Refused(format!(
                "there is no service '{provider}': choose one of {}",
                models::services().join(", ")
            )));
        };
        let model = config.model.as_deref().map(str::trim).filter(|model| !model.is_empty());
        let model = model.unwrap_or(usual).to_owned();
        check_model(&model)?;
        let set = config.base_url.as_deref().map(|url| Set {
            name: Memory::KEY.base_url.path,
            url,
            for_key: config.key_goes_there,
        });
        Ok(Choice { provider, model, set, keys })
    }

    /// Where the service is asked.
    pub(crate) fn place(&self) -> Result<Place, ModelError> {
        Place::of(self.provider, self.set, self.keys).map_err(ModelError::Refused)
    }

    /// The service's key, if there is one and it may go to `place`.
    pub(crate) fn key(&self, place: &Place) -> Result<Option<Secret>, ModelError> {
        place.key(self.keys).map_err(ModelError::Refused)
    }
}

/// A model's name stands in addresses and messages, so it must be a plain one.
fn check_model(model: &str) -> Result<(), ModelError> {
    let plain = |c: char| c.is_alphanumeric() || "-_.:/@+ ".contains(c);
    if model.chars().all(plain) && !model.contains("..") {
        return Ok(());
    }
    let why = "the name of the model holds characters that no model's name has: look at memory.model, or at the name you gave";
    Err(ModelError::Refused(why.to_owned()))
}

/// What has been heard of an answer.
pub(crate) struct Heard<'h> {
    /// The words so far.
    pub(crate) text: String,
    /// What it cost, as far as the service has told.
    pub(crate) cost: Cost,
    /// Whether it ended because it was as long as it may be.
    pub(crate) cut: bool,
    /// Whether the service has said that this is all of the words.
    pub(crate) ended: bool,
    /// Whether nothing at all follows.
    pub(crate) over: bool,
    /// Who listens.
    each: &'h mut dyn FnMut(&str),
}

/// What a service told of an answer's cost, in tokens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cost {
    pub(crate) input: Option<u64>,
    pub(crate) cached: Option<u64>,
    pub(crate) output: Option<u64>,
}

impl Cost {
    /// The cost, with what was not told estimated.
    pub(crate) fn usage(self, input: usize, output: usize) -> Usage {
        let estimated = |told: Option<u64>, guess: usize| told.unwrap_or(guess as u64);
        let input = estimated(self.input, input);
        Usage {
            input,
            cached: self.cached.unwrap_or_default().min(input),
            output: estimated(self.output, output),
        }
    }
}

impl<'h> Heard<'h> {
    pub(crate) fn new(each: &'h mut dyn FnMut(&str)) -> Heard<'h> {
        Heard {
            text: String::new(),
            cost: Cost::default(),
            cut: false,
            ended: false,
            over: false,
            each,
        }
    }

    /// Hands on words of the answer.
    pub(crate) fn say(&mut self, words: &str) {
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
    pub(crate) fn withhold(&mut self, why: &str) -> Result<(), Trouble> {
        self.ended = true;
        match self.text.is_empty() {
            true => Err(Trouble::Withheld(why.to_owned())),
            false => Ok(()),
        }
    }
}

/// What a tool was given, which services want to be an object.
pub(crate) fn object(input: &Value) -> Value {
    match input {
        Value::Object(_) => input.clone(),
        Value::Null => json!({}),
        other => json!({ "input": other }),
    }
}

/// The names of the tools that were used.
pub(crate) fn tool_names(messages: &[Message]) -> Vec<&str> {
    calls(messages).map(|(_, name)| name).collect()
}

/// The identifier and the tool of each call.
pub(crate) fn calls(messages: &[Message]) -> impl Iterator<Item = (&str, &str)> {
    let parts = messages.iter().flat_map(|message| &message.parts);
    parts.filter_map(|part| match part {
        Part::ToolCall { id, name, .. } => Some((id.as_str(), name.as_str())),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_told_of_a_cost_is_estimated() {
        let told = Cost { input: Some(9), cached: Some(20), output: None };
        assert_eq!(told.usage(1, 2), Usage { input: 9, cached: 9, output: 2 });
        assert_eq!(Cost::default().usage(1, 2), Usage { input: 1, cached: 0, output: 2 });
    }
}
