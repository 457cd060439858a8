//! opencode's plugin as it is installed. `assets/test-opencode-plugin.mjs` drives it under
//! Node.js, which these tests do without.

use std::path::Path;

use palimp_clients::install::HookCommand;
use palimp_core::AgentClient;

use crate::support::{World, settings};

fn plugin(hook: HookCommand) -> String {
    let mut world = World::new();
    world.hook = hook;
    world.install(AgentClient::Opencode);
    world.read(settings(AgentClient::Opencode))
}

#[test]
fn the_plugin_calls_the_installed_binary() {
    let hook = HookCommand::new(Path::new("/it's \"here\"/palimp")).unwrap();
    let text = plugin(hook.with_args(["--home", "/a b"]));
    assert!(text.contains(
        r#"const COMMAND = ["/it's \"here\"/palimp","hook","opencode","--home","/a b"];"#
    ));
    assert!(text.contains(
        r#"const TOOLS = ["bash","edit","multiedit","write","patch","apply_patch","read"];"#
    ));
    assert!(!text.contains("@@"));
}

#[test]
fn more_tools_mean_all_tools() {
    let hook = HookCommand::new(Path::new("/opt/palimp")).unwrap();
    assert!(plugin(hook.with_tools(["Read"])).contains("const TOOLS = null;"));
}

#[test]
fn the_plugin_is_one_module_without_dependencies() {
    let text = plugin(HookCommand::new(Path::new("/opt/palimp")).unwrap());
    let imports: Vec<_> = text.lines().filter(|line| line.starts_with("import ")).collect();
    assert_eq!(imports, [r#"import { spawn } from "node:child_process";"#]);
    // opencode calls each export as a plugin.
    assert_eq!(text.matches("\nexport ").count(), 1);
    assert!(text.is_ascii());
}

#[test]
fn the_plugins_brackets_match() {
    let text = plugin(HookCommand::new(Path::new("/opt/(palimp")).unwrap());
    let mut open = Vec::new();
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '/' if rest.peek() == Some(&'/') => {
                rest.by_ref().take_while(|&c| c != '\n').for_each(drop)
            }
            '"' => {
                while let Some(c) = rest.next().filter(|&c| c != '"') {
                    assert_ne!(c, '\n', "a string runs over its line");
                    rest.next_if(|_| c == '\\');
                }
            }
            '(' => open.push(')'),
            '[' => open.push(']'),
            '{' => open.push('}'),
            ')' | ']' | '}' => assert_eq!(open.pop(), Some(c)),
            _ => {}
        }
    }
    assert!(open.is_empty());
}

#[test]
fn the_plugin_knows_the_hooks_that_opencode_calls() {
    let text = plugin(HookCommand::new(Path::new("/opt/palimp")).unwrap());
    for hook in [
        "event: (",
        "\"chat.message\": ",
        "\"tool.execute.after\": ",
        "\"experimental.text.complete\": ",
        "\"experimental.chat.system.transform\": ",
        "\"experimental.session.compacting\": ",
        "dispose: (",
    ] {
        assert!(text.contains(hook), "{hook}");
    }
}
