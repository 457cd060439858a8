//! Ollama's embeddings, on this machine unless the user says otherwise.

use palimp_core::embed::{EmbedError, EmbedPurpose};
use serde::{Deserialize, Serialize};

use super::access::ServiceAccess;
use super::client::Header;
use super::service::{EmbedderSelection, EmbeddingEndpoint, EmbeddingService};

pub(crate) fn open(choice: &EmbedderSelection<'_>) -> Result<EmbeddingEndpoint, EmbedError> {
    let place = choice.resolve_location()?;
    let address = place.address.clone();
    let url = match address.path() {
        path if path.ends_with("/api/embed") => address.join(""),
        path if path.ends_with("/api") => address.join("/embed"),
        _ => address.join("/api/embed"),
    };
    // Only servers elsewhere ask for a key; one on this machine is not given any.
    let key = if address.is_private() { None } else { choice.allowed_key(&place)? };
    let access = key.map_or(ServiceAccess::Open, |key| ServiceAccess::Key(Header::bearer(key)));
    let service = OllamaService { url, model: choice.model.clone(), dimensions: choice.asked };
    Ok(EmbeddingEndpoint { address, access, service: Box::new(service) })
}

/// Parses `OLLAMA_HOST`: a host, a port, or both, with or without a scheme. A server that listens
/// everywhere is reached on this machine.
pub(crate) fn from_variable(host: &str) -> String {
    if host.contains("://") {
        return host.to_owned();
    }
    let (name, port) = match host.rsplit_once(':') {
        Some((name, port)) if port.parse::<u16>().is_ok() => (name, port),
        _ => (host, "11434"),
    };
    let name = if matches!(name, "" | "0.0.0.0" | "[::]") { "127.0.0.1" } else { name };
    format!("http://{name}:{port}")
}

struct OllamaService {
    url: String,
    model: String,
    dimensions: Option<usize>,
}

#[derive(Serialize)]
struct OllamaEmbedBody<'b> {
    model: &'b str,
    input: &'b [&'b str],
    truncate: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    dimensions: Option<usize>,
}

#[derive(Deserialize)]
struct OllamaEmbedResponse {
    embeddings: Vec<Vec<f32>>,
}

impl EmbeddingService for OllamaService {
    fn url(&self) -> &str {
        &self.url
    }

    fn request_body(&self, texts: &[&str], _: EmbedPurpose) -> String {
        let OllamaService { model, dimensions, .. } = self;
        let body = OllamaEmbedBody { model, input: texts, truncate: true, dimensions: *dimensions };
        serde_json::to_string(&body).unwrap_or_default()
    }

    fn parse_vectors(&self, answer: &[u8]) -> serde_json::Result<Vec<Vec<f32>>> {
        Ok(serde_json::from_slice::<OllamaEmbedResponse>(answer)?.embeddings)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_variable_of_ollama_may_be_short() {
        for (host, address) in [
            ("0.0.0.0", "http://127.0.0.1:11434"),
            (":8000", "http://127.0.0.1:8000"),
            ("box:8000", "http://box:8000"),
            ("box", "http://box:11434"),
            ("[::]:11434", "http://127.0.0.1:11434"),
            ("https://ollama.example", "https://ollama.example"),
        ] {
            assert_eq!(from_variable(host), address);
        }
    }
}
