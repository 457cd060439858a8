//! Models that hold a conversation, behind the services' own interfaces.
//!
//! The module of a service knows the form of its questions and answers; everything else is here
//! and is the same for all: the shape of a conversation, patience with a service that fails, the
//! stream, and what is said when it breaks.

mod anthropic;
mod config;
mod conversation;
mod distiller;
mod error_message;
mod events;
mod gemini;
mod models;
mod ollama;
mod openai;
mod stream;
mod vendor;

use std::cell::Cell;
use std::time::Duration;

use palimp_core::chat::{ChatModel, ChatReply, ChatRequest, ModelError};
use palimp_core::tokens::count_tokens;
use ureq::Body;
use ureq::http::Response;

use crate::http;
use crate::http::client::{HttpClient, HttpFailure};
use crate::keys::{KeySource, Keys};
use crate::messages;
use conversation::{shape_conversation, tokens_of};
use error_message::{ChatFailure, ChatTarget};
use stream::ReplyStream;
use vendor::{ChatEndpoint, ChatSelection, ReportedUsage, StreamedReply, VendorRequest};

pub use config::{ChatConfig, ChatOptions};
pub use distiller::ApiDistiller;

/// The model that `config` names. Nothing is asked of its service yet.
pub fn open(config: &ChatConfig, keys: &Keys) -> Result<Box<dyn ChatModel>, ModelError> {
    open_with(config, keys, &ChatOptions::default())
}

/// Returns the address of the service that `config` names, as shown to the user before anything is
/// sent.
pub fn asked_at(config: &ChatConfig, keys: &Keys) -> Result<String, ModelError> {
    Ok(ChatSelection::new(config, keys)?.resolve_location()?.address.display_host())
}

/// Returns the source of a key that is withheld from a service, and the address that it is withheld
/// from: nobody allowed the key to go to the address in the settings.
pub fn withheld_key(
    config: &ChatConfig,
    keys: &Keys,
) -> Result<Option<(KeySource, String)>, ModelError> {
    let place = ChatSelection::new(config, keys)?.resolve_location()?;
    Ok(place.withheld_source(keys).map(|source| (source, place.address.display_host())))
}

/// The same, with another patience.
pub fn open_with(
    config: &ChatConfig,
    keys: &Keys,
    options: &ChatOptions,
) -> Result<Box<dyn ChatModel>, ModelError> {
    let choice = ChatSelection::new(config, keys)?;
    let parts = match choice.provider {
        "anthropic" => anthropic::open(&choice)?,
        "gemini" => gemini::open(&choice)?,
        "ollama" => ollama::open(&choice)?,
        _ => openai::open(&choice)?,
    };
    let http = http::HttpOptions {
        connect: options.connect,
        answer_bytes: options.answer_bytes,
        clock: options.clock.clone(),
        ..http::HttpOptions::default()
    };
    Ok(Box::new(Api {
        provider: choice.provider.to_owned(),
        model: choice.model.clone(),
        client: HttpClient::new(&http, parts.address.is_private()),
        options: options.clone(),
        parts,
    }))
}

/// A model behind an interface.
struct Api {
    provider: String,
    model: String,
    parts: ChatEndpoint,
    client: HttpClient,
    options: ChatOptions,
}

impl ChatModel for Api {
    fn name(&self) -> String {
        format!("{}/{}", self.provider, self.model)
    }

    fn endpoint_label(&self) -> Option<String> {
        Some(self.parts.address.display_host())
    }

    fn context_window(&self) -> Option<usize> {
        self.parts.window
    }

    fn chat(
        &self,
        request: &ChatRequest,
        each: &mut dyn FnMut(&str),
    ) -> Result<ChatReply, ModelError> {
        let messages = shape_conversation(request.messages);
        let ChatRequest { system, max_tokens, .. } = *request;
        let question = VendorRequest { system, messages: &messages, max_tokens };
        let spoken = Cell::new(false);
        let answer = self.ask_with_retries(&question, &spoken, &mut |words| {
            spoken.set(true);
            each(words);
        });
        let (reply, cost) = answer.map_err(|trouble| self.explain(&trouble, spoken.get()))?;
        let input =
            system.iter().map(|text| count_tokens(text)).sum::<usize>() + tokens_of(&messages);
        Ok(ChatReply { usage: cost.to_usage(input, count_tokens(&reply.text)), ..reply })
    }
}

