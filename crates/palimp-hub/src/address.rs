//! Database address and connection: uses TLS whenever another machine is addressed and supports it.

use std::io;
use std::path::Path;
use std::sync::Arc;

use postgres::config::{Host, SslMode};
use postgres::{Client, Config, NoTls};
use rustls_platform_verifier::BuilderVerifierExt as _;
use tokio_postgres_rustls::MakeRustlsConnect;
use tokio_rustls::rustls::pki_types::CertificateDer;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::{ClientConfig, RootCertStore, crypto::ring};

use crate::error::{Error, with_cause};
use crate::messages;

/// The word of an address that names a file with the certificates that are trusted, as for PostgreSQL's own programs.
const ROOT_CERT_PARAM: &str = "sslrootcert";

/// Maximum bytes of a certificate file.
pub(crate) const MAX_CERT_FILE_BYTES: u64 = 1 << 20;

/// Connection settings of the database.
pub(crate) struct DatabaseAddress {
    config: Config,
    tls: Option<MakeRustlsConnect>,
}

impl DatabaseAddress {
    /// Parses `postgres://…` or `host=…`. Other machines are spoken to over TLS where they support
    /// it, or always with `sslmode=require`; their certificate is always verified, by the system's
    /// roots or those of `sslrootcert=FILE`.
    pub(crate) fn parse(url: &str) -> Result<DatabaseAddress, Error> {
        let (url, roots) = split_root_cert(url);
        let mut config: Config =
            url.parse().map_err(|error: postgres::Error| Error::Address(with_cause(&error)))?;
        let is_named = |host: &Host| !matches!(host, Host::Tcp(name) if name.is_empty());
        if !config.get_hosts().iter().any(is_named) && config.get_hostaddrs().is_empty() {
            return Err(Error::Address(messages::address_names_no_host()));
        }
        check_counts(&config)?;
        config.application_name("palimp-hub");
        let locked = match config.get_ssl_mode() {
            SslMode::Disable => false,
            SslMode::Prefer => roots.is_some() || !config.get_hosts().iter().all(is_here),
            _ => true,
        };
        let tls = locked.then(|| tls_client_config(roots.as_deref())).transpose()?;
        Ok(DatabaseAddress { config, tls: tls.map(MakeRustlsConnect::new) })
    }

    pub(crate) fn config_mut(&mut self) -> &mut Config {
        &mut self.config
    }

    pub(crate) fn connect(&self) -> Result<Client, postgres::Error> {
        match &self.tls {
            Some(tls) => self.config.connect(tls.clone()),
            None => self.config.connect(NoTls),
        }
    }
}

/// Refuses hosts, their addresses and ports that do not belong together, before the driver does.
fn check_counts(config: &Config) -> Result<(), Error> {
    let (hosts, addresses) = (config.get_hosts().len(), config.get_hostaddrs().len());
    let (ports, all) = (config.get_ports().len(), hosts.max(addresses));
    if hosts > 0 && addresses > 0 && hosts != addresses {
        return Err(Error::Address(messages::host_counts_differ(hosts, addresses)));
    }
    match ports > 1 && ports != all {
        true => Err(Error::Address(messages::port_count_wrong())),
        false => Ok(()),
    }
}

/// An address without the file of trusted certificates, which the driver does not know, and that file.
fn split_root_cert(url: &str) -> (String, Option<String>) {
    let is_roots =
        |part: &&str| part.split_once('=').is_some_and(|(name, _)| name == ROOT_CERT_PARAM);
    let value = |part: &str| part.split_once('=').map(|(_, value)| value.to_owned());
    // The certificate is always looked at, so that what PostgreSQL calls otherwise is `require`.
    let plain = |part: &str| match part {
        "sslmode=verify-full" | "sslmode=verify-ca" => "sslmode=require".to_owned(),
        other => other.to_owned(),
    };
    let (before, said, between) = match url.split_once("://") {
        Some(_) => match url.split_once('?') {
            Some((before, said)) => (format!("{before}?"), said, '&'),
            None => return (url.to_owned(), None),
        },
        None => (String::new(), url, ' '),
    };
    let parts: Vec<&str> = said.split(between).collect();
    let roots = parts.iter().find(|part| is_roots(part)).and_then(|part| value(part));
    let kept: Vec<String> =
        parts.iter().filter(|part| !is_roots(part)).map(|part| plain(part)).collect();
    (before + &kept.join(&between.to_string()), roots)
}

