//! How a server ends.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Command, Stdio};
use std::sync::Arc;

use palimp_serve::routing::get;
use rustix::process::{Pid, Signal, kill_process};
use tokio::sync::{Notify, mpsc};

use crate::support::{KNOWN, Reply, Served, bearer};

/// A request that a handler is at, which waits to be told to go on.
fn under_way(server: &Served, begun: &mut mpsc::Receiver<()>) -> TcpStream {
    let mut stream = server.connect();
    let head =
        format!("GET /waits HTTP/1.1\r\nHost: localhost\r\n{}: {}\r\n\r\n", KNOWN.0, KNOWN.1);
    stream.write_all(head.as_bytes()).unwrap();
    begun.blocking_recv().unwrap();
    stream
}

fn server_that_waits() -> (Served, mpsc::Receiver<()>, Arc<Notify>) {
    let (begin, begun) = mpsc::channel(1);
    let go_on = Arc::new(Notify::new());
    let told = Arc::clone(&go_on);
    let waits = async move || {
        begin.send(()).await.unwrap();
        told.notified().await;
        "done"
    };
    let server = Served::with(bearer(), |router| router.route("/waits", get(waits)));
    (server, begun, go_on)
}

#[test]
fn an_answer_that_is_under_way_comes_and_then_the_server_is_gone() {
    let (mut server, mut begun, go_on) = server_that_waits();
    let mut idle = server.connect();
    let answered = under_way(&server, &mut begun);
    server.end();
    // Whoever only waits is hung up on: so it is known that the server is ending.
    assert_eq!(idle.read(&mut [0]).unwrap_or(0), 0);
    go_on.notify_one();
    let reply = Reply::from(answered);
    assert_eq!((reply.status, reply.body.as_str()), (200, "done"));
    server.wait();
    assert!(TcpStream::connect(server.address).is_err());
}

#[test]
fn an_answer_that_never_comes_is_not_waited_for() {
    let (mut server, mut begun, _) = server_that_waits();
    let stream = under_way(&server, &mut begun);
    server.end();
    server.wait();
    assert_eq!(Reply::from(stream).status, 0);
}

#[test]
fn ctrl_c_and_who_stops_services_end_it_well() {
    let tests = std::env::current_exe().unwrap();
    let page = tests.ancestors().nth(2).unwrap().join("examples/page");
    for signal in [Signal::INT, Signal::TERM] {
        let mut server = Command::new(&page).stdout(Stdio::piped()).env_clear().spawn().unwrap();
        let mut address = String::new();
        BufReader::new(server.stdout.as_mut().unwrap()).read_line(&mut address).unwrap();
        let (host, path) = address["http://".len()..].trim().split_once('/').unwrap();
        let mut stream = TcpStream::connect(host).unwrap();
        write!(stream, "GET /{path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")
            .unwrap();
        // An answer tells that the server runs, and so that it listens to signals.
        assert_eq!(Reply::from(stream).status, 303);
        kill_process(Pid::from_child(&server), signal).unwrap();
        assert_eq!(server.wait().unwrap().code(), Some(0), "{signal:?}");
    }
}
