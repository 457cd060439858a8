//! Help: verbs in groups, an example of each, in the user's language.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command};
use unicode_width::UnicodeWidthStr;

use crate::lang::{self, translate_help};

/// Maximum width of a command's description behind its name, in cells of a terminal.
const MAX_ABOUT_CELLS: usize = 80 - 14;

/// The heading of what every verb takes.
const GLOBAL_OPTIONS_HEADING: &str = "With every command";

/// The verbs, by what they are for.
const COMMAND_GROUPS: &[(&str, &[&str])] = &[
    (
        "Every day",
        &["up", "search", "recent", "show", "save", "review", "status", "dashboard", "tour"],
    ),
    (
        "Notes",
        &[
            "list", "links", "read", "edit", "history", "forget", "rules", "why", "stale", "init",
            "pin", "unpin",
        ],
    ),
    (
        "Conversations",
        &[
            "chat", "run", "summaries", "timeline", "context", "injected", "flush", "reflect",
            "transcript", "tokens",
        ],
    ),
    ("Sharing", &["team", "hub", "mcp", "bootstrap", "export", "import"]),
    (
        "Upkeep",
        &[
            "doctor", "config", "install", "uninstall", "scan", "cleanup", "stats", "log", "index",
            "watch", "embed", "keys", "bench", "completions", "hook",
        ],
    ),
];

/// Examples of calls of each command.
const EXAMPLES: &[(&str, &[&str])] = &[
    ("up", &["palimp up", "palimp up --yes"]),
    (
        "search",
        &[
            "palimp search retry 503",
            "palimp search \"누가 배포를 맡아?\" --project . --since 30d",
            "palimp search timeout --type error --explain",
            "palimp search -i deploy",
        ],
    ),
    (
        "recent",
        &["palimp recent", "palimp recent -n 50 --type error --project .", "palimp recent -i"],
    ),
    ("show", &["palimp show 12", "palimp show m12", "palimp show shared/decisions.md:14"]),
    (
        "save",
        &[
            "palimp save we use pnpm",
            "palimp save --kind decision --project . \"no deploys on Fridays, because nobody is on call\"",
            "palimp save notes/api.md \"tokens expire after an hour\" --at src/auth.rs:40-48",
        ],
    ),
    ("review", &["palimp review", "palimp review show 3f", "palimp review accept 3f"]),
    ("status", &["palimp status", "palimp status --json"]),
    ("dashboard", &["palimp dashboard", "palimp dashboard --port 7070 --no-open"]),
    ("tour", &["palimp tour", "palimp tour --yes"]),
    ("list", &["palimp list shared/", "palimp list --tag 회의 --prop status=done"]),
    ("links", &["palimp links shared/decisions.md", "palimp links 결정"]),
    ("read", &["palimp read MEMORY.md", "palimp read shared/decisions.md --from 10 --lines 20"]),
    ("edit", &["palimp edit MEMORY.md"]),
    (
        "history",
        &[
            "palimp history MEMORY.md",
            "palimp history MEMORY.md --diff",
            "palimp history MEMORY.md --restore 2",
        ],
    ),
    ("forget", &["palimp forget project-x --dry-run", "palimp forget \"the old staging server\""]),
    ("rules", &["palimp rules", "palimp rules --strike 2"]),
    ("why", &["palimp why use pnpm", "palimp why shared/decisions.md:12"]),
    ("stale", &["palimp stale", "palimp stale --all"]),
    ("init", &["palimp init", "palimp init --vault ~/notes --bring"]),
    ("pin", &["palimp pin 42 43"]),
    ("unpin", &["palimp unpin 42"]),
    ("chat", &["palimp chat", "palimp chat --with api:ollama"]),
    ("run", &["palimp run codex -- \"why does the build fail?\""]),
    ("summaries", &["palimp summaries --since 7d"]),
    ("timeline", &["palimp timeline --since 1d --project ."]),
    ("context", &["palimp context", "palimp context --prompt \"how do we deploy?\" --explain"]),
    ("injected", &["palimp injected --project ."]),
    ("flush", &["palimp flush"]),
    ("reflect", &["palimp reflect --dry-run", "palimp reflect --since 30"]),
    (
        "transcript",
        &["palimp transcript stats session.jsonl", "palimp transcript prune session.jsonl"],
    ),
    ("tokens", &["palimp tokens --since 7d"]),
    ("team", &["palimp team sync", "palimp team log"]),
    (
        "hub",
        &[
            "palimp hub login https://hub.example.org",
            "palimp hub propose shared/decisions.md#12",
            "palimp hub review",
        ],
    ),
    ("mcp", &["palimp mcp", "palimp mcp --http 127.0.0.1:7077"]),
    ("bootstrap", &["palimp bootstrap --dry-run", "palimp bootstrap --from chatgpt:export.zip"]),
    ("export", &["palimp export memory.jsonl"]),
    ("import", &["palimp import memory.jsonl"]),
    ("doctor", &["palimp doctor", "palimp doctor --fix"]),
    ("config", &["palimp config list", "palimp config set memory.retentionDays 180"]),
    ("install", &["palimp install claude", "palimp install codex gemini --dry-run"]),
    ("uninstall", &["palimp uninstall claude", "palimp uninstall --all"]),
    ("scan", &["palimp scan", "palimp scan --fix"]),
    ("cleanup", &["palimp cleanup --dry-run", "palimp cleanup --days 30"]),
    ("stats", &["palimp stats", "palimp stats --told"]),
    ("log", &["palimp log --since 7d"]),
    ("index", &["palimp index", "palimp index --force"]),
    ("watch", &["palimp watch"]),
    ("embed", &["palimp embed status", "palimp embed estimate"]),
    ("keys", &["palimp keys set openai < key.txt", "palimp keys list"]),
    ("bench", &["palimp bench replay"]),
    ("completions", &["palimp completions zsh"]),
    ("hook", &["palimp hook claude < event.json"]),
];

