//! A provider is asked: safe addresses, forms out, JSON in, and what a refusal says.

use std::time::Duration;

use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::{Trouble, form};
use crate::http::address::{Address, is_this_machine};
use crate::http::client::{Client, Failure, Question};
use crate::http::{Options, Patience};
use crate::keys::Secret;

/// What is sent once is good once: nothing is sent again.
const ONCE: Patience =
    Patience { tries: 1, answer: Duration::from_secs(30), waiting: Duration::ZERO };
const READ: Patience =
    Patience { tries: 2, answer: Duration::from_secs(30), waiting: Duration::from_secs(3) };
/// The most bytes of an answer.
const MOST: u64 = 1 << 20;
/// The most characters that are told of why something was refused.
const WHY: usize = 300;

/// An address to which secrets may go.
pub(super) struct Place {
    url: String,
    address: Address,
}

/// Why a provider gave no token.
pub(super) enum Refusal {
    /// It said no: its word for that, and what it adds.
    Said(String, String),
    /// Everything else.
    Trouble(Trouble),
}

/// How a provider says no (RFC 6749, section 5.2).
#[derive(Deserialize)]
struct No {
    error: String,
    #[serde(default)]
    error_description: String,
}

impl Place {
    /// Refuses an address that is neither https nor of this machine.
    pub(super) fn at(url: &str) -> Result<Place, Trouble> {
        let refused = |why: &str| Trouble::Unsafe(visible(url), why.to_owned());
        let address = Address::read(url).map_err(|why| refused(&why))?;
        if url.starts_with("http:") && !is_this_machine(address.name()) {
            return Err(refused("is not https"));
        }
        match Secret::new(url).filter(|text| text.expose() == url && !url.contains('#')) {
            Some(_) => Ok(Place { url: url.to_owned(), address }),
            None => Err(refused("is no address")),
        }
    }

    pub(super) fn url(&self) -> &str {
        &self.url
    }

    pub(super) fn host(&self) -> &str {
        self.address.host()
    }

    /// The address with fields behind it.
    pub(super) fn with(&self, fields: &[(&str, &str)]) -> String {
        let sign = if self.url.contains('?') { '&' } else { '?' };
        format!("{}{sign}{}", self.url, form(fields))
    }

    fn client(&self) -> Client {
        let options = Options { answer_bytes: MOST, ..Options::default() };
        Client::new(&options, self.address.is_private())
    }

    /// What stands there; none where nothing does.
    pub(super) fn read<T: DeserializeOwned>(&self) -> Result<Option<T>, Trouble> {
        let client = self.client();
        match client.patiently(READ, || client.get(&self.url, READ.answer)) {
            Ok(body) => self.json(&body).map(Some),
            Err(failure) if matches!(failure.status(), Some(404 | 410)) => Ok(None),
            Err(failure) => Err(self.unreached(failure)),
        }
    }

    /// What it answers to a form.
    pub(super) fn send(&self, fields: &[(&str, &str)]) -> Result<Vec<u8>, Refusal> {
        self.post("application/x-www-form-urlencoded", &form(fields)).map_err(|refusal| {
            // A provider that repeats what it was told is not repeated.
            let secrets = fields.iter().filter(|(name, _)| SECRET.contains(name));
            let secrets: Vec<_> = secrets.filter_map(|(_, value)| Secret::new(value)).collect();
            match refusal {
                Refusal::Said(error, why) => {
                    let why = secrets.iter().fold(why, |why, secret| secret.black_out(&why));
                    Refusal::Said(error, why)
                }
                other => other,
            }
        })
    }

    pub(super) fn post(&self, content_type: &'static str, body: &str) -> Result<Vec<u8>, Refusal> {
        let question = Question { url: &self.url, key: None, content_type, body };
        self.client().post(&question, ONCE).map_err(|failure| match &failure {
            Failure::Status { status: 400..=499, body, .. } => {
                match serde_json::from_str::<No>(body) {
                    Ok(No { error, error_description }) => {
                        Refusal::Said(visible(&error), visible(&error_description))
                    }
                    Err(_) => Refusal::Trouble(self.unreached(failure)),
                }
            }
            _ => Refusal::Trouble(self.unreached(failure)),
        })
    }

    pub(super) fn json<T: DeserializeOwned>(&self, body: &[u8]) -> Result<T, Trouble> {
        // What is wrong with it could be a token.
        let strange = |_| Trouble::Strange(self.host().to_owned(), "no such JSON".to_owned());
        serde_json::from_slice(body).map_err(strange)
    }

    fn unreached(&self, failure: Failure) -> Trouble {
        Trouble::Unreached(crate::rest::in_words(self.host(), failure))
    }
}

/// The fields that are shown to nobody.
const SECRET: [&str; 5] = ["code", "code_verifier", "device_code", "refresh_token", "token"];

impl Refusal {
    pub(super) fn into_trouble(self, place: &Place) -> Trouble {
        match self {
            Refusal::Trouble(trouble) => trouble,
            Refusal::Said(error, _) if error == "access_denied" => Trouble::Denied,
            Refusal::Said(error, why) => {
                let why = if why.is_empty() { error } else { format!("{error} ({why})") };
                Trouble::Refused(place.host().to_owned(), why)
            }
        }
    }
}

/// What others wrote, without what commands a terminal.
fn visible(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(WHY).collect()
}
