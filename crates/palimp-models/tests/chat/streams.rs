//! What is made of a service's answer.

use std::cell::RefCell;

use palimp_core::activity::MessageRole;
use palimp_core::chat::{ChatMessage, ChatRequest, TokenUsage};
use palimp_models::chat::ChatOptions;
use palimp_testing::model_server::{ModelServer, ReplyGate, ServerStep};

use crate::{SERVICES, greet, model, options};

const WORDS: &str = "- [도구]: pnpm 을 쓴다 🙂 \"quoted\"\n- [auth]: JWT";

#[test]
fn words_are_handed_on_as_they_come_and_make_up_the_reply() {
    for provider in SERVICES {
        let server = ModelServer::always(ServerStep::say(WORDS).with_cost(900, 800, 7));
        let (reply, pieces) = greet(&*model(provider, &server, &options().0));
        let reply = reply.unwrap();
        assert_eq!(reply.text, WORDS, "{provider}");
        assert_eq!(pieces.concat(), WORDS, "{provider}");
        assert!(pieces.len() > 4, "{provider}: {pieces:?}");
        assert!(!reply.cut);
        // Ollama does not say what it had kept.
        let cached = if provider == "ollama" { 0 } else { 800 };
        assert_eq!(reply.usage, TokenUsage { input: 900, cached, output: 7 }, "{provider}");
        assert_eq!(server.requests().len(), 1);
    }
}

#[test]
fn the_first_words_are_there_before_the_last_ones_are_sent() {
    for provider in SERVICES {
        let gate = ReplyGate::default();
        let server = ModelServer::always(ServerStep::say("one two three").held_by(&gate));
        let model = model(provider, &server, &options().0);
        let heard = RefCell::new(Vec::new());
        let request = ChatRequest {
            system: &[],
            messages: &[ChatMessage::from_text(MessageRole::User, "x")],
            max_tokens: 9,
        };
        // Nothing but the first word lets the server go on.
        let reply = model.chat(&request, &mut |words| {
            heard.borrow_mut().push(words.to_owned());
            gate.open();
        });
        assert_eq!(reply.unwrap().text, "one two three", "{provider}");
        assert_eq!(heard.borrow()[0], "one ", "{provider}");
    }
}

#[test]
fn an_answer_may_be_cut_anywhere_on_its_way() {
    for provider in SERVICES {
        for bytes in [1, 2, 3, 7, 64] {
            for crlf in [false, true] {
                let step = ServerStep::say(WORDS).in_pieces_of(bytes);
                let step = if crlf { step.with_crlf() } else { step };
                let server = ModelServer::always(step);
                let (reply, pieces) = greet(&*model(provider, &server, &options().0));
                assert_eq!(reply.unwrap().text, WORDS, "{provider} {bytes} {crlf}");
                assert_eq!(pieces.concat(), WORDS, "{provider} {bytes} {crlf}");
            }
        }
    }
}

#[test]
fn an_answer_is_over_when_its_service_says_so_whatever_the_connection_does() {
    for provider in ["anthropic", "openai", "ollama"] {
        let server = ModelServer::always(ServerStep::say(WORDS).then_stays());
        let (reply, _) = greet(&*model(provider, &server, &options().0));
        assert_eq!(reply.unwrap().text, WORDS, "{provider}");
    }
    // Gemini has no word for it: what follows the reason of an end is not waited for long.
    let silence = std::time::Duration::from_millis(100);
    let hurried = ChatOptions { own_silence: silence, ..options().0 };
    let server = ModelServer::always(ServerStep::say(WORDS).then_stays());
    let (reply, _) = greet(&*model("gemini", &server, &hurried));
    assert_eq!(reply.unwrap().text, WORDS);
}

#[test]
fn an_answer_that_is_as_long_as_it_may_be_is_known_to_be_cut() {
    for provider in SERVICES {
        let server = ModelServer::always(ServerStep::say("half of").cut_short());
        let (reply, _) = greet(&*model(provider, &server, &options().0));
        assert!(reply.unwrap().cut, "{provider}");

        let server = ModelServer::always(ServerStep::say("").cut_short());
        let (reply, _) = greet(&*model(provider, &server, &options().0));
        let error = reply.unwrap_err().to_string();
        assert!(error.contains("used all its tokens before it answered"), "{error}");
    }
}

#[test]
fn an_answer_that_does_not_come_as_a_stream_is_read_too() {
    for (provider, body) in [
        (
            "anthropic",
            r#"{"type": "message", "content": [{"type": "thinking", "thinking": "hm"}, {"type": "text", "text": "yes"}], "stop_reason": "end_turn", "usage": {"input_tokens": 3, "cache_creation_input_tokens": 4, "cache_read_input_tokens": 2, "output_tokens": 1}}"#,
        ),
        (
            "openai",
            "{\n \"choices\": [{\"message\": {\"content\": \"yes\"}, \"finish_reason\": \"stop\"}],\n \"usage\": {\"prompt_tokens\": 9, \"completion_tokens\": 1, \"prompt_tokens_details\": {\"cached_tokens\": 2}}}",
        ),
        (
            "gemini",
            r#"[{"candidates": [{"content": {"parts": [{"text": "ye"}]}}]}, {"candidates": [{"content": {"parts": [{"text": "s"}]}, "finishReason": "STOP"}], "usageMetadata": {"promptTokenCount": 9, "cachedContentTokenCount": 2, "candidatesTokenCount": 1}}]"#,
        ),
    ] {
        let server = ModelServer::always(ServerStep::raw(200, "application/json", body));
        let (reply, pieces) = greet(&*model(provider, &server, &options().0));
        let reply = reply.unwrap();
        assert_eq!((reply.text.as_str(), pieces.concat().as_str()), ("yes", "yes"), "{provider}");
        assert_eq!(reply.usage, TokenUsage { input: 9, cached: 2, output: 1 }, "{provider}");
    }
}

