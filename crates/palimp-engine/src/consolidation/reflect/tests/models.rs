//! A model sorts, and its answer is checked.

use super::*;

#[test]
fn a_model_sorts_and_what_it_says_wrongly_the_rules_decide() {
    let fixture = ReflectFixture::new();
    fixture.say("2026-11-20 09:00", Some("shop"), &["The queue is RabbitMQ"]);
    fixture.reflect();
    fixture.say(
        "2026-11-21 09:00",
        Some("shop"),
        &[
            "Jobs go through Kafka these days",
            "I prefer tabs",
            "Your name is Jarvis",
            "Lunch is at noon in the office",
        ],
    );
    let model =
        Model::answering("1 decisions supersedes 1\n2 nonsense\n3 preferences\n4 none\n9 soul");
    let told = fixture.reflect_with(&options(), &model);
    assert_eq!(told.usage.total_tokens(), 110);
    assert_eq!(told.sorted_by, "fake/model");
    assert_eq!(told.superseded.len(), 1, "{told:?}");
    assert!(fixture.read("projects/shop.md").contains("Jobs go through Kafka"));
    assert!(fixture.read("shared/preferences.md").contains("I prefer tabs"));
    assert_eq!(told.proposed.len(), 1, "no model changes how the agent is");
    assert_eq!(told.passed, 1);
    assert!(model.asked.lock().unwrap()[0].contains("1 The queue is RabbitMQ"));
    assert_eq!(
        fixture.reflect_with(&options(), &model).usage.total_tokens(),
        0,
        "nothing is asked twice"
    );
}

#[test]
fn a_model_that_fails_or_costs_too_much_changes_nothing() {
    let fixture = ReflectFixture::new();
    fixture.say("2026-11-20 09:00", None, &["I prefer tabs"]);
    let before = fixture.snapshot();
    let told = fixture.reflect_with(&options(), &Model::failing());
    assert!(told.failure.unwrap().contains("out of order"));
    let poor = ReflectOptions { tokens_left: 10, ..options() };
    let model = Model::answering("1 profile");
    assert!(fixture.reflect_with(&poor, &model).over_budget);
    assert!(model.asked.lock().unwrap().is_empty());
    assert_eq!(fixture.snapshot(), before);
    assert_eq!(fixture.reflect().added.len(), 1);
}

#[test]
fn what_a_model_would_have_last_lasts_with_its_aliases_and_the_rest_is_there_to_be_found() {
    let fixture = ReflectFixture::new();
    let lasting = marked("Lunch is at noon", "aliases=when%20do%20we%20eat lasting=yes");
    let found =
        marked("Decided to use Kafka for the queue, since Redis lost jobs", "aliases=queue");
    let facts = [&*lasting, &found, "The API listens on port 3000"];
    fixture.say("2026-11-20 09:00", Some("shop"), &facts);
    let told = fixture.reflect();
    let added: Vec<_> = told.added.iter().map(|it| (&*it.path, &*it.text)).collect();
    assert_eq!(added, [("projects/shop.md", "Lunch is at noon")]);
    let projects = fixture.read("projects/shop.md");
    assert!(projects.contains("aliases=when%20do%20we%20eat -->"), "{projects}");
    // An entry in which nothing is said of any fact is sorted as before.
    fixture.say("2026-11-21 09:00", Some("shop"), &["The proxy is at pr.internal:80"]);
    assert_eq!(fixture.reflect().added.len(), 1);
}

#[test]
fn a_model_is_asked_only_where_those_belong_that_should_last() {
    let fixture = ReflectFixture::new();
    let lasting = marked("Lunch is at noon", "lasting=yes");
    fixture.say("2026-11-20 09:00", Some("shop"), &[&lasting, "The API listens on port 3000"]);
    let model = Model::answering("1 none");
    let told = fixture.reflect_with(&options(), &model);
    let asked = model.asked.lock().unwrap().concat();
    assert!(asked.contains("1 Lunch is at noon") && !asked.contains("3000"), "{asked}");
    assert!(fixture.read("projects/shop.md").contains("Lunch"), "{told:?}");
}
