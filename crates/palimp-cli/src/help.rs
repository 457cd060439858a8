//! Help: verbs in groups, an example of each, in the user's language.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command};
use palimp_clap::{localize_command, localize_rendered_help, usage_error};
use palimp_core::lang::{Lang, current_lang};
use unicode_width::UnicodeWidthStr;

use crate::messages;

/// Maximum width of a command's description behind its name, in cells of a terminal.
const MAX_ABOUT_CELLS: usize = 80 - 14;

/// Says the title of a group.
type GroupTitle = fn() -> String;

/// The verbs, by what they are for.
const COMMAND_GROUPS: &[(GroupTitle, &[&str])] = &[
    (
        messages::daily_commands,
        &["up", "search", "recent", "show", "save", "review", "status", "dashboard", "tour"],
    ),
    (
        messages::note_commands,
        &[
            "list", "links", "read", "edit", "history", "forget", "rules", "why", "anchors",
            "init", "pin", "unpin",
        ],
    ),
    (
        messages::conversation_commands,
        &[
            "chat", "run", "sessions", "timeline", "context", "injections", "flush", "reflect",
            "transcript", "tokens",
        ],
    ),
    (
        messages::sharing_commands,
        &["team", "hub", "mcp", "bootstrap", "export", "import", "backup", "restore", "sync"],
    ),
    (
        messages::upkeep_commands,
        &[
            "doctor", "config", "project", "exclude", "pause", "resume", "install", "uninstall",
            "scan", "cleanup", "stats", "log", "index", "watch", "embed", "keys", "bench",
            "completions", "hook",
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
    ("anchors", &["palimp anchors", "palimp anchors --all"]),
    ("init", &["palimp init", "palimp init --vault ~/notes --move-notes"]),
    ("pin", &["palimp pin 42 43"]),
    ("unpin", &["palimp unpin 42"]),
    ("chat", &["palimp chat", "palimp chat --with api:ollama"]),
    ("run", &["palimp run codex -- \"why does the build fail?\""]),
    ("sessions", &["palimp sessions --since 7d"]),
    ("timeline", &["palimp timeline --since 1d --project ."]),
    ("context", &["palimp context", "palimp context --prompt \"how do we deploy?\" --explain"]),
    ("injections", &["palimp injections --project ."]),
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
    ("backup", &["palimp backup ~/palimp.backup"]),
    ("restore", &["palimp restore ~/palimp.backup"]),
    (
        "sync",
        &[
            "palimp sync init git@github.com:kim/memory.git",
            "palimp sync join ~/Dropbox/palimp",
            "palimp sync init ssh:nas",
        ],
    ),
    ("project", &["palimp project", "palimp project join app app-fork"]),
    ("exclude", &["palimp exclude", "palimp exclude 'github.com/acme/*'", "palimp exclude --list"]),
    ("pause", &["palimp pause", "palimp pause 2h --project"]),
    ("resume", &["palimp resume"]),
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

/// Examples in Korean, of commands whose examples hold words of a language.
const KOREAN_EXAMPLES: &[(&str, &[&str])] = &[
    (
        "save",
        &[
            "palimp save pnpm을 쓴다",
            "palimp save --kind decision --project . \"금요일에는 배포하지 않는다. 당직이 없기 때문이다\"",
            "palimp save notes/api.md \"토큰은 한 시간 뒤에 끝난다\" --at src/auth.rs:40-48",
        ],
    ),
    ("forget", &["palimp forget project-x --dry-run", "palimp forget \"옛 스테이징 서버\""]),
    ("run", &["palimp run codex -- \"빌드가 왜 실패해?\""]),
    ("context", &["palimp context", "palimp context --prompt \"배포는 어떻게 해?\" --explain"]),
];

/// Returns clap's message for a call, in the user's language: help and the version in full; for a
/// wrong call, the error and the right call.
pub(crate) fn in_words(error: &clap::Error) -> String {
    if error.use_stderr() && error.kind() != ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        return usage_error(error).to_string().trim_end().to_owned();
    }
    let text = error.render();
    localize_rendered_help(&match crate::output::may_colour() {
        true => text.ansi().to_string(),
        false => text.to_string(),
    })
}

/// Turns the commands around that are like the one typed: clap names the nearest last.
pub(crate) fn nearest_first(error: &mut clap::Error) {
    if let Some(ContextValue::Strings(like)) = error.remove(ContextKind::SuggestedSubcommand) {
        let like = like.into_iter().rev().collect();
        error.insert(ContextKind::SuggestedSubcommand, ContextValue::Strings(like));
    }
}

/// The command line with its help as people read it.
pub(crate) fn prepare_help(palimp: Command) -> Command {
    let palimp = localize_command(with_headings(palimp), &messages::HELP_TABLES);
    let template = format!(
        "{{about-with-newline}}\n{} {{usage}}\n{}\n{}\n{{options}}{{after-help}}",
        format_heading(&messages::usage()),
        format_groups(&palimp),
        format_heading(headings()[0]),
    );
    let palimp = palimp.mut_subcommands(|verb| {
        let shown = format_examples(verb.get_name());
        with_template(verb).after_help(shown)
    });
    palimp.help_template(template)
}

fn with_template(verb: Command) -> Command {
    let template = format!(
        "{{about-with-newline}}\n{} {{usage}}\n\n{{all-args}}{{after-help}}",
        format_heading(&messages::usage())
    );
    verb.help_template(template).mut_subcommands(with_template)
}

/// Headings of options of every command, of arguments, of options and of commands; as clap takes
/// them.
fn headings() -> [&'static str; 4] {
    match current_lang() {
        Lang::En => ["Global options", "Arguments", "Options", "Commands"],
        Lang::Ko => ["공통 옵션", "인자", "옵션", "명령"],
    }
}

/// Puts what every command takes below a heading of its own.
fn with_headings(mut palimp: Command) -> Command {
    fn put(command: Command) -> Command {
        let [.., commands] = headings();
        command.subcommand_help_heading(commands).mut_args(put_heading).mut_subcommands(put)
    }
    palimp.build();
    put(palimp)
}

fn put_heading(arg: Arg) -> Arg {
    let [global, arguments, options, _] = headings();
    let heading = match arg.is_positional() {
        _ if arg.is_global_set() => global,
        true => arguments,
        false => options,
    };
    arg.help_heading(heading)
}

/// A heading, as clap prints its own.
fn format_heading(words: &str) -> String {
    format!("\x1b[1m\x1b[4m{words}:\x1b[0m")
}

/// The verbs under the headings of their groups, a line each.
fn format_groups(palimp: &Command) -> String {
    let line = |name: &&str| {
        let about = palimp.find_subcommand(name)?.get_about()?.to_string();
        Some(format!("  \x1b[1m{name:<11}\x1b[0m {}\n", first_words(&about)))
    };
    let group = |(title, verbs): &(GroupTitle, &[&str])| {
        let lines: String = verbs.iter().filter_map(line).collect();
        format!("\n{}\n{lines}", format_heading(&title()))
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
    let korean = KOREAN_EXAMPLES.iter().filter(|_| current_lang() == Lang::Ko);
    let Some((_, lines)) = korean.chain(EXAMPLES).find(|(of, _)| *of == verb) else {
        return String::new();
    };
    let lines: Vec<String> = lines.iter().map(|line| format!("  {line}")).collect();
    format!("{}\n{}", format_heading(&messages::examples()), lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::cli::Cli;
    use clap::CommandFactory;
    use palimp_core::lang::with_lang;

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
        for line in EXAMPLES.iter().chain(KOREAN_EXAMPLES).flat_map(|(_, lines)| lines.iter()) {
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

    /// Abouts of all commands in both languages.
    fn abouts() -> Vec<String> {
        let of = |lang| {
            let palimp =
                with_lang(lang, || localize_command(Cli::command(), &messages::HELP_TABLES));
            let abouts =
                palimp.get_subcommands().filter_map(|verb| Some(verb.get_about()?.to_string()));
            abouts.collect::<Vec<_>>()
        };
        [of(Lang::En), of(Lang::Ko)].concat()
    }

    #[test]
    fn korean_line_is_not_cut_at_comma() {
        let is_cut = |about: &&String| {
            let end = about.find([':', ';', '(']).or_else(|| about.find(". "));
            let sentence = about.lines().next().map(|line| &line[..end.unwrap_or(line.len())]);
            about.contains(|c| ('가'..='힣').contains(&c))
                && sentence.is_some_and(|it| first_words(about) != it.trim_end())
        };
        let abouts = abouts();
        let cut: Vec<_> = abouts.iter().filter(is_cut).collect();
        assert!(cut.is_empty(), "{cut:#?}");
    }

    #[test]
    fn a_verb_is_told_on_one_line() {
        let abouts = abouts();
        let is_long = |about: &&String| first_words(about).width() > MAX_ABOUT_CELLS;
        let too_long: Vec<_> = abouts.iter().filter(is_long).collect();
        assert!(too_long.is_empty(), "{too_long:#?}");
    }

    #[test]
    fn korean_help_fits_the_command_tree() {
        let problems = palimp_clap::table_problems(Cli::command(), &messages::HELP_TABLES);
        assert!(problems.is_empty(), "{problems:#?}");
    }
}
