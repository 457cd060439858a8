//! In a Korean terminal the program speaks Korean.

use std::process::{Command, Output};

use crate::lab::Lab;

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
fn help_is_in_korean_however_narrow_the_terminal() {
    for columns in (40..=100).step_by(5) {
        for args in [&["--help"][..], &["serve", "-h"], &["help", "help"], &["admin", "-h"]] {
            let mut hub = Command::new(env!("CARGO_BIN_EXE_palimp-hub"));
            hub.env_clear().env("PALIMP_LANG", "ko").env("COLUMNS", columns.to_string());
            let help = String::from_utf8(hub.args(args).output().unwrap().stdout).unwrap();
            for english in ["Print", "given", "subcommand", "[default", " the "] {
                assert!(!help.contains(english), "{columns} {args:?}: {help}");
            }
        }
    }
}

/// What of a text is neither Korean nor what is typed: names of options and values, and what stands in quotes.
fn english(said: &str) -> Vec<&str> {
    let lines = said.lines().filter(|line| !line.starts_with("쓰는 법:"));
    let open = lines.flat_map(|line| line.split(['\'', '`']).step_by(2));
    let words = open.flat_map(|part| part.split([' ', ',', ':', '(', ')', '[', ']', '.']));
    let begun = words.filter(|word| word.starts_with(|c: char| c.is_ascii_alphabetic()));
    begun.filter(|word| !word.starts_with("UTF-8")).collect()
}