impl Api {
    /// Asks, and retries while that is worth it. Words that were handed on cannot be taken back, so
    /// there is no retry after them.
    fn ask_with_retries(
        &self,
        question: &VendorRequest,
        spoken: &Cell<bool>,
        each: &mut dyn FnMut(&str),
    ) -> Result<(ChatReply, ReportedUsage), ChatFailure> {
        let body = self.parts.vendor.request_body(question).to_string();
        let answer =
            self.client.with_retries(self.options.patience, || match self.ask_once(&body, each) {
                Err(ChatFailure::Failed(failure)) if !spoken.get() => Err(failure),
                Err(ChatFailure::BrokenOff) if !spoken.get() => Err(broken_off()),
                answer => Ok(answer),
            });
        answer.map_err(ChatFailure::Failed)?
    }

    /// Asks once.
    fn ask_once(
        &self,
        body: &str,
        each: &mut dyn FnMut(&str),
    ) -> Result<(ChatReply, ReportedUsage), ChatFailure> {
        let answer = self.send_request(body)?;
        let mut heard = StreamedReply::new(each);
        self.read_stream(answer, &mut heard)?;
        if heard.cut && heard.text.is_empty() {
            return Err(ChatFailure::Mute);
        }
        let StreamedReply { text, cost, cut, .. } = heard;
        Ok((ChatReply { text, cut, ..ChatReply::default() }, cost))
    }

    /// Sends `body` and returns the answer, of which only the head has been read.
    fn send_request(&self, body: &str) -> Result<Response<Body>, HttpFailure> {
        let silence = self.silence_timeout();
        let mut request = self
            .client
            .agent()
            .post(&self.parts.url)
            .config()
            .timeout_global(Some(self.options.patience.answer))
            .timeout_recv_response(Some(silence))
            .timeout_per_read(Some(silence))
            .timeout_per_write(Some(silence))
            .build()
            .header("content-type", "application/json")
            .header("accept", "text/event-stream, application/x-ndjson, application/json");
        for (name, value) in self.parts.headers {
            request = request.header(*name, *value);
        }
        if let Some(key) = &self.parts.key {
            request = request.header(key.name, format!("{}{}", key.before, key.secret.expose()));
        }
        self.client.check_status(request.send(body))
    }

    fn silence_timeout(&self) -> Duration {
        match self.parts.address.is_private() {
            true => self.options.own_silence,
            false => self.options.silence,
        }
    }

    /// Reads an answer to its end. Some servers then keep the connection open, or break it.
    fn read_stream(
        &self,
        answer: Response<Body>,
        heard: &mut StreamedReply,
    ) -> Result<(), ChatFailure> {
        let usual = self.parts.vendor.stream_format();
        let mut stream = ReplyStream::new(answer, usual, self.options.answer_bytes)?;
        while !heard.over {
            match stream.next() {
                Ok(Some(pieces)) => {
                    pieces.iter().try_for_each(|piece| self.handle_piece(piece, heard))?
                }
                Err(trouble) if !heard.ended => return Err(trouble),
                Ok(None) | Err(_) => break,
            }
        }
        if heard.ended { Ok(()) } else { Err(ChatFailure::BrokenOff) }
    }

    fn handle_piece(&self, piece: &str, heard: &mut StreamedReply) -> Result<(), ChatFailure> {
        // What ends OpenAI's streams is no JSON.
        if piece.trim() == "[DONE]" {
            heard.finish();
            return Ok(());
        }
        match serde_json::from_str(piece) {
            Ok(piece) => self.parts.vendor.handle_piece(&piece, heard),
            // The end of a connection cuts off the last piece.
            Err(error) if error.is_eof() => Err(ChatFailure::BrokenOff),
            Err(_) => Err(ChatFailure::Unreadable(messages::chat_not_json())),
        }
    }

    fn explain(&self, trouble: &ChatFailure, spoken: bool) -> ModelError {
        let asked = ChatTarget {
            provider: &self.provider,
            model: &self.model,
            host: self.parts.address.host(),
            key: self.parts.key.as_ref().map(|key| &key.secret),
            spoken,
        };
        asked.explain(trouble)
    }
}

/// An answer that never came, as what may pass.
fn broken_off() -> HttpFailure {
    HttpFailure::Broken { why: messages::answer_cut_off(), passing: true }
}
