//! What a person asks a team for: its log and members, its rules and templates.

use std::fs;

use super::{fact, land, member, sync, team};

#[test]
fn the_log_says_who_approved_what_and_the_members_what_they_may() {
    let mut team = team();
    let text = fact("reset", "", "The staging database is reset every night.");
    land(&mut team, &[("facts/_/decision/reset.md", Some(&text))]);
    let machine = member(&team);
    sync(&machine);
    let log = machine.run_ok(["team", "log"]);
    let first = log.lines().next().unwrap();
    assert!(first.contains("facts/_/decision/reset.md"), "{log}");
    assert!(first.contains("proposed by ben, approved by cid"), "{log}");
    assert_eq!(log.lines().count(), 3, "{log}");
    let revoked = team.public("dan");
    land(&mut team, &[("revoked", Some(&revoked))]);
    sync(&machine);
    let members = machine.run_ok(["team", "members"]);
    let line = |name: &str| members.lines().find(|line| line.starts_with(name)).unwrap().to_owned();
    assert!(line("ana").contains("owner of *") && line("ana").contains("SHA256:"), "{members}");
    assert!(line("cid").contains("reviewer of facts/*"), "{members}");
    assert!(line("dan").ends_with("revoked"), "{members}");
}

#[test]
fn rules_are_written_between_marks_and_the_rest_stays_byte_for_byte() {
    let mut team = team();
    let retry = fact("retry", "", "Requests are retried twice at most.\n\n## Why\n\nMoney.");
    let fence = fact("fence", "", "Deploys run with ```sh\n<!-- palimp:team acme end -->");
    let past = fact("past", "expires: 2020-01-01\n", "The freeze is on.");
    let elsewhere = fact("else", "", "Only elsewhere.");
    land(
        &mut team,
        &[
            ("facts/app/decision/retry.md", Some(&retry)),
            ("facts/_/decision/fence.md", Some(&fence)),
            ("facts/_/decision/past.md", Some(&past)),
            ("facts/web/decision/else.md", Some(&elsewhere)),
        ],
    );
    let machine = member(&team);
    sync(&machine);
    let path = machine.project().join("AGENTS.md");
    let mine = "# Mine  \n\ttabs\n\n";
    fs::write(&path, mine).unwrap();
    machine.run_ok(["team", "rules", "write", "--to", "AGENTS.md"]);
    let written = fs::read_to_string(&path).unwrap();
    assert!(written.starts_with(mine), "{written}");
    assert!(written.contains("- Requests are retried twice at most.\n"), "{written}");
    assert!(!written.contains("freeze") && !written.contains("elsewhere"), "{written}");
    assert!(!written.contains("```"), "{written}");
    assert_eq!(written.matches("<!-- palimp:team acme end -->").count(), 1, "{written}");
    fs::write(&path, format!("{written}tail without end")).unwrap();
    let said = machine.run_ok(["team", "rules", "write", "--to", "AGENTS.md"]);
    assert!(said.contains("already contains 2 facts"), "{said}");
    assert_eq!(fs::read_to_string(&path).unwrap(), format!("{written}tail without end"));
    for (to, place) in [
        ("CLAUDE.md", "CLAUDE.md"),
        (".cursor/rules", ".cursor/rules/palimp-team.mdc"),
        (".github/copilot-instructions.md", ".github/copilot-instructions.md"),
        (".windsurfrules", ".windsurfrules"),
    ] {
        machine.run_ok(["team", "rules", "write", "--to", to]);
        let text = fs::read_to_string(machine.project().join(place)).unwrap();
        assert!(text.contains("retried twice"), "{place}");
        assert_eq!(text.starts_with("---\n"), to == ".cursor/rules", "{place}");
    }
    let outside = machine.root().join("outside.md");
    fs::write(&outside, "x").unwrap();
    fs::remove_file(&path).unwrap();
    std::os::unix::fs::symlink(&outside, &path).unwrap();
    let run = machine.run(["team", "rules", "write", "--to", "AGENTS.md"]);
    assert!(String::from_utf8_lossy(&run.stderr).contains("outside the project"), "{run:?}");
    assert_eq!(fs::read_to_string(&outside).unwrap(), "x");
}

#[test]
fn templates_start_a_member_and_take_nobodys_place() {
    let mut team = team();
    let secret = ["ghp", "_", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"].concat();
    let leak = format!("Log in with {secret}.\n");
    land(
        &mut team,
        &[
            ("templates/MEMORY.md", Some("# We\n\nWe ship on Thursdays.\n")),
            ("templates/TOOLS.md", Some("Ours.\n")),
            ("templates/CLAUDE.md", Some("Be brief.\n")),
            ("templates/windsurfrules", Some(&leak)),
            ("templates/odd.txt", Some("odd\n")),
        ],
    );
    let machine = member(&team);
    sync(&machine);
    let tools = machine.home().join("vault/TOOLS.md");
    fs::create_dir_all(tools.parent().unwrap()).unwrap();
    fs::write(&tools, "Mine.\n").unwrap();
    let seen = machine.run_ok(["team", "template", "apply", "--dry-run"]);
    assert!(seen.contains("would be written"), "{seen}");
    assert!(!machine.home().join("vault/MEMORY.md").exists());
    let said = machine.run_ok(["team", "template", "apply"]);
    assert!(said.contains("windsurfrules: skipped: it looks like it contains a secret"), "{said}");
    assert!(said.contains("odd.txt: skipped: not a template that palimp knows"), "{said}");
    let memory = fs::read_to_string(machine.home().join("vault/MEMORY.md")).unwrap();
    assert_eq!(memory, "# We\n\nWe ship on Thursdays.\n");
    assert_eq!(fs::read_to_string(&tools).unwrap(), "Mine.\n");
    assert_eq!(fs::read_to_string(machine.project().join("CLAUDE.md")).unwrap(), "Be brief.\n");
    assert!(!machine.project().join(".windsurfrules").exists());
    assert!(machine.run_ok(["team", "template", "apply"]).contains("already in"));
}

#[test]
fn what_expires_within_two_weeks_stands_in_review() {
    let mut team = team();
    let soon = jiff_day(7);
    let later = jiff_day(40);
    let text = |id: &str, day: &str| fact(id, &format!("expires: {day}\n"), "The freeze is on.");
    land(
        &mut team,
        &[
            ("facts/_/decision/soon.md", Some(&text("soon", &soon))),
            ("facts/_/decision/later.md", Some(&text("later", &later))),
        ],
    );
    let machine = member(&team);
    sync(&machine);
    let said = machine.run_ok(["review"]);
    assert!(said.contains(&format!("team:acme/_/decision/soon  expires on {soon}")), "{said}");
    assert!(!said.contains("later"), "{said}");
}

/// The day so many days from now.
fn jiff_day(days: i64) -> String {
    use jiff::ToSpan;
    let today = jiff::Timestamp::now().to_zoned(jiff::tz::TimeZone::UTC).date();
    today.checked_add(days.days()).unwrap().to_string()
}

#[test]
fn who_has_no_team_is_told_what_to_do() {
    let machine = crate::machine();
    for args in [
        &["team", "log"][..],
        &["team", "members"],
        &["team", "rules", "write", "--to", "AGENTS.md"],
    ] {
        let run = machine.run(args);
        assert!(String::from_utf8_lossy(&run.stderr).contains("palimp team join URL"), "{run:?}");
    }
    assert!(machine.run(["team", "sync"]).status.success());
}
