//! The pages of projects: their order, what their owner does to them, their room, and how a home gets them.

use super::*;
use crate::consolidation::reflect::line_target::LineTarget;
use crate::consolidation::reflect::section::{FactScope, LinkedFact, managed_lines};

const PAGE: &str = "projects/shop.md";

fn shop() -> FactScope {
    scope("shop", "id-shop")
}

fn scope(name: &str, id: &str) -> FactScope {
    FactScope { id: Some(id.to_owned()), name: Some(name.to_owned()) }
}

/// Whether every line of `old` stands in `new`, in the same order.
fn keeps(new: &str, old: &str) -> bool {
    let mut lines = new.split_inclusive('\n');
    old.split_inclusive('\n').all(|line| lines.any(|other| other == line))
}

#[test]
fn sections_stand_in_their_order() {
    let fixture = ReflectFixture::new();
    for (day, fact) in [
        ("20", "The cause of the hang was a missing await in db.ts"),
        ("21", "To deploy, run `make release` and then scripts/notify.sh"),
        ("22", "The staging DB is at db.internal:5432"),
        ("23", "앞으로는 npm 말고 pnpm을 써줘"),
        ("24", "Decided to use PostgreSQL"),
    ] {
        fixture.say(&format!("2026-11-{day} 09:00"), Some("shop"), &[fact]);
        fixture.reflect();
    }
    let page = fixture.read(PAGE);
    let headings: Vec<_> = page.lines().filter(|line| line.starts_with("## ")).collect();
    let expect = ["## Rules", "## Decisions", "## Set-up", "## Commands", "## Pitfalls"];
    assert_eq!(headings, expect, "{page}");
    assert_eq!(managed_lines(&page).len(), 5, "{page}");
    assert!(!fixture.path("shared").exists() && !fixture.path("procedures").exists());
}

#[test]
fn page_keeps_what_its_owner_made_of_it() {
    let fixture = ReflectFixture::new();
    let facts = ["The staging DB is at db.internal:5432", "Never push to main", "We use npm"];
    fixture.say("2026-11-20 09:00", Some("shop"), &facts);
    fixture.reflect();
    let page = fixture.read(PAGE);
    let (head, rest) = page.split_at(page.find("## Rules").unwrap());
    let (rules, set_up) = rest.split_at(rest.find("## Set-up").unwrap());
    let npm = set_up.lines().find(|line| line.contains("npm")).unwrap();
    let set_up = set_up.replace(&format!("{npm}\n"), "- my own   words\r\n\n### Below\n");
    let mine = format!("{head}Mine.\n\n{set_up}\n## Mine\n\n* a\n\n{rules}");
    fixture.write(PAGE, &mine);
    fixture.say("2026-11-21 09:00", Some("shop"), &["The API listens on port 8080"]);
    fixture.say("2026-11-21 09:00", Some("shop"), &["앞으로는 npm 말고 pnpm을 써줘"]);
    fixture.say("2026-11-21 09:00", Some("shop"), &["Decided to use PostgreSQL"]);
    fixture.reflect();
    let after = fixture.read(PAGE);
    assert!(keeps(&after, &mine), "{after}");
    assert!(!after.contains("We use npm"), "what was deleted does not come back: {after}");
    let (below, rules) = after.split_at(after.find("## Rules").unwrap());
    assert!(rules.contains("pnpm을 써줘") && below.contains("port 8080"), "{after}");
    assert_eq!((after.matches("## Rules").count(), after.matches("## Set-up").count()), (1, 1));
}

