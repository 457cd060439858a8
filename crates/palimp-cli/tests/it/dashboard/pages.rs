//! What pages show and do.

use std::io::{BufRead, BufReader};

use palimp_testing::Machine;
use serde_json::json;

use super::{Dashboard, split_address};
use crate::machine;

/// Every page that is there in an empty home.
pub(super) const PAGES: [&str; 13] = [
    "", "now", "project", "search", "sessions", "told", "notes", "review", "time", "tokens",
    "health", "settings", "homes",
];

fn prompt(machine: &Machine, session: &str, text: &str) {
    let payload = machine.claude_payload("UserPromptSubmit", session, json!({ "prompt": text }));
    machine.hook("claude", &payload);
}

#[test]
fn an_empty_home_has_every_page_in_both_languages() {
    let machine = machine();
    let dashboard = Dashboard::for_machine(&machine, &[]);
    for page in PAGES {
        for (lang, words) in [("en", "Skip to the content"), ("ko", "본문으로 건너뛰기")] {
            let html = dashboard.page(&format!("{page}?lang={lang}"));
            assert!(
                html.contains(&format!("<html lang=\"{lang}\">")) && html.contains(words),
                "{page}"
            );
            assert!(
                html.contains("<main id=\"content\"") && html.contains("aria-current"),
                "{page}"
            );
        }
    }
    for page in
        ["nowhere", "sessions/none", "notes/none.md", "notes/../settings.json", "assets/none"]
    {
        assert_eq!(dashboard.get(page).status, 404, "{page}");
    }
}

#[test]
fn the_chosen_language_is_kept_and_else_the_browsers_holds() {
    let machine = machine();
    let dashboard = Dashboard::for_machine(&machine, &[]);
    let chosen = dashboard.get("search?lang=ko");
    let cookie = chosen.header("set-cookie").unwrap();
    assert!(cookie.starts_with("palimp-lang=ko; Path=/") && cookie.contains("SameSite=Strict"));
    let both = format!("{}; palimp-lang=ko", dashboard.cookie);
    let kept = dashboard.send_raw("GET", &dashboard.base, &[("Cookie", &both)], "");
    assert!(kept.body.contains("lang=\"ko\""));
    let wants = dashboard.send_signed_in("GET", "", &[("Accept-Language", "ko-KR,ko;q=0.9")], "");
    assert!(wants.body.starts_with("<!DOCTYPE html><html lang=\"ko\">"));
    drop(dashboard);
    let dashboard = Dashboard::for_machine(&machine, &["--lang", "ko"]);
    assert!(dashboard.page("").starts_with("<!DOCTYPE html><html lang=\"ko\">"));
}

#[test]
fn search_finds_notes_and_what_was_done_and_said() {
    let machine = machine();
    machine.run_ok(["save", "shared/decisions.md", "We deploy zebrafish by hand."]);
    prompt(&machine, "s1", "how do we deploy zebrafish?");
    machine.hook_bash("s1", "make zebrafish", "deployed");
    let dashboard = Dashboard::for_machine(&machine, &[]);
    let all = dashboard.page("search?q=zebrafish");
    assert_eq!(all.matches("<li class=\"hit\">").count(), 3, "{all}");
    assert!(all.contains("<mark>zebrafish</mark>") && all.contains("<rect class=\"part\""));
    assert!(all.contains("notes/shared/decisions.md\""), "{all}");
    let only = |filter: &str| {
        let hits = dashboard.page(&format!("search?q=zebrafish&part=hits&{filter}"));
        assert!(!hits.contains("<html"));
        hits.matches("<li class=\"hit\">").count()
    };
    assert_eq!(only("source=notes"), 1);
    assert_eq!(only("source=messages"), 1);
    assert_eq!(only("type=command"), 1);
    assert_eq!(only("client=codex"), 0);
    assert_eq!(only("project=app&source=observations"), 1);
    assert_eq!(only("since=2999-01-01"), 0);
}

