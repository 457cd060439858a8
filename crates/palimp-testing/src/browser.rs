//! The dashboard, as a browser meets it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

use crate::Machine;

/// How long an answer may take that must come.
const PATIENCE: Duration = Duration::from_secs(60);

/// A dashboard that is served, and a browser that is signed in.
pub struct Browser {
    child: Child,
    /// Where it is served: `127.0.0.1:PORT`.
    pub host: String,
    /// The path below which all pages lie; it ends in `/`.
    pub base: String,
    /// The cookie by which it is signed in.
    pub cookie: String,
}

/// What was answered.
pub struct Reply {
    /// The status.
    pub status: u16,
    /// The first line and the headers.
    pub head: String,
    /// What comes after them.
    pub body: String,
}

impl Browser {
    /// Serves the dashboard of a machine's home, and signs in. `args` go to the command.
    pub fn on(machine: &Machine, args: &[&str]) -> Browser {
        Browser::of(machine.command(["dashboard", "--no-open"].iter().chain(args)))
    }

    /// Serves the dashboard by a command, and signs in.
    pub fn of(mut command: Command) -> Browser {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut address = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut address).unwrap();
        let (host, path) = parts(&address);
        let base = path.split('?').next().unwrap().to_owned();
        let mut dashboard = Browser { child, host, base, cookie: String::new() };
        dashboard.sign_in(&path);
        dashboard
    }

    /// Signs in with an address that works once.
    pub fn sign_in(&mut self, path: &str) {
        let reply = self.send("GET", path, &[], "");
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

    /// What is answered to a page that is asked for.
    pub fn get(&self, path: &str) -> Reply {
        self.ask("GET", path, &[], "")
    }

    /// A form as a page sends it.
    pub fn post(&self, path: &str, body: &str) -> Reply {
        let form = [("Content-Type", "application/x-www-form-urlencoded")];
        self.ask("POST", path, &form, body)
    }

    /// What the signed-in browser asks below the random path.
    pub fn ask(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Reply {
        let cookie = [("Cookie", self.cookie.as_str())];
        let headers: Vec<_> = cookie.iter().chain(headers).copied().collect();
        self.send(method, &format!("{}{path}", self.base), &headers, body)
    }

    /// Sends a request as it stands, and reads the whole answer.
    pub fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Reply {
        let mut stream = self.begin(method, path, headers, body);
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).unwrap();
        let text = String::from_utf8(bytes).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|it| it.parse().ok()).unwrap_or_default();
        Reply { status, head: head.to_owned(), body: body.to_owned() }
    }

    /// Sends a request as it stands; what is answered is read from the stream.
    pub fn begin(
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
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        write!(stream, "{head}Content-Length: {}\r\n\r\n{body}", body.len()).unwrap();
        stream
    }

    /// Waits until work that takes long has ended; what came of it, as HTML.
    pub fn worked(&self) -> String {
        let cookie = [("Cookie", self.cookie.as_str())];
        let stream = self.begin("GET", &format!("{}work", self.base), &cookie, "");
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
    pub fn process(&self) -> u32 {
        self.child.id()
    }

    /// The token that forms of this session carry.
    pub fn form_token(&self) -> String {
        let page = self.page("settings");
        let field = page.split_once("name=\"form-token\" value=\"").unwrap().1;
        format!("form-token={}", field.split('"').next().unwrap())
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        if let Some(pid) = Pid::from_raw(self.child.id().cast_signed()) {
            let _ = kill_process(pid, Signal::INT);
        }
        let _ = self.child.wait();
    }
}

impl Reply {
    /// The value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines().filter_map(|line| line.split_once(": "));
        let mut values = lines.filter(|(it, _)| it.eq_ignore_ascii_case(name));
        values.next().map(|(_, value)| value)
    }
}

/// The host and the path of an address.
pub fn parts(address: &str) -> (String, String) {
    let (host, path) = address.trim().strip_prefix("http://").unwrap().split_once('/').unwrap();
    (host.to_owned(), format!("/{path}"))
}
