//! One run after another: repeated, broken off, beside other writers.

use super::*;

#[test]
fn a_second_run_changes_nothing_even_when_what_was_done_is_forgotten() {
    let fixture = ReflectFixture::new();
    fixture.say(
        "2026-11-20 09:00",
        Some("shop"),
        &["We use npm", "Decided to use MySQL", "I prefer tabs"],
    );
    fixture.say("2026-11-20 10:00", Some("shop"), &["We use npm"]);
    fixture.say(
        "2026-11-21 09:00",
        Some("shop"),
        &["We use pnpm, not npm", "[soul]: Your name is Jarvis"],
    );
    fixture.say("2026-11-22 09:00", Some("blog"), &["We use npm"]);
    fixture.reflect();
    let after = fixture.snapshot();
    let again = fixture.reflect();
    assert_eq!((again.read, again.added.len()), (0, 0));
    assert_eq!(fixture.snapshot(), after);
    fixture.lose_state();
    let again = fixture.reflect();
    assert_eq!((again.added.len(), again.superseded.len(), again.proposed.len()), (0, 0, 0));
    assert_eq!(fixture.snapshot(), after);
}

#[test]
fn a_dry_run_writes_nothing() {
    let fixture = ReflectFixture::new();
    fixture.say("2026-11-20 09:00", None, &["I prefer tabs", "Your name is Jarvis"]);
    let before = fixture.snapshot();
    let dry = ReflectOptions { dry_run: true, ..options() };
    let told = fixture.reflect_with(&dry, &Model::answering("1 profile"));
    assert_eq!((told.added.len(), told.proposed.len(), told.sorted_by.as_str()), (1, 1, "rules"));
    assert_eq!(fixture.snapshot(), before);
    assert!(!fixture.home().review_dir("main").exists() && !fixture.home().locks_dir().exists());
}

#[test]
fn only_the_last_days_are_reflected_upon_when_asked() {
    let fixture = ReflectFixture::new();
    fixture.say("2026-11-10 09:00", None, &["I prefer tabs"]);
    fixture.say("2026-11-24 09:00", None, &["I prefer small commits"]);
    let told =
        fixture.reflect_with(&ReflectOptions { since_days: Some(7), ..options() }, &RuleDistiller);
    assert_eq!((told.read, told.added.len()), (1, 1));
    assert_eq!(fixture.reflect().added.len(), 1);
}

#[test]
fn documents_that_were_imported_are_no_episodes() {
    let fixture = ReflectFixture::new();
    fixture.write(
        "episodes/imported/claude-md.md",
        "# CLAUDE.md\n\n## Commands\n\n- Never push to main\n",
    );
    fixture.write(
        "episodes/imported/2025-03-01.md",
        "## 15:30\n\nDecided to use JWT tokens for auth. Prefers ES Modules only, no CommonJS.\n",
    );
    let told = fixture.reflect();
    let texts: Vec<_> = told.added.iter().map(|it| (it.text.as_str(), it.at.as_str())).collect();
    assert_eq!(
        texts,
        [
            ("Decided to use JWT tokens for auth", "2025-03-01 15:30"),
            ("Prefers ES Modules only, no CommonJS", "2025-03-01 15:30"),
        ]
    );
}

#[test]
fn secrets_in_episodes_go_no_further() {
    let fixture = ReflectFixture::new();
    fixture.say(
        "2026-11-20 09:00",
        None,
        &["Remember that the deploy password=hunter2hunter2 works at db.internal:5432"],
    );
    fixture.reflect();
    let written = fixture.read("shared/projects.md");
    assert!(written.contains("db.internal:5432") && !written.contains("hunter2"), "{written}");
}

