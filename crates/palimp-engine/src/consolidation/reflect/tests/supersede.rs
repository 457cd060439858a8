//! Lines that a newer fact makes untrue are struck through, and no others.

use super::*;

#[test]
fn what_was_moved_away_from_is_struck_through_in_whichever_note_it_stands() {
    for (older, newer) in [
        ("We use Jest for tests", "we moved to Vitest, Jest is gone"),
        ("We use Jest for tests", "Jest is gone"),
        ("We use npm", "We switched from npm to pnpm"),
        ("We use Redux for state", "We use Zustand instead of Redux"),
        ("We use lodash", "We removed lodash"),
        ("테스트는 Jest를 쓴다", "Jest에서 Vitest로 옮겼다"),
        ("캐시는 Redis를 쓴다", "Redis는 이제 안 쓴다"),
    ] {
        let fixture = ReflectFixture::new();
        fixture.say("2026-11-20 09:00", Some("shop"), &[older]);
        fixture.say("2026-11-20 09:00", Some("blog"), &[older]);
        fixture.reflect();
        fixture.say("2026-11-21 09:00", Some("shop"), &[newer]);
        fixture.reflect();
        let notes: Vec<_> = fixture
            .snapshot()
            .into_iter()
            .filter(|(path, _)| !path.ends_with("2026-11-20.md"))
            .collect();
        let lines = |begin: &str| {
            let lines = notes.iter().flat_map(|(_, text)| text.lines());
            lines.filter(|line| line.starts_with(&format!("- {begin}"))).count()
        };
        assert_eq!(lines(&format!("~~{older}")), 1, "{newer}: {notes:#?}");
        assert_eq!(lines(older), 1, "another project's stands: {newer}: {notes:#?}");
    }
}

#[test]
fn a_newer_fact_supersedes_the_older_one_which_stays_readable() {
    let fixture = ReflectFixture::new();
    fixture.say(
        "2026-11-20 09:00",
        Some("shop"),
        &["We use npm", "The dev server runs on port 3000"],
    );
    fixture.say("2026-11-20 09:00", Some("blog"), &["We use npm"]);
    fixture.reflect();
    fixture.say(
        "2026-11-21 14:05",
        Some("shop"),
        &["We use pnpm, not npm", "The dev server runs on port 8080"],
    );
    let told = fixture.reflect();
    assert_eq!(told.superseded.len(), 2);
    let note = fixture.read("projects/shop.md");
    let struck = "- ~~We use npm ([2026-11-20 09:00](../episodes/live/2026-11-20.md))~~ \
                  (superseded 2026-11-21, see [2026-11-21 14:05](../episodes/live/2026-11-21.md))";
    assert!(note.contains(struck), "{note}");
    assert!(fixture.read("projects/blog.md").contains("\n- We use npm ("), "it keeps its own");
    // What comes back later is true again.
    fixture.say("2026-11-23 08:00", Some("shop"), &["The dev server runs on port 3000"]);
    assert_eq!(fixture.reflect().superseded.len(), 1);
    assert!(
        fixture
            .read("projects/shop.md")
            .contains("- The dev server runs on port 3000 ([2026-11-23 08:00]")
    );
    // What is older than what is known by now changes nothing.
    fixture.say("2026-11-19 08:00", Some("shop"), &["The dev server runs on port 4000"]);
    let told = fixture.reflect();
    assert_eq!((told.added.len(), told.superseded.len(), told.passed), (0, 0, 1));
}

#[test]
fn what_a_fact_is_filed_under_says_nothing_about_what_it_claims() {
    let fixture = ReflectFixture::new();
    fixture.say("2026-11-20 09:00", Some("shop"), &["[tooling]: We use npm"]);
    fixture.reflect();
    assert!(fixture.read("projects/shop.md").contains("- tooling: We use npm ("));
    fixture.say(
        "2026-11-21 09:00",
        Some("shop"),
        &["[build]: We use npm", "[setup]: We use pnpm, not npm"],
    );
    let told = fixture.reflect();
    assert_eq!((told.known, told.added.len(), told.superseded.len()), (1, 1, 1), "{told:?}");
}

