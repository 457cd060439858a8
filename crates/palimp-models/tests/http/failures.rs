//! What happens when a service fails, and what its user reads.

use std::net::TcpListener;
use std::time::Duration;

use palimp_core::embed::{EmbedError, EmbedPurpose, Embedder};
use palimp_models::EmbedderConfig;
use palimp_models::http::HttpOptions;

use crate::server::{Answer, Server, openai_vectors};
use crate::{config, hurried, keys, openai, options};

/// What an embedder of OpenAI's kind says when a server always answers like this.
fn error(status: u16, body: &'static str) -> EmbedError {
    let server = Server::always(status, body);
    let embedder = openai(&server.url, &options().0).unwrap();
    let error = embedder.embed(&["text"], EmbedPurpose::Document).unwrap_err();
    assert!(!error.to_string().contains("sk-test-key"), "{error}");
    error
}

/// How often a server is asked that answers with these, then with vectors.
fn tries(purpose: EmbedPurpose, answers: &'static [u16]) -> (Result<usize, EmbedError>, usize) {
    let server = Server::new(|number, request| match answers.get(number) {
        Some(status) => Answer::text(*status, "{}"),
        None => openai_vectors(request),
    });
    let embedder = openai(&server.url, &options().0).unwrap();
    let result = embedder.embed(&["text"], purpose).map(|vectors| vectors.len());
    (result, server.requests().len())
}

#[test]
fn a_server_that_is_busy_is_asked_again_when_it_says() {
    let server = Server::new(|number, request| match number {
        0 => Answer::text(429, "{}").with("retry-after", "7"),
        1 => Answer::text(503, "").with("retry-after", "Sat, 21 Nov 2026 12:00:20 GMT"),
        _ => openai_vectors(request),
    });
    let (options, clock) = options();
    let embedder = openai(&server.url, &options).unwrap();
    embedder.embed(&["text"], EmbedPurpose::Document).unwrap();
    assert_eq!(clock.waits(), [Duration::from_secs(7), Duration::from_secs(13)]);
    assert_eq!(server.requests().len(), 3);
}

