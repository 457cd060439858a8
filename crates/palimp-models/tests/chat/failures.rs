//! What happens when a service fails, and what its user reads.

use std::net::TcpListener;
use std::time::Duration;

use palimp_core::chat::ModelError;
use palimp_models::chat::ChatOptions;
use palimp_models::http::RetryPolicy;
use palimp_testing::model_server::{ModelServer, ServerStep};

use crate::{SERVICES, config, greet, keys, model, options};

/// What a model of `provider` says when its server always does this.
fn error(provider: &str, step: ServerStep) -> (ModelError, usize) {
    let server = ModelServer::always(step);
    let error = greet(&*model(provider, &server, &options().0)).0.unwrap_err();
    assert!(!error.to_string().contains("sk-test-key"), "{error}");
    (error, server.requests().len())
}

#[test]
fn a_service_that_is_busy_is_asked_again_when_it_says() {
    for provider in SERVICES {
        let server = ModelServer::script([
            ServerStep::fail(429, "slow down").with_header("retry-after", "7"),
            ServerStep::fail(503, "overloaded")
                .with_header("retry-after", "Sat, 21 Nov 2026 12:00:20 GMT"),
            ServerStep::say("yes"),
        ]);
        let (options, clock) = options();
        let (reply, pieces) = greet(&*model(provider, &server, &options));
        assert_eq!(reply.unwrap().text, "yes", "{provider}");
        assert_eq!(pieces, ["yes"]);
        assert_eq!(clock.waits(), [7, 20].map(Duration::from_secs), "{provider}");
    }
}

#[test]
fn a_service_that_stays_busy_is_given_up_on() {
    let (error, asked) = error("anthropic", ServerStep::fail(529, "Overloaded"));
    assert_eq!(
        error,
        ModelError::Unavailable(
            "anthropic is failing (529): \"Overloaded\"; hint: try again later".to_owned()
        )
    );
    assert_eq!(asked, 4);
    let (error, asked) = self::error("openai", ServerStep::fail(429, "Rate limit reached"));
    let words = "rate limit of openai reached; hint: try again in a minute";
    assert_eq!((error, asked), (ModelError::Quota(words.to_owned()), 4));
    let step = ServerStep::fail(429, "Rate limit reached").with_header("retry-after", "3600");
    let (error, asked) = self::error("anthropic", step);
    let words = "rate limit of anthropic reached; hint: try again in 3600 seconds";
    assert_eq!((error, asked), (ModelError::Quota(words.to_owned()), 1));
}

#[test]
fn an_error_before_the_first_word_is_as_one_that_came_with_a_status() {
    for provider in SERVICES {
        let busy = ServerStep::say("").then_fails(529, "Overloaded");
        let server = ModelServer::script([busy, ServerStep::say("yes")]);
        let (reply, _) = greet(&*model(provider, &server, &options().0));
        assert_eq!(reply.unwrap().text, "yes", "{provider}");
    }
    let (error, asked) =
        error("anthropic", ServerStep::say("").then_fails(401, "invalid x-api-key"));
    assert!(matches!(error, ModelError::Refused(_)), "{error:?}");
    assert_eq!(asked, 1);
}

#[test]
fn an_answer_that_breaks_off_is_not_asked_for_again() {
    for provider in SERVICES {
        // A server of one's own is given no key, which it could repeat.
        let key = if provider == "ollama" { "…" } else { "sk-test-key" };
        for (step, said) in [
            (ServerStep::say("one two").then_hangs_up(), ""),
            (
                ServerStep::say("one two").then_fails(503, &format!("no more {key}")),
                ": \"no more …\"",
            ),
        ] {
            let server = ModelServer::always(step);
            let (reply, pieces) = greet(&*model(provider, &server, &options().0));
            let words = format!("the answer of {provider} broke off{said}; hint: ask again");
            assert_eq!(reply, Err(ModelError::Unavailable(words)));
            assert_eq!(pieces.concat(), "one two", "{provider}");
            assert_eq!(server.requests().len(), 1);
        }
    }
}

#[test]
fn an_answer_that_ends_too_soon_is_no_answer() {
    for (provider, kind, body) in [
        ("anthropic", "text/event-stream", "event: ping\ndata: {\"type\": \"ping\"}\n\n"),
        ("openai", "text/event-stream", "data: {\"choices\": [{\"delta\": {\"con"),
        ("gemini", "text/event-stream", ""),
        ("ollama", "application/x-ndjson", "{\"message\": {\"content\": \"\"}, \"done\": false}\n"),
    ] {
        let (error, asked) = error(provider, ServerStep::raw(200, kind, body));
        assert!(matches!(error, ModelError::Unavailable(_)), "{error:?}");
        assert!(
            error.to_string().contains("the connection closed before the answer ended"),
            "{error}"
        );
        assert_eq!(asked, 4);
    }
}

