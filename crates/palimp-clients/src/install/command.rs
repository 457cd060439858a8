//! The command line that a client runs, and the detection of palimp's own command lines.

use std::borrow::Cow;
use std::path::Path;

use palimp_core::AgentClient;

use super::InstallError;

/// Command line with which clients call palimp.
///
/// The command is identical in every version of palimp: a client that asks its user to trust hooks,
/// such as Codex CLI, would ask again whenever it changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HookCommand {
    program: String,
    args: Vec<String>,
    tools: Vec<String>,
}

impl HookCommand {
    /// Creates a call of the palimp binary at `program`.
    ///
    /// # Errors
    ///
    /// If the path is not Unicode: settings files could not hold it.
    pub fn new(program: &Path) -> Result<HookCommand, InstallError> {
        let text = program
            .to_str()
            .ok_or_else(|| InstallError::NotUnicode { path: program.to_owned() })?;
        Ok(HookCommand { program: text.to_owned(), args: Vec::new(), tools: Vec::new() })
    }

    /// Adds options to every call, such as `--home DIR` for a home at another path.
    pub fn with_args(mut self, args: impl IntoIterator<Item = impl Into<String>>) -> HookCommand {
        self.args.extend(args.into_iter().map(Into::into));
        self
    }

    /// Adds tools to capture beyond edits and commands, by palimp's names.
    pub fn with_tools(mut self, tools: impl IntoIterator<Item = impl Into<String>>) -> HookCommand {
        self.tools.extend(tools.into_iter().map(Into::into));
        self
    }

    /// The tools beyond the usual ones.
    pub(crate) fn extra_tools(&self) -> &[String] {
        &self.tools
    }

    /// Returns the argument vector that passes an event of `client` to palimp. Payloads without the
    /// event's name need it as an argument.
    pub(crate) fn hook_argv<'a>(
        &'a self,
        client: AgentClient,
        event: Option<&'a str>,
    ) -> Vec<&'a str> {
        let head = [self.program.as_str(), "hook", client.name()];
        head.into_iter().chain(event).chain(self.args.iter().map(String::as_str)).collect()
    }

    /// Returns [`hook_argv`](HookCommand::hook_argv) as a line for a shell.
    pub(crate) fn hook_command_line(&self, client: AgentClient, event: Option<&str>) -> String {
        join_quoted(&self.hook_argv(client, event))
    }

    /// Returns the program of palimp's MCP server.
    pub(crate) fn program(&self) -> &str {
        &self.program
    }

    /// The arguments of palimp's MCP server. Some clients hand a server next to nothing of their
    /// environment, so that these say everything.
    pub(crate) fn server_args(&self) -> Vec<String> {
        ["mcp".to_owned()].into_iter().chain(self.args.iter().cloned()).collect()
    }

    /// Returns a shell line that runs another of palimp's verbs.
    pub(crate) fn verb_command_line(&self, verb: &str) -> String {
        let head = [self.program.as_str(), verb];
        join_quoted(
            &head.into_iter().chain(self.args.iter().map(String::as_str)).collect::<Vec<_>>(),
        )
    }
}

fn join_quoted(words: &[&str]) -> String {
    words.iter().map(|word| shell_quote(word)).collect::<Vec<_>>().join(" ")
}

/// Quotes `word` so that a POSIX shell reads it as one word.
fn shell_quote(word: &str) -> Cow<'_, str> {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_@%+=:,./-".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        Cow::Borrowed(word)
    } else {
        Cow::Owned(format!("'{}'", word.replace('\'', r"'\''")))
    }
}

/// Returns true if a command line runs `palimp hook <client>`.
///
/// Lines that only mention palimp, or run it through another program, are not palimp's. Any
/// client's name counts: clients import each other's hooks.
pub(super) fn is_ours(line: &str) -> bool {
    runs_hook(&split_words(line))
}

/// Returns true if these words run `palimp hook <client>`.
pub(super) fn runs_hook(words: &[String]) -> bool {
    let mut words = words.iter().map(String::as_str).skip_while(|word| is_assignment(word));
    if !words.next().is_some_and(is_palimp) {
        return false;
    }
    let mut positional = positional_args(words);
    positional.next() == Some("hook")
        && positional.next().is_some_and(|name| name.parse::<AgentClient>().is_ok())
}

/// Returns true if these words run `palimp mcp`.
pub(super) fn runs_mcp(words: &[String]) -> bool {
    let mut words = words.iter().map(String::as_str);
    words.next().is_some_and(is_palimp) && positional_args(words).next() == Some("mcp")
}