/// Returns clap's message for a call, in the user's language: help and the version in full; for a
/// wrong call, the error and the right call.
pub(crate) fn in_words(error: &clap::Error) -> String {
    let text = error.render();
    if error.use_stderr() && error.kind() != ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        let lines = text.to_string();
        return lines.trim_end().lines().map(lang::translate).collect::<Vec<_>>().join("\n");
    }
    let text = match crate::output::may_colour() {
        true => text.ansi().to_string(),
        false => text.to_string(),
    };
    lang::help_around(&text)
}

/// Turns the commands around that are like the one typed: clap names the nearest last.
pub(crate) fn nearest_first(error: &mut clap::Error) {
    if let Some(ContextValue::Strings(like)) = error.remove(ContextKind::SuggestedSubcommand) {
        let like = like.into_iter().rev().collect();
        error.insert(ContextKind::SuggestedSubcommand, ContextValue::Strings(like));
    }
}

/// The command line with its help as people read it.
pub(crate) fn prepare_help(mut palimp: Command) -> Command {
    palimp.build();
    let template = format!(
        "{{about-with-newline}}\n{} {{usage}}\n{}\n{}\n{{options}}{{after-help}}",
        format_heading("Usage"),
        format_groups(&palimp),
        format_heading(GLOBAL_OPTIONS_HEADING),
    );
    let palimp = palimp.mut_subcommands(|verb| {
        let shown = format_examples(verb.get_name());
        dressed_verb(verb).after_help(shown)
    });
    in_language(palimp).help_template(template)
}

fn dressed_verb(verb: Command) -> Command {
    let template = format!(
        "{{about-with-newline}}\n{} {{usage}}\n\n{{all-args}}{{after-help}}",
        format_heading("Usage")
    );
    in_language(verb).help_template(template).mut_subcommands(dressed_verb)
}

/// A verb whose own words are in the user's language.
fn in_language(verb: Command) -> Command {
    let say = |text: String| translate_help(&text).map_or(text, str::to_owned);
    let about = verb.get_about().map(|it| say(it.to_string()));
    let long = verb.get_long_about().map(|it| say(it.to_string()));
    let after = verb.get_after_help().map(|it| say(it.to_string()));
    let verb =
        verb.subcommand_help_heading(translate_or_keep("Commands")).mut_args(arg_in_language);
    let verb = about.into_iter().fold(verb, Command::about);
    let verb = long.into_iter().fold(verb, Command::long_about);
    after.into_iter().fold(verb, Command::after_help)
}

fn arg_in_language(arg: Arg) -> Arg {
    let heading = match arg.is_positional() {
        _ if arg.is_global_set() => translate_or_keep(GLOBAL_OPTIONS_HEADING),
        true => translate_or_keep("Arguments"),
        false => translate_or_keep("Options"),
    };
    let help = arg.get_help().and_then(|it| translate_help(&it.to_string()));
    let long = arg.get_long_help().and_then(|it| translate_help(&it.to_string()));
    let arg = help.into_iter().fold(arg.help_heading(heading), Arg::help);
    long.into_iter().fold(arg, Arg::long_help)
}