#[test]
fn page_says_what_is_known_and_what_is_not() {
    let fixture = ReflectFixture::new();
    fixture.say("2026-11-20 09:00", Some("shop"), &["The API listens on port 3000"]);
    fixture.reflect();
    fixture.write(PAGE, &(fixture.read(PAGE) + "- The database is MySQL 8\n"));
    let facts = ["The API listens on port 3000", "The database is Postgres 16"];
    fixture.say("2026-11-21 09:00", Some("shop"), &facts);
    fixture.say("2026-11-21 09:00", Some("blog"), &["The database is Postgres 16"]);
    let told = fixture.reflect();
    assert_eq!((told.known, told.added.len(), told.proposed.len()), (1, 1, 1), "{told:?}");
    assert_eq!(told.added[0].path, "projects/blog.md");
    fixture.memory().notes.accept(&told.proposed[0].id, &now()).unwrap();
    let page = fixture.read(PAGE);
    assert!(page.contains("- ~~The database is MySQL 8~~ (superseded 2026-11-21, see "), "{page}");
    assert!(page.contains("- The database is Postgres 16 ([2026-11-21 09:00]("), "{page}");
    assert!(!page.contains("From conversations"), "{page}");
}

#[test]
fn lines_of_older_notes_are_known_and_struck_there() {
    let fixture = ReflectFixture::new();
    let note = palimp_note::NotePath::new("shared/projects.md").unwrap();
    let entry = |text: &str| LinkedFact {
        text: text.to_owned(),
        label: "2026-11-19 09:00".to_owned(),
        link: "../episodes/live/2026-11-19.md".to_owned(),
    };
    let target = LineTarget { note: &note, scope: &shop(), part: None };
    let by = shop().provenance_by(AuthorKind::Agent);
    let old = target.with_entry("", &entry("The API listens on port 3000"), &by);
    fixture.write(note.as_str(), &target.with_entry(&old, &entry("We use lodash"), &by));
    let facts = ["We use lodash", "The API listens on port 8080"];
    fixture.say("2026-11-20 09:00", Some("shop"), &facts);
    let told = fixture.reflect();
    assert_eq!((told.known, told.added.len(), told.superseded.len()), (1, 1, 1), "{told:?}");
    assert!(fixture.read(note.as_str()).contains("- ~~The API listens on port 3000"));
    assert!(fixture.read(PAGE).contains("- The API listens on port 8080"));
}

#[test]
fn projects_of_one_name_have_a_page_each() {
    let fixture = ReflectFixture::new();
    fixture.say("2026-11-20 09:00", Some("shop"), &["The API listens on port 3000"]);
    fixture.reflect();
    let episodes = fixture.read("episodes/live/2026-11-20.md");
    let other = episodes.replace("id-shop", "77abcdef").replace("3000", "8080");
    fixture.write("episodes/live/2026-11-21.md", &other);
    let told = fixture.reflect();
    assert_eq!((told.added.len(), told.superseded.len()), (1, 0), "{told:?}");
    assert_eq!(told.added[0].path, "projects/shop-77abcd.md");
    let project = |id: &str| palimp_core::project::ProjectIdentity {
        id: id.to_owned(),
        name: "shop".to_owned(),
        root: PathBuf::from("/shop"),
    };
    let memory = fixture.memory();
    let of = |id: &str| memory.notes.read_project_page(&project(id)).unwrap().unwrap();
    assert!(of("id-shop").1.contains("port 3000") && of("77abcdef").1.contains("port 8080"));
    assert!(memory.notes.read_project_page(&project("99")).unwrap().is_none());
    fs::remove_file(fixture.path(PAGE)).unwrap();
    assert!(of("77abcdef").1.contains("port 8080"), "it stays where it is");
}

#[test]
fn section_that_is_full_loses_nothing() {
    let fixture = ReflectFixture::new();
    let fact = |number: usize| format!("The service{number} runs on port 80{number}");
    for number in 10..60 {
        fixture.say(&format!("2026-11-20 09:{number}"), Some("shop"), &[&fact(number)]);
    }
    fixture.reflect();
    let archive = "archive/projects/shop.md";
    let (page, old) = (fixture.read(PAGE), fixture.read(archive));
    assert_eq!((managed_lines(&page).len(), managed_lines(&old).len()), (40, 10), "{old}");
    assert!((10..20).all(|number| old.contains(&format!("{} (", fact(number)))), "{old}");
    assert!(old.contains("## Set-up\n") && old.contains("](../../episodes/live/2026-11-20.md)"));
    let before = fixture.snapshot();
    fixture.lose_state();
    assert_eq!(fixture.reflect().added.len(), 0);
    assert_eq!(fixture.snapshot(), before);
    // Where the way was cut off between the two notes, the line stands in both.
    let first = managed_lines(&old)[0].entry.text.clone();
    let line = old.lines().find(|line| line.contains(&first)).unwrap();
    fixture.write(PAGE, &(page.clone() + &line.replace("../../", "../") + "\n"));
    fixture.reflect();
    assert_eq!((fixture.read(PAGE), fixture.read(archive)), (page, old));
}

