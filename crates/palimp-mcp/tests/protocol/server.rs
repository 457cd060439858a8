//! Servers to talk to: the fixture as a process, and one in this process behind HTTP.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::time::Duration;

use palimp_mcp::HttpServer;
use serde_json::{Value, json};

use crate::support::Shelf;

/// What HTTP clients must know.
pub(crate) const TOKEN: &str = "a-token-for-tests-alone";

/// The fixture server, which `cargo test` builds beside the tests.
fn fixture() -> PathBuf {
    let tests = std::env::current_exe().unwrap();
    let built = tests.ancestors().nth(2).unwrap().join("examples").join("fixture");
    let path = built.with_extension(std::env::consts::EXE_EXTENSION);
    assert!(path.exists(), "{} is missing: `cargo build --examples` makes it", path.display());
    path
}

/// A server at the other end of two pipes.
pub(crate) struct Piped {
    child: Child,
    to: Option<ChildStdin>,
    from: BufReader<ChildStdout>,
}

impl Piped {
    pub(crate) fn start() -> Piped {
        let mut child = Command::new(fixture())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .env_clear()
            .spawn()
            .unwrap();
        let (to, from) = (child.stdin.take(), BufReader::new(child.stdout.take().unwrap()));
        Piped { child, to, from }
    }

    /// A server that has been greeted.
    pub(crate) fn greeted() -> Piped {
        let mut server = Piped::start();
        server.ask(&initialize("2025-11-25"));
        server.tell(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        server
    }

    pub(crate) fn write(&mut self, bytes: &[u8]) {
        let to = self.to.as_mut().unwrap();
        to.write_all(bytes).and_then(|()| to.flush()).unwrap();
    }

    pub(crate) fn tell(&mut self, message: &Value) {
        self.write(format!("{message}\n").as_bytes());
    }

    /// The next message, or `None` when the server has closed its end.
    pub(crate) fn hear(&mut self) -> Option<Value> {
        let mut line = String::new();
        let read = self.from.read_line(&mut line).unwrap();
        (read > 0).then(|| serde_json::from_str(&line).unwrap())
    }

    /// Sends a request and returns its response, and what came before it.
    pub(crate) fn ask_noting(&mut self, request: &Value) -> (Value, Vec<Value>) {
        self.tell(request);
        let mut before = Vec::new();
        loop {
            let heard = self.hear().expect("an answer");
            if heard["id"] == request["id"] {
                return (heard, before);
            }
            before.push(heard);
        }
    }

    pub(crate) fn ask(&mut self, request: &Value) -> Value {
        self.ask_noting(request).0
    }

    pub(crate) fn call(&mut self, tool: &str, arguments: Value) -> Value {
        self.ask(&call(1, tool, arguments))["result"].take()
    }

    /// Closes the pipe to the server and waits for it to end.
    pub(crate) fn hang_up(mut self) -> (Vec<Value>, ExitStatus) {
        drop(self.to.take());
        let heard = std::iter::from_fn(|| self.hear()).collect();
        (heard, self.child.wait().unwrap())
    }
}

impl Drop for Piped {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub(crate) fn initialize(version: &str) -> Value {
    let client = json!({ "name": "test", "version": "1" });
    let params = json!({ "protocolVersion": version, "capabilities": {}, "clientInfo": client });
    json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params })
}

pub(crate) fn request(id: i64, method: &str, params: Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })
}

pub(crate) fn call(id: i64, tool: &str, arguments: Value) -> Value {
    request(id, "tools/call", json!({ "name": tool, "arguments": arguments }))
}

/// Serves a memory over HTTP from a thread that lives as long as the tests.
pub(crate) fn serve() -> SocketAddr {
    serve_with_patience(Duration::from_secs(30))
}

/// The same with a patience of its own.
pub(crate) fn serve_with_patience(patience: Duration) -> SocketAddr {
    let server = HttpServer::bind("127.0.0.1:0".parse().unwrap(), TOKEN).unwrap();
    let server = server.with_patience(patience);
    let address = server.address();
    std::thread::spawn(move || server.serve(Shelf::with_many(250)));
    address
}

/// What an HTTP server answered.
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Reply {
    /// The messages in the body, whether they came as JSON or as a stream of events.
    pub(crate) fn messages(&self) -> Vec<Value> {
        if self.head.to_lowercase().contains("content-type: text/event-stream") {
            let data = self.body.lines().filter_map(|line| line.strip_prefix("data:"));
            data.filter_map(|it| serde_json::from_str(it.trim()).ok()).collect()
        } else {
            serde_json::from_str(&self.body).into_iter().collect()
        }
    }
}

/// Sends one request over a connection of its own.
pub(crate) fn send(to: SocketAddr, method: &str, headers: &[(&str, &str)], body: &str) -> Reply {
    let mut stream = TcpStream::connect(to).unwrap();
    let mut head = format!("{method} /mcp HTTP/1.1\r\nConnection: close\r\n");
    for (name, value) in headers {
        head += &format!("{name}: {value}\r\n");
    }
    // A server may refuse a body before all of it was sent.
    let _ =
        stream.write_all(format!("{head}Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes());
    let mut reply = Vec::new();
    let _ = stream.read_to_end(&mut reply);
    let reply = String::from_utf8(reply).unwrap();
    let (head, body) =
        reply.split_once("\r\n\r\n").unwrap_or_else(|| panic!("no reply: {reply:?}"));
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    let chunked = head.to_lowercase().contains("transfer-encoding: chunked");
    let body = if chunked { join_chunks(body) } else { body.to_owned() };
    Reply { status, head: head.to_owned(), body }
}

fn join_chunks(mut rest: &str) -> String {
    let mut body = String::new();
    while let Some((size, after)) = rest.split_once("\r\n") {
        let size = usize::from_str_radix(size.trim(), 16).unwrap();
        body += &after[..size];
        rest = after[size..].trim_start_matches("\r\n");
    }
    body
}

/// Sends a message as a client of the handshake's time does.
pub(crate) fn post(to: SocketAddr, message: &Value) -> Reply {
    let (host, bearer) = (to.to_string(), format!("Bearer {TOKEN}"));
    let headers = [
        ("Host", host.as_str()),
        ("Authorization", &bearer),
        ("Content-Type", "application/json"),
        ("Accept", "application/json, text/event-stream"),
    ];
    send(to, "POST", &headers, &message.to_string())
}
