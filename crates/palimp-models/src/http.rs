//! Embedders behind HTTP: services that are paid, and servers that anybody can run.
//!
//! A provider's module knows the form of its questions and answers; everything else is here and
//! is the same for all: parting texts into requests, cutting what is too long, and looking at
//! what comes back before it is trusted.

mod access;
pub(crate) mod address;
pub(crate) mod client;
pub(crate) mod complaint;
mod gemini;
mod google;
mod models;
pub(crate) mod ollama;
mod openai;
mod service;
mod tokens;
mod vertex;
mod voyage;
pub(crate) mod wait;

use std::sync::atomic::{AtomicUsize, Ordering};

use palimp_core::embed::{EmbedError, Embedder, Purpose, Scripts, Space, Weights};

use crate::config::Config;
use crate::keys::Keys;
use client::{Client, Failure, Header, Question};
use complaint::Asked;
use models::Limits;
use service::{Choice, Parts};

pub use client::{Options, Patience, roots};
pub(crate) use google::{decoded, encoded};
pub use wait::{Clock, SystemClock};

/// What is sent of a text without a word in it: services refuse an empty one.
const BLANK: &str = "-";
/// A text shorter than this, in bytes, is not cut any more when a service calls it too long.
const SHORTEST: usize = 64;

/// An embedder that asks a service.
///
/// A text that has more tokens than the model takes is cut at a character; palimp counts tokens
/// by a rule of thumb, and cuts again when the service counts more.
pub struct HttpEmbedder {
    parts: Parts,
    client: Client,
    options: Options,
    space: Space,
    /// The length of vectors that the service is told to make.
    asked: Option<usize>,
    limits: Limits,
    /// How many texts a request takes, as far as the service has shown.
    most: AtomicUsize,
    price: Option<f64>,
}

/// The embedder that `config` names, which must be one behind HTTP.
pub fn open(config: &Config, keys: &Keys, options: &Options) -> Result<HttpEmbedder, EmbedError> {
    let choice = Choice::new(config, keys)?;
    let parts = match choice.provider {
        "gemini" => gemini::open(&choice)?,
        "voyage" => voyage::open(&choice)?,
        "vertex" => vertex::open(&choice)?,
        "ollama" => ollama::open(&choice)?,
        _ => openai::open(&choice)?,
    };
    let known = models::known(choice.provider, &choice.model);
    let limits = known.map_or_else(|| models::usual_limits(choice.provider), |model| model.limits);
    let mut embedder = HttpEmbedder {
        client: Client::new(options, parts.address.is_private()),
        options: options.clone(),
        asked: choice.asked,
        limits,
        most: AtomicUsize::new(limits.texts),
        // What runs on one's own machines is not paid by the token.
        price: known.filter(|_| !parts.address.is_private()).map(|model| model.price),
        space: Space {
            provider: choice.provider.to_owned(),
            model: choice.model.clone(),
            dimensions: choice.dimensions.unwrap_or_default(),
        },
        parts,
    };
    if choice.dimensions.is_none() {
        embedder.space.dimensions = embedder.measure()?;
    }
    Ok(embedder)
}

impl HttpEmbedder {
    /// How long the vectors of this model are, which only its service knows.
    fn measure(&self) -> Result<usize, EmbedError> {
        let vectors = self.request(&["palimp"], Purpose::Query)?;
        match vectors.first().map(Vec::len) {
            Some(length) if length > 0 => Ok(length),
            _ => Err(self.wrong("without a vector")),
        }
    }

    /// The vectors of as many texts as go into one request, or into halves of it.
    fn batch(&self, texts: &[&str], purpose: Purpose) -> Result<Vec<Vec<f32>>, EmbedError> {
        match self.answer(texts, purpose) {
            Ok(answer) => self.checked(&answer, texts.len()),
            Err(Refusal::TooLarge(_)) if texts.len() > 1 => {
                let half = texts.len().div_ceil(2);
                self.most.fetch_min(half, Ordering::Relaxed);
                let mut vectors = self.batch(&texts[..half], purpose)?;
                vectors.extend(self.batch(&texts[half..], purpose)?);
                Ok(vectors)
            }
            Err(Refusal::TooLarge(_)) if texts[0].len() > SHORTEST => {
                self.batch(&[tokens::first_half(texts[0])], purpose)
            }
            Err(Refusal::TooLarge(error) | Refusal::Other(error)) => Err(error),
        }
    }

    /// The vectors of `texts` as the service gave them.
    fn request(&self, texts: &[&str], purpose: Purpose) -> Result<Vec<Vec<f32>>, EmbedError> {
        let answer = self.answer(texts, purpose).map_err(Refusal::into_error)?;
        self.read(&answer)
    }

