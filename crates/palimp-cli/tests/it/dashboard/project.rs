//! Page of a project, and changes of its lines.

use std::fs;
use std::path::PathBuf;

use palimp_testing::Machine;
use palimp_testing::browser::BrowserReply;
use serde_json::json;

use super::Dashboard;
use crate::inject::{note, start};
use crate::machine;

const BY: &str = "<!-- palimp: by=agent project=app -->";
const RULE: &str = "Always use pnpm here, never npm, whatever else is said";
const FACT: &str = "The zebrafish pool holds 40 connections";

/// Returns a machine with a session and a project page, and the page's file.
fn known() -> (Machine, PathBuf) {
    let machine = machine();
    machine.hook_bash("26a1a7ce-0e43", "make zebrafish", "done");
    machine.hook("claude", &machine.claude_payload("Stop", "26a1a7ce-0e43", json!({})));
    note(
        &machine,
        "episodes/live/2026-11-20.md",
        "# 2026-11-20\n\n## 09:00 — Memory Flush #1\n<!-- palimp:flush 26a1a7ce-0e43 1-2 -->\n\n- a\n",
    );
    let link = "([2026-11-20 09:00](../episodes/live/2026-11-20.md))";
    let page = format!(
        "---\nproject: \"app\"\n---\n# app\n\n## Rules\n\n- {RULE}\n\
         - ~~Use npm~~ (superseded 2026-11-20, see [2026-11-20 09:00](../e.md)) {BY}\n\n\
         ## Decisions\n\n- {FACT} {link} {BY}\n- <script>alert('x')</script> `<b>` {BY}\n\n## Mine\n- a walrus\n"
    );
    note(&machine, "projects/app.md", &page);
    let file = machine.home().join("vault/projects/app.md");
    (machine, file)
}

/// Returns the part of a page between two texts.
fn between<'h>(html: &'h str, before: &str, after: &str) -> &'h str {
    let behind = html.split_once(before).unwrap_or_else(|| panic!("no {before}: {html}")).1;
    behind.split(after).next().unwrap()
}

/// Returns the query of the form that changes a line.
fn form_of(page: &str, text: &str) -> String {
    let line = page.split("<li").find(|item| item.contains(text)).unwrap();
    let address = between(line, "project?", "#change");
    address.replace("&amp;", "&")
}

/// Sends the form of the line that says `text`.
fn act(dashboard: &Dashboard, page: &str, text: &str, verb: &str, words: &str) -> BrowserReply {
    let words: String = words.bytes().map(|byte| format!("%{byte:02X}")).collect();
    let form = form_of(page, text);
    dashboard.post("project", &format!("{}&{form}&do={verb}&words={words}", dashboard.form_token()))
}

#[test]
fn lines_are_shown_with_day_author_and_session() {
    let (machine, _) = known();
    let dashboard = Dashboard::for_machine(&machine, &[]);
    let page = dashboard.page("project?lang=en");
    let line = page.split("<li").find(|item| item.contains(FACT)).unwrap();
    for part in [
        ">agent</span>",
        "datetime=\"2026-11-20\"",
        "sessions/26a1a7ce-0e43\" title=\"s:26a1a7ce\">session</a>",
        "Edit: The zebrafish pool",
    ] {
        assert!(line.contains(part), "{part}: {line}");
    }
    assert!(page.contains("<del>Use npm</del>") && page.contains("replaced on 2026-11-20"));
    assert!(page.contains("<h3>Decisions</h3>") && !page.contains("<h3>Open tasks</h3>"), "{page}");
    assert!(dashboard.page("project?lang=ko").contains("<h3>결정</h3>"));
    assert!(!page.contains("walrus"), "what is no section of a page is read in the note");
}

#[test]
fn agent_without_hooks_is_told_on_the_first_page() {
    let (machine, _) = known();
    let dashboard = Dashboard::for_machine(&machine, &[]);
    assert!(!dashboard.page("project").contains("not connected"));
    fs::create_dir_all(machine.user_home().join(".claude")).unwrap();
    let page = dashboard.page("project?lang=en");
    let notice = between(&page, "notice", "</div>");
    assert!(notice.contains("Claude Code: not connected"), "{notice}");
    assert!(notice.contains("<code>palimp install claude</code>"), "{notice}");
    machine.run_ok(["install", "claude"]);
    assert!(!dashboard.page("project").contains("not connected"));
}

#[test]
fn struck_lines_are_folded_and_not_counted() {
    let (machine, _) = known();
    let dashboard = Dashboard::for_machine(&machine, &[]);
    let page = dashboard.page("project?lang=en");
    assert!(page.contains("Known facts</span><strong>3<"), "{page}");
    let earlier = between(&page, "<summary>1 outdated line</summary>", "</details>");
    assert!(earlier.contains("<del>Use npm</del>"), "{earlier}");
}

