//! Vertex, and the accounts by which it is used.

use std::fs;
use std::path::PathBuf;

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use palimp_core::embed::{EmbedError, EmbedPurpose, Embedder};
use palimp_models::EmbedderConfig;
use palimp_models::http::HttpEmbedder;
use ring::signature::{RSA_PKCS1_2048_8192_SHA256, RsaKeyPair, UnparsedPublicKey};
use serde_json::{Value, json};

use crate::server::{Answer, Request, Server};
use crate::{NOON, config, keys, options};

/// A key that signs nothing but these tests.
const PEM: &str = include_str!("../fixtures/throwaway-key.pem");

fn open(url: &str, variables: &[(&str, &str)]) -> Result<HttpEmbedder, EmbedError> {
    let config = EmbedderConfig { dimensions: Some(2), ..config("vertex", url) };
    palimp_models::http::open(&config, &keys(variables), &options().0)
}

/// A server that gives tokens and vectors, one text a request.
fn google(lasts: u64) -> Server {
    Server::new(move |number, request| match request.path.as_str() {
        "/token" => {
            let token = format!("ya29.token-{number}");
            Answer::json(
                200,
                &json!({ "access_token": token, "expires_in": lasts, "token_type": "Bearer" }),
            )
        }
        _ => {
            let texts = request.json()["instances"].as_array().unwrap().len();
            let one =
                json!({ "embeddings": { "values": [3, 4], "statistics": { "token_count": 1 } } });
            Answer::json(200, &json!({ "predictions": vec![one; texts] }))
        }
    })
}

/// A credentials file in a directory of its own.
fn file(content: &Value) -> (tempfile::TempDir, PathBuf) {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("account.json");
    fs::write(&path, content.to_string()).unwrap();
    (dir, path)
}

fn service_account(server: &Server) -> Value {
    json!({
        "type": "service_account",
        "project_id": "from-the-file",
        "private_key_id": "key-1",
        "private_key": PEM,
        "client_email": "palimp@from-the-file.iam.gserviceaccount.com",
        "token_uri": format!("{}/token", server.url),
    })
}

fn bearer(request: &Request) -> &str {
    request.header("authorization").expect("a token")
}

#[test]
fn vertex_takes_an_access_token_and_one_text_a_request() {
    let server = google(3_600);
    let embedder = open(
        &server.url,
        &[
            ("GOOGLE_OAUTH_ACCESS_TOKEN", "ya29.mine"),
            ("GOOGLE_CLOUD_PROJECT", "my-project"),
            ("GOOGLE_CLOUD_LOCATION", "europe-west1"),
        ],
    );
    let vectors = embedder.unwrap().embed(&["one", "two"], EmbedPurpose::Document).unwrap();
    assert_eq!(vectors, [[0.6, 0.8], [0.6, 0.8]]);

    let [first, second] = &server.requests()[..] else { panic!("two requests") };
    assert_eq!(
        first.path,
        "/v1/projects/my-project/locations/europe-west1/publishers/google/models/gemini-embedding-001:predict"
    );
    assert_eq!((bearer(first), bearer(second)), ("Bearer ya29.mine", "Bearer ya29.mine"));
    assert_eq!(
        first.json(),
        json!({
            "instances": [{ "content": "one", "task_type": "RETRIEVAL_DOCUMENT" }],
            "parameters": { "autoTruncate": true, "outputDimensionality": 2 },
        })
    );
}

#[test]
fn vertex_asks_own_server_without_project() {
    let server = google(3_600);
    for base in [server.url.clone(), format!("{}/v1/", server.url)] {
        let embedder = open(&base, &[("PALIMP_VERTEX_API_KEY", "ya29.mine")]).unwrap();
        embedder.embed(&["one"], EmbedPurpose::Document).unwrap();
    }
    for request in server.requests() {
        assert_eq!(request.path, "/v1/publishers/google/models/gemini-embedding-001:predict");
        assert_eq!(bearer(&request), "Bearer ya29.mine");
    }
    assert_eq!(server.requests().len(), 2);
}

