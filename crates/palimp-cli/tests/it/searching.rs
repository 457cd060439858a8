//! What a search shows, and what it says where it finds nothing.

use palimp_testing::terminal::TestTerminal;
use palimp_testing::{Machine, run_with_input};

use crate::machine;

fn found(machine: &Machine, args: &[&str], variables: &[(&str, &str)]) -> (String, String) {
    let output = run_with_input(machine.command(args).envs(variables.iter().copied()), b"");
    let [out, err] = [output.stdout, output.stderr].map(|it| String::from_utf8(it).unwrap());
    (out, err)
}

#[test]
fn a_hit_shows_the_passage_that_answers_and_opens_whole() {
    let machine = machine();
    machine.run_ok([
        "save",
        "--kind",
        "decision",
        "--project",
        "shop",
        "deploys need two approvals",
    ]);
    machine.run_ok(["save", "--kind", "decision", "데이터베이스는 Postgres 15를 쓴다 🙂"]);
    let (shown, _) = found(&machine, &["search", "who approves deploys"], &[]);
    let (head, passage) = shown.split_once('\n').unwrap();
    assert!(head.starts_with("shared/decisions.md:"), "{shown}");
    let today = jiff::Zoned::now().strftime("%Y-%m-%d").to_string();
    for part in ["by you", "shop", &today] {
        assert!(head.contains(part), "{part} in {shown}");
    }
    assert!(passage.starts_with("    - deploys need two approvals"), "{shown}");
    assert!(!shown.contains('\x1b'), "pipes are plain: {shown:?}");
    let place = head.split(' ').next().unwrap();
    assert!(machine.run_ok(["show", place]).contains("deploys need two approvals"));
}

#[test]
fn words_of_the_question_are_marked_where_there_are_colours() {
    let machine = machine();
    machine.run_ok(["save", "데이터베이스를 백업한다"]);
    let question = &["search", "데이터베이스"][..];
    let (shown, _) = found(&machine, question, &[("CLICOLOR_FORCE", "1")]);
    assert!(shown.contains("\x1b[1;33m데이터베이스를\x1b[0m 백업한다"), "{shown:?}");
    assert!(shown.starts_with("\x1b[2m"), "the head is dimmed: {shown:?}");
    let off = [("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")];
    assert!(!found(&machine, question, &off).0.contains('\x1b'));
    assert!(!found(&machine, question, &[("CLICOLOR_FORCE", "0")]).0.contains('\x1b'));
}

#[test]
fn no_hits_say_where_it_looked_and_what_would_help() {
    let machine = machine();
    machine.hook_bash("s", "git push", "ok");
    let project = machine.run_json(&["recent"])[0]["project"].as_str().unwrap().to_owned();
    let slip = format!("{project}x");
    let (out, said) = found(&machine, &["search", "xyzzy", "--project", &slip], &[]);
    assert!(out.is_empty(), "{out}");
    assert!(said.contains("in notes, tool events, messages"), "{said}");
    assert!(said.contains(&format!("Similar: {project}.")), "{said}");
    let (_, said) = found(&machine, &["search", "xyzzy", "--project", "quite-another"], &[]);
    assert!(said.contains("Nothing captured in project 'quite-another'"), "{said}");
    let (_, said) = found(&machine, &["search", "xyzzy", "--source", "notes"], &[]);
    assert!(
        said.contains("No match for 'xyzzy' in notes.") && said.contains("Try without"),
        "{said}"
    );
    let (_, said) = found(&machine, &["search", "xyzzy"], &[]);
    assert!(said.contains("Try other words"), "{said}");
}

#[test]
fn quick_search_draws_no_bar() {
    let machine = machine();
    machine.run_ok(["save", "we use pnpm"]);
    machine.run_ok(["search", "pnpm"]);
    let mut command = machine.command(["search", "pnpm"]);
    command.env("TERM", "xterm-256color").env("NO_COLOR", "1");
    let mut terminal = TestTerminal::start(command);
    let shown = terminal.wait_for_rest();
    assert!(shown.contains("we use pnpm") && !shown.contains(" % "), "{shown:?}");
}

#[test]
fn search_of_empty_index_lacks_no_vectors() {
    let machine = machine();
    machine.hook_bash("s", "npm test", "12 passed");
    let (shown, said) = found(&machine, &["search", "npm"], &[]);
    assert!(shown.contains("12 passed") && said.is_empty(), "{said}");
}

#[test]
fn search_by_tag_alone_lists_notes() {
    let machine = machine();
    machine.run_ok(["save", "--kind", "decision", "deploys are frozen at night #ops"]);
    machine.run_ok(["save", "--kind", "preference", "I like tabs"]);
    let listed = machine.run_ok(["list", "--tag", "ops"]);
    assert!(listed.lines().count() == 1, "{listed}");
    assert_eq!(machine.run_ok(["search", "--tag", "ops"]), listed);
    assert_eq!(machine.run_ok(["search", "--tag", "ops", "--source", "notes"]), listed);
    let alone = machine.run_json(&["search", "--tag", "ops"]);
    let asked = machine.run_json(&["search", "deploys", "--tag", "ops"]);
    let keys = |it: &serde_json::Value| it.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(keys(&alone), keys(&asked), "{alone}");
    for key in ["path", "source", "author", "project", "day"] {
        assert_eq!(alone["hits"][0][key], asked["hits"][0][key], "{key}: {alone}");
    }
    let snippet = alone["hits"][0]["snippet"].as_str().unwrap();
    assert!(snippet.contains("frozen") && !snippet.contains("<!--"), "{snippet}");
    let (out, said) = found(&machine, &["search", "--tag", "nope"], &[]);
    assert!(out.is_empty() && said.contains("No note matches all labels"), "{said}");
}
