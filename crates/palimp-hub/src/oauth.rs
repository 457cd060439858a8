//! Whom the organisation's provider signed in: access tokens (RFC 9068) are verified here, and go nowhere else.
//!
//! The hub is a resource server only. A token counts when it was signed by a key of the issuer, in one of three ways,
//! for this hub, and is good now; who that is PostgreSQL says (`tenant`).

use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use jsonwebtoken::errors::ErrorKind;
use jsonwebtoken::jwk::{AlgorithmParameters, EllipticCurve, Jwk, KeyAlgorithm, PublicKeyUse};
use jsonwebtoken::{Algorithm, DecodingKey, Header, Validation, decode, decode_header};
use palimp_core::message::json_reason;
use serde_json::{Map, Value};

use crate::error::Error;
use crate::messages;

/// Accepted signature algorithms: those whose key only the issuer has.
const ALLOWED_ALGORITHMS: [Algorithm; 3] = [Algorithm::RS256, Algorithm::ES256, Algorithm::EdDSA];
/// By how many seconds clocks may differ.
const MAX_CLOCK_SKEW_SECS: u64 = 30;
/// Minimum time between two fetches of keys because a token names an unknown one.
const MIN_REFETCH_INTERVAL: Duration = Duration::from_secs(60);
/// Maximum time that keys are used before the issuer is asked again.
const KEY_CACHE_TTL: Duration = Duration::from_secs(60 * 60);
/// Maximum time to wait for an issuer.
const ISSUER_TIMEOUT: Duration = Duration::from_secs(5);
/// Maximum bytes of an issuer's response.
const MAX_RESPONSE_BYTES: u64 = 1 << 20;
/// The fewest characters of an RSA key's modulus: 2,048 bits.
const MIN_RSA_MODULUS_CHARS: usize = 342;
/// The most groups that are looked at.
const MAX_GROUPS: usize = 1_000;

/// OpenID provider by which people and programs sign in.
#[derive(Clone, Debug)]
pub struct IdentityProvider {
    /// The provider's name, as its tokens bear it: `https://id.acme.example`.
    pub issuer: String,
    /// For whom a token has to be; the hub's own address unless said.
    pub audience: Option<String>,
    /// A file with the provider's keys; else they are fetched by its discovery document.
    pub keys: Option<PathBuf>,
    /// The claim that names a person's groups.
    pub groups: String,
    /// By which name the provider knows palimp; homes are told.
    pub client: Option<String>,
    /// Scopes that are requested from the provider at sign-in; public.
    pub scopes: Vec<String>,
}

/// A provider, with what is known of its keys.
pub(crate) struct TokenVerifier {
    pub(crate) provider: IdentityProvider,
    held: Mutex<JwksCache>,
}

#[derive(Default)]
struct JwksCache {
    keys: Vec<Jwk>,
    /// Time of the last successful fetch.
    came: Option<Instant>,
    /// Time of the last request because the keys are old or missing.
    asked: Option<Instant>,
    /// Time of the last request because a key was unknown.
    missed: Option<Instant>,
}

/// Whom a provider signed in.
#[derive(Debug)]
pub(crate) struct Person {
    pub(crate) subject: String,
    /// Name of the person.
    pub(crate) name: String,
    /// The groups that she is in now.
    pub(crate) groups: Vec<String>,
}

impl TokenVerifier {
    pub(crate) fn new(provider: IdentityProvider) -> Result<TokenVerifier, Error> {
        check_place(&provider.issuer)?;
        let sign_in = TokenVerifier { provider, held: Mutex::default() };
        // A file that is not as it should be is said now, and not to whoever signs in first.
        if sign_in.provider.keys.is_some() {
            sign_in.fetch_keys()?;
        }
        Ok(sign_in)
    }

    /// Verifies a token, and returns the person that bears it.
    ///
    /// # Errors
    ///
    /// When it is not what it should be, or the provider's keys cannot be had.
    pub(crate) fn verify_token(&self, token: &str, audiences: &[String]) -> Result<Person, Error> {
        let header = decode_header(token).map_err(|_| Error::Token("it is not a signed token"))?;
        check_header(&header)?;
        let key = self.find_key(&header)?;
        let mut validation = Validation::new(header.alg);
        validation.set_issuer(&[&self.provider.issuer]);
        validation.set_audience(audiences);
        validation.set_required_spec_claims(&["exp", "iss", "aud", "sub"]);
        validation.validate_nbf = true;
        validation.leeway = MAX_CLOCK_SKEW_SECS;
        let read = decode::<Map<String, Value>>(token, &key, &validation);
        let claims = read.map_err(|error| Error::Token(rejection_reason(error.kind())))?.claims;
        if string_claim(&claims, "iss") != Some(self.provider.issuer.as_str()) {
            return Err(Error::Token(rejection_reason(&ErrorKind::InvalidIssuer)));
        }
        let subject =
            string_claim(&claims, "sub").ok_or(Error::Token("it has no subject"))?.to_owned();
        Ok(Person {
            name: person_name(&claims, &subject),
            groups: self.groups_from_claims(&claims),
            subject,
        })
    }

