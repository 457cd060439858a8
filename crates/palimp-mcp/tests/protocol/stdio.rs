//! Over pipes.

use serde_json::json;

use crate::server::{Piped, call, initialize, request};

#[test]
fn every_version_with_a_handshake_is_spoken() {
    for version in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] {
        let mut server = Piped::start();
        let result = &server.ask(&initialize(version))["result"];
        assert_eq!(result["protocolVersion"], version);
        assert_eq!(result["serverInfo"]["name"], "palimp");
        assert!(result["instructions"].as_str().unwrap().contains("memory_search"));
        for capability in ["tools", "resources", "completions"] {
            assert!(result["capabilities"][capability].is_object(), "{capability}");
        }
    }
}

#[test]
fn a_client_from_the_future_is_offered_what_there_is() {
    let mut server = Piped::start();
    assert_eq!(server.ask(&initialize("2031-01-01"))["result"]["protocolVersion"], "2025-11-25");
}

#[test]
fn the_newest_version_needs_no_handshake() {
    let mut server = Piped::start();
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { "name": "test", "version": "1" },
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let found = &server.ask(&request(1, "server/discover", json!({ "_meta": meta })))["result"];
    let versions = found["supportedVersions"].as_array().unwrap();
    assert!(versions.contains(&json!("2026-07-28")) && versions.contains(&json!("2025-06-18")));
    assert_eq!(found["resultType"], "complete");
    let params = json!({ "name": "memory_recent", "arguments": {}, "_meta": meta });
    let result = &server.ask(&request(2, "tools/call", params))["result"];
    assert_eq!((&result["isError"], &result["resultType"]), (&json!(false), &json!("complete")));
    let list = &server.ask(&request(3, "resources/list", json!({ "_meta": meta })))["result"];
    assert_eq!((&list["ttlMs"], &list["cacheScope"]), (&json!(0), &json!("private")));
}

#[test]
fn lines_that_are_no_messages_are_answered_and_the_next_one_is_served() {
    let mut server = Piped::start();
    for (line, code) in [
        ("{\"jsonrpc\": \"2.0\", ", -32700),
        ("hello", -32700),
        ("\u{0}\u{1}", -32700),
        ("[]", -32600),
        ("{}", -32600),
        ("{\"jsonrpc\": \"1.0\", \"id\": 3, \"method\": \"ping\"}", -32600),
    ] {
        server.write(format!("{line}\n").as_bytes());
        assert_eq!(server.hear().unwrap()["error"]["code"], code, "{line}");
    }
    server.write(b"\n\r\n   \n\xff\xfe\n");
    assert_eq!(server.hear().unwrap()["error"]["code"], -32700);
    assert!(server.ask(&initialize("2025-11-25"))["result"].is_object());
    server.write(b"{oops\n");
    assert_eq!(server.hear().unwrap()["error"]["code"], -32700);
    assert!(server.ask(&request(5, "ping", json!({})))["result"].is_object());
}

#[test]
fn notifications_before_the_greeting_are_ignored() {
    let mut server = Piped::start();
    server.tell(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
    let cancelled = json!({ "requestId": 9 });
    server.tell(
        &json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": cancelled }),
    );
    assert!(server.ask(&request(1, "ping", json!({})))["result"].is_object());
    assert!(server.ask(&initialize("2025-06-18"))["result"].is_object());
}

#[test]
fn a_message_of_ten_megabytes_is_the_limit() {
    let mut server = Piped::greeted();
    let text = "x".repeat(10 << 20);
    server.tell(&call(1, "memory_save", json!({ "text": text })));
    let error = &server.hear().unwrap()["error"];
    assert_eq!(error["code"], -32600);
    let text = "x".repeat(9 << 20);
    let saved = server.call("memory_save", json!({ "text": text }));
    assert_eq!(saved["isError"], false);
}

#[test]
fn the_server_ends_when_its_client_does() {
    let (heard, status) = Piped::start().hang_up();
    assert!(heard.is_empty() && status.success());
    let (heard, status) = Piped::greeted().hang_up();
    assert!(heard.is_empty() && status.success());
}

#[test]
fn what_was_asked_before_the_end_is_answered_even_without_a_last_line_break() {
    let mut server = Piped::greeted();
    server.tell(&call(1, "memory_recent", json!({})));
    server.write(call(2, "memory_recent", json!({})).to_string().as_bytes());
    let (heard, status) = server.hang_up();
    let mut ids: Vec<_> = heard.iter().map(|it| it["id"].as_i64().unwrap()).collect();
    ids.sort_unstable();
    assert_eq!(ids, [1, 2]);
    assert!(status.success());
}

#[test]
fn many_calls_at_once_are_all_answered() {
    let mut server = Piped::greeted();
    for id in 1..=200 {
        server.tell(&call(id, "memory_search", json!({ "query": "auth bug" })));
    }
    let mut ids: Vec<_> =
        (0..200).map(|_| server.hear().unwrap()["id"].as_i64().unwrap()).collect();
    ids.sort_unstable();
    assert!(ids.into_iter().eq(1..=200));
}

#[test]
fn progress_is_told_to_those_who_asked_and_before_the_result() {
    let mut server = Piped::greeted();
    let mut params = json!({ "name": "memory_search", "arguments": { "query": "slow" } });
    let (_, before) = server.ask_noting(&request(1, "tools/call", params.clone()));
    assert!(before.is_empty());
    params["_meta"] = json!({ "progressToken": "p" });
    let (result, before) = server.ask_noting(&request(2, "tools/call", params));
    assert_eq!(result["result"]["isError"], false);
    let steps: Vec<_> =
        before.iter().map(|it| it["params"]["progress"].as_f64().unwrap()).collect();
    assert_eq!(steps.len(), 100);
    assert!(steps.is_sorted() && steps.last() == Some(&1000.0));
    assert!(before.iter().all(|it| it["params"]["progressToken"] == "p"));
}

#[test]
fn what_can_wait_is_done_behind_the_answer() {
    let mut server = Piped::greeted();
    let answer = server.ask(&call(7, "memory_search", json!({ "query": "linger" })));
    assert_eq!(answer["result"]["isError"], false, "{answer}");
    assert!(server.hang_up().1.success(), "whoever leaves is not kept");
}

#[test]
fn a_cancelled_call_leaves_the_server_usable() {
    let mut server = Piped::greeted();
    server.tell(&call(1, "memory_search", json!({ "query": "slow" })));
    let params = json!({ "requestId": 1, "reason": "the user pressed escape" });
    server
        .tell(&json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": params }));
    assert_eq!(server.ask(&call(2, "memory_recent", json!({})))["result"]["isError"], false);
}

#[test]
fn unknown_methods_and_malformed_parameters_are_told_apart() {
    let mut server = Piped::greeted();
    for (method, params, code) in [
        ("memory/search", json!({}), -32601),
        ("tools/call", json!({}), -32602),
        ("tools/call", json!({ "name": "memory_dream" }), -32602),
        ("resources/read", json!({}), -32602),
        ("resources/list", json!({ "cursor": "seventeen" }), -32602),
        ("resources/read", json!({ "uri": "palimp://note/none.md" }), -32002),
        ("resources/read", json!({ "uri": "file:///etc/passwd" }), -32002),
        ("prompts/list", json!({}), -32601),
        ("prompts/get", json!({ "name": "x" }), -32601),
    ] {
        let error = &server.ask(&request(1, method, params))["error"];
        assert_eq!(error["code"], code, "{method}: {error}");
    }
}
