//! Who is refused, and what is shown as text.

use std::io::Write;
use std::net::TcpStream;

use serde_json::json;

use super::Dashboard;
use super::pages::PAGES;
use crate::machine;

/// Every other route.
const ROUTES: [&str; 9] = [
    "live",
    "sessions/s1",
    "notes/a.md",
    "assets/style.css",
    "assets/live.js",
    "nowhere",
    "search?q=a",
    "homes/read?home=work&path=a.md",
    "work",
];

#[test]
fn every_route_is_refused_to_who_may_not_ask() {
    let machine = machine();
    let dashboard = Dashboard::for_machine(&machine, &[]);
    let cookie = ("Cookie", dashboard.cookie.as_str());
    let strangers: [&[(&str, &str)]; 6] = [
        &[],
        &[("Cookie", "palimp=0123456789abcdef0123456789abcdef")],
        &[cookie, ("Host", "evil.example")],
        &[cookie, ("Origin", "http://evil.example")],
        &[cookie, ("Sec-Fetch-Site", "cross-site")],
        &[cookie, ("Sec-Fetch-Site", "same-site")],
    ];
    for route in PAGES.into_iter().chain(ROUTES) {
        let path = format!("{}{route}", dashboard.base);
        for headers in strangers {
            for method in ["GET", "POST"] {
                let reply = dashboard.send_raw(method, &path, headers, "");
                assert_eq!(reply.status, 403, "{method} {route} {headers:?}");
                assert!(!reply.body.contains("<html"), "{route}");
            }
        }
        let elsewhere = dashboard.send_raw("GET", &format!("/{route}"), &[cookie], "");
        assert_eq!(elsewhere.status, 404, "{route}");
    }
}

#[test]
fn who_is_refused_hears_it_in_the_language_that_was_chosen() {
    let machine = machine();
    let dashboard = Dashboard::for_machine(&machine, &[]);
    let refused =
        |headers: &[(&str, &str)]| dashboard.send_raw("GET", &dashboard.base, headers, "").body;
    let [korean, english] = [("Accept-Language", "ko"), ("Accept-Language", "en")];
    assert!(refused(&[korean]).contains("palimp가 출력한 주소로 접속하세요"));
    assert!(refused(&[english, ("Cookie", "palimp-lang=ko")]).contains("주소로 접속하세요"));
    assert!(refused(&[korean, ("Cookie", "palimp-lang=en")]).contains("open the address"));
}

/// What forms send that change something.
const FORMS: [(&str, &str); 12] = [
    ("notes/a.md", "do=save&was=&text=written"),
    ("notes/a.md", "do=restore&version=1"),
    ("settings", "key=memory.enabled&value=false"),
    ("health", "mend=Home"),
    ("review", "id=0badcafe&do=reject"),
    ("homes", "do=reindex"),
    ("health", "do=fix"),
    ("review", "id=0badcafe&do=forget"),
    ("told", "do=undo&wish=never&line=zebrafish"),
    ("project", "id=0badcafe&line=1-0badcafe&do=strike"),
    ("settings/index", "do=index"),
    ("settings/clients", "client=claude&do=install"),
];

#[test]
fn what_changes_something_carries_the_token_of_its_form() {
    let machine = machine();
    let dashboard = Dashboard::for_machine(&machine, &[]);
    super::review::propose(&machine, "core.md", "zebrafish");
    std::fs::create_dir_all(machine.home().join("vault")).unwrap();
    std::fs::write(machine.home().join("vault/a.md"), "").unwrap();
    for (page, form) in FORMS {
        for body in [form.to_owned(), format!("form-token=0123456789abcdef&{form}")] {
            assert_eq!(dashboard.post(page, &body).status, 403, "{page} {body}");
        }
        // A page that is asked for changes nothing.
        dashboard.get(&format!("{page}?{}&{form}", dashboard.form_token()));
    }
    assert!(!machine.home().join("settings.json").exists());
    assert_eq!(std::fs::read_to_string(machine.home().join("vault/a.md")).unwrap(), "");
    assert!(dashboard.page("review").contains("zebrafish"), "it still waits");
}

#[test]
fn a_page_answers_while_others_send_nonsense_or_nothing() {
    let machine = machine();
    machine.hook_bash("s1", "make zebrafish", "done");
    let dashboard = Dashboard::for_machine(&machine, &[]);
    let send = |bytes: &[u8]| {
        let mut stream = TcpStream::connect(&dashboard.host).unwrap();
        // The server may have closed it already.
        let _ = stream.write_all(bytes);
        stream
    };
    let malformed: [&[u8]; 5] = [
        b"GET\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01",
        b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: -1\r\n\r\n",
        b"GET /%ff%00?\xff\xfe HTTP/1.1\r\nHost: \r\n\r\n",
        b"GET / HTTP/9.9\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\nzz",
    ];
    for at in 0..300 {
        drop(send(malformed[at % malformed.len()]));
    }
    let silent: Vec<TcpStream> = (0..100).map(|_| send(b"GET / HTTP/1.1\r\nHost: ")).collect();
    assert!(dashboard.page("now").contains("zebrafish"));
    assert!(dashboard.page("search?q=zebrafish").contains("<li class=\"hit\">"));
    drop(silent);
    let log = machine.home().join("log/palimp.log");
    assert_eq!(std::fs::read_to_string(log).unwrap_or_default(), "", "nor is any of it logged");
}