    fn groups_from_claims(&self, claims: &Map<String, Value>) -> Vec<String> {
        let groups = match claims.get(&self.provider.groups) {
            Some(Value::Array(groups)) => groups.iter().filter_map(Value::as_str).collect(),
            Some(Value::String(group)) => vec![group.as_str()],
            _ => Vec::new(),
        };
        groups.into_iter().take(MAX_GROUPS).map(str::to_owned).collect()
    }

    /// The key that a token names; the issuer is asked again where it is not known, but not by everybody who makes one
    /// up.
    fn find_key(&self, header: &Header) -> Result<DecodingKey, Error> {
        let now = Instant::now();
        let due = |at: Option<Instant>, after| at.is_none_or(|at| now.duration_since(at) >= after);
        let mut held = self.lock_cache();
        if due(held.came, KEY_CACHE_TTL) && due(held.asked, MIN_REFETCH_INTERVAL) {
            held.asked = Some(now);
            drop(held);
            let fetched = self.fetch_keys();
            held = self.lock_cache();
            match fetched {
                Ok(keys) => (held.keys, held.came) = (keys, Some(now)),
                // What was known goes on being known.
                Err(error) if held.came.is_none() => return Err(error),
                Err(_) => {}
            }
        }
        if held.came.is_none() {
            return Err(Error::Provider("its keys are not known yet".to_owned()));
        }
        if select_key(&held.keys, header).is_none() && due(held.missed, MIN_REFETCH_INTERVAL) {
            held.missed = Some(now);
            drop(held);
            let fetched = self.fetch_keys();
            held = self.lock_cache();
            if let Ok(keys) = fetched {
                (held.keys, held.came) = (keys, Some(now));
            }
        }
        let jwk = select_key(&held.keys, header)
            .ok_or(Error::Token("its key is not one of the issuer's"))?;
        DecodingKey::from_jwk(jwk).map_err(|_| Error::Token("its key is malformed"))
    }

    fn lock_cache(&self) -> MutexGuard<'_, JwksCache> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The issuer's keys as they are now.
    fn fetch_keys(&self) -> Result<Vec<Jwk>, Error> {
        let set = match &self.provider.keys {
            Some(file) => palimp_files::read(file)
                .map_err(|source| Error::File { path: file.display().to_string(), source })?,
            None => {
                let issuer = self.provider.issuer.trim_end_matches('/');
                let about = fetch_url(&format!("{issuer}/.well-known/openid-configuration"))?;
                let about: Map<String, Value> = serde_json::from_slice(&about)
                    .map_err(|error| Error::Provider(format!("{issuer}: {error}")))?;
                if string_claim(&about, "issuer") != Some(self.provider.issuer.as_str()) {
                    let why = format!("{issuer} says of itself that it is another issuer");
                    return Err(Error::Provider(why));
                }
                let place = string_claim(&about, "jwks_uri").unwrap_or_default();
                check_place(place)?;
                fetch_url(place)?
            }
        };
        let set: Value =
            serde_json::from_slice(&set).map_err(|error| match &self.provider.keys {
                Some(file) => Error::File {
                    path: file.display().to_string(),
                    source: std::io::Error::new(
                        std::io::ErrorKind::InvalidInput,
                        messages::provider_keys_invalid(json_reason(&error)),
                    ),
                },
                None => Error::Provider(format!("its keys: {error}")),
            })?;
        // A key of a kind that is not known keeps none of the others from being read.
        let keys = set.get("keys").and_then(Value::as_array).into_iter().flatten();
        Ok(keys.filter_map(|key| serde_json::from_value(key.clone()).ok()).collect())
    }
}

/// Refuses what is signed in another way, or says what has to be understood and is not.
fn check_header(header: &Header) -> Result<(), Error> {
    if !ALLOWED_ALGORITHMS.contains(&header.alg) {
        return Err(Error::Token("it must be signed with RS256, ES256 or EdDSA"));
    }
    let kinds = ["jwt", "at+jwt", "application/at+jwt"];
    let typ = header.typ.as_ref().map(|typ| typ.to_ascii_lowercase());
    if header.crit.is_some() || typ.is_some_and(|typ| !kinds.contains(&typ.as_str())) {
        return Err(Error::Token("it is not an access token"));
    }
    Ok(())
}

