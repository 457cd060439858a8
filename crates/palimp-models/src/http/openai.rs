//! OpenAI's embeddings, and everything that speaks as OpenAI does.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use palimp_core::embed::{EmbedError, Purpose};
use serde::de::{self, Deserializer, SeqAccess, Visitor};
use serde::{Deserialize, Serialize};

use super::access::Access;
use super::address::Address;
use super::client::Header;
use super::service::{Choice, Parts, Service};

/// A server of one's own needs a name of a model and no key.
pub(crate) fn open(choice: &Choice<'_>) -> Result<Parts, EmbedError> {
    let place = choice.place()?;
    let key = match place.is_usual() {
        true => Some(choice.needed_key(&place)?),
        false => choice.key(&place)?,
    };
    let address = place.address;
    let service =
        OpenAi { url: url(&address), model: choice.model.clone(), dimensions: choice.asked };
    let access = key.map_or(Access::Open, |key| Access::Key(header(&address, key)));
    Ok(Parts { access, address, service: Box::new(service) })
}

/// Users give the host, the version or the whole address; all three are meant well.
fn url(address: &Address) -> String {
    match address.path() {
        path if path.ends_with("/embeddings") => address.join(""),
        "" => address.join("/v1/embeddings"),
        _ => address.join("/embeddings"),
    }
}

fn header(address: &Address, secret: crate::keys::Secret) -> Header {
    if address.host().ends_with(".azure.com") {
        return Header { name: "api-key", before: "", secret };
    }
    Header::bearer(secret)
}

struct OpenAi {
    url: String,
    model: String,
    dimensions: Option<usize>,
}

#[derive(Serialize)]
struct Body<'b> {
    model: &'b str,
    input: &'b [&'b str],
    encoding_format: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    dimensions: Option<usize>,
}

impl Service for OpenAi {
    fn url(&self) -> &str {
        &self.url
    }

    fn body(&self, texts: &[&str], _: Purpose) -> String {
        let body = Body {
            model: &self.model,
            input: texts,
            encoding_format: "float",
            dimensions: self.dimensions,
        };
        serde_json::to_string(&body).unwrap_or_default()
    }

    fn vectors(&self, answer: &[u8]) -> serde_json::Result<Vec<Vec<f32>>> {
        vectors(answer)
    }
}

#[derive(Deserialize)]
struct Answer {
    data: Vec<Embedding>,
}

#[derive(Deserialize)]
struct Embedding {
    #[serde(default)]
    index: usize,
    #[serde(deserialize_with = "numbers")]
    embedding: Vec<f32>,
}

/// The vectors of an answer in OpenAI's form, which numbers them: their order is not promised.
pub(crate) fn vectors(answer: &[u8]) -> serde_json::Result<Vec<Vec<f32>>> {
    let mut data = serde_json::from_slice::<Answer>(answer)?.data;
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
            assert_eq!(url(&Address::read(given).unwrap()), url_of_it);
        }
    }

    #[test]
    fn azure_has_a_header_of_its_own() {
        let secret = || crate::keys::Secret::new("k").unwrap();
        let azure = Address::read("https://x.openai.azure.com/openai/v1").unwrap();
        assert_eq!(header(&azure, secret()).name, "api-key");
        let other = Address::read("https://azure.com.example/v1").unwrap();
        assert_eq!(header(&other, secret()).name, "authorization");
    }

    #[test]
    fn vectors_come_in_the_order_of_their_numbers() {
        let answer =
            br#"{"data": [{"index": 1, "embedding": [2]}, {"index": 0, "embedding": [1.5]}]}"#;
        assert_eq!(vectors(answer).unwrap(), [[1.5], [2.0]]);
        let answer = br#"{"data": [{"embedding": [3]}, {"embedding": [4]}]}"#;
        assert_eq!(vectors(answer).unwrap(), [[3.0], [4.0]]);
    }

    #[test]
    fn numbers_in_base_64_are_read_as_well() {
        let answer = br#"{"data": [{"index": 0, "embedding": "AACAPwAAAMA="}]}"#;
        assert_eq!(vectors(answer).unwrap(), [[1.0, -2.0]]);
        for wrong in ["AAA=", "?"] {
            let answer = format!(r#"{{"data": [{{"embedding": "{wrong}"}}]}}"#);
            assert!(vectors(answer.as_bytes()).is_err(), "{wrong}");
        }
        let answer = br#"{"data": [{"embedding": ""}]}"#;
        assert_eq!(vectors(answer).unwrap(), [[0.0; 0]], "its length is looked at later");
        assert!(vectors(br#"{"data": [{"embedding": [null]}]}"#).is_err());
    }
}
