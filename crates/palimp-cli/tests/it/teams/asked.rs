//! What a member asks for, at its edges: pull requests, what may leave, changes that are not what was seen.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use palimp_testing::{run_with_input, write_program};
use serde_json::Value;

use super::people::{Person, Walk};

#[test]
fn a_pull_request_is_opened_where_a_program_can_and_said_where_none_can() {
    let walk = Walk::founded(&["--four-eyes", "false"]);
    walk.ana.note("a.md", "- The office closes at six.\n");
    let said = walk.ana.said("team propose a.md --pr --yes");
    assert!(said.contains("neither `gh` nor `glab` is installed"), "{said}");
    let bin = walk.ana.machine.root().join("bin");
    fs::create_dir_all(&bin).unwrap();
    let script = "#!/bin/sh\nfor word; do echo \"$word\"; done > \"$HOME/asked\"\necho https://forge/pull/1\n";
    write_program(bin.join("gh"), script);
    walk.ana.note("b.md", "- The office opens at nine.\n");
    let mut propose =
        walk.ana.machine.command(["team", "propose", "b.md", "--pr", "--yes", "--project", "_"]);
    propose.env("PATH", format!("{}:/usr/bin:/bin", bin.display()));
    let run = palimp_testing::run_with_input(&mut propose, b"");
    assert!(String::from_utf8_lossy(&run.stdout).contains("https://forge/pull/1"), "{run:?}");
    let asked = fs::read_to_string(walk.ana.machine.user_home().join("asked")).unwrap();
    assert!(asked.starts_with("pr\ncreate\n") && asked.contains("\npropose/"), "{asked}");
    assert!(asked.contains(&walk.url()), "{asked}");
}

#[test]
fn what_is_let_pass_by_its_kind_says_so_to_its_reviewers_and_readers() {
    let walk = Walk::new();
    walk.cid.note("a.md", "- Questions go to the list help@example.org.\n");
    let stopped = walk.cid.fails("team propose a.md --yes");
    assert!(stopped.contains("--allow KIND"), "{stopped}");
    let draft = walk.cid.said("team propose a.md --allow nonsense --yes");
    assert!(draft.contains("no kind of personal data is called nonsense"), "{draft}");
    let id = walk.cid.propose("a.md --allow email");
    assert!(walk.ben.ok("team review").contains("allows: email"));
    walk.ben.lands(&id);
    assert!(!super::hits(&walk.ben.machine, "questions go to the list").is_empty());
}

#[test]
fn a_line_a_project_and_a_day_may_be_named() {
    let walk = Walk::new();
    walk.cid.note(
        "notes.md",
        "# Notes\n\n- One thing.\n- The build runs on two machines.\n  <!-- x -->\n",
    );
    let shown = walk.cid.ok(
        "team propose notes.md#4 --project _ --kind rule --expires 2030-01-31 --why money --dry-run",
    );
    assert!(
        shown.starts_with("facts/_/rule/the-build-runs-on-two-machines.md  from notes.md:4"),
        "{shown}"
    );
    assert!(shown.contains("expires: 2030-01-31") && shown.contains("    money"), "{shown}");
    assert!(!shown.contains("One thing"), "{shown}");
    for (line, why) in [
        ("notes.md#1", "contains no fact"),
        ("nothing.md", "nothing.md"),
        ("notes.md --project web", "no project web in"),
        ("notes.md --supersedes gone", "no fact gone in"),
    ] {
        let said = walk.cid.fails(&format!("team propose {line} --yes"));
        assert!(said.contains(why), "{line}: {said}");
    }
    let korean = "- 배포는 금요일에 하지 않는다.\n";
    walk.cid.note("k.md", korean);
    let shown = walk.cid.ok("team propose k.md --dry-run");
    assert!(shown.contains("facts/app/fact/baeponeun-geumyoile"), "{shown}");
}

