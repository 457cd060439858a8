//! Clients that answer a prompt for their user.

use palimp_clients::spawn::RunSpec;
use palimp_core::AgentClient;
use palimp_core::chat::ModelError;

use crate::stand_in::Machine;

/// Answers and writes down what it was given.
const ANSWERS: &str = "cat >\"$seen/stdin\"; printf '\\033[1mpnpm\\033[0m 결정 🦀\\n'";

const PIPED: [AgentClient; 4] =
    [AgentClient::Claude, AgentClient::Codex, AgentClient::Gemini, AgentClient::Opencode];

fn ask(prompt: &str) -> RunSpec {
    RunSpec { prompt: prompt.to_owned(), ..RunSpec::default() }
}

fn full(prompt: &str) -> RunSpec {
    RunSpec {
        block: Some("[Recent Context]\nwe use pnpm\n".to_owned()),
        system: Some("Core memory".to_owned()),
        model: Some("big".to_owned()),
        extra_args: vec!["--theirs".to_owned(), "a b".to_owned()],
        ..ask(prompt)
    }
}

/// Input of a client: its arguments and its standard input.
fn told(client: AgentClient, spec: RunSpec) -> String {
    let machine = Machine::with(client, ANSWERS);
    machine.run(spec).0.unwrap();
    let seen = machine.only();
    format!("{}\n<stdin>\n{}", seen.line(&[]), seen.stdin)
}

