//! Long conversations, from the first message to what is left of them.

mod support;

use std::cell::Cell;

use palimp_context::compact::{KEEP_TURNS, as_message};
use palimp_context::conversation::{assistant_message, user_message};
use palimp_context::conversation_record::missing_line_end;
use palimp_context::settings::PruningSettings;
use palimp_context::verbatim::VERBATIM_HEADING;
use palimp_context::{
    CompactError, Compactor, ContextSettings, ContextStep, ConversationView, LongConversation,
    MessageMeter, Occasion, RecordEntry, replay,
};
use palimp_core::chat::{ChatMessage, MessagePart, ModelError, TokenUsage};
use palimp_core::distill::{ConversationTurn, DistilledText};
use palimp_redact::Redactor;

const WINDOW: usize = 200_000;

/// What the old turns say exactly, a turn each.
const PLANTED: [&str; 24] = [
    "src/auth/session.rs:118",
    "DATABASE_URL",
    "https://example.com/issues/4711?tab=files",
    "getUserById",
    "E0308",
    "3f2a9c1d",
    "포트 5432",
    "docs/설계.md",
    "타임아웃 30초",
    "ECONNREFUSED",
    "CVE-2024-31337",
    "550e8400-e29b-41d4-a716-446655440000",
    "v2.14.3",
    "--no-default-features",
    "crates/palimp-core/src/lib.rs",
    "max_connections",
    "127.0.0.1:8080",
    "feature/login-v2",
    "2026-11-20",
    "@scope/package",
    "TS2345",
    "#8842",
    "gpt-4o-mini",
    "std::sync::Mutex",
];

fn talk(messages: Vec<ChatMessage>) -> LongConversation {
    let mut talk = LongConversation::new(ContextSettings::default(), WINDOW);
    for message in messages {
        talk.add_message(message, 1_000);
    }
    talk
}

fn answer(text: impl Into<String>) -> DistilledText {
    let usage = TokenUsage { input: 100, cached: 0, output: 10 };
    DistilledText { text: text.into(), usage }
}

/// A model that says every second planted thing that it is told, and forgets the others.
fn forgetful(turns: &[ConversationTurn], _: Option<&str>) -> Result<DistilledText, ModelError> {
    let told = |planted: &&&str| turns.iter().any(|turn| turn.text.contains(**planted));
    let said: Vec<&str> = PLANTED.iter().step_by(2).filter(told).copied().collect();
    Ok(answer(format!("The user works on sessions. Mentioned: {}.", said.join(", "))))
}

#[test]
fn a_hundred_and_fifty_turns_become_a_quarter_of_them() {
    let messages = support::conversation(150, &PLANTED);
    let mut talk = talk(messages.clone());
    let before = talk.sent_tokens(0);
    assert!((176_000..=184_000).contains(&before), "{before}");
    assert_eq!(talk.next_step(0, Occasion::Request), ContextStep::Flush);

    let (pruning, redactor) = (PruningSettings::default(), Redactor::default());
    let compactor = Compactor::new(WINDOW, &pruning, &redactor);
    let compacted = talk.compact(&compactor, &mut forgetful).expect("the model answers");
    assert_eq!(compacted.decisions, []);
    let line = talk.apply_compaction(compacted.clone(), 2_000).to_line();
    let after = talk.sent_tokens(0);
    assert!(after <= 45_000 && after == compacted.after, "{after} {compacted:?}");

    let last =
        ConversationView::from_messages(&messages).last_turns(KEEP_TURNS).expect("there are more");
    assert_eq!(
        serde_json::to_string(talk.messages()).ok(),
        serde_json::to_string(&messages[last..]).ok()
    );
    assert_eq!(talk.sent_messages()[1..], messages[last..]);
    for planted in PLANTED {
        assert!(compacted.summary.contains(planted), "{planted}\n{}", compacted.summary);
    }
    let list = compacted.summary.split(VERBATIM_HEADING).nth(1).expect("a list");
    assert!(list.contains("DATABASE_URL") && !list.contains("src/auth/session.rs:118"), "{list}");
    assert!(matches!(RecordEntry::parse(line.as_bytes()), Some(RecordEntry::Compaction { .. })));
}

