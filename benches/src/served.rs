//! A `palimp mcp` that runs, and what a call to it takes.

use std::error::Error;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use palimp_core::home::HomePaths;
use serde_json::{Value, json};

use crate::built;

pub(crate) struct Served {
    process: Child,
    to: Option<ChildStdin>,
    from: BufReader<ChildStdout>,
    calls: u64,
}

impl Served {
    /// Starts the server of a home.
    pub(crate) fn start(home: &HomePaths) -> Result<Served, Box<dyn Error>> {
        let mut command = Command::new(built("palimp"));
        command.args(["mcp", "--home"]).arg(home.root());
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = command.spawn()?;
        let to = process.stdin.take();
        let from = BufReader::new(process.stdout.take().ok_or("no output")?);
        let mut served = Served { process, to, from, calls: 0 };
        let client = json!({"name": "bench", "version": "1"});
        let hello =
            json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client});
        served.call("initialize", &hello)?;
        served.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}))?;
        Ok(served)
    }

    /// A search as an agent makes it: how long until the answer is there, and the answer.
    pub(crate) fn search(&mut self, query: &str) -> Result<(Duration, Value), Box<dyn Error>> {
        let arguments = json!({"query": query});
        let start = Instant::now();
        let answer =
            self.call("tools/call", &json!({"name": "memory_search", "arguments": arguments}))?;
        Ok((start.elapsed(), answer))
    }

    fn call(&mut self, method: &str, params: &Value) -> Result<Value, Box<dyn Error>> {
        self.calls += 1;
        let id = self.calls;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}))?;
        loop {
            let mut line = String::new();
            if self.from.read_line(&mut line)? == 0 {
                return Err("the server has ended".into());
            }
            let answer: Value = serde_json::from_str(&line)?;
            if answer["id"] == id {
                assert!(answer["result"]["isError"] != true, "{answer}");
                return Ok(answer);
            }
        }
    }

    fn send(&mut self, message: &Value) -> Result<(), Box<dyn Error>> {
        let to = self.to.as_mut().ok_or("no input")?;
        to.write_all(format!("{message}\n").as_bytes())?;
        Ok(to.flush()?)
    }
}

impl Drop for Served {
    /// A server ends when nobody speaks to it any more.
    fn drop(&mut self) {
        drop(self.to.take());
        let _ = self.process.wait();
    }
}
