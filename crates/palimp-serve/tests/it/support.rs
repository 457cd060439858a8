//! A server of a few routes, and a client that sends what it is told.

use std::future::pending;
use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use palimp_serve::http::Uri;
use palimp_serve::routing::{any, get};
use palimp_serve::{
    AccessControl, AccessToken, FormToken, Listener, Router, ServeError, ServePolicy, Sessions,
    serve,
};
use tokio::sync::oneshot;

/// What clients must know.
pub(crate) const TOKEN: &str = "a-token-for-tests-alone";

/// How long an answer may take that must come.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// A server in a thread, which ends with it.
pub(crate) struct Served {
    pub(crate) address: SocketAddr,
    handled: Arc<AtomicUsize>,
    end: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<Result<(), ServeError>>>,
}

impl Served {
    /// The usual routes for those who know [`TOKEN`].
    pub(crate) fn to_programs() -> Served {
        Served::under(bearer())
    }

    pub(crate) fn to_browsers(sessions: &Sessions) -> Served {
        Served::under(ServePolicy::local_only(AccessControl::Session(sessions.clone())))
    }

    pub(crate) fn under(policy: ServePolicy) -> Served {
        Served::with(policy, |router| router)
    }

    /// The usual routes and more.
    pub(crate) fn with(policy: ServePolicy, more: impl FnOnce(Router) -> Router) -> Served {
        let handled = Arc::new(AtomicUsize::new(0));
        let (listener, count) = (listen(), Arc::clone(&handled));
        let counted = async move |uri: Uri, body: String| {
            count.fetch_add(1, Ordering::SeqCst);
            format!("{} {body}", uri.path())
        };
        let router = Router::new()
            .route("/", get(counted.clone()).post(counted.clone()).put(counted.clone()))
            .route("/any", any(counted.clone()))
            .route("/form", get(async |form: FormToken| form.reveal().to_owned()))
            .nest(
                "/nest",
                Router::new().route("/in", get(counted.clone())).fallback(counted.clone()),
            )
            .fallback(counted);
        let (address, router) = (listener.address(), more(router));
        let (end, ended) = oneshot::channel();
        let until = async {
            if ended.await.is_err() {
                pending::<()>().await;
            }
        };
        let thread = std::thread::spawn(move || serve(listener, policy, router, until));
        Served { address, handled, end: Some(end), thread: Some(thread) }
    }

    /// How many requests came as far as a handler.
    pub(crate) fn handled(&self) -> usize {
        self.handled.load(Ordering::SeqCst)
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// One request over a connection of its own.
    pub(crate) fn ask(&self, method: &str, path: &str, headers: &[(&str, &str)]) -> Reply {
        self.send(method, path, headers, "")
    }

    pub(crate) fn send(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> Reply {
        let mut head = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
        if !headers.iter().any(|(name, _)| *name == "Host") {
            head += &format!("Host: {}\r\n", self.address);
        }
        for (name, value) in headers {
            head += &format!("{name}: {value}\r\n");
        }
        self.write(format!("{head}Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes())
    }

    /// Whatever is written, and what comes back until the server hangs up.
    pub(crate) fn write(&self, bytes: &[u8]) -> Reply {
        let mut stream = self.connect();
        // A server may refuse a request before all of it was sent.
        let _ = stream.write_all(bytes);
        Reply::from(stream)
    }

    /// The same of a client that says that it writes no more.
    pub(crate) fn write_no_more_than(&self, bytes: &[u8]) -> Reply {
        let mut stream = self.connect();
        let _ = stream.write_all(bytes).and_then(|()| stream.shutdown(Shutdown::Write));
        Reply::from(stream)
    }

    /// Asks the server to end.
    pub(crate) fn end(&mut self) {
        self.end.take().unwrap().send(()).unwrap();
    }

    /// Waits until it has.
    pub(crate) fn wait(&mut self) {
        self.thread.take().unwrap().join().unwrap().unwrap();
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        if let Some(end) = self.end.take() {
            let _ = end.send(());
        }
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// A policy for those who know [`TOKEN`].
pub(crate) fn bearer() -> ServePolicy {
    ServePolicy::local_only(AccessControl::Bearer(AccessToken::new(TOKEN).unwrap()))
}

pub(crate) fn listen() -> Listener {
    Listener::bind("127.0.0.1:0".parse().unwrap()).unwrap()
}

/// What programs send.
pub(crate) const KNOWN: (&str, &str) = ("Authorization", "Bearer a-token-for-tests-alone");

/// What a server answered.
#[derive(Debug)]
pub(crate) struct Reply {
    /// 0 where it hung up instead.
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Reply {
    pub(crate) fn from(mut stream: TcpStream) -> Reply {
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        let text = String::from_utf8(bytes).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or_default();
        let status = head.split(' ').nth(1).and_then(|it| it.parse().ok()).unwrap_or_default();
        Reply { status, head: head.to_owned(), body: body.to_owned() }
    }

    /// The value of a header.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines().filter_map(|line| line.split_once(": "));
        let mut values = lines.filter(|(it, _)| it.eq_ignore_ascii_case(name));
        values.next().map(|(_, value)| value)
    }
}
