//! Copilot CLI, which is spoken to over the Agent Client Protocol.

use std::time::Duration;

use palimp_clients::spawn::RunSpec;
use palimp_core::AgentClient;
use palimp_core::chat::{ModelError, TokenUsage};
use serde_json::Value;

use crate::stand_in::{Machine, instructions, name_of};

const ID: &str = "fb563819-f115-4a30-bc66-ba466472aa52";

/// An agent that does `on_prompt` when it is asked; `say` writes a line.
fn agent(on_prompt: &str) -> String {
    format!(
        r#"id={ID}
say() {{ printf '%s\n' "$1"; }}
update() {{ say '{{"jsonrpc":"2.0","method":"session/update","params":{{"sessionId":"'$id'","update":'"$1"'}}}}'; }}
chunk() {{ update '{{"sessionUpdate":"agent_message_chunk","content":{{"type":"text","text":"'"$1"'"}}}}'; }}
hear() {{ IFS= read -r line && printf '%s\n' "$line" >>"$seen/stdin"; }}
echo 'Copilot says hello'
while hear; do
  case $line in
    *'"initialize"'*) say '{{"jsonrpc":"2.0","id":1,"result":{{"protocolVersion":1}}}}' ;;
    *'"session/new"'*)
      chunk 'before the session'
      say '{{"jsonrpc":"2.0","id":2,"result":{{"sessionId":"'$id'"}}}}' ;;
    *'"session/prompt"'*) {on_prompt} ;;
  esac
done
"#
    )
}

/// Answers in two pieces, after notices of its own.
const ANSWERS: &str = r#"chunk 'Info: Disabled tools: bash'
      chunk 'Info: Unknown tool name in the tool allowlist: none'
      chunk 'pnpm-'
      say '{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"other","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"not mine"}}}}'
      chunk '결정 🦀'
      say '{"jsonrpc":"2.0","id":3,"result":{"stopReason":"end_turn","usage":{"inputTokens":100,"outputTokens":20,"totalTokens":150,"cachedReadTokens":30}}}'"#;