#[test]
fn hostile_text_is_escaped_and_comments_are_not_shown() {
    let (machine, _) = known();
    let dashboard = Dashboard::for_machine(&machine, &[]);
    let form = form_of(&dashboard.page("project"), "alert(");
    for page in ["project", &format!("project?{form}"), "notes/projects/app.md"] {
        let html = dashboard.page(page);
        assert!(html.contains("&lt;script&gt;alert("), "{page}: {html}");
        for bad in ["<script>", "<b>", "palimp: by", "palimp:flush"] {
            assert!(!html.contains(bad), "{page} holds {bad}: {html}");
        }
    }
    assert!(dashboard.page("notes/projects/app.md?raw").contains("palimp: by=agent"));
}

#[test]
fn struck_line_stays_and_is_told_no_more() {
    let (machine, file) = known();
    assert!(start(&machine, "s1", "startup").contains(RULE));
    let dashboard = Dashboard::for_machine(&machine, &[]);
    let reply = act(&dashboard, &dashboard.page("project"), RULE, "strike", "");
    assert_eq!(reply.status, 303, "{}", reply.body);
    let to = reply.header("location").unwrap().replace(&dashboard.base, "");
    let page = dashboard.page(&to);
    assert!(page.contains("Struck through.") && page.contains(&format!("<del>{RULE}")));
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.contains(&format!("- ~~{RULE}~~ (struck 20")), "{text}");
    assert!(!start(&machine, "s2", "startup").contains(RULE));
    assert!(dashboard.page("notes/projects/app.md").contains("?version="), "it can be restored");
    let again = act(&dashboard, &dashboard.page("project"), FACT, "strike", "");
    assert_eq!(again.status, 303);
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.contains(&format!("{BY}\n- <script>")) && text.ends_with("## Mine\n- a walrus\n"));
}

#[test]
fn edited_line_is_the_users_and_holds_no_secret() {
    let (machine, file) = known();
    let before = fs::read_to_string(&file).unwrap();
    let dashboard = Dashboard::for_machine(&machine, &[]);
    let words = "The pool holds 50\r\nconnections, password: hunter2-Zq8xV4";
    let reply = act(&dashboard, &dashboard.page("project"), FACT, "edit", words);
    assert_eq!(reply.status, 303, "{}", reply.body);
    let text = fs::read_to_string(&file).unwrap();
    let line = text.lines().find(|line| line.contains("holds 50")).unwrap();
    assert!(line.starts_with("- The pool holds 50 connections, "), "{line}");
    let end =
        "([2026-11-20 09:00](../episodes/live/2026-11-20.md)) <!-- palimp: by=user project=app -->";
    assert!(line.ends_with(end) && !text.contains("hunter2"), "{text}");
    let others = |text: &str| text.lines().filter(|it| !it.contains("pool")).count();
    assert_eq!(others(&text), others(&before), "the others stay");
    let empty = act(&dashboard, &dashboard.page("project"), "holds 50", "edit", " ");
    assert_eq!(empty.status, 409);
    assert!(empty.body.contains("A line cannot be empty"), "{}", empty.body);
    assert_eq!(fs::read_to_string(&file).unwrap(), text);
}

#[test]
fn line_that_changed_meanwhile_is_left_alone() {
    let (machine, file) = known();
    let dashboard = Dashboard::for_machine(&machine, &[]);
    let page = dashboard.page("project");
    let text = fs::read_to_string(&file).unwrap();
    let theirs = text.replace("holds 40", "holds 60");
    fs::write(&file, &theirs).unwrap();
    for verb in ["edit", "strike", "always", "never"] {
        let reply = act(&dashboard, &page, FACT, verb, "My own <words>");
        assert_eq!(reply.status, 409, "{verb}");
        assert!(reply.body.contains("This line was changed or deleted meanwhile"), "{verb}");
        assert!(reply.body.contains("holds 60"), "{verb}: what it says now is shown");
        assert_eq!(reply.body.contains("My own &lt;words&gt;"), verb == "edit", "{verb}");
    }
    assert_eq!(fs::read_to_string(&file).unwrap(), theirs);
    assert!(!machine.home().join("vault/never.md").exists());
    // Where it only moved, it is found.
    fs::write(&file, text.replace("## Decisions\n\n", "## Decisions\n\n- one more\n")).unwrap();
    assert_eq!(act(&dashboard, &page, FACT, "strike", "").status, 303);
    let now = fs::read_to_string(&file).unwrap();
    assert!(now.contains("- one more\n") && now.contains(&format!("~~{FACT}")), "{now}");
}

#[test]
fn line_is_told_always_until_that_is_taken_back() {
    let (machine, _) = known();
    assert!(!start(&machine, "s1", "startup").contains(FACT), "the agent's own");
    let dashboard = Dashboard::for_machine(&machine, &[]);
    assert_eq!(act(&dashboard, &dashboard.page("project"), FACT, "always", "").status, 303);
    let page = dashboard.page("project?lang=en");
    assert!(page.contains(">always injected<"), "{page}");
    assert!(between(&page, "<pre", "</pre>").contains(FACT), "the next session is told");
    assert!(start(&machine, "s2", "startup").contains(FACT));
    assert!(dashboard.page("told").contains(FACT), "it can be taken back there too");
    let form = form_of(&page, FACT);
    assert!(dashboard.page(&format!("project?{form}")).contains("value=\"unalways\""));
    assert_eq!(act(&dashboard, &page, FACT, "unalways", "").status, 303);
    assert!(!start(&machine, "s3", "startup").contains(FACT));
}

