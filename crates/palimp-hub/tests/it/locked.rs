//! TLS, to who asks and to the database; and the master key from elsewhere than a file.

use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;

use palimp_hub::connect;
use rcgen::{CertifiedKey, KeyPair, generate_simple_self_signed};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, UnixStream};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::PrivateKeyDer;
use ureq::tls::{Certificate, RootCerts, TlsConfig};

use crate::lab::Lab;
use crate::node::Node;

fn certificate() -> CertifiedKey<KeyPair> {
    generate_simple_self_signed(["localhost".to_owned(), "127.0.0.1".to_owned()]).unwrap()
}

/// The status of an answer to whoever trusts this certificate alone.
fn status(url: &str, trusted: &CertifiedKey<KeyPair>) -> Result<u16, ureq::Error> {
    let trusted = Certificate::from_der(trusted.cert.der()).to_owned();
    let tls = TlsConfig::builder().root_certs(RootCerts::new_with_certs(&[trusted])).build();
    let config = ureq::Agent::config_builder().tls_config(tls).http_status_as_error(false);
    let agent: ureq::Agent = config.build().into();
    Ok(agent.get(format!("{url}/healthz")).call()?.status().as_u16())
}

#[test]
fn a_node_speaks_tls_and_nothing_else() {
    let Some(lab) = Lab::new() else { return };
    let (own, other) = (certificate(), certificate());
    let files = tempfile::tempdir().unwrap();
    let path = |name: &str| files.path().join(name).display().to_string();
    std::fs::write(path("chain.pem"), own.cert.pem()).unwrap();
    std::fs::write(path("key.pem"), own.signing_key.serialize_pem()).unwrap();
    let (chain, key) = (path("chain.pem"), path("key.pem"));
    let node = Node::start_with(&lab, &["--tls-certificate", &chain, "--tls-key", &key]);
    assert!(node.url.starts_with("https://"), "{}", node.url);
    assert_eq!(status(&node.url, &own).unwrap(), 200);
    assert!(status(&node.url, &other).is_err(), "whoever trusts another certificate is told");
    let plain = node.url.replace("https://", "http://");
    assert!(ureq::get(format!("{plain}/healthz")).call().is_err(), "nothing is said in the clear");
}

#[test]
fn what_is_no_certificate_is_said_with_its_file() {
    let Some(lab) = Lab::new() else { return };
    let key = tempfile::NamedTempFile::new().unwrap();
    let path = key.path().to_str().unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_palimp-hub"))
        .args(["serve", "--database", &lab.url, "--key-file", path])
        .args(["--tls-certificate", path, "--tls-key", path])
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && said.contains(path), "{said}");
}

/// A PostgreSQL behind a certificate: what comes over TLS goes on to a socket of this machine.
fn locked(socket: PathBuf, own: &CertifiedKey<KeyPair>) -> SocketAddr {
    let key = PrivateKeyDer::try_from(own.signing_key.serialize_der()).unwrap();
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![own.cert.der().clone()], key)
        .unwrap();
    let (tell, told) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async move {
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            tell.send(listener.local_addr().unwrap()).unwrap();
            while let Ok((mut stream, _)) = listener.accept().await {
                let mut asked = [0; 8];
                // What asks for TLS is eight bytes long, and answered with one letter.
                if stream.read_exact(&mut asked).await.is_err()
                    || asked != [0, 0, 0, 8, 4, 210, 22, 47]
                {
                    continue;
                }
                stream.write_all(b"S").await.unwrap();
                let Ok(mut inner) =
                    TlsAcceptor::from(Arc::new(config.clone())).accept(stream).await
                else {
                    continue;
                };
                let mut server = UnixStream::connect(&socket).await.unwrap();
                tokio::spawn(async move {
                    let _ = tokio::io::copy_bidirectional(&mut inner, &mut server).await;
                });
            }
        });
    });
    told.recv().unwrap()
}

#[test]
fn the_database_is_asked_over_tls_and_its_certificate_is_looked_at() {
    let Some(lab) = Lab::new() else { return };
    let (own, other) = (certificate(), certificate());
    let address = locked(lab.server.socket_path(), &own);
    let trusts = |it: &CertifiedKey<KeyPair>| {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), it.cert.pem()).unwrap();
        file
    };
    let url = |file: &tempfile::NamedTempFile| {
        let (port, database) = (address.port(), &lab.database);
        let roots = file.path().display();
        format!(
            "postgres://postgres@localhost:{port}/{database}?sslmode=verify-full&sslrootcert={roots}"
        )
    };
    let good = trusts(&own);
    let mut client = connect(&url(&good)).unwrap();
    let count: i64 = client.query_one("SELECT count(*) FROM orgs", &[]).unwrap().get(0);
    assert_eq!(count, 0);
    assert!(connect(&url(&trusts(&other))).is_err(), "another certificate is not believed");
}

#[test]
fn the_master_key_may_come_from_a_command() {
    let Some(lab) = Lab::new() else { return };
    let serve = |command: &str| {
        let mut asked = Command::new(env!("CARGO_BIN_EXE_palimp-hub"));
        asked.args(["serve", "--listen", "127.0.0.1:0", "--database", &lab.url]);
        asked.args(["--key-command", command]).stderr(Stdio::piped()).spawn().unwrap()
    };
    let mut child = serve(&format!("echo {}", lab.master.reveal()));
    let mut said = String::new();
    BufReader::new(child.stderr.take().unwrap()).read_line(&mut said).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(said.contains("is listening on"), "{said}");
    for (command, why) in [("exit 3", "exit status: 3"), ("echo nothing", "is not a master key")] {
        let output = serve(command).wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && said.contains(why), "{said}");
    }
}
