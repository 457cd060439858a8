//! What the real clients sent to a server, sent to this one.
//!
//! The tools that the clients called there have the names `mem_search` and `mem_save`; here they
//! are given this server's. Everything else is as it was.

use std::path::Path;

use serde_json::Value;

use crate::server::{Piped, TOKEN, send, serve};

/// The messages of every recording whose name holds `kind`.
fn recordings(kind: &str) -> Vec<(String, Vec<Value>)> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join("recordings");
    let paths = std::fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path());
    let mut found: Vec<_> = paths
        .filter(|path| path.file_name().unwrap().to_string_lossy().contains(kind))
        .map(|path| {
            let text = std::fs::read_to_string(&path).unwrap().replace("\"mem_", "\"memory_");
            let lines = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
            (path.file_name().unwrap().to_string_lossy().into_owned(), lines)
        })
        .collect();
    found.sort_by(|a, b| a.0.cmp(&b.0));
    found
}

/// Whether an answer is what the client hoped for.
fn check(name: &str, request: &Value, answer: &Value) {
    let result = &answer["result"];
    assert!(result.is_object(), "{name}: {request} was answered by {answer}");
    match request["method"].as_str().unwrap() {
        "server/discover" => {
            assert!(result["capabilities"]["tools"].is_object(), "{name}");
            assert!(result["instructions"].is_string(), "{name}");
        }
        "initialize" => {
            assert_eq!(result["protocolVersion"], request["params"]["protocolVersion"], "{name}");
        }
        "tools/list" => assert_eq!(result["tools"].as_array().unwrap().len(), 5, "{name}"),
        "tools/call" => assert_eq!(result["isError"], false, "{name}: {result}"),
        _ => {}
    }
}

#[test]
fn the_clients_handshakes_and_calls_succeed_over_pipes() {
    let all = recordings("stdio");
    assert!(all.len() >= 8, "{}", all.len());
    for (name, messages) in all {
        let mut server = Piped::start();
        for message in messages {
            if message.get("id").is_some() {
                let answer = server.ask(&message);
                check(&name, &message, &answer);
            } else {
                server.tell(&message);
            }
        }
        assert!(server.hang_up().1.success(), "{name}");
    }
}

#[test]
fn the_clients_handshakes_and_calls_succeed_over_http() {
    let all = recordings("http");
    assert!(all.len() >= 6, "{}", all.len());
    let server = serve();
    let (host, bearer) = (server.to_string(), format!("Bearer {TOKEN}"));
    for (name, requests) in all {
        for request in requests {
            let body = &request["body"];
            let text = if body.is_null() { String::new() } else { body.to_string() };
            let kept = request["headers"].as_object().unwrap().iter().filter(|(name, _)| {
                let name = name.to_lowercase();
                !matches!(name.as_str(), "host" | "content-length" | "connection")
            });
            let kept: Vec<_> = kept
                .map(|(name, value)| (name.clone(), value.as_str().unwrap().to_owned()))
                .collect();
            let mut headers: Vec<_> = kept.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
            headers.extend([("Host", host.as_str()), ("Authorization", bearer.as_str())]);
            let method = request["method"].as_str().unwrap();
            let reply = send(server, method, &headers, &text);
            match (method, body.get("id")) {
                ("POST", Some(_)) => {
                    assert_eq!(reply.status, 200, "{name}: {body}: {}", reply.body);
                    check(&name, body, reply.messages().last().unwrap());
                }
                ("POST", None) => assert_eq!(reply.status, 202, "{name}: {body}"),
                _ => assert_eq!(reply.status, 405, "{name}: {method}"),
            }
        }
    }
}
