//! Conversations that become too long, and such that are over.

use std::fs;

use palimp_context::RecordEntry;
use palimp_core::activity::MessageRole;
use palimp_core::chat::{ChatMessage, MessagePart};
use palimp_testing::model_server::{ModelServer, ServerStep};
use serde_json::json;

use super::Talk;

/// A server that answers, and summarises where it is asked to.
fn answering() -> ModelServer {
    ModelServer::new(|number, asked| match asked.all_text().contains("has become too long") {
        true => ServerStep::say("The user asked about many things. pnpm is used."),
        false => ServerStep::say(&format!("Answer {number}.")),
    })
}

/// So many questions, each with something exact in it.
fn questions(count: usize) -> String {
    let story = "It is a long story that says nothing in particular. ".repeat(12);
    let line = |n| {
        format!(
            "From now on we use pnpm for package-{n}.lock, never yarn, see src/part_{n}.rs. {story}\n"
        )
    };
    (0..count).map(line).collect()
}

fn is_summary_request(talk: &Talk, number: usize) -> bool {
    talk.server.requests()[number].all_text().contains("has become too long")
}

fn count(entries: &[RecordEntry], wanted: fn(&RecordEntry) -> bool) -> usize {
    entries.iter().filter(|entry| wanted(entry)).count()
}

#[test]
fn compacting_condenses_first_and_keeps_what_is_exact() {
    let talk = Talk::with(answering());
    talk.piped(&format!("{}/compact the lock files\nwhat now?\n", questions(13)));
    let requests = talk.server.requests();
    assert_eq!(requests.len(), 15);
    assert!(is_summary_request(&talk, 13));
    assert!(requests[13].all_text().contains("pay heed to this: the lock files"));
    let last = talk.asked(14);
    assert!(last[0].1.contains("pnpm is used.") && last[0].1.contains("src/part_1.rs"), "{last:?}");
    assert!(!last[1].1.contains("src/part_1.rs") && last.last().unwrap().1.ends_with("what now?"));
    assert!(talk.episodes().contains("Memory Flush #1"), "{}", talk.episodes());
    let entries = talk.entries();
    let flush =
        entries.iter().position(|it| matches!(it, RecordEntry::Flush { upto, .. } if *upto > 0));
    let compaction = entries.iter().position(|it| matches!(it, RecordEntry::Compaction { .. }));
    assert!(flush.is_some() && flush < compaction, "{flush:?} {compaction:?}");
    // What the summary stands for is still in the record.
    assert_eq!(count(&entries, |it| matches!(it, RecordEntry::Message { .. })), 28);
}

#[test]
fn nothing_is_dropped_when_there_is_no_summary() {
    let talk = Talk::with(ModelServer::new(|number, asked| {
        match asked.all_text().contains("has become too long") {
            true => ServerStep::fail(401, "no credit"),
            false => ServerStep::say(&format!("Answer {number}.")),
        }
    }));
    let output = talk.pipe(&[], &format!("{}/compact\nwhat now?\n", questions(13)));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("cannot compact the conversation"), "{said}");
    assert_eq!(talk.asked(14).len(), 27);
}

#[test]
fn a_refused_length_is_shortened_and_asked_again() {
    let talk = Talk::with(ModelServer::new(|number, asked| {
        match (number, asked.all_text().contains("has become too long")) {
            (_, true) => ServerStep::say("A summary."),
            (12, false) => {
                ServerStep::fail(400, "prompt is too long: 210000 tokens > 200000 maximum")
            }
            _ => ServerStep::say(&format!("Answer {number}.")),
        }
    }));
    let shown = talk.piped(&questions(13));
    assert!(shown.ends_with("Answer 14.\n"), "{shown}");
    assert!(is_summary_request(&talk, 13) && !is_summary_request(&talk, 14));
    assert!(talk.asked(14)[0].1.contains("A summary."));
    assert_eq!(talk.messages().len(), 26, "the words were kept once");
}

