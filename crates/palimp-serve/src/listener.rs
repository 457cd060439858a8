//! Listening address of a server: of this machine alone, unless stated otherwise.

use std::fmt::Debug;
use std::future::Future;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::pin::Pin;
use std::sync::Arc;

use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;

use crate::error::ServeError;

/// Byte stream of a connection, in both directions.
pub trait ByteStream: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> ByteStream for T {}

/// Handshake that succeeds or fails.
pub type HandshakeFuture = Pin<Box<dyn Future<Output = io::Result<Box<dyn ByteStream>>> + Send>>;

/// Encrypts connections: TLS.
pub trait TransportSecurity: Debug + Send + Sync {
    /// Agrees with whoever came on a key.
    fn handshake(&self, stream: TcpStream) -> HandshakeFuture;
}

/// An address that is listened on.
#[derive(Debug)]
pub struct Listener {
    socket: TcpListener,
    address: SocketAddr,
    lock: Option<Arc<dyn TransportSecurity>>,
}

impl Listener {
    /// Listens on `address`, which must be this machine's alone; port 0 takes a free one.
    ///
    /// # Errors
    ///
    /// When other machines could reach the address, or it is taken.
    pub fn bind(address: SocketAddr) -> Result<Listener, ServeError> {
        if !address.ip().to_canonical().is_loopback() {
            return Err(ServeError::NotLoopback(address));
        }
        Listener::open_socket(address)
    }

    /// Listens on `address` for other machines as well. What comes is not locked, unless a lock is put on:
    /// something in front of it that speaks TLS has to be between them.
    ///
    /// # Errors
    ///
    /// When the address is taken.
    pub fn bind_for_others(address: SocketAddr) -> Result<Listener, ServeError> {
        Listener::open_socket(address)
    }

    fn open_socket(address: SocketAddr) -> Result<Listener, ServeError> {
        let bind = || {
            let socket = TcpListener::bind(address)?;
            socket.set_nonblocking(true)?;
            Ok(Listener { address: socket.local_addr()?, socket, lock: None })
        };
        bind().map_err(|source| ServeError::Bind { address, source })
    }

    /// The same, with a lock on every connection.
    #[must_use]
    pub fn with_security(self, lock: Arc<dyn TransportSecurity>) -> Listener {
        Listener { lock: Some(lock), ..self }
    }

    /// The address with the port that was taken.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    pub(crate) fn into_parts(self) -> (TcpListener, Option<Arc<dyn TransportSecurity>>) {
        (self.socket, self.lock)
    }
}
