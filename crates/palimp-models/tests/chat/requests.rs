//! What each service is sent.

use palimp_core::activity::MessageRole;
use palimp_core::chat::{ChatMessage, MessagePart};
use palimp_testing::model_server::{ModelServer, ServedRequest, ServerStep};
use serde_json::{Value, json};

use crate::{SERVICES, chat, model, options};

/// A conversation with everything in it.
fn conversation() -> Vec<ChatMessage> {
    let picture =
        MessagePart::Image { media_type: "image/png".to_owned(), data: "iVBORw0=".to_owned() };
    let call = MessagePart::ToolCall {
        id: "toolu_1".to_owned(),
        name: "read".to_owned(),
        input: json!({ "path": "a.rs" }),
    };
    let result = MessagePart::ToolResult {
        id: "toolu_1".to_owned(),
        content: vec![MessagePart::from_text("no such file"), picture.clone()],
        is_error: true,
    };
    vec![
        ChatMessage {
            role: MessageRole::User,
            parts: vec![MessagePart::from_text("look"), picture],
        },
        ChatMessage {
            role: MessageRole::Assistant,
            parts: vec![MessagePart::from_text("reading"), call],
        },
        ChatMessage { role: MessageRole::User, parts: vec![result] },
        ChatMessage::from_text(MessageRole::User, "여기 있어?"),
    ]
}

/// The request that `provider` is sent for it.
fn request(provider: &str) -> ServedRequest {
    let server = ModelServer::always(ServerStep::say("no"));
    let model = model(provider, &server, &options().0);
    chat(&*model, &["You remember.", "What is known."], &conversation()).0.unwrap();
    let [asked] = &server.requests()[..] else { panic!("one request") };
    assert_eq!(asked.header("content-type"), Some("application/json"));
    assert!(asked.header("user-agent").unwrap().starts_with("palimp/"));
    asked.clone()
}

#[test]
fn anthropic_is_sent_blocks_and_told_what_is_worth_keeping() {
    let asked = request("anthropic");
    assert_eq!(asked.path, "/v1/messages");
    assert_eq!(asked.header("x-api-key"), Some("sk-test-key"));
    assert_eq!(asked.header("authorization"), None);
    assert_eq!(asked.header("anthropic-version"), Some("2023-06-01"));
    let kept = json!({ "type": "ephemeral" });
    let picture = json!({
        "type": "image",
        "source": { "type": "base64", "media_type": "image/png", "data": "iVBORw0=" },
    });
    assert_eq!(
        asked.body,
        json!({
            "model": "test-model",
            "max_tokens": 500,
            "stream": true,
            "system": [
                { "type": "text", "text": "You remember.", "cache_control": kept },
                { "type": "text", "text": "What is known.", "cache_control": kept },
            ],
            "tools": [{ "name": "read", "input_schema": { "type": "object" } }],
            "tool_choice": { "type": "none" },
            "messages": [
                { "role": "user", "content": [{ "type": "text", "text": "look" }, picture] },
                { "role": "assistant", "content": [
                    { "type": "text", "text": "reading" },
                    { "type": "tool_use", "id": "toolu_1", "name": "read",
                      "input": { "path": "a.rs" } },
                ] },
                { "role": "user", "content": [
                    { "type": "tool_result", "tool_use_id": "toolu_1", "is_error": true,
                      "content": [{ "type": "text", "text": "no such file" }, picture] },
                    { "type": "text", "text": "여기 있어?", "cache_control": kept },
                ] },
            ],
        })
    );
}

#[test]
fn anthropic_keeps_no_question_that_stands_alone_and_at_most_four_beginnings() {
    let server = ModelServer::always(ServerStep::say("no"));
    let model = model("anthropic", &server, &options().0);
    chat(&*model, &["one"], &[ChatMessage::from_text(MessageRole::User, "alone")]).0.unwrap();
    let many = ["1", "2", "3", "4", "5"];
    chat(&*model, &many, &conversation()).0.unwrap();
    let marks = |at: usize| server.requests()[at].body.to_string().matches("ephemeral").count();
    assert_eq!((marks(0), marks(1)), (1, 4));
    let alone = &server.requests()[0].body;
    assert_eq!(alone["messages"][0]["content"][0].get("cache_control"), None);
    assert_eq!((alone.get("tools"), alone.get("tool_choice")), (None, None));
}