/// A home as it was before projects had pages: 125 lines of four projects and of none in the shared notes, most of
/// which no episode tells any more, with what a person wrote between them.
fn earlier_home() -> (ReflectFixture, Vec<String>) {
    let fixture = ReflectFixture::new();
    let notes = ["shared/projects.md", "shared/decisions.md", "shared/preferences.md"];
    let scopes = [
        shop(),
        scope("shop", "77abcdef"),
        scope("blog", "id-blog"),
        scope("앱", "id-app"),
        FactScope::default(),
    ];
    let mut texts = Vec::new();
    for number in 0..125 {
        let path = if number % 25 == 0 { "procedures/deploy.md" } else { notes[number % 3] };
        let note = palimp_note::NotePath::new(path).unwrap();
        let scope = &scopes[if number < 60 { 0 } else { number % 5 }];
        let text = format!("The worker{number} of the queue listens on port {}", 9_000 + number);
        let entry = LinkedFact {
            text: text.clone(),
            label: format!("2026-10-{:02} 09:{:02}", 1 + number % 28, number % 60),
            link: "../episodes/live/2026-10-01.md".to_owned(),
        };
        let author = if number % 4 == 0 { AuthorKind::User } else { AuthorKind::Agent };
        let aliases = Some(format!("alias {number}"));
        let by = Provenance { aliases, ..scope.provenance_by(author) };
        let old = fixture.read(path);
        let mut new = LineTarget { note: &note, scope, part: None }.with_entry(&old, &entry, &by);
        if number % 31 == 3 {
            new = crate::consolidation::reflect::section::strike_fact(&new, scope, &entry, &entry);
        }
        fixture.write(path, &new);
        texts.push(text);
    }
    let projects = fixture.read(notes[0]);
    fixture.write(notes[0], &projects.replacen("\n\n", "\n\n- by hand: it is slow\n\n", 1));
    (fixture, texts)
}

#[test]
fn home_moves_to_pages_note_by_note_and_loses_nothing() {
    let (fixture, texts) = earlier_home();
    let before = fixture.read("shared/decisions.md");
    let proposals = fixture.memory().notes.propose_rework(None, &now(), false).unwrap();
    assert_eq!(proposals.len(), 4, "a proposal a note");
    assert_eq!(fixture.read("shared/decisions.md"), before, "nothing without a yes");
    fixture.memory().notes.accept(&proposals[0].id, &now()).unwrap();
    let moved: usize = proposals.iter().map(|it| it.asked.leaving.len()).sum();
    for proposal in &proposals[1..] {
        fixture.memory().notes.accept(&proposal.id, &now()).unwrap();
    }
    let all = fixture.snapshot();
    for text in &texts {
        let holding = all.iter().filter(|(_, note)| note.contains(&format!("{text} ([2026-10-")));
        assert_eq!(holding.count(), 1, "{text}: {all:#?}");
    }
    let of = |begin: &str| {
        let notes = all.iter().filter(|(path, _)| path.starts_with(format!("vault/{begin}")));
        notes.map(|(_, note)| managed_lines(note)).collect::<Vec<_>>().concat()
    };
    let (pages, archived) = (of("projects/"), of("archive/projects/"));
    assert_eq!(pages.len() + archived.len(), moved);
    let left = [of("shared/"), of("procedures/")].concat();
    assert!(left.iter().all(|line| line.scope.id.is_none() || line.superseded.is_some()));
    for line in pages.iter().chain(&archived) {
        let number = line.entry.text.split(['r', ' ']).find_map(|it| it.parse::<usize>().ok());
        let number = number.unwrap();
        let author = if number % 4 == 0 { AuthorKind::User } else { AuthorKind::Agent };
        let aliases = Some(format!("alias {number}"));
        assert_eq!((line.by.by, &line.by.aliases), (author, &aliases), "{line:?}");
    }
    assert!(pages.iter().all(|line| line.entry.link == "../episodes/live/2026-10-01.md"));
    assert!(archived.iter().all(|line| line.entry.link == "../../episodes/live/2026-10-01.md"));
    assert!(fixture.read("shared/projects.md").contains("- by hand: it is slow\n"));
    let shop = fixture.read(PAGE);
    assert!(shop.contains("project-id=id-shop") && !shop.contains("77abcdef"), "{shop}");
    assert!(
        fixture.path("projects/shop-77abcd.md").exists() && fixture.path("projects/앱.md").exists()
    );
    assert_eq!(fixture.memory().notes.propose_rework(None, &now(), false).unwrap(), []);
}

