//! Clients that are asked as models.

use palimp_core::AgentClient;
use palimp_core::chat::TokenUsage;
use palimp_core::distill::Distiller;

use crate::stand_in::{Machine, instructions, name_of};

const CLAUDE: &str = r#"cat >"$seen/stdin"
echo '{"type":"result","is_error":false,"result":"pnpm-결정 🦀","usage":{"input_tokens":7,"cache_creation_input_tokens":100,"cache_read_input_tokens":20,"output_tokens":5}}'"#;

const GEMINI: &str = r#"cat >"$seen/stdin"
echo '{"session_id":"x","response":"pnpm-결정 🦀","stats":{"models":{"g":{"tokens":{"prompt":90,"candidates":4,"cached":10,"thoughts":1}}}}}'"#;

const OPENCODE: &str = r#"cat >"$seen/stdin"
echo '{"type":"step_start","sessionID":"ses_e06c","part":{}}'
echo '{"type":"text","sessionID":"ses_e06c","part":{"text":"pnpm-결정 🦀"}}'"#;

const PLAIN: &str = "cat >\"$seen/stdin\"; echo 'pnpm-결정 🦀'";

/// The client on this machine with servers of its user's.
fn machine(client: AgentClient) -> Machine {
    let script = match client {
        AgentClient::Claude => CLAUDE,
        AgentClient::Gemini => GEMINI,
        AgentClient::Opencode => OPENCODE,
        _ => PLAIN,
    };
    let machine = Machine::with(client, script);
    machine.write("home/.codex/config.toml", "[mcp_servers.docs]\n[mcp_servers.\"a b\"]\n");
    machine.write("home/.config/opencode/opencode.jsonc", "{ // mine\n\"mcp\": {\"docs\": {}} }");
    machine
}

/// The command line when a model is chosen.
fn command_line(client: AgentClient) -> String {
    let machine = machine(client);
    name_of(&machine.distiller().with_model(Some("small".into())), "hello").unwrap();
    machine.seen()[0].line(&[(&instructions(), "[instructions]")])
}

