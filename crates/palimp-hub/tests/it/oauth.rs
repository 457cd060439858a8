//! Signing in by a provider: whose tokens count, and for how long what they say does.

use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use jsonwebtoken::jwk::{Jwk, PublicKeyUse};
use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};
use palimp_hub::{bind_subject, connect, set_policy};
use palimp_hub_api::{AuditLog, CallerInfo, ScopeRole};
use serde_json::{Value, json};

use crate::lab::{Lab, Person};
use crate::node::Node;

/// A provider with a discovery document and keys, and nobody to sign in: its tokens are made by the test.
pub(crate) struct Provider {
    pub(crate) url: String,
    keys: Arc<Mutex<Vec<Jwk>>>,
    /// How often its keys were asked for.
    asked: Arc<AtomicUsize>,
}

/// A key of a provider.
pub(crate) struct Key {
    alg: Algorithm,
    kid: String,
    secret: EncodingKey,
}

impl Key {
    pub(crate) fn new(alg: Algorithm, kid: &str) -> Key {
        let random = ring::rand::SystemRandom::new();
        let secret = match alg {
            Algorithm::EdDSA => {
                // RFC 8410: what stands before the 32 bytes.
                let mut der =
                    b"\x30\x2e\x02\x01\x00\x30\x05\x06\x03\x2b\x65\x70\x04\x22\x04\x20".to_vec();
                let seed: [u8; 32] = ring::rand::generate(&random).unwrap().expose();
                der.extend(seed);
                EncodingKey::from_ed_der(&der)
            }
            _ => {
                let kind = &ring::signature::ECDSA_P256_SHA256_FIXED_SIGNING;
                let pair = ring::signature::EcdsaKeyPair::generate_pkcs8(kind, &random).unwrap();
                EncodingKey::from_ec_der(pair.as_ref())
            }
        };
        Key { alg, kid: kid.to_owned(), secret }
    }

    fn public(&self) -> Jwk {
        let mut jwk = Jwk::from_encoding_key(&self.secret, self.alg).unwrap();
        jwk.common.key_id = Some(self.kid.clone());
        jwk.common.public_key_use = Some(PublicKeyUse::Signature);
        jwk
    }

    /// A token of these claims.
    pub(crate) fn sign(&self, claims: &Value) -> Person {
        let mut header = Header::new(self.alg);
        header.kid = Some(self.kid.clone());
        Person { token: encode(&header, claims, &self.secret).unwrap() }
    }
}

impl Provider {
    pub(crate) fn start(keys: &[&Key]) -> Provider {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let keys = Arc::new(Mutex::new(keys.iter().map(|key| key.public()).collect::<Vec<_>>()));
        let asked = Arc::new(AtomicUsize::new(0));
        let provider = Provider { url: url.clone(), keys: keys.clone(), asked: asked.clone() };
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let mut stream = stream.unwrap();
                let (mut head, mut byte) = (Vec::new(), [0]);
                while !head.ends_with(b"\r\n\r\n") && stream.read(&mut byte).is_ok_and(|n| n > 0) {
                    head.push(byte[0]);
                }
                let head = String::from_utf8_lossy(&head).into_owned();
                let body = if head.starts_with("GET /keys ") {
                    asked.fetch_add(1, Ordering::SeqCst);
                    json!({ "keys": *keys.lock().unwrap() })
                } else {
                    json!({ "issuer": url, "jwks_uri": format!("{url}/keys") })
                };
                let body = body.to_string();
                let length = body.len();
                let _ = write!(
                    stream,
                    "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n{body}"
                );
            }
        });
        provider
    }

    /// Claims that are as they should be.
    pub(crate) fn claims(&self, subject: &str, groups: &[&str]) -> Value {
        let now = jiff::Timestamp::now().as_second();
        json!({
            "iss": self.url, "sub": subject, "aud": AUDIENCE, "exp": now + 300, "iat": now,
            "preferred_username": subject, "groups": groups,
        })
    }
}

const AUDIENCE: &str = "https://hub.acme.example";
const NOTHING: Option<&()> = None;

pub(crate) fn node(lab: &Lab, provider: &Provider) -> Node {
    Node::start_with(lab, &["--issuer", &provider.url, "--audience", AUDIENCE])
}