#[test]
fn a_proposal_under_anothers_name_is_not_approved() {
    let walk = Walk::new();
    walk.cid.note("a.md", "- The cache is cleared at noon.\n");
    walk.ben.note("b.md", "- The cache is never cleared.\n");
    let good = walk.cid.propose("a.md");
    let bad = walk.ben.propose("b.md");
    let mut command = Command::new("git");
    command.arg("--git-dir").arg(walk.remote()).args([
        "update-ref",
        &format!("refs/heads/propose/{good}"),
        &format!("refs/heads/propose/{bad}"),
    ]);
    assert!(command.status().unwrap().success());
    let shown = walk.ana.said("team review");
    assert!(shown.contains("its id does not match its changes"), "{shown}");
    let open = walk.ana.json("team review")["open"].clone();
    let one = open.as_array().unwrap().iter().find(|it| it["id"] == good.as_str()).unwrap();
    assert_eq!(one["mayApprove"], false, "{one}");
    let refused = walk.ana.fails(&format!("team approve {good} --yes"));
    assert!(refused.contains("its id does not match"), "{refused}");
}

#[test]
fn what_nobody_signed_and_what_holds_a_secret_is_shown_as_that_and_can_be_taken_away() {
    let walk = Walk::new();
    let remote = walk.remote().display().to_string();
    let run = |args: &[&str]| {
        let mut command = Command::new("git");
        command.args(["--git-dir", &remote, "-c", "user.name=x", "-c", "user.email=x@x"]);
        let run = command.args(args).output().unwrap();
        assert!(run.status.success(), "{run:?}");
        String::from_utf8(run.stdout).unwrap().trim().to_owned()
    };
    let commit = run(&["commit-tree", "main^{tree}", "-p", "main", "-m", "\u{1b}[2Jevil"]);
    run(&["update-ref", "refs/heads/propose/0123456789ab", &commit]);
    let shown = walk.ana.said("team review");
    assert!(shown.contains("cannot merge: the commit is not signed"), "{shown}");
    assert!(!shown.contains('\u{1b}'), "{shown}");
    let refused = walk.ana.fails("team approve 0123 --yes");
    assert!(refused.contains("not signed"), "{refused}");
    walk.ana.ok("team reject 0123 --why unsigned");
    assert_eq!(walk.branches(), ["main"]);
}

#[test]
fn a_stranger_proposes_and_approves_nothing() {
    let walk = Walk::new();
    walk.cid.note("a.md", "- The cache is cleared at noon.\n");
    let id = walk.cid.propose("a.md");
    let eve = Person::new("eve");
    eve.ssh_key();
    let joined = eve.json(&format!("team join {} --yes", walk.url()));
    let request = joined["request"]["id"].as_str().unwrap();
    eve.note("e.md", "- Eve owns everything.\n");
    assert!(
        eve.fails("team propose e.md --yes").contains("once an owner has approved your request")
    );
    for id in [id.as_str(), request] {
        let said = eve.fails(&format!("team approve {id} --yes"));
        assert!(said.contains("none of your keys belongs to a member"), "{said}");
    }
    assert!(eve.fails("team role eve owner").contains("none of your keys"));
    walk.ana.ok(&format!("team reject {request} --why who\u{a0}is\u{a0}this"));
    let told = eve.said("team review");
    assert!(told.contains("rejected by ana: who is this"), "{told}");
    let taken = eve.fails(&format!("team join {} --as ana --yes", walk.url()));
    assert!(taken.contains("already has a member ana"), "{taken}");
}

