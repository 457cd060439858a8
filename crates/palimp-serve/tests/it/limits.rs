//! Too much, too slow, too many, and nonsense.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use palimp_serve::ServePolicy;

use crate::support::{KNOWN, Reply, Served, TOKEN, bearer};

/// A server that reads bodies of a hundred bytes and heads of ten thousand, and waits `patience`.
fn small(patience: Duration) -> Served {
    let mut policy: ServePolicy = bearer();
    policy.limits.head = 10_000;
    policy.limits.body = 100;
    policy.limits.patience = patience;
    Served::under(policy)
}

#[test]
fn what_is_too_long_is_refused() {
    let server = small(Duration::from_secs(30));
    let body = |length: usize| server.send("POST", "/", &[KNOWN], &"x".repeat(length)).status;
    assert_eq!((body(100), body(101), body(1 << 20)), (200, 413, 413));
    let chunk = format!("32\r\n{}\r\n", "x".repeat(50));
    let chunked = |chunks: usize| {
        let head = format!("POST / HTTP/1.1\r\nHost: localhost\r\n{}: {}\r\n", KNOWN.0, KNOWN.1);
        let body = chunk.repeat(chunks);
        let close = "Connection: close\r\nTransfer-Encoding: chunked";
        server.write(format!("{head}{close}\r\n\r\n{body}0\r\n\r\n").as_bytes()).status
    };
    assert_eq!((chunked(2), chunked(3)), (200, 413));
    let head = |length: usize| server.ask("GET", "/", &[KNOWN, ("X", &"x".repeat(length))]).status;
    assert_eq!((head(9_000), head(50_000)), (200, 431));
    let many: Vec<_> = (0..200).map(|_| ("A", "b")).collect();
    assert_eq!(server.ask("GET", "/", &many).status, 431);
    assert_eq!(server.handled(), 3);
}

#[test]
fn a_body_that_is_cut_off_or_never_comes_reaches_no_handler() {
    let server = small(Duration::from_millis(50));
    let head = format!(
        "POST / HTTP/1.1\r\nHost: localhost\r\n{}: {}\r\nContent-Length: 99\r\n\r\nx",
        KNOWN.0, KNOWN.1
    );
    let cut_off = server.write_no_more_than(head.as_bytes()).status;
    assert!(matches!(cut_off, 0 | 413), "{cut_off}");
    let mut stream = server.connect();
    stream.write_all(head.as_bytes()).unwrap();
    assert_eq!(Reply::from(stream).status, 408, "never there");
    let mut stream = server.connect();
    stream.write_all(b"POST / HTTP/1.1\r\nHost: local").unwrap();
    // Well before the half minute that the protocol's library waits by itself.
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    assert_eq!(stream.read(&mut [0]).unwrap(), 0, "hung up on");
    assert_eq!(server.handled(), 0);
}

#[test]
fn two_hundred_half_open_connections_do_not_starve_a_new_one() {
    let server = Served::to_programs();
    let begun = [
        String::new(),
        "GET".to_owned(),
        "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Le".to_owned(),
        "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{".to_owned(),
        format!(
            "POST / HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {TOKEN}\r\n\
             Content-Length: 9\r\n\r\n{{"
        ),
    ];
    let open = |kind: &str| {
        let mut stream = server.connect();
        // Who came too early is gone by now.
        let _ = stream.write_all(kind.as_bytes());
        stream
    };
    let first: Vec<TcpStream> = (0..50).map(|_| open(&begun[2])).collect();
    let others: Vec<TcpStream> =
        (0..200).map(|number| open(&begun[number % begun.len()])).collect();
    for _ in 0..5 {
        assert_eq!(server.ask("GET", "/", &[KNOWN]).status, 200);
    }
    for stream in first {
        assert_eq!(Reply::from(stream).status, 0, "the first made room");
    }
    drop(others);
}

#[test]
fn strangers_take_no_place_from_who_was_let_in() {
    let server = Served::to_programs();
    let mut known = server.connect();
    let mut ask = |close: &str| {
        let head = format!("GET / HTTP/1.1\r\nHost: localhost\r\n{}: {}\r\n", KNOWN.0, KNOWN.1);
        known.write_all(format!("{head}{close}\r\n").as_bytes()).unwrap();
        let mut status = [0; 12];
        known.read_exact(&mut status).unwrap();
        // The rest of the answer comes with it, and is read before the next one.
        let mut rest = [0; 4096];
        let _ = known.read(&mut rest).unwrap();
        String::from_utf8(status.to_vec()).unwrap()
    };
    assert_eq!(ask(""), "HTTP/1.1 200");
    let strangers: Vec<TcpStream> = (0..200).map(|_| server.connect()).collect();
    assert_eq!(server.ask("GET", "/", &[KNOWN]).status, 200);
    assert_eq!(ask("Connection: close\r\n"), "HTTP/1.1 200");
    drop(strangers);
}

#[test]
fn ten_thousand_malformed_requests_end_nothing() {
    let server = Served::to_programs();
    let pieces = [
        "GET / HTTP/1.1\r\n",
        "GET /\u{1} HTTP/1.1\r\n",
        "POST / HTTP/9.9\r\n",
        "PRI * HTTP/2.0\r\n",
        "Host: localhost\r\n",
        "Host: \0\r\n",
        "Host localhost\r\n",
        "Content-Length: -1\r\n",
        "Content-Length: 5\r\n",
        "Content-Length: 6\r\n",
        "Content-Length: 99999999999999999999\r\n",
        "Transfer-Encoding: chunked\r\n",
        "Transfer-Encoding: chunked, x\r\n",
        "Cookie: palimp\r\n",
        "Authorization: Bearer\r\n",
        "Origin: \u{7f}\r\n",
        ": \r\n",
        " folded\r\n",
        "\r\n",
        "\r\n\r\n",
        "\n",
        "zz\r\n",
        "ffffffffffffffffff\r\n",
        "\u{16}\u{3}\u{1}\u{2}",
        "안녕",
        "GET http://[::1 HTTP/1.1\r\n",
        "CONNECT evil.example:80 HTTP/1.1\r\n",
        "Expect: 100-continue\r\n",
        "Upgrade: websocket\r\n",
    ];
    // Numbers that look random and are the same every time.
    let mut state = 1_u64;
    let mut draw = |below: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    for _ in 0..10_000 {
        let drawn: String = (0..=draw(8)).map(|_| pieces[draw(pieces.len())]).collect();
        let reply = server.write_no_more_than(drawn.as_bytes());
        assert!(reply.status == 0 || reply.status >= 400, "{drawn:?}: {reply:?}");
    }
    assert_eq!(server.handled(), 0);
    assert_eq!(server.ask("GET", "/", &[KNOWN]).status, 200);
}

#[test]
fn a_handler_that_fails_takes_no_other_with_it() {
    use palimp_serve::routing::get;
    let fails = async || -> String { panic!("the test wants it") };
    let mut policy = bearer();
    policy.limits.connections = 2;
    let server = Served::with(policy, |router| router.route("/fails", get(fails)));
    for _ in 0..5 {
        assert_eq!(server.ask("GET", "/fails", &[KNOWN]).status, 0);
        assert_eq!(server.ask("GET", "/", &[KNOWN]).status, 200);
    }
}