/// Returns true if a word is `NAME=value` in front of a command.
fn is_assignment(word: &str) -> bool {
    let name = word.split_once('=').map_or("", |(name, _)| name);
    !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// Returns true if a path's last part is palimp's program name.
fn is_palimp(program: &str) -> bool {
    let name = program.rsplit(['/', '\\']).next().unwrap_or(program);
    // A packager or a developer may call it palimp-1.2 or palimp-dev.
    let suffix = name.strip_prefix("palimp-").unwrap_or("");
    name == "palimp"
        || name.eq_ignore_ascii_case("palimp.exe")
        || suffix == "dev"
        || suffix.starts_with(|c: char| c.is_ascii_digit())
}

/// Returns the arguments that are neither options nor an option's value.
fn positional_args<'a>(words: impl Iterator<Item = &'a str>) -> impl Iterator<Item = &'a str> {
    let mut value_follows = false;
    words.filter(move |word| {
        let is_value = std::mem::take(&mut value_follows);
        value_follows = !is_value && matches!(*word, "--home" | "--agent");
        !is_value && !word.starts_with('-')
    })
}

/// The words of a command as a person would type them.
pub(super) fn in_words(words: &[String]) -> String {
    join_quoted(&words.iter().map(String::as_str).collect::<Vec<_>>())
}

/// Splits a line's first simple command into words and resolves quotes as a POSIX shell does.
fn split_words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut chars = line.chars();
    while let Some(c) = chars.next() {
        match c {
            '\'' => word.get_or_insert_default().extend(chars.by_ref().take_while(|&c| c != '\'')),
            '"' => double_quoted(&mut chars, word.get_or_insert_default()),
            '\\' => word.get_or_insert_default().extend(chars.next()),
            ';' | '&' | '|' | '<' | '>' | '\n' => break,
            c if c.is_whitespace() => words.extend(word.take()),
            c => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

/// Appends the rest of a double-quoted string to `word`.
fn double_quoted(chars: &mut std::str::Chars<'_>, word: &mut String) {
    while let Some(c) = chars.next() {
        match c {
            '"' => return,
            '\\' => match chars.next() {
                Some(c @ ('"' | '\\' | '$' | '`')) => word.push(c),
                other => word.extend(['\\'].into_iter().chain(other)),
            },
            c => word.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_survives_the_shell() {
        for program in
            ["/usr/bin/palimp", "/path with space/palimp", "/it's/palimp", r"C:\a\palimp.exe"]
        {
            let hook =
                HookCommand::new(Path::new(program)).unwrap().with_args(["--home", "/a b/$HOME"]);
            let line = hook.hook_command_line(AgentClient::Copilot, Some("sessionStart"));
            assert_eq!(
                split_words(&line),
                hook.hook_argv(AgentClient::Copilot, Some("sessionStart"))
            );
            assert!(is_ours(&line), "{line}");
        }
        let hook = HookCommand::new(Path::new("/path with space/palimp")).unwrap();
        assert_eq!(
            hook.with_args(["--home", "/x"]).hook_command_line(AgentClient::Claude, None),
            "'/path with space/palimp' hook claude --home /x"
        );
    }

    #[test]
    fn palimp_hook_lines_are_ours() {
        for line in [
            "palimp hook claude",
            "/opt/palimp-1.2 hook claude",
            "/usr/local/bin/palimp hook codex --home /x",
            r#""C:\Program Files\palimp.exe" hook gemini"#,
            "PALIMP_HOME=/x palimp hook claude",
            "palimp --home /x hook claude",
            "palimp --home=/x hook --agent hook claude",
            "palimp hook claude || true",
            "palimp hook claude 2>/dev/null",
            r"/opt/my\ tools/palimp hook opencode",
        ] {
            assert!(is_ours(line), "{line}");
        }
    }

    #[test]
    fn palimp_mcp_is_told_from_other_servers() {
        let words = |line: &str| line.split(' ').map(str::to_owned).collect::<Vec<_>>();
        for line in ["palimp mcp", "/opt/palimp --home /x mcp", "palimp-1.2 mcp --agent mcp"] {
            assert!(runs_mcp(&words(line)), "{line}");
        }
        for line in ["", "palimp", "palimp hook claude", "npx palimp mcp", "palimp --home mcp"] {
            assert!(!runs_mcp(&words(line)), "{line}");
        }
    }

    #[test]
    fn lines_that_mention_palimp_are_not_ours() {
        for line in [
            "",
            "palimp",
            "palimp search hook",
            "palimp save notes.md 'hook claude'",
            "palimp hook",
            "palimp hook vim",
            "echo palimp hook claude",
            "timeout 5 palimp hook claude",
            "/usr/bin/palimp-wrapper hook claude",
            "my-palimp hook claude",
            "'palimp hook claude'",
            "log.sh --note \"palimp hook claude\"",
            "cd /x && palimp hook claude",
        ] {
            assert!(!is_ours(line), "{line}");
        }
    }
}
