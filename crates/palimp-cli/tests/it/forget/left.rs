//! What killed processes were writing.

use std::fs::File;

use super::*;

/// The names that this version and the one before gave to what they were writing; the process of the
/// earlier ones is gone.
fn partials() -> [String; 13] {
    const GONE: u32 = u32::MAX;
    let ours = |dir: &str| format!("{dir}{}", palimp_files::partial_name());
    [
        ours(".palimp/"),
        ours(".palimp/vault/"),
        ours(".palimp/vault/shared/"),
        ours(".palimp/history/main/a.md/"),
        ours(".palimp/review/main/"),
        ours(".palimp/spool/"),
        ours(".claude/"),
        format!(".palimp/.settings.json.{GONE}"),
        format!(".palimp/.probe-{GONE}"),
        format!(".palimp/vault/.palimp-{GONE}-18a4f-0"),
        ".palimp/history/main/a.md/.1795340000000-0123456789abcdef".to_owned(),
        format!(".palimp/spool/000000000000001-{GONE}-0.partial"),
        format!(".claude/.settings.json.{GONE}-0.tmp"),
    ]
}

fn leave(machine: &Machine) -> Vec<String> {
    machine.run_ok(["save", "a.md", "one"]);
    let partials = partials();
    for path in &partials {
        write(machine, path, "{\"the\": \"half of a walrus");
    }
    write(machine, ".palimp/scratch/gemini-1/.gemini/settings.json", "{\"the\": \"walrus\"}");
    partials.into_iter().chain([".palimp/scratch/gemini-1".to_owned()]).collect()
}

fn there(machine: &Machine, paths: &[String]) -> Vec<String> {
    let mut paths = paths.to_vec();
    paths.retain(|path| machine.user_home().join(path).exists());
    paths
}

#[test]
fn the_daily_run_cleanup_and_doctor_remove_it_at_any_age() {
    for args in [&["cleanup", "--due"][..], &["cleanup"], &["doctor", "--fix"]] {
        let machine = machine();
        let left = leave(&machine);
        machine.run(args);
        assert_eq!(there(&machine, &left), [""; 0], "{args:?}");
        assert!(machine.run_ok(["read", "a.md"]).starts_with("one <!-- palimp: by=user"));
    }
}

#[test]
fn what_is_being_written_is_left_alone() {
    let machine = machine();
    machine.run_ok(["save", "a.md", "one"]);
    let partial = machine.home().join("vault").join(palimp_files::partial_name());
    fs::write(&partial, "half of a").unwrap();
    let writing = File::open(&partial).unwrap();
    writing.lock().unwrap();
    machine.run_ok(["cleanup"]);
    assert!(partial.exists());
    drop(writing);
    machine.run_ok(["cleanup"]);
    assert!(!partial.exists());
}

#[test]
fn a_capture_that_was_written_whole_is_not_lost() {
    let machine = machine();
    machine.hook_bash("s", "git commit -m first", "ok");
    let locked = machine.lock_database();
    machine.hook_bash("s", "git commit -m second", "ok");
    drop(locked);
    let spool = machine.home().join("spool");
    let waiting = fs::read_dir(&spool).unwrap().next().unwrap().unwrap().path();
    fs::rename(waiting, spool.join(palimp_files::partial_name())).unwrap();
    assert_eq!(crate::contents(&machine).len(), 2, "the next command takes it in");
    assert_eq!(fs::read_dir(&spool).unwrap().count(), 0);
}
