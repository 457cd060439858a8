//! The chain of what happened.

use std::process::Command;

use palimp_hub::{bind_subject, connect, make_link, set_policy, verbs};
use palimp_hub_api::ScopeRole;

use crate::lab::Lab;

/// Exports a chain and has it looked at; what is said of it.
fn verified(lab: &Lab, org: &str, args: &[&str]) -> Result<String, String> {
    let hub = env!("CARGO_BIN_EXE_palimp-hub");
    let exported =
        Command::new(hub).args(["audit", "export", org, "--database", &lab.url]).output().unwrap();
    assert!(exported.status.success(), "{}", String::from_utf8_lossy(&exported.stderr));
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), exported.stdout).unwrap();
    let verified =
        Command::new(hub).args(["audit", "verify"]).arg(file.path()).args(args).output().unwrap();
    let said = String::from_utf8_lossy(&verified.stderr).into_owned();
    if verified.status.success() { Ok(said) } else { Err(said) }
}

#[test]
fn what_is_done_to_the_chain_is_found_with_its_place() {
    let Some(lab) = Lab::new() else { return };
    let owner = lab.org("acme");
    let ben = lab.member(&owner, ("acme", "ben"), ScopeRole::Reviewer, &["project:app"]);
    for number in 0..3 {
        lab.agreed((&owner, &ben), "project:app", &format!("Rule {number}"));
    }
    lab.hub().run_jobs(true).unwrap();
    let said = verified(&lab, "acme", &[]).unwrap();
    assert!(said.contains("was signed at"), "{said}");
    let mut client = connect(&lab.url).unwrap();
    let mut after = |change: &str, back: &str| {
        client.batch_execute(change).unwrap();
        let said = verified(&lab, "acme", &[]).unwrap_err();
        client.batch_execute(back).unwrap();
        said
    };
    let said = after(
        "UPDATE audit SET action = 'x' || action WHERE seq = 4",
        "UPDATE audit SET action = substr(action, 2) WHERE seq = 4",
    );
    assert!(said.contains("link 4 was changed"), "{said}");
    let said = after(
        "CREATE TABLE aside AS SELECT * FROM audit WHERE seq = 5; DELETE FROM audit WHERE seq = 5",
        "INSERT INTO audit SELECT * FROM aside; DROP TABLE aside",
    );
    assert!(said.contains("link 5 is missing"), "{said}");
    let said = after(
        "UPDATE audit SET seq = 100 WHERE seq = 2; UPDATE audit SET seq = 2 WHERE seq = 3; UPDATE audit SET seq = 3 WHERE seq = 100",
        "UPDATE audit SET seq = 100 WHERE seq = 2; UPDATE audit SET seq = 2 WHERE seq = 3; UPDATE audit SET seq = 3 WHERE seq = 100",
    );
    assert!(said.contains("link 2 does not follow"), "{said}");
    let said = after(
        "CREATE TABLE aside AS SELECT * FROM audit WHERE seq > 6; DELETE FROM audit WHERE seq > 6",
        "INSERT INTO audit SELECT * FROM aside; DROP TABLE aside",
    );
    assert!(said.contains("ends at link 6"), "{said}");
    verified(&lab, "acme", &[]).unwrap();
}

#[test]
fn no_content_is_in_it_and_the_application_changes_no_link() {
    let Some(lab) = Lab::new() else { return };
    let owner = lab.org("acme");
    lab.propose(&owner, "project:app", "zebra-gate stays closed").unwrap();
    let audit = lab.done(&owner, |tenant, _| verbs::audit(tenant, 0));
    assert!(audit.links.len() >= 2 && !format!("{audit:?}").contains("zebra"));
    let mut client = connect(&lab.url).unwrap();
    for change in [
        "UPDATE audit SET action = 'x'",
        "DELETE FROM audit",
        "TRUNCATE audit",
        "DELETE FROM audit_heads",
    ] {
        let mut tx = client.transaction().unwrap();
        tx.batch_execute("SET LOCAL ROLE palimp_hub_app").unwrap();
        let refused = tx.batch_execute(change).unwrap_err();
        let said = refused.as_db_error().map(|it| it.message().to_owned()).unwrap_or_default();
        assert!(said.contains("permission denied"), "{change}: {said}");
    }
}

#[test]
fn what_is_done_at_the_machine_stands_in_the_chain() {
    let Some(lab) = Lab::new() else { return };
    lab.org("acme");
    let mut client = connect(&lab.url).unwrap();
    let actions = |client: &mut postgres::Client| -> Vec<String> {
        let sql = "SELECT action FROM audit WHERE actor = '00000000-0000-0000-0000-000000000000' ORDER BY seq";
        client.query(sql, &[]).unwrap().iter().map(|row| row.get(0)).collect()
    };
    assert_eq!(actions(&mut client)[0], "org");
    let before = actions(&mut client).len();
    let policy = serde_json::json!({ "approvals": 2 });
    set_policy(&mut client, "acme", &policy).unwrap();
    make_link(&mut client, "acme", "owner").unwrap();
    let known = ("https://id.example", "subject-7");
    bind_subject(&mut client, ("acme", "owner"), Some(known)).unwrap();
    assert!(set_policy(&mut client, "nobody", &policy).is_err());
    assert!(make_link(&mut client, "acme", "nobody").is_err());
    assert_eq!(actions(&mut client)[before..], ["policy", "link", "bind"]);
    verified(&lab, "acme", &[]).unwrap();
}