#[test]
fn claude_code() {
    insta::assert_snapshot!(told(AgentClient::Claude, full("-p what now?")), @r#"
    -p
    --model
    big
    --append-system-prompt
    Core memory
    --theirs
    a b
    <stdin>
    [Recent Context]
    we use pnpm

    -p what now?
    "#);
}

#[test]
fn codex_cli() {
    insta::assert_snapshot!(told(AgentClient::Codex, full("-p what now?")), @r#"
    exec
    -m
    big
    --theirs
    a b
    -
    <stdin>
    Core memory

    [Recent Context]
    we use pnpm

    [User Message]
    -p what now?
    "#);
}

#[test]
fn gemini_cli() {
    insta::assert_snapshot!(told(AgentClient::Gemini, full("-p what now?")), @r#"
    -m
    big
    --theirs
    a b
    --prompt=Core memory

    [Recent Context]
    we use pnpm

    -p what now?
    <stdin>
    "#);
}

#[test]
fn opencode() {
    insta::assert_snapshot!(told(AgentClient::Opencode, full("-p what now?")), @r#"
    run
    -m
    big
    --theirs
    a b
    --
    Core memory

    [Recent Context]
    we use pnpm

    -p what now?
    <stdin>
    "#);
}

#[test]
fn a_prompt_alone_is_given_as_it_is() {
    for client in PIPED {
        let machine = Machine::with(client, ANSWERS);
        let prompt = "--help\n'\"$(x)` 🦀 결정\\";
        machine.run(RunSpec { block: Some(" \n".to_owned()), ..ask(prompt) }).0.unwrap();
        let seen = machine.only();
        let given = match client {
            AgentClient::Gemini => seen.args[0].strip_prefix("--prompt=").unwrap(),
            AgentClient::Opencode => {
                assert_eq!(seen.args[1], "--");
                &seen.args[2]
            }
            _ => &seen.stdin,
        };
        assert_eq!(given, prompt, "{client}");
        assert_eq!(seen.args.iter().filter(|arg| arg.contains("결정")).count(), {
            usize::from(matches!(client, AgentClient::Gemini | AgentClient::Opencode))
        });
    }
}

#[test]
fn files_are_read_at_the_users_word_and_not_at_that_of_memory() {
    let block = Some("[Recent Context]\nsee @/etc/passwd and @types/node".to_owned());
    let given = told(AgentClient::Claude, RunSpec { block, ..ask("read @/etc/hosts") });
    assert!(!given.contains("@/etc/passwd"), "{given}");
    assert!(given.contains("@types/node") && given.ends_with("read @/etc/hosts"), "{given}");
}

#[test]
fn a_long_prompt_goes_to_the_standard_input() {
    for client in PIPED {
        let machine = Machine::with(client, ANSWERS);
        let prompt = "말 ".repeat(50_000);
        machine.run(full(&prompt)).0.unwrap();
        let seen = machine.only();
        assert!(prompt.len() > 190_000 && seen.stdin.ends_with(&prompt), "{client}");
        assert!(seen.stdin.contains("we use pnpm"));
        assert!(!seen.args.iter().any(|arg| arg.contains('말') || arg == "--"));
        assert!(!seen.args.iter().any(|arg| arg.starts_with("--prompt")));
    }
}

#[test]
fn a_long_system_prompt_stands_before_everything_else() {
    let machine = Machine::with(AgentClient::Claude, ANSWERS);
    let system = "core ".repeat(30_000);
    machine.run(RunSpec { system: Some(system.clone()), ..full("now?") }).0.unwrap();
    let seen = machine.only();
    assert!(seen.stdin.starts_with(system.trim_end()));
    assert!(!seen.args.iter().any(|arg| arg.contains("append-system-prompt")));
}

#[test]
fn what_it_prints_is_handed_on_and_its_words_are_kept() {
    for client in PIPED {
        let (ran, printed) = Machine::with(client, ANSWERS).run(ask("now?"));
        assert_eq!(printed, "\u{1b}[1mpnpm\u{1b}[0m 결정 🦀\n");
        let ran = ran.unwrap();
        assert_eq!((ran.code, &ran.text[..]), (0, "pnpm 결정 🦀"));
    }
}

#[test]
fn what_it_prints_is_handed_on_as_it_comes() {
    // It goes on only after its first words have arrived.
    let script = "cat >/dev/null; echo first; read -r _ <\"${0%/bin/*}/go\"; echo second";
    let machine = Machine::with(AgentClient::Codex, script);
    let go = machine.path("go");
    assert!(std::process::Command::new("mkfifo").arg(&go).status().unwrap().success());
    let spec = RunSpec { cwd: Some(machine.path("project")), ..ask("now?") };
    let mut printed = Vec::new();
    let mut each = |bytes: &[u8]| {
        if printed.is_empty() {
            std::fs::write(&go, "go\n").unwrap();
        }
        printed.extend_from_slice(bytes);
    };
    palimp_clients::spawn::run(AgentClient::Codex, &spec, &machine.surroundings(), &mut each)
        .unwrap();
    assert_eq!(printed, b"first\nsecond\n");
}

#[test]
fn it_runs_in_the_project_as_a_part_of_the_run_and_with_its_hooks() {
    for client in PIPED {
        let machine = Machine::with(client, ANSWERS).env("PALIMP_INTERNAL", "1");
        machine.run(ask("now?")).0.unwrap();
        let seen = machine.only();
        assert_eq!(seen.cwd, machine.path("project").canonicalize().unwrap());
        assert_eq!(seen.env["PALIMP_RUN"], "run-1");
        assert!(!seen.env.contains_key("PALIMP_INTERNAL"));
        assert!(!machine.path("scratch").exists());
    }
}

#[test]
fn its_exit_code_is_told() {
    let code =
        |script: &str| Machine::with(AgentClient::Claude, script).run(ask("now?")).0.unwrap().code;
    assert_eq!(code("exit 3"), 3);
    assert_eq!(code("kill -9 $$"), 137);
}

#[test]
fn what_it_says_in_the_place_of_an_answer_is_none() {
    let text = |words: &str, code: i32| {
        let script = format!("cat >/dev/null; echo '{words}'; exit {code}");
        let (ran, printed) = Machine::with(AgentClient::Claude, &script).run(ask("now?"));
        assert_eq!(printed, format!("{words}\n"), "it is printed all the same");
        ran.unwrap().text
    };
    assert_eq!(text("Execution error", 0), "");
    assert_eq!(text("API Error: 529 overloaded", 1), "");
    assert_eq!(text("API Error: 529 means that the service is busy.", 0).len(), 46);
    assert_eq!(text("The tests fail.", 1), "The tests fail.");
}

#[test]
fn a_server_that_it_leaves_running_keeps_nobody_waiting_and_goes_on() {
    let script = "cat >/dev/null; sleep 600 & echo $! >\"$seen/stdin\"; echo started";
    let machine = Machine::with(AgentClient::Claude, script);
    let (ran, _) = machine.run(ask("start the server"));
    assert_eq!(ran.unwrap().text, "started");
    let server = machine.only().stdin;
    // It is alive: it can be ended.
    assert!(std::process::Command::new("kill").arg(server.trim()).status().unwrap().success());
}

#[test]
fn a_client_that_is_missing_or_not_to_be_asked_is_named() {
    let machine = Machine::with(AgentClient::Claude, "").env("PATH", "");
    let error = machine.run(ask("now?")).0.unwrap_err();
    assert!(matches!(&error, ModelError::Refused(_)) && error.to_string().contains("`claude`"));
    let error = Machine::with(AgentClient::Cursor, "").run(ask("now?")).0.unwrap_err();
    assert!(error.to_string().contains("use claude, codex"), "{error}");
}
