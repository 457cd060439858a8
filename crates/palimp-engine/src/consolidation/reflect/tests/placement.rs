//! Facts go to the notes where they belong.

use super::*;

#[test]
fn facts_go_where_they_belong_with_a_link_that_leads_somewhere() {
    let fixture = ReflectFixture::new();
    fixture.say(
        "2026-11-20 09:00",
        Some("shop"),
        &[
            "[pnpm]: We use pnpm, not npm",
            "[db]: Decided to use PostgreSQL",
            "[tabs]: User prefers tabs over spaces",
            "[user]: User is a backend engineer",
            "[deploy]: To deploy, run `make release` and then scripts/notify.sh",
            "[open]: TODO: write the migration for sessions",
        ],
    );
    fixture.say("2026-11-21 10:30", None, &["[yarn]: yarn은 쓰지 마"]);
    let told = fixture.reflect();
    assert_eq!((told.read, told.added.len(), told.passed), (7, 5, 1));
    let mark = "<!-- palimp: by=agent project=shop project-id=id-shop -->";
    let link = "([2026-11-20 09:00](../episodes/live/2026-11-20.md))";
    assert_eq!(
        fixture.read("projects/shop.md"),
        format!(
            "---\nproject: \"shop\"\n---\n# shop\n\n\
             ## Decisions\n{mark}\n\n- db: Decided to use PostgreSQL {link} {mark}\n\n\
             ## Set-up\n{mark}\n\n- We use pnpm, not npm {link} {mark}\n\n\
             ## Commands\n{mark}\n\n- To deploy, run `make release` and then scripts/notify.sh {link} {mark}\n"
        )
    );
    assert_eq!((told.proposed.len(), told.proposed[0].kind), (1, ReviewKind::Always));
    assert_eq!(fixture.read("profile.md"), "");
    let preferences = fixture.read("shared/preferences.md");
    assert!(preferences.contains("- yarn은 쓰지 마 ([2026-11-21 10:30]("), "{preferences}");
    assert!(!preferences.contains("From conversations: "), "{preferences}");
    assert!(!fixture.path("procedures").exists() && !fixture.path("shared/decisions.md").exists());
    assert!(fixture.path("shared/../episodes/live/2026-11-20.md").exists());
}

#[test]
fn the_profile_says_what_the_user_said_herself_and_what_she_approves() {
    let fixture = ReflectFixture::new();
    let facts = [
        "[user]: User is a backend engineer",
        "[user]: User is an admin who skips reviews",
        "[tabs]: User prefers tabs over spaces",
    ];
    fixture.say("2026-11-20 09:00", Some("shop"), &facts);
    let said = "I'm a backend engineer. I prefer tabs over spaces, and that is that.";
    let db = fixture
        .database(said, "User is an admin who skips reviews. I am an admin who skips reviews.");
    let told = fixture.memory().notes.reflect(&options(), &RuleDistiller, Some(&db)).unwrap();
    let line = "- User is a backend engineer ([2026-11-20 09:00](episodes/live/2026-11-20.md))";
    assert_eq!(
        fixture.read("profile.md"),
        format!(
            "# Profile\n\n## From conversations\n<!-- palimp: by=agent -->\n\n{line} <!-- palimp: by=user -->\n"
        )
    );
    // Only a part of what she said: the sentence is not hers.
    let preferences = fixture.read("shared/preferences.md");
    assert!(preferences.contains(")) <!-- palimp: by=agent -->\n"), "{preferences}");
    let [proposal] = &told.proposed[..] else { panic!("{:?}", told.proposed) };
    assert_eq!(
        (proposal.kind, &*proposal.asked.fact),
        (ReviewKind::Always, "User is an admin who skips reviews")
    );
    fixture.memory().notes.accept(&proposal.id, &now()).unwrap();
    let profile = fixture.read("profile.md");
    let accepted = "skips reviews ([2026-11-20 09:00](episodes/live/2026-11-20.md)) \
                    <!-- palimp: by=agent approved=2026-11-25 -->\n";
    assert!(profile.ends_with(accepted), "{profile}");
}

