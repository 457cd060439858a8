//! Help of a command tree in Korean, by the place of each text.

use std::collections::BTreeSet;

use clap::builder::{PossibleValue, PossibleValuesParser, StyledStr};
use clap::{Arg, Command};
use palimp_core::lang::{Lang, current_lang};

/// Places of help texts and their Korean.
///
/// A command's place is its words behind the program's name, as in `team propose`; the program's is
/// its name. An argument's is `team propose --yes` or `team propose <notes>`, by its long name or
/// its id; without the command, as in `--json`, the row is for all commands that have no own. An
/// explained value's is `search --corpus=notes`. Text after a command's help is at `team (after)`.
/// Korean with an empty line has a short form, which ends there, and a long one.
pub type HelpTable = &'static [(&'static str, &'static str)];

/// Texts of clap itself, in English and Korean.
const CLAP_TEXTS: HelpTable = &[
    ("Print help", "도움말 출력"),
    ("Print help (see more with '--help')", "도움말 출력 ('--help'는 더 자세히)"),
    ("Print help (see a summary with '-h')", "도움말 출력 ('-h'는 간단히)"),
    ("Print version", "버전 출력"),
    (
        "Print this message or the help of the given subcommand(s)",
        "이 도움말이나 지정한 명령의 도움말을 출력합니다",
    ),
];

/// Labels that clap puts around help when it renders it.
const CLAP_LABELS: HelpTable = &[
    ("Usage:", "쓰는 법:"),
    ("Possible values:", "쓸 수 있는 값:"),
    ("[possible values:", "[쓸 수 있는 값:"),
    // A narrow terminal breaks the line between the two.
    ("[possible\n", "[쓸 수 있는\n"),
    (" values: ", " 값: "),
    ("[default:", "[기본값:"),
];

/// Returns the command, built, with its help in the thread's language.
///
/// Where a value is explained in Korean, it is parsed as text from then on.
pub fn localize_command(mut command: Command, korean: &[HelpTable]) -> Command {
    command.build();
    match current_lang() {
        Lang::En => command,
        Lang::Ko => localize_tree(command, "", korean),
    }
}

/// Returns rendered help with clap's labels in the thread's language.
pub fn localize_rendered_help(help: &str) -> String {
    let labels = CLAP_LABELS.iter().filter(|_| current_lang() == Lang::Ko);
    labels.fold(help.to_owned(), |help, (en, ko)| help.replace(en, ko))
}

/// Returns what is wrong with tables of help: places without Korean, and rows without a place.
pub fn table_problems(mut command: Command, korean: &[HelpTable]) -> Vec<String> {
    command.build();
    let (mut used, mut problems) = (BTreeSet::new(), Vec::new());
    visit_places(&command, "", &mut |place, english| match find_row(korean, place)
        .or_else(|| find_row(korean, shared_place(place)))
    {
        Some((row, _)) => drop(used.insert(*row)),
        None if clap_text(english).is_some() => {}
        None => problems.push(format!("no Korean for {place:?}: {english}")),
    });
    let unused = korean.iter().copied().flatten().filter(|(place, _)| !used.contains(place));
    problems.extend(unused.map(|(place, _)| format!("no help at {place:?}")));
    problems
}

fn localize_tree(command: Command, path: &str, korean: &[HelpTable]) -> Command {
    let place = command_place(&command, path);
    let say = |english: &StyledStr| find_text(korean, &place, &english.to_string());
    let about = command.get_about().and_then(say).map(short_form);
    let long = command.get_long_about().and_then(say);
    let after = command
        .get_after_help()
        .and_then(|it| find_text(korean, &after_place(&place), &it.to_string()));
    let command = about.into_iter().fold(command, Command::about);
    let command = long.into_iter().fold(command, Command::long_about);
    let command = after.into_iter().fold(command, Command::after_help);
    let heading = command.get_subcommand_help_heading().is_none().then_some("명령");
    let command = heading.into_iter().fold(command, Command::subcommand_help_heading);
    command
        .mut_args(|arg| localize_arg(arg, path, korean))
        .mut_subcommands(|inner| localize_tree(inner.clone(), &inner_path(&inner, path), korean))
}

fn localize_arg(arg: Arg, path: &str, korean: &[HelpTable]) -> Arg {
    let place = arg_place(&arg, path);
    let say = |english: &StyledStr| find_text(korean, &place, &english.to_string());
    let help = arg.get_help().and_then(say).map(short_form);
    let long = arg.get_long_help().and_then(say);
    let values: Vec<PossibleValue> = arg
        .get_possible_values()
        .into_iter()
        .map(|it| localize_value(it, &place, korean))
        .collect();
    let explained = values.iter().any(|value| value.get_help().is_some());
    let heading = match (arg.get_help_heading(), arg.is_positional()) {
        (Some(_), _) => None,
        (None, true) => Some("인자"),
        (None, false) => Some("선택"),
    };
    let arg = help.into_iter().fold(arg, Arg::help);
    let arg = long.into_iter().fold(arg, Arg::long_help);
    let arg = heading.into_iter().fold(arg, Arg::help_heading);
    match explained {
        true => arg.value_parser(PossibleValuesParser::new(values)),
        false => arg,
    }
}

fn localize_value(value: PossibleValue, arg_place: &str, korean: &[HelpTable]) -> PossibleValue {
    let place = value_place(&value, arg_place);
    let help = value.get_help().and_then(|it| find_text(korean, &place, &it.to_string()));
    help.into_iter().fold(value, PossibleValue::help)
}

