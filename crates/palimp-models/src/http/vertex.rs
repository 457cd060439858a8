//! Google's text embeddings, by Vertex AI.

use palimp_core::embed::{EmbedError, Purpose};
use serde::{Deserialize, Serialize};

use super::access::Access;
use super::address::Address;
use super::client::Header;
use super::complaint::VERTEX_KEY;
use super::gemini::task_type;
use super::google::Account;
use super::service::{Choice, Parts, Service};

const USUAL_LOCATION: &str = "us-central1";

/// An access token is taken where there is one, else the account that
/// `GOOGLE_APPLICATION_CREDENTIALS` names. The project and the location are those of Google's own
/// variables, unless `embedding.baseUrl` holds them. A server that is not Google's needs no project.
pub(crate) fn open(choice: &Choice<'_>) -> Result<Parts, EmbedError> {
    if choice.model.contains("gemini-embedding-2") {
        return Err(EmbedError::Refused(format!(
            "vertex serves {} in a form that palimp does not speak: set embedding.provider to gemini, or embedding.model to gemini-embedding-001",
            choice.model
        )));
    }
    let has_token = choice.has_key()?;
    let account = if has_token { None } else { account(choice)? };
    let project = variable(choice, &["GOOGLE_CLOUD_PROJECT", "VERTEX_PROJECT"])
        .or_else(|| account.as_ref().and_then(|account| account.project().map(str::to_owned)));
    let place = choice.place_at(&address(choice, project.as_deref())?)?;
    let token = choice.key(&place)?;
    let address = place.address;
    let service = Vertex {
        url: address.join(&format!("/publishers/google/models/{}:predict", choice.model)),
        dimensions: choice.asked,
    };
    let access = match (token, account) {
        (Some(token), _) => Access::Key(Header::bearer(token)),
        (None, Some(account)) => Access::Google(Box::new(account)),
        (None, None) => return Err(refused(&format!("there is no key for vertex: {VERTEX_KEY}"))),
    };
    Ok(Parts { address, access, service: Box::new(service) })
}

fn account(choice: &Choice<'_>) -> Result<Option<Account>, EmbedError> {
    let file = choice.keys.variable("GOOGLE_APPLICATION_CREDENTIALS");
    file.map(|file| Account::read(file.as_ref())).transpose()
}

/// The address of a project at a location.
fn address(choice: &Choice<'_>, project: Option<&str>) -> Result<String, EmbedError> {
    if let Some(base) = choice.base_url.filter(|base| base.contains("/projects/")) {
        return Ok(base.to_owned());
    }
    let Some(project) = project else { return address_without_project(choice) };
    let location = variable(choice, &["GOOGLE_CLOUD_LOCATION", "VERTEX_LOCATION"]);
    let location = location.as_deref().unwrap_or(USUAL_LOCATION);
    for (what, name) in [("project", project), ("location", location)] {
        if !name.chars().all(|c| c.is_ascii_alphanumeric() || "-_.:".contains(c)) {
            return Err(refused(&format!(
                "vertex knows no {what} named '{}'",
                name.escape_debug()
            )));
        }
    }
    let host = match location {
        "global" => "aiplatform.googleapis.com".to_owned(),
        location => format!("{location}-aiplatform.googleapis.com"),
    };
    let base = choice.base_url.map_or_else(|| format!("https://{host}"), str::to_owned);
    let base = choice.place_at(&base)?.address;
    Ok(base.join(&format!("{}/projects/{project}/locations/{location}", version(&base))))
}

/// The address of a server of the user's own, which may know its project itself.
fn address_without_project(choice: &Choice<'_>) -> Result<String, EmbedError> {
    let own = choice.base_url.map(|base| choice.place_at(base)).transpose()?;
    let own = own.filter(|place| !place.is_of_service()).ok_or_else(|| {
        refused("vertex needs a project: set GOOGLE_CLOUD_PROJECT, or embedding.baseUrl to an address with /projects/…/locations/… in it")
    })?;
    Ok(own.address.join(version(&own.address)))
}

/// The version of the API, where the address does not say it.
fn version(base: &Address) -> &'static str {
    if base.path().is_empty() { "/v1" } else { "" }
}

fn variable(choice: &Choice<'_>, names: &[&str]) -> Option<String> {
    names.iter().find_map(|name| choice.keys.variable(name))
}

fn refused(why: &str) -> EmbedError {
    EmbedError::Refused(why.to_owned())
}

struct Vertex {
    url: String,
    dimensions: Option<usize>,
}

#[derive(Serialize)]
struct Body<'b> {
    instances: Vec<Instance<'b>>,
    parameters: Parameters,
}

#[derive(Serialize)]
struct Instance<'b> {
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
struct Answer {
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

impl Service for Vertex {
    fn url(&self) -> &str {
        &self.url
    }

    fn body(&self, texts: &[&str], purpose: Purpose) -> String {
        let instance = |content| Instance { content, task_type: task_type(purpose) };
        let body = Body {
            instances: texts.iter().copied().map(instance).collect(),
            parameters: Parameters { auto_truncate: true, output_dimensionality: self.dimensions },
        };
        serde_json::to_string(&body).unwrap_or_default()
    }

    fn vectors(&self, answer: &[u8]) -> serde_json::Result<Vec<Vec<f32>>> {
        let predictions = serde_json::from_slice::<Answer>(answer)?.predictions;
        Ok(predictions.into_iter().map(|prediction| prediction.embeddings.values).collect())
    }
}