#[test]
fn profile_line_about_work_leaves_for_page_of_its_project() {
    let fixture = ReflectFixture::new();
    let note = palimp_note::NotePath::new("profile.md").unwrap();
    let lines = ["ANYTHING not said by the user is an \"agent msg\"", "I prefer short answers"];
    for text in lines {
        let link = "episodes/live/2026-10-01.md".to_owned();
        let label = "2026-10-01 09:00".to_owned();
        let entry = LinkedFact { text: text.to_owned(), label, link };
        let target = LineTarget { note: &note, scope: &shop(), part: None };
        fixture.write(
            "profile.md",
            &target.with_entry(
                &fixture.read("profile.md"),
                &entry,
                &shop().provenance_by(AuthorKind::User),
            ),
        );
    }
    let proposals = fixture.memory().notes.propose_rework(None, &now(), false).unwrap();
    assert_eq!(proposals.len(), 1);
    fixture.memory().notes.accept(&proposals[0].id, &now()).unwrap();
    assert!(fixture.read(PAGE).contains(lines[0]));
    let profile = fixture.read("profile.md");
    assert!(!profile.contains(lines[0]) && profile.contains(lines[1]), "{profile}");
}

#[test]
fn page_s_line_leaves_for_the_archive_with_its_section() {
    let fixture = ReflectFixture::new();
    let passing = "Decided to keep the panel blue for now";
    fixture.say("2026-11-20 09:00", Some("shop"), &[&format!("[decision]: {passing}")]);
    fixture.reflect();
    assert!(fixture.read(PAGE).contains(passing));
    let db = fixture.database("why?", &format!("{passing}."));
    let proposals = fixture.memory().notes.propose_rework(Some(&db), &now(), false).unwrap();
    assert_eq!(proposals[0].asked.leaving[0].to, "archive/projects/shop.md");
    fixture.memory().notes.accept(&proposals[0].id, &now()).unwrap();
    assert!(!fixture.read(PAGE).contains(passing));
    let archived = fixture.read("archive/projects/shop.md");
    assert!(archived.contains("## Decisions\n") && archived.contains(passing), "{archived}");
}

#[test]
fn profile_takes_nothing_but_the_person() {
    let fixture = ReflectFixture::new();
    let facts =
        ["[user]: The users table has a column `mail`", "[user]: User is a backend engineer"];
    fixture.say("2026-11-20 09:00", Some("shop"), &facts);
    let model = Model::answering("1 profile\n2 profile");
    let told = fixture.reflect_with(&options(), &model);
    let added: Vec<_> = told.added.iter().map(|it| (&*it.path, &*it.text)).collect();
    assert_eq!(added, [(PAGE, "The users table has a column `mail`")]);
    assert_eq!(told.proposed[0].asked.note, "profile.md");
}
