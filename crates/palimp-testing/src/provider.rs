//! An OpenID provider on loopback for the sign-in of homes: authorization code with PKCE (S256), device
//! codes, and tokens bound to a resource, with rotation and revocation. It grants every request, unless a
//! test sets otherwise.

use std::collections::HashMap;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::{Arc, Mutex, MutexGuard};

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};

use crate::model_server::{ModelServer, ServedRequest, ServerStep};

/// An OpenID provider that stops when it is dropped.
#[derive(Clone, Debug)]
pub struct TestProvider {
    server: Arc<ModelServer>,
    state: Arc<Mutex<ProviderState>>,
}

/// Behaviour of a provider, which a test may change, and the tokens it gave.
#[derive(Debug)]
pub struct ProviderState {
    /// Everybody is sent away.
    pub denies: bool,
    /// The state with which browsers are sent back, where it is not the right one.
    pub state: Option<String>,
    /// The issuer with which browsers are sent back, where it is not the right one.
    pub issuer: Option<String>,
    /// Answers about device codes before they are good, in turn.
    pub answers: Vec<&'static str>,
    /// For how many seconds a token is good.
    pub lives: u64,
    /// Nothing is refreshed any more.
    pub ended: bool,
    /// For whom tokens are, where that is not the resource that is named.
    pub audience: Option<String>,
    /// Overrides for the discovery document.
    pub about: Value,
    /// The fields of all forms that came, by the path.
    pub forms: Vec<(String, PostedFields)>,
    /// Every token that was given, refresh tokens too.
    pub given: Vec<String>,
    /// Tokens that were revoked.
    pub revoked: Vec<String>,
    url: String,
    codes: HashMap<String, PostedFields>,
    audiences: HashMap<String, String>,
    number: usize,
}

/// The fields of a form.
pub type PostedFields = HashMap<String, String>;

impl TestProvider {
    /// One that registers whoever asks, and lets everybody in.
    pub fn start() -> TestProvider {
        let state = Arc::new(Mutex::new(ProviderState::new()));
        let asked = Arc::clone(&state);
        let server = ModelServer::new(move |_, request| lock_state(&asked).answer_request(request));
        lock_state(&state).url = server.url().to_owned();
        TestProvider { server: Arc::new(server), state }
    }

    /// Its address, which is its name.
    pub fn url(&self) -> &str {
        self.server.url()
    }

    /// State of the provider, to be inspected and changed.
    pub fn state(&self) -> MutexGuard<'_, ProviderState> {
        lock_state(&self.state)
    }

    /// For whom a token is that it gave and that was not given back.
    pub fn token_audience(&self, token: &str) -> Option<String> {
        self.state().audiences.get(token).cloned()
    }
}

fn lock_state(state: &Mutex<ProviderState>) -> MutexGuard<'_, ProviderState> {
    state.lock().expect("nobody panicked")
}

impl ProviderState {
    fn new() -> ProviderState {
        ProviderState {
            denies: false,
            state: None,
            issuer: None,
            answers: Vec::new(),
            lives: 300,
            ended: false,
            audience: None,
            about: json!({}),
            forms: Vec::new(),
            given: Vec::new(),
            revoked: Vec::new(),
            url: String::new(),
            codes: HashMap::new(),
            audiences: HashMap::new(),
            number: 0,
        }
    }

    /// The last form that was sent to a path.
    pub fn last_form(&self, path: &str) -> PostedFields {
        let found = self.forms.iter().rev().find(|(known, _)| known == path);
        found.map(|(_, fields)| fields.clone()).unwrap_or_default()
    }

    fn answer_request(&mut self, asked: &ServedRequest) -> ServerStep {
        let (path, query) = asked.path.split_once('?').unwrap_or((&asked.path, ""));
        let fields = parse_form(if query.is_empty() { &asked.text } else { query });
        self.forms.push((path.to_owned(), fields.clone()));
        match path {
            "/.well-known/openid-configuration" => json_reply(200, &self.discovery_document()),
            "/register" => json_reply(201, &json!({ "client_id": "registered" })),
            "/authorize" => self.sent_back(fields),
            "/device" => {
                let code = self.unguessable_name("device");
                self.codes.insert(code.clone(), fields);
                json_reply(
                    200,
                    &json!({ "device_code": code, "user_code": "WDJB-MJHT",
                    "verification_uri": format!("{}/enter", self.url), "expires_in": 600, "interval": 1 }),
                )
            }
            "/token" => self.grant_token(&fields),
            "/revoke" => {
                let token = fields.get("token").cloned().unwrap_or_default();
                self.audiences.remove(&token);
                self.revoked.push(token);
                json_reply(200, &json!({}))
            }
            _ => json_reply(404, &json!({ "error": "not_found" })),
        }
    }