#[test]
fn hits_are_narrowed_to_an_author_and_to_other_homes() {
    let machine = machine();
    machine.run_ok(["save", "a.md", "The zebrafish of mine."]);
    let by_agent = "The zebrafish of an agent. <!-- palimp: by=agent -->\n";
    crate::homes::write(&machine.home(), "b.md", by_agent);
    let there = [("c.md", "The zebrafish of work.\n")];
    crate::homes::other(&machine, ".palimp-work", &there, true);
    let dashboard = Dashboard::for_machine(&machine, &[]);
    assert!(dashboard.page("search").contains("<option value=\"work\">"));
    let hits = |asked: &str| dashboard.page(&format!("search?q=zebrafish&part=hits&{asked}"));
    let holds =
        |html: &str| ["a.md", "b.md", "c.md"].map(|note| html.contains(&format!(">{note}:1</a>")));
    assert_eq!(holds(&hits("")), [true, true, false]);
    assert_eq!(holds(&hits("author=user")), [true, false, false]);
    assert_eq!(holds(&hits("author=agent")), [false, true, false]);
    assert_eq!(holds(&hits("home=work")), [false, false, true]);
    assert_eq!(holds(&hits("home=*")), [true, true, true]);
    assert_eq!(holds(&hits("home=*&author=agent")), [false, true, false]);
    assert!(hits("home=work").contains("work/main"));
}

#[test]
fn one_sees_why_a_note_is_not_among_the_hits() {
    let machine = machine();
    machine.run_ok(["save", "a.md", "The zebrafish pool is set in src/pool.rs."]);
    machine.run_ok(["save", "b.md", "A heron nests in March."]);
    machine.run_ok(["save", "archive/old.md", "The zebrafish pool was elsewhere."]);
    for number in 0..25 {
        machine.run_ok(["save", &format!("c{number}.md"), &format!("zebrafish pool {number}")]);
    }
    machine.run_ok([
        "save",
        "long.md",
        &format!("One zebrafish. {}", "and more words ".repeat(60)),
    ]);
    let dashboard = Dashboard::for_machine(&machine, &[]);
    let why = |path: &str, filter: &str| {
        let asked = format!("search?q=zebrafish+pool&part=hits&source=notes&why={path}{filter}");
        let html = dashboard.page(&asked);
        html.split("<section class=\"why\"")
            .nth(1)
            .unwrap()
            .split("</section>")
            .next()
            .unwrap()
            .to_owned()
    };
    assert!(why("none.md", "").contains("No such note."));
    assert!(why("../../etc/passwd", "").contains("No such note."));
    let unlike = why("b.md", "");
    assert!(unlike.contains("Query words not in the note: <mark>zebrafish</mark>"), "{unlike}");
    let retired = why("archive/old.md", "");
    assert!(retired.contains("Filtered out by: retired notes"), "{retired}");
    let hidden = why("a.md", "&since=2999-01-01&author=agent");
    assert!(hidden.contains("Filtered out by: Since, Author"), "{hidden}");
    let ranked = why("long.md", "");
    assert!(ranked.contains("Its best passage ranks ") && ranked.contains("<svg"), "{ranked}");
    assert!(ranked.contains("not in the note: <mark>pool</mark>"), "{ranked}");
    assert!(dashboard.page("search?q=heron&why=b.md").contains("The note is among the results."));
}

#[test]
fn a_session_is_a_conversation_with_what_was_told_in_it() {
    let machine = machine();
    machine.run_ok(["save", "shared/decisions.md", "The zebrafish pool is set in src/pool.rs."]);
    prompt(&machine, "s1", "where is the zebrafish pool set?");
    machine.hook_bash("s1", "cargo test pool", "ok");
    prompt(&machine, "s10", "another session");
    let dashboard = Dashboard::for_machine(&machine, &[]);
    let list = dashboard.page("sessions");
    assert!(list.contains("sessions/s1\">where is the zebrafish pool set?</a>"), "{list}");
    assert!(list.contains("sessions/s10\">another session</a>"), "{list}");
    let one = dashboard.page("sessions/s1");
    let order = ["where is the zebrafish", "palimp injected", "src/pool.rs", "cargo test pool"];
    let places: Vec<_> = order.iter().map(|words| one.find(words).expect(words)).collect();
    assert!(places.is_sorted(), "{places:?}");
    assert!(!one.contains("another session"));
    let told = dashboard.page("told");
    assert!(told.contains("src/pool.rs") && told.contains("0 of 1 used"), "{told}");
}

