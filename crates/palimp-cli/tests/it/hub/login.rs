//! Coming and going, and where the token is.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use palimp_testing::hub_server::{DEFAULT_HUB_TOKEN, HubServer};
use palimp_testing::run_with_input;

use super::{kept, login, member};
use crate::machine;
use crate::teams::hits;

#[test]
fn a_token_that_the_hub_does_not_take_leaves_nothing() {
    let (hub, machine) = (HubServer::start(), machine());
    let run = machine.run_with(["hub", "login", hub.url(), "--token-stdin"], b"phub_wrong\n");
    let said = String::from_utf8(run.stderr).unwrap();
    assert_eq!(run.status.code(), Some(1), "{said}");
    assert!(said.contains("it rejected the token") && !said.contains("phub_wrong"), "{said}");
    assert!(!machine.home().join("hub").exists());
    assert!(machine.files_with("phub_wrong").is_empty());
}

#[test]
fn a_login_says_who_one_is_and_what_came() {
    let (hub, machine) = (HubServer::start(), machine());
    hub.approve("s-org", "m1", "The coffee machine is cleaned on Fridays.");
    let run = machine
        .run_with(["hub", "login", hub.url(), "--token-stdin"], DEFAULT_HUB_TOKEN.as_bytes());
    let (told, said) =
        (String::from_utf8(run.stdout).unwrap(), String::from_utf8(run.stderr).unwrap());
    assert!(run.status.success(), "{said}");
    assert!(
        told.contains("logged in to acme as ana") && told.contains("1 approved fact"),
        "{told}"
    );
    let status = machine.run_ok(["hub", "status"]);
    assert!(status.contains(hub.url()) && status.contains("project:app  reviewer"), "{status}");
    assert!(machine.run_ok(["status"]).contains("acme: 1 approved fact"));
    assert!(machine.run_ok(["doctor"]).contains("acme: 1 fact, approved"));
}

#[test]
fn a_file_without_a_token_is_told_from_one_that_is_none() {
    let hub = HubServer::start();
    let machine = member(&hub);
    let place = |name: &str| machine.user_home().join(name);
    fs::write(place("empty"), "\n").unwrap();
    fs::write(place("long"), "x".repeat(20_000)).unwrap();
    fs::write(place("bytes"), b"\xff\xfe").unwrap();
    fs::write(place("two"), "one two").unwrap();
    fs::create_dir(place("dir")).unwrap();
    for (name, says, korean) in [
        ("none", "no such file", "파일이 없습니다"),
        ("dir", "it is a directory; hint: name the file", "디렉터리입니다"),
        ("long", "too long for a token", "너무 깁니다"),
        ("bytes", "it is not text", "텍스트가 아닙니다"),
        ("empty", "it is empty; hint: write the token", "비어 있습니다"),
        ("two", "copy it again", "다시 복사하세요"),
        ("none/x", "no such file", "파일이 없습니다"),
        ("/dev/null", "hint: `--token-stdin < /dev/null`", "`--token-stdin < /dev/null`로"),
        ("two/x", "copy the token to another file", "다른 파일에"),
    ] {
        let path = place(name);
        let args = ["hub", "login", hub.url(), "--token-file", path.to_str().unwrap()];
        for (lang, words) in [("en", says), ("ko", korean)] {
            let output = run_with_input(machine.command(args).env("PALIMP_LANG", lang), b"");
            let said = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(1), "{said}");
            assert!(said.contains(words), "{name}: {said}");
            assert!(!said.contains("name a file with the token"), "{name}: {said}");
        }
    }
}

