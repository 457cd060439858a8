//! What each provider is sent, and what is made of its answer.

use palimp_core::embed::{EmbedError, EmbedPurpose, Embedder, Scripts, Weights};
use palimp_models::EmbedderConfig;
use palimp_models::http::HttpEmbedder;
use serde_json::json;

use crate::server::{Answer, Server, openai_vectors};
use crate::{config, keys, openai, options};

fn with(config: EmbedderConfig, model: &str, dimensions: usize) -> EmbedderConfig {
    EmbedderConfig { model: Some(model.to_owned()), dimensions: Some(dimensions), ..config }
}

fn open(config: &EmbedderConfig, variables: &[(&str, &str)]) -> Result<HttpEmbedder, EmbedError> {
    palimp_models::http::open(config, &keys(variables), &options().0)
}

/// The words of why there is no embedder.
fn refusal(config: &EmbedderConfig, variables: &[(&str, &str)]) -> String {
    match open(config, variables) {
        Err(EmbedError::Refused(why)) => why,
        Err(other) => panic!("another error: {other}"),
        Ok(_) => panic!("it was opened"),
    }
}

#[test]
fn openai_gets_its_texts_in_order_and_a_bearer_key() {
    let server = Server::new(|_, request| openai_vectors(request));
    let embedder = openai(&server.url, &options().0).unwrap();
    let vectors = embedder.embed(&["a", "four", ""], EmbedPurpose::Document).unwrap();
    assert_eq!(vectors[0], [0.6, 0.8]);
    assert!(vectors[1][0] > 0.9, "{vectors:?}");

    let [request] = &server.requests()[..] else { panic!("one request") };
    assert_eq!(request.path, "/v1/embeddings");
    assert_eq!(request.header("authorization"), Some("Bearer sk-test-key"));
    assert_eq!(request.header("content-type"), Some("application/json"));
    assert!(request.header("user-agent").unwrap().starts_with("palimp/"));
    assert_eq!(
        request.json(),
        json!({
            "model": "small",
            "input": ["a", "four", "-"],
            "encoding_format": "float",
            "dimensions": 2,
        })
    );
}

#[test]
fn a_length_that_is_not_set_is_not_sent_and_asked_of_a_server_that_knows() {
    let server = Server::new(|_, request| openai_vectors(request));
    let config = EmbedderConfig { model: Some("mine".to_owned()), ..config("openai", &server.url) };
    let embedder = open(&config, &[]).unwrap();
    assert_eq!(embedder.space().to_string(), "openai/mine/2");
    let [request] = &server.requests()[..] else { panic!("one request") };
    assert_eq!(request.json().get("dimensions"), None);
    assert_eq!(request.header("authorization"), None);
    // What runs here costs nothing.
    assert_eq!(embedder.price_per_million(), None);
}