#[test]
fn request_under_an_owners_name_is_refused() {
    let walk = Walk::new();
    let eve = Person::new("eve");
    let key = eve.ssh_key();
    let public = fs::read_to_string(key.with_extension("pub")).unwrap();
    let line = public.split_whitespace().take(2).collect::<Vec<_>>().join(" ");
    // As `Enrol dave` of an attacker's own tool.
    let remote = walk.remote().display().to_string();
    let signing = format!("user.signingkey={}", key.display());
    let run = |args: &[&str], input: &str| {
        let mut git = Command::new("git");
        git.args(["--git-dir", &remote, "-c", "user.name=x", "-c", "user.email=x@x"]);
        git.args(["-c", "gpg.format=ssh", "-c", &signing]).args(args);
        git.env("GIT_INDEX_FILE", walk.remote().join("an-index"));
        let run = run_with_input(&mut git, input.as_bytes());
        assert!(run.status.success(), "{run:?}");
        String::from_utf8(run.stdout).unwrap().trim_end().to_owned()
    };
    let signers = run(&["show", "main:allowed_signers"], "") + &format!("\nana {line}\n");
    let blob = run(&["hash-object", "-w", "--stdin"], &signers);
    run(&["read-tree", "main"], "");
    let entry = format!("100644,{blob},allowed_signers");
    run(&["update-index", "--add", "--cacheinfo", &entry], "");
    let tree = run(&["write-tree"], "");
    let commit = run(&["commit-tree", "-S", "-p", "main", "-m", "Enrol dave", &tree], "");
    run(&["update-ref", "refs/heads/propose/0123456789ab", &commit], "");
    let shown = walk.ana.said("team review");
    assert!(shown.contains("cannot take the name ana"), "{shown}");
    let refused = walk.ana.fails("team approve 0123 --yes");
    assert!(refused.contains("cannot take the name ana"), "{refused}");
    assert!(!walk.ana.ok("team members").contains(&line), "nothing landed");
}

#[test]
fn key_request_says_first_what_it_does() {
    let walk = Walk::new();
    let eve = Person::new("eve");
    eve.ssh_key();
    let joined = eve.json(&format!("team join {} --yes", walk.url()));
    let request = joined["request"]["id"].as_str().unwrap();
    let shown = walk.ana.said(&format!("team review {request}"));
    let first = shown.lines().next().unwrap();
    assert!(first.starts_with("NEW MEMBER eve (contributor of *) with the key SHA256:"), "{shown}");
    walk.ana.ok(&format!("team reject {request} --why no"));

    // A further key is asked for by the member, and owners see what it may do.
    let key = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIHUm6fS4nUdfT7vUH1yWcvJ7WWqZ2cnr4mIYiJhR0hPB";
    let asked = walk.cid.machine.run(["team", "key", key, "--json"]);
    assert!(asked.status.success(), "{asked:?}");
    let asked: Value = serde_json::from_slice(&asked.stdout).unwrap();
    let shown = walk.ana.said(&format!("team review {}", asked["id"].as_str().unwrap()));
    let first = shown.lines().next().unwrap();
    assert!(first.starts_with("FURTHER KEY for cid, who is already a member ("), "{shown}");
    walk.ana.lands(asked["id"].as_str().unwrap());
}

#[test]
fn who_does_not_join_keeps_nothing_of_the_team() {
    let walk = Walk::founded(&[]);
    let reader = Person::new("rea");
    let join = format!("team join {} --read-only", walk.url());
    let other = reader.fails(&format!("{join} --fingerprint SHA256:another"));
    assert!(other.contains("no owner has the key"), "{other}");
    let unasked = reader.fails(&join);
    assert!(unasked.contains("--yes"), "{unasked}");
    assert_eq!(fs::read_dir(reader.machine.home().join("teams")).unwrap().count(), 0);
    reader.ok(&format!("{join} --yes"));
}

#[test]
fn only_reading_asks_for_nothing_and_needs_no_key() {
    let walk = Walk::founded(&[]);
    let reader = Person::new("rea");
    let joined = reader.json(&format!("team join {} --yes --read-only", walk.url()));
    assert!(joined["request"].is_null(), "{joined}");
    assert_eq!(walk.branches(), ["main"]);
    let again = reader.said(&format!("team init {} --as rea --make-key --name other", walk.url()));
    assert!(again.contains("already has a branch main"), "{again}");
    let key = fs::metadata(reader.machine.home().join("team-key")).unwrap();
    assert_eq!(key.permissions().mode() & 0o777, 0o600);
}

