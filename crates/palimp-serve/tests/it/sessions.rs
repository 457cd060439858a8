//! A browser's way in, and its forms.

use palimp_serve::{FormToken, Sessions};

use crate::support::{KNOWN, Reply, Served};

/// Opens an address that begins a session: the cookie that a browser sends from then on.
fn sign_in(server: &Served, sessions: &Sessions) -> String {
    let reply = server.ask("GET", &sessions.invite().unwrap(), &[]);
    cookie(&reply).expect("a session")
}

fn cookie(reply: &Reply) -> Option<String> {
    reply.header("set-cookie")?.split(';').next().map(str::to_owned)
}

fn form_token(server: &Served, sessions: &Sessions, cookie: &str) -> String {
    let path = format!("{}form", sessions.path());
    server.ask("GET", &path, &[("Cookie", cookie)]).body
}

#[test]
fn an_address_begins_a_session_once() {
    let sessions = Sessions::new().unwrap();
    let server = Served::to_browsers(&sessions);
    let address = sessions.invite().unwrap();
    let first = server.ask("GET", &address, &[]);
    assert_eq!((first.status, first.header("location")), (303, Some(sessions.path())));
    let set = first.header("set-cookie").unwrap();
    let named = format!("; Path={}; HttpOnly; SameSite=Strict", sessions.path());
    assert!(set.starts_with("palimp=") && set.ends_with(&named), "{set}");
    assert!(!set.contains(address.split_once('=').unwrap().1), "the cookie is another secret");
    assert_eq!(server.ask("GET", &address, &[]).status, 403, "it is spent");
    let cookie = cookie(&first).unwrap();
    let again = server.ask("GET", &address, &[("Cookie", &cookie)]);
    assert_eq!((again.status, again.header("set-cookie")), (303, None), "who went back goes on");
    let start = server.ask("GET", sessions.path(), &[("Cookie", &cookie)]);
    assert_eq!((start.status, start.body.as_str()), (200, "/ "));
}

#[test]
fn without_the_cookie_nothing_is_handled() {
    let sessions = Sessions::new().unwrap();
    let server = Served::to_browsers(&sessions);
    let cookie = sign_in(&server, &sessions);
    let pending = sessions.invite().unwrap();
    let once = pending.split_once('=').unwrap().1;
    let wrong = [
        String::new(),
        "palimp=".to_owned(),
        format!("{cookie}0"),
        format!("other{cookie}"),
        format!("palimp={once}"),
        format!("other={}", cookie.split_once('=').unwrap().1),
    ];
    for path in ["", "any", "form", "nest/in", "nest/nowhere", "?token=", "any?token=wrong"] {
        for cookie in &wrong {
            for method in ["GET", "HEAD", "POST", "OPTIONS"] {
                let path = format!("{}{path}", sessions.path());
                let reply = server.ask(method, &path, &[("Cookie", cookie), KNOWN]);
                assert_eq!(reply.status, 403, "{method} {path} {cookie}");
            }
        }
    }
    for method in ["HEAD", "POST"] {
        assert_eq!(server.ask(method, &pending, &[]).status, 403, "{method} spends nothing");
    }
    for path in ["/", "/any", "/form", "/nest/in"] {
        assert_eq!(server.ask("GET", path, &[("Cookie", &cookie)]).status, 404, "{path}");
    }
    assert_eq!(server.handled(), 0);
    assert_eq!(server.ask("GET", &pending, &[]).status, 303);
    let several = format!("a=b; palimp=old; {cookie}");
    assert_eq!(server.ask("GET", sessions.path(), &[("Cookie", &several)]).status, 200);
}

#[test]
fn a_new_address_takes_the_place_of_the_one_before() {
    let sessions = Sessions::new().unwrap();
    let server = Served::to_browsers(&sessions);
    let (before, now) = (sessions.invite().unwrap(), sessions.invite().unwrap());
    assert_eq!(server.ask("GET", &before, &[]).status, 403);
    assert_eq!(server.ask("GET", &now, &[]).status, 303);
}

