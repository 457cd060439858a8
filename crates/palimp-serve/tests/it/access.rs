//! Who is let in, and what the others hear.

use palimp_serve::{
    AccessControl, AccessToken, Listener, RequestRefusal, ServeError, ServePolicy, Sessions,
};

use crate::support::{KNOWN, Served, TOKEN, bearer, listen};

#[test]
fn only_loopback_is_listened_on() {
    for address in ["0.0.0.0:0", "192.0.2.1:0", "[::]:0", "[::ffff:192.0.2.1]:0"] {
        let error = Listener::bind(address.parse().unwrap()).unwrap_err();
        assert!(matches!(error, ServeError::NotLoopback(_)), "{error}");
    }
    let taken = listen();
    let error = Listener::bind(taken.address()).unwrap_err();
    assert!(error.to_string().contains("try another port"), "{error}");
}

#[test]
fn a_token_is_not_easily_guessed() {
    let error = AccessToken::new("fifteen-letters").unwrap_err();
    assert!(matches!(error, ServeError::WeakToken), "{error}");
    let token = AccessToken::random().unwrap();
    assert_eq!(token.reveal().len(), 64);
    assert_ne!(token.reveal(), AccessToken::random().unwrap().reveal());
    assert!(token.matches(token.reveal().as_bytes()));
    assert!(!token.matches(&token.reveal().as_bytes()[..63]) && !token.matches(b""));
}

#[test]
fn who_does_not_know_the_token_is_refused_before_any_handler() {
    let server = Served::to_programs();
    let longer = format!("Bearer {TOKEN}x");
    let shorter = format!("Bearer {}", &TOKEN[1..]);
    let basic = format!("Basic {TOKEN}");
    for wrong in ["", "Bearer", "Bearer ", TOKEN, &longer, &shorter, &basic] {
        for method in ["GET", "POST", "OPTIONS", "DELETE", "HEAD"] {
            for path in ["/", "/any", "/form", "/nest/in", "/nest/nowhere"] {
                let reply = server.ask(method, path, &[("Authorization", wrong)]);
                assert_eq!(reply.status, 401, "{method} {path} {wrong:?}");
                assert_eq!(reply.header("www-authenticate"), Some("Bearer"));
            }
        }
    }
    assert_eq!(server.ask("GET", "/", &[]).status, 401);
    assert_eq!(server.handled(), 0);
    for right in [KNOWN.1, "bearer a-token-for-tests-alone", "Bearer  a-token-for-tests-alone "] {
        let reply = server.ask("GET", "/", &[("Authorization", right)]);
        assert_eq!((reply.status, reply.body.as_str()), (200, "/ "), "{right:?}");
    }
    assert_eq!(server.handled(), 3);
    assert_eq!(server.ask("DELETE", "/", &[KNOWN]).status, 405);
}

#[test]
fn what_is_nowhere_is_so_for_everybody() {
    let server = Served::to_programs();
    for path in ["/nowhere", "/.well-known/oauth-protected-resource", "/nes", "//"] {
        assert_eq!(server.ask("GET", path, &[]).status, 404, "{path}");
        assert_eq!(server.ask("POST", path, &[KNOWN]).status, 404, "{path}");
    }
    assert_eq!(server.handled(), 0, "not even the router's own fallback");
}

#[test]
fn foreign_hosts_and_pages_are_refused_before_any_handler() {
    let server = Served::to_programs();
    let port = server.address.port();
    let own = format!("http://127.0.0.1:{port}");
    for right in [("Host", "localhost"), ("Origin", &own), ("Sec-Fetch-Site", "same-origin")] {
        assert_eq!(server.ask("POST", "/", &[KNOWN, right]).status, 200, "{right:?}");
    }
    assert_eq!(server.handled(), 3);
    for wrong in [
        ("Host", "evil.example"),
        ("Host", "localhost.evil.example"),
        ("Host", ""),
        ("Origin", "http://evil.example"),
        ("Origin", "http://127.0.0.1:1"),
        ("Origin", "null"),
        ("Sec-Fetch-Site", "cross-site"),
        ("Sec-Fetch-Site", "same-site"),
    ] {
        for path in ["/", "/form", "/nest/nowhere", "/nowhere"] {
            let reply = server.ask("POST", path, &[KNOWN, wrong]);
            assert_eq!(reply.status, 403, "{path} {wrong:?}");
            assert!(!reply.head.to_lowercase().contains("access-control"));
        }
    }
    let no_host = format!("GET / HTTP/1.0\r\n{}: {}\r\n\r\n", KNOWN.0, KNOWN.1);
    assert_eq!(server.write(no_host.as_bytes()).status, 403);
    assert_eq!(server.handled(), 3);
}

