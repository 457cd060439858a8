//! Voyage's embeddings: questions in a form of their own, answers in OpenAI's.

use palimp_core::embed::{EmbedError, EmbedPurpose};
use serde::Serialize;

use super::access::ServiceAccess;
use super::client::Header;
use super::openai;
use super::service::{EmbedderSelection, EmbeddingEndpoint, EmbeddingService};

pub(crate) fn open(choice: &EmbedderSelection<'_>) -> Result<EmbeddingEndpoint, EmbedError> {
    let place = choice.resolve_location()?;
    let key = choice.needed_key(&place)?;
    let address = place.address;
    let url = match address.path() {
        path if path.ends_with("/embeddings") => address.join(""),
        "" => address.join("/v1/embeddings"),
        _ => address.join("/embeddings"),
    };
    let service = Voyage { url, model: choice.model.clone(), dimensions: choice.asked };
    let access = ServiceAccess::Key(Header::bearer(key));
    Ok(EmbeddingEndpoint { address, access, service: Box::new(service) })
}

struct Voyage {
    url: String,
    model: String,
    dimensions: Option<usize>,
}

#[derive(Serialize)]
struct VoyageBody<'b> {
    model: &'b str,
    input: &'b [&'b str],
    input_type: &'static str,
    truncation: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    output_dimension: Option<usize>,
}

impl EmbeddingService for Voyage {
    fn url(&self) -> &str {
        &self.url
    }

    fn request_body(&self, texts: &[&str], purpose: EmbedPurpose) -> String {
        let input_type = match purpose {
            EmbedPurpose::Document => "document",
            EmbedPurpose::Query => "query",
        };
        let body = VoyageBody {
            model: &self.model,
            input: texts,
            input_type,
            truncation: true,
            output_dimension: self.dimensions,
        };
        serde_json::to_string(&body).unwrap_or_default()
    }

    fn parse_vectors(&self, answer: &[u8]) -> serde_json::Result<Vec<Vec<f32>>> {
        openai::parse_vectors(answer)
    }
}
