//! Korean output of this program: help by a table, messages where they are written ([`said`]), and
//! messages of other crates by their words ([`localized`]).

mod help;

use std::ops::Range;
use std::sync::OnceLock;

use clap::error::ErrorKind;
use clap::{Arg, Command};
use palimp_core::sanitize::is_coloured;
use palimp_hub::in_korean;
use palimp_pages::Lang;

use help::{CLAP_LABELS, HELP_TRANSLATIONS};

/// True if the user wants Korean.
pub(crate) fn is_wanted() -> bool {
    static WANTED: OnceLock<Lang> = OnceLock::new();
    *WANTED.get_or_init(|| Lang::of_environment(|name| std::env::var(name).ok())) == Lang::Ko
}

/// A text in the user's language: the English one, and the same with the same blanks in Korean.
macro_rules! said {
    ($english:literal, $korean:literal $(, $value:expr)* $(,)?) => {
        match $crate::korean::is_wanted() {
            true => format!($korean $(, $value)*),
            false => format!($english $(, $value)*),
        }
    };
}
pub(crate) use said;

/// The command line, whose help is in Korean before its lines are broken: clap's own, too, which it makes by being built.
pub(crate) fn localize_help(mut command: Command) -> Command {
    command.build();
    in_language(command)
}

fn in_language(command: Command) -> Command {
    let about = command.get_about().and_then(|it| find_translation(&it.to_string()));
    let after = command.get_after_help().and_then(|it| find_translation(&it.to_string()));
    let command = about.into_iter().fold(command, Command::about);
    let command = after.into_iter().fold(command, Command::after_help);
    command.mut_args(localize_arg).mut_subcommands(in_language)
}

fn localize_arg(arg: Arg) -> Arg {
    let help = arg.get_help().and_then(|it| find_translation(&it.to_string()));
    help.into_iter().fold(arg, Arg::help)
}

fn find_translation(english: &str) -> Option<&'static str> {
    HELP_TRANSLATIONS.iter().find(|(en, _)| *en == english).map(|(_, ko)| *ko)
}

/// Returns clap's message in Korean: help, or line by line the usage error and its correction.
pub(crate) fn in_words(error: &clap::Error, on_terminal: bool) -> String {
    let text = error.render();
    let is_help = error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand;
    let text = match is_coloured(on_terminal, |name| std::env::var_os(name)) {
        true => text.ansi().to_string(),
        false => text.to_string(),
    };
    if error.use_stderr() && !is_help {
        return text.trim_end().lines().map(translate_line).collect::<Vec<_>>().join("\n") + "\n";
    }
    CLAP_LABELS.iter().fold(text, |text, (en, ko)| text.replace(en, ko))
}

/// A line of clap's in Korean. What has a style in it has it in Korean, too: names, which are the same, and the word that the
/// line begins with.
fn translate_line(styled: &str) -> String {
    let (english, styles) = split_styles(styled);
    let korean = in_korean(&english);
    let head = korean.len() - korean.trim_start().len();
    // Where a name stands before the colon, this is no such word.
    let word = korean.split_once(':').filter(|(before, _)| !before.contains('\''));
    let head = head..word.map_or(head, |(before, _)| before.len() + 1);
    let mut places: Vec<(Range<usize>, &str)> = Vec::new();
    for (style, words) in styles {
        let is_free = |place: &Range<usize>| {
            places.iter().all(|(taken, _)| place.end <= taken.start || taken.end <= place.start)
        };
        let place = match english.trim_start().starts_with(words) && words.ends_with(':') {
            true => Some(head.clone()).filter(|head| !head.is_empty()),
            false => {
                let all = korean.match_indices(words).map(|(at, _)| at..at + words.len());
                all.into_iter().find(is_free)
            }
        };
        places.extend(place.map(|place| (place, style)));
    }
    places.sort_by_key(|(place, _)| std::cmp::Reverse(place.start));
    places.into_iter().fold(korean, |mut line, (place, style)| {
        line.insert_str(place.end, STYLE_RESET);
        line.insert_str(place.start, style);
        line
    })
}

/// Escape sequence that ends a style.
const STYLE_RESET: &str = "\x1b[0m";

/// The words of a line, and what of them has a style.
fn split_styles(styled: &str) -> (String, Vec<(&str, &str)>) {
    let (mut words, mut styles, mut rest) = (String::new(), Vec::new(), styled);
    while let Some((before, after)) = rest.split_once('\x1b') {
        words.push_str(before);
        let Some((inside, behind)) = after.split_once(STYLE_RESET) else { break };
        // One style may be made of several sequences.
        let at = inside.rfind("\x1b[").map_or(0, |at| at + 1);
        let begins = at + inside[at..].find('m').map_or(0, |at| at + 1);
        words.push_str(&inside[begins..]);
        let from = rest.len() - after.len() - 1;
        styles.push((&rest[from..from + 1 + begins], &inside[begins..]));
        rest = behind;
    }
    words.push_str(rest);
    (words, styles)
}

/// A sentence that comes from elsewhere, in the user's language.
pub(crate) fn localized(english: &str) -> String {
    match is_wanted() {
        true => in_korean(english),
        false => english.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use clap::CommandFactory as _;

    use super::*;
    use crate::arguments::HubServerArgs;

    fn texts(command: &Command, found: &mut BTreeSet<String>) {
        found.extend(command.get_about().map(ToString::to_string));
        found.extend(command.get_arguments().filter_map(|it| Some(it.get_help()?.to_string())));
        command.get_subcommands().for_each(|inner| texts(inner, found));
    }

    #[test]
    fn all_help_is_there_in_korean_and_nothing_else() {
        let mut found = BTreeSet::new();
        let mut command = HubServerArgs::command();
        found.extend(command.get_after_help().map(ToString::to_string));
        command.build();
        texts(&command, &mut found);
        let table: BTreeSet<String> =
            HELP_TRANSLATIONS.iter().map(|(en, _)| (*en).to_owned()).collect();
        assert_eq!(found, table);
    }

    /// What is printed passes through `said`, in both languages.
    #[test]
    fn nothing_is_told_in_english_alone() {
        let told = [
            include_str!("commands.rs"),
            include_str!("commands/audit.rs"),
            include_str!("commands/backup.rs"),
            include_str!("commands/demo.rs"),
            include_str!("commands/doctor.rs"),
        ];
        // Names, and what is typed, are the same in every language.
        const SAME: [&str; 8] = [
            "palimp-hub-backup",
            "palimp-hub-demo",
            "palimp-hub",
            "PostgreSQL",
            "synchronous_commit",
            "echo MEMBERS-TOKEN | palimp hub login http://",
            " --token-stdin",
            "\\n",
        ];
        for call in ["println!(", "format!("] {
            let behind = told.iter().flat_map(|code| code.split(call).skip(1));
            let literals = behind.filter_map(|it| it.trim_start().strip_prefix('"'));
            let words = |literal: &str| {
                let text = literal.split('"').next().unwrap_or_default();
                let own: String =
                    text.split('{').map(|it| it.split_once('}').map_or(it, |it| it.1)).collect();
                SAME.iter()
                    .fold(own, |own, same| own.replace(same, ""))
                    .contains(|c: char| c.is_ascii_alphabetic())
            };
            let alone: Vec<&str> =
                literals.filter(|it| words(it)).map(|it| &it[..it.len().min(60)]).collect();
            assert!(alone.is_empty(), "{call} {alone:#?}");
        }
    }
}
