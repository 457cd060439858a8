//! What a tracing system is told.

use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::sync::mpsc;
use std::time::Duration;

use palimp_hub_api::HubSearchRequest;

use crate::lab::Lab;
use crate::node::Node;

/// A tracing system: where it listens, and what it is sent.
fn collector() -> (String, mpsc::Receiver<Vec<u8>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let (tell, told) = mpsc::channel();
    std::thread::spawn(move || {
        while let Ok((mut stream, _)) = listener.accept() {
            stream.set_read_timeout(Some(Duration::from_millis(500))).unwrap();
            let (mut all, mut some) = (Vec::new(), [0; 4_096]);
            while let Ok(length @ 1..) = stream.read(&mut some) {
                all.extend(&some[..length]);
            }
            let _ = stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n");
            if tell.send(all).is_err() {
                return;
            }
        }
    });
    (address, told)
}

#[test]
fn a_trace_says_which_route_and_when_and_nothing_of_what_was_asked() {
    let Some(lab) = Lab::new() else { return };
    let owner = lab.org("acme");
    let (address, told) = collector();
    let variables =
        [("OTEL_EXPORTER_OTLP_ENDPOINT", address.as_str()), ("OTEL_BSP_SCHEDULE_DELAY", "100")];
    let node = Node::start_in(&lab, &[], &variables);
    let asked = HubSearchRequest { query: "zebra-gate".to_owned(), ..HubSearchRequest::default() };
    let body = serde_json::to_vec(&asked).unwrap();
    let trace = "4bf92f3577b34da6a3ce929d0e0e4736";
    let answer = ureq::post(format!("{}/v1/search", node.url))
        .header("authorization", &format!("Bearer {}", owner.token))
        .header("traceparent", &format!("00-{trace}-00f067aa0ba902b7-01"))
        .send(&body[..])
        .unwrap();
    assert_eq!(answer.status().as_u16(), 200);
    let sent = told.recv_timeout(Duration::from_secs(20)).expect("it is told");
    let holds = |bytes: &[u8]| sent.windows(bytes.len()).any(|part| part == bytes);
    assert!(holds(b"POST /v1/traces") && holds(b"palimp-hub") && holds(b"http.route"));
    let id: Vec<u8> =
        (0..16).map(|at| u8::from_str_radix(&trace[at * 2..at * 2 + 2], 16).unwrap()).collect();
    assert!(holds(&id), "it belongs to the trace of who asked");
    for secret in [&b"zebra"[..], owner.token.as_bytes(), b"acme"] {
        assert!(!holds(secret), "{}", String::from_utf8_lossy(secret));
    }
}
