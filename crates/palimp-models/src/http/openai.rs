//! OpenAI's embeddings, and everything that speaks as OpenAI does.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use palimp_core::embed::{EmbedError, EmbedPurpose};
use serde::de::{self, Deserializer, SeqAccess, Visitor};
use serde::{Deserialize, Serialize};

use super::access::ServiceAccess;
use super::address::ServiceAddress;
use super::client::Header;
use super::service::{EmbedderSelection, EmbeddingEndpoint, EmbeddingService};

/// A server of one's own needs a name of a model and no key.
pub(crate) fn open(choice: &EmbedderSelection<'_>) -> Result<EmbeddingEndpoint, EmbedError> {
    let place = choice.resolve_location()?;
    let key = match place.is_usual() {
        true => Some(choice.needed_key(&place)?),
        false => choice.allowed_key(&place)?,
    };
    let address = place.address;
    let service = OpenAiService {
        url: embeddings_url(&address),
        model: choice.model.clone(),
        dimensions: choice.asked,
    };
    let access =
        key.map_or(ServiceAccess::Open, |key| ServiceAccess::Key(key_header(&address, key)));
    Ok(EmbeddingEndpoint { access, address, service: Box::new(service) })
}

/// Users give the host, the version or the whole address; all three are meant well.
fn embeddings_url(address: &ServiceAddress) -> String {
    match address.path() {
        path if path.ends_with("/embeddings") => address.join(""),
        "" => address.join("/v1/embeddings"),
        _ => address.join("/embeddings"),
    }
}

fn key_header(address: &ServiceAddress, secret: crate::keys::SecretToken) -> Header {
    if address.host().ends_with(".azure.com") {
        return Header { name: "api-key", before: "", secret };
    }
    Header::bearer(secret)
}

struct OpenAiService {
    url: String,
    model: String,
    dimensions: Option<usize>,
}

#[derive(Serialize)]
struct OpenAiEmbedBody<'b> {
    model: &'b str,
    input: &'b [&'b str],
    encoding_format: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    dimensions: Option<usize>,
}

impl EmbeddingService for OpenAiService {
    fn url(&self) -> &str {
        &self.url
    }

    fn request_body(&self, texts: &[&str], _: EmbedPurpose) -> String {
        let body = OpenAiEmbedBody {
            model: &self.model,
            input: texts,
            encoding_format: "float",
            dimensions: self.dimensions,
        };
        serde_json::to_string(&body).unwrap_or_default()
    }

    fn parse_vectors(&self, answer: &[u8]) -> serde_json::Result<Vec<Vec<f32>>> {
        parse_vectors(answer)
    }
}

#[derive(Deserialize)]
struct OpenAiEmbedResponse {
    data: Vec<OpenAiEmbedding>,
}

#[derive(Deserialize)]
struct OpenAiEmbedding {
    #[serde(default)]
    index: usize,
    #[serde(deserialize_with = "numbers")]
    embedding: Vec<f32>,
}

/// The vectors of an answer in OpenAI's form, which numbers them: their order is not promised.
pub(crate) fn parse_vectors(answer: &[u8]) -> serde_json::Result<Vec<Vec<f32>>> {
    let mut data = serde_json::from_slice::<OpenAiEmbedResponse>(answer)?.data;
    // A server that leaves the numbers out keeps the order, and so does this.
    data.sort_by_key(|embedding| embedding.index);
    Ok(data.into_iter().map(|embedding| embedding.embedding).collect())
}

/// Numbers as a list, or as some servers send them unasked: little-endian in base 64.
fn numbers<'d, D: Deserializer<'d>>(from: D) -> Result<Vec<f32>, D::Error> {
    struct Numbers;

    impl<'d> Visitor<'d> for Numbers {
        type Value = Vec<f32>;

        fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("numbers, or numbers in base 64")
        }

        fn visit_seq<A: SeqAccess<'d>>(self, mut list: A) -> Result<Vec<f32>, A::Error> {
            let mut numbers = Vec::new();
            while let Some(number) = list.next_element()? {
                numbers.push(number);
            }
            Ok(numbers)
        }

        fn visit_str<E: de::Error>(self, text: &str) -> Result<Vec<f32>, E> {
            let bytes = STANDARD.decode(text).map_err(|_| E::custom("no base 64"))?;
            let (numbers, rest) = bytes.as_chunks::<4>();
            if !rest.is_empty() {
                return Err(E::custom("half a number"));
            }
            Ok(numbers.iter().map(|number| f32::from_le_bytes(*number)).collect())
        }
    }

    from.deserialize_any(Numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_a_version_and_a_whole_address_are_all_understood() {
        for (given, url_of_it) in [
            ("http://localhost:1234", "http://localhost:1234/v1/embeddings"),
            ("http://localhost:1234/v1/", "http://localhost:1234/v1/embeddings"),
            ("https://gate.example/openai/v1", "https://gate.example/openai/v1/embeddings"),
            ("https://gate.example/v1/embeddings", "https://gate.example/v1/embeddings"),
            (
                "https://x.openai.azure.com/openai/deployments/e/embeddings?api-version=2024-10-21",
                "https://x.openai.azure.com/openai/deployments/e/embeddings?api-version=2024-10-21",
            ),
        ] {
            assert_eq!(embeddings_url(&ServiceAddress::parse(given).unwrap()), url_of_it);
        }
    }

    #[test]
    fn azure_has_a_header_of_its_own() {
        let secret = || crate::keys::SecretToken::new("k").unwrap();
        let azure = ServiceAddress::parse("https://x.openai.azure.com/openai/v1").unwrap();
        assert_eq!(key_header(&azure, secret()).name, "api-key");
        let other = ServiceAddress::parse("https://azure.com.example/v1").unwrap();
        assert_eq!(key_header(&other, secret()).name, "authorization");
    }

    #[test]
    fn vectors_come_in_the_order_of_their_numbers() {
        let answer =
            br#"{"data": [{"index": 1, "embedding": [2]}, {"index": 0, "embedding": [1.5]}]}"#;
        assert_eq!(parse_vectors(answer).unwrap(), [[1.5], [2.0]]);
        let answer = br#"{"data": [{"embedding": [3]}, {"embedding": [4]}]}"#;
        assert_eq!(parse_vectors(answer).unwrap(), [[3.0], [4.0]]);
    }

    #[test]
    fn numbers_in_base_64_are_read_as_well() {
        let answer = br#"{"data": [{"index": 0, "embedding": "AACAPwAAAMA="}]}"#;
        assert_eq!(parse_vectors(answer).unwrap(), [[1.0, -2.0]]);
        for wrong in ["AAA=", "?"] {
            let answer = format!(r#"{{"data": [{{"embedding": "{wrong}"}}]}}"#);
            assert!(parse_vectors(answer.as_bytes()).is_err(), "{wrong}");
        }
        let answer = br#"{"data": [{"embedding": ""}]}"#;
        assert_eq!(parse_vectors(answer).unwrap(), [[0.0; 0]], "its length is looked at later");
        assert!(parse_vectors(br#"{"data": [{"embedding": [null]}]}"#).is_err());
    }
}