#[test]
fn nothing_that_was_sent_comes_back_in_a_refusal() {
    let sent = "z9z9<script>z9z9";
    let sessions = Sessions::new().unwrap();
    for server in [Served::to_programs(), Served::to_browsers(&sessions)] {
        for headers in [
            &[("Host", "z9z9")][..],
            &[("Origin", sent)],
            &[("Sec-Fetch-Site", sent)],
            &[("Authorization", sent), ("Cookie", sent)],
        ] {
            let path = format!("{}?token=z9z9", sessions.path());
            for path in ["/z9z9", "/?z9z9", "/any", &path] {
                let reply = server.send("POST", path, headers, sent);
                assert!(reply.status >= 400, "{headers:?}");
                assert!(!format!("{reply:?}").contains("z9z9"), "{reply:?}");
            }
        }
        let reply = server.write(b"z9z9 z9z9 z9z9\r\nz9z9\r\n\r\n");
        assert!(reply.status == 400 && !format!("{reply:?}").contains("z9z9"), "{reply:?}");
    }
}

#[test]
fn no_secret_stands_in_what_is_printed_or_answered() {
    let sessions = Sessions::new().unwrap();
    let invitation = sessions.invite().unwrap();
    let (_, once) = invitation.split_once("token=").unwrap();
    let printed = format!(
        "{:?} {:?}",
        bearer(),
        ServePolicy::local_only(AccessControl::Session(sessions.clone()))
    );
    assert!(printed.contains("Token(…)") && !printed.contains(TOKEN) && !printed.contains(once));
    let server = Served::to_programs();
    for headers in [&[][..], &[("Authorization", "Bearer a-token")], &[("Host", "evil.example")]] {
        assert!(!format!("{:?}", server.ask("GET", "/", headers)).contains(TOKEN));
    }
    let browsers = Served::to_browsers(&sessions);
    assert!(!format!("{:?}", browsers.ask("GET", sessions.path(), &[])).contains(once));
    for refusal in [
        RequestRefusal::Token,
        RequestRefusal::SignIn,
        RequestRefusal::Form,
        RequestRefusal::Nowhere,
    ] {
        assert!(!refusal.message().contains(TOKEN));
    }
}

#[test]
fn a_refusal_is_in_the_language_that_the_browser_wants() {
    let server = Served::to_programs();
    let nowhere =
        |wanted: &str| server.ask("GET", "/nowhere", &[KNOWN, ("Accept-Language", wanted)]);
    for wanted in ["ko", "KO", "ko-KR,ko;q=0.9,en;q=0.8", "fr, ko;q=0.5"] {
        assert!(nowhere(wanted).body.contains("페이지를 찾을 수 없습니다"), "{wanted}");
    }
    for wanted in ["", "en-US,en;q=0.9,ko;q=0.8", "pt-BR, EN;q=0.5, ko", "kok", "fr"] {
        assert!(nowhere(wanted).body.contains("page not found"), "{wanted}");
    }
    let stranger = server.ask("GET", "/", &[("Accept-Language", "ko")]);
    assert_eq!((stranger.status, stranger.header("www-authenticate")), (401, Some("Bearer")));
    assert!(stranger.body.contains("palimp 토큰"), "{stranger:?}");
}

#[test]
fn every_answer_keeps_itself_to_itself() {
    let server = Served::to_programs();
    let answers = [
        server.ask("GET", "/", &[KNOWN]),
        server.ask("GET", "/", &[]),
        server.ask("GET", "/nowhere", &[]),
        server.ask("GET", "/", &[("Host", "evil.example")]),
    ];
    for reply in answers {
        let policy = reply.header("content-security-policy").unwrap();
        for part in ["default-src 'none'", "frame-ancestors 'none'", "form-action 'self'"] {
            assert!(policy.contains(part), "{policy}");
        }
        assert!(!policy.contains("unsafe"), "{policy}");
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "no-referrer"),
            ("cache-control", "no-store"),
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-resource-policy", "same-origin"),
        ] {
            assert_eq!(reply.header(name), Some(value), "{name}");
        }
    }
}

#[test]
fn refusals_can_be_worded_by_whoever_serves() {
    use palimp_serve::response::{Html, IntoResponse};
    let mut policy = bearer();
    policy.refuse = |refusal, headers| {
        let korean = headers.get("accept-language").is_some_and(|it| it == "ko");
        let text = if korean { "<p>안 됩니다" } else { "<p>no" };
        (refusal.status(), Html(text)).into_response()
    };
    let server = Served::under(policy);
    let reply = server.ask("GET", "/", &[("Accept-Language", "ko")]);
    assert_eq!((reply.status, reply.body.as_str()), (401, "<p>안 됩니다"));
    assert_eq!(server.ask("GET", "/nowhere", &[]).body, "<p>no");
}
