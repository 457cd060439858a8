//! Sessions that need again what earlier ones knew.

use palimp_core::{AgentClient, ToolUse};

use super::*;

fn event(kind: EventKind) -> HookEvent {
    HookEvent {
        client: AgentClient::Claude,
        name: "X".to_owned(),
        session_id: "s".to_owned(),
        cwd: None,
        at: None,
        subagent: false,
        kind,
    }
}

fn prompt(text: &str) -> HookEvent {
    event(EventKind::Prompt { text: text.to_owned(), turn: None })
}

fn tool(name: &str, action: ToolAction, outcome: ToolOutcome, output: &str) -> HookEvent {
    let (name, output) = (name.to_owned(), output.to_owned());
    event(EventKind::Tool(ToolUse { name, id: None, action, outcome, output }))
}

fn ran(command: &str) -> HookEvent {
    tool("Bash", ToolAction::Shell { command: command.to_owned() }, ToolOutcome::Success, "ok")
}

fn failed(command: &str, output: &str) -> HookEvent {
    let action = ToolAction::Shell { command: command.to_owned() };
    tool("Bash", action, ToolOutcome::Failure { code: Some(1) }, output)
}

/// Replays a session whose start is answered with `told`.
fn session(
    past: &mut SessionFindings,
    told: &str,
    events: &[HookEvent],
) -> Vec<(RecurrenceKind, bool)> {
    let mut watch = RecurrenceWatch::new(events, Path::new("/p"), Redactor::new(Vec::new()), past);
    let start = prompt("");
    watch.before_answer(&start, past);
    watch.told.add_answer(&format!("<memory-context>\n## X\n{told}\n</memory-context>"));
    for event in events {
        watch.before_answer(event, past);
        watch.after_event(event, past);
    }
    watch.finish_session(past).into_iter().map(|it| (it.kind, it.told)).collect()
}

#[test]
fn wish_said_again_counts_once_a_session() {
    let mut past = SessionFindings::default();
    let wish = "Never add backward compatibility shims to the parser.";
    assert_eq!(session(&mut past, "", &[prompt("the parser is slow"), prompt(wish)]), []);
    let again = "never add backward compatibility shims in the parser please";
    let said = [prompt("next"), prompt(again), prompt(wish)];
    assert_eq!(session(&mut past, "", &said), [(RecurrenceKind::Wishes, false)]);
    let told = "- User: never add backward compatibility shims to the parser (2026-11-02)";
    assert_eq!(session(&mut past, told, &said), [(RecurrenceKind::Wishes, true)]);
    let opposite = "Always add backward compatibility shims to the parser.";
    assert_eq!(session(&mut past, "", &[prompt("next"), prompt(opposite)]), []);
}

#[test]
fn copied_session_needs_nothing_again() {
    let mut past = SessionFindings::default();
    let said = [
        prompt("the parser of the importer is slow on files with long lines"),
        prompt("never add backward compatibility shims to the parser of the importer"),
        prompt("now write the notes of the release and leave the parser alone"),
    ];
    assert_eq!(session(&mut past, "", &said), []);
    assert_eq!(session(&mut past, "", &said), []);
    assert_eq!(session(&mut past, "", &said[..2]), [(RecurrenceKind::Wishes, false)]);
}

#[test]
fn ritual_is_told_by_a_rule_and_not_by_a_title() {
    let mut past = SessionFindings::default();
    let ends = [prompt("fix the login"), prompt("ok commit and push")];
    assert_eq!(session(&mut past, "", &ends), []);
    let title = "- s:26a1a7ce 2026-11-02 \"commit and push\"";
    assert_eq!(session(&mut past, title, &ends), [(RecurrenceKind::Wishes, false)]);
    let rule = "- Commit and push at the end: in 6 of 8 sessions";
    assert_eq!(session(&mut past, rule, &ends), [(RecurrenceKind::Wishes, true)]);
    let request = [prompt("fix the login"), prompt("create a pull request")];
    session(&mut past, "", &request);
    let habit = "- Closing a task: pull request and push (asked for in 5 of 12 sessions)";
    assert_eq!(session(&mut past, habit, &request), [(RecurrenceKind::Wishes, true)]);
}

#[test]
fn failure_met_again_is_told_by_what_ran_instead() {
    let mut past = SessionFindings::default();
    let fails = failed("npm test", "Error: Cannot find module 'left-pad' at line 12");
    let fixed = ran("npm ci && npm test");
    assert_eq!(session(&mut past, "", &[fails.clone(), fixed]), []);
    let again = failed("npm run build", "Error: Cannot find module 'left-pad' at line 40");
    assert_eq!(
        session(&mut past, "", std::slice::from_ref(&again)),
        [(RecurrenceKind::Failures, false)]
    );
    let told = "- [tool] `npm ci` ran after it";
    assert_eq!(session(&mut past, told, &[again]), [(RecurrenceKind::Failures, true)]);
    let other = failed("cargo test", "Error: Cannot find module 'left-pad' at line 12");
    assert_eq!(session(&mut past, "", &[other]), []);
    let generic = failed("npm test", "Command failed with exit code 1");
    assert_eq!(session(&mut past, "", &[generic.clone(), generic.clone()]), []);
    assert_eq!(session(&mut past, "", &[generic]), []);
}

