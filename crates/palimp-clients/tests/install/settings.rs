//! What becomes of the text of settings files.

use palimp_clients::install::{HookCommand, InstallOutcome, InstallRecord};
use palimp_core::AgentClient;
use std::path::Path;

use crate::support::{JSON_CLIENTS, World, commands, each, moved, settings, value, whats};

/// Settings as people keep them.
const SETTINGS: &[&str] = &[
    "",
    "\n\n",
    "{}",
    "{ }",
    "{}\n",
    "{\n}\n",
    "{\n\n}\n",
    "{\n  // nothing yet\n}\n",
    "{ /* nothing */ }",
    "// a heading\n{}",
    "// only a comment",
    "/* only a comment */\r\n",
    r#"{"model":"opus","permissions":{"allow":["Bash(ls:*)"]}}"#,
    r#"{"model": "opus"}"#,
    r#"{"model": "opus",}"#,
    r#"{ "model": "opus" /* the best */ }"#,
    "{\n  \"model\": \"opus\"\n}",
    "{\n  \"model\": \"opus\",\n}\n",
    "{\n  \"model\": \"opus\", // the best\n}\n",
    "{\n  \"model\": \"opus\" // the best\n}\n",
    "{\n  \"model\": \"opus\" /* the\n best */\n  // \"old\": 1\n}\n",
    "{\r\n\t\"model\": \"opus\",\r\n\t\"한글\": [1, 2]\r\n}\r\n",
    "\u{feff}{\n    \"model\": \"opus\"\n}\n",
    "{\n  \"a\": 1,\n  \"b\": 2 }",
    "{ \"a\": 1,\n  \"b\": 2 // c\n}",
    "{\n\"a\": {\n\"b\": 1\n}\n}\n",
    "{\"hooks\":{}}",
    "{\"hooks\": {}, \"z\": 1}",
    "{\n  \"hooks\": {},\n  \"z\": 1\n}\n",
    "{\n  \"hooks\": {\n  }\n}\n",
    "{\n  \"hooks\": {\n    // mine\n  }\n}\n",
    "{\n  \"hooks\": {\"Stop\": [], \"AfterAgent\": [ ], \"agentStop\": [\n]}\n}\n",
    "{\n  \"hooks\": { // mine\n\"agentStop\": [], \"Stop\": [], \"AfterAgent\": []}\n}\n",
    "{\n  \"\\u0068ooks\": {}\n}\n",
    "{\"hooks\": {\"x\": 1}, \"hooks\": {}}",
    r#"{
  "hooks": {
    "Stop": [
      { "hooks": [ { "type": "command", "command": "say done" } ] } // mine
    ],
    "SessionStart": [{
      "matcher": "startup",
      "hooks": [{"type": "command", "command": "echo palimp hook claude"}]
    }],
    "PostToolUse": [
      {
        "matcher": "Edit",
        "hooks": [
          { "type": "command", "command": "fmt" },
        ],
      },
    ],
  },
  "model": "opus",
}
"#,
];

#[test]
fn what_was_installed_comes_out_without_a_trace() {
    for client in JSON_CLIENTS {
        for text in SETTINGS {
            let mut world = World::with_settings(client, text);
            let before = world.everything();
            world.install(client);
            assert_ne!(world.read(settings(client)), *text);
            let changes = world.uninstall(client);
            assert_eq!(whats(&changes), each(InstallOutcome::Edited, InstallOutcome::Removed));
            assert_eq!(world.read(settings(client)), *text, "{client}");
            assert_eq!(world.everything(), before);
            assert!(world.record.is_empty());
        }
    }
}

#[test]
fn a_second_install_touches_nothing() {
    for client in JSON_CLIENTS {
        for text in SETTINGS {
            let mut world = World::with_settings(client, text);
            world.install(client);
            let (files, record) = (world.everything(), world.record.clone());
            let written = |world: &World| {
                world.path(settings(client)).metadata().unwrap().modified().unwrap()
            };
            let then = written(&world);
            let unchanged = each(InstallOutcome::Unchanged, InstallOutcome::Unchanged);
            assert_eq!(whats(&world.install(client)), unchanged);
            assert_eq!(whats(&world.plan(client)), unchanged);
            assert_eq!(written(&world), then);
            assert_eq!((world.everything(), world.record), (files, record));
        }
    }
}