pub(crate) fn groups(lab: &Lab, org: &str, groups: &Value) {
    set_policy(&mut connect(&lab.url).unwrap(), org, &json!({ "groups": groups })).unwrap();
}

fn me(node: &Node, who: &Person) -> (u16, Option<CallerInfo>) {
    let (status, me) = node.ask::<Value>(who, ("/v1/me", None), NOTHING).unwrap();
    (status, me.filter(|_| status == 200).and_then(|me| serde_json::from_value(me).ok()))
}

/// A status, the header that says how to sign in, and the body.
fn get(url: &str, token: Option<&str>) -> (u16, String, Value) {
    let config = ureq::Agent::config_builder().http_status_as_error(false);
    let agent: ureq::Agent = config.timeout_global(Some(Duration::from_secs(30))).build().into();
    let mut asked = agent.get(url);
    if let Some(token) = token {
        asked = asked.header("authorization", format!("Bearer {token}"));
    }
    let mut answer = asked.call().unwrap();
    let way = answer.headers().get("www-authenticate");
    let way = way.map(|way| way.to_str().unwrap().to_owned()).unwrap_or_default();
    let body = answer.body_mut().read_to_string().unwrap();
    (answer.status().as_u16(), way, serde_json::from_str(&body).unwrap_or_default())
}

#[test]
fn a_token_counts_that_the_issuer_signed_for_this_hub_and_no_other() {
    let Some(lab) = Lab::new() else { return };
    let owner = lab.org("acme");
    lab.member(&owner, ("acme", "ann"), ScopeRole::Reader, &["project:app"]);
    let (key, curve) = (Key::new(Algorithm::EdDSA, "one"), Key::new(Algorithm::ES256, "two"));
    let provider = Provider::start(&[&key, &curve]);
    let mut client = connect(&lab.url).unwrap();
    bind_subject(&mut client, ("acme", "ann"), Some((&provider.url, "ann-1"))).unwrap();
    assert!(bind_subject(&mut client, ("acme", "owner"), Some((&provider.url, "ann-1"))).is_err());
    let node = node(&lab, &provider);
    let good = provider.claims("ann-1", &[]);
    for key in [&key, &curve] {
        let (status, me) = me(&node, &key.sign(&good));
        assert_eq!((status, me.unwrap().name.as_str()), (200, "ann"));
    }
    let with = |name: &str, value: Value| {
        let mut claims = good.clone();
        claims[name] = value;
        claims
    };
    let now = jiff::Timestamp::now().as_second();
    let wrong = [
        with("iss", json!("https://id.evil.example")),
        with("iss", json!([provider.url])),
        with("aud", json!("https://other.acme.example")),
        with("aud", json!(format!("{AUDIENCE}/mcp"))),
        with("aud", Value::Null),
        with("exp", json!(now - 60)),
        with("exp", Value::Null),
        with("nbf", json!(now + 300)),
        with("sub", json!("nobody-1")),
        with("sub", json!("")),
    ];
    for claims in &wrong {
        assert_eq!(me(&node, &key.sign(claims)).0, 401, "{claims}");
    }
    assert_eq!(me(&node, &key.sign(&with("aud", json!(["x", AUDIENCE])))).0, 200);
    refused_forgeries(&node, &key, &good);
    // A token of the hub's own goes on being good.
    assert_eq!(me(&node, &owner).0, 200);
}

/// Tokens with the right claims that the issuer did not sign.
fn refused_forgeries(node: &Node, key: &Key, good: &Value) {
    let other = Key::new(Algorithm::EdDSA, "one");
    assert_eq!(me(node, &other.sign(good)).0, 401, "another key by that name");
    // What everybody knows of the key, taken for a secret.
    let public = serde_json::to_value(key.public()).unwrap();
    for secret in [public["x"].as_str().unwrap(), &public.to_string()] {
        let mut header = Header::new(Algorithm::HS256);
        header.kid = Some(key.kid.clone());
        let token = encode(&header, good, &EncodingKey::from_secret(secret.as_bytes())).unwrap();
        assert_eq!(me(node, &Person { token }).0, 401);
    }
    let signed = key.sign(good).token;
    let parts: Vec<&str> = signed.split('.').collect();
    // {"alg":"none","typ":"JWT"}
    let none = "eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0";
    for token in [
        format!("{none}.{}.", parts[1]),
        format!("{none}.{}.{}", parts[1], parts[2]),
        format!("{}.{}.", parts[0], parts[1]),
        format!("{}.{}", parts[0], parts[1]),
        "..".to_owned(),
        ".".to_owned(),
    ] {
        assert_eq!(me(node, &Person { token: token.clone() }).0, 401, "{token}");
    }
    let mut header = Header::new(key.alg);
    header.kid = Some(key.kid.clone());
    header.typ = Some("logout+jwt".to_owned());
    let token = encode(&header, good, &key.secret).unwrap();
    assert_eq!(me(node, &Person { token }).0, 401, "it is for something else");
}