#[test]
fn what_was_said_between_is_not_called_a_reply() {
    let machine = machine();
    prompt(&machine, "s1", "where is the zebrafish pool set?");
    for role in ["assistant", "step", "plan", "summary"] {
        machine.execute_sql(&format!(
            "INSERT INTO messages SELECT NULL, session_id, client, agent, project_id, project,
               working_dir, '{role}', 'the {role} itself', NULL, NULL, id, created_at + 1
             FROM messages WHERE role = 'user'"
        ));
    }
    let dashboard = Dashboard::for_machine(&machine, &[]);
    let one = dashboard.page("sessions/s1");
    assert_eq!(one.matches("<strong>Reply</strong>").count(), 1, "{one}");
    for (name, text) in [("Progress", "step"), ("Plan", "plan"), ("Summary so far", "summary")] {
        let after = one.split_once(&format!("<strong>{name}</strong>")).expect(name).1;
        let said = after.split_once("<div class=\"text\">").unwrap().1;
        assert!(said.starts_with(&format!("the {text} itself")), "{name}: {said}");
    }
}

#[test]
fn a_long_session_is_shown_in_parts() {
    let machine = machine();
    for number in 0..4 {
        prompt(&machine, "s1", &format!("prompt {number} {}", "words and words ".repeat(3_000)));
    }
    let dashboard = Dashboard::for_machine(&machine, &[]);
    let first = dashboard.page("sessions/s1");
    assert!(first.len() < 150_000 && first.contains("prompt 0"), "{}", first.len());
    assert!(!first.contains("prompt 3") && first.contains("rel=\"next\""));
    let next = first.split("rel=\"next\" href=\"").nth(1).unwrap().split('"').next().unwrap();
    let second = dashboard.page(next.strip_prefix(&dashboard.base).unwrap());
    let below = second.split("</h1>").nth(1).unwrap();
    assert!(!below.contains("prompt 0") && below.contains("prompt 1"), "{below}");
}

#[test]
fn a_note_has_its_links_its_links_here_and_its_history() {
    let machine = machine();
    machine.run_ok([
        "save",
        "pool.md",
        "# Pool\n\nSee [why](shared/decisions.md), [gone](gone.md).",
    ]);
    machine.run_ok(["save", "shared/decisions.md", "The pool is decided in [[pool]]."]);
    machine.run_ok(["save", "pool.md", "A later line."]);
    let dashboard = Dashboard::for_machine(&machine, &[]);
    let vault = dashboard.page("notes");
    assert!(vault.contains("notes/pool.md\"") && vault.contains("notes?in=shared\""), "{vault}");
    assert!(dashboard.page("notes?in=shared").contains("notes/shared/decisions.md\""));
    let note = dashboard.page("notes/pool.md");
    assert!(note.contains("<h1>Pool</h1>") && !note.contains("gone.md"), "{note}");
    let linked = note.split_once("id=\"from\"").expect(&note).1;
    assert!(linked.contains("notes/shared/decisions.md\""), "{linked}");
    let version = note.split("?version=").nth(1).unwrap().split('"').next().unwrap();
    let change = dashboard.page(&format!("notes/pool.md?version={version}"));
    assert!(change.contains("<ins>+ A later line.") && !change.contains("<del>"), "{change}");
    assert!(
        dashboard.page("notes/pool.md?raw").contains("<pre class=\"raw\" tabindex=\"0\"># Pool")
    );
    assert_eq!(dashboard.get("notes/pool.md?version=none").status, 404);
}

#[test]
fn a_setting_is_changed_by_the_rules_of_the_command() {
    let machine = machine();
    let dashboard = Dashboard::for_machine(&machine, &[]);
    let token = dashboard.form_token();
    let set = |key: &str, value: &str, verb: &str| {
        dashboard.post("settings", &format!("{token}&key={key}&value={value}&do={verb}"))
    };
    let saved = set("capture.maxChars", "3000", "set");
    assert_eq!(saved.status, 303, "{}", saved.body);
    assert!(dashboard.page("settings?changed=capture.maxChars").contains("value=\"3000\""));
    assert_eq!(machine.run_json(&["config", "get", "capture.maxChars"])["value"], 3000);
    let refused = set("capture.maxChars", "many", "set");
    assert!(refused.body.contains("must be a whole number from 100 to 100000"), "{}", refused.body);
    assert_eq!(refused.status, 200);
    let unknown = set("no.such", "1", "set").body;
    assert!(unknown.contains("no setting") && unknown.contains("no.such"), "{unknown}");
    assert_eq!(machine.run_json(&["config", "get", "capture.maxChars"])["value"], 3000);
    assert_eq!(set("capture.maxChars", "", "unset").status, 303);
    assert_eq!(machine.run_json(&["config", "get", "capture.maxChars"])["source"], "default");
    let korean = dashboard.page("settings?lang=ko");
    assert!(korean.contains("관찰의 최대 글자 수"));
}