#[test]
fn a_connection_that_breaks_is_made_again() {
    for provider in SERVICES {
        let server = ModelServer::script([ServerStep::hang_up(), ServerStep::say("yes")]);
        let (reply, _) = greet(&*model(provider, &server, &options().0));
        assert_eq!(reply.unwrap().text, "yes", "{provider}");
    }
}

/// Options under which a server may be silent for so long.
fn hurried(silence: Duration) -> ChatOptions {
    ChatOptions { silence, own_silence: silence, ..options().0 }
}

#[test]
fn a_service_that_is_silent_is_not_waited_for_for_ever() {
    let hurried = hurried(Duration::from_millis(100));
    let server = ModelServer::always(ServerStep::silence());
    let (reply, _) = greet(&*model("openai", &server, &hurried));
    let error = reply.unwrap_err().to_string();
    assert_eq!(error, "openai timed out with test-model; hint: try again later");

    let server = ModelServer::always(ServerStep::say("one two").then_is_silent());
    let (reply, pieces) = greet(&*model("ollama", &server, &hurried));
    let error = reply.unwrap_err().to_string();
    assert_eq!(error, "the answer of ollama broke off: no more data arrived; hint: ask again");
    assert_eq!(pieces.concat(), "one two");
}

#[test]
fn an_answer_without_end_is_not_read() {
    let server = ModelServer::always(ServerStep::say(&"word ".repeat(2_000)));
    let options = ChatOptions { answer_bytes: 10_000, ..options().0 };
    let (reply, _) = greet(&*model("ollama", &server, &options));
    assert!(matches!(reply, Err(ModelError::Unavailable(_))), "{reply:?}");
    let server = ModelServer::always(ServerStep::raw(200, "application/json", " ".repeat(20_000)));
    let (reply, _) = greet(&*model("anthropic", &server, &options));
    assert!(reply.unwrap_err().to_string().contains("is too long"));
}

#[test]
fn an_answer_that_takes_too_long_in_all_is_given_up_on() {
    let patience = RetryPolicy { answer: Duration::from_millis(100), ..options().0.patience };
    let server = ModelServer::always(ServerStep::silence());
    let (reply, _) = greet(&*model("gemini", &server, &ChatOptions { patience, ..options().0 }));
    assert!(reply.unwrap_err().to_string().contains("timed out"));
}

