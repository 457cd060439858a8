//! Nothing is lost and nothing leaks, whatever happens.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::sync::{Mutex, mpsc};

use palimp_testing::model_server::{ModelServer, ServerStep};
use rustix::process::Signal;

use super::Talk;

#[test]
fn killed_again_and_again_a_conversation_keeps_every_word() {
    let (tell, asked) = mpsc::channel();
    let tell = Mutex::new(tell);
    let talk = Talk::with(ModelServer::new(move |number, _| {
        tell.lock().unwrap().send(number).unwrap();
        match number % 3 {
            0 => ServerStep::silence(),
            1 => ServerStep::say("Some words of an answer").then_is_silent(),
            _ => ServerStep::say("A whole answer."),
        }
    }));
    for round in 0..9 {
        let mut terminal = talk.terminal(&[]);
        terminal.type_line(&format!("question {round} 질문"));
        assert_eq!(asked.recv(), Ok(round));
        match round % 3 {
            0 => {}
            1 => drop(terminal.wait_for_text("Some words")),
            _ => {
                terminal.wait_for_text("A whole answer.");
                terminal.wait_for_text("> ");
            }
        }
        terminal.send_signal(Signal::KILL);
        terminal.wait_for_exit();
    }
    let said = talk.asked(8);
    for round in 0..9 {
        let question = format!("question {round} 질문");
        let times = said.iter().map(|(_, words)| words.matches(&question).count()).sum::<usize>();
        assert_eq!(times, 1, "{round}: {said:?}");
    }
    let cut = said.iter().filter(|(_, words)| words.contains("[cut off here]")).count();
    assert_eq!(cut, 3, "{said:?}");
    let kept = talk.messages();
    assert_eq!(kept.iter().filter(|it| it.starts_with("user: ")).count(), 9, "{kept:?}");
}

#[test]
fn a_secret_is_for_the_model_and_not_for_the_disk() {
    let key = "sk-ant-api03-BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB";
    let talk = Talk::new([ServerStep::say("Noted."), ServerStep::say("Yes.")]);
    talk.piped(&format!("use {key} for this\nand then?\n"));
    for number in 0..2 {
        assert!(talk.asked(number)[0].1.contains(key), "the beginning stays as it was sent");
    }
    assert!(talk.machine.files_with(key).is_empty());
    assert!(talk.messages()[0].contains("<redacted:"), "{:?}", talk.messages());
}

#[test]
fn a_terminal_that_closes_ends_the_chat_and_nothing_is_lost() {
    let talk = Talk::new([ServerStep::say("Some words").then_is_silent()]);
    let mut terminal = talk.terminal(&[]);
    terminal.type_line("are you there?");
    terminal.wait_for_text("Some words");
    terminal.send_signal(Signal::HUP);
    assert_eq!(terminal.wait_for_exit().code(), Some(128 + 1));
    let messages = talk.messages();
    assert_eq!(messages, ["user: are you there?", "assistant: Some words\n\n[cut off here]"]);
}

#[test]
fn a_signal_at_the_prompt_ends_the_chat() {
    let talk = Talk::new([ServerStep::say("Hello.")]);
    let mut terminal = talk.terminal(&[]);
    terminal.type_line("hi");
    terminal.wait_for_text("Hello.");
    terminal.wait_for_text("> ");
    // Ctrl-C is a key here; a signal of its own from elsewhere changes nothing.
    terminal.send_signal(Signal::INT);
    terminal.press_keys("/context\r");
    terminal.wait_for_text("history");
    terminal.wait_for_text("> ");
    terminal.send_signal(Signal::TERM);
    assert_eq!(terminal.wait_for_exit().code(), Some(128 + 15));
    assert_eq!(talk.messages().len(), 2);
}

#[test]
fn an_answer_can_be_stopped_before_its_first_word() {
    let (tell, asked) = mpsc::channel();
    let tell = Mutex::new(tell);
    let talk = Talk::with(ModelServer::new(move |number, _| {
        tell.lock().unwrap().send(number).unwrap();
        if number == 0 { ServerStep::silence() } else { ServerStep::say("Here I am.") }
    }));
    let mut terminal = talk.terminal(&[]);
    terminal.type_line("are you there?");
    assert_eq!(asked.recv(), Ok(0));
    terminal.press_keys("\u{3}");
    terminal.wait_for_text("Stopped. /again retries.");
    terminal.type_line("/again");
    terminal.wait_for_text("Here I am.");
    terminal.wait_for_text("> ");
    assert_eq!(talk.asked(1).len(), 1);
    assert_eq!(talk.messages().len(), 2);
}

