//! The reference of the commands.

use std::fmt::Write;

use clap::builder::StyledStr;
use clap::{Arg, Command};

/// The words of one language.
pub(super) struct CommandWords {
    head: &'static str,
    every: &'static str,
    one_of: &'static str,
    default: &'static str,
}

pub(super) const ENGLISH_WORDS: CommandWords = CommandWords {
    head: "# Commands\n\n[한국어](commands.ko.md)\n\nThis page contains the output of `palimp help` for every command.",
    every: "Every command takes:",
    one_of: "one of",
    default: "default",
};

pub(super) const KOREAN_WORDS: CommandWords = CommandWords {
    head: "# 명령\n\n[English](commands.md)\n\n`palimp help`의 출력을 한 페이지에 모았습니다.",
    every: "모든 명령의 공통 옵션:",
    one_of: "다음 가운데 하나:",
    default: "기본값",
};

/// The commands as Markdown, each with what can follow it.
pub(super) fn render_commands(palimp: &Command, words: &CommandWords) -> String {
    let mut text = String::new();
    let _ =
        writeln!(text, "{} {}\n", words.head, CommandWords::help_markdown(palimp.get_after_help()));
    let _ = writeln!(text, "{}\n", words.every);
    let is_shown = |arg: &&Arg| arg.is_global_set() && !arg.is_hide_set();
    let global = palimp.get_arguments().filter(is_shown);
    global.for_each(|arg| words.write_argument(&mut text, arg));
    for verb in palimp.get_subcommands() {
        words.write_command(&mut text, verb, "palimp", 2);
    }
    text
}

impl CommandWords {
    fn write_command(&self, text: &mut String, command: &Command, before: &str, depth: usize) {
        if command.is_hide_set() {
            return;
        }
        let name = format!("{before} {}", command.get_name());
        let about = Self::help_markdown(command.get_long_about().or(command.get_about()));
        let usage = command.clone().render_usage().to_string();
        let usage = usage.trim_start_matches("Usage: ").lines().map(str::trim).collect::<Vec<_>>();
        let _ = writeln!(text, "\n{} {name}\n\n{about}\n", "#".repeat(depth));
        let _ = writeln!(text, "```\n{}\n```", usage.join("\n"));
        let own = |arg: &&Arg| !arg.is_global_set() && !arg.is_hide_set() && arg.get_id() != "help";
        let mut args = command.get_arguments().filter(own).peekable();
        if args.peek().is_some() {
            text.push('\n');
        }
        args.for_each(|arg| self.write_argument(text, arg));
        for inner in command.get_subcommands().filter(|inner| inner.get_name() != "help") {
            self.write_command(text, inner, &name, depth + 1);
        }
    }

    fn write_argument(&self, text: &mut String, arg: &Arg) {
        let short = arg.get_short().map_or(String::new(), |short| format!("-{short}, "));
        let what = Self::help_markdown(arg.get_long_help().or(arg.get_help()));
        let (choices, default) = (self.format_choices(arg), self.format_default(arg));
        let _ = writeln!(text, "- `{short}{arg}`: {what}{choices}{default}");
    }

    fn format_choices(&self, arg: &Arg) -> String {
        let values = arg.get_possible_values();
        let names: Vec<String> = values.iter().map(|it| format!("`{}`", it.get_name())).collect();
        match arg.get_action().takes_values() && !names.is_empty() {
            true => format!(" ({} {})", self.one_of, names.join(", ")),
            false => String::new(),
        }
    }

    fn format_default(&self, arg: &Arg) -> String {
        let values = arg.get_default_values().iter().map(|it| it.to_string_lossy());
        let values = values.collect::<Vec<_>>().join(" ");
        match arg.get_action().takes_values() && !values.is_empty() {
            true => format!(" ({} `{values}`)", self.default),
            false => String::new(),
        }
    }

    /// Help as Markdown: what looks like a tag is none.
    fn help_markdown(help: Option<&StyledStr>) -> String {
        help.map(ToString::to_string).unwrap_or_default().replace('<', "\\<")
    }
}