#[test]
fn every_answer_bears_its_policy() {
    let machine = machine();
    let dashboard = Dashboard::for_machine(&machine, &[]);
    for route in PAGES.into_iter().chain(["assets/style.css", "nowhere", "notes/a.md"]) {
        let reply = dashboard.get(route);
        let policy = reply.header("content-security-policy").expect(route);
        assert!(policy.contains("default-src 'none'") && policy.contains("script-src 'self'"));
        assert_eq!(reply.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(reply.header("referrer-policy"), Some("no-referrer"));
        assert_eq!(reply.header("access-control-allow-origin"), None);
        let body = &reply.body;
        assert!(!body.contains(" style=") && !body.contains("<style"), "{route}");
        assert!(!body.contains(" onclick=") && !body.contains("http://"), "{route}");
        let scripts = body.matches("<script").count();
        assert_eq!(scripts, body.matches("<script type=\"module\" src=\"/").count(), "{route}");
    }
}

#[test]
fn hostile_text_is_inert_on_every_page() {
    const HOSTILE: &str =
        "<script>alert('pwned')</script><img src=x onerror=alert(1)> \" ' --> ]]>";
    let machine = machine();
    let project = machine.root().join("a<script>\"b");
    std::fs::create_dir_all(project.join(".git")).unwrap();
    let session = "<script>s\"/../1";
    let send = |event: &str, fields: serde_json::Value| {
        let mut payload = machine.claude_payload(event, session, fields);
        payload["cwd"] = json!(project);
        machine.hook("claude", &payload);
    };
    send("UserPromptSubmit", json!({ "prompt": format!("zebrafish {HOSTILE}") }));
    let command = json!({ "command": format!("make '{HOSTILE}'") });
    let response = json!({ "stdout": HOSTILE, "stderr": "", "interrupted": false });
    send(
        "PostToolUse",
        json!({
            "tool_name": "Bash", "tool_input": command, "tool_response": response,
        }),
    );
    let note = "x<img src=y onerror=alert(2)>\".md";
    machine.run_ok(["save", "a.md", &format!("zebrafish {HOSTILE} [a](javascript:alert(3))")]);
    std::fs::write(machine.home().join("vault").join(note), format!("# T\n\n{HOSTILE} zebrafish"))
        .unwrap();
    send("UserPromptSubmit", json!({ "prompt": "where is the zebrafish?" }));
    super::review::propose(&machine, "a.md", &format!("zebrafish {HOSTILE}"));
    let dashboard = Dashboard::for_machine(&machine, &[]);
    let encoded = "x%3Cimg%20src=y%20onerror=alert(2)%3E%22.md";
    let of_session = format!("sessions/{}", "%3Cscript%3Es%22%2F..%2F1");
    let pages = [
        "",
        "search?q=zebrafish",
        "search?q=%3Cscript%3E%22&project=%3Cscript%3E%22",
        "sessions",
        &of_session,
        "told",
        "project",
        "project?line=%3Cscript%3E%22&done=%3Cscript%3E",
        "notes",
        "notes/a.md",
        "notes/a.md?raw",
        "notes/a.md?edit",
        &format!("notes/{encoded}"),
        "notes?in=%3Cscript%3E%22",
        "review",
        "review?accepted=%3Cscript%3E",
        "time",
        "time?project=%3Cscript%3E%22",
        "sessions?day=%3Cscript%3E%22",
        "tokens?by=session&project=%3Cscript%3E%22",
        "settings?changed=%3Cscript%3E",
        "health",
        "homes?q=zebrafish&in=",
        "homes?changed=%3Cscript%3E",
        &format!("homes/read?home=palimp&path={encoded}"),
        "search?q=zebrafish&home=*",
        "search?q=zebrafish&author=%3Cscript%3E&why=%3Cscript%3E%22",
        "search?q=%3Cscript%3E&why=a.md",
    ];
    for page in pages {
        let html = dashboard.page(page);
        let scripts = html.matches("<script").count();
        assert_eq!(
            scripts,
            html.matches("<script type=\"module\" src=\"/").count(),
            "{page}: {html}"
        );
        for bad in ["<img", "=\"javascript:", "<b>", "\" onerror", "-->"] {
            assert!(!html.contains(bad), "{page} holds {bad}: {html}");
        }
    }
    assert!(dashboard.page("now").contains("&lt;script&gt;alert('pwned')"), "it is shown as text");
}

#[test]
fn to_look_leaves_what_was_captured_and_written_as_it_is() {
    let machine = machine();
    machine.hook_bash("s1", "make zebrafish", "done");
    machine.run_ok(["save", "a.md", "zebrafish"]);
    let dashboard = Dashboard::for_machine(&machine, &[]);
    let files =
        ["activity.db", "activity.db-wal", "activity.db-shm", "vault/a.md", "settings.json"];
    let state = |name: &str| {
        let path = machine.home().join(name);
        let written = std::fs::metadata(&path).and_then(|meta| meta.modified()).ok();
        (std::fs::read(&path).ok(), written)
    };
    let before = files.map(state);
    for page in PAGES.into_iter().chain(["sessions/s1", "notes/a.md", "search?q=zebrafish"]) {
        dashboard.page(page);
    }
    for (name, before) in files.into_iter().zip(before) {
        assert!(state(name) == before, "{name}");
    }
}