    fn discovery_document(&self) -> Value {
        let url = &self.url;
        let mut about = json!({
            "issuer": url, "authorization_endpoint": format!("{url}/authorize"),
            "token_endpoint": format!("{url}/token"), "registration_endpoint": format!("{url}/register"),
            "device_authorization_endpoint": format!("{url}/device"),
            "revocation_endpoint": format!("{url}/revoke"),
            "code_challenge_methods_supported": ["S256"], "scopes_supported": ["openid", "offline_access"],
            "authorization_response_iss_parameter_supported": true,
        });
        let all = about.as_object_mut().expect("an object");
        all.extend(self.about.as_object().cloned().unwrap_or_default());
        about
    }

    fn sent_back(&mut self, fields: PostedFields) -> ServerStep {
        let field = |name: &str| fields.get(name).cloned().unwrap_or_default();
        let state = self.state.clone().unwrap_or(field("state"));
        let issuer = self.issuer.clone().unwrap_or(self.url.clone());
        let code = self.unguessable_name("code");
        let what =
            if self.denies { "error=access_denied".to_owned() } else { format!("code={code}") };
        let to = format!("{}?{what}&state={state}&iss={issuer}", field("redirect_uri"));
        self.codes.insert(code, fields);
        ServerStep::raw(302, "text/plain", "").with_header("location", &to)
    }

    fn grant_token(&mut self, fields: &PostedFields) -> ServerStep {
        let field = |name: &str| fields.get(name).map(String::as_str).unwrap_or_default();
        let begun = match field("grant_type") {
            "authorization_code" => {
                let begun = self.codes.remove(field("code")).unwrap_or_default();
                let proof =
                    ring::digest::digest(&ring::digest::SHA256, field("code_verifier").as_bytes());
                let proves = begun.get("code_challenge") == Some(&URL_SAFE_NO_PAD.encode(proof));
                let same = ["redirect_uri", "client_id"];
                let same = same.iter().all(|name| begun.get(*name) == fields.get(*name));
                (proves && same).then_some(begun)
            }
            "urn:ietf:params:oauth:grant-type:device_code" => {
                if !self.answers.is_empty() {
                    return json_reply(400, &json!({ "error": self.answers.remove(0) }));
                }
                self.codes.remove(field("device_code"))
            }
            // What refreshes is good once.
            _ if self.ended => None,
            _ => self.codes.remove(field("refresh_token")),
        };
        match begun.filter(|begun| begun.get("resource") == fields.get("resource")) {
            Some(begun) => self.give_tokens(begun),
            None => {
                let told = format!("not good: {}", field("refresh_token"));
                json_reply(400, &json!({ "error": "invalid_grant", "error_description": told }))
            }
        }
    }

    fn give_tokens(&mut self, begun: PostedFields) -> ServerStep {
        let (access, refresh) = (self.unguessable_name("access"), self.unguessable_name("refresh"));
        let resource = begun.get("resource").cloned().unwrap_or_default();
        self.audiences.insert(access.clone(), self.audience.clone().unwrap_or(resource));
        self.given.extend([access.clone(), refresh.clone()]);
        self.codes.insert(refresh.clone(), begun);
        json_reply(
            200,
            &json!({ "access_token": access, "refresh_token": refresh, "token_type": "Bearer",
                "expires_in": self.lives }),
        )
    }

    /// Something that nobody guesses in a test.
    fn unguessable_name(&mut self, kind: &str) -> String {
        self.number += 1;
        format!("{kind}-{}-{}", self.number, URL_SAFE_NO_PAD.encode(format!("{}{kind}", self.url)))
    }
}

fn json_reply(status: u16, body: &Value) -> ServerStep {
    ServerStep::raw(status, "application/json", body.to_string())
}

fn parse_form(text: &str) -> PostedFields {
    let pairs = text.split('&').filter_map(|pair| pair.split_once('='));
    pairs.map(|(name, value)| (name.to_owned(), percent_decode(value))).collect()
}

fn percent_decode(text: &str) -> String {
    let mut parts = text.split('%');
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        bytes.push(u8::from_str_radix(&part[..2], 16).expect("two digits"));
        bytes.extend_from_slice(&part.as_bytes()[2..]);
    }
    String::from_utf8(bytes).expect("text")
}

/// Opens an address on this machine as a browser does, follows redirects, and returns the last
/// page.
pub fn follow_redirects(address: &str) -> String {
    let mut address = address.to_owned();
    loop {
        let answer = fetch_page(&address);
        match answer.lines().find_map(|line| line.strip_prefix("location: ")) {
            Some(to) => address = to.to_owned(),
            None => return answer,
        }
    }
}

fn fetch_page(address: &str) -> String {
    let rest = address.strip_prefix("http://").expect("an address of this machine");
    let (host, path) = rest.split_once('/').expect("a path");
    let mut stream = TcpStream::connect(host).expect("somebody listens");
    write!(stream, "GET /{path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n")
        .expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    answer
}
