//! Voyage's embeddings: questions in a form of their own, answers in OpenAI's.

use palimp_core::embed::{EmbedError, Purpose};
use serde::Serialize;

use super::access::Access;
use super::client::Header;
use super::openai;
use super::service::{Choice, Parts, Service};

pub(crate) fn open(choice: &Choice<'_>) -> Result<Parts, EmbedError> {
    let place = choice.place()?;
    let key = choice.needed_key(&place)?;
    let address = place.address;
    let url = match address.path() {
        path if path.ends_with("/embeddings") => address.join(""),
        "" => address.join("/v1/embeddings"),
        _ => address.join("/embeddings"),
    };
    let service = Voyage { url, model: choice.model.clone(), dimensions: choice.asked };
    let access = Access::Key(Header::bearer(key));
    Ok(Parts { address, access, service: Box::new(service) })
}

struct Voyage {
    url: String,
    model: String,
    dimensions: Option<usize>,
}

#[derive(Serialize)]
struct Body<'b> {
    model: &'b str,
    input: &'b [&'b str],
    input_type: &'static str,
    truncation: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    output_dimension: Option<usize>,
}

impl Service for Voyage {
    fn url(&self) -> &str {
        &self.url
    }

    fn body(&self, texts: &[&str], purpose: Purpose) -> String {
        let input_type = match purpose {
            Purpose::Document => "document",
            Purpose::Query => "query",
        };
        let body = Body {
            model: &self.model,
            input: texts,
            input_type,
            truncation: true,
            output_dimension: self.dimensions,
        };
        serde_json::to_string(&body).unwrap_or_default()
    }

    fn vectors(&self, answer: &[u8]) -> serde_json::Result<Vec<Vec<f32>>> {
        openai::vectors(answer)
    }
}
