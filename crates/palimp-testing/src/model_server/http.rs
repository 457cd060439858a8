//! A minimal HTTP server side: reads requests, sends replies.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;

use serde_json::Value;

use super::{ModelReply, ReplyEnd, ServedRequest, ServerStep, ServiceExchange, forms};

/// The body of an answer that comes at once.
pub(crate) struct ReplyBody {
    pub(crate) content_type: String,
    pub(crate) bytes: Vec<u8>,
}

impl ReplyBody {
    pub(crate) fn from_json(body: &Value) -> ReplyBody {
        ReplyBody {
            content_type: "application/json".to_owned(),
            bytes: body.to_string().into_bytes(),
        }
    }
}

/// The request, if a whole one comes.
pub(crate) fn read_request(stream: &TcpStream) -> Option<ServedRequest> {
    stream.set_nodelay(true).ok()?;
    let mut reader = BufReader::new(stream);
    let first = read_line(&mut reader)?;
    let mut headers = Vec::new();
    while let Some((name, value)) = read_line(&mut reader)?.split_once(':') {
        headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
    }
    let length = headers.iter().find(|(name, _)| name == "content-length");
    let length: usize = length.and_then(|(_, value)| value.parse().ok()).unwrap_or(0);
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    let path = first.split(' ').nth(1)?.to_owned();
    let text = String::from_utf8_lossy(&body).into_owned();
    Some(ServedRequest {
        path,
        headers,
        body: serde_json::from_slice(&body).unwrap_or_default(),
        text,
    })
}

fn read_line(reader: &mut impl BufRead) -> Option<String> {
    let mut line = String::new();
    reader.read_line(&mut line).ok().filter(|length| *length > 0)?;
    Some(line.trim_end().to_owned())
}

/// Sends an answer at once.
pub(crate) fn send_body(
    stream: &TcpStream,
    step: &ServerStep,
    status: u16,
    body: &ReplyBody,
) -> io::Result<()> {
    let length = format!("content-length: {}\r\n", body.bytes.len());
    write_head(stream, step, status, &body.content_type, &length)?;
    let mut stream = stream;
    stream.write_all(&body.bytes)
}

/// Answers with words, in the form of the service that was asked.
pub(crate) fn send_reply(
    stream: &TcpStream,
    step: &ServerStep,
    saying: &ModelReply,
    exchange: &ServiceExchange,
) -> io::Result<()> {
    if !exchange.service.wants_stream(exchange.asked) {
        let body = exchange.service.whole_reply(exchange.asked, saying);
        return send_body(stream, step, 200, &ReplyBody::from_json(&body));
    }
    let pieces = forms::stream_pieces(exchange, saying);
    let kind = exchange.service.content_type();
    write_head(stream, step, 200, kind, "transfer-encoding: chunked\r\n")?;
    let second = exchange.service.before_words() + 1;
    for (at, piece) in cut_pieces(pieces, step).iter().enumerate() {
        if let Some(gate) = step.gate.as_ref().filter(|_| at == second) {
            gate.wait();
        }
        write_chunk(stream, piece)?;
    }
    match saying.end {
        ReplyEnd::Proper | ReplyEnd::Error { .. } => write_chunk(stream, b""),
        ReplyEnd::HangUp => Ok(()),
        ReplyEnd::Silence | ReplyEnd::Open => wait_for_close(stream),
    }
}

fn cut_pieces(pieces: Vec<String>, step: &ServerStep) -> Vec<Vec<u8>> {
    let end = if step.crlf { "\r\n" } else { "\n" };
    let pieces = pieces.into_iter().map(|piece| piece.replace('\n', end).into_bytes());
    match step.bytes {
        None => pieces.collect(),
        Some(bytes) => {
            pieces.flatten().collect::<Vec<u8>>().chunks(bytes).map(<[u8]>::to_vec).collect()
        }
    }
}

fn write_head(
    mut stream: &TcpStream,
    step: &ServerStep,
    status: u16,
    content_type: &str,
    length: &str,
) -> io::Result<()> {
    let mut head = format!("HTTP/1.1 {status} X\r\ncontent-type: {content_type}\r\n{length}");
    for (name, value) in &step.headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    head.push_str("connection: close\r\n\r\n");
    stream.write_all(head.as_bytes())
}

fn write_chunk(mut stream: &TcpStream, bytes: &[u8]) -> io::Result<()> {
    let mut chunk = format!("{:x}\r\n", bytes.len()).into_bytes();
    chunk.extend_from_slice(bytes);
    chunk.extend_from_slice(b"\r\n");
    stream.write_all(&chunk)
}

/// Keeps the connection until the other side has closed it.
pub(crate) fn wait_for_close(mut stream: &TcpStream) -> io::Result<()> {
    io::copy(&mut stream, &mut io::sink()).map(drop)
}
