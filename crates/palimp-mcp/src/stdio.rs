//! One message a line over two streams, as clients talk to a server that they start.
//!
//! Nothing that a client writes ends the server: a line that is no JSON, is no message, or is
//! too long is answered with an error and the next one is read.

use std::future::Future;
use std::io;
use std::time::Duration;

use rmcp::model::{
    ClientJsonRpcMessage, ClientRequest, ErrorData, GetMeta, JsonRpcMessage, ProtocolVersion,
    ServerJsonRpcMessage,
};
use rmcp::service::{RoleServer, RxJsonRpcMessage, ServerInitializeError, TxJsonRpcMessage};
use rmcp::transport::Transport;
use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::MAX_MESSAGE_BYTES;
use crate::memory::MemoryBackend;
use crate::server::McpServer;

/// Maximum number of messages that wait to be written.
const WRITE_QUEUE_MESSAGES: usize = 16;

/// Maximum time for answers under way after the client has closed its end.
const CLOSE_GRACE_PERIOD: Duration = Duration::from_secs(1);

/// Serves one client over `read` and `write` until either is closed.
pub(crate) async fn serve_streams<R, W>(
    memory: impl MemoryBackend,
    read: R,
    write: W,
) -> io::Result<()>
where
    R: AsyncRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    let closed = CancellationToken::new();
    let lines = LineTransport::new(read, write, closed.clone());
    let running = match rmcp::serve_server(McpServer::new(memory), lines).await {
        Ok(running) => running,
        Err(ServerInitializeError::ConnectionClosed(_)) => return Ok(()),
        Err(error) => return Err(io::Error::other(error)),
    };
    tokio::select! {
        done = running.waiting() => done.map(drop).map_err(io::Error::other),
        () = async { closed.cancelled().await; tokio::time::sleep(CLOSE_GRACE_PERIOD).await } => Ok(()),
    }
}

/// The transport.
struct LineTransport<R> {
    read: BufReader<R>,
    line: Vec<u8>,
    /// True if the rest of a line that is too long is still to come.
    skipping: bool,
    /// Answer to send before anything else is read.
    complaint: Option<Vec<u8>>,
    /// True if the client has initialised the protocol. Notifications before that mean nothing.
    begun: bool,
    out: Option<mpsc::Sender<Vec<u8>>>,
    writer: Option<JoinHandle<()>>,
    closed: CancellationToken,
}

/// Outcome of reading a line.
enum ReadOutcome {
    Line,
    TooLong,
    End,
}

impl<R: AsyncRead + Send + Unpin> LineTransport<R> {
    fn new<W>(read: R, write: W, closed: CancellationToken) -> LineTransport<R>
    where
        W: AsyncWrite + Send + Unpin + 'static,
    {
        let (out, queue) = mpsc::channel(WRITE_QUEUE_MESSAGES);
        LineTransport {
            read: BufReader::with_capacity(64 * 1024, read),
            line: Vec::new(),
            skipping: false,
            complaint: None,
            begun: false,
            out: Some(out),
            writer: Some(tokio::spawn(write_all(write, queue))),
            closed,
        }
    }

    /// Reads on until a line is whole. Loses nothing when it is dropped half-way.
    async fn read_line(&mut self) -> io::Result<ReadOutcome> {
        loop {
            let bytes = self.read.fill_buf().await?;
            if bytes.is_empty() {
                // A last line without a line break is a line.
                return Ok(if self.line.is_empty() || self.skipping {
                    ReadOutcome::End
                } else {
                    ReadOutcome::Line
                });
            }
            let end = bytes.iter().position(|&byte| byte == b'\n');
            let taken = end.map_or(bytes.len(), |end| end + 1);
            let too_long = self.line.len() + taken > MAX_MESSAGE_BYTES;
            if !self.skipping && !too_long {
                self.line.extend_from_slice(&bytes[..taken]);
            }
            self.read.consume(taken);
            let was_skipping = self.skipping;
            self.skipping = (was_skipping || too_long) && end.is_none();
            if too_long && !was_skipping {
                self.line = Vec::new();
                return Ok(ReadOutcome::TooLong);
            }
            if end.is_some() && !was_skipping {
                return Ok(ReadOutcome::Line);
            }
        }
    }