fn lines(machine: &Machine) -> Vec<Value> {
    let stdin = &machine.seen()[0].stdin;
    stdin.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn it_is_asked_over_its_protocol() {
    let machine = Machine::with(AgentClient::Copilot, &agent(ANSWERS));
    machine.write("home/.copilot/mcp-config.json", r#"{"mcpServers":{"docs":{},"a b":{}}}"#);
    let answer = name_of(&machine.distiller().with_model(Some("small".into())), "hello").unwrap();
    assert_eq!(answer.text, "pnpm-결정 🦀");
    assert_eq!(answer.usage, TokenUsage { input: 130, cached: 30, output: 20 });
    let seen = machine.only();
    insta::assert_snapshot!(seen.line(&[]), @r#"
    --acp
    --no-auto-update
    --available-tools
    none
    --disable-builtin-mcps
    --no-custom-instructions
    --disable-mcp-server
    docs
    --disable-mcp-server
    a b
    --model
    small
    "#);
    assert_eq!(seen.env["PALIMP_INTERNAL"], "1");
    assert_eq!(seen.files, "");
    assert_eq!(machine.left(), 0);
    let sent = lines(&machine);
    assert_eq!(sent[0]["params"]["clientCapabilities"]["fs"]["writeTextFile"], false);
    assert_eq!(sent[1]["params"]["cwd"], seen.cwd.to_str().unwrap());
    assert_eq!(sent[1]["params"]["mcpServers"], serde_json::json!([]));
    assert_eq!(sent[2]["params"]["sessionId"], ID);
    let text = sent[2]["params"]["prompt"][0]["text"].as_str().unwrap();
    assert!(text.starts_with(&instructions()) && text.contains("[user] hello"));
}

#[test]
fn a_cheap_model_is_asked_for_unless_its_user_has_a_service_of_her_own() {
    let args = |machine: Machine| {
        machine.distill("hello").unwrap();
        machine.only().args
    };
    let machine = || Machine::with(AgentClient::Copilot, &agent(ANSWERS));
    assert!(args(machine()).ends_with(&["--model".to_owned(), "gpt-6-luna".to_owned()]));
    let own = machine().env("COPILOT_PROVIDER_BASE_URL", "http://127.0.0.1:1/v1");
    assert!(!args(own).contains(&"--model".to_owned()));
}

#[test]
fn a_long_conversation_reaches_it_whole() {
    let machine = Machine::with(AgentClient::Copilot, &agent(ANSWERS));
    let text = "-말 🦀 ".repeat(20_000);
    machine.distill(&text).unwrap();
    assert!(lines(&machine)[2]["params"]["prompt"][0]["text"].as_str().unwrap().contains(&text));
}

#[test]
fn the_session_that_it_stored_is_removed() {
    let store = r#"mkdir -p "${0%/bin/*}/home/.copilot/session-state/$id/files""#;
    let machine = Machine::with(AgentClient::Copilot, &agent(&format!("{store}; {ANSWERS}")));
    machine.write("home/.copilot/session-state/of-the-user/events.jsonl", "{}");
    machine.distill("hello").unwrap();
    assert!(!machine.path("home/.copilot/session-state").join(ID).exists());
    assert!(machine.path("home/.copilot/session-state/of-the-user/events.jsonl").exists());
}

/// Asks to be allowed something, and for a file, and waits for both answers.
const ASKS: &str = r#"chunk 'I look.'
      update '{"sessionUpdate":"tool_call","toolCallId":"1","title":"rm"}'
      say '{"jsonrpc":"2.0","id":70,"method":"session/request_permission","params":{"sessionId":"'$id'","toolCall":{"toolCallId":"1","title":"rm -rf build"},"options":[{"optionId":"yes","name":"Yes","kind":"allow_always"},{"optionId":"no","name":"No","kind":"reject_once"}]}}'
      hear
      say '{"jsonrpc":"2.0","id":71,"method":"session/request_permission","params":{"options":[{"optionId":"yes","kind":"allow_once"}],"toolCall":{"kind":"edit"}}}'
      hear
      say '{"jsonrpc":"2.0","id":"x","method":"fs/read_text_file","params":{"path":"/etc/passwd"}}'
      hear
      chunk 'Done.'
      say '{"jsonrpc":"2.0","id":3,"result":{"stopReason":"end_turn"}}'"#;

#[test]
fn nothing_that_it_asks_for_is_granted() {
    let machine = Machine::with(AgentClient::Copilot, &agent(ASKS));
    assert_eq!(machine.distill("hello").unwrap().text, "Done.");
    let sent = lines(&machine);
    assert_eq!(sent[3]["id"], 70);
    assert_eq!(sent[3]["result"]["outcome"]["optionId"], "no");
    assert_eq!(sent[4]["result"]["outcome"]["outcome"], "cancelled");
    assert_eq!((&sent[5]["id"], &sent[5]["error"]["code"]), (&"x".into(), &(-32601).into()));
}

#[test]
fn in_a_run_its_words_are_handed_on_and_what_was_refused_is_told() {
    let machine = Machine::with(AgentClient::Copilot, &agent(ASKS));
    let spec = RunSpec {
        prompt: "-x 지워".to_owned(),
        block: Some("[Recent Context]\nwe use pnpm".to_owned()),
        system: Some("Core memory".to_owned()),
        extra_args: vec!["--allow-tool=write".to_owned()],
        ..RunSpec::default()
    };
    let (ran, printed) = machine.run(spec);
    let ran = ran.unwrap();
    assert_eq!((ran.code, &ran.text[..]), (0, "Done."));
    assert_eq!(ran.refused, ["rm -rf build", "edit"]);
    assert_eq!(printed, "I look.\n\nDone.\n");
    let seen = machine.only();
    assert_eq!(seen.args, ["--acp", "--allow-tool=write"]);
    assert_eq!(seen.env["PALIMP_RUN"], "run-1");
    let sent = lines(&machine);
    assert_eq!(sent[1]["params"]["cwd"], machine.path("project").to_str().unwrap());
    let text = &sent[2]["params"]["prompt"][0]["text"];
    assert_eq!(text, "Core memory\n\n[Recent Context]\nwe use pnpm\n\n-x 지워");
}

#[test]
fn its_failures_are_told() {
    let failure = |script: &str| {
        let machine = Machine::with(AgentClient::Copilot, script);
        let distiller = machine.distiller().with_limit(Duration::from_secs(3));
        let error = name_of(&distiller, "hello").unwrap_err();
        assert_eq!(machine.left(), 0);
        error
    };
    let error = failure(&agent(
        r#"say '{"jsonrpc":"2.0","id":3,"error":{"code":-32000,"message":"Authentication required"}}'"#,
    ));
    assert!(matches!(&error, ModelError::Refused(words) if words.contains("Authentication")));
    let error = failure(&agent("echo 'out of memory' >&2; exit 9")).to_string();
    assert!(error.contains("exited with code 9: out of memory"), "{error}");
    let error = failure(&agent(r#"say '{"id":3,"result":{"stopReason":"refusal"}}'"#)).to_string();
    assert!(error.contains("stopped: refusal"), "{error}");
    let error = failure(&agent(
        r#"chunk 'Error: 400 no such model'; say '{"id":3,"result":{"stopReason":"end_turn"}}'"#,
    ));
    assert!(error.to_string().contains("failed: 400 no such model"), "{error}");
    let error = failure(&agent(r#"say '{"id":3,"result":{"stopReason":"end_turn"}}'"#)).to_string();
    assert!(error.contains("returned an empty answer"), "{error}");
    assert!(failure(&agent(":")).to_string().contains("within 3 s"));
    let error = failure("yes '{\"id\":9}' | tr -d '\\n'").to_string();
    assert!(error.contains("more than 4096 KB"), "{error}");
    assert!(failure("read -r line; echo '{\"id\":1,\"result\":{}}'; read -r line; echo '{\"id\":2,\"result\":{}}'")
        .to_string()
        .contains("`sessionId` is missing"));
}