#[test]
fn an_address_may_hold_the_project() {
    let server = google(3_600);
    let base = format!("{}/v1/projects/p/locations/global", server.url);
    let embedder = open(&base, &[("PALIMP_VERTEX_API_KEY", "ya29.mine")]).unwrap();
    embedder.embed(&["one"], EmbedPurpose::Query).unwrap();
    let path = server.requests()[0].path.clone();
    assert!(path.starts_with("/v1/projects/p/locations/global/publishers/"), "{path}");
}

#[test]
fn a_service_account_signs_for_a_token_that_is_used_until_it_runs_out() {
    let server = google(3_600);
    let (_dir, path) = file(&service_account(&server));
    let embedder = open(&server.url, &[("GOOGLE_APPLICATION_CREDENTIALS", path.to_str().unwrap())]);
    let embedder = embedder.unwrap();
    embedder.embed(&["one", "two"], EmbedPurpose::Document).unwrap();
    let [token, first, second] = &server.requests()[..] else { panic!("three requests") };
    assert!(first.path.starts_with("/v1/projects/from-the-file/locations/us-central1/"));
    assert_eq!((bearer(first), bearer(second)), ("Bearer ya29.token-0", "Bearer ya29.token-0"));
    assert_eq!(token.header("content-type"), Some("application/x-www-form-urlencoded"));
    assert_eq!(token.header("authorization"), None);
    check_assertion(&server, &token.body);
}

/// Checks the statement and its signature as Google would.
fn check_assertion(server: &Server, form: &str) {
    let grant = "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&assertion=";
    let (stated, signature) = form.strip_prefix(grant).unwrap().rsplit_once('.').unwrap();
    let body: String = PEM.lines().filter(|line| !line.starts_with('-')).collect();
    let key = RsaKeyPair::from_pkcs8(&STANDARD.decode(body).unwrap()).unwrap();
    let signature = URL_SAFE_NO_PAD.decode(signature).unwrap();
    UnparsedPublicKey::new(&RSA_PKCS1_2048_8192_SHA256, key.public())
        .verify(stated.as_bytes(), &signature)
        .expect("a good signature");

    let parts = stated.split('.').map(|part| URL_SAFE_NO_PAD.decode(part).unwrap());
    let parts: Vec<Value> = parts.map(|part| serde_json::from_slice(&part).unwrap()).collect();
    assert_eq!(parts[0], json!({ "alg": "RS256", "typ": "JWT", "kid": "key-1" }));
    assert_eq!(
        parts[1],
        json!({
            "iss": "palimp@from-the-file.iam.gserviceaccount.com",
            "scope": "https://www.googleapis.com/auth/cloud-platform",
            "aud": format!("{}/token", server.url),
            "iat": NOON.as_secs(),
            "exp": NOON.as_secs() + 3_600,
        })
    );
}

#[test]
fn a_token_that_runs_out_is_asked_for_anew() {
    let server = google(60);
    let (_dir, path) = file(&service_account(&server));
    let embedder = open(&server.url, &[("GOOGLE_APPLICATION_CREDENTIALS", path.to_str().unwrap())]);
    embedder.unwrap().embed(&["one", "two"], EmbedPurpose::Document).unwrap();
    let requests = server.requests();
    let tokens = requests.iter().filter(|request| request.path == "/token").count();
    assert_eq!((tokens, bearer(&requests[3])), (2, "Bearer ya29.token-2"));
}

#[test]
fn a_login_is_refreshed() {
    let server = google(3_600);
    let (_dir, path) = file(&json!({
        "type": "authorized_user",
        "client_id": "id",
        "client_secret": "client secret",
        "refresh_token": "1//refresh",
        "quota_project_id": "mine",
        "token_uri": format!("{}/token", server.url),
    }));
    let embedder = open(&server.url, &[("GOOGLE_APPLICATION_CREDENTIALS", path.to_str().unwrap())]);
    embedder.unwrap().embed(&["one"], EmbedPurpose::Query).unwrap();
    assert_eq!(
        server.requests()[0].body,
        "grant_type=refresh_token&client_id=id&client_secret=client%20secret&refresh_token=1%2F%2Frefresh"
    );
}

