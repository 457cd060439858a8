//! Backends of a chat: a model behind an API, or an agent program.

use std::str::FromStr;
use std::sync::Arc;

use palimp_clients::install::{ClientPaths, ClientPresence, detect_client};
use palimp_clients::spawn::ClientDistiller;
use palimp_core::AgentClient;
use palimp_core::chat::ModelError;
use palimp_core::distill::Distiller;
use palimp_engine::home::files::replace_file;
use palimp_models::chat::{ApiDistiller, ChatConfig};
use serde_json::{Value, json};

use super::asking::OpenBackend;
use crate::context::{Cx, user_home};
use crate::error::CliError;
use crate::messages;
use crate::models;
use crate::output::{ask_yes_no, note};

/// Backend of a chat: a model behind an API, or an agent program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ChatBackend {
    who: Who,
    model: Option<String>,
    /// The address in the settings to which the user had the service's key sent.
    key_to: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Who {
    /// A model of this service.
    Api(String),
    /// A program.
    Client(AgentClient),
}

impl FromStr for ChatBackend {
    type Err = String;

    fn from_str(text: &str) -> Result<ChatBackend, String> {
        let who = match text.strip_prefix("api:") {
            Some(service @ ("anthropic" | "openai" | "gemini" | "ollama")) => {
                Who::Api(service.to_owned())
            }
            Some(_) => {
                return Err(messages::chat_services());
            }
            None => match text.parse() {
                Ok(client) if AgentClient::INSTALLABLE.contains(&client) => Who::Client(client),
                _ => {
                    return Err(messages::chat_partners());
                }
            },
        };
        Ok(ChatBackend { who, model: None, key_to: None })
    }
}

impl ChatBackend {
    /// Returns the backend that is named, else the last one, else the one that summarises, else the
    /// first client on this machine.
    pub(super) fn choose_backend(
        cx: &Cx,
        named: Option<&ChatBackend>,
        model: Option<&str>,
    ) -> Result<ChatBackend, CliError> {
        let partner = match named {
            Some(named) => named.clone(),
            None => {
                last_backend(cx).or_else(|| summarizer_backend(cx)).map_or_else(first_found, Ok)?
            }
        };
        let before = last_backend(cx).filter(|before| before.who == partner.who);
        let (before, key_to) = before.map_or((None, None), |it| (it.model, it.key_to));
        let condensing = || summarizer_backend(cx).filter(|it| it.who == partner.who)?.model;
        let model = model.map(str::to_owned).or(before).or_else(condensing);
        Ok(ChatBackend { model, key_to, ..partner }.with_key(cx))
    }

    /// The same, after the user was asked whether the service's key may go to the address that is
    /// in the settings without a word on whose it is.
    fn with_key(self, cx: &Cx) -> ChatBackend {
        let Who::Api(service) = &self.who else { return self };
        let Some((source, place)) = models::withheld_key(cx, &self.chat_config(cx, service)) else {
            return self;
        };
        let question = messages::ask_send_key(service, &place, &source);
        let key_to =
            cx.settings.flush.base_url.clone().filter(|_| ask_yes_no(&question) == Some(true));
        if key_to.is_none() {
            note(messages::key_not_sent(service, &place));
        }
        ChatBackend { key_to, ..self }
    }

    /// Returns the configuration for requests to the backend's service.
    fn chat_config(&self, cx: &Cx, service: &str) -> ChatConfig {
        let mut config = models::chat_config(&cx.settings, service, self.model.clone());
        config.key_goes_there |= self.key_to.is_some() && self.key_to == config.base_url;
        config
    }

    /// The same with another model.
    pub(super) fn with_model(&self, model: &str) -> ChatBackend {
        ChatBackend { model: Some(model.to_owned()), ..self.clone() }
    }

    /// Stores the backend as the default for the next time.
    pub(super) fn store_choice(&self, cx: &Cx) -> Result<(), CliError> {
        let text = json!({ "with": self.name(), "model": self.model, "keyTo": self.key_to });
        let text = text.to_string();
        Ok(replace_file(&cx.home.chats_dir(&cx.agent()).join("last.json"), text.as_bytes())?)
    }