#[test]
fn browsers_that_signed_in_first_make_room() {
    let sessions = Sessions::new().unwrap();
    let server = Served::to_browsers(&sessions);
    let cookies: Vec<_> = (0..17).map(|_| sign_in(&server, &sessions)).collect();
    let statuses = cookies.iter().map(|it| server.ask("GET", sessions.path(), &[("Cookie", it)]));
    let statuses: Vec<_> = statuses.map(|it| it.status).collect();
    assert_eq!(statuses, [&[403][..], &[200; 16]].concat());
}

#[test]
fn a_form_that_no_page_of_the_session_held_is_refused() {
    let sessions = Sessions::new().unwrap();
    let server = Served::to_browsers(&sessions);
    let (mine, other) = (sign_in(&server, &sessions), sign_in(&server, &sessions));
    let [token, others] = [&mine, &other].map(|it| form_token(&server, &sessions, it));
    assert!(token.len() == 64 && token != others);
    let post = |kind: &str, header: &str, body: &str| {
        let headers = [("Cookie", mine.as_str()), ("Content-Type", kind), ("form-token", header)];
        let headers = if header.is_empty() { &headers[..2] } else { &headers };
        server.send("POST", sessions.path(), headers, body).status
    };
    let form = "application/x-www-form-urlencoded";
    let field = |token: &str| format!("text=a%26b&{}={token}&more=1", FormToken::NAME);
    for body in ["", "text=a", "form-token=", &field(&others), &field(&token[1..])] {
        assert_eq!(post(form, "", body), 403, "{body}");
    }
    assert_eq!(post("text/plain", "", &field(&token)), 403, "it is no form");
    assert_eq!(post("text/plain", &others, ""), 403);
    assert_eq!(post("text/plain", &mine, ""), 403);
    for method in ["PUT", "DELETE", "OPTIONS", "PATCH"] {
        let path = format!("{}any", sessions.path());
        assert_eq!(server.ask(method, &path, &[("Cookie", &mine)]).status, 403, "{method}");
    }
    assert_eq!(server.handled(), 0);
    assert_eq!(post(form, "", &field(&token)), 200);
    assert_eq!(post(&format!("{form}; charset=utf-8"), "", &field(&token)), 200);
    assert_eq!(post("application/json", &token, "{}"), 200);
}

#[test]
fn a_form_of_a_page_that_hides_where_it_is_is_taken() {
    let sessions = Sessions::new().unwrap();
    let server = Served::to_browsers(&sessions);
    let cookie = sign_in(&server, &sessions);
    let token = form_token(&server, &sessions, &cookie);
    let post = |site: &str| {
        let said = [("Cookie", cookie.as_str()), ("Origin", "null"), ("Sec-Fetch-Site", site)];
        server.ask("POST", sessions.path(), &[&said[..], &[("form-token", &token)]].concat())
    };
    assert_eq!(post("same-origin").status, 200);
    assert_eq!(post("cross-site").status, 403);
}

#[test]
fn who_has_the_key_gets_an_address_and_nothing_else() {
    let sessions = Sessions::new().unwrap();
    let server = Served::to_browsers(&sessions);
    let key = format!("Bearer {}", sessions.key().reveal());
    let with_key = [("Authorization", key.as_str())];
    let address = server.ask("POST", sessions.path(), &with_key).body;
    assert!(address.starts_with(sessions.path()), "{address}");
    assert_eq!(server.ask("GET", &address, &[]).status, 303);
    assert_eq!(server.ask("GET", sessions.path(), &with_key).status, 403);
    let any = format!("{}any", sessions.path());
    assert_eq!(server.ask("POST", &any, &with_key).status, 403);
    let elsewhere = [with_key[0], ("Origin", "http://evil.example")];
    assert_eq!(server.ask("POST", sessions.path(), &elsewhere).status, 403);
    assert_eq!(server.ask("POST", sessions.path(), &[KNOWN]).status, 403);
    assert_eq!(server.handled(), 0);
}
