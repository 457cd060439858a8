//! Whether everything that is said is there in both languages.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use clap::CommandFactory;
use palimp_core::message_template::MessageTemplate;

use super::{COMMAND_TABLES, SENTENCE_TABLES, by_form, by_words, explanations, help};

/// What says nothing to a person.
const SILENT: &[&str] = &["lang", "reference"];

/// Rooms whose errors a person reads.
const ROOMS: [&str; 9] =
    ["clients", "context", "core", "files", "models", "note", "serve", "store", "team"];

/// What makes a text of the literal behind it.
const VERBS: &[&str] = &["say!(", "note!(", "words!("];
/// The same in other rooms, whose errors hold sentences.
const ROOMS_SAY: &[&str] = &[
    "#[error(", "Refused(", "refused(", "refuse(", "Strange(", "complaints.push(",
    "troubles.push(", "wrong.push(", "Unavailable(", "TooLong(", "Quota(", "io::Error::other(",
    "Wrong(", "Err(", "State::Well, ", "State::Wrong, ", "State::Open, ", "ok_or(", "return Some(",
    "words.push_str(",
];
/// What makes a sentence of it that is looked up whole.
const SENTENCES: &[&str] = &[
    "CliError::user(",
    "CliError::usage(",
    " ask_yes_no(",
    "confirm_irreversible(",
    "confirm_without_preview(",
    "offer(",
    "talk(",
    "screen.print_note(",
    "self.print_error(",
    "translate(",
    "const NO_MATCH_QUESTION: &str =",
];

fn is_korean(c: char) -> bool {
    ('가'..='힣').contains(&c)
}

/// Whether it has words of its own: two letters in a row outside of its blanks.
fn has_words(form: &str) -> bool {
    let own = form.split('{').map(|part| part.split_once('}').map_or(part, |(_, rest)| rest));
    let own: Vec<String> =
        own.map(|part| part.replace("palimp: ", "").replace("[palimp] ", "")).collect();
    own.iter()
        .any(|part| part.as_bytes().windows(2).any(|two| two.iter().all(u8::is_ascii_alphabetic)))
}

fn sources(dir: &Path, found: &mut Vec<(PathBuf, String)>) {
    for entry in fs::read_dir(dir).unwrap().map(Result::unwrap) {
        match entry.file_type().unwrap().is_dir() {
            true => sources(&entry.path(), found),
            false if entry.file_name() == "tests.rs" => {}
            false => {
                let text = fs::read_to_string(entry.path()).unwrap();
                let code = text.split("#[cfg(test)]\nmod").next().unwrap_or_default();
                let code = code.lines().filter(|line| !line.trim_start().starts_with("//"));
                found.push((entry.path(), code.collect::<Vec<_>>().join("\n")));
            }
        }
    }
}

fn sources_of(room: &str) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    sources(&root.join(format!("palimp-{room}/src")), &mut found);
    found
}

/// The literal at the beginning of `code`, as it is compiled; `format!(` and the like may stand before.
fn literal(code: &str) -> Option<String> {
    let mut code = code.trim_start();
    for before in ["&", "format!(", "args.yes,", "args,"] {
        code = code.strip_prefix(before).unwrap_or(code).trim_start();
    }
    let mut text = String::new();
    let mut rest = code.strip_prefix('"')?.chars();
    while let Some(c) = rest.next() {
        match c {
            '"' => return Some(text),
            '\\' => match rest.next()? {
                'n' => text.push('\n'),
                '\n' => rest = rest.as_str().trim_start().chars(),
                other => text.push(other),
            },
            c => text.push(c),
        }
    }
    None
}

/// The literals behind each of `calls`.
fn literals(code: &str, calls: &[&str]) -> Vec<String> {
    let behind = |call: &&str| {
        code.match_indices(*call)
            .filter_map(|(at, call)| literal(&code[at + call.len()..]))
            .collect::<Vec<_>>()
    };
    calls.iter().flat_map(behind).filter(|form| has_words(form)).collect()
}