#[test]
fn place_counts_once_it_was_used_well() {
    let mut past = SessionFindings::default();
    let psql = "PGPASSWORD=x psql -h 127.0.0.1 -p 5433 -c 'select 1'";
    assert_eq!(session(&mut past, "", &[failed(psql, "refused")]), []);
    assert_eq!(session(&mut past, "", &[ran(psql)]), []);
    assert_eq!(session(&mut past, "", &[ran(psql), ran(psql)]), [(RecurrenceKind::Places, false)]);
    let told = "- the database listens on localhost, port 5433";
    assert_eq!(session(&mut past, told, &[ran(psql)]), [(RecurrenceKind::Places, true)]);
    let named = [prompt("the database is localhost:5433"), ran(psql)];
    assert_eq!(session(&mut past, "", &named), []);
}

#[test]
fn places_are_hosts_ports_units_and_paths() {
    for (line, found) in [
        ("ssh -p 2222 dev@web1.internal 'uptime'", vec!["web1.internal"]),
        ("curl -s http://127.0.0.1:8081/health | jq .", vec!["localhost:8081"]),
        ("rsync -a dist/ web1:/srv/shop/", vec!["web1", "/srv/shop"]),
        ("sudo systemctl restart shop-api", vec!["shop-api"]),
        ("docker exec -it shop-db psql", vec!["shop-db"]),
        ("curl https://github.com/a/b", vec![]),
        ("curl -o /tmp/x http://localhost/", vec![]),
        ("cat /etc/hosts", vec![]),
    ] {
        assert_eq!(remote_targets::find_targets(line, Path::new("/p")), found, "{line}");
    }
}

#[test]
fn options_asked_for_again_are_told_by_a_command() {
    let mut past = SessionFindings::default();
    let asks = ran("cd web && gh pr create --help | head -40");
    assert_eq!(remote_targets::requested_options("gh help pr"), ["gh pr"]);
    assert_eq!(remote_targets::requested_options("man rsync; ls -h"), ["rsync"]);
    assert_eq!(session(&mut past, "", std::slice::from_ref(&asks)), []);
    assert_eq!(
        session(&mut past, "", std::slice::from_ref(&asks)),
        [(RecurrenceKind::Options, false)]
    );
    let told = "- [tool] `gh pr create --fill`";
    assert_eq!(session(&mut past, told, &[asks]), [(RecurrenceKind::Options, true)]);
}

#[test]
fn search_counts_where_it_finds_a_changed_file() {
    let mut past = SessionFindings::default();
    let edit = palimp_core::FileEdit {
        path: "/p/src/pool.rs".to_owned(),
        change: palimp_core::FileChange::Delete,
    };
    let edited = || tool("Edit", ToolAction::Edit(vec![edit.clone()]), ToolOutcome::Success, "");
    let grep = |output: &str| {
        let input = "pattern: max_conns".to_owned();
        tool("Grep", ToolAction::Other { input }, ToolOutcome::Success, output)
    };
    let found = grep("Found 1 file\n/p/src/pool.rs");
    assert_eq!(session(&mut past, "", &[found.clone(), edited()]), []);
    let twice = [found.clone(), found.clone()];
    assert_eq!(session(&mut past, "", &twice), [(RecurrenceKind::Searches, false)]);
    assert_eq!(session(&mut past, "- src/pool.rs", &twice), [(RecurrenceKind::Searches, true)]);
    assert_eq!(session(&mut past, "", &[edited(), found.clone()]), []);
    assert_eq!(session(&mut past, "", &[prompt("look at pool.rs"), found]), []);
    let many: String = (0..9).map(|n| format!("src/f{n}.rs\n")).collect();
    assert_eq!(session(&mut past, "", &[grep(&format!("{many}src/pool.rs"))]), []);
    let by_name = ran("find . -name pool.rs");
    assert_eq!(session(&mut past, "", &[by_name]), []);
}

#[test]
fn common_name_of_file_stands_with_its_directory() {
    assert_eq!(searches::name_of("src/pool.rs"), "pool.rs");
    assert_eq!(searches::name_of("app/shop/page.tsx"), "shop/page.tsx");
    assert_eq!(searches::name_of("index.ts"), "index.ts");
}