#[test]
fn a_window_that_fills_is_flushed_and_compacted_by_itself() {
    let long = "A sentence about nothing in particular. ".repeat(60);
    let lines = |count: usize| (0..count).map(|n| format!("{n}: {long}\n")).collect::<String>();
    let outcome = |settings: &[(&str, &str)]| {
        let talk = Talk { with: "api:ollama", ..Talk::with(answering()) };
        for (key, value) in settings {
            talk.machine.run_ok(["config", "set", key, value]);
        }
        let mut command = talk.command(&[]);
        command.env("OLLAMA_CONTEXT_LENGTH", "16000");
        let output = palimp_testing::run_with_input(&mut command, lines(13).as_bytes());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let entries = talk.entries();
        (
            count(&entries, |it| matches!(it, RecordEntry::Flush { .. })),
            count(&entries, |it| matches!(it, RecordEntry::Compaction { .. })),
        )
    };
    let reserve = ("compaction.reserveTokensFloor", "8000");
    assert_eq!(outcome(&[reserve]), (1, 1));
    assert_eq!(outcome(&[reserve, ("compaction.memoryFlush.enabled", "false")]), (0, 1));
    assert_eq!(
        outcome(&[
            ("compaction.reserveTokensFloor", "0"),
            ("compaction.memoryFlush.softThresholdTokens", "11000")
        ]),
        (1, 0)
    );
    assert_eq!(
        outcome(&[
            ("compaction.reserveTokensFloor", "0"),
            ("compaction.memoryFlush.softThresholdTokens", "0")
        ]),
        (0, 0)
    );
}

#[test]
fn what_the_user_adds_to_a_flush_is_told() {
    let talk = Talk::with(ModelServer::new(|_, asked| {
        let words = asked.all_text();
        match (words.contains("has become too long"), words.contains("You extract memories")) {
            (true, _) => ServerStep::say("A summary."),
            (_, true) => ServerStep::say("- [ports]: The port is 5433"),
            _ => ServerStep::say("An answer."),
        }
    }));
    talk.machine.run_ok(["config", "set", "flush.summarizer", "api:anthropic"]);
    talk.machine.run_ok(["config", "set", "flush.every", "100"]);
    talk.machine.run_ok([
        "config",
        "set",
        "compaction.memoryFlush.systemPrompt",
        "Keep every port.",
    ]);
    talk.piped(&format!("{}/compact\n", questions(12)));
    let told = talk.server.requests().iter().any(|asked| {
        let words = asked.all_text();
        words.contains("You extract memories")
            && words.contains("The user adds this: Keep every port.")
    });
    assert!(told);
    assert!(talk.episodes().contains("The port is 5433"));
}

/// A conversation in which a tool was used, as it might have come from elsewhere.
fn with_results(talk: &Talk, at: i64) {
    talk.piped("begin\n");
    let record = talk.records().pop().unwrap();
    let mut text = fs::read_to_string(&record).unwrap();
    for turn in 0..6 {
        let id = format!("call-{turn}");
        let input = json!({ "command": "make" });
        let call = MessagePart::ToolCall { id: id.clone(), name: "Bash".into(), input };
        let content =
            vec![MessagePart::from_text(format!("HEAD{turn}{}TAIL{turn}", "x".repeat(6_000)))];
        let result = MessagePart::ToolResult { id, content, is_error: false };
        let messages = [
            ChatMessage::from_text(MessageRole::User, format!("turn {turn}")),
            ChatMessage { role: MessageRole::Assistant, parts: vec![call] },
            ChatMessage { role: MessageRole::User, parts: vec![result] },
            ChatMessage::from_text(MessageRole::Assistant, "done"),
        ];
        text.extend(messages.map(|message| RecordEntry::Message { at, message }.to_line()));
    }
    fs::write(record, text).unwrap();
}