#[test]
fn line_is_never_told_until_that_is_taken_back() {
    let (machine, file) = known();
    let short = "Use tabs";
    let text = fs::read_to_string(&file).unwrap();
    let by = "([2026-11-20 09:00](../e.md)) <!-- palimp: by=user project=app -->";
    fs::write(&file, text.replace("## Rules\n\n", &format!("## Rules\n\n- {short} {by}\n")))
        .unwrap();
    let dashboard = Dashboard::for_machine(&machine, &[]);
    for (line, session) in [(RULE, "s1"), (short, "s2")] {
        assert!(start(&machine, session, "startup").contains(line));
        assert_eq!(act(&dashboard, &dashboard.page("project"), line, "never", "").status, 303);
        let page = dashboard.page("project?lang=en");
        assert!(page.contains(">never injected<"), "{page}");
        assert!(!start(&machine, &format!("{session}-b"), "startup").contains(line), "{line}");
        assert_eq!(act(&dashboard, &page, line, "unnever", "").status, 303);
        assert!(start(&machine, &format!("{session}-c"), "startup").contains(line), "{line}");
    }
}

#[test]
fn next_session_is_told_what_context_prints() {
    let (machine, _) = known();
    let dashboard = Dashboard::for_machine(&machine, &[]);
    let shown = between(&dashboard.page("project"), "<pre class=\"raw\" tabindex=\"0\">", "</pre>")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&amp;", "&");
    assert!(shown.contains(RULE), "{shown}");
    assert_eq!(shown.trim(), machine.run_ok(["context"]).trim());
    assert!(dashboard.page("project").contains("Nothing injected here yet"));
    let told = start(&machine, "s1", "startup");
    assert!(told.contains(RULE));
    let page = dashboard.page("project?lang=en");
    let recent = between(&page, "id=\"recent\"", "</section>");
    assert!(recent.contains(RULE) && recent.contains("sessions/s1"), "{recent}");
    assert!(recent.contains("injected 1 time ") || recent.contains("injected 1 time<"), "{recent}");
}

#[test]
fn rule_of_another_note_is_struck_there() {
    let (machine, _) = known();
    machine.run_ok(["save", "--everywhere", "--kind", "decision", "Releases carry a walrus stamp"]);
    let dashboard = Dashboard::for_machine(&machine, &[]);
    let page = dashboard.page("project?lang=en");
    let held = between(&page, "id=\"held\"", "</section>");
    assert!(held.contains("walrus stamp") && held.contains("notes/shared/decisions.md"), "{held}");
    assert!(!held.contains(RULE), "it stands on the page: {held}");
    let (id, key) = (
        between(held, "name=\"id\" value=\"", "\""),
        between(held, "name=\"rule\" value=\"", "\""),
    );
    let form = format!("{}&do=strike-rule&id={id}&rule={key}", dashboard.form_token());
    assert_eq!(dashboard.post("project", &form).status, 303);
    assert!(machine.run_ok(["read", "shared/decisions.md"]).contains("~~Releases carry a walrus"));
    assert_eq!(dashboard.post("project", &form).status, 409, "it is struck already");
    assert!(!dashboard.page("project").contains("walrus"));
}

#[test]
fn project_without_a_page_says_so() {
    let machine = machine();
    let dashboard = Dashboard::for_machine(&machine, &[]);
    assert!(dashboard.page("project?lang=en").contains("No agent has worked in a project yet"));
    assert_eq!(dashboard.get("project?id=0123456789abcdef").status, 404);
    machine.hook_bash("s1", "make zebrafish", "done");
    machine.hook("claude", &machine.claude_payload("Stop", "s1", json!({})));
    let page = dashboard.page("project?lang=en");
    assert!(page.contains("<h1>app</h1>") && page.contains("Nothing known yet"), "{page}");
    assert!(!page.contains("<select name=\"id\""), "there is nothing to choose");
    let other = json!({ "prompt": "what is this about?", "cwd": machine.user_home() });
    machine.hook("claude", &machine.claude_payload("UserPromptSubmit", "s2", other));
    let end = json!({ "cwd": machine.user_home() });
    machine.hook("claude", &machine.claude_payload("Stop", "s2", end));
    let page = dashboard.page("project?lang=en");
    let options: Vec<&str> = page.split("<option").skip(1).collect();
    assert_eq!(options.len(), 2, "{page}");
    assert!(options[0].contains("selected") && !page.contains("<h1>app</h1>"), "the newest first");
    let app = options[1].split('"').nth(1).unwrap();
    assert!(dashboard.page(&format!("project?id={app}")).contains("<h1>app</h1>"));
}
