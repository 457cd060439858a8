//! In a Korean terminal the program speaks Korean.

use std::process::{Command, Output};

fn run(args: &[&str]) -> (Output, String) {
    let mut hub = Command::new(env!("CARGO_BIN_EXE_palimp-hub"));
    let output = hub.env_clear().env("PALIMP_LANG", "ko").args(args).output().unwrap();
    let said = [&output.stdout, &output.stderr].map(|it| String::from_utf8_lossy(it).into_owned());
    (output, said.concat())
}

#[test]
fn help_is_in_korean() {
    for args in [
        &["--help"][..],
        &["serve", "--help"],
        &["admin", "org", "-h"],
        &["audit", "verify", "--help"],
        &["backup", "check", "-h"],
        &["demo", "-h"],
    ] {
        let (output, help) = run(args);
        assert!(output.status.success() && output.stderr.is_empty(), "{args:?}");
        for english in ["Usage", "Options", "Print", " the ", "default:", "Example"] {
            assert!(!help.contains(english), "{args:?}: {help}");
        }
    }
}

#[test]
fn what_a_hub_cannot_do_is_said_in_korean() {
    let key = tempfile::tempdir().unwrap().path().join("none");
    let key = key.to_str().unwrap();
    for (args, code, words) in [
        (&["serv"][..], 2, "없는 명령: 'serv'"),
        (&["serve", "--listen", "here"], 2, "주소가 아닙니다"),
        (&["admin", "org", "acme"], 2, "빠진 것이 있습니다"),
        (&["migrate", "--database", "nowhere"], 1, "postgres://user@host/database처럼"),
        (&["audit", "verify", key], 1, "그런 파일이나 디렉터리가 없습니다"),
        (&["jobs", "--database", "postgres://x@127.0.0.1:9/x", "--key-file", key], 1, "그런 파일"),
    ] {
        let (output, said) = run(args);
        assert_eq!(output.status.code(), Some(code), "{args:?}: {said}");
        assert!(said.contains(words), "{args:?}: {said}");
    }
}