#[test]
fn a_second_compaction_carries_the_first_along() {
    let mut talk = talk(support::conversation(60, &PLANTED));
    let (pruning, redactor) = (PruningSettings::default(), Redactor::default());
    let compactor = Compactor::new(WINDOW, &pruning, &redactor);
    let first = talk.compact(&compactor, &mut forgetful).expect("the model answers");
    talk.apply_compaction(first, 2_000);
    for message in support::conversation(40, &[]) {
        talk.add_message(message, 3_000);
    }
    let mut told = String::new();
    let mut summarise = |turns: &[ConversationTurn], _: Option<&str>| {
        told.push_str(&turns[0].text);
        Ok(answer("Nothing new happened after that."))
    };
    let second = talk.compact(&compactor, &mut summarise).expect("the model answers");
    assert!(told.contains("The user works on sessions"), "{told}");
    for planted in PLANTED {
        assert!(second.summary.contains(planted), "{planted}\n{}", second.summary);
    }
    talk.apply_compaction(second, 4_000);
    assert_eq!(talk.len() - talk.first_number(), talk.messages().len());
    assert_eq!(ConversationView::from_messages(talk.messages()).turn_count(), KEEP_TURNS);
}

#[test]
fn whichever_call_of_the_model_fails_nothing_is_lost() {
    let talk = talk(support::conversation(40, &PLANTED));
    let before = serde_json::to_string(&talk.sent_messages()).expect("plain data");
    let (pruning, redactor) = (PruningSettings::default(), Redactor::default());
    let mut compactor = Compactor::new(WINDOW, &pruning, &redactor);
    compactor.chunk_tokens = 5_000;
    let calls = Cell::new(0);
    let mut count = |turns: &[ConversationTurn], _: Option<&str>| {
        calls.set(calls.get() + 1);
        forgetful(turns, None)
    };
    let compacted = talk.compact(&compactor, &mut count).expect("the model answers");
    let all = calls.get();
    assert!(all > 3, "{all}");
    assert_eq!(compacted.usage.input, 100 * all as u64);
    type Expected = fn(&CompactError) -> bool;
    let failures: [(Result<DistilledText, ModelError>, Expected); 6] = [
        (Err(ModelError::Refused("no key".into())), |e| e.to_string().contains("no key")),
        (Err(ModelError::Quota("used up".into())), |e| matches!(e, CompactError::Model(_))),
        (Err(ModelError::Unavailable("timeout".into())), |e| matches!(e, CompactError::Model(_))),
        (Ok(answer(" \n")), |e| *e == CompactError::Empty),
        (Ok(answer("SKIP")), |e| *e == CompactError::Empty),
        (Ok(answer("long ".repeat(300_000))), |e| matches!(e, CompactError::TooLong(..))),
    ];
    for (failure, expected) in failures {
        for fails in 1..=all {
            let call = Cell::new(0);
            let mut summarise = |turns: &[ConversationTurn], _: Option<&str>| {
                call.set(call.get() + 1);
                if call.get() == fails { failure.clone() } else { forgetful(turns, None) }
            };
            match talk.compact(&compactor, &mut summarise) {
                Err(error) => assert!(expected(&error), "{error}"),
                // What is too long in one chunk is made shorter for the merge.
                Ok(_) => {
                    assert!(matches!(&failure, Ok(text) if text.text.len() > 9 && fails < all))
                }
            }
            assert_eq!(serde_json::to_string(&talk.sent_messages()).ok().as_ref(), Some(&before));
        }
    }
}

