//! Finds the client in whose shell a command runs.
//!
//! A client marks the environment of its shells, and is a parent of whatever runs in them. Neither is proof
//! against an agent that hides both; each alone is enough to tell that the user did not type the command.

use std::path::Path;

use palimp_core::event::AgentClient;

use crate::descriptor::{self, ClientDescriptor};

/// Returns the client that marked the environment, or else the nearest one among the parents of this process.
/// A parent is its command line, word by word.
pub fn shell_agent(
    env: &dyn Fn(&str) -> Option<String>,
    parents: &[Vec<String>],
) -> Option<AgentClient> {
    let marked = descriptor::ALL_CLIENTS.into_iter().find(|known| is_marked(known, env));
    let runs = |line: &Vec<String>| {
        descriptor::ALL_CLIENTS.into_iter().find(|known| is_program(known, line))
    };
    marked.or_else(|| parents.iter().find_map(runs)).map(|known| known.client)
}

fn is_marked(known: &ClientDescriptor, env: &dyn Fn(&str) -> Option<String>) -> bool {
    let holds = |mark: &str| match mark.split_once('=') {
        Some((name, value)) => env(name).as_deref() == Some(value),
        None => env(mark).is_some_and(|value| !value.is_empty()),
    };
    known.shell_marks.iter().copied().chain(known.session_variable).any(holds)
}

/// Returns true if a command line starts the client: its program, or a script of its package.
fn is_program(known: &ClientDescriptor, line: &[String]) -> bool {
    let Some((program, words)) = line.split_first() else { return false };
    // Options of the interpreter stand before its script.
    let script = words.iter().find(|word| !word.starts_with('-'));
    let script = script.filter(|_| INTERPRETERS.contains(&file_stem(program)));
    [Some(program), script].into_iter().flatten().any(|path| {
        known.programs.contains(&file_stem(path))
            || known.packages.iter().any(|package| path.contains(&format!("/{package}/")))
    })
}

/// Programs that run a client's script.
const INTERPRETERS: [&str; 3] = ["node", "bun", "deno"];

fn file_stem(path: &str) -> &str {
    Path::new(path).file_stem().and_then(|stem| stem.to_str()).unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(marks: &[(&str, &str)], parents: &[&str], expect: Option<AgentClient>) {
        let env = |name: &str| {
            marks.iter().find(|(it, _)| *it == name).map(|(_, value)| (*value).to_owned())
        };
        let words = |line: &&str| line.split_whitespace().map(str::to_owned).collect();
        let parents: Vec<Vec<String>> = parents.iter().map(words).collect();
        assert_eq!(shell_agent(&env, &parents), expect, "{marks:?} {parents:?}");
    }

    #[test]
    fn shell_mark_names_its_client() {
        check(&[("CLAUDECODE", "1")], &[], Some(AgentClient::Claude));
        check(&[("CODEX_SANDBOX", "seatbelt")], &[], Some(AgentClient::Codex));
        check(&[("CODEX_THREAD_ID", "0199")], &[], Some(AgentClient::Codex));
        check(&[("GEMINI_CLI", "1")], &[], Some(AgentClient::Gemini));
        check(&[("OPENCODE", "1")], &[], Some(AgentClient::Opencode));
        check(&[("COPILOT_CLI", "1")], &[], Some(AgentClient::Copilot));
        check(&[("CURSOR_AGENT", "1")], &[], Some(AgentClient::Cursor));
        check(&[("OPENCLAW_SHELL", "exec")], &[], Some(AgentClient::Openclaw));
    }

    #[test]
    fn setting_of_the_user_marks_no_shell() {
        check(&[("CLAUDECODE", "")], &[], None);
        check(&[("OPENCLAW_SHELL", "tui-local")], &[], None);
        check(
            &[("CODEX_HOME", "/x"), ("GEMINI_API_KEY", "x"), ("OPENCODE_CONFIG", "x")],
            &[],
            None,
        );
    }

    #[test]
    fn parent_program_names_its_client() {
        check(
            &[],
            &["/bin/bash -c x", "/home/dev/bin/codex exec --json"],
            Some(AgentClient::Codex),
        );
        check(&[], &["/opt/copilot-linux-x64/copilot -p x"], Some(AgentClient::Copilot));
        let gemini = "/usr/bin/node --max-old-space-size=12052 /x/node_modules/.bin/gemini -p x";
        check(&[], &[gemini], Some(AgentClient::Gemini));
        let claude = "node /usr/lib/node_modules/@anthropic-ai/claude-code/cli.js";
        check(&[], &["zsh", claude], Some(AgentClient::Claude));
    }

    #[test]
    fn other_parents_are_the_users() {
        check(&[], &["-zsh", "tmux new -s claude", "/home/claude/bin/zsh", "vim codex.md"], None);
        check(&[], &["/usr/share/cursor/cursor .", "node server.js gemini"], None);
    }
}
