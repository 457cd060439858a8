//! What imports bring stays theirs.

use super::*;

/// A log that an import took in: the comment below its front matter speaks for all of it.
const IMPORTED_LOG: &str = "---\nsource: \"~/log.md\"\nsource-hash: 1\n---\n\
    <!-- palimp: by=import at=2025-03-01T00:00:00+00:00 -->\n\n# Log\n\n## 15:30\n\n\
    - Decided to use MongoDB for the ledger.\n";

#[test]
fn imported_log_is_never_the_users() {
    for (name, log, at) in [
        ("2025-03-02-log", IMPORTED_LOG, "2025-03-02 15:30"),
        ("log", IMPORTED_LOG, "2025-03-01 15:30"),
        (
            "2025-03-02",
            "## 15:30\n\n- Decided to use MongoDB for the ledger.\n",
            "2025-03-02 15:30",
        ),
    ] {
        let fixture = ReflectFixture::new();
        fixture.write(&format!("episodes/imported/{name}.md"), log);
        let told = fixture.reflect();
        assert_eq!(told.added.len(), 1, "{told:?}");
        assert_eq!(told.added[0].at, at);
        let written = fixture.read("shared/decisions.md");
        assert!(written.contains("MongoDB") && written.contains("by=import"), "{written}");
        assert!(!written.contains("by=user"), "{written}");
    }
}

#[test]
fn author_of_a_line_goes_before_that_of_its_entry() {
    let fixture = ReflectFixture::new();
    let line = "- Decided to use PostgreSQL <!-- palimp: by=agent -->";
    fixture.write("episodes/imported/log.md", &format!("{IMPORTED_LOG}{line}\n"));
    fixture.reflect();
    let written = fixture.read("shared/decisions.md");
    let of = |word: &str| written.lines().find(|line| line.contains(word)).unwrap().to_owned();
    assert!(of("MongoDB").contains("by=import"), "{written}");
    assert!(of("PostgreSQL").contains("by=agent"), "{written}");
}

#[test]
fn imported_log_strikes_no_line_of_the_user() {
    let fixture = ReflectFixture::new();
    let db = fixture.database("Decided to use PostgreSQL for the ledger, not MongoDB", "Fine.");
    fixture.say(
        "2024-11-20 09:00",
        None,
        &["Decided to use PostgreSQL for the ledger, not MongoDB"],
    );
    fixture.memory().notes.reflect(&options(), &RuleDistiller, Some(&db)).unwrap();
    let log = IMPORTED_LOG.replace("ledger.", "ledger, not PostgreSQL");
    fixture.write("episodes/imported/log.md", &log);
    let told = fixture.memory().notes.reflect(&options(), &RuleDistiller, Some(&db)).unwrap();
    assert_eq!(told.superseded, [], "{told:?}");
    let written = fixture.read("shared/decisions.md");
    assert!(written.contains("by=user") && !written.contains("~~"), "{written}");
}

/// A home in which an earlier version took the log for the user's, in decisions that hold everywhere.
fn mistaken() -> ReflectFixture {
    let fixture = ReflectFixture::new();
    fixture.write("episodes/imported/log.md", IMPORTED_LOG);
    fixture.reflect();
    let written = fixture.read("shared/decisions.md").replace("- Decided", "- MARK Decided");
    let (head, line) = written.split_once("- MARK").unwrap();
    fixture
        .write("shared/decisions.md", &format!("{head}-{}", line.replace("by=import", "by=user")));
    fixture
}

#[test]
fn line_of_import_that_says_user_waits_for_review() {
    let fixture = mistaken();
    let memory = fixture.memory();
    let found = memory.notes.imports_as_own().unwrap();
    assert_eq!((found.len(), found[0].author), (1, AuthorKind::Import), "{found:?}");
    memory.notes.send_imports_to_review(&now()).unwrap();
    assert!(!fixture.read("shared/decisions.md").contains("MongoDB"));
    let waiting = memory.notes.proposals().unwrap().proposals;
    assert_eq!((waiting.len(), waiting[0].kind), (1, ReviewKind::Imported));
    assert_eq!(fixture.reflect().added, [], "it does not come back by itself");
    assert!(memory.notes.imports_as_own().unwrap().is_empty());
    memory.notes.accept(&waiting[0].id, &now()).unwrap();
    let written = fixture.read("shared/decisions.md");
    assert!(written.contains("MongoDB") && written.contains("by=import approved="), "{written}");
    assert!(memory.notes.imports_as_own().unwrap().is_empty());
}

#[test]
fn line_whose_source_is_not_known_to_be_an_import_stays() {
    let fixture = mistaken();
    fixture.say("2026-11-20 09:00", None, &["Decided to use PostgreSQL for sessions, not SQLite"]);
    let db = fixture.database("Decided to use PostgreSQL for sessions, not SQLite", "Fine.");
    let told = fixture.memory().notes.reflect(&options(), &RuleDistiller, Some(&db)).unwrap();
    assert_eq!(told.added.len(), 1, "{told:?}");
    fs::remove_file(fixture.path("episodes/imported/log.md")).unwrap();
    let written = fixture.read("shared/decisions.md");
    assert!(written.contains("MongoDB") && written.contains("PostgreSQL"), "{written}");
    assert!(fixture.memory().notes.imports_as_own().unwrap().is_empty());
}
