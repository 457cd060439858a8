//! palimp's MCP server among each client's own.

use std::path::Path;

use palimp_clients::install::{
    ClientPresence, HookCommand, HookState, InstallOutcome, InstallRecord, InstallTarget,
    ServerState, detect_client,
};
use proptest::prelude::*;

use crate::support::{World, value};

/// The file that holds a client's servers.
fn file(target: InstallTarget) -> &'static str {
    match target {
        InstallTarget::Claude => ".claude.json",
        InstallTarget::Codex => ".codex/config.toml",
        InstallTarget::Gemini => ".gemini/settings.json",
        InstallTarget::Opencode => ".config/opencode/opencode.json",
        InstallTarget::Copilot => ".copilot/mcp-config.json",
        InstallTarget::Cursor => ".cursor/mcp.json",
        InstallTarget::Openclaw => ".openclaw/openclaw.json",
        InstallTarget::Chatgpt | InstallTarget::Palimp => unreachable!(),
    }
}

/// The targets whose servers stand in a JSON file.
fn json_targets() -> impl Iterator<Item = InstallTarget> {
    InstallTarget::ALL.into_iter().filter(|target| *target != InstallTarget::Codex)
}

/// What a client that has no settings yet gets beside its hooks.
fn fresh(target: InstallTarget) -> String {
    let mut world = World::new();
    world.hook = world.hook.with_args(["--home", "/a b"]);
    world.install(target);
    let text = world.read(file(target));
    match target {
        InstallTarget::Codex => text,
        _ => {
            let mut all = value(&text);
            all.as_object_mut()
                .unwrap()
                .retain(|key, _| !["hooks", "plugins"].contains(&key.as_str()));
            all.to_string()
        }
    }
}

