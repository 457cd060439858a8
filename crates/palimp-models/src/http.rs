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

use palimp_core::embed::{EmbedError, EmbedPurpose, Embedder, EmbeddingSpace, Scripts, Weights};

use crate::config::EmbedderConfig;
use crate::keys::Keys;
use crate::messages;
use client::{Header, HttpClient, HttpFailure, HttpRequest};
use complaint::EmbeddingTarget;
use models::RequestLimits;
use service::{EmbedderSelection, EmbeddingEndpoint};

pub use client::{HttpOptions, RetryPolicy, root_certs};
pub(crate) use google::{form_decode, form_encode};
pub use wait::{Clock, SystemClock};

/// Text sent in place of one without a word: services refuse an empty one.
const BLANK_TEXT: &str = "-";
/// A text shorter than this, in bytes, is not cut any more when a service calls it too long.
const MIN_CUT_BYTES: usize = 64;

/// An embedder that asks a service.
///
/// A text that has more tokens than the model takes is cut at a character; palimp counts tokens
/// by a rule of thumb, and cuts again when the service counts more.
pub struct HttpEmbedder {
    parts: EmbeddingEndpoint,
    client: HttpClient,
    options: HttpOptions,
    space: EmbeddingSpace,
    /// The length of vectors that the service is told to make.
    asked: Option<usize>,
    limits: RequestLimits,
    /// Maximum number of texts in a request, as far as the service has shown.
    most: AtomicUsize,
    price: Option<f64>,
}

/// The embedder that `config` names, which must be one behind HTTP.
pub fn open(
    config: &EmbedderConfig,
    keys: &Keys,
    options: &HttpOptions,
) -> Result<HttpEmbedder, EmbedError> {
    let choice = EmbedderSelection::new(config, keys)?;
    let parts = match choice.provider {
        "gemini" => gemini::open(&choice)?,
        "voyage" => voyage::open(&choice)?,
        "vertex" => vertex::open(&choice)?,
        "ollama" => ollama::open(&choice)?,
        _ => openai::open(&choice)?,
    };
    let known = models::known_model(choice.provider, &choice.model);
    let limits = known.map_or_else(|| models::usual_limits(choice.provider), |model| model.limits);
    let mut embedder = HttpEmbedder {
        client: HttpClient::new(options, parts.address.is_private()),
        options: options.clone(),
        asked: choice.asked,
        limits,
        most: AtomicUsize::new(limits.texts),
        // What runs on one's own machines is not paid by the token.
        price: known.filter(|_| !parts.address.is_private()).map(|model| model.price),
        space: EmbeddingSpace {
            provider: choice.provider.to_owned(),
            model: choice.model.clone(),
            dimensions: choice.dimensions.unwrap_or_default(),
        },
        parts,
    };
    if choice.dimensions.is_none() {
        embedder.space.dimensions = embedder.measure_dimensions()?;
    }
    Ok(embedder)
}

impl HttpEmbedder {
    /// Asks the service for the length of this model's vectors.
    fn measure_dimensions(&self) -> Result<usize, EmbedError> {
        let vectors = self.request_vectors(&["palimp"], EmbedPurpose::Query)?;
        match vectors.first().map(Vec::len) {
            Some(length) if length > 0 => Ok(length),
            _ => Err(self.wrong_answer(|service, host, model| {
                messages::vector_missing(service, host, model)
            })),
        }
    }

    /// The vectors of as many texts as go into one request, or into halves of it.
    fn embed_batch(
        &self,
        texts: &[&str],
        purpose: EmbedPurpose,
    ) -> Result<Vec<Vec<f32>>, EmbedError> {
        match self.send_request(texts, purpose) {
            Ok(answer) => self.check_vectors(&answer, texts.len()),
            Err(RequestFailure::TooLarge(_)) if texts.len() > 1 => {
                let half = texts.len().div_ceil(2);
                self.most.fetch_min(half, Ordering::Relaxed);
                let mut vectors = self.embed_batch(&texts[..half], purpose)?;
                vectors.extend(self.embed_batch(&texts[half..], purpose)?);
                Ok(vectors)
            }
            Err(RequestFailure::TooLarge(_)) if texts[0].len() > MIN_CUT_BYTES => {
                self.embed_batch(&[tokens::first_half(texts[0])], purpose)
            }
            Err(RequestFailure::TooLarge(error) | RequestFailure::Other(error)) => Err(error),
        }
    }

    /// The vectors of `texts` as the service gave them.
    fn request_vectors(
        &self,
        texts: &[&str],
        purpose: EmbedPurpose,
    ) -> Result<Vec<Vec<f32>>, EmbedError> {
        let answer = self.send_request(texts, purpose).map_err(RequestFailure::into_error)?;
        self.parse_vectors(&answer)
    }

