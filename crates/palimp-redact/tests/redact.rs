//! The redactor against its rules' own examples and against what it must leave alone.

use std::borrow::Cow;
use std::collections::HashSet;

use palimp_redact::{RedactionRule, Redactor, rules};

fn redact(text: &str) -> Cow<'_, str> {
    Redactor::default().redact(text)
}

#[track_caller]
fn check(text: &str, expect: &str) {
    assert_eq!(redact(text), expect);
    assert_eq!(redact(expect), expect, "a second pass");
}

#[track_caller]
fn check_untouched(text: &str) {
    assert_eq!(redact(text), text);
}

fn every_hit() -> impl Iterator<Item = (&'static RedactionRule, &'static str)> {
    rules().flat_map(|rule| rule.hits.iter().map(move |hit| (rule, *hit)))
}

#[test]
fn every_rule_finds_its_hits() {
    let missed = every_hit().filter(|(rule, hit)| {
        Redactor::default().find(hit).iter().all(|found| found.kind != rule.kind)
    });
    let missed: Vec<_> = missed.map(|(rule, hit)| (rule.kind, hit, redact(hit))).collect();
    assert!(missed.is_empty(), "{missed:#?}");
}

#[test]
fn no_rule_touches_its_misses() {
    let misses = rules().flat_map(|rule| rule.misses);
    let touched: Vec<_> =
        misses.map(|miss| redact(miss)).filter(|text| matches!(text, Cow::Owned(_))).collect();
    assert!(touched.is_empty(), "{touched:#?}");
}

