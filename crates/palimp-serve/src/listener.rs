//! Where a server listens: for this machine alone, unless it says otherwise.

use std::net::{SocketAddr, TcpListener};

use crate::error::ServeError;

/// An address that is listened on.
#[derive(Debug)]
pub struct Listener {
    socket: TcpListener,
    address: SocketAddr,
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
        Listener::open(address)
    }

    /// Listens on `address` for other machines as well. What comes is not locked: something in front of it that speaks
    /// TLS has to be between them.
    ///
    /// # Errors
    ///
    /// When the address is taken.
    pub fn bind_for_others(address: SocketAddr) -> Result<Listener, ServeError> {
        Listener::open(address)
    }

    fn open(address: SocketAddr) -> Result<Listener, ServeError> {
        let bind = || {
            let socket = TcpListener::bind(address)?;
            socket.set_nonblocking(true)?;
            Ok(Listener { address: socket.local_addr()?, socket })
        };
        bind().map_err(|source| ServeError::Bind { address, source })
    }

    /// The address with the port that was taken.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    pub(crate) fn into_socket(self) -> TcpListener {
        self.socket
    }
}