    fn send_request(
        &self,
        texts: &[&str],
        purpose: EmbedPurpose,
    ) -> Result<Vec<u8>, RequestFailure> {
        let patience = match purpose {
            EmbedPurpose::Document => self.options.documents,
            EmbedPurpose::Query => self.options.queries,
        };
        let header = self.parts.access.header(&self.client, patience, &*self.options.clock);
        let header = header.map_err(RequestFailure::Other)?;
        let question = HttpRequest {
            url: self.parts.service.url(),
            key: header.as_ref(),
            content_type: "application/json",
            body: &self.parts.service.request_body(texts, purpose),
        };
        self.client
            .post(&question, patience)
            .map_err(|failure| self.classify_failure(&failure, &header))
    }

    fn classify_failure(&self, failure: &HttpFailure, header: &Option<Header>) -> RequestFailure {
        let error = self.embedding_target(header.as_ref()).explain(failure);
        if failure.is_too_large() {
            RequestFailure::TooLarge(error)
        } else {
            RequestFailure::Other(error)
        }
    }

    fn parse_vectors(&self, answer: &[u8]) -> Result<Vec<Vec<f32>>, EmbedError> {
        let vectors = self.parts.service.parse_vectors(answer);
        vectors.map_err(|_| self.embedding_target(None).explain_unreadable(answer))
    }

    /// The vectors in `answer`, of length one, when there are as many and as long as there must be.
    fn check_vectors(&self, answer: &[u8], texts: usize) -> Result<Vec<Vec<f32>>, EmbedError> {
        let mut vectors = self.parse_vectors(answer)?;
        if vectors.len() != texts {
            return Err(self.wrong_answer(|service, host, model| {
                messages::vectors_missing(service, host, model, vectors.len(), texts)
            }));
        }
        for vector in &mut vectors {
            let (length, wanted) = (vector.len(), self.space.dimensions);
            if length != wanted {
                return Err(self.wrong_answer(|service, host, model| {
                    messages::vector_length_wrong(service, host, model, length, wanted)
                }));
            }
            if !normalise(vector) {
                return Err(self.wrong_answer(|service, host, model| {
                    messages::vector_without_direction(service, host, model)
                }));
            }
        }
        Ok(vectors)
    }

    /// Returns the error for an answer that `explain` finds wrong, given service, host and model.
    fn wrong_answer(&self, explain: impl FnOnce(&str, &str, &str) -> String) -> EmbedError {
        let EmbeddingSpace { provider, model, .. } = &self.space;
        EmbedError::Unavailable(explain(provider, self.parts.address.host(), model))
    }

    fn embedding_target<'a>(&'a self, header: Option<&'a Header>) -> EmbeddingTarget<'a> {
        EmbeddingTarget {
            provider: &self.space.provider,
            model: &self.space.model,
            host: self.parts.address.host(),
            dimensions: self.asked,
            key: header.map(|header| &header.secret),
        }
    }

    /// `text` as the model wants to see it, short enough for it.
    fn prepare_text(&self, text: &str, purpose: EmbedPurpose) -> String {
        let text = if text.trim().is_empty() { BLANK_TEXT } else { text };
        let prefix = models::text_prefix(&self.space.model, purpose);
        tokens::truncate_tokens(&format!("{prefix}{text}"), self.limits.input).to_owned()
    }
}

impl Embedder for HttpEmbedder {
    fn space(&self) -> &EmbeddingSpace {
        &self.space
    }

    fn scripts(&self) -> Scripts {
        models::scripts(&self.space.model)
    }

    /// Meaning counts for more than words with models of this size.
    fn weights(&self) -> Weights {
        Weights { vector: 0.7, text: 0.3 }
    }

    fn embed(&self, texts: &[&str], purpose: EmbedPurpose) -> Result<Vec<Vec<f32>>, EmbedError> {
        let prepared: Vec<String> =
            texts.iter().map(|text| self.prepare_text(text, purpose)).collect();
        let prepared: Vec<&str> = prepared.iter().map(String::as_str).collect();
        let mut vectors = Vec::with_capacity(texts.len());
        while let Some(batch) = {
            let most = self.most.load(Ordering::Relaxed);
            tokens::split_batches(&prepared[vectors.len()..], most, self.limits.tokens).next()
        } {
            vectors.extend(self.embed_batch(batch, purpose)?);
        }
        Ok(vectors)
    }

    fn price_per_million(&self) -> Option<f64> {
        self.price
    }
}

/// Reason for which a request was not answered; tells if a smaller one may be.
enum RequestFailure {
    TooLarge(EmbedError),
    Other(EmbedError),
}

impl RequestFailure {
    fn into_error(self) -> EmbedError {
        match self {
            RequestFailure::TooLarge(error) | RequestFailure::Other(error) => error,
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
