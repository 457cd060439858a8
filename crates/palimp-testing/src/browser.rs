//! The dashboard, as a browser meets it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

use crate::Machine;

/// Maximum time to wait for an answer that must come.
const REPLY_TIMEOUT: Duration = Duration::from_secs(60);

/// A dashboard that is served, and a browser that is signed in.
pub struct TestBrowser {
    child: Child,
    /// Address of the server: `127.0.0.1:PORT`.
    pub host: String,
    /// The path below which all pages lie; it ends in `/`.
    pub base: String,
    /// The cookie by which it is signed in.
    pub cookie: String,
}

/// Answer to a request.
pub struct BrowserReply {
    /// The status.
    pub status: u16,
    /// The first line and the headers.
    pub head: String,
    /// Body of the answer.
    pub body: String,
}

impl TestBrowser {
    /// Serves the dashboard of a machine's home, and signs in. `args` go to the command.
    pub fn for_machine(machine: &Machine, args: &[&str]) -> TestBrowser {
        TestBrowser::from_command(machine.command(["dashboard", "--no-open"].iter().chain(args)))
    }

    /// Serves the dashboard by a command, and signs in.
    pub fn from_command(mut command: Command) -> TestBrowser {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut address = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut address).unwrap();
        let (host, path) = split_address(&address);
        let base = path.split('?').next().unwrap().to_owned();
        let mut dashboard = TestBrowser { child, host, base, cookie: String::new() };
        dashboard.sign_in(&path);
        dashboard
    }

    /// Signs in with an address that works once.
    pub fn sign_in(&mut self, path: &str) {
        let reply = self.send_raw("GET", path, &[], "");
        assert_eq!(reply.status, 303, "{}", reply.body);
        let cookie = reply.header("set-cookie").unwrap().split(';').next().unwrap();
        self.cookie = cookie.to_owned();
    }

    /// A page, which must be there.
    #[track_caller]
    pub fn page(&self, path: &str) -> String {
        let reply = self.get(path);
        assert_eq!(reply.status, 200, "{path}: {}", reply.body);
        reply.body
    }

    /// Requests a page and returns the answer.
    pub fn get(&self, path: &str) -> BrowserReply {
        self.send_signed_in("GET", path, &[], "")
    }

    /// A form as a page sends it.
    pub fn post(&self, path: &str, body: &str) -> BrowserReply {
        let form = [("Content-Type", "application/x-www-form-urlencoded")];
        self.send_signed_in("POST", path, &form, body)
    }

    /// Sends a request of the signed-in browser below the random path.
    pub fn send_signed_in(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> BrowserReply {
        let cookie = [("Cookie", self.cookie.as_str())];
        let headers: Vec<_> = cookie.iter().chain(headers).copied().collect();
        self.send_raw(method, &format!("{}{path}", self.base), &headers, body)
    }

    /// Sends a request as it stands, and reads the whole answer.
    pub fn send_raw(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> BrowserReply {
        let mut stream = self.open_request(method, path, headers, body);
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).unwrap();
        let text = String::from_utf8(bytes).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|it| it.parse().ok()).unwrap_or_default();
        BrowserReply { status, head: head.to_owned(), body: body.to_owned() }
    }

    /// Sends a request as it stands; what is answered is read from the stream.
    pub fn open_request(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> TcpStream {
        let mut head = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
        if !headers.iter().any(|(name, _)| *name == "Host") {
            head += &format!("Host: {}\r\n", self.host);
        }
        for (name, value) in headers {
            head += &format!("{name}: {value}\r\n");
        }
        let mut stream = TcpStream::connect(&self.host).unwrap();
        stream.set_read_timeout(Some(REPLY_TIMEOUT)).unwrap();
        write!(stream, "{head}Content-Length: {}\r\n\r\n{body}", body.len()).unwrap();
        stream
    }

    /// Waits until work that takes long has ended; what came of it, as HTML.
    pub fn wait_for_work(&self) -> String {
        let cookie = [("Cookie", self.cookie.as_str())];
        let stream = self.open_request("GET", &format!("{}work", self.base), &cookie, "");
        let mut shown = String::new();
        for line in BufReader::new(stream).lines().map(Result::unwrap) {
            if line == "event: ended" {
                break;
            }
            if let Some(html) = line.strip_prefix("data: ") {
                html.clone_into(&mut shown);
            }
        }
        shown
    }

    /// The number of the process that serves it.
    pub fn process_id(&self) -> u32 {
        self.child.id()
    }

    /// The token that forms of this session carry.
    pub fn form_token(&self) -> String {
        let page = self.page("settings");
        let field = page.split_once("name=\"form-token\" value=\"").unwrap().1;
        format!("form-token={}", field.split('"').next().unwrap())
    }
}

impl Drop for TestBrowser {
    fn drop(&mut self) {
        if let Some(pid) = Pid::from_raw(self.child.id().cast_signed()) {
            let _ = kill_process(pid, Signal::INT);
        }
        let _ = self.child.wait();
    }
}

impl BrowserReply {
    /// The value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines().filter_map(|line| line.split_once(": "));
        let mut values = lines.filter(|(it, _)| it.eq_ignore_ascii_case(name));
        values.next().map(|(_, value)| value)
    }
}

/// The host and the path of an address.
pub fn split_address(address: &str) -> (String, String) {
    let (host, path) = address.trim().strip_prefix("http://").unwrap().split_once('/').unwrap();
    (host.to_owned(), format!("/{path}"))
}