#[test]
fn openai_is_sent_tools_answers_as_messages_of_their_own() {
    let asked = request("openai");
    assert_eq!(asked.path, "/v1/chat/completions");
    assert_eq!(asked.header("authorization"), Some("Bearer sk-test-key"));
    let picture = json!({
        "type": "image_url",
        "image_url": { "url": "data:image/png;base64,iVBORw0=" },
    });
    assert_eq!(
        asked.body,
        json!({
            "model": "test-model",
            "stream": true,
            "stream_options": { "include_usage": true },
            "messages": [
                { "role": "system", "content": "You remember.\n\nWhat is known." },
                { "role": "user", "content": [{ "type": "text", "text": "look" }, picture] },
                { "role": "assistant", "content": "reading", "tool_calls": [{
                    "id": "toolu_1", "type": "function",
                    "function": { "name": "read", "arguments": "{\"path\":\"a.rs\"}" },
                }] },
                { "role": "tool", "tool_call_id": "toolu_1", "content": "[failed] no such file" },
                { "role": "user", "content": [
                    picture, { "type": "text", "text": "여기 있어?" },
                ] },
            ],
            "max_tokens": 500,
        })
    );
}

#[test]
fn gemini_is_sent_parts_and_signatures_of_calls_that_are_not_its_own() {
    let asked = request("gemini");
    assert_eq!(asked.path, "/v1beta/models/test-model:streamGenerateContent?alt=sse");
    assert_eq!(asked.header("x-goog-api-key"), Some("sk-test-key"));
    let picture = json!({ "inlineData": { "mimeType": "image/png", "data": "iVBORw0=" } });
    assert_eq!(
        asked.body,
        json!({
            "systemInstruction": {
                "parts": [{ "text": "You remember." }, { "text": "What is known." }],
            },
            "contents": [
                { "role": "user", "parts": [{ "text": "look" }, picture] },
                { "role": "model", "parts": [{ "text": "reading" }, {
                    "functionCall": { "name": "read", "args": { "path": "a.rs" } },
                    "thoughtSignature": "skip_thought_signature_validator",
                }] },
                { "role": "user", "parts": [
                    { "functionResponse": {
                        "name": "read", "response": { "error": "no such file" },
                    } },
                    picture,
                    { "text": "여기 있어?" },
                ] },
            ],
            "generationConfig": { "maxOutputTokens": 500 },
        })
    );
}

#[test]
fn ollama_is_told_the_size_of_its_window_and_not_to_leave_anything_out() {
    let asked = request("ollama");
    assert_eq!(asked.path, "/api/chat");
    assert_eq!(asked.header("authorization"), None);
    assert_eq!(
        asked.body,
        json!({
            "model": "test-model",
            "stream": true,
            "truncate": false,
            "shift": false,
            "options": { "num_ctx": 4096, "num_predict": 500 },
            "messages": [
                { "role": "system", "content": "You remember.\n\nWhat is known." },
                { "role": "user", "content": "look", "images": ["iVBORw0="] },
                { "role": "assistant", "content": "reading", "tool_calls": [{
                    "function": { "name": "read", "arguments": { "path": "a.rs" } },
                }] },
                { "role": "tool", "tool_name": "read", "content": "[failed] no such file" },
                { "role": "user", "content": "여기 있어?", "images": ["iVBORw0="] },
            ],
        })
    );
}

#[test]
fn ollamas_window_grows_with_the_conversation_up_to_its_limit() {
    let server = ModelServer::always(ServerStep::say("no"));
    let model = model("ollama", &server, &options().0);
    assert_eq!(model.context_window(), Some(32_768));
    for (characters, size) in [(16_000, 8_192), (40_000, 16_384), (1_000_000, 32_768)] {
        chat(&*model, &[], &[ChatMessage::from_text(MessageRole::User, "x".repeat(characters))])
            .0
            .unwrap();
        let asked = server.requests().pop().unwrap();
        assert_eq!(asked.body["options"]["num_ctx"], json!(size), "{characters}");
    }
}

#[test]
fn a_conversation_that_was_cut_anywhere_is_sent_so_that_services_take_it() {
    let torn = &conversation()[1..];
    for provider in SERVICES {
        let server = ModelServer::always(ServerStep::say("no"));
        let model = model(provider, &server, &options().0);
        // Without the answer of the tool, and without the call.
        for messages in [vec![torn[0].clone(), torn[2].clone()], vec![torn[1].clone()]] {
            chat(&*model, &[], &messages).0.unwrap();
        }
        for asked in server.requests() {
            let said = asked.body.to_string();
            for word in ["tool_use", "tool_result", "tool_calls", "functionCall", "\"tool\""] {
                assert!(!said.contains(word), "{provider}: {said}");
            }
            let list = ["messages", "contents"].into_iter().find_map(|name| asked.body.get(name));
            assert_eq!(list.and_then(|list| list.get(0)).unwrap()["role"], json!("user"));
        }
        assert!(server.requests()[0].all_text().contains("[tool read {\"path\":\"a.rs\"}]"));
        assert!(server.requests()[1].all_text().contains("no such file"));
    }
}

#[test]
fn the_same_conversation_is_sent_as_the_same_bytes() {
    for provider in SERVICES {
        let bodies: Vec<Value> = (0..2).map(|_| request(provider).body).collect();
        assert_eq!(bodies[0].to_string(), bodies[1].to_string(), "{provider}");
    }
}
