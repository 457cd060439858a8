//! What is found in a home, as data, and what mends it.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use jiff::Zoned;
use palimp_clients::install::{ClientPaths, HookCommand};
use palimp_core::home::HomePaths;
use palimp_core::settings::Settings;
use palimp_core::tombstone::TombstoneKey;
use palimp_engine::home::note_store::NoteStore;
use palimp_engine::home::tombstones::TombstoneKeyStore;
use palimp_engine::ingest::open_activity;
use palimp_engine::retrieval::index_sync::{IndexSync, Models};
use palimp_engine::service::doctor::{Cure, Doctor, DoctorFinding, FindingState};

struct NoKeys;

impl TombstoneKeyStore for NoKeys {
    fn read_keys(&self) -> Result<Vec<TombstoneKey>, String> {
        Ok(Vec::new())
    }

    fn create_key(&self) -> Result<TombstoneKey, String> {
        Err("there is no place for a key".to_owned())
    }
}

/// Lends a doctor for the home at `home`, on a machine without clients.
fn with_doctor<T>(home: &HomePaths, work: impl FnOnce(&Doctor) -> T) -> T {
    work(&Doctor {
        home,
        settings: &Settings::default(),
        agent: "main".to_owned(),
        user: None,
        places: &ClientPaths::new(home.root().join("none"), |_| None),
        command: &HookCommand::new("/usr/bin/palimp".as_ref()).unwrap(),
        ring: &NoKeys,
        sync: &|| None,
        models: &Models::default,
        clock: &Zoned::now,
    })
}

fn of<'f>(findings: &'f [DoctorFinding], what: &str) -> &'f DoctorFinding {
    findings.iter().find(|it| it.what == what).unwrap()
}

/// A home in which two things are wrong: others can read the database, and the index is damaged.
fn unwell() -> (tempfile::TempDir, HomePaths) {
    let dir = tempfile::tempdir().unwrap();
    let home = HomePaths::new(dir.path().join("home"));
    drop(open_activity::or_new(&home).unwrap());
    fs::set_permissions(home.activity_db(), fs::Permissions::from_mode(0o644)).unwrap();
    let mut memory = IndexSync::new(
        NoteStore::new(home.clone(), "main", Settings::default(), None),
        Models::default(),
    );
    fs::create_dir_all(memory.notes.root()).unwrap();
    fs::write(memory.notes.root().join("a.md"), "The walrus is grey.\n").unwrap();
    memory.refresh(&mut |_, _, _| ()).unwrap();
    let index = memory.index_path();
    drop(memory);
    let mut bytes = fs::read(&index).unwrap();
    bytes[8_192..].fill(0x5a);
    fs::write(&index, bytes).unwrap();
    (dir, home)
}

#[test]
fn a_finding_names_its_place_and_what_would_mend_it() {
    let (_dir, home) = unwell();
    let findings = with_doctor(&home, |doctor| doctor.check_all());
    let (readable, index) = (of(&findings, "home"), of(&findings, "index"));
    assert_eq!(readable.cure, Some(Cure::Hide(vec![home.activity_db()])));
    assert_eq!(index.place.as_deref(), Some(home.index_file("main").as_path()));
    assert!(matches!(index.cure, Some(Cure::MakeIndex(_))), "{index:?}");
    for wrong in [readable, index] {
        assert_eq!(wrong.state, FindingState::Wrong);
        assert!(wrong.words.contains("`palimp doctor --fix`"), "{}", wrong.words);
    }
    assert!(findings.iter().all(|it| it.state == FindingState::Wrong || it.cure.is_none()));
}

#[test]
fn one_thing_is_mended_and_the_others_stay() {
    let (_dir, home) = unwell();
    with_doctor(&home, |doctor| {
        let index = of(&doctor.check_all(), "index").clone();
        let mended = doctor.apply_fix(index);
        assert_eq!((mended.state, mended.cure), (FindingState::Mended, None));
        let findings = doctor.check_all();
        assert_eq!(of(&findings, "index").state, FindingState::Well);
        assert_eq!(of(&findings, "home").state, FindingState::Wrong);
        assert_eq!(of(&doctor.fix_all(), "home").state, FindingState::Mended);
        assert!(
            doctor.check_all().iter().all(|it| it.state == FindingState::Well && it.cure.is_none())
        );
    });
}

#[test]
fn nothing_is_looked_at_in_a_home_that_others_write() {
    let (_dir, home) = unwell();
    fs::set_permissions(home.root(), fs::Permissions::from_mode(0o777)).unwrap();
    let findings = with_doctor(&home, |doctor| doctor.check_all());
    let [DoctorFinding { what: "owner", state: FindingState::Wrong, place, cure, .. }] =
        &findings[..]
    else {
        panic!("{findings:?}")
    };
    assert_eq!(place.as_deref(), Some(home.root()));
    assert_eq!(*cure, Some(Cure::CloseHome(home.root().to_owned())));
    let mended = with_doctor(&home, |doctor| doctor.fix_all());
    assert_eq!(mended[0].state, FindingState::Mended);
    assert!(mended.len() > 1, "then the rest is looked at");
}

#[test]
fn lines_of_imports_that_say_user_go_to_review() {
    let dir = tempfile::tempdir().unwrap();
    let home = HomePaths::new(dir.path().join("home"));
    drop(open_activity::or_new(&home).unwrap());
    let memory = IndexSync::new(
        NoteStore::new(home.clone(), "main", Settings::default(), None),
        Models::default(),
    );
    let write = |path: &str, text: &str| {
        let path = memory.notes.root().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    let log =
        "<!-- palimp: by=import -->\n\n# Log\n\n## 15:30\n\n- We use MongoDB for the ledger\n";
    write("episodes/imported/2025-03-01.md", log);
    let line =
        "- We use MongoDB for the ledger ([2025-03-01 15:30](../episodes/imported/2025-03-01.md))";
    let section = "## From conversations\n<!-- palimp: by=agent -->\n\n";
    let note = format!("# Decisions\n\n- mine\n\n{section}{line} <!-- palimp: by=user -->\n");
    write("shared/decisions.md", &note);
    let finding = with_doctor(&home, |doctor| of(&doctor.check_all(), "imports").clone());
    assert!(matches!(finding.cure, Some(Cure::ReviewImports(_))), "{finding:?}");
    assert!(finding.words.contains("[import] We use MongoDB"), "{}", finding.words);
    with_doctor(&home, |doctor| {
        assert_eq!(of(&doctor.fix_all(), "imports").state, FindingState::Mended);
        assert!(doctor.check_all().iter().all(|it| it.what != "imports"));
    });
    let left = fs::read_to_string(memory.notes.root().join("shared/decisions.md")).unwrap();
    assert!(left.contains("- mine") && !left.contains("MongoDB"), "{left}");
    assert_eq!(memory.notes.proposals().unwrap().proposals.len(), 1);
}
