//! What a prompt is told of earlier sessions: those that were about the same.

use palimp_testing::Machine;

use crate::inject::{prompt, start, touch, worked};
use crate::machine;

fn with_sessions() -> Machine {
    let machine = machine();
    worked(&machine, "a", "make the tokenizer faster", &["src/tokenizer.rs"]);
    worked(&machine, "b", "translate the onboarding page", &["web/onboarding.tsx"]);
    worked(&machine, "c", "결제 웹훅을 고쳐줘", &["src/webhook.rs"]);
    machine
}

#[test]
fn a_session_that_starts_is_told_of_the_last_one() {
    let context = start(&with_sessions(), "n", "startup");
    assert!(context.contains("“결제 웹훅을 고쳐줘” → webhook.rs"), "{context}");
    assert!(!context.contains("tokenizer") && !context.contains("onboarding"), "{context}");
}

#[test]
fn a_first_prompt_is_told_of_sessions_that_were_about_the_same() {
    let machine = with_sessions();
    for (session, asked, told) in [
        ("e", "why does the Tokenizer choke on emoji?", Some("tokenizer.rs")),
        ("k", "결제 웹훅이 왜 두 번 불리지?", Some("webhook.rs")),
        ("f", "can you fix the failing tests", None),
        ("o", "who wrote the onboarding guide? we hire", Some("onboarding.tsx")),
        ("w", "translate the licence", None),
        ("h", "hi", None),
    ] {
        let context = prompt(&machine, session, 1, asked);
        let sessions = context.lines().filter(|line| line.starts_with("- [tool] [2")).count();
        assert_eq!(sessions, usize::from(told.is_some()), "{asked}: {context}");
        assert!(context.contains(told.unwrap_or_default()), "{asked}: {context}");
        assert!(!prompt(&machine, session, 2, asked).contains("[tool] [2"), "{asked}: told once");
    }
}

#[test]
fn a_prompt_that_goes_back_is_told_of_the_last_sessions_and_the_last_exchange() {
    let machine = with_sessions();
    for (session, asked) in [("e", "let's continue"), ("k", "어제 하던 거 이어서 하자")] {
        let context = prompt(&machine, session, 1, asked);
        for told in ["tokenizer.rs", "onboarding.tsx", "webhook.rs", "[assistant] Done."] {
            assert!(context.contains(told), "{asked}: {told} in {context}");
        }
    }
}

#[test]
fn what_works_is_told_once_there_is_something_to_run_it_on() {
    let machine = machine();
    for session in ["a", "b"] {
        machine.bash(session, "cd . && mise run lint 2>&1 | tail -5", "ok");
    }
    let told = |context: String| context.contains("`mise run lint`");
    assert!(!told(start(&machine, "edits", "startup")));
    assert!(!told(prompt(&machine, "edits", 1, "how does the parser recover?")));
    assert!(!told(touch(&machine, "edits", "Read", "src/parser.rs")));
    assert!(told(touch(&machine, "edits", "Edit", "src/parser.rs")));
    assert!(!told(touch(&machine, "edits", "Edit", "src/lexer.rs")), "told once");
    assert!(!told(prompt(&machine, "edits", 2, "fix the failing tests")), "told once");
    for (session, asked) in [("en", "fix the failing tests"), ("ko", "테스트가 깨져")] {
        start(&machine, session, "startup");
        assert!(told(prompt(&machine, session, 1, asked)), "{asked}");
    }
}

#[test]
fn why_a_file_was_changed_is_told_where_it_is_what_the_session_is_about() {
    let machine = with_sessions();
    prompt(&machine, "n", 1, "translate the tokenizer's messages");
    assert!(touch(&machine, "n", "Read", "src/tokenizer.rs").contains("make the tokenizer faster"));
    prompt(&machine, "m", 1, "add a licence header everywhere");
    assert!(!touch(&machine, "m", "Read", "src/tokenizer.rs").contains("make the tokenizer"));
}