#[test]
fn a_server_that_fails_is_asked_again_ever_more_slowly_and_then_given_up_on() {
    let server = Server::always(500, r#"{"error": {"message": "overloaded"}}"#);
    let (options, clock) = options();
    let embedder = openai(&server.url, &options).unwrap();
    let error = embedder.embed(&["text"], EmbedPurpose::Document).unwrap_err();
    assert_eq!(error.to_string(), "openai is failing (500): \"overloaded\"; hint: try again later");
    assert!(matches!(error, EmbedError::Unavailable(_)));
    assert_eq!(server.requests().len(), 5);
    let whole = [1, 2, 4, 8].map(Duration::from_secs);
    assert_eq!(clock.waits().len(), 4);
    assert!(
        clock.waits().iter().zip(whole).all(|(wait, whole)| (whole / 2..=whole).contains(wait))
    );
}

#[test]
fn a_question_is_given_up_on_sooner_than_a_document() {
    assert_eq!(tries(EmbedPurpose::Document, &[500, 502, 503, 529]), (Ok(1), 5));
    let (result, asked) = tries(EmbedPurpose::Query, &[500, 500]);
    assert_eq!((result.is_err(), asked), (true, 2));
}

#[test]
fn who_asks_for_more_time_than_there_is_is_not_waited_for() {
    let server = Server::new(|_, _| Answer::text(429, "{}").with("retry-after", "3600"));
    let (options, clock) = options();
    let embedder = openai(&server.url, &options).unwrap();
    let error = embedder.embed(&["text"], EmbedPurpose::Document).unwrap_err();
    assert_eq!(
        error,
        EmbedError::Quota(
            "rate limit of openai reached; hint: try again in 3600 seconds".to_owned()
        )
    );
    assert_eq!((server.requests().len(), clock.waits().len()), (1, 0));
}

#[test]
fn what_will_not_pass_is_asked_once() {
    for status in [400, 401, 403, 404, 422] {
        let server = Server::new(move |_, _| Answer::text(status, "{}"));
        let embedder = openai(&server.url, &options().0).unwrap();
        let error = embedder.embed(&["text"], EmbedPurpose::Document).unwrap_err();
        assert!(matches!(error, EmbedError::Refused(_)), "{status}: {error}");
        assert_eq!(server.requests().len(), 1, "{status}");
    }
}

#[test]
fn each_refusal_says_what_to_do() {
    for (status, body, words) in [
        (
            401,
            r#"{"error": {"message": "Incorrect API key provided: sk-te***key"}}"#,
            "openai refused the key (401); hint: set OPENAI_API_KEY",
        ),
        (
            403,
            r#"{"error": {"message": "no access"}}"#,
            "does not allow this key to use small (403): \"no access\"",
        ),
        (
            404,
            r#"{"error": {"message": "The model `small` does not exist", "code": "model_not_found"}}"#,
            "has no model small (404)",
        ),
        (
            400,
            r#"{"error": {"message": "This model does not support specifying dimensions."}}"#,
            "embedding.dimensions",
        ),
    ] {
        let error = error(status, body);
        assert!(error.to_string().contains(words), "{error}");
        assert!(!error.to_string().contains("sk-te***"), "{error}");
    }
}

#[test]
fn a_used_up_account_is_no_limit_that_passes() {
    let body = r#"{"error": {"message": "You exceeded your current quota, please check your plan and billing details.", "type": "insufficient_quota", "code": "insufficient_quota"}}"#;
    let server = Server::always(429, body);
    let embedder = openai(&server.url, &options().0).unwrap();
    let error = embedder.embed(&["text"], EmbedPurpose::Document).unwrap_err();
    assert!(matches!(error, EmbedError::Quota(_)));
    assert!(error.to_string().contains("used up"), "{error}");
    assert_eq!(server.requests().len(), 1);
}

#[test]
fn an_answer_that_is_no_vector_is_not_believed() {
    for (body, words) in [
        ("", "the answer is empty"),
        ("<!doctype html><title>Sign in</title>", "the answer is a web page"),
        ("All fine!", "not JSON"),
        ("{\"data\": [{\"embedding\": [1, ", "unknown format"),
        ("{\"data\": \"later\"}", "unknown format"),
        (r#"{"data": [{"embedding": [null, 1]}]}"#, "unknown format"),
        (r#"{"data": []}"#, "0 vectors for 1 texts"),
        (r#"{"data": [{"embedding": [1, 0]}, {"embedding": [1, 0]}]}"#, "2 vectors for 1 texts"),
        (r#"{"data": [{"embedding": [1, 0, 0]}]}"#, "vectors of length 3 for small; expected 2"),
        (r#"{"data": [{"embedding": [0, 0]}]}"#, "zero or not finite"),
        (r#"{"data": [{"embedding": [1e39, 0]}]}"#, "zero or not finite"),
        // NaN as some servers write it in base 64.
        (r#"{"data": [{"embedding": "AADAfwAAgD8="}]}"#, "zero or not finite"),
    ] {
        let error = error(200, body);
        assert!(matches!(error, EmbedError::Unavailable(_)), "{body}: {error}");
        assert!(error.to_string().contains(words), "{body}: {error}");
    }
}

#[test]
fn an_answer_without_end_is_not_read() {
    let server = Server::new(|_, _| Answer::text(200, &" ".repeat(5_000)));
    let options = HttpOptions { answer_bytes: 1_000, ..options().0 };
    let embedder = openai(&server.url, &options).unwrap();
    let error = embedder.embed(&["text"], EmbedPurpose::Document).unwrap_err();
    assert!(error.to_string().contains("is too long"), "{error}");
}

#[test]
fn a_server_that_says_nothing_is_not_waited_for_for_ever() {
    let server = Server::new(|_, _| Answer::Silence);
    let embedder = openai(&server.url, &hurried(Duration::from_millis(50))).unwrap();
    let error = embedder.embed(&["text"], EmbedPurpose::Document).unwrap_err();
    assert!(error.to_string().contains("timed out"), "{error}");
    assert_eq!(server.requests().len(), 1);
}

#[test]
fn a_connection_that_breaks_is_made_again() {
    let server = Server::new(|number, request| match number {
        0 | 1 => Answer::HangUp,
        _ => openai_vectors(request),
    });
    let embedder = openai(&server.url, &options().0).unwrap();
    embedder.embed(&["text"], EmbedPurpose::Document).unwrap();
    assert_eq!(server.requests().len(), 3);
}

#[test]
fn a_redirect_does_not_carry_the_key_away() {
    let thief = Server::new(|_, request| openai_vectors(request));
    let to = thief.url.replace("127.0.0.1", "localhost");
    for status in [301, 302, 307, 308] {
        let to = to.clone();
        let server = Server::new(move |_, _| Answer::text(status, "").with("location", &to));
        let embedder = openai(&server.url, &options().0).unwrap();
        let error = embedder.embed(&["text"], EmbedPurpose::Document).unwrap_err();
        assert!(matches!(error, EmbedError::Refused(_)));
        assert!(error.to_string().contains("redirects to localhost"), "{error}");
    }
    assert!(thief.requests().is_empty());
}

#[test]
fn nobody_at_the_address_is_said_at_once() {
    let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let address = format!("http://{closed}");
    let (options, clock) = options();
    let error =
        openai(&address, &options).unwrap().embed(&["text"], EmbedPurpose::Document).unwrap_err();
    assert!(error.to_string().contains(&format!("cannot reach openai at {closed}")), "{error}");

    let ollama =
        palimp_models::http::open(&config("ollama", &address), &keys(&[]), &options).unwrap();
    let error = ollama.embed(&["text"], EmbedPurpose::Query).unwrap_err();
    assert!(error.to_string().contains("`ollama serve`"), "{error}");
    assert!(matches!(error, EmbedError::Unavailable(_)));
    assert!(clock.waits().is_empty());
}

#[test]
fn a_model_that_ollama_has_not_is_to_be_pulled() {
    let server =
        Server::always(404, r#"{"error": "model \"bge-m3\" not found, try pulling it first"}"#);
    let config =
        EmbedderConfig { model: Some("bge-m3".to_owned()), ..config("ollama", &server.url) };
    let embedder = palimp_models::http::open(&config, &keys(&[]), &options().0).unwrap();
    let error = embedder.embed(&["text"], EmbedPurpose::Query).unwrap_err();
    assert_eq!(
        error,
        EmbedError::Refused("ollama has no model bge-m3; hint: `ollama pull bge-m3`".to_owned())
    );
}

#[test]
fn gemini_names_its_own_wrong_key_and_its_own_delay() {
    let server = Server::new(|number, _| match number {
        0 => Answer::text(
            429,
            r#"{"error": {"status": "RESOURCE_EXHAUSTED", "message": "You exceeded your current quota, please check your plan and billing details.", "details": [{"retryDelay": "34s"}]}}"#,
        ),
        _ => Answer::text(
            400,
            r#"{"error": {"code": 400, "message": "API key not valid.", "details": [{"reason": "API_KEY_INVALID"}]}}"#,
        ),
    });
    let (options, clock) = options();
    let keys = keys(&[("GEMINI_API_KEY", "AIza-test")]);
    let gemini =
        palimp_models::http::open(&config("gemini", &server.url), &keys, &options).unwrap();
    let error = gemini.embed(&["text"], EmbedPurpose::Document).unwrap_err();
    assert!(error.to_string().starts_with("gemini refused the key (400); hint: set "), "{error}");
    assert_eq!(clock.waits(), [Duration::from_secs(34)]);
}

#[test]
fn a_server_that_wants_a_key_and_has_none_says_so() {
    let server = Server::always(401, "{}");
    let config = EmbedderConfig {
        dimensions: Some(2),
        model: Some("m".to_owned()),
        ..config("openai", &server.url)
    };
    let embedder = palimp_models::http::open(&config, &keys(&[]), &options().0).unwrap();
    let error = embedder.embed(&["text"], EmbedPurpose::Query).unwrap_err();
    assert!(error.to_string().contains("needs a key (401)"), "{error}");
}