/// Every form that verbs say, and every sentence of a failure.
fn said() -> (BTreeSet<String>, BTreeSet<String>) {
    let (mut forms, mut sentences) = (BTreeSet::new(), BTreeSet::new());
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for (path, code) in sources_of("cli") {
        let name = path.strip_prefix(src.canonicalize().unwrap()).map_or_else(
            |_| path.to_string_lossy().rsplit_once("palimp-cli/src/").unwrap().1.to_owned(),
            |name| name.to_string_lossy().into_owned(),
        );
        if !SILENT.iter().any(|it| name.starts_with(it)) {
            forms.extend(literals(&code, VERBS));
            sentences.extend(literals(&code, SENTENCES));
        }
    }
    for room in ROOMS.into_iter().chain(["vault"]) {
        for (_, code) in sources_of(room) {
            sentences.extend(literals(&code, ROOMS_SAY));
        }
    }
    (forms, sentences)
}

#[test]
fn everything_that_is_said_is_there_in_korean() {
    let (forms, sentences) = said();
    assert!(forms.len() > 150 && sentences.len() > 100, "{} {}", forms.len(), sentences.len());
    let lacks =
        |form: &&String| !COMMAND_TABLES.iter().flat_map(|it| it.iter()).any(|(en, _)| en == form);
    let unsaid = forms.iter().filter(lacks);
    // What is put behind something stands in a form with that.
    let lacks = |form: &&String| !explanations().any(|(en, _)| en.contains(form.as_str()));
    // A value in braces of its own is no blank, and such a sentence stays English.
    let unexplained = sentences.iter().filter(lacks).filter(|it| !it.contains("{{"));
    let lacking: Vec<_> = unsaid.chain(unexplained).collect();
    assert!(lacking.is_empty(), "src/lang/ has no Korean for:\n{lacking:#?}");
}

#[test]
fn the_tables_hold_nothing_that_nobody_says() {
    let rooms = ROOMS.into_iter().chain(["vault", "cli", "engine"]);
    let own =
        |(path, _): &(PathBuf, String)| !path.to_string_lossy().contains("palimp-cli/src/lang/");
    let sources = rooms.flat_map(sources_of).filter(own);
    let everything: String = sources.map(|(_, code)| unbroken(&code)).collect();
    let is_elsewhere = |form: &str| super::system_messages::TABLE.iter().any(|(en, _)| *en == form);
    let tables = COMMAND_TABLES.iter().chain(&SENTENCE_TABLES).flat_map(|it| it.iter());
    let is_said = |form: &str| {
        let words = MessageTemplate::new(form);
        let pieces: Vec<&str> = words.own_words().filter(|it| it.trim().len() > 8).collect();
        pieces.iter().all(|piece| everything.contains(piece.trim()))
    };
    let stale: Vec<_> =
        tables.map(|(en, _)| *en).filter(|form| !is_said(form) && !is_elsewhere(form)).collect();
    assert!(stale.is_empty(), "nobody says:\n{stale:#?}");
}

/// Code whose literals are not broken over lines, without escapes.
fn unbroken(code: &str) -> String {
    let mut whole = String::new();
    let mut rest = code;
    while let Some((before, after)) = rest.split_once("\\\n") {
        whole.push_str(before);
        rest = after.trim_start();
    }
    (whole + rest).replace("\\\"", "\"")
}

#[test]
fn both_languages_say_the_same_with_the_same_blanks() {
    let mut seen = BTreeSet::new();
    for (en, ko) in COMMAND_TABLES.iter().chain(&SENTENCE_TABLES).flat_map(|it| it.iter()) {
        assert!(seen.insert(en), "twice: {en}");
        assert!(!en.contains(is_korean), "{en}");
        assert!(!has_words(en) || ko.contains(is_korean), "{en}");
        let blanks = |form: &str| {
            MessageTemplate::new(form).blank_names().map(str::to_owned).collect::<BTreeSet<_>>()
        };
        assert_eq!(blanks(en), blanks(ko), "{en}");
    }
    for (en, ko) in help::TABLE {
        assert!(ko.contains(is_korean) || !en.contains(' ') || en.contains(", "), "{en}");
    }
}

