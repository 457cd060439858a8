//! Lock and address of a running dashboard: a second start finds the first, and nobody else does.
//!
//! Whoever serves the dashboard holds a lock, and leaves in a file for its user alone the address
//! on which it listens and the key by which it is asked for another address. While the lock is held
//! its holder lives, so that the key is sent to nobody else who may have got the port.

use std::fs;
use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::path::PathBuf;
use std::time::Duration;

use palimp_core::home::HomePaths;
use palimp_files::FileLock;
use palimp_serve::Sessions;
use serde::{Deserialize, Serialize};

use crate::error::CliError;
use crate::messages;

/// Maximum time for the first process to answer.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(5);

/// Maximum size of an answer, in bytes.
const MAX_ANSWER_BYTES: u64 = 64 << 10;

/// Address and key of the dashboard, which the first process leaves for the second.
#[derive(Serialize, Deserialize)]
struct DashboardAddress {
    port: u16,
    path: String,
    key: String,
}

/// The right to serve the dashboard of a home; it ends with the process.
pub(super) struct DashboardLock {
    _lock: FileLock,
    file: PathBuf,
}

impl DashboardLock {
    /// Returns the right to serve; none while another process has it.
    pub(super) fn try_lock(home: &HomePaths) -> Result<Option<DashboardLock>, CliError> {
        let lock = FileLock::try_acquire(&home.lock_file("dashboard"))?;
        Ok(lock.map(|lock| DashboardLock { _lock: lock, file: home.dashboard_file() }))
    }

    /// Says where it is served.
    pub(super) fn publish_address(&self, port: u16, sessions: &Sessions) -> Result<(), CliError> {
        let (path, key) = (sessions.path().to_owned(), sessions.key().reveal().to_owned());
        let left = serde_json::to_vec(&DashboardAddress { port, path, key })?;
        Ok(palimp_files::replace_file(&self.file, &left)?)
    }
}

impl Drop for DashboardLock {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.file);
    }
}

/// Asks the process that serves the dashboard for another address of it.
pub(super) fn another_address(home: &HomePaths) -> Result<String, CliError> {
    let asked = palimp_files::read_text(&home.dashboard_file())
        .ok()
        .and_then(|text| request_address(&text));
    asked.ok_or_else(|| CliError::user(messages::dashboard_does_not_answer()))
}

fn request_address(left: &str) -> Option<String> {
    let DashboardAddress { port, path, key } = serde_json::from_str(left).ok()?;
    let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).ok()?;
    stream.set_read_timeout(Some(ANSWER_TIMEOUT)).ok()?;
    write!(
        stream,
        "POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {key}\r\n\
         Content-Length: 0\r\nConnection: close\r\n\r\n"
    )
    .ok()?;
    let mut answer = String::new();
    stream.take(MAX_ANSWER_BYTES).read_to_string(&mut answer).ok()?;
    let (head, body) = answer.split_once("\r\n\r\n")?;
    let is_ours = head.starts_with("HTTP/1.1 200 ") && body.starts_with(&path);
    is_ours.then(|| format!("http://127.0.0.1:{port}{body}"))
}