#[test]
fn thoughts_are_no_part_of_the_answer_but_of_its_cost() {
    let events = [
        r#"{"type": "message_start", "message": {"content": [], "usage": {"input_tokens": 5, "output_tokens": 1}}}"#,
        r#"{"type": "content_block_delta", "index": 0, "delta": {"type": "thinking_delta", "thinking": "hm"}}"#,
        r#"{"type": "content_block_delta", "index": 0, "delta": {"type": "signature_delta", "signature": "x"}}"#,
        r#"{"type": "content_block_delta", "index": 1, "delta": {"type": "text_delta", "text": "yes"}}"#,
        r#"{"type": "something_new", "of": [1, 2]}"#,
        r#"{"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": {"output_tokens": 40}}"#,
        r#"{"type": "message_stop"}"#,
    ];
    check_stream("anthropic", &events, TokenUsage { input: 5, cached: 0, output: 40 });
    let events = [
        r#"{"choices": [{"delta": {"role": "assistant", "content": null, "reasoning_content": "hm"}}]}"#,
        r#"{"choices": [{"delta": {"content": [{"type": "thinking", "thinking": []}]}}]}"#,
        r#"{"choices": [{"delta": {"content": "yes"}, "finish_reason": null}], "usage": null}"#,
        r#"{"choices": [{"delta": {}, "finish_reason": "stop"}]}"#,
        r#"{"choices": [], "usage": {"prompt_tokens": 5, "completion_tokens": 40}}"#,
        "[DONE]",
    ];
    check_stream("openai", &events, TokenUsage { input: 5, cached: 0, output: 40 });
    let events = [
        r#"{"candidates": [{"content": {"parts": [{"text": "hm", "thought": true}]}}], "usageMetadata": {"promptTokenCount": 5, "thoughtsTokenCount": 30}}"#,
        r#"{"candidates": [{"content": {"parts": [{"text": "yes"}, {"functionCall": {"name": "x"}}]}, "finishReason": "STOP"}], "usageMetadata": {"promptTokenCount": 5, "candidatesTokenCount": 10, "thoughtsTokenCount": 30}}"#,
    ];
    check_stream("gemini", &events, TokenUsage { input: 5, cached: 0, output: 40 });
}

#[track_caller]
fn check_stream(provider: &str, events: &[&str], usage: TokenUsage) {
    let stream: String = events.iter().map(|event| format!("data: {event}\n\n")).collect();
    let server = ModelServer::always(ServerStep::raw(200, "text/event-stream", stream));
    let (reply, pieces) = greet(&*model(provider, &server, &options().0));
    let reply = reply.unwrap();
    assert_eq!((reply.text.as_str(), pieces.concat().as_str()), ("yes", "yes"), "{provider}");
    assert_eq!(reply.usage, usage, "{provider}");
}

#[test]
fn a_cost_that_is_not_told_is_estimated() {
    let stream = "data: {\"choices\": [{\"delta\": {\"content\": \"four words are here\"}, \"finish_reason\": \"stop\"}]}\n\n";
    let server = ModelServer::always(ServerStep::raw(200, "text/event-stream", stream));
    let (reply, _) = greet(&*model("openai", &server, &options().0));
    assert_eq!(reply.unwrap().usage, TokenUsage { input: 2, cached: 0, output: 5 });
}

#[test]
fn what_a_service_withholds_is_refused_in_words() {
    for (provider, event) in [
        (
            "anthropic",
            r#"{"type": "message_delta", "delta": {"stop_reason": "refusal"}, "usage": {"output_tokens": 1}}"#,
        ),
        ("openai", r#"{"choices": [{"delta": {}, "finish_reason": "content_filter"}]}"#),
        ("gemini", r#"{"promptFeedback": {"blockReason": "PROHIBITED_CONTENT"}}"#),
        ("gemini", r#"{"candidates": [{"finishReason": "SAFETY"}]}"#),
    ] {
        let stream = format!("data: {event}\n\n");
        let server = ModelServer::always(ServerStep::raw(200, "text/event-stream", stream));
        let error = greet(&*model(provider, &server, &options().0)).0.unwrap_err();
        assert!(matches!(error, palimp_core::chat::ModelError::Refused(_)), "{error:?}");
        assert!(error.to_string().starts_with("test-model declined to answer ("), "{error}");
        assert_eq!(server.requests().len(), 1);
    }
}
