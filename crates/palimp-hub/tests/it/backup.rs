//! Backups, looked at before they are needed.

use std::process::Command;

use palimp_hub::{Master, verbs};
use palimp_hub_api::{EraseRequest, ScopeRole};

use crate::lab::Lab;

/// Whether `backup check` is content with a file, and what it says.
fn check(lab: &Lab, file: &std::path::Path, master: &Master) -> (bool, String) {
    let key = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(key.path(), master.reveal()).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_palimp-hub"))
        .args(["backup", "check"])
        .arg(file)
        .arg("--key-file")
        .arg(key.path())
        .args(["--database", &lab.url])
        .output()
        .unwrap();
    let said = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8_lossy(&said).into_owned())
}

#[test]
fn a_backup_is_restored_and_read_before_it_is_needed() {
    let Some(lab) = Lab::new() else { return };
    let owner = lab.org("acme");
    let ben = lab.member(&owner, ("acme", "ben"), ScopeRole::Reviewer, &["project:app"]);
    lab.agreed((&owner, &ben), "project:app", "Deploys run on Thursdays");
    let doomed = lab.agreed((&owner, &ben), "project:app", "The zebra-gate is painted green");
    let files = tempfile::tempdir().unwrap();
    let dump = |format: &str| {
        let dump = lab.server.program("pg_dump", &[format, &lab.database]).unwrap();
        let file = files.path().join(format);
        std::fs::write(&file, dump).unwrap();
        file
    };
    let erase = EraseRequest { memory: Some(doomed.id), ..EraseRequest::default() };
    let [custom, plain] = ["--format=custom", "--format=plain"].map(dump);
    lab.done(&owner, |tenant, means| verbs::erase(tenant, means.master, &erase));
    for file in [&custom, &plain] {
        let (good, said) = check(&lab, file, &lab.master);
        assert!(good && said.contains("acme: 2 memories are readable"), "{said}");
        assert!(said.contains("1 of them have been erased since"), "{said}");
        let (good, said) = check(&lab, file, &Master::random().unwrap());
        assert!(!good && said.contains("master key"), "{said}");
    }
    // A link of the audit is another one than it was.
    let text = std::fs::read_to_string(&plain).unwrap();
    let tampered = files.path().join("tampered");
    std::fs::write(&tampered, text.replacen("\tapprove\t", "\treject\t", 1)).unwrap();
    let (good, said) = check(&lab, &tampered, &lab.master);
    assert!(!good && said.contains("link"), "{said}");
    let empty = files.path().join("empty");
    std::fs::write(&empty, "-- nothing").unwrap();
    let (good, said) = check(&lab, &empty, &lab.master);
    assert!(!good, "{said}");
}
