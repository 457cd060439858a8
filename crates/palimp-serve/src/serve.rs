//! Connections taken, conversed with, and ended.

use std::convert::Infallible;
use std::future::Future;
use std::io;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use axum::middleware::from_fn_with_state;
use axum::response::Response;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpStream;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::watch;
use tower_service::Service;

use crate::access::AccessControl;
use crate::connections::{ConnectionGuard, Connections};
use crate::error::ServeError;
use crate::guard::guard_request;
use crate::headers::kept_to_itself;
use crate::listener::{ByteStream, Listener, TransportSecurity};
use crate::policy::ServePolicy;
use crate::refusal::RequestRefusal;

/// Time to wait if no connection can be accepted, as when there are too many.
const ACCEPT_RETRY_DELAY: Duration = Duration::from_millis(100);

/// The least that the protocol's library takes for a limit, in bytes.
const MIN_HEAD_BYTES: usize = 8 << 10;

/// Serves `router` to those whom `policy` lets in, until `shutdown` is done: then no connection is
/// taken any more, and answers that are under way have a moment to end. Where there are
/// [`Sessions`](crate::Sessions), the routes lie below their path.
///
/// # Errors
///
/// When the system refuses what a server needs.
pub fn serve(
    listener: Listener,
    policy: ServePolicy,
    router: Router,
    shutdown: impl Future<Output = ()>,
) -> Result<(), ServeError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let served = runtime.block_on(accept_connections(
        listener,
        ConnectionContext::with_guard(policy, router),
        shutdown,
    ));
    // Without waiting for whatever a handler is at: nobody hears of it any more.
    runtime.shutdown_background();
    Ok(served?)
}

/// Done when this process is asked to end: by Ctrl-C, or by who stops services. From the moment it
/// is first waited for, neither ends the process by itself.
pub async fn asked_to_end() {
    let (Ok(mut interrupted), Ok(mut terminated)) =
        (signal(SignalKind::interrupt()), signal(SignalKind::terminate()))
    else {
        // Whoever cannot be told keeps what the system does: it ends the process.
        return std::future::pending().await;
    };
    tokio::select! {
        _ = interrupted.recv() => {}
        _ = terminated.recv() => {}
    }
}

/// State shared by the connections.
struct ConnectionContext {
    policy: ServePolicy,
    router: Router,
}

impl ConnectionContext {
    /// The guard stands before all that the router has, its fallbacks included; what is nowhere is
    /// so for everybody, so that programs may ask what there is.
    fn with_guard(policy: ServePolicy, router: Router) -> ConnectionContext {
        let guarded = router.layer(from_fn_with_state(policy.clone(), guard_request));
        let router = match &policy.access {
            AccessControl::Bearer(_) | AccessControl::Routes => guarded,
            AccessControl::Session(sessions) => Router::new().nest(sessions.path(), guarded),
        };
        let refuse = policy.refuse;
        let nowhere =
            move |asked: Request| async move { refuse(RequestRefusal::Nowhere, asked.headers()) };
        ConnectionContext { router: router.fallback(nowhere), policy }
    }

    async fn answer_request(
        &self,
        mut request: Request<Incoming>,
        seat: ConnectionGuard,
    ) -> Response {
        let response =
            match self.policy.check_request((request.method(), request.uri()), request.headers()) {
                Ok(()) => {
                    request.extensions_mut().insert(seat);
                    let answered = self.router.clone().call(request).await;
                    answered.unwrap_or_else(|never| match never {})
                }
                Err(refusal) => (self.policy.refuse)(refusal, request.headers()),
            };
        kept_to_itself(response)
    }

    /// Takes a connection, and agrees on a key first where there is a lock.
    async fn accept_stream(
        self: Arc<ConnectionContext>,
        stream: TcpStream,
        lock: Option<Arc<dyn TransportSecurity>>,
        seat: ConnectionGuard,
        ending: watch::Receiver<bool>,
    ) {
        // Answers are small and somebody waits for each.
        let _ = stream.set_nodelay(true);
        match lock {
            None => self.serve_connection(stream, seat, ending).await,
            Some(lock) => {
                let patience = self.policy.limits.patience;
                let agreed = tokio::time::timeout(patience, lock.handshake(stream)).await;
                if let Ok(Ok(stream)) = agreed {
                    self.serve_connection(stream, seat, ending).await;
                }
            }
        }
    }

    /// Answers the requests of one connection until it ends, or the server does.
    async fn serve_connection(
        self: Arc<ConnectionContext>,
        stream: impl ByteStream,
        seat: ConnectionGuard,
        mut ending: watch::Receiver<bool>,
    ) {
        let limits = self.policy.limits;
        let answer = service_fn(|request| {
            let (house, seat) = (Arc::clone(&self), seat.clone());
            async move { Ok::<_, Infallible>(house.answer_request(request, seat).await) }
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(limits.patience)
            .max_buf_size(limits.head.max(MIN_HEAD_BYTES))
            .serve_connection(TokioIo::new(stream), answer);
        let mut connection = pin!(connection);
        // A client that hangs up in the middle is no matter of ours.
        tokio::select! {
            _ = connection.as_mut() => return,
            _ = ending.wait_for(|ending| *ending) => {}
        }
        connection.as_mut().graceful_shutdown();
        let _ = connection.await;
    }
}

async fn accept_connections(
    listener: Listener,
    house: ConnectionContext,
    shutdown: impl Future<Output = ()>,
) -> io::Result<()> {
    let (socket, lock) = listener.into_parts();
    let listener = tokio::net::TcpListener::from_std(socket)?;
    let limits = house.policy.limits;
    let (house, guests) = (Arc::new(house), Arc::new(Connections::new(limits)));
    // Whoever converses has a receiver: so it is known when nobody does any more.
    let end = watch::Sender::new(false);
    let mut shutdown = pin!(shutdown);
    for number in 0_u64.. {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = shutdown.as_mut() => break,
        };
        let Ok((stream, _)) = accepted else {
            tokio::time::sleep(ACCEPT_RETRY_DELAY).await;
            continue;
        };
        let seat = ConnectionGuard::for_connection(&guests, number);
        let task = tokio::spawn(Arc::clone(&house).accept_stream(
            stream,
            lock.clone(),
            seat,
            end.subscribe(),
        ));
        // One thread does all of this: the task has not begun yet.
        guests.add_connection(number, task.abort_handle());
    }
    drop(listener);
    end.send_replace(true);
    let _ = tokio::time::timeout(limits.grace, end.closed()).await;
    Ok(())
}