#[test]
fn a_summary_can_be_stopped_and_nothing_has_changed() {
    let (tell, asked) = mpsc::channel();
    let tell = Mutex::new(tell);
    let talk = Talk::with(ModelServer::new(move |number, asked| {
        match asked.all_text().contains("has become too long") {
            true => {
                tell.lock().unwrap().send(number).unwrap();
                ServerStep::silence()
            }
            false => ServerStep::say("An answer."),
        }
    }));
    talk.piped(&"A question of some length?\n".repeat(12));
    let mut terminal = talk.terminal(&[]);
    terminal.type_line("/compact");
    assert_eq!(asked.recv(), Ok(12));
    terminal.press_keys("\u{3}");
    terminal
        .wait_for_text("cannot compact the conversation: the model returned no summary: stopped");
    terminal.type_line("and now?");
    terminal.wait_for_text("An answer.");
    assert_eq!(talk.asked(13).len(), 25);
}

#[test]
fn what_is_pasted_stays_as_it_is() {
    let talk = Talk::new([ServerStep::say("I see.")]);
    let mut terminal = talk.terminal(&[]);
    terminal.wait_for_text("> ");
    terminal.press_keys("\u{1b}[200~run \\\nmake \\\n  -j8 한글\u{1b}[201~\r");
    terminal.wait_for_text("I see.");
    let asked = talk.asked(0);
    assert!(asked[0].1.ends_with("run \\\nmake \\\n  -j8 한글"), "{asked:?}");
}

#[test]
fn words_that_cannot_be_kept_are_not_sent() {
    let talk = Talk::new([ServerStep::say("Hello."), ServerStep::say("Never.")]);
    talk.piped("hi\n");
    let record = talk.records().pop().unwrap();
    fs::set_permissions(&record, fs::Permissions::from_mode(0o400)).unwrap();
    let output = talk.pipe(&[], "and now?\n");
    // Whoever may write everywhere is not kept from it by permissions.
    if output.status.success() {
        return;
    }
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains(record.to_str().unwrap()), "{said}");
    assert_eq!(talk.server.requests().len(), 1);
}

#[test]
fn a_length_that_nothing_can_shorten_is_told() {
    let talk =
        Talk::with(ModelServer::always(ServerStep::fail(400, "prompt is too long: 9 > 8 maximum")));
    let output = talk.pipe(&[], "hi\n");
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("longer than the model's context window"), "{said}");
    assert!(
        said.contains("nothing to compact") && said.contains("your message is stored"),
        "{said}"
    );
}

#[test]
fn without_memory_nothing_is_remembered_and_nothing_condensed() {
    let talk = Talk::new([ServerStep::say("Hello."), ServerStep::say("Yes.")]);
    talk.machine.run_ok([
        "save",
        "--kind",
        "core",
        "Everything is decided on Thursdays, after lunch, by all.",
    ]);
    talk.machine.run_ok(["config", "set", "memory.enabled", "false"]);
    talk.piped("when is everything decided?\nreally?\n/new\n");
    assert!(!talk.server.requests()[0].all_text().contains("Thursdays"));
    assert_eq!(talk.asked(1).len(), 3);
    assert!(talk.messages().is_empty());
    assert_eq!(talk.notes("memory"), []);
}

#[test]
fn what_is_forgotten_is_gone_from_conversations_too() {
    let talk = Talk::new([
        ServerStep::say("A walrus, I see."),
        ServerStep::say("Good."),
        ServerStep::say("Yes."),
    ]);
    talk.piped("the secret animal is a Walrus\nwe use pnpm here\n");
    let mut held = talk.terminal(&[]);
    held.wait_for_text("> ");
    let output = talk.machine.run(["forget", "walrus", "--yes"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8(output.stderr).unwrap().contains("cannot open this conversation"));
    held.press_keys("\u{4}");
    held.wait_for_exit();
    let said = talk.machine.run_ok(["forget", "walrus", "--yes"]);
    assert!(said.contains("1 conversation"), "{said}");
    for word in ["walrus", "Walrus"] {
        assert!(talk.machine.files_with(word).is_empty(), "{:?}", talk.machine.files_with(word));
    }
    talk.piped("go on\n");
    let asked = talk.asked(2);
    assert_eq!(asked.len(), 5, "{asked:?}");
    assert!(asked[0].1.ends_with("[forgotten]") && asked[2].1.ends_with("we use pnpm here"));
}

#[test]
fn what_the_database_missed_is_told_again() {
    let talk =
        Talk::new([ServerStep::say("One."), ServerStep::say("Two."), ServerStep::say("Three.")]);
    talk.piped("first\nsecond\n");
    talk.machine.execute_sql("DELETE FROM messages WHERE content IN ('second', 'Two.')");
    assert_eq!(talk.messages().len(), 2);
    talk.piped("third\n");
    let expect = ["first", "One.", "second", "Two.", "third", "Three."];
    let said: Vec<String> = talk.stored().into_iter().map(|it| it.content).collect();
    assert_eq!(said, expect);
}