/// The results in the last request.
fn results(talk: &Talk) -> Vec<String> {
    let requests = talk.server.requests();
    let messages = requests.last().unwrap().body["messages"].as_array().unwrap().clone();
    let parts = messages.iter().flat_map(|it| it["content"].as_array().unwrap().clone());
    let results = parts.filter(|part| part["type"] == "tool_result");
    results.map(|part| part["content"][0]["text"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn old_results_are_pruned_as_the_settings_say() {
    let sent = |settings: &[(&str, &str)]| {
        let talk = Talk::with(answering());
        for (key, value) in settings {
            talk.machine.run_ok(["config", "set", key, value]);
        }
        with_results(&talk, 1);
        talk.piped("go on\n");
        results(&talk)
    };
    let whole = |results: &[String]| results.iter().filter(|it| it.len() > 6_000).count();
    let forgotten = ("contextPruning.ttl", "0");
    assert_eq!(whole(&sent(&[])), 6, "what the service keeps is not changed");
    assert_eq!(whole(&sent(&[forgotten])), 3, "the last three answers keep theirs");
    assert_eq!(whole(&sent(&[forgotten, ("contextPruning.mode", "off")])), 6);
    assert_eq!(whole(&sent(&[forgotten, ("contextPruning.keepLastAssistants", "1")])), 1);
    assert_eq!(whole(&sent(&[forgotten, ("contextPruning.softTrim.maxChars", "9000")])), 6);
    let short = sent(&[
        forgotten,
        ("contextPruning.softTrim.headChars", "20"),
        ("contextPruning.softTrim.tailChars", "10"),
    ]);
    assert!(short[0].starts_with("HEAD0") && short[0].ends_with("TAIL0"), "{}", short[0]);
    assert!(short[0].len() < 200, "{}", short[0]);
}

#[test]
fn results_are_cleared_where_trimming_is_not_enough() {
    let sent = |settings: &[(&str, &str)]| {
        let talk = Talk { with: "api:ollama", ..Talk::with(answering()) };
        talk.machine.run_ok(["config", "set", "contextPruning.ttl", "0"]);
        talk.machine.run_ok(["config", "set", "contextPruning.keepLastAssistants", "1"]);
        for (key, value) in settings {
            talk.machine.run_ok(["config", "set", key, value]);
        }
        with_results(&talk, 1);
        let mut command = talk.command(&[]);
        command.env("OLLAMA_CONTEXT_LENGTH", "8000");
        palimp_testing::run_with_input(&mut command, b"go on\n");
        let entries = talk.entries();
        entries.iter().map(RecordEntry::to_line).collect::<String>()
    };
    assert!(sent(&[]).contains("[an old tool result stood here]"));
    assert!(sent(&[("contextPruning.hardClear.placeholder", "gone")]).contains("\"gone\""));
    assert!(!sent(&[("contextPruning.hardClear.enabled", "false")]).contains("stood here"));
}

/// Moves everything in the newest record so many milliseconds into the past.
fn age(talk: &Talk, by: i64) {
    let record = talk.records().pop().unwrap();
    let older = talk.entries().into_iter().map(|entry| {
        let mut value = serde_json::to_value(&entry).unwrap();
        value["at"] = json!(entry.time_ms() - by);
        value.to_string() + "\n"
    });
    fs::write(&record, older.collect::<String>()).unwrap();
}

#[test]
fn a_conversation_is_over_when_the_settings_say_so() {
    const MINUTE: i64 = 60_000;
    for (mode, minutes, is_over) in [
        ("daily", 25 * 60, true),
        ("off", 25 * 60, false),
        ("idle", 25 * 60, true),
        ("idle", 7, true),
        ("idle", 3, false),
        ("daily+idle", 7, true),
        ("daily+idle", 25 * 60, true),
        ("both", 25 * 60, true),
    ] {
        let talk = Talk::new([ServerStep::say("One."), ServerStep::say("Two.")]);
        talk.machine.run_ok(["config", "set", "session.reset.mode", mode]);
        talk.machine.run_ok(["config", "set", "session.reset.idleMinutes", "5"]);
        talk.piped("what was the plan?\n");
        age(&talk, minutes * MINUTE);
        talk.piped("go on\n");
        assert_eq!(talk.asked(1).len() == 1, is_over, "{mode} {minutes}");
        assert_eq!(talk.kept().len() == 1, is_over, "{mode} {minutes}");
        assert_eq!(talk.records().len(), if is_over { 2 } else { 1 });
    }
}

#[test]
fn the_hour_of_the_daily_end_is_the_users() {
    // The last word was said twenty minutes ago; the hour has begun in between, or it has not.
    let talk = Talk::new([ServerStep::say("One."), ServerStep::say("Two.")]);
    talk.piped("what was the plan?\n");
    let entries = talk.entries();
    let now = jiff::Timestamp::from_millisecond(entries.last().unwrap().time_ms()).unwrap();
    let hour = now.to_zoned(jiff::tz::TimeZone::UTC).hour();
    talk.machine.run_ok(["config", "set", "session.reset.atHour", &hour.to_string()]);
    age(&talk, 61 * 60_000);
    talk.piped("go on\n");
    assert_eq!(talk.asked(1).len(), 1);
    let talk = Talk::new([ServerStep::say("One."), ServerStep::say("Two.")]);
    let later = (hour + 2) % 24;
    talk.machine.run_ok(["config", "set", "session.reset.atHour", &later.to_string()]);
    talk.piped("what was the plan?\n");
    age(&talk, 61 * 60_000);
    talk.piped("go on\n");
    assert_eq!(talk.asked(1).len(), 3);
}

#[test]
fn a_damaged_record_is_taken_as_far_as_it_goes() {
    let talk = Talk::new([ServerStep::say("One."), ServerStep::say("Two.")]);
    talk.piped("what was the plan?\n");
    let record = talk.records().pop().unwrap();
    let mut text = fs::read_to_string(&record).unwrap();
    text.push_str("{\"type\":\"message\",\"at\":1,\"mess");
    fs::write(&record, text).unwrap();
    let output = talk.pipe(&[], "go on\n");
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "Two.\n");
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("1 damaged line of the conversation was skipped"), "{said}");
    assert_eq!(talk.asked(1).len(), 3);
    assert_eq!(
        talk.entries().iter().filter(|it| matches!(it, RecordEntry::Message { .. })).count(),
        4
    );
}
