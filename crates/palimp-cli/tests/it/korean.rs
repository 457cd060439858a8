//! In a Korean terminal palimp speaks Korean; to programs it speaks as ever.

use std::fs;

use palimp_testing::{Machine, run_with_input};

use crate::machine;

fn has_hangul(text: &str) -> bool {
    text.contains(|c: char| ('가'..='힣').contains(&c))
}

/// What is said on both streams, in a Korean terminal.
fn said(machine: &Machine, args: &[&str]) -> String {
    let output = run_with_input(machine.command(args).env("LC_ALL", "ko_KR.UTF-8"), b"");
    let [out, err] = [output.stdout, output.stderr].map(|it| String::from_utf8(it).unwrap());
    out + &err
}

#[test]
fn the_first_minute_is_in_korean() {
    let machine = machine();
    for client in [".claude", ".codex"] {
        fs::create_dir_all(machine.user_home().join(client)).unwrap();
    }
    let up = said(&machine, &["up", "--yes"]);
    for line in up.lines().filter(|line| !line.is_empty()) {
        assert!(has_hangul(line), "{line:?} in {up}");
    }
    assert!(up.contains("아직 기억한 것이 없습니다"), "{up}");
    for args in [
        &["save", "배포는 금요일에 하지 않는다"][..],
        &["status"],
        &["doctor"],
        &["review"],
        &["recent"],
        &["search", "quokka"],
        &["forget", "금요일", "--dry-run"],
    ] {
        let words = said(&machine, args);
        assert!(words.lines().any(has_hangul), "{args:?}: {words}");
        for english in [" the ", "Nothing", "not connected", "notes", " is ", "connected"] {
            assert!(!words.contains(english), "{args:?}: {words}");
        }
    }
}

#[test]
fn doctor_counts_notes_in_korean() {
    let machine = machine();
    for path in ["a.md", "b.md"] {
        machine.run_ok(["save", path, "배포는 금요일에 하지 않는다"]);
    }
    let words = said(&machine, &["doctor"]);
    assert!(words.contains("노트 2개") && !words.contains("notes"), "{words}");
}

#[test]
fn the_last_thing_done_is_in_korean() {
    let machine = machine();
    let project = machine.user_home().join(".claude/projects/-home-dev-app");
    fs::create_dir_all(&project).unwrap();
    let transcript = palimp_testing::read_fixture("claude", "transcript.main.jsonl");
    fs::write(project.join("11111111-2222-4333-8444-555555555555.jsonl"), transcript).unwrap();
    let up = said(&machine, &["up", "--yes"]);
    let last = up.lines().find(|line| line.contains("마지막 작업")).expect(&up);
    assert!(last.contains("고친 파일"), "{last}");
    for english in ["Edited", "Commands", "Errors"] {
        assert!(!last.contains(english), "{last}");
    }
}

#[test]
fn what_was_said_in_korean_is_not_taken_for_english_once_more() {
    let machine = machine();
    machine.run_ok(["save", "배포는 금요일에 하지 않는다"]);
    let told = said(&machine, &["context", "--prompt", "금요일에 배포해도 돼?"]);
    let line = told.lines().find(|line| line.contains("core_memory")).expect(&told);
    assert_eq!(line, "core_memory: 없음 (MEMORY.md: 비어 있음)");
    let line = told.lines().find(|line| line.contains("related_sessions")).expect(&told);
    assert_eq!(line, "related_sessions: 없음 (관련도 기준 4.0, 비슷한 것 없음)");
}

#[test]
fn what_cannot_be_done_is_said_in_korean() {
    let machine = machine();
    machine.run_ok(["save", "one"]);
    for (args, words) in [
        (&["read", "nope.md"][..], "노트 nope.md를 찾을 수 없습니다"),
        (&["import", "/nope"], "그런 파일이나 디렉터리가 없습니다"),
        (&["serch", "x"], "비슷한 명령"),
        (&["show", "#99"], "관찰 #99"),
        (&["config", "set", "flush.ever", "3"], "flush.every"),
        (&["search", "x", "--since", "yesterday"], "날짜가 아닙니다"),
        (&["install", "nope"], "클라이언트가 없습니다"),
        (&["search", "x", "--min-score", "7"], "0에서 1 사이"),
        (&["search", "x", "--min-score", "much"], "'much'는 쓸 수 없습니다: 수가 아닙니다"),
        (&["recent", "-n", "-1"], "오류: --limit <N>: '-1'은 쓸 수 없습니다"),
        (&["recent", "-n", "99999999999999999999999"], "최대 9223372036854775807입니다"),
        (&["config", "get", ""], "키를 입력하세요"),
        (&["chat", "--with", "claude"], "입력이 없어"),
        (
            &["dashboard", "--port", "70000"],
            "오류: --port <N>: '70000'은 쓸 수 없습니다: 0부터 65535",
        ),
        (&["cleanup", "--days", "99999999999999999999"], "쓸 수 없습니다: 너무 큰 수입니다"),
    ] {
        let told = said(&machine, args);
        assert!(told.contains(words), "{args:?}: {told}");
    }
}

#[test]
fn help_is_in_korean_however_narrow_the_terminal() {
    let machine = machine();
    for columns in (40..=100).step_by(3) {
        for verb in [&["team", "policy", "-h"][..], &["bench", "gate", "-h"], &["search", "-h"]] {
            let output = run_with_input(
                machine.command(verb).env("PALIMP_LANG", "ko").env("COLUMNS", columns.to_string()),
                b"",
            );
            let help = String::from_utf8(output.stdout).unwrap();
            for english in ["possible", "values", "[default"] {
                assert!(!help.contains(english), "{columns} {verb:?}: {help}");
            }
        }
    }
}

#[test]
fn a_hook_has_help_as_every_verb_has() {
    let machine = machine();
    for args in [&["hook", "--help"][..], &["hook", "-h"], &["hook", "claude", "--help"]] {
        let told = said(&machine, args);
        assert!(told.contains("palimp hook claude < event.json"), "{args:?}: {told}");
    }
}

#[test]
fn data_and_programs_are_spared() {
    let machine = machine();
    let output =
        run_with_input(machine.command(["save", "one", "--json"]).env("PALIMP_LANG", "ko"), b"");
    assert!(!has_hangul(&String::from_utf8_lossy(&output.stdout)));
    let output =
        run_with_input(machine.command(["read", "no.md", "--json"]).env("PALIMP_LANG", "ko"), b"");
    assert!(!has_hangul(&String::from_utf8_lossy(&output.stdout)), "an error as data");
    let text = said(&machine, &["read", "memory/none.md"]);
    assert!(has_hangul(&text), "{text}");
    let english =
        run_with_input(machine.command(["status"]).env("LC_ALL", "C").env("LANG", "ko_KR"), b"");
    assert!(!has_hangul(&String::from_utf8_lossy(&english.stdout)));
}