#[test]
fn keys_are_asked_for_again_when_one_is_new_but_not_by_whoever_makes_one_up() {
    let Some(lab) = Lab::new() else { return };
    lab.org("acme");
    let (old, new) = (Key::new(Algorithm::EdDSA, "old"), Key::new(Algorithm::EdDSA, "new"));
    let provider = Provider::start(&[&old]);
    let mut client = connect(&lab.url).unwrap();
    bind_subject(&mut client, ("acme", "owner"), Some((&provider.url, "1"))).unwrap();
    let node = node(&lab, &provider);
    let claims = provider.claims("1", &[]);
    assert_eq!(me(&node, &old.sign(&claims)).0, 200);
    *provider.keys.lock().unwrap() = vec![new.public()];
    assert_eq!(me(&node, &new.sign(&claims)).0, 200, "the provider has a new key");
    assert_eq!(me(&node, &old.sign(&claims)).0, 401, "and the old one no more");
    for number in 0..10 {
        let made_up = Key::new(Algorithm::EdDSA, &format!("made up {number}"));
        assert_eq!(me(&node, &made_up.sign(&claims)).0, 401);
    }
    assert_eq!(provider.asked.load(Ordering::SeqCst), 2);
}

#[test]
fn what_a_group_gives_is_lost_with_it_at_once() {
    let Some(lab) = Lab::new() else { return };
    lab.org("acme");
    lab.org("other");
    groups(
        &lab,
        "acme",
        &json!({
            "eng": { "project:app": "reader" }, "leads": { "project:app": "reviewer", "org": "reader" },
        }),
    );
    groups(&lab, "other", &json!({ "rivals": { "project:app": "owner" } }));
    let key = Key::new(Algorithm::EdDSA, "one");
    let provider = Provider::start(&[&key]);
    let node = node(&lab, &provider);
    let sign = |subject: &str, groups: &[&str]| key.sign(&provider.claims(subject, groups));
    let roles = |who: &Person| {
        let me = me(&node, who).1.unwrap();
        assert_eq!(me.org, "acme");
        me.scopes.into_iter().map(|scope| (scope.name, scope.role)).collect::<Vec<_>>()
    };
    assert_eq!(me(&node, &sign("eve", &["somebody"])).0, 401, "no group of hers has a part in it");
    assert_eq!(
        me(&node, &sign("eve", &["eng", "rivals"])).0,
        401,
        "nobody is of two organisations"
    );
    let app = |role| vec![("app".to_owned(), role)];
    assert_eq!(roles(&sign("ann", &["eng"])), app(ScopeRole::Reader));
    let both = roles(&sign("ann", &["eng", "leads"]));
    assert!(both.contains(&app(ScopeRole::Reviewer)[0]) && both.len() == 2, "{both:?}");
    assert_eq!(roles(&sign("ann", &["eng"])), app(ScopeRole::Reader));
    assert_eq!(roles(&sign("ann", &[])), [], "she is known, and may see nothing");
    assert_eq!(roles(&sign("ann", &["rivals"])), [], "another organisation's groups are none here");
    // A name that is taken stands for nobody else.
    let claims = provider.claims("owner", &["eng"]);
    assert_eq!(me(&node, &key.sign(&claims)).1.unwrap().name, "owner 2");
    // A token that she made for a machine has what she was given by hand: nothing.
    let asked = (("/v1/tokens", None), Some(&json!({ "label": "machine" })));
    let (status, made) = node.ask::<Value>(&sign("ann", &["leads"]), asked.0, asked.1).unwrap();
    assert_eq!(status, 201);
    let machine = Person { token: made.unwrap()["token"].as_str().unwrap().to_owned() };
    assert_eq!(roles(&machine), []);
    groups(&lab, "acme", &json!({ "leads": { "org": "auditor" } }));
    let (status, audit) =
        node.ask::<AuditLog>(&sign("ann", &["leads"]), ("/v1/audit", None), NOTHING).unwrap();
    let enrolled = audit.unwrap().links.into_iter().filter(|link| link.action == "enrol").count();
    assert_eq!((status, enrolled), (200, 2), "who came in by a group stands in the audit");
}

