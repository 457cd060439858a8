//! Where a server listens.

use std::net::{SocketAddr, TcpListener};

use crate::error::ServeError;

/// An address of this machine alone that is listened on.
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
