//! Clients that fail, hang, flood and lie.

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::process::Command;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use palimp_clients::spawn::{RunSpec, run};
use palimp_core::AgentClient;
use palimp_core::chat::ModelError;

use crate::stand_in::{Machine, name_of};

fn failure(client: AgentClient, script: &str) -> (ModelError, String) {
    let machine = Machine::with(client, script);
    let error = machine.distill("hello").unwrap_err();
    assert_eq!(machine.left(), 0);
    let words = error.to_string();
    assert!(words.contains(client.display_name()), "{words}");
    (error, words)
}

#[test]
fn a_program_that_is_missing_is_named() {
    let machine = Machine::with(AgentClient::Claude, "").env("PATH", "/nowhere");
    let error = machine.distill("hello").unwrap_err();
    insta::assert_snapshot!(error, @r#"cannot summarise with Claude Code: there is no program `claude` on the PATH; hint: install it, or set `flush.summarizer` to an installed client or to `rules`"#);
    assert!(matches!(error, ModelError::Refused(_)));
}

#[test]
fn a_program_that_is_missing_is_named_beside_those_that_are_there() {
    let codex = Machine::with(AgentClient::Codex, "");
    let bin = codex.path("bin");
    let codex = codex.env("PATH", bin.to_str().unwrap());
    let asked = |machine: &Machine| {
        let nothing = RunSpec::default();
        run(AgentClient::Claude, &nothing, &machine.surroundings(), &mut |_| {})
            .unwrap_err()
            .to_string()
    };
    assert!(asked(&codex).ends_with("hint: install it, or use codex"));
    let nobody = codex.env("PATH", "/nowhere");
    assert!(asked(&nobody).ends_with("until `claude --version` works in a terminal"));
}

#[test]
fn a_program_that_does_not_start_is_told() {
    let machine = Machine::with(AgentClient::Claude, "");
    machine.write("bin/claude", "\u{7f}ELF");
    let error = machine.distill("hello").unwrap_err();
    assert!(matches!(&error, ModelError::Refused(_)), "{error}");
    assert!(error.to_string().contains("claude --version"), "{error}");
}

#[test]
fn an_exit_code_is_told_with_the_last_words_and_without_secrets() {
    let script = "cat >/dev/null\necho starting >&2\n\
        echo 'bad: OPENAI_API_KEY=sk-proj-aB3dE6gH9jK2mN5pQ8sT1vW4xY7zA0cF' >&2\nexit 3";
    let (_, words) = failure(AgentClient::Codex, script);
    insta::assert_snapshot!(words, @r#"Codex CLI exited with code 3: starting bad: OPENAI_API_KEY=<redacted:openai-key>. Start `codex` in a terminal to check that it is signed in and answers; palimp was tested with version 0.169.0"#);
}

#[test]
fn what_the_client_says_decides_what_kind_of_failure_it_is() {
    let login = r#"cat >/dev/null; echo '{"is_error":true,"result":"Please run /login"}'; exit 1"#;
    assert!(matches!(failure(AgentClient::Claude, login).0, ModelError::Refused(_)));
    let lies = r#"cat >/dev/null; echo '{"is_error":true,"result":"Rate limit reached"}'"#;
    assert!(matches!(failure(AgentClient::Claude, lies).0, ModelError::Quota(_)));
    let long = "cat >/dev/null; echo 'Error: prompt is too long' >&2; exit 1";
    assert!(matches!(failure(AgentClient::Gemini, long).0, ModelError::TooLong(_)));
    let printed = "cat >/dev/null; echo 'stream disconnected'; exit 1";
    let (error, words) = failure(AgentClient::Codex, printed);
    assert!(matches!(error, ModelError::Unavailable(_)) && words.contains("stream disconnected"));
}

#[test]
fn nothing_and_nonsense_are_no_answers() {
    for client in
        [AgentClient::Claude, AgentClient::Codex, AgentClient::Gemini, AgentClient::Opencode]
    {
        let (_, words) = failure(client, "cat >/dev/null; echo '  '");
        assert!(words.contains("empty answer") || words.contains("exited with code 0"), "{words}");
    }
    for client in [AgentClient::Claude, AgentClient::Gemini, AgentClient::Opencode] {
        let (error, words) = failure(client, "cat >/dev/null; echo 'Hello! {\"a\":'");
        assert!(matches!(error, ModelError::Unavailable(_)));
        assert!(words.contains("cannot parse the answer") && words.contains("palimp was tested"));
    }
    let (_, words) = failure(AgentClient::Codex, r"cat >/dev/null; printf '\377\376'");
    assert!(words.contains("not UTF-8"), "{words}");
}

#[test]
fn a_flood_is_no_answer() {
    for script in ["yes", "yes >&2"] {
        let machine = Machine::with(AgentClient::Codex, script);
        let distiller = machine.distiller().with_limit(Duration::from_secs(2));
        let error = name_of(&distiller, "hello").unwrap_err().to_string();
        let expect = if script == "yes" { "more than 1024 KB" } else { "within 2 s" };
        assert!(error.contains(expect), "{error}");
        assert_eq!(machine.left(), 0);
    }
}

#[test]
fn a_client_that_does_not_listen_may_answer_all_the_same() {
    let machine = Machine::with(AgentClient::Codex, "echo done");
    let answer = machine.distill(&"word ".repeat(60_000)).unwrap();
    assert_eq!(answer.text, "done");
}

/// Tells when nothing holds the pipe `name` open any more.
fn all_gone(pipe: &Path) -> Receiver<()> {
    assert!(Command::new("mkfifo").arg(pipe).status().unwrap().success());
    let (send, receive) = channel();
    let pipe = pipe.to_owned();
    std::thread::spawn(move || {
        let mut all = String::new();
        File::open(pipe).unwrap().read_to_string(&mut all).unwrap();
        assert_eq!(all, "here\nhere\n");
        send.send(()).unwrap();
    });
    receive
}

/// Two processes that hold a pipe open, one of them in a session of its own.
const FAMILY: &str = r#"all=${0%/bin/*}
(echo here; exec sleep 600) >"$all/alive" &
setsid sh -c 'echo here; exec sleep 600' >"$all/alive" &
"#;

#[test]
fn a_client_that_hangs_is_ended_with_all_that_it_started() {
    let machine = Machine::with(AgentClient::Claude, &format!("{FAMILY}wait"));
    let gone = all_gone(&machine.path("alive"));
    let distiller = machine.distiller().with_limit(Duration::from_secs(2));
    let start = Instant::now();
    let error = name_of(&distiller, "hello").unwrap_err();
    assert!(start.elapsed() < Duration::from_secs(10));
    assert!(matches!(error, ModelError::Unavailable(_)));
    assert!(error.to_string().contains("did not answer within 2 s"), "{error}");
    gone.recv_timeout(Duration::from_secs(20)).unwrap();
    assert_eq!(machine.left(), 0);
}

#[test]
fn a_child_that_holds_the_output_open_keeps_nobody_waiting() {
    let script = "cat >/dev/null; sleep 600 & echo $! >\"$seen/child\"; echo done";
    let machine = Machine::with(AgentClient::Codex, script);
    let start = Instant::now();
    assert_eq!(machine.distill("hello").unwrap().text, "done");
    assert!(start.elapsed() < Duration::from_secs(10));
}

#[test]
fn a_directory_that_cannot_be_made_is_named() {
    let machine = Machine::with(AgentClient::Codex, "echo done");
    machine.write("scratch", "in the way");
    let error = machine.distill("hello").unwrap_err().to_string();
    assert!(error.contains("scratch") && error.contains("cannot create"), "{error}");
    assert!(machine.seen().is_empty());
}