#[test]
fn a_run_that_broke_off_between_two_notes_is_finished_by_the_next() {
    let whole = ReflectFixture::new();
    let broken = ReflectFixture::new();
    for fixture in [&whole, &broken] {
        fixture.say("2026-11-20 09:00", Some("shop"), &["I prefer tabs", "We use npm"]);
        fixture.reflect();
        fixture.say(
            "2026-11-21 09:00",
            Some("shop"),
            &[
                "I prefer small commits",
                "Decided to use pnpm instead of npm",
                "The API listens on port 8080",
            ],
        );
    }
    whole.reflect();
    // A directory stands where the last note would be written.
    let projects = broken.read("projects/shop.md");
    fs::remove_file(broken.path("projects/shop.md")).unwrap();
    fs::create_dir(broken.path("projects/shop.md")).unwrap();
    assert!(broken.memory().notes.reflect(&options(), &RuleDistiller, None).is_err());
    fs::remove_dir(broken.path("projects/shop.md")).unwrap();
    broken.write("projects/shop.md", &projects);
    assert!(broken.read("shared/preferences.md").contains("small commits"));
    broken.reflect();
    assert_eq!(broken.snapshot(), whole.snapshot());
}

#[test]
fn what_others_append_meanwhile_is_never_lost() {
    let fixture = ReflectFixture::new();
    for minute in 10..40 {
        fixture.say(
            &format!("2026-11-20 09:{minute}"),
            None,
            &[&format!("The service{minute} runs on port 80{minute}")],
        );
    }
    let vault = fixture.memory().notes.open_vault().unwrap();
    let note = palimp_note::NotePath::new("shared/projects.md").unwrap();
    std::thread::scope(|scope| {
        scope.spawn(|| (0..20).for_each(|n| vault.append(&note, &format!("- mine {n}")).unwrap()));
        scope.spawn(|| fixture.reflect());
    });
    let text = fixture.read("shared/projects.md");
    assert!((0..20).all(|n| text.contains(&format!("- mine {n}\n"))), "{text}");
    assert!(
        (10..40).all(|n| text.contains(&format!("The service{n} runs on port 80{n} ("))),
        "{text}"
    );
}

#[test]
fn reflection_is_due_once_a_day_for_each_agent() {
    let fixture = ReflectFixture::new();
    let home = fixture.home();
    assert!(crate::consolidation::reflect::is_due(&home, "main"));
    crate::consolidation::reflect::touch_marker(&home, "main").unwrap();
    assert!(
        !crate::consolidation::reflect::is_due(&home, "main")
            && crate::consolidation::reflect::is_due(&home, "work")
    );
    let marker = fs::File::options()
        .write(true)
        .open(crate::consolidation::reflect::marker_path(&home, "main"))
        .unwrap();
    let hours = std::time::Duration::from_secs(25 * 3_600);
    marker.set_modified(std::time::SystemTime::now() - hours).unwrap();
    assert!(crate::consolidation::reflect::is_due(&home, "main"));
    marker.set_modified(std::time::SystemTime::now() + hours).unwrap();
    assert!(crate::consolidation::reflect::is_due(&home, "main"));
}

/// Facts that repeat, contradict and leave each other alone.
const POOL: &[&str] = &[
    "We use npm",
    "We use pnpm, not npm",
    "We use yarn",
    "Don't use yarn",
    "I prefer tabs",
    "Never push to main",
    "The dev server runs on port 3000",
    "The dev server runs on port 8080",
    "Decided to use MySQL",
    "Decided to use PostgreSQL instead of MySQL",
    "User is a backend engineer",
    "Your name is Jarvis",
    "yarn은 쓰지 마",
    "기본 브랜치는 main이다",
    "기본 브랜치는 develop이다",
    "TODO: write the docs for it",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn reflecting_in_steps_is_reflecting_at_once(
        said in prop::collection::vec((0..POOL.len(), 0_usize..3, any::<bool>(), any::<bool>()), 1..12),
    ) {
        let (steps, once) = (ReflectFixture::new(), ReflectFixture::new());
        for (at, (fact, project, rest, lose)) in said.into_iter().enumerate() {
            let project = [None, Some("shop"), Some("blog")][project];
            for fixture in [&steps, &once] {
                fixture.say(&format!("2026-11-{:02} 10:{at:02}", 10 + at / 4), project, &[POOL[fact]]);
            }
            if rest {
                steps.reflect();
            }
            if lose {
                steps.lose_state();
            }
        }
        steps.reflect();
        once.reflect();
        prop_assert_eq!(steps.snapshot(), once.snapshot());
        once.lose_state();
        once.reflect();
        prop_assert_eq!(steps.snapshot(), once.snapshot());
    }
}