#[test]
fn an_account_that_google_does_not_accept_is_named_without_its_secrets() {
    let server = Server::always(
        400,
        r#"{"error": "invalid_grant", "error_description": "1//refresh has run out"}"#,
    );
    let (_dir, path) = file(&json!({
        "type": "authorized_user",
        "client_id": "id",
        "client_secret": "hush",
        "refresh_token": "1//refresh",
        "token_uri": format!("{}/token", server.url),
    }));
    let variables =
        [("GOOGLE_APPLICATION_CREDENTIALS", path.to_str().unwrap()), ("GOOGLE_CLOUD_PROJECT", "p")];
    let error =
        open(&server.url, &variables).unwrap().embed(&["one"], EmbedPurpose::Query).unwrap_err();
    assert!(matches!(error, EmbedError::Refused(_)), "{error}");
    let said = error.to_string();
    assert!(said.contains("account.json") && said.contains("gcloud auth"), "{said}");
    assert!(!said.contains("hush") && !said.contains("1//refresh"), "{said}");
}

#[test]
fn a_file_that_is_no_account_is_refused_in_words() {
    let (_dir, path) = file(&json!({ "type": "external_account", "secret": "hush" }));
    let (_other, stolen) = file(&json!({
        "type": "authorized_user",
        "client_id": "id",
        "client_secret": "hush",
        "refresh_token": "hush",
        "token_uri": "http://collector.example.com/token",
    }));
    for path in [path, stolen, PathBuf::from("/nonexistent/account.json")] {
        let variables = [("GOOGLE_APPLICATION_CREDENTIALS", path.to_str().unwrap())];
        let Err(EmbedError::Refused(why)) = open("http://localhost:1", &variables) else {
            panic!("{} was taken", path.display());
        };
        assert!(why.contains("account.json") && !why.contains("hush"), "{why}");
    }
}

#[test]
fn a_private_key_that_cannot_sign_is_named() {
    let server = google(3_600);
    let mut account = service_account(&server);
    account["private_key"] =
        json!("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n");
    let (_dir, path) = file(&account);
    let embedder = open(&server.url, &[("GOOGLE_APPLICATION_CREDENTIALS", path.to_str().unwrap())]);
    let error = embedder.unwrap().embed(&["one"], EmbedPurpose::Query).unwrap_err();
    assert!(error.to_string().contains("no usable private key"), "{error}");
}

#[test]
fn vertex_says_what_it_still_needs() {
    let token = ("GOOGLE_OAUTH_ACCESS_TOKEN", "ya29.mine");
    for (variables, words) in [
        (vec![token, ("GOOGLE_CLOUD_PROJECT", "a/b?c")], "no vertex project"),
        (
            vec![token, ("GOOGLE_CLOUD_PROJECT", "p"), ("GOOGLE_CLOUD_LOCATION", "x.evil/")],
            "no vertex location",
        ),
    ] {
        let Err(error) = open("http://localhost:1", &variables) else { panic!("{words}") };
        assert!(error.to_string().contains(words), "{error}");
    }
    for base in [None, Some("https://aiplatform.googleapis.com".to_owned())] {
        let config = EmbedderConfig { base_url: base, ..config("vertex", "") };
        let opened = palimp_models::http::open(&config, &keys(&[token]), &options().0);
        let Err(error) = opened else { panic!("a project was not asked for") };
        assert!(error.to_string().contains("GOOGLE_CLOUD_PROJECT"), "{error}");
    }
    let config = EmbedderConfig {
        model: Some("gemini-embedding-2".to_owned()),
        ..config("vertex", "http://localhost:1")
    };
    let Err(error) = palimp_models::http::open(&config, &keys(&[token]), &options().0) else {
        panic!()
    };
    assert!(error.to_string().contains("embedding.provider to gemini"), "{error}");
}
