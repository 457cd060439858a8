//! From a note to what an organisation knows.

use palimp_testing::Machine;
use palimp_testing::hub_server::HubServer;
use serde_json::{Value, json};

use super::{member, note, pull};
use crate::teams::{self, hits};

const POND: &str = "- The otter pond is cleaned every spring.\n";

/// What was sent to propose.
fn sent(hub: &HubServer) -> Vec<Value> {
    let requests = hub.requests().into_iter();
    let sent = requests.filter(|it| it.path == "/v1/proposals" && !it.body.is_null());
    sent.map(|it| it.body).collect()
}

fn says(machine: &Machine, args: &[&str]) -> (Option<i32>, String) {
    let run = machine.run(args);
    (run.status.code(), String::from_utf8([run.stdout, run.stderr].concat()).unwrap())
}

#[test]
fn a_note_is_proposed_approved_and_told() {
    let hub = HubServer::start();
    let machine = member(&hub);
    note(&machine, "decisions.md", POND);
    let shown = machine.run_ok(["hub", "propose", "decisions.md", "--dry-run"]);
    assert!(shown.contains("decision for project:app") && shown.contains("otter pond"), "{shown}");
    assert!(sent(&hub).is_empty());
    let asked = [
        "hub", "propose", "decisions.md#1", "--scope", "org", "--why", "Leaves.", "--expires",
        "2027-05-01", "--yes",
    ];
    assert!(machine.run_ok(asked).contains("proposed to acme"));
    let fact = &sent(&hub)[0];
    assert_eq!(
        (&fact["scope"], &fact["why"], &fact["expires"]),
        (&json!("org"), &json!("Leaves."), &json!("2027-05-01"))
    );
    assert_eq!(fact["statement"], "The otter pond is cleaned every spring.");
    machine.run_ok(asked);
    let open = machine.run_json(&["hub", "review"])["open"].as_array().unwrap().clone();
    assert_eq!(open.len(), 1, "sent twice, it is proposed once");
    let id = open[0]["memory"]["id"].as_str().unwrap();
    let told = machine.run_ok(["hub", "approve", id, "--yes"]);
    assert!(told.contains("acme injects it now"), "{told}");
    assert_eq!(
        hits(&machine, "otter pond cleaned").iter().filter(|it| it["scope"] == "org:acme").count(),
        1
    );
    let (code, said) =
        says(&machine, &["hub", "propose", "decisions.md", "--scope", "org", "--yes"]);
    assert!(code == Some(0) && said.contains("already has it"), "{said}");
}

#[test]
fn a_secret_stops_it_and_personal_data_passes_by_its_name_alone() {
    let hub = HubServer::start();
    let machine = member(&hub);
    note(&machine, "keys.md", "- The walrus service uses sk_live_4eC39HqLyjWDarjtT1zdp7dc.\n");
    note(&machine, "people.md", "- Ask dana.lee@acme-corp.io about herons.\n");
    for name in ["keys.md", "people.md"] {
        let (code, said) = says(&machine, &["hub", "propose", name, "--yes"]);
        assert!(code == Some(1) && said.contains(&format!("{name}:1 may contain")), "{said}");
        assert!(!said.contains("sk_live"), "{said}");
    }
    assert!(sent(&hub).is_empty());
    machine.run_ok(["hub", "propose", "people.md", "--allow", "email", "--yes"]);
    assert_eq!(sent(&hub)[0]["allow"], json!(["email"]));
}

#[test]
fn what_it_says_again_or_contradicts_is_shown_before_it_leaves() {
    let hub = HubServer::start();
    let machine = member(&hub);
    hub.approve("s-org", "m1", "The otter pond is never cleaned.");
    hub.approve("s-org", "m2", "We use pnpm for the frontend.");
    pull(&machine);
    note(
        &machine,
        "decisions.md",
        "- We use pnpm for the frontend.\n- We do not use pnpm for the frontend.\n",
    );
    let shown = machine.run_ok(["hub", "propose", "decisions.md#2", "--scope", "org", "--dry-run"]);
    assert!(shown.contains("contradicts org:acme/_/decision/m2"), "{shown}");
    let (_, shown) = says(&machine, &["hub", "propose", "decisions.md#1", "--scope", "org"]);
    assert!(shown.contains("already has it"), "{shown}");
    machine.run_ok([
        "hub", "propose", "decisions.md#2", "--scope", "org", "--supersedes", "m2", "--yes",
    ]);
    assert_eq!(sent(&hub)[0]["supersedes"], json!(["m2"]));
}

#[test]
fn wrong_words_are_answered_with_what_there_is() {
    let hub = HubServer::start();
    let machine = member(&hub);
    note(&machine, "decisions.md", POND);
    for (args, answer) in [
        (
            &["hub", "propose", "decisions.md", "--scope", "team:x"][..],
            "known scopes: org, project:app",
        ),
        (&["hub", "propose", "nowhere.md"], "nowhere.md"),
        (&["hub", "propose", "decisions.md#9"], "line 9 of decisions.md contains no fact"),
        (
            &["hub", "propose", "decisions.md", "--allow", "nonsense"],
            "no kind of personal data is called nonsense",
        ),
        (&["hub", "propose", "decisions.md", "--supersedes", "m9"], "no memory m9 in acme"),
        (&["hub", "approve", "m9", "--yes"], "cannot find proposal m9"),
        (&["hub", "reject", "m9", "--why", "x"], "cannot find proposal m9"),
        (&["hub", "pull", "--hub", "other"], "hub login URL"),
        (&["hub", "propose", "decisions.md", "--from-team", "x"], "cannot be used with"),
        (&["hub", "erase"], "required"),
    ] {
        let (code, said) = says(&machine, args);
        assert!(code.is_some_and(|code| code > 0) && said.contains(answer), "{args:?}: {said}");
    }
}