#[test]
fn each_client_gets_the_server_in_its_own_form() {
    insta::assert_snapshot!(fresh(InstallTarget::Claude), @r#"{"mcpServers":{"palimp":{"type":"stdio","command":"/opt/palimp","args":["mcp","--home","/a b"],"alwaysLoad":true}}}"#);
    insta::assert_snapshot!(fresh(InstallTarget::Codex), @r#"
    [mcp_servers.palimp]
    command = "/opt/palimp"
    args = ["mcp", "--home", "/a b"]
    "#);
    insta::assert_snapshot!(fresh(InstallTarget::Gemini), @r#"{"mcpServers":{"palimp":{"command":"/opt/palimp","args":["mcp","--home","/a b"]}}}"#);
    insta::assert_snapshot!(fresh(InstallTarget::Opencode), @r#"{"mcp":{"palimp":{"type":"local","command":["/opt/palimp","mcp","--home","/a b"],"enabled":true}}}"#);
    insta::assert_snapshot!(fresh(InstallTarget::Copilot), @r#"{"mcpServers":{"palimp":{"type":"local","command":"/opt/palimp","args":["mcp","--home","/a b"],"tools":["*"]}}}"#);
    insta::assert_snapshot!(fresh(InstallTarget::Cursor), @r#"{"mcpServers":{"palimp":{"command":"/opt/palimp","args":["mcp","--home","/a b"]}}}"#);
    insta::assert_snapshot!(fresh(InstallTarget::Openclaw), @r#"{"mcp":{"servers":{"palimp":{"command":"/opt/palimp","args":["mcp","--home","/a b"]}}}}"#);
}

#[test]
fn a_machine_without_a_client_is_left_as_it_was() {
    for target in InstallTarget::ALL {
        let mut world = World::new();
        let changes = world.install(target);
        assert!(changes.iter().all(|change| change.what == InstallOutcome::Created), "{changes:?}");
        assert!(changes.iter().any(|change| change.path == world.path(file(target))));
        let before = world.everything();
        assert!(
            world.install(target).iter().all(|change| change.what == InstallOutcome::Unchanged)
        );
        assert_eq!(world.everything(), before);
        world.uninstall(target);
        assert!(world.everything().is_empty(), "{target}: {:?}", world.everything());
        assert!(world.record.is_empty());
    }
}

/// Settings as people keep them, with other servers and without.
const JSON: &[&str] = &[
    "",
    "{}",
    "{}\n",
    "{\"a\":1}",
    "{ \"a\": 1 }",
    "{\n  \"a\": 1\n}",
    "{\r\n\t\"a\": 1,\r\n}\r\n",
    "\u{feff}{\n    \"한글\": [1, 2] // mine\n}\n",
    "// a heading\n{\n}\n",
    "{\"mcpServers\": {}, \"mcp\": {}}",
    "{\"mcpServers\":{\"x\":{\"command\":\"npx\"}},\"mcp\":{\"servers\":{}}}",
    "{\n  \"mcpServers\": {\n    // mine\n    \"x\": {\n      \"command\": \"npx\", // it\n    },\n  },\n  \"mcp\": {\n    \"servers\": {\n      // none yet\n    }\n  },\n  \"z\": null\n}\n",
    "{\n  \"mcpServers\": {\n    \"x\": {\n      \"command\": \"npx\"\n    }\n  },\n  \"mcp\": { \"x\": { \"type\": \"remote\" } }\n}",
];

#[test]
fn what_was_registered_comes_out_without_a_trace() {
    for target in json_targets() {
        for text in JSON {
            let mut world = World::new();
            world.write(file(target), text);
            let before = world.everything();
            world.install(target);
            assert_eq!(world.check(target).server, ServerState::Present, "{target}: {text}");
            let installed = world.everything();
            world.install(target);
            assert_eq!(world.everything(), installed);
            world.uninstall(target);
            assert_eq!(world.read(file(target)), *text, "{target}");
            assert_eq!(world.everything(), before);
        }
    }
}

#[test]
fn other_servers_and_comments_stay() {
    for target in json_targets() {
        for text in JSON {
            let mut world = World::new();
            world.write(file(target), text);
            world.install(target);
            let after = world.read(file(target));
            for word in ["\"a\"", "npx", "// mine", "// it", "// none yet", "한글", "remote"] {
                assert_eq!(after.contains(word), text.contains(word), "{target}: {after}");
            }
        }
    }
}

#[test]
fn a_file_that_its_client_rewrote_loses_palimps_entry_alone() {
    for target in json_targets() {
        for text in JSON {
            let mut world = World::new();
            world.write(file(target), text);
            world.install(target);
            let mut rewritten = value(&world.read(file(target)));
            rewritten["numStartups"] = 7.into();
            world.write(file(target), format!("{rewritten:#}"));
            world.install(target);
            assert_eq!(value(&world.read(file(target))), rewritten, "a second run changes nothing");
            world.uninstall(target);
            let mut expected = value(text);
            if expected.is_null() {
                expected = serde_json::json!({});
            }
            expected["numStartups"] = 7.into();
            assert_eq!(value(&world.read(file(target))), expected, "{target}: {text}");
        }
    }
}

#[test]
fn a_moved_binary_is_followed_and_the_users_own_choices_stay() {
    for target in InstallTarget::ALL {
        let mut world = World::new();
        world.install(target);
        let text = world.read(file(target));
        world.write(
            file(target),
            text.replace("\"alwaysLoad\": true", "\"alwaysLoad\": false")
                .replace("\"enabled\": true", "\"enabled\": false")
                .replace("\"*\"", "\"memory_search\""),
        );
        world.hook = HookCommand::new(Path::new("/new place/palimp")).unwrap();
        let ServerState::OtherCommand(line) = world.check(target).server else { panic!() };
        assert_eq!(line, "/opt/palimp mcp");
        world.install(target);
        assert_eq!(world.check(target).server, ServerState::Present);
        let after = world.read(file(target));
        assert!(!after.contains("/opt/palimp"), "{after}");
        assert!(!after.contains("\"alwaysLoad\": true") && !after.contains("\"enabled\": true"));
        assert!(!after.contains("\"*\"") || target == InstallTarget::Gemini, "{after}");
        world.uninstall(target);
        assert!(world.everything().is_empty(), "{target}: {:?}", world.everything());
    }
}

#[test]
fn a_server_of_the_same_name_that_is_not_palimp_is_left_alone() {
    for (target, text) in [
        (
            InstallTarget::Claude,
            r#"{"mcpServers": {"palimp": {"type": "http", "url": "http://x"}}}"#,
        ),
        (
            InstallTarget::Cursor,
            r#"{"mcpServers": {"palimp": {"command": "npx", "args": ["palimp", "mcp"]}}}"#,
        ),
        (InstallTarget::Openclaw, r#"{"mcp": {"servers": {"palimp": null}}}"#),
        (InstallTarget::Codex, "[mcp_servers.palimp]\nurl = \"http://x\"\n"),
    ] {
        let mut world = World::new();
        world.write(file(target), text);
        let changes = world.install(target);
        let change = changes.iter().find(|it| it.path == world.path(file(target))).unwrap();
        // OpenClaw's plugin stands in the same file.
        let kept = target != InstallTarget::Openclaw;
        assert_eq!(
            change.what,
            if kept { InstallOutcome::Kept } else { InstallOutcome::Edited },
            "{target}"
        );
        assert!(change.note.as_ref().unwrap().contains("is named `palimp`"));
        assert_eq!(world.check(target).server, ServerState::Foreign);
        assert_eq!(world.read(file(target)) == text, kept, "{target}");
        world.uninstall(target);
        assert_eq!(world.read(file(target)), text);
    }
}

#[test]
fn a_missing_registration_is_found() {
    for target in InstallTarget::ALL {
        let mut world = World::new();
        assert_eq!(world.check(target).server, ServerState::Missing);
        world.install(target);
        let status = world.check(target);
        assert_eq!(status.server, ServerState::Present);
        assert_eq!(status.hooks, HookState::Present);
        world.write(file(target), if target == InstallTarget::Codex { "" } else { "{}" });
        assert_eq!(world.check(target).server, ServerState::Missing);
        world.write(file(target), "{]");
        assert!(matches!(world.check(target).server, ServerState::Unreadable(_)));
    }
}

#[test]
fn without_a_record_the_entry_is_found_by_what_it_runs() {
    for target in InstallTarget::ALL {
        let mut world = World::new();
        world.install(target);
        world.record = InstallRecord::default();
        assert!(
            world.install(target).iter().all(|change| change.what == InstallOutcome::Unchanged)
        );
        world.uninstall(target);
        let left =
            if world.exists(file(target)) { world.read(file(target)) } else { String::new() };
        assert!(!left.contains("/opt/palimp"), "{target}: {left}");
    }
}

#[test]
fn settings_that_cannot_be_understood_are_left_alone() {
    for (target, text, reason) in [
        (InstallTarget::Claude, "{\"mcpServers\": []}", "`mcpServers` must be an object"),
        (
            InstallTarget::Openclaw,
            "{\n mcp: {servers: 1}}",
            "line 2: `mcp.servers` must be an object",
        ),
        (InstallTarget::Opencode, "{'mcp': 1}", "is not valid JSON"),
        (InstallTarget::Codex, "model = 'x'\n[mcp_servers", "line 2 is not valid TOML"),
        (InstallTarget::Codex, "a = 1\nmcp_servers = 1\n", "line 2: `mcp_servers` must be a table"),
    ] {
        let mut world = World::new();
        world.write(file(target), text);
        let before = world.everything();
        let message = world.try_install(target).unwrap_err().to_string();
        assert!(message.contains(reason) && message.contains("cannot edit "), "{message}");
        assert_eq!(world.everything(), before);
    }
}

#[test]
fn openclaws_settings_may_be_json5() {
    let text = "// mine\n{\n  gateway: { port: 0x4965, name: 'x', },\n  mcp: { servers: { y: { command: 'npx' } } },\n}\n";
    let mut world = World::new();
    world.write(file(InstallTarget::Openclaw), text);
    world.install(InstallTarget::Openclaw);
    let after = world.read(file(InstallTarget::Openclaw));
    assert!(after.contains("{ y: { command: 'npx' }, \"palimp\": {\"command\": \"/opt/palimp\", \"args\": [\"mcp\"]} }"), "{after}");
    world.uninstall(InstallTarget::Openclaw);
    assert_eq!(world.read(file(InstallTarget::Openclaw)), text);
}

#[test]
fn files_stand_where_the_environment_says() {
    let mut world = World::new();
    for (variable, to) in
        [("CLAUDE_CONFIG_DIR", "a"), ("CODEX_HOME", "b"), ("OPENCLAW_STATE_DIR", "c")]
    {
        world.variables.insert(variable.into(), world.path(to).into());
    }
    for target in [InstallTarget::Claude, InstallTarget::Codex, InstallTarget::Openclaw] {
        world.install(target);
    }
    for name in ["a/.claude.json", "b/config.toml", "c/openclaw.json"] {
        assert!(world.exists(name), "{name}");
    }
    let config = world.path("d/claw.json");
    world.variables.insert("OPENCLAW_CONFIG_PATH".into(), config.into());
    world.install(InstallTarget::Openclaw);
    assert!(world.exists("d/claw.json"));
    world.variables.clear();
    for target in [InstallTarget::Claude, InstallTarget::Codex, InstallTarget::Openclaw] {
        world.uninstall(target);
    }
    assert!(world.everything().is_empty(), "{:?}", world.everything());
}

#[test]
fn opencodes_commented_settings_are_used_where_they_are_the_only_ones() {
    let mut world = World::new();
    let commented = ".config/opencode/opencode.jsonc";
    world.write(commented, "{\n  // mine\n}\n");
    world.install(InstallTarget::Opencode);
    assert!(
        world.read(commented).contains("palimp") && !world.exists(file(InstallTarget::Opencode))
    );
    world.uninstall(InstallTarget::Opencode);
    assert_eq!(world.read(commented), "{\n  // mine\n}\n");
}

#[test]
fn cursor_and_openclaw_are_found() {
    let world = World::new();
    assert_eq!(detect_client(InstallTarget::Cursor, &world.places()), ClientPresence::Nothing);
    world.write(".cursor/x", "");
    world.write(".openclaw/x", "");
    for (target, dir) in
        [(InstallTarget::Cursor, ".cursor"), (InstallTarget::Openclaw, ".openclaw")]
    {
        assert_eq!(
            detect_client(target, &world.places()),
            ClientPresence::Settings(world.path(dir))
        );
        assert_eq!(target.name().parse::<InstallTarget>().unwrap(), target);
    }
    let error = "vim".parse::<InstallTarget>().unwrap_err().to_string();
    assert!(error.contains("'vim'") && error.contains("openclaw"), "{error}");
}

/// Codex CLI's settings as people and the program itself keep them.
const TOML: &[&str] = &[
    "",
    "\n",
    "model = 'x'",
    "model = 'x'\n",
    "model = \"x\"\r\n# 한글\r\n[tui]\r\ntheme = \"dark\"\r\n",
    "[mcp_servers.x]\ncommand = \"npx\"\nargs = [\n  \"a\", # first\n]\n",
    "[mcp_servers]\nx = { command = \"npx\" }\n",
    "[mcp_servers]\nx.command = \"npx\"\n\n[tui]\n# nothing\n",
    "mcp_servers.x.command = \"npx\"\n",
    "mcp_servers = { x = { command = \"npx\" } }\nmodel = 'x' # mine\n",
    "mcp_servers = {}\n",
    "[[hooks.Stop]]\nmatcher = \"*\"\n\n[hooks.state.\"/x:stop:0:0\"]\ntrusted_hash = \"sha256:0\"\n# the end",
    "text = \"\"\"\n[mcp_servers.palimp]\n\"\"\"\n",
];

#[test]
fn codexs_config_becomes_what_it_was() {
    for text in TOML {
        let mut world = World::new();
        world.write(file(InstallTarget::Codex), text);
        let before = world.everything();
        world.install(InstallTarget::Codex);
        assert_eq!(world.check(InstallTarget::Codex).server, ServerState::Present, "{text}");
        let installed = world.everything();
        world.install(InstallTarget::Codex);
        assert_eq!(world.everything(), installed);
        world.uninstall(InstallTarget::Codex);
        assert_eq!(world.read(file(InstallTarget::Codex)), *text);
        assert_eq!(world.everything(), before);
    }
}

#[test]
fn what_codex_writes_into_its_config_later_stays() {
    for text in TOML {
        let mut world = World::new();
        world.write(file(InstallTarget::Codex), text);
        world.install(InstallTarget::Codex);
        let installed = world.read(file(InstallTarget::Codex));
        // Codex CLI puts trust behind, a person a setting in front.
        let behind = "\n# trust\n[projects.\"/home/dev\"]\ntrust_level = \"trusted\"\n";
        world.write(file(InstallTarget::Codex), format!("{installed}{behind}"));
        world.uninstall(InstallTarget::Codex);
        assert_eq!(world.read(file(InstallTarget::Codex)), format!("{text}{behind}"));

        let mut world = World::new();
        world.write(file(InstallTarget::Codex), text);
        world.install(InstallTarget::Codex);
        let front = "review_model = \"y\" # why\n";
        let edited = format!("{front}{}{behind}", world.read(file(InstallTarget::Codex)));
        world.write(file(InstallTarget::Codex), edited);
        world.install(InstallTarget::Codex);
        world.uninstall(InstallTarget::Codex);
        let after = world.read(file(InstallTarget::Codex));
        let expected = format!("{front}{text}{behind}");
        let parse = |text: &str| {
            let document = text.parse::<toml_edit::DocumentMut>().unwrap();
            let mut table = document.as_table().clone();
            // The creator of the table that held the server is unknown.
            if table
                .get("mcp_servers")
                .and_then(|it| it.as_table_like())
                .is_some_and(|it| it.is_empty())
            {
                table.remove("mcp_servers");
            }
            table
                .iter()
                .map(|(key, item)| format!("{key}{}", item.to_string().trim()))
                .collect::<Vec<_>>()
        };
        assert_eq!(parse(&after).len(), parse(&expected).len(), "{after}");
        assert!(!after.contains("/opt/palimp"), "{after}");
        for line in expected.lines().filter(|line| line.contains('#')) {
            assert!(after.contains(line.trim()), "{line} is not in {after}");
        }
    }
}

#[test]
fn tables_that_codex_puts_below_palimps_go_with_it() {
    let mut world = World::new();
    world.write(file(InstallTarget::Codex), "model = 'x'\n");
    world.install(InstallTarget::Codex);
    let below = "\n[mcp_servers.palimp.tools.memory_search]\napproval_mode = \"approve\"\n\n# mine\n[tui]\n";
    let text = world.read(file(InstallTarget::Codex));
    world.write(file(InstallTarget::Codex), format!("# top\n{text}{below}"));
    world.uninstall(InstallTarget::Codex);
    assert_eq!(world.read(file(InstallTarget::Codex)), "# top\nmodel = 'x'\n\n# mine\n[tui]\n");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_is_too_odd(
        target in prop::sample::select(InstallTarget::ALL.to_vec()),
        text in "(\"mcpServers\":|\"mcp\":|\"palimp\":|mcp_servers|\\[mcp_servers.palimp\\]|=|\"\"|[\\[\\]{},:/*#\n\r 1한]){0,14}",
    ) {
        let mut world = World::new();
        world.write(file(target), &text);
        if world.try_install(target).is_ok() {
            world.install(target);
            world.uninstall(target);
        }
        prop_assert_eq!(world.read(file(target)), text);
    }
}
