//! Korean of what other libraries say: help and usage errors of the command line, and what opening
//! files and listening fails with.

mod help;

use std::ops::Range;

use clap::error::ErrorKind;
use clap::{Arg, Command};
use palimp_core::korean::{MESSAGE_TRANSLATIONS, PROGRAM_WORD_BLANKS};
use palimp_core::lang::{Lang, current_lang};
use palimp_core::message_template::MessageTemplate;
use palimp_core::sanitize::is_coloured;

use help::{CLAP_LABELS, HELP_TRANSLATIONS};

/// Returns a sentence of another library in Korean; one that no form fits stays as it is.
fn in_korean(english: &str) -> String {
    let fitting = MESSAGE_TRANSLATIONS.iter().filter_map(|(en, korean)| {
        let form = MessageTemplate::new(en);
        let values = form.extract_values(english).filter(|_| !form.is_vague())?;
        Some((form.own_length(), korean, values))
    });
    let Some((_, korean, mut values)) = fitting.max_by_key(|(own, ..)| *own) else {
        return english.to_owned();
    };
    // A word alone is somebody's name, but where only programs say something.
    let may_be_ours =
        |name: &str, value: &str| PROGRAM_WORD_BLANKS.contains(&name) || value.contains(' ');
    for (_, value) in values.iter_mut().filter(|(name, value)| may_be_ours(name, value)) {
        *value = in_korean(value);
    }
    MessageTemplate::new(korean).fill_blanks(&values)
}

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
    match current_lang() {
        Lang::Ko => in_korean(english),
        Lang::En => english.to_owned(),
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
}