/// A heading's words.
fn translate_or_keep(english: &'static str) -> &'static str {
    translate_help(english).unwrap_or(english)
}

/// A heading, as clap prints its own.
fn format_heading(english: &'static str) -> String {
    format!("\x1b[1m\x1b[4m{}:\x1b[0m", translate_or_keep(english))
}

/// The verbs under the headings of their groups, a line each.
fn format_groups(palimp: &Command) -> String {
    let line = |name: &&str| {
        let verb = palimp.find_subcommand(name)?;
        let about = verb.get_about().map(ToString::to_string).unwrap_or_default();
        let about = translate_help(&about).map_or(about, str::to_owned);
        Some(format!("  \x1b[1m{name:<11}\x1b[0m {}\n", first_words(&about)))
    };
    let group = |(title, verbs): &(&'static str, &[&str])| {
        let lines: String = verbs.iter().filter_map(line).collect();
        format!("\n{}\n{lines}", format_heading(title))
    };
    COMMAND_GROUPS.iter().map(group).collect()
}

/// Returns the purpose of a command without further details; on one line.
fn first_words(about: &str) -> &str {
    let end = about.find([':', ';', '(']).or_else(|| about.find(". ")).unwrap_or(about.len());
    let mut words = about[..end].trim_end();
    while words.width() > MAX_ABOUT_CELLS
        && let Some((shorter, _)) = words.rsplit_once(", ")
    {
        words = shorter;
    }
    words
}

fn format_examples(verb: &str) -> String {
    let Some((_, lines)) = EXAMPLES.iter().find(|(of, _)| *of == verb) else {
        return String::new();
    };
    let lines: Vec<String> =
        lines.iter().map(|line| format!("  {}", translate_or_keep(line))).collect();
    format!("{}\n{}", format_heading("Examples"), lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::cli::Cli;
    use clap::CommandFactory;

    fn verbs() -> BTreeSet<String> {
        Cli::command().get_subcommands().map(|verb| verb.get_name().to_owned()).collect()
    }

    #[test]
    fn every_verb_is_in_one_group_and_has_an_example() {
        let grouped: Vec<&str> =
            COMMAND_GROUPS.iter().flat_map(|(_, verbs)| verbs.iter().copied()).collect();
        let set: BTreeSet<String> = grouped.iter().map(|name| (*name).to_owned()).collect();
        assert_eq!(set, verbs());
        assert_eq!(set.len(), grouped.len(), "a verb stands in two groups");
        let shown: BTreeSet<String> = EXAMPLES.iter().map(|(verb, _)| (*verb).to_owned()).collect();
        assert_eq!(shown, verbs());
    }

    #[test]
    fn every_example_is_a_right_call() {
        for line in EXAMPLES.iter().flat_map(|(_, lines)| lines.iter()) {
            let call = line.split(" < ").next().unwrap_or_default();
            let words = words_of(call);
            let parsed = Cli::command().try_get_matches_from(words);
            assert!(parsed.is_ok(), "{line}: {}", parsed.unwrap_err());
        }
    }

    /// The words of a call, as a shell splits them.
    fn words_of(call: &str) -> Vec<String> {
        let quoted = |(at, part): (usize, &str)| match at % 2 {
            0 => part.split_whitespace().map(str::to_owned).collect(),
            _ => vec![part.to_owned()],
        };
        call.split('"').enumerate().flat_map(quoted).collect()
    }

    #[test]
    fn korean_line_is_not_cut_at_comma() {
        let palimp = Cli::command();
        let cut = palimp.get_subcommands().filter_map(|verb| {
            let korean = lang::korean_help(&verb.get_about()?.to_string())?;
            let end = korean.find([':', ';', '(']).or_else(|| korean.find(". "));
            let sentence =
                korean.lines().next()?.get(..end.unwrap_or(korean.len())).unwrap_or(korean);
            (first_words(korean) != sentence.trim_end()).then(|| korean.to_owned())
        });
        let cut: Vec<String> = cut.collect();
        assert!(cut.is_empty(), "{cut:#?}");
    }

    #[test]
    fn a_verb_is_told_on_one_line() {
        let palimp = Cli::command();
        let mut too_long = Vec::new();
        for verb in palimp.get_subcommands() {
            let about = verb.get_about().map(ToString::to_string).unwrap_or_default();
            let korean = lang::korean_help(&about).unwrap_or_default();
            let long = |about: &&str| first_words(about).width() > MAX_ABOUT_CELLS;
            too_long.extend(
                [about.as_str(), korean].iter().filter(|it| long(it)).map(|it| it.to_string()),
            );
        }
        assert!(too_long.is_empty(), "{too_long:#?}");
    }
}