#[test]
fn who_has_to_sign_in_is_told_where() {
    let Some(lab) = Lab::new() else { return };
    lab.org("acme");
    let key = Key::new(Algorithm::EdDSA, "one");
    let provider = Provider::start(&[&key]);
    let node = Node::start_with(&lab, &["--issuer", &provider.url]);
    let at = format!("{}/.well-known/oauth-protected-resource", node.url);
    for (path, door) in [("/v1/me", ""), ("/mcp", "/mcp")] {
        let url = format!("{}{path}", node.url);
        let (status, way, _) = get(&url, None);
        assert_eq!((status, way), (401, format!("Bearer resource_metadata=\"{at}{door}\"")));
        let (status, way, _) = get(&url, Some("a.b.c"));
        let told = format!("Bearer error=\"invalid_token\", resource_metadata=\"{at}{door}\"");
        assert_eq!((status, way), (401, told));
        let (status, _, about) = get(&format!("{at}{door}"), None);
        assert_eq!(status, 200);
        assert_eq!(about["resource"], format!("{}{door}", node.url));
        assert_eq!(about["authorization_servers"], json!([provider.url]));
    }
    // What homes and agents ask the provider for, and as whom, is said where it is set.
    let about = get(&at, None).2;
    assert!(about.get("scopes_supported").is_none() && about.get("palimp_client_id").is_none());
    let more = ["--client-id", "palimp-cli", "--scopes", "openid api://hub/.default"];
    let named = Node::start_with(&lab, &[&["--issuer", &provider.url], &more[..]].concat());
    let about = get(&format!("{}/.well-known/oauth-protected-resource", named.url), None).2;
    assert_eq!(about["palimp_client_id"], "palimp-cli");
    assert_eq!(about["scopes_supported"], json!(["openid", "api://hub/.default"]));
    // Without a provider there is nothing to be found.
    let bare = Node::start(&lab);
    let (status, way, _) = get(&format!("{}/mcp", bare.url), None);
    assert_eq!((status, way.as_str()), (401, "Bearer"));
    for door in ["", "/mcp"] {
        let at = format!("{}/.well-known/oauth-protected-resource{door}", bare.url);
        assert_eq!(get(&at, None).0, 404);
    }
}

#[test]
fn keys_may_stand_in_a_file_and_a_provider_may_be_away() {
    let Some(lab) = Lab::new() else { return };
    lab.org("acme");
    let key = Key::new(Algorithm::EdDSA, "one");
    let claims = json!({
        "iss": "https://id.acme.example", "sub": "1", "aud": AUDIENCE,
        "exp": jiff::Timestamp::now().as_second() + 300,
    });
    let mut client = connect(&lab.url).unwrap();
    bind_subject(&mut client, ("acme", "owner"), Some(("https://id.acme.example", "1"))).unwrap();
    let file = tempfile::NamedTempFile::new().unwrap();
    let odd = json!({ "kty": "new", "kid": "other", "p": [1] });
    std::fs::write(file.path(), json!({ "keys": [odd, key.public()] }).to_string()).unwrap();
    let path = file.path().to_str().unwrap();
    let issuer = ["--issuer", "https://id.acme.example", "--audience", AUDIENCE];
    let node = Node::start_with(&lab, &[&issuer[..], &["--jwks-file", path]].concat());
    assert_eq!(me(&node, &key.sign(&claims)).0, 200);
    // Nobody listens there.
    let away = Node::start_with(&lab, &["--issuer", "http://127.0.0.1:9", "--audience", AUDIENCE]);
    assert_eq!(me(&away, &key.sign(&claims)).0, 503);
}