#[test]
fn a_models_own_length_is_not_sent() {
    let server = Server::always(200, r#"{"data": []}"#);
    let config = with(config("openai", &server.url), "text-embedding-3-small", 1_536);
    let embedder = open(&config, &[]).unwrap();
    assert_eq!(embedder.space().dimensions, 1_536);
    embedder.embed(&["a"], EmbedPurpose::Query).unwrap_err();
    assert_eq!(server.requests()[0].json().get("dimensions"), None);
}

#[test]
fn many_texts_go_in_several_requests_and_come_back_in_order() {
    let server = Server::new(|_, request| openai_vectors(request));
    let embedder = openai(&server.url, &options().0).unwrap();
    let texts: Vec<String> = (0..150).map(|n| "x".repeat(n + 1)).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let vectors = embedder.embed(&texts, EmbedPurpose::Document).unwrap();
    assert_eq!(vectors.len(), 150);
    assert!(vectors.windows(2).all(|pair| pair[0][0] < pair[1][0]));
    let sizes: Vec<usize> = server
        .requests()
        .iter()
        .map(|request| request.json()["input"].as_array().unwrap().len())
        .collect();
    assert_eq!(sizes, [64, 64, 22]);
}

#[test]
fn nothing_to_embed_asks_nobody() {
    let server = Server::always(500, "");
    let embedder = openai(&server.url, &options().0).unwrap();
    assert_eq!(embedder.embed(&[], EmbedPurpose::Document), Ok(vec![]));
    assert!(server.requests().is_empty());
}

#[test]
fn gemini_is_told_the_task_and_its_shortened_vectors_are_normalised() {
    let server = Server::always(200, r#"{"embeddings": [{"values": [3, 4]}, {"values": [0, 2]}]}"#);
    let config = with(config("gemini", &server.url), "gemini-embedding-001", 2);
    let embedder = open(&config, &[("GOOGLE_API_KEY", "AIza-test")]).unwrap();
    let vectors = embedder.embed(&["one", "two"], EmbedPurpose::Query).unwrap();
    assert_eq!(vectors, [[0.6, 0.8], [0.0, 1.0]]);

    let [request] = &server.requests()[..] else { panic!("one request") };
    assert_eq!(request.path, "/v1beta/models/gemini-embedding-001:batchEmbedContents");
    assert_eq!(request.header("x-goog-api-key"), Some("AIza-test"));
    assert_eq!(request.header("authorization"), None);
    let asked = |text: &str| {
        json!({
            "model": "models/gemini-embedding-001",
            "content": { "parts": [{ "text": text }] },
            "taskType": "RETRIEVAL_QUERY",
            "outputDimensionality": 2,
        })
    };
    assert_eq!(request.json(), json!({ "requests": [asked("one"), asked("two")] }));
}

#[test]
fn gemini_2_is_told_the_task_in_words() {
    let server = Server::always(200, r#"{"embeddings": [{"values": [3, 4]}]}"#);
    let config = with(config("gemini", &server.url), "gemini-embedding-2", 2);
    let embedder = open(&config, &[("GEMINI_API_KEY", "AIza-test")]).unwrap();
    embedder.embed(&["one"], EmbedPurpose::Query).unwrap();
    embedder.embed(&["one"], EmbedPurpose::Document).unwrap();
    let text = |at: usize| {
        let request = &server.requests()[at].json()["requests"][0];
        assert_eq!(request.get("taskType"), None);
        request["content"]["parts"][0]["text"].clone()
    };
    assert_eq!(text(0), "task: search result | query: one");
    assert_eq!(text(1), "title: none | text: one");
}

#[test]
fn voyage_is_told_whether_a_text_is_a_document() {
    let answer = r#"{"object": "list", "data": [{"index": 0, "embedding": [3, 4]}], "usage": {}}"#;
    let server = Server::always(200, answer);
    let config = with(config("voyage", &server.url), "voyage-4", 2);
    let embedder = open(&config, &[("VOYAGE_API_KEY", "pa-test")]).unwrap();
    assert_eq!(embedder.embed(&["one"], EmbedPurpose::Document).unwrap(), [[0.6, 0.8]]);
    let [request] = &server.requests()[..] else { panic!("one request") };
    assert_eq!(request.path, "/v1/embeddings");
    assert_eq!(request.header("authorization"), Some("Bearer pa-test"));
    assert_eq!(
        request.json(),
        json!({
            "model": "voyage-4",
            "input": ["one"],
            "input_type": "document",
            "truncation": true,
            "output_dimension": 2,
        })
    );
}

#[test]
fn ollama_needs_no_key_and_gets_the_words_that_its_model_has_learnt() {
    let server = Server::always(200, r#"{"model": "nomic-embed-text", "embeddings": [[3, 4]]}"#);
    let config = with(config("ollama", &server.url), "nomic-embed-text", 2);
    let embedder = open(&config, &[("OLLAMA_API_KEY", "not-for-a-server-here")]).unwrap();
    embedder.embed(&["one"], EmbedPurpose::Document).unwrap();
    let [request] = &server.requests()[..] else { panic!("one request") };
    assert_eq!(request.path, "/api/embed");
    assert_eq!(request.header("authorization"), None);
    assert_eq!(
        request.json(),
        json!({
            "model": "nomic-embed-text",
            "input": ["search_document: one"],
            "truncate": true,
            "dimensions": 2,
        })
    );
    assert_eq!(embedder.scripts(), Scripts::Latin);
}

#[test]
fn ollama_is_looked_for_where_its_own_variable_says() {
    let server = Server::always(200, r#"{"embeddings": [[1, 0, 0]]}"#);
    let host = server.url.strip_prefix("http://").unwrap();
    let config = EmbedderConfig {
        provider: "ollama".to_owned(),
        model: Some("new-model".to_owned()),
        ..EmbedderConfig::default()
    };
    let embedder = open(&config, &[("OLLAMA_HOST", host)]).unwrap();
    assert_eq!(embedder.space().to_string(), "ollama/new-model/3");
}

#[test]
fn a_provider_without_a_model_takes_its_usual_one() {
    for (provider, space, price) in [
        ("openai", "openai/text-embedding-3-small/1536", Some(0.02)),
        ("gemini", "gemini/gemini-embedding-001/768", Some(0.15)),
        ("voyage", "voyage/voyage-4/1024", Some(0.06)),
        ("ollama", "ollama/embeddinggemma/768", None),
        ("vertex", "vertex/gemini-embedding-001/768", Some(0.15)),
    ] {
        let config = EmbedderConfig { provider: provider.to_owned(), ..EmbedderConfig::default() };
        let variable = format!("PALIMP_{}_API_KEY", provider.to_uppercase());
        let variables = [(variable.as_str(), "key"), ("GOOGLE_CLOUD_PROJECT", "p")];
        let embedder = open(&config, &variables).unwrap();
        assert_eq!(embedder.space().to_string(), space);
        assert_eq!(embedder.price_per_million(), price, "{provider}");
        assert_eq!(embedder.scripts(), Scripts::All);
        assert_eq!(embedder.weights(), Weights { vector: 0.7, text: 0.3 });
        assert!(!embedder.is_instant());
    }
}

#[test]
fn a_missing_key_is_named_with_what_to_do() {
    for (provider, variable) in
        [("openai", "OPENAI_API_KEY"), ("gemini", "GEMINI_API_KEY"), ("voyage", "VOYAGE_API_KEY")]
    {
        let config = EmbedderConfig { provider: provider.to_owned(), ..EmbedderConfig::default() };
        let why = refusal(&config, &[]);
        assert!(why.contains(provider) && why.contains(variable), "{why}");
    }
    let config = EmbedderConfig { provider: "vertex".to_owned(), ..EmbedderConfig::default() };
    let why = refusal(&config, &[("GOOGLE_CLOUD_PROJECT", "p")]);
    assert!(why.contains("gcloud auth print-access-token"), "{why}");
}

#[test]
fn what_cannot_be_is_refused_before_anything_is_sent() {
    let key = [("OPENAI_API_KEY", "sk-test-key")];
    let longer = EmbedderConfig {
        base_url: None,
        ..with(config("openai", ""), "text-embedding-3-small", 4_096)
    };
    assert!(refusal(&longer, &key).contains("at most 1536"));
    let model =
        EmbedderConfig { model: Some("../x?y".to_owned()), ..config("gemini", "http://localhost") };
    assert!(refusal(&model, &key).contains("embedding.model"));
    let cleartext = config("openai", "http://embeddings.example.com/v1");
    assert!(refusal(&cleartext, &key).contains("unencrypted"));
}

#[test]
fn a_text_that_is_too_long_is_cut_at_a_character() {
    let server = Server::new(|_, request| openai_vectors(request));
    let embedder = openai(&server.url, &options().0).unwrap();
    embedder.embed(&["데이터".repeat(10_000).as_str()], EmbedPurpose::Document).unwrap();
    let sent = server.requests()[0].json()["input"][0].as_str().unwrap().chars().count();
    assert_eq!(sent, 1_365, "2048 tokens at one and a half a character");
}

#[test]
fn a_server_that_takes_fewer_texts_gets_fewer_from_then_on() {
    let server =
        Server::new(|_, request| match request.json()["input"].as_array().unwrap().len() {
            0..=16 => openai_vectors(request),
            n => Answer::json(
                413,
                &json!({ "error": format!("batch size {n} > maximum allowed batch size 16") }),
            ),
        });
    let embedder = openai(&server.url, &options().0).unwrap();
    let texts = vec!["x"; 100];
    assert_eq!(embedder.embed(&texts, EmbedPurpose::Document).unwrap().len(), 100);
    let sizes: Vec<usize> = server
        .requests()
        .iter()
        .map(|request| request.json()["input"].as_array().unwrap().len())
        .collect();
    assert_eq!(sizes, [64, 32, 16, 16, 32, 16, 16, 16, 16, 4]);
}

#[test]
fn a_text_that_the_service_still_calls_too_long_is_cut_again() {
    let server =
        Server::new(|_, request| match request.json()["input"][0].as_str().unwrap().len() {
            0..=1_000 => openai_vectors(request),
            _ => Answer::text(
                400,
                r#"{"error": {"message": "This model's maximum context length is 512 tokens"}}"#,
            ),
        });
    let embedder = openai(&server.url, &options().0).unwrap();
    embedder.embed(&["words ".repeat(500).as_str()], EmbedPurpose::Document).unwrap();
    assert_eq!(server.requests().len(), 3);

    let server = Server::always(400, r#"{"error": "input is too long"}"#);
    let embedder = openai(&server.url, &options().0).unwrap();
    let error =
        embedder.embed(&["words ".repeat(500).as_str()], EmbedPurpose::Document).unwrap_err();
    assert!(matches!(error, EmbedError::Refused(_)), "{error}");
    assert!(server.requests().len() < 8, "it does not cut for ever");
}