#[test]
fn section_of_settings_is_saved_whole_and_only_what_changed() {
    let machine = machine();
    let dashboard = Dashboard::for_machine(&machine, &[]);
    let token = dashboard.form_token();
    let save = |chars: &str, seconds: &str| {
        let one = format!("key=capture.maxChars&shown=2000&value={chars}");
        let other = format!("key=capture.dedupeSeconds&shown=60&value={seconds}");
        dashboard.post("settings", &format!("{token}&{one}&{other}&do=set"))
    };
    let get = |key: &str| machine.run_json(&["config", "get", key])["value"].clone();
    assert!(save("3000", "many").body.contains("must be a whole number"));
    assert_eq!(get("capture.maxChars"), 2000, "nothing is saved where one value is wrong");
    // A command changed it after the page was shown.
    machine.run_ok(["config", "set", "capture.maxChars", "4000"]);
    let saved = save("2000", "90");
    assert!(saved.header("location").unwrap().ends_with("settings?changed=capture.dedupeSeconds"));
    assert_eq!((get("capture.maxChars"), get("capture.dedupeSeconds")), (json!(4000), json!(90)));
}

#[test]
fn what_is_wrong_is_mended_by_a_button() {
    let machine = machine();
    prompt(&machine, "s1", "something");
    std::fs::write(machine.home().join("settings.json"), "{}").unwrap();
    let open = std::os::unix::fs::PermissionsExt::from_mode(0o644);
    std::fs::set_permissions(machine.database(), open).unwrap();
    let dashboard = Dashboard::for_machine(&machine, &[]);
    let health = dashboard.page("health");
    assert!(health.contains("class=\"wrong\"") && health.contains("activity.db"), "{health}");
    let part = health.split("name=\"mend\" value=\"").nth(1).unwrap().split('"').next().unwrap();
    let mended = dashboard.post("health", &format!("{}&mend={part}", dashboard.form_token()));
    assert_eq!(mended.status, 303);
    assert!(!dashboard.page("health").contains("class=\"wrong\""));
}

#[test]
fn secrets_that_are_stored_are_found_and_taken_out_and_none_is_shown() {
    const SECRET: &str = "AKIAIOSFODNN7EXAMPLF";
    let machine = machine();
    prompt(&machine, "s1", "a key that was stored");
    machine.execute_sql(&format!("UPDATE messages SET content = 'the key is {SECRET}'"));
    crate::homes::write(&machine.home(), "a.md", &format!("mine is {SECRET}\n"));
    let dashboard = Dashboard::for_machine(&machine, &[]);
    let token = dashboard.form_token();
    let ask = |verb: &str| {
        assert_eq!(dashboard.post("health", &format!("{token}&do={verb}")).status, 303);
        dashboard.wait_for_work()
    };
    let found = ask("scan");
    assert!(found.contains("2 times") && found.contains("messages 1"), "{found}");
    assert!(found.contains("notes a.md:1") && !found.contains(SECRET), "{found}");
    assert!(!dashboard.page("health").contains(SECRET));
    assert!(ask("fix").contains("Redacted. Rotate these credentials"));
    let left = ask("scan");
    assert!(
        left.contains("1 time:") && left.contains("Remove secrets in notes yourself"),
        "{left}"
    );
    std::fs::remove_file(machine.home().join("vault/a.md")).unwrap();
    assert!(ask("scan").contains("No secrets found."));
}

#[test]
fn what_is_captured_elsewhere_appears_by_itself() {
    let machine = machine();
    prompt(&machine, "s1", "the first <one>");
    let dashboard = Dashboard::for_machine(&machine, &[]);
    let now = dashboard.page("now");
    assert!(now.split("data-live").next().unwrap().contains("sessions/s1\""), "it is under way");
    let live = now.split("data-live=\"").nth(1).unwrap().split('"').next().unwrap();
    let cookie = [("Cookie", dashboard.cookie.as_str())];
    let stream = dashboard.open_request("GET", &live.replace("&amp;", "&"), &cookie, "");
    let mut lines = BufReader::new(stream).lines().map(Result::unwrap);
    assert!(lines.any(|line| line == ": here"), "the stream has begun");
    for number in 0..3 {
        prompt(&machine, "s2", &format!("live <b>{number}</b>"));
        let event = lines.find(|line| line.starts_with("data: ")).unwrap();
        let shown = format!("live &lt;b&gt;{number}&lt;/b&gt;");
        assert!(event.contains(&shown) && !event.contains("the first"), "{event}");
    }
}

