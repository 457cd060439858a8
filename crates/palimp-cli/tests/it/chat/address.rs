//! Where a conversation goes, and where a key does not.

use palimp_testing::model_server::{ModelServer, ModelService, ServedRequest, ServerStep};

use super::Talk;
use palimp_testing::terminal::TestTerminal;

/// A service at the address in the settings, beside the vendor that the environment names.
fn gateway(talk: &Talk) -> ModelServer {
    let server = ModelServer::always(ServerStep::say("from the gateway"));
    talk.machine.run_ok(["config", "set", "flush.baseUrl", server.url()]);
    server
}

fn said(output: &std::process::Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn the_address_in_the_settings_is_asked_and_gets_no_key_unasked() {
    let talk = Talk::new([]);
    let server = gateway(&talk);
    let output = talk.pipe(&[], "the walrus is a secret\n");
    assert!(output.status.success(), "{}", said(&output));
    assert_eq!(talk.server.requests().len(), 0, "the vendor heard nothing");
    let [asked] = &server.requests()[..] else { panic!("one request") };
    assert!(asked.all_text().contains("walrus"));
    assert_eq!((asked.header("x-api-key"), asked.header("authorization")), (None, None));
    let host = server.url().trim_start_matches("http://");
    let said = said(&output);
    let shown = said.find(&format!("Talking with anthropic/claude-haiku-5-5 at {host}"));
    assert!(shown.is_some() && said.contains("is not sent to"), "{said}");
}

#[test]
fn a_key_goes_there_once_the_user_says_so() {
    let talk = Talk::new([]);
    let server = gateway(&talk);
    let ask = |answer: &str| {
        let mut terminal = talk.terminal(&[]);
        let question = terminal.wait_for_text("there? [y yes / N no]");
        assert!(
            question.contains("ANTHROPIC_API_KEY") && question.contains("127.0.0.1"),
            "{question}"
        );
        terminal.press_keys(answer);
        terminal
    };
    let talks = |terminal: &mut TestTerminal| {
        terminal.type_line("hello");
        terminal.wait_for_text("from the gateway");
        terminal.wait_for_text("> ");
        terminal.press_keys("\u{4}");
        terminal.wait_for_exit();
    };
    talks(&mut ask("\r"));
    talks(&mut ask("y\r"));
    // The next time it is known, also where nobody can be asked.
    talk.piped("and again\n");
    let keys: Vec<_> =
        server.requests().iter().map(|it| it.header("x-api-key").map(str::to_owned)).collect();
    assert_eq!(keys, [None, Some("key".to_owned()), Some("key".to_owned())]);
    // Another address is another question.
    let elsewhere = gateway(&talk);
    talk.piped("and now?\n");
    assert_eq!(elsewhere.requests()[0].header("x-api-key"), None);
}

#[test]
fn the_address_in_the_settings_is_every_services_and_the_key_only_of_the_one_beside_it() {
    let talk = Talk::with(ModelServer::always(ServerStep::say("from the vendor")));
    let server = gateway(&talk);
    let told = talk.machine.run(["config", "set", "flush.summarizer", "api:openai"]);
    let host = server.url().trim_start_matches("http://");
    let condenses = format!("openai summarises conversations, at {host}");
    assert!(said(&told).contains(&condenses), "{}", said(&told));
    let output = talk.pipe(&[], "hello\n");
    assert!(said(&output).contains(&format!("at {host}")), "{}", said(&output));
    let talk = Talk { with: "api:openai", ..talk };
    talk.piped("hello\n");
    let (beside, other): (Vec<_>, Vec<_>) =
        server.requests().into_iter().partition(|it| it.service() == Some(ModelService::OpenAi));
    assert!(!beside.is_empty() && !other.is_empty());
    assert!(beside.iter().all(|it| it.header("authorization") == Some("Bearer key")));
    let bare = |it: &ServedRequest| it.header("x-api-key").or(it.header("authorization")).is_none();
    assert!(other.iter().all(bare));
    assert_eq!(talk.server.requests().len(), 0, "the vendor heard nothing");
    for output in [talk.machine.run(["status"]), talk.machine.run(["flush"])] {
        let all = [output.stdout, output.stderr].map(|it| String::from_utf8(it).unwrap()).concat();
        assert!(all.contains(&condenses), "{all}");
    }
}
