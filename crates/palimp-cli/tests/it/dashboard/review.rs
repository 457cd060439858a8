//! What waits for a decision is decided in a browser.

use palimp_testing::Machine;
use serde_json::json;

use super::Dashboard;
use crate::machine;

/// Puts down what an agent wants always told, as palimp does; its id is `0badcafe`.
pub(super) fn propose(machine: &Machine, note: &str, fact: &str) {
    let proposal = json!({
        "id": "0badcafe", "kind": "always", "fact": fact, "label": "2026-11-21 14:05",
        "episode": "", "note": note, "written": null, "project": "app", "projectId": null,
        "by": { "author": "agent", "client": "codex" },
    });
    let dir = machine.home().join("review/main");
    std::fs::create_dir_all(&dir).unwrap();
    std::fs::write(dir.join("0badcafe.json"), proposal.to_string()).unwrap();
}

fn decide(dashboard: &Dashboard, verb: &str) -> String {
    let form = format!("{}&id=0badcafe&do={verb}", dashboard.form_token());
    let reply = dashboard.post("review", &form);
    assert_eq!(reply.status, 303, "{}", reply.body);
    let to = reply.header("location").unwrap();
    dashboard.page(to.strip_prefix(&dashboard.base).unwrap())
}

#[test]
fn a_proposal_is_shown_with_its_change_and_accepted() {
    let machine = machine();
    machine.run_ok(["save", "core.md", "# Core\n\n- We use pnpm."]);
    propose(&machine, "core.md", "Zebrafish are deployed on Fridays.");
    let dashboard = Dashboard::for_machine(&machine, &[]);
    let page = dashboard.page("review");
    assert!(page.contains("  - We use pnpm.") && page.contains("agent (codex)"), "{page}");
    let added = page.split_once("<ins>+ ").expect("a line is added").1;
    assert!(page.contains("notes/core.md\"") && added.contains("Zebrafish"), "{page}");
    let after = decide(&dashboard, "accept");
    assert!(
        after.contains("Accepted 0badcafe") && after.contains("No proposals to review"),
        "{after}"
    );
    let note = machine.run_ok(["read", "core.md"]);
    assert!(note.contains("We use pnpm.") && note.contains("Zebrafish are deployed"), "{note}");
    let again =
        dashboard.post("review", &format!("{}&id=0badcafe&do=accept", dashboard.form_token()));
    assert!(again.status == 409 && again.body.contains("no pending proposal 0badcafe"));
}

#[test]
fn a_proposal_is_accepted_in_other_words_or_turned_down() {
    let machine = machine();
    propose(&machine, "core.md", "Zebrafish are deployed on Fridays.");
    let dashboard = Dashboard::for_machine(&machine, &[]);
    let words = "Zebrafish+are+never+deployed%3B+password%3A+hunter2-Zq8xV4";
    decide(&dashboard, &format!("edit&words={words}"));
    let note = machine.run_ok(["read", "core.md"]);
    assert!(note.contains("Zebrafish are never deployed") && !note.contains("Fridays"), "{note}");
    assert!(!note.contains("hunter2"), "{note}");
    propose(&machine, "core.md", "Something else.");
    let after = decide(&dashboard, "reject");
    assert!(after.contains("It will not be proposed again"), "{after}");
    assert!(!machine.run_ok(["read", "core.md"]).contains("Something else"));
    assert_eq!(dashboard.post("review", &dashboard.form_token()).status, 404);
}

#[test]
fn a_wish_to_forget_shows_what_would_go_and_then_it_goes() {
    let machine = machine();
    machine.run_ok(["save", "a.md", "The zebrafish are gone.\nThe heron stays."]);
    let prompt = machine.claude_payload(
        "UserPromptSubmit",
        "s1",
        json!({ "prompt": "where are zebrafish?" }),
    );
    machine.hook("claude", &prompt);
    propose(&machine, "", "zebrafish");
    let file = machine.home().join("review/main/0badcafe.json");
    let wish = std::fs::read_to_string(&file).unwrap().replace("always", "forget");
    std::fs::write(&file, &wish).unwrap();
    let dashboard = Dashboard::for_machine(&machine, &[]);
    let page = dashboard.page("review");
    assert!(page.contains("value=\"look\"") && page.contains("value=\"reject\""), "{page}");
    assert!(!page.contains("value=\"accept\"") && !page.contains("value=\"forget\""), "{page}");
    let ask = |verb: &str| {
        dashboard.post("review", &format!("{}&id=0badcafe&do={verb}", dashboard.form_token()))
    };
    assert_eq!(ask("accept").status, 409, "to forget is not to change a note");
    let shown = ask("look");
    assert!(shown.body.contains("<del>- The zebrafish are gone."), "{}", shown.body);
    assert!(
        shown.body.contains("where are zebrafish?") && !shown.body.contains("heron"),
        "{}",
        shown.body
    );
    assert!(machine.run_ok(["read", "a.md"]).contains("zebrafish"), "to look forgets nothing");
    let done = ask("forget");
    assert!(done.status == 200 && done.body.contains(">Deleted</h1>"), "{}", done.body);
    assert!(
        done.body.contains("lines of notes: 1, ") && done.body.contains("messages: 1, "),
        "{}",
        done.body
    );
    assert_eq!(machine.run_ok(["read", "a.md"]), "The heron stays.\n");
    assert!(machine.run_json(&["search", "zebrafish"])["hits"].as_array().unwrap().is_empty());
    assert!(dashboard.page("review").contains("No proposals to review"));
    let again = ask("forget");
    assert!(
        again.status == 409 && again.body.contains("no pending proposal 0badcafe"),
        "{}",
        again.body
    );
    std::fs::write(&file, &wish).unwrap();
    assert_eq!(ask("reject").status, 303);
    assert!(dashboard.page("review").contains("No proposals to review"));
}

#[test]
fn lines_that_would_move_are_shown_with_where_they_would_go() {
    let machine = machine();
    machine.run_ok(["save", "shared/profile.md", "# Profile"]);
    propose(&machine, "shared/profile.md", "1 line");
    let note = "## From conversations\n<!-- palimp: by=agent -->\n\n\
        - We use zebrafish. ([2026-11-20 10:00](x)) <!-- palimp: by=user -->\n";
    std::fs::write(machine.home().join("vault/shared/profile.md"), note).unwrap();
    let file = machine.home().join("review/main/0badcafe.json");
    let mut proposal: serde_json::Value =
        serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
    proposal["kind"] = json!("rework");
    proposal["leaving"] = json!([{
        "text": "We use zebrafish.", "label": "2026-11-20 10:00", "link": "x", "project": null,
        "projectId": null, "author": "user", "to": "shared/decisions.md",
    }]);
    std::fs::write(&file, proposal.to_string()).unwrap();
    let dashboard = Dashboard::for_machine(&machine, &[]);
    let page = dashboard.page("review");
    assert!(page.contains("We use zebrafish. → <code>shared/decisions.md</code>"), "{page}");
    assert!(page.contains("value=\"accept\"") && !page.contains("value=\"edit\""), "{page}");
    let edit = format!("{}&id=0badcafe&do=edit&words=other", dashboard.form_token());
    assert!(
        dashboard.post("review", &edit).body.contains("cannot edit the text of lines that move")
    );
    let after = decide(&dashboard, "accept");
    assert!(after.contains("Accepted 0badcafe."), "{after}");
    assert!(machine.run_ok(["read", "shared/decisions.md"]).contains("We use zebrafish."));
}