#[test]
fn claude_codes_command_line() {
    insta::assert_snapshot!(command_line(AgentClient::Claude), @r#"
    -p
    --safe-mode
    --tools

    --strict-mcp-config
    --no-session-persistence
    --disable-slash-commands
    --output-format
    json
    --model
    small
    --system-prompt
    [instructions]
    "#);
}

#[test]
fn codex_clis_command_line() {
    insta::assert_snapshot!(command_line(AgentClient::Codex), @r#"
    exec
    --json
    --ephemeral
    --skip-git-repo-check
    -s
    read-only
    -c
    features.hooks=false
    -c
    notify=[]
    -c
    features.plugins=false
    -c
    features.shell_tool=false
    -c
    web_search="disabled"
    -c
    project_doc_max_bytes=0
    -c
    model_instructions_file="role.md"
    -c
    include_permissions_instructions=false
    -c
    include_environment_context=false
    -c
    include_apps_instructions=false
    -c
    include_collaboration_mode_instructions=false
    -c
    skills.include_instructions=false
    -c
    agents.enabled=false
    -c
    features.multi_agent=false
    -c
    features.goals=false
    -c
    features.apps=false
    -c
    features.image_generation=false
    -c
    features.view_image=false
    -c
    tools.experimental_request_user_input.enabled=false
    -c
    model_reasoning_effort="low"
    -c
    mcp_servers.docs.enabled=false
    -m
    small
    -
    "#);
}

#[test]
fn gemini_clis_command_line_and_how_it_forgets() {
    let machine = machine(AgentClient::Gemini);
    name_of(&machine.distiller().with_model(Some("small".into())), "hello").unwrap();
    let seen = machine.seen();
    let at = seen[0].args.iter().position(|arg| arg == "--session-id").unwrap();
    let id = &seen[0].args[at + 1];
    assert_eq!(id.len(), 36);
    let names = [(&instructions()[..], "[instructions]"), (id, "[id]")];
    insta::assert_snapshot!(seen[0].line(&names), @r#"
    --prompt=[instructions]
    --skip-trust
    -o
    json
    -e
    none
    --allowed-mcp-server-names
    __none__
    --policy
    policy.toml
    --session-id
    [id]
    -m
    small
    "#);
    insta::assert_snapshot!(seen[1].line(&names), @r#"
    --delete-session
    [id]
    "#);
    assert_eq!(seen[1].cwd, seen[0].cwd);
    assert_eq!(seen[1].env["PALIMP_INTERNAL"], "1");
}

#[test]
fn opencodes_command_line_and_how_it_forgets() {
    insta::assert_snapshot!(command_line(AgentClient::Opencode), @r#"
    run
    --pure
    --agent
    palimp
    --format
    json
    --title
    palimp
    -m
    small
    "#);
    let machine = machine(AgentClient::Opencode);
    machine.distill("hello").unwrap();
    let seen = machine.seen();
    insta::assert_snapshot!(seen[1].line(&[]), @r#"
    session
    delete
    ses_e06c
    "#);
    let config = &seen[0].env["OPENCODE_CONFIG_CONTENT"];
    let config: serde_json::Value = serde_json::from_str(config).unwrap();
    assert_eq!(config["agent"]["palimp"]["prompt"], instructions());
    assert_eq!(config["agent"]["palimp"]["tools"]["*"], false);
    assert_eq!(config["mcp"]["docs"]["enabled"], false);
}

#[test]
fn the_conversation_comes_in_and_the_answer_out_whole() {
    for client in
        [AgentClient::Claude, AgentClient::Codex, AgentClient::Gemini, AgentClient::Opencode]
    {
        let machine = machine(client);
        let text = format!("--help 데이터베이스 🦀 {}", "말 word ".repeat(25_000));
        let answer = machine.distill(&text).unwrap();
        assert_eq!(answer.text, "pnpm-결정 🦀", "{client}");
        let seen = &machine.seen()[0];
        assert!(text.len() > 200_000 && seen.stdin.contains(&text), "{client}");
        assert!(seen.stdin.ends_with("</conversation>\n"));
        assert!(!seen.args.iter().any(|arg| arg.contains("데이터베이스")));
        let told = format!("{:?} {:?} {}", seen.args, seen.env, seen.stdin);
        assert_eq!(told.matches("Name the conversation between").count(), 1, "{client}");
    }
}

#[test]
fn the_client_works_in_a_directory_of_its_own_of_which_nothing_is_left() {
    for (client, files) in [
        (AgentClient::Claude, ""),
        (AgentClient::Codex, "role.md\n"),
        (AgentClient::Gemini, "policy.toml\nrole.md\n"),
        (AgentClient::Opencode, ""),
    ] {
        let machine = machine(client);
        machine.distill("hello").unwrap();
        let seen = &machine.seen()[0];
        let scratch = machine.path("scratch").canonicalize().unwrap();
        assert_eq!(seen.cwd, scratch.join(format!("{client}-1")));
        assert_eq!(seen.files, files);
        assert_eq!(machine.left(), 0);
    }
}

#[test]
fn gemini_is_given_a_role_and_a_policy_instead_of_its_prompt_and_tools() {
    let script = "head -n 3 policy.toml | tr '\\n' ' ' >&2; exit 1";
    let said = Machine::with(AgentClient::Gemini, script).distill("hello").unwrap_err().to_string();
    assert!(said.contains(r#"toolName = "*" decision = "deny""#), "{said}");
    let machine = machine(AgentClient::Gemini).env("GEMINI_SYSTEM_MD", "of-the-user.md");
    machine.distill("hello").unwrap();
    assert_eq!(machine.seen()[0].env["GEMINI_SYSTEM_MD"], "role.md");
}

#[test]
fn the_environment_is_the_users_without_the_session_around_it() {
    let machine = machine(AgentClient::Claude)
        .env("ANTHROPIC_BASE_URL", "http://127.0.0.1:1")
        .env("CLAUDECODE", "1")
        .env("GEMINI_SESSION_ID", "abc")
        .env("PALIMP_RUN", "run-0");
    machine.distill("hello").unwrap();
    let env = machine.only().env;
    assert_eq!(env["PALIMP_INTERNAL"], "1");
    assert_eq!(env["ANTHROPIC_BASE_URL"], "http://127.0.0.1:1");
    assert_eq!(env["LANG"], "ko_KR.UTF-8");
    for gone in ["CLAUDECODE", "GEMINI_SESSION_ID", "PALIMP_RUN", "HOME"] {
        assert!(!env.contains_key(gone), "{gone}");
    }
}

#[test]
fn what_is_said_of_the_cost_is_told_else_it_is_estimated() {
    let cost = |client| machine(client).distill(&"word ".repeat(100)).unwrap().usage;
    assert_eq!(cost(AgentClient::Claude), TokenUsage { input: 127, cached: 20, output: 5 });
    assert_eq!(cost(AgentClient::Gemini), TokenUsage { input: 90, cached: 10, output: 5 });
    let estimated = cost(AgentClient::Codex);
    assert!((150..300).contains(&estimated.input), "{estimated:?}");
    assert_eq!((estimated.cached, estimated.output), (0, 6));
}

#[test]
fn a_mention_of_a_file_is_not_taken_for_one() {
    let machine = Machine::with(AgentClient::Codex, "tee \"$seen/stdin\"");
    let answer = machine.distill("see @/etc/passwd and a@b").unwrap();
    let given = machine.only().stdin;
    assert!(!given.contains("@/etc/passwd"), "{given}");
    assert!(answer.text.contains("see @/etc/passwd and a@b"), "{}", answer.text);
}

/// The model that was asked for.
fn model(machine: &Machine) -> Option<String> {
    machine.distill("hello").unwrap();
    let args = machine.seen().swap_remove(0).args;
    let flag = args.iter().position(|arg| arg == "-m" || arg == "--model")?;
    Some(args[flag + 1].clone())
}

#[test]
fn a_cheap_model_is_asked_for_where_none_is_named() {
    assert_eq!(model(&machine(AgentClient::Claude)).as_deref(), Some("haiku"));
    assert_eq!(model(&machine(AgentClient::Codex)).as_deref(), Some("gpt-6-luna"));
    assert_eq!(model(&machine(AgentClient::Gemini)).as_deref(), Some("flash-lite"));
    assert_eq!(model(&machine(AgentClient::Opencode)), None);
    let opencode = machine(AgentClient::Opencode);
    opencode.write("home/.config/opencode/opencode.json", r#"{"small_model": "a/tiny"}"#);
    assert_eq!(model(&opencode).as_deref(), Some("a/tiny"));
    let overlaid = machine(AgentClient::Opencode);
    let overlaid = overlaid.env("OPENCODE_CONFIG_CONTENT", r#"{"small_model": "b/tiny"}"#);
    assert_eq!(model(&overlaid).as_deref(), Some("b/tiny"));
}

#[test]
fn a_service_of_the_users_own_is_asked_for_no_model_that_it_may_lack() {
    for (config, expect) in [
        ("model_provider = \"openai\"", Some("gpt-6-luna")),
        ("model_provider = \"lab\"", None),
        ("profile = \"p\"\n[profiles.p]\nmodel_provider = \"lab\"", None),
        ("model_provider = \"lab\"\nprofile = \"p\"\n[profiles.p]\nmodel = \"x\"", None),
        ("model = [", Some("gpt-6-luna")),
    ] {
        let machine = machine(AgentClient::Codex);
        machine.write("home/.codex/config.toml", config);
        assert_eq!(model(&machine).as_deref(), expect, "{config}");
    }
}

#[test]
fn a_model_that_is_not_to_be_had_is_named_with_what_to_do() {
    let script = "cat >/dev/null; echo 'The model is not supported with your plan' >&2; exit 1";
    let error = Machine::with(AgentClient::Codex, script).distill("hello").unwrap_err().to_string();
    assert!(error.contains("The model was gpt-6-luna; hint: change `flush.model`"), "{error}");
}

#[test]
fn a_distiller_has_a_name_and_costs() {
    let distiller = machine(AgentClient::Claude).distiller();
    assert!(distiller.spends_tokens());
    assert_eq!(distiller.name(), "claude/haiku");
    assert_eq!(distiller.clone().with_model(Some(" ".into())).name(), "claude/haiku");
    assert_eq!(distiller.with_model(Some("sonnet".into())).name(), "claude/sonnet");
    assert_eq!(machine(AgentClient::Opencode).distiller().name(), "opencode");
}