#[test]
fn what_the_model_cannot_read_at_once_goes_in_parts() {
    let talk = talk(support::conversation(60, &PLANTED));
    let (pruning, redactor) = (PruningSettings::default(), Redactor::default());
    let compactor = Compactor::new(WINDOW, &pruning, &redactor);
    let mut narrow = |turns: &[ConversationTurn], instructions: Option<&str>| {
        let tokens: usize =
            turns.iter().map(|turn| MessageMeter::default().text_tokens(&turn.text)).sum();
        if tokens > 5_000 {
            return Err(ModelError::TooLong("too long".into()));
        }
        forgetful(turns, instructions)
    };
    let compacted = talk.compact(&compactor, &mut narrow).expect("the model answers");
    assert!(PLANTED.iter().all(|planted| compacted.summary.contains(planted)));
}

#[test]
fn the_users_wish_reaches_the_model_and_secrets_do_not() {
    let mut messages = support::conversation(20, &[]);
    messages[0] =
        user_message("my key is ghp_1234567890abcdefghijklmnopqrstuvwxyz, see src/main.rs");
    let talk = talk(messages);
    let (pruning, redactor) = (PruningSettings::default(), Redactor::default());
    let mut compactor = Compactor::new(WINDOW, &pruning, &redactor);
    compactor.instructions = Some("결정과 미해결 질문에 중점을 두세요");
    let mut told = String::new();
    let mut summarise = |turns: &[ConversationTurn], instructions: Option<&str>| {
        turns.iter().for_each(|turn| told.push_str(&turn.text));
        Ok(answer(instructions.unwrap_or_default()))
    };
    let compacted = talk.compact(&compactor, &mut summarise).expect("the model answers");
    assert!(compacted.summary.starts_with("결정과 미해결"), "{}", compacted.summary);
    assert!(compacted.summary.contains("src/main.rs"));
    assert!(!told.contains("ghp_1234") && !compacted.summary.contains("ghp_1234"));
}

#[test]
fn last_turns_that_are_too_much_lose_output_but_no_word() {
    let mut messages = support::conversation(20, &[]);
    let big = "error line\n".repeat(8_000);
    for message in &mut messages {
        if let [MessagePart::ToolResult { content, .. }] = message.parts.as_mut_slice() {
            *content = vec![MessagePart::from_text(big.clone())];
        }
    }
    let mut talk = talk(messages.clone());
    let (pruning, redactor) = (PruningSettings::default(), Redactor::default());
    let compactor = Compactor::new(WINDOW, &pruning, &redactor);
    let compacted = talk.compact(&compactor, &mut forgetful).expect("the model answers");
    assert!(!compacted.decisions.is_empty());
    talk.apply_compaction(compacted, 2_000);
    let sent = talk.sent_messages();
    let last =
        ConversationView::from_messages(&messages).last_turns(KEEP_TURNS).expect("there are more");
    let words = |messages: &[ChatMessage]| {
        messages.iter().map(ChatMessage::joined_text).collect::<Vec<_>>()
    };
    assert_eq!(words(&sent[1..]), words(&messages[last..]));
    assert!(talk.sent_tokens(0) < 120_000, "{}", talk.sent_tokens(0));
    assert_eq!(talk.messages(), &messages[last..], "the record keeps them whole");
}

#[test]
fn ten_turns_are_not_compacted() {
    let talk = talk(support::conversation(10, &[]));
    let (pruning, redactor) = (PruningSettings::default(), Redactor::default());
    let compactor = Compactor::new(WINDOW, &pruning, &redactor);
    let mut never = |_: &[ConversationTurn],
                     _: Option<&str>|
     -> Result<DistilledText, ModelError> { panic!("there is nothing to ask") };
    assert_eq!(talk.compact(&compactor, &mut never), Err(CompactError::Nothing(10)));
}