#[test]
fn every_rule_has_a_kind_of_its_own_and_examples() {
    let mut kinds = HashSet::new();
    for rule in rules() {
        assert!(kinds.insert(rule.kind), "{} stands twice", rule.kind);
        assert!(rule.kind.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-'));
        assert!(!rule.about.is_empty() && !rule.hits.is_empty() && !rule.misses.is_empty());
    }
}

#[test]
fn the_scheme_of_a_credential_is_no_password() {
    let clean = "비밀번호 = Bearer <redacted:authorization>";
    assert_eq!(Redactor::default().redact(clean), clean);
    let secret = "비밀번호 = Bearer zqx_live_k3Jd9s0A1mXq72hfZz81Rt5Tv8Wx3Yz6";
    assert_eq!(Redactor::default().redact(secret), clean);
}

#[test]
fn redacting_a_hit_twice_changes_nothing() {
    for (rule, hit) in every_hit() {
        let once = redact(hit);
        assert_eq!(redact(&once), once, "{}", rule.kind);
    }
}

#[test]
fn only_the_secret_goes() {
    check(
        "postgres://app:hunter2@db.internal:5432/app",
        "postgres://app:<redacted:connection-string>@db.internal:5432/app",
    );
    check("\"password\": \"1234\",", "\"password\": \"<redacted:password>\",");
    check("password=hunter2", "password=<redacted:password>");
    check("비밀번호: qwer1234입니다", "비밀번호: <redacted:password>입니다");
    check("Authorization: Bearer abc123def456", "Authorization: Bearer <redacted:authorization>");
    check("curl -u me:hunter2 x", "curl -u me:<redacted:password> x");
    check("mysql -uroot -phunter2 app", "mysql -uroot -p<redacted:password> app");
    check("<password>a1</password>", "<password><redacted:password></password>");
    check("let password: &str = \"pw\";", "let password: &str = \"<redacted:password>\";");
    check("${DB_PASSWORD:-postgres}", "${DB_PASSWORD:-<redacted:password>}");
    check("To: Jane <jane@example.com>", "To: Jane <<redacted:email>>");
    check("전화 010-1234-5678.", "전화 <redacted:phone>.");
    check("?access_token=abc123def&x=1", "?access_token=<redacted:secret>&x=1");
}

#[test]
fn a_token_under_a_name_keeps_its_own_kind() {
    let token = concat!("ghp_", "16C7e42F292c6912E7710c838347Ae178B4a");
    check(&format!("GITHUB_TOKEN={token}"), "GITHUB_TOKEN=<redacted:github-token>");
    check(&format!("password: \"{token}\""), "password: \"<redacted:github-token>\"");
    check(
        &format!("Authorization: Bearer {token}"),
        "Authorization: Bearer <redacted:github-token>",
    );
    check(&format!("https://x:{token}@github.com"), "https://x:<redacted:github-token>@github.com");
}

#[test]
fn private_keys_go_whole() {
    let body = "MIIEpAIBAAKCAQEA0Z3VS5JJcds3xfn/ygWyF8PbnGy0AHB7MhgHcTz6sE2I2yPB";
    let (begin, end) = (
        concat!("-----BEGIN RSA ", "PRIVATE KEY-----"),
        concat!("-----END RSA ", "PRIVATE KEY-----"),
    );
    check(&format!("a\n{begin}\n{body}\n{body}\n{end}\nb"), "a\n<redacted:private-key>\nb");
    check(
        &format!("{{\"private_key\": \"{begin}\\n{body}\\n{end}\\n\", \"id\": 1}}"),
        "{\"private_key\": \"<redacted:private-key>\\n\", \"id\": 1}",
    );
    check(&format!("{begin}\n{body}\n{body}"), "<redacted:private-key>");
    check(
        &format!("{begin}\n{body}\n[cut] then words"),
        "<redacted:private-key>\n[cut] then words",
    );
    check(
        &format!("     1→{begin}\n     2→{body}\n     3→{end}\n"),
        "     1→<redacted:private-key>\n",
    );
}

#[test]
fn a_text_may_hold_many_secrets() {
    check(
        "password=hunter2 token: \"abc123def\"\njane@example.com, 010-1234-5678, 900101-1234568\n",
        "password=<redacted:password> token: \"<redacted:secret>\"\n\
         <redacted:email>, <redacted:phone>, <redacted:kr-resident-number>\n",
    );
}

#[test]
fn login_between_two_passwords_hides_neither() {
    check(
        "AaA00AAO로 로그인 정보 admin / hunter22",
        "<redacted:password>로 로그인 정보 admin / <redacted:password>",
    );
}

#[test]
fn value_longer_than_a_word_is_not_cut() {
    let value =
        "+++Aaa0aAAA0AA+a+0/A+aAa0aaAaAaAaA++0A+AaA+0a0a0a+0+0Aa0aAA+aaa0AAAaa+0Aa+a+AA0aa+AAA0";
    check_untouched(&format!("비밀번호는 {value}\n"));
}

#[test]
fn what_was_redacted_is_not_matched() {
    for text in [
        "password=<redacted:password>",
        "\"password\": \"<redacted:password>\"",
        "password=\"a <redacted:email> b\"",
        "Authorization: Bearer <redacted:authorization>",
        "https://user:<redacted:connection-string>@host/",
        "curl -u user:<redacted:password> host",
        "<redacted:phone>@example.com",
    ] {
        check_untouched(text);
    }
}

#[test]
fn hashes_and_ids_stay() {
    for text in [
        "commit 1a2b3c4",
        "commit 9fceb02d0ae598e95dc970b74767f19372d61af8",
        "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "checksum = \"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855\"",
        "\"integrity\": \"sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==\"",
        "github.com/x/y v1.2.3 h1:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
        "id: 01234567-89ab-cdef-0123-456789abcdef",
        "key: 01234567-89ab-cdef-0123-456789abcdef",
        "at 1795184239940 or 1795184239940123",
        "12345678901234567890",
        "3.14159265358979 -1.0e-10 0x1F 1_000_000",
        "2024-01-02T03:04:05.678Z 20240102030405",
        "v1.2.3-rc.4+build.5 127.0.0.1:5432 ::1 fe80::1",
        "https://example.com/a/b?x=1&y=2#z localhost:5432 postgres://localhost/db",
    ] {
        check_untouched(text);
    }
}

#[test]
fn code_about_secrets_stays() {
    for text in [
        "password: string;",
        "password = os.environ[\"PASSWORD\"]",
        "token = get_token()",
        "const apiKey = process.env.API_KEY;",
        "password=$DB_PASSWORD",
        "TOKEN: ${{ secrets.TOKEN }}",
        "token: ${TOKEN}",
        "fn token(&self) -> Token { self.token }",
        "while token == other && key != value {",
        "let secret = Secret::new();",
        "fn f(password: &str, token: Option<String>, key: [u8; 32]) {}",
        "let next_token = tokens.next();",
        "struct S { password: String, token: u64, secret: Vec<u8> }",
        "max_tokens: 4096, tokens=1200, key: \"enter\", primary_key = id",
        "tokenizer = \"unicode61\"",
        "return {token:e,password:t,secret:n.secret}",
        "color: #fff; margin: 0 1px 2px; --primary-key: red",
        "@media (max-width: 100px) { a:hover { color: red } }",
        "match token { Token::Key => key, _ => token.kind }",
        "password = input(prompt)",
        "assert password is not None",
        "passwords = [user.password for user in users]",
        "secretName: my-app-tls",
        "--token <TOKEN>  the token to use",
        "env::var(\"API_TOKEN\")?",
        "keyboard: us, monkey: 12, turkey = yes",
    ] {
        check_untouched(text);
    }
}

#[test]
fn an_image_in_base64_stays() {
    let mut text = String::from("src=\"data:image/png;base64,");
    let mut state = 1u32;
    for _ in 0..500_000 {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let alphabet = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        text.push(char::from(alphabet[(state >> 26) as usize]));
    }
    text.push_str("==\">");
    check_untouched(&text);
}

#[test]
fn adjacent_and_escaped_neighbours_do_not_hide_a_secret() {
    let token = concat!("ghp_", "16C7e42F292c6912E7710c838347Ae178B4a");
    for (before, after) in [
        ("\\n", "\\n"),
        ("\u{1b}[32m", "\u{1b}[0m"),
        ("%20", "%20"),
        ("\\u003c", "\\u003e"),
        ("토큰은", "입니다"),
        ("(", ")."),
        ("`", "`"),
    ] {
        check(
            &format!("{before}{token}{after}"),
            &format!("{before}<redacted:github-token>{after}"),
        );
    }
}

/// The lines of a private key in PEM, without its armour.
fn key_body() -> String {
    let line = "MIIEpAIBAAKCAQEA0Z3VS5JJcds3xfn/ygWyF8PbnGy0AHB7MhgHcTz6sE2I2yPB";
    let lines = (0..3).map(|shift| format!("{}{}", &line[shift..], &line[..shift]));
    lines.chain(["aFDrBz9vFqU4yVkzSnV9Z2h0bGlz==".to_owned()]).collect::<Vec<_>>().join("\n")
}

#[test]
fn private_keys_go_whole_whatever_names_them() {
    let (begin, end) = (
        concat!("-----BEGIN RSA ", "PRIVATE KEY-----"),
        concat!("-----END RSA ", "PRIVATE KEY-----"),
    );
    let lines = format!("{begin}\n{}\n{end}", key_body());
    let escaped = lines.replace('\n', "\\n");
    let indented = lines.replace('\n', "\n    ");
    for (before, key, after) in [
        ("PRIVATE_KEY=\"", &lines, "\"\nNEXT=1"),
        ("export PRIVATE_KEY=\"", &lines, "\""),
        ("SECRET=\"", &lines, "\""),
        ("SECRET='", &escaped, "'"),
        ("PRIVATE_KEY=", &escaped, "\nNEXT=1"),
        ("docker run -e \"TLS_KEY=", &lines, "\" image"),
        ("{\"password\": \"", &escaped, "\"}"),
        ("private_key: |\n    ", &indented, "\nnext: 1"),
        ("stringData:\n  tls.key: |\n    ", &indented, "\n"),
    ] {
        check(&format!("{before}{key}{after}"), &format!("{before}<redacted:private-key>{after}"));
    }
}

/// A text in base64, in lines of `width` digits.
fn base64(text: &str, width: usize) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digits = text.as_bytes().chunks(3).flat_map(|three| {
        let bits = three.iter().fold(0_u32, |bits, byte| bits << 8 | u32::from(*byte));
        let bits = bits << (8 * (3 - three.len()));
        let digit = move |at: usize| DIGITS[(bits >> (18 - 6 * at) & 63) as usize];
        (0..4).map(move |at| if at > three.len() { b'=' } else { digit(at) })
    });
    let digits: Vec<u8> = digits.collect();
    let lines = digits.chunks(width).map(|line| String::from_utf8_lossy(line).into_owned());
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn a_private_key_in_base64_goes_whole_wherever_its_lines_end_and_whatever_stands_before_it() {
    let key = |kind: &str, head: &str| {
        let (begin, end) = (format!("-----BEGIN {kind}"), format!("-----END {kind}"));
        format!("{begin}PRIVATE KEY-----\n{head}{}\n{end}PRIVATE KEY-----\n", key_body())
    };
    let redacted = |text: &str| Redactor::default().redact(text).into_owned();
    for key in [
        key("", ""),
        key("RSA ", ""),
        key("OPENSSH ", ""),
        key("ENCRYPTED ", ""),
        key("RSA ", "Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0123456789ABCDEF\n\n"),
    ] {
        for width in [48, 60, 64, 76, 10_000] {
            let encoded = base64(&key, width);
            assert_eq!(redacted(&format!("$ cat\n{encoded}\n")), "$ cat\n<redacted:private-key>\n");
        }
        let certificate = "-----BEGIN CERTIFICATE-----\nMIIDdzCCAl+gAwIBAgIEAgAAuTANBgkqhkiG9w0B\n\
                           -----END CERTIFICATE-----\n";
        let bundle = base64(&format!("{certificate}{key}"), 10_000);
        for before in ["kind: Secret\ndata:\n  haproxy.pem: ", "kind: Secret\ndata:\n  tls.crt: "] {
            let text = redacted(&format!("{before}{bundle}\n"));
            assert_eq!(text, format!("{before}<redacted:secret>\n"));
        }
        for (before, after) in [("TLS_PRIVATE_KEY=\"", "\""), ("TLS_PRIVATE_KEY=", "\n")] {
            let text = redacted(&format!("{before}{bundle}{after}"));
            assert_eq!(text, format!("{before}<redacted:secret>{after}"));
        }
    }
}

#[test]
fn what_is_drawn_at_random_around_a_word_says_nothing() {
    let line = "uDXhyrV4kNmP4S0eqsAP/jQHPOZAMFA4yVwO9hlqmePhyDnszCh9c1PfJSBh49+b";
    for text in ["PW/rELDPvLRUNMfKM+KzduLZ\n", "hvcNAQELBQAD/PW\n", "hvcNAQELBQAD+PW+\n"] {
        let text = format!("{text}{line}\n");
        check(&text, &text);
    }
}

#[test]
fn keys_of_other_programs_and_without_armour_go_as_well() {
    let body = key_body();
    let pgp = concat!("-----BEGIN PGP ", "PRIVATE KEY BLOCK-----\n\n");
    let pgp_end = concat!("\n-----END PGP ", "PRIVATE KEY BLOCK-----");
    check(&format!("{pgp}{body}{pgp_end}\n"), "<redacted:private-key>\n");
    let ssh2 = concat!("---- BEGIN SSH2 ENCRYPTED ", "PRIVATE KEY ----\n");
    let ssh2_end = concat!("\n---- END SSH2 ENCRYPTED ", "PRIVATE KEY ----");
    check(&format!("{ssh2}{body}{ssh2_end}\n"), "<redacted:private-key>\n");
    check(
        &format!("Public-Lines: 1\nAAAA\nPrivate-Lines: 4\n{body}\nPrivate-MAC: 01"),
        "Public-Lines: 1\nAAAA\nPrivate-Lines: 4\n<redacted:private-key>\nPrivate-MAC: 01",
    );
    check(&format!("der:\n{body}\n\nthen"), "der:\n<redacted:private-key>\n\nthen");
    let end = concat!("-----END RSA ", "PRIVATE KEY-----");
    check(&format!("[cut]\n{}\n{end}\nb", &body[65..]), "[cut]\n<redacted:private-key>\nb");
}

#[test]
fn the_secret_beside_an_aws_key_id_goes_without_a_label() {
    let id = concat!("AKIA", "4XQ7MZP2R6TWLB5K");
    let secret = concat!("bVMszvR4+EPZGz3zBXCOArr", "+SfiJvo58JB0W+O5P");
    let slashed = concat!("/VMszvR4+EPZGz3zBXCOArr", "+SfiJvo58JB0W/O5P");
    for gap in ["\n", "\r\n", " ", ":", ": ", ",", ", ", " / ", "/", "\t", "\n\n", "\\n", " | "] {
        check(
            &format!("{id}{gap}{secret}"),
            &format!("<redacted:aws-access-key>{gap}<redacted:aws-secret-key>"),
        );
    }
    check(
        &format!("aws_access_key_id = {id}\n{slashed} x"),
        "aws_access_key_id = <redacted:aws-access-key>\n<redacted:aws-secret-key> x",
    );
    for other in [
        "0123456789abcdef0123456789abcdef01234567",
        "src/Components/Settings2/Panel/Index3.ts",
        "usr/local/share/Python3/site/packages/x1",
        "the key of staging",
    ] {
        check(&format!("{id}\n{other}"), &format!("<redacted:aws-access-key>\n{other}"));
    }
}

#[test]
fn a_short_key_goes_where_its_name_stands_right_before() {
    for key in ["aB3dE5gH7jK9", "q7Lm2Xz9Pd", "x8k2mq7rt4zp9w", "Zk82hQvR1nTy5b"] {
        for (before, behind) in [
            ("토큰은 ", ""),
            ("토큰은 ", "입니다"),
            ("api key는 ", ""),
            ("API 키는 ", " 야"),
            ("시크릿은 ", " 입니다"),
            ("인증키를 ", "로 바꿨다"),
            ("비밀키 ", ""),
            ("접근키 ", " 사용"),
            ("네이버 클라이언트 시크릿은 ", ""),
            ("my api key for staging is ", ""),
            ("the token for the new server is ", "."),
        ] {
            check(&format!("{before}{key}{behind}"), &format!("{before}<redacted:secret>{behind}"));
        }
    }
}

#[test]
fn what_is_said_about_keys_stays() {
    for text in [
        "토큰은 access_token_v2 에 있다",
        "토큰은 authorization 헤더로 보낸다",
        "토큰 gpt-4o-mini 사용",
        "토큰은 claude-3-5-sonnet 기준으로 센다",
        "토큰은 HS256/RS256으로 서명한다",
        "토큰은 2026-01-15에 만료된다",
        "토큰은 localStorage 말고 sessionStorage 에 둔다",
        "비밀키 ed25519-sk 사용",
        "비밀키 id_ed25519_work 를 쓴다",
        "인증키를 config2.local.yaml 에 둔다",
        "시크릿은 kubernetes1.27부터 바뀌었다",
        "시크릿은 prod-db-01-secret 이다",
        "접근키 IAMUserAccess2 정책",
        "api key는 x-api-key2 헤더로 간다",
        "my api key for staging is in config1.yaml",
        "the token for oauth2 is refreshed_by_v2client",
        "the key for this is user_id_2024",
        "the cache key for this build is 9f86d081884c7d65",
        "the idempotency key is aB3dE5gH7jK9",
        "토큰 100000개",
        "토큰은 약 128000tokens",
        "토큰: claimsPrincipalFactoryBuilder",
        "my token is defaultAccessTokenProviderXML",
    ] {
        check_untouched(text);
    }
}

#[test]
fn letters_drawn_at_random_go_behind_their_name() {
    for key in ["dzoUCCDeuhoVafSuHjdhPrHY", "RLLFLeRbpGguiQAvIWRUnMRj", "pULBG172Ns5EW8OdaPwDypsh"]
    {
        for before in ["토큰: ", "my token is ", "api key는 ", "토큰은 ", "API 키: "] {
            check(&format!("{before}{key}"), &format!("{before}<redacted:secret>"));
        }
    }
}

#[test]
fn quotes_may_be_attached_to_an_option() {
    for (before, behind) in [
        ("sshpass -p'", "' ssh me@host"),
        ("sshpass -p\"", "\" ssh me@host"),
        ("redis-cli -a\"", "\" ping"),
        ("zip -P'", "' a.zip b"),
        ("zip -P\"", "\" a.zip b"),
    ] {
        check(
            &format!("{before}k3Jd9!s0A1{behind}"),
            &format!("{before}<redacted:password>{behind}"),
        );
    }
    for text in [
        "run(\"sshpass -p\", password, \"ssh\")",
        "[\"sshpass -p\"] + [x] + [\"y\"]",
        "'zip -P' asks, 'unzip' does not",
        "cmd = 'redis-cli -a'\nb = 'x'",
    ] {
        check_untouched(text);
    }
}

#[test]
fn a_colour_is_no_part_of_a_name() {
    check(
        "\u{1b}[32mtoken \u{1b}[0m=9MSx1tnMWLdulFhHWWwd2fnqLrZY8BP3",
        "\u{1b}[32mtoken \u{1b}[0m=<redacted:secret>",
    );
    check(
        "\u{1b}[1;32mpassword\u{1b}[0m: hunter2x",
        "\u{1b}[1;32mpassword\u{1b}[0m: <redacted:password>",
    );
    check_untouched("\u{1b}[32mtokenizer \u{1b}[0m=9MSx1tnMWLdu");
}

#[test]
fn a_remark_may_stand_behind_a_korean_name() {
    check("비밀번호(운영): hunter2x", "비밀번호(운영): <redacted:password>");
    check("토큰 (staging): 0a1b2c3d4e5f", "토큰 (staging): <redacted:secret>");
    check_untouched("setPassword(next): abc123def");
    check_untouched("비밀번호 규칙(운영): hunter2x");
}

#[test]
fn a_number_ends_where_another_begins() {
    let text = "운전면허번호 11-23-123456-78 010-1234-5678=";
    let expected = "운전면허번호 <redacted:driving-licence> <redacted:phone>=";
    assert_eq!(redact(text), expected);
}

#[test]
fn a_bare_password_may_hold_hangul() {
    check("DB_PASSWORD=호랑이Tiger77!", "DB_PASSWORD=<redacted:password>");
    check("export DB_PASSWORD=Tiger호랑이77!", "export DB_PASSWORD=<redacted:password>");
    check("DB_PASSWORD=Tiger77호랑이", "DB_PASSWORD=<redacted:password>");
    check("DB_PASSWORD=호랑이1234", "DB_PASSWORD=<redacted:password>");
    check("password: 호랑이Tiger78!", "password: <redacted:password>");
    check("password=호랑이Tiger78!, user=a", "password=<redacted:password>, user=a");
    check("db.password = 호랑이Tiger78!", "db.password = <redacted:password>");
    check("비밀번호: 호랑이Tiger79!", "비밀번호: <redacted:password>");
    check("암호=호랑이Tiger79!", "암호=<redacted:password>");
    check("비밀번호는 한글Zx9!qWe8 입니다", "비밀번호는 <redacted:password> 입니다");
    check("the password is 호랑이Tiger77!", "the password is <redacted:password>");
    check(
        "curl -u admin:호랑이Tiger77! https://x.kr",
        "curl -u admin:<redacted:password> https://x.kr",
    );
    check("mysql -u root -p호랑이Tiger77! shop", "mysql -u root -p<redacted:password> shop");
    check("tool --password 호랑이Tiger77! run", "tool --password <redacted:password> run");
    check("sshpass -p 호랑이Tiger77! ssh a", "sshpass -p <redacted:password> ssh a");
    check("비밀번호는 호랑이Tiger77!입니다", "비밀번호는 <redacted:password>입니다");
    check("비밀번호: qwer1234호랑이입니다만", "비밀번호: <redacted:password>");
    check("비번은Kxx82hfQz야", "비번은<redacted:password>야");
}

#[test]
fn korean_that_speaks_of_passwords_stays() {
    for text in [
        "비밀번호는 필수입니다",
        "비밀번호: 8자 이상",
        "비밀번호: 최소8자이상",
        "비밀번호: 영문+숫자+특수문자",
        "비밀번호: 영문/숫자 8~16자",
        "비밀번호: 영문·숫자 조합 10자리",
        "password: 비밀번호를 입력하세요",
        "password: 비밀번호를입력하세요!",
        "password = 비밀번호확인",
        "암호=없음",
        "암호: 미설정(기본값)",
        "비밀번호는 SHA256으로 저장한다",
        "비밀번호는SHA256으로 저장한다",
        "비밀번호는 사내GitLab에서 바꾼다",
        "비밀번호가 3회틀리면 잠긴다",
        "비밀번호: 관리자에게문의(내선1234)",
        "the password is 비밀번호",
        "mysql -p비밀번호",
        "curl -u 사용자:비밀번호 https://x.kr",
        "토큰: 헤더에담아보낸다",
    ] {
        check_untouched(text);
    }
}

#[test]
fn every_entry_of_a_command_goes() {
    check(
        "vault kv put s/db username=kimberly conn=kettle99 port=5432",
        "vault kv put s/db username=<redacted:secret> conn=<redacted:secret> port=5432",
    );
    check(
        "fly secrets set CONN='Kettle 99' SEEDING=maple77 && ls a=b4711",
        "fly secrets set CONN='<redacted:secret>' SEEDING=<redacted:secret> && ls a=b4711",
    );
}

#[test]
fn the_column_behind_a_hash_stays() {
    check(
        "1,$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy,kim",
        "1,<redacted:password>,kim",
    );
    check(
        "$argon2id$v=19$m=65536,t=3,p=4$c29tZXNhbHQ$RdescudvJCsgt3ub+b4dWRWJTmaaJObG,x",
        "<redacted:password>,x",
    );
}
