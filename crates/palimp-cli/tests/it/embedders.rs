//! Embedders behind HTTP: what they are asked, what is kept, and what happens without them.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use palimp_testing::Machine;
use serde_json::{Value, json};

use crate::machine;

/// A service on loopback that speaks as OpenAI's embeddings do, and counts the texts it is sent.
struct Service {
    address: String,
    texts: Arc<AtomicUsize>,
}

impl Service {
    fn start() -> Service {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}/v1", listener.local_addr().unwrap());
        let texts = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&texts);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let count = Arc::clone(&count);
                std::thread::spawn(move || serve(stream, &count));
            }
        });
        Service { address, texts }
    }

    /// How many texts were sent since the last time.
    fn texts(&self) -> usize {
        self.texts.swap(0, Ordering::SeqCst)
    }
}

fn serve(stream: TcpStream, count: &AtomicUsize) {
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let mut stream = stream;
    loop {
        let (mut length, mut authorized) = (0, false);
        loop {
            let mut line = String::new();
            if reader.read_line(&mut line).unwrap_or(0) == 0 {
                return;
            }
            let line = line.trim().to_lowercase();
            if line.is_empty() {
                break;
            }
            if let Some(value) = line.strip_prefix("content-length:") {
                length = value.trim().parse().unwrap();
            }
            authorized |= line == "authorization: bearer sk-test-key";
        }
        let mut body = vec![0; length];
        reader.read_exact(&mut body).unwrap();
        assert!(authorized, "no key was sent");
        let asked: Value = serde_json::from_slice(&body).unwrap();
        assert_eq!(asked["model"], "fake");
        let inputs = asked["input"].as_array().unwrap();
        count.fetch_add(inputs.len(), Ordering::SeqCst);
        let data: Vec<Value> = inputs
            .iter()
            .enumerate()
            .map(|(at, text)| json!({ "index": at, "embedding": vector(text.as_str().unwrap()) }))
            .collect();
        let answer = json!({ "data": data, "usage": { "total_tokens": 1 } }).to_string();
        let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ";
        write!(stream, "{head}{}\r\n\r\n{answer}", answer.len()).unwrap();
    }
}

/// Texts about animals point one way, all others another.
fn vector(text: &str) -> Vec<f32> {
    let animal = ["dog", "heron", "beast", "animal"].iter().any(|word| text.contains(word));
    if animal {
        vec![1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.1]
    } else {
        vec![0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.1]
    }
}

fn configure(machine: &Machine, address: &str) {
    for (key, value) in [
        ("embedding.provider", "openai"),
        ("embedding.model", "fake"),
        ("embedding.baseUrl", address),
        ("embedding.dimensions", "8"),
    ] {
        machine.run_ok(["config", "set", key, value]);
    }
}

/// Runs palimp with the service's key in its environment.
fn with_key(machine: &Machine, args: &[&str]) -> Value {
    let mut command = machine.command(args.iter().chain(&["--json"]));
    let output = command.env("OPENAI_API_KEY", "sk-test-key").output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn what_was_paid_for_is_never_paid_for_again() {
    let (machine, service) = (machine(), Service::start());
    machine.run_ok(["save", "a.md", "The heron waits at the river."]);
    machine.run_ok(["save", "b.md", "Tests run every night."]);
    configure(&machine, &service.address);
    let found = with_key(&machine, &["search", "--source", "notes", "heron"]);
    assert_eq!(found["hits"][0]["path"], "a.md");
    assert!(found["notes"].to_string().contains("index --embed"), "{found}");
    assert_eq!(service.texts(), 0, "a search sends nobody's notes away unasked");
    assert_eq!(with_key(&machine, &["embed", "estimate"])["chunks"], 2);

    assert_eq!(with_key(&machine, &["index", "--embed"])["embedded"], 2);
    assert_eq!(service.texts(), 2);
    let found = with_key(&machine, &["search", "--source", "notes", "a beast somewhere"]);
    assert_eq!(found["hits"][0]["path"], "a.md", "{found}");
    assert_eq!(service.texts(), 1, "the question alone");

    std::fs::remove_dir_all(machine.home().join("index")).unwrap();
    assert_eq!(with_key(&machine, &["embed", "estimate"])["chunks"], 0);
    assert_eq!(with_key(&machine, &["index", "--embed"])["embedded"], 2);
    with_key(&machine, &["index", "--force", "--embed"]);
    assert_eq!(service.texts(), 0);

    machine.run_ok(["save", "c.md", "A dog barks."]);
    with_key(&machine, &["search", "--source", "notes", "a beast somewhere"]);
    assert_eq!(service.texts(), 2, "what changed, and the question");
    machine.run_ok(["config", "set", "embedding.provider", "builtin"]);
    machine.run_ok(["config", "unset", "embedding.model"]);
    let found = machine.run_json(&["search", "--source", "notes", "a dog barks"]);
    assert_eq!(found["notes"], json!([]), "nobody complains");
    assert!(found["hits"][0]["vectorScore"].as_f64() > Some(0.0), "by meaning too: {found}");
    assert_eq!(machine.run_json(&["embed", "status"])["pending"], 0, "another model embeds anew");
}

#[test]
fn words_find_whatever_the_service_does() {
    let machine = machine();
    machine.run_ok(["save", "a.md", "The heron waits at the river."]);
    // A port that was free a moment ago: nobody listens.
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    configure(&machine, &format!("http://{free}/v1"));
    for key in [None, Some("sk-test-key")] {
        let mut command = machine.command(["search", "--source", "notes", "--json", "heron"]);
        if let Some(key) = key {
            command.env("OPENAI_API_KEY", key);
        }
        let output = command.output().unwrap();
        assert!(output.status.success());
        let found: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(found["hits"][0]["path"], "a.md");
        assert!(found["notes"].to_string().contains("searched by words only"), "{found}");
        assert!(!found.to_string().contains("sk-test-key"));
    }
}

#[test]
fn a_key_is_kept_for_its_owner_alone_and_never_shown() {
    let machine = machine();
    let output = machine.run_with(["keys", "set", "nope", "--file"], b"pa-0123456789abcdef\n");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("unknown service 'nope'; hint: anthropic, openai, "), "{said}");
    let output = machine.run_with(["keys", "set", "voyage", "--file"], b"pa-0123456789abcdef\n");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let listed = machine.run_ok(["keys", "list"]);
    assert!(listed.contains("voyage") && listed.contains("keys.json"), "{listed}");
    assert!(!listed.contains("pa-0123456789abcdef"));
    use std::os::unix::fs::PermissionsExt;
    let mode = std::fs::metadata(machine.home().join("keys.json")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    machine.run_ok(["keys", "remove", "voyage"]);
    assert_eq!(machine.files_with("pa-0123456789abcdef"), Vec::<std::path::PathBuf>::new());
}
