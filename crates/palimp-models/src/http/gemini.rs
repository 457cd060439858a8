//! Gemini's embeddings, by the Gemini API.

use palimp_core::embed::{EmbedError, Purpose};
use serde::{Deserialize, Serialize};

use super::access::Access;
use super::client::Header;
use super::models;
use super::service::{Choice, Parts, Service};

pub(crate) fn open(choice: &Choice<'_>) -> Result<Parts, EmbedError> {
    let place = choice.place()?;
    let key = choice.needed_key(&place)?;
    let address = place.address;
    let version = if address.path().is_empty() { "/v1beta" } else { "" };
    let name = choice.model.trim_start_matches("models/");
    let service = Gemini {
        url: address.join(&format!("{version}/models/{name}:batchEmbedContents")),
        model: format!("models/{name}"),
        // Models that are told by words what a text is for take no type of task.
        typed: models::prefix(name, Purpose::Query).is_empty(),
        dimensions: choice.asked,
    };
    let header = Header { name: "x-goog-api-key", before: "", secret: key };
    Ok(Parts { address, access: Access::Key(header), service: Box::new(service) })
}

struct Gemini {
    url: String,
    model: String,
    typed: bool,
    dimensions: Option<usize>,
}

#[derive(Serialize)]
struct Body<'b> {
    requests: Vec<Request<'b>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Request<'b> {
    model: &'b str,
    content: Content<'b>,
    #[serde(skip_serializing_if = "Option::is_none")]
    task_type: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    output_dimensionality: Option<usize>,
}

#[derive(Serialize)]
struct Content<'b> {
    parts: [Part<'b>; 1],
}

#[derive(Serialize)]
struct Part<'b> {
    text: &'b str,
}

#[derive(Deserialize)]
struct Answer {
    embeddings: Vec<Embedding>,
}

#[derive(Deserialize)]
struct Embedding {
    values: Vec<f32>,
}

impl Service for Gemini {
    fn url(&self) -> &str {
        &self.url
    }

    fn body(&self, texts: &[&str], purpose: Purpose) -> String {
        let request = |text| Request {
            model: &self.model,
            content: Content { parts: [Part { text }] },
            task_type: self.typed.then_some(task_type(purpose)),
            output_dimensionality: self.dimensions,
        };
        let requests = texts.iter().copied().map(request).collect();
        serde_json::to_string(&Body { requests }).unwrap_or_default()
    }

    fn vectors(&self, answer: &[u8]) -> serde_json::Result<Vec<Vec<f32>>> {
        let embeddings = serde_json::from_slice::<Answer>(answer)?.embeddings;
        Ok(embeddings.into_iter().map(|embedding| embedding.values).collect())
    }
}

/// What Google calls a purpose.
pub(crate) fn task_type(purpose: Purpose) -> &'static str {
    match purpose {
        Purpose::Document => "RETRIEVAL_DOCUMENT",
        Purpose::Query => "RETRIEVAL_QUERY",
    }
}