    /// As `--with` names it.
    pub(super) fn name(&self) -> String {
        match &self.who {
            Who::Api(service) => format!("api:{service}"),
            Who::Client(client) => client.name().to_owned(),
        }
    }

    /// The client whose session a conversation is.
    pub(super) const fn client(&self) -> AgentClient {
        match &self.who {
            Who::Api(_) => AgentClient::Palimp,
            Who::Client(client) => *client,
        }
    }

    /// True if the backend is a program, which is started for each message.
    pub(super) const fn is_client(&self) -> bool {
        matches!(self.who, Who::Client(_))
    }

    /// True if the settings name the backend as the summariser.
    pub(super) fn is_summarizer(&self, cx: &Cx) -> bool {
        let own = cx.settings.flush.summarizer == self.name() && cx.settings.flush.model.is_none();
        own || cx.settings.flush.summarizer == "session"
    }

    /// The same as a distiller.
    pub(super) fn distiller(&self, cx: &Cx) -> Result<Box<dyn Distiller>, ModelError> {
        match &self.who {
            Who::Api(service) => {
                let model = models::chat_model(cx, &self.chat_config(cx, service))?;
                Ok(Box::new(ApiDistiller::new(model)))
            }
            Who::Client(client) => {
                let surroundings = models::spawn_environment()
                    .map_err(|why| ModelError::Refused(why.to_string()))?;
                let scratch = cx.home.scratch_dir();
                let distiller = ClientDistiller::new(*client, surroundings, scratch);
                Ok(Box::new(distiller.with_model(self.model.clone())))
            }
        }
    }

    /// The same, ready to be asked.
    pub(super) fn open(&self, cx: &Cx) -> Result<OpenBackend, CliError> {
        Ok(match &self.who {
            Who::Api(service) => {
                let model = models::chat_model(cx, &self.chat_config(cx, service))
                    .map_err(|why| CliError::user(why.to_string()))?;
                OpenBackend::Model(Arc::from(model))
            }
            Who::Client(client) => OpenBackend::Client(*client, self.model.clone()),
        })
    }
}

/// Returns the backend of the last chat of this agent.
fn last_backend(cx: &Cx) -> Option<ChatBackend> {
    let path = cx.home.chats_dir(&cx.agent()).join("last.json");
    let last: Value = serde_json::from_slice(&palimp_files::read_private(&path).ok()?).ok()?;
    let partner: ChatBackend = last["with"].as_str()?.parse().ok()?;
    let text = |name: &str| last[name].as_str().map(str::to_owned);
    Some(ChatBackend { model: text("model"), key_to: text("keyTo"), ..partner })
}

/// Returns the backend that summarises, where that is a model.
fn summarizer_backend(cx: &Cx) -> Option<ChatBackend> {
    let partner: ChatBackend = cx.settings.flush.summarizer.parse().ok()?;
    Some(ChatBackend { model: cx.settings.flush.model.clone(), ..partner })
}

fn first_found() -> Result<ChatBackend, CliError> {
    let places = ClientPaths::new(user_home().unwrap_or_default(), |name| std::env::var_os(name));
    let there =
        |client: &AgentClient| !matches!(detect_client(*client, &places), ClientPresence::Nothing);
    let client = AgentClient::INSTALLABLE
        .into_iter()
        .find(there)
        .ok_or_else(|| CliError::user(messages::no_chat_partner()))?;
    Ok(ChatBackend { who: Who::Client(client), model: None, key_to: None })
}

/// Returns the backend of the last chat as a distiller.
pub(crate) fn last_distiller(cx: &Cx) -> Option<Result<Box<dyn Distiller>, ModelError>> {
    Some(last_backend(cx)?.distiller(cx))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn partners_have_names() {
        for name in ["claude", "copilot", "api:anthropic", "api:ollama"] {
            assert_eq!(name.parse::<ChatBackend>().map(|it| it.name()).as_deref(), Ok(name));
        }
        for name in ["cursor", "palimp", "api:", "api:cohere", "rules", ""] {
            assert!(name.parse::<ChatBackend>().is_err(), "{name}");
        }
    }
}