    /// Parses and clears the pending line; returns its message if it is for the server.
    fn parse_pending_line(&mut self) -> Option<ClientJsonRpcMessage> {
        let parsed = parse_message(&self.line);
        self.line.clear();
        match parsed {
            Ok(message) => message.filter(|message| self.is_due(message)),
            Err(complaint) => {
                self.queue_complaint(&complaint);
                None
            }
        }
    }

    /// True if a message may be handed on. Before the client has begun, the server below would take
    /// anything but a request for the end of the conversation.
    fn is_due(&mut self, message: &ClientJsonRpcMessage) -> bool {
        if let JsonRpcMessage::Request(request) = message {
            self.begun |= match &request.request {
                ClientRequest::InitializeRequest(_) => true,
                ClientRequest::DiscoverRequest(_) | ClientRequest::PingRequest(_) => false,
                other => other
                    .get_meta()
                    .missing_required_keys(&ProtocolVersion::V_2026_07_28)
                    .is_empty(),
            };
            return true;
        }
        self.begun
    }

    fn queue_complaint(&mut self, complaint: &ServerJsonRpcMessage) {
        self.complaint = encode_line(complaint).ok();
    }
}

impl<R: AsyncRead + Send + Unpin> Transport<RoleServer> for LineTransport<R> {
    type Error = io::Error;

    fn send(
        &mut self,
        item: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = io::Result<()>> + Send + 'static {
        let out = self.out.clone();
        async move {
            let line = encode_line(&item)?;
            let out = out.ok_or(io::ErrorKind::NotConnected)?;
            out.send(line).await.map_err(|_| io::ErrorKind::BrokenPipe.into())
        }
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        loop {
            let out = self.out.clone()?;
            if self.complaint.is_some() {
                let place = out.reserve().await.ok()?;
                if let Some(line) = self.complaint.take() {
                    place.send(line);
                }
                continue;
            }
            let read = tokio::select! {
                read = self.read_line() => read,
                // The client no longer reads answers.
                () = out.closed() => Ok(ReadOutcome::End),
            };
            match read {
                Ok(ReadOutcome::Line) => {
                    if let Some(message) = self.parse_pending_line() {
                        return Some(message);
                    }
                }
                Ok(ReadOutcome::TooLong) => {
                    let why =
                        format!("a message may be {MAX_MESSAGE_BYTES} bytes long at the most");
                    let error = ErrorData::invalid_request(why, None);
                    self.queue_complaint(&ServerJsonRpcMessage::error(error, None));
                }
                Ok(ReadOutcome::End) | Err(_) => {
                    self.closed.cancel();
                    return None;
                }
            }
        }
    }

    async fn close(&mut self) -> io::Result<()> {
        self.out = None;
        if let Some(writer) = self.writer.take() {
            let _ = writer.await;
        }
        Ok(())
    }
}

/// Writes the messages of the queue until it is closed or the client stops reading.
async fn write_all(mut write: impl AsyncWrite + Unpin, mut queue: mpsc::Receiver<Vec<u8>>) {
    while let Some(line) = queue.recv().await {
        let written = write.write_all(&line).await;
        if written.is_err() || queue.is_empty() && write.flush().await.is_err() {
            return;
        }
    }
}

fn encode_line(message: &ServerJsonRpcMessage) -> io::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(message)?;
    line.push(b'\n');
    Ok(line)
}

/// Parses the message on a line; `None` for an empty line. The error is an answer to the broken
/// request, as far as its id can be read.
fn parse_message(line: &[u8]) -> Result<Option<ClientJsonRpcMessage>, Box<ServerJsonRpcMessage>> {
    let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line).trim_ascii();
    if line.is_empty() {
        return Ok(None);
    }
    if let Ok(message) = serde_json::from_slice(line) {
        return Ok(Some(message));
    }
    let value: Value = serde_json::from_slice(line).map_err(|error| {
        let error = ErrorData::parse_error(format!("this is not JSON: {error}"), None);
        Box::new(ServerJsonRpcMessage::error(error, None))
    })?;
    let id = value.get("id").and_then(|id| serde_json::from_value(id.clone()).ok());
    let error = ErrorData::invalid_request("this is not a JSON-RPC request", None);
    Err(Box::new(ServerJsonRpcMessage::error(error, id)))
}