    fn answer(&self, texts: &[&str], purpose: Purpose) -> Result<Vec<u8>, Refusal> {
        let patience = match purpose {
            Purpose::Document => self.options.documents,
            Purpose::Query => self.options.queries,
        };
        let header = self.parts.access.header(&self.client, patience, &*self.options.clock);
        let header = header.map_err(Refusal::Other)?;
        let question = Question {
            url: self.parts.service.url(),
            key: header.as_ref(),
            content_type: "application/json",
            body: &self.parts.service.body(texts, purpose),
        };
        self.client.post(&question, patience).map_err(|failure| self.refusal(&failure, &header))
    }

    fn refusal(&self, failure: &Failure, header: &Option<Header>) -> Refusal {
        let error = self.asked(header.as_ref()).explain(failure);
        if failure.is_too_large() { Refusal::TooLarge(error) } else { Refusal::Other(error) }
    }

    fn read(&self, answer: &[u8]) -> Result<Vec<Vec<f32>>, EmbedError> {
        let vectors = self.parts.service.vectors(answer);
        vectors.map_err(|_| self.asked(None).unreadable(answer))
    }

    /// The vectors in `answer`, of length one, when there are as many and as long as there must be.
    fn checked(&self, answer: &[u8], texts: usize) -> Result<Vec<Vec<f32>>, EmbedError> {
        let mut vectors = self.read(answer)?;
        if vectors.len() != texts {
            return Err(self.wrong(&format!("with {} vectors for {texts} texts", vectors.len())));
        }
        for vector in &mut vectors {
            let (length, wanted) = (vector.len(), self.space.dimensions);
            if length != wanted {
                return Err(self.wrong(&format!(
                    "with vectors of {length} numbers where {wanted} were expected (does embedding.dimensions fit the model?)"
                )));
            }
            if !normalise(vector) {
                return Err(self.wrong("with a vector that has no direction"));
            }
        }
        Ok(vectors)
    }

    fn wrong(&self, how: &str) -> EmbedError {
        let Space { provider, model, .. } = &self.space;
        let host = self.parts.address.host();
        EmbedError::Unavailable(format!("{provider} at {host} answered for {model} {how}"))
    }

    fn asked<'a>(&'a self, header: Option<&'a Header>) -> Asked<'a> {
        Asked {
            provider: &self.space.provider,
            model: &self.space.model,
            host: self.parts.address.host(),
            dimensions: self.asked,
            key: header.map(|header| &header.secret),
        }
    }

    /// `text` as the model wants to see it, short enough for it.
    fn prepared(&self, text: &str, purpose: Purpose) -> String {
        let text = if text.trim().is_empty() { BLANK } else { text };
        let prefix = models::prefix(&self.space.model, purpose);
        tokens::cut(&format!("{prefix}{text}"), self.limits.input).to_owned()
    }
}

impl Embedder for HttpEmbedder {
    fn space(&self) -> &Space {
        &self.space
    }

    fn scripts(&self) -> Scripts {
        models::scripts(&self.space.model)
    }

    /// Meaning counts for more than words with models of this size.
    fn weights(&self) -> Weights {
        Weights { vector: 0.7, text: 0.3 }
    }

    fn embed(&self, texts: &[&str], purpose: Purpose) -> Result<Vec<Vec<f32>>, EmbedError> {
        let prepared: Vec<String> = texts.iter().map(|text| self.prepared(text, purpose)).collect();
        let prepared: Vec<&str> = prepared.iter().map(String::as_str).collect();
        let mut vectors = Vec::with_capacity(texts.len());
        while let Some(batch) = {
            let most = self.most.load(Ordering::Relaxed);
            tokens::batches(&prepared[vectors.len()..], most, self.limits.tokens).next()
        } {
            vectors.extend(self.batch(batch, purpose)?);
        }
        Ok(vectors)
    }

    fn price(&self) -> Option<f64> {
        self.price
    }
}

/// Why a request was not answered, and whether a smaller one may be.
enum Refusal {
    TooLarge(EmbedError),
    Other(EmbedError),
}

impl Refusal {
    fn into_error(self) -> EmbedError {
        match self {
            Refusal::TooLarge(error) | Refusal::Other(error) => error,
        }
    }
}

/// Makes `vector` one of length one; false when it has no direction or a number that is none.
fn normalise(vector: &mut [f32]) -> bool {
    let square: f64 = vector.iter().map(|x| f64::from(*x) * f64::from(*x)).sum();
    let length = square.sqrt();
    if !length.is_finite() || length == 0.0 {
        return false;
    }
    for x in vector.iter_mut() {
        *x = (f64::from(*x) / length) as f32;
    }
    true
}
