//! A server on loopback that answers as it is told and keeps what it was asked.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

use serde_json::{Value, json};

/// A request as it came.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    pub(crate) path: String,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: String,
}

impl Request {
    /// The value of a header, by its name in small letters.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).expect("the body is JSON")
    }
}

/// What a server does with a request.
pub(crate) enum Answer {
    Send {
        status: u16,
        headers: Vec<(&'static str, String)>,
        body: Vec<u8>,
    },
    /// Closes the connection without a word.
    HangUp,
    /// Keeps the connection and says nothing.
    Silence,
}

impl Answer {
    pub(crate) fn json(status: u16, body: &Value) -> Answer {
        Answer::text(status, &body.to_string())
    }

    pub(crate) fn text(status: u16, body: &str) -> Answer {
        Answer::Send { status, headers: Vec::new(), body: body.as_bytes().to_vec() }
    }

    pub(crate) fn with(mut self, name: &'static str, value: &str) -> Answer {
        if let Answer::Send { headers, .. } = &mut self {
            headers.push((name, value.to_owned()));
        }
        self
    }
}

/// A server that lives until the test does not.
pub(crate) struct Server {
    pub(crate) url: String,
    requests: Arc<Mutex<Vec<Request>>>,
}

impl Server {
    /// Answers each request with what `answer` makes of its number, from 0, and of itself.
    pub(crate) fn new(answer: impl Fn(usize, &Request) -> Answer + Send + 'static) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port on loopback");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let requests = Arc::new(Mutex::new(Vec::new()));
        let seen = Arc::clone(&requests);
        thread::spawn(move || {
            let mut silent = Vec::new();
            for stream in listener.incoming().flatten() {
                let request = read(&stream);
                let number = {
                    let mut seen = seen.lock().unwrap();
                    seen.push(request.clone());
                    seen.len() - 1
                };
                match answer(number, &request) {
                    Answer::Send { status, headers, body } => {
                        send(&stream, status, &headers, &body)
                    }
                    Answer::HangUp => drop(stream),
                    Answer::Silence => silent.push(stream),
                }
            }
        });
        Server { url, requests }
    }

    /// One that gives the same answer to everything.
    pub(crate) fn always(status: u16, body: &'static str) -> Server {
        Server::new(move |_, _| Answer::text(status, body))
    }

    /// What came so far.
    pub(crate) fn requests(&self) -> Vec<Request> {
        self.requests.lock().unwrap().clone()
    }
}

fn read(stream: &TcpStream) -> Request {
    let mut reader = BufReader::new(stream);
    let mut line = || {
        let mut line = String::new();
        reader.read_line(&mut line).expect("a line");
        line.trim_end().to_owned()
    };
    let first = line();
    let mut headers = Vec::new();
    loop {
        let line = line();
        let Some((name, value)) = line.split_once(':') else { break };
        headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
    }
    let length = headers.iter().find(|(name, _)| name == "content-length");
    let length = length.and_then(|(_, value)| value.parse().ok()).unwrap_or(0);
    let mut body = vec![0; length];
    reader.read_exact(&mut body).expect("the whole body");
    let path = first.split(' ').nth(1).unwrap_or_default().to_owned();
    Request { path, headers, body: String::from_utf8(body).expect("a body of text") }
}

fn send(mut stream: &TcpStream, status: u16, headers: &[(&str, String)], body: &[u8]) {
    let mut head = format!("HTTP/1.1 {status} X\r\ncontent-length: {}\r\n", body.len());
    for (name, value) in headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    head.push_str("connection: close\r\n\r\n");
    // Who asked may have hung up.
    let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body));
}

/// The answer of OpenAI's kind to a request: for each text a vector that points where the text's
/// length says.
pub(crate) fn openai_vectors(request: &Request) -> Answer {
    let request = request.json();
    let input = request["input"].as_array().expect("a list of texts").clone();
    let vector = |text: &Value| [3 * text.as_str().expect("a text").len(), 4];
    let data = input.iter().enumerate();
    let data: Vec<Value> =
        data.map(|(index, text)| json!({ "index": index, "embedding": vector(text) })).collect();
    Answer::json(200, &json!({ "object": "list", "data": data }))
}