#[test]
fn a_wrong_call_is_answered_in_korean_to_the_last_word() {
    let keyed = ["--database", "postgres://h/d"];
    for (args, words) in [
        (&["serv"][..], "'serv'라는 명령은 없습니다"),
        (&["serv"], "비슷한 명령: 'serve'"),
        (&["help", "nope"], "'nope'(이)라는 명령은 없습니다"),
        (&["help", "admin", "orgs"], "'orgs'라는 명령은 없습니다"),
        (&["admin", "lin"], "비슷한 명령"),
        (&["admin", "olk"], "라는 명령은 없습니다"),
        (&["serve"], "빠진 것이 있습니다:"),
        (&["serve", "--listen", "here"], "주소가 아닙니다. 127.0.0.1:7078처럼"),
        (&["serve", "--listen", ""], "주소가 아닙니다"),
        (&["serve", "--listen"], "--listen <ADDRESS>: 값이 필요합니다"),
        (&["serve", "--connections", "many"], "수가 아닙니다"),
        (&["serve", "--connections", "-1"], "여기에 쓸 수 없습니다"),
        (&["serve", "--connections=-1"], "수가 아닙니다"),
        (&["serve", "--connections", ""], "비어 있습니다"),
        (&["serve", "--connections", "0"], "1 이상이어야 합니다"),
        (&["serve", "--url", "hub.acme.example"], "`https://`로 시작해야 합니다"),
        (&["admin", "link", "a", "b", "--url", "http://hub.acme.example"], "`https://`로"),
        (&["serve", "--connections", "99999999999999999999999"], "너무 큰 수입니다"),
        (&["serve", "--key-file", ""], "값이 필요합니다"),
        (&["serve", "--listne", "x"], "비슷한 것: '--listen'"),
        (&["serve", "here"], "'here'는 여기에 쓸 수 없습니다"),
        (&["serve", "--help=x"], "남는 값이 있습니다"),
        (&["--version=x"], "남는 값이 있습니다"),
        (&["serve", "--listen", "[::1]:1", "--listen", "[::1]:2"], "한 번만 쓸 수 있습니다"),
        (
            &["doctor", "--key-file", "a", "--key-command", "b", keyed[0], keyed[1]],
            "'--key-command <COMMAND>'과(와) 함께 쓸 수 없습니다",
        ),
        (
            &["serve", "--key-file", "a", "--tls-key", "b", keyed[0], keyed[1]],
            "--tls-certificate <FILE>",
        ),
        (
            &["serve", "--key-file", "a", "--audience", "b", keyed[0], keyed[1]],
            "--issuer <HTTPS-ADDRESS>",
        ),
        (&["--", "serve"], "앞의 '--'을(를) 빼세요"),
        (&["--database", "x", "serve"], "이렇게 쓸 수 있습니다: 'serve --database'"),
        (&["admin", "key", "--file", "x"], "'-- --file'"),
        (&["admin", "org", "acme"], "--owner <OWNER>"),
        (&["admin", "bind", "a", "b", "c"], "여기에 쓸 수 없습니다"),
        (&["backup", "check", "x"], "--key-file <FILE>"),
        (&["audit", "verify"], "<FILE>"),
    ] {
        let (output, said) = run(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
        assert!(said.contains(words), "{args:?}: {said}");
        assert_eq!(english(&said), Vec::<&str>::new(), "{args:?}: {said}");
    }
    let strange = std::os::unix::ffi::OsStrExt::from_bytes(b"\xff");
    let mut hub = Command::new(env!("CARGO_BIN_EXE_palimp-hub"));
    let hub = hub
        .env_clear()
        .env("PALIMP_LANG", "ko")
        .args(["admin", "org"])
        .arg::<&std::ffi::OsStr>(strange);
    let said = String::from_utf8(hub.output().unwrap().stderr).unwrap();
    assert!(said.contains("UTF-8이 아닌 글자") && english(&said).is_empty(), "{said}");
}

#[test]
fn help_of_help_is_in_korean_and_has_the_colours_of_english() {
    let (_, help) = run(&["help", "help"]);
    assert!(
        help.contains("지정한 명령의 도움말을 출력합니다") && !help.contains(" the "),
        "{help}"
    );
    let styled = |lang: &str, args: &[&str]| {
        let mut hub = Command::new(env!("CARGO_BIN_EXE_palimp-hub"));
        hub.env_clear().env("PALIMP_LANG", lang).env("CLICOLOR_FORCE", "1").args(args);
        let output = hub.output().unwrap();
        String::from_utf8([output.stdout, output.stderr].concat()).unwrap().matches('\x1b').count()
    };
    for args in [
        &["--help"][..],
        &["serve", "-h"],
        &["admin"],
        &["serv"],
        &["serve", "--listen", "here"],
        &["serve", "--audience", "b", "--key-file", "a", "--database", "host=h"],
    ] {
        assert!(styled("en", args) > 4);
        assert_eq!(styled("ko", args), styled("en", args), "{args:?}");
        assert!(!run(args).1.contains('\x1b'), "{args:?}");
    }
}

#[test]
fn what_a_hub_cannot_do_is_said_in_korean() {
    let key = tempfile::tempdir().unwrap().path().join("none");
    let key = key.to_str().unwrap();
    for (args, code, words) in [
        (
            &["migrate", "--database", "nowhere"][..],
            1,
            "invalid connection string: unexpected EOF. postgres://user@host/database처럼",
        ),
        (&["migrate", "--database", ""], 1, "데이터베이스 URL을 해석할 수 없습니다: 호스트가 없"),
        (
            &["serve", "--database", "", "--key-command", "exit 3"],
            1,
            "데이터베이스 URL을 해석할 수 없습니다: 호스트가 없",
        ),
        (
            &["migrate", "--database", "host=a,b hostaddr=127.0.0.1"],
            1,
            "데이터베이스 URL을 해석할 수 없습니다: ",
        ),
        (
            &[
                "serve",
                "--database",
                "host=x",
                "--key-command",
                "printf %064d 1",
                "--issuer",
                "https://id.acme.example",
                "--jwks-file",
                "/nope",
            ],
            1,
            "/nope: 그런 파일이나 디렉터리가 없습니다",
        ),
        (
            &["migrate", "--database", "host=x sslmode=no"],
            1,
            "invalid connection string: invalid value for option `sslmode`",
        ),
        (&["migrate", "--database", "host=x sslrootcert=/nope"], 1, "/nope: 그런 파일"),
        (
            &["migrate", "--database", "postgres://x@127.0.0.1:9/x"],
            1,
            "연결 실패: 연결을 거절했습니다",
        ),
        (
            &["admin", "policy", "acme", "{", "--database", "host=x"],
            1,
            "정책이 JSON이 아닙니다: 1번째 줄 1번째 글자: 여기서 끊겼습니다 (",
        ),
        (&["audit", "verify", key], 1, "`palimp-hub audit export`가 만든 파일을"),
        (&["audit", "verify", "/dev/null"], 1, "일반 파일이 아닙니다"),
        (
            &["backup", "check", "/", "--key-command", "exit 3"],
            1,
            "`exit 3` 명령이 실패했습니다(종료 코드 3)",
        ),
        (&["backup", "check", "/", "--key-command", "echo 1"], 1, "16진수 64자리"),
        (&["admin", "key", "/"], 1, "아직 없는 파일"),
        (&["jobs", "--database", "postgres://x@127.0.0.1:9/x", "--key-file", key], 1, "그런 파일"),
    ] {
        let (output, said) = run(args);
        assert_eq!(output.status.code(), Some(code), "{args:?}: {said}");
        assert!(said.contains(words), "{args:?}: {said}");
    }
}

#[test]
fn what_is_wrong_with_a_file_is_told_once_with_what_to_do() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
    let (open, text, here) = (path("open"), path("text"), path(""));
    std::fs::write(&open, "x").unwrap();
    std::fs::write(&text, "no readable certificate").unwrap();
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o644);
    std::fs::set_permissions(&open, mode).unwrap();
    let serve = ["serve", "--database", "host=x"];
    let with =
        |more: &[&str]| [&serve[..], more].concat().iter().map(|it| (*it).to_owned()).collect();
    let rooted = format!("host=x sslrootcert={text}");
    let cases: [(Vec<String>, String); 7] = [
        (
            with(&["--key-file", &open]),
            format!(
                "{open}: 다른 사용자가 읽을 수 있습니다. `chmod 600 {open}`을 실행하고, 파일에 든 자격 증명을 교체하세요"
            ),
        ),
        (
            with(&["--key-file", &here]),
            format!("{here}: 디렉터리입니다. `palimp-hub admin key FILE`로 만드세요"),
        ),
        (
            with(&["--key-file", "/dev/null"]),
            "/dev/null: 일반 파일이 아닙니다. 다른 파일을 지정하세요".to_owned(),
        ),
        (
            with(&["--key-file", &open, "--tls-certificate", &text, "--tls-key", &text]),
            format!("{text}: 읽을 수 있는 인증서가 없습니다. 인증서 파일(PEM)을 지정하세요"),
        ),
        (
            with(&["--key-file", &open, "--tls-certificate", &path("none"), "--tls-key", &text]),
            format!("{}: 그런 파일이나 디렉터리가 없습니다. 있는 파일을 지정하세요", path("none")),
        ),
        (
            with(&[
                "--key-command",
                "printf %064d 1",
                "--issuer",
                "https://id.acme.example",
                "--jwks-file",
                &text,
            ]),
            format!(
                "{text}: JSON이 아닙니다(1번째 줄 2번째 글자: JSON 문법에 맞지 않습니다 (expected ident)). 제공자의 키(JWKS)를 지정하세요"
            ),
        ),
        (
            vec!["migrate".to_owned(), "--database".to_owned(), rooted],
            format!("{text}: 읽을 수 있는 인증서가 없습니다. 인증서 파일(PEM)을 지정하세요"),
        ),
    ];
    for (args, words) in cases {
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let (output, said) = run(&args);
        assert_eq!(output.status.code(), Some(1), "{args:?}: {said}");
        assert_eq!(said, format!("palimp-hub: {words}\n"), "{args:?}");
    }
}