#[test]
fn the_newer_of_one_minute_supersedes_and_a_decision_stands_once() {
    for (older, newer) in [
        ("The database is MySQL 8", "The database is Postgres 16"),
        ("배포는 금요일에 하기로 했어", "배포는 목요일에 하기로 했어"),
    ] {
        let fixture = ReflectFixture::new();
        fixture.say("2026-11-20 09:00", Some("shop"), &[older, newer]);
        let told = fixture.reflect();
        assert_eq!((told.added.len(), told.superseded.len()), (2, 1), "{newer}: {told:?}");
        assert_eq!(told.superseded[0].text, older);
        let after = fixture.snapshot();
        fixture.lose_state();
        fixture.reflect();
        assert_eq!(fixture.snapshot(), after);
    }
    let fixture = ReflectFixture::new();
    let decided = "We decided to use pnpm in this monorepo";
    fixture.say("2026-11-20 09:00", Some("shop"), &[decided, "Decided to use pnpm"]);
    let told = fixture.reflect();
    assert_eq!((told.added.len(), told.known), (1, 1), "{told:?}");
    assert_eq!(told.added[0].path, "projects/shop.md");
}

/// Pairs of an older fact and a newer one that reverses it.
const REVERSALS: [(&str, &str); 6] = [
    ("Round VAT once per receipt, not per line", "Round VAT once per line, not per receipt"),
    ("Give up after 7 attempts", "Give up after 5 attempts"),
    ("Always squash before merging", "Never squash before merging"),
    ("가격 조회는 캐시하자", "가격 조회는 캐시하지 마"),
    ("부가세는 줄마다 말고 영수증마다 반올림해", "부가세는 영수증마다 말고 줄마다 반올림해"),
    ("Use pnpm, not npm", "pnpm 말고 npm을 써줘"),
];

/// Returns the lines of all notes that begin with `begin`, those of episodes aside.
fn lines_of(fixture: &ReflectFixture, begin: &str) -> usize {
    let notes =
        fixture.snapshot().into_iter().filter(|(path, _)| !path.starts_with("vault/episodes"));
    let lines = |text: &str| text.lines().filter(|line| line.starts_with(begin)).count();
    notes.map(|(_, text)| lines(&text)).sum()
}

#[test]
fn reversal_in_later_session_strikes_older_line() {
    for (older, newer) in REVERSALS {
        let fixture = ReflectFixture::new();
        fixture.say("2026-11-20 09:00", Some("shop"), &[older]);
        fixture.reflect();
        fixture.say("2026-11-21 09:00", Some("shop"), &[newer]);
        fixture.reflect();
        let struck = format!("- ~~{older} ([2026-11-20 09:00]");
        assert_eq!(lines_of(&fixture, &struck), 1, "{newer}: {:?}", fixture.snapshot());
        assert_eq!(lines_of(&fixture, &format!("- {newer} (")), 1, "{newer}");
    }
}

#[test]
fn reversal_in_same_flush_strikes_older_line() {
    for (older, newer) in REVERSALS {
        let fixture = ReflectFixture::new();
        fixture.say("2026-11-20 09:00", Some("shop"), &[older, newer]);
        let told = fixture.reflect();
        assert_eq!((told.added.len(), told.superseded.len()), (2, 1), "{newer}: {told:?}");
        assert_eq!(told.superseded[0].text, older);
    }
}

/// Has the user save a text in the project, as `palimp save` does there.
fn save(fixture: &ReflectFixture, text: &str) -> SaveOutcome {
    let writing = SaveOptions {
        replace: false,
        writer: SaveAuthor::User(None),
        now: now(),
        anchors: Vec::new(),
        here: Some("id-shop".to_owned()),
    };
    let target = SaveTarget::Path("shared/decisions.md".to_owned());
    fixture.memory().notes.save(text, &target, &writing).unwrap()
}