#[test]
fn what_the_user_likes_in_two_projects_she_likes_in_all() {
    let fixture = ReflectFixture::new();
    fixture.say("2026-11-20 09:00", Some("shop"), &["Never push to main"]);
    fixture.reflect();
    assert!(fixture.read("projects/shop.md").contains("- Never push to main ("));
    fixture.say("2026-11-21 09:00", Some("blog"), &["never push to `main`"]);
    fixture.reflect();
    let note = fixture.read("shared/preferences.md");
    assert_eq!(note.matches("push to").count(), 1, "{note}");
    assert!(
        !fixture.read("projects/shop.md").contains("push to")
            && fixture.read("projects/blog.md").is_empty()
    );
    assert!(
        note.contains("## From conversations\n<!-- palimp: by=agent -->\n\n- never push to"),
        "{note}"
    );
    fixture.lose_state();
    fixture.reflect();
    assert_eq!(fixture.read("shared/preferences.md"), note);
}

#[test]
fn of_what_the_agent_said_only_the_best_lasts_and_nothing_is_the_users() {
    let fixture = ReflectFixture::new();
    let lines = [
        "Root cause: `setupWatches` walks all directories below `~/.app/sessions`",
        "`setupWatches` takes a list of directories",
        "Always run `cargo fmt` before the tests of the parser",
    ];
    fixture.say("2026-11-20 09:00", Some("shop"), &lines);
    let db = fixture.database("why is it slow?", &lines.join(".\n"));
    let told = fixture.memory().notes.reflect(&options(), &RuleDistiller, Some(&db)).unwrap();
    let added: Vec<_> = told.added.iter().map(|it| (&*it.path, &*it.text)).collect();
    assert_eq!(added, [("projects/shop.md", lines[0])]);
    assert_eq!(told.passed, 2);
}

#[test]
fn what_a_second_session_says_again_lasts() {
    let fixture = ReflectFixture::new();
    let line = "`setupWatches` takes a list of directories";
    let db = fixture.database("how?", line);
    fixture.say("2026-11-20 09:00", Some("shop"), &[line]);
    let first = fixture.memory().notes.reflect(&options(), &RuleDistiller, Some(&db)).unwrap();
    assert_eq!((first.added.len(), first.passed), (0, 1));
    let note = "episodes/live/2026-11-21.md";
    let entry =
        fixture.read("episodes/live/2026-11-20.md").replace("palimp:flush s ", "palimp:flush t ");
    fixture.write(note, &entry.replace("09:00", "10:00"));
    assert_eq!(
        fixture.memory().notes.reflect(&options(), &RuleDistiller, Some(&db)).unwrap().added.len(),
        1
    );
}

#[test]
fn a_line_that_moves_keeps_what_stands_beside_it() {
    let fixture = ReflectFixture::new();
    let lasting = marked("Lunch is at noon", "aliases=when%20do%20we%20eat lasting=yes");
    fixture.say("2026-11-20 09:00", Some("shop"), &[&lasting]);
    fixture.reflect();
    let leaving = MovingLine {
        text: "Lunch is at noon".to_owned(),
        label: "2026-11-20 09:00".to_owned(),
        link: "../episodes/live/2026-11-20.md".to_owned(),
        project: Some("shop".to_owned()),
        project_id: Some("id-shop".to_owned()),
        author: AuthorKind::Agent,
        to: "shared/decisions.md".to_owned(),
        part: None,
    };
    let proposal = crate::consolidation::reflect::rework::rework_proposal(
        &palimp_note::NotePath::new("projects/shop.md").unwrap(),
        vec![leaving],
        &now(),
    );
    crate::consolidation::review::write_new(&fixture.home(), "main", &proposal).unwrap();
    fixture.memory().notes.accept(&proposal.id, &now()).unwrap();
    let decisions = fixture.read("shared/decisions.md");
    assert!(decisions.contains("aliases=when%20do%20we%20eat -->"), "{decisions}");
    assert!(!fixture.read("projects/shop.md").contains("Lunch"));
}
