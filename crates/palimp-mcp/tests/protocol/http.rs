//! Over loopback HTTP.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use palimp_mcp::{HttpServer, ServeError};
use serde_json::json;

use crate::server::{TOKEN, call, initialize, post, request, send, serve, serve_with_patience};

/// How long an answer may take that must come.
const PATIENCE: Duration = Duration::from_secs(60);

#[test]
fn only_loopback_is_listened_on_and_only_with_a_real_token() {
    for address in ["0.0.0.0:0", "192.0.2.1:0", "[::]:0"] {
        let error = HttpServer::bind(address.parse().unwrap(), TOKEN).unwrap_err();
        assert!(matches!(error, ServeError::NotLoopback(_)), "{error}");
    }
    let error = HttpServer::bind("127.0.0.1:0".parse().unwrap(), "short").unwrap_err();
    assert!(matches!(error, ServeError::WeakToken), "{error}");
    let taken = HttpServer::bind("127.0.0.1:0".parse().unwrap(), TOKEN).unwrap();
    let error = HttpServer::bind(taken.address(), TOKEN).unwrap_err();
    assert!(error.to_string().contains("try another port"), "{error}");
    assert!(taken.url().ends_with("/mcp"));
}

#[test]
fn who_does_not_know_the_token_is_refused() {
    let server = serve();
    let body = initialize("2025-11-25").to_string();
    let host = server.to_string();
    let usual = [
        ("Host", host.as_str()),
        ("Content-Type", "application/json"),
        ("Accept", "application/json, text/event-stream"),
    ];
    let longer = format!("Bearer {TOKEN}x");
    let shorter = format!("Bearer {}", &TOKEN[1..]);
    let basic = format!("Basic {TOKEN}");
    for wrong in ["", "Bearer", "Bearer ", TOKEN, &longer, &shorter, &basic] {
        let headers = [&usual[..], &[("Authorization", wrong)]].concat();
        let reply = send(server, "POST", &headers, &body);
        assert_eq!(reply.status, 401, "{wrong:?}");
        assert!(reply.head.to_lowercase().contains("www-authenticate: bearer"));
        assert!(!reply.body.contains(TOKEN));
    }
    assert_eq!(send(server, "POST", &usual, &body).status, 401);
    assert_eq!(send(server, "OPTIONS", &usual, "").status, 401);
    let right = format!("bearer {TOKEN}");
    let headers = [&usual[..], &[("Authorization", right.as_str())]].concat();
    assert_eq!(send(server, "POST", &headers, &body).status, 200);
}

#[test]
fn a_page_elsewhere_is_refused_even_with_the_token() {
    let server = serve();
    let bearer = format!("Bearer {TOKEN}");
    let body = initialize("2025-11-25").to_string();
    let status = |host: &str, origin: Option<&str>| {
        let mut headers = vec![
            ("Host", host),
            ("Authorization", bearer.as_str()),
            ("Content-Type", "application/json"),
            ("Accept", "application/json, text/event-stream"),
        ];
        headers.extend(origin.map(|origin| ("Origin", origin)));
        send(server, "POST", &headers, &body).status
    };
    let port = server.port();
    for host in ["localhost", "127.0.0.1", "[::1]"] {
        assert_eq!(status(&format!("{host}:{port}"), None), 200, "{host}");
        assert_eq!(status(host, Some(&format!("http://{host}:{port}"))), 200, "{host}");
    }
    for host in
        ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example:80", "192.168.0.1"]
    {
        assert_eq!(status(host, None), 403, "{host}");
    }
    for origin in ["http://evil.example", "https://localhost.evil.example", "null", "file://"] {
        assert_eq!(status("localhost", Some(origin)), 403, "{origin}");
    }
}

#[test]
fn the_server_keeps_no_session() {
    let server = serve();
    let reply = post(server, &initialize("2025-06-18"));
    assert_eq!(reply.messages()[0]["result"]["protocolVersion"], "2025-06-18");
    assert!(!reply.head.to_lowercase().contains("mcp-session-id"));
    // A client that was greeted by a server that is gone goes on as if nothing had happened.
    let reply = post(server, &call(7, "memory_recent", json!({})));
    assert_eq!(reply.messages()[0]["result"]["isError"], false);
    let accepted = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    assert_eq!(post(server, &accepted).status, 202);
}