#[test]
fn a_conversation_that_is_too_long_is_told_from_other_errors() {
    for (provider, status, body) in [
        (
            "anthropic",
            400,
            r#"{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 204539 tokens > 200000 maximum"},"request_id":"req_011"}"#,
        ),
        (
            "anthropic",
            400,
            r#"{"type":"error","error":{"type":"invalid_request_error","message":"input length and `max_tokens` exceed context limit: 188240 + 21333 > 200000, decrease input length or `max_tokens` and try again"}}"#,
        ),
        (
            "anthropic",
            413,
            r#"{"type":"error","error":{"type":"request_too_large","message":"Request exceeds the maximum size"}}"#,
        ),
        (
            "openai",
            400,
            r#"{"error":{"message":"This model's maximum context length is 128000 tokens. However, your messages resulted in 204308 tokens. Please reduce the length of the messages.","type":"invalid_request_error","param":"messages","code":"context_length_exceeded"}}"#,
        ),
        (
            "openai",
            400,
            r#"{"error":{"code":400,"message":"request (4476 tokens) exceeds the available context size (4096 tokens)","type":"exceed_context_size_error","n_prompt_tokens":4476,"n_ctx":4096}}"#,
        ),
        (
            "gemini",
            400,
            r#"{"error":{"code":400,"message":"The input token count (1200293) exceeds the maximum number of tokens allowed (1048576).","status":"INVALID_ARGUMENT"}}"#,
        ),
        ("ollama", 400, r#"{"error":"the input length exceeds the context length"}"#),
    ] {
        let (error, asked) = error(provider, ServerStep::raw(status, "application/json", body));
        assert!(matches!(error, ModelError::TooLong(_)), "{provider}: {error:?}");
        assert!(error.to_string().contains("exceeds the context window of test-model"), "{error}");
        assert_eq!(asked, 1, "{provider}");
    }
    let body = r#"{"type":"error","error":{"type":"invalid_request_error","message":"max_tokens: 200000 > 64000, which is the maximum allowed number of output tokens"}}"#;
    let (error, _) = error("anthropic", ServerStep::raw(400, "application/json", body));
    assert!(matches!(error, ModelError::Refused(_)), "{error:?}");
}

#[test]
fn each_refusal_says_what_to_do_and_shows_no_key() {
    for (provider, status, message, words) in [
        (
            "anthropic",
            401,
            "invalid x-api-key sk-te***",
            "anthropic refused the key (401); hint: set ANTHROPIC_API_KEY, or run `palimp keys set anthropic`",
        ),
        (
            "openai",
            401,
            "Incorrect API key provided: sk-te***key",
            "openai refused the key (401); hint: set OPENAI_API_KEY",
        ),
        (
            "gemini",
            403,
            "no sk-test-key here",
            "does not allow this key to use test-model (403): \"no … here\"",
        ),
        (
            "openai",
            404,
            "The model `test-model` does not exist",
            "openai has no model test-model (404)",
        ),
        (
            "ollama",
            404,
            "model \"test-model\" not found, try pulling it first",
            "`ollama pull test-model`",
        ),
        (
            "anthropic",
            400,
            "messages: at least one message is required",
            "refused the request (400): \"messages: at least one",
        ),
    ] {
        let (error, asked) = error(provider, ServerStep::fail(status, message));
        assert!(matches!(error, ModelError::Refused(_)), "{error:?}");
        assert!(error.to_string().contains(words), "{error}");
        assert!(!error.to_string().contains("sk-te***"), "{error}");
        assert_eq!(asked, 1);
    }
    let body = r#"{"error":{"code":400,"message":"API key not valid.","status":"INVALID_ARGUMENT","details":[{"reason":"API_KEY_INVALID"}]}}"#;
    let (error, _) = error("gemini", ServerStep::raw(400, "application/json", body));
    assert!(
        error.to_string().contains("gemini refused the key (400); hint: set GEMINI_API_KEY"),
        "{error}"
    );
}

#[test]
fn an_account_that_is_used_up_is_not_asked_again() {
    for (provider, status, body) in [
        (
            "anthropic",
            400,
            r#"{"type":"error","error":{"type":"invalid_request_error","message":"Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing."}}"#,
        ),
        (
            "openai",
            429,
            r#"{"error":{"message":"You exceeded your current quota, please check your plan and billing details.","type":"insufficient_quota","param":null,"code":"insufficient_quota"}}"#,
        ),
        ("openai", 402, r#"{"error":{"message":"Insufficient credits","code":402}}"#),
    ] {
        let (error, asked) = error(provider, ServerStep::raw(status, "application/json", body));
        assert!(matches!(error, ModelError::Quota(_)), "{error:?}");
        assert!(error.to_string().contains("account is used up"), "{error}");
        assert_eq!(asked, 1);
    }
}

#[test]
fn what_is_no_conversation_is_not_believed() {
    for (kind, body, words) in [
        ("text/html", "<!doctype html><title>Sign in</title>", "it is a web page"),
        ("application/json", "All fine!", "not JSON"),
        ("application/json", "{\"choices\": 7}", "JSON of an unknown format"),
        ("text/event-stream", "data: hello\n\n", "not JSON"),
        ("text/event-stream", "data: [1, 2]\n\n", "JSON of an unknown format"),
    ] {
        let (error, asked) = error("openai", ServerStep::raw(200, kind, body));
        assert!(matches!(error, ModelError::Unavailable(_)), "{body}: {error:?}");
        assert!(error.to_string().contains(words), "{body}: {error}");
        assert_eq!(asked, 1);
    }
}

#[test]
fn a_server_that_is_not_there_is_named() {
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let url = format!("http://{free}");
    for (provider, words) in [
        ("ollama", "start it with `ollama serve`".to_owned()),
        ("openai", format!("cannot reach openai at {free}; hint: check the network")),
    ] {
        let (options, _) = options();
        let model =
            palimp_models::chat::open_with(&config(provider, &url), &keys(&[]), &options).unwrap();
        let error = greet(&*model).0.unwrap_err();
        assert!(matches!(error, ModelError::Unavailable(_)), "{error:?}");
        assert!(error.to_string().to_lowercase().contains(&words), "{error}");
    }
}

#[test]
fn a_redirect_does_not_carry_the_key_away() {
    let thief = ModelServer::always(ServerStep::say("thanks"));
    let to = thief.url().replace("127.0.0.1", "localhost");
    let step = ServerStep::raw(307, "text/plain", "").with_header("location", &to);
    let (error, _) = error("anthropic", step);
    assert!(matches!(error, ModelError::Refused(_)), "{error:?}");
    assert!(error.to_string().contains("redirects to localhost"), "{error}");
    assert!(thief.requests().is_empty());
}