/// The key that a token names. Where it names none, there is to be no choice.
fn select_key<'k>(keys: &'k [Jwk], header: &Header) -> Option<&'k Jwk> {
    let mut fitting = keys.iter().filter(|key| supports_algorithm(key, header.alg));
    match &header.kid {
        Some(kid) => fitting.find(|key| key.common.key_id.as_ref() == Some(kid)),
        None => fitting.next().filter(|_| fitting.next().is_none()),
    }
}

/// True if the key signs with this algorithm; a token's own claim about it is not trusted.
fn supports_algorithm(key: &Jwk, alg: Algorithm) -> bool {
    let kind = match &key.algorithm {
        AlgorithmParameters::RSA(rsa) => {
            alg == Algorithm::RS256 && rsa.n.len() >= MIN_RSA_MODULUS_CHARS
        }
        AlgorithmParameters::EllipticCurve(curve) => {
            alg == Algorithm::ES256 && curve.curve == EllipticCurve::P256
        }
        AlgorithmParameters::OctetKeyPair(pair) => {
            alg == Algorithm::EdDSA && pair.curve == EllipticCurve::Ed25519
        }
        _ => false,
    };
    let named = key.common.key_algorithm.is_none_or(|named| {
        [KeyAlgorithm::RS256, KeyAlgorithm::ES256, KeyAlgorithm::EdDSA]
            .into_iter()
            .zip(ALLOWED_ALGORITHMS)
            .any(|both| both == (named, alg))
    });
    kind && named
        && key.common.public_key_use.as_ref().is_none_or(|it| *it == PublicKeyUse::Signature)
}

fn rejection_reason(kind: &ErrorKind) -> &'static str {
    match kind {
        ErrorKind::ExpiredSignature => "it has expired",
        ErrorKind::ImmatureSignature => "it is not good yet",
        ErrorKind::InvalidIssuer => "another issuer made it",
        ErrorKind::InvalidAudience => "it is for another audience",
        ErrorKind::MissingRequiredClaim(_) => "it has to have exp, iss, aud and sub",
        _ => "its signature or form is not good",
    }
}

fn string_claim<'c>(claims: &'c Map<String, Value>, name: &str) -> Option<&'c str> {
    match claims.get(name) {
        Some(Value::String(text)) if !text.is_empty() => Some(text),
        _ => None,
    }
}

/// Returns a person's name, reduced to the characters that a name may have.
fn person_name(claims: &Map<String, Value>, subject: &str) -> String {
    let named =
        ["preferred_username", "email", "name"].iter().find_map(|it| string_claim(claims, it));
    let good = |c: &char| c.is_alphanumeric() || ['.', '_', '-', '@'].contains(c);
    let name: String = named.unwrap_or(subject).chars().filter(good).take(50).collect();
    if name.is_empty() { "member".to_owned() } else { name }
}

/// Refuses an address to which anybody between could give another answer.
fn check_place(url: &str) -> Result<(), Error> {
    match is_safe(url) {
        true => Ok(()),
        false => Err(Error::Provider(messages::provider_address_unsafe(format_args!("{url:?}")))),
    }
}

/// True if nobody between can read a request to the address or answer in its place: it is `https`,
/// or this machine.
pub fn is_safe(url: &str) -> bool {
    let local = ["http://127.0.0.1", "http://localhost", "http://[::1]"];
    let is_local = local.iter().any(|start| {
        url.strip_prefix(start).is_some_and(|rest| rest.is_empty() || rest.starts_with([':', '/']))
    });
    let begins_a_host = |c: char| c.is_alphanumeric() || c == '[';
    url.strip_prefix("https://").is_some_and(|rest| rest.starts_with(begins_a_host)) || is_local
}

fn fetch_url(url: &str) -> Result<Vec<u8>, Error> {
    let tls = ureq::tls::TlsConfig::builder().root_certs(palimp_models::http::root_certs()).build();
    let config = ureq::Agent::config_builder()
        .timeout_global(Some(ISSUER_TIMEOUT))
        .max_redirects(0)
        .tls_config(tls)
        .user_agent(concat!("palimp-hub/", env!("CARGO_PKG_VERSION")));
    let asked = config.build().new_agent().get(url).header("accept", "application/json").call();
    let read = asked.and_then(|mut answer| {
        answer.body_mut().with_config().limit(MAX_RESPONSE_BYTES).read_to_vec()
    });
    read.map_err(|error| Error::Provider(format!("{url}: {error}")))
}
