//! The reference of the commands.

use std::fmt::Write;

use clap::{Arg, Command};

/// The commands as Markdown, each with what can follow it.
pub(super) fn markdown(palimp: &Command) -> String {
    let mut text = "# Commands\n\nWhat `palimp help` says, on one page. ".to_owned();
    let _ = writeln!(text, "{}\n", plain(&palimp.get_after_help()));
    text += "Every command takes:\n\n";
    palimp.get_arguments().filter(|arg| arg.is_global_set()).for_each(|arg| item(&mut text, arg));
    for verb in palimp.get_subcommands() {
        command(&mut text, verb, "palimp", 2);
    }
    text
}

fn command(text: &mut String, command: &Command, before: &str, depth: usize) {
    if command.is_hide_set() {
        return;
    }
    let name = format!("{before} {}", command.get_name());
    let about = command.get_long_about().or(command.get_about());
    let usage = command.clone().render_usage().to_string();
    let usage = usage.trim_start_matches("Usage: ").lines().map(str::trim).collect::<Vec<_>>();
    let _ = writeln!(text, "\n{} {name}\n\n{}\n", "#".repeat(depth), plain(&about));
    let _ = writeln!(text, "```\n{}\n```", usage.join("\n"));
    let own = |arg: &&Arg| !arg.is_global_set() && !arg.is_hide_set() && arg.get_id() != "help";
    let mut args = command.get_arguments().filter(own).peekable();
    if args.peek().is_some() {
        text.push('\n');
    }
    args.for_each(|arg| item(text, arg));
    for inner in command.get_subcommands().filter(|inner| inner.get_name() != "help") {
        self::command(text, inner, &name, depth + 1);
    }
}

fn item(text: &mut String, arg: &Arg) {
    let short = arg.get_short().map_or(String::new(), |short| format!("-{short}, "));
    let what = plain(&arg.get_long_help().or(arg.get_help()));
    let _ = writeln!(text, "- `{short}{arg}`: {what}{}{}", choices(arg), default(arg));
}

fn choices(arg: &Arg) -> String {
    let values = arg.get_possible_values();
    let names: Vec<String> = values.iter().map(|it| format!("`{}`", it.get_name())).collect();
    match arg.get_action().takes_values() && !names.is_empty() {
        true => format!(" (one of {})", names.join(", ")),
        false => String::new(),
    }
}

fn default(arg: &Arg) -> String {
    let values: Vec<_> = arg.get_default_values().iter().map(|it| it.to_string_lossy()).collect();
    let values = values.join(" ");
    match arg.get_action().takes_values() && !values.is_empty() {
        true => format!(" (default `{values}`)"),
        false => String::new(),
    }
}

/// Help as Markdown: what looks like a tag is none.
fn plain(help: &Option<impl ToString>) -> String {
    help.as_ref().map(ToString::to_string).unwrap_or_default().replace('<', "\\<")
}
