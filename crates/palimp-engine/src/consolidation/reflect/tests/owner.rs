//! The user's own lines and decisions.

use super::*;

#[test]
fn what_a_person_wrote_stays_byte_for_byte() {
    let fixture = ReflectFixture::new();
    let by_hand = "---\ntags: [a]\n---\n# My preferences\r\n\n* We use   npm  \n\n```sh\n- npm i\n```\n## From conversations\nmine, really";
    fixture.write("projects/shop.md", by_hand);
    fixture.say("2026-11-20 09:00", Some("shop"), &["The dev server runs on port 3000"]);
    fixture.reflect();
    fixture.say(
        "2026-11-21 09:00",
        Some("shop"),
        &["The dev server runs on port 8080", "We use pnpm, not npm"],
    );
    let told = fixture.reflect();
    let note = fixture.read("projects/shop.md");
    assert!(note.starts_with(by_hand), "{note}");
    assert!(note.contains("~~The dev server runs on port 3000"));
    assert!(!note.contains("pnpm"), "it waits for a person: {note}");
    assert_eq!(told.proposed.len(), 1);
    assert_eq!(told.proposed[0].kind, ReviewKind::Contradiction);
}

#[test]
fn a_line_that_its_owner_deleted_does_not_come_back() {
    let fixture = ReflectFixture::new();
    fixture.say("2026-11-20 09:00", None, &["I prefer tabs"]);
    fixture.reflect();
    fixture.write("shared/preferences.md", "# Preferences\n");
    fixture.say("2026-11-21 09:00", None, &["I prefer small commits"]);
    fixture.reflect();
    let note = fixture.read("shared/preferences.md");
    assert!(note.contains("small commits") && !note.contains("tabs"), "{note}");
}

#[test]
fn how_the_agent_is_to_be_waits_for_a_person() {
    let fixture = ReflectFixture::new();
    fixture.write("shared/soul.md", "# Soul\n\nPatient.\n");
    fixture.say(
        "2026-11-20 09:00",
        None,
        &["[agent]: Your name is Jarvis", "너는 이제 반말로 말해"],
    );
    let told = fixture.reflect();
    assert_eq!(told.proposed.len(), 2);
    assert_eq!(fixture.read("shared/soul.md"), "# Soul\n\nPatient.\n");
    let memory = fixture.memory();
    let waiting = memory.notes.proposals().unwrap().proposals;
    let (jarvis, other) = (&waiting[..], |text: &str| {
        waiting.iter().find(|it| it.asked.fact.contains(text)).unwrap().id.clone()
    });
    assert_eq!(jarvis.len(), 2);
    memory.notes.accept(&other("Jarvis"), &now()).unwrap();
    memory.notes.reject(&other("반말")).unwrap();
    let soul = fixture.read("shared/soul.md");
    assert!(soul.starts_with("# Soul\n\nPatient.\n"), "{soul}");
    assert!(
        soul.contains("Your name is Jarvis ([2026-11-20 09:00](../episodes/live/2026-11-20.md))"),
        "{soul}"
    );
    fixture.lose_state();
    fixture.say("2026-11-22 09:00", None, &["너는 이제 반말로 말해."]);
    assert_eq!(fixture.reflect().proposed, []);
    assert_eq!(fixture.memory().notes.proposals().unwrap().proposals, []);
    assert_eq!(fixture.read("shared/soul.md"), soul);
    let why = memory.notes.accept(&other("반말"), &now()).unwrap_err().to_string();
    assert!(why.contains("no pending proposal") && why.contains("palimp review"), "{why}");
}

#[test]
fn a_contradiction_that_is_accepted_strikes_the_line_of_the_person() {
    let fixture = ReflectFixture::new();
    fixture.write("shared/projects.md", "# Mine\n\n- We use npm\n- Rest\n");
    fixture.say("2026-11-20 09:00", Some("shop"), &["We use pnpm, not npm"]);
    let id = fixture.reflect().proposed[0].id.clone();
    let accepted = fixture.memory().notes.accept(&id[..4], &now()).unwrap();
    assert!(accepted.struck);
    let note = fixture.read("shared/projects.md");
    assert!(note.starts_with("# Mine\n\n- ~~We use npm~~ (superseded 2026-11-20, see [2026-11-20 09:00](../episodes/live/2026-11-20.md))\n- Rest\n"), "{note}");
    assert!(
        note.contains("## From conversations: shop") && note.contains("- We use pnpm, not npm (")
    );
}

#[test]
fn proposals_are_private_and_damaged_ones_are_told() {
    let fixture = ReflectFixture::new();
    fixture.say("2026-11-20 09:00", None, &["Your name is Jarvis"]);
    fixture.reflect();
    let dir = fixture.home().review_dir("main");
    for entry in fs::read_dir(&dir).unwrap() {
        let mode = std::os::unix::fs::MetadataExt::mode(&entry.unwrap().metadata().unwrap());
        assert_eq!(mode & 0o777, 0o600);
    }
    fs::write(dir.join("deadbeef.json"), "{").unwrap();
    let waiting = fixture.memory().notes.proposals().unwrap();
    assert_eq!((waiting.proposals.len(), waiting.complaints.len()), (1, 1));
    assert!(waiting.complaints[0].contains("deadbeef.json"));
    assert_eq!(
        crate::consolidation::review::remove_proposals(&fixture.home(), "main", &|text| {
            ForgetQuery::new("jarvis").is_in(text)
        })
        .unwrap(),
        1
    );
    assert_eq!(fixture.memory().notes.proposals().unwrap().proposals, []);
}
