//! A lock on what goes over the network: TLS, with a certificate that may be renewed while it is served.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use palimp_serve::{ByteStream, HandshakeFuture, TransportSecurity};
use tokio::net::TcpStream;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::server::{ClientHello, ResolvesServerCert};
use tokio_rustls::rustls::sign::CertifiedKey;

use crate::address::MAX_CERT_FILE_BYTES;
use crate::error::Error;
use crate::messages;

/// Time after which the certificate is read again.
const CERT_RELOAD_INTERVAL: Duration = Duration::from_secs(3_600);

/// TLS, spoken by the hub itself.
pub struct Tls(TlsAcceptor);

impl Tls {
    /// With a chain of certificates and its key, each a file in PEM. They are read again now and then, so that whoever
    /// renews them need not start anything anew.
    ///
    /// # Errors
    ///
    /// When they cannot be read, or do not fit each other.
    pub fn new(certificate: PathBuf, key: PathBuf) -> Result<Tls, Error> {
        let held = Mutex::new((load_certificate(&certificate, &key)?, Instant::now()));
        let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(|error| Error::Broken(messages::server_tls_unavailable(error)))?
            .with_no_client_auth()
            .with_cert_resolver(Arc::new(Renewed { certificate, key, held }));
        Ok(Tls(TlsAcceptor::from(Arc::new(config))))
    }
}

impl std::fmt::Debug for Tls {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Tls")
    }
}

impl TransportSecurity for Tls {
    fn handshake(&self, stream: TcpStream) -> HandshakeFuture {
        let agreeing = self.0.accept(stream);
        Box::pin(async { Ok(Box::new(agreeing.await?) as Box<dyn ByteStream>) })
    }
}

/// A certificate that is read again now and then.
#[derive(Debug)]
struct Renewed {
    certificate: PathBuf,
    key: PathBuf,
    held: Mutex<(Arc<CertifiedKey>, Instant)>,
}

impl ResolvesServerCert for Renewed {
    fn resolve(&self, _: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        if held.1.elapsed() > CERT_RELOAD_INTERVAL {
            // What cannot be read just now is renewed, perhaps; the one before serves on.
            let again = load_certificate(&self.certificate, &self.key);
            *held = (again.unwrap_or_else(|_| Arc::clone(&held.0)), Instant::now());
        }
        Some(Arc::clone(&held.0))
    }
}

fn load_certificate(certificate: &Path, key: &Path) -> Result<Arc<CertifiedKey>, Error> {
    let open = |path: &Path| {
        palimp_files::read_up_to(path, MAX_CERT_FILE_BYTES)
            .map_err(|source| Error::File { path: path.display().to_string(), source })
    };
    let chain = CertificateDer::pem_slice_iter(&open(certificate)?).collect::<Result<Vec<_>, _>>();
    let chain = chain.ok().filter(|chain| !chain.is_empty());
    let chain = chain.ok_or_else(|| wrong(certificate, messages::certificate_missing()))?;
    let secret = PrivateKeyDer::from_pem_slice(&open(key)?)
        .map_err(|_| wrong(key, messages::certificate_key_missing()))?;
    let both = CertifiedKey::from_der(chain, secret, &ring::default_provider());
    both.map(Arc::new).map_err(|_| wrong(key, messages::certificate_key_mismatch()))
}

fn wrong(path: &Path, why: String) -> Error {
    let source = std::io::Error::new(std::io::ErrorKind::InvalidInput, why);
    Error::File { path: path.display().to_string(), source }
}