/// True if the host is this machine: traffic to it passes no network.
fn is_here(host: &Host) -> bool {
    match host {
        Host::Tcp(name) => {
            name == "localhost" || name.parse().is_ok_and(|ip: std::net::IpAddr| ip.is_loopback())
        }
        #[cfg(unix)]
        Host::Unix(_) => true,
    }
}

fn tls_client_config(roots: Option<&str>) -> Result<ClientConfig, Error> {
    let broken = |error: &dyn std::fmt::Display| Error::Broken(messages::tls_unavailable(error));
    let builder = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|error| broken(&error))?;
    let Some(file) = roots else {
        let trusting = builder.with_platform_verifier().map_err(|error| broken(&error))?;
        return Ok(trusting.with_no_client_auth());
    };
    let at = |source| Error::File { path: file.to_owned(), source };
    let wrong = || {
        let why = messages::certificate_missing();
        at(io::Error::new(io::ErrorKind::InvalidInput, why))
    };
    let read = palimp_files::read_up_to(Path::new(file), MAX_CERT_FILE_BYTES);
    let mut trusted = RootCertStore::empty();
    for certificate in CertificateDer::pem_slice_iter(&read.map_err(at)?) {
        trusted.add(certificate.map_err(|_| wrong())?).map_err(|_| wrong())?;
    }
    match trusted.is_empty() {
        true => Err(wrong()),
        false => Ok(builder.with_root_certificates(trusted).with_no_client_auth()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_trusted_certificates_are_taken_out_of_an_address() {
        let said = |url: &str| split_root_cert(url);
        let roots = Some("/etc/ca.pem".to_owned());
        let url = "postgres://hub:a=b@db/hub?sslmode=verify-full&sslrootcert=/etc/ca.pem";
        assert_eq!(
            said(url),
            ("postgres://hub:a=b@db/hub?sslmode=require".to_owned(), roots.clone())
        );
        let words = "host=db sslrootcert=/etc/ca.pem dbname=hub";
        assert_eq!(said(words), ("host=db dbname=hub".to_owned(), roots));
        assert_eq!(said("postgres://db/hub"), ("postgres://db/hub".to_owned(), None));
    }

    #[test]
    fn this_machine_is_asked_in_the_clear_and_others_are_not() {
        let is_locked = |url: &str| DatabaseAddress::parse(url).unwrap().tls.is_some();
        for here in ["postgres://u@127.0.0.1/d", "host=/tmp dbname=d", "host=localhost"] {
            assert!(!is_locked(here), "{here}");
        }
        for there in ["postgres://u@db.example/d", "postgres://u@127.0.0.1/d?sslmode=require"] {
            assert!(is_locked(there), "{there}");
        }
        assert!(!is_locked("postgres://u@db.example/d?sslmode=disable"));
        assert!(DatabaseAddress::parse("host=db sslrootcert=/nowhere").is_err());
    }

    #[test]
    fn an_address_names_a_host() {
        for url in ["", "dbname=hub", "postgres:///hub", "postgres://u@/hub", "host=''"] {
            let said = DatabaseAddress::parse(url).err().expect(url).to_string();
            assert!(said.contains("no host"), "{url}: {said}");
        }
        assert!(DatabaseAddress::parse("hostaddr=127.0.0.1 user=hub").is_ok());
    }
}
