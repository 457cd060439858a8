//! The user's own lines and decisions.

use super::*;

#[test]
fn what_a_person_wrote_stays_byte_for_byte() {
    let desk = Desk::new();
    let by_hand = "---\ntags: [a]\n---\n# My preferences\r\n\n* We use   npm  \n\n```sh\n- npm i\n```\n## From conversations\nmine, really";
    desk.write("projects/shop.md", by_hand);
    desk.say("2026-11-20 09:00", Some("shop"), &["The dev server runs on port 3000"]);
    desk.reflect();
    desk.say(
        "2026-11-21 09:00",
        Some("shop"),
        &["The dev server runs on port 8080", "We use pnpm, not npm"],
    );
    let told = desk.reflect();
    let note = desk.read("projects/shop.md");
    assert!(note.starts_with(by_hand), "{note}");
    assert!(note.contains("~~The dev server runs on port 3000"));
    assert!(!note.contains("pnpm"), "it waits for a person: {note}");
    assert_eq!(told.proposed.len(), 1);
    assert_eq!(told.proposed[0].kind, ReviewKind::Contradiction);
}

#[test]
fn a_line_that_its_owner_deleted_does_not_come_back() {
    let desk = Desk::new();
    desk.say("2026-11-20 09:00", None, &["I prefer tabs"]);
    desk.reflect();
    desk.write("shared/preferences.md", "# Preferences\n");
    desk.say("2026-11-21 09:00", None, &["I prefer small commits"]);
    desk.reflect();
    let note = desk.read("shared/preferences.md");
    assert!(note.contains("small commits") && !note.contains("tabs"), "{note}");
}

#[test]
fn how_the_agent_is_to_be_waits_for_a_person() {
    let desk = Desk::new();
    desk.write("shared/soul.md", "# Soul\n\nPatient.\n");
    desk.say("2026-11-20 09:00", None, &["[agent]: Your name is Jarvis", "너는 이제 반말로 말해"]);
    let told = desk.reflect();
    assert_eq!(told.proposed.len(), 2);
    assert_eq!(desk.read("shared/soul.md"), "# Soul\n\nPatient.\n");
    let memory = desk.memory();
    let waiting = memory.notes.proposals().unwrap().proposals;
    let (jarvis, other) = (&waiting[..], |text: &str| {
        waiting.iter().find(|it| it.asked.fact.contains(text)).unwrap().id.clone()
    });
    assert_eq!(jarvis.len(), 2);
    memory.notes.accept(&other("Jarvis"), &now()).unwrap();
    memory.notes.reject(&other("반말")).unwrap();
    let soul = desk.read("shared/soul.md");
    assert!(soul.starts_with("# Soul\n\nPatient.\n"), "{soul}");
    assert!(
        soul.contains("Your name is Jarvis ([2026-11-20 09:00](../episodes/live/2026-11-20.md))"),
        "{soul}"
    );
    desk.lose_state();
    desk.say("2026-11-22 09:00", None, &["너는 이제 반말로 말해."]);
    assert_eq!(desk.reflect().proposed, []);
    assert_eq!(desk.memory().notes.proposals().unwrap().proposals, []);
    assert_eq!(desk.read("shared/soul.md"), soul);
    let why = memory.notes.accept(&other("반말"), &now()).unwrap_err().to_string();
    assert!(why.contains("no pending proposal") && why.contains("palimp review"), "{why}");
}

#[test]
fn a_contradiction_that_is_accepted_strikes_the_line_of_the_person() {
    let desk = Desk::new();
    desk.write("shared/projects.md", "# Mine\n\n- We use npm\n- Rest\n");
    desk.say("2026-11-20 09:00", Some("shop"), &["We use pnpm, not npm"]);
    let id = desk.reflect().proposed[0].id.clone();
    let accepted = desk.memory().notes.accept(&id[..4], &now()).unwrap();
    assert!(accepted.struck);
    let note = desk.read("shared/projects.md");
    assert!(note.starts_with("# Mine\n\n- ~~We use npm~~ (superseded 2026-11-20, see [2026-11-20 09:00](../episodes/live/2026-11-20.md))\n- Rest\n"), "{note}");
    assert!(
        note.contains("## From conversations: shop") && note.contains("- We use pnpm, not npm (")
    );
}

#[test]
fn proposals_are_private_and_damaged_ones_are_told() {
    let desk = Desk::new();
    desk.say("2026-11-20 09:00", None, &["Your name is Jarvis"]);
    desk.reflect();
    let dir = desk.home().review_dir("main");
    for entry in fs::read_dir(&dir).unwrap() {
        let mode = std::os::unix::fs::MetadataExt::mode(&entry.unwrap().metadata().unwrap());
        assert_eq!(mode & 0o777, 0o600);
    }
    fs::write(dir.join("deadbeef.json"), "{").unwrap();
    let waiting = desk.memory().notes.proposals().unwrap();
    assert_eq!((waiting.proposals.len(), waiting.complaints.len()), (1, 1));
    assert!(waiting.complaints[0].contains("deadbeef.json"));
    assert_eq!(
        crate::consolidation::review::forget_proposals(
            &desk.home(),
            "main",
            &ForgetQuery::new("jarvis")
        )
        .unwrap(),
        1
    );
    assert_eq!(desk.memory().notes.proposals().unwrap().proposals, []);
}
