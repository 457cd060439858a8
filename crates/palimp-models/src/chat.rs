//! Models that hold a conversation, behind the services' own interfaces.
//!
//! The module of a service knows the form of its questions and answers; everything else is here
//! and is the same for all: the shape of a conversation, patience with a service that fails, the
//! stream, and what is said when it breaks.

mod anthropic;
mod config;
mod conversation;
mod distiller;
mod events;
mod gemini;
mod models;
mod ollama;
mod openai;
mod stream;
mod trouble;
mod vendor;

use std::cell::Cell;
use std::time::Duration;

use palimp_core::chat::{ChatModel, ModelError, Reply, Request};
use palimp_core::tokens::tokens;
use ureq::Body;
use ureq::http::Response;

use crate::http;
use crate::http::client::{Client, Failure};
use crate::keys::{Keys, Source};
use conversation::{shaped, tokens_of};
use stream::Stream;
use trouble::{Asked, Trouble};
use vendor::{Choice, Cost, Heard, Parts, Question};

pub use config::{Config, Options};
pub use distiller::ApiDistiller;

/// The model that `config` names. Nothing is asked of its service yet.
pub fn open(config: &Config, keys: &Keys) -> Result<Box<dyn ChatModel>, ModelError> {
    open_with(config, keys, &Options::default())
}

/// Where the model is asked that `config` names, as the user is shown it before anything is sent.
pub fn asked_at(config: &Config, keys: &Keys) -> Result<String, ModelError> {
    Ok(Choice::new(config, keys)?.place()?.address.shown())
}

/// The key that a service would be given, and is not, because nobody said that it may go to the
/// address in the settings: where the key was found, and to where it would go.
pub fn withheld(config: &Config, keys: &Keys) -> Result<Option<(Source, String)>, ModelError> {
    let place = Choice::new(config, keys)?.place()?;
    Ok(place.withholds(keys).map(|source| (source, place.address.shown())))
}

/// The same, with another patience.
pub fn open_with(
    config: &Config,
    keys: &Keys,
    options: &Options,
) -> Result<Box<dyn ChatModel>, ModelError> {
    let choice = Choice::new(config, keys)?;
    let parts = match choice.provider {
        "anthropic" => anthropic::open(&choice)?,
        "gemini" => gemini::open(&choice)?,
        "ollama" => ollama::open(&choice)?,
        _ => openai::open(&choice)?,
    };
    let http = http::Options {
        connect: options.connect,
        answer_bytes: options.answer_bytes,
        clock: options.clock.clone(),
        ..http::Options::default()
    };
    Ok(Box::new(Api {
        provider: choice.provider.to_owned(),
        model: choice.model.clone(),
        client: Client::new(&http, parts.address.is_private()),
        options: options.clone(),
        parts,
    }))
}

/// A model behind an interface.
struct Api {
    provider: String,
    model: String,
    parts: Parts,
    client: Client,
    options: Options,
}

impl ChatModel for Api {
    fn name(&self) -> String {
        format!("{}/{}", self.provider, self.model)
    }

    fn place(&self) -> Option<String> {
        Some(self.parts.address.shown())
    }

    fn window(&self) -> Option<usize> {
        self.parts.window
    }

    fn chat(&self, request: &Request, each: &mut dyn FnMut(&str)) -> Result<Reply, ModelError> {
        let messages = shaped(request.messages);
        let Request { system, max_tokens, .. } = *request;
        let question = Question { system, messages: &messages, max_tokens };
        let spoken = Cell::new(false);
        let answer = self.patiently(&question, &spoken, &mut |words| {
            spoken.set(true);
            each(words);
        });
        let (reply, cost) = answer.map_err(|trouble| self.explain(&trouble, spoken.get()))?;
        let input = system.iter().map(|text| tokens(text)).sum::<usize>() + tokens_of(&messages);
        Ok(Reply { usage: cost.usage(input, tokens(&reply.text)), ..reply })
    }
}

impl Api {
    /// Asks, and asks again while that is worth it. Words that were handed on cannot be taken
    /// back, so that after them there is no second try.
    fn patiently(
        &self,
        question: &Question,
        spoken: &Cell<bool>,
        each: &mut dyn FnMut(&str),
    ) -> Result<(Reply, Cost), Trouble> {
        let body = self.parts.vendor.body(question).to_string();
        let answer =
            self.client.patiently(self.options.patience, || match self.once(&body, each) {
                Err(Trouble::Failed(failure)) if !spoken.get() => Err(failure),
                Err(Trouble::BrokenOff) if !spoken.get() => Err(broken_off()),
                answer => Ok(answer),
            });
        answer.map_err(Trouble::Failed)?
    }

    /// Asks once.
    fn once(&self, body: &str, each: &mut dyn FnMut(&str)) -> Result<(Reply, Cost), Trouble> {
        let answer = self.ask(body)?;
        let mut heard = Heard::new(each);
        self.listen(answer, &mut heard)?;
        if heard.cut && heard.text.is_empty() {
            return Err(Trouble::Mute);
        }
        let Heard { text, cost, cut, .. } = heard;
        Ok((Reply { text, cut, ..Reply::default() }, cost))
    }

    /// The answer to `body`, of which only the head has been read.
    fn ask(&self, body: &str) -> Result<Response<Body>, Failure> {
        let silence = self.silence();
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
        self.client.accepted(request.send(body))
    }

    fn silence(&self) -> Duration {
        match self.parts.address.is_private() {
            true => self.options.own_silence,
            false => self.options.silence,
        }
    }

    /// Listens to an answer to its end. Some servers then keep the connection open, or break it.
    fn listen(&self, answer: Response<Body>, heard: &mut Heard) -> Result<(), Trouble> {
        let usual = self.parts.vendor.form();
        let mut stream = Stream::new(answer, usual, self.options.answer_bytes)?;
        while !heard.over {
            match stream.next() {
                Ok(Some(pieces)) => pieces.iter().try_for_each(|piece| self.hear(piece, heard))?,
                Err(trouble) if !heard.ended => return Err(trouble),
                Ok(None) | Err(_) => break,
            }
        }
        if heard.ended { Ok(()) } else { Err(Trouble::BrokenOff) }
    }

    fn hear(&self, piece: &str, heard: &mut Heard) -> Result<(), Trouble> {
        // What ends OpenAI's streams is no JSON.
        if piece.trim() == "[DONE]" {
            heard.finish();
            return Ok(());
        }
        match serde_json::from_str(piece) {
            Ok(piece) => self.parts.vendor.hear(&piece, heard),
            // The end of a connection cuts off the last piece.
            Err(error) if error.is_eof() => Err(Trouble::BrokenOff),
            Err(_) => Err(Trouble::Unreadable("something that is no JSON")),
        }
    }

    fn explain(&self, trouble: &Trouble, spoken: bool) -> ModelError {
        let asked = Asked {
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
fn broken_off() -> Failure {
    Failure::Broken { why: "it ended before the answer did".to_owned(), passing: true }
}
