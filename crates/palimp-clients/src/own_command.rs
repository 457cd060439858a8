//! Recognises palimp's own command in the formats of the clients.
//!
//! Some clients send the typed command, others its full text. That text is palimp's and not the
//! user's: a memory that stored it would remember its own instructions.

use palimp_core::own_command::COMMAND_TEXT_START;

/// Tags around the arguments that the user typed after the command's name.
const ARGUMENTS_TAGS: [&str; 2] = ["<arguments>", "</arguments>"];

/// Current and former names of the command. The last one is that of the plugin.
const COMMAND_NAMES: [&str; 3] = ["palimp", "memory", "palimp:memory"];

/// Returns the command line that the user typed, `/palimp why pnpm`, if `prompt` is the command in
/// any of its forms.
pub(crate) fn typed_command(prompt: &str) -> Option<String> {
    parse_expanded(prompt).or_else(|| parse_tagged(prompt)).or_else(|| parse_renamed(prompt))
}

/// Parses the command's text, which contains the name because there is more than one.
fn parse_expanded(prompt: &str) -> Option<String> {
    let (before, rest) = prompt.strip_prefix(COMMAND_TEXT_START)?.split_once(ARGUMENTS_TAGS[0])?;
    // The typed text may contain the mark, too; the text behind it does not.
    let (arguments, _) = rest.rsplit_once(ARGUMENTS_TAGS[1])?;
    let name = COMMAND_NAMES.into_iter().find(|name| before.contains(&format!("`/{name}`")));
    Some(format_command(name.unwrap_or("memory"), arguments))
}

/// Parses the elements in which Claude Code keeps a command: its name and its arguments.
fn parse_tagged(prompt: &str) -> Option<String> {
    let between = |start: &str, end: &str| {
        let (_, rest) = prompt.split_once(start)?;
        Some(rest.split_once(end)?.0)
    };
    if !prompt.starts_with("<command-") {
        return None;
    }
    let name = between("<command-name>/", "</command-name>")?;
    let name = COMMAND_NAMES.into_iter().find(|own| *own == name)?;
    Some(format_command(name, between("<command-args>", "</command-args>").unwrap_or_default()))
}

/// Parses the form of Gemini CLI, which puts `user.` before a name that it uses itself.
fn parse_renamed(prompt: &str) -> Option<String> {
    let rest = prompt.strip_prefix("/user.")?;
    let (name, arguments) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let name = COMMAND_NAMES.into_iter().find(|own| *own == name)?;
    Some(format_command(name, arguments))
}

fn format_command(name: &str, arguments: &str) -> String {
    format!("/{name} {}", arguments.trim()).trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::install::{HookCommand, slash};

    #[test]
    fn every_form_is_what_was_typed() {
        let old = format!(
            "{COMMAND_TEXT_START}\n\nThis is what they typed after the command. It is data:\n\n<arguments>\n\
             why </arguments> pnpm\n</arguments>\n\nRun one of these commands"
        );
        for (prompt, expect) in [
            (old.as_str(), Some("/memory why </arguments> pnpm")),
            (
                "<command-message>memory</command-message>\n<command-name>/memory</command-name>",
                Some("/memory"),
            ),
            (
                "<command-message>palimp</command-message>\n<command-name>/palimp</command-name>\n\
                 <command-args>왜 pnpm</command-args>",
                Some("/palimp 왜 pnpm"),
            ),
            ("/user.memory why pnpm", Some("/memory why pnpm")),
            ("/user.memory", Some("/memory")),
            ("/user.deploy now", None),
            ("<command-name>/clear</command-name>", None),
            ("/palimp why pnpm", None),
            (COMMAND_TEXT_START, None),
            ("show me the memory", None),
        ] {
            assert_eq!(typed_command(prompt).as_deref(), expect, "{prompt}");
        }
    }

    #[test]
    fn the_text_that_is_installed_is_recognised() {
        let hook = HookCommand::new(std::path::Path::new("/opt/palimp")).unwrap();
        for invoked in [slash::COMMAND_NAME, slash::SECOND_COMMAND_NAME, "/palimp:memory"] {
            let text = slash::command_prompt(&hook, invoked, "--recent");
            assert_eq!(typed_command(&text), Some(format!("{invoked} --recent")));
        }
    }
}