#[test]
fn a_second_start_prints_another_address_of_the_first() {
    let machine = machine();
    let mut dashboard = Dashboard::for_machine(&machine, &[]);
    let (host, path) = split_address(&machine.run_ok(["dashboard"]));
    assert_eq!(host, dashboard.host);
    dashboard.sign_in(&path);
    assert!(dashboard.page("now").contains("<h1>"));
    let file = machine.home().join("dashboard.json");
    let mode = std::os::unix::fs::MetadataExt::mode(&std::fs::metadata(&file).unwrap());
    assert_eq!(mode & 0o777, 0o600);
    drop(dashboard);
    assert!(!file.exists());
    Dashboard::for_machine(&machine, &[]).page("");
}

#[test]
fn a_taken_port_is_said_with_a_free_one() {
    let machine = machine();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let output = machine.run(["dashboard", "--no-open", "--port", &port]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1));
    assert!(said.contains(&format!("cannot use port {port}")) && said.contains("--port"), "{said}");
}

#[test]
fn ended_session_is_not_under_way() {
    let machine = machine();
    for session in ["gone", "open"] {
        machine.hook_bash(session, "pnpm test", "12 passed");
        machine.hook("claude", &machine.claude_payload("Stop", session, json!({})));
    }
    machine
        .hook("claude", &machine.claude_payload("SessionEnd", "gone", json!({ "reason": "exit" })));
    let under_way = |dashboard: &Dashboard| {
        let now = dashboard.page("now");
        let list = now.split_once("id=\"under-way\"").map_or("", |(_, behind)| behind);
        let list = list.split_once("</section>").map_or("", |(list, _)| list);
        ["gone", "open"].map(|session| list.contains(&format!("sessions/{session}\"")))
    };
    let dashboard = Dashboard::for_machine(&machine, &[]);
    assert_eq!(under_way(&dashboard), [false, true]);
    // A session that is resumed is under way again.
    machine.execute_sql(
        "UPDATE observations SET created_at = created_at + 60000 WHERE session_id = 'gone'",
    );
    assert_eq!(under_way(&dashboard), [true, true]);
}

#[test]
fn open_client_and_silence_are_not_well() {
    let machine = machine();
    let dashboard = Dashboard::for_machine(&machine, &[]);
    assert!(dashboard.page("now").contains("All checks pass."));
    std::fs::create_dir_all(machine.user_home().join(".codex")).unwrap();
    machine.run_ok(["install", "codex"]);
    let now = dashboard.page("now");
    assert!(
        now.contains("1 item needs your attention.") && !now.contains("All checks pass."),
        "{now}"
    );
    machine.run_ok(["config", "set", "inject.preset", "off"]);
    assert!(dashboard.page("now").contains("Injection is off"));
    machine.run_ok(["config", "set", "memory.enabled", "false"]);
    assert!(dashboard.page("now").contains("Capture and injection are off"));
}

#[test]
fn korean_pages_say_findings_and_summaries_in_korean() {
    let machine = machine();
    std::fs::create_dir_all(machine.user_home().join(".codex")).unwrap();
    machine.run_ok(["install", "codex"]);
    machine.hook_bash("s1", "pnpm test", "12 passed");
    machine.hook("claude", &machine.claude_payload("Stop", "s1", json!({})));
    let dashboard = Dashboard::for_machine(&machine, &["--lang", "ko"]);
    for (page, korean, english) in [
        ("health", "손상 없음", "no damage"),
        ("health", "신뢰하기 전에는", "until you trust"),
        ("settings", "신뢰하기 전에는", "until you trust"),
        ("search", ">에이전트</option>", ">agent</option>"),
        ("sessions", "명령: pnpm test", "Commands:"),
        ("sessions/s1", "명령: pnpm test", "Commands:"),
    ] {
        let html = dashboard.page(page);
        assert!(html.contains(korean) && !html.contains(english), "{page}: {html}");
    }
    let commands = dashboard.page("sessions?lang=en");
    assert!(commands.contains("Commands: pnpm test"), "{commands}");
}