#[test]
fn reversal_that_user_saves_strikes_older_line() {
    for (older, newer) in REVERSALS {
        let fixture = ReflectFixture::new();
        fixture.say("2026-11-20 09:00", Some("shop"), &[older]);
        fixture.say("2026-11-20 09:00", Some("blog"), &[older]);
        fixture.reflect();
        assert_eq!(save(&fixture, newer).superseded, [older], "{newer}");
        let struck = format!("- ~~{older} ([2026-11-20 09:00]");
        assert_eq!(lines_of(&fixture, &struck), 1, "another project's stands: {newer}");
        assert_eq!(fixture.memory().notes.proposals().unwrap().proposals, []);
    }
}

#[test]
fn reversal_of_handwritten_line_waits_for_its_owner() {
    let fixture = ReflectFixture::new();
    let (older, newer) = REVERSALS[0];
    fixture.write("shared/projects.md", &format!("# Mine\n\n- {older}\n- Rest\n"));
    assert_eq!(save(&fixture, newer).superseded, Vec::<String>::new());
    let [proposal] = &fixture.memory().notes.proposals().unwrap().proposals[..] else { panic!() };
    assert_eq!(proposal.kind, ReviewKind::Contradiction);
    assert!(fixture.read("shared/projects.md").contains(&format!("\n- {older}\n")));
    assert!(fixture.memory().notes.accept(&proposal.id, &now()).unwrap().struck);
    let note = fixture.read("shared/projects.md");
    let struck = format!(
        "- ~~{older}~~ (superseded 2026-11-25, see [2026-11-25 12:00](../shared/decisions.md))\n- Rest\n"
    );
    assert!(note.ends_with(&struck), "{note}");
}

#[test]
fn words_of_agent_leave_line_of_user() {
    let fixture = ReflectFixture::new();
    let (rule, own) = (
        "From now on use pnpm, not npm",
        "Decided to use npm instead of pnpm in `package.json` and `Dockerfile`",
    );
    let db = fixture.database(&format!("{rule}."), &format!("{own}."));
    fixture.say("2026-11-20 09:00", Some("shop"), &[rule]);
    fixture.memory().notes.reflect(&options(), &RuleDistiller, Some(&db)).unwrap();
    fixture.say("2026-11-21 09:00", Some("shop"), &[own]);
    let told = fixture.memory().notes.reflect(&options(), &RuleDistiller, Some(&db)).unwrap();
    assert_eq!((told.added.len(), told.superseded.len()), (1, 0), "{told:?}");
    // Who said it is not known where no database tells.
    fixture.say("2026-11-22 09:00", Some("shop"), &["Decided to use npm instead of pnpm"]);
    assert_eq!(fixture.reflect().superseded.len(), 1);
}

#[test]
fn repetition_adds_date_and_no_line() {
    let fixture = ReflectFixture::new();
    fixture.say("2026-11-20 09:00", Some("shop"), &["Use pnpm, not npm"]);
    fixture.reflect();
    fixture.say("2026-11-23 09:00", Some("shop"), &["npm 말고 pnpm 써줘"]);
    let told = fixture.reflect();
    assert_eq!((told.added.len(), told.known), (0, 1), "{told:?}");
    let note = fixture.read("projects/shop.md");
    assert!(note.contains("- Use pnpm, not npm ([2026-11-20 09:00]"), "{note}");
    assert!(note.ends_with(" again=2026-11-23 -->\n"), "{note}");
    // What was said in between and comes late is older than that.
    fixture.say("2026-11-21 09:00", Some("shop"), &["Use npm, not pnpm"]);
    let told = fixture.reflect();
    assert_eq!((told.added.len(), told.superseded.len(), told.passed), (0, 0, 1), "{told:?}");
    assert_eq!(fixture.read("projects/shop.md"), note);
}