/// Behind a name, whose last sound nobody foresees, a particle stands in both of its shapes. A number
/// of things always ends alike (`3개`, `3줄`), and has one.
#[test]
fn a_particle_fits_whatever_it_stands_behind() {
    const ENDS: [char; 7] = [' ', '.', ',', ':', ';', ')', '\n'];
    let misfits = |tail: &str| {
        let behind = tail.trim_start_matches(['`', '\'']);
        match behind.split(ENDS).next().unwrap_or_default() {
            "로" | "으로" | "와" | "과" | "나" | "이나" => true,
            "이" | "가" | "을" | "를" | "은" | "는" => behind.len() < tail.len(),
            _ => false,
        }
    };
    let tables = COMMAND_TABLES.iter().chain(&SENTENCE_TABLES).flat_map(|it| it.iter());
    let wrong: Vec<_> =
        tables.map(|(_, ko)| ko).filter(|ko| ko.split('}').skip(1).any(misfits)).collect();
    assert!(wrong.is_empty(), "write 이(가), 을(를), 은(는), 와(과), (으)로: {wrong:#?}");
}

#[test]
fn what_fills_a_blank_comes_back_whole() {
    const WORDS: &str = "two words, a third; more";
    let mut lost = Vec::new();
    for (en, ko) in COMMAND_TABLES.iter().flat_map(|it| it.iter()) {
        let form = MessageTemplate::new(en);
        let values: Vec<_> = form
            .blank_names()
            .enumerate()
            .map(|(at, of)| (of.to_owned(), format!("{at} {WORDS}")))
            .collect();
        let english = form.fill_blanks(&values);
        if by_form(en, &english).as_deref()
            != Some(MessageTemplate::new(ko).fill_blanks(&values).as_str())
        {
            lost.push(en);
        }
    }
    assert!(lost.is_empty(), "other blanks than they were: {lost:#?}");
}

#[test]
fn what_stands_before_a_line_is_no_word_of_it() {
    for (english, korean) in [
        ("[palimp] it is no UTF-8", "[palimp] UTF-8이 아닙니다"),
        ("palimp: shared: it is no UTF-8", "palimp: shared: UTF-8이 아닙니다"),
    ] {
        assert_eq!(by_words(english).as_deref(), Some(korean));
    }
}

#[test]
fn a_failure_inside_a_failure_is_said_too() {
    let said = by_words("palimp: /nope: No such file or directory (os error 2)");
    assert_eq!(said.as_deref(), Some("palimp: /nope: 그런 파일이나 디렉터리가 없습니다"));
    let said = by_words("error: unexpected argument '--foo' found");
    assert_eq!(said.as_deref(), Some("오류: '--foo'는 여기에 쓸 수 없습니다"));
}

#[test]
fn a_sentence_is_not_taken_apart_by_two_small_words() {
    for english in [
        "no heart of it is one of the kinds that anybody here has a word for",
        "made by somebody who has never been to this place before",
    ] {
        assert_eq!(by_words(english), None);
    }
    for english in ["key must be a wish", "shared/a.md left b", "notes: no"] {
        assert_eq!(by_words(english), None);
    }
}

#[test]
fn what_a_user_wrote_is_not_taken_for_words_of_ours() {
    let form = "saved to {}, line {}";
    let said = by_form(form, "saved to nothing waits, line 3");
    assert!(said.unwrap().contains("nothing waits"));
}

/// Every text of a verb's help.
fn help_of(verb: &clap::Command, texts: &mut BTreeSet<String>) {
    let mut take = |text: Option<&clap::builder::StyledStr>| {
        texts.extend(text.map(ToString::to_string));
    };
    take(verb.get_about());
    take(verb.get_long_about());
    verb.get_arguments().for_each(|arg| take(arg.get_help()));
    verb.get_subcommands().for_each(|inner| help_of(inner, texts));
}

#[test]
fn all_help_is_there_in_korean() {
    let mut texts = BTreeSet::new();
    let mut palimp = crate::cli::Cli::command();
    palimp.build();
    help_of(&palimp, &mut texts);
    assert!(texts.len() > 150, "{}", texts.len());
    let lacks = |text: &&String| super::korean_help(text).is_none();
    let lacking: Vec<_> = texts.iter().filter(lacks).collect();
    assert!(lacking.is_empty(), "src/lang/help.rs has no Korean for:\n{lacking:#?}");
}
