//! Gemini's embeddings, by the Gemini API.

use palimp_core::embed::{EmbedError, EmbedPurpose};
use serde::{Deserialize, Serialize};

use super::access::ServiceAccess;
use super::client::Header;
use super::models;
use super::service::{EmbedderSelection, EmbeddingEndpoint, EmbeddingService};

pub(crate) fn open(choice: &EmbedderSelection<'_>) -> Result<EmbeddingEndpoint, EmbedError> {
    let place = choice.resolve_location()?;
    let key = choice.needed_key(&place)?;
    let address = place.address;
    let version = if address.path().is_empty() { "/v1beta" } else { "" };
    let name = choice.model.trim_start_matches("models/");
    let service = GeminiService {
        url: address.join(&format!("{version}/models/{name}:batchEmbedContents")),
        model: format!("models/{name}"),
        // Models that are told by words what a text is for take no type of task.
        typed: models::text_prefix(name, EmbedPurpose::Query).is_empty(),
        dimensions: choice.asked,
    };
    let header = Header { name: "x-goog-api-key", before: "", secret: key };
    Ok(EmbeddingEndpoint {
        address,
        access: ServiceAccess::Key(header),
        service: Box::new(service),
    })
}

struct GeminiService {
    url: String,
    model: String,
    typed: bool,
    dimensions: Option<usize>,
}

#[derive(Serialize)]
struct GeminiEmbedBody<'b> {
    requests: Vec<GeminiEmbedRequest<'b>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct GeminiEmbedRequest<'b> {
    model: &'b str,
    content: GeminiEmbedContent<'b>,
    #[serde(skip_serializing_if = "Option::is_none")]
    task_type: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    output_dimensionality: Option<usize>,
}

#[derive(Serialize)]
struct GeminiEmbedContent<'b> {
    parts: [GeminiEmbedPart<'b>; 1],
}

#[derive(Serialize)]
struct GeminiEmbedPart<'b> {
    text: &'b str,
}

#[derive(Deserialize)]
struct GeminiEmbedResponse {
    embeddings: Vec<GeminiEmbedding>,
}

#[derive(Deserialize)]
struct GeminiEmbedding {
    values: Vec<f32>,
}

impl EmbeddingService for GeminiService {
    fn url(&self) -> &str {
        &self.url
    }

    fn request_body(&self, texts: &[&str], purpose: EmbedPurpose) -> String {
        let request = |text| GeminiEmbedRequest {
            model: &self.model,
            content: GeminiEmbedContent { parts: [GeminiEmbedPart { text }] },
            task_type: self.typed.then_some(task_type(purpose)),
            output_dimensionality: self.dimensions,
        };
        let requests = texts.iter().copied().map(request).collect();
        serde_json::to_string(&GeminiEmbedBody { requests }).unwrap_or_default()
    }

    fn parse_vectors(&self, answer: &[u8]) -> serde_json::Result<Vec<Vec<f32>>> {
        let embeddings = serde_json::from_slice::<GeminiEmbedResponse>(answer)?.embeddings;
        Ok(embeddings.into_iter().map(|embedding| embedding.values).collect())
    }
}

/// Google's name of a purpose.
pub(crate) fn task_type(purpose: EmbedPurpose) -> &'static str {
    match purpose {
        EmbedPurpose::Document => "RETRIEVAL_DOCUMENT",
        EmbedPurpose::Query => "RETRIEVAL_QUERY",
    }
}