#[test]
fn the_token_stands_in_one_file_for_its_owner_alone_and_is_shown_nowhere() {
    let hub = HubServer::start();
    let machine = member(&hub);
    let place = machine.user_home().join("token");
    fs::write(&place, format!("{DEFAULT_HUB_TOKEN}\n")).unwrap();
    let by_file =
        machine.run_ok(["hub", "login", hub.url(), "--token-file", place.to_str().unwrap()]);
    assert!(!by_file.contains(DEFAULT_HUB_TOKEN));
    let keys = machine.home().join("keys.json");
    assert_eq!(machine.files_with(DEFAULT_HUB_TOKEN), [keys.as_path()]);
    assert_eq!(fs::metadata(&keys).unwrap().permissions().mode() & 0o777, 0o600);
    for args in [
        &["hub", "status", "--json"][..],
        &["hub", "pull"],
        &["status"],
        &["keys", "list"],
        &["doctor"],
    ] {
        let run = machine.run(args);
        let said = [run.stdout, run.stderr].concat();
        assert!(!palimp_testing::contains_text(&said, DEFAULT_HUB_TOKEN), "{args:?}");
    }
}

#[test]
fn a_token_goes_over_no_network_in_the_clear_and_none_is_guessed() {
    let machine = machine();
    let said = |args: &[&str]| {
        let run = machine.run_with(args, DEFAULT_HUB_TOKEN.as_bytes());
        (run.status.code(), String::from_utf8(run.stderr).unwrap())
    };
    let (code, why) = said(&["hub", "login", "http://hub.example.org", "--token-stdin"]);
    assert!(code == Some(2) && why.contains("unencrypted"), "{why}");
    let (code, why) = said(&["hub", "login", "hub.example.org", "--token-stdin"]);
    assert!(code == Some(2) && why.contains("https://"), "{why}");
    let (code, why) = said(&["hub", "login", "http://hub.example.org"]);
    assert!(code == Some(2) && why.contains("unencrypted"), "{why}");
    let (code, why) = said(&["hub", "login", HubServer::start().url()]);
    assert!(code == Some(2) && why.contains("--token-stdin"), "{why}");
    let (code, why) = said(&["hub", "login", "http://127.0.0.1:1", "--token-stdin"]);
    assert!(code == Some(1) && why.contains("cannot connect to"), "{why}");
    let (code, why) = said(&["hub", "propose", "x.md"]);
    assert!(code == Some(1) && why.contains("hub login URL"), "{why}");
}

#[test]
fn the_answer_of_another_server_is_no_hubs() {
    let (hub, machine) = (HubServer::start(), machine());
    hub.org().broken = Some(404);
    let run = machine
        .run_with(["hub", "login", hub.url(), "--token-stdin"], DEFAULT_HUB_TOKEN.as_bytes());
    let said = String::from_utf8(run.stderr).unwrap();
    assert!(run.status.code() == Some(1) && said.contains("is this a hub?"), "{said}");
}

#[test]
fn who_logs_out_keeps_nothing_of_it() {
    let hub = HubServer::start();
    let machine = member(&hub);
    hub.approve("s-org", "m1", "The walrus pool is filled at dawn.");
    machine.run_ok(["hub", "pull"]);
    assert_eq!((hits(&machine, "walrus pool").len(), kept(&machine).len()), (1, 1));
    machine.run_ok(["hub", "logout"]);
    assert!(hits(&machine, "walrus pool").is_empty());
    assert!(!machine.home().join("hub/acme").exists());
    assert!(machine.files_with(DEFAULT_HUB_TOKEN).is_empty());
    assert!(machine.run_ok(["hub", "status"]).is_empty());
    login(&machine, &hub);
    assert_eq!(hits(&machine, "walrus pool").len(), 1);
}

#[test]
fn a_hub_of_the_same_name_elsewhere_is_another_one() {
    let (hub, other) = (HubServer::start(), HubServer::start());
    let machine = member(&hub);
    let run = machine
        .run_with(["hub", "login", other.url(), "--token-stdin"], DEFAULT_HUB_TOKEN.as_bytes());
    let said = String::from_utf8(run.stderr).unwrap();
    assert!(run.status.code() == Some(1) && said.contains("hub logout --hub acme"), "{said}");
}