/// Calls `visit` with the place and the English of every text.
fn visit_places(command: &Command, path: &str, visit: &mut impl FnMut(&str, &str)) {
    let place = command_place(command, path);
    let mut text = |place: &str, english: Option<&StyledStr>| {
        english.into_iter().for_each(|english| visit(place, &english.to_string()));
    };
    text(&place, command.get_about());
    text(&after_place(&place), command.get_after_help());
    for arg in command.get_arguments() {
        let place = arg_place(arg, path);
        text(&place, arg.get_help());
        for value in arg.get_possible_values().iter().filter(|_| !arg.is_hide_set()) {
            text(&value_place(value, &place), value.get_help());
        }
    }
    for inner in command.get_subcommands() {
        visit_places(inner, &inner_path(inner, path), visit);
    }
}

fn command_place(command: &Command, path: &str) -> String {
    if path.is_empty() { command.get_name().to_owned() } else { path.to_owned() }
}

fn after_place(place: &str) -> String {
    format!("{place} (after)")
}

/// Returns the words of a command; `help` has all commands below it once more.
fn inner_path(inner: &Command, path: &str) -> String {
    match (path, inner.get_name()) {
        ("" | "help", name) => name.to_owned(),
        (_, "help") => path.to_owned() + " help",
        (path, name) => format!("{} {name}", path.trim_end_matches(" help")),
    }
}

fn arg_place(arg: &Arg, path: &str) -> String {
    let name = match arg.get_long() {
        Some(long) => format!("--{long}"),
        None => format!("<{}>", arg.get_id()),
    };
    format!("{path} {name}").trim_start().to_owned()
}

fn value_place(value: &PossibleValue, arg_place: &str) -> String {
    format!("{arg_place}={}", value.get_name())
}

/// Returns the place of an argument without its command.
fn shared_place(place: &str) -> &str {
    let start = place.find(['<', '-']).filter(|start| place[..*start].ends_with(' '));
    &place[start.unwrap_or(0)..]
}

fn find_text(korean: &[HelpTable], place: &str, english: &str) -> Option<&'static str> {
    let row = find_row(korean, place).or_else(|| find_row(korean, shared_place(place)));
    row.map(|(_, text)| *text).or_else(|| clap_text(english))
}

fn find_row(korean: &[HelpTable], place: &str) -> Option<&'static (&'static str, &'static str)> {
    korean.iter().copied().flatten().find(|(of, _)| *of == place)
}

fn clap_text(english: &str) -> Option<&'static str> {
    find_row(&[CLAP_TEXTS], english).map(|(_, text)| *text)
}

fn short_form(text: &'static str) -> &'static str {
    text.split("\n\n").next().unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use palimp_core::lang::with_lang;

    const TABLE: HelpTable = &[
        ("app", "앱"),
        ("app (after)", "끝"),
        ("add", "더함\n\n모두 더함"),
        ("add item", "하나를 더함"),
        ("add item <id>", "항목"),
        ("add item --kind=big", "큰 것"),
        ("--kind", "종류"),
    ];

    fn app() -> Command {
        let kinds = [PossibleValue::new("big").help("A large one"), PossibleValue::new("small")];
        let kind =
            Arg::new("kind").long("kind").help("Kind").value_parser(kinds).default_value("big");
        let item = Command::new("item").about("Add one").arg(Arg::new("id").help("Item")).arg(kind);
        let add = Command::new("add").about("Add").long_about("Add\n\nAdd all").subcommand(item);
        Command::new("app").about("App").after_help("End").subcommand(add)
    }

    fn help_of(words: &[&str]) -> String {
        let app = localize_command(app(), &[TABLE]);
        let help = app.try_get_matches_from(words).unwrap_err();
        localize_rendered_help(&help.render().to_string())
    }

    #[test]
    fn help_is_in_language_of_thread() {
        let korean = |words: &[&str]| with_lang(Lang::Ko, || help_of(words));
        let whole = korean(&["app", "add", "--help"]);
        assert!(whole.starts_with("더함\n\n모두 더함\n\n쓰는 법: app add"), "{whole}");
        assert!(whole.contains("하나를 더함") && whole.contains("명령:"), "{whole}");
        let item = korean(&["app", "add", "item", "--help"]);
        for words in ["인자:", "항목", "선택:", "종류", "- big:   큰 것", "[기본값: big]"]
        {
            assert!(item.contains(words), "{words}: {item}");
        }
        assert_eq!(korean(&["app", "help", "add", "item"]), item);
        let english = app().try_get_matches_from(["app", "add", "-h"]).unwrap_err();
        assert_eq!(help_of(&["app", "add", "-h"]), english.render().to_string());
    }

    #[test]
    fn table_without_a_place_is_a_problem() {
        assert_eq!(table_problems(app(), &[TABLE]), Vec::<String>::new());
        assert!(!table_problems(app(), &[&TABLE[1..]]).is_empty());
        let more = app().mut_subcommand("add", |add| add.arg(Arg::new("x").long("x").help("X")));
        assert_eq!(table_problems(more, &[TABLE]), ["no Korean for \"add --x\": X"]);
        let fewer = app().after_help(None::<&str>);
        assert_eq!(table_problems(fewer, &[TABLE]), ["no help at \"app (after)\""]);
    }
}
