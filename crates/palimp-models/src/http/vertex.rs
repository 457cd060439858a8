//! Google's text embeddings, by Vertex AI.

use palimp_core::embed::{EmbedError, EmbedPurpose};
use serde::{Deserialize, Serialize};

use super::access::ServiceAccess;
use super::address::ServiceAddress;
use super::client::Header;
use super::gemini::task_type;
use super::google::Account;
use super::service::{EmbedderSelection, EmbeddingEndpoint, EmbeddingService};
use crate::messages;

const DEFAULT_LOCATION: &str = "us-central1";

/// An access token is taken where there is one, else the account that
/// `GOOGLE_APPLICATION_CREDENTIALS` names. The project and the location are those of Google's own
/// variables, unless `embedding.baseUrl` holds them. A server that is not Google's needs no project.
pub(crate) fn open(choice: &EmbedderSelection<'_>) -> Result<EmbeddingEndpoint, EmbedError> {
    if choice.model.contains("gemini-embedding-2") {
        return Err(EmbedError::Refused(messages::vertex_model_unknown(&choice.model)));
    }
    let has_token = choice.has_key()?;
    let account = if has_token { None } else { read_account(choice)? };
    let project = first_variable(choice, &["GOOGLE_CLOUD_PROJECT", "VERTEX_PROJECT"])
        .or_else(|| account.as_ref().and_then(|account| account.project().map(str::to_owned)));
    let place = choice.place_at(&project_address(choice, project.as_deref())?)?;
    let token = choice.allowed_key(&place)?;
    let address = place.address;
    let service = Vertex {
        url: address.join(&format!("/publishers/google/models/{}:predict", choice.model)),
        dimensions: choice.asked,
    };
    let access = match (token, account) {
        (Some(token), _) => ServiceAccess::Key(Header::bearer(token)),
        (None, Some(account)) => ServiceAccess::Google(Box::new(account)),
        (None, None) => {
            return Err(EmbedError::Refused(messages::vertex_key_missing(
                messages::how_to_set_vertex_key(),
            )));
        }
    };
    Ok(EmbeddingEndpoint { address, access, service: Box::new(service) })
}

fn read_account(choice: &EmbedderSelection<'_>) -> Result<Option<Account>, EmbedError> {
    let file = choice.keys.variable("GOOGLE_APPLICATION_CREDENTIALS");
    file.map(|file| Account::from_file(file.as_ref())).transpose()
}

/// The address of a project at a location.
fn project_address(
    choice: &EmbedderSelection<'_>,
    project: Option<&str>,
) -> Result<String, EmbedError> {
    if let Some(base) = choice.base_url.filter(|base| base.contains("/projects/")) {
        return Ok(base.to_owned());
    }
    let Some(project) = project else { return address_without_project(choice) };
    let location = first_variable(choice, &["GOOGLE_CLOUD_LOCATION", "VERTEX_LOCATION"]);
    let location = location.as_deref().unwrap_or(DEFAULT_LOCATION);
    let is_plain =
        |name: &str| name.chars().all(|c| c.is_ascii_alphanumeric() || "-_.:".contains(c));
    if !is_plain(project) {
        let shown = project.escape_debug();
        return Err(EmbedError::Refused(messages::vertex_project_wrong(shown)));
    }
    if !is_plain(location) {
        let shown = location.escape_debug();
        return Err(EmbedError::Refused(messages::vertex_location_wrong(shown)));
    }
    let host = match location {
        "global" => "aiplatform.googleapis.com".to_owned(),
        location => format!("{location}-aiplatform.googleapis.com"),
    };
    let base = choice.base_url.map_or_else(|| format!("https://{host}"), str::to_owned);
    let base = choice.place_at(&base)?.address;
    Ok(base.join(&format!("{}/projects/{project}/locations/{location}", version_path(&base))))
}

/// The address of a server of the user's own, which may know its project itself.
fn address_without_project(choice: &EmbedderSelection<'_>) -> Result<String, EmbedError> {
    let own = choice.base_url.map(|base| choice.place_at(base)).transpose()?;
    let own = own
        .filter(|place| !place.is_of_service())
        .ok_or_else(|| EmbedError::Refused(messages::vertex_project_missing()))?;
    Ok(own.address.join(version_path(&own.address)))
}

/// The version of the API, where the address does not say it.
fn version_path(base: &ServiceAddress) -> &'static str {
    if base.path().is_empty() { "/v1" } else { "" }
}

fn first_variable(choice: &EmbedderSelection<'_>, names: &[&str]) -> Option<String> {
    names.iter().find_map(|name| choice.keys.variable(name))
}

struct Vertex {
    url: String,
    dimensions: Option<usize>,
}

#[derive(Serialize)]
struct VertexBody<'b> {
    instances: Vec<VertexInstance<'b>>,
    parameters: Parameters,
}

#[derive(Serialize)]
struct VertexInstance<'b> {
    content: &'b str,
    task_type: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Parameters {
    auto_truncate: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    output_dimensionality: Option<usize>,
}

#[derive(Deserialize)]
struct VertexResponse {
    predictions: Vec<Prediction>,
}

#[derive(Deserialize)]
struct Prediction {
    embeddings: Values,
}

#[derive(Deserialize)]
struct Values {
    values: Vec<f32>,
}

impl EmbeddingService for Vertex {
    fn url(&self) -> &str {
        &self.url
    }

    fn request_body(&self, texts: &[&str], purpose: EmbedPurpose) -> String {
        let instance = |content| VertexInstance { content, task_type: task_type(purpose) };
        let body = VertexBody {
            instances: texts.iter().copied().map(instance).collect(),
            parameters: Parameters { auto_truncate: true, output_dimensionality: self.dimensions },
        };
        serde_json::to_string(&body).unwrap_or_default()
    }

    fn parse_vectors(&self, answer: &[u8]) -> serde_json::Result<Vec<Vec<f32>>> {
        let predictions = serde_json::from_slice::<VertexResponse>(answer)?.predictions;
        Ok(predictions.into_iter().map(|prediction| prediction.embeddings.values).collect())
    }
}