#[test]
fn a_server_is_reached_in_the_users_own_way_and_no_hook_runs_there() {
    let walk = Walk::founded(&["--four-eyes", "false"]);
    let home = walk.ana.machine.user_home();
    let ssh = home.join("my-ssh");
    let script = "#!/bin/sh\necho \"$*\" >> \"$HOME/asked\"\nfor last; do :; done\nexec env HOME=/nonexistent sh -c \"$last\"\n";
    write_program(&ssh, script);
    let hooks = home.join("hooks");
    fs::create_dir_all(&hooks).unwrap();
    for hook in ["pre-push", "reference-transaction", "post-checkout"] {
        write_program(hooks.join(hook), "#!/bin/sh\ntouch \"$HOME/ran\"\n");
    }
    let settings = format!(
        "[user]\n\tname = ana\n[core]\n\tsshCommand = {}\n\thooksPath = {}\n[ssh]\n\tvariant = simple\n",
        ssh.display(),
        hooks.display()
    );
    fs::write(home.join(".gitconfig"), settings).unwrap();
    walk.ana.ok("team leave acme");
    walk.ana.ok(&format!("team join ssh://forge.example.org{} --yes", walk.url()));
    walk.ana.note("a.md", "- The office closes at six.\n");
    let id = walk.ana.propose("a.md");
    walk.ana.lands(&id);
    let asked = fs::read_to_string(home.join("asked")).unwrap();
    assert!(asked.contains("git-upload-pack") && asked.contains("git-receive-pack"), "{asked}");
    assert!(!home.join("ran").exists());
}

#[test]
fn a_server_that_keeps_branches_lets_a_proposal_land_all_the_same() {
    let walk = Walk::founded(&["--four-eyes", "false"]);
    let mut command = Command::new("git");
    command.arg("--git-dir").arg(walk.remote()).args(["config", "receive.denyDeletes", "true"]);
    assert!(command.status().unwrap().success());
    walk.ana.note("a.md", "- The office closes at six.\n");
    let id = walk.ana.propose("a.md");
    walk.ana.lands(&id);
    assert_eq!(walk.branches().len(), 2);
    assert_eq!(walk.ana.json("team review")["open"], serde_json::json!([]));
}

#[test]
fn of_more_proposals_than_are_looked_at_it_is_said_how_many_and_each_can_be_named() {
    let walk = Walk::new();
    walk.cid.note("a.md", "- The lift is repaired on Mondays.\n");
    let id = walk.cid.propose("a.md");
    let git = |args: &[&str]| {
        let mut command = Command::new("git");
        let run = command.arg("--git-dir").arg(walk.remote()).args(args).output().unwrap();
        assert!(run.status.success(), "{run:?}");
    };
    for number in 0..203 {
        for other in [format!("propose/{number:012x}"), format!("rejected/f{number:011x}")] {
            let (other, id) = (format!("refs/heads/{other}"), format!("refs/heads/propose/{id}"));
            git(&["update-ref", &other, &id]);
        }
    }
    let all = walk.ben.json("team review");
    assert_eq!(all["open"].as_array().unwrap().len(), 200);
    assert_eq!(all["leftOut"], serde_json::json!({ "open": 4, "rejected": 3 }));
    let said = walk.ben.said("team review --offline");
    assert!(said.contains("4 proposals more. Decide these first"), "{said}");
    let mut korean = walk.ben.machine.command(["team", "review", "--offline"]);
    let run = palimp_testing::run_with_input(korean.env("PALIMP_LANG", "ko"), b"");
    let said = String::from_utf8_lossy(&run.stderr).into_owned();
    assert!(said.contains("제안 4개가 더 있습니다"), "{said}");
    assert!(said.contains("거절된 제안 3개를 더"), "{said}");
    let page =
        palimp_testing::browser::TestBrowser::for_machine(&walk.ben.machine, &[]).page("team");
    assert!(page.contains("4 more are not shown"), "{page}");
    let one = walk.ben.json(&format!("team review --offline {id}"));
    assert_eq!((one["open"].as_array().unwrap().len(), &one["leftOut"]["open"]), (1, &0.into()));
    walk.ben.lands(&id);
}