#[test]
fn what_postgresql_refuses_is_told_with_what_to_do() {
    let Some(lab) = Lab::new() else { return };
    let empty = Lab::empty_like(&lab);
    let none = lab.server.url("none");
    for (args, words) in [
        (&["migrate", "--database", none.as_str()][..], "`createdb`로 만들거나 URL을 고치세요"),
        (
            &["admin", "org", "acme", "--owner", "ana", "--database", empty.url.as_str()],
            "`palimp-hub migrate`를 실행하세요",
        ),
        (
            &["admin", "link", "acme", "ana", "--database", lab.url.as_str()],
            "acme 조직이 없거나 ana 구성원이 없습니다",
        ),
        (
            &["admin", "policy", "acme", "{}", "--database", lab.url.as_str()],
            "`palimp-hub admin org`로",
        ),
        (
            &["admin", "policy", "acme", "[]", "--database", lab.url.as_str()],
            "정책이 올바르지 않습니다: JSON 객체가 아",
        ),
        (
            &["admin", "policy", "acme", "{\"aprovals\": 2}", "--database", lab.url.as_str()],
            "`aprovals` 항목이 없습니다. 쓸 수 있는 항목: ",
        ),
        (
            &[
                "admin",
                "policy",
                "acme",
                "{\"approvals\": \"two\"}",
                "--database",
                lab.url.as_str(),
            ],
            "정책이 올바르지 않습니다: invalid type: string \"two\", expected u32",
        ),
        (
            &[
                "admin",
                "policy",
                "acme",
                "{\"groups\": {\"eng\": \"boss\"}}",
                "--database",
                lab.url.as_str(),
            ],
            "정책이 올바르지 않습니다: invalid type: string \"boss\", expected a map",
        ),
        (
            &[
                "admin",
                "policy",
                "acme",
                "{\"groups\": {\"eng\": {\"org\": \"boss\"}}}",
                "--database",
                lab.url.as_str(),
            ],
            "정책이 올바르지 않습니다: unknown variant `boss`, expected one of `auditor`, `reader`",
        ),
        (
            &["admin", "policy", "acme", "{\"approvals\": 0}", "--database", lab.url.as_str()],
            "1 이상이어야 합니다",
        ),
        (
            &["audit", "export", "acme", "--database", lab.url.as_str()],
            "acme 조직이 없습니다. `palimp-hub admin org`로",
        ),
        (
            &["admin", "org", "acme", "--owner", "", "--database", lab.url.as_str()],
            "이름으로 쓸 수 없습니다. 글자, 숫자",
        ),
        (
            &["admin", "org", "acme", "--owner", "a\nb", "--database", lab.url.as_str()],
            "이름으로 쓸 수 없습니다. 글자, 숫자",
        ),
        // Nothing was made by the two before.
        (
            &["admin", "policy", "acme", "{}", "--database", lab.url.as_str()],
            "acme 조직이 없습니다",
        ),
    ] {
        let (output, said) = run(args);
        assert_eq!(output.status.code(), Some(1), "{args:?}: {said}");
        assert!(said.contains(words) && !said.contains("연결 실패"), "{args:?}: {said}");
    }
}

#[test]
fn what_is_wrong_with_a_chain_is_told_with_what_to_do() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("acme.json");
    let chain = r#"{"org": "o", "name": "acme", "links": [], "head": {"seq": 3, "hash": ""}}"#;
    for (text, words) in [
        (chain, "체인이 고리 0에서 끝나는데 헤드는 고리 3입니다. 다시 내보내세요"),
        ("{}", "체인이 아닙니다(1번째 줄 2번째 글자: 값이 맞지 않습니다 (missing field `org`))"),
        ("[]", "값이 맞지 않습니다 (invalid type: sequence, expected an exported chain)"),
        ("{\"org\": \"\\x\"}", "JSON 문법에 맞지 않습니다 (invalid escape)"),
        ("", "`palimp-hub audit export`가 만든 파일을 지정하세요"),
    ] {
        std::fs::write(&file, text).unwrap();
        let (output, said) = run(&["audit", "verify", file.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.contains(words), "{text}: {said}");
    }
}