#[test]
fn every_line_of_the_file_stays() {
    for client in JSON_CLIENTS {
        for text in SETTINGS {
            let mut world = World::with_settings(client, text);
            world.install(client);
            let after = world.read(settings(client));
            let mut rest = after.as_str();
            for c in text.chars() {
                let at = rest.find(c).unwrap_or_else(|| panic!("lost {c:?} of {text:?}:\n{after}"));
                rest = &rest[at + c.len_utf8()..];
            }
            let comments = |text: &str| text.matches("//").count() + text.matches("/*").count();
            assert_eq!(comments(&after), comments(text));
            assert_eq!(after.contains("\r\n"), text.contains("\r\n"));
            assert!(!text.contains("\r\n") || !after.replace("\r\n", "").contains('\n'));
        }
    }
}

#[test]
fn entries_follow_the_files_own_hand() {
    let settings_after = |text: &str| {
        let mut world = World::with_settings(AgentClient::Copilot, text);
        world.install(AgentClient::Copilot);
        world.read(settings(AgentClient::Copilot))
    };
    let first_lines = |text: &str, n: usize| text.lines().take(n).collect::<Vec<_>>().join("\n");
    insta::assert_snapshot!(first_lines(&settings_after("{\n\t\"version\": 1\n}\n"), 9), @r#"
    {
    	"version": 1,
    	"hooks": {
    		"sessionStart": [
    			{
    				"type": "command",
    				"bash": "/opt/palimp hook copilot sessionStart",
    				"timeoutSec": 10
    			}
    "#);
    insta::assert_snapshot!(
        first_lines(&settings_after("{\n    \"version\": 1, // it\n    \"hooks\": {\"sessionStart\": [{\"bash\": \"x\"}]},\n}\n"), 5),
        @r#"
        {
            "version": 1, // it
            "hooks": {"sessionStart": [{"bash": "x"}, {"type": "command", "bash": "/opt/palimp hook copilot sessionStart", "timeoutSec": 10}], "userPromptSubmitted": [{"type": "command", "bash": "/opt/palimp hook copilot userPromptSubmitted", "timeoutSec": 10}], "preToolUse": [{"type": "command", "bash": "/opt/palimp hook copilot preToolUse", "timeoutSec": 10}], "postToolUse": [{"type": "command", "bash": "/opt/palimp hook copilot postToolUse", "timeoutSec": 10}], "postToolUseFailure": [{"type": "command", "bash": "/opt/palimp hook copilot postToolUseFailure", "timeoutSec": 10}], "preCompact": [{"type": "command", "bash": "/opt/palimp hook copilot preCompact", "timeoutSec": 10}], "agentStop": [{"type": "command", "bash": "/opt/palimp hook copilot agentStop", "timeoutSec": 10}], "sessionEnd": [{"type": "command", "bash": "/opt/palimp hook copilot sessionEnd", "timeoutSec": 10}]},
        }
        "#
    );
    insta::assert_snapshot!(
        settings_after(r#"{"version":1,"hooks":{"sessionStart":[{"bash":"x"}]}}"#).split(",\"userP").next().unwrap(),
        @r#"
        {"version":1,"hooks":{"sessionStart":[{"bash":"x"},{"type":"command","bash":"/opt/palimp hook copilot sessionStart","timeoutSec":10}]
        "#
    );
}

#[test]
fn comments_stay_with_what_they_describe() {
    let text = "{\n  \"hooks\": {\n    \"Stop\": [\n      {\"hooks\": []} // first\n      // after\n    ]\n  } // hooks\n}\n";
    let mut world = World::with_settings(AgentClient::Codex, text);
    world.hook = HookCommand::new(Path::new("p/palimp")).unwrap();
    world.install(AgentClient::Codex);
    insta::assert_snapshot!(world.read(settings(AgentClient::Codex)).lines().take(17).collect::<Vec<_>>().join("\n"), @r#"
    {
      "hooks": {
        "Stop": [
          {"hooks": []}, // first
          {
            "hooks": [
              {
                "type": "command",
                "command": "p/palimp hook codex",
                "timeout": 5
              }
            ]
          }
          // after
        ],
        "SessionStart": [
          {
    "#);
}

#[test]
fn settings_rewritten_by_their_client_lose_palimps_entries_alone() {
    for client in JSON_CLIENTS {
        for text in SETTINGS {
            let mut world = World::with_settings(client, text);
            world.install(client);
            let mut rewritten = value(&world.read(settings(client)));
            rewritten["later"] = "한글".into();
            world.write(settings(client), format!("{rewritten:#}\n"));
            world.uninstall(client);

            let mut expected = value(text);
            if expected.is_null() {
                expected = serde_json::json!({});
            }
            expected["later"] = "한글".into();
            let mut found = value(&world.read(settings(client)));
            let demands = matches!(client, AgentClient::Copilot | AgentClient::Cursor);
            if value(text).get("version").is_none() && demands {
                // These clients require `version` in a file with hooks.
                found.as_object_mut().unwrap().remove("version");
            }
            assert_eq!(found, expected, "{client}: {text}");
        }
    }
}

#[test]
fn a_moved_binary_changes_palimps_entries_alone() {
    for client in JSON_CLIENTS {
        for text in SETTINGS {
            let mut world = World::with_settings(client, text);
            world.install(client);
            let old = world.read(settings(client));
            world.hook = HookCommand::new(Path::new("/new place/palimp")).unwrap();
            world.install(client);
            let new = world.read(settings(client));
            assert_eq!(new, moved(&old, "/new place/palimp"));
            let unchanged = each(InstallOutcome::Unchanged, InstallOutcome::Unchanged);
            assert_eq!(whats(&world.install(client)), unchanged);
            world.uninstall(client);
            assert_eq!(world.read(settings(client)), *text);
        }
    }
}

#[test]
fn entries_are_found_without_a_record() {
    for client in JSON_CLIENTS {
        for text in SETTINGS {
            let mut world = World::with_settings(client, text);
            world.install(client);
            world.record = InstallRecord::default();
            let unchanged = each(InstallOutcome::Unchanged, InstallOutcome::Unchanged);
            assert_eq!(whats(&world.install(client)), unchanged);
            world.uninstall(client);
            if !world.exists(settings(client)) {
                assert_eq!(client, AgentClient::Copilot, "{text}");
                continue;
            }
            let after = world.read(settings(client));
            assert!(!after.contains("/opt/palimp"), "{after}");
            for word in ["opus", "Bash(ls:*)", "한글", "say done", "fmt", "echo palimp hook"] {
                assert_eq!(after.contains(word), text.contains(word), "{after}");
            }
            assert!(world.uninstall(client).is_empty());
        }
    }
}

#[test]
fn what_the_user_adds_later_stays() {
    let mut world = World::with_settings(AgentClient::Claude, "{\n  \"model\": \"opus\"\n}\n");
    world.install(AgentClient::Claude);
    let text = world.read(settings(AgentClient::Claude));
    let text = text
        .replace("\"model\"", "// mine\n  \"theme\": \"dark\",\n  \"model\"")
        .replace("\"Stop\": [\n", "\"Stop\": [\n      {\"hooks\": [{\"command\": \"bell\"}]},\n");
    world.write(settings(AgentClient::Claude), &text);
    assert_eq!(whats(&world.install(AgentClient::Claude)), [InstallOutcome::Unchanged; 2]);
    world.uninstall(AgentClient::Claude);
    insta::assert_snapshot!(world.read(settings(AgentClient::Claude)), @r#"
    {
      // mine
      "theme": "dark",
      "model": "opus",
      "hooks": {
        "Stop": [
          {"hooks": [{"command": "bell"}]}
        ]
      }
    }
    "#);
}

#[test]
fn a_handler_in_somebody_elses_group_leaves_the_group() {
    let text = r#"{"hooks": {"Stop": [{"matcher": "*", "hooks": [
        {"type": "command", "command": "bell"},
        {"type": "command", "command": "/old/palimp hook claude", "timeout": 99}
    ]}]}}"#;
    let mut world = World::with_settings(AgentClient::Claude, text);
    world.install(AgentClient::Claude);
    let after = world.read(settings(AgentClient::Claude));
    assert_eq!(commands(&after, "Stop"), ["bell", "/opt/palimp hook claude"]);
    assert_eq!(value(&after)["hooks"]["Stop"][0]["matcher"], "*", "not palimp's to change");
    world.uninstall(AgentClient::Claude);
    let expected = r#"{"hooks": {"Stop": [{"matcher": "*", "hooks": [{"type": "command", "command": "bell"}]}]}}"#;
    assert_eq!(value(&world.read(settings(AgentClient::Claude))), value(expected));
}

#[test]
fn entries_of_earlier_versions_are_renewed_and_cleared() {
    let text = r#"{"hooks": {
        "Notification": [{"hooks": [{"type": "command", "command": "palimp hook claude"}]}],
        "Stop": [{"hooks": [{"command": "palimp", "args": ["hook", "claude"]}]},
                 {"hooks": [{"type": "command", "command": "palimp hook claude"}]}],
        "SessionEnd": [{"matcher": "x", "hooks": [{"type": "command", "command": "palimp hook gemini"}]}],
        "PreCompact": [{"hooks": [{"type": "command", "command": "palimp-sync hook claude"}]}]
    }}"#;
    let mut world = World::with_settings(AgentClient::Claude, text);
    world.install(AgentClient::Claude);
    let after = world.read(settings(AgentClient::Claude));
    let ours = "/opt/palimp hook claude";
    assert!(value(&after)["hooks"].get("Notification").is_none());
    assert_eq!(commands(&after, "Stop"), [ours]);
    assert_eq!(commands(&after, "SessionEnd"), [ours]);
    assert_eq!(commands(&after, "PreCompact"), ["palimp-sync hook claude", ours]);
    let session_end = &value(&after)["hooks"]["SessionEnd"];
    assert_eq!(
        session_end,
        &value(&format!(
            r#"[{{"hooks": [{{"type": "command", "command": "{ours}", "timeout": 10}}]}}]"#
        ))
    );
    assert_eq!(whats(&world.install(AgentClient::Claude)), [InstallOutcome::Unchanged; 2]);
    world.uninstall(AgentClient::Claude);
    let after = value(&world.read(settings(AgentClient::Claude)));
    assert_eq!(commands(&after.to_string(), "PreCompact"), ["palimp-sync hook claude"]);
    assert!(!after.to_string().contains(ours));
}

#[test]
fn the_places_of_others_hooks_do_not_change() {
    let text = r#"{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "a"}]}]}}"#;
    let mut world = World::with_settings(AgentClient::Codex, text);
    world.install(AgentClient::Codex);
    let mut edited = value(&world.read(settings(AgentClient::Codex)));
    let last = value(r#"{"hooks": [{"type": "command", "command": "b"}]}"#);
    edited["hooks"]["Stop"].as_array_mut().unwrap().push(last);
    world.write(settings(AgentClient::Codex), edited.to_string());
    world.hook = HookCommand::new(Path::new("/new/palimp")).unwrap();
    world.install(AgentClient::Codex);
    let after = world.read(settings(AgentClient::Codex));
    assert_eq!(commands(&after, "Stop"), ["a", "/new/palimp hook codex", "b"]);
}

#[test]
fn settings_that_cannot_be_understood_are_left_alone() {
    let cases: [(&[u8], &str); 9] = [
        (b"{\n  \"a\": 1\n  \"b\": 2\n}", "line 2 is not valid JSON (expected comma)"),
        (b"{\"a\": 1", "line 1 is not valid JSON (unterminated object)"),
        (b"{'a': 1}", "single-quoted strings are not allowed"),
        (b"{} {}", "text cannot contain more than one JSON value"),
        (b"[]", "line 1: the whole file must be an object (`{…}`)"),
        (b"{\n\n\"hooks\": null}", "line 3: `hooks` must be an object"),
        (b"{\"hooks\": []}", "`hooks` must be an object"),
        (b"{\"hooks\": {\n\"SessionStart\": {}}}", "line 2: `hooks.SessionStart` must be an array"),
        (b"{\"a\": \"\xff\"}", "is not UTF-8"),
    ];
    for (text, reason) in cases {
        let mut world = World::new();
        world.write(settings(AgentClient::Claude), text);
        let before = world.everything();
        let message = world.try_install(AgentClient::Claude).unwrap_err().to_string();
        assert!(message.contains(reason), "{message}");
        assert!(message.contains("cannot edit ") && message.contains("settings.json"), "{message}");
        assert_eq!(world.everything(), before, "and so is every other file");
        assert!(world.record.is_empty());
    }
}

#[test]
fn unrelated_values_of_any_type_do_not_stand_in_the_way() {
    let text = r#"{"hooks": {"enabled": true, "Other": null, "Stop": [1, "x", null, {}, {"hooks": 1},
        {"hooks": [null, {"command": 7}, {"command": "palimp"}]}]}, "n": -1.5e3, "hooksConfig": []}"#;
    for client in [AgentClient::Claude, AgentClient::Codex, AgentClient::Gemini] {
        let mut world = World::with_settings(client, text);
        world.install(client);
        world.write(settings(client), world.read(settings(client)) + "\n");
        world.uninstall(client);
        assert_eq!(value(&world.read(settings(client))), value(text));
    }
}

#[test]
fn the_record_holds_nothing_of_the_users() {
    let text = "{\n  \"env\": {\"TOKEN\": \"sk-secret\"},\n  \"hooks\": {\"Stop\": [{\"hooks\": [{\"command\": \"mine\"}]}]}\n}\n";
    let mut world = World::with_settings(AgentClient::Claude, text);
    world.install(AgentClient::Claude);
    let stored = serde_json::to_string(&world.record).unwrap();
    for word in ["sk-secret", "TOKEN", "mine"] {
        assert!(!stored.contains(word), "{stored}");
    }
    let loaded: InstallRecord = serde_json::from_str(&stored).unwrap();
    assert_eq!(loaded, world.record);
    assert_eq!(loaded.files(AgentClient::Claude).count(), 3);
    world.record = loaded;
    world.uninstall(AgentClient::Claude);
    assert_eq!(world.read(settings(AgentClient::Claude)), text);
    assert_eq!(serde_json::to_string(&world.record).unwrap(), "{}");
}