#[test]
fn the_list_of_notes_comes_in_pages() {
    let server = serve();
    let mut paths = Vec::new();
    let mut cursor = json!({});
    for expected in [100, 100, 53] {
        let reply = post(server, &request(1, "resources/list", cursor));
        let result = reply.messages()[0]["result"].take();
        let resources = result["resources"].as_array().unwrap();
        assert_eq!(resources.len(), expected);
        paths.extend(resources.iter().map(|it| it["name"].as_str().unwrap().to_owned()));
        cursor = json!({ "cursor": result["nextCursor"] });
    }
    assert_eq!(cursor, json!({ "cursor": null }));
    paths.dedup();
    assert_eq!(paths.len(), 253);
}

#[test]
fn progress_comes_as_events_before_the_result() {
    let server = serve();
    let arguments = json!({ "query": "slow" });
    let meta = json!({ "progressToken": 5 });
    let params = json!({ "name": "memory_search", "arguments": arguments, "_meta": meta });
    let messages = post(server, &request(1, "tools/call", params)).messages();
    assert_eq!(messages.len(), 101);
    assert_eq!(messages[100]["result"]["isError"], false);
}

#[test]
fn what_is_wrong_with_a_request_is_said_and_harms_no_other() {
    let server = serve();
    let bearer = format!("Bearer {TOKEN}");
    let headers = [
        ("Host", "localhost"),
        ("Authorization", bearer.as_str()),
        ("Content-Type", "application/json"),
        ("Accept", "application/json, text/event-stream"),
    ];
    let reply = send(server, "POST", &headers, "{oops");
    assert_eq!((reply.status, &reply.messages()[0]["error"]["code"]), (400, &json!(-32700)));
    assert_eq!(send(server, "GET", &headers, "").status, 405);
    assert_eq!(send(server, "PUT", &headers, "").status, 405);
    let large = call(1, "memory_save", json!({ "text": "x".repeat(11 << 20) })).to_string();
    assert_eq!(send(server, "POST", &headers, &large).status, 413);
    let plain = [&headers[..2], &[("Content-Type", "text/plain"), headers[3]]].concat();
    assert_eq!(send(server, "POST", &plain, "{}").status, 415);
    assert_eq!(post(server, &call(1, "memory_recent", json!({}))).status, 200);
}

#[test]
fn two_hundred_that_only_connect_starve_nobody() {
    let server = serve();
    let begun = [
        String::new(),
        "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Le".to_owned(),
        "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{".to_owned(),
        format!(
            "POST /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {TOKEN}\r\n\
             Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{{"
        ),
    ];
    let half_open = |kind: usize| {
        let mut stream = TcpStream::connect(server).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        // Who came too early is gone by now.
        let _ = stream.write_all(begun[kind % begun.len()].as_bytes());
        stream
    };
    let mut waiting: Vec<_> = (0..200).map(half_open).collect();
    for id in 0..3 {
        let reply = post(server, &call(id, "memory_recent", json!({})));
        assert_eq!(reply.messages()[0]["id"], id);
    }
    // The first connections made room for the last ones, except those with a known token, which may
    // stay.
    let strangers = waiting.iter_mut().enumerate().filter(|(kind, _)| kind % begun.len() != 3);
    for (_, stream) in strangers.take(75) {
        let ended = stream.read_to_end(&mut Vec::new()).map_err(|error| error.kind());
        assert!(matches!(ended, Ok(_) | Err(ErrorKind::ConnectionReset)), "{ended:?}");
    }
}

#[test]
fn a_body_that_never_comes_is_not_waited_for() {
    let server = serve_with_patience(Duration::from_millis(50));
    let mut stream = TcpStream::connect(server).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    let head = format!(
        "POST /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {TOKEN}\r\n\
         Content-Type: application/json\r\nContent-Length: 999\r\n\r\n{{"
    );
    stream.write_all(head.as_bytes()).unwrap();
    let mut reply = Vec::new();
    stream.read_to_end(&mut reply).unwrap();
    assert!(reply.starts_with(b"HTTP/1.1 408"), "{}", String::from_utf8_lossy(&reply));
}

#[test]
fn clients_that_vanish_leave_the_others_alone() {
    let server = serve();
    for _ in 0..20 {
        let mut stream = TcpStream::connect(server).unwrap();
        stream.write_all(b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Le").unwrap();
    }
    let mut silent = TcpStream::connect(server).unwrap();
    let threads: Vec<_> = (0..8)
        .map(|id| {
            std::thread::spawn(move || {
                let reply =
                    post(server, &call(id, "memory_search", json!({ "query": "auth bug" })));
                assert_eq!(reply.messages()[0]["id"], id);
            })
        })
        .collect();
    threads.into_iter().for_each(|it| it.join().unwrap());
    silent.write_all(b"nonsense\r\n\r\n").unwrap();
    let mut reply = String::new();
    silent.read_to_string(&mut reply).unwrap();
    assert!(reply.starts_with("HTTP/1.1 400"), "{reply}");
}