#[test]
fn what_was_sent_is_sent_again_until_the_cache_expires() {
    let mut talk = talk(support::conversation(60, &[]));
    let usage = TokenUsage { input: 90_000, ..TokenUsage::default() };
    talk.record_usage(usage, 0, 10_000);
    assert_eq!(talk.prune(0, 309_999), None);
    let line = talk.prune(0, 310_000).expect("five minutes are over").to_line();
    let sent = serde_json::to_string(&talk.sent_messages()).expect("plain data");
    talk.record_usage(usage, 0, 311_000);
    talk.add_message(user_message("go on"), 400_000);
    talk.add_message(assistant_message("done"), 400_000);
    assert_eq!(talk.prune(0, 610_999), None);
    let later = serde_json::to_string(&talk.sent_messages()).expect("plain data");
    assert!(later.starts_with(sent.strip_suffix(']').expect("a list")));
    // What is decided later leaves alone what was decided before.
    talk.prune(0, 611_000);
    let trimmed = |text: &str| text.matches("characters cut").count();
    let last = serde_json::to_string(&talk.sent_messages()).expect("plain data");
    assert!(trimmed(&last) >= trimmed(&sent) && trimmed(&sent) > 15);
    assert!(matches!(RecordEntry::parse(line.as_bytes()), Some(RecordEntry::Prune { .. })));
}

#[test]
fn a_record_that_was_torn_anywhere_is_read_up_to_there_and_goes_on() {
    let mut talk = LongConversation::new(ContextSettings::default(), WINDOW);
    let mut record = RecordEntry::header("s-1", 1).to_line();
    talk.apply_entry(RecordEntry::header("s-1", 1));
    for (at, message) in support::conversation(16, &PLANTED).into_iter().enumerate() {
        let at = at as i64;
        let told = message.role == palimp_core::activity::MessageRole::Assistant;
        if told {
            let usage = TokenUsage { input: talk.sent_tokens(0) as u64, ..TokenUsage::default() };
            record += &talk.record_usage(usage, 0, at).to_line();
        }
        record += &talk.add_message(message, at).to_line();
    }
    record.extend(talk.prune(0, 10_000_000).map(|entry| entry.to_line()));
    record += &talk.record_flush(10_000_001).to_line();
    let (pruning, redactor) = (PruningSettings::default(), Redactor::default());
    let compactor = Compactor::new(WINDOW, &pruning, &redactor);
    let compacted = talk.compact(&compactor, &mut forgetful).expect("the model answers");
    record += &talk.apply_compaction(compacted, 10_000_002).to_line();

    let again = |bytes: &[u8]| {
        let mut again = LongConversation::new(ContextSettings::default(), WINDOW);
        let passed = replay(bytes.split(|byte| *byte == b'\n'), &mut again);
        (again, passed)
    };
    let (whole, passed) = again(record.as_bytes());
    assert_eq!(
        (passed, whole.sent_messages(), whole.session()),
        (0, talk.sent_messages(), Some("s-1"))
    );
    assert_eq!(whole.next_step(0, Occasion::Manual), talk.next_step(0, Occasion::Manual));

    let bytes = record.as_bytes();
    let step = (bytes.len() / 97).max(1);
    for end in (1..bytes.len()).step_by(step) {
        let torn = &bytes[..end];
        let mut file = torn.to_vec();
        file.extend(missing_line_end(torn).bytes());
        file.extend(
            RecordEntry::Message { at: 9, message: user_message("went on") }.to_line().bytes(),
        );
        let (again, passed) = again(&file);
        let last = again.messages().last().map(ChatMessage::joined_text);
        assert_eq!(last.as_deref(), Some("went on"), "cut at {end}");
        assert!(passed <= 1, "cut at {end}: {passed} lines passed over");
    }
}

#[test]
fn a_flush_that_fails_stands_in_nobodys_way() {
    let mut talk = talk(support::conversation(150, &[]));
    assert_eq!(talk.next_step(0, Occasion::Request), ContextStep::Flush);
    let waiting = talk.unflushed_turns().len();
    talk.flush_failed(2_000);
    assert_eq!(talk.unflushed_turns().len(), waiting);
    assert_eq!(talk.next_step(0, Occasion::Overflow), ContextStep::Compact);
    talk.record_flush(3_000);
    assert_eq!(talk.unflushed_turns(), []);
    talk.add_message(user_message("one more"), 4_000);
    assert_eq!(talk.unflushed_turns().len(), 1);
}

#[test]
fn a_summary_cannot_close_its_frame() {
    let message = as_message("text </summary> more");
    assert_eq!(message.joined_text().matches("</summary>").count(), 1);
}
