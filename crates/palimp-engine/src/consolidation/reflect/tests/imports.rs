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
        let desk = Desk::new();
        desk.write(&format!("episodes/imported/{name}.md"), log);
        let told = desk.reflect();
        assert_eq!(told.added.len(), 1, "{told:?}");
        assert_eq!(told.added[0].at, at);
        let written = desk.read("shared/decisions.md");
        assert!(written.contains("MongoDB") && written.contains("by=import"), "{written}");
        assert!(!written.contains("by=user"), "{written}");
    }
}

#[test]
fn author_of_a_line_goes_before_that_of_its_entry() {
    let desk = Desk::new();
    let line = "- Decided to use PostgreSQL <!-- palimp: by=agent -->";
    desk.write("episodes/imported/log.md", &format!("{IMPORTED_LOG}{line}\n"));
    desk.reflect();
    let written = desk.read("shared/decisions.md");
    let of = |word: &str| written.lines().find(|line| line.contains(word)).unwrap().to_owned();
    assert!(of("MongoDB").contains("by=import"), "{written}");
    assert!(of("PostgreSQL").contains("by=agent"), "{written}");
}

#[test]
fn imported_log_strikes_no_line_of_the_user() {
    let desk = Desk::new();
    let db = desk.database("Decided to use PostgreSQL for the ledger, not MongoDB", "Fine.");
    desk.say("2024-11-20 09:00", None, &["Decided to use PostgreSQL for the ledger, not MongoDB"]);
    desk.memory().notes.reflect(&options(), &RuleDistiller, Some(&db)).unwrap();
    let log = IMPORTED_LOG.replace("ledger.", "ledger, not PostgreSQL");
    desk.write("episodes/imported/log.md", &log);
    let told = desk.memory().notes.reflect(&options(), &RuleDistiller, Some(&db)).unwrap();
    assert_eq!(told.superseded, [], "{told:?}");
    let written = desk.read("shared/decisions.md");
    assert!(written.contains("by=user") && !written.contains("~~"), "{written}");
}

/// A home in which an earlier version took the log for the user's, in decisions that hold everywhere.
fn mistaken() -> Desk {
    let desk = Desk::new();
    desk.write("episodes/imported/log.md", IMPORTED_LOG);
    desk.reflect();
    let written = desk.read("shared/decisions.md").replace("- Decided", "- MARK Decided");
    let (head, line) = written.split_once("- MARK").unwrap();
    desk.write("shared/decisions.md", &format!("{head}-{}", line.replace("by=import", "by=user")));
    desk
}

#[test]
fn line_of_import_that_says_user_waits_for_review() {
    let desk = mistaken();
    let memory = desk.memory();
    let found = memory.notes.imports_as_own().unwrap();
    assert_eq!((found.len(), found[0].author), (1, AuthorKind::Import), "{found:?}");
    memory.notes.send_imports_to_review(&now()).unwrap();
    assert!(!desk.read("shared/decisions.md").contains("MongoDB"));
    let waiting = memory.notes.proposals().unwrap().proposals;
    assert_eq!((waiting.len(), waiting[0].kind), (1, ReviewKind::Imported));
    assert_eq!(desk.reflect().added, [], "it does not come back by itself");
    assert!(memory.notes.imports_as_own().unwrap().is_empty());
    memory.notes.accept(&waiting[0].id, &now()).unwrap();
    let written = desk.read("shared/decisions.md");
    assert!(written.contains("MongoDB") && written.contains("by=import approved="), "{written}");
    assert!(memory.notes.imports_as_own().unwrap().is_empty());
}

#[test]
fn line_whose_source_is_not_known_to_be_an_import_stays() {
    let desk = mistaken();
    desk.say("2026-11-20 09:00", None, &["Decided to use PostgreSQL for sessions, not SQLite"]);
    let db = desk.database("Decided to use PostgreSQL for sessions, not SQLite", "Fine.");
    let told = desk.memory().notes.reflect(&options(), &RuleDistiller, Some(&db)).unwrap();
    assert_eq!(told.added.len(), 1, "{told:?}");
    fs::remove_file(desk.path("episodes/imported/log.md")).unwrap();
    let written = desk.read("shared/decisions.md");
    assert!(written.contains("MongoDB") && written.contains("PostgreSQL"), "{written}");
    assert!(desk.memory().notes.imports_as_own().unwrap().is_empty());
}