#[test]
fn a_reviewer_rejects_and_everybody_sees_what_happened() {
    let hub = HubServer::start();
    let machine = member(&hub);
    note(&machine, "decisions.md", POND);
    machine.run_ok(["hub", "propose", "decisions.md", "--yes"]);
    let open = machine.run_json(&["hub", "review"]);
    let id = open["open"][0]["memory"]["id"].as_str().unwrap().to_owned();
    assert!(machine.run_ok(["hub", "review", &id[..2]]).contains("0 of 1 approval\n"));
    machine.run_ok(["hub", "reject", &id, "--why", "No otters."]);
    assert_eq!(machine.run_json(&["hub", "review"])["open"], json!([]));
    let log = machine.run_json(&["hub", "log", "-n", "2"]);
    assert_eq!(log.as_array().unwrap().len(), 2.min(hub.org().chain.len()));
    assert!(machine.run_ok(["hub", "search", "otter", "pond"]).contains("otter pond"));
}

#[test]
fn what_is_erased_is_nowhere() {
    let hub = HubServer::start();
    let machine = member(&hub);
    hub.approve("s-org", "m1", "The walrus pool is filled at dawn.");
    pull(&machine);
    assert!(machine.run_ok(["hub", "erase", "m1", "--yes"]).contains("erased memories: 1"));
    assert!(hits(&machine, "walrus pool").is_empty());
    assert!(machine.files_with("walrus pool").is_empty());
}

#[test]
fn what_a_git_team_approved_goes_up_with_its_origin() {
    let (hub, mut team) = (HubServer::start(), teams::team());
    let everywhere = teams::fact("coffee", "", "The coffee machine is cleaned on Fridays.");
    let of_app = teams::fact("retry", "", "The payment gateway is retried twice at most.");
    let files = [
        ("facts/_/decision/coffee.md", Some(&everywhere[..])),
        ("facts/app/decision/retry.md", Some(&of_app[..])),
    ];
    teams::land(&mut team, &files);
    let machine = member(&hub);
    teams::join(&machine, &team, &team.repository());
    teams::sync(&machine);
    machine.run_ok(["hub", "propose", "--from-team", "acme", "--yes"]);
    let sent = sent(&hub);
    let of = |scope: &str| {
        sent.iter().find(|it| it["scope"] == scope).unwrap_or_else(|| panic!("{sent:?}"))
    };
    assert_eq!(of("org")["origin"]["team"], "acme/decision/coffee");
    assert_eq!(of("project:app")["origin"]["team"], "acme/decision/retry");
    assert_eq!(hits(&machine, "coffee machine").len(), 1, "both stand in one index");
}

#[test]
fn activity_leaves_for_the_named_projects_alone_and_once_a_day() {
    let hub = HubServer::start();
    let machine = member(&hub);
    let failing = json!({ "tool_name": "Bash", "tool_input": { "command": "npm test -- walrus" },
        "error": "Exit code 1\n2 tests failed: dana.lee@acme-corp.io", "is_interrupt": false });
    machine.hook(
        "claude",
        &machine.claude_payload(
            "UserPromptSubmit",
            "s",
            json!({ "prompt": "Our secret heron plan", "prompt_id": "p" }),
        ),
    );
    for session in ["s", "s2"] {
        machine.hook(
            "claude",
            &machine.claude_payload("PostToolUseFailure", session, failing.clone()),
        );
    }
    machine.hook_bash("s", "git commit -m otter", "ok");
    machine.hook("claude", &machine.claude_payload("Stop", "s", json!({})));
    let shift = "UPDATE observations SET created_at = created_at - 86400000; UPDATE sessions SET ended_at = ended_at - 86400000";
    machine.execute_sql(shift);
    let told = |hub: &HubServer| {
        hub.requests().into_iter().filter(|it| it.path == "/v1/activity").collect::<Vec<_>>()
    };
    pull(&machine);
    assert!(told(&hub).is_empty(), "nobody opted in");
    assert!(machine.run_ok(["hub", "activity", "--show"]).is_empty());
    machine.run_ok(["config", "set", "hub.activity", "[\"app\"]"]);
    let shown = machine.run_ok(["hub", "activity", "--show"]);
    pull(&machine);
    pull(&machine);
    let sent = told(&hub);
    assert_eq!(sent.len(), 1, "{sent:?}");
    assert!(sent[0].header("idempotency-key").is_some());
    let body = sent[0].body.to_string();
    assert_eq!(sent[0].body["project"], "app");
    assert!(!body.contains("heron") && !body.contains("dana.lee"), "{body}");
    assert!(!sent[0].body["summaries"].as_array().unwrap().is_empty(), "{body}");
    assert!(sent[0].body["failures"].to_string().contains("2 times"), "{body}");
    for line in sent[0].body["summaries"].as_array().unwrap() {
        assert!(shown.contains(line.as_str().unwrap()), "{shown}");
    }
}
